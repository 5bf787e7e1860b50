"""``--with``, ``yispc compare`` and ``yispc sensitivity`` as somebody types them."""

from __future__ import annotations

import csv
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from commanding import objects, saved, yispc

from yisp.cli.studying import common

DECK = """\
deck:
  size: 20
  cards:
    ash: {count: 3}
    gate: {count: 2, program: '[1]@;(# X B);(# D.1 H)'}
    brick: {count: 4}
    rest: {count: -1}
set: {down: 1}
simulate:
  seed: 7
  tests:
    first: {exec-program: true, combos: {one: {hand: [ash]}}, stats: {down: down}}
    second: {start-card: 6, combos: {one: {hand: [ash]}}}
"""

FIXED = """\
deck: {size: 5, cards: {ash: {count: 2}, rest: {count: 3}}}
simulate: {seed: 7, tests: {t: {start-card: 2, combos: {one: {hand: [ash]}}}}}
"""


def counted(*words: str) -> dict[str, Any]:
    """What JSON says of the deck that was played."""
    (told,) = objects(yispc(*words, "--json"))
    return dict(told["deck"])


def test_with_plays_other_counts_and_keeps_the_size(tmp_path: Path) -> None:
    path = saved(tmp_path, DECK)
    deck = counted(path, "--with", "ash=2", "--with", "gate=0")
    assert deck == {"file": path, "cards": 20, "kinds": 4, "counts": {"ash": 2, "gate": 0}}
    assert "Counts: ash = 2" in yispc(path, "--with", "ash=2").out


def test_another_card_can_make_up_for_it(tmp_path: Path) -> None:
    path = saved(tmp_path, FIXED)
    assert counted(path, "--with", "ash=1")["cards"] == 4
    assert counted(path, "--with", "ash=1", "--filler", "rest")["cards"] == 5


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--with", "asch=2"], "has no card 'asch'; did you mean 'ash'?"),
        (["--with", "ash=2", "--filler", "bric"], "has no card 'bric'; did you mean 'brick'?"),
        (["--with", "ash"], "expected a card and its number of copies: ash=2, not 'ash'"),
        (["--with", "ash=-1"], "expected a card and its number of copies"),
        (["--filler", "brick"], "there is nothing to make up for without --with"),
    ],
)
def test_mistakes_about_counts(tmp_path: Path, words: list[str], said: str) -> None:
    found = yispc(saved(tmp_path, DECK), *words)
    assert (found.code, said in found.err) == (2, True), found.err


def test_counts_that_do_not_add_up_are_a_mistake_of_the_deck(tmp_path: Path) -> None:
    found = yispc(saved(tmp_path, DECK), "--with", "ash=30")
    assert found.code == 1 and "with those counts the cards but `rest` add up to 36" in found.err


def test_every_command_that_takes_a_deck_takes_counts(tmp_path: Path) -> None:
    path = saved(tmp_path, DECK)
    moved = yispc(
        "trace", path, "--with", "ash=20", "--with", "rest=0", "--with", "gate=0", "--with", "brick=0"
    )
    assert moved.code == 0 and "{ash, ash, ash, ash, ash}" in moved.out
    assert yispc("eval", "|D|", "--deck", path, "--with", "rest=0").out.strip() == "9"
    assert yispc("compile", path, "--emit", "tree", "--with", "ash=2").code == 0
    assert "--with is for the cards of a deck" in yispc("eval", "1", "--with", "ash=2").err


# Comparing ------------------------------------------------------------------------------------------------


def test_a_deck_against_itself_with_other_counts(tmp_path: Path) -> None:
    path = saved(tmp_path, DECK)
    found = yispc("compare", path, "--with", "ash=2")
    assert found.code == 0
    assert f"A: {path}" in found.out and f"B: {path} with ash = 2" in found.out
    assert found.out.count(": Not 2 ash: -") == 2


