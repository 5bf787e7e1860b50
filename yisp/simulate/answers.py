"""How a topic is answered exactly, if it is: from the cache, by enumeration, or not at all.

What comes in: a topic of a program and the method asked for.  What goes out: its :class:`ExactCounts`, or
a sentence why it is to be sampled.

(On the warm start's path.)
"""

from __future__ import annotations

import json

from ..compile import cache
from ..version import VERSION
from .probabilities import OverBudget

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..compile.program import Program
    from .probabilities import ExactCounts

OUT_OF_REACH = "over-budget"
"""Where the cache remembers which topics are out of reach, so that the next run does not try."""


def answer(program: Program, topic: int, method: str) -> ExactCounts | str:
    """The exact answer of a topic or, for ``method`` "auto", why it should be sampled.

    Raises :class:`NoExactAnswer` when ``method`` is "exact" and there is none.
    """
    from .exact import AUTO_BUDGET, BUDGET, exact_counts
    from .play import Play, python_functions

    about = [
        program.python_source, program.topics[topic].to_data(), str(program.plan), AUTO_BUDGET,
        program.initial(topic),
    ]  # fmt: skip
    key = cache.key_of(VERSION, json.dumps(about))
    if method == "auto":
        if program.prints(topic):
            return "its scripts print, which only trials show"
        reason = cache.fetch(OUT_OF_REACH, key)
        if reason is not None:
            return reason["reason"].decode()
    play = Play(program, topic, 0, functions=python_functions(program.python_source))
    try:
        return exact_counts(program, topic, play, BUDGET if method == "exact" else AUTO_BUDGET)
    except OverBudget as error:
        if method == "exact":
            error.topic = program.topics[topic].name
            raise
        cache.store(OUT_OF_REACH, key, {"reason": str(error).encode()})
        return str(error)
