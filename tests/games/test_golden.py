"""The packaged decks: no doubts about them, the same play as ever, and the same on both targets."""

from __future__ import annotations

import pytest
from golden import COUNTED, DECKS, FOLDER, SEED, counted, golden, packaged
from running import open_play

from yisp.compile.pipeline import compile_deck
from yisp.simulate.run import run_program

LOGGED = 300
"""How many trials of a topic have their event logs compared."""

pytestmark = pytest.mark.parametrize("name", DECKS)


def test_a_packaged_deck_has_no_warnings(name: str) -> None:
    assert not list(packaged(name).diagnostics)


def test_a_packaged_deck_plays_as_it_always_has(name: str) -> None:
    assert golden(name) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def test_native_counts_what_the_golden_file_says(name: str) -> None:
    text = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    program = compile_deck(packaged(name))
    for topic in range(len(program.topics)):
        play = open_play(program, "native", topic, SEED)
        play.run(0, COUNTED)
        assert "\n".join(counted(play)) in text


def test_the_event_logs_of_both_targets_are_equal(name: str) -> None:
    program = compile_deck(packaged(name))
    for topic in range(len(program.topics)):
        python, native = (open_play(program, target, topic, SEED) for target in ("python", "native"))
        for trial in range(LOGGED):
            assert python.log(trial) == native.log(trial), (topic, trial)


def test_a_packaged_deck_runs_without_notices(name: str) -> None:
    outcome = run_program(
        compile_deck(packaged(name)), count=20_000, seed=SEED, method="sample", target="python"
    )
    assert not [topic.topic for topic in outcome.topics if topic.counts.notices]
