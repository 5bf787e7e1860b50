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


QUICK = {
    "advise": (0, range(1, 4)), "answers": (0, range(2, 4)), "lists": (0, range(20)), "page": (2, range(2)),
    "questions": (0, range(40)), "studies": (3, range(6)), "warnings": (0, range(3)),
}  # fmt: skip
"""Of which seed, and which decks, where more than one takes no time: of studies each sort once, of pages a
file and a session.  The seeds are of decks that have small laws and yet show all that is asked about."""


@pytest.mark.parametrize("door", DOORS)
def test_a_door_shows_the_truth(door: str) -> None:
    assert examined(door, *QUICK.get(door, (0, range(1)))).compared


@pytest.mark.slow
@pytest.mark.parametrize("door", DOORS)
def test_a_door_shows_the_truth_of_other_decks_every_day(door: str) -> None:
    assert examined(door, TODAY, range(12 * DRAWS)).compared
