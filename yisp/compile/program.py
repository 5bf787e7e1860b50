"""A compiled deck: plain data from which any range of trials can be run on either target.

What comes in: what ``lower`` found out about a deck.  What goes out: :class:`Program`, which is
JSON through and through (``to_data``/``from_data``), so that a second run can take it from the
cache without parsing, checking or lowering anything.  Nothing in it is executed but the two
sources, which hold no text of the deck's author.

(Plain classes: this module is on the warm start's path, where ``dataclasses`` costs more than the
whole run.)
"""

from __future__ import annotations

from copy import copy

from yisp_runtime.codes import HAND, SITE_DRAW, SITE_QUEUE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from ..deck.files import Reference

PROBLEMS = {
    "Y301": "a move found no card",
    "Y302": "a division by 0",
    "Y303": "a number too large for 64 bits",
    "Y304": "(rand a b) with a greater than b",
    "Y305": "the activation limit was reached",
    "Y306": "the step limit was reached",
    "Y307": "more effects were installed than a trial may have",
    "Y308": "more events happened than can wait to be answered",
}
"""What a notice of each code says happened."""

EMPTY_MOVE = "Y301"
"""The code of a notice that is no error: the program goes on."""


class Site:
    """A place of the deck file that play can report: a statement, condition, score or stat.

    ``where`` is "effect", "header", "program", "function", "combo", "watch", "stat", or "topic" for what
    is nobody's statement; ``name`` the card, topic, function, combo, watched entry or stat; ``effect`` and
    ``statement`` count from 0 (None where there is none); ``line`` and ``column`` from 1.  A move has
    ``tags``; a ``print`` has ``items``: ``["text", "…"]``, ``["number"]`` or ``["cards"]`` each.
    """

    __slots__ = (
        "code", "where", "name", "effect", "statement", "file", "line", "column", "text", "tags", "items",
    )  # fmt: skip

    def __init__(
        self,
        code: str,
        where: str,
        name: str,
        effect: int | None,
        statement: int | None,
        file: str | None,
        line: int | None,
        column: int | None,
        text: str,
        tags: list[str],
        items: list[list[str]],
    ) -> None:
        self.code = code
        self.where = where
        self.name = name
        self.effect = effect
        self.statement = statement
        self.file = file  # None for the deck file itself
        self.line = line
        self.column = column
        self.text = text  # as written
        self.tags = tags
        self.items = items

    def to_data(self) -> list[Any]:
        return [getattr(self, name) for name in self.__slots__]


FIXED_SITES = tuple(
    Site(code, "topic", "", None, None, None, None, None, "", [], [])
    for _, code in sorted(((SITE_DRAW, "Y301"), (SITE_QUEUE, "Y308")))
)
"""The sites of every table, which the runtime knows by number."""


class Topic:
    """One topic of the program; ``key`` is the hash of its name that keys its random streams."""

    __slots__ = (
        "name", "key", "start_card", "exec_program", "header", "program", "turns", "draw", "combos", "watch",
        "stats", "expect", "unseeded", "known", "vars",
        "method", "classes", "ordered", "bests", "relations", "ranges",
    )  # fmt: skip

    def __init__(
        self,
        name: str,
        key: int,
        start_card: int,
        exec_program: bool,
        header: bool,
        program: bool,
        turns: int,
        draw: int,
        combos: list[str],
        watch: list[str],
        stats: list[str],
        expect: list[list[Any]],
        unseeded: list[str],
        known: list[list[int]],
        vars: dict[str, int],
        method: str,
        classes: list[int],
        ordered: list[int],
        bests: list[int],
        relations: list[list[str]],
        ranges: list[list[int | None]],
    ) -> None:
        self.name = name
        self.key = key
        self.start_card = start_card
        self.exec_program = exec_program
        self.header = header  # whether there is one
        self.program = program  # whether there is one
        self.turns = turns
        self.draw = draw  # cards drawn at the start of each later turn
        self.combos = combos
        self.watch = watch
        self.stats = stats
        self.expect = expect  # each [text, what, name, measure, relation, bounds, file, line, column]
        self.unseeded = unseeded  # the warning, plain and in colour, for a sample without a seed
        self.known = known  # cards whose place is known when a trial begins, and their zones, in order
        self.vars = vars  # variables that begin a trial with another value than 0
        self.method = method  # "auto", "exact" or "sample"
        self.classes = classes  # by card; see ``compile.classes``
        self.ordered = ordered  # by zone, a bitset of cards
        self.bests = bests  # the judged for which ``match: best`` can make a difference
        self.relations = relations  # pairs of titles (``deck.observed``), x and y
        self.ranges = ranges  # of the score, then of each stat (``simulate.intervals``)

    @property
    def judged(self) -> list[str]:
        """What is judged at the end of a trial, in the order of its row: what scores, what is watched."""
        return self.combos + self.watch

    @property
    def plays(self) -> bool:
        """Whether effects can run: by the policy, or those that answer a main program's events."""
        return self.exec_program or self.program

    @property
    def drawn(self) -> int:
        """How many cards of the hand are drawn at random."""
        return self.start_card - sum(zone == HAND for _, zone in self.known)

    def to_data(self) -> list[Any]:
        return [getattr(self, name) for name in self.__slots__]


