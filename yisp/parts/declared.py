"""The parts that there are.

Each is declared once: its name, how it is called (its fields in braces, in the order in which a language
says them), the script that it writes, what its fields may be, and what they are at first.  A part that is
declared here is written, read, offered in the page's menus and tested.  Of several that a tree might be, the
first counts.
"""

from __future__ import annotations

from typing import Any

from ..messages import Message, filled, say
from .patterns import Part, Shape, Sort
from .sorts import (
    ATTRIBUTE,
    CARD,
    EVENT,
    FUNCTION,
    KIND,
    PATTERN,
    PROPERTY,
    RELATION,
    ROOMS,
    ROUNDING,
    TAG,
    TAGS,
    TEXT,
    VARIABLE,
    WHOLE,
    WORD,
    ZONE,
    Amount,
    Asked,
    Cards,
    One,
    Row,
    Steps,
)


class Room:
    """The parts that may stand in one another's place."""

    def __init__(self, name: str, shape: Shape = Shape.STATEMENT) -> None:
        self._parts = ROOMS.setdefault(name, [])
        self._shape = shape

    def part(self, name: str, words: Message, script: str, **fields: tuple[Sort, Any]) -> None:
        """Declare one: by name, its fields and what they are at first."""
        sorts = {name: sort for name, (sort, _) in fields.items()}
        usual = {name: first for name, (_, first) in fields.items()}
        self._parts.append(Part(name, words, script, sorts, usual, self._shape))

    def also(self, other: str, *, but: str = "") -> None:
        """The parts of another room, behind those of this one; one of them may be left out."""
        self._parts += [part for part in ROOMS[other] if part.name != but]


# What parts are given -------------------------------------------------------------------------------


def whole(number: int) -> dict[str, Any]:
    return {"part": "whole", "n": number}


def all_of(zone: str) -> dict[str, Any]:
    return {"part": "all", "zone": zone, "which": []}


NUMBER, CONDITION, FILTER, STEP = One("number"), One("condition"), One("filter"), One("step")
CARDS = Cards("cards")
WHICH = Row("filter", ".")
NUMBERS = Row("number", least=2)
ARGUMENTS = Row("argument")
BODIES = Row("step", least=1)
ALWAYS = {"part": "holds", "cards": all_of("D")}
DRAW = {"part": "draw", "n": whole(1), "tags": ["draw"]}

CHOSEN = {
    "first": (say("the first {n} {which}"), "{which}.{n}"),
    "chosen": (say("{n} of your choice {which}"), "{which}.*{n}"),
    "random": (say("{n} at random {which}"), "{which}.?{n}"),
    "last": (say("the last {n} {which}"), "{which}.-{n}"),
    "all": (say("all {which}"), "{which}"),
}
"""How many cards, and which: by name, the words and what stands behind the zone."""


def declare_cards(room: str, zone: str | None = None) -> None:
    """Sets of cards: of any zone, or of one."""
    cards = Room(room, Shape.CARDS)
    if zone is None:
        cards.part("this", say("this card"), "X")
    for name, (words, script) in CHOSEN.items():
        fields: dict[str, Any] = {"which": (WHICH, [])}
        if "{n}" in script:
            fields["n"] = Amount("number"), whole(1)
        if zone is None:
            fields["zone"] = ZONE, "D"
            words = filled(say("{cards} in {place}"), cards=words, place="{zone}")
        cards.part(name, words, (zone or "{zone}") + script, **fields)


for zone in "DHB":
    declare_cards(f"cards {zone}", zone)
declare_cards("cards")

MOVED = {"part": "chosen", "n": whole(1), "which": []}
"""A card of your choice of one zone."""


LOW = {"part": "compare", "a": {"part": "variable", "v": "level"}, "relation": "<=", "b": whole(4)}


# Which cards ----------------------------------------------------------------------------------------

