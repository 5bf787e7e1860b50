"""Processes that count trials of one topic on the python target, block by block.

What comes in: a program, a topic, a seed, and blocks of trials.  What goes out: what each block counted, as
it becomes ready, in whatever order.  How processes share blocks, and what becomes of a block whose process
dies, is the crew's business (``crew``).
"""

from __future__ import annotations

import time

from ...compile.program import Policy, Program
from ..counting.counts import Counts
from ..playing.play import Play, python_functions
from ..playing.strata import Strata
from ..stop import Stop
from ..worlds.worlds import Players
from .crew import Crew, serve

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    Block = tuple[int, int]
    """The first trial, and the one behind the last."""

    Work = dict[str, Any]
    """What a worker is told once: the program, which topic, the seed, the strata and the policies, as
    data."""

    Counted = tuple[list[Counts], float]
    """What was counted, by stratum or policy, and how many seconds it took."""


def workers(
    number: int,
    program: Program,
    topic: int,
    seed: int,
    strata: Strata | None,
    policies: Sequence[Policy],
    *,
    stop: Stop,
) -> Crew:
    """Up to so many processes, whose tasks are blocks, and what comes of them :data:`Counted`."""
    work: Work = {
        "program": program.to_data(),
        "topic": topic,
        "seed": seed,
        "strata": None if strata is None else strata.to_data(),
        "policies": [policy.to_data() for policy in policies],
    }
    return Crew(__name__, work, number, stop=stop)


def _begin(work: Work) -> Callable[[Block], Counted]:
    program = Program.from_data(work["program"])
    functions = python_functions(program.python_source)
    strata = None if work["strata"] is None else Strata.from_data(work["strata"], program.cards)
    policies = [Policy.from_data(policy) for policy in work["policies"]]
    where = program, work["topic"], work["seed"]

    def count(block: Block) -> Counted:
        began = time.perf_counter()
        play = (
            Players(*where, policies, functions=functions)
            if policies
            else Play(*where, functions=functions, strata=strata)
        )
        play.run(*block)
        return play.parts(), time.perf_counter() - began

    return count


def main() -> None:
    """What a worker does."""
    serve(_begin)
