"""``yispc run script.yisp``."""

from __future__ import annotations

from pathlib import Path

import pytest
from commanding import process, saved, yispc

SCRIPT = """\
// mill until a scout lies in the graveyard
(while (and |D| (not |B.scout|))   // never for ever
  (# D.1 B));
(print "milled" |B|);
(print B.-1)
"""


def test_it_is_played_once(deck: str, tmp_path: Path) -> None:
    script = saved(tmp_path, SCRIPT, "mill.yisp")
    said = yispc("run", script, "--deck", deck, "--seed", "3")
    assert (said.code, said.err) == (0, "")
    milled, last, *zones = said.out.splitlines()
    number = int(milled.removeprefix("milled "))
    assert last == "{scout}"
    assert [line.split(" (")[0] for line in zones] == ["H", "D", "B"]
    assert f"B ({number})" in zones[-1] and zones[-1].endswith("scout")
    assert zones[1] == f"D ({35 - number})  {35 - number} unseen"
    assert yispc(script, "--deck", deck, "--seed", "3") == said
    assert process("run", script, "--deck", deck, "--seed", "3") == said
    assert yispc("run", script, "--deck", deck, "--seed", "3", "-q").out == f"{milled}\n{{scout}}\n"


def test_without_a_deck(tmp_path: Path) -> None:
    assert yispc(saved(tmp_path, "(* 6 7) // a number\n", "a.yisp")).out == "42\n"


def test_a_topic(deck: str, tmp_path: Path) -> None:
    script = saved(tmp_path, "(print |H|)", "a.yisp")
    assert yispc("run", script, "--deck", deck, "--topic", "hands").out.startswith("5\n")
    said = yispc("run", script, "--deck", deck, "--topic", "nix")
    assert said.code == 2 and "no topic 'nix'" in said.err


@pytest.mark.parametrize("words", [("--count", "5"), ("--json",), ("--method", "exact"),
                                   ("--topic", "hands", "--topic", "opening")])  # fmt: skip
def test_what_is_about_counting_is_refused(deck: str, tmp_path: Path, words: tuple[str, ...]) -> None:
    said = yispc("run", saved(tmp_path, "(print 1)", "a.yisp"), "--deck", deck, *words)
    assert said.code == 2 and words[0] in said.err and said.out == ""


def test_a_deck_takes_no_deck(deck: str) -> None:
    said = yispc("run", deck, "--deck", deck)
    assert said.code == 2 and "--deck is for scripts" in said.err


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        ("(# D.1 B);\n// so\n  (# D.1", 1, "a.yisp:3:3: error[Y104]"),
        ("(print 1); (print (/ 1 0))", 3, "a.yisp:1:19: error[Y302]"),
        (b"\xff\xfe(", 1, "a.yisp:1:1: error[Y003]"),
        ("(print \x07)", 1, "error[Y004]"),
    ],
)
def test_mistakes(deck: str, tmp_path: Path, text: str | bytes, code: int, message: str) -> None:
    said = yispc("run", saved(tmp_path, text, "a.yisp"), "--deck", deck)
    assert said.code == code and message in said.err
    assert "Traceback" not in said.err
    if code == 3:
        assert said.out.startswith("1\n")


def test_no_such_file(deck: str) -> None:
    assert yispc("run", "nix.yisp", "--deck", deck).code == 1
    assert yispc("run", "nix.yisp", "--deck", "nix.yml").code == 1