class Program:
    """A deck, compiled.

    ``plan`` is what ``yisp_runtime.table.PyTable`` is built from:

    ===================  ========================================================================
    words                64-bit words of a card set
    zones, cards,        how many there are
    variables
    effect_words         64-bit words of a set of effects
    kind_of              by card: its kind; copies of a kind are neighbours
    effects_from         by kind, and one more: its effects are [from[k], from[k + 1])
    effects              by effect: the zones it can be activated from (a bitset), once, first, the event
                         it answers (-1: none), from and to which zones (bitsets), and where; the sites of
                         reaching the activation limit and the step limit with it
    masks, walk_masks    bitsets over cards; the latter by zone: cards with an effect there
    walk_zones           the zones of the activation scan, in order
    listens              the events that something answers, a bit an event of ``codes.EVENTS``
    answer_masks         by event and zone: cards with an effect that answers it there
    answer_zones         the zones in which effects answer events other than moves, in order
    movers               the cards whose moves something may answer
    installed            how many effects a trial can have installed
    installed_sites      by function that runs later: the site of reaching the step limit with it
    properties           by property: its value for every card
    veiled               the zones that can have unrevealed cards, a bitset
    queues               the zones that keep a line (``zones.pxd``), a bitset
    line_mask            the places of such a line, a power of two, less 1
    tidy                 whether the scan may skip (``scan.pxd``)
    forbids              by tag: the effects that ``(! tag)`` stops, a bitset
    wants                lists of wanted cards (``match.pxd``)
    activation_limit     activations a turn
    step_limit           turns of loops, calls of functions and answers to events a trial
    work                 what functions cost an exact answer's budget (``work.py``): by effect, by
                         installed effect, by topic (header, main program, judging), and by site of
                         a step what follows it
    key                  what a native module knows the tables by that it can run on
    ===================  ========================================================================

    Bitsets are integers; in ``to_data`` they are hexadecimal text.
    """

    SETS = ("masks", "walk_masks", "answer_masks", "forbids")

    def __init__(
        self,
        file: str,
        zones: str,
        kinds: list[tuple[str, str | None]],
        effects: list[list[int]],
        installed: list[int],
        variables: list[str],
        tags: list[str],
        sites: list[Site],
        topics: list[Topic],
        settings: dict[str, Any],
        plan: dict[str, Any],
        python_source: str,
        cython_source: str,
        warnings: list[list[str]],
        references: Sequence[Reference],
        parameters: dict[str, int],
        given: dict[str, int],
        counts: dict[str, int],
        written_size: int | None,
    ) -> None:
        self.file = file
        self.zones = zones  # their letters, by index
        self.kinds = kinds  # name and description
        self.effects = effects  # by effect: its kind, and its number on that card
        self.installed = installed  # by function run later: the site of its ``(on …)`` or ``(after …)``
        self.variables = variables
        self.tags = tags
        self.sites = sites
        self.topics = topics
        self.settings = settings  # the deck file's: count, seed, strict, debug, confidence_interval
        self.plan = plan
        self.python_source = python_source
        self.cython_source = cython_source
        self.warnings = warnings  # diagnostics, each rendered plain and in colour
        self.references = references  # the files that it was made of besides
        self.parameters = parameters  # the deck file's: variables and their defaults
        self.given = given  # those that were set to something else for this run
        self.counts = counts  # other numbers of copies than the deck file's
        self.written_size = written_size  # how many cards there are with those of the file, or None

    def __repr__(self) -> str:
        return f"<yisp.Program of {self.file}: {self.cards} cards, {len(self.topics)} topics>"

    @property
    def cards(self) -> int:
        """How many cards the deck has."""
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
        from copy import copy  # hardly ever needed

        program = copy(self)
        program.topics = list(self.topics)
        for index, more in pairs.items():
            topic = program.topics[index] = copy(self.topics[index])
            topic.relations = [*topic.relations, *(pair for pair in more if pair not in topic.relations)]
        return program

    def prints(self, topic: int) -> bool:
        """Whether a script that the topic runs has a ``print``."""
        plan = self.topics[topic]
        owners = {"header": [plan.name], "program": [plan.name]}
        owners |= {"combo": plan.combos, "watch": plan.watch, "stat": plan.stats}
        return any(
            site.code == "print"
            and (plan.plays if site.where == "effect" else site.name in owners.get(site.where, [site.name]))
            for site in self.sites
        )

    def to_data(self) -> dict[str, Any]:
        """The program as JSON data."""
        data = dict(vars(self))
        data["sites"] = [site.to_data() for site in self.sites]
        data["topics"] = [topic.to_data() for topic in self.topics]
        data["plan"] = {
            key: [f"{cards:x}" for cards in value] if key in self.SETS else value
            for key, value in self.plan.items()
        }
        return data

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Program:
        """The inverse of ``to_data``; raises KeyError, TypeError or ValueError for other data."""
        fields = dict(data)
        fields["sites"] = [Site(*site) for site in data["sites"]]
        fields["kinds"] = [(name, description) for name, description in data["kinds"]]
        fields["topics"] = [Topic(*topic) for topic in data["topics"]]
        fields["plan"] = {
            key: [int(cards, 16) for cards in value] if key in cls.SETS else value
            for key, value in data["plan"].items()
        }
        return cls(**fields)
