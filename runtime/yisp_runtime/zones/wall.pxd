"""What wall.h offers to Cython: a deck with several exits."""

from libc.stdint cimport int64_t, uint64_t

from ..position.table cimport Table


cdef extern from "zones/wall.h" nogil:
    uint64_t wall_place "yisp_wall_place"(int exit, int64_t given)
    int decided_at "yisp_decided_at"(const Table* t, uint64_t place)
    void find_candidates "yisp_find_candidates"(const Table* t, uint64_t place, uint64_t* cards)
    int64_t remain "yisp_remain"(const Table* t, int exit, int64_t most)
    int draw "yisp_draw"(Table* t, int site, int exit, int64_t most, int to, bint front)
    void draw_for_turn "yisp_draw_for_turn"(Table* t, int64_t most, int64_t n)
    bint draw_several "yisp_draw_several"(Table* t, int site, int64_t most, int64_t n, int to, bint front)
    void take "yisp_take"(Table* t, int site, int64_t n, int to, bint front, int64_t room, int full)
    bint light_place "yisp_light_place"(Table* t, int exit, int64_t ahead, int pile, int64_t amount, bint named)
    bint collapse_place "yisp_collapse_place"(Table* t, int exit, int64_t most, int64_t ahead, int pile)
