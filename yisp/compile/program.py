"""A compiled deck: plain data from which any range of trials can be run on either target.

What comes in: what ``lower`` found out about a deck.  What goes out: :class:`Program`, which is
JSON through and through (``to_data``/``from_data``), so that a second run can take it from the
cache without parsing, checking or lowering anything.  Nothing in it is executed but the two
sources, which hold no text of the deck's author.

(On the warm start's path.)
"""

from __future__ import annotations

from copy import copy

from yisp_runtime.codes import HAND, SCRIPTS, SITE_BUDGET, SITE_DRAW, SITE_QUEUE

from ..messages import from_data, say, to_data
from .record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any, Self

    from ..deck.reading.files import Reference

PROBLEMS = {
    "Y301": say("a move found no card"),
    "Y302": say("a division by 0"),
    "Y303": say("a number too large for 64 bits"),
    "Y304": say("(rand a b) with a greater than b"),
    "Y305": say("the activation limit was reached"),
    "Y306": say("the step limit was reached"),
    "Y307": say("more effects were installed than a trial may have"),
    "Y308": say("more events happened than can wait to be answered"),
    "Y309": say("an exit of a wall had given all it could"),
    "Y310": say("more marks than can wait, or a presence or place out of its range"),
    "Y311": say("a seat took no more than its hand can hold"),
    "Y312": say("looking ahead came to the end of its budget; the best line found was played"),
    "Y313": say("seats brought more worlds than a bargain goes through"),
}
"""What a notice of each code says happened."""

EMPTY_MOVE = "Y301"
"""The code of a notice that is no error: the program goes on."""

BEYOND_BUDGET = "Y312"
"""That of one about who plays, and not about what is played."""


class Site(Record):
    """A place of the deck file that play can report: a statement, condition, score or stat.

    ``where`` is "effect", the key of a topic's script, "function", "combo", "watch", "stat", "evaluate",
    what a seat's script is called (``lang.seats.GIVEN``), "deal" for what no script does there, or "topic"
    for what else is nobody's statement; ``name`` the card, topic, function, combo, watched entry, stat or
    seat; ``effect`` and ``statement`` count from 0 (None: there is none), ``line`` and ``column`` from 1.
    A move has ``tags``; a ``print`` has ``items``: ``["text", "…"]``, ``["number"]`` or ``["cards"]`` each.
    """

    code: str
    where: str
    name: str
    effect: int | None
    statement: int | None
    file: str | None  # None for the deck file itself
    line: int | None
    column: int | None
    text: str  # as written
    tags: list[str]
    items: list[list[str]]


FIXED_SITES = tuple(
    Site(
        code=code, where="topic", name="", effect=None, statement=None, file=None, line=None, column=None,
        text="", tags=[], items=[],
    )
    for _, code in sorted(((SITE_DRAW, "Y301"), (SITE_QUEUE, "Y308"), (SITE_BUDGET, BEYOND_BUDGET)))
)  # fmt: skip
"""The sites of every table, which the runtime knows by number."""


class Expected(Record):
    """An expectation of the deck file: ``measure`` of what is named stands in ``relation`` to ``bounds``.

    ``what`` is "topic", "combo", "watch", "score" or "stat", and ``name`` which of these; ``measure`` is
    "rate", or a figure of a number, such as "mean".
    """

    text: str
    what: str
    name: str | None
    measure: str
    relation: str
    bounds: list[list[int]]  # numerators and denominators; two of them for "in"
    file: str
    line: int
    column: int


class Doubt(Record):
    """A warning about the deck; ``file``, ``line`` and ``column`` are None where it is about no place.

    ``message`` and ``hint`` are Messages, whose templates are kept: what the cache holds can be shown in any
    language.
    """

    code: str
    message: str
    hint: str | None
    file: str | None
    line: int | None
    column: int | None
    excerpt: Sequence[str] | None  # the line of the place as it is shown, and the carets below it

    def rendered(self, *, colour: bool = False) -> str:
        """The warning as text, as ``lang.diagnostics.render`` gives it."""
        from ..lang.rendering import rendered  # only needed by decks that have some

        where = None
        if self.file is not None and self.line is not None and self.column is not None:
            where = (self.file, self.line, self.column)
        return rendered(self.code, "warning", self.message, self.hint, where, self.excerpt, colour=colour)

    def to_data(self) -> list[Any]:
        values = self.named(super().to_data())
        values["message"] = to_data(self.message)
        values["hint"] = None if self.hint is None else to_data(self.hint)
        return list(values.values())

    @classmethod
    def from_data(cls, data: list[Any]) -> Self:
        values = cls.named(data)
        values["message"] = from_data(values["message"])
        values["hint"] = None if values["hint"] is None else from_data(values["hint"])
        return cls(**values)


