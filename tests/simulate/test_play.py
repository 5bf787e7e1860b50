"""One topic's trials: the plain facts of dealing, counting and recording, on both targets."""

from __future__ import annotations

from array import array

import pytest
from running import compile_text, deck_text, named_zones, notices, open_play, rows, zones

from yisp.compile.program import Program
from yisp.simulate.run import run_program
from yisp.simulate.sampling import sample

CARDS = {
    "a": {"count": 3, "program": ["[1]@;(# X B);(# D.2 H)"]},
    "b": {"count": 17},
}


@pytest.fixture(scope="module")
def program() -> Program:
    combos = {"one": {"hand": ["a"]}, "two": {"hand": ["2x a"], "score": 3}}
    stats = {"hand": "|H|", "sometimes": "(/ 6 |B|)"}
    topics = {
        "hand": {"combos": combos, "stats": stats},
        "play": {"combos": combos, "stats": stats, "exec-program": True},
        "nothing": {"start-card": 0, "combos": combos},
        "everything": {"start-card": 20, "combos": combos},
        "no stats": {"combos": {"c": {}}},
    }
    return compile_text(deck_text(CARDS, topics))


@pytest.mark.slow
def test_the_hand_is_dealt_from_the_deck(program: Program, target: str) -> None:
    for topic, size in (("hand", 5), ("nothing", 0), ("everything", 20)):
        play = open_play(program, target, program.topic(topic))
        for trial in range(20):
            play.run(trial, trial + 1)
            found = zones(play)
            assert len(found["H"]) == size
            assert sorted([*found["H"], *found["D"]]) == list(range(20))


def test_effects_are_run_only_where_asked(program: Program, target: str) -> None:
    hand, play = (open_play(program, target, program.topic(topic)) for topic in ("hand", "play"))
    hand.run(0, 300)
    play.run(0, 300)
    assert hand.counts().activations == [0]
    assert sum(play.counts().activations) > 0
    trial_by_trial = open_play(program, target, program.topic("play"))
    used = 0
    for trial in range(300):
        trial_by_trial.run(trial, trial + 1)
        used += named_zones(trial_by_trial).get("B") == ["a"]
    assert play.counts().activations == play.counts().used == [used]


def test_a_row_is_what_was_counted(program: Program, target: str) -> None:
    play = open_play(program, target, program.topic("play"))
    for row, trial in zip(rows(play, 40, 90), range(40, 90), strict=True):
        assert row.trial == trial
        assert row.score == (3 if row.combos[1] else 1 if row.combos[0] else 0)
        assert row.stats[1] in (None, 6)


def test_a_row_of_a_topic_without_stats(program: Program, target: str) -> None:
    play = open_play(program, target, program.topic("no stats"))
    numbers = array("q")
    numbers.frombytes(play.records(5, 8))
    assert list(numbers) == [5, 1, 1, 6, 1, 1, 7, 1, 1]


def test_recording_ends(program: Program, target: str) -> None:
    """A run after records writes none, and counts all the same."""
    play = open_play(program, target)
    play.records(0, 10)
    play.run(10, 500)
    assert play.counts().trials == 500


def test_a_log_ends(program: Program, target: str) -> None:
    play = open_play(program, target)
    log = play.log(0)
    play.run(1, 100)
    assert play.log(0) == log
    assert play.counts().trials == 101


@pytest.mark.slow
def test_a_notice_is_counted_by_trial_as_well(target: str) -> None:
    empty = {"a": {"count": 3, "program": "@;(# B.1 X);(# B.1 X);(# X D)"}, "b": {"count": 17}}
    made = compile_text(deck_text(empty, {"t": {"exec-program": True, "combos": {"c": {}}}}))
    play = open_play(made, target)
    for trial in range(0, 500, 100):
        play.run(trial, trial + 100)
    found = play.counts().notices
    assert [notice.count for notice in found] == play.counts().activations * 2
    assert [notice.trials for notice in found] == play.counts().used * 2
    assert play.counts().used < play.counts().activations


def test_no_trials(program: Program, target: str) -> None:
    play = open_play(program, target)
    play.run(5, 5)
    assert play.records(5, 5) == b""
    counts = play.counts()
    assert (counts.trials, counts.successes, counts.stats[0].count, counts.stats[0].least) == (0, 0, 0, None)
    assert notices(play) == []


def test_trials_of_any_number(program: Program, target: str) -> None:
    """Trials are numbered by 64 bits, and every seed below 2^53 is one of its own."""
    seeds = (0, 1, 2**53 - 1)
    firsts = (0, 2**32, 2**62)
    logs = {tuple(open_play(program, target, 0, seed).log(first)) for seed in seeds for first in firsts}
    assert len(logs) == 9


def test_four_hands_of_a_block_are_dealt_alone_or_together(program: Program, target: str) -> None:
    """A topic that draws a hand and nothing else shares blocks of random numbers among trials."""
    together = open_play(program, target)
    all_rows = list(rows(together, 0, 40))
    for size in (1, 3, 5):
        alone = open_play(program, target)
        blocks = [rows(alone, first, min(first + size, 40)) for first in range(0, 40, size)]
        assert [row for block in blocks for row in block] == all_rows
    logged = open_play(program, "python")
    for trial in range(8):
        together.run(trial, trial + 1)
        log = logged.log(trial)[:13]  # what follows are notices
        assert log == [1, 5, 0, 0, 2, 0, 256, 5, *zones(together)["H"]]


def test_run_program_is_the_same_on_both_targets(program: Program) -> None:
    outcomes = [
        run_program(program, count=3000, seed=11, method="sample", target=target)
        for target in ("python", "native")
    ]
    assert [outcome.target for outcome in outcomes] == ["python", "native"]
    for python, native in zip(outcomes[0].topics, outcomes[1].topics, strict=True):
        assert python.counts.combos == native.counts.combos
        assert python.counts.score.histogram == native.counts.score.histogram
        assert [tally.histogram for tally in python.counts.stats] == [
            tally.histogram for tally in native.counts.stats
        ]
        assert python.counts.activations == native.counts.activations


@pytest.mark.parametrize("jobs", [1, 2])
def test_progress_counts_trials(program: Program, jobs: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sample, "WORTH_PROCESSES", -1.0)
    told: list[tuple[int, int, int, bool]] = []
    run_program(
        program, count=700, seed=1, topics=[1, 0], method="sample", target="python", jobs=jobs,
        progress=lambda *one: told.append(one),
    )  # fmt: skip
    for topic in (1, 0):
        done = [(trials, goal, trying) for index, trials, goal, trying in told if index == topic]
        assert done[0] == (1, 700, False) or jobs > 1
        assert done[-1] == (700, 700, False)
        assert done == sorted(set(done))
