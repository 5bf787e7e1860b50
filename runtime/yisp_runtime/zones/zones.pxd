"""What zones.h offers to Cython: counting, shuffling, cards in order; and spots.h."""

from libc.stdint cimport uint8_t, uint16_t, uint64_t

from ..position.table cimport Table


cdef extern from "zones/zones.h" nogil:
    int size "yisp_size"(const Table* t, int z)
    int count "yisp_count"(const Table* t, int z, const uint64_t* mask)
    int zone_of "yisp_zone_of"(const Table* t, int card)
    void shuffle "yisp_shuffle"(Table* t, int z)
    void order_cards "yisp_order_cards"(Table* t, int z, const uint64_t* cards, int n, uint16_t* out)
    void lay_line "yisp_lay_line"(Table* t, int z)


cdef extern from "zones/spots.h" nogil:
    enum:
        MOST_SPOTS "YISP_MOST_SPOTS"
    int spot_before "yisp_spot_before"(const uint8_t* spots, int spot)
