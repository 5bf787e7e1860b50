"""Processes that count trials of one topic on the python target, block by block.

What comes in: a program, a topic, a seed, and blocks of trials.  What goes out: what each block counted, as
it becomes ready, in whatever order.  How processes share blocks, and what becomes of a block whose process
dies, is the crew's business (``crew``).
"""

from __future__ import annotations

import time

from ..playing.play import Play, python_functions
from ..worlds.worlds import Players
from .crew import serve

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ...compile.program import Policy, Program
    from ..counting.counts import Counts
    from ..playing.strata import Strata

    Block = tuple[int, int]
    """The first trial, and the one behind the last."""

    Work = tuple[Program, int, int, Strata | None, Sequence[Policy]]
    """What a worker is told once: the program, which topic, the seed, the strata and the policies."""

    Counted = tuple[list[Counts], float]
    """What was counted, by stratum or policy, and how many seconds it took."""


def _begin(work: Work) -> Callable[[Block], Counted]:
    program, topic, seed, strata, policies = work
    functions = python_functions(program.python_source)

    def count(block: Block) -> Counted:
        began = time.perf_counter()
        play = (
            Players(program, topic, seed, policies, functions=functions)
            if policies
            else Play(program, topic, seed, functions=functions, strata=strata)
        )
        play.run(*block)
        return play.parts(), time.perf_counter() - began

    return count


def main() -> None:
    """What a worker does."""
    serve(_begin)
