"""``yispc tune``: what it prints, and how it ends."""

from __future__ import annotations

import json
from math import comb
from pathlib import Path

import pytest
from commanding import objects, saved, yispc

DECK = """\
deck:
  cards:
    key: {count: 2}
    灰流丽: {count: 1}
    rest: {count: 37}
simulate: {tests: {opening: {combos: {one: {hand: [key]}}, watch: {灰: {hand: [灰流丽]}}}}}
"""

ALIKE = """\
deck:
  cards: {key: {count: 1, attribute: [s]}, door: {count: 1, attribute: [s]}, lamp: {count: 1, attribute: [s]}, rest: {count: 37}}
simulate: {tests: {opening: {combos: {c: {hand: [a:s]}}}}}
"""
"""Copies of three cards serve alike."""


@pytest.fixture
def deck(tmp_path: Path) -> str:
    return saved(tmp_path, DECK)


def test_the_best_deck(deck: str) -> None:
    said = yispc("tune", deck, "--lock", "灰流丽")
    assert (said.code, said.err) == (0, "")
    lines = said.out.splitlines()
    assert lines[0] == "Play key 2→3, rest 37→36. rate: 33.76%"
    assert lines[2:] == [
        "Looked at all 4 decks within the limits",
        "Exact: the best is the best",
        "Above the deck as it is by 10.04 points",
        "The best:",
        "    rate",
        "  33.76%  key 2→3, rest 37→36",
        "Dropped: 3; the best of them:",
        "    rate",
        "  23.72%  the deck as it is",
        f"yispc run {deck} --with key=3 --with rest=36",
    ]


def test_a_race_says_how_certain_it_is(deck: str) -> None:
    said = yispc("tune", deck, "--lock", "灰流丽", "--method=sample", "--seed=1", "--certainty=99%")
    assert "With a probability of at least 0.99 the best is the best (seed 1, up to " in said.out
    few = yispc("tune", deck, "--lock", "灰流丽", "--method=sample", "--seed=1", "--count=20")
    assert "Not shown which is best, with seed 1, up to 20 trials a deck" in few.out
    assert "Not told apart:" in few.out


def test_what_is_better_is_said_first_though_others_may_be_as_good(tmp_path: Path) -> None:
    deck = saved(tmp_path, ALIKE)
    words = ("tune", deck, "--method=sample", "--seed=1", "--jobs=1", "--target=python")
    lines = yispc(*words, "--count=500").out.splitlines()
    (report,) = objects(yispc(*words, "--count=500", "--json"))
    low, high = report["gain"]["ends"]
    assert 0 < low < (comb(37, 5) - comb(31, 5)) / comb(40, 5) < high
    first = report["decks"][0]
    assert first["state"] == "not told apart" and first["counts"] == [3, 3, 3, 31]
    assert lines[0].startswith("Play key 1→3, door 1→3, lamp 1→3, rest 37→31: ")
    assert lines[0].endswith(" above the deck as it is. Others may be as good.")
    assert yispc(*words, "--count=20").out.startswith("No deck was shown to be best.\n")


def test_cards_of_more_than_three_copies_are_named(tmp_path: Path) -> None:
    text = DECK.replace("key: {count: 2}", "key: {count: 4}").replace("灰流丽: {count: 1}", "灰流丽: {count: 4}")
    deck = saved(tmp_path, text)
    said = yispc("tune", deck, "--look=20")
    assert "more than 3 of key, 灰流丽, so these may have any number; --limit 4 allows" in said.err
    both = yispc("tune", deck, "--look=20", "--only=key", "--only=灰流丽")
    assert "more than 3 of key, 灰流丽, so" in both.err
    for words in (["--limit=4"], ["--only=key", "--only=rest", "--range=key=0..4"], ["--look=20", "-q"]):
        assert yispc("tune", deck, *words).err == ""


def test_a_single_deck_is_not_recommended(deck: str) -> None:
    lines = yispc("tune", deck, "--only=key").out.splitlines()
    assert lines[0].startswith("Only the deck as it is keeps the limits") and "Play" not in lines[0]


def test_a_front_and_files(deck: str, tmp_path: Path) -> None:
    table = tmp_path / "t.csv"
    words = ("tune", deck, "--goal", "rate", "--minimize", "灰", "--csv", str(table))
    said = yispc(*words)
    assert "The front:" in said.out and said.code == 0
    (report,) = objects(yispc(*words, "--json"))
    assert [one["state"] for one in report["decks"][:2]] == ["front", "dropped"]
    assert table.read_text(encoding="utf-8").startswith("state,rate,rate low,rate high,rate trials,灰,")


def test_a_list_of_limited_cards(deck: str, tmp_path: Path) -> None:
    path = saved(tmp_path, "!one\n1 1 --key\n!two\n1 0 --key\n", "lflist.conf")
    said = yispc("tune", deck, "--lock=灰流丽", "--banlist", path)
    assert "--banlist: the list 'one' limits 1 of the deck's 3 cards" in said.err
    assert "key 2→1" in said.out
    assert "key 2→0" in yispc("tune", deck, "--lock=灰流丽", "--banlist", path, "--list", "two", "-q").out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--goal", "rat"], "did you mean 'rate'"),
        (["--lock", "kei"], "did you mean 'key'"),
        (["--range", "key"], "'key' says no range"),
        (["--size", "x"], "--size: 'x' is no number or range"),
        (["--banlist", "none.conf"], "--banlist none.conf: No such file"),
        (["--list", "x"], "--list says which list of a --banlist"),
        (["--certainty", "2"], "expected a probability above 0 and below 100%"),
        (["--csv", "t.doc"], "the name has to end in"),
    ],
)
def test_mistakes_are_sentences(words: list[str], said: str, deck: str) -> None:
    told = yispc("tune", deck, *words)
    assert (told.code, told.out) == (2, "") and said in told.err and "Traceback" not in told.err


def test_a_journal(deck: str, tmp_path: Path) -> None:
    journal = str(tmp_path / "j.jsonl")
    words = ("tune", deck, "--method=sample", "--seed=3", "--count=2000", "--journal", journal, "--json")
    first = yispc(*words)
    whole = Path(journal).read_text().splitlines(keepends=True)
    Path(journal).write_text("".join(whole[: len(whole) // 2]))
    assert yispc(*words) == first
    assert len(Path(journal).read_text().splitlines()) == len(whole)
    assert json.loads(whole[0])["study"] == "tune"
    told = yispc("sweep", deck, "--vary=key=1", "--journal", journal)
    assert told.code == 2 and "the journal of another study: of a tune" in told.err
