"""What Python may pass to the runtime: what is wrong is said, whatever it is, and nothing crashes."""

from __future__ import annotations

import gc
import os
import struct
import subprocess
import sys
import weakref
from pathlib import Path
from typing import Any

import pytest
from running import compile_text, deck_text, open_play
from yisp_runtime.bindings.table import PyTable
from yisp_runtime.codes import DECK
from yisp_runtime.counts.accumulator import Accumulator
from yisp_runtime.policies.playing import Player
from yisp_runtime.solving.enumeration import Enumerator
from yisp_runtime.solving.search import Forward, Solver

from yisp.compile.builds import native
from yisp.compile.program import Program
from yisp.simulate.exact.stages import course
from yisp.simulate.playing.play import Play

HOSTILE = Path(__file__).with_name("hostile.py")


@pytest.fixture(scope="module")
def program() -> Program:
    cards = {"a": {"count": 3, "attribute": ["m"], "program": "@;(# X B)"}, "b": {"count": 4}}
    topic = {
        "start-card": 2,
        "exec-program": True,
        "header": "(# H.1 B)",
        "combos": {"c": {"hand": ["a", "a:m"]}},
    }
    return compile_text(deck_text(cards, {"t": topic}))


@pytest.fixture
def play(program: Program) -> Play:
    return open_play(program, "python")


def enumerated(play: Play) -> Enumerator:
    topic, plan = play.topic, play.program.plan
    stages, sites = course(topic, plan["listens"]), plan["guard_sites"]
    return Enumerator(play.table, topic.classes, topic.ordered, 0, plan["work"], 0, 10**6, stages, sites)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_any_calls_in_any_order(seed: int) -> None:
    """In a process of their own: a crash is a failure, and the last line says of what call."""
    done = subprocess.run(
        [sys.executable, HOSTILE, str(seed), "1500"],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(HOSTILE.parents[1]), *sys.path])},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.stdout.endswith("done\n"), done.stdout[-300:] + done.stderr[-3000:]


def test_counts_are_kept_alive(play: Play) -> None:
    play._accumulators.clear()
    gc.collect()
    bytearray(10**6)
    play.table.run(0, 100)


def test_an_enumeration_gives_the_table_back(play: Play) -> None:
    enumerator = enumerated(play)
    for call in (lambda: play.run(0, 1), lambda: play.records(0, 1), lambda: play.table.hand(0)):
        with pytest.raises(ValueError, match="an enumeration has the table"):
            call()
    with pytest.raises(ValueError, match="enumerated"):
        enumerated(play)
    del enumerator
    play.run(0, 10)


def test_an_enumeration_among_what_is_collected(program: Program) -> None:
    """A table and its enumeration that hold one another go together, in whatever order."""
    play = open_play(program, "python")
    enumerator = enumerated(play)
    play.table.trace = [enumerator, play]
    gone = weakref.ref(play)
    del play, enumerator
    gc.collect()
    assert gone() is None


def test_an_enumeration_checks_its_path_and_position(play: Play) -> None:
    enumerator = enumerated(play)
    position = enumerator.deal([0, 3])
    for wrong in (position[:-1], position[:-8], b"", b"\xff" * len(position), bytes(len(position))):
        with pytest.raises(ValueError, match="not a position"):
            enumerator.run(0, wrong, [], 0, 0)
    for path in ([0] * 513, [-1], [2**63]):
        with pytest.raises(ValueError):
            enumerator.run(0, position, path, 0, 0)
    with pytest.raises(TypeError):
        enumerator.run(0, position, ["0"], 0, 0)
    assert enumerator.run(0, position, [], 0, 0)[1] is not None
    for hand in ([0], [0, 0], [0, 7], [0, -1]):
        with pytest.raises(ValueError):
            enumerator.deal(hand)


