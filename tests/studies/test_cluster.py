"""A cluster gives what one core gives, bit by bit, also when its workers are killed."""

from __future__ import annotations

import contextlib
import gc
import json
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import yisp
from yisp.simulate.stop import Ended
from yisp.studies.sweeping.sweep import Sweep, run_sweep
from yisp.studies.sweeping.variants import read_axes
from yisp.studies.work import cluster

distributed = pytest.importorskip("distributed", reason="takes yisp[cluster]")
dask = pytest.importorskip("dask", reason="takes yisp[cluster]")

TEXT = """
deck: {size: 40, cards: {key: {count: 3}, pot: {count: 2, program: '@;(# X B);(# D.2 H)'}, rest: {count: -1}}}
simulate:
  count: 3000
  tests:
    opening: {exec-program: true, method: sample, combos: {one: {hand: [key]}}, stats: {hand: '|H|'}}
    exactly: {combos: {one: {hand: [key]}}}
"""
DECK = yisp.loads(TEXT, "deck.yml")
VARY = ["key=0..5", "pot=0..3", "size=40..44"]


def swept(pool: Any = None, **more: Any) -> Sweep:
    more = {"jobs": 1, **more}
    return run_sweep(DECK, read_axes(VARY, DECK), seed=7, pool=pool, **more)


def text(sweep: Sweep) -> str:
    assert sweep.ended is None
    return json.dumps(sweep.to_dict())


@pytest.fixture(scope="module")
def whole() -> str:
    return text(swept())


@pytest.fixture(scope="module")
def elsewhere() -> Iterator[Any]:
    """A cluster that somebody else has started."""
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0") as running:
        yield running


@pytest.fixture
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that much is still to be done when a worker is killed."""
    monkeypatch.setattr(cluster, "LARGEST_CHUNK", 2)


def listening(process: int) -> set[tuple[str, int]]:
    """The addresses and ports that a process listens at."""
    sockets = set()
    for file in Path(f"/proc/{process}/fd").iterdir():
        with contextlib.suppress(OSError):
            sockets.add(os.readlink(file))
    found = set()
    for table in ("tcp", "tcp6"):
        for line in Path(f"/proc/{process}/net/{table}").read_text().splitlines()[1:]:
            _, here, _, state, *_, inode = line.split()[:10]
            if state == "0A" and f"socket:[{inode}]" in sockets:
                address, port = here.split(":")
                found.add((address, int(port, 16)))
    return found


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/net/tcp").exists(), reason="takes Linux")
def test_processes_of_this_machine(whole: str) -> None:
    """They answer nobody but themselves: no other machine, and nobody without the run's certificate."""
    said: list[str] = []
    before = listening(os.getpid())
    met: set[tuple[str, int]] = set()
    refused: list[str] = []

    def progress(done: int, several: int) -> None:
        if done != 20:
            return
        (pool,) = [one for one in gc.get_objects() if type(one) is cluster.ClusterPool and one._children]
        processes = [os.getpid(), *(child.pid for child in pool._children)]
        met.update(*(listening(process) - before for process in processes))
        for scheme in ("tcp", "tls"):
            try:
                address = pool._own.scheduler_address.replace("tls:", f"{scheme}:")
                security = distributed.Security.temporary() if scheme == "tls" else None
                distributed.Client(address, timeout=1, security=security, set_as_default=False).close()
            except (OSError, TimeoutError, TypeError):
                refused.append(scheme)

    assert text(swept(cluster.cluster("local", 2, said.append), progress=progress)) == whole
    assert len(said) == 1 and said[0].startswith("dashboard of the cluster: http://127.0.0.1:")
    assert len(met) >= 4 and {address for address, _ in met} == {"0100007F"}
    assert refused == ["tcp", "tls"]


def test_who_is_trusted_elsewhere_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "PATIENCE", 0.1)
    said: list[str] = []
    with pytest.raises(cluster.NoCluster, match="no scheduler answers"):
        swept(cluster.cluster("tcp://127.0.0.1:9", None, said.append))
    assert len(said) == 1 and said[0].startswith("whoever reaches tcp://127.0.0.1:9 can run programs")
    for some in ({}, {"ca-file": "ca.pem", "client.cert": "own.pem"}):
        with (
            dask.config.set({f"distributed.comm.tls.{name}": file for name, file in some.items()}),
            pytest.raises(cluster.NoCluster, match="tls:// takes certificates"),
        ):
            swept(cluster.cluster("tls://127.0.0.1:9", None, said.append))


