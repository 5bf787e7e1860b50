"""Doubts about a deck as a whole: what is legal and probably not meant.

What comes in: a deck without errors.  What goes out: warnings.  Each is about something that
several parts of the file decide together; what one script shows by itself is ``lang.check``'s
business, and a single condition list ``conditions``'.  A warning here has to be worth a player's
time: when a construct has a sensible use, nothing is said.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import field
from functools import reduce
from itertools import product
from math import inf

from ..lang.checking.seats import GIVEN
from ..lang.diagnostics import Diagnostics, Place, Text
from ..lang.remedy import Hint, replacing, respelling, setting
from ..lang.rendering import LONGEST_SHOWN
from ..lang.suggest import Suggestions
from ..lang.tree import (
    ByName,
    Call,
    CardSet,
    Expression,
    Limit,
    Number,
    Script,
    Size,
    Span,
    String,
    Tag,
    Variable,
    Where,
    other_than,
)
from ..lang.walk import program_tags, usage, walk
from ..messages import Message, say
from ..structs import dataclass
from .kinds import KindSet, kind_set
from .model import Combo, Deck, NumberText, Topic, Want
from .reading.extends import TESTS
from .reading.source import shown
from .scripts.scripts import Scripts

GIVEN_ZONES = "HD"  # hold cards without any script
OUTCOME = "outcome"  # the variable that `(stop n)` assigns
_WORD = re.compile(r"""[^\s()|"\[\];]+""")  # a tag that needs no quotation marks
MAX_SLOTS = 60  # of a combo that is looked at for overlaps, since every two slots are compared


@dataclass(frozen=True, slots=True)
class Mention:
    """Where a script mentions something."""

    text: Text
    span: Span

    @property
    def place(self) -> Place:
        return self.text.place(*self.span)


@dataclass(slots=True)
class Uses:
    """What scripts mention, and where first."""

    read: dict[str, Mention] = field(default_factory=dict)  # variables of more than one letter
    assigned: dict[str, Mention] = field(default_factory=dict)
    tags: set[str] = field(default_factory=set)
    forbidden: dict[str, Mention] = field(default_factory=dict)
    installed: set[str] = field(default_factory=set)  # the tags of effects that `on` installs
    asked: dict[str, Mention] = field(default_factory=dict)  # those that `would` asks about
    names: set[str] = field(default_factory=set)  # in filters
    destinations: set[str] = field(default_factory=set)  # zones that cards are moved to

    def add(
        self, tree: Script | Expression | Where, text: Text, deck: Deck, given: Sequence[str] = ()
    ) -> None:
        """Note all that a tree mentions; ``given`` are the parameters of a function."""
        found = usage(tree, deck.vocabulary.properties)
        for noted, mentions in ((self.read, found.reads), (self.assigned, found.writes)):
            for name, spans in mentions.items():
                if len(name) > 1 and name not in noted and name not in given:
                    noted[name] = Mention(text, spans[0])
        self.tags.update(tag.text for tag in program_tags(tree))
        for node in walk(tree):
            match node:
                case ByName():
                    self.names.add(node.name)
                case Call(head="stop"):
                    self.assigned.setdefault(OUTCOME, Mention(text, node.head_span))
                case Call(head="!", arguments=(String(word) | Variable(word), *_)):
                    self.forbidden.setdefault(word, Mention(text, node.arguments[0].span))
                case Call(head="#" | "##", arguments=(_, CardSet(zone), *_)):
                    self.destinations.add(zone)
                case Call(head="on", arguments=arguments):
                    self.installed.update(one.text for one in arguments if isinstance(one, Tag))
                case Call(head="would", arguments=(Tag(word, span), *_)):
                    for one in other_than(word) or (word,):
                        self.asked.setdefault(one, Mention(text, span))


