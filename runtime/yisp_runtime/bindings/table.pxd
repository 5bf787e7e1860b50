"""A stage of the program that is loaded, for the module that enumerates."""

from ..position.table cimport Table


cdef int run_loaded_stage(Table* t, int topic, int stage) noexcept
