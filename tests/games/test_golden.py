"""The packaged decks: no doubts about them, the same play as ever, and the same on both targets."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from golden import COUNTED, DECKS, DIGESTED, FOLDER, SEED, counted, difference, golden, packaged
from running import open_play

import yisp
from yisp.compile.pipeline import compile_deck
from yisp.simulate.run import run_program

LOGGED = 100
"""How many trials of a topic have their logs compared."""

BUILT_AS_USERS_DO = True

LONG = ("duel-dora", "duel-hands")

each_deck = pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.slow] if name in LONG else []) for name in DECKS]
)


@each_deck
def test_a_packaged_deck_has_no_warnings(name: str) -> None:
    assert not list(packaged(name).diagnostics)


@pytest.mark.parametrize(
    "readme", sorted(Path(yisp.__file__).parents[1].glob("README*.md")), ids=lambda path: path.name
)
def test_readmes_name_every_packaged_deck(readme: Path) -> None:
    words = re.findall(r"[\w-]+", readme.read_text(encoding="utf-8"))
    assert set(DECKS) <= set(words)


@each_deck
def test_a_packaged_deck_plays_as_it_always_has(name: str) -> None:
    found = difference(name, (FOLDER / f"{name}.txt").read_text(encoding="utf-8"))
    assert found is None, found


@pytest.mark.slow
def test_a_difference_is_shown_where_it_is() -> None:
    """In a line that is written out, in lines that a digest stands for, and at the end."""
    text = golden("war")
    assert difference("war", text) is None
    lines = text.splitlines()
    digests = [number for number, line in enumerate(lines) if line.startswith(f"… {DIGESTED} lines, ")]
    assert len(digests) > 100 and len(lines) < 1000
    for number in (5, digests[70], len(lines) - 1):
        changed = "\n".join([*lines[:number], lines[number] + "!", *lines[number + 1 :]])
        said = difference("war", changed)
        assert said is not None
        head, _, now = said.partition("\nnow:\n")
        assert head == f"war.txt:{number + 1}: {lines[number]}!"
        assert len(now.splitlines()) == (DIGESTED if number == digests[70] else 1)
    assert "now:\nnothing" in str(difference("war", text + "more\n"))
    assert ": nothing\n" in str(difference("war", "\n".join(lines[:-1])))


@pytest.mark.slow
@each_deck
def test_native_counts_what_the_golden_file_says(name: str) -> None:
    text = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    program = compile_deck(packaged(name))
    for topic in range(len(program.topics)):
        play = open_play(program, "native", topic, SEED)
        play.run(0, COUNTED)
        assert "\n".join(counted(play)) in text


@pytest.mark.slow  # of drawn decks, tests/properties/test_targets.py asks it of quick tests
@each_deck
def test_the_event_logs_of_both_targets_are_equal(name: str) -> None:
    program = compile_deck(packaged(name))
    for topic in range(len(program.topics)):
        python, native = (open_play(program, target, topic, SEED) for target in ("python", "native"))
        for trial in range(LOGGED):
            assert python.log(trial) == native.log(trial), (topic, trial)


@pytest.mark.slow
@each_deck
def test_a_packaged_deck_runs_without_notices(name: str) -> None:
    outcome = run_program(
        compile_deck(packaged(name)), count=5000, seed=SEED, method="sample", target="native",
        policies=["greedy"],
    )  # fmt: skip
    assert not [topic.topic for topic in outcome.topics if topic.counts.notices]
