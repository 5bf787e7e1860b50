"""Staged searches of drawn dilemmas and of contests: with and without the table, of all turns, natively."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from generated import few_of
from hunt.dilemmas import draw_short
from hunt.doors import contests
from running import compile_text, native_module

import yisp
from yisp.compile.builds import native
from yisp.compile.pipeline import compile_deck
from yisp.compile.program import Policy, Program
from yisp.deck.load import load
from yisp.simulate.counting.probabilities import OverBudget
from yisp.simulate.playing.play import python_functions
from yisp.simulate.worlds.routes import search
from yisp.simulate.worlds.worlds import Players

GAMES = Path(yisp.__file__).parent / "games"

EVALUATIONS = (
    None, "gain", "(+ gain |H.a|)", "(- |D| (* gain |B|))", "(/ 6 (- gain 1))", "(+ |D.1.a| gain)",
)  # fmt: skip

SCRIPTS = {
    "before-play": ("", "", "(# D.1 H)", "(= used 0)", "(# H.*1 D);(shuffle D)"),
    "footer": ("", "", "(= gain (+ gain 1))", "(# H.*1 B)", "(if (> gain 5) (stop 1))"),
}

LIMITED = {"Y302", "Y305", "Y306", "Y312"}
"""What ends a line early is no end that was searched; it may be another line without the table."""


class Played(NamedTuple):
    """The rows of each policy, how many stages it ran, and whether limits ended any line."""

    rows: list[list[list[int]]]
    runs: list[int]
    limited: bool


def played(program: Program, policies: list[Policy], trials: int, *, natively: bool = False) -> Played:
    how: dict[str, Any] = (
        {"stages": native_module(program, native.Entry.STAGES)}
        if natively
        else {"functions": python_functions(program.python_source)}
    )
    players = Players(program, 0, 7, policies, **how)
    numbers = memoryview(players.records(0, trials)).cast("q").tolist()
    width, count = players.row.width, len(policies)
    rows = [numbers[at : at + width] for at in range(0, len(numbers), width)]
    codes = {notice.code for counts in players.parts() for notice in counts.notices}
    runs = [seat.stages.enumerator.runs for seat in players.seats]
    return Played([rows[one::count] for one in range(count)], runs, bool(codes & LIMITED))


def staged(number: int) -> Program:
    """A drawn deck that a staged search plays."""
    random = Random(f"staged {number}")
    deck = json.loads(draw_short("staged", number))
    topic = deck["simulate"]["tests"]["t"]
    policy: dict[str, Any] = {"kind": "staged-search", "stage": random.randint(1, topic["turns"])}
    policy["pass"] = random.choice(("always", "always", "never"))
    if evaluation := random.choice(EVALUATIONS):
        policy["evaluate"] = evaluation
    else:
        policy["goal"] = random.choice(("score", "success"))
    scripts = {key: script for key, some in SCRIPTS.items() if (script := random.choice(some))}
    topic |= {**scripts, "policy": policy}
    return compile_text(json.dumps(deck))


# In the last one a guard fails in front of the move that is best.
@pytest.mark.parametrize("number", [*few_of(40, 10), 3179])
def test_the_table_saves_work_and_changes_nothing(number: int) -> None:
    program = staged(number)
    policy = program.topics[0].policy
    (one, other), runs, limited = played(program, [policy, policy.but(table=False)], 20)
    if not limited:
        assert one == other
        assert runs[0] <= runs[1]


@pytest.mark.parametrize("number", few_of(40, 10))
def test_one_stage_of_all_turns_is_hindsight(number: int) -> None:
    program = staged(number)
    policy = program.topics[0].policy
    whole = policy.but(stage=program.topics[0].turns, evaluates=False)
    (one, other), _, _ = played(program, [whole, whole.but(kind="hindsight")], 20)
    assert one == other


FEW_VALUES = ("0", "(> gain 1)", "|B.a|", "(- |H|)")
"""Evaluations of which many lines are alike."""


def tied(number: int) -> Program:
    """A drawn deck of one stage in which many lines are worth as much, and whose stats tell them apart."""
    random = Random(f"tied {number}")
    deck = json.loads(draw_short("tied", number))
    topic = deck["simulate"]["tests"]["t"]
    cards = list(deck["deck"]["cards"].items())
    random.shuffle(cards)
    deck["deck"]["cards"] = dict(cards)  # the file's order is not the one that names are drawn in
    topic["policy"] = {
        "kind": "staged-search",
        "stage": topic["turns"],
        "evaluate": random.choice(FEW_VALUES),
    }
    topic["stats"] = {f"{zone} {name}": f'|{zone}."{name}"|' for zone in "HBJ" for name, _ in cards}
    return compile_text(json.dumps(deck))


@pytest.mark.parametrize("number", [*few_of(20, 6), 137, 191])
def test_a_run_plays_the_line_that_the_search_calls_the_best(number: int) -> None:
    program = tied(number)
    topic = program.topics[0]
    players = Players(program, 0, 7, [topic.policy], functions=python_functions(program.python_source))
    for trial in range(5):
        row = memoryview(players.records(trial, trial + 1)).cast("q").tolist()
        try:
            found = search(program, 0, seed=7, trial=trial, parts=topic.stats)
        except OverBudget:
            continue
        if not {notice.code for counts in players.parts() for notice in counts.notices} & LIMITED:
            shown = {name: row[players.row.stat(at)] for at, name in enumerate(topic.stats)}
            assert found.best.parts == shown, found.best.labels


@pytest.mark.parametrize("number", few_of(40, 4))
def test_searches_say_what_a_run_plays(number: int) -> None:
    """Of any stage, from any of its turns, with and without the table."""
    assert not contests.examine(7, number).differences


def test_what_is_compared_of_a_contest() -> None:
    compared = contests.examine(6, 29).compared
    names = {"line", "plain line", "later turn", "table", "little room", "hindsight", "worth", "law"}
    assert compared.keys() == {f"contests: {name}" for name in names}


@pytest.mark.slow
@pytest.mark.parametrize("number", few_of(6, 2))
def test_both_targets_play_alike(number: int) -> None:
    program = staged(number)
    policy = program.topics[0].policy
    kinds = ("greedy", "random", "best", "hindsight")
    policies = [policy, policy.but(table=False), *(policy.but(kind=kind) for kind in kinds)]
    assert played(program, policies, 10) == played(program, policies, 10, natively=True)


@pytest.mark.slow
@pytest.mark.parametrize("deck", ["contest-focus", "contest-impression", "worked-example"])
@pytest.mark.parametrize("seed", few_of(4, 1))
def test_contests(deck: str, seed: int) -> None:
    program = compile_deck(load(GAMES / f"{deck}.yml"))
    policy = program.topics[0].policy
    policies = [policy, policy.but(table=False)]
    built = native_module(program, native.Entry.STAGES)
    players = Players(program, 0, seed, policies, stages=built)
    numbers = memoryview(players.records(0, 25)).cast("q").tolist()
    width = players.row.width
    rows = [numbers[at : at + width] for at in range(0, len(numbers), width)]
    assert rows[::2] == rows[1::2]
    runs = [seat.stages.enumerator.runs for seat in players.seats]
    assert runs[0] < runs[1]


def test_a_line_may_end_where_the_next_turn_is_played_at_once() -> None:
    """The position behind a stage is evaluated, though another stage would find moves in it."""
    deck = {
        "deck": {"cards": {"a": {"count": 3, "program": "[1]@;(# X B);(= gain (+ gain 1))"}}},
        "simulate": {"tests": {"t": {
            "start-card": 2, "turns": 2, "exec-program": True, "combos": {"c": {"score": "gain"}},
            "policy": {"kind": "staged-search", "evaluate": "gain"},
        }}},
    }  # fmt: skip
    program = compile_text(json.dumps(deck))
    for table in (True, False):
        (rows,), _, _ = played(program, [program.topics[0].policy.but(table=table)], 5)
        assert [row[1] for row in rows] == [2] * 5
