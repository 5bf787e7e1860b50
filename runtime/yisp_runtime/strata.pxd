"""Strata: to which sort of opening hand a trial belongs, and where it is counted.

A tree of questions "are there at most so many of these cards in the hand?" has a stratum at each of
its leaves.  What the questions are is the business of ``yisp.simulate.strata``.
"""

from .table cimport YISP_WORDS, Counts, Table
from .zones cimport count


cdef inline Counts* stratum_of(const Table* t, int hand) noexcept nogil:
    """The counts of the stratum of the cards that are in zone ``hand`` now."""
    cdef const int* question
    cdef int next = 0
    while next >= 0:
        question = t.strata + 4 * next  # a mask, a number, and where to go: to a question, or ~stratum
        if count(t, hand, t.strata_masks + question[0] * YISP_WORDS(t)) <= question[1]:
            next = question[2]
        else:
            next = question[3]
    return t.strata_counts[~next]
