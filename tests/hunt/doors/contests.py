"""Staged searches of drawn decks: what a run plays against the routes that ``yispc search`` weighs.

What comes in: a seed and a number.  What goes out: a :class:`Verdict`.  In each of a few trials these must
be the same, all stats of the trial's end taken together, so that of equal lines the same one is meant:

* ``contests: line`` — what the run played, and the best route of its last stage; what a goal made of it is
  ``contests: worth``;
* ``contests: later turn`` — the same, where the search is asked in a later turn of that stage;
* ``contests: table`` — the run, and a run that remembers no positions;
* ``contests: plain line`` — the run, and the best route where nothing is remembered;
* ``contests: little room`` — a search of all turns, and one that can remember few positions;
* ``contests: hindsight`` — one stage of all turns for the goal, and the policy ``hindsight``;
* ``contests: law`` — how often trials end so, and the law that ``foreseen`` finds by playing out every line.

Trials that a limit or an error ends early are left out: that is no end that was searched.
"""

from __future__ import annotations

import json
from collections import Counter
from copy import copy
from fractions import Fraction
from math import log
from random import Random
from typing import Any
from unittest.mock import patch

from running import load_text

from yisp.compile.pipeline import compile_deck
from yisp.compile.program import Policy, Program
from yisp.deck.model import Deck
from yisp.lang.diagnostics import DeckError
from yisp.simulate.counting.binomial import log_tail
from yisp.simulate.counting.probabilities import NoExactAnswer
from yisp.simulate.playing.play import python_functions
from yisp.simulate.worlds import worlds
from yisp.simulate.worlds.routes import Route, search
from yisp.simulate.worlds.worlds import Players

from ..chance import TooMany
from ..compare import LEAST_TAIL, Difference, Verdict
from ..dilemmas import draw_short
from ..foreseen import staged_law
from ..players import Budget, Rolled
from ..reference import Rules
from ..richer import draw_richer

TRIALS = 5

MOST = 1500
"""How many moves a search may try, and so many routes there may be."""

ROOM = 20_000
"""How many bytes a search may keep that has little room: some dozens of positions."""

STAGES = 600
"""So many stages of lines are run to find a law."""

SAMPLED, FRESH = 80, 1000
"""How many trials are held against a law, and under a fresh seed where the first looked wrong."""

SEED = 7

EVALUATIONS = (
    "gain", "(+ gain |H.a|)", "(- |D| (* gain |B|))", "(/ 6 (- gain 1))", "(+ |D.1.a| gain)",
    "0", "(> gain 1)", "|B.a|", "(- |H|)", "(% gain 2)", "(min 1 |B|)",
)  # fmt: skip
"""Under the later ones many lines are worth as much."""

TURNS = {
    "before-play": ("", "", "(# D.1 H)", "(= used 0)", "(# H.*1 D);(shuffle D)"),
    "footer": ("", "", "(= gain (+ gain 1))", "(# H.*1 B)", "(if (> gain 5) (stop 1))"),
}
"""Scripts for decks that have none of their own."""

LIMITED = {"Y302", "Y305", "Y306", "Y312"}


def text(seed: int, number: int) -> str:
    """The deck of that number."""
    random = Random(f"contest {seed} {number}")
    richer = random.random() < 0.6
    deck = json.loads((draw_richer if richer else draw_short)(f"contests {seed}", number))
    deck["simulate"]["limits"] = {"activations": 25}
    topic = deck["simulate"]["tests"]["t"]
    cards = list(deck["deck"]["cards"].items())
    random.shuffle(cards)  # the file's order is not the one that names are drawn in
    deck["deck"]["cards"] = dict(cards)
    if not richer:
        topic |= {key: script for key, some in TURNS.items() if (script := random.choice(some))}
    kind: dict[str, Any] = {"kind": "staged-search", "stage": random.randint(1, topic["turns"])}
    kind |= {"pass": random.choice(("always", "always", "never")), "budget": MOST}
    if random.random() < 0.7:
        kind["evaluate"] = random.choice(EVALUATIONS)
    else:
        kind["goal"] = random.choice(("score", "success", *topic.get("stats", {})))
    topic["policy"] = kind
    here = {f"{zone} {name}": f'|{zone}."{name}"|' for zone in "HBJ" for name, _ in cards}
    topic["stats"] = topic.get("stats", {}) | here
    return json.dumps(deck)


def examine(seed: int, number: int) -> Verdict:
    return examine_text(text(seed, number), number)


def examine_text(text: str, number: int = 0) -> Verdict:
    """Compare the run of one deck; ``number`` says in which turn a later search begins."""
    verdict = Verdict()
    try:
        deck = load_text(text)
        program = compile_deck(deck)
    except DeckError as error:
        verdict.refused[f"diagnostics {next(iter(error.diagnostics)).code}"] += 1
        return verdict
    try:
        contest = _Contest(program, verdict, number)
        contest.compare()
        contest.lawful(deck)
    except NoExactAnswer as error:
        verdict.refused[type(error).__name__] += 1
    return verdict


