"""The compiler: a deck in, a program out.

==========  ============================  =====================================================
stage       takes → gives                 module
==========  ============================  =====================================================
lower       Deck → nodes.Module, tables   ``lowering``
analyse     nodes, flags → the plan       ``activation``, ``work``, ``classes``
specialise  nodes, plan → nodes           ``specialise``
print       nodes → source text           ``backends``
assemble    all of it → Program           this module
build       Cython source → a module      ``native`` (kept in ``cache``)
==========  ============================  =====================================================

What comes in has been checked; nothing here reports mistakes of the deck's author.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from copy import copy
from functools import cached_property
from hashlib import blake2b
from math import isfinite
from typing import Any

from ..deck import model
from ..deck.model import Deck, Expectation
from ..lang.diagnostics import Diagnostic, Diagnostics, excerpt
from ..lang.tree import Call, Script
from ..lang.walk import callee, program_tags, walk
from ..messages import say
from ..system import IN_BROWSER
from . import nodes
from .analysis.activation import scan_of
from .analysis.classes import Classes, present_in
from .analysis.deals import deal_tables
from .analysis.presence import presence_tables
from .analysis.specialise import specialise
from .analysis.supposing import asking_tables
from .analysis.weighing import guard_sites, hasty_sites, offers_choice
from .analysis.work import work_of
from .backends import cython, python
from .lowering.deck import Lowered, lower
from .lowering.tables import ProgramTables
from .lowering.values import GREATEST, LEAST, Bound
from .program import Doubt, Expected, KnownCard, Policy, Program, Topic, evaluation_function, script_function

MOST_INSTALLED = 64
"""Effects that a trial can have installed or scheduled at one time."""


def compile_deck(deck: Deck) -> Program:
    """Compile a deck for both targets (the native one is built when it is first run, and in no browser)."""
    if not isinstance(deck, Deck):
        raise TypeError(say("deck must be a Deck, such as yisp.load gives, not {deck}", deck=f"{deck!r:.60}"))
    return Compiled(deck).program


def compile_traced(deck: Deck) -> Program:
    """The same on the python target alone, whose source says at each statement where it is."""
    return Compiled(deck, traced=True).program


def slot_bits(cards: int) -> int:
    """Of how many slots the orders of a deck's worlds are (``worlds.h``): half as many again as it has cards,
    so that decks that are somewhat larger can play in the same worlds."""
    return max((cards + cards // 2 - 1).bit_length(), 6)


class Compiled:
    """A deck that has been lowered, and all that follows from it whatever its numbers of copies are.

    The only count that lowering asks for is how many cards there are in all, the bound of every number of
    cards (``ProgramTables.size``).  So decks of one file and one size have the same nodes; their programs
    differ in the tables that say which cards are meant, and those are made of sets of kinds, anew for each
    deck.

    With ``shared`` the native module reads the cards from its table, so that one module does for all of these
    decks; else it has them as constants, which is faster.
    """

    def __init__(
        self, deck: Deck, lowered: Lowered | None = None, *, traced: bool = False, shared: bool = False
    ) -> None:
        self.deck = deck
        self.lowered = lower(deck, trace=traced) if lowered is None else lowered
        self._traced, self._shared = traced, shared
        tables, module = self.lowered.tables, self.lowered.module
        self._scan = scan_of(deck, tables, module)
        self._facts = self._found_out()
        self._offers_choice = offers_choice(module)
        self._classes: Classes | None = None
        self._card_keys: dict[tuple[int, int], int] = {}

    def program_of(self, deck: Deck) -> Program:
        """That of a deck which differs in numbers of copies alone (``Deck.recounted``)."""
        program = copy(self.program)
        tables = self.lowered.tables.of(deck)
        program.plan = self._plan_of(tables)
        program.topics = [
            self._recounted(topic, index, tables, program.plan) for index, topic in enumerate(program.topics)
        ]
        program.counts = dict(deck.changes.counts)
        program.size, program.written_size = deck.size, deck.written_size
        return program

    @property
    def plan(self) -> dict[str, Any]:
        """What a table for the deck is built from; see :class:`Program`."""
        return self._plan_of(self.lowered.tables)

    def _plan_of(self, tables: ProgramTables) -> dict[str, Any]:
        plan = {
            **self._facts,
            "masks": [tables.cards_of(kinds) for kinds in tables.masks],
            "properties": [
                tables.by_card(tables.property_by_kind(number)) for number in range(len(tables.properties))
            ],
            "card_keys": self._keys_of(tables.deck),
            "slots": list(range(tables.deck.cards)),
            "slot_bits": slot_bits(tables.deck.cards),
            **self._scan.by_card(tables),
        }
        return {**plan, "key": _hash_of(plan)}

    def _found_out(self) -> dict[str, Any]:
        """The part of the plan that does not depend on counts."""
        deck, tables, module = self.deck, self.lowered.tables, self.lowered.module
        effects = sum(len(kind.effects) for kind in deck.kinds)
        scan = self._scan.plan
        kinds = (topic.policy.kind for topic in deck.topics if topic.activates)
        weighing = next((kind for kind in kinds if kind != "greedy"), None)
        hasty = hasty_sites(self.lowered, [info[0] for info in scan["effects"]], scan["veiled"], weighing)
        facts = {
            "words": module.words,
            "zones": len(module.zones),
            "cards": deck.cards,
            "variables": len(tables.variables),
            "effect_words": (effects + 63) // 64 or 1,
            "forbids": _forbids(deck, tables.tags),
            "wants": tables.wants,
            "installed": MOST_INSTALLED if module.installed else 0,
            "installed_sites": [tables.installed_limits[index] for index in range(len(tables.installed))],
            "activation_limit": deck.settings.limits.activations,
            "step_limit": deck.settings.limits.steps,
            "work": work_of(module, len(tables.sites), len(deck.kinds), deck.cards),
            **scan,
            **presence_tables(deck, module),
            **deal_tables(deck, tables),
            **asking_tables(self.lowered, scan["veiled"]),
            "hasty": hasty,
            "guard_sites": guard_sites(module),
        }
        sets = [f"{kinds:x}" for kinds in (*tables.masks, *self._scan.scanned)]
        return {**facts, "family": _hash_of([facts, sets])}

    def _keys_of(self, deck: Deck) -> list[int]:
        """By card, what it is called: 63 bits, the same for that copy of the name in every deck."""
        known = self._card_keys
        cards = [(index, copy) for index, kind in enumerate(deck.kinds) for copy in range(kind.count)]
        for index, number in cards:
            if (index, number) not in known:
                text = f"{number} {deck.kinds[index].name}".encode("utf-8", "surrogatepass")
                known[index, number] = int.from_bytes(blake2b(text, digest_size=8).digest(), "little") >> 1
        return [known[card] for card in cards]

    def _recounted(self, topic: Topic, index: int, tables: ProgramTables, plan: dict[str, Any]) -> Topic:
        """A topic as it is with the deck of these tables."""
        deck = tables.deck
        if self._classes is None:
            self._classes = Classes(self.deck, self.lowered.tables, self.lowered.module, self._scan)
        found = self._classes.apart(present_in(deck))[index]
        topic = copy(topic)
        topic.known = tables.known_cards(deck.topics[index].start)
        topic.classes = tables.by_card([found.classes.get(kind, 0) for kind in range(len(deck.kinds))])
        topic.ordered = [tables.cards_of(kinds) for kinds in found.ordered]
        topic.weighed = [tables.cards_of(kinds) for kinds in found.weighed]
        topic.apart = [tables.cards_of(kinds) for kinds in found.each]
        scanned = deck.topics[index].activates and any(plan["scan_masks"])
        topic.decides = scanned or self._offers_choice
        return topic

    @cached_property
    def program(self) -> Program:
        """That of the deck itself."""
        deck, tables, module = self.deck, self.lowered.tables, self.lowered.module
        plan = self._plan_of(tables)
        without_native = self._traced or IN_BROWSER
        return Program(
            file=deck.file,
            zones=list(tables.zones),
            seats=[seat.name for seat in deck.seats],
            kinds=[(kind.name, kind.description) for kind in deck.kinds],
            aside=[kind.zone for kind in deck.kinds],
            effects=[
                [index, number]
                for index, kind in enumerate(deck.kinds)
                for number in range(len(kind.effects))
            ],
            installed=[tables.installed[index] for index in range(len(module.installed))],
            variables=list(tables.variables),
            tags=list(tables.tags),
            sites=tables.sites,
            topics=[
                self._recounted(self._topic(index, topic), index, tables, plan)
                for index, topic in enumerate(deck.topics)
            ],
            settings={
                "count": deck.settings.count,
                "debug": deck.settings.debug,
                "strict": deck.settings.strict,
                "seed": deck.settings.seed,
            },
            plan=plan,
            python_source=python.format_module(module),
            cython_source="" if without_native else self._native_source(plan),
            warnings=[_doubt(item) for item in deck.diagnostics],
            references=deck.references,
            parameters=deck.parameters,
            given={},
            counts=dict(deck.changes.counts),
            size=deck.size,
            written_size=deck.written_size,
            uses=list(deck.uses),
            known=[
                KnownCard(card=one.card, collection=one.collection, name=one.name, part=one.part)
                for one in deck.known
            ],
            blank=list(deck.blank),
            others=deck.vocabulary.others,
        )

    def _native_source(self, plan: dict[str, Any]) -> str:
        everything = self.lowered.tables.masks.get(self.lowered.tables.everything)
        module = specialise(self.lowered.module, plan, everything if self._shared else None)
        return cython.format_module(module, shared=self._shared)

    def _topic(self, index: int, topic: model.Topic) -> Topic:
        """A topic, but for what depends on counts."""
        code = self.lowered.module.topics[index]
        return Topic(
            name=topic.name,
            key=topic_key(topic.name),
            start_card=topic.start_card,
            exec_program=topic.exec_program,
            scripts=list(code.scripts),
            parts=(1 if topic.joint else len(self.deck.seats)) if self.deck.seats else 0,
            turns=topic.turns,
            draw=topic.draw,
            combos=[combo.name for combo in topic.combos],
            watch=[entry.name for entry in topic.watch],
            stats=[stat.name for stat in topic.stats],
            expect=[_expected(item) for item in topic.expect],
            unseeded=_unseeded(self.deck, topic),
            known=[],
            vars={name: value for name, value, _ in topic.start.variables},
            method=topic.method,
            classes=[],
            ordered=[],
            weighed=[],
            apart=[],
            bests=[combo for combo, _ in code.bests],
            relations=[[relation.x, relation.y] for relation in topic.relations],
            ranges=_ranges(code),
            decides=False,
            policy=_policy(topic.policy),
        )


def specialised(deck: Deck) -> nodes.Module:
    """The nodes that the native target prints."""
    lowered = lower(deck)
    return specialise(lowered.module, plan_of(deck, lowered))


def annotated_source(deck: Deck, target: str) -> str:
    """A target's source with comments that name cards, topics and scripts, for people to read."""
    lowered = lower(deck)
    notes = _notes(deck, lowered)
    if target == "python":
        return python.format_module(lowered.module, notes)
    return cython.format_module(specialise(lowered.module, plan_of(deck, lowered)), notes)