filters = Room("filter", Shape.FILTER)
filters.part(
    "attribute", say("with the attribute {attribute}"), "a:{attribute}", attribute=(ATTRIBUTE, "monster")
)
filters.part("this", say("this very card"), "X")
filters.part("others", say("other than this card"), "!X")
filters.part("card", say("called {card}"), "{card}", card=(CARD, "card"))
filters.part(
    "property", say("whose {property} is {relation} {n}"), "({relation} {property} {n})",
    property=(PROPERTY, "level"), relation=(RELATION, ">="), n=(NUMBER, whole(4)),
)  # fmt: skip
filters.part("pattern", say("with an attribute like {pattern}"), "A:{pattern}", pattern=(PATTERN, "*"))
filters.part("kind", say("of the kind {kind}"), "k:{kind}", kind=(KIND, "card"))
filters.part("first", say("the first {n}"), "{n}", n=(Amount("number"), whole(1)))
filters.part("last", say("the last {n}"), "-{n}", n=(Amount("number"), whole(1)))
filters.part("random", say("{n} at random"), "?{n}", n=(Amount("number"), whole(1)))
filters.part("chosen", say("{n} of your choice"), "*{n}", n=(Amount("number"), whole(1)))
filters.part(
    "not", say("not {filter}"), "!{filter}",
    filter=(FILTER, {"part": "attribute", "attribute": "monster"}),
)  # fmt: skip
filters.part(
    "where", say("for which {condition}"), "{condition}",
    condition=(Asked("condition"), {"part": "and", "conditions": [LOW, LOW]}),
)  # fmt: skip


# Numbers and questions ------------------------------------------------------------------------------

questions = Room("question")
questions.part("holds", say("there are {cards}"), "|{cards}|", cards=(CARDS, all_of("D")))
questions.part(
    "count", say("the number of {cards} is {relation} {n}"), "({relation} |{cards}| {n})",
    cards=(CARDS, all_of("H")), relation=(RELATION, ">="), n=(NUMBER, whole(2)),
)  # fmt: skip
questions.part(
    "compare", say("{a} is {relation} {b}"), "({relation} {a} {b})",
    a=(NUMBER, {"part": "variable", "v": "summon"}), relation=(RELATION, ">="), b=(NUMBER, whole(1)),
)  # fmt: skip
questions.part("not", say("not: {condition}"), "(not {condition})", condition=(CONDITION, ALWAYS))
questions.part(
    "and", say("all of these: {conditions}"), "(and{conditions})",
    conditions=(Row("condition", least=2), [ALWAYS, ALWAYS]),
)  # fmt: skip
questions.part(
    "or", say("any of these: {conditions}"), "(or{conditions})",
    conditions=(Row("condition", least=2), [ALWAYS, ALWAYS]),
)  # fmt: skip

counts = Room("count")
counts.part("whole", say("the number {n}"), "{n}", n=(WHOLE, 1))
counts.part("size", say("the number of {cards}"), "|{cards}|", cards=(CARDS, all_of("H")))
counts.part("variable", say("the variable {v}"), "{v}", v=(VARIABLE, "summon"))
counts.part("negative", say("minus {n}"), "(- {n})", n=(NUMBER, whole(1)))
for name, words, head in (
    ("plus", say("the sum of {numbers}"), "+"),
    ("times", say("the product of {numbers}"), "*"),
    ("least", say("the smallest of {numbers}"), "min"),
    ("greatest", say("the largest of {numbers}"), "max"),
):
    counts.part(name, words, f"({head}{{numbers}})", numbers=(NUMBERS, [whole(1), whole(1)]))
for name, words, head in (
    ("minus", say("{a} less {b}"), "-"),
    ("over", say("{a} divided by {b}"), "/"),
    ("rest", say("the remainder of {a} divided by {b}"), "%"),
    ("rand", say("a number from {a} to {b} at random"), "rand"),
):
    counts.part(name, words, f"({head} {{a}} {{b}})", a=(NUMBER, whole(1)), b=(NUMBER, whole(6)))
counts.part("size of", say("{n} without its sign"), "(abs {n})", n=(NUMBER, whole(1)))
for name, words in (
    ("sum", say("the total of {property} among {cards}")),
    ("high", say("the largest {property} among {cards}")),
    ("low", say("the smallest {property} among {cards}")),
):
    fields: dict[str, tuple[Sort, Any]] = {"cards": (CARDS, all_of("F")), "property": (PROPERTY, "level")}
    counts.part(name, words, f"({name} {{cards}} {{property}})", **fields)
