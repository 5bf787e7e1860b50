"""``yispc advise``: the sentence, the tables, JSON, and what cannot be asked."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from commanding import saved, yispc

import yisp
from yisp.messages import speaking
from yisp.report.studies.advise import _names

FOUND = """\
deck:
  cards:
    look: {program: '/!used;/(>= |D| 2);@;(= used 1);(# X B);(# D.2 T);(# T.key.1 H);(# T D)'}
    dig: {program: '/!used;/(>= |D| 3);@;(= used 1);(# X B);(# D.2 J);(# D.1 H)'}
    key: {count: 2}
    blank: {count: 4}
    brick: {count: 2, program: '@;(# X B);(# D.*1 H);(shuffle D)'}
simulate:
  tests:
    hands: {combos: {one: {hand: [key]}}}
    found: {exec-program: true, start-card: 2, combos: {key: {hand: [key]}}, stats: {gone: '|J|'}}
"""


@pytest.fixture
def deck(tmp_path: Path) -> str:
    return saved(tmp_path, FOUND)


def test_the_sentence_comes_first(deck: str) -> None:
    said = yispc("advise", deck, "--hand", "look, dig", "--with", "brick=0")
    assert (said.code, said.err) == (0, "")
    assert (
        said.out
        == """\
Play look first: it works in 60 of 100 games from here. Stopping: no game.
Topic: found
Hand: look, dig

first   worth            less
look   60.00%  (3/5)
dig    33.33%  (1/3)  -26.67%
stop    0.00%    (0)  -60.00%

After look:
  60.00% (3/5)  nothing more  100.00% (1)  H: key, and more
  40.00% (2/5)  nothing more    0.00% (0)  D: 2 blank

Exact: everything that can still happen was looked at.
"""
    )


@pytest.mark.parametrize(
    ("hand", "more", "sentence"),
    [
        ("key, blank", (), "There is nothing to decide: it works in every game from here."),
        ("key, dig", (), "Stop here: it works in every game from here, whatever is done."),
        ("dig", ("--top", "3 blank"), "Stop here: it works in no game from here, whatever is done."),
        (
            "brick",
            (),
            "Play brick and take key first: it works in every game from here. As good: brick (take brick).",
        ),
        ("dig, 2 blank", ("--goal", "gone"), "Play dig first: from here gone is 2.00 (2) on average."),
        ("brick, look", (), "As good: brick (take key), brick (take brick)."),
    ],
)
def test_sentences(deck: str, hand: str, more: tuple[str, ...], sentence: str) -> None:
    said = yispc("advise", deck, "--hand", hand, *more)
    assert said.code == 0 and sentence in said.out, said.out


def test_in_other_languages(deck: str) -> None:
    for language, word in (("zh", "停手"), ("ja", "やめる")):
        said = yispc("advise", deck, "--hand", "look, dig", "--lang", language)
        assert said.code == 0 and word in said.out and "first" not in said.out


def test_the_rest_of_many_cards_is_counted_in_cards() -> None:
    names = [*"abcde", *"ffg"]
    for language, rest in (("en", "3 more cards"), ("zh", "另有 3 张卡"), ("ja", "ほか 3 枚")):
        with speaking(language):
            assert _names(names) == f"a, b, c, d, e, {rest}"
    assert _names("abcdef").endswith("e, 1 more card")


def test_the_same_as_json(deck: str) -> None:
    said = yispc(
        "advise", deck, "--hand", "look, dig", "--graveyard", "key", "--seen", "J: blank", "--seen", "J: 2 blank",
        "--top", "key", "--depth", "2", "--seed", "5", "--json",
    )  # fmt: skip
    found = json.loads(said.out)
    assert found["start"] == {
        "hand": ["look", "dig"], "deck-top": ["key"], "zones": {"B": ["key"], "J": ["blank"] * 3},
    }  # fmt: skip
    same = yisp.advise(
        deck, "look, dig", seen={"B": "key", "J": "3 blank"}, top="key", depth=2, seed=5
    ).to_dict()
    assert {**found, "seconds": None} == json.loads(json.dumps({**same, "seconds": None}))


def test_a_hand_is_drawn_by_the_seed(deck: str) -> None:
    one, same, other = (yispc("advise", deck, "--seed", seed, "--json").out for seed in ("1", "1", "4"))
    hands = [json.loads(said)["start"]["hand"] for said in (one, same, other)]
    assert hands[0] == hands[1] != hands[2]
    assert "(drawn, seed 1)" in yispc("advise", deck, "--seed", "1").out


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (("--hand", "loook"), 2, "did you mean 'look'"),
        (("--hand", "3 key"), 2, "the deck has 2 copies of key, and more are named"),
        (("--seen", "rest"), 2, "as in `B: ash, gate`"),
        (("--topic", "x"), 2, "no topic 'x'"),
        (("--goal", "luck"), 2, "known are score, success, gone"),
        (("--depth", "-1"), 2, "--depth"),
        (("--set", "x=1"), 2, "no parameters"),
    ],
)
def test_mistakes(deck: str, words: tuple[str, ...], code: int, sentence: str) -> None:
    said = yispc("advise", deck, *words)
    assert (said.code, said.out) == (code, "")
    assert sentence in said.err and "Traceback" not in said.err


def test_what_nobody_can_be_advised_about() -> None:
    said = yispc("advise", "duel")
    assert (said.code, said.out) == (1, "")
    assert "topic table cannot be played by best: its hands are dealt to seats" in said.err
    assert yispc("advise", "no-such-deck").code == 1
