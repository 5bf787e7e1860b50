"""The activation scan (language.md, section 5): the first card with an effect that can be activated.

It has two forms with the same outcome.  Where every effect is *tidy* — pure up to its last guard
before ``@``, so that a look at it either changes nothing or activates it — and no unrevealed card
can be met, a copy of a card whose effects have just been refused need not be looked at again in the
same pass, and nothing can change under the scan.  Otherwise, and always while a log is kept, every
card is looked at as the language says.

A module built for one deck brings the first form along as ``Walk``, written for its effects: what
could be activated is worked out as one set, and then the first card of it is the one.
"""

from libc.stdint cimport uint16_t, uint64_t

from .answers cimport attempt
from .effects cimport Effect, allowed
from .table cimport (
    YISP_AT_ARRIVED,
    YISP_CARDS,
    YISP_ENUMERATES,
    YISP_MAX_WORDS,
    YISP_TIDY,
    YISP_WORDS,
    Table,
    contains,
    likely,
    now,
    popcount,
    remove,
    unlikely,
    zone_words,
)
from .zones cimport next_first, next_known, order_cards

ctypedef int (*Walk)(Table* t, uint64_t* cards) noexcept nogil


cdef inline void candidates(const Table* t, int z, const uint64_t* mask, uint64_t* out) noexcept nogil:
    """The cards of ``mask`` that the zone holds."""
    cdef int w
    for w in range(YISP_WORDS(t)):
        out[w] = zone_words(t, z)[w] & mask[w]


cdef inline void keep_if(
    const Table* t, uint64_t* cards, const uint64_t* mask, bint condition
) noexcept nogil:
    """Strike the cards of ``mask`` out unless the condition holds, without a branch."""
    cdef int w
    for w in range(YISP_WORDS(t)):
        cards[w] &= ~(mask[w] & (<uint64_t>condition - 1))


cdef inline bint some(const Table* t, const uint64_t* cards) noexcept nogil:
    """Whether the set has a card."""
    cdef uint64_t found = 0
    cdef int w
    for w in range(YISP_WORDS(t)):
        found |= cards[w]
    return found != 0


cdef inline bint scan_tidy(Table* t, int z, Effect run, Effect run_installed) noexcept nogil:
    """Look through a zone whose effects are all tidy; whether one was activated."""
    cdef uint64_t cards[YISP_MAX_WORDS]
    cdef int card, kind, effect
    candidates(t, z, t.walk_masks + z * YISP_WORDS(t), cards)
    while some(t, cards):
        card = next_first(t, z, cards)
        for effect in range(t.effects_from[card], t.effects_to[card]):
            if allowed(t, effect, z) and attempt(t, effect, card, run, run_installed):
                return True
            if unlikely(t.failed):
                return False
        # The copies of a kind are neighbours: strike out all of them.
        kind = t.kind_of[card]
        while card >= 0 and t.kind_of[card] == kind:
            card -= 1
        card += 1
        while card < YISP_CARDS(t) and t.kind_of[card] == kind:
            remove(cards, card)
            card += 1
    return False


cdef inline bint act(
    Table* t, int z, const uint64_t* cards, Effect run, Effect run_installed
) noexcept nogil:
    """Activate the first of ``cards``: each has an effect that can be, and nothing is unrevealed there.

    False when a run-time error comes between.
    """
    cdef int card = next_known(t, cards, NULL)
    cdef int effect = t.effects_from[card], last = t.effects_to[card] - 1
    while True:
        # The last one need not be asked: one of them can be activated.
        if effect == last or allowed(t, effect, z):
            if attempt(t, effect, card, run, run_installed):
                return True
            if t.failed or effect == last:
                return False
        effect += 1


cdef inline bint scan_any(Table* t, int z, Effect run, Effect run_installed) noexcept nogil:
    """Look through a zone as it is now, card by card; whether an effect was activated."""
    cdef uint64_t cards[YISP_MAX_WORDS]
    cdef uint64_t* arrived = t.position + YISP_AT_ARRIVED(t)
    cdef const uint64_t* zone = zone_words(t, z)
    cdef const uint64_t* mask = t.walk_masks + z * YISP_WORDS(t)
    cdef uint16_t order[64 * YISP_MAX_WORDS]
    cdef int w, i, card, effect, total = 0
    for w in range(YISP_WORDS(t)):
        cards[w] = zone[w] & mask[w]
        total += popcount(cards[w])
        arrived[w] = 0
    order_cards(t, z, cards, total, order)
    if YISP_ENUMERATES(t):
        t.enumeration.scanned = cards
    for i in range(total):
        card = order[i]
        if unlikely(now(t.halted)):
            return False
        for effect in range(t.effects_from[card], t.effects_to[card]):
            if not contains(zone, card) or contains(arrived, card):
                break  # it has left, if only for a while
            if allowed(t, effect, z) and attempt(t, effect, card, run, run_installed):
                return True
            if t.failed:
                return False
    return False


cdef inline bint scan(Table* t, Effect run, Effect run_installed, Walk walk) noexcept nogil:
    """One pass over the zones; whether an effect was activated."""
    cdef uint64_t cards[YISP_MAX_WORDS]
    cdef int i, z
    cdef bint activated, tidy = YISP_TIDY(t) and likely(t.log == NULL)
    if tidy and walk != NULL:
        z = walk(t, cards)
        return z >= 0 and act(t, z, cards, run, run_installed)
    for i in range(t.walk_zone_count):
        if tidy:
            if scan_tidy(t, t.walk_zones[i], run, run_installed):
                return True
        else:
            activated = scan_any(t, t.walk_zones[i], run, run_installed)
            if YISP_ENUMERATES(t):
                t.enumeration.scanned = NULL
            if activated:
                return True
        if unlikely(t.failed):
            return False
    return False


cdef inline void play(Table* t, Effect run, Effect run_installed, Walk walk) noexcept nogil:
    """Activate whatever can be activated, first come first served, until nothing can."""
    while scan(t, run, run_installed, walk):
        if unlikely(t.failed):
            return
