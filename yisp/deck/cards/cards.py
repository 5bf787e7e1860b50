"""The ``deck`` section: cards, their copies, and aliases.

What comes in: the section of the document.  What goes out: the kinds in file order and the
vocabulary.  Copies are numbers all the way: a card with a billion of them is a diagnostic and
costs nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from ...lang.checking.zones import is_zone
from ...lang.diagnostics import Place
from ...lang.remedy import Hint, respelling, rewriting, setting
from ...lang.suggest import Suggestions
from ...messages import say
from ...structs import dataclass
from ..changes import Changes, changed
from ..collection.uses import Uses
from ..model import Kind, Limits
from ..reading.document import Entry, Node, Scalar
from ..reading.fields import CARD, NO_ZONE, Reading, Section, misspelt, raising
from ..reading.halfwidth import half_width, separated
from ..reading.hints import instead
from ..reading.source import shown
from ..scripts.scripts import Scripts
from ..vocabulary import Vocabulary
from .conditions import Conditions
from .each import expand

FILL = -1  # the count of the card that fills the deck up to its size
HAND, DECK = "H", "D"
MOST_IN_FAMILY = 16
"""Cards that share a `kind`: presence is divided by how many of them there are, and has to come out even."""


@dataclass(slots=True)
class Cards:
    """The cards of a deck; ``complete`` when their number can be trusted.

    ``total`` is how many there are in the deck itself: those with a ``zone`` lie elsewhere.
    """

    kinds: list[Kind]
    total: int
    complete: bool
    written: tuple[int, ...] = ()  # by kind: the copies that the file says
    filler: str | None = None  # the card that fills the deck in its file


def read_cards(deck: Section, limits: Limits, scripts: Scripts, changes: Changes, uses: Uses) -> Cards:
    """Read ``deck.size`` and ``deck.cards``, with what cards take from collections; then change counts."""
    reading = deck.reading
    before = reading.diagnostics.errors
    taken = uses.take(expand(deck.table("cards"), limits, reading))
    kinds: list[Kind] = []
    counts: list[Node] = []  # where each count is written, or else the card
    named: dict[int, Scalar] = {}  # by card, the kind that it names
    # Whether every card is there, and its count what the author wrote.
    expanded = sound = bool(taken) and reading.diagnostics.errors == before
    programs: list[list[Scalar]] = []
    for one in taken:
        entry = one.entry
        before = reading.diagnostics.errors
        card = Section(reading, "deck.cards.*", entry.value, entry.key, entry.key.value)
        sound = sound and reading.diagnostics.errors == before
        card.check_keys()
        card.boolean("known")  # which ``uses`` asks as well, if there are any
        renamed = card.scalar("name")
        if renamed is not None:
            message = say("`name` is only for the cards of an `each`")
            reading.error("Y223", message, renamed, say("a card's name is its key"))
        if (kind := card.scalar("kind")) is not None:
            named[len(kinds)] = kind
        written = card.entry("count")
        counts.append(written.value if written else entry.key)
        before = reading.diagnostics.errors
        count = _count(reading, card, one.more)
        zone = _zone(reading, card)
        description = card.scalar("description")
        sound = sound and reading.diagnostics.errors == before
        kinds.append(
            Kind(
                name=entry.key.value,
                count=count,
                attributes=_attributes(reading, card),
                description=description.value if description else None,
                effects=(),
                place=entry.key.place,
                properties=card.numbers("props", misspelt),
                zone=zone,
            )
        )
        programs.append(card.scalars("program"))
    properties = frozenset(name for kind in kinds for name in kind.properties)
    for index, (one, program) in enumerate(zip(taken, programs, strict=True)):
        room = replace(one.room, properties=properties) if one.room is not None else None
        effects = tuple(scripts.effect(text, room) for text in program)
        kinds[index] = replace(kinds[index], effects=effects) if effects else kinds[index]
    cards = _fill(deck, limits, kinds, counts, changes) if sound else Cards(kinds, 0, False)
    if expanded:  # else a card that is not there may be one that could not be read
        _join_families(reading, cards, named)
    return cards


def _count(reading: Reading, card: Section, more: Sequence[Entry]) -> int:
    """How many copies there are, with those that the deck spells in other ways."""
    counts = [card, *(Section(reading, card.path, one.value, one.key, one.key.value) for one in more)]
    numbers = [number for one in counts if (number := one.number("count")) is not None]
    return FILL if FILL in numbers else sum(numbers)


def _join_families(reading: Reading, cards: Cards, named: Mapping[int, Scalar]) -> None:
    """Note for every card with a `kind` which card that is, as far as it may be."""
    kinds = cards.kinds
    indices = {kind.name: index for index, kind in enumerate(kinds)}
    suggestions = Suggestions(indices)
    sizes: dict[int, int] = {}  # of the families of several names, so far
    too_large: set[int] = set()
    for index, node in named.items():
        family, name = indices.get(node.value), shown(node.value)
        if family == index:
            continue
        if family is None:
            hint = respelling(suggestions.nearest(node.value), (0, len(node.value)))
            reading.error("Y227", say("the deck has no card {name}, so it is no kind", name=name), node, hint)
            continue
        own = named.get(family)
        if own is not None and own.value not in indices:
            continue  # it may be a kind once that is mended, of which something is said
        if own is not None and own.value != node.value:
            if indices[own.value] == index:
                key = ("deck", "cards", node.value, "kind")
                hint = setting(say("leave out `kind` at {name}", name=name), key, None)
            else:
                hint = rewriting(say("write `kind: {kind}`", kind=own.value), node.text, own.value)
            reading.error(
                "Y227",
                say("{name} is of the kind {kind} itself", name=name, kind=shown(own.value)),
                node,
                hint,
            )
            continue
        kinds[index] = replace(kinds[index], family=family)
        sizes[family] = sizes.get(family, kinds[family].count) + kinds[index].count
        if cards.complete and sizes[family] > MOST_IN_FAMILY and family not in too_large:
            too_large.add(family)
            reading.error(
                "Y227",
                say(
                    "with {card} there are {count} cards of the kind {kind}, but a kind of several"
                    " names has at most {most}",
                    card=shown(kinds[index].name),
                    count=sizes[family],
                    kind=name,
                    most=MOST_IN_FAMILY,
                ),
                node,
                say("leave out `kind`, or lower the counts"),
            )


def _attributes(reading: Reading, card: Section) -> tuple[str, ...]:
    names = card.scalars("attribute")
    for name in names:
        if not name.value.strip():
            reading.error("Y214", say("the name of an attribute is empty"), name)
        elif not name.style and (parts := separated(name.value)):
            reading.warning(
                "Y429",
                say("this is one attribute, {name}: marks in it separate nothing", name=shown(name.value)),
                name,
                instead(say("write `{meant}`", meant=f"[{', '.join(parts)}]"), name, parts),
            )
    return tuple(dict.fromkeys(name.value for name in names))


def may_begin_in(letter: str) -> bool:
    """Whether a card may begin in the zone of that letter."""
    return is_zone(letter) and letter not in (HAND, CARD)


def _zone(reading: Reading, card: Section) -> str | None:
    """The zone in which the card begins, if that is not the deck."""
    written = card.scalar("zone")
    if written is None or (letter := written.value.strip()) == DECK:
        return None
    if may_begin_in(letter):
        return letter
    hint: Hint | None = None
    if letter == CARD:
        code, message = "Y213", NO_ZONE
    elif letter == HAND:
        code = "Y226"
        message = say("no card begins in every hand; what a topic knows of its hand belongs there")
        hint = say("write `start: {{hand: [{card}]}}` in the topic", card=shown(card.name)[1:-1])
    else:
        code = "Y201"
        message = say("a zone is one capital letter, but this is {given}", given=shown(letter))
        upper = (half_width(letter) or letter).upper()
        if is_zone(upper):
            hint = rewriting(say("write `zone: {letter}`", letter=upper), written.text, upper)
    reading.error(code, message, written, hint)
    return None


def _fill(deck: Section, limits: Limits, kinds: list[Kind], counts: list[Node], changes: Changes) -> Cards:
    """Work out the count of the card that fills the deck, hold the sum against size and limit; then change
    the counts."""
    reading = deck.reading
    size, size_entry = deck.number("size"), deck.entry("size")
    fillers = [index for index, kind in enumerate(kinds) if kind.count == FILL]
    fixed = sum(kind.count for kind in kinds if kind.count != FILL and kind.zone is None)
    complete = True
    for index in fillers[1:]:
        first = counts[fillers[0]].place
        said = {"card": shown(kinds[fillers[0]].name), "line": first.line}
        message = say("only one card can fill the deck, and {card} in line {line} already does", **said)
        if first.file != counts[index].place.file:
            message = say(
                "only one card can fill the deck, and {card} in line {line} of {file} already does",
                file=first.file,
                **said,
            )
        reading.error("Y207", message, counts[index])
        complete = False
    for index in fillers:
        if kinds[index].zone is not None:
            message = say(
                "a count of -1 fills the deck, but {card} begins in {zone}",
                card=shown(kinds[index].name),
                zone=kinds[index].zone,
            )
            reading.error("Y207", message, counts[index], say("give the number of copies"))
            return Cards(kinds, 0, False)
    if fillers and size is None:
        complete = False
        if size_entry is None:
            reading.error(
                "Y207",
                say("a count of -1 fills the deck up to its size, but the deck has no `size`"),
                counts[fillers[0]],
                say("add `size: 40` under `deck`, or give the number of copies"),
            )
    elif (size is not None and fixed > size) or (not fillers and size not in (None, fixed)):
        assert size_entry is not None
        reading.error(
            "Y207",
            say("the size is {size}, but the cards add up to {total}", size=size, total=fixed),
            size_entry.value,
        )
        complete = False
    total = fixed
    if fillers and complete and size is not None:
        kinds[fillers[0]] = replace(kinds[fillers[0]], count=size - fixed)
        total = size
    written = tuple(kind.count for kind in kinds)
    if changes and complete:
        where = size_entry.value if size_entry is not None else counts[-1]
        others = changed(kinds, changes, fillers[0] if fillers else None, reading, where)
        if others is None:
            return Cards(kinds, total, False)
        kinds[:] = others
        total = sum(kind.count for kind in kinds if kind.zone is None)
    cards = sum(max(kind.count, 0) for kind in kinds)
    if cards > limits.cards:
        _too_many(reading, limits, kinds, counts, cards)
        complete = False
    filler = kinds[fillers[0]].name if fillers else None
    return Cards(kinds, total, complete, written, filler)


def _too_many(reading: Reading, limits: Limits, kinds: list[Kind], counts: list[Node], total: int) -> None:
    """Point at the card with the most copies."""
    most = max(range(len(kinds)), key=lambda index: kinds[index].count)
    reading.error(
        "Y209",
        say("the deck has {total} cards, but the limit is {most}", total=total, most=limits.cards),
        counts[most],
        raising("simulate.limits.cards", total),
    )


def read_aliases(deck: Section, vocabulary: Vocabulary, conditions: Conditions) -> dict[str, Place]:
    """Define the aliases of ``deck.alias``, in file order; gives the places that name them."""
    reading = deck.reading
    aliases: dict[str, Place] = {}
    for entry in deck.table("alias"):
        name = entry.key.value
        kinds = conditions.alias(name, entry.value)
        aliases[name] = entry.key.place
        if name in vocabulary.cards:
            reading.warning(
                "Y422",
                say("{name} is also the name of a card, and always means the card", name=shown(name)),
                entry.key,
                say("give the alias another name"),
            )
        vocabulary.define(name, kinds)
    return aliases
