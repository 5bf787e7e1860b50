"""What each first move of a hand is worth in drawn decks: ``yispc advise`` against ``players``.

What comes in: a seed and a number.  What goes out: a :class:`Verdict`.  A deck of ``dilemmas`` (two of three
of ``richer``, every fourth lit), a hand of it and, now and then, cards elsewhere; then

* ``advise: worth`` — what everything that can be done first is worth, stopping too, as fractions, for each
  goal, by brute force over whole orders of the deck and by the solver;
* ``advise: best`` — the greatest of these, also where chance comes before the first decision;
* ``advise: moves`` — what can be done at all;
* ``advise: branches`` — the shares of what comes behind each are 1 in all, and their worths its worth;
* ``advise: played`` — in worlds that are imagined nobody does better than the best play.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Sequence
from fractions import Fraction
from math import log
from random import Random
from typing import Any

from running import load_text

from yisp.compile.pipeline import compile_deck
from yisp.compile.program import Program
from yisp.deck.model import Deck
from yisp.lang.diagnostics import DeckError
from yisp.simulate.counting.binomial import log_tail
from yisp.simulate.counting.probabilities import NoExactAnswer
from yisp.studies.advice.advise import SOLVED, Advice, Advising
from yisp.studies.advice.naming import Seen
from yisp.studies.advice.standing import copies_of, standing

from ..chance import TooMany
from ..compare import LEAST_TAIL, Difference, Verdict
from ..dilemmas import draw, goals_of
from ..players import STOP, Budget, Goal, Move, Node, Tree
from ..reference import Rules
from ..richer import draw_richer

MOST = 1500
"""So many stages of whole orders are run."""

PLAYED = 3
"""One of so many decks is played in worlds, too, which takes a while."""

Key = tuple[object, ...]
"""A move (its zone, kind and effect) and the kinds that are taken in it, or ``STOP``."""


def examine(seed: object, number: int) -> Verdict:
    verdict = Verdict()
    random = Random(f"advise {seed} {number}")
    text = (draw if number % 3 == 2 else draw_richer)(f"advise {seed}", number, lit=number % 4 == 3)
    try:
        _examine(text, random, verdict, played=number % PLAYED == 0)
    except DeckError as error:
        verdict.refused[f"diagnostics {next(iter(error.diagnostics)).code}"] += 1
    except (TooMany, RecursionError):
        verdict.refused["too many ways for the brute force"] += 1
    return verdict


def _examine(text: str, random: Random, verdict: Verdict, *, played: bool) -> None:
    data = json.loads(text)
    topic = data["simulate"]["tests"]["t"]
    may_stop = random.random() < 0.75
    topic["policy"] = {"kind": "best", "pass": "always" if may_stop else "never"}
    plain = load_text(json.dumps(data))
    program = compile_deck(plain)
    seen = drawn_position(program, random)
    position = standing(program, 0, seen, lambda: plain)
    # The same as it would stand in the file.
    topic["start"] = _start(position)
    topic["start-card"] = len(seen.hand or ())
    verdict.text = json.dumps(data)
    deck = load_text(verdict.text)
    for name, goal in goals_of(deck.topics[0]).items():
        _Comparing(deck, goal, may_stop, verdict, name).compare(position, seen, played=played)


def drawn_position(program: Program, random: Random) -> Seen:
    """A hand, and now and then cards elsewhere."""
    names = [name for name, copies in copies_of(program).items() for _ in range(copies)]
    random.shuffle(names)
    hand = [names.pop() for _ in range(min(random.choice((1, 2, 2, 3)), len(names) - 1))]
    zones, top = {}, None
    if len(names) > 2 and random.random() < 0.2:
        zones[random.choice("BTJ")] = [names.pop()]
    if len(names) > 2 and random.random() < 0.2:
        top = [names.pop()]
    return Seen.among(copies_of(program), program.others, hand, zones, top)


def _start(program: Program) -> dict[str, Any]:
    """What is known, as a deck file says it; cards beside the deck lie where they do by themselves."""
    kind_of, zones, topic = program.plan["kind_of"], defaultdict(list), program.topics[0]
    for card, zone in topic.known:
        zones[program.zones[zone]].append(program.kinds[kind_of[card]][0])
    hand, top = zones.pop("H", []), zones.pop("D", [])
    found: dict[str, Any] = {"hand": hand, "deck-top": top, "zones": dict(zones)}
    if topic.vars:
        found["vars"] = dict(topic.vars)
    return {key: value for key, value in found.items() if value}


class _Comparing:
    """One goal of one position."""

    def __init__(self, deck: Deck, goal: Goal, may_stop: bool, verdict: Verdict, name: str) -> None:
        self.goal, self.may_stop, self.verdict, self.name = goal, may_stop, verdict, name
        self.tree = Tree(Rules(deck), deck.topics[0], Budget(MOST))

    def compare(self, program: Program, seen: Seen, *, played: bool) -> None:
        best = self.worth(self.tree.roots)
        expected = self.firsts()
        advising = Advising(program, 0, seen, 7, goal=self.name)
        for _ in advising.pieces():
            pass
        advice = advising.advice(3)
        if not advice.exact:
            self.verdict.refused[f"not exact: {advice.reason}"] += 1
            return
        found = {self.key(advice, option.first): option for option in advice.options}
        worths = {key: Fraction(option.worth.exact or "") for key, option in found.items()}
        self.same("advise: best", "all", best, max(worths.values()))
        if expected is not None:
            self.same("advise: moves", "all", {key[0] for key in expected}, {key[0] for key in worths})
            for key, worth in worths.items():
                if key in expected:
                    self.same("advise: worth", str(key), expected[key], worth)
            for move in {key[0] for key in expected} & {key[0] for key in worths}:
                ways = [worth for key, worth in expected.items() if key[0] == move]
                mine = [worth for key, worth in worths.items() if key[0] == move]
                self.same("advise: worth", str(move), max(ways), max(mine))
        for option in advice.options:
            if option.how == SOLVED and option.behind and all(branch.share.exact for branch in option.behind):
                shares = [Fraction(branch.share.exact or "") for branch in option.behind]
                whole = sum(
                    share * Fraction(branch.worth.exact or "")
                    for share, branch in zip(shares, option.behind, strict=True)
                )
                self.same("advise: branches", "share", 1, sum(shares))
                self.same("advise: branches", "worth", Fraction(option.worth.exact or ""), whole)
        if played and advice.chances:
            self.played(program, seen, best)

    def played(self, program: Program, seen: Seen, best: Fraction) -> None:
        advising = Advising(program, 0, seen, 8, goal=self.name, method="sample")
        try:
            for _ in advising.pieces():
                pass
        except NoExactAnswer as error:
            self.verdict.refused[f"played: {error}"] += 1
            return
        bound = log(LEAST_TAIL)
        for option in advising.advice().options:
            count = round(option.worth.value * (option.worth.worlds or 0))
            more = Fraction(count, option.worth.worlds or 1) > best
            tail = (
                log_tail(count, option.worth.worlds or 0, best.numerator, best.denominator) if more else 0.0
            )
            self.verdict.compared["advise: played"] += 1
            if tail < bound:
                self.verdict.differences.append(
                    Difference("advise: played", "t", self.name, best, f"{count} of {option.worth.worlds}")
                )

    # By brute force -------------------------------------------------------------------------------

    def worth(self, nodes: Sequence[Node]) -> Fraction:
        share = sum((node.share for node in nodes), Fraction(0))
        return self.tree._best(nodes, self.goal, self.may_stop) / share

    def firsts(self) -> dict[Key, Fraction] | None:
        """What everything that can be done first is worth; None where that depends on what is seen before."""
        roots = self.tree.roots
        if not alike(roots):
            return None
        found: dict[Key, Fraction] = {}
        options: list[object] = list(roots[0].options)
        if roots[0].stage is not None:  # the player is asked for cards
            return {(None, tuple(sorted(way))): self.behind(roots, way) for way in options}  # type: ignore[call-overload]
        for move in options:
            nodes = [one for node in roots for one in self.tree.behind(node, move)]
            if alike(nodes) and nodes[0].stage is not None:
                for way in nodes[0].options:
                    found[move, tuple(sorted(way))] = self.behind(nodes, way)  # type: ignore[call-overload]
            else:
                found[move, ()] = self.worth(nodes)
        if self.may_stop:
            found["stop", ()] = self.behind(roots, STOP)
        return found

    def behind(self, nodes: Sequence[Node], option: object) -> Fraction:
        return self.worth([one for node in nodes for one in self.tree.behind(node, option)])

    def key(self, advice: Advice, first: Any) -> Key:
        if first.stops:
            return "stop", ()
        taken = tuple(sorted(first.taken))
        if first.move is None:
            return None, taken
        zone, kind, effect = first.move
        move: Move = advice.program.zones[zone], kind, advice.program.effects[effect][1]
        return move, taken

    def same(self, comparison: str, figure: str, expected: object, found: object) -> None:
        self.verdict.compared[comparison] += 1
        if expected != found:
            self.verdict.differences.append(
                Difference(comparison, "t", f"{self.name} {figure}", expected, found)
            )


def alike(nodes: Sequence[Node]) -> bool:
    """Whether the player is asked in all of them, and cannot tell them apart."""
    return (
        bool(nodes)
        and len(Counter((node.history, node.options) for node in nodes)) == 1
        and not any(node.result is not None for node in nodes)
    )
