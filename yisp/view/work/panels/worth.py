"""What is each card worth?  One copy more and one less of every card, as ``yispc sensitivity`` has it.

What comes in: ``topic``, and ``filler``, the card that makes up for the copy where the text has none.  What
goes out: the content of ``page.panels.worth_data``, card by card, and sharper from round to round; in the
end it is what the command says of the same deck and seed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ....page.panels.panels import worth_data
from ....studies.comparison import sensitivity
from ....studies.comparison.exchanges import variants

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..study import Options, Setting


class Worth:
    """The study of one topic."""

    def __init__(self, options: Options, setting: Setting) -> None:
        version = setting.version
        filler = options.optional("filler")
        if filler is not None:
            setting.card(filler)
        self._topic = setting.topic(options.text("topic"))
        self._setting = setting
        found, self._fills = variants(version.deck, version.program, filler)
        self._worth = sensitivity.Worth(
            version.deck, version.program, self._topic, found, version.seed, "auto", setting.stop
        )
        self._trials: Iterator[None] | None = None

    def steps(self) -> Iterator[None]:
        """Exactly at once where the deck itself is known exactly; else by trials, and after that exactly, if
        all have exact answers, as the command does."""
        if self._trials is None and self._setting.exact(self._topic):
            yield from self._worth.exactly(heed=self._setting.heed)
        if self._worth.exact:
            return
        if self._trials is None:
            self._trials = self._worth.exchanges.steps(None)
        for _ in self._trials:
            yield
        if self._worth.exact is None and self._setting.exact(self._topic) is not False:
            yield from self._worth.exactly(heed=self._setting.heed)

    def content(self) -> dict[str, Any] | None:
        topic = self._worth.found()
        if topic is None:
            return None
        version = self._setting.version
        answer = sensitivity.Sensitivity(version.deck.file, self._fills, version.seed)
        answer.topics.append(topic)
        return worth_data(answer)
