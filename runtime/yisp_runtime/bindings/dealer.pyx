"""What bends the law of the next card, what leaves a wall, and what is dealt to seats.

The methods carry the names of the C functions they call, as in ``table``; properties tell of the last trial's
deal.
"""

import cython

from libc.stdint cimport int64_t, uint64_t

from ..boundary cimport MOST_GIVEN, within
from ..play cimport deal as dealing
from ..play.deal cimport CLAIMS, DEALT_REFUSED
from ..position.table cimport DECK, YISP_MAX_WORDS, Table, given
from ..zones cimport presence, wall
from ..zones.presence cimport in_reserve
from .layout cimport check_exit, check_zone
from .opened cimport Opened, check_move, check_site


@cython.no_gc_clear
cdef class Dealer(Opened):
    """A table whose cards can be lit, leave by exits and be dealt to seats."""

    # Presence ---------------------------------------------------------------------------------------

    def light(self, int site, int64_t amount, int z):
        self._presence(z)
        if presence.light(&self.t, z, amount):
            raise self._fail(site)

    def collapse(self, int z):
        self._presence(z)
        presence.collapse(&self.t, z)

    cdef int _presence(self, int z) except -1:
        check_zone(self, z)
        if not self.t.lights:
            raise ValueError("the plan says that nothing is lit")
        return 0

    # The wall ---------------------------------------------------------------------------------------

    def remain(self, int exit, int64_t most):
        """How many cards the exit can still give, of ``most`` in all."""
        check_exit(self, exit)
        return wall.remain(&self.t, exit, most)

    def draw(self, int site, int exit, int64_t most, int to, bint front, int failed):
        """The card that was drawn."""
        cdef int card
        check_exit(self, exit)
        check_move(self, site, DECK, to)
        card = wall.draw(&self.t, site, exit, most, to, front)
        if card < 0:
            raise self._fail(failed)
        return card

    def draw_several(self, int site, int64_t most, int64_t n, int to, bint front, int failed):
        check_exit(self, 0)
        check_move(self, site, DECK, to)
        if wall.draw_several(&self.t, site, most, n, to, front):
            raise self._fail(failed)

    def draw_for_turn(self, int64_t most, int64_t n):
        check_exit(self, 0)
        wall.draw_for_turn(&self.t, most, n)

    def take(self, int site, int64_t n, int to, bint front, int64_t room, int full):
        check_exit(self, 0)
        check_move(self, site, DECK, to)
        check_site(self, full)
        wall.take(&self.t, site, n, to, front, room, full)

    def light_place(self, int site, int exit, int64_t ahead, int pile, int64_t amount, bint named):
        self._place(exit, pile)
        if wall.light_place(&self.t, exit, ahead, pile, amount, named):
            raise self._fail(site)

    def collapse_place(self, int site, int exit, int64_t most, int64_t ahead, int pile):
        self._place(exit, pile)
        if wall.collapse_place(&self.t, exit, most, ahead, pile):
            raise self._fail(site)

    cdef int _place(self, int exit, int pile) except -1:
        self._presence(DECK)
        check_exit(self, exit)
        within("a pile", pile, 0, self.t.reserve >= 0)
        return 0

    def weigh_place(self, int exit, int64_t ahead):
        """What a place can become: lists of cards that are equally likely, each with the weight of all of them."""
        cdef Table* t = &self.t
        cdef uint64_t cards[YISP_MAX_WORDS]
        cdef uint64_t rest[YISP_MAX_WORDS]
        cdef uint64_t place
        cdef int64_t total
        cdef int card, kinds, i
        self._idle()
        self._place(exit, 0)
        within("a place", ahead, 0, MOST_GIVEN)
        place = wall.wall_place(exit, given(t)[exit] + ahead)
        card = wall.decided_at(t, place)
        if card >= 0:
            return [([card], 1)]
        wall.find_candidates(t, place, cards)
        kinds = presence.weigh_cards(t, DECK, place, cards, rest, &total)
        if total == 0:
            return [(self._listed(cards), 1)]
        groups = [(self._listed(rest), t.lit_weights[0])]
        for i in range(kinds):
            lit = t.lit_kinds[i]
            groups.append((
                [
                    card for card in self._listed(cards)
                    if t.kind_of[card] == t.kind_of[lit] and in_reserve(t, card) == in_reserve(t, lit)
                ],
                t.lit_weights[1 + i],
            ))
        return groups

    # Deals ------------------------------------------------------------------------------------------

    cdef int _seat(self, int seat) except -1:
        within("a seat", seat, 0, self.t.seats - 1)
        return 0

    cdef int _claim_of(self, int seat, int64_t world, int sort) except -1:
        self._seat(seat)
        within("a world", world, 0, self.t.claims_from[seat + 1] - self.t.claims_from[seat] - 1)
        within("a sort of claim", sort, 0, CLAIMS - 1)
        return 0

    def begin_claims(self, int seat, int64_t worlds):
        self._seat(seat)
        dealing.begin_claims(&self.t, seat, worlds)

    def claim(self, int seat, int64_t world, int sort):
        self._claim_of(seat, world, sort)
        dealing.claim(&self.t, seat, world, sort)

    def bargain(self):
        self._seat(0)
        dealing.bargain(&self.t)

    def withhold(self, int seat):
        self._seat(seat)
        dealing.withhold(&self.t, seat)

    def begin_filling(self, int64_t places):
        self._seat(0)
        dealing.begin_filling(&self.t, places)

    def end_filling(self):
        dealing.end_filling(&self.t)

    def dealt(self, int what, int seat):
        within("what is asked of a deal", what, 0, DEALT_REFUSED)
        self._seat(seat)
        return dealing.dealt(&self.t, what, seat)

    def veto(self, int seat, int64_t accepts):
        self._seat(seat)
        dealing.veto(&self.t, seat, accepts)

    @property
    def tries(self):
        """Of the last trial's deal: how often each part of the hands was made."""
        return [self.t.tries_of[i] for i in range(self.t.parts)]

    @property
    def vetoes(self):
        """… how often each seat refused one, as the first to do so."""
        return [self.t.vetoes[i] for i in range(self.t.seats)]

    @property
    def plans(self):
        """… the world of each seat, -1 for none; empty where nobody bargained."""
        return [self.t.plans[i] for i in range(self.t.seats)] if self.t.bargained else []

    @property
    def solutions(self):
        """… how many ways there were to meet all claims; None where nobody bargained."""
        return self.t.solution_count if self.t.bargained else None

    @property
    def conflicts(self):
        """… a card of each kind that prevented it."""
        return self._listed(self.t.conflicts) if self.t.bargained and not self.t.solution_count else []

    @property
    def vetoed(self):
        """The seats that refused the last try, a bitset."""
        return self.t.vetoed

    cdef list _listed(self, const uint64_t* cards):
        return [card for card in range(self.t.cards) if cards[card >> 6] >> (card & 63) & 1]
