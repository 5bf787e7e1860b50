"""Memory for objects that own C arrays."""

from libc.stdlib cimport calloc


cdef inline void* allocate(size_t count, size_t size) except NULL:
    """Zeroed memory for ``free``; raises MemoryError."""
    cdef void* memory = calloc(count if count else 1, size)
    if memory == NULL:
        raise MemoryError
    return memory
