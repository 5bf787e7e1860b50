"""Trials in worlds: every policy plays the same futures, and nobody but hindsight knows them."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import sqrt
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from running import compile_text, deck_text, load_text
from test_policies import FOUND, PEEK

import yisp
from yisp.compile.builds import native as modules
from yisp.compile.program import Program
from yisp.report.files.records import open_writer
from yisp.report.text import text
from yisp.report.text.trace import render_trial
from yisp.simulate.counting.probabilities import OverBudget
from yisp.simulate.exact.stages import Cut, Stages
from yisp.simulate.playing.play import Play, python_functions
from yisp.simulate.recount import read_records
from yisp.simulate.result import TopicResult
from yisp.simulate.run import run_program
from yisp.simulate.single.trace import Tracer, Trial, Weighed
from yisp.simulate.worlds import worlds
from yisp.simulate.worlds.worlds import Players, Scanning, in_worlds_of

EVERYBODY = ("greedy", "random", "best", "hindsight")

CHOICE = {
    "tutor": {"program": "[1]@;(# X B);(# D.a:half.*1 H);(shuffle D)"},
    "pot": {"program": "[1]@;(# X B);(# D.1 H)"},
    "left": {"attribute": ["half"]},
    "right": {"attribute": ["half"]},
    "blank": {"count": 2},
}
HALVES = {
    "exec-program": True, "start-card": 3,
    "combos": {"both": {"score": 3, "hand": ["left", "right"]}, "one": {"score": 1, "hand": ["a:half"]}},
}  # fmt: skip


def made(cards: dict[str, Any], topic: dict[str, Any]) -> Program:
    return compile_text(deck_text(cards, {"t": topic}))


def sampled(
    cards: dict[str, Any], topic: dict[str, Any], *policies: str, **options: Any
) -> dict[str, TopicResult]:
    options = {"count": 1000, "seed": 7, "target": "python", **options}
    result = yisp.run(made(cards, topic), policy=policies, method="sample", **options)
    return result.topics["t"].policies


def rows(program: Program, policies: tuple[str, ...], count: int, *, native: bool = False) -> list[list[int]]:
    """The rows of so many trials under seed 7: of each trial one for every policy."""
    plays = [program.topics[0].policy.but(kind=policy, solve=20, worlds=8) for policy in policies]
    how: dict[str, Any] = (
        {"stages": modules.build(program, modules.Entry.STAGES)}
        if native
        else {"functions": python_functions(program.python_source)}
    )
    players = Players(program, 0, 7, plays, **how)
    numbers = memoryview(players.records(0, count)).cast("q").tolist()
    width = players.row.width
    return [numbers[at : at + width] for at in range(0, len(numbers), width)]


# What policies are worth --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("method", "policies", "in_worlds"),
    [
        ("sample", ("greedy",), False),
        ("sample", ("random",), True),
        ("sample", ("best",), True),
        ("sample", ("greedy", "random"), True),
        ("exact", ("greedy", "best"), False),
    ],
)
def test_what_is_played_in_worlds(method: str, policies: tuple[str, ...], in_worlds: bool) -> None:
    """Trials of all but the greedy, unless several play the same ones."""
    result = yisp.run(made(PEEK, FOUND), policy=policies, method=method, count=20, seed=7, target="python")
    assert {one.in_worlds for one in result.topics["t"].policies.values()} == {in_worlds}


@pytest.mark.parametrize(
    ("cards", "topic", "worth"),
    [
        (PEEK, FOUND, {"greedy": 1 / 3, "random": 7 / 15, "best": 3 / 5, "hindsight": 4 / 5}),
        (CHOICE, HALVES, {"greedy": 143 / 60, "random": 143 / 60, "best": 12 / 5, "hindsight": 22 / 9}),
    ],
)
@pytest.mark.parametrize("solve", [2000, 1])
def test_trials_tend_to_what_is_exact(
    cards: dict[str, Any], topic: dict[str, Any], worth: dict[str, float], solve: int
) -> None:
    """Whoever plays, also where `best` may solve next to nothing: it never peeks at the world that it plays
    in."""
    how = {"policy": {"kind": "best", "solve": solve}}
    for policy, played in sampled(cards, {**topic, **how}, *EVERYBODY).items():
        assert played.score.sd is not None and played.trials == 1000
        error = (played.goal.mean or 0) - worth[policy]
        assert error < 4 * played.score.sd / sqrt(1000), (policy, error)
        if policy != "best" or solve > 1:
            assert error > -4 * played.score.sd / sqrt(1000), (policy, error)


def test_where_nothing_is_judged_nothing_is_known_of_the_goal() -> None:
    """But for a stat that is one."""
    topic = {"exec-program": True, "start-card": 2, "stats": {"cards": "|H|"}}
    for goal in ("score", "success", "cards"):
        found = sampled(PEEK, {**topic, "policy": {"goal": goal}}, "greedy", "random", count=20)
        assert {one.goal.mean is None for one in found.values()} == {goal != "cards"}


def test_what_is_imagined_is_not_what_comes() -> None:
    """Without solving anything `best` finds by playing out what is best here, and gets no more than that."""
    cards = {**PEEK, "look": {"program": PEEK["look"]["program"].replace("(# T D)", "(# T J)")}}
    found = sampled(cards, {**FOUND, "policy": {"kind": "best", "solve": 1, "worlds": 64}}, *EVERYBODY)
    assert 0.54 < (found["best"].goal.mean or 0) < 0.66
    assert (found["hindsight"].goal.mean or 0) > 0.75


REDRAW = {
    "again": {
        "zone": "M", "count": 1,
        "program": "[M]/(< drawn 2);/!|B|;@;(= drawn (+ drawn 1));(# H D);(shuffle D);(# D.2 H)",
    },
    "key": {"count": 3, "program": "@;(# X B)"},
    "blank": {"count": 9, "program": "@;(# X B)"},
}  # fmt: skip


@pytest.mark.parametrize("goal", ["success", "keys"])
def test_what_has_been_reached_is_kept(goal: str) -> None:
    """Greed would play the hand out, after which no hand is drawn again: who stops when the goal is reached
    draws again until then, and where it never is as great as it could be, who rests here knows the worth."""
    topic = {
        "exec-program": True, "start-card": 2, "policy": {"kind": "best", "goal": goal, "solve": 1},
        "combos": {"key": {"hand": ["key"]}}, "stats": {"keys": "|H.key|"},
    }  # fmt: skip
    exact = yisp.run(made(REDRAW, topic), method="exact").topics["t"].goal
    played = sampled(REDRAW, topic, "best", count=400)["best"].goal
    assert played.mean is not None and played.mean > float(Fraction(exact.exact or 0)) - 0.08
    greedy = sampled(REDRAW, topic, "greedy", count=400)["greedy"].goal
    assert greedy.mean == 0


def test_nobody_stops_by_what_he_cannot_see() -> None:
    """Who saw what judging will turn over, or roll, would stir until it is good."""
    cards = {
        "stir": {"zone": "M", "program": "[M]/(< stirred 9);@;(= stirred (+ stirred 1));(shuffle D)"},
        "sure": {"zone": "M", "program": "[M]/!stirred;@;(= stirred 9);(= sure 1)"},
        "key": {"count": 2},
        "blank": {"count": 8},
    }
    found = {"condition": "(or |D.1.key| (> (+ (rand 1 9) (* 4 sure)) 8))"}
    topic = {"exec-program": True, "policy": {"kind": "best", "solve": 1}, "combos": {"key": found}}
    exact = yisp.run(made(cards, topic), method="exact").topics["t"].goal
    played = sampled(cards, topic, "best", count=400)["best"].goal
    assert played.mean is not None and played.mean > float(Fraction(exact.exact or 0)) - 0.08


def test_what_was_solved_is_known_in_the_middle_of_a_move() -> None:
    """Greed spoils what the left half is good for, so playing out would take the right one."""
    cards = {
        "find": {"program": "[1]@;(# X B);(# D.a:half.*1 H);(shuffle D)"},
        "spoil": {"program": "[1]/(> |B| 0);@;(# X B);(# H.left B)"},
        "win": {"program": "[1]/|H.left|;@;(# X B);(= won (+ won 3))"},
        "safe": {"program": "[1]/|H.right|;@;(# X B);(= won (+ won 1))"},
        "left": {"attribute": ["half"]},
        "right": {"attribute": ["half"]},
    }
    topic = {
        "exec-program": True, "start-card": 4, "start": {"hand": ["find", "spoil", "win", "safe"]},
        "stats": {"won": "won"},
    }  # fmt: skip
    for solve, most in ((2000, 3), (1, 1)):
        how = {"policy": {"kind": "best", "goal": "won", "solve": solve}}
        assert sampled(cards, {**topic, **how}, "best", count=100)["best"].goal.mean == most


# Worlds ---------------------------------------------------------------------------------------------------


def test_the_opening_hand_is_everybodys() -> None:
    topic = {
        "exec-program": True, "start-card": 3, "header": "(= keys |H.key|)",
        "combos": {"found": {"hand": ["key"]}}, "stats": {"keys": "keys"},
    }  # fmt: skip
    found = rows(made(PEEK, topic), EVERYBODY, 200)
    for trial in range(0, len(found), len(EVERYBODY)):
        hands = {(row[0], row[3]) for row in found[trial : trial + len(EVERYBODY)]}
        assert len(hands) == 1, hands
    assert len({row[3] for row in found}) > 1


def test_cards_keep_their_places_in_every_deck_that_has_them() -> None:
    """Which of two cards lies on top does not depend on what else is in the deck."""
    topic = {
        "exec-program": True, "start-card": 0, "header": "(# D.a:x.1 T);(shuffle D);(# D.a:y.1 T)",
        "stats": {"a": "|T.a|", "c": "|T.c|"},
    }  # fmt: skip
    cards: dict[str, Any] = {name: {"attribute": ["x" if name in "ab" else "y"]} for name in "abcd"}
    base = made(cards, topic)
    few = rows(base, ("greedy",), 300)
    more = in_worlds_of(made({"aa": {"count": 3}, **cards, "e": {"count": 20}}, topic), 0, base, 0)
    assert rows(more, ("greedy",), 300) == few
    assert 100 < sum(row[2] for row in few) < 200


@pytest.mark.slow
@pytest.mark.parametrize(("cards", "topic"), [(PEEK, FOUND), (CHOICE, HALVES)])
def test_hindsight_is_never_worse_and_both_targets_play_alike(
    cards: dict[str, Any], topic: dict[str, Any]
) -> None:
    program = made(cards, topic)
    found = rows(program, EVERYBODY, 300)
    for trial in range(0, len(found), len(EVERYBODY)):
        scores = [row[1] for row in found[trial : trial + len(EVERYBODY)]]
        assert max(scores) == scores[-1], found[trial]
    assert rows(program, EVERYBODY, 300, native=True) == found


@pytest.mark.slow
def test_a_block_here_a_block_there() -> None:
    """What is counted does not depend on who plays which trials."""
    alone = sampled(CHOICE, HALVES, *EVERYBODY, jobs=1, target="native", count=60_000)
    together = sampled(CHOICE, HALVES, *EVERYBODY, jobs=2, target="native", count=60_000)
    for policy, played in alone.items():
        assert played.to_dict() == together[policy].to_dict()
    program = made(CHOICE, HALVES)
    assert rows(program, EVERYBODY, 40)[: 4 * 20] == rows(program, EVERYBODY, 20)


def test_records_begin_with_who_plays(tmp_path: Path) -> None:
    """A row for each policy of a trial, in every format, and counted once more by policy."""
    topics = {"t": FOUND, "u": {**FOUND, "start-card": 3}}
    program = compile_text(deck_text(PEEK, topics))
    policies = ["greedy", "hindsight"]
    result = yisp.run(program, policy=policies, method="sample", count=50, seed=7, records=True)
    assert result.records.dtype.names == ("policy", "topic", "trial", "score", "found")
    assert list(result.records["policy"][:4]) == [*policies, *policies]
    assert list(result.records["trial"][:4]) == [0, 0, 1, 1]
    for name in ("records.csv", "records.parquet"):
        path = tmp_path / name
        with open_writer(str(path), program, None, policies) as writer:
            run_program(program, policies=policies, count=50, seed=7, rows=writer.write)
        read = read_records(str(path))
        assert [topic["name"] for topic in read["topics"]] == [
            f"{topic}, played by {policy}" for topic in "tu" for policy in policies
        ]
        for topic, again in zip(result.played, read["topics"], strict=True):
            assert again["success"] == topic.success.to_dict() and again["trials"] == 50
    (line,) = (tmp_path / "records.csv").read_text().splitlines()[:1]
    assert line == "policy,topic,trial,score,found"


@pytest.mark.slow
@pytest.mark.parametrize("solve", [2000, 1])
def test_what_greed_costs(solve: int) -> None:
    """Digging where looking is better costs 3/5 - 1/3 each time, however it is found out."""
    topic = {**FOUND, "policy": {"kind": "best", "solve": solve, "worlds": 200}}
    result = yisp.run(made(PEEK, topic), policy=["greedy", "best"], method="sample", count=200, seed=7)
    (cost,) = result.topics["t"].policies["greedy"].costs
    assert (cost.taken, cost.better, cost.times, cost.trials) == (("dig", 0), ("look", 0), 20, 20)
    assert abs(cost.loss - 4 / 15) < (1e-9 if solve > 1 else 0.2)
    assert cost.trial == 0 or (solve == 1 and cost.trial < 20)  # where all cost the same, the first
    (listed,) = result.topics["t"].to_dict()["costs"]
    assert listed["taken"] == {"card": "dig", "effect": 0} and listed["loss"] == cost.loss
    assert "where look[0] is better" in text.render(result)
    assert not yisp.run(made(PEEK, topic), policy="best", method="sample", count=50).topics["t"].costs
    again = yisp.run(
        made(PEEK, topic), policy=["greedy", "best"], method="sample", count=200, seed=7, target="native"
    )
    assert again.topics["t"].to_dict()["costs"] == [listed]


SEEK = {
    "seek": {"count": 3, "program": "@;(# X B);(# D.a:start.1 H)"},
    "dig": {"program": "@;(# X B);(# H.1 B);(# D.2 H)"},
    "one": {"count": 2, "attribute": ["start"]},
    "two": {"count": 2, "attribute": ["start"]},
    "rest": {"count": 22},
}
STARTS = {
    "exec-program": True,
    "combos": {"any": {"hand": ["one"]}, "both": {"score": 2, "hand": ["one", "two"]}},
}


def test_a_search_that_was_given_up_leaves_nothing_behind() -> None:
    """A choice is worth what it is worth when nothing was searched before, and no more than the goal."""
    program = made(SEEK, {**STARTS, "policy": {"kind": "best", "solve": 100, "worlds": 8}})
    functions = python_functions(program.python_source)

    def costs(first: int, last: int) -> list[tuple[int, int, float]]:
        players = Players(program, 0, 17, [program.topics[0].policy], functions=functions)
        return players.seats[0].player.costs(first, last)[1]  # type: ignore[no-any-return]

    found = costs(0, 100)
    assert any(loss > 0 for *_, loss in found) and all(abs(loss) <= 2 for *_, loss in found)
    assert found == [cost for trial in range(100) for cost in costs(trial, trial + 1)]


# Play -----------------------------------------------------------------------------------------------------


def test_what_a_budget_leaves_open() -> None:
    """A search that ends early plays the best line found, says so, and bounds only what constants bound."""
    topic: dict[str, Any] = {**HALVES, "policy": {"kind": "hindsight", "budget": 3}}
    played = sampled(CHOICE, topic, "hindsight", count=200)["hindsight"]
    assert [notice.code for notice in played.notices if notice.code == "Y312"] == ["Y312"]
    assert played.bound == "at-most" and (played.goal.mean or 0) > 22 / 9 > (played.score.mean or 0)
    topic["combos"] = {"any": {"score": "(+ 1 gain)"}}
    topic["header"] = "(= gain (* |H.left| (+ gain 1)))"
    open_ended = {**topic, "stats": {"gain": "gain"}}
    result = yisp.run(made(CHOICE, open_ended), policy="hindsight", method="sample", count=200, seed=7)
    played = result.topics["t"]
    assert played.bound is None and "no constant says how great score can be" in (played.unbound or "")
    assert "hindsight bounds nothing" in text.render(result)


@pytest.mark.parametrize("kind", ["hindsight", "staged-search"])
def test_a_search_with_little_room_finds_the_same(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Orders of five cards lead to different sums, or to the same."""
    cards = {
        name: {"program": f"@;(# X B);(= sum (% (+ (* sum 7) {number}) 31))"}
        for number, name in enumerate("abcde", 1)
    }
    topic = {"exec-program": True, "combos": {"c": {"score": "sum"}}, "policy": kind}
    program = made(cards, topic)
    functions = python_functions(program.python_source)

    def played(room: int) -> tuple[bytes, int, list[str]]:
        monkeypatch.setattr(worlds, "ROOM", room)
        players = Players(program, 0, 7, [program.topics[0].policy], functions=functions)
        rows = players.records(0, 2)
        return rows, players.seats[0].stages.enumerator.runs, [one.code for one in players.parts()[0].notices]

    much, little, none = played(2**29), played(12_000), played(100)
    assert (little[0], little[2]) == (much[0], []) and little[1] > much[1]
    assert none[2] == ["Y312"], "not even the line that is tried can be kept"


