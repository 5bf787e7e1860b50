"""``yisp.Table``: a position to play with, from Python or the prompt.

    table = yisp.Table(deck, seed=7)
    table["H"]                     the names in the hand
    table.run("(# D.2 H)")         statements
    table.number("|H.a:trap|")     a number
    table.undo()

What comes in: a deck, and scripts as texts.  What goes out: what happened
(:class:`~yisp.interactive.step.Played`), names and numbers.  A table is the opening of one trial,
the same that ``yispc trace`` shows: shuffled, the hand drawn, the header and ``before-play`` run; from there
on the caller plays.  It never looks at a card by itself: a card that no script has looked at has no place
yet, and its name is None.

Mistakes in a script raise :class:`~yisp.lang.diagnostics.DeckError` and leave the table alone.  A
run-time error raises :class:`~yisp.lang.diagnostics.PlayError`; what was done before it stays done, as
in a trial, and :meth:`Table.undo` takes it back.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Any

from yisp_runtime.bindings.table import Failed, PyTable
from yisp_runtime.codes import BEFORE_PLAY, DEAL, END, EVERY_SCRIPT, PROGRAM, SCAN, TURN
from yisp_runtime.counts.accumulator import Accumulator

from ..compile.pipeline import topic_key
from ..compile.program import EMPTY_MOVE, PROBLEMS
from ..deck.model import Deck, Topic
from ..lang.checking.walls import RESERVE
from ..lang.diagnostics import Diagnostics, PlayError
from ..lang.source import TextSource
from ..lang.suggest import nearest
from ..messages import quoted, say, with_commas
from ..simulate.single.position import ZoneView, read_zones, with_variables
from ..simulate.single.session import ZONES, Compiled, Session, no_deck, place_in, topic_of
from ..simulate.single.trace import Entry, Recorder
from .numbers import seed_of, trial_of
from .step import Played

MOST_STEPS_BACK = 1000
"""How many steps can be undone."""

Saved = tuple[bytes, bytes]
Act = Callable[[], tuple[int | None, bool] | None]
"""Something that is done to the table: what it gives, and whether it came to its end; None for nothing, and
that it did."""


class Table:
    """The opening of a trial of a deck, to play with.

    ``topic`` is a topic's name (default: the deck's first), ``seed`` that of the run (default: the
    deck's, or a fresh one) and ``trial`` the trial's number.  Without a deck there are no cards.
    """

    def __init__(
        self, deck: Deck | None = None, *, topic: str | None = None, seed: int | None = None, trial: int = 0
    ) -> None:
        if deck is None:
            deck = no_deck()
        if not isinstance(deck, Deck):
            raise TypeError(
                say("deck must be a Deck, such as yisp.load gives, not {deck}", deck=f"{deck!r:.60}")
            )
        self.deck = deck
        self.seed = seed_of(seed, deck.settings.seed)
        self._session = Session(deck, _topic_named(deck, topic))
        self._history: deque[Saved] = deque(maxlen=MOST_STEPS_BACK)
        self._build()
        self.open(trial)

    def open(self, trial: int) -> Played:
        """Deal another trial, up to the beginning of its play.  There is nothing to undo then."""
        self._trial = trial = trial_of(trial)
        self._history.clear()
        topic = self._session.topic
        self._open_counts(topic.turns, answers=topic.plays)
        with Recorder(self._table, self._session.program()) as recorder:
            self._table.deal(trial, self._session.hand_alone)
            if self.deck.seats:
                self._load(self._session.scripts)
                self._table.run_stage(DEAL)
            self._begin_turn()
            recorder.drain()
        self.opening = Played(self._session.program(), tuple(recorder.entries), None, Diagnostics())
        return self.opening

    # What there is ------------------------------------------------------------------------------

    @property
    def topic(self) -> str:
        """The name of the topic."""
        return self._session.topic.name

    @property
    def trial(self) -> int:
        """The number of the trial."""
        return self._trial

    def __getitem__(self, zone: str) -> list[str | None]:
        """The names of a zone's cards in order, top first; None for a card that nobody has seen.

        Nobody may know the reserve of a wall: its cards are None.
        """
        view = self._view(zone)
        if self._is_reserve(zone):
            return [None] * view.size
        unseen: list[str | None] = [None] * len(view.hidden)
        return [*map(self._name, view.above), *unseen, *map(self._name, view.below)]

    def unseen(self, zone: str) -> dict[str, int]:
        """What is among the cards of a zone that nobody has seen: names, and how many of each.

        Raises ValueError for the reserve of a wall.
        """
        if self._is_reserve(zone):
            raise ValueError(say("nobody may know the reserve"))
        return dict(Counter(map(self._name, self._view(zone).hidden)))

    @property
    def zones(self) -> dict[str, list[str | None]]:
        """Every zone that holds a card, by its letter."""
        zones = {*ZONES, *self._session.program().zones}
        in_order = sorted(zones, key=lambda letter: (letter != "H", letter != "D", letter))
        return {zone: names for zone in in_order if (names := self[zone])}

    @property
    def variables(self) -> dict[str, int]:
        """The variables of the trial (their names are longer than a letter) that have occurred."""
        return {
            name: self._table[index] if index < self._plan["variables"] else 0
            for name, index in self._session.variables.items()
        }

    @property
    def combos(self) -> dict[str, int]:
        """What each combo of the topic scores as things are; 0 when it fails.  Changes nothing."""
        return self._judged("combo")

    @property
    def watch(self) -> dict[str, bool]:
        """Whether each entry that the topic watches holds as things are.  Changes nothing."""
        return {name: score > 0 for name, score in self._judged("watch").items()}

    def _judged(self, where: str) -> dict[str, int]:
        before = self._table.save()
        self._table.restore(before)
        scores = {}
        for number, combo in enumerate(self._session.topic.judged):
            if combo.where == where:
                score, _ = self._call(self._session.functions[f"combo_0_{number}"])
                scores[combo.name] = max(score or 0, 0)
                self._table.restore(before)
        return scores

    def __repr__(self) -> str:
        sizes = ", ".join(f"{letter} {len(names)}" for letter, names in self.zones.items())
        return f"<Table {self.topic!r}, seed {self.seed}, trial {self.trial}: {sizes or 'no cards'}>"

    def _repr_html_(self) -> str:
        from ..report.files.html import position_table

        return position_table(self)

    # What can be done ---------------------------------------------------------------------------

    def run(self, script: str) -> Played:
        """Run statements; those of a number give it."""
        return self.play(self._session.compile(script))

    def number(self, script: str) -> int:
        """Work out a number.  To look at cards for it is to know them from now on."""
        compiled = self._session.compile(script)
        if not compiled.number:
            found = Diagnostics()
            found.error(
                "Y109",
                say("a number is needed here"),
                compiled.text.place(0, len(compiled.text.text)),
                say("`run` takes statements"),
            )
            found.raise_errors()
        number = self.play(compiled).number
        assert number is not None
        return number

    def play(self, compiled: Compiled) -> Played:
        """Run a script that ``compile`` gave."""
        if not isinstance(compiled, Compiled):
            raise TypeError(say("`play` takes what `compile` gave, not {given}", given=f"{compiled!r:.60}"))
        return self._step(partial(self._run, compiled), compiled)

    def compile(self, script: str, file: str = "<script>", *, comments: bool = False) -> Compiled:
        """A script, to be run here with ``play`` any number of times."""
        return self._session.compile(script, file, comments=comments)

    def activate(self, card: str | None = None, effect: int = 0) -> Played:
        """Activate an effect of a card that lies where it can be activated.

        Without a card, what the policy ``greedy`` would activate next.  ``Played.activated`` is empty when
        nothing was: then flags, guards or a forbidden tag were against it, or there is no such card.
        """
        if card is None:
            return self._step(self._scan)
        if not isinstance(card, str):
            raise TypeError(say("card must be a card's name, not {given}", given=f"{card!r:.60}"))
        index = self._effect(card, effect)
        for zone in range(len(ZONES)):
            if self._session.plan["effects"][index][0] >> zone & 1:
                view = self._views()[zone]
                for known in (*view.above, *view.below):
                    if self._name(known) == card:
                        return self._step(partial(self._attempt, index, known))
        return self._step(lambda: None)

    def end_turn(self) -> Played:
        """End the turn and begin the next, with all that comes before play: draws, the topic's scripts."""
        return self._step(self._next_turn)

    def undo(self) -> None:
        """Take the last step back that changed anything: cards, variables, what is known, and chance.

        What was drawn at random comes again when it is asked for again.
        """
        if not self._history:
            raise ValueError(say("there is nothing to undo"))
        self._restore(self._history.pop())

    def copy(self) -> Table:
        """Another table in this very position; what one does, the other does not see."""
        twin = Table.__new__(Table)
        twin.deck, twin.seed, twin._session, twin._trial = self.deck, self.seed, self._session, self._trial
        twin.opening = self.opening
        twin._history = self._history.copy()
        twin._build()
        twin._open_counts(self._session.topic.turns, answers=self._session.topic.plays)  # the same chance
        twin._restore(self._table.save())
        return twin

    __copy__ = copy

    # How ----------------------------------------------------------------------------------------

    def _build(self) -> None:
        """A runtime table with room for all that the session knows."""
        self._plan = self._session.plan
        self._table = PyTable(self._plan)
        self._table.start(self._session.initial, self._session.known)

    def _open_counts(self, turns: int, answers: bool) -> None:
        program, topic = self._session.program(), self._session.topic
        seats = len(self.deck.seats)
        parts = 1 if seats and topic.joint else seats
        self._counts = Accumulator(
            0, 0, 0, len(program.effects), len(program.sites), dealt=parts and parts + seats + 1,
            kinds=len(program.kinds),
        )  # fmt: skip
        self._table.open(
            self.seed, topic_key(topic.name), self._counts,
            hand=topic.start_card - len(topic.start.hand), turns=turns, draw=topic.draw,
            plays=False, answers=answers, scoring=0, parts=parts,
        )  # fmt: skip

    def _restore(self, saved: Saved) -> None:
        position, chance = saved
        words, behind = len(self._table.position) // 8, self._table.behind_variables
        self._table.restore((with_variables(position, words, behind), chance))

    def _step(self, act: Act, compiled: Compiled | None = None) -> Played:
        """Do something that can be undone."""
        if self._plan is not self._session.plan:
            saved = self._table.save()
            self._build()
            self._restore(saved)
        # By hand there is always a next turn, and whoever answers an event does.
        self._open_counts(max(self._session.topic.turns, 2), answers=True)
        before = self._table.save()
        self._table.restore(before)  # every step may take as many steps as a trial
        try:
            with Recorder(self._table, self._session.program()) as recorder:
                number, finished = act() or (None, True)
                recorder.drain()
        except BaseException:  # Ctrl-C, most likely: as if nothing had been asked
            self._restore(before)
            raise
        if self._table.save() != before:
            self._history.append(before)
        doubts = compiled.diagnostics if compiled is not None else Diagnostics()
        played = Played(self._session.program(), tuple(recorder.entries), number, doubts)
        if not finished or self._failures(played):
            raise PlayError(self._explained(played, compiled), played)
        return played

    def _call(self, function: Callable[..., Any]) -> tuple[int | None, bool]:
        """What a function gives, and whether it came to its end."""
        self._load()
        try:
            return function(self._table), True
        except Failed:
            return None, False

    def _run(self, compiled: Compiled) -> tuple[int | None, bool] | None:
        if compiled.number:
            return self._call(compiled.function)
        self._load({"program": compiled.function})
        self._table.run_stage(PROGRAM)
        return None

    def _scan(self) -> None:
        self._load()
        self._table.run_stage(SCAN)

    def _attempt(self, effect: int, card: int) -> None:
        self._load()
        self._table.attempt(effect, card)

    def _next_turn(self) -> None:
        self._load(self._session.scripts)
        self._table.run_stage(END)
        self._begin_turn()

    def _begin_turn(self) -> None:
        self._load(self._session.scripts)
        self._table.run_stage(TURN)
        self._table.run_stage(BEFORE_PLAY)

    def _load(self, scripts: Mapping[str, Callable[..., Any]] = MappingProxyType({})) -> None:
        functions = self._session.functions
        effects = [functions[f"effect_{index}"] for index in range(len(self._session.effects))]
        run = [scripts.get(key) for key in EVERY_SCRIPT]
        session = self._session
        self._table.load(run, effects, session.installed, [], [], [], probes=session.probes)

    def _failures(self, played: Played) -> list[Entry]:
        return [
            entry
            for entry in played.entries
            if entry.what == "notice" and played.program.sites[entry.site].code != EMPTY_MOVE
        ]

    def _explained(self, played: Played, compiled: Compiled | None) -> Diagnostics:
        found = Diagnostics()
        for entry in self._failures(played):
            site = played.program.sites[entry.site]
            place = None
            if site.line is not None and site.column is not None:
                text = compiled.text if compiled is not None else TextSource(self.deck.file, "")
                place = place_in(text, site.line, site.column, len(site.text))
            found.error(site.code, PROBLEMS[site.code], place)
        return found

    def _views(self) -> list[ZoneView]:
        return read_zones(self._table.position, self._plan)

    def _view(self, zone: str) -> ZoneView:
        names = self._session.program().zones
        if not isinstance(zone, str) or zone.removesuffix(":0") not in names:
            raise KeyError(
                say("{zone} is not a zone: zones are the capital letters except X", zone=quoted(zone))
            )
        return self._views()[names.index(zone.removesuffix(":0"))]

    def _is_reserve(self, zone: str) -> bool:
        return zone == RESERVE and bool(self.deck.exits)

    def _name(self, card: int) -> str:
        kind: int = self._plan["kind_of"][card]
        return self.deck.kinds[kind].name

    def _effect(self, card: str, effect: int) -> int:
        """The index of an effect; raises ValueError."""
        kind = self.deck.vocabulary.cards.get(card)
        if kind is None:
            near = nearest(card, (one.name for one in self.deck.kinds))
            if near is None:
                raise ValueError(say("the deck has no card {card}", card=quoted(card)))
            raise ValueError(
                say("the deck has no card {card}; did you mean {near}?", card=quoted(card), near=quoted(near))
            )
        if (kind, effect) not in self._session.effects:
            effects = len(self.deck.kinds[kind].effects)
            if not effects:
                raise ValueError(say("{card} has no effects", card=quoted(card)))
            raise ValueError(
                say(
                    "{card} has no effect {effect}: they count from 0, and the last is {last}",
                    card=quoted(card),
                    effect=effect,
                    last=effects - 1,
                )
            )
        return self._session.effects.index((kind, effect))


def _topic_named(deck: Deck, name: str | None) -> Topic:
    if not deck.topics:
        return topic_of(TextSource(deck.file, ""), deck)
    if name is None:
        return deck.topics[0]
    for topic in deck.topics:
        if topic.name == name:
            return topic
    known = with_commas(quoted(topic.name) for topic in deck.topics)
    raise ValueError(say("there is no topic {topic}; the deck has {names}", topic=quoted(name), names=known))
