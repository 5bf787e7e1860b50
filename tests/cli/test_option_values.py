"""What options read: every kind of value at the ends of what it may be, and just beyond."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from importlib import import_module
from typing import Any

import click
import pytest

from yisp.cli import COMMANDS, options
from yisp.cli.running import run
from yisp.cli.studying import tune
from yisp.simulate.seeds import TRIALS

READ: dict[Callable[[str], Any], dict[str, Any]] = {
    options.count: {"1": 1, "1e3": 1000, "10_000": 10**4, "1,000": 1000, str(10**15): 10**15},
    options.seed: {"0": 0, str(2**53 - 1): 2**53 - 1},
    options.share: {"0.1%": 0.001, "0.25": 0.25, "99%": 0.99},
    options.jobs: {"1": 1, "1024": 1024},
    options.duration: {"10s": 10, "500ms": 0.5, "2min": 120, "2m": 120, "1h": 3600, " 1.5 ": 1.5},
    options.memory: {"1K": 1024, "512M": 512 * 2**20, "512mb": 512 * 2**20, "2GiB": 2**31, "1T": 2**40},
    options.policies: {"greedy, best": ["greedy", "best"], "random": ["random"]},
    options.parameter: {"down=1": ("down", 1), " a = -2": ("a", -2), f"a={2**63 - 1}": ("a", 2**63 - 1),
                        f"a={-(2**63)}": ("a", -(2**63))},
    options.copies: {"ash=0": ("ash", 0), "a=b=2": ("a=b", 2), "ash=1000000000": ("ash", 10**9)},
    tune.most: {"0": 0, "1000000": 10**6},
    tune.probability: {"95%": 0.95, "0.5": 0.5},
    tune.difference: {"0": 0, "0.1%": 0.001, "0.05": 0.05, "2": 2},
}  # fmt: skip

REFUSED: dict[Callable[[str], Any], list[str]] = {
    options.count: ["0", "-1", "1.5", "x", "1e15x", str(10**15 + 1)],
    options.seed: ["-1", str(2**53), "x"],
    options.share: ["0", "1", "100%", "-5%", "x", "%"],
    options.jobs: ["0", "1025", "x"],
    options.duration: ["0", "-1s", "s", "1d", "1000000000", "nan"],
    options.memory: ["0M", "512", "", "B", "1e9M", "5X", "M"],
    options.policies: ["wise", "greedy,wise", ""],
    options.parameter: ["down", "=1", "a=x", f"a={2**63}", f"a={-(2**63) - 1}"],
    options.copies: ["ash", "=1", "ash=-1", "ash=1000000001"],
    tune.most: ["-1", "1000001", "x"],
    tune.probability: ["0", "100%", "2"],
    tune.difference: ["-0.1", "1000000000", "x"],
}


@pytest.mark.parametrize(("read", "text"), [(read, text) for read, texts in READ.items() for text in texts])
def test_what_is_read(read: Callable[[str], Any], text: str) -> None:
    wanted = READ[read][text]
    assert read(text) == (pytest.approx(wanted) if isinstance(wanted, float) else wanted)


@pytest.mark.parametrize(
    ("read", "text"), [(read, text) for read, texts in REFUSED.items() for text in texts]
)
def test_what_is_refused(read: Callable[[str], Any], text: str) -> None:
    with pytest.raises((ValueError, OverflowError)):
        read(text)


@pytest.mark.parametrize("name", ["trace", "search", "repl"])
def test_a_trials_number_is_the_same_everywhere(name: str) -> None:
    command = import_module(f"yisp.cli.{COMMANDS[name][0]}").command
    (option,) = (one for one in command.params if one.name == "trial")
    assert isinstance(option.type, click.IntRange)
    assert (option.type.min, option.type.max) == (0, TRIALS - 1)


@pytest.mark.parametrize("read", READ)
def test_what_is_expected_is_said(read: Callable[[str], Any]) -> None:
    said = str(options.expected(read))
    assert said and said[0].islower() and not said.endswith(".")


PLAIN: dict[str, dict[str, Any] | None] = {
    "deck.yml": {},
    "run deck.yml - other.yml": {"decks": ["deck.yml", "-", "other.yml"]},
    "run run": {"decks": ["run"]},
    "run check": {"decks": ["check"]},
    "deck.yml check": {"decks": ["deck.yml", "check"]},
    "-n 5 --seed 0 deck.yml --method exact": {"count": 5, "seed": 0, "method": "exact"},
    "deck.yml --topic a --topic b --relate x,y": {"topics": ["a", "b"], "relate": ["x,y"]},
    "deck.yml --topic a --topic a": {"topics": ["a", "a"]},
    "deck.yml --set a=1 --set b=-2 --with ash=3 --filler x": {
        "set": [("a", 1), ("b", -2)], "copies": [("ash", 3)], "filler": "x",
    },
    "deck.yml -q -v --strict --json --markdown": dict.fromkeys(
        ("quiet", "verbose", "strict", "json", "markdown"), True
    ),
    "deck.yml -j 2 --target python --until 1% --policy greedy,best": {
        "jobs": 2, "target": "python", "until": 0.01, "policies": ["greedy", "best"],
    },
    "deck.yml --csv a.csv --records b.csv --plot c.svg --junit d.xml --deck -": {
        "csv": "a.csv", "records": "b.csv", "plot": "c.svg", "junit": "d.xml", "deck": "-",
    },
    "deck.yml --annotations github --time-limit 2min --memory-limit 1K --no-files": {
        "annotations": "github", "time_limit": 120, "memory_limit": 1024, "no_files": True,
    },
    "": None,
    "run": None,
    "-q": None,
    "check deck.yml": None,
    "deck.yml --seed": None,
    "deck.yml --seed 1 --seed 2": None,
    "deck.yml -q --quiet": None,
    "deck.yml --seed x": None,
    "deck.yml --count 1e15x": None,
    "deck.yml --method best": None,
    "deck.yml --seed=1": None,
    "deck.yml -n5": None,
    "deck.yml --se 1": None,
    "deck.yml -- -q": None,
    "--help": None,
}  # fmt: skip
"""Lines, and what is read of them without click; None: nothing, so that click says what they mean."""


@pytest.mark.parametrize("line", PLAIN)
def test_a_plain_line_is_read_as_click_reads_it(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted, found = PLAIN[line], options.read_plainly(shlex.split(line))
    if wanted is None:
        assert found is None
        return
    assert found is not None
    empty = vars(options.RunOptions(["deck.yml"]))
    assert {name: value for name, value in vars(found).items() if value != empty[name]} == wanted
    read: list[options.RunOptions] = []
    monkeypatch.setattr(run, "run_decks", read.append)
    run.command.main(shlex.split(line.removeprefix("run ")), standalone_mode=False)
    assert vars(read[0]) == vars(found)