@pytest.mark.slow
def test_going_round_in_a_circle_is_left_out() -> None:
    """Where a move leads back, it is not made for ever, and hindsight leaves it out of its lines."""
    cards = {"a": {"program": "@;(# H.b B);(# B.b H)"}, "b": {"count": 2}, "win": {"program": "@;(# X B)"}}
    topic = {
        "exec-program": True, "start-card": 3, "start": {"hand": ["a", "win"]},
        "combos": {"won": {"grave": ["win"]}},
    }  # fmt: skip
    assert [played.goal.mean for played in sampled(cards, topic, "best", "hindsight", count=50).values()] == [
        1,
        1,
    ]
    never = {**topic, "policy": {"kind": "best", "pass": "never"}}
    found = sampled(cards, never, "best", "hindsight", count=50)
    assert [played.goal.mean for played in found.values()] == [1, 1]
    assert {notice.code for notice in found["hindsight"].notices} == {"Y305", "Y312"}


def test_the_difference_is_that_of_the_same_worlds() -> None:
    found = sampled(PEEK, FOUND, "best", "hindsight")
    topic = found["best"].to_dict()
    assert [one["bound"] for one in topic["policies"]] == ["at-least", "at-most"]
    (difference,) = topic["differences"]
    best, hindsight = (one.goal.mean or 0 for one in found.values())
    low, high = difference["ci95"]
    assert difference["mean"] == pytest.approx(hindsight - best) and low < difference["mean"] < high
    apart = sqrt(best * (1 - best) / 1000 + hindsight * (1 - hindsight) / 1000)
    assert (high - low) / 2 < 0.8 * 1.96 * apart, "the same luck is no luck"
    assert difference["exact"] is None


