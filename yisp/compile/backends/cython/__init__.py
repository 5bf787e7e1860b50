"""The native target: nodes as a Cython module specialised for one deck (see ``specialise``).

A module has one Python function, ``run(address, topic, first, last)``, that takes the address of a ``Table``
and runs trials without the GIL.  Masks are constants, and every primitive is the one of
``runtime/yisp_runtime``, which the python target calls too.
"""

from .module import REFUSES, format_module, printer

__all__ = ["REFUSES", "format_module", "printer"]
