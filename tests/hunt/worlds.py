"""Drawn dilemmas, played trial by trial in worlds.

What comes in: the text of a deck file. What goes out: a sentence about what cannot be, or None: a trial in
which somebody does better than hindsight, a mean that its exact value excludes (for `best`, one above it), or
targets that play differently.
"""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

from running import compile_text, exact_counts, native_module

from yisp.compile.builds import native
from yisp.compile.program import Program
from yisp.simulate.counting.counts import Counts
from yisp.simulate.counting.probabilities import NoExactAnswer
from yisp.simulate.playing.play import Play, python_functions
from yisp.simulate.worlds.worlds import Players, Scanning

POLICIES = ("greedy", "random", "best", "hindsight")

GOALS = ("score", "success")

TRIALS, ALIKE = 300, 40
"""How many are played, and how many of these natively as well."""

SURE = 5.0
"""Standard errors beyond which a mean is none of what it should be."""

BUDGET = 400_000


def difference(
    text: str, goals: tuple[str, ...] = GOALS, *, natively: bool = False, trials: int = TRIALS
) -> str | None:
    """What cannot be, in a sentence."""
    program = compile_text(text)
    found = (played(program, 0, goal, trials, natively=natively) for goal in goals)
    return next((one for one in found if one is not None), None)


def played(
    program: Program, topic: int, goal: str, trials: int, *, natively: bool, seed: int = 7
) -> str | None:
    """The same of one topic and one goal."""
    if program.plan["hasty"] and program.topics[topic].activates:
        return None
    policies = [
        program.topics[topic].policy.but(kind=kind, goal=goal, may_stop=True, solve=30, worlds=4)
        for kind in POLICIES
    ]
    functions = python_functions(program.python_source)
    players = Players(program, topic, seed, policies, functions=functions)
    width = players.row.width
    try:
        rows = memoryview(players.records(0, trials)).cast("q")
    except NoExactAnswer:  # more happens in one stage than can be followed
        return None
    parts = players.parts()
    limited = {notice.code for counts in parts for notice in counts.notices} & {
        "Y302",
        "Y305",
        "Y306",
        "Y309",
        "Y310",
        "Y312",
    }
    if not limited:  # what ends play early may be the best that there is, and is nobody's move
        for trial in range(trials):
            first = trial * len(POLICIES)
            scores = [rows[(first + one) * width + 1] for one in range(len(POLICIES))]
            values = [score > 0 for score in scores] if goal == "success" else scores
            if max(values) > values[-1]:
                return f"{goal}: in trial {trial} of seed {seed} {POLICIES} make {scores}"
        for policy, counts in zip(policies, parts, strict=True):
            play = Play(program, topic, seed, functions=functions)
            wrong = _excluded(play, policy.kind, counts, goal)
            if wrong is not None:
                return wrong
    greedy, own = POLICIES.index("greedy"), width * 8
    alone = Scanning(program, topic, seed, policies[greedy], functions=functions).records(0, trials)
    every = range(greedy * own, trials * len(POLICIES) * own, len(POLICIES) * own)
    if alone != b"".join(bytes(rows.cast("B")[at : at + own]) for at in every):
        return f"{goal}: greed alone plays otherwise than among others"
    if natively:
        built = native_module(program, native.Entry.STAGES)
        alike = min(ALIKE, trials)
        again = Players(program, topic, seed, policies, stages=built).records(0, alike)
        if again != bytes(rows[: alike * len(POLICIES) * width]):
            return f"{goal}: native trials are others than python's"
    return None


def _excluded(play: Play, kind: str, counts: Counts, goal: str) -> str | None:
    """What the exact answer says against a mean, if there is one."""
    policy = play.topic.policy.but(kind=kind, goal=goal, may_stop=True)
    try:
        exact = exact_counts(play, BUDGET, None, policy)
    except NoExactAnswer:
        return None
    value = Fraction(str(exact.success if goal == "success" else exact.score.mean))
    assert counts.goal is not None
    mean = Fraction(counts.goal.total, counts.goal.count)
    variance = Fraction(counts.goal.squares, counts.goal.count) - mean * mean
    error = sqrt(max(float(variance), 0.25 / counts.goal.count) / counts.goal.count)
    off = float(mean - value) / error
    if off > SURE or (off < -SURE and kind != "best"):
        makes = f"{kind} makes {float(mean)} in {counts.goal.count} trials"
        return f"{goal}: {makes}, which is {off:+.1f} errors off {value}"
    return None
