"""Decks that extend others: what is merged, what is replaced, and files that cannot be had."""

from __future__ import annotations

import os
from errno import EACCES
from pathlib import Path
from textwrap import dedent

import pytest

from yisp.deck.load import load
from yisp.deck.model import Deck
from yisp.deck.reading.extends import LONGEST
from yisp.deck.reading.files import SourceFile, Unreadable, read_named
from yisp.lang.diagnostics import DeckError, Diagnostic

BASE = """
set: {down: 2, unread: 1}
deck:
  size: 40
  cards:
    a: {count: 3, attribute: [m, n], description: first, props: {level: 3, rank: 1}}
    b: {count: -1, program: ['@;(# X B)', '@;(# X F)']}
  alias: {Unused: a:m, M: a:m}
simulate:
  count: 50
  tests:
    opening:
      exec-program: true
      start-card: 6
      header: '(# D.:down B)'
      combos: {A1: {score: 2, hand: [a]}}
    second: {combos: {A1: {hand: [2x a]}}}
"""


@pytest.fixture
def write(tmp_path: Path):
    def written(text: str, name: str = "deck.yml") -> str:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(dedent(text), encoding="utf-8")
        return str(path)

    written(BASE, "base.yml")
    return written


def extending(write, text: str) -> Deck:
    return load(write("extends: base.yml\n" + dedent(text)))


def problems(path: str) -> list[Diagnostic]:
    try:
        return list(load(path).diagnostics)
    except DeckError as error:
        return list(error.diagnostics)


def said(path: str) -> list[str]:
    """The codes, each with the file it is about."""
    files = [os.path.basename(item.place.file) if item.place else "" for item in problems(path)]
    return [f"{item.code} {file}" for item, file in zip(problems(path), files, strict=True)]


def test_a_file_that_says_nothing_is_its_base(write):
    deck = extending(write, "")
    base = load(write(BASE, "base.yml"))
    assert [(kind.name, kind.count, kind.attributes) for kind in deck.kinds] == [
        (kind.name, kind.count, kind.attributes) for kind in base.kinds
    ]
    assert (deck.settings, deck.parameters) == (base.settings, base.parameters)
    assert [topic.name for topic in deck.topics] == ["opening", "second"]


def test_tables_are_merged_and_the_rest_is_replaced(write):
    deck = extending(
        write,
        """
        set: {down: 4}
        deck:
          cards:
            a: {count: 4, attribute: z, props: {level: 4}}
            b: {program: '@'}
            c: {}
        simulate:
          tests:
            third: {combos: {X: {hand: [c]}}}
            opening: {combos: {A2: {hand: [M]}, A1: {hand: [c, a]}}}
        """,
    )
    a, b, c = deck.kinds
    assert (a.count, a.attributes, a.description) == (4, ("z",), "first")
    assert a.properties == {"level": 4, "rank": 1}
    assert (b.count, len(b.effects), c.count) == (35, 1, 1)
    assert deck.parameters == {"down": 4, "unread": 1}
    opening = deck.topics[0]
    assert (opening.start_card, opening.exec_program) == (6, True)
    assert [(combo.name, combo.wants[0][1][0].kinds) for combo in opening.combos] == [("A1", 4), ("A2", 0)]
    assert opening.combos[0].score == 2
    assert len(opening.combos[0].wants[0][1]) == 2
    assert [topic.name for topic in deck.topics] == ["opening", "second", "third"]


@pytest.mark.parametrize("nothing", ["", "''", '""'])
def test_an_empty_value_takes_the_bases_away(write, nothing):
    deck = extending(write, f"simulate: {{tests: {{opening: {{header: {nothing}, combos: {{}}}}}}}}")
    assert deck.topics[0].scripts == {}
    assert len(deck.topics[0].combos) == 1


def test_an_empty_topic_takes_the_bases_away(write):
    topics = "simulate: {tests: {opening: , third: {stats: {n: '1'}}}}"
    assert [topic.name for topic in extending(write, topics).topics] == ["second", "third"]
    write("extends: base.yml\n" + topics, "middle.yml")
    last = write("extends: middle.yml\nsimulate: {tests: {opening: {stats: {n: '1'}}}}")
    opening = next(topic for topic in load(last).topics if topic.name == "opening")
    assert (opening.combos, opening.scripts) == ((), {}), "what was taken away does not come back"


