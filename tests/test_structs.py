"""``yisp.structs``: its dataclasses are those of ``dataclasses``, but for what they take to be made."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from dataclasses import field
from types import SimpleNamespace
from typing import Any

import pytest

from yisp import structs


def points(dataclass: Any) -> SimpleNamespace:
    """Classes of several sorts, made by that decorator."""

    @dataclass(frozen=True, slots=True)
    class Point:
        x: int
        y: int = 0
        where: str = field(default="", compare=False)
        secret: str = field(default="", repr=False)

    @dataclass(frozen=True, slots=True)
    class One:
        """With a single field, and a text of its own."""

        x: int

        def __repr__(self) -> str:
            return f"<{self.x}>"

    @dataclass(frozen=True, slots=True)
    class Empty:
        pass

    @dataclass(slots=True)
    class Changing:
        x: list[int] = field(default_factory=list)

    @dataclass(slots=True, eq=False)
    class Itself:
        x: int = 0

    class Further(Point):
        pass

    return SimpleNamespace(**{name: made for name, made in locals().items() if isinstance(made, type)})


OURS, THEIRS = points(structs.dataclass), points(dataclasses.dataclass)


def some(of: SimpleNamespace) -> list[Any]:
    return [
        of.Point(1), of.Point(1, 0, "here"), of.Point(1, secret="s"), of.Point(x=1, y=2), of.Further(1),
        of.One(1), of.One(2), of.Empty(), of.Changing(), of.Changing([1]), of.Itself(),
    ]  # fmt: skip


def test_they_show_themselves_as_those_of_dataclasses_do() -> None:
    def shown(of: SimpleNamespace) -> list[str]:
        return [repr(one) for one in some(of)]

    assert shown(OURS) == shown(THEIRS)


def test_they_are_equal_where_those_are() -> None:
    def equal(of: SimpleNamespace) -> list[bool]:
        return [one == other for one in some(of) for other in some(of)]

    assert equal(OURS) == equal(THEIRS)
    assert OURS.Point(1).__eq__(1) is NotImplemented


def test_they_have_a_hash_where_those_do() -> None:
    for ours, theirs in zip(some(OURS), some(THEIRS), strict=True):
        assert (type(ours).__hash__ is None) == (type(theirs).__hash__ is None)
    assert len({OURS.Point(1), OURS.Point(1, 0, "here"), OURS.Point(2), OURS.One(1), OURS.One(1)}) == 3


def test_fields_are_known_and_kept_in_slots() -> None:
    for ours, theirs in zip(some(OURS), some(THEIRS), strict=True):
        names, theirs_names = ([one.name for one in dataclasses.fields(both)] for both in (ours, theirs))
        assert names == theirs_names
        assert getattr(type(ours), "__slots__", ()) == getattr(type(theirs), "__slots__", ())
        assert type(ours).__match_args__ == type(theirs).__match_args__
    with pytest.raises(AttributeError):
        OURS.Changing().other = 1


@structs.dataclass(frozen=True, slots=True)
class Point:
    """One that can be imported by its name."""

    x: int
    y: int


def test_they_are_copied_replaced_and_pickled() -> None:
    one = Point(1, 2)
    assert copy.deepcopy(one) == pickle.loads(pickle.dumps(one)) == one
    assert dataclasses.replace(one, y=3) == Point(1, 3)
