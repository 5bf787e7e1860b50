"""A formula as a plain Python function (``yisp.function``): arithmetic on the spot, without a table.

Nodes of a function come in; the source of a Python function goes out. What needs cards is refused, node by
node (``REFUSES``). Begin with ``module``.
"""

from .module import REFUSES, format_module, printer

__all__ = ["REFUSES", "format_module", "printer"]
