"""The parts of the fuzz by name."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from .case import Case, Part
from .editing import judge_editing, some_editing
from .imports import judge_import, some_import
from .judge import judge_deck, judge_script
from .kills import Kills
from .mutations import mutated, some_deck
from .processes import Processes
from .scripts import CONTEXTS, Scripts
from .seats import seats
from .structure import deck_file
from .walls import wall


class InProcess:
    """Inputs that are judged where they are drawn."""

    shrinks = True
    seconds = 10.0
    patience = 100.0

    def __init__(self, name: str, draw: Callable[[Random], Case], judge: Callable[[Case], str]) -> None:
        self.name = name
        self.draw = draw
        self.judge = judge


def draw_bytes(random: Random) -> Case:
    return Case(mutated(random, some_deck(random)))


def draw_yaml(random: Random) -> Case:
    text = deck_file(random)
    return Case(mutated(random, text) if random.random() < 0.1 else text)


def draw_script(random: Random) -> Case:
    context = random.choice(CONTEXTS)
    return Case(Scripts(random).script(context).encode("utf-8", "surrogatepass"), (context,))


def draw_wall(random: Random) -> Case:
    return Case(wall(random))


def draw_seats(random: Random) -> Case:
    return Case(seats(random))


TEXTS = {
    "bytes": draw_bytes, "yaml": draw_yaml, "script": draw_script, "wall": draw_wall, "seats": draw_seats,
}  # fmt: skip

PARTS: dict[str, Part] = {
    "bytes": InProcess("bytes", draw_bytes, judge_deck),
    "yaml": InProcess("yaml", draw_yaml, judge_deck),
    "script": InProcess("script", draw_script, judge_script),
    "wall": InProcess("wall", draw_wall, judge_deck),
    "seats": InProcess("seats", draw_seats, judge_deck),
    "import": InProcess("import", some_import, judge_import),
    "editor": InProcess("editor", some_editing, judge_editing),
    "process": Processes(TEXTS),
    "kill": Kills(),
}
