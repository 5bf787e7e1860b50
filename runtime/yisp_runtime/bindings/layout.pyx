"""A table's memory, as its plan says, and the checks of what the plan knows.

What comes in: ``plan``, the plain data of ``yisp.compile.program.Program.plan``; see there for its keys.  What
goes out: :class:`Layout`, the struct of a table with all that it points to.  The plan is checked here, and
never again.  Not here: a topic, its functions and its trials (``opened``, ``table``).
"""

from itertools import accumulate

import cython

from libc.stdint cimport INT64_MAX, int64_t, uint16_t, uint64_t, uintptr_t
from libc.stdlib cimport free

from ..boundary cimport FARTHEST, MOST_GIVEN, Arrays, below, number, within
from ..chance.worlds cimport NO_CARD, row_words
from ..play.deal cimport CLAIMS, MOST_SEATS
from ..position.events cimport QUEUE_ROOM
from ..position.log cimport FIXED_SITES
from ..position.table cimport (
    DECK, HAPPENINGS, MOST_WORLDS, MOST_ZONES, YISP_MARK_WORDS, YISP_MAX_WORDS, YISP_MOST_MARKS,
    YISP_POSITION_WORDS, EffectInfo, Happening, Piece, Table,
)


cdef enum:
    MOST_SITES = 1 << 24
    MOST_NESTED = 256  # one function in another
    MOST_SCALE = 720720  # of presence: the numbers from 1 to 16 divide it


