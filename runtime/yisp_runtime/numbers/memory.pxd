"""Memory for objects that own C arrays."""

from cpython.pyport cimport PY_SSIZE_T_MAX
from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc


cdef inline void* allocate(uint64_t count, size_t size) except NULL:
    """Zeroed memory for ``free``; raises MemoryError.

    Counts have 64 bits everywhere, sizes 32 on some systems; what Python could not make bytes of is too much."""
    cdef void* memory = NULL
    if count <= <uint64_t>PY_SSIZE_T_MAX // size:
        memory = calloc(<size_t>count if count else 1, size)
    if memory == NULL:
        raise MemoryError
    return memory
