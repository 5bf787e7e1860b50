"""Reading a line from a terminal, with history, completion and colours, by way of prompt_toolkit.

What comes in: the prompt of ``yispc repl`` and the file of its history.  What goes out: a function that
reads a line.  (Imported only where someone types.)
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.history import FileHistory, History, InMemoryHistory
from prompt_toolkit.lexers import Lexer, PygmentsLexer

from ...interactive.prompt import Prompt


class _Completer(Completer):
    """Proposes what could come next, when asked with the tabulator."""

    def __init__(self, prompt: Prompt) -> None:
        self._prompt = prompt

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterator[Completion]:
        for one in self._prompt.proposals(document.text_before_cursor):
            yield Completion(one.text, start_position=-one.length, display_meta=one.about)


def line_reader(prompt: Prompt, history: str | None) -> Callable[[str], str]:
    """A function that shows some words and reads a line."""
    kept: History = InMemoryHistory() if history is None else FileHistory(history)
    session: PromptSession[str] = PromptSession(
        history=kept,
        completer=_Completer(prompt),
        complete_while_typing=False,
        lexer=None if os.environ.get("NO_COLOR") else _lexer(),
    )
    return lambda words: session.prompt(words)


def _lexer() -> Lexer | None:
    """Colours, where Pygments is installed."""
    try:
        from ...lang.highlighting.lexer import YispLexer
    except ImportError:
        return None
    return PygmentsLexer(YispLexer)
