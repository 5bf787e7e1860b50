"""A pool of more than one machine: the workers of a cluster of dask.distributed.

What comes in: the address of a scheduler, or ``local`` for one of our own with processes of this machine.
What goes out: what every pool gives.  Tasks go out in chunks of about ``CHUNK_SECONDS``, each with the work
it belongs to: a worker needs yisp, of the version that asks, and no files.  A native module is built once a
machine, in whose cache the others find it.  The tasks of a worker that dies are done by another, with the
same answers; a chunk that has cost several workers ends the study.

The processes of ``local`` are children of ours like any other (``children``): dask would start them in a way
that runs the caller's own script once more, and looks for modules in the current folder.

Whoever may give a scheduler tasks, or reaches a worker's port, can run anything there.  So what ``local``
starts listens on the loopback device alone, and talks in TLS with a certificate that is made for the run and
told to nobody but its children.  At ``tcp://`` everybody who reaches the ports is trusted, which is said; at
``tls://`` those who have a certificate, which dask's own configuration names.

dask.distributed is an extra: ``pip install '.[cluster]'`` in the folder of yisp.
"""

from __future__ import annotations

import contextlib
import json
import logging
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, Self

from ... import children
from ...messages import say
from ...simulate.request import cores
from ...simulate.sampling.crew import LIVES
from ...simulate.stop import WORKERS, Ended
from ...version import VERSION
from .answers import Answer
from .pools import Pool
from .work import Task, Work
from .worker import begin

LOCAL = "local"

CHUNK_SECONDS = 0.5
"""How long a chunk of tasks should take: a thousand times what it costs to hand one out."""

LARGEST_CHUNK = 200

LOOPBACK = "127.0.0.1"

PEMS = ("tls_ca_file", "tls_worker_cert", "tls_worker_key")
"""What a worker of ours needs to know, texts that are made for the run."""

AHEAD = 2
"""Chunks for each thread of the cluster that are handed out at a time."""

LOOK = 0.2
"""Seconds between two looks at our own processes."""

PATIENCE = 10
"""Seconds in which a scheduler should answer."""


class NoCluster(ValueError):
    """There is no cluster to work with; the message says why."""


def cluster(address: str, jobs: int | None, tell: Callable[[str], None]) -> Callable[[Work], Pool]:
    """What makes a pool of the cluster at that address; ``tell`` is told where its dashboard is."""
    return lambda work: ClusterPool(work, address, jobs, tell)


