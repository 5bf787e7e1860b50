"""A trial of the language, as naively as it can be said: what the engine is judged by.

Written from ``language.md`` and ``deck.md`` alone.  What comes in: a loaded deck, one of its topics, and
what chance chooses.  What goes out: a :class:`Result`.  What the scripts do is in ``scripts``; all ways
that chance can choose are walked through in ``law``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from yisp.deck.model import Combo, Deck, EffectText, NumberText, Topic, Want
from yisp.lang import tree
from yisp.lang.walk import walk

from .arithmetic import RunTimeError
from .chance import Chance
from .scripts import Card, Execution, Happening, Installed, Interpreter, Notice, Stopped, notice

FREE_STEPS = 100
"""How many steps a look at an effect gives back when it is refused."""


@dataclass
class Result:
    """What came of one trial."""

    combos: tuple[bool, ...]
    bests: tuple[bool | None, ...]  # the same under ``match: best``; None for combos that roll dice
    score: int
    stats: tuple[int | None, ...]
    zones: tuple[tuple[str, tuple[int, ...]], ...]  # the kinds of the cards of each zone that has some
    notices: tuple[Notice, ...]  # in the order in which they came up
    activations: tuple[tuple[int, int], ...]  # (kind, effect) in the order of activation

    def key(self) -> tuple[object, ...]:
        return self.combos, self.score, self.stats, self.zones


class Trial(Interpreter):
    """One trial of a topic of a deck."""

    def __init__(self, rules: Rules, topic: Topic, chance: Chance) -> None:
        super().__init__(rules.deck, topic, chance)
        self.rules = rules
        self.spent: set[tuple[int, int]] = set()
        self.activations: list[tuple[int, int]] = []
        self.used = 0  # activations of this turn

    def run(self) -> Result:
        self.deal()
        try:
            for turn in range(1, self.topic.turns + 1):
                self.turn = turn
                self.open_turn()
                if self.scans():
                    while self.one_pass():
                        pass
                self.close_turn()
        except RunTimeError as error:
            self.notices.append(notice(error.code, error.place))
        except Stopped:
            pass
        return self.judged()

    def judged(self) -> Result:
        self.steps = 0
        combos = [self.combo(combo) for combo in self.topic.judged]
        stats = [self.guarded_number(stat.number) for stat in self.topic.stats]
        return Result(
            tuple(score > 0 for score, _ in combos),
            tuple(None if best is None else best > 0 for _, best in combos),
            max([0, *(score for score, _ in combos[: len(self.topic.combos)])]),
            tuple(stats),
            self.places(),
            tuple(self.notices),
            tuple(self.activations),
        )

    def deal(self) -> None:
        self.cards_of_deck = [
            Card(index) for index, kind in enumerate(self.deck.kinds) for _ in range(kind.count)
        ]
        self.zones["D"] = list(self.cards_of_deck)
        start = self.topic.start
        for letter, kinds in (("H", start.hand), *start.zones):
            self.zones[letter] = [self.known(kind) for kind in kinds]
        top = [self.known(kind) for kind in start.deck_top]
        self.permute("D")
        for card in self.first("D", self.zones["D"], self.topic.start_card - len(start.hand)):
            self.zones["D"].remove(card)
            self.zones["H"].append(card)
        self.zones["D"][:0] = top
        self.words.update(self.deck.parameters)
        self.words.update({name: value for name, value, _ in start.variables})

    def known(self, kind: int) -> Card:
        """Take a card of that kind out of the deck."""
        card = next(card for card in self.zones["D"] if card.kind == kind)
        self.zones["D"].remove(card)
        return card

    # Turns and events ---------------------------------------------------------------------------

    def scans(self) -> bool:
        """Whether effects are activated by the scan, and not by a main program."""
        return self.topic.exec_program and "program" not in self.topic.scripts

    def open_turn(self) -> None:
        """All of a turn that comes before the activation scan; a main program comes instead of one."""
        if self.turn > 1:
            self.spent, self.forbidden, self.used = set(), set(), 0
            self.drop()
            if self.topic.draw:
                self.draw_for_turn()
        self.topic_script("header")
        self.answer()
        for entry in list(self.installed):
            if entry.event is None and entry.last == self.turn:
                self.run_installed(entry, None)
        self.answer()
        self.happen("turn-start")
        self.topic_script("before-play")
        self.answer()
        if "program" in self.topic.scripts:
            self.topic_script("program")
            self.answer()

    def draw_for_turn(self) -> None:
        drawn = self.first("D", self.zones["D"], self.topic.draw)
        if not drawn:
            self.notices.append(notice("Y301", None))
        self.move_cards("D", drawn, "H", False, drawn=True)

    def close_turn(self) -> None:
        self.happen("turn-end")
        self.topic_script("footer")
        self.answer()

    def topic_script(self, key: str) -> None:
        if key in self.topic.scripts:
            written = self.topic.scripts[key]
            self.script(written.script, Execution(written.text))

    def happen(self, what: str) -> None:
        self.queue.append(Happening(what))
        self.answer()

    def drop(self) -> None:
        self.installed = [one for one in self.installed if one.uses > 0 and one.last >= self.turn]
        for one in self.installed:
            one.since = 0

    def answer(self) -> None:
        place = 0
        while place < len(self.queue):
            happening = self.queue[place]
            if self.topic.exec_program or "program" in self.topic.scripts:
                if happening.what == "move":
                    self.answer_move(happening)
                else:
                    self.answer_in_zones(happening)
            for entry in self.installed:  # what is installed meanwhile comes too late for this one
                event = entry.event
                if (
                    event is not None
                    and event.kind == happening.what
                    and entry.uses > 0
                    and entry.last >= self.turn
                    and entry.since <= place
                    and event.source in (None, happening.source)
                    and event.target in (None, happening.target)
                ):
                    self.run_installed(entry, happening)
            place += 1
        if self.queue:
            self.queue = []
            self.drop()

    def run_installed(self, entry: Installed, happening: Happening | None) -> None:
        execution = Execution(entry.text, entry.card, happening, named=entry.named)
        if entry.when is not None and not self.number(entry.when, execution):
            return
        entry.uses -= 1
        self.step(entry.text.place(*entry.span))
        self.executions.append(execution)
        for body in entry.bodies:
            self.value(body, execution)
        self.executions.pop()

    def answer_move(self, happening: Happening) -> None:
        (card,) = happening.cards
        for number, effect in enumerate(self.deck.kinds[card.kind].effects):
            flags = effect.effect.flags
            if (
                card in self.zones[happening.target]
                and flags.event is not None
                and flags.event.source in (None, happening.source)
                and flags.event.target in (None, happening.target)
                and (not flags.zones or happening.target in flags.zones)
            ):
                self.let_answer(card, number, happening)

    def answer_in_zones(self, happening: Happening) -> None:
        for zone in self.rules.answering:
            hearing = [card for card in self.zones[zone] if self.hears(card, zone, happening)]
            asked = self.in_order(zone, hearing)
            self.asking.append(asked)
            for card in asked:
                for number, effect in enumerate(self.deck.kinds[card.kind].effects):
                    if card in self.zones[zone] and zone in effect.effect.flags.zones:
                        self.let_answer(card, number, happening)
            self.asking.pop()

    def hears(self, card: Card, zone: str, happening: Happening) -> bool:
        """Whether an effect of the card answers such a thing there."""
        return any(
            zone in flags.zones and flags.event is not None and flags.event.kind == happening.what
            for flags in (one.effect.flags for one in self.deck.kinds[card.kind].effects)
        )

    def let_answer(self, card: Card, number: int, happening: Happening) -> None:
        written = self.effect(card, number)
        event = written.effect.flags.event
        if event is not None and event.kind == happening.what and self.is_allowed(card, number):
            self.step(written.text.place(*written.effect.span))
            self.try_effect(card, number, happening)

    # Activation ---------------------------------------------------------------------------------

    def effect(self, card: Card, number: int) -> EffectText:
        return self.deck.kinds[card.kind].effects[number]

    def one_pass(self) -> bool:
        """Look through the cards until an effect is activated; whether one was."""
        for zone in self.rules.scanned:
            self.left = set()
            scanned = self.in_order(zone, [card for card in self.zones[zone] if self.acts(card, zone)])
            self.asking.append(scanned)
            for card in scanned:
                for number, effect in enumerate(self.deck.kinds[card.kind].effects):
                    if card in self.left or card not in self.zones[zone]:
                        break
                    flags = effect.effect.flags
                    if flags.event is None and zone in flags.zones and self.is_allowed(card, number):
                        activated = self.try_effect(card, number)
                        self.answer()
                        if activated:
                            self.asking.pop()
                            return True
            self.asking.pop()
        return False

    def acts(self, card: Card, zone: str) -> bool:
        """Whether the scan of that zone asks the card."""
        return any(
            zone in flags.zones and flags.event is None
            for flags in (one.effect.flags for one in self.deck.kinds[card.kind].effects)
        )

    def is_allowed(self, card: Card, number: int) -> bool:
        flags = self.effect(card, number).effect.flags
        tags = self.rules.tags[card.kind, number]
        return (
            not (flags.once and (card.kind, number) in self.spent)
            and not (flags.first and self.used)
            and not any(tag in tags or tag + "!" in tags for tag in self.forbidden)
        )

    def try_effect(self, card: Card, number: int, happening: Happening | None = None) -> bool:
        written = self.effect(card, number)
        execution = Execution(written.text, card, happening)
        statements = written.effect.script.statements
        steps = self.steps
        failed = True
        try:
            ended = self.script(written.effect.script, execution)
            marked = any(isinstance(one, tree.Activate) for one in statements)
            if happening is not None and ended and not marked:
                self.activate(execution)
            failed = False
        finally:
            if execution.activated:
                self.spent.add((card.kind, number))
                self.activations.append((card.kind, number))
                self.used += 1
        if not execution.activated and self.steps - steps <= FREE_STEPS:
            self.steps = steps
        if execution.activated and self.used >= self.deck.settings.limits.activations and not failed:
            raise RunTimeError("Y305", written.text.place(*written.effect.span))
        return execution.activated

    # Judging ------------------------------------------------------------------------------------

    def combo(self, combo: Combo) -> tuple[int, int | None]:
        """What the combo scores, and what it would under ``match: best`` (None where it rolls dice)."""
        if combo.condition is not None and not self.guarded_number(combo.condition):
            return 0, 0
        best = all(self.holds(zone, wants, "best") for zone, wants in combo.wants)
        held = all(self.holds(zone, wants, self.topic.match) for zone, wants in combo.wants)
        rolls = self.rules.rolls(combo)
        if not held and (rolls or not best):
            return 0, None if rolls else 0
        before = len(self.notices)
        score = combo.score if isinstance(combo.score, int) else self.guarded_number(combo.score) or 0
        if not held:
            del self.notices[before:]  # the topic's own score is not asked for
        return score * held, None if rolls else score * best

    def guarded_number(self, number: NumberText) -> int | None:
        """The value of a condition, score or stat; None after a run-time error."""
        try:
            return self.number(number.number, Execution(number.text))
        except RunTimeError as error:
            self.notices.append(notice(error.code, error.place))
            return None

    def holds(self, zone: str, wants: Sequence[Want], match: str) -> bool:
        """Whether the zone has what is wanted: so many that fit, and for each item cards of its own."""
        slots: list[list[Card]] = []
        for want in wants:
            fitting = [card for card in self.zones[zone] if want.kinds >> card.kind & 1]
            if want.most is not None and not want.least <= len(fitting) <= want.most:
                return False
            slots += [fitting] * want.least
        return self.first_fit(zone, slots) if match == "first" else assignable(slots, frozenset())

    def first_fit(self, zone: str, slots: list[list[Card]]) -> bool:
        """Whether each slot finds a card when they take their first unused one, one after another."""
        used: set[Card] = set()
        for fitting, asks in zip(slots, asking_for_order(slots), strict=True):
            free = [card for card in fitting if card not in used]
            if not free:
                return False
            used.update(self.first(zone, free, 1) if asks else free[:1])
        return True


def asking_for_order(slots: list[list[Card]]) -> list[bool]:
    """Which slots ask for the first card that fits; for the others any is as good.

    It is where every later slot fits all of these cards or none, and asks for no order among them.
    """
    asks: list[bool] = []
    for place in range(len(slots) - 1, -1, -1):
        mine = set(slots[place])
        later = [
            (mine.intersection(slot), asked) for slot, asked in zip(slots[place + 1 :], asks, strict=True)
        ]
        asks.insert(0, any(shared and (asked or len(shared) < len(mine)) for shared, asked in later))
    return asks


def assignable(slots: list[list[Card]], used: frozenset[Card]) -> bool:
    """Whether every slot can have a card of its own."""
    if not slots:
        return True
    return any(card not in used and assignable(slots[1:], used | {card}) for card in slots[0])


class Rules:
    """What of a deck is the same in every trial."""

    def __init__(self, deck: Deck) -> None:
        self.deck = deck
        effects = {
            (index, number): effect
            for index, kind in enumerate(deck.kinds)
            for number, effect in enumerate(kind.effects)
        }
        written = (*deck.functions, *deck.patterns)
        self.functions = {one.function.name: one.function.script for one in written}
        self.tags = {key: self._tags_in(effect.effect.script) for key, effect in effects.items()}
        flags = [effect.effect.flags for effect in effects.values()]
        self.scanned = _in_order({zone for one in flags if one.event is None for zone in one.zones})
        self.answering = _in_order({zone for one in flags if one.event is not None for zone in one.zones})

    def rolls(self, combo: Combo) -> bool:
        """Whether judging the combo is a matter of chance."""
        numbers = [
            number.number for number in (combo.condition, combo.score) if isinstance(number, NumberText)
        ]
        return any(self._rolls(number) for number in numbers)

    def _rolls(self, script: tree.Script | tree.Expression) -> bool:
        return any(
            (isinstance(node, tree.Call) and node.head == "rand")
            or (isinstance(node, tree.Limit) and node.end == "random")
            or (
                isinstance(node, tree.Call)
                and node.head in self.functions
                and self._rolls(self.functions[node.head])
            )
            for node in walk(script)
        )

    def _tags_in(self, script: tree.Script) -> set[str]:
        """The tags that a script and the functions it calls carry."""
        tags = {node.text for node in walk(script) if isinstance(node, tree.Tag)}
        called = {node.head for node in walk(script) if isinstance(node, tree.Call)}
        scripts = (self.functions[name] for name in called if name in self.functions)
        return tags.union(*(self._tags_in(script) for script in scripts))


def _in_order(zones: set[str]) -> list[str]:
    """The hand, the graveyard, the others by letter."""
    return [zone for zone in "HB" if zone in zones] + sorted(zones - {"H", "B"})
