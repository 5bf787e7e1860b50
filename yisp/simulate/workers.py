"""Processes that count trials of one topic on the python target, block by block.

What comes in: a program, a topic, a seed, and blocks of trials.  What goes out: what each block counted, as
it becomes ready, in whatever order.  A worker is told its work once, then gets one block at a time over a
socket that stands in place of its standard input; it ends when the socket is closed.
"""

from __future__ import annotations

import os
import time

from .. import children
from ..compile.program import Program
from .counts import Counts
from .play import Play, python_functions
from .strata import Strata

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from multiprocessing.connection import Connection
    from subprocess import Popen
    from typing import Any

    Block = tuple[int, int]
    """The first trial, and the one behind the last."""

    Counted = tuple[list[Counts], float]
    """What was counted, by stratum, and how many seconds it took."""


class Workers:
    """So many processes, until the context is left."""

    def __init__(self, number: int, program: Program, topic: int, seed: int, strata: Strata | None) -> None:
        self._work = program.to_data(), topic, seed, None if strata is None else strata.to_data()
        self._children: dict[Connection[Any, Any], Popen[bytes]] = {}
        self._number = number

    def __enter__(self) -> Workers:
        for _ in range(self._number):
            self._start()
        return self

    def __exit__(self, *_: object) -> None:
        for connection in self._children:
            connection.close()
        for child in self._children.values():
            child.wait()

    def _start(self) -> None:
        from multiprocessing.connection import Pipe
        from subprocess import DEVNULL

        ours, theirs = Pipe()
        with theirs:
            child = children.start(__name__, stdin=theirs.fileno(), stdout=DEVNULL, start_new_session=True)
        self._children[ours] = child
        ours.send(self._work)

    def count(self, blocks: Iterable[Block]) -> Iterator[Counted]:
        """What the blocks counted; each is claimed when a worker is free for it."""
        from multiprocessing.connection import wait

        waiting = iter(blocks)
        busy = {worker for worker in self._children if _hand_out(worker, waiting)}
        while busy:
            ready = wait(busy)
            for worker in [worker for worker in busy if worker in ready]:
                answer = worker.recv()
                if isinstance(answer, BaseException):
                    raise answer
                yield answer
                if not _hand_out(worker, waiting):
                    busy.remove(worker)


def _hand_out(worker: Connection[Any, Any], blocks: Iterator[Block]) -> bool:
    """Give the worker the next block; whether there was one."""
    block = next(blocks, None)
    if block is None:
        return False
    worker.send(block)
    return True


def main() -> None:
    """What a worker does."""
    from multiprocessing.connection import Connection

    with Connection(os.dup(0)) as parent:
        try:
            data, topic, seed, stratified = parent.recv()
            program = Program.from_data(data)
            functions = python_functions(program.python_source)
            strata = None if stratified is None else Strata.from_data(stratified)
            while True:
                first, last = parent.recv()
                began = time.perf_counter()
                try:
                    play = Play(program, topic, seed, functions=functions, strata=strata)
                    play.run(first, last)
                    answer = play.parts(), time.perf_counter() - began
                except Exception as error:
                    parent.send(error)
                else:
                    parent.send(answer)
        except (EOFError, ConnectionError):
            return  # nobody wants anything of us any more