class KnownCard(Record):
    """A card that does what a collection knows of it: how the deck and how the collection calls it; ``part``
    is what of it is left out, a Message, or None."""

    card: str
    collection: str
    name: str
    part: str | None

    def to_data(self) -> list[Any]:
        part = None if self.part is None else to_data(self.part)
        return [self.card, self.collection, self.name, part]

    @classmethod
    def from_data(cls, data: list[Any]) -> Self:
        values = cls.named(data)
        values["part"] = None if values["part"] is None else from_data(values["part"])
        return cls(**values)


BUDGET, BUDGET_OF_HINDSIGHT = 100_000, 100_000_000
"""Nodes of a search where the deck does not say how many.  The best line that was found by then is a line to
play; but with hindsight a trial that was not searched to its end tells of no bound.  Trials of the packaged
contests take millions, some more than ten."""


class Policy(Record):
    """How effects are activated: ``kind`` is "greedy", "random", "best", "hindsight" or "staged-search"; all
    but the first two make ``goal`` as great as can be, "score", "success" or the name of a stat."""

    kind: str
    goal: str
    may_stop: bool  # also while there is a move
    stage: int  # turns that a staged search looks ahead
    evaluates: bool  # whether the topic has an evaluation, which takes the goal's place at the end of a stage
    worlds: int  # in which sampled `best` plays each option out
    solve: int  # stages of a sub-game that it solves
    budget: int | None  # nodes of a search, where the deck says how many
    table: bool  # whether positions met before are remembered

    @property
    def nodes(self) -> int:
        """How many nodes a search may have."""
        return self.budget or (BUDGET_OF_HINDSIGHT if self.kind == "hindsight" else BUDGET)

    def but(self, **changes: Any) -> Policy:
        """The same policy with some fields changed."""
        return Policy(**{**dict(zip(self.fields, self.to_data(), strict=True)), **changes})


GREEDY = Policy(
    kind="greedy", goal="score", may_stop=True, stage=1, evaluates=False, worlds=32, solve=2000,
    budget=None, table=True,
)  # fmt: skip


def script_function(key: str, topic: int) -> str:
    """What the function of one of a topic's scripts is called in the sources."""
    return f"{key.replace('-', '_')}_{topic}"


def evaluation_function(topic: int) -> str:
    """What the function of a topic's evaluation is called in the sources."""
    return f"evaluate_{topic}"


class Topic(Record):
    """One topic of the program; ``key`` is the hash of its name that keys its random streams."""

    name: str
    key: int
    start_card: int
    exec_program: bool
    scripts: list[str]  # the keys of those it has (``codes.SCRIPTS``)
    parts: int  # in how many a deal makes its hands; 0: nothing is dealt
    turns: int
    draw: int  # cards drawn at the start of each later turn
    combos: list[str]
    watch: list[str]
    stats: list[str]
    expect: list[Expected]
    unseeded: Doubt | None  # for a sample without a seed
    known: list[list[int]]  # cards whose place is known when a trial begins, and their zones, in order
    vars: dict[str, int]  # variables that begin a trial with another value than 0
    method: str  # "auto", "exact" or "sample"
    classes: list[int]  # by card; see ``compile.classes``
    ordered: list[int]  # by zone, a bitset of cards
    weighed: list[int]  # the same for whoever weighs moves, and scans nothing
    apart: list[int]  # the same where every card is told from every other
    bests: list[int]  # the judged for which ``match: best`` can make a difference
    relations: list[list[str]]  # pairs of titles (``deck.observed``), x and y
    ranges: list[list[int | None]]  # of the score, then of each stat (``simulate.intervals``)
    policy: Policy
    decides: bool  # whether there is anything for a policy to decide

    @property
    def judged(self) -> list[str]:
        """What is judged at the end of a trial, in the order of its row: what scores, what is watched."""
        return self.combos + self.watch

    @property
    def activates(self) -> bool:
        """Whether a policy activates effects; a main program takes its place."""
        return self.exec_program and "program" not in self.scripts

    @property
    def plays(self) -> bool:
        """Whether effects can run: by the policy, or those that answer a main program's events."""
        return self.exec_program or "program" in self.scripts

    def played_by(self, kinds: Sequence[str]) -> list[str]:
        """The kinds of policies that play it where those are asked for; its own where none is."""
        return list(dict.fromkeys(kinds or [self.policy.kind]))

    def in_worlds(self, kinds: Sequence[str]) -> bool:
        """Whether trials that these play are played in worlds: several do, or one who decides something."""
        return len(kinds) > 1 or (kinds[0] != GREEDY.kind and self.decides)

    @property
    def drawn(self) -> int:
        """How many cards of the hand are drawn at random."""
        return self.start_card - sum(zone == HAND for _, zone in self.known)

    def to_data(self) -> list[Any]:
        values = self.named(super().to_data())
        values["expect"] = [one.to_data() for one in self.expect]
        values["unseeded"] = None if self.unseeded is None else self.unseeded.to_data()
        values["policy"] = self.policy.to_data()
        return list(values.values())

    @classmethod
    def from_data(cls, data: list[Any]) -> Self:
        values = cls.named(data)
        values["expect"] = [Expected.from_data(one) for one in values["expect"]]
        if values["unseeded"] is not None:
            values["unseeded"] = Doubt.from_data(values["unseeded"])
        values["policy"] = Policy.from_data(values["policy"])
        return cls(**values)


