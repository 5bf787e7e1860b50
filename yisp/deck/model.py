"""A deck as it was written and found valid: what ``load`` gives and the compiler takes.

Names are resolved as far as the deck alone can resolve them: every wanted card of a combo is a
set of kinds (one bit a kind, in the order of ``Deck.kinds``).  Scripts are checked syntax trees
with the :class:`~yisp.lang.diagnostics.Text` they came from, for places.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from fractions import Fraction

from ..lang.diagnostics import Diagnostics, Place, Text
from ..lang.tree import CardSet, Effect, Expression, Function, Number, Script, Where
from ..lang.walk import walk
from ..messages import quoted, say, translated
from ..structs import dataclass
from .changes import UNCHANGED, Changes, Unfit, changed_counts
from .kinds import KindSet
from .known import Known
from .reading.files import Reference, SourceFile
from .vocabulary import Vocabulary

MOST_NAMES = 5
"""So many topics are named where a deck is shown in a line."""


@dataclass(frozen=True, slots=True)
class EffectText:
    """One effect of a kind, with the text it was read from."""

    effect: Effect
    text: Text = field(repr=False)


@dataclass(frozen=True, slots=True)
class FunctionText:
    """A function of the deck, with the text of its body."""

    function: Function
    text: Text = field(repr=False)


@dataclass(frozen=True, slots=True)
class ScriptText:
    """One of a topic's scripts, with the text it was read from."""

    script: Script
    text: Text = field(repr=False)


@dataclass(frozen=True, slots=True)
class NumberText:
    """A condition, score or stat: one checked number, with the text it was read from."""

    number: Expression
    text: Text = field(repr=False)


@dataclass(frozen=True, slots=True)
class Kind:
    """One card of the deck file and its copies."""

    name: str
    count: int
    attributes: tuple[str, ...]
    description: str | None
    effects: tuple[EffectText, ...]
    place: Place
    properties: dict[str, int] = field(default_factory=dict)
    family: int | None = None  # the index of the kind that `kind` names; None: its own
    zone: str | None = None  # where its copies lie when a trial begins; None: in the deck


@dataclass(frozen=True, slots=True)
class Exit:
    """An exit of a wall, and how many cards it gives in all; or the function that works that out."""

    name: str
    gives: int | FunctionText
    place: Place


@dataclass(frozen=True, slots=True)
class Bargain:
    """What a seat claims: by world, of which kinds."""

    worlds: NumberText | None  # None: broken
    four: NumberText | None
    all: NumberText | None
    any: NumberText | None
    told: ScriptText | None
    place: Place

    @property
    def most(self) -> int | None:
        """How many worlds there are, where that is a number as it stands."""
        number = self.worlds.number if self.worlds is not None else None
        return number.value if isinstance(number, Number) else None

    @property
    def claims(self) -> dict[str, NumberText]:
        """Those that it makes, by sort."""
        made = {"four": self.four, "all": self.all, "any": self.any}
        return {sort: number for sort, number in made.items() if number is not None}


@dataclass(frozen=True, slots=True)
class Seat:
    """Somebody to whom cards are dealt."""

    name: str
    raid: ScriptText | None
    raids_first: bool
    bargain: Bargain | None
    beg: ScriptText | None
    on_deal: ScriptText | None
    on_draw: dict[str, ScriptText]  # by exit
    accept: NumberText | None
    patience: int | None  # the last try that it may refuse; None: every one
    place: Place

    @property
    def written(self) -> Iterator[tuple[str, ScriptText | NumberText]]:
        """Its scripts, and as what each is checked."""
        scripts = {"raid": self.raid, "beg": self.beg, "on-deal": self.on_deal, "accept": self.accept}
        yield from ((key, one) for key, one in scripts.items() if one is not None)
        # A script alone is that of all exits, and is written once.
        yield from (("on-draw", one) for one in {id(one): one for one in self.on_draw.values()}.values())
        if self.bargain is not None:
            yield from (("claim", one) for one in self.bargain.claims.values())
            if self.bargain.worlds is not None:
                yield "worlds", self.bargain.worlds
            if self.bargain.told is not None:
                yield "told", self.bargain.told


@dataclass(frozen=True, slots=True)
class Dealing:
    """How cards are dealt to seats."""

    hand: int = 0
    reveal: ScriptText | None = None
    place: Place | None = None  # of the size of a hand, where that is written


