"""What presence.h offers to Cython: marks, and cards that are decided beforehand."""

from libc.stdint cimport int64_t, uint64_t

from ..position.table cimport Table


cdef extern from "zones/presence.h" nogil:
    enum:
        MOST_PRESENCE "YISP_MOST_PRESENCE"
        MARK_PLACE "YISP_MARK_PLACE"
        MARK_PILE "YISP_MARK_PILE"
        MARK_AMOUNT "YISP_MARK_AMOUNT"
        MARK_CARDS "YISP_MARK_CARDS"
    bint in_reserve "yisp_in_reserve"(const Table* t, int card)
    bint light "yisp_light"(Table* t, int z, int64_t amount)
    void collapse "yisp_collapse"(Table* t, int z)
    int weigh_cards "yisp_weigh_cards"(
        Table* t, int z, uint64_t place, uint64_t* cards, uint64_t* rest, int64_t* total)
