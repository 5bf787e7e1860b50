"""What properties.h offers to Cython: numbers on cards, and filters by them."""

from libc.stdint cimport int64_t

from ..position.table cimport Table


cdef extern from "zones/properties.h" nogil:
    ctypedef struct Held "yisp_held":
        int zone
    int64_t property_of "yisp_property_of"(const Table* t, int prop, int64_t card)
    int64_t top_property "yisp_top_property"(Table* t, int z, int prop)
    bint sum_of_chosen "yisp_sum_of_chosen"(const Table* t, int prop, int64_t* out)
    int64_t high_of_chosen "yisp_high_of_chosen"(const Table* t, int prop)
    int64_t low_of_chosen "yisp_low_of_chosen"(const Table* t, int prop)
    void hold_chosen "yisp_hold_chosen"(const Table* t, Held* held)
    void choose_held "yisp_choose_held"(Table* t, const Held* held)
    int64_t next_kind "yisp_next_kind"(Table* t, Held* held, int64_t card)
    void keep_kind_if "yisp_keep_kind_if"(const Table* t, Held* held, int64_t card, bint condition)
    int64_t copies "yisp_copies"(const Table* t, int z, int64_t card)