def test_an_empty_topic_that_no_base_has_is_a_mistake(write):
    assert said(write("extends: base.yml\nsimulate: {tests: {openin: }}")) == ["Y205 deck.yml"]


def test_empty_lists_numbers_and_cards(write):
    deck = extending(
        write,
        """
        deck: {size: 8, cards: {a: , b: {program: []}}}
        simulate: {count: , tests: {opening: {start-card: }}}
        """,
    )
    a, b = deck.kinds
    assert (a.count, a.attributes, a.properties) == (1, (), {})
    assert (b.count, b.effects) == (7, ())
    assert (deck.settings.count, deck.topics[0].start_card) == (None, 5)


@pytest.mark.parametrize("written", ["gain(y)", "gain( x )", "gain(x, y)", "gain"])
def test_an_own_function_replaces_the_bases_whatever_its_parameters(write, written):
    write(f"extends: far.yml\ndeck: {{define: {{'gain(x)': 'x', '{written}': '2'}}}}", "twice.yml")
    write(BASE.replace("  alias:", "  define: {'gain(x)': '(* 10 x)', 'other()': '1'}\n  alias:"), "far.yml")
    write("extends: far.yml\ndeck: {define: {'gain(n)': '(* 5 n)'}}", "near.yml")
    own = f"extends: near.yml\ndeck: {{define: {{'{written}': '2'}}}}"
    by_name = {one.function.name: one for one in load(write(own)).functions}
    assert sorted(by_name) == ["gain", "other"]
    assert by_name["gain"].text.text == "2"
    assert said(str(write("extends: twice.yml"))) == ["Y126 twice.yml"]


def test_a_chain_of_files(write):
    write("extends: inner/two.yml\nsimulate: {count: 9}", "one.yml")
    write("extends: three.yml\nsimulate: {count: 8, seed: 8}", "inner/two.yml")
    write(BASE + "  seed: 7\n", "inner/three.yml")
    deck = load(write("extends: one.yml", "zero.yml"))
    assert (deck.settings.count, deck.settings.seed) == (9, 8)
    assert [(origin, written) for origin, written, *_ in deck.references] == [
        (0, "one.yml"),
        (1, "inner/two.yml"),
        (2, "three.yml"),
    ]


def test_a_packaged_deck(write):
    assert load(write("extends: opening")).topics[0].name == load_packaged().topics[0].name


def load_packaged() -> Deck:
    from yisp.deck.reading.files import PACKAGED

    return load(os.path.join(PACKAGED, "opening.yml"))


def test_a_card_that_fills_the_deck_already_is_named_with_its_file(write):
    path = write("extends: base.yml\ndeck: {cards: {c: {count: -1}}}\n")
    (found,) = [item for item in problems(path) if item.code == "Y207"]
    assert f"`b` in line 7 of {os.path.join(os.path.dirname(path), 'base.yml')} already does" in found.message


def test_messages_name_the_file_they_are_about(write):
    write(BASE.replace("hand: [2x a]", "hand: [nobody]"), "base.yml")
    path = write("extends: base.yml\nsimulate: {tests: {opening: {header: '(frob)'}}}")
    found = problems(path)
    assert [(item.code, os.path.basename(item.place.file), item.place.line) for item in found] == [
        ("Y101", "deck.yml", 2),
        ("Y210", "base.yml", 17),
    ]
    write("deck: [", "base.yml")
    assert said(path) == ["Y005 base.yml"]
    write("- a list", "base.yml")
    assert said(path) == ["Y014 base.yml"]
    write("", "base.yml")
    assert said(path) == ["Y014 base.yml"]


def test_a_base_may_offer_what_is_not_taken(write):
    write(BASE.replace("exec-program: true\n", "exec-program: true\n      typo: 1\n"), "base.yml")
    assert said(write("extends: base.yml")) == ["Y202 base.yml"]
    assert said(write("set: {mine: 1}\nextends: base.yml")) == ["Y431 deck.yml", "Y202 base.yml"]