def test_a_player_checks_what_it_is_given(program: Program) -> None:
    """Counts of its own, alike; goals that are in the row; trials; what was told."""
    play = open_play(program, "python")
    enumerator = enumerated(play)
    goal: dict[str, Any] = {
        "may_stop": True,
        "worlds": 2,
        "solve": 10,
        "budget": 10,
        "most": None,
        "room": 2**20,
    }
    counts = play.new_accumulator()
    for wrong in (
        (play.accumulator, play.accumulator, 2, 0, -1, False),
        (counts, counts, 2, 0, -1, False),
        (play.accumulator, Accumulator(0, 0, 0, 0, 0), 2, 0, -1, False),
        (play.accumulator, counts, 9, 0, -1, False),
        (play.accumulator, counts, 2, 99, -1, False),
        (play.accumulator, counts, 2, 0, 99, False),
    ):
        with pytest.raises(ValueError):
            Player(enumerator, *wrong, **goal)
    with pytest.raises(ValueError):
        Player(enumerator, play.accumulator, counts, 2, 0, -1, False, **{**goal, "worlds": 0})
    player = Player(enumerator, play.accumulator, counts, 0, 0, -1, False, **goal)
    state, goals, rows, left = player.play(0, 20, True, True)
    words = 8 * program.plan["words"]
    assert (state, len(goals), len(rows), len(left)) == (0, 160, 20 * 8 * play.row.width, 20 * words)
    _, goals, some, _ = player.play(0, 20, True, False, bytes([0, 1] * 10))
    assert len(goals) == 80 and some[: 8 * play.row.width] == rows[8 * play.row.width : 16 * play.row.width]
    with pytest.raises(ValueError, match="a byte for each trial"):
        player.play(0, 20, True, False, bytes(19))
    for first, last in ((-1, 1), (2, 1), (0, 2**40)):
        with pytest.raises(ValueError):
            player.play(first, last)
    with pytest.raises(ValueError, match="only who is best"):
        player.costs(0, 1)
    for at in (0, 1, 2**64 - 2):
        with pytest.raises(ValueError, match="nothing is told"):
            player.told(at)


@pytest.mark.parametrize("spots", [
    0x03, 0x0203, 0x0A, 0x10, 0xFF,  # follows one that is not there; the other; what is none; only places
])  # fmt: skip
def test_what_is_known_of_unrevealed_cards_is_a_forest(play: Play, spots: int) -> None:
    enumerator = enumerated(play)
    words = list(struct.unpack(f"{len(enumerator.deal([0, 3])) // 8}Q", enumerator.deal([0, 3])))
    enumerator.run(0, struct.pack(f"{len(words)}Q", *words), [], 0, 0)
    deck = len(words) - len(play.topic.ordered) + DECK
    words[deck] = spots
    with pytest.raises(ValueError, match="not a position"):
        enumerator.run(0, struct.pack(f"{len(words)}Q", *words), [], 0, 0)


