"""Whole processes: how soon a run begins, exact answers, threads, and the memory of a long run."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from .conftest import Row
from .tasks import ROOT, Goal, deck_named

ROUNDS = 10
YISPC = [sys.executable, "-m", "yisp"]


def call(words: list[str], environment: dict[str, str]) -> None:
    subprocess.run(words, env=environment, cwd=ROOT, check=True, capture_output=True)


def test_bare_python(benchmark: Any, row: Row, environment: dict[str, str]) -> None:
    row("process", "python -c pass, for comparison", unit="ms")
    benchmark.pedantic(call, args=([sys.executable, "-c", "pass"], environment), rounds=ROUNDS)


def test_help(benchmark: Any, row: Row, environment: dict[str, str]) -> None:
    row("process", "yispc --help", unit="ms", goal=Goal("200 ms", "100 ms"))
    benchmark.pedantic(call, args=([*YISPC, "--help"], environment), rounds=ROUNDS)


@pytest.mark.parametrize("state", ["nothing cached", "cached"])
@pytest.mark.parametrize("name", ["hand", "effects"])
def test_ten_trials(
    name: str, state: str, benchmark: Any, row: Row, environment: dict[str, str], tmp_path: Path
) -> None:
    goal = Goal("250 ms", "120 ms") if state == "nothing cached" else Goal("120 ms", "60 ms")
    row("process", f"{name}, 10 trials, {state}", unit="ms", goal=goal)
    words = [*YISPC, str(deck_named(name)), "--count", "10"]
    environment = {**environment, "YISP_CACHE_DIR": str(tmp_path / "cache")}

    def empty_cache() -> None:
        shutil.rmtree(tmp_path / "cache", ignore_errors=True)

    call(words, environment)
    setup = empty_cache if state == "nothing cached" else None
    benchmark.pedantic(call, args=(words, environment), setup=setup, rounds=ROUNDS)


def processor_seconds(words: list[str], environment: dict[str, str]) -> float:
    """Of a process and those that it starts, the fewest of some rounds: what else runs adds little to it."""
    times = []
    for _ in range(2 * ROUNDS):
        before = os.times()
        call(words, environment)
        after = os.times()
        times.append(
            after.children_user + after.children_system - before.children_user - before.children_system
        )
    return min(times)


@pytest.mark.parametrize("language", ["zh", "ja"])
def test_another_language(
    language: str, benchmark: Any, row: Row, environment: dict[str, str], tmp_path: Path
) -> None:
    row("process", f"hand, 10 trials, cached, what {language} adds", unit="ms", goal=Goal("10 ms"))
    words = [*YISPC, str(deck_named("hand")), "--count", "10", "--lang"]
    environment = {**environment, "YISP_CACHE_DIR": str(tmp_path / "cache")}
    found: dict[str, float] = {}

    def run() -> None:
        found.update({name: processor_seconds([*words, name], environment) for name in ("en", language)})

    call([*words, "en"], environment)
    benchmark.pedantic(run, rounds=1)
    benchmark.extra_info["figure"] = (found[language] - found["en"]) * 1e3


EFFECTS = [*YISPC, str(deck_named("effects")), "--target", "native", "--method", "sample", "-q"]

PEAK = """
import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""
"""Run a command from a small process: a child's peak counts what its parent had when it was forked."""


def peak_memory(words: list[str], environment: dict[str, str]) -> float:
    """MiB that the process had resident at most."""
    command = [sys.executable, "-c", PEAK, *words]
    done = subprocess.run(command, env=environment, cwd=ROOT, check=True, capture_output=True)
    return int(done.stdout) / (2**20 if sys.platform == "darwin" else 2**10)


@pytest.mark.parametrize("trials", [10**5, 10**7], ids=["1e5", "1e7"])
def test_memory(trials: int, benchmark: Any, row: Row, environment: dict[str, str]) -> None:
    call([*EFFECTS, "--count", "10"], environment)  # builds the native module in a process of its own
    row("memory", f"effects, native, {trials:,} trials", unit="MiB", goal=Goal("the same", "the same"))
    words = [*EFFECTS, "--count", str(trials)]
    benchmark.extra_info["figure"] = benchmark.pedantic(peak_memory, args=(words, environment), rounds=1)


def seconds_of(words: list[str], environment: dict[str, str]) -> float:
    """How long the run took, by its own report."""
    done = subprocess.run([*words, "--json"], env=environment, cwd=ROOT, check=True, capture_output=True)
    return float(json.loads(done.stdout)["seconds"]["run"])


@pytest.mark.parametrize("state", ["found and checked", "kept"])
def test_exact(state: str, benchmark: Any, row: Row, environment: dict[str, str], tmp_path: Path) -> None:
    words = [*YISPC, str(deck_named("hand")), "--method", "exact"]
    row("run", f"hand, exact, {state}", unit="ms", goal=Goal("5 ms", "0.1 ms"))
    environment = {**environment, "YISP_CACHE_DIR": str(tmp_path / "cache")}
    runs: list[float] = []

    def run() -> None:
        if state == "found and checked":
            shutil.rmtree(tmp_path / "cache", ignore_errors=True)
        runs.append(seconds_of(words, environment))

    call(words, environment)
    benchmark.pedantic(run, rounds=5)
    benchmark.extra_info["figure"] = min(runs) * 1e3


def test_two_threads(benchmark: Any, row: Row, environment: dict[str, str]) -> None:
    words = [*EFFECTS, "--count", "4000000", "--jobs"]
    row("run", "effects, two threads", unit="times as fast as one", goal=Goal("1.8", "1.95"))
    runs: dict[str, list[float]] = {"1": [], "2": []}

    def run() -> None:
        for jobs, times in runs.items():
            times.append(seconds_of([*words, jobs], environment))

    benchmark.pedantic(run, rounds=3)
    benchmark.extra_info["figure"] = min(runs["1"]) / min(runs["2"])