def test_two_files(tmp_path: Path) -> None:
    one = saved(tmp_path, DECK)
    other = tmp_path / "other.yml"
    other.write_text(DECK.replace("ash: {count: 3}", "ash: {count: 4}"))
    (told,) = objects(yispc("compare", one, str(other), "--json", "--topic", "first"))
    (topic,) = told["compare"]["topics"]
    figures = {figure["what"]: figure for figure in topic["differences"][0]["figures"]}
    assert topic["method"] == "exact" and figures["success"]["exact"] is not None
    assert [side["side"] for side in topic["sides"]] == [one, str(other)]


def test_by_trials_in_the_same_worlds(tmp_path: Path) -> None:
    path = saved(tmp_path, DECK)
    words = ["compare", path, "--with", "ash=2", "--method", "sample", "--count", "800", "--topic", "first"]
    (told,) = objects(yispc(*words, "--json"))
    (topic,) = told["compare"]["topics"]
    assert topic["trials"] == 800 and told["seed"] == 7
    trial = str(topic["apart"][0])
    again = ["trace", path, "--topic", "first", "--trial", trial, "--worlds"]
    one, other = yispc(*again).out, yispc(*again, "--with", "ash=2").out
    assert "one: yes" in one and "one: no" in other
    assert yispc(*words).out.count("in the same worlds") == 1


def test_topics_policies_and_parameters(tmp_path: Path) -> None:
    path = saved(tmp_path, DECK)
    found = yispc("compare", path, "--topic", "first", "--topic", "second")
    assert "A: first" in found.out and "B: second" in found.out
    found = yispc("compare", path, "--topic", "first", "--policy", "greedy,best")
    assert "A: greedy" in found.out and "B: best" in found.out
    found = yispc("compare", path, "--topic", "first", "--set", "down=3")
    assert f"B: {path} with down = 3" in found.out


@pytest.mark.slow
def test_a_table_and_a_picture(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    path, table, picture = saved(tmp_path, DECK), tmp_path / "t.csv", tmp_path / "t.svg"
    found = yispc("compare", path, "--with", "ash=2", "--csv", str(table), "--plot", str(picture))
    assert found.code == 0, found.err
    rows = list(csv.DictReader(table.read_text().splitlines()))
    assert {row["side"] for row in rows} == {path, f"{path} with ash = 2"}
    assert next(row["exact"] for row in rows if row["to"] and row["what"] == "success").startswith("-")
    assert "<svg" in picture.read_text()


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        ([], 2, "alone is nothing to compare"),
        (["opening", "--with", "ash=2"], 2, "--with and --size compare one deck with itself"),
        (["--with", "asch=2"], 2, "did you mean 'ash'?"),
        (["--with", "ash=40"], 1, "add up to"),
        (["--with", "ash=2", "--topic", "frist"], 2, "has no topic 'frist'"),
        (["--with", "ash=2", "--csv", "x.txt"], 2, "the name has to end in"),
        (["--set", "up=2"], 2, "no such parameter"),
    ],
)
def test_mistakes_in_comparing(tmp_path: Path, words: list[str], code: int, said: str) -> None:
    found = yispc("compare", saved(tmp_path, DECK), *words)
    assert (found.code, said in found.err) == (code, True), found.err


# Sensitivity ----------------------------------------------------------------------------------------------


def test_what_each_card_is_worth(tmp_path: Path) -> None:
    found = yispc("sensitivity", saved(tmp_path, DECK), "--topic", "first")
    lines = found.out.splitlines()
    assert found.code == 0 and "One more in the deck is one rest less, and the other way round." in lines
    assert next(line.split()[0] for line in lines if line[:4] in ("ash ", "gate", "bric")) == "ash"


def test_a_sampled_one_says_how_much_was_played(tmp_path: Path) -> None:
    path, table = saved(tmp_path, DECK), tmp_path / "t.tsv"
    words = ["--method", "sample", "--count", "600", "--csv", str(table), "--json"]
    (told,) = objects(yispc("sensitivity", path, *words))
    topic = told["sensitivity"]["topics"][0]
    assert topic["reused"] and topic["trials"] == 600 and topic["played"] < 4 * 600
    rows = list(csv.DictReader(table.read_text().splitlines(), delimiter="\t"))
    assert {row["card"] for row in rows} == {"ash", "gate", "brick"}


