"""A topic that begins in a given position: this hand, these cards elsewhere, this top of the deck.

What comes in: a program, a topic and what somebody says of the position.  What goes out: the program with
that as what is known when the topic's trials begin; or :class:`~yisp.studies.advice.naming.NotSeen`.

Nothing that is compiled depends on where cards lie at the beginning, so no deck is read for it, but where
cards lie in a zone that nothing of the deck mentions.

The hand is taken as it is: it replaces the draw, whatever ``start-card`` says.  What the deck file's own
``start`` says besides stays unless it is said again, or its copies are needed: cards with a zone of their own
lie there as far as they are nowhere else.
"""

from __future__ import annotations

from collections import Counter
from copy import copy

from yisp_runtime.codes import DECK, HAND

from ...lang.rendering import visible
from ...messages import quoted, say, say_n
from .naming import NotSeen, Seen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ...compile.program import Program
    from ...deck.model import Deck


def copies_of(program: Program) -> dict[str, int]:
    """The names of the deck's cards, and how many copies there are."""
    held = Counter(program.plan["kind_of"])
    return {name: held[kind] for kind, (name, _) in enumerate(program.kinds)}


def standing(program: Program, topic: int, seen: Seen, deck: Callable[[], Deck]) -> Program:
    """The program whose topic begins so; without a hand, what the topic says of it stays.

    The ``deck`` is asked for where a zone is one that nothing of it mentions.  Raises :class:`NotSeen` for a
    name that the deck does not have, and more copies than there are.
    """
    check(program, seen)
    if not {*seen.zones, *filter(None, program.aside)} <= {*program.zones}:
        from ...compile.pipeline import compile_deck
        from .knowledge import with_seen

        empty: dict[str, list[str]] = {letter: [] for letter in seen.zones}
        more = with_seen(deck(), program.topics[topic].name, Seen(None, empty, None))
        program = compile_deck(more).with_parameters(program.given)
    kinds = {name: kind for kind, (name, _) in enumerate(program.kinds)}
    said = {
        program.zones.index(letter): [kinds[name] for name in names] for letter, names in seen.zones.items()
    }
    if seen.hand is not None:
        said[HAND] = [kinds[name] for name in seen.hand]
    if seen.top is not None:
        said[DECK] = [kinds[name] for name in seen.top]
    return _begun(program, topic, said)


def check(program: Program, seen: Seen) -> None:
    """That the deck has these cards."""
    names = copies_of(program)
    said = Counter(
        [*(seen.hand or ()), *(seen.top or ()), *(one for zone in seen.zones.values() for one in zone)]
    )
    for name, number in said.items():
        if name not in names:
            from ...lang.suggest import nearest

            near = nearest(name, [*names, *program.others])
            if near is None:
                raise NotSeen(say("the deck has no card {card}", card=quoted(visible(name))))
            raise NotSeen(
                say(
                    "the deck has no card {card}; did you mean {near}?",
                    card=quoted(visible(name)),
                    near=quoted(visible(near)),
                )
            )
        if number > names[name]:
            raise NotSeen(
                say_n(
                    "the deck has {number} copy of {card}, and more are named",
                    "the deck has {number} copies of {card}, and more are named",
                    names[name],
                    card=visible(name),
                )
            )


def _begun(program: Program, topic: int, said: dict[int, list[int]]) -> Program:
    """The program whose topic begins with these kinds in these zones."""
    plan, before = program.plan, program.topics[topic]
    kind_of: Sequence[int] = plan["kind_of"]
    copies = Counter(kind_of)
    beside = dict.fromkeys(program.zones.index(letter) for letter in program.aside if letter is not None)
    # In the order in which a deck file's own start would have them: which copies lie where depends on it.
    lying: dict[int, list[int]] = {
        HAND: [],
        **{zone: [] for _, zone in before.known if zone not in (DECK, *beside)},
    }
    lying |= {zone: list(kinds) for zone, kinds in said.items() if zone != DECK}
    lying |= {zone: lying.get(zone, []) for zone in beside}
    lying[DECK] = list(said.get(DECK, ()))
    used = Counter(kind for kinds in said.values() for kind in kinds)
    for card, zone in before.known:
        kind = kind_of[card]
        if zone not in said and program.aside[kind] != program.zones[zone] and used[kind] < copies[kind]:
            lying[zone].append(kind)
            used[kind] += 1
    for kind, letter in enumerate(program.aside):
        if letter is not None:
            left = copies[kind] - used[kind]
            lying[program.zones.index(letter)].extend([kind] * left)
    first = {kind: kind_of.index(kind) for kind in copies}
    taken: Counter[int] = Counter()
    known = []
    for zone, kinds in lying.items():
        for kind in kinds:
            known.append([first[kind] + taken[kind], zone])
            taken[kind] += 1
    begun = copy(program)
    begun.topics = list(program.topics)
    begun.topics[topic] = copy(before)
    begun.topics[topic].known = known
    if HAND in said:
        begun.topics[topic].start_card = len(said[HAND])
    return begun
