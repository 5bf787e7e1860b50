"""Effects as parts, for Python: what the page's form does.

What comes in: an effect's script; or its parts.  What goes out: the other of the two.  Which parts there are
is said in ``yisp.parts``.
"""

from __future__ import annotations

from typing import Any


def effect_parts(script: str) -> dict[str, Any]:
    """An effect, such as ``"[1]/(> |D| 2);@;(# D.2 H [draw])"``, as parts: plain data that a form can show.

    ``when`` has its flags; ``before`` are its conditions and costs, ``then`` its steps, and ``activates``
    says whether there is an ``@`` between them.  What is no part stays as it is written: ``{"part": "script",
    "code": …}``; ``yisp.parts.is_whole`` says whether there is none of that.  Raises :class:`DeckError` for a
    script that cannot be read; whether its names mean anything is for a deck to say.
    """
    from ..parts import read_script
    from .arguments import check_kinds

    check_kinds(script=script)
    return read_script(script)


def effect_script(parts: dict[str, Any]) -> str:
    """The script that a person would write for these parts.  Raises ValueError for what are none."""
    from ..parts import write

    return write(parts)
