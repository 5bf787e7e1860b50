"""Deals drawn at random: exact answers against the dealer's law as fractions, trials against both."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping
from contextlib import suppress
from fractions import Fraction
from math import sqrt
from random import Random
from typing import Any

import pytest
from deals import Dealt, NeverEnds, Script, Seat, Table, Take, Unfit
from generated import examples, few_of
from hunt.seated import Drawer, drawn_table
from running import compile_text, exact_counts, open_play, zones

import yisp
from yisp.compile.program import Program
from yisp.simulate.counting.probabilities import ExactCounts, NoExactAnswer
from yisp.simulate.counting.ratio import Ratio

BUDGET = 10**9
TRIALS = 20_000


def exactly(program: Program) -> ExactCounts:
    return exact_counts(open_play(program, "python"), BUDGET)


def fraction(ratio: Ratio | None) -> Fraction | None:
    return None if ratio is None else Fraction(str(ratio))


def laws(table: Table, dealt: Dealt) -> dict[str, Mapping[int, Fraction]]:
    """The law of each stat."""
    found: dict[str, dict[int, Fraction]] = {name: defaultdict(Fraction) for name in table.stats()}
    for state, share in dealt.law.items():
        for name, value in table.values(state).items():
            found[name][value] += share
    return {name: dict(law) for name, law in found.items()}


def gives_up(table: Table) -> bool:
    return all(seat.accept is None or seat.patience is not None for seat in table.seats)


def counts_for_ever(table: Table) -> bool:
    """Whether a seat that never gives up counts its tries, of which no sum is known to end."""
    return any(seat.accept and seat.accept.reads_try and seat.patience is None for seat in table.seats)


def assert_exact(table: Table) -> None:
    """Everything that there is to say of the deal, exactly."""
    try:
        dealt = table.dealt()
    except Unfit:
        return
    except NeverEnds:
        with pytest.raises(NoExactAnswer):
            exactly(compile_text(table.text()))
        return
    program = compile_text(table.text())
    if counts_for_ever(table):
        with pytest.raises(NoExactAnswer, match="may count its tries"):
            exactly(program)
        return
    counts = exactly(program)
    for (name, law), stat in zip(laws(table, dealt).items(), counts.stats, strict=True):
        assert {value: fraction(share) for value, share in stat.weights.items()} == law, name
    deal = counts.deal
    assert deal is not None
    assert [fraction(mean) for mean in deal.means] == dealt.means
    assert [fraction(mean) for mean in deal.vetoes] == dealt.vetoes
    assert fraction(deal.solutions) == dealt.solutions
    named = {name: fraction(share) for (name, _), share in zip(program.kinds, deal.conflicts, strict=True)}
    assert {name: share for name, share in named.items() if share} == dealt.conflicts
    if gives_up(table):
        tries = [{number: fraction(share) for number, share in one.weights.items()} for one in deal.tries]
        assert tries == dealt.tries


@examples(6, 100)
def test_exact_answers_are_those_of_the_law(random: Any) -> None:
    assert_exact(drawn_table(random))


@pytest.mark.slow
def test_much_of_what_seats_can_do_is_drawn() -> None:
    """Most of what is drawn has an answer, and hands are refused, claims met and not met."""
    answers = []
    for number in range(300):
        with suppress(Unfit, NeverEnds):
            answers.append(drawn_table(Random(number)).dealt())
    assert len(answers) > 240
    for of_interest in (
        lambda one: any(mean > 2 for mean in one.means),
        lambda one: len(one.means) > 1 and any(mean > 1 for mean in one.means),
        lambda one: sum(mean > 0 for mean in one.vetoes) > 1,
        lambda one: one.solutions is not None and one.solutions > 1,
        lambda one: one.conflicts,
        lambda one: len(one.law) > 100,
    ):
        assert sum(map(bool, map(of_interest, answers))) >= 8


# Trials -----------------------------------------------------------------------------------------------


def tables() -> list[Table]:
    """Some that have an answer, whose tries end soon."""
    found = []
    for number in range(60):
        table = drawn_table(Random(f"trials {number}"))
        try:
            dealt = table.dealt()
        except (Unfit, NeverEnds):
            continue
        if max(dealt.means) < 50 and len(dealt.law) > 1:
            found.append(table)
    return found[:30]


each_table = pytest.mark.parametrize("number", few_of(10, 2))


@pytest.mark.slow
@each_table
def test_both_targets_write_the_same_logs(number: int) -> None:
    program = compile_text(tables()[number].text())
    python, native = open_play(program, "python"), open_play(program, "native")
    for trial in range(60):
        assert python.log(trial) == native.log(trial), f"trial {trial}"
        assert python.table.position == native.table.position
        assert zones(python) == zones(native)
    assert python.records(60, 400) == native.records(60, 400)
    assert [one.read() for one in python._accumulators] == [one.read() for one in native._accumulators]


@pytest.mark.slow
@each_table
def test_any_deal_can_be_replayed_alone(number: int) -> None:
    program = compile_text(tables()[number].text())
    whole = open_play(program, "native")
    whole.run(0, 40)
    for trial in (39, 3, 17):
        alone = open_play(program, "native")
        assert alone.log(trial) == whole.log(trial)
        assert zones(alone) == zones(whole)


@pytest.mark.slow
@each_table
def test_trials_are_near_the_law(number: int) -> None:
    table = tables()[number]
    dealt, play = table.dealt(), open_play(compile_text(table.text()), "native")
    play.run(0, TRIALS)
    counts = play.counts()
    for (name, law), tally in zip(laws(table, dealt).items(), counts.stats, strict=True):
        mean = sum((value * share for value, share in law.items()), Fraction(0))
        variance = sum(((value - mean) ** 2 * share for value, share in law.items()), Fraction(0))
        assert abs(Fraction(tally.total, TRIALS) - mean) <= 5 * sqrt(variance / TRIALS), name
    parts = len(dealt.means)
    assert counts.dealt is not None
    if gives_up(table):
        refused = [sum(((n - 1) ** 2 * p for n, p in tries.items()), Fraction(0)) for tries in dealt.tries]
        error = 5 * sqrt(parts * sum(refused) / TRIALS)  # of all that is refused, and so of each part
        wanted = [*dealt.means, *dealt.vetoes]
        for tally, mean in zip(counts.dealt, wanted, strict=False):
            assert abs(Fraction(tally.total, TRIALS) - mean) <= error
    if dealt.solutions is not None:
        assert (counts.dealt[-1].count, sum(counts.conflicts) > 0) == (TRIALS, bool(dealt.conflicts))


@pytest.mark.slow
@pytest.mark.parametrize("number", few_of(10, 1))
def test_as_many_workers_as_there_are_count_the_same(number: int) -> None:
    deck = yisp.compile_deck(yisp.loads(tables()[number].text()))
    found = [
        yisp.run(deck, method="sample", count=30_000, seed=5, target="native", jobs=jobs).to_dict()["topics"]
        for jobs in (1, 2)
    ]
    assert found[0] == found[1]


# Seats that only mark ---------------------------------------------------------------------------------


@examples(3, 80)
def test_nobody_is_asked_in_which_order_seats_mark(random: Any) -> None:
    drawer = Drawer(random)
    marking = [
        Seat(
            on_deal=Script(tuple(drawer.mark(False) for _ in range(1 + random.randrange(2)))),
            on_draw={0: Script((drawer.mark(False),))},
        )
        for _ in range(drawer.seats)
    ]
    other = list(marking)
    random.shuffle(other)
    after, found = Script((drawer.draw(),)), []
    for seats in (marking, other):
        table = Table(
            counts=drawer.counts, kinds=drawer.kinds, tiles=drawer.tiles, seats=tuple(seats),
            hand=drawer.hand, joint=False, after=after,
        )  # fmt: skip
        stats = exactly(compile_text(table.text())).stats
        found.append([{value: fraction(share) for value, share in one.weights.items()} for one in stats])
    assert found[0] == found[1]


# Play behind a deal -----------------------------------------------------------------------------------

EFFECTS = (
    "[1]@;(# X F);(draw pii H)", "[1]/(> |H| 1);@;(# X R);(light D.a 30);(draw pii H)",
    "[1]@;(# X F);(# D.b.1 H)", "[1]@;(# X F);(draw dead H)", "[1]@;(# H.a.1 R);(collapse R);(draw pii H)",
)  # fmt: skip


def with_effects(random: Random) -> str:
    """A table whose cards do something; nothing moves in a try that might find nothing to move."""
    while True:
        table = drawn_table(random)
        moving = any(
            isinstance(one, Take) for seat in table.seats if seat.on_deal for one in seat.on_deal.statements
        )
        with suppress(Unfit, NeverEnds):
            if table.hand and not moving and not counts_for_ever(table) and max(table.dealt().means) < 20:
                break
    data = json.loads(table.text())
    for name, card in data["deck"]["cards"].items():
        if name == "b" or random.random() < 0.7:
            card["program"] = [random.choice(EFFECTS)]
    combos = {"c": {"hand": ["b"]}, "two": {"condition": "(>= |H.a| 2)", "score": 2}}
    topic = data["simulate"]["tests"]["t"]
    del topic["program"]
    topic.update({"exec-program": True, "combos": combos, "stats": {"n": "|H|"}})
    return json.dumps(data)


@pytest.mark.filterwarnings("ignore::yisp.PlayWarning")
@pytest.mark.parametrize("number", few_of(10, 2))
def test_policies_are_worth_what_trials_say(number: int) -> None:
    deck = yisp.compile_deck(yisp.loads(with_effects(Random(f"policies {number}"))))
    means = []
    for policy in ("greedy", "best"):
        exact = yisp.run(deck, method="exact", policy=policy).topics["t"]
        sampled = yisp.run(deck, method="sample", policy=policy, count=2000, seed=3, target="python").topics[
            "t"
        ]
        for one, other in ((exact.score, sampled.score), (exact.stats["n"], sampled.stats["n"])):
            assert one.mean is not None and other.mean is not None
            assert abs(one.mean - other.mean) <= 5 * (one.sd or 0) / sqrt(2000) + 1e-9, policy
        assert exact.score.mean is not None
        means.append(exact.score.mean)
    assert means[0] <= means[1] + 1e-9
