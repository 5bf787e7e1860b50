"""The way up by itself: what moves are, which are tried first, and what others should be worth."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any

import pytest

from yisp.studies.tuning import ascent


@pytest.mark.parametrize(
    ("deck", "move"),
    [
        ((3, 2, 1), ()),
        ((3, 3, 0), ((2, -1), (1, 1))),
        ((2, 3, 1), ((0, -1), (1, 1))),
        ((4, 2, 1), ((0, 1),)),
        ((3, 0, 1), ((1, -2),)),
    ],
)
def test_what_becomes_fewer_comes_first(deck: tuple[int, ...], move: ascent.Move) -> None:
    assert ascent._move((3, 2, 1), deck) == move


A_FOR_B, A_FOR_C, B_FOR_A, C_FOR_B, C_FOR_D = (
    ((less, -1), (more, 1)) for less, more in ((1, 0), (2, 0), (0, 1), (1, 2), (3, 2))
)
MORE_C = ((2, 1),)


def test_what_is_tried_first_has_a_card_in_common_with_one_exchange() -> None:
    moves = [A_FOR_B, A_FOR_C, B_FOR_A, C_FOR_B, C_FOR_D, MORE_C]
    luck: Any = SimpleNamespace(choice=lambda exchanges: exchanges[0])
    probes, pivot = ascent._probes(moves, luck)
    assert (probes, pivot) == ([A_FOR_B, A_FOR_C, C_FOR_B, MORE_C], A_FOR_B)
    assert ascent._probes([MORE_C], random.Random(1)) == ([MORE_C], ())


def test_others_should_gain_what_their_halves_do() -> None:
    """Of `a` for `b`, which gains 1: `a` for `c` gains 3, so `c` goes at 2 more; `c` for `b` gains 5."""
    gains = {A_FOR_B: 1.0, A_FOR_C: 3.0, C_FOR_B: 5.0}
    c_for_c, b_for_c = ((2, -1), (2, 1)), ((2, -1), (1, 1))
    moves = [A_FOR_B, A_FOR_C, C_FOR_B, c_for_c, b_for_c, B_FOR_A, C_FOR_D, MORE_C]
    assert ascent._sums(moves, gains, A_FOR_B) == {
        A_FOR_B: 1.0, A_FOR_C: 3.0, C_FOR_B: 5.0, c_for_c: 7.0, b_for_c: 2.0, B_FOR_A: -1.0,
    }  # fmt: skip
    assert ascent._sums(moves, gains, ()) == {}


def test_several_are_made_at_once_as_far_as_limits_allow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ascent, "AT_ONCE", 3)
    start, allowed = (1, 2, 2, 2), {(2, 1, 2, 2), (3, 1, 1, 2), (2, 2, 2, 2), (3, 1, 2, 1), (3, 1, 1, 3)}
    search: Any = SimpleNamespace(candidates=allowed)
    likely = [A_FOR_B, C_FOR_D, A_FOR_C, ((3, 1),), ((1, 1), (0, -1))]
    assert ascent._at_once(search, start, likely) == [(3, 1, 1, 2), (3, 1, 1, 3)]
    assert ascent._at_once(search, start, [A_FOR_B]) == []