@dataclass(frozen=True, slots=True)
class Want:
    """One item of a combo's list for a zone.

    It takes ``least`` cards of ``kinds``, which no other item takes.  Where ``most`` is given (``0x``,
    ``1-2x``), the zone holds at most so many of them, whoever takes them.
    """

    kinds: KindSet
    least: int
    most: int | None
    place: Place


@dataclass(frozen=True, slots=True)
class Combo:
    """What is judged at the end of a trial: a combo, or an entry of ``watch``, which is only counted.

    ``where`` says which: "combo" or "watch".
    """

    where: str
    name: str
    score: NumberText | int
    condition: NumberText | None
    wants: tuple[tuple[str, tuple[Want, ...]], ...]  # by zone letter, in file order
    place: Place


@dataclass(frozen=True, slots=True)
class Stat:
    name: str
    number: NumberText
    place: Place


@dataclass(frozen=True, slots=True)
class Expectation:
    """An assertion on a topic's estimate.

    ``what`` is "topic", "score", "combo", "watch" or "stat", ``name`` that of the last three; ``measure``
    is "rate", or "mean", "sd", "min", "max" or a quantile ("0.05").  ``relation`` is a comparison
    with the one of ``bounds``, or "in" for the closed interval between two.
    """

    text: str
    what: str
    name: str | None
    measure: str
    relation: str
    bounds: tuple[Fraction, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Start:
    """What is known before a trial begins; cards are kinds, the first of a zone is its top."""

    hand: tuple[int, ...] = ()
    deck_top: tuple[int, ...] = ()  # when the hand has been drawn
    zones: tuple[tuple[str, tuple[int, ...]], ...] = ()  # by letter
    variables: tuple[tuple[str, int, Place], ...] = ()


def laid_aside(
    kinds: Sequence[Kind], used: Sequence[int], zones: Sequence[tuple[str, tuple[int, ...]]] = ()
) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """What lies in which zone beside the deck at the start: what is said of the ``zones``, and below it, in
    the order of the file, the cards with a zone of their own, without the copies that are ``used``."""
    lying = {letter: list(cards) for letter, cards in zones}
    for index, kind in enumerate(kinds):
        if kind.zone is not None and kind.count > used[index]:
            lying.setdefault(kind.zone, []).extend([index] * (kind.count - used[index]))
    return tuple((letter, tuple(cards)) for letter, cards in lying.items())


@dataclass(frozen=True, slots=True)
class Relation:
    """Two numbers that are looked at together, by their titles (see ``observables``)."""

    x: str
    y: str


@dataclass(frozen=True, slots=True)
class Policy:
    """How effects are activated; see ``compile.program.Policy``."""

    kind: str = "greedy"
    goal: str = "score"
    may_stop: bool = True
    stage: int = 1
    evaluate: NumberText | None = None
    worlds: int = 32
    solve: int = 2000
    budget: int | None = None
    table: bool = True
    place: Place | None = None  # of the key, where it is written


@dataclass(frozen=True, slots=True)
class Topic:
    name: str
    start_card: int
    exec_program: bool
    scripts: dict[str, ScriptText]  # those that it has, by key, in the order in which a turn runs them
    turns: int
    draw: int  # cards drawn at the start of each later turn
    method: str  # "auto", "exact" or "sample"
    match: str  # "first" or "best"
    combos: tuple[Combo, ...]
    watch: tuple[Combo, ...]
    stats: tuple[Stat, ...]
    expect: tuple[Expectation, ...]
    relations: tuple[Relation, ...]
    place: Place
    start: Start = Start()
    policy: Policy = Policy()
    joint: bool = False  # whether all hands are made again when one is refused

    @property
    def judged(self) -> tuple[Combo, ...]:
        """What is judged at the end of a trial, in order: what scores, then what is watched."""
        return self.combos + self.watch

    @property
    def activates(self) -> bool:
        """Whether a policy activates effects; a main program takes its place."""
        return self.exec_program and "program" not in self.scripts

    @property
    def plays(self) -> bool:
        """Whether effects can run: by the policy, or those that answer a main program's events."""
        return self.exec_program or "program" in self.scripts


@dataclass(frozen=True, slots=True)
class Limits:
    """``simulate.limits``."""

    activations: int = 1000
    steps: int = 100_000
    nesting: int = 200
    cards: int = 10_000
    kinds: int = 5_000


@dataclass(frozen=True, slots=True)
class Settings:
    """``simulate`` without its topics."""

    count: int | None = None  # trials of a topic, where the file says how many
    debug: bool = False
    strict: bool = False
    seed: int | None = None
    limits: Limits = Limits()


@dataclass(frozen=True, slots=True, repr=False)
class Deck:
    """A deck file, read and checked: cards with their effects, topics with what they ask."""

    file: str
    kinds: tuple[Kind, ...]
    vocabulary: Vocabulary
    settings: Settings
    topics: tuple[Topic, ...]
    functions: tuple[FunctionText, ...]  # each behind those that it calls
    diagnostics: Diagnostics  # the warnings; a deck with errors is never made
    parameters: dict[str, int] = field(default_factory=dict)  # variables with their default
    references: tuple[Reference, ...] = ()  # the files it extends
    source: SourceFile | None = field(default=None, compare=False)  # what it was read from
    changes: Changes = UNCHANGED  # of the file's numbers of copies
    written: tuple[int, ...] = ()  # by kind: these numbers
    filler: str | None = None  # the card that fills the deck in its file
    over: SourceFile | None = field(default=None, compare=False)  # what wins over the file: see ``load_file``
    exits: tuple[Exit, ...] = ()  # of a wall
    seats: tuple[Seat, ...] = ()  # that cards are dealt to
    dealing: Dealing = Dealing()
    patterns: tuple[FunctionText, ...] = ()  # functions of zones, of which ``functions`` has what calls make
    uses: tuple[str, ...] = ()  # the collections that it uses
    begins: tuple[tuple[str, int, Place], ...] = ()  # what their variables begin with, other than 0
    offered: tuple[str, ...] = ()  # the names of all cards that these know
    known: tuple[Known, ...] = ()  # the cards that do what these say
    met: tuple[Known, ...] = ()  # those that these know, and that have a program of their own
    blank: tuple[str, ...] = ()  # those that none of them knows and that have no program

    @property
    def descriptions(self) -> dict[str, str | None]:
        """The description of each card; where it is a collection's, in the language in force."""
        does = {one.card: translated(one.does) for one in self.known if one.does is not None}
        return {kind.name: does.get(kind.name, kind.description) for kind in self.kinds}

    def with_counts(
        self,
        counts: Mapping[str, int] | None = None,
        /,
        *,
        filler: str | None = None,
        size: int | None = None,
        **named: int,
    ) -> Deck:
        """The same deck with other numbers of copies: ``with_counts(ash=2)``, ``with_counts({"灰流丽": 2})``.

        The deck keeps its size, or gets ``size``, by the card ``filler``, or else the one whose count is -1
        in the file.  Without one, and where the filler's own count is given, the size changes, and reports
        say so.  Cards that are not named keep their count, also one of an earlier call.  Raises ValueError
        for a card that the deck does not have, :class:`DeckError` when the deck no longer adds up or a hand
        no longer fits.
        """
        if counts is not None and not (
            isinstance(counts, Mapping) and all(isinstance(name, str) for name in counts)
        ):
            raise TypeError(
                say("counts are a dict from names to numbers, not {counts}", counts=f"{counts!r:.60}")
            )
        if filler is not None and not isinstance(filler, str):
            raise TypeError(say("filler is the name of a card, not {filler}", filler=f"{filler!r:.60}"))
        return self.changed(Changes({**(counts or {}), **named}, filler, size))

    def changed(self, changes: Changes) -> Deck:
        """The deck with those changes; raises like ``with_counts``."""
        from .load import load_file

        for name, count in changes.counts.items():
            _check_number(say("the count of {name}", name=quoted(name)), count)
        if changes.size is not None:
            _check_number(say("the size"), changes.size)
        if self.source is None:
            raise ValueError(say("this deck was not read from a deck file"))
        own = changes.in_own_names(self.vocabulary.others)
        return load_file(self.source, self.changes.then(own), self.over)

    def recounted(self, changes: Changes) -> Deck | None:
        """The deck of the same file with these changes and no others, made without reading the file again.

        None where that could be a mistake, or change more than numbers of copies: a card that is named is
        none of the deck's, the deck has another size, a card begins in a zone of its own or belongs to a
        family, or a position that is known takes more copies than there are.  The warnings are this deck's.
        """
        if not all(name in self.vocabulary.cards for name in changes.names):
            return None
        filler = None if self.filler is None else self.vocabulary.cards[self.filler]
        try:
            counts = changed_counts(self.kinds, self.written, changes, filler)
        except Unfit:
            return None
        if sum(counts) != self.cards:
            return None
        families = {kind.family for kind in self.kinds if kind.family is not None}
        kinds = list(self.kinds)
        for index, (kind, count) in enumerate(zip(self.kinds, counts, strict=True)):
            if kind.count != count:
                if kind.zone is not None or kind.family is not None or index in families:
                    return None
                kinds[index] = replace(kind, count=count)
        for topic in self.topics:
            known = Counter((*topic.start.hand, *topic.start.deck_top))
            known.update(card for _, cards in topic.start.zones for card in cards)
            if any(number > counts[kind] for kind, number in known.items()):
                return None
        return replace(self, kinds=tuple(kinds), changes=changes)

    def with_every_function(self) -> Deck:
        """The deck with all functions of the collections that it uses, also those that it does not call.

        Raises :class:`DeckError` where one of these cannot be read.
        """
        from .load import load_file

        assert self.source is not None  # where else would it say what it uses
        whole = load_file(self.source, self.changes, self.over, every=True)
        return replace(self, functions=whole.functions, patterns=whole.patterns, vocabulary=whole.vocabulary)

    def __repr__(self) -> str:
        topics = ", ".join(topic.name for topic in self.topics[:MOST_NAMES])
        more = ", …" if len(self.topics) > MOST_NAMES else ""
        cards = f"{self.size} cards of {len(self.kinds)} kinds"
        return f"<yisp.Deck {self.file}: {cards}; topics: {topics}{more}>"

    def _repr_html_(self) -> str:
        from ..report.files.html import deck_table

        return deck_table(self)

    @property
    def authored_functions(self) -> dict[str, FunctionText]:
        """The functions as their author wrote them, by name."""
        every = (*self.functions, *self.patterns)
        return {one.function.name: one for one in every if "(" not in one.function.name}

    @property
    def scripts(self) -> Iterator[Script | Expression | Where]:
        """Every script of the deck, conditions and the like included."""
        return (tree for tree, _ in self.texts)

    @property
    def texts(self) -> Iterator[tuple[Script | Expression | Where, Text]]:
        """The same, each with the text that it was read from."""
        for kind in self.kinds:
            yield from ((effect.effect.script, effect.text) for effect in kind.effects)
        yield from ((function.function.script, function.text) for function in self.functions)
        for topic in self.topics:
            yield from ((script.script, script.text) for script in topic.scripts.values())
            for combo in topic.judged:
                numbers = (combo.condition, combo.score)
                yield from ((one.number, one.text) for one in numbers if isinstance(one, NumberText))
            yield from ((stat.number.number, stat.number.text) for stat in topic.stats)
            if topic.policy.evaluate is not None:
                yield topic.policy.evaluate.number, topic.policy.evaluate.text
        yield from ((tree, one.text) for _, one, tree in self.dealt)

    @property
    def owned_zones(self) -> str:
        """The letters of the zones of which every seat has its own: the hand, and what scripts write so."""
        if not self.seats:
            return ""
        named = {
            node.zone[0]
            for script in self.scripts
            for node in walk(script)
            if isinstance(node, CardSet) and ":" in node.zone
        }
        return "".join(sorted({"H", *named}))

    @property
    def dealt(self) -> Iterator[tuple[str, ScriptText | NumberText, Script | Expression | Where]]:
        """The scripts of the deal: as what each is checked, its text, its tree."""
        written = [one for seat in self.seats for one in seat.written]
        if self.seats and self.dealing.reveal is not None:
            written.append(("reveal", self.dealing.reveal))
        for key, one in written:
            if not isinstance(one, NumberText):
                yield key, one, one.script
            else:  # a claim is a filter by a number, of kinds
                number = one.number
                yield key, one, Where(number, number.span) if key == "claim" else number

    @property
    def size(self) -> int:
        """How many cards the deck has, without those that begin in a zone of their own."""
        return sum(kind.count for kind in self.kinds if kind.zone is None)

    @property
    def written_size(self) -> int | None:
        """The size that the file says, where that was changed."""
        if not self.changes:
            return None
        return sum(count for kind, count in zip(self.kinds, self.written, strict=True) if kind.zone is None)

    @property
    def cards(self) -> int:
        """How many cards there are in all."""
        return sum(kind.count for kind in self.kinds)


def _check_number(what: str, number: int) -> None:
    if isinstance(number, bool) or not isinstance(number, int):
        raise TypeError(say("{what} is a whole number, not {number}", what=what, number=f"{number!r:.60}"))
    if number < 0:
        raise ValueError(say("{what} is 0 or more, not {number}", what=what, number=number))
