r"""Escapes of rare characters in two halves, ``"\ud83d\udc69"``, as JSON writes them."""

from __future__ import annotations

import json

import pytest
import yaml

from yisp.deck.reading.parse import read_document
from yisp.lang.diagnostics import DeckError, Diagnostics

WOMAN = r"\ud83d\udc69"


@pytest.fixture(params=["libyaml", "pure"], autouse=True)
def parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "pure":
        monkeypatch.delattr(yaml, "CLoader", raising=False)
    elif not hasattr(yaml, "CLoader"):
        pytest.skip("there is no libyaml here")


def values(text: str) -> list[str]:
    root = read_document(text, "f", Diagnostics()).root
    return [item.value for item in root.items]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (f'- "{WOMAN}"', "👩"),
        (rf'- "a{WOMAN.upper().replace("U", "u")}b{WOMAN}\ud835\udcb3"', "a👩b👩𝒳"),
        (rf'- "\\{WOMAN}"', "\\👩"),
        (rf'- "\\\{WOMAN}"', None),
        (f"- '{WOMAN}'", WOMAN),
        (f"- {WOMAN}", WOMAN),
        (f"- |  # {WOMAN}\n  {WOMAN}\n", WOMAN + "\n"),
        (rf"- |  # {WOMAN}" "\n  \\ud835\\udcb3\n", "\\ud835\\udcb3\n"),
        (rf'- &a # \ud835\udcb3{WOMAN}' f'\n  "{WOMAN}"', "👩"),
        (r'- "\U0001F469"', "👩"),
        (f"# {WOMAN}\n- a", "a"),
    ],
)  # fmt: skip
def test_what_stands_there(text: str, value: str | None) -> None:
    if value is None:
        with pytest.raises(DeckError):
            values(text)
    else:
        assert values(text) == [value]


def test_each_scalar_has_its_own() -> None:
    text = rf"""- '\ud835\udcb3'
- "{WOMAN}"   # \ud83d\ude00
- {{a: b}}
- "\ud835\udcb3 {WOMAN}"
"""
    root = read_document(text, "f", Diagnostics()).root
    assert [getattr(item, "value", None) for item in root.items] == [r"\ud835\udcb3", "👩", None, "𝒳 👩"]


def test_all_of_json() -> None:
    names = ["👩‍👧", "𝒳", "a\\ud83d", "灰流丽", '"😀"', "\\😀"]
    assert values(json.dumps(names, ensure_ascii=True)) == names


@pytest.mark.parametrize("text", [r"\ud83d", r"\udc69", r"\udc69\ud83d", r"\ud83d\ud83d\udc69"])
def test_lone_halves_are_refused(text: str) -> None:
    with pytest.raises(DeckError) as raised:
        values(f'- "ab{text}"')
    (item,) = raised.value.diagnostics
    assert item.code in ("Y004", "Y005")
    assert item.place.line == 1
    assert item.place.text[item.place.column - 1 :].startswith(r"\ud")


def test_characters_that_stand_for_none() -> None:
    """… not even those that the halves are hidden behind."""
    for text in (r"\ufdd0\ufdd1", rf"\ufdd0\ufdd1{WOMAN}"):
        with pytest.raises(DeckError):
            values(f'- "{text}"')
