"""Records: named fields, and data and back."""

from __future__ import annotations

import pytest
from running import compile_text, deck_text

from yisp.compile.program import Program
from yisp.compile.record import Record, as_data, data_of


class Point(Record):
    x: int
    y: list[int]


def test_fields_are_named() -> None:
    point = Point(x=1, y=[2])
    assert (point.x, point.y, point.to_data()) == (1, [2], [1, [2]])
    assert Point.fields == ("x", "y")
    again = Point.from_data([3, [4]])
    assert (again.x, again.y) == (3, [4])


class Pixel(Record):
    at: Point
    colour: str = "grey"


def test_fields_may_have_values_and_stand_in_order() -> None:
    point = Point(1, [2])
    assert (point.x, point.y) == (1, [2])
    assert Pixel.fields == ("at", "colour")
    assert (Pixel(point).colour, Pixel(point, colour="red").colour) == ("grey", "red")
    with pytest.raises(TypeError):
        Pixel(point, "red", 3)  # type: ignore[call-arg]


def test_there_are_no_other_fields() -> None:
    with pytest.raises(AttributeError):
        Point(x=1, y=[]).z = 3  # type: ignore[attr-defined]


@pytest.mark.parametrize("values", [{}, {"x": 1}, {"x": 1, "z": 2}, {"x": 1, "y": [], "z": 3}])
def test_all_fields_must_be_given(values: dict[str, object]) -> None:
    with pytest.raises((TypeError, KeyError)):
        Point(**values)  # type: ignore[arg-type]


@pytest.mark.parametrize("data", [[], [1], [1, [2], 3]])
def test_other_data_is_refused(data: list[object]) -> None:
    with pytest.raises(ValueError):
        Point.from_data(data)


def test_a_program_is_its_data() -> None:
    cards = {"a": {"count": 3, "program": ["[1]@;(# D.1 B)"]}, "b": {"count": 70}}
    topic = {"combos": {"c": {"hand": ["a"]}}, "expect": ["rate >= 0"], "stats": {"s": "|H|"}}
    data = compile_text(deck_text(cards, {"t": topic}, simulate={"seed": 3})).to_data()
    again = Program.from_data(data)
    assert again.to_data() == data
    assert again.topics[0].expect[0].relation == ">=" and again.sites[0].code


class Told(Record):
    name: str

    def to_dict(self) -> dict[str, str]:
        return {"name": self.name}


@pytest.mark.parametrize(
    ("value", "data"),
    [
        (None, None), (0, 0), (2.5, 2.5), ("word", "word"), (True, True), ((1, (2, [3])), [1, [2, [3]]]),
        ({"a": (1,), "b": {"c": None}}, {"a": [1], "b": {"c": None}}), (Told("x"), {"name": "x"}),
        ([Told("x"), {"a": Told("y")}], [{"name": "x"}, {"a": {"name": "y"}}]), (b"bytes", b"bytes"),
    ],
)  # fmt: skip
def test_whatever_holds_values_is_data(value: object, data: object) -> None:
    assert as_data(value) == data


def test_some_fields_as_data_stand_in_the_order_that_is_asked_for() -> None:
    found = data_of(Pixel(Point(1, [2]), "red"), "colour")
    assert found == {"colour": "red"}
    found = data_of(Point(1, [2, 3]), "y", "x")
    assert list(found.items()) == [("y", [2, 3]), ("x", 1)]
