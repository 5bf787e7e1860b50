"""Scripts that are compiled one after another against one deck, for a position that goes on between them.

What comes in: a deck and one of its topics, then scripts as they are written.  What goes out: their
functions on the python target, which say at each statement where they are, and the plan of a table
on which all functions so far can run.  Indices of variables, masks and tags only grow, so what was
compiled before stays right; every zone has its place from the start.  What is not handled: running
anything.
"""

from __future__ import annotations

from collections.abc import Callable, Sized
from dataclasses import replace
from typing import Any

from yisp_runtime.codes import EVENTS, EVERY_SCRIPT

from ...compile.backends import python
from ...compile.lowering.deck import lower
from ...compile.lowering.tables import ProgramTables
from ...compile.pipeline import MOST_INSTALLED, plan_of
from ...compile.program import Program, script_function
from ...deck.model import Deck, NumberText, ScriptText, Settings, Start, Stat, Topic, laid_aside
from ...deck.scripts.functions import including
from ...deck.vocabulary import Vocabulary
from ...lang.checking.check import check_number, check_script
from ...lang.diagnostics import Diagnostics, Place, Text
from ...lang.parsing.parser import parse_number, parse_script
from ...lang.source import TextSource
from ...messages import say
from ...structs import dataclass
from ..playing.play import python_functions

MOST_ASKING = 8
"""How deep `would` may go: what a later script asks is not known when the table is made."""

ZONES = "HDABCEFGIJKLMNOPQRSTUVWYZ"
"""Every zone there can be, the two that hold cards at the start first."""

SCRIPT = "eval"
"""The topic of scripts that belong to none; it keys their random numbers."""


@dataclass(frozen=True, slots=True)
class Compiled:
    """A script, ready to run on a table: its function, and whether that gives a number."""

    text: Text
    function: Callable[..., Any]
    number: bool
    diagnostics: Diagnostics  # doubts about it


def no_deck() -> Deck:
    """A deck without cards, for scripts that need none."""
    return Deck("<script>", (), Vocabulary(()), Settings(), (), (), Diagnostics())


def topic_of(text: Text, deck: Deck, draw: int = 0) -> Topic:
    """A topic for a script that belongs to none; ``draw`` cards are drawn first."""
    place = text.place(0, len(text.text))
    return Topic(
        name=SCRIPT,
        start_card=draw,
        exec_program=False,
        scripts={},
        turns=1,
        draw=0,
        method="sample",
        match="first",
        combos=(),
        watch=(),
        stats=(),
        relations=(),
        expect=(),
        place=place,
        start=Start(zones=laid_aside(deck.kinds, [0] * len(deck.kinds)), variables=deck.begins),
    )


def script_topic(
    text: TextSource, deck: Deck, draw: int = 0, *, comments: bool = False
) -> tuple[Deck, Topic, Diagnostics]:
    """The topic of which a script is the only stat (when it is a number) or else the header, and the deck
    with the functions that it calls.

    Raises :class:`~yisp.lang.diagnostics.DeckError`.
    """
    topic, nesting = topic_of(text, deck, draw), deck.settings.limits.nesting
    found = Diagnostics()
    number = parse_number(text, found, nesting=nesting, comments=comments)
    if number is not None:
        whole = including(deck, number, text, found)
        check_number(number, text, whole.vocabulary, found, context="number")
        if not found.failed:
            return whole, replace(topic, stats=(Stat(SCRIPT, NumberText(number, text), topic.place),)), found
    return _with_header(topic, text, deck, comments)


def _with_header(
    topic: Topic, text: TextSource, deck: Deck, comments: bool
) -> tuple[Deck, Topic, Diagnostics]:
    found = Diagnostics()
    statements = parse_script(text, found, nesting=deck.settings.limits.nesting, comments=comments)
    deck = including(deck, statements, text, found)
    check_script(statements, text, deck.vocabulary, found, context="script")
    found.raise_errors()
    return deck, replace(topic, scripts={"header": ScriptText(statements, text)}), found


