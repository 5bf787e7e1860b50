"""What is replayed after the count: lines that scripts print, and the first trials under ``debug``."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest
from commanding import TEN_LINES, a_deck, counts, saved, timeless, yispc

SLOW_NATIVELY = True

PRINTS = a_deck('@;(# X B);(print "x" |B| X);/0', simulate={"count": 30})
SOME = a_deck("/(== 0 (rand 0 9));@;(# X B);(print |B|)", simulate={"count": 400})
DEBUG = TEN_LINES.replace("seed: 7", "seed: 7\n  debug: true")


def printed(err: str) -> list[str]:
    return [line for line in err.splitlines() if line.startswith("t, trial")]


def test_the_first_twenty_lines_and_how_many_more(tmp_path: Path, target: str) -> None:
    said = yispc(saved(tmp_path, PRINTS), "--target", target)
    assert said.code == 0
    # Five cards in a hand: each is activated once.
    expected = [f"t, trial {trial}: x {n} {{a}}" for trial in range(4) for n in range(1, 6)]
    assert printed(said.err) == expected
    assert said.err.splitlines()[-1] == "t: 130 more printed lines"
    assert "notice" not in said.err
    assert "x 1" not in said.out


@pytest.mark.slow
def test_they_are_the_first_by_trial_whatever_the_target(tmp_path: Path) -> None:
    deck = saved(tmp_path, SOME)
    python, native = yispc(deck, "--target", "python"), yispc(deck, "--target", "native")
    assert python.err == native.err
    lines = printed(python.err)
    trials = [int(line.split()[2].rstrip(":")) for line in lines]
    assert len(lines) == 20
    assert trials == sorted(trials)
    assert printed(yispc(deck, "--count", "4000", "--jobs", "2").err) == lines


def test_few_lines_are_not_counted(tmp_path: Path) -> None:
    said = yispc(saved(tmp_path, a_deck("[1]@;(print 1)", simulate={"count": 3})))
    assert printed(said.err) == [f"t, trial {trial}: 1" for trial in range(3)]
    assert "more" not in said.err


def test_prints_and_results(tmp_path: Path) -> None:
    """A print changes nothing else."""
    deck = saved(tmp_path, PRINTS)
    silent = saved(tmp_path, PRINTS.replace('(print \\"x\\" |B| X);', ""), "silent.yml")
    assert timeless(yispc(deck).out) == timeless(yispc(silent).out)


@pytest.mark.parametrize("count", [1, 4, 25])
def test_debug_replays_the_first_trials(count: int, tmp_path: Path) -> None:
    deck, plain = saved(tmp_path, DEBUG), saved(tmp_path, TEN_LINES, "plain.yml")
    said, quiet = yispc(deck, "--count", str(count)), yispc(plain, "--count", str(count))
    heads = [line for line in said.err.splitlines() if line.startswith("-----------")]
    assert heads == [
        f"----------- {topic}, trial {trial} -----------"
        for topic in ("opening", "hands")
        for trial in range(min(count, 10))
    ]
    assert timeless(said.out) == timeless(quiet.out)
    trace = yispc("trace", deck, "--trial", "0").out.splitlines()[1:]
    assert "\n".join(trace) in said.err


def test_debug_changes_no_count(tmp_path: Path, target: str) -> None:
    deck, plain = saved(tmp_path, DEBUG), saved(tmp_path, TEN_LINES, "plain.yml")
    assert counts(yispc(deck, "--json", "--target", target)) == counts(
        yispc(plain, "--json", "--target", target)
    )


@pytest.mark.parametrize("word", ["--json", "-q"])
def test_no_debug(word: str, tmp_path: Path) -> None:
    said = yispc(saved(tmp_path, DEBUG), word)
    assert "-----------" not in said.err + said.out


def test_debug_of_one_topic(tmp_path: Path) -> None:
    said = yispc(saved(tmp_path, DEBUG), "--topic", "hands")
    assert "opening, trial" not in said.err
    assert said.err.count("hands, trial") == 10


def test_a_trace_of_what_policies_play(tmp_path: Path) -> None:
    """The run's own list, or one of it; the command that a notice shows replays what was counted."""
    deck = saved(tmp_path, a_deck("[1]/(> |H| 3);@;(# X B);(# D.b.1 H)", simulate={"count": 30, "seed": 7}))
    run = yispc(deck, "--policy", "greedy,best", "--method", "sample", "-v")
    (command,) = {line.strip() for line in run.err.splitlines() if "--show best" in line}
    assert "--policy greedy,best --show best" in command and "Y301" in run.err
    shown = yispc(*command.split()[1:2], *command.split()[2:])
    heads = [line for line in shown.out.splitlines() if line.startswith("-----------")]
    assert len(heads) == 1 and heads[0].endswith(", played by best -----------")
    assert "Y301" in shown.out and "best takes a[0]" in shown.out
    both = yispc("trace", deck, "--policy", "greedy,best").out
    assert [line for line in both.splitlines() if "played by" in line] == [
        f"----------- t, trial 0, played by {policy} -----------" for policy in ("greedy", "best")
    ]
    assert "not one of" not in yispc("trace", deck, "--policy", "greedy").err
    wrong = yispc("trace", deck, "--policy", "greedy", "--show", "best")
    assert wrong.code == 2 and "the run is played by greedy" in wrong.err
    assert yispc("trace", deck, "--policy", "nobody").code == 2


@pytest.mark.parametrize("more", [(), ("--filler", "rest")])
def test_a_notice_of_other_counts_is_replayed_with_them(more: tuple[str, ...], tmp_path: Path) -> None:
    deck = saved(tmp_path, TEN_LINES)
    said = yispc(deck, "--with", "gate=9", *more, "--topic", "opening", "--count", "200", "-v")
    _, first, command = said.err.splitlines()
    assert first.endswith(f"first in trial {command.partition('--trial ')[2].split()[0]}")
    _, *words = shlex.split(command)
    assert ("--filler" in words) == bool(more)
    replayed = yispc(*words)
    assert replayed.code == 0 and "Y301" in replayed.out + replayed.err
