"""The fuzz itself: a few hundred inputs of a fixed seed, and whether it finds what was planted."""

from __future__ import annotations

import os
import signal
import threading
import time
from itertools import count
from pathlib import Path
from random import Random

import pytest

from yisp.deck.schema import KEYS
from yisp.lang.forms import FORMS

from . import shrink
from .case import Case, Unsound, random_of
from .judge import printable, sound
from .parts import PARTS
from .workers import a_folder, alone, judged, run

SEED = 4
INPUTS = 14


@pytest.mark.parametrize("name", ["bytes", "yaml", "script", "wall", "seats", "import", "editor"])
def test_a_few_inputs(name: str) -> None:
    part, answers = PARTS[name], set()
    with a_folder():
        for number in range(INPUTS):
            case = part.draw(random_of(SEED, name, number))
            answer, sort, detail = judged(part, case)
            assert answer is not None, f"{sort} at {number}: {case.shown()}\n{detail}"
            answers.add(answer)
    # Neither all refused nor all the same.
    assert answers & {"ran", "noticed", "hovered and defined"} and len(answers) > (
        3 if name == "editor" else 5
    )


@pytest.mark.slow
def test_a_few_processes() -> None:
    part = PARTS["process"]
    with a_folder():
        for number in range(5):
            case = part.draw(random_of(SEED, "process", number))
            answer, sort, detail = judged(part, case)
            assert answer is not None, f"{sort} at {number}: {case.shown()}\n{detail}"


def test_an_input_follows_from_its_number() -> None:
    for name, part in PARTS.items():
        if name == "kill":
            continue  # there are only so many
        assert part.draw(random_of(3, name, 5)) == part.draw(random_of(3, name, 5))
        assert len({part.draw(random_of(3, name, number)) for number in range(20)}) > 10


def test_what_is_declared_is_drawn() -> None:
    """Every key and form there is occurs, whoever declared it."""
    drawn = "".join(
        PARTS[name].draw(random_of(SEED, name, number)).text.decode("utf-8", "replace")
        for name in ("yaml", "script") for number in range(600)
    )  # fmt: skip
    names = {key.name for key in KEYS.values()} - {"*", "[A-Z]"}
    assert not {name for name in names if f"{name}" not in drawn}
    assert not {name for name in FORMS if f"({name} " not in drawn}


class Planted:
    """A part in which some inputs are faults."""

    name = "planted"
    shrinks = True
    seconds = 0.05
    patience = 15.0

    def draw(self, random: Random) -> Case:
        return Case(
            random.choice((b"fine", b"a line\nsome bad line\nmore", b"dead", b"slow", b"deaf", b"hungry"))
        )

    def judge(self, case: Case) -> str:
        if b"bad" in case.text:
            raise Unsound("a planted fault")
        if case.text == b"dead":
            os.kill(os.getpid(), signal.SIGSEGV)
        if case.text == b"deaf":
            signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGPROF])
            threading.Event().wait()
        while case.text == b"slow":
            time.process_time()
        if case.text == b"hungry":
            bytearray(2**40)
        return "fine"


@pytest.mark.slow  # it waits for what never ends
def test_planted_faults_are_found() -> None:
    tally = run(Planted(), 8, inputs=10, ends=None, jobs=2)
    assert set(tally.findings) == {
        "a planted fault", "died: SIGSEGV", "takes too long", "hangs", "MemoryError"
    }  # fmt: skip
    assert tally.judged == 10 == tally.times.total() + tally.answers.total()
    assert set(tally.answers) == {"fine"}


def test_a_finding_is_made_small() -> None:
    part = Planted()
    case = Case(b"a line\nsome bad line\nmore")
    text = shrink.smaller(case.text, lambda text: alone(part, Case(text)) == "a planted fault")
    assert text == b"bad"


def test_what_must_not_be_printed() -> None:
    printable("a line\nand 灰流丽\u3000")
    with pytest.raises(Unsound):
        printable("\x1b[2J")
    with pytest.raises(Unsound):
        printable("\u202egnp")
    assert sound([]) == "nothing said"  # type: ignore[arg-type]


def test_nothing_is_left_lying_about(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    part = Planted()
    dead = next(number for number in count() if part.draw(random_of(SEED, part.name, number)).text == b"dead")
    assert run(part, SEED, first=dead, inputs=1, ends=None, jobs=1).findings
    for text in (b"fine", b"dead"):
        alone(part, Case(text))
    assert not list(tmp_path.iterdir())