def lint(
    deck: Deck,
    aliases: dict[str, Place],
    parameters: dict[str, Place],
    used: set[str],
    scripts: Scripts,
    diagnostics: Diagnostics,
) -> None:
    """Add warnings about ``deck``; ``used`` are the aliases that condition lists name."""
    uses = Uses()
    for script, _ in scripts.topics:
        uses.add(script.script, script.text, deck)
    effects = Uses()
    for effect in scripts.effects:
        uses.add(effect.effect.script, effect.text, deck)
        effects.add(effect.effect.script, effect.text, deck)
    functions = Uses()
    for function in deck.functions:
        uses.add(function.function.script, function.text, deck, function.function.parameters)
        functions.add(function.function.script, function.text, deck)
    for pattern in deck.patterns:  # those that nothing calls yet, too
        uses.add(pattern.function.script, pattern.text, deck, pattern.function.parameters)
    for number, _ in scripts.numbers:
        uses.add(number.number, number.text, deck)
    for key, written, tree in deck.dealt:
        uses.add(tree, written.text, deck, GIVEN.get(key, ()))
    _variables(uses, parameters, deck, diagnostics)
    _tags(uses, deck, diagnostics)
    for name, place in aliases.items():
        if place.file != deck.file:
            continue  # what a base offers need not be taken
        if name not in used and name not in uses.names and name not in deck.vocabulary.cards:
            diagnostics.warning("Y421", say("the alias {name} is never used", name=shown(name)), place)
    _programs(deck, diagnostics)
    _policies(deck, scripts, diagnostics)
    present = kind_set(index for index, kind in enumerate(deck.kinds) if kind.count)
    for topic in deck.topics:
        if topic.match == "first":
            _overlaps(topic, present, deck, diagnostics)
        moved = set(functions.destinations)
        if topic.plays:
            moved |= effects.destinations
        _zones(topic, moved, deck, diagnostics)
        for combo in topic.judged:
            _judging(combo, topic, diagnostics)


def _judging(combo: Combo, topic: Topic, diagnostics: Diagnostics) -> None:
    """Combos that say nothing: what always succeeds, and what never can."""
    name, (low, high) = shown(combo.name), _bounds(combo.score)
    watched = combo.where == "watch"
    if high <= 0:
        message = say(
            "the combo {name} never succeeds: its score is {score}, and would have to be above 0",
            name=name,
            score=high,
        )
        if low != high:
            message = say("the combo {name} never succeeds: its score is never above 0", name=name)
        hint: Hint = say(
            "to count how often something happens that is not a success, write the entry under"
            " `watch`, without a `score`"
        )
        if watched:
            message = say(
                "{name} never holds: its score is {score}, and would have to be above 0",
                name=name,
                score=high,
            )
            if low != high:
                message = say("{name} never holds: its score is never above 0", name=name)
            hint = say("delete the `score`: what is watched is counted, and scores nothing")
            hint = setting(hint, (*TESTS, topic.name, "watch", combo.name, "score"), None)
        diagnostics.warning("Y432", message, combo.place, hint)
    elif combo.condition is None and not combo.wants and low > 0:
        message = say("the combo {name} asks for nothing, so it always succeeds", name=name)
        if watched:
            message = say("{name} asks for nothing, so it always holds", name=name)
        hint = say("give it a `hand`, a `grave` or a `condition`")
        diagnostics.warning("Y424", message, combo.place, hint)


def _bounds(score: NumberText | int) -> tuple[float, float]:
    """Between what a score must lie, whatever happens."""
    return (score, score) if isinstance(score, int) else _between(score.number)


def _between(number: Expression) -> tuple[float, float]:
    """The same of a number, as far as its outermost forms tell."""
    match number:
        case Number(value):
            return value, value
        case Size():
            return 0, inf
        case Call(head="+" | "-" as sign, arguments=arguments) if arguments:
            ends = [_between(one) for one in arguments]
            if sign == "-":
                less = [(-high, -low) for low, high in (ends[1:] if len(ends) > 1 else ends)]
                ends = [*ends[:1], *less] if len(ends) > 1 else less
            return sum(low for low, _ in ends), sum(high for _, high in ends)
        case Call(head="*" | "min" | "max" as head, arguments=arguments) if arguments:
            together = {"*": _product, "min": _pairwise(min), "max": _pairwise(max)}[head]
            return reduce(together, map(_between, arguments))
        case Call(head="abs", arguments=(argument,)):
            low, high = _between(argument)
            return max(low, -high, 0), max(-low, high)
        case Call(head="==" | "!=" | "<" | "<=" | ">" | ">=" | "not" | "and" | "or"):
            return 0, 1
    return -inf, inf