@pytest.mark.parametrize(
    ("written", "part"),
    [
        ("nothing.yml", "no such file"),
        ("openin", "`opening`"),
        ("zzzz", ".yml"),
        ("../base.yml", "own folder"),
        ("/etc/passwd.yml", "relative"),
        ("link.yml", "own folder"),
        ("folder.yml", "folder"),
        ("pipe.yml", "not a file"),
        ("secret.yml", "denied"),
    ],
)
def test_files_that_cannot_be_had(write, tmp_path, monkeypatch, written, part):
    deck = write(f"extends: {written}", "deck/deck.yml")
    folder = tmp_path / "deck"
    (folder / "link.yml").symlink_to(tmp_path / "base.yml")
    (folder / "folder.yml").mkdir()
    os.mkfifo(folder / "pipe.yml")
    (folder / "secret.yml").write_text(BASE)
    (folder / "secret.yml").chmod(0)
    if os.access(folder / "secret.yml", os.R_OK):  # root may read anything: what others would be told

        def refuse(path, *rest):
            if os.path.basename(path) == "secret.yml":
                raise PermissionError(EACCES, os.strerror(EACCES))
            return opened(path, *rest)

        opened = os.open
        monkeypatch.setattr(os, "open", refuse)
    (found,) = problems(deck)
    assert (found.code, found.place.line, found.place.column) == ("Y016", 1, 10)
    assert part in found.message + (found.hint or "")


def test_a_path_that_leads_back_into_the_folder(write, tmp_path):
    assert load(write(f"extends: ../{tmp_path.name}/base.yml")).size == 40


def test_a_link_that_stays_below_is_followed(write, tmp_path):
    (tmp_path / "link.yml").symlink_to(tmp_path / "base.yml")
    assert load(write("extends: link.yml")).size == 40


def test_circles_and_long_chains(write):
    assert said(write("extends: deck.yml")) == ["Y017 deck.yml"]
    write("extends: deck.yml", "other.yml")
    assert said(write("extends: other.yml")) == ["Y017 other.yml"]
    for number in range(LONGEST + 1):
        write(f"extends: {number + 1}.yml", f"{number}.yml")
    assert said(write("extends: 0.yml")) == [f"Y017 {LONGEST - 2}.yml"]


@pytest.mark.parametrize("value", ["[base.yml]", "{base: yml}"])
def test_what_is_extended_is_a_text(write, value):
    assert said(write(f"extends: {value}")) == ["Y201 deck.yml"], "and nothing of what the base would give"


@pytest.mark.slow
def test_many_values_in_many_files_are_too_many(write):
    many = "x: [" + "a," * 250_000 + "]\n"
    write(many + BASE, "base.yml")
    assert "Y010" not in " ".join(said(write("extends: base.yml")))
    assert said(write("extends: base.yml\n" + many)) == ["Y010 base.yml"]


def test_a_base_that_is_too_large(write, tmp_path):
    (tmp_path / "base.yml").write_bytes(b"#" * (4 * 2**20 + 1))
    assert said(write("extends: base.yml")) == ["Y002 "]


def test_scripts_are_read_under_the_same_rules(tmp_path):
    (tmp_path / "gain.yisp").write_text("gain(x): x")
    origin = SourceFile(str(tmp_path / "deck.yml"), b"")
    assert read_named(origin, "gain.yisp", ".yisp").data == b"gain(x): x"
    with pytest.raises(Unreadable):
        read_named(origin, "../gain.yisp", ".yisp")


@pytest.mark.parametrize(
    ("reason", "said"),
    [(PermissionError, "permission denied"), (IsADirectoryError, "it is a folder"),
     (FileNotFoundError, "there is no such file")],
)  # fmt: skip
def test_why_a_file_cannot_be_read(reason: type[OSError], said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise reason

    with monkeypatch.context() as patch, pytest.raises(DeckError, match=f"deck.yml cannot be read: {said}"):
        patch.setattr("builtins.open", refused)
        load("deck.yml")
