"""The native target: nodes as a Cython module specialised for one deck (see ``specialise``).

A module has one name for Python, ``run``: a capsule with a C function that runs trials on a ``Table``, for
``PyTable.run_native``.  Masks are constants, and every primitive is the one of
``runtime/yisp_runtime``, which the python target calls too.
"""

from .module import REFUSES, format_module, printer

__all__ = ["REFUSES", "format_module", "printer"]
