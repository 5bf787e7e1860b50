"""A formula as a plain Python function (``yisp.function``): arithmetic on the spot, without a table."""

from .module import REFUSES, format_module, printer

__all__ = ["REFUSES", "format_module", "printer"]
