"""What arithmetic.h offers to Cython: arithmetic.  What can fail says whether it did."""

from libc.stdint cimport int64_t


cdef extern from "numbers/arithmetic.h" nogil:
    enum:
        UP "YISP_UP"
        DOWN "YISP_DOWN"
        NEAR "YISP_NEAR"
    bint add "yisp_add"(int64_t a, int64_t b, int64_t* out)
    bint subtract "yisp_subtract"(int64_t a, int64_t b, int64_t* out)
    bint multiply "yisp_multiply"(int64_t a, int64_t b, int64_t* out)
    int64_t least "yisp_least"(int64_t a, int64_t b)
    int64_t greatest "yisp_greatest"(int64_t a, int64_t b)
    int64_t quotient "yisp_quotient"(int64_t a, int64_t b)
    int64_t remainder "yisp_remainder"(int64_t a, int64_t b)
    bint muldiv "yisp_muldiv"(int64_t a, int64_t b, int64_t c, int rounding, int64_t* out)
