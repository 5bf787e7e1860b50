"""Why do hands fail?  What they lacked, sample hands, and what one card more would have done.

What comes in: ``topic``.  What goes out: the content of ``page.panels.why_data``: what ``yispc why`` says of
as many trials with the same seed, trial by trial; then what one card more does, hand by hand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ....page.panels.panels import why_data
from ....studies.failures import why
from ..study import cannot_ask

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..study import Options, Setting


class Why:
    """The study of one topic."""

    def __init__(self, options: Options, setting: Setting) -> None:
        version = setting.version
        name = version.program.topics[setting.topic(options.text("topic"))].name
        try:
            self._inquiry = why.Inquiry(version.deck, name, version.seed, setting.stop)
        except why.NothingToSay as error:
            raise cannot_ask(error) from None
        self._work = self._pieces()

    def _pieces(self) -> Iterator[None]:
        for _ in self._inquiry.play(why.COUNT):
            yield
        for _ in self._inquiry.replay():
            yield

    def steps(self) -> Iterator[None]:
        return self._work

    def content(self) -> dict[str, Any] | None:
        found = self._inquiry.found()
        return why_data(found) if found.trials else None