_Ends = tuple[float, float]


def _product(a: _Ends, b: _Ends) -> _Ends:
    corners = [x * y if x and y else 0 for x, y in product(a, b)]
    return min(corners), max(corners)


def _pairwise(one_of: Callable[[float, float], float]) -> Callable[[_Ends, _Ends], _Ends]:
    return lambda a, b: (one_of(a[0], b[0]), one_of(a[1], b[1]))


def _variables(uses: Uses, parameters: dict[str, Place], deck: Deck, diagnostics: Diagnostics) -> None:
    given = {name for names in GIVEN.values() for name in names} if deck.seats else ()
    suggestions = Suggestions((*uses.assigned, *parameters))
    for name, place in parameters.items():
        if name not in uses.read and place.file == deck.file:
            diagnostics.warning(
                "Y431", say("no script reads {name}, which has an initial value", name=shown(name)), place
            )
    for name, mention in uses.assigned.items():
        if name not in uses.read and name not in parameters and name != OUTCOME:
            diagnostics.warning(
                "Y408",
                say("the variable {name} is assigned, but never read", name=shown(name)),
                mention.place,
            )
    for name, mention in uses.read.items():
        if name not in uses.assigned and name not in parameters:
            hint: Hint | None = None
            if name in given:
                hint = say("it is given only to those scripts of a seat that are about it")
            else:
                hint = respelling(suggestions.nearest(name), mention.span, mention.text)
            diagnostics.warning(
                "Y409",
                say("the variable {name} is never assigned, so it is always 0", name=shown(name)),
                mention.place,
                hint,
            )


def _tags(uses: Uses, deck: Deck, diagnostics: Diagnostics) -> None:
    known = Suggestions(tag.removesuffix("!") for tag in uses.tags)
    for tag, mention in uses.forbidden.items():
        if tag not in uses.tags and f"{tag}!" not in uses.tags:
            shortened = tag[:LONGEST_SHOWN]
            message = say("no program carries the tag [{tag}], so this forbids nothing", tag=shortened)
            near = known.nearest(tag)
            written = near if near is None or _WORD.fullmatch(near) else f'"{near}"'
            _tag(message, mention, near, written, diagnostics)
    known = Suggestions(uses.installed)
    for tag, mention in uses.asked.items():
        if tag not in uses.installed and mention.place.file == deck.file:  # a base may ask what it likes
            message = say("no installed effect carries the tag [{tag}]", tag=tag[:LONGEST_SHOWN])
            near = known.nearest(tag)
            alone = mention.text.text[slice(*mention.span)] == f"[{tag}]"
            _tag(message, mention, near, f"[{near}]" if alone else None, diagnostics)


def _tag(
    message: Message, mention: Mention, near: str | None, written: str | None, diagnostics: Diagnostics
) -> None:
    """Warn of a tag that nothing carries; ``near`` is one that something does, in a script ``written`` so."""
    hint: Hint | None = None
    if near is not None:
        hint = say("did you mean {near}?", near=shown(near))
        if written is not None:
            hint = replacing(hint, mention.span, written, text=mention.text)
    diagnostics.warning("Y423", message, mention.place, hint)


def _programs(deck: Deck, diagnostics: Diagnostics) -> None:
    if any(topic.plays for topic in deck.topics):
        return
    kind = next((kind for kind in deck.kinds if kind.effects), None)
    hint = say("`exec-program: true` in a topic runs them")
    if kind is not None:
        diagnostics.warning(
            "Y426",
            say("{card} has a program, but no topic runs programs", card=shown(kind.name)),
            kind.place,
            _running(deck.topics[0], hint) if len(deck.topics) == 1 else hint,
        )


