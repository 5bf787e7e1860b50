"""What a wall by itself, `yisp.Wall`, says of names and numbers that cannot be."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import yisp


def wall() -> yisp.Wall:
    return yisp.Wall({"7p": 1, "8p": 2}, exits={"p": None, "top": 2})


@pytest.mark.parametrize(("act", "said"), [
    (lambda one: one.light_a("7q", 1), "no card '7q': did you mean '7p'?"),
    (lambda one: one.remain_a("8s"), "no card '8s': did you mean '8p'?"),
    (lambda one: one.collapse("p", 0, "10p"), "no card '10p': did you mean '7p'?"),
    (lambda one: one.load_b("p8"), "no card 'p8': did you mean '8p'?"),
    (lambda one: one.pop("x"), "no exit 'x': did you mean 'p'?"),
    (lambda one: one.remain("pot"), "no exit 'pot': did you mean 'p'?"),
])  # fmt: skip
def test_unknown_names_and_exits_are_told_the_nearest(act: Callable[[yisp.Wall], object], said: str) -> None:
    with pytest.raises(ValueError) as caught:
        act(wall())
    assert said in str(caught.value)