@pytest.mark.slow
@pytest.mark.usefixtures("small_chunks")
def test_a_killed_process_changes_nothing(whole: str, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[Any] = []
    start = cluster.children.start

    def noting(module: str, **streams: Any) -> Any:
        started.append(start(module, **streams))
        return started[-1]

    monkeypatch.setattr(cluster.children, "start", noting)

    def progress(done: int, several: int) -> None:
        if done in (20, 60):
            os.kill(started[done // 40].pid, signal.SIGKILL)

    assert text(swept(cluster.cluster("local", 2, str), progress=progress)) == whole
    assert len(started) > 2, "another one is started in its place"
    assert all(child.returncode is not None for child in started), "and none is left"


@pytest.mark.slow
@pytest.mark.usefixtures("small_chunks")
def test_a_killed_worker_of_a_cluster_elsewhere_changes_nothing(whole: str, elsewhere: Any) -> None:
    killed: list[int] = []

    def progress(done: int, several: int) -> None:
        if done == 30:
            (worker, *_) = elsewhere.workers.values()
            killed.append(worker.pid)
            os.kill(worker.pid, signal.SIGKILL)

    found = swept(cluster.cluster(elsewhere.scheduler_address, None, str), progress=progress)
    assert text(found) == whole and killed


@pytest.mark.slow
def test_workers_of_a_machine_share_what_is_built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All want a module at the same moment: a single one of them builds it; there are two."""
    log, compiler = tmp_path / "log", tmp_path / "cc"
    compiler.write_text(
        f'#!/bin/sh\ncase "$*" in *yisp_native*) echo built >> "{log}";; esac\nexec cc "$@"\n'
    )
    compiler.chmod(0o700)
    monkeypatch.setattr(cluster, "LARGEST_CHUNK", 1)
    deck = yisp.loads("set: {more: 0}\n" + TEXT.replace("|H|", "(+ more |H|)"), "deck.yml")
    variants = read_axes(["more=0..5"], deck)

    def sweep(target: str) -> str:
        pool = cluster.cluster("local", 3, str)
        return text(run_sweep(deck, variants, topics=["opening"], seed=7, target=target, pool=pool))

    python = sweep("python")
    monkeypatch.setenv("CC", str(compiler))
    monkeypatch.setenv("YISP_CACHE_DIR", str(tmp_path / "cache"))
    assert sweep("native") == python
    assert log.read_text().splitlines() == ["built", "built"]  # for trials, and for stages in pairs


def test_tuning_on_a_cluster(elsewhere: Any) -> None:
    how: dict[str, Any] = {"topic": "opening", "lock": "pot", "count": 4000, "seed": 5}
    alone = yisp.tune(DECK, jobs=1, **how).to_dict()
    assert yisp.tune(DECK, cluster=elsewhere.scheduler_address, **how).to_dict() == alone


def test_another_version(elsewhere: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "VERSION", "9.9.9")
    with pytest.raises(cluster.NoCluster, match=rf"has yisp {yisp.__version__}, and this is 9\.9\.9"):
        swept(cluster.cluster(elsewhere.scheduler_address, None, str))
    with pytest.raises(cluster.NoCluster, match=r"and 0\.0\.1 is asked for"):
        cluster.do({}, [], "0.0.1")  # type: ignore[typeddict-item]


@pytest.mark.slow
def test_nobody_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "PATIENCE", 1)
    for address in ("tcp://127.0.0.1:1", "nonsense", "xyz://host:1"):
        with pytest.raises(cluster.NoCluster, match="no scheduler answers at"):
            swept(cluster.cluster(address, None, str))


@pytest.mark.slow
def test_an_interrupt_leaves_what_was_done() -> None:
    def progress(done: int, several: int) -> None:
        if done > 10:
            raise KeyboardInterrupt

    sweep = swept(cluster.cluster("local", 2, str), progress=progress)
    assert sweep.ended == "interrupt" and 10 <= len(sweep) < len(sweep.variants)


def test_those_that_died_are_replaced_so_often() -> None:
    """As often as two processes have lives; whoever lives is left alone."""
    started: list[bool] = []
    closed: list[bool] = []
    pool: Any = object.__new__(cluster.ClusterPool)
    pool._jobs, pool._deaths, pool._start = 2, 0, lambda: started.append(True)
    alive, dead = (
        SimpleNamespace(poll=lambda code=code: code, close=lambda: closed.append(True)) for code in (None, 0)
    )
    for number in range(1, cluster.LIVES * 2 + 1):
        pool._children = [dead, alive]
        pool._replace_the_dead()
        assert (pool._children, len(started), len(closed)) == ([alive], number, number)
    pool._children = [alive, dead]
    with pytest.raises(Ended, match="workers"):
        pool._replace_the_dead()
    assert len(started) == cluster.LIVES * 2


@pytest.mark.slow
def test_processes_that_keep_dying(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster.children, "command", lambda module: ["false"])
    sweep = swept(cluster.cluster("local", 2, str))
    assert (sweep.ended, len(sweep)) == ("workers", 0)


class Client:
    """In place of dask's: two threads, which need a fifth of a second for each task.

    Nothing is ready when it is waited for first, and everything is from then on."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, wrong: Exception | None = None) -> None:
        self.sizes: list[int] = []
        self.most = self.waits = self.cancelled = 0
        self._flying = 0
        self._wrong = wrong
        monkeypatch.setattr(distributed, "wait", self._wait)

    def pool(self) -> Any:
        pool: Any = object.__new__(cluster.ClusterPool)
        pool._work, pool._client, pool._children = {}, self, []
        return pool

    def nthreads(self) -> dict[str, int]:
        return {"one": 1, "other": 1}

    def as_current(self) -> Any:
        return contextlib.nullcontext()

    def submit(self, do: object, work: object, chunk: list[int], asked: str, *, pure: bool) -> Any:
        assert (do, work, asked, pure) == (cluster.do, {}, yisp.__version__, False)
        self.sizes.append(len(chunk))
        self._flying += 1
        self.most = max(self.most, self._flying)
        return Future(self, chunk)

    def result(self, chunk: list[int]) -> tuple[list[tuple[int, str]], float]:
        self._flying -= 1
        if self._wrong is not None:
            raise self._wrong
        return [(task, f"answer {task}") for task in chunk], 0.2 * len(chunk)

    def _wait(self, flying: list[Any], *, timeout: float, return_when: str) -> Any:
        assert return_when == "FIRST_COMPLETED"
        self.waits += 1
        if self.waits == 1:
            raise TimeoutError
        return SimpleNamespace(done=flying[:1])


class Future:
    def __init__(self, client: Client, chunk: list[int]) -> None:
        self.client, self.chunk = client, chunk

    def result(self) -> Any:
        return self.client.result(self.chunk)

    def cancel(self) -> None:
        self.client.cancelled += 1


def test_chunks_are_as_large_as_half_a_second_of_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """And two for each thread are under way at a time."""
    client = Client(monkeypatch)
    answers = list(client.pool().map(range(11), 11))
    assert answers == [(task, f"answer {task}") for task in range(11)]
    assert (client.sizes, client.most, client.cancelled) == ([1, 1, 1, 1, 2, 2, 2, 1], 4, 0)


def test_what_is_under_way_when_nobody_listens_any_more_is_cancelled(monkeypatch: pytest.MonkeyPatch) -> None:
    client = Client(monkeypatch)
    answers = client.pool().map(range(100), 100)
    next(answers)
    answers.close()
    assert client.cancelled == 3


@pytest.mark.parametrize(
    ("wrong", "raised", "said"),
    [
        (distributed.KilledWorker("task", None, 3), Ended, "workers"),
        (ImportError("no yisp"), cluster.NoCluster, r"cannot import yisp .* \(no yisp\)"),
    ],
)
def test_what_workers_die_of(
    wrong: Exception, raised: type[BaseException], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(raised, match=said):
        list(Client(monkeypatch, wrong).pool().map(range(3), 3))