def test_what_takes_long_is_said_beforehand(tmp_path: Path) -> None:
    path = saved(tmp_path, DECK.replace("D.1", "D.ash.1"))
    words = ["sensitivity", path, "--method", "sample", "--count", "300", "--topic", "first"]
    assert "its scripts look into the deck; so all 6 variants are played in full" in yispc(*words).err
    assert yispc(*words, "-q").err == ""


def test_mistakes_in_asking_what_cards_are_worth(tmp_path: Path) -> None:
    path = saved(tmp_path, DECK)
    assert "did you mean 'brick'?" in yispc("sensitivity", path, "--filler", "brik").err
    assert yispc("sensitivity", path, "--topic", "nine").code == 2
    assert "no such parameter" in yispc("sensitivity", path, "--set", "up=2", "--csv", "x.txt").err
    assert yispc("sensitivity", str(tmp_path / "none.yml")).code == 1


def test_json_of_both_is_one_line(tmp_path: Path) -> None:
    path = saved(tmp_path, DECK)
    for words in (["compare", path, "--with", "ash=2"], ["sensitivity", path]):
        (line,) = yispc(*words, "--json").out.splitlines()
        assert json.loads(line)["schema"] == 1


def test_both_as_markdown_with_names_escaped(tmp_path: Path) -> None:
    path = saved(tmp_path, DECK.replace("brick", "a_b*"))
    found = yispc("sensitivity", path, "--topic", "first", "--markdown")
    assert found.code == 0 and "| a\\_b\\*" in found.out and "Time used" not in found.out
    found = yispc("compare", path, "--with", "ash=2", "--topic", "first", "--markdown")
    assert "| success rate" in found.out and found.out.startswith("Not 2 ash: -")
    assert yispc("compare", path, "--with", "ash=2", "--json", "--markdown").code == 2


def test_sweeps_and_tuning_as_markdown(tmp_path: Path) -> None:
    path = saved(tmp_path, DECK.replace("brick", "a_b*"))
    found = yispc("sweep", path, "--vary", "a_b*=0..2", "--topic", "first", "--markdown")
    assert found.code == 0, found.err
    assert "| a\\_b\\* |" in found.out and "\n\nThe same in every variant: rate" in found.out
    found = yispc(
        "tune", path, "--only", "a_b*", "--only", "ash", "--limit", "5", "--topic", "first", "--markdown"
    )
    assert found.code == 0 and "### The best" in found.out and "a\\_b\\*" in found.out
    for words in (["sweep", path, "--vary", "ash=0..2"], ["tune", path]):
        assert yispc(*words, "--json", "--markdown").code == 2


def test_the_help_says_how_many_trials_there_are() -> None:
    for command in ("sensitivity", "compare"):
        assert "(default: as many as it takes)" in " ".join(yispc(command, "--help").out.split())


def test_waiting_shows_how_far_each_topic_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a terminal, unless somebody wants silence; topics come as they are begun."""
    shown: list[Any] = []
    names: list[str] = []

    class Progress:
        def __init__(self, them: list[str], wanted: bool) -> None:
            nonlocal names
            names = them
            shown.append(wanted)

        def __call__(self, *row: Any) -> None:
            shown.append(row)

        def __exit__(self) -> None:
            shown.append("end")

    monkeypatch.setattr(common, "Progress", Progress)
    for terminal, quiet in ((True, False), (True, True), (False, False)):
        monkeypatch.setattr(sys.stderr, "isatty", lambda terminal=terminal: terminal)
        with common.Waiting(quiet=quiet) as waiting:
            for name, done, of in (("a", 1, 2), ("b", 1, 3), ("a", 2, 2)):
                waiting(name, done, of)
        assert names == ["a", "b"]
    rows = [(0, 1, 2, False), (1, 1, 3, False), (0, 2, 2, False)]
    assert shown == [True, *rows, "end", False, "end", False, "end"]
