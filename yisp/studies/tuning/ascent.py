"""The way up: decks on which a figure is greater and greater, by exchanging copies.

What comes in: a deck to begin with, and whoever looks at decks (``search``).  What goes out is what these
were found to be worth.

In every step each card is tried once more, and once less, in exchange for one card that stays the same for
all: what exchanges of two others are worth is, to begin with, the sum.  So a step looks at twice as many
decks as there are cards, and not at their square; of all exchanges those that should be worth most are looked
at then, one by one and several at once.  Where nothing is gained that these trials can tell, there are four
times as many, up to the most; then it begins anew elsewhere, some times: there may be many tops.  At last all
exchanges of the best are looked at.
"""

from __future__ import annotations

import random
from collections.abc import Generator, Iterable, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .candidates import Counts
    from .search import Search

    Move = tuple[tuple[int, int], ...]
    """Places whose counts change, and by how much: what becomes fewer comes first."""

CLIMBS = 4
"""How often it begins."""

FIRST_TRIALS, MORE, MOST_TRIALS = 2000, 4, 32_000
"""Trials of a deck in the first steps, how many times as many there are where they are too few, and the most:
what they do not tell apart, the race does."""

LIKELY, AT_ONCE = 8, 6
"""Exchanges that are looked at one by one, and that are made at the same time."""

AROUND_TRIALS = 16_000
"""Trials of the decks around the best."""

AWAY = 6
"""Exchanges from the best to where it begins again."""

PAIRED = 0.5
"""What is left of the standard error where decks play the same worlds, about."""


def ascend(search: Search, start: Counts) -> Generator[None, None, None]:
    """Look at decks from ``start`` on, then from others, then at all around the best."""
    candidates, luck = search.candidates, random.Random(search.tune.seed)
    tops: list[tuple[float, Counts]] = []
    for climb in range(CLIMBS):
        if climb and climb % 2 == 0 and tops:
            start = max(tops)[1]
            for _ in range(AWAY):
                start = luck.choice(list(candidates.neighbours(start)) or [start])
        elif climb:
            start = candidates[luck.randrange(candidates.total)]
        top = yield from _top(search, start, luck)
        tops += [] if top is None else [top]
        if len(search.racers) == search.look:
            return
    if tops:
        around = candidates.neighbours(max(tops)[1])
        yield from search.look_at(around, min(AROUND_TRIALS, search.lengths[-1]))


def _top(
    search: Search, at: Counts, luck: random.Random
) -> Generator[None, None, tuple[float, Counts] | None]:
    """The best deck on the way up from one, with what it is worth; None where that has no worth."""
    most = min(MOST_TRIALS, search.lengths[-1])
    trials = min(FIRST_TRIALS, most)
    sign = -1 if search.tune.goals[0].small else 1
    while True:
        moves = {_move(at, deck): deck for deck in search.candidates.neighbours(at)}
        probes, pivot = _probes(moves, luck)
        known = yield from search.look_at([at, *(moves[move] for move in probes)], trials)
        if at not in known:
            return None
        here, exact = sign * known[at].value, known[at].exact is not None
        noise = 0.0 if exact else PAIRED * known[at].error
        gains = {move: sign * known[moves[move]].value - here for move in probes if moves[move] in known}
        expected = {**_sums(moves, gains, pivot), **gains}
        likely = sorted(
            (move for move in moves if expected.get(move, 0) > 0), key=lambda move: -expected[move]
        )
        several = _at_once(search, at, likely)
        tried = [moves[move] for move in likely[:LIKELY] if move not in gains]
        found = {moves[move]: gain for move, gain in gains.items()}
        step = yield from search.look_at([at, *several, *tried] if several or tried else [], trials)
        if at in step:
            found |= {deck: sign * (one.value - step[at].value) for deck, one in step.items() if deck != at}
        best = max(found, key=lambda deck: found[deck], default=at)
        gain = found.get(best, 0.0)
        at, here = (best, here + gain) if gain > 0 else (at, here)
        if len(search.racers) == search.look or (exact and gain <= 0):
            return here, at
        if gain <= noise:
            if trials >= most:
                return here, at
            trials = min(MORE * trials, most)


def _move(at: Counts, deck: Counts) -> Move:
    changed = [
        (place, new - old) for place, (old, new) in enumerate(zip(at, deck, strict=True)) if old != new
    ]
    return tuple(sorted(changed, key=lambda one: one[1]))


def _probes(moves: Iterable[Move], luck: random.Random) -> tuple[list[Move], Move]:
    """The moves that are tried first: those that are no exchange, and the exchanges for one card and of one
    card, which are those of the second."""
    exchanges = [move for move in moves if len(move) == 2]
    pivot = luck.choice(exchanges) if exchanges else ()
    return [move for move in moves if len(move) == 1 or any(map(pivot.__contains__, move))], pivot


def _sums(moves: Iterable[Move], gains: Mapping[Move, float], pivot: Move) -> dict[Move, float]:
    """What exchanges should gain that were not tried, from what those gained that have something in common
    with the ``pivot``: that of the one card for what comes, and that for the other of what goes."""
    if not pivot:
        return {}
    less, more = pivot
    both = gains.get(pivot, 0.0)
    comes = {move[1]: gain for move, gain in gains.items() if move[0] == less and len(move) == 2}
    goes = {move[0]: gain - both for move, gain in gains.items() if move[-1] == more and len(move) == 2}
    comes[less[0], 1] = 0.0  # in exchange for itself
    goes[more[0], -1] = -both
    return {
        move: goes[move[0]] + comes[move[1]]
        for move in moves
        if len(move) == 2 and move[0] in goes and move[1] in comes
    }


def _at_once(search: Search, at: Counts, likely: Iterable[Move]) -> list[Counts]:
    """The decks in which the first two of these moves are made, the first three …, as far as limits allow."""
    made, deck, found = 0, at, []
    for move in likely:
        counts = list(deck)
        for place, by in move:
            counts[place] += by
        if tuple(counts) in search.candidates:
            deck = tuple(counts)
            made += 1
            found += [deck] if made > 1 else []
        if made == AT_ONCE:
            break
    return found