class _Contest:
    """A topic that a staged search plays, and policies beside it."""

    def __init__(self, program: Program, verdict: Verdict, number: int) -> None:
        self.program = program
        self.topic = program.topics[0]
        self.verdict = verdict
        policy = self.topic.policy
        whole = policy.but(stage=self.topic.turns, evaluates=False)
        self.policies = [policy, policy.but(table=False), whole, whole.but(kind="hindsight")]
        self.functions = python_functions(program.python_source)
        self.players = self.opened(SEED, self.policies)
        with patch.object(worlds, "ROOM", ROOM):
            self.narrow = self.opened(SEED, self.policies[2:3])
        # In which turn the last stage begins, and one of its turns.
        self.last = (self.topic.turns - 1) // policy.stage * policy.stage + 1
        self.later = self.last + number % (self.topic.turns - self.last + 1)

    def opened(self, seed: int, policies: list[Policy]) -> Players:
        return Players(self.program, 0, seed, policies, functions=self.functions)

    def compare(self) -> None:
        limited = [0] * (len(self.policies) + 1)
        for trial in range(TRIALS):
            rows = rows_of(self.players, trial, trial + 1) + rows_of(self.narrow, trial, trial + 1)
            before, limited = limited, [*limits(self.players), *limits(self.narrow)]
            ended = [then != now for then, now in zip(before, limited, strict=True)]
            if not any(ended[:2]):
                self.same("contests: table", trial, rows[0], rows[1])
            if not any(ended[2:4]):
                self.same("contests: hindsight", trial, rows[2], rows[3])
            if not ended[2] and not ended[4]:
                self.same("contests: little room", trial, rows[2], rows[4])
            if ended[0]:
                self.verdict.refused["a limit or an error ends the trial"] += 1
                continue
            self.routes(trial, rows[0])

    def routes(self, trial: int, row: list[int]) -> None:
        """What searches say of the trial of which that row is."""
        at = self.players.row
        stats = {name: row[at.stat(one)] for one, name in enumerate(self.topic.stats) if row[at.known(one)]}
        policy = self.topic.policy
        asked = [("contests: line", self.last, policy), ("contests: plain line", self.last, self.policies[1])]
        if self.later > self.last:
            asked.append(("contests: later turn", self.later, policy))
        for comparison, turn, policy in asked:
            try:
                best = self.searched(trial, turn, policy)
            except NoExactAnswer:
                self.verdict.refused[f"{comparison}: too many moves"] += 1
                continue
            self.same(comparison, trial, best.parts, stats)
            if comparison == "contests: line" and not policy.evaluates:
                goal = policy.goal
                made = row[at.score] if goal in ("score", "success") else stats.get(goal, 0)
                worth = int(made > 0) if goal == "success" else made
                self.same("contests: worth", trial, best.evaluation, worth)

    def searched(self, trial: int, turn: int, policy: Policy) -> Route:
        """The best route of that turn."""
        program = copy(self.program)
        program.topics = [copy(self.topic)]
        program.topics[0].policy = policy
        return search(program, 0, seed=SEED, trial=trial, turn=turn, parts=self.topic.stats).best

    def lawful(self, deck: Deck) -> None:
        """Trials end as is likely; what does not is looked for again under a fresh seed."""
        try:
            law = staged_law(Rules(deck), deck.topics[0], Budget(STAGES))
        except (TooMany, Rolled, RecursionError):
            self.verdict.refused["contests: law: out of the brute force's reach"] += 1
            return
        first = self.unlikely(law, SEED, SAMPLED)
        if first is None:
            return
        self.verdict.compared["contests: law"] += 1
        for outcome, share, count in (first and self.unlikely(law, SEED + 1, FRESH)) or ():
            self.verdict.differences.append(
                Difference("contests: law", self.topic.name, str(outcome), share, count)
            )

    def unlikely(
        self, law: dict[tuple[object, ...], Fraction], seed: int, trials: int
    ) -> list[tuple[object, Fraction, str]] | None:
        """What comes up more or less often than is likely; None where a limit ends a trial."""
        players = self.opened(seed, [self.topic.policy])
        at, stats = players.row, range(len(self.topic.stats))
        counted = Counter[tuple[object, ...]](
            (row[at.score], *(row[at.stat(one)] if row[at.known(one)] else None for one in stats))
            for row in rows_of(players, 0, trials)
        )
        if any(limits(players)):
            return None
        bound = log(LEAST_TAIL / len(law))
        found: list[tuple[object, Fraction, str]] = []
        for outcome in law.keys() | counted.keys():
            share, count = law.get(outcome, Fraction(0)), counted[outcome]
            if log_tail(count, trials, share.numerator, share.denominator) < bound:
                found.append((outcome, share, f"{count} of {trials}"))
        return found

    def same(self, comparison: str, trial: int, expected: object, found: object) -> None:
        self.verdict.compared[comparison] += 1
        if expected != found:
            self.verdict.differences.append(
                Difference(comparison, self.topic.name, f"trial {trial}", expected, found)
            )


def rows_of(players: Players, first: int, last: int) -> list[list[int]]:
    """What becomes of trials: of each a row for every policy."""
    numbers = memoryview(players.records(first, last)).cast("q").tolist()
    width = players.row.width
    return [numbers[at : at + width] for at in range(0, len(numbers), width)]


def limits(players: Players) -> list[int]:
    """How often a limit or an error has ended play so far, by policy."""
    return [
        sum(notice.count for notice in counts.notices if notice.code in LIMITED) for counts in players.parts()
    ]
