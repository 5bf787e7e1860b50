"""The python target: nodes as readable Python functions over ``yisp_runtime.bindings.table.PyTable``."""

from .module import REFUSES, format_module, printer

__all__ = ["REFUSES", "format_module", "printer"]
