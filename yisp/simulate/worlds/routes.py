"""The routes of one position: every line that a stage search weighs there, and what each is worth.

What comes in: a program, a topic, and which turn of which trial.  What goes out: a :class:`Search`.

A stage is some turns; lines are tried depth-first, moves in the order in which a run tries them (zones as
they are scanned, then cards as the file lists them, their effects in order), ways to choose cards in that
of their options, and stopping last. Of several best lines the first counts, here and there: where two
orders of the hand are one position, the file's is the only order that says the same in both. A line that
comes back to a position of its own is left out, as in a run (``foresee.h``). A line ends when its last
turn has ended and the next one has begun as far as the scripts before play, or with the trial; there the
position is worth what the policy's evaluation says, or its goal, as if the trial ended there. Everything
happens in the trial's world: the order that each shuffle makes and the number that each roll gives belong
to the trial, so that all lines of it meet the same future.

Positions are met again, by another order of the same moves: what lies behind one is found once (and, without
the policy's table, anew each time; the outcome is the same).  What is not handled: playing trials so, and
counting (``worlds``, which the tests hold these routes against).
"""

from __future__ import annotations

from dataclasses import field, replace
from typing import Any

from yisp_runtime.codes import EVALUATE, HAND, JUDGE, MOVE, SCAN, TURN

from ...compile.program import Program
from ...compile.record import data_of
from ...compile.row import RowLayout
from ...deck.model import Deck, NumberText, Stat
from ...lang.source import TextSource
from ...lang.tree import Call, CardSet, Statement, Variable, Where
from ...lang.walk import Node, callee, walk
from ...messages import say, say_n
from ...structs import dataclass
from ..counting.probabilities import OverBudget
from ..exact.policies import goal_of
from ..exact.stages import ENDLESS, Move, Path, Place, Stages
from ..playing.play import Play, python_functions

DEEPEST = 300
"""Stages of a line, one behind the other."""

TOO_LONG = say("a line of play is too long to be followed, or goes round in a circle")

