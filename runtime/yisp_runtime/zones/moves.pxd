"""What moves.h offers to Cython: moving cards."""

from libc.stdint cimport int64_t, uint64_t

from ..position.table cimport Table


cdef extern from "zones/moves.h" nogil:
    int move_card "yisp_move_card"(Table* t, int site, int card, int z, int to, bint front)
    int move_all "yisp_move_all"(Table* t, int site, int z, const uint64_t* mask, int to, bint front)
    int move_back "yisp_move_back"(Table* t, int site, int z, const uint64_t* mask, int to, bint front)
    int move_first "yisp_move_first"(Table* t, int site, int z, const uint64_t* mask, int64_t n, int to, bint front)
    int move_picked "yisp_move_picked"(Table* t, int site, int z, const uint64_t* mask, int64_t n, int to, bint front)
    int move_chosen "yisp_move_chosen"(Table* t, int site, int to, bint front)
    int move_top "yisp_move_top"(Table* t, int site, int z, int64_t n, int to, bint front)
    void move_two "yisp_move_two"(
        Table* t, int site, int other_site, int z, int other, int to, bint front)
    void move_one "yisp_move_one"(Table* t, int site, int z, int to, bint front)
    void move_few "yisp_move_few"(Table* t, int site, int z, int n, int to, bint front)
    void move_whole "yisp_move_whole"(Table* t, int site, int z, int to, bint front)
    void move_either "yisp_move_either"(Table* t, bint first, int site, int other_site, int z, int to, int other, bint front)
