"""``yispc lsp``: the language server, for editors.

(It is an editor that starts it, so there is nothing to choose: it speaks over standard input and output.)
"""

from __future__ import annotations

import sys

import click

from ...messages import say, told
from ..decks import UsageMistake, lacks
from ..language import beside_results, user_language

EXAMPLES = """\b
Examples:
  yispc lsp     what an editor starts
"""


@click.command("lsp", epilog=EXAMPLES)
def command() -> None:
    """Serve an editor: mistakes while you type, completion, hover, definitions, renaming, formatting.

    It speaks the Language Server Protocol over standard input and output.  docs/editors.md says how to set up
    Visual Studio Code and Neovim.  Takes `pip install '.[lsp]'`.
    """
    try:
        from ...editor.server.server import serve
    except ImportError as error:
        if not lacks(error, "pygls", "lsprotocol"):
            raise
        raise UsageMistake(
            say("the language server needs pygls: pip install '.[lsp]' in yisp's folder")
        ) from None
    if sys.stdin.isatty():
        with beside_results():
            print(told("waiting for an editor on standard input; Ctrl-D ends it"), file=sys.stderr)
    serve(user_language())
