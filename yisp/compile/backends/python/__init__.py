"""The python target: nodes as readable Python functions over ``yisp_runtime.bindings.table.PyTable``.

A module of nodes comes in; its source goes out, with a function for each script, effect and combo. Begin with
``module``. The native target, which prints the same nodes, is the folder beside it.
"""

from .module import REFUSES, format_module, printer

__all__ = ["REFUSES", "format_module", "printer"]
