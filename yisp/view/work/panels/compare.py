"""Two decks beside each other: every figure of both, and by how much they differ.

What comes in: ``topic``; ``text``, that of the second deck, and ``name``, what it is called.  What goes out:
the content of ``page.studies.comparison_data``: what ``yispc compare DECK OTHER --topic TOPIC`` says with the
same seed, exactly or by as many trials.

The second text may name files as the first one may.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from ....lang.diagnostics import DeckError
from ....messages import quoted, told, translated
from ....page.studies import comparison_data
from ....report.layout import shown
from ....simulate.counting.probabilities import NoExactAnswer
from ....studies.comparison.compare import NothingToCompare, described, named, sides_of
from ....studies.comparison.comparison import Comparison
from ..descriptions import cannot_be_played
from ..lanes import MOST_TRIALS, ComparedTopic
from ..study import CannotAsk

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..study import Options, Setting
    from ..version import Version

BEFORE_EXACT = 0.3
"""Seconds of trials before exact answers are sought, where nobody knows yet whether there are any."""

FEWEST = 20_000
"""Trials after which it may be known well enough."""


class Compare:
    """The study of one topic, or of the only one that each deck has."""

    def __init__(self, options: Options, setting: Setting) -> None:
        version = setting.version
        index = setting.topic(options.text("topic"))
        topic = version.program.topics[index].name
        other = _other(options, setting)
        builds = named([version.program, other.program])
        try:
            lone = len(version.program.topics) == len(other.program.topics) == 1
            chosen = sides_of(builds, () if lone else [topic], ())
        except (NothingToCompare, KeyError):
            raise CannotAsk(told("The second deck has no topic {topic}.", topic=quoted(topic))) from None
        ((name, sides),) = chosen
        try:
            self._compared = ComparedTopic(name, sides, (version, other), version.seed, setting.stop)
        except NoExactAnswer as error:  # a policy that cannot play
            raise CannotAsk(cannot_be_played(error)) from None
        self._setting = setting
        self._index = index
        self._comparison = Comparison(described(builds, chosen), version.seed)
        self._shown = False
        self._spent = 0.0

    def steps(self) -> Iterator[None]:
        compared, setting = self._compared, self._setting
        sampled = compared.sampled
        while sampled.trials < MOST_TRIALS:
            if self._shown and (setting.exact(self._index) or self._spent > BEFORE_EXACT):
                compared.try_exactly(setting.heed)
                if compared.exact:
                    return
            began = time.perf_counter()
            compared.sample()
            self._spent += time.perf_counter() - began
            yield
            known = sampled.trials >= FEWEST and sampled.widest(None) <= 1
            if known and compared.exact is False:
                return

    def content(self) -> dict[str, Any] | None:
        found = self._compared.found()
        if found is None:
            return None
        self._shown = True
        self._comparison.topics = [found]
        return comparison_data(self._comparison)


def _other(options: Options, setting: Setting) -> Version:
    """The second deck; raises :class:`CannotAsk`."""
    try:
        other = setting.other(options.text("text"), options.text("name"))
        other.program  # noqa: B018
    except DeckError as error:
        first = next(one for one in error.diagnostics if one.severity == "error")
        message = translated(first.message)
        if first.place is None:
            raise CannotAsk(told("The second deck has mistakes: {message}", message=message)) from None
        raise CannotAsk(
            told(
                "The second deck has mistakes; {file}, line {line}: {message}",
                file=shown(first.place.file), line=first.place.line, message=message,
            )
        ) from None  # fmt: skip
    return other
