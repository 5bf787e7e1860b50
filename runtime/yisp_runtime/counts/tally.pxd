"""What tally.h offers to Cython: histograms, the slots of those that are too wide, and sums."""

from libc.stdint cimport int64_t, uint64_t

from ..position.table cimport Histogram


cdef extern from "counts/tally.h" nogil:
    enum:
        WINDOW "YISP_WINDOW"
        ROWS "YISP_ROWS"
        PAIR_SLOT "YISP_PAIR_SLOT"
    int exponent_of "yisp_exponent_of"(uint64_t magnitude)
    uint64_t mirrored "yisp_mirrored"(int64_t value)
    int row_size "yisp_row_size"(int row)
    int64_t sketch_value "yisp_sketch_value"(int row, int64_t place)
    void add_product "yisp_add_product"(int64_t* total, int64_t a, int64_t b)
    void free_histogram "yisp_free_histogram"(Histogram* histogram)
    bint copy_histogram "yisp_copy_histogram"(Histogram* to, const Histogram* source)


cdef inline object sum_of(const int64_t* words):
    """A sum of three words, the highest of which has the sign."""
    return (int(words[2]) << 128) + (int(<uint64_t>words[1]) << 64) + <uint64_t>words[0]
