"""What a wall by itself, `yisp.Wall`, says of names and numbers that cannot be; numbers of its neighbours."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import yisp
from yisp.interactive.wall import MOST_IN_FAMILY


def wall() -> yisp.Wall:
    return yisp.Wall({"7p": 1, "8p": 2}, exits={"p": None, "top": 2})


@pytest.mark.parametrize(("act", "said"), [
    (lambda one: one.light_a("7q", 1), "no card '7q': did you mean '7p'?"),
    (lambda one: one.remain_a("8s"), "no card '8s': did you mean '8p'?"),
    (lambda one: one.collapse("p", 0, "10p"), "no card '10p': did you mean '7p'?"),
    (lambda one: one.load_b("p8"), "no card 'p8': did you mean '8p'?"),
    (lambda one: one.pop("x"), "no exit 'x': did you mean 'p'?"),
    (lambda one: one.remain("pot"), "no exit 'pot': did you mean 'p'?"),
    (lambda one: one.remain("x" * 100), f"no exit '{'x' * 100}'"),
    (lambda one: one.remain_a("x" * 100), f"no card '{'x' * 100}'"),
])  # fmt: skip
def test_unknown_names_and_exits_are_told_the_nearest(act: Callable[[yisp.Wall], object], said: str) -> None:
    with pytest.raises(ValueError) as caught:
        act(wall())
    assert str(caught.value) == f"the wall has {said}"


@pytest.mark.parametrize(("arguments", "said"), [
    ({"exits": {}}, "a wall has an exit"),
    ({"stock": {"a": 9_999}, "reserve": {"b": 2}}, "a wall has at most 10000 cards"),
    ({"kinds": {"a": "b", "b": "c"}}, "'b', the kind of 'a', is of the kind 'c' itself"),
    (
        {"stock": {"a": MOST_IN_FAMILY}, "reserve": {"b": 1}, "kinds": {"b": "a"}},
        f"the kind 'a' has several names and more than {MOST_IN_FAMILY} cards",
    ),
    ({"stock": {"a": -1}}, "'a': a number from 0 on is wanted, not -1"),
])  # fmt: skip
def test_walls_that_cannot_be(arguments: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError) as caught:
        yisp.Wall(**{"stock": {}, **arguments})
    assert str(caught.value) == said


def test_walls_as_large_as_they_can_be() -> None:
    assert yisp.Wall({"a": 9_998}, {"b": 2}).remain_a("a") == 9_998
    family = yisp.Wall({"a": MOST_IN_FAMILY - 1, "b": 1}, kinds={"b": "a"})
    assert family.remain_a("a") == MOST_IN_FAMILY and family.remain_a("a", exact=True) == MOST_IN_FAMILY - 1
    assert yisp.Wall({"a": MOST_IN_FAMILY + 1}).remain_a("a") == MOST_IN_FAMILY + 1


def test_what_goes_wrong_at_an_exit_and_what_no_zone_is() -> None:
    one = wall()
    with pytest.raises(ValueError, match="not 'C'"):
        one.inc_mk("p", 0, "7p", 1, "C")
    assert sorted([one.pop("top"), one.pop("top")]) and one.remain("top") == 0
    with pytest.raises(yisp.PlayError, match="the exit `top` has given all it can") as caught:
        one.pop("top")
    (told,) = caught.value.diagnostics
    assert told.code == "Y309" and told.place is not None and told.place.length == 3


NO_NUMBER: Any = 1.5


@pytest.mark.parametrize(("act", "said"), [
    (lambda one: one.light_a("7p", 1.5), "'mk': a whole number is wanted, not 1.5"),
    (lambda one: one.light_b("7p", "3"), "'mk': a whole number is wanted, not '3'"),
    (lambda one: one.light_a("7p", True), "'mk': a whole number is wanted, not True"),
    (lambda one: one.inc_mk("p", 1.0, "7p", 1), "'place': a whole number is wanted, not 1.0"),
    (lambda one: one.collapse("p", None, "7p"), "'place': a whole number is wanted, not None"),
    (lambda one: one.distribution("p", False), "'place': a whole number is wanted, not False"),
    (lambda one: one.load_b("7p", 1.5), "'n': a whole number is wanted, not 1.5"),
    (lambda one: yisp.Wall({"7p": NO_NUMBER}), "'7p': a whole number is wanted, not 1.5"),
    (lambda one: yisp.Wall({}, exits={"p": NO_NUMBER}), "'p': a whole number is wanted, not 1.5"),
    (lambda one: yisp.Wall({}, seed=NO_NUMBER), "'seed': a whole number is wanted, not 1.5"),
    (lambda one: yisp.Table(seed=NO_NUMBER), "'seed': a whole number is wanted, not 1.5"),
    (lambda one: yisp.Table().open(NO_NUMBER), "'trial': a whole number is wanted, not 1.5"),
])  # fmt: skip
def test_what_is_no_whole_number(act: Callable[[yisp.Wall], object], said: str) -> None:
    with pytest.raises(TypeError) as caught:
        act(wall())
    assert str(caught.value) == said


def full() -> yisp.Wall:
    """A wall on whose first place 64 marks wait."""
    one = yisp.Wall(dict.fromkeys(map(str, range(70)), 1))
    for card in range(64):
        one.light_a(str(card), 9_000_000)
    return one


WITHIN = "presence is within 10,000,000 either way"


@pytest.mark.parametrize(("act", "said"), [
    (lambda one: one.light_a("1", 10_000_001), f"{WITHIN}, and 10000001 is not"),
    (lambda one: one.light_b("1", -(2**70)), f"{WITHIN}, and {-(2**70)} is not"),
    (lambda one: one.light_a("1", 1_000_001), f"{WITHIN}, and together with what waits this is not"),
    (lambda one: one.light_a("65", 1), "64 marks wait already, and no more can"),
    (lambda one: one.inc_mk("pii", 10_000, "1", -1), "64 marks wait already, and no more can"),
    (lambda one: one.inc_mk("pii", 10_001, "1", 1), "places lie within 10,000 cards"),
    (lambda one: one.collapse("pii", 2**70, "1"), "places lie within 10,000 cards"),
    (lambda one: one.distribution("pii", 2**70), "places lie within 10,000 cards"),
    (lambda one: one.load_b("1", -1), "'n': a number from 0 on is wanted, not -1"),
])  # fmt: skip
def test_the_limit_that_was_hit_is_named(act: Callable[[yisp.Wall], object], said: str) -> None:
    one = full()
    before = one.distribution()
    with pytest.raises(ValueError) as caught:
        act(one)
    assert str(caught.value) == said
    assert one.distribution() == before


def test_numbers_at_their_limits() -> None:
    one = full()
    one.light_a("1", 1_000_000)
    one.light_a("1", -10_000_000)  # a mark that adds nothing is gone
    one.inc_mk("pii", 10_000, "1", 10_000_000)
    one.collapse("pii", 10_000, "1")
    one.load_b("3", 2**70)
    assert one.remain_a("3") == 0
    assert yisp.Wall({"a": 3}, exits={"pii": 2**70}).remain("pii") == 3
