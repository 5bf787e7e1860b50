"""What a process hears while it works: what is taken in, what is left, and what is cut off."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from yisp.view import wire, worker
from yisp.view.worker import Reader

PATIENCE = 60


class Desk:
    """Notes what it is given and asked; of each message there are two pieces to do."""

    def __init__(self) -> None:
        self.at_hand: Any = None
        self.noted: list[Any] = []
        self.idle = threading.Semaphore(0)
        self._left = 0

    def take_in(self, message: dict[str, Any]) -> None:
        self.noted.append(message["n"])
        self._left += 2

    def step(self) -> bool:
        self.noted.append("step")
        if not self._left:
            self.idle.release()
            return False
        self._left -= 1
        return True


@pytest.fixture
def pipe() -> Iterator[tuple[Any, Any]]:
    reads, writes = os.pipe()
    with os.fdopen(reads, "rb") as stream, os.fdopen(writes, "wb", buffering=0) as other:
        yield stream, other


def until(true: Callable[[], object]) -> None:
    ends = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < ends
        time.sleep(0.001)


def test_what_has_come_is_taken_in_before_the_next_piece(pipe: tuple[Any, Any]) -> None:
    stream, other = pipe
    desk, reader = Desk(), Reader(stream)
    reader.listen(desk)  # type: ignore[arg-type]
    assert not reader.waiting()
    for number in (1, 2):
        other.write(wire.line({"is": "ask", "n": number}))
    until(lambda: reader._inbox.qsize() == 2)
    assert reader.waiting()
    serving = threading.Thread(target=reader.serve, args=(desk,))
    serving.start()
    assert desk.idle.acquire(timeout=PATIENCE)
    assert desk.noted == [1, 2, *["step"] * 5]
    other.write(wire.line({"is": "ask", "n": 3}))
    assert desk.idle.acquire(timeout=PATIENCE)
    assert desk.noted[7:] == [3, *["step"] * 3]
    other.close()
    serving.join(PATIENCE)
    assert not serving.is_alive() and len(desk.noted) == 11


@pytest.mark.parametrize(
    ("message", "left"),
    [
        ({"is": "work", "tab": 1}, True),
        ({"is": "drop", "tab": 1}, True),
        ({"is": "work", "tab": 2}, False),
        ({"is": "ask", "tab": 1}, False),
    ],
)
@pytest.mark.parametrize("starved", [False, True])
def test_what_is_overtaken_is_left_and_in_the_end_cut_off(
    message: dict[str, Any], left: bool, starved: bool, pipe: tuple[Any, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "PATIENCE", 60.0 if starved else 0.01)
    monkeypatch.setattr(worker, "STARVED", 0.01 if starved else 60.0)
    stream, other = pipe
    desk, reader, halted = Desk(), Reader(stream), threading.Event()
    job = SimpleNamespace(left=False, halt=halted.set)
    desk.at_hand = SimpleNamespace(number=1, starved=starved), job
    reader.listen(desk)  # type: ignore[arg-type]
    other.write(wire.line(message))
    other.write(wire.line({"is": "ask"}))
    until(lambda: reader._inbox.qsize() == 2)
    assert job.left is left
    if left:
        assert halted.wait(PATIENCE)
    else:
        assert reader._overtaken.empty()
        assert not halted.is_set()


def test_what_comes_to_its_end_meanwhile_is_not_cut_off(
    pipe: tuple[Any, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "PATIENCE", 60.0)
    stream, other = pipe
    desk, reader, halted = Desk(), Reader(stream), threading.Event()
    first = SimpleNamespace(left=False, halt=halted.set)
    desk.at_hand = SimpleNamespace(number=1, starved=False), first
    reader.listen(desk)  # type: ignore[arg-type]
    other.write(wire.line({"is": "work", "tab": 1}))
    until(lambda: first.left)
    monkeypatch.setattr(worker, "PATIENCE", 0.0)
    second = SimpleNamespace(left=False, halt=halted.set)
    desk.at_hand = SimpleNamespace(number=1, starved=False), second
    other.write(wire.line({"is": "work", "tab": 1}))
    assert halted.wait(PATIENCE) and second.left
