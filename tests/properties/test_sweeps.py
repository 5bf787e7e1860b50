"""Drawn decks, swept by trials: what a variant adds is what comparing it by itself says, digit by digit.

A sweep plays the deck once for all its variants, and keeps what there is room for (``studies/tape.py``); a
comparison plays both decks for itself.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from generated import few_of
from hunt.decks import small_deck
from running import load_text

import yisp
from yisp.studies.comparison import compare, tape

pytestmark = pytest.mark.filterwarnings("ignore::yisp.PlayWarning", "ignore::yisp.DeckWarning")


@pytest.mark.parametrize("seed", few_of(24, 2))
def test_a_variant_adds_what_comparing_it_says(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    random = Random(f"sweeps {seed}")
    deck = load_text(small_deck(random))
    monkeypatch.setattr(tape, "MARK", 32)
    monkeypatch.setattr(tape, "ROOM", random.choice((0, 5_000, 20_000, 2**25)))
    monkeypatch.setattr(compare, "FIRST_TRIALS", 70)
    kind = random.choice(deck.kinds)
    more: dict[str, Any] = random.choice(({"count": 150}, {"until": 0.08}))
    how: dict[str, Any] = {"method": "sample", "seed": seed, "target": "python", **more}
    if random.randrange(2):
        how["policy"] = "random"
    sweep = yisp.sweep(deck, f"{kind.name}={kind.count}..{kind.count + 2}", jobs=1, **how)
    found = [point for point in sweep.points if point.differences]
    unplayed = [point for point in sweep.points if point.reason]  # for an effect that `random` cannot weigh
    assert len(found) == 2 or ("policy" in how and len(unplayed) == 3)
    for point in found:
        (count,) = point.variant.values
        (compared,) = yisp.compare(deck, deck.with_counts({kind.name: count}), **how).topics
        assert [(one.value, one.low, one.high, one.trials) for one in point.differences if one] == [
            (gap.mean, *(gap.ci95 or (None, None)), compared.trials) for gap in compared.differences[0].gaps
        ]
