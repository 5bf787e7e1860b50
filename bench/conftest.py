"""Every benchmark runs on a cache of its own, and says in ``extra_info`` what row of the table it fills.

``--rounds N`` lets each have at most so many rounds, for who asks whether it runs and not how fast.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from .tasks import NO_GOAL, Goal

Row = Callable[..., None]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--rounds", type=int, metavar="N", help="at most so many rounds of each benchmark")


@pytest.fixture(scope="session", autouse=True)
def cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A cache folder that is empty at first; what an earlier run built is not used."""
    folder = tmp_path_factory.mktemp("cache")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("YISP_CACHE_DIR", str(folder))
        yield folder


@pytest.fixture(scope="session")
def environment(cache: Path) -> dict[str, str]:
    """The environment of child processes: without what would make their start untypical."""
    return {key: value for key, value in os.environ.items() if not key.startswith(("COV_", "PYTEST_"))}


@pytest.fixture
def benchmark(benchmark: Any, pytestconfig: pytest.Config) -> Any:
    """The plugin's, with no more rounds than are asked for."""
    most = pytestconfig.getoption("--rounds")
    if most is not None:
        timed = benchmark.pedantic

        def fewer(*words: Any, rounds: int, **more: Any) -> Any:
            return timed(*words, rounds=min(rounds, most), **more)

        benchmark.pedantic = fewer
    return benchmark


@pytest.fixture
def row(benchmark: Any) -> Row:
    """Declare the benchmark's row in the table (see ``__main__``)."""

    def declare(
        section: str,
        what: str,
        *,
        unit: str = "ns",
        divide: int = 1,
        goal: Goal = NO_GOAL,
        peer: tuple[str, float] | None = None,
        c: tuple[str, ...] = (),
    ) -> None:
        benchmark.extra_info.update(
            section=section, what=what, unit=unit, divide=divide, must=goal.must, aim=goal.aim,
            peer=peer, c=c,
        )  # fmt: skip

    return declare
