"""Records: named fields in slots, and data of JSON and back.

    class Point(Record):
        x: int
        y: int = 0  # what it means

    Point(1, y=2).to_data()             [1, 2]

What ``dataclasses`` would do, in a few lines: importing it costs more than most runs take, and records are on
the warm start's path.  Type checkers know them as dataclasses.  Not handled: defaults that can change, and
fields that are themselves records (whoever has them says how they become data).
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Self, dataclass_transform
else:

    def dataclass_transform(**_):
        return lambda made: made


class _Slots(type):
    """Makes a class's annotations its slots, and keeps the values that stand behind them."""

    def __new__(cls, name: str, bases: tuple[type, ...], space: dict[str, Any]) -> _Slots:
        fields = tuple(space.get("__annotations__", ()))
        defaults = {field: space.pop(field) for field in fields if field in space}
        own = {"__slots__": fields, "fields": fields, "defaults": defaults}
        return super().__new__(cls, name, bases, {**space, **own})


@dataclass_transform(eq_default=False)
class Record(metaclass=_Slots):
    """See above; ``fields`` are the names of a class's own, in order."""

    if TYPE_CHECKING:
        fields = ("",)
    else:

        def __init__(self, *values, **named):
            known = {**self.defaults, **dict(zip(self.fields, values, strict=False)), **named}
            if len(known) != len(self.fields) or len(values) > len(self.fields):
                raise TypeError(f"{type(self).__name__} takes {', '.join(self.fields)}")
            for name in self.fields:
                setattr(self, name, known[name])

    def to_data(self) -> list[Any]:
        """The fields, in order."""
        return [getattr(self, name) for name in self.fields]

    @classmethod
    def from_data(cls, data: list[Any]) -> Self:
        """The inverse of ``to_data``; raises TypeError or ValueError for other data."""
        return cls(**cls.named(data))

    @classmethod
    def named(cls, data: list[Any]) -> dict[str, Any]:
        """What ``to_data`` gave, by the fields' names; raises likewise."""
        return dict(zip(cls.fields, data, strict=True))


def data_of(found: object, *names: str) -> dict[str, Any]:
    """Those fields of an object by name, in that order, each as data."""
    return {name: as_data(getattr(found, name)) for name in names}


def as_data(value: Any) -> Any:
    """A field's value as data: an object by its ``to_dict``, and whatever holds several one by one."""
    if value is None or isinstance(value, (int, float, str)):
        return value  # most are
    if isinstance(value, (list, tuple)):
        return [as_data(one) for one in value]
    if isinstance(value, dict):
        return {name: as_data(one) for name, one in value.items()}
    return value.to_dict() if hasattr(value, "to_dict") else value
