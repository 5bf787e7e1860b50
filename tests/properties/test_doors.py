"""Whatever shows figures shows the truth: some of what ``python -m tests.hunt --door`` looks at."""

from __future__ import annotations

from importlib import import_module

import pytest
from generated import DRAWS, TODAY
from hunt.command import DOORS
from hunt.compare import Verdict


def examined(door: str, seed: object, numbers: range) -> Verdict:
    whole = Verdict()
    module = import_module(f"hunt.doors.{door}")
    for number in numbers:
        verdict = module.examine(seed, number)
        whole.compared += verdict.compared
        found = f"python -m tests.hunt --door {door} --seed {seed} --number {number}"
        assert not verdict.differences, f"{found}: {verdict.differences[0]}"
    return whole


QUICK = {"advise": 4, "answers": 4, "lists": 30, "page": 2, "questions": 60, "studies": 6, "warnings": 4}
"""So many decks where one takes no time; of studies each sort once, of pages a file and a session."""


@pytest.mark.parametrize("door", DOORS)
def test_a_door_shows_the_truth(door: str) -> None:
    assert examined(door, 0, range(QUICK.get(door, 1))).compared


@pytest.mark.slow
@pytest.mark.parametrize("door", DOORS)
def test_a_door_shows_the_truth_of_other_decks_every_day(door: str) -> None:
    assert examined(door, TODAY, range(12 * DRAWS)).compared
