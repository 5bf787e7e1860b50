"""Effects by hand: scripts as lists of parts that a form can show, and back.

What comes in: an effect of the language.  What goes out: its parts as plain data (:func:`read`), and of such
data the script that a person would write (:func:`write`).  A part is declared once (``declared``), by the
script that it writes; it is read back by matching trees.
"""

from .effects import is_whole, read, read_script, write
from .sorts import NoPart

__all__ = ["NoPart", "is_whole", "read", "read_script", "write"]
