"""The card-collection runtime of Yisp: streams, zones, the trial loop, accumulators.

C structs and functions that need no GIL do the work.  They are in headers, which modules built for one
deck are compiled with; the ``.pxd`` files tell Cython of them.  ``table.PyTable`` is the owner of it all
and the face it shows to Python.  This package knows nothing of the language or of deck files.
"""