counts.part("copies", say("the number of its copies in {zone}"), "(copies {zone})", zone=(ZONE, "B"))
counts.part(
    "muldiv", say("{a} times {b} divided by {c}, rounded {rounding}"), "(muldiv {a} {b} {c} {rounding})",
    a=(NUMBER, whole(1)), b=(NUMBER, whole(1)), c=(NUMBER, whole(2)), rounding=(ROUNDING, "up"),
)  # fmt: skip
counts.part(
    "choice", say("{a} if {condition}, otherwise {b}"), "(if {condition} {a} {b})",
    condition=(CONDITION, ALWAYS), a=(NUMBER, whole(1)), b=(NUMBER, whole(0)),
)  # fmt: skip
counts.part(
    "function", say("{function} of {arguments}"), "({function}{arguments})",
    function=(FUNCTION, "function"), arguments=(ARGUMENTS, []),
)  # fmt: skip

numbers = Room("number")
numbers.also("count")
numbers.also("question", but="holds")  # which is a number as well, another one than 1 or 0
conditions = Room("condition")
conditions.also("question")
conditions.also("count", but="size")

arguments = Room("argument")
arguments.also("number")
arguments.part("zone", say("the zone {zone}"), "{zone}", zone=(ZONE, "H"))


# Steps ------------------------------------------------------------------------------------------------

steps = Room("step")
for name, words, zone, tag in (
    ("draw", say("draw {n} {tags}"), "H", "draw"),
    ("mill", say("send the top {n} of the deck to the graveyard {tags}"), "B", "mill"),
    ("exile", say("banish the top {n} of the deck {tags}"), "J", "banish"),
):
    script = f"(# D.{{n}} {zone}{{tags}})"
    steps.part(name, words, script, n=(Amount("number"), whole(1)), tags=(TAGS, [tag]))
for name, words, source, zone, tag in (
    ("search", say("search the deck for {cards}, to the hand {tags}"), "D", "H", "search"),
    ("dump", say("send from the deck to the graveyard: {cards} {tags}"), "D", "B", "mill"),
    ("summon", say("put from the deck on the field: {cards} {tags}"), "D", "F", "special-summon"),
    ("discard", say("discard {cards} {tags}"), "H", "B", "discard"),
    ("return", say("put from the hand into the deck: {cards} {tags}"), "H", "D", ""),
    ("recover", say("return from the graveyard to the hand: {cards} {tags}"), "B", "H", ""),
    ("recycle", say("return from the graveyard to the deck: {cards} {tags}"), "B", "D", ""),
    ("play", say("put from the hand on the field: {cards} {tags}"), "H", "F", ""),
    ("revive", say("put from the graveyard on the field: {cards} {tags}"), "B", "F", "special-summon"),
    ("banish", say("banish from the graveyard: {cards} {tags}"), "B", "J", "banish"),
    ("banish hand", say("banish from the hand: {cards} {tags}"), "H", "J", "banish"),
    ("banish deck", say("banish from the deck: {cards} {tags}"), "D", "J", "banish"),
):
    script = f"(# {{cards}} {zone}{{tags}})"
    steps.part(
        name, words, script, cards=(Cards(f"cards {source}"), MOVED), tags=(TAGS, [tag] if tag else [])
    )
steps.part(
    "this", say("put this card: {zone} {tags}"), "(# X {zone}{tags})", zone=(ZONE, "B"), tags=(TAGS, [])
)
steps.part(
    "look", say("lay the top {n} of the deck aside, to look at: {zone} {tags}"), "(# D.{n} {zone}{tags})",
    n=(Amount("number"), whole(3)), zone=(ZONE, "L"), tags=(TAGS, []),
)  # fmt: skip
for name, words, head, source, target in (
    ("move", say("put {cards}: {zone} {tags}"), "#", "J", "H"),
    ("move on top", say("put {cards} on top: {zone} {tags}"), "##", "H", "D"),
):
    steps.part(
        name, words, f"({head} {{cards}} {{zone}}{{tags}})",
        cards=(CARDS, {**MOVED, "zone": source}), zone=(ZONE, target), tags=(TAGS, []),
    )  # fmt: skip
