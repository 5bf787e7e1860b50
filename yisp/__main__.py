"""``python -m yisp`` is ``yispc``, and looks for modules where that does.

With ``-m`` Python looks in the current folder first, where anything may lie beside a deck.  What it has
imported from there before this module runs cannot be helped: in a stranger's folder use ``yispc``, or
``python -P -m yisp``.
"""

import sys

if not sys.flags.safe_path:
    del sys.path[0]

from .cli.entry import main

main()
