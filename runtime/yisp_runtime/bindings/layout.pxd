"""The struct of a table with its memory, for the modules that make it a ``PyTable``."""

from libc.stdint cimport int64_t, uint64_t

from ..boundary cimport Arrays, below
from ..position.table cimport Table

cdef enum:
    MOST_THINGS = 1 << 20  # effects, variables, installed effects … of a table


cdef class Layout:
    cdef Table t
    cdef Arrays _own
    cdef int _kinds, _masks, _tags, _asked_tags, _properties, _wants  # how many there are
    cdef int64_t _last_site  # the greatest that the plan names
    cdef char* _begins  # by place of ``wants``: whether a list begins there
    cdef readonly int effect_count

    cdef uint64_t* _sets(self, str what, cards) except NULL
    cdef int _read_slots(self, bits, list slots) except -1
    cdef int keep_rows(self, int places) except -1
    cdef int _read_kinds(self, kind_of, family_of, effects_from) except -1
    cdef int _read_pieces(self, list kinds, list families) except -1
    cdef int _read_zones(self, plan) except -1
    cdef int _read_carried(self, carried, asks) except -1
    cdef int _read_seats(self, hands, patience, worlds, deal_site) except -1
    cdef int _read_properties(self, rows) except -1
    cdef int _read_wants(self, list wants) except -1
    cdef int _read_effects(self, effects) except -1
    cdef int _idle(self) except -1


# That there is such a thing.  Whoever checks arguments on the way to a primitive has these inlined.

cdef inline int check_zone(Layout self, int z) except -1:
    return below("zone", z, self.t.zones)


cdef inline int check_card(Layout self, int64_t card) except -1:
    return below("card", card, self.t.cards)


cdef inline int check_exit(Layout self, int exit) except -1:
    return below("exit", exit, self.t.exits)


cdef inline int check_property(Layout self, int prop) except -1:
    return below("property", prop, self._properties)


cdef inline const uint64_t* mask_of(Layout self, int mask) except NULL:
    below("mask", mask, self._masks)
    return self.t.masks + mask * self.t.words
