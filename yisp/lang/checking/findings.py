"""What the checks of one script have to say, until it can be put in the order of the text.

What comes in: errors and warnings about spans of a script, in any order, from all of its checks.
What goes out: diagnostics with places, in the order of the text.
"""

from __future__ import annotations

from ...messages import Message
from ...structs import dataclass
from ..diagnostics import Diagnostics, Text
from ..parsing.words import Mistake
from ..remedy import Hint, of
from ..tree import Span


@dataclass(frozen=True, slots=True)
class _Finding:
    severity: str
    code: str
    message: Message
    span: Span
    hint: Hint | None


class Findings:
    """What the checks of one script found, in any order."""

    def __init__(self) -> None:
        self._items: list[_Finding] = []

    @property
    def has_errors(self) -> bool:
        """Whether something is wrong, and not only doubtful."""
        return any(item.severity == "error" for item in self._items)

    def error(self, code: str, message: Message, span: Span, hint: Hint | None = None) -> None:
        self._items.append(_Finding("error", code, message, span, hint))

    def warning(self, code: str, message: Message, span: Span, hint: Hint | None = None) -> None:
        self._items.append(_Finding("warning", code, message, span, hint))

    def mistake(self, mistake: Mistake) -> None:
        self.error(mistake.code, mistake.message, mistake.span, mistake.hint)

    def report(self, text: Text, diagnostics: Diagnostics) -> None:
        """Hand everything on, in the order of the text."""
        for item in sorted(self._items, key=lambda item: item.span[0]):
            add = diagnostics.error if item.severity == "error" else diagnostics.warning
            add(item.code, item.message, text.place(*item.span), of(item.hint, text))
