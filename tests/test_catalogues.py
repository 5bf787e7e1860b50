"""The catalogues: every text in every language, with the same names, and compiled."""

from __future__ import annotations

import io
import re
import string
import struct
from collections.abc import Iterator
from gettext import GNUTranslations
from pathlib import Path
from typing import Any

import pytest

from yisp.catalogue import Catalogue
from yisp.messages import DOMAIN, catalogue_path

catalogues = pytest.importorskip("catalogues", reason="babel, which reads the catalogues, is not installed")


@pytest.mark.parametrize("language", catalogues.TRANSLATED)
def test_nothing_is_untranslated(language: str) -> None:
    assert catalogues.untranslated(language) == []


@pytest.mark.parametrize("language", catalogues.TRANSLATED)
def test_every_placeholder_survives(language: str) -> None:
    assert catalogues.misplaced(language) == []


@pytest.mark.parametrize("language", catalogues.TRANSLATED)
def test_names_are_written_as_in_english(language: str) -> None:
    """``{name!r}`` stays so, and nothing is converted that is not in English."""
    for room, message in every(language):
        ours, theirs = (fields(text) for text in (message.id, message.string))
        assert theirs <= ours, (room, message.string)


@pytest.mark.parametrize("language", catalogues.TRANSLATED)
def test_what_counts_has_a_form_for_every_number(language: str) -> None:
    counted = [(room, one) for room, one in every(language) if not isinstance(one.id, str)]
    assert counted
    for room, message in counted:
        assert len(catalogues._strings(message.string)) == 1, (room, message.id)
        many = fields(message.id[1])
        assert room == "help" or {name for name, *_ in many} & {name for name, *_ in fields(message.string)}


@pytest.mark.parametrize("language", catalogues.TRANSLATED)
def test_commands_in_examples_are_those_of_english(language: str) -> None:
    found = 0
    for room, message in every(language):
        commands = examples(message.id) if room == "help" and isinstance(message.id, str) else []
        if commands:
            found += len(commands)
            assert examples(message.string) == commands
            assert message.string.count("\b") == message.id.count("\b")  # lines stay lines behind it
    assert found > 50


COMMAND = re.compile(r"^  (?=yispc|cat |eval )(.*?)(?:  +.*)?$", re.MULTILINE)


def examples(text: str) -> list[str]:
    """The commands in a text of help, without what is said of them."""
    return COMMAND.findall(text)


def every(language: str) -> Iterator[tuple[str, Any]]:
    for room, catalogue in catalogues.translations(language).items():
        yield from ((room, message) for message in catalogue if message.id)


def fields(text: str | tuple[str, ...]) -> set[tuple[str, str | None, str | None]]:
    """The names in braces, and how each is converted and formatted; none where braces are no names."""
    try:
        return {
            (name, conversion, how)
            for form in catalogues._strings(text)
            for _, name, how, conversion in string.Formatter().parse(form)
            if name is not None
        }
    except ValueError:
        return set()


@pytest.mark.parametrize("language", catalogues.TRANSLATED)
def test_what_programs_read_is_what_translators_wrote(language: str) -> None:
    for path, data in catalogues.binaries(language).items():
        assert path.read_bytes() == data, f"{path.name}: python tests/catalogues.py --write"


@pytest.mark.slow
@pytest.mark.parametrize("language", catalogues.TRANSLATED)
def test_no_text_is_left_over(language: str) -> None:
    """What the sources no longer say is not kept."""
    wanted = {text[0] for texts in catalogues.texts().values() for text in texts}
    for room, catalogue in catalogues.translations(language).items():
        for message in catalogue:
            if message.id:
                one = message.id if isinstance(message.id, str) else message.id[0]
                assert one in wanted, (room, one)


# Reading them -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", catalogues.TRANSLATED)
@pytest.mark.parametrize("domain", [DOMAIN, catalogues.PAGE])
def test_a_catalogue_is_read_as_gettext_reads_it(domain: str, language: str) -> None:
    path = catalogue_path(language, domain)
    with open(path, "rb") as file:
        slow = GNUTranslations(file)
    quick, counted = Catalogue(path), 0
    for catalogue in catalogues.translations(language).values():
        for message in catalogue:
            if isinstance(message.id, str):
                assert quick.gettext(message.id) == slow.gettext(message.id)
            else:
                counted += 1
                for number in (0, 1, 2, 5):
                    assert quick.ngettext(*message.id, number) == slow.ngettext(*message.id, number)
    assert counted
    assert all(text == slow.gettext(english) or "{number}" in text for english, text in quick.items())


def test_texts_that_a_catalogue_lacks() -> None:
    catalogue = Catalogue(catalogue_path("zh", DOMAIN))
    assert catalogue.gettext("no such text") == "no such text"
    assert [catalogue.ngettext("{number} cat", "{number} cats", number) for number in (1, 2)] == [
        "{number} cat", "{number} cats",
    ]  # fmt: skip


def test_a_language_with_several_plurals(tmp_path: Path) -> None:
    made, data = catalogues.empty("pl", DOMAIN), io.BytesIO()
    made.add(("{number} card", "{number} cards"), ("{number} karta", "{number} karty", "{number} kart"))
    catalogues.write_mo(data, made)
    path = tmp_path / "yisp.mo"
    path.write_bytes(data.getvalue())
    forms = [Catalogue(str(path)).ngettext("{number} card", "{number} cards", number) for number in (1, 2, 5)]
    assert forms == ["{number} karta", "{number} karty", "{number} kart"]


@pytest.mark.parametrize("order", "<>")
def test_a_catalogue_without_a_head_counts_as_english_does(order: str, tmp_path: Path) -> None:
    """Whatever the byte order of who wrote it."""
    text, forms, path = b"one\0many", b"ein\0viele", tmp_path / "yisp.mo"
    tables = 7 * 4, 9 * 4  # behind them lie both texts, each with a 0 at its end
    numbers = (0x950412DE, 0, 1, *tables, 0, 0, len(text), 11 * 4, len(forms), 11 * 4 + len(text) + 1)
    path.write_bytes(struct.pack(f"{order}11I", *numbers) + text + b"\0" + forms + b"\0")
    with open(path, "rb") as file:
        slow = GNUTranslations(file)
    for number in (0, 1, 2):
        assert Catalogue(str(path)).ngettext("one", "many", number) == slow.ngettext("one", "many", number)


def test_what_is_no_catalogue(tmp_path: Path) -> None:
    (tmp_path / "x.mo").write_bytes(b"msgid")
    with pytest.raises(ValueError, match="no catalogue"):
        Catalogue(str(tmp_path / "x.mo"))


def test_a_text_that_several_rooms_say_has_one_translation_and_names_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "zh"
    folder.mkdir()
    monkeypatch.setattr(catalogues, "LOCALE", tmp_path)
    texts = {"deck": {("so",): ["report", "view"]}, "page": {("so",): []}}
    monkeypatch.setattr(catalogues, "texts", lambda: texts)
    made = catalogues.brought_up_to_date("zh")
    assert made["deck"].get("so").auto_comments == ["also said by: report, view"]
    for room, translation in (("deck", "是"), ("page", "对"), ("report", "好")):
        catalogue = catalogues.empty("zh", room)
        catalogue.add("so", translation)
        (folder / f"{room}.po").write_bytes(catalogues.written(catalogue))
    (found,) = catalogues.contradictory("zh")
    assert found == "deck, report: 'so' → ('是',), ('好',)"


@pytest.mark.parametrize("language", catalogues.TRANSLATED)
def test_no_translation_is_lost(language: str) -> None:
    assert catalogues.contradictory(language) == []