def _policies(deck: Deck, scripts: Scripts, diagnostics: Diagnostics) -> None:
    """Policies that weigh what to do where there is nothing to choose: all that acts answers something."""
    effects = [effect.effect for kind in deck.kinds for effect in kind.effects]
    trees: list[Script | Expression | Where] = [
        *(script.script for script, _ in scripts.topics),
        *(one.function.script for one in deck.functions),
        *(effect.script for effect in effects),
        *(tree for _, _, tree in deck.dealt),
    ]
    if not effects or any(effect.flags.event is None for effect in effects):
        return
    if any(isinstance(node, Limit) and node.end == "choice" for tree in trees for node in walk(tree)):
        return
    for topic in deck.topics:
        if topic.policy.kind != "greedy" and topic.activates and topic.policy.place is not None:
            diagnostics.warning(
                "Y434",
                say("`{kind}` has nothing to choose: every effect answers an event", kind=topic.policy.kind),
                topic.policy.place,
                say("effects that answer are activated whenever they can be, whoever plays"),
            )


def _zones(topic: Topic, moved: set[str], deck: Deck, diagnostics: Diagnostics) -> None:
    """Cards wanted in a zone that stays empty; ``moved`` are those that effects and functions fill."""
    moves = Uses(destinations=moved)
    for script in topic.scripts.values():
        moves.add(script.script, script.text, deck)
    if "X" in moves.destinations:
        return  # whatever zone the card is in
    given = {*GIVEN_ZONES, *(letter for letter, cards in topic.start.zones if cards)}
    for combo in topic.judged:
        for zone, wants in combo.wants:
            want = next((want for want in wants if want.least), None)
            if want is not None and zone not in given and zone not in moves.destinations:
                hint = say("`exec-program: true` in the topic runs the cards' programs")
                diagnostics.warning(
                    "Y425",
                    say(
                        "nothing in this topic moves a card to {zone}, so this can never be there", zone=zone
                    ),
                    want.place,
                    None if topic.plays else _running(topic, hint),
                )
                return


def _running(topic: Topic, hint: Message) -> Hint:
    """The hint to let a topic run the programs of cards, with its edit."""
    return setting(hint, (*TESTS, topic.name, "exec-program"), "true")


def _overlaps(topic: Topic, present: KindSet, deck: Deck, diagnostics: Diagnostics) -> None:
    """Say so, once a topic, when giving cards to slots in order can miss a way that works."""
    found = [(combo, pair) for combo in topic.judged if (pair := _overlap(combo, present))]
    if not found:
        return
    combo, (earlier, later, both) = found[0]
    example = deck.kinds[(both & -both).bit_length() - 1].name
    names = {"combo": shown(combo.name), "example": shown(example), "line": later.place.line}
    message = say(
        "this item of {combo} may take {example}, which the item in line {line} needs as well", **names
    )
    if len(found) > 1:
        message = say(
            "this item of {combo} may take {example}, which the item in line {line} needs as well, and so"
            " in {others} more of the topic's entries",
            others=len(found) - 1,
            **names,
        )
    diagnostics.warning(
        "Y420",
        message,
        earlier.place,
        setting(
            say("list the narrower item first, or write `match: best` in the topic"),
            (*TESTS, topic.name, "match"),
            "best",
        ),
    )


def _overlap(combo: Combo, present: KindSet) -> tuple[Want, Want, KindSet] | None:
    """Two wants of which the earlier can take a card that the later needs.

    Taking the first card that fits is as good as any assignment when every later want that shares
    a card with an earlier one accepts all that the earlier one accepts.
    """
    for _, wants in combo.wants:
        slots = [want for want in wants if want.least][:MAX_SLOTS]
        for index, earlier in enumerate(slots):
            mine = earlier.kinds & present
            for later in slots[index + 1 :]:
                if mine & later.kinds and mine & ~later.kinds:
                    return earlier, later, mine & later.kinds
    return None