def test_what_a_staged_search_evaluates_is_nobody_elses_goal() -> None:
    """Other policies of the topic make its goal great, which the evaluation may be the opposite of."""
    topic = {**HALVES, "policy": {"kind": "staged-search", "evaluate": "|D|"}}
    alone = sampled(CHOICE, HALVES, "best", "hindsight", count=200)
    found = sampled(CHOICE, topic, "best", "hindsight", "staged-search", count=200)
    assert {policy: found[policy].score.mean for policy in alone} == {
        policy: played.score.mean for policy, played in alone.items()
    }
    assert (found["staged-search"].score.mean or 0) < (alone["best"].score.mean or 0)


def test_what_is_printed_while_weighing_is_not_printed() -> None:
    cards = {**CHOICE, "pot": {"program": '[1]@;(# X B);(print "drew");(# D.1 H)'}}
    for played in sampled(cards, HALVES, *EVERYBODY, count=100).values():
        (pot,) = (use for use in played.effects if use.card == "pot")
        assert played.printed == round((pot.per_trial or 0) * 100), played.policy


# Traces ---------------------------------------------------------------------------------------------------


def traced(cards: dict[str, Any], topic: dict[str, Any], trial: int, policy: str) -> tuple[Tracer, Trial]:
    deck = load_text(deck_text(cards, {"t": topic}))
    tracer = Tracer(deck, "t", 7, policies=EVERYBODY)
    return tracer, tracer.trial(trial, policy=policy)


