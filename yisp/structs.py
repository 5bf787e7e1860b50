"""Dataclasses that are made in a tenth of the time.

    @dataclass(frozen=True, slots=True)
    class Point: ...

``dataclasses`` compiles the source of every method of every class that it makes, and a first run imports well
over a hundred of them, most of which it has no instance of.  Here it makes the fields alone; ``__init__`` is
compiled when there is a first instance, ``__eq__``, ``__hash__`` and ``__repr__`` are functions that all
classes share.  That ``frozen`` means nobody assigns to a field is left to type checkers, which see the
decorator of ``dataclasses`` itself.  So instances are quicker to make, too.
"""

from __future__ import annotations

import dataclasses
from operator import attrgetter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:

    def dataclass(*, frozen=False, slots=False, eq=True, repr=True):
        def made(cls):
            own = vars(cls)
            cls.__doc__ = cls.__doc__ or cls.__name__  # or ``dataclasses`` would put a signature together
            new = dataclasses.dataclass(slots=slots, repr=False, eq=False, init=False)(cls)
            fields = dataclasses.fields(new)
            methods = {"__init__": _initialised_at_first(new, fields)}
            if eq:
                values = _values([field.name for field in fields if field.compare])
                methods |= {"__eq__": _equal(values), "__hash__": _hashed(values) if frozen else None}
            if repr:
                methods["__repr__"] = _shown([field.name for field in fields if field.repr])
            for name, method in methods.items():
                if name not in own:
                    setattr(new, name, method)
            return new

        return made

    def _initialised_at_first(cls, fields):
        """Puts the true ``__init__`` of these fields in its own place."""

        def __init__(self, *args, **kwargs):
            cls.__init__ = _initialised(fields)
            cls.__init__(self, *args, **kwargs)

        return __init__

    def _initialised(fields):
        known, words, lines = {"_MISSING": dataclasses.MISSING}, ["self"], []
        for field in fields:
            name, word, value = field.name, field.name, field.name
            if field.default is not dataclasses.MISSING:
                known[f"_{name}_"] = field.default
                word = f"{name}=_{name}_"
            elif field.default_factory is not dataclasses.MISSING:
                known[f"_{name}_"] = field.default_factory
                word = f"{name}=_MISSING"
                value = f"_{name}_() if {name} is _MISSING else {name}"
            words.append(word)
            lines.append(f"  self.{name} = {value}")
        exec(f"def __init__({', '.join(words)}):\n" + ("\n".join(lines) or "  pass"), known)
        return known["__init__"]

    def _values(names):
        """What gives the values of these fields, in C: a tuple, or the value of the only one."""
        return attrgetter(*names) if names else lambda one: ()

    def _equal(values):
        def __eq__(self, other):
            if other.__class__ is not self.__class__:
                return NotImplemented
            return values(self) == values(other)

        return __eq__

    def _hashed(values):
        return lambda self: hash(values(self))

    def _shown(names):
        def __repr__(self):
            values = ", ".join(f"{name}={getattr(self, name)!r}" for name in names)
            return f"{self.__class__.__qualname__}({values})"

        return __repr__
