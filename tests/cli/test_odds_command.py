"""``yispc odds``: a question in words, and a deck of which some is seen."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest
from commanding import TEN_LINES, saved, yispc


def test_a_question_is_answered_with_a_fraction() -> None:
    assert yispc("odds", "3 of 40, draw 5, at least 1") == (0, "34 of 100 games: 33.76% (667/1976)\n", "")
    assert yispc("odds", "40张中3张,抽5张,至少1张").out == "34 of 100 games: 33.76% (667/1976)\n"
    found = json.loads(yispc("odds", "3 of 40, draw 5, at least 1", "--json").out)
    assert found["success"]["exact"] == "667/1976"


def test_a_mistake_in_a_question() -> None:
    said = yispc("odds", "3 of 40, draw 5, lots")
    assert (said.code, said.out) == (1, "")
    assert said.err.splitlines()[1:3] == ["    3 of 40, draw 5, lots", "    " + " " * 17 + "^^^^"]
    assert "for example: 3 of 40, draw 5, at least 1" in said.err


@pytest.mark.parametrize(
    ("option", "value"),
    [("--method", "sample"), ("--until", "1%"), ("--with", "zz=3"), ("--set", "q=1"), ("--policy", "best"),
     ("--seed", "0"), ("--count", "100"), ("--topic", "t"), ("--hand", "foo"), ("--seen", "B: x")],
)  # fmt: skip
def test_a_question_takes_no_option_of_decks(option: str, value: str) -> None:
    said = yispc("odds", "3 of 40, draw 5, at least 1", option, value)
    assert (said.code, said.out) == (2, "")
    assert f"is no deck but a question, which is answered exactly; {option} needs a deck" in said.err


def test_what_is_seen_and_what_it_was_without() -> None:
    said = yispc("odds", "opening", "--hand", "scout, 2 rest", "--seed", "7")
    assert said.code == 0
    assert "Topic: going-first" in said.out
    assert said.out.splitlines()[-1] == (
        "Without what is seen, going-first: 81.95% (4609/5624); seen, 100.00% (1): "
        "+18.05 percentage points (1015/5624)"
    )


def test_quiet_says_no_doubts_of_the_deck(tmp_path: Path) -> None:
    deck = saved(tmp_path, TEN_LINES.replace("simulate:", "simulate:\n  nonsense: 1", 1))
    assert "Y202" in yispc("odds", deck, "--hand", "scout").err
    assert yispc("odds", deck, "--hand", "scout", "-q").err == ""
    script = saved(tmp_path, "(print 1)", "a.yisp")
    assert "Y202" in yispc("run", script, "--deck", deck).err
    assert yispc("run", script, "--deck", deck, "-q").err == ""


def test_the_same_as_json() -> None:
    said = yispc("odds", "opening", "--topic", "going-second", "--hand", "scout", "--seen", "B: rest",
                 "--seen", "B：rest", "--top", "rest", "--json")  # fmt: skip
    found = json.loads(said.out)
    assert found["seen"] == {"hand": ["scout"], "deck-top": ["rest"], "zones": {"B": ["rest", "rest"]}}
    (topic,) = found["topics"]
    rates = [Fraction(rate["exact"]) for rate in (topic["success"], found["without"])]
    assert (topic["name"], Fraction(found["change"]["exact"])) == ("going-second", rates[0] - rates[1])


def test_trials_give_an_interval(tmp_path: Path) -> None:
    deck = saved(tmp_path, TEN_LINES)
    said = yispc("odds", deck, "--hand", "gate, 4 rest", "--seed", "3", "--count", "500")
    assert said.code == 0
    assert "Simulate 500 times" in said.out
    assert "percentage points (between " in said.out.splitlines()[-1]
    assert (
        yispc(
            "odds", deck, "--hand", "gate, 4 rest", "--seed", "3", "--count", "500", "--policy", "best"
        ).code
        == 0
    )


def test_other_counts() -> None:
    seen = ("--hand", "rest", "--topic", "going-second", "--json")
    plain, fewer = (
        json.loads(yispc("odds", "opening", *seen, *more).out) for more in ((), ("--with", "quicksand=0"))
    )
    assert plain["without"]["rate"] > fewer["without"]["rate"]
    assert plain["topics"][0]["success"]["rate"] > fewer["topics"][0]["success"]["rate"]
    said = yispc("odds", "opening", *seen, "--with", "quicksnd=0")
    assert said.code == 2 and "did you mean 'quicksand'" in said.err


def test_notices_are_said_without_a_command_that_would_replay_another_deck(tmp_path: Path) -> None:
    deck = saved(tmp_path, TEN_LINES)
    seen = ("--hand", "gate, 4 rest", "--seen", "J: 2 scout", "--seed", "3", "--count", "100")
    said = yispc("odds", deck, *seen)
    assert "notice[Y301]" in said.err and "yispc trace" not in said.err
    assert yispc("odds", deck, *seen, "-q").err == ""
    assert yispc("odds", deck, *seen, "--strict").code == 3


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (("opening",), 2, "say what is seen with --hand, --seen or --top"),
        (("opening", "--hand", "scuot"), 1, "did you mean `scout`"),
        (("opening", "--hand", "4 scout"), 1, "the deck has 3 copies of `scout`"),
        (("opening", "--hand", "6 rest"), 1, "`start-card` is 5"),
        (("opening", "--seen", "rest"), 2, "as in `B: ash, gate`"),
        (("opening", "--seen", "H: rest"), 2, "`--hand`"),
        (("opening", "--seen", "D: rest"), 2, "`--top`"),
        (("opening", "--hand", "rest", "--topic", "x"), 2, "no topic 'x'"),
        (("opening", "--hand", "rest", "--set", "x=1"), 2, "no parameters"),
        (("openin", "--hand", "rest"), 1, "did you mean 'opening'"),
        (("no-such-thing",), 1, "there is no file"),
        (("mahjong-0", "--hand", "rest", "--method", "exact"), 1, ""),
    ],
)
def test_mistakes(words: tuple[str, ...], code: int, sentence: str) -> None:
    said = yispc("odds", *words)
    assert (said.code, said.out) == (code, "")
    assert sentence in said.err and "Traceback" not in said.err


def test_a_file_of_that_name_is_a_deck(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "3 of 40, draw 5, at least 1").write_text(TEN_LINES, encoding="utf-8")
    assert yispc("odds", "3 of 40, draw 5, at least 1").code == 2
    assert yispc("odds", "3 of 40, draw 5, at least 1", "--hand", "rest", "--seed", "1").code == 0
