"""What deal.h offers to Cython: claims, and hands that are made until nobody refuses them."""

from libc.stdint cimport int64_t

from ..position.table cimport Table


cdef extern from "play/deal.h" nogil:
    enum:
        PART_BEFORE "YISP_PART_BEFORE"
        PART_DRAW "YISP_PART_DRAW"
    enum:
        CLAIMS_FOUR "YISP_CLAIMS_FOUR"
        CLAIMS_ALL "YISP_CLAIMS_ALL"
        CLAIMS_ANY "YISP_CLAIMS_ANY"
        CLAIMS "YISP_CLAIMS"
    enum:
        DEALT_PART "YISP_DEALT_PART"
        DEALT_TRIES "YISP_DEALT_TRIES"
        DEALT_PLAN "YISP_DEALT_PLAN"
        DEALT_ASKS "YISP_DEALT_ASKS"
        DEALT_CLAIMED "YISP_DEALT_CLAIMED"
        DEALT_REFUSED "YISP_DEALT_REFUSED"
    enum:
        MOST_SEATS "YISP_MOST_SEATS"
        MOST_SOLUTIONS "YISP_MOST_SOLUTIONS"
    void begin_claims "yisp_begin_claims"(Table* t, int seat, int64_t worlds)
    void claim "yisp_claim"(Table* t, int seat, int64_t world, int sort)
    void bargain "yisp_bargain"(Table* t)
    void withhold "yisp_withhold"(Table* t, int seat)
    void begin_filling "yisp_begin_filling"(Table* t, int64_t places)
    void end_filling "yisp_end_filling"(Table* t)
    int64_t dealt "yisp_dealt"(const Table* t, int what, int seat)
    void veto "yisp_veto"(Table* t, int seat, int64_t accepts)