def weighed(trial: Trial) -> list[Weighed]:
    return [item for entry in trial.entries for item in entry.items if isinstance(item, Weighed)]


def test_a_trace_is_of_the_runs_own_trial() -> None:
    """Score and combos are those that were counted, whoever plays, and everything is logged once."""
    found = rows(
        made(CHOICE, {**HALVES, "policy": {"kind": "best", "solve": 20, "worlds": 8}}), EVERYBODY, 12
    )
    topic = {**HALVES, "policy": {"kind": "best", "solve": 20, "worlds": 8}}
    for number, row in enumerate(found):
        _, trial = traced(CHOICE, topic, number // 4, EVERYBODY[number % 4])
        assert [trial.number, trial.score, *map(int, trial.combos)] == row
        pots = sum(entry.what == "activate" and entry.number == 1 for entry in trial.entries)
        assert pots <= 1


def test_what_was_weighed_is_told() -> None:
    (first, last) = weighed(traced(PEEK, FOUND, 0, "best")[1])
    assert (first.how, first.chosen, [option.worth for option in first.options]) == (
        "solved", 0, [Fraction(3, 5), Fraction(1, 3), 0],
    )  # fmt: skip
    assert last.options[last.chosen].move is None
    imagining = {**FOUND, "policy": {"kind": "best", "solve": 1, "worlds": 50}}
    tracer, trial = traced(PEEK, imagining, 0, "best")
    (first, *_) = weighed(trial)
    assert (first.how, first.worlds, len(first.options)) == ("imagined", 50, 3)
    assert abs(float(first.options[0].worth or 0) - 3 / 5) < 0.3
    lines = list(render_trial(tracer.program, 0, trial, "best"))
    assert lines[0] == "----------- t, trial 0, played by best -----------"
    assert any(
        line.startswith("best takes look[0] (played out in 50 imagined worlds: look[0] ") for line in lines
    )
    (drawn,) = weighed(traced(PEEK, FOUND, 0, "random")[1])
    assert drawn.how == "drawn" and len(drawn.options) == 2
    (foreseen,) = weighed(traced(PEEK, FOUND, 0, "hindsight")[1])
    assert (
        foreseen.how == "foreseen"
        and foreseen.options[0].worth == traced(PEEK, FOUND, 0, "hindsight")[1].score
    )
    ways = {**HALVES, "start": {"hand": ["tutor", "blank", "blank"]}, "policy": {"kind": "best", "solve": 1}}
    told = [one for number in range(5) for one in weighed(traced(CHOICE, ways, number, "best")[1])]
    assert any([option.way for option in one.options] == [0, 1] for one in told)


LIT = """
deck:
  cards:
    a: {count: 3, attribute: x}
    b:
      attribute: [x, y]
      program: '/(> |H| |B|);@;(# X B);(light D.c 1000);(# D.1 H);(light D.A:x 100);(= gain (+ gain 1))'
    c:
      attribute: y
      program: '[1]@;(# X B);(= gain (+ gain 2));(# D.2 H);/(> |D| 1);(on >B (# D.1 J) (times 1))'
simulate:
  tests:
    t:
      start-card: 2
      exec-program: true
      header: (light D.a 40)
      policy: {pass: never}
      combos: {c0: {score: (- |H| |B|)}, c1: {hand: [c], score: (- 4 |D|)}}
"""


def test_lit_cards_leave_the_others_of_a_world_in_any_order() -> None:
    """The mean by exact answer, and in worlds: a card that is chosen among some says nothing of the rest."""
    deck = yisp.loads(LIT)
    assert yisp.run(deck, method="exact").topics["t"].score.exact == "10/7"
    found = yisp.run(deck, policy=["greedy", "best"], method="sample", count=8000, seed=3).topics["t"]
    assert abs(found.score.mean - 10 / 7) < 5 * found.score.se


@pytest.mark.slow
def test_a_queue_is_played_alike_natively() -> None:
    """A module that runs stages keeps no lines, though its topic's program uses zones as queues."""
    cards = {name: {"count": 3, "props": {"id": number}} for number, name in enumerate("abc")}
    topic = {
        "start-card": 0, "header": "(# D.6 B);(shuffle D)",
        "program": "(# B.1 J);(# J.1 B);(# B.2 J);(# J.1 B);(# B.1 J)",
        "turns": 3, "stats": {"s": "(+ (sum B.1 id) (* 3 (sum B.2 id)) (* 9 (sum J id)))"},
    }  # fmt: skip
    program = compile_text(deck_text(cards, {"t": topic}))
    entry, policy = modules.Entry.STAGES, program.topics[0].policy
    run = modules.load_cached(program, entry) or modules.build(program, entry)
    found = []
    for how in ({"functions": python_functions(program.python_source)}, {"stages": run}):
        players = Players(program, 0, 3, [policy, policy.but(kind="random")], **how)
        players.run(0, 100)
        found.append([counts.stats[0].histogram for counts in players.parts()])
    assert found[0] == found[1]


# Greed alone --------------------------------------------------------------------------------------------

EVERY_LOOK = {
    "pick": {"program": "@;(# X B);(# D.a:f.1 H);(shuffle D)"},
    "dig": {"program": "@;(# X B);(# D.a:g.1 H);(# D.-1 B)"},
    "lot": {"count": 2, "program": "@;(# X B);(# H.a:f.?2 D);(shuffle D);(# D.1 H)"},
    "roll": {"program": "[1]@;(# X B);(= sum (+ (* sum 7) (rand 1 9)));(# D.a:f.?1 B);(# D.2 H)"},
    "all": {"program": "[1]/(> |B| 4);@;(# X B);(# B D);(shuffle D);(# D.3 B)"},
    "f0": {"count": 3, "attribute": ["f"]},
    "f1": {"count": 4, "attribute": ["f", "g"]},
    "g": {"count": 9, "attribute": ["g"]},
}
LOOKED = {
    "exec-program": True, "start-card": 4, "turns": 2, "draw": 1,
    "combos": {"c": {"score": "sum", "hand": ["a:f"]}},
    "stats": {"sum": "sum", "left": "|D.a:g|", "hand": "|H.a:f|", "grave": "|B.f0|"},
}  # fmt: skip


def scanned(program: Program, first: int, last: int, *, native: bool = False) -> Scanning:
    """Greed alone has played these trials under seed 7; native, where they are said to be."""
    how: dict[str, Any] = (
        {"native": modules.build(program, modules.Entry.WORLDS)}
        if native
        else {"functions": python_functions(program.python_source)}
    )
    play = Scanning(program, 0, 7, program.topics[0].policy.but(kind="greedy"), **how)
    play.table.record_rows(last - first)
    play.run(first, last)
    return play


@pytest.mark.parametrize("rest", [0, 40, 120])
def test_greed_alone_plays_what_it_plays_among_others(rest: int) -> None:
    """Of decks whose rows have 64, 128 and 256 slots; the counts are the same, too."""
    program = made({**EVERY_LOOK, "rest": {"count": rest}}, LOOKED)
    alone = scanned(program, 0, 400)
    width = alone.row.width
    numbers = memoryview(bytes(alone.table.read_rows())).cast("q").tolist()
    found = [numbers[at : at + width] for at in range(0, len(numbers), width)]
    assert found == rows(program, ("greedy",), 400)
    assert len({tuple(row[1:]) for row in found}) > 20
    among = Players(
        program, 0, 7, [program.topics[0].policy], functions=python_functions(program.python_source)
    )
    among.run(0, 400)
    (mine,), (theirs,) = alone.parts(), among.parts()
    assert (mine.successes, mine.combos, mine.activations) == (
        theirs.successes,
        theirs.combos,
        theirs.activations,
    )
    assert mine.goal is not None and theirs.goal is not None
    assert (mine.goal.count, mine.goal.total) == (theirs.goal.count, theirs.goal.total)


@pytest.mark.slow
@pytest.mark.parametrize("rest", [0, 40, 120])
def test_greed_alone_plays_alike_on_both_targets(rest: int) -> None:
    program = made({**EVERY_LOOK, "rest": {"count": rest}}, LOOKED)
    python, native = (scanned(program, 0, 3000, native=native) for native in (False, True))
    assert bytes(python.table.read_rows()) == bytes(native.table.read_rows())


ORDERS = {
    "top": "(# D.1 T);(# D.1 T)",
    "bottom": "(# D.-1 T);(# D.-1 T)",
    "both ends": "(# D.-1 T);(# D.1 T)",
    "again": "(# D.3 T);(# T D);(shuffle D);(# D.1 T);(# D.1 T)",
    "a pick": "(# D.a:x.1 H);(shuffle D);(# D.1 T);(# H D);(shuffle D);(# D.a:y.1 T)",
    "past others": "(# D.a:y.1 T);(# D.1 T)",
    "a lot": "(# D.a:x.?2 H);(# D.1 T);(# H D);(shuffle D);(# D.1 T)",
}


@pytest.mark.parametrize("look", ORDERS)
def test_worlds_have_the_law_of_plain_trials(look: str) -> None:
    """Whatever two cards come, they come as often as in plain trials: a chi-square of two samples."""
    cards: dict[str, Any] = {name: {"attribute": ["x" if name in "abcd" else "y"]} for name in "abcdefg"}
    topic = {
        "exec-program": False, "start-card": 0, "header": ORDERS[look],
        "stats": {name: f"|T.{name}|" for name in "abcdefg"},
    }  # fmt: skip
    program, trials = made(cards, topic), 6000
    plain = Play(program, 0, 7, functions=python_functions(program.python_source))
    here = Counter(_stats(bytes(scanned(program, 0, trials).table.read_rows()), 7))
    there = Counter(_stats(plain.records(0, trials), 7))
    seen = set(here) | set(there)
    apart = sum((here[one] - there[one]) ** 2 / (here[one] + there[one]) for one in seen)
    assert apart < len(seen) + 4 * sqrt(2 * len(seen)), (look, apart, len(seen))


def _stats(block: bytes, stats: int) -> list[tuple[int, ...]]:
    numbers, width = memoryview(block).cast("q").tolist(), 2 + 2 * stats
    return [tuple(numbers[at + 2 : at + width : 2]) for at in range(0, len(numbers), width)]


@pytest.mark.parametrize(
    ("rolled", "lacking", "cut"), [(0, None, None), (6, None, (0, 6)), (0, 3, (3, 0)), (6, 3, (3, 6))]
)
def test_a_stage_that_cannot_be_followed_lacks_something_or_is_too_much(
    rolled: int, lacking: int | None, cut: tuple[int, int] | None
) -> None:
    stages: Any = object.__new__(Stages)
    stages.enumerator = SimpleNamespace(rolled=rolled, lacking=lacking)
    assert stages._followed([]) == []
    with pytest.raises(OverBudget if cut is None else Cut) as raised:
        stages._followed(None)
    if cut is not None:
        assert (raised.value.row, raised.value.options) == cut
