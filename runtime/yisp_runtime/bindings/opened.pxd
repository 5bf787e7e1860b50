"""A table with a topic that is open, for the modules that make it a ``PyTable``."""

from libc.stdint cimport int64_t

from ..boundary cimport below
from ..counts.accumulator cimport Accumulator
from ..position.table cimport Log
from .layout cimport Layout, check_zone

cdef class Opened(Layout):
    cdef Log log
    cdef Accumulator _counts
    cdef int _sites  # that notices may name; none before a topic was opened
    cdef object _strata, _evaluation
    cdef tuple _scripts, _effects, _installed, _combos, _bests, _stats, _probes
    cdef int scoring
    cdef readonly int row_width
    cdef int64_t* _rows
    cdef int64_t _row_count

    cdef int _opened(self) except -1
    cdef int _loaded(self) except -1
    cdef int _whole(self, int64_t first, int64_t last) except -1
    cdef object _fail(self, int site)
    cdef int64_t _filled(self) noexcept
    cdef void _end_rows(self) noexcept


cdef inline int check_site(Opened self, int site) except -1:
    if <unsigned int>site >= <unsigned int>self._sites:
        self._opened()
        below("site", site, self._sites)
    return 0


cdef inline int check_move(Opened self, int site, int z, int to) except -1:
    check_site(self, site)
    check_zone(self, z)
    return check_zone(self, to)