class Session:
    """A deck's functions, those of one topic, and those of scripts that come later."""

    def __init__(self, deck: Deck, topic: Topic) -> None:
        self.deck = replace(deck, topics=(topic,))
        self.topic = topic
        self.installed: list[Callable[..., Any]] = []
        self.probes: list[Callable[..., Any] | None] = []  # by installed function, for `would`
        self._tables = ProgramTables(deck)
        # Whether a trial of the topic is its hand and nothing else, as ``trials.h`` knows it.
        nothing_runs = not topic.scripts and not topic.plays and topic.turns == 1
        self.known = self._tables.known_cards(topic.start)
        self.hand_alone = nothing_runs and not self._tables.listens and not self.known
        # What scripts answer and install later is not known yet: there is room for everything.
        self._tables.listens = (1 << len(EVENTS)) - 1
        self._tables.answers_draws = True
        for letter in ZONES:
            self._tables.zone(letter)
        values = {**deck.parameters, **{name: value for name, value, _ in topic.start.variables}}
        self.initial = [(self._tables.variable(name), value) for name, value in values.items()]
        self._sizes: list[int] = []  # of the tables when the plan was made
        self._known: dict[tuple[str, str, bool], Compiled] = {}
        self.effects = [
            (index, number) for index, kind in enumerate(deck.kinds) for number in range(len(kind.effects))
        ]
        self.functions = self._lower(topic)

    def _lower(self, topic: Topic) -> dict[str, Callable[..., Any]]:
        """The functions of the deck with that topic."""
        tables = self._tables
        lowered = lower(replace(self.deck, topics=(topic,)), trace=True, tables=tables)
        functions = python_functions(python.format_module(lowered.module))
        first = len(self.installed)
        self.installed += [functions[one.name] for one in lowered.module.installed]
        self.probes += [functions.get(f"probe_{index}") for index in range(first, len(self.installed))]
        indexed: list[Sized] = [
            tables.masks, tables.variables, tables.tags, tables.wants, tables.properties, tables.installed,
            tables.asked_tags,
        ]  # fmt: skip
        sizes = list(map(len, indexed))
        if sizes != self._sizes or lowered.module.asked:
            self._sizes = sizes
            plan = plan_of(self.deck, lowered)
            everyone = (1 << plan["cards"]) - 1
            # Nor is it what they will shuffle and look at.
            self.plan = {
                **plan, "tidy": 0, "queues": 0, "lights": 1, "installed": MOST_INSTALLED, "movers": everyone,
                "asks": MOST_ASKING,
            }  # fmt: skip
        return functions

    @property
    def scripts(self) -> dict[str, Callable[..., Any]]:
        """The functions of the topic's scripts, by key; ``deal`` is none that the deck has written."""
        names = {key: script_function(key, 0) for key in EVERY_SCRIPT}
        return {key: self.functions[name] for key, name in names.items() if name in self.functions}

    @property
    def variables(self) -> dict[str, int]:
        """The variables of the trial that have occurred so far, with their indices."""
        return self._tables.variables

    def compile(self, script: str, file: str = "<script>", *, comments: bool = False) -> Compiled:
        """A script or a number; raises :class:`~yisp.lang.diagnostics.DeckError`."""
        if not isinstance(script, str):
            raise TypeError(
                say("a script is a text, such as '(# D.2 H)', not {text}", text=f"{script!r:.60}")
            )
        known = self._known.get((script, file, comments))
        if known is not None:
            return known
        text = TextSource(file, script)
        self.deck, topic, found = script_topic(text, self.deck, comments=comments)
        functions = self._lower(topic)
        is_number = not topic.scripts
        compiled = Compiled(text, functions["stat_0_0" if is_number else "header_0"], is_number, found)
        self._known[script, file, comments] = compiled
        return compiled

    def program(self) -> Program:
        """The tables of all that was compiled so far, for reports; there is nothing in it to run."""
        tables = self._tables
        return Program(
            file=self.deck.file,
            zones=list(tables.zones),
            seats=[seat.name for seat in self.deck.seats],
            kinds=[(kind.name, kind.description) for kind in self.deck.kinds],
            aside=[kind.zone for kind in self.deck.kinds],
            effects=[list(effect) for effect in self.effects],
            installed=[tables.installed[index] for index in range(len(self.installed))],
            variables=list(tables.variables),
            tags=list(tables.tags),
            sites=list(tables.sites),
            references=[],
            parameters=dict(self.deck.parameters),
            given={},
            counts=dict(self.deck.changes.counts),
            size=self.deck.size,
            written_size=self.deck.written_size,
            uses=[],
            known=[],
            blank=[],
            others={},
            topics=[],
            settings={},
            plan=self.plan,
            python_source="",
            cython_source="",
            warnings=[],
        )


def place_in(text: Text, line: int, column: int, length: int) -> Place:
    """The place of what stands at a line and column, as a site notes it down."""
    written = text.text.splitlines()[line - 1] if line <= len(text.text.splitlines()) else ""
    return Place(text.place(0, 0).file, line, column, written, length)