steps.part("shuffle", say("shuffle {zone}"), "(shuffle {zone})", zone=(ZONE, "D"))
for name, words, sign in (
    ("more", say("add {n} to the variable {v}"), "+"),
    ("less", say("take {n} from the variable {v}"), "-"),
):
    steps.part(name, words, f"(= {{v}} ({sign} {{v}} {{n}}))", v=(VARIABLE, "summon"), n=(NUMBER, whole(1)))
steps.part(
    "set", say("set the variable {v} to {n}"), "(= {v} {n})", v=(VARIABLE, "summon"), n=(NUMBER, whole(1))
)
steps.part(
    "if", say("if {condition}: {then}"), "(if {condition} {then})",
    condition=(CONDITION, ALWAYS), then=(Steps("step"), [DRAW]),
)  # fmt: skip
steps.part(
    "either", say("if {condition}: {then}, otherwise: {otherwise}"), "(if {condition} {then} {otherwise})",
    condition=(CONDITION, ALWAYS), then=(Steps("step"), [DRAW]), otherwise=(Steps("step"), []),
)  # fmt: skip
steps.part(
    "repeat", say("{n} times: {steps}"), "(repeat {n}{steps})", n=(NUMBER, whole(2)), steps=(BODIES, [DRAW])
)
steps.part(
    "while", say("as long as {condition}: {steps}"), "(while {condition}{steps})",
    condition=(CONDITION, ALWAYS), steps=(BODIES, [DRAW]),
)  # fmt: skip
steps.part(
    "after", say("when so many turns have begun, {n}: {steps}"), "(after {n}{steps})",
    n=(NUMBER, whole(1)), steps=(BODIES, [DRAW]),
)  # fmt: skip
steps.part(
    "on", say("from now on, at each {event}: {steps}"), "(on {event}{steps})",
    event=(EVENT, "turn-end"), steps=(Row("answer", least=1), [DRAW]),
)  # fmt: skip
steps.part("forbid", say("no more effects with the tag {tag} this turn"), "(! {tag})", tag=(WORD, "draw"))
steps.part("stop", say("end the game with the outcome {n}"), "(stop {n})", n=(NUMBER, whole(1)))
steps.part("block", say("one after another: {steps}"), "(block{steps})", steps=(BODIES, [DRAW]))
steps.part("nothing", say("do nothing"), "()")
steps.part(
    "function", say("do {function} with {arguments}"), "({function}{arguments})",
    function=(FUNCTION, "function"), arguments=(ARGUMENTS, []),
)  # fmt: skip

items = Room("item")
items.part("text", say("the text {text}"), "{text}", text=(TEXT, ""))
items.part("cards", say("the cards: {cards}"), "{cards}", cards=(CARDS, all_of("H")))
items.also("number")
steps.part(
    "print",
    say("show {items}"),
    "(print{items})",
    items=(Row("item", least=1), [{"part": "text", "text": ""}]),
)

answers = Room("answer")
answers.part("when", say("only if {condition}"), "(when {condition})", condition=(CONDITION, ALWAYS))
answers.part("times", say("{n} times at most"), "(times {n})", n=(NUMBER, whole(1)))
answers.part("turns", say("for {n} turns"), "(for {n})", n=(NUMBER, whole(1)))
answers.part("sort", say("as {tag}"), "{tag}", tag=(TAG, "steady"))
answers.also("step")

guards = Room("guard")
guards.part("if so", say("only if {condition}"), "/{condition}", condition=(CONDITION, ALWAYS))
guards.part("unless", say("only if not: {condition}"), "/!{condition}", condition=(CONDITION, ALWAYS))
statements = Room("statement")
statements.also("guard")
statements.also("step")
STATEMENT = One("statement")
"""What effects consist of."""