def topic_key(name: str) -> int:
    """The hash of a topic's name that keys its random streams: 64 bits of BLAKE2b."""
    return int.from_bytes(blake2b(name.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "little")


def _policy(policy: model.Policy) -> Policy:
    return Policy(
        kind=policy.kind,
        goal=policy.goal,
        may_stop=policy.may_stop,
        stage=policy.stage,
        evaluates=policy.evaluate is not None,
        worlds=policy.worlds,
        solve=policy.solve,
        budget=policy.budget,
        table=policy.table,
    )


def _ranges(code: nodes.TopicCode) -> list[list[int | None]]:
    """The ranges of a topic's score, the best of its combos' or 0, and of its stats."""
    combos = [combo.gives for combo in code.combos[: code.scoring] if combo.gives is not None]
    high, reach = (max((one[part] for one in combos), default=0) for part in (1, 2))
    stats = [stat.gives for stat in code.stats if stat.gives is not None]
    return [
        [_end(low), _end(high), int(reach) if isfinite(reach) else None]
        for low, high, reach in ((0, high, reach), *stats)
    ]


def _end(end: Bound) -> int | None:
    """The end of a range.  What goes beyond 64 bits, as a division may, is a run-time error and no number."""
    return max(LEAST, min(int(end), GREATEST)) if isfinite(end) else None


def _expected(item: Expectation) -> Expected:
    return Expected(
        text=item.text,
        what=item.what,
        name=item.name,
        measure=item.measure,
        relation=item.relation,
        bounds=[[bound.numerator, bound.denominator] for bound in item.bounds],
        file=item.place.file,
        line=item.place.line,
        column=item.place.column,
    )


def _doubt(item: Diagnostic) -> Doubt:
    place = item.place
    return Doubt(
        code=item.code,
        message=item.message,
        hint=item.hint,
        file=None if place is None else place.file,
        line=None if place is None else place.line,
        column=None if place is None else place.column,
        excerpt=excerpt(place),
    )


def _unseeded(deck: Deck, topic: model.Topic) -> Doubt | None:
    """What to say when the topic is sampled and no seed is given; None where none is needed."""
    if not topic.expect or deck.settings.seed is not None:
        return None
    said = Diagnostics()
    said.warning(
        "Y430",
        say("without a seed every run draws different trials, so this may hold today and fail tomorrow"),
        topic.expect[0].place,
        say("write `seed: 7` under `simulate`, or give `--seed 7`"),
    )
    (item,) = said
    return _doubt(item)


def plan_of(deck: Deck, lowered: Lowered) -> dict[str, Any]:
    """What a table for the deck is built from; see :class:`Program`."""
    return Compiled(deck, lowered).plan


def _hash_of(data: Any) -> int:
    """What a native module knows the tables by that it can run on: 63 bits, the same for equal data."""
    digest = blake2b(json.dumps(data).encode(), digest_size=8).digest()
    return int.from_bytes(digest, "little") >> 1


def _forbids(deck: Deck, tags: dict[str, int]) -> list[int]:
    """By forbidden tag, the effects whose program carries ``[tag]`` or ``[tag!]``."""
    stopped = [0] * len(tags)
    by_function: dict[str, set[str]] = {}
    for one in deck.functions:  # each behind those that it calls
        by_function[one.function.name] = _tags_in(one.function.script, by_function)
    carried = [_tags_in(effect.effect.script, by_function) for kind in deck.kinds for effect in kind.effects]
    for tag, index in tags.items():
        for effect, texts in enumerate(carried):
            if tag in texts or f"{tag}!" in texts:
                stopped[index] |= 1 << effect
    return stopped


def _tags_in(script: Script, by_function: Mapping[str, set[str]]) -> set[str]:
    """The tags of a script, and of the functions that it calls."""
    tags: set[str] = set()
    for node in walk(script):
        if isinstance(node, Call):
            tags |= by_function.get(callee(node), set())
    return tags.union(tag.text for tag in program_tags(script))


def _notes(deck: Deck, lowered: Lowered) -> dict[str, list[str]]:
    """Comments by function name.  In its ``repr`` no text of the author's can end a line, or turn it."""
    tables = lowered.tables
    head = [f"masks: {index} = {_names(deck, kinds)}" for kinds, index in tables.masks.items()]
    head += [f"variables: {index} = {name}" for name, index in tables.variables.items()]
    head += [f"tags: {index} = {tag!r}" for tag, index in tables.tags.items()]
    notes = {"": head}
    for index, one in enumerate(deck.functions):
        notes[f"function_{index}"] = [f"{one.function.name!a}", f"{one.text.text!a}"]
    notes |= tables.dealt_notes
    number = 0
    for kind in deck.kinds:
        for index, effect in enumerate(kind.effects):
            notes[f"effect_{number}"] = [f"{kind.name!r}, effect {index}", repr(effect.text.text)]
            number += 1
    for index, topic in enumerate(deck.topics):
        for key in (*topic.scripts, "deal"):
            notes[script_function(key, index)] = [f"topic {topic.name!r}, {key}"]
        for number, combo in enumerate(topic.judged):
            notes[f"combo_{index}_{number}"] = [f"topic {topic.name!r}, {combo.where} {combo.name!r}"]
        notes[evaluation_function(index)] = [f"topic {topic.name!r}, evaluation"]
        for number, stat in enumerate(topic.stats):
            notes[f"stat_{index}_{number}"] = [f"topic {topic.name!r}, stat {stat.name!r}"]
    return notes


def _names(deck: Deck, kinds: int) -> str:
    names = [kind.name for index, kind in enumerate(deck.kinds) if kinds >> index & 1]
    if len(names) == len(deck.kinds):
        return "every card"
    return ", ".join(map(repr, names)) or "no card"