def test_what_is_begun_and_tried_is_something_that_can_be_done(program: Program) -> None:
    play = open_play(program, "python")
    enumerator = enumerated(play)
    turn, scan, judge = 0, 1, 2
    before = enumerator.deal([3, 0])
    enumerator.run(turn, before, [0], 0, 0)
    position = enumerator.position()
    (move,) = enumerator.candidates(position)
    solver = Solver(enumerator, 0, -1, True, True, 2**20, ceiling=1)
    for phase, where, what, path in (
        (3, position, None, None), (scan, position[:-8], None, None), (scan, position, move, None),
        (turn, before, move, []), (scan, position, None, []), (scan, position, (1, 0, 0), []),
        (scan, position, (9, 9, 9), []), (scan, position, move, [-1]), (scan, position, move, [0] * 513),
    ):  # fmt: skip
        with pytest.raises(ValueError):
            solver.begin(phase, where, 0, 0, what, path)
    state, number = solver.begin(scan, position, 0, 0, move, [])
    assert state == 0
    for call in (
        lambda: solver.worth(number), lambda: solver.begin(judge, position, 0, 0),
        lambda: solver.solve(scan, position, 0, 0), lambda: solver.option(scan, position, []),
        lambda: Forward(enumerator, solver, False, 2**20, 1, 0).go(),
    ):  # fmt: skip
        with pytest.raises(ValueError):
            call()
    while (over := solver.go(1)) is None:
        pass
    assert (over, solver.worth(number)[1]) == (0, 1)
    with pytest.raises(ValueError, match="not asked"):
        solver.choice(number, [])
    for wrong in (-1, 99):
        with pytest.raises(ValueError, match="nothing that was solved"):
            solver.worth(wrong)
    goal: dict[str, Any] = {
        "may_stop": True, "worlds": 2, "solve": 10, "budget": 10, "most": None, "room": 2**20,
    }  # fmt: skip
    best, greedy = (
        Player(enumerator, play.accumulator, play.new_accumulator(), kind, 0, -1, True, **goal)
        for kind in (2, 0)
    )
    state, goals, notes = best.try_worlds(scan, position, 0, 0, 3, 8, 10**6, move=move, path=[])
    assert (state, len(goals)) == (0, 40) and len(notes) % 32 == 0
    assert len(best.try_worlds(scan, position, 0, 0, 0, 8, 1, stops=True)[1]) == 8, "one at least"
    for given in (
        {"stops": True, "path": []}, {"move": move}, {"move": (1, 0, 0), "path": []}, {"path": []},
    ):  # fmt: skip
        with pytest.raises(ValueError):
            best.try_worlds(scan, position, 0, 0, 0, 1, 1, **given)
    for phase, first, last, work in ((3, 0, 1, 1), (scan, -1, 1, 1), (scan, 2, 1, 1), (scan, 0, 1, -1)):
        with pytest.raises(ValueError):
            best.try_worlds(phase, position, 0, 0, first, last, work)
    with pytest.raises(ValueError):
        best.try_worlds(turn, position, 0, 0, 0, 1, 1, stops=True)
    with pytest.raises(ValueError, match="judged"):
        best.try_worlds(judge, position, 0, 0, 0, 1, 1, path=[])
    with pytest.raises(ValueError, match="only who is best"):
        greedy.try_worlds(scan, position, 0, 0, 0, 1, 1)


def test_a_table_that_was_never_opened(program: Program) -> None:
    table = PyTable(program.plan)

    calls = [lambda: table.run(0, 1), lambda: table.run_stage(0), lambda: table.hand(0),
             lambda: table.fail(0), lambda: table.attempt(0, 0),
             lambda: table.move_top(1, 1, 1, 0, False), lambda: table.record_rows(1),
             lambda: table.run_native(print, 0, 0, 1)]  # fmt: skip
    for call in calls:
        with pytest.raises(ValueError, match="opened"):
            call()


def test_as_many_functions_as_are_counted(play: Play) -> None:
    with pytest.raises(ValueError, match="a place for each"):
        play.table.load([None], [], [], [], [], [])
    play.table.load([None] * 5, [], [], [], [], [])
    with pytest.raises(ValueError, match="not those of the topic"):
        play.run(0, 1)


def test_nothing_changes_under_what_runs(play: Play) -> None:
    table, said = play.table, []

    def meddling(_: Any, *card: Any) -> int:
        for call in (
            lambda: table.run(0, 1), lambda: table.load([None] * 5, [], [], [], [], []), table.read_rows,
            lambda: table.restore(table.save()), lambda: table.record_rows(1),
        ):  # fmt: skip
            with pytest.raises(ValueError, match="the table is at work"):
                call()
            said.append(1)
        return 1

    table.load([meddling] * 5, [meddling], [], [meddling], [], [])
    table.run(0, 1)
    assert said


def test_rows_have_room(play: Play) -> None:
    play.table.record_rows(3)
    play.run(0, 2)
    with pytest.raises(ValueError, match="no room"):
        play.run(2, 4)
    play.run(2, 3)
    assert len(play.table.read_rows()) == 3 * 8 * play.table.row_width
    with pytest.raises(ValueError, match="nothing was recorded"):
        play.table.read_rows()


