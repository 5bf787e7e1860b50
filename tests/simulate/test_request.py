"""What a run is asked, once nothing is left open: by the caller, by the deck file, by nobody."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from yisp.compile.program import GREEDY
from yisp.simulate import request
from yisp.simulate.request import RECORDS, UNTIL_COUNT, Request, cores


def program(**settings: Any) -> Any:
    return SimpleNamespace(settings={"count": None, "seed": None, "strict": False, **settings})


ROWS: Any = object()


@pytest.mark.parametrize(
    ("settings", "asked", "expected"),
    [
        ({}, {}, (UNTIL_COUNT, None, True)),
        ({"count": 500}, {}, (500, None, False)),
        ({"count": 500}, {"count": 7}, (7, None, False)),
        ({}, {"count": 7}, (7, None, False)),
        ({}, {"until": 0.01}, (UNTIL_COUNT, 0.01, False)),
        ({"count": 500}, {"until": 0.01}, (UNTIL_COUNT, 0.01, False)),
        ({}, {"count": 7, "until": 0.01}, (7, 0.01, False)),
        ({}, {"rows": ROWS}, (RECORDS, None, False)),
        ({"count": 500}, {"rows": ROWS}, (500, None, False)),
        ({}, {"rows": ROWS, "until": 0.01}, (UNTIL_COUNT, 0.01, False)),
        ({}, {"rows": ROWS, "count": 7}, (7, None, False)),
    ],
)
def test_how_many_trials_are_asked_for(
    settings: dict[str, Any], asked: dict[str, Any], expected: Any
) -> None:
    found = Request(program(**settings), **asked)
    assert (found.count, found.until, found.open) == expected


def test_the_caller_comes_before_the_deck_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request, "fresh_seed", lambda: 99)
    asked = [
        Request(program()),
        Request(program(seed=0, strict=True)),
        Request(program(seed=5, strict=True), seed=0, strict=False, jobs=3),
    ]
    assert [(one.seed, one.strict) for one in asked] == [(99, False), (0, True), (0, False)]
    assert [one.jobs for one in asked] == [cores(), cores(), 3]


def test_records_need_trials() -> None:
    topic: Any = SimpleNamespace(method="exact", policy=GREEDY, played_by=lambda kinds: kinds or ["greedy"])
    assert [
        Request(program(), **asked).method_for(topic)
        for asked in ({}, {"method": "auto"}, {"rows": ROWS}, {"rows": ROWS, "method": "exact"})
    ] == ["exact", "auto", "sample", "sample"]
    assert [one.kind for one in Request(program()).policies_of(topic)] == ["greedy"]
    assert [one.kind for one in Request(program(), policies=["best", "random"]).policies_of(topic)] == [
        "best", "random",
    ]  # fmt: skip


def test_as_many_processes_as_there_are_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request.os, "sched_getaffinity", lambda process: {1, 5, 7}, raising=False)
    assert cores() == 3
    monkeypatch.delattr(request.os, "sched_getaffinity")
    monkeypatch.setattr(request.os, "cpu_count", lambda: 6)
    assert cores() == 6
    monkeypatch.setattr(request.os, "cpu_count", lambda: None)
    assert cores() == 1
