"""What all tests share: a cache of their own, and both targets."""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections import defaultdict
from collections.abc import Iterator
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

# Commands that tests start would compile all of yisp anew, each for itself.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# A seed of today's, the same in all processes of a run, also where it is midnight meanwhile: slow tests that
# draw look at something else every day.
os.environ.setdefault("YISP_TESTS_SEED", str(date.today().toordinal()))

# Sixteen thousand tests are collected by every process, and none of them is garbage.
gc.set_threshold(100_000)

# The same examples in every run, and no database: what fails here fails everywhere.
settings.register_profile("yisp", derandomize=True, deadline=None, database=None)
settings.register_profile("quick", settings.get_profile("yisp"), max_examples=40)


LEFT_OUT = "not slow"
"""What pyproject.toml asks for."""

QUICK = "-Og"
"""How modules are built for the tests of a desk."""

NEVER = 10.0**6
"""Seconds that nothing in a test takes."""

AT_ONCE = 0.005
"""Seconds that ``--durations`` does not show."""

NEVER_QUICK = [Path(__file__).parent / name for name in ("browser", "site/test_built_site.py")]
"""All tests there are slow, whether they say so or not."""


def pytest_configure(config: pytest.Config) -> None:
    settings.load_profile("quick" if config.option.markexpr == LEFT_OUT else "yisp")


def pytest_collection_finish() -> None:
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def surroundings(request: pytest.FixtureRequest) -> Iterator[None]:
    """What all tests find; in one fixture, since pytest looks at every such fixture before every test.

    Commands speak English, whoever runs the tests.  Modules are built in half the time and do not run as
    fast, unless ``CFLAGS`` say how to build them, or a file of tests says that its slow ones are to meet what
    users have (``BUILT_AS_USERS_DO``).  Interrupts are heard, also in what a shell has started in the
    background.  Where slow tests are left out, an exact answer is held against an eighth of the trials before
    it is believed: tests have thousands of them, most of which they know otherwise (``full_checks``).  And no
    native module is built, nor a process started, because what this process does takes long, which is up to
    how busy the machine is: tests of that say from when on it does.
    """
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("YISP_CACHE_DIR", _private_cache(request.getfixturevalue("tmp_path_factory")))
        patch.setenv("CFLAGS", os.environ.get("CFLAGS", QUICK))
        patch.setenv("LANGUAGE", "en")
        if request.config.option.markexpr == LEFT_OUT:
            for module, name, _, number in _numbers():
                patch.setattr(module, name, number)
        yield
    signal.signal(signal.SIGINT, before)


def _private_cache(factory: pytest.TempPathFactory) -> str:
    """A cache folder of this run's own, which its processes share, or one that several runs do.

    No test touches the user's.
    """
    run = factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        run = run.parent
    return os.environ.get("YISP_TESTS_CACHE") or str(run / "cache")


@cache
def _numbers() -> list[tuple[Any, str, float, float]]:
    """What is a number of users and, where slow tests are left out, another of tests."""
    from yisp.simulate.exact import check, rehearsal
    from yisp.simulate.sampling import sample, targets
    from yisp.studies.work import decks, pools
    from yisp.view.work import job

    trials: list[tuple[Any, str]] = [(check, "TRIALS"), (rehearsal, "TRIALS"), (rehearsal, "STAGES")]
    seconds: list[tuple[Any, str]] = [
        (targets, "WORTH_BUILDING"), (decks, "WORTH_BUILDING"), (job, "LONG"),
        (sample, "WORTH_PROCESSES"), (pools, "WORTH_PROCESSES"),
    ]  # fmt: skip
    return [
        *((module, name, getattr(module, name), getattr(module, name) // 8) for module, name in trials),
        *((module, name, getattr(module, name), NEVER) for module, name in seconds),
    ]


@pytest.fixture
def full_checks(monkeypatch: pytest.MonkeyPatch) -> None:
    """In quick tests, too, the numbers are those of users: answers are held against as many trials."""
    for module, name, number, _ in _numbers():
        monkeypatch.setattr(module, name, number)


@pytest.fixture
def full_builds(monkeypatch: pytest.MonkeyPatch) -> None:
    """For slow tests of such a file, which get it as they are collected: ten thousand others need not ask."""
    if os.environ.get("CFLAGS") == QUICK:
        monkeypatch.delenv("CFLAGS")


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """A worker tells what came of a test, not that it begins and ends, nor of preparations that are nothing.

    xdist sends six messages for every test, four of which change nothing that is shown; ten thousand tests
    take a dozen seconds less without them.
    """
    if not hasattr(item.config, "workerinput"):
        return None
    runner = item.config.pluginmanager.get_plugin("runner")  # pytest's own
    for report in runner.runtestprotocol(item, log=False, nextitem=nextitem):
        if report.when == "call" or not report.passed or report.sections or report.duration > AT_ONCE:
            item.ihook.pytest_runtest_logreport(report=report)
    return True


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Where all quick tests are asked for, nothing is imported for files without any: selenium, sphinx."""
    everything = config.args_source is pytest.Config.ArgsSource.TESTPATHS
    quick = config.option.markexpr == LEFT_OUT and everything
    return True if quick and collection_path in NEVER_QUICK else None


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--share", type=int, default=1, metavar="N",
        help="of the slow tests of each file only every Nth, on another day others (default: all)",
    )  # fmt: skip


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> Iterator[None]:
    """Where the tests of a module build many native decks, or a long one (``SLOW_NATIVELY``), those are slow.

    What both targets do alike the quick tests ask of decks that many tests share, and of drawn ones.
    """
    for item in items:
        given = getattr(item, "callspec", None)
        if item.path in NEVER_QUICK or item.path.parent in NEVER_QUICK:
            item.add_marker(pytest.mark.slow)
        builds = getattr(getattr(item, "module", None), "SLOW_NATIVELY", False)
        if builds and given is not None and "native" in given.params.values():
            item.add_marker(pytest.mark.slow)
        full = getattr(getattr(item, "module", None), "BUILT_AS_USERS_DO", False)
        if full and item.get_closest_marker("slow"):
            item.fixturenames = [*item.fixturenames, "full_builds"]  # that list is also of its quick copies
    left_out = _left_out(items, config.getoption("--share"))
    if left_out:
        items[:] = [item for item in items if item not in left_out]
        config.hook.pytest_deselected(items=list(left_out))
    yield


def _left_out(items: list[pytest.Item], share: int) -> set[pytest.Item]:
    """The slow tests that are not looked at today; of each file some are."""
    files: dict[Path, list[pytest.Item]] = defaultdict(list)
    for item in items:
        if item.get_closest_marker("slow"):
            files[item.path].append(item)
    today = int(os.environ["YISP_TESTS_SEED"])
    return {
        item
        for several in files.values()
        for number, item in enumerate(several)
        if (number - today) % min(share, len(several))
    }


@pytest.fixture(params=["python", "native"])
def target(request: pytest.FixtureRequest) -> str:
    """Runs a test once for each target."""
    return str(request.param)
