"""What each policy is worth, by brute force: whole orders of the deck, what a player knows taken literally.

Written from ``contest.md``, sections 1 to 3, on the interpreter of ``reference``.  What comes in: a loaded
deck and a topic.  What goes out: the mean of a goal under a policy; or ``TooMany``.

What a player knows is the history of all that he has seen, by name: the cards that he drew, moved or turned
over, at which places, and what was rolled.  Trials that look alike so far stand in one group, and what is
done there is done in all of them.  Nothing is merged that has another history; positions are not compared.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from copy import copy
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import combinations, pairwise, permutations

from yisp.deck.model import Deck, Topic
from yisp.lang import tree
from yisp.lang.walk import walk

from .arithmetic import RunTimeError
from .chance import Chance, TooMany
from .late import LateTrial, is_lit
from .reference import Result, Rules, Trial
from .scripts import Card, Execution, Stopped, notice

Move = tuple[str, int, int]
"""A zone, a kind and an effect."""

STOP = None
START = ("", -1, -1)

Options = tuple[object, ...]
"""What a player can do: moves, or the kinds of the cards that he may take."""


class Asked(Exception):
    """The player is asked which cards to take."""

    def __init__(self, options: Options) -> None:
        super().__init__()
        self.options = options


class Rolled(Exception):
    """What is rolled next depends on the line of play, or is no single number: there are no worlds."""


class Lacking(Exception):
    """A world is not known far enough."""

    def __init__(self, worlds: list[World]) -> None:
        super().__init__()
        self.worlds = worlds  # all that it may turn out to be, each as likely


@dataclass(frozen=True)
class World:
    """A future, as far as it matters: the order that the cards, by number, have in each row; and each roll,
    of how many numbers it is one, and which."""

    rows: tuple[tuple[int, ...], ...]
    rolls: tuple[tuple[int, int], ...] = ()

    def row(self, number: int, cards: Sequence[int]) -> tuple[int, ...]:
        """That row, which has those cards.

        A row is the relative order of the cards that some line asks it for: another card comes to any place
        in it, each as likely.
        """
        rows = [*self.rows, *[()] * (number + 1 - len(self.rows))]
        orders = [rows[number]]
        for card in cards:
            if card not in rows[number]:
                orders = [
                    (*one[:place], card, *one[place:]) for one in orders for place in range(len(one) + 1)
                ]
        if len(orders) > 1 or number >= len(self.rows):
            raise Lacking(
                [replace(self, rows=(*rows[:number], order, *rows[number + 1 :])) for order in orders]
            )
        return orders[0]

    def roll(self, number: int, width: int) -> int:
        if number == len(self.rolls):
            raise Lacking([replace(self, rolls=(*self.rolls, (width, value))) for value in range(width)])
        known, value = self.rolls[number]
        if known != width:
            raise Rolled
        return value


class Future(Chance):
    """The choices of a world."""

    def __init__(self, world: World) -> None:
        super().__init__()
        self.world = world


class Play(Trial):
    """A trial that stops wherever the player is asked."""

    def __init__(self, rules: Rules, topic: Topic, shuffled_behind: Mapping[int, str]) -> None:
        super().__init__(rules, topic, Chance())
        self.shuffled_behind = shuffled_behind
        self.hidden: set[Card] = set()  # whose place in their zone the player does not know
        self.history: list[object] = []
        self.picks: Sequence[int] = ()  # what is taken where the player is asked
        self.picked = 0
        self.nothing_turned_over = False
        self.shuffles = 0
        self.rolls = 0

    def copied(self) -> Play:
        other = copy(self)
        other.zones = defaultdict(list, {zone: list(cards) for zone, cards in self.zones.items()})
        other.words = self.words.copy()
        for name in ("forbidden", "left", "notices", "queue", "spent", "activations", "hidden", "history"):
            setattr(other, name, getattr(self, name).copy())
        other.installed = [copy(one) for one in self.installed]
        other.executions, other.held, other.asking = [], [], []
        other.forms = {head: getattr(other, form.__name__) for head, form in self.forms.items()}
        return other

    # What is seen ---------------------------------------------------------------------------------

    def deal(self) -> None:
        super().deal()
        self.hidden = set(self.zones["D"][len(self.topic.start.deck_top) :])
        self.history.append(tuple(card.kind for card in self.zones["H"]))

    def see(self, zone: str, cards: Sequence[Card]) -> None:
        """The player is shown cards of a zone."""
        for place, card in enumerate(self.zones[zone]):
            if card in self.hidden and card in cards:
                self.hidden.remove(card)
                self.history.append((zone, place, card.kind))

    def see_down_to(self, zone: str, cards: Sequence[Card]) -> None:
        if cards:
            whole = self.zones[zone]
            self.see(zone, whole[: max(map(whole.index, cards)) + 1])

    def permute(self, zone: str) -> None:
        if isinstance(self.chance, Future):
            numbers = [self.cards_of_deck.index(card) for card in self.zones[zone]]
            row = self.chance.world.row(self.shuffles, numbers)
            self.zones[zone] = [self.cards_of_deck[number] for number in sorted(numbers, key=row.index)]
        else:
            super().permute(zone)
        self.hidden |= set(self.zones[zone])
        self.shuffles += 1

    def move_cards(self, origin: str, cards: list[Card], to: str, front: bool, drawn: bool) -> None:
        self.see(origin, cards)
        super().move_cards(origin, cards, to, front, drawn)

    def _move(self, call: tree.Call, execution: Execution) -> None:
        written = call.arguments[0]
        shuffled = self.shuffled_behind.get(id(call), "")
        self.nothing_turned_over = (
            isinstance(written, tree.CardSet)
            and written.zone not in ("X", "it")
            and shuffled != ""
            and self.zone(written.zone, execution) == self.zone(shuffled, execution)
        )
        if (
            isinstance(written, tree.CardSet)
            and written.zone not in ("X", "it")
            and not self.nothing_turned_over
            and not any(isinstance(one, tree.Limit) for one in written.filters)
        ):
            self.see_down_to(*self.cards(written, execution))
        super()._move(call, execution)
        self.nothing_turned_over = False

    def _rand(self, call: tree.Call, execution: Execution) -> int:
        if isinstance(self.chance, Future):
            low, high = (self.number(argument, execution) for argument in call.arguments)
            value = low + self.chance.world.roll(self.rolls, high - low + 1)
        else:
            value = super()._rand(call, execution)
        self.rolls += 1
        self.history.append(value)
        return value

    def filtered(
        self, filter_: tree.Filter, cards: list[Card], execution: Execution, zone: str
    ) -> list[Card]:
        if not isinstance(filter_, tree.Limit):
            return super().filtered(filter_, cards, execution, zone)
        if filter_.end == "choice":
            return self.chosen(cards, self.number(filter_.amount, execution), zone)
        if filter_.end == "random" and isinstance(self.chance, Future):
            raise Rolled
        kept = super().filtered(filter_, cards, execution, zone)
        if filter_.end == "first":
            self.see_down_to(zone, kept)
        elif filter_.end == "last" and kept:
            whole = self.zones[zone]
            self.see(zone, whole[min(map(whole.index, kept)) :])
        return kept

    def chosen(self, cards: list[Card], wanted: int, zone: str) -> list[Card]:
        """The cards that the player takes of some."""
        if wanted <= 0 or wanted >= len(cards):
            if not self.nothing_turned_over:
                self.see_down_to(zone, cards[: max(wanted, 0)])
            return cards[: max(wanted, 0)]
        if not self.nothing_turned_over:
            self.see_down_to(zone, cards)
        ways = {tuple(sorted(card.kind for card in way)) for way in combinations(cards, wanted)}
        options = tuple(sorted(ways))
        if len(options) == 1:
            way = options[0]
        elif self.picked < len(self.picks):
            way = options[self.picks[self.picked]]
            self.picked += 1
        else:
            raise Asked(options)
        left = Counter(way)
        taken = []
        for card in cards:
            if left[card.kind]:
                left[card.kind] -= 1
                taken.append(card)
        return taken

    # Between decisions ----------------------------------------------------------------------------

    def go(self, move: Move | None) -> tuple[Move, ...]:
        """Play on after a move; the moves that there are then, none at the end of the trial."""
        try:
            if move == START:
                self.deal()
            elif move is STOP:
                self.close_turn()
            else:
                self.activate_first(*move)
                if moves := self.moves():
                    return moves
                self.close_turn()
            while self.turn < self.topic.turns:
                self.turn += 1
                self.open_turn()
                if self.scans() and (moves := self.moves()):
                    return moves
                self.close_turn()
        except RunTimeError as error:
            self.notices.append(notice(error.code, error.place))
        except Stopped:
            pass
        return ()

    def activate_first(self, zone: str, kind: int, effect: int) -> None:
        card = next(card for card in self.zones[zone] if card.kind == kind)
        self.see_down_to(zone, [card])
        self.try_effect(card, effect)
        self.answer()

    def moves(self) -> tuple[Move, ...]:
        found = []
        for zone in self.rules.scanned:
            firsts: dict[int, Card] = {}
            for card in self.zones[zone]:
                firsts.setdefault(card.kind, card)
            for kind, card in sorted(firsts.items()):
                for number, written in enumerate(self.deck.kinds[kind].effects):
                    flags = written.effect.flags
                    if (
                        flags.event is None
                        and zone in flags.zones
                        and self.is_allowed(card, number)
                        and self.guards_hold(card, number)
                    ):
                        found.append((zone, kind, number))
        return tuple(found)

    def guards_hold(self, card: Card, number: int) -> bool:
        """Whether an effect goes as far as behind the last guard in front of its ``@``, tried on a copy."""
        written = self.effect(card, number)
        statements = written.effect.script.statements
        at = next((i for i, one in enumerate(statements) if isinstance(one, tree.Activate)), None)
        if at is None:
            return False
        last = max((i for i in range(at) if isinstance(statements[i], tree.Guard)), default=-1)
        execution = Execution(written.text, card)
        tried = self.copied()
        tried.executions.append(execution)
        try:
            return all(tried.statement(statement, execution) for statement in statements[: last + 1])
        except RunTimeError:
            return False


class LatePlay(LateTrial, Play):
    """The same of a deck in which cards are lit: the player sees each card that is decided."""

    def deal(self) -> None:
        super().deal()
        self.hidden = set()  # what nobody has seen is what is undecided

    def copied(self) -> Play:
        other = super().copied()
        assert isinstance(other, LatePlay)
        other.undecided = set(self.undecided)
        other.marks = defaultdict(dict, {zone: dict(marks) for zone, marks in self.marks.items()})
        return other

    def lay(self, zone: str, card: Card, place: int) -> None:
        super().lay(zone, card, place)
        self.history.append((zone, place, card.kind))

    def leaving(self, origin: str, cards: list[Card], written: tree.Expression) -> list[Card]:
        leaving = super().leaving(origin, cards, written)
        self.history.append((origin, tuple(card.kind for card in leaving)))
        return leaving

    def chosen(self, cards: list[Card], wanted: int, zone: str) -> list[Card]:
        if self.nothing_turned_over or not 0 < wanted < len(cards):
            return Play.chosen(self, cards, wanted, zone)
        return super().chosen(cards, wanted, zone)

    def activate_first(self, zone: str, kind: int, effect: int) -> None:
        self.first(zone, [card for card in self.zones[zone] if card.kind == kind], 1)
        super().activate_first(zone, kind, effect)


@dataclass(eq=False)
class Stage:
    """A trial that stands between decisions, and the move that comes next."""

    share: Fraction  # of all trials
    play: Play
    move: Move | None


@dataclass(eq=False)
class Node:
    """Where a trial stands before a decision, or at its end."""

    share: Fraction  # of all trials
    history: tuple[object, ...]
    options: Options = ()
    play: Play | None = None  # where the player is asked for a move
    stage: Stage | None = None  # where he is asked for cards: what has to be run again, and what was decided
    made: Sequence[int] = ()
    picks: Sequence[int] = ()
    result: Result | None = None  # at the end
    behind: dict[object, list[Node]] = field(default_factory=dict)


Goal = Callable[[Result], int]


class Tree:
    """All lines of play, grown where somebody looks; with a world, those of one future."""

    def __init__(self, rules: Rules, topic: Topic, budget: Budget, world: World | None = None) -> None:
        self.budget = budget
        self.world = world
        kind = LatePlay if is_lit(rules.deck) else Play
        play = kind(rules, topic, dict(shuffled_behind(rules.deck, topic)))
        self.roots = self._run(Stage(Fraction(1), play, START), (), ())

    def behind(self, node: Node, option: object) -> list[Node]:
        """What chance makes of an option."""
        if option not in node.behind:
            if node.stage is not None:
                picks = *node.picks, node.options.index(option)
                node.behind[option] = self._run(node.stage, node.made, picks)
            else:
                assert node.play is not None
                node.behind[option] = self._run(Stage(node.share, node.play, option), (), ())  # type: ignore[arg-type]
        return node.behind[option]

    def _run(self, stage: Stage, made: Sequence[int], picks: Sequence[int]) -> list[Node]:
        """Run a stage in all ways that begin with what was decided."""
        nodes = []
        for chance in self._ways(made):
            self.budget.spend()
            play = stage.play.copied()
            play.chance, play.picks, play.picked = chance, picks, 0
            try:
                moves = play.go(stage.move)
            except Asked as asked:
                share = stage.share * Fraction(*chance.probability())
                nodes.append(
                    Node(share, tuple(play.history), asked.options, None, stage, chance.made[:], picks)
                )
                continue
            share = stage.share * Fraction(*chance.probability())
            if moves:
                nodes.append(Node(share, tuple(play.history), moves, play))
                continue
            for judging in self._ways(()):
                judged = play.copied()
                judged.chance = judging
                result = judged.judged()
                part = Fraction(*judging.probability())
                nodes.append(Node(share * part, tuple(play.history), result=result))
        return nodes

    def _ways(self, made: Sequence[int]) -> Iterator[Chance]:
        if self.world is not None:
            yield Future(self.world)
            return
        going: list[int] | None = list(made)
        while going is not None and going[: len(made)] == list(made):
            chance = Chance(going)
            yield chance
            going = chance.next()

    def random(self, goal: Goal) -> Fraction:
        return sum((self._random(node, goal) for node in self.roots), Fraction(0))

    def _random(self, node: Node, goal: Goal) -> Fraction:
        if node.result is not None:
            return node.share * goal(node.result)
        whole = sum(
            (self._random(one, goal) for option in node.options for one in self.behind(node, option)),
            Fraction(0),
        )
        return whole / len(node.options)

    def best(self, goal: Goal, may_stop: bool = True) -> Fraction:
        return self._best(self.roots, goal, may_stop)

    def _best(self, nodes: Sequence[Node], goal: Goal, may_stop: bool) -> Fraction:
        """What trials are worth in all, of which those that look alike are played alike."""
        whole = Fraction(0)
        alike: dict[object, list[Node]] = defaultdict(list)
        for node in nodes:
            if node.result is not None:
                whole += node.share * goal(node.result)
            else:
                alike[node.history, node.options].append(node)
        for group in alike.values():
            options: list[object] = list(group[0].options)
            if may_stop and group[0].play is not None:
                options.append(STOP)
            whole += max(
                self._best([one for node in group for one in self.behind(node, option)], goal, may_stop)
                for option in options
            )
        return whole


class Budget:
    """How many stages may be run."""

    def __init__(self, most: int) -> None:
        self.left = most

    def spend(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise TooMany


def hindsight(
    rules: Rules, topic: Topic, budget: Budget, goals: Sequence[tuple[Goal, bool]]
) -> list[Fraction]:
    """The means over all worlds of the greatest that any line reaches, by goal and whether it may stop."""
    if is_lit(rules.deck):
        raise Rolled  # a world is an order of cards, and weights make no order
    means = [Fraction(0) for _ in goals]
    deals = deals_of(rules, topic)
    waiting = [(Fraction(1, len(deals)), World((order,))) for order in deals]
    while waiting:
        share, world = waiting.pop()
        try:
            lines = Tree(rules, topic, budget, world)
            values = [lines.best(goal, may_stop) for goal, may_stop in goals]
        except Lacking as lacking:
            waiting += [(share / len(lacking.worlds), one) for one in lacking.worlds]
            continue
        for number, value in enumerate(values):
            means[number] += share * value
    return means


def deals_of(rules: Rules, topic: Topic) -> list[tuple[int, ...]]:
    """Every order, by name, of the cards whose place is not known when the trial begins.

    Copies need not be told apart there: to rename them in every row changes nothing.
    """
    probe = Trial(rules, topic, Chance())
    shuffled: list[Card] = []
    probe.permute = lambda zone: shuffled.extend(probe.zones[zone])  # type: ignore[method-assign]
    with suppress(IndexError):  # where the deck has no card for the hand
        probe.deal()
    numbers: dict[int, list[int]] = defaultdict(list)
    for card in shuffled:
        numbers[card.kind].append(probe.cards_of_deck.index(card))
    deals = []
    for order in set(permutations([card.kind for card in shuffled])):
        copies = {kind: iter(each) for kind, each in numbers.items()}
        deals.append(tuple(next(copies[kind]) for kind in order))
    return sorted(deals)


def shuffled_behind(deck: Deck, topic: Topic) -> Iterator[tuple[int, str]]:
    """The moves, by ``id``, right behind which a zone is shuffled, and its letter (maybe a parameter's).

    What a move takes from the zone that is shuffled then need not be turned over.
    """
    scripts = [effect.effect.script for kind in deck.kinds for effect in kind.effects]
    scripts += [one.function.script for one in (*deck.functions, *deck.patterns)]
    scripts += [one.script for one in topic.scripts.values()]
    for script in scripts:
        sequences = [script.statements]
        sequences += [node.arguments for node in walk(script) if isinstance(node, tree.Call)]
        for sequence in sequences:
            for move, behind in pairwise(sequence):
                match move, behind:
                    case (
                        tree.Call("#" | "##", _, (tree.CardSet(), *_)),
                        tree.Call("shuffle", _, (tree.CardSet(shuffled),)),
                    ):
                        yield id(move), shuffled


def score(result: Result) -> int:
    return result.score


def success(result: Result) -> int:
    return int(result.score > 0)


def stat(number: int, result: Result) -> int:
    """Of a stat, a trial without a value counts as 0."""
    return result.stats[number] or 0