@pytest.mark.parametrize(
    ("name", "arguments", "error"),
    [
        ("quotient", (1, 0), ValueError), ("quotient", (-(2**63), -1), ValueError),
        ("remainder", (1, 0), ValueError),
        ("muldiv", (0, 1, 1, 0, 0), ValueError), ("random_between", (1, 0), ValueError),
        ("size", (9,), IndexError),
        ("zone_of", (7,), IndexError), ("zone_of", (-1,), IndexError), ("count", (0, 99), IndexError),
        ("forbid", (0,), IndexError), ("property", (0, 0), IndexError), ("match_first", (0, 1), IndexError),
        ("move_top", (99, 1, 1, 0, False), IndexError), ("__getitem__", (0,), IndexError),
        ("cards", (26,), IndexError),
        ("read_log", (-1,), ValueError), ("deal", (-1, False), ValueError), ("run", (3, 2), ValueError),
        ("run", (2**63 - 2, 2**63 - 1), ValueError), ("choose_held", (None,), TypeError),
        ("size", ("H",), TypeError), ("take_use", (), ValueError),
        ("size", (2**40,), OverflowError), ("run_stage", (4,), ValueError), ("run_stage", (5,), ValueError),
        ("run_stage", (7,), ValueError), ("run_stage", (8,), ValueError),
        ("run_stage", (9,), ValueError), ("run_stage", (10,), ValueError),
        ("would", (0, 0, None, 0), IndexError),
    ],
)  # fmt: skip
def test_wrong_arguments(play: Play, name: str, arguments: tuple[Any, ...], error: type[Exception]) -> None:
    play.run(0, 1)
    with pytest.raises(error) as raised:
        getattr(play.table, name)(*arguments)
    assert str(raised.value)
    play.run(0, 1)  # nothing was changed


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("cards", -1), ("cards", 10**9), ("words", 0), ("zones", 0), ("zones", 1000), ("kind_of", [0] * 6),
        ("kind_of", [9] * 7), ("family_of", []), ("family_of", [0, 9]), ("family_of", [1, 0]),
        ("effects_from", [1, 0, 1]), ("effects_from", [0, 5, 5]), ("masks", [1 << 7]), ("masks", [-1]),
        ("scan_zones", [9]), ("carried", [[0] * 9]), ("asks", -1), ("asks", 10**9),
        ("scan_masks", []), ("answer_masks", [0]), ("properties", [[1]]), ("wants", [1]),
        ("wants", [1, 99, 1, 0]),
        ("wants", [2**30]), ("forbids", [2]), ("effect_words", 0), ("queues", 2), ("variables", -1),
        ("installed", -1),
        ("step_limit", 2**63 - 1),
    ],
)  # fmt: skip
def test_plans_that_are_none(program: Program, key: str, value: Any) -> None:
    with pytest.raises((ValueError, IndexError)):
        PyTable({**program.plan, key: value})
    with pytest.raises(TypeError):
        PyTable({**program.plan, key: None})
    with pytest.raises(KeyError):
        PyTable({name: one for name, one in program.plan.items() if name != key})


def test_counts_that_are_none() -> None:
    for given in ((-1, 0, 0, 0, 0), (0, 0, 0, 0, 2**30), (0, 0, 0, 0, 0, 2, [(0, 2, 0, 0)])):
        with pytest.raises(ValueError):
            Accumulator(*given)


@pytest.mark.slow
def test_a_module_runs_only_on_its_own_plan(program: Program) -> None:
    run = native.load_cached(program) or native.build(program)
    other = compile_text(deck_text({"a": {"count": 30}}, {"t": {"combos": {"c": {"hand": ["a"]}}}}))
    table = open_play(other, "python").table
    with pytest.raises(ValueError, match="another plan"):
        table.run_native(run, 0, 0, 1)
    for none in (print, None, table):
        with pytest.raises(TypeError, match="capsule"):
            table.run_native(none, 0, 0, 1)