FOR_EVER = 2**62
"""The patience of a seat that never gives up; no trial has so many tries."""

SETS = ("masks", "scan_masks", "scanned", "answer_masks", "forbids")
"""What of a plan are lists of bitsets."""


class Program(Record):
    """A deck, compiled.

    ``plan`` is what ``yisp_runtime.bindings.table.PyTable`` is built from:

    ===================  ========================================================================
    words                64-bit words of a card set
    zones, cards,        how many there are
    variables
    effect_words         64-bit words of a set of effects
    kind_of              by card: its kind; copies of a kind are neighbours
    family_of            by kind: the one whose name the cards of its family are called by, itself for most
    lights               whether some script lights or collapses cards (``presence.h``)
    presence_scale       what presence is multiplied by, so that it is a whole number
    exits                how many a wall has (``wall.h``); 0: there is none
    reserve              the zone that is a wall's, or -1
    first_exit           how many cards the first one gives, for hands and later turns
    hand_zones,          by seat: the zone of the hand, the last try that it may refuse (-1: none), and
    patience, worlds     how many worlds it can bring (``deal.h``)
    counts_tries         the seats to whom it matters how many hands were refused (a bitset)
    deal_site            the site of a deal that nobody would ever accept
    effects_from         by kind, and one more: its effects are [from[k], from[k + 1])
    effects              by effect: the zones it can be activated from (a bitset), once, first, the event
                         it answers (-1: none), from and to which zones (bitsets), and where; the sites of
                         reaching the activation limit and the step limit with it
    masks, scan_masks    bitsets over cards; the latter by zone: cards with an effect there
    scan_zones           the zones of the activation scan, in order
    scanned              bitsets over cards: by such a zone those with an effect there, then those of each
                         of their kinds; what a native module for a family reads
    listens              the events that something answers, a bit an event of ``codes.EVENTS``
    answer_masks         by event and zone: cards with an effect that answers it there
    answer_zones         the zones in which effects answer events other than moves, in order
    movers               the cards whose moves something may answer
    installed            how many effects a trial can have installed
    installed_sites      by function that runs later: the site of reaching the step limit with it
    carried              by tag that ``would`` names, by function that runs later: whether it has the tag
    asks                 how deep asking can go (``asking.h``)
    properties           by property: its value for every card
    card_keys            by card: what it is called in every deck, a hash of its name and which copy it is
    slots, slot_bits     by card: its slot in the orders of worlds (``worlds.h``), which have 2^bits
    veiled               the zones that can have unrevealed cards, a bitset
    queues               the zones that keep a line (``zones.h``), a bitset
    unbroken             those of them whose line has no gaps, a bitset
    undated              those of these whose order is asked for by the line alone, a bitset
    line_mask            the places of such a line, a power of two, less 1
    tidy                 whether the scan may skip (``scan.h``)
    forbids              by tag: the effects that ``(! tag)`` stops, a bitset
    wants                lists of wanted cards (``match.h``)
    activation_limit     activations a turn
    step_limit           turns of loops, calls of functions and answers to events a trial
    hasty                the sites of effects that do something before their guards have decided
    guard_sites          by effect: the sites of what can fail before its guards have decided
    work                 what functions cost an exact answer's budget (``work.py``): by effect, by
                         installed effect, by topic (its scripts, then judging, then evaluating),
                         and by site of a step what follows it
    key                  what a native module knows the tables by that it can run on
    ===================  ========================================================================

    Bitsets are integers; in ``to_data`` they are hexadecimal text.
    """

    file: str
    zones: list[str]  # what they are called, by index: letters, perhaps with a seat's number
    seats: list[str]  # whom cards are dealt to
    kinds: list[tuple[str, str | None]]  # name and description
    aside: list[str | None]  # by kind: the zone beside the deck in which its copies begin
    effects: list[list[int]]  # by effect: its kind, and its number on that card
    installed: list[int]  # by function run later: the site of its ``(on …)`` or ``(after …)``
    variables: list[str]
    tags: list[str]
    sites: list[Site]
    topics: list[Topic]
    settings: dict[str, Any]  # the deck file's: count (or None), seed, strict, debug
    plan: dict[str, Any]
    python_source: str
    cython_source: str
    warnings: list[Doubt]
    references: Sequence[Reference]  # the files that it was made of besides
    parameters: dict[str, int]  # the deck file's: variables and their defaults
    given: dict[str, int]  # those that were set to something else for this run
    counts: dict[str, int]  # other numbers of copies than the deck file's
    size: int  # how many cards the deck has, without those that begin elsewhere
    written_size: int | None  # the same with the counts of the file, or None
    uses: list[str]  # the collections that it uses
    known: list[KnownCard]  # the cards that do what these say
    blank: list[str]  # those that none of them knows and that do nothing
    others: dict[str, str]  # names of cards besides their own, which is the value

    def __repr__(self) -> str:
        return f"<yisp.Program of {self.file}: {self.size} cards, {len(self.topics)} topics>"

    @property
    def cards(self) -> int:
        """How many cards there are in all."""
        return int(self.plan["cards"])

    @property
    def values(self) -> dict[str, int]:
        """What each parameter is in this run."""
        return {**self.parameters, **self.given}

    def with_parameters(self, given: Mapping[str, int]) -> Program:
        """The same program with some parameters set; KeyError for one that the deck does not have.

        Values are data, so whatever was compiled stays as it is.
        """
        for name in given:
            self.parameters[name]
        if not given:
            return self
        program = copy(self)
        program.given = {**self.given, **given}
        return program

    def initial(self, topic: int) -> list[tuple[int, int]]:
        """The variables that do not begin a trial of the topic as 0: index and value."""
        return [
            (self.variables.index(name), value)
            for name, value in {**self.values, **self.topics[topic].vars}.items()
            if value and name in self.variables
        ]

    def topic(self, name: str) -> int:
        """The index of a topic; KeyError when there is none of that name."""
        for index, topic in enumerate(self.topics):
            if topic.name == name:
                return index
        raise KeyError(name)

    def relating(self, pairs: Mapping[int, list[list[str]]]) -> Program:
        """The same program with these relations as well, by topic."""
        program = copy(self)
        program.topics = list(self.topics)
        for index, more in pairs.items():
            topic = program.topics[index] = copy(self.topics[index])
            topic.relations = [*topic.relations, *(pair for pair in more if pair not in topic.relations)]
        return program

    def prints(self, topic: int) -> bool:
        """Whether a script that the topic runs has a ``print``."""
        plan = self.topics[topic]
        owners: dict[str, list[str]] = {key: [plan.name] for key in (*SCRIPTS, "evaluate")}
        owners |= {"combo": plan.combos, "watch": plan.watch, "stat": plan.stats}
        return any(
            site.code == "print"
            and (plan.plays if site.where == "effect" else site.name in owners.get(site.where, [site.name]))
            for site in self.sites
        )

    def to_data(self) -> list[Any]:
        """The program as JSON data."""
        values = self.named(super().to_data())
        values["sites"] = [site.to_data() for site in self.sites]
        values["topics"] = [topic.to_data() for topic in self.topics]
        values["warnings"] = [warning.to_data() for warning in self.warnings]
        values["known"] = [one.to_data() for one in self.known]
        values["plan"] = {
            key: [f"{cards:x}" for cards in value] if key in SETS else value
            for key, value in self.plan.items()
        }
        return list(values.values())

    @classmethod
    def from_data(cls, data: list[Any]) -> Self:
        """The inverse of ``to_data``; raises KeyError, TypeError, IndexError or ValueError for other data."""
        values = cls.named(data)
        values["sites"] = [Site.from_data(site) for site in values["sites"]]
        values["kinds"] = [(name, description) for name, description in values["kinds"]]
        values["topics"] = [Topic.from_data(topic) for topic in values["topics"]]
        values["warnings"] = [Doubt.from_data(warning) for warning in values["warnings"]]
        values["known"] = [KnownCard.from_data(one) for one in values["known"]]
        values["plan"] = {
            key: [int(cards, 16) for cards in value] if key in SETS else value
            for key, value in values["plan"].items()
        }
        return cls(**values)
