"""The section ``wall``: by which exits cards leave the deck.

What comes in: the section of the document.  What goes out: the exits in order, each with how many cards it
gives in all: a number, or the function that works it out.  What a wall does with them is the runtime's
business (``wall.h``).
"""

from __future__ import annotations

from collections.abc import Sequence

from ...lang.checking.walls import RESERVE
from ...lang.forms import Purity
from ...lang.tree import Call, Function
from ...lang.walk import walk_calls
from ...messages import say, say_n
from ..cards.cards import Cards
from ..model import Exit, FunctionText, Topic
from ..reading.document import Scalar
from ..reading.fields import Reading, Section, misspelt, whole_number
from ..reading.source import shown
from ..schema import KEYS
from ..scripts.scripts import Scripts
from ..vocabulary import Vocabulary

MOST_EXITS = 20


def read_wall(top: Section, cards: Cards, scripts: Scripts) -> tuple[Exit, ...]:
    """The exits; none where there is no wall."""
    reading = top.reading
    if top.entry("wall") is None:
        return ()
    wall = top.section("wall")
    wall.check_keys()
    exits, numbers = [], []
    entries = wall.table("exits")
    for entry in entries:
        name = entry.key.value
        if (wrong := misspelt(name)) is not None:
            hint = say("spell it like a variable: a small letter, then letters, digits and `_`")
            # It is an exit all the same: a wall without any would be one more complaint about every script.
            reading.error("Y220", wrong, entry.key, hint)
        if not isinstance(entry.value, Scalar) or entry.value.absent:
            reading.wrong_kind(KEYS["wall.exits.*"], name, entry.value)
            exits.append(Exit(name, 0, entry.key.place))
            continue
        gives: int | FunctionText
        if (number := whole_number(entry.value)) is not None:
            gives = number
            numbers.append((gives, entry.value))
            if not 0 <= gives <= cards.total and cards.complete:
                has = say_n("the deck has one card", "the deck has {number} cards", cards.total)
                reading.error(
                    "Y227",
                    say(
                        "the exit {name} cannot give {count} cards: {has}",
                        name=shown(name),
                        count=entry.value.value[:20],
                        has=has,
                    ),
                    entry.value,
                )
        else:
            body = scripts.function(entry.value)
            head = (0, len(entry.value.text.text))
            gives = FunctionText(Function(f"wall.exits.{name}", (), body.script, head), body.text)
        exits.append(Exit(name, gives, entry.key.place))
    if len(exits) > MOST_EXITS:
        reading.error(
            "Y204",
            say("a wall has at most {most} exits", most=MOST_EXITS),
            entries[MOST_EXITS].key,
        )
    if cards.complete and all(0 <= gives <= cards.total for gives, _ in numbers):
        _check_together(numbers, cards.total, reading)
    return tuple(exits)


def _check_together(numbers: Sequence[tuple[int, Scalar]], total: int, reading: Reading) -> None:
    """That exits that give as many cards as is written do not give more than there are, together."""
    whole = sum(gives for gives, _ in numbers)
    given = 0
    for gives, written in numbers:
        given += gives
        if given > total:
            message = say(
                "the exits give {whole} cards together, but the deck has {total}", whole=whole, total=total
            )
            reading.error("Y227", message, written)
            return


def check_exits(
    exits: tuple[Exit, ...], functions: Sequence[FunctionText], vocabulary: Vocabulary, reading: Reading
) -> None:
    """That what works out how many cards an exit gives is a number, changes nothing, and asks about no card
    or event of its own: it is asked whenever somebody draws."""
    for one in exits:
        if not isinstance(one.gives, int) and _asks_exits(one.gives.function.name, functions):
            message = say(
                "how many cards the exit {exit} gives may not depend on what exits can give",
                exit=shown(one.name),
            )
            hint = say("`|D|` is how many cards are left, and variables count what has left")
            reading.error("Y103", message, one.place, hint)
        signature = None if isinstance(one.gives, int) else vocabulary.functions.get(one.gives.function.name)
        for code, word, used in (
            ("Y130", "X", signature is not None and signature.card),
            ("Y132", "it", signature is not None and signature.event),
        ):
            if used:
                message = say(
                    "how many cards the exit {exit} gives belongs to no card and no event, so there is no"
                    " `{word}`",
                    exit=shown(one.name),
                    word=word,
                )
                reading.error(code, message, one.place)
        if signature is None or (signature.number and signature.purity is Purity.PURE):
            continue
        message = say(
            "how many cards the exit {exit} gives must be a number, and change nothing", exit=shown(one.name)
        )
        reading.error("Y103", message, one.place)


def check_topics(exits: tuple[Exit, ...], topics: Sequence[Topic], reading: Reading) -> None:
    """That what is dealt can come from the first exit, and that no combo asks what lies in the reserve."""
    for topic in topics if exits else ():
        first, drawn = exits[0], topic.start_card - len(topic.start.hand)
        if isinstance(first.gives, int) and drawn > max(first.gives, 0):
            gives = say("the exit {exit} gives {gives}", exit=shown(first.name), gives=first.gives)
            message = say_n(
                "a hand of one card cannot be drawn: {gives}",
                "a hand of {number} cards cannot be drawn: {gives}",
                drawn,
                gives=gives,
            )
            reading.error("Y208", message, topic.place)
        for combo in topic.judged:
            for zone, wants in combo.wants:
                if zone == RESERVE and wants:
                    reading.error("Y142", say("nobody may know the reserve"), wants[0].place)


def _asks_exits(name: str, functions: Sequence[FunctionText]) -> bool:
    """Whether the function, or one that it calls, asks what an exit can give: then there would be no end."""
    scripts = {one.function.name: one.function.script for one in functions}
    return any(
        isinstance(node, Call) and node.head == "remain" for node in walk_calls(scripts[name], scripts)
    )
