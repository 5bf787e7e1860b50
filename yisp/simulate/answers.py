"""How a topic is answered exactly, if it is: from the cache, by enumeration and a check, or not at all.

What comes in: a topic of a program and the method asked for.  What goes out: its :class:`ExactCounts`, or
a sentence why it is to be sampled.

What was found is kept in the cache, whatever it was: an answer that passed its check, one that did not, or
that there is none within the budget.  All of it follows from the topic, the budget and the code that worked
it out, which make up its key; so a run that finds it says what the first one said.  What ``auto`` found,
``exact`` takes as well, but not the other way round: nobody's result depends on what was asked before.

(On the warm start's path: enumeration and check are imported where there is something to find out.)
"""

from __future__ import annotations

import json

from ..compile import cache
from . import kept
from .probabilities import ExactCounts, OverBudget, WrongAnswer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..compile.program import Program
    from .sample import Progress

AUTO_BUDGET = 3_000_000
"""How much work ``method: auto`` puts into trying before it samples: a third of a second at the most.

The unit is that of ``compile.work``, about a tenth of a microsecond.
"""

BUDGET = 500_000_000
"""How much ``method: exact`` puts into it before it gives up: a minute at the most."""

ANSWERS = "answers"
"""Where the cache keeps answers, and what was wrong with those that failed their check."""

OUT_OF_REACH = "over-budget"
"""Where it remembers which topics are out of reach."""

FILE, REASON = "answer.json", "reason"


def answer(
    program: Program, topic: int, method: str, progress: Progress | None = None
) -> ExactCounts | str:
    """The exact answer of a topic or, for ``method`` "auto", why it should be sampled (an interrupt, say).

    ``progress`` is called now and then (see ``run.run_program``).
    Raises :class:`NoExactAnswer` when ``method`` is "exact" and there is none.
    """
    if method == "auto" and program.prints(topic):
        return "its scripts print, which only trials show"
    budgets = [AUTO_BUDGET] if method == "auto" else [AUTO_BUDGET, BUDGET]
    keys = [kept.key_of(program, topic, budget) for budget in budgets]
    found: ExactCounts | str | None = None
    for key in keys:
        found = _kept(program, topic, key) if found is None else found
    if found is None:
        if method == "auto" and (files := cache.fetch(OUT_OF_REACH, keys[-1])) and REASON in files:
            return files[REASON].decode(errors="replace")
        try:
            found = _found_out(program, topic, budgets[-1], keys[-1], progress)
        except KeyboardInterrupt:
            if method == "exact":
                raise
            return "working it out was interrupted"
        except OverBudget as error:
            if method == "exact":
                error.topic = program.topics[topic].name
                raise
            cache.store(OUT_OF_REACH, keys[-1], {REASON: str(error).encode()})
            return str(error)
    if isinstance(found, ExactCounts):
        return found
    reason = (
        f"the exact answer found failed its check ({found}); this is a fault of Yisp, not of the deck: "
        "please report it, and send the deck along"
    )
    if method == "auto":
        return reason
    wrong = WrongAnswer(reason)
    wrong.topic = program.topics[topic].name
    raise wrong


def _found_out(
    program: Program, topic: int, budget: int, key: str, progress: Progress | None
) -> ExactCounts | str:
    """The answer, checked; or what was wrong with it.  Raises :class:`OverBudget`."""
    from .check import difference
    from .exact import exact_counts
    from .play import Play, python_functions

    functions = python_functions(program.python_source)
    exact = exact_counts(program, topic, Play(program, topic, 0, functions=functions), budget, progress)
    wrong = difference(program, topic, exact, functions)
    data = exact.to_data() if wrong is None else wrong
    cache.store(ANSWERS, key, {FILE: json.dumps(data, separators=(",", ":")).encode()})
    return exact if wrong is None else wrong


def _kept(program: Program, topic: int, key: str) -> ExactCounts | str | None:
    """The same from the cache; None where there is nothing, or nothing that could be of this topic."""
    files = cache.fetch(ANSWERS, key)
    if files is None:
        return None
    try:
        data = json.loads(files[FILE])
        return data or None if isinstance(data, str) else ExactCounts.from_data(data, program, topic)
    except (AttributeError, KeyError, TypeError, ValueError, RecursionError):
        return None