class ClusterPool:
    """The workers of a cluster, until it is left."""

    def __init__(self, work: Work, address: str, jobs: int | None, tell: Callable[[str], None]) -> None:
        self._work = work
        self._address = address
        self._jobs = jobs or cores()
        self._tell = tell
        self._own: Any = None  # a scheduler in this process
        self._security: Any = None  # its certificates
        self._client: Any = None
        self._children: list[children.Child] = []
        self._deaths = 0

    def __enter__(self) -> Self:
        try:
            import distributed
        except ImportError:
            raise NoCluster(
                say("a cluster takes dask.distributed: pip install '.[cluster]' in yisp's folder")
            ) from None
        logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what goes wrong is said in our words
        try:
            if self._address == LOCAL:
                self._security = distributed.Security.temporary()
                self._own = distributed.LocalCluster(
                    n_workers=0, processes=False, protocol="tls://", security=self._security, host=LOOPBACK,
                    dashboard_address=f"{LOOPBACK}:0", silence_logs=logging.CRITICAL,
                )  # fmt: skip
                for _ in range(self._jobs):
                    self._start()
            else:
                self._trust(distributed.Security())
            self._client = distributed.Client(
                self._own or self._address, timeout=PATIENCE, set_as_default=False, security=self._security
            )
            if self._own is None:
                self._check_versions()
        except (OSError, ValueError, TypeError) as error:
            self.__exit__()
            if isinstance(error, NoCluster):
                raise
            raise NoCluster(
                say(
                    "no scheduler answers at {address} ({error})",
                    address=self._address,
                    error=type(error).__name__,
                )
            ) from None
        except BaseException:
            self.__exit__()
            raise
        self._tell(say("dashboard of the cluster: {address}", address=self._client.dashboard_link))
        return self

    def __exit__(self, *_: object) -> None:
        for closing in (self._client, self._own):
            if closing is not None:
                with contextlib.suppress(Exception):  # whatever is left of it ends with this process
                    closing.close(timeout=1)
        for child in self._children:
            child.close()
        self._children = []

    def map(self, tasks: Iterable[Task], several: int) -> Iterator[tuple[int, Answer]]:
        """The answers to the tasks, of which there are so many."""
        from distributed import KilledWorker, wait

        waiting, size = iter(tasks), 1
        flying: dict[Any, int] = {}
        looked, threads = 0.0, 1
        try:
            while True:
                if time.monotonic() - looked > LOOK:
                    self._replace_the_dead()
                    looked, threads = time.monotonic(), max(sum(self._client.nthreads().values()), 1)
                while len(flying) < AHEAD * threads and (chunk := list(islice(waiting, size))):
                    flying[self._client.submit(do, self._work, chunk, VERSION, pure=False)] = len(chunk)
                if not flying:
                    return
                try:
                    with self._client.as_current():
                        done = wait(list(flying), timeout=LOOK, return_when="FIRST_COMPLETED").done
                except TimeoutError:
                    continue
                for future in done:
                    number = flying.pop(future)
                    answers, seconds = future.result()
                    size = max(min(int(CHUNK_SECONDS * number / max(seconds, 1e-6)), LARGEST_CHUNK), 1)
                    yield from answers
        except KilledWorker:
            raise Ended(WORKERS) from None
        except ImportError as error:  # raised where a worker does not know what it is to do
            raise NoCluster(
                say("a worker cannot import yisp {version} ({error})", version=VERSION, error=str(error))
            ) from None
        finally:
            for future in flying:
                with contextlib.suppress(Exception):
                    future.cancel()

    def _trust(self, configured: Any) -> None:
        """Say who is trusted where somebody else's scheduler is; raises :class:`NoCluster` without what TLS
        takes."""
        if self._address.startswith("tls://"):
            known = configured.get_tls_config_for_role("client")
            if not all(known.get(name) for name in ("ca_file", "cert", "key")):
                raise NoCluster(
                    say(
                        "tls:// takes certificates: let DASK_DISTRIBUTED__COMM__TLS__CA_FILE, …__CLIENT__CERT"
                        " and …__CLIENT__KEY name their files"
                    )
                )
        else:
            self._tell(
                say(
                    "whoever reaches {address} can run programs on all its workers: join none but a network"
                    " that you trust, or use tls://",
                    address=self._address,
                )
            )

    def _check_versions(self) -> None:
        """Raise :class:`NoCluster` where a worker has another yisp than we have."""
        try:
            found = self._client.run(version)
        except ImportError:
            raise NoCluster(
                say("a worker has no yisp: install yisp {version} there", version=VERSION)
            ) from None
        other = {name: one for name, one in found.items() if one != VERSION}
        for name, one in other.items():
            raise NoCluster(
                say("the worker {name} has yisp {other}, and this is {version}", name=name, other=one,
                    version=VERSION)
            )  # fmt: skip

    # Our own processes --------------------------------------------------------------------------

    def _start(self) -> None:
        from subprocess import DEVNULL, PIPE

        child = children.start(__name__, stdin=PIPE, stdout=DEVNULL, stderr=DEVNULL)
        self._children.append(child)
        assert child.stdin is not None
        with contextlib.suppress(OSError):  # it has died already, which is noticed later
            known = {name: getattr(self._security, name) for name in PEMS}
            child.stdin.write(json.dumps([self._own.scheduler_address, known]).encode())
            child.stdin.close()

    def _replace_the_dead(self) -> None:
        for child in [child for child in self._children if child.poll() is not None]:
            self._children.remove(child)
            child.close()
            self._deaths += 1
            if self._deaths > LIVES * self._jobs:
                raise Ended(WORKERS)
            self._start()


def do(work: Work, tasks: Sequence[Task], asked: str) -> tuple[list[tuple[int, Answer]], float]:
    """What a worker does: the answers to some tasks, and how many seconds they took."""
    if asked != VERSION:
        raise NoCluster(
            say("a worker has yisp {version}, and {asked} is asked for", version=VERSION, asked=asked)
        )
    began = time.perf_counter()
    answers = list(map(begin(work), tasks))
    return answers, time.perf_counter() - began


def version() -> str:
    """That of a worker."""
    return VERSION


def main() -> None:
    """What a process of our own does: it is a worker of the scheduler whose address it is told."""
    import asyncio
    import sys

    from distributed import Security, Worker

    async def work(address: str, known: dict[str, str]) -> None:
        async with Worker(
            address, nthreads=1, memory_limit=0, host=LOOPBACK, dashboard=False,
            dashboard_address=f"{LOOPBACK}:0", security=Security(require_encryption=True, **known),
        ) as worker:  # fmt: skip
            await worker.finished()

    logging.disable(logging.CRITICAL)
    asyncio.run(work(*json.loads(sys.stdin.read())))
