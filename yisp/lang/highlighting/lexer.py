"""A Pygments lexer for scripts and ``.yisp`` files.

What comes in: text.  What goes out: tokens that add up to the text.  The rules are those of
``highlight``; Pygments finds the class by its entry point.  (Needs the extra ``editors``.)
"""

from __future__ import annotations

from pygments.lexer import RegexLexer, bygroups
from pygments.token import string_to_tokentype

from .highlight import rules


class YispLexer(RegexLexer):
    """Yisp, the language of card effects."""

    name = "Yisp"
    aliases = ["yisp"]  # noqa: RUF012  (as Pygments declares them)
    filenames = ["*.yisp"]  # noqa: RUF012
    mimetypes = ["text/x-yisp"]  # noqa: RUF012
    tokens = {  # noqa: RUF012
        "root": [
            (
                rule.pattern,
                bygroups(*(string_to_tokentype(role.token) for role in rule.roles)),  # type: ignore[no-untyped-call]
            )
            for rule in rules()
        ]
    }