@cython.no_gc_clear  # what the struct points to is needed for as long as there is one
cdef class Layout:
    """The struct of a table, and everything it points to."""

    def __cinit__(self, plan):
        cdef Table* t = &self.t
        cdef Arrays own = Arrays()
        self._own = own
        t.owner = <void*>self
        t.drawn_from = t.acting = t.event_zone = -1
        t.cards = number("cards", plan["cards"], 0, 64 * YISP_MAX_WORDS)
        t.words = number("words", plan["words"], (t.cards + 63) // 64, YISP_MAX_WORDS)
        t.zones = number("zones", plan["zones"], 2, MOST_ZONES)
        t.variables = number("variables", plan["variables"], 0, MOST_THINGS)
        self._last_site = FIXED_SITES - 1
        self.effect_count = number("effects", len(plan["effects"]), 0, MOST_THINGS)
        t.effect_words = number("effect_words", plan["effect_words"], (self.effect_count + 63) // 64, MOST_THINGS)
        t.tidy = number("tidy", plan["tidy"], 0, 1)
        t.lights = number("lights", plan["lights"], 0, 1)
        t.presence_scale = number("presence_scale", plan["presence_scale"], 1, MOST_SCALE)
        t.exits = number("exits", plan["exits"], 0, MOST_ZONES)
        t.reserve = number("reserve", plan["reserve"], -1, t.zones - 1)
        t.first_exit = number("first_exit", plan["first_exit"], 0, MOST_GIVEN)
        if t.reserve == DECK or (t.reserve >= 0 and not t.exits):
            raise ValueError("a reserve is a zone of its own, of a wall")
        t.listens = number("listens", plan["listens"], 0, (1 << HAPPENINGS) - 1)
        t.installed = number("installed", plan["installed"], 0, MOST_THINGS)
        t.activation_limit = number("activation_limit", plan["activation_limit"], 0, FARTHEST)
        t.step_limit = number("step_limit", plan["step_limit"], 0, FARTHEST)
        t.plan_key = number("key", plan["key"], 0, INT64_MAX)
        t.family_key = number("family", plan["family"], 0, INT64_MAX)
        t.position = <uint64_t*>own.take(YISP_POSITION_WORDS(t), sizeof(uint64_t))
        t.chosen = <uint64_t*>own.take(t.words, sizeof(uint64_t))
        t.event_cards = <uint64_t*>own.take(t.words, sizeof(uint64_t))
        t.list = <uint16_t*>own.take(t.cards, sizeof(uint16_t))
        t.drawn = <uint16_t*>own.take(t.cards, sizeof(uint16_t))
        t.slot_of = <uint16_t*>own.take(t.cards, sizeof(uint16_t))
        t.everything = self._sets("cards", [(<object>1 << t.cards) - 1])
        self._masks = len(plan["masks"])
        t.masks = self._sets("masks", plan["masks"])
        t.scanned = self._sets("scanned", plan["scanned"])
        t.movers = self._sets("movers", [plan["movers"]])
        self._tags = len(plan["forbids"])
        t.forbids = own.sets("forbids", plan["forbids"], self.effect_count, t.effect_words)
        if t.listens:
            t.queue = <Happening*>own.take(QUEUE_ROOM, sizeof(Happening))
        self._read_kinds(plan["kind_of"], plan["family_of"], plan["effects_from"])
        self._read_zones(plan)
        self._read_properties(plan["properties"])
        self._read_slots(plan["slot_bits"], list(plan["slots"]))
        self._read_wants(list(plan["wants"]))
        self._read_effects(plan["effects"])
        t.functions = len(plan["installed_sites"])
        t.installed_sites = own.ints("installed_sites", plan["installed_sites"], 0, MOST_SITES)
        self._last_site = max(self._last_site, max(plan["installed_sites"], default=0))
        self._read_carried(plan["carried"], plan["asks"])
        self._read_seats(plan["hand_zones"], plan["patience"], plan["worlds"], plan["deal_site"])

    cdef uint64_t* _sets(self, str what, cards) except NULL:
        """Sets of cards."""
        return self._own.sets(what, cards, self.t.cards, self.t.words)

    cdef int _read_slots(self, bits, list slots) except -1:
        """The slots that cards have in the rows of keyed worlds."""
        cdef Table* t = &self.t
        t.slot_bits = number("slot_bits", bits, 6, 15)
        cdef list cards = [NO_CARD] * (1 << t.slot_bits)
        if len(slots) != t.cards or len(set(slots)) != t.cards:
            raise ValueError("slots has one of its own for each card")
        for card, slot in enumerate(slots):
            cards[number("a slot", slot, 0, len(cards) - 1)] = card
        t.slots = self._own.shorts("slots", slots, len(cards) - 1)
        t.card_at = self._own.shorts("slots", cards, NO_CARD)
        empty = sum([<object>1 << slot for slot, card in enumerate(cards) if card == NO_CARD])
        t.empty_slots = self._own.sets("slots", [empty], len(cards), len(cards) // 64)
        return 0

    cdef int keep_rows(self, int places) except -1:
        """Make room for so many rows of keyed worlds, a power of two."""
        cdef Table* t = &self.t
        if t.rows != NULL and t.row_mask == places - 1:
            return 0
        t.row_mask = places - 1
        t.rows = <uint64_t*>self._own.take(places * row_words(t), sizeof(uint64_t))
        t.ranks = <uint64_t*>self._own.take(t.cards, sizeof(uint64_t))
        return 0

    cdef int _read_kinds(self, kind_of, family_of, effects_from) except -1:
        cdef Table* t = &self.t
        cdef list bounds = list(effects_from), families = list(family_of), kinds = list(kind_of)
        if len(kinds) != t.cards or sorted(kinds) != kinds or sorted(bounds) != bounds:
            raise ValueError("kind_of has a kind for each card, copies side by side, and effects_from grows")
        t.kind_of = self._own.shorts("kind_of", kind_of, len(bounds) - 2)
        t.family_of = self._own.ints("family_of", families, 0, len(bounds) - 2)
        self._kinds = len(families)
        if len(families) != len(bounds) - 1 or any([families[one] != one for one in families]):
            raise ValueError("family_of has for each kind one that is of its own family")
        self._read_pieces(kinds, families)
        if t.lights:
            t.lit_weights = <int64_t*>self._own.take(t.cards + 1, sizeof(int64_t))
            t.lit_copies = <int64_t*>self._own.take(t.cards, sizeof(int64_t))
            t.lit_kinds = <uint16_t*>self._own.take(t.cards, sizeof(uint16_t))
            t.lit_shares = <int64_t*>self._own.take(2 * len(families), sizeof(int64_t))
        t.effects_from = self._own.ints("effects_from", [bounds[kind] for kind in kind_of], 0, self.effect_count)
        t.effects_to = self._own.ints("effects_from", [bounds[kind + 1] for kind in kind_of], 0, self.effect_count)
        return 0

    cdef int _read_pieces(self, list kinds, list families) except -1:
        """The cards of each kind, word by word."""
        cdef Table* t = &self.t
        cdef Piece* pieces
        cdef dict found = {}, last = {}
        cdef list places = [(kind, card // 64) for card, kind in enumerate(kinds)]
        cdef int i
        for card, place in enumerate(places):
            found[place] = found.get(place, 0) | 1 << card
        numbers = {place: i for i, place in enumerate(found)}
        t.piece_of = self._own.shorts("piece_of", [numbers[place] for place in places], t.cards)
        t.starts = self._sets("starts", [sum([cards & -cards for cards in found.values()])])
        t.ends = self._sets("ends", [sum([1 << cards.bit_length() - 1 for cards in found.values()])])
        pieces = <Piece*>self._own.take(len(found), sizeof(Piece))
        t.pieces = pieces
        for i, (place, cards) in enumerate(found.items()):
            kind, word = place
            pieces[i].cards = cards >> 64 * word
            pieces[i].word = word
            last["kind", kind] = i
            last["family", families[kind]] = i
        for i, (kind, word) in enumerate(found):
            pieces[last["kind", kind]].next = i
            pieces[last["family", families[kind]]].relative = i
            last["kind", kind] = last["family", families[kind]] = i
        return 0

    cdef int _read_zones(self, plan) except -1:
        """What is known by zone: where the scan goes, where effects answer, which zones keep a line."""
        cdef Table* t = &self.t
        if len(plan["scan_masks"]) != t.zones or len(plan["answer_masks"]) != HAPPENINGS * t.zones:
            raise ValueError("scan_masks has a set for each zone, and answer_masks for each event and zone")
        t.scan_masks = self._sets("scan_masks", plan["scan_masks"])
        t.scan_zones = self._own.ints("scan_zones", plan["scan_zones"], 0, t.zones - 1)
        t.scan_zone_count = len(plan["scan_zones"])
        t.answer_masks = self._sets("answer_masks", plan["answer_masks"])
        t.answer_zones = self._own.ints("answer_zones", plan["answer_zones"], 0, t.zones - 1)
        t.answer_zone_count = len(plan["answer_zones"])
        t.queues = number("queues", plan["queues"], 0, (<int64_t>1 << t.zones) - 1)
        if t.queues:
            t.line_mask = number("line_mask", plan["line_mask"], 2 * t.cards, MOST_THINGS)
            if t.line_mask & (t.line_mask + 1) or t.queues >> DECK & 1:
                raise ValueError("line_mask is a power of two less 1, and the deck keeps no line")
            t.lines = <uint16_t*>self._own.take(t.zones * (t.line_mask + 1), sizeof(uint16_t))
        return 0

    cdef int _read_carried(self, carried, asks) except -1:
        """Which installed effects carry the tags that are asked about, and room to go back from asking."""
        cdef Table* t = &self.t
        self._asked_tags = len(carried)
        if any([len(row) != t.functions for row in carried]):
            raise ValueError("a tag that is asked about is carried, or not, by each function that can be installed")
        t.carried = self._own.ints("carried", [one for row in carried for one in row], 0, 1)
        t.asks = number("asks", asks, 0, MOST_NESTED)
        t.kept = <uint64_t*>self._own.take(
            <uint64_t>t.asks * <uint64_t>(YISP_POSITION_WORDS(t) + t.words), sizeof(uint64_t)
        )
        return 0

    cdef int _read_seats(self, hands, patience, worlds, deal_site) except -1:
        """Whom a deal is for: by seat the zone of the hand, the last try to be refused, and the most worlds."""
        cdef Table* t = &self.t
        cdef Arrays own = self._own
        cdef list most = [number("worlds", one, 0, MOST_WORLDS) for one in worlds]
        t.seats = number("seats", len(hands), 0, MOST_SEATS)
        if len(patience) != t.seats or len(most) != t.seats:
            raise ValueError("every seat has a hand, patience and a number of worlds")
        if not t.seats:
            return 0
        t.hand_zones = own.ints("hand_zones", hands, 0, t.zones - 1)
        t.patience = own.longs("patience", patience)
        t.claims_from = own.ints("worlds", [0, *accumulate(most)], 0, MOST_SEATS * MOST_WORLDS)
        t.deal_site = number("deal_site", deal_site, 0, MOST_SITES)
        self._last_site = max(self._last_site, deal_site)
        t.claims = <uint64_t*>own.take(sum(most) * CLAIMS * t.words, sizeof(uint64_t))
        t.brought = <int64_t*>own.take(t.seats, sizeof(int64_t))
        t.plans = <int64_t*>own.take(t.seats, sizeof(int64_t))
        t.tries_of = <int64_t*>own.take(t.seats, sizeof(int64_t))
        t.vetoes = <int64_t*>own.take(t.seats, sizeof(int64_t))
        t.before = <uint64_t*>own.take(YISP_POSITION_WORDS(t), sizeof(uint64_t))
        t.standing = <uint64_t*>own.take(YISP_MOST_MARKS * (YISP_MARK_WORDS(t)), sizeof(uint64_t))
        t.settled_for = <uint64_t*>own.take((t.seats + 1) * t.words, sizeof(uint64_t))
        t.conflicts = <uint64_t*>own.take(t.words, sizeof(uint64_t))
        t.withheld = <uint64_t*>own.take(t.words, sizeof(uint64_t))
        return 0

    cdef int _read_properties(self, rows) except -1:
        self._properties = len(rows)
        if any([len(row) != self.t.cards for row in rows]):
            raise ValueError("a row of properties has a number for each card")
        self.t.properties = self._own.longs("properties", [value for row in rows for value in row])
        return 0

    cdef int _read_wants(self, list wants) except -1:
        """Lists of wanted cards, one behind the other; see ``match``."""
        cdef Py_ssize_t at = 0, i
        self._wants = len(wants)
        self._begins = <char*>self._own.take(len(wants), sizeof(char))
        self.t.wants = self._own.ints("wants", wants, 0, 1 << 30)
        while at < len(wants):
            if self.t.wants[at] >= 1 << 16 or 3 * self.t.wants[at] >= len(wants) - at:
                raise ValueError("wants ends within a list")
            for i in range(at + 1, at + 1 + 3 * self.t.wants[at], 3):
                below("mask", self.t.wants[i], self._masks)
            self._begins[at] = True
            at += 1 + 3 * self.t.wants[at]
        return 0

    cdef int _read_effects(self, effects) except -1:
        cdef EffectInfo* infos = <EffectInfo*>self._own.take(len(effects), sizeof(EffectInfo))
        cdef int i
        self.t.effects = infos
        for i, row in enumerate(effects):
            zones_, once, first, event, source, target, answers_in, activations_site, steps_site = row
            infos[i].zones = zones_
            infos[i].once = number("once", once, 0, 1)
            infos[i].first = number("first", first, 0, 1)
            infos[i].event = number("event", event, -1, HAPPENINGS - 1)
            infos[i].source = source
            infos[i].target = target
            infos[i].answers_in = answers_in
            infos[i].activations_site = number("a site", activations_site, 0, MOST_SITES)
            infos[i].steps_site = number("a site", steps_site, 0, MOST_SITES)
            self._last_site = max(self._last_site, activations_site, steps_site)
        return 0

    def __dealloc__(self):
        free(self.t.solutions)

    @property
    def address(self):
        """The address of the C struct, for this package; it is good for as long as the table lives."""
        return <uintptr_t>&self.t

    cdef int _idle(self) except -1:
        """That nothing runs on the table: what runs rests on what these methods change."""
        if self.t.busy:
            raise ValueError("the table is at work")
        return 0