NO_MOVE = "-"
"""Stopping where something could be played, as routes show it."""


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that a player does: how it is written in a route, what it is, and how it is done again, in
    which stage of the trial."""

    label: int | str
    name: tuple[str, int]
    move: Move | None
    path: Path
    phase: int


@dataclass(frozen=True, slots=True)
class Route:
    """A line of play: its steps, what it is worth, and the position behind it."""

    steps: tuple[Step, ...]
    evaluation: int
    parts: dict[str, int]
    leaf: Place = field(repr=False)

    @property
    def labels(self) -> list[int | str]:
        """Places in the hand, counted anew after each play; `B:0` is from another zone, `*0` the first of the
        ways to choose cards."""
        return [step.label for step in self.steps]

    def to_dict(self) -> dict[str, Any]:
        """What `yispc search --json` says of it."""
        found: dict[str, Any] = {
            "route": self.labels,
            "moves": [list(step.name) for step in self.steps],
            "evaluation": self.evaluation,
        }
        return found | ({"parts": self.parts} if self.parts else {})


@dataclass(frozen=True, slots=True)
class Search:
    """What a stage search found in one position; ``nodes`` are moves that were tried, with all they cause."""

    topic: str
    seed: int
    trial: int
    turn: int
    routes: tuple[Route, ...]
    leaves: int
    nodes: int

    @property
    def best(self) -> Route:
        """The best route, of several the first."""
        return max(self.routes, key=lambda route: route.evaluation)

    def to_dict(self) -> dict[str, Any]:
        """What `yispc search --json` says."""
        return {**data_of(self, "routes"), "best": self.best.labels, **data_of(self, "leaves", "nodes")}


def explained(deck: Deck, topic: int) -> tuple[Deck, list[str]]:
    """The deck with a stat more for each part of the topic's evaluation, and the names of these: the
    functions without arguments that it calls, directly or through others, and what these ask of lasting
    effects by functions with ``would`` whose arguments mean the same everywhere."""
    asked = deck.topics[topic].policy.evaluate
    if asked is None:
        return deck, []
    functions = {one.function.name: one.function for one in deck.functions}
    waiting: list[Statement] = [asked.number]
    seen: set[str] = set()
    while waiting:
        for node in walk(waiting.pop()):
            if isinstance(node, Call) and (name := callee(node)) in functions and name not in seen:
                seen.add(name)
                waiting += functions[name].script.statements
    stats: list[Stat] = []

    def add(name: str, number: NumberText) -> None:
        called = sum(stat.name.partition(" ")[0] == name for stat in stats)
        title = f"{name} {called + 1}" if called else name
        stats.append(Stat(title, number, number.text.place(*number.number.span)))

    for one in deck.functions:  # each behind those that it calls
        name = one.function.name
        if name not in seen or not _is_number(deck, name) or one.function.parameters:
            continue
        for node in walk(one.function.script):  # what it asks with arguments that mean the same everywhere
            if (
                isinstance(node, Call)
                and (other := callee(node)) in functions
                and node.arguments
                and _is_number(deck, other)
                and any(
                    isinstance(inner, Call) and inner.head == "would"
                    for inner in walk(functions[other].script)
                )
                and all(map(_is_closed, node.arguments))
            ):
                add(other, NumberText(node, one.text))
        text = TextSource("<part>", f"({name})")
        add(name, NumberText(Call(name, (1, len(text.text) - 1), (), (0, len(text.text))), text))
    topics = list(deck.topics)
    topics[topic] = replace(topics[topic], stats=(*topics[topic].stats, *stats))
    return replace(deck, topics=tuple(topics)), [stat.name for stat in stats]


def _is_number(deck: Deck, function: str) -> bool:
    """Whether calls of the function give a number, whatever card is asked about."""
    signature = deck.vocabulary.functions[function]
    return signature.number and not signature.card


def _is_closed(argument: Node) -> bool:
    """Whether an argument means the same outside of the function in which it stands."""
    return not any(
        isinstance(node, Variable | CardSet | Where) or (isinstance(node, Call) and node.head == "=")
        for node in walk(argument)
    )


def search(
    program: Program, topic: int, *, seed: int, trial: int = 0, turn: int = 1, parts: list[str] | None = None
) -> Search:
    """The routes of the position in which the turn's first decision is made, turns counting from 1.

    Turns before are played as the topic's policy says if that is a staged search, else by the first move.
    ``parts`` are the names of the last of the topic's stats, which say how an evaluation came about.  Raises
    :class:`OverBudget` where there are more moves than the policy's budget has nodes, and ValueError for a
    turn that the topic does not have.
    """
    if not 1 <= turn <= program.topics[topic].turns:
        turns = program.topics[topic].turns
        raise ValueError(
            say_n(
                "the topic has {number} turn, so there is no turn {turn}",
                "the topic has {number} turns, so there is no turn {turn}",
                turns,
                turn=turn,
            )
        )
    play = Play(program, topic, seed, functions=python_functions(program.python_source))
    searching = _Searching(play, parts or [])
    try:
        routes = searching.routes_of_turn(trial, turn)
    except RecursionError:  # whoever asks is deep in calls of his own
        raise OverBudget(TOO_LONG) from None
    leaves = len({(route.leaf.phase, route.leaf.canonical) for route in routes})
    name = program.topics[topic].name
    return Search(name, seed, trial, turn, tuple(routes), leaves, searching.nodes)


class _Searching:
    """Tries lines of play; ``nodes`` counts moves."""

    def __init__(self, play: Play, parts: list[str]) -> None:
        self._program = play.program
        self._topic = play.topic
        self._policy = play.topic.policy
        self._stages = Stages(play, ENDLESS, None, asks=True, worlds=True)
        self._course = self._stages.course
        self._turn = (len(self._course) - 1) // self._topic.turns  # stages of a turn
        self._parts = parts
        self._row = RowLayout.of(self._topic, numbered=False)
        self._known: dict[tuple[int, bytes], list[Route]] = {}
        self._begun: set[tuple[int, bytes]] = set()  # the positions of the line that is tried
        self._worth: dict[tuple[int, bytes], tuple[int, dict[str, int]]] = {}
        self.nodes = 0

    # Positions --------------------------------------------------------------------------------------

    def routes_of_turn(self, trial: int, turn: int) -> list[Route]:
        """What the search weighs in that turn of a trial."""
        position = self._stages.enumerator.deal_trial(trial)
        place = Place(0, position, self._stages.enumerator.canonical(), (0, 0))
        stage = self._policy.stage
        staged = self._policy.kind == "staged-search"
        first = (turn - 1) // stage * stage + 1 if staged else turn
        for before in range(1, first, stage if staged else 1):
            if staged:
                routes = self._routes(place, self._end_of(before + stage - 1))
                place = max(routes, key=lambda route: route.evaluation).leaf
            else:
                place = self._follow(place, self._end_of(before), None)
        end = self._end_of(min(first + stage - 1, self._topic.turns))
        if first < turn:
            routes = self._routes(place, end)
            best = max(routes, key=lambda route: route.evaluation)
            place = self._follow(place, self._begin_of(turn), list(best.steps))
        self.nodes = 0
        self._known.clear()
        found = self._routes(place, end)
        if not found:
            raise OverBudget(TOO_LONG)
        return found

    def _begin_of(self, turn: int) -> int:
        """The first stage of a turn that comes when it has begun: its scripts before play."""
        before = int(TURN in self._course)
        return (turn - 1) * self._turn + before

    def _end_of(self, turn: int) -> int:
        """The stage before which lines that end with that turn are weighed."""
        return len(self._course) - 1 if turn >= self._topic.turns else self._begin_of(turn + 1)

    def _follow(self, place: Place, end: int, steps: list[Step] | None) -> Place:
        """Play on to that stage: by some steps, or by first moves.

        A route has no step where there was nothing to decide, so each says in which stage it is made.
        """
        while place.phase < end:
            if self._course[place.phase] != SCAN:
                path = self._next_path(steps, place.phase)
                self._stages.one_path(self._course[place.phase], place, path, None)
                place = self._stages.place(place.phase + 1)
                continue
            if steps is None:
                move = next(iter(self._stages.moves(place)), None)
            else:
                move = steps.pop(0).move if steps and steps[0].phase == place.phase else None
            if move is None:
                place = place.skipped()
            else:
                self._stages.one_path(MOVE, place, self._next_path(steps, place.phase), move)
                place = self._stages.place(place.phase)
        return place

    def _next_path(self, steps: list[Step] | None, phase: int) -> list[int]:
        """The way to choose cards that comes next in a route, if it is chosen in that stage."""
        return list(steps.pop(0).path) if steps and steps[0].phase == phase and steps[0].path else []

    # Lines ------------------------------------------------------------------------------------------

    def _routes(self, place: Place, end: int, depth: int = 0) -> list[Route]:
        """All routes from there."""
        if place.phase >= end:
            evaluation, parts = self._evaluated(place)
            return [Route((), evaluation, parts, place)]
        key = place.phase, place.canonical
        if self._policy.table and key in self._known:
            return self._known[key]
        if key in self._begun:
            return []
        if depth == DEEPEST:
            raise OverBudget(TOO_LONG)
        self._begun.add(key)
        if self._course[place.phase] == SCAN:
            found = self._played(place, end, depth)
        else:
            found = self._run(place, self._course[place.phase], place.phase + 1, end, depth, None)
        self._begun.remove(key)
        if len(found) > self._policy.nodes:
            self._give_up()
        self._known[key] = found
        return found

    def _played(self, place: Place, end: int, depth: int) -> list[Route]:
        """Every move, and stopping."""
        moves = self._stages.moves(place)
        found: list[Route] = []
        for move in moves:
            self.nodes += 1
            if self.nodes > self._policy.nodes:
                self._give_up()
            found += self._run(place, MOVE, place.phase, end, depth, move)
        if not moves or self._policy.may_stop:
            after = place.skipped()
            stopped = self._routes(after, end, depth + 1)
            stop = Step(NO_MOVE, (NO_MOVE, 0), None, (), place.phase)
            found += [_behind([stop] if moves else [], route) for route in stopped]
        return found

    def _run(
        self, place: Place, stage: int, following: int, end: int, depth: int, move: Move | None
    ) -> list[Route]:
        """A stage along every way in which the player can choose cards."""
        ends = []
        for _, decisions in self._stages.paths(stage, place.position, place.count, move):
            ends.append((tuple(one[0] for one in decisions), self._stages.place(following)))
        begun = [] if move is None else [self._step(place, move)]
        found: list[Route] = []
        for number, (path, after) in enumerate(ends):
            way = [Step(f"*{number}", ("*", number), None, path, place.phase)] if path else []
            found += [_behind([*begun, *way], route) for route in self._routes(after, end, depth + 1)]
        return found

    def _kinds(self, zone: int) -> list[int]:
        """The kinds of a zone's cards, in order."""
        kind_of = self._program.plan["kind_of"]
        return [kind_of[card] for card in self._stages.play.table.cards(zone)]

    def _step(self, place: Place, move: Move) -> Step:
        zone, kind, effect = move
        self._stages.enumerator.stay(place.position, *place.count)
        at = self._kinds(zone).index(kind)
        name = self._program.kinds[kind][0], self._program.effects[effect][1]
        label = at if zone == HAND else f"{self._program.zones[zone]}:{at}"
        return Step(label, name, move, (), place.phase)

    def _evaluated(self, place: Place) -> tuple[int, dict[str, int]]:
        """What a position is worth, and the parts that were asked for."""
        key = place.phase, place.canonical
        if self._policy.table and key in self._worth:
            return self._worth[key]
        parts: dict[str, int] = {}
        row: tuple[int, ...] = ()
        if self._parts or not self._policy.evaluates:
            self._stages.one_path(JUDGE, place, [], None)
            row = self._stages.enumerator.row
            first = len(self._topic.stats) - len(self._parts)
            for number, name in enumerate(self._parts, first):
                if row[self._row.known(number)]:
                    parts[name] = row[self._row.stat(number)]
        if self._policy.evaluates:
            self._stages.one_path(EVALUATE, place, [], None)
            found = self._stages.enumerator.value
        else:
            found = goal_of(self._policy.goal, self._topic).of(row)
        self._worth[key] = found, parts
        return found, parts

    def _give_up(self) -> None:
        budget = self._policy.nodes
        raise OverBudget(
            say("there is more to try than the policy's budget of {budget} moves", budget=f"{budget:,}")
        )


def _behind(steps: list[Step], route: Route) -> Route:
    return replace(route, steps=(*steps, *route.steps)) if steps else route
