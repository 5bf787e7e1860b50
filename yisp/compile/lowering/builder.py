"""Building one function: the meaning of the forms, said in nodes.

:class:`FunctionBuilder` is the :class:`~yisp.lang.forms.Engine` that the declarations of the forms
talk to.  Its operations are ``arithmetic``, ``control``, ``cards`` and ``presence``, over ``blocks``; here
are those that concern play, and printing.

What is not handled here: what the names of a deck mean (``expressions`` asks the tables).
"""

from __future__ import annotations

from collections.abc import Sequence

from yisp_runtime.codes import EVENTS

from ...lang.tree import Event
from .. import nodes
from .operands import Body, Item, Test
from .presence import Presence
from .values import Value


class FunctionBuilder(Presence):
    """Builds the body of one function."""

    def forbid(self, tag: str) -> None:
        self.emit(nodes.Forbid(self.tables.tag(tag)))

    def install(
        self,
        event: Event,
        body: Body,
        when: Test | None,
        uses: Value | None,
        turns: Value | None,
        tags: Sequence[str],
    ) -> None:
        source, target = (
            -1 if letter is None else 1 << self.tables.zone(letter) for letter in (event.source, event.target)
        )
        kind = EVENTS.index(event.kind)
        least, most = (None if bound is None else bound.expression for bound in (uses, turns))
        function, site = self._put_off(body, when, tags)
        self.emit(nodes.Install(function, kind, source, target, least, most, site))

    def schedule(self, turns: Value, body: Body) -> None:
        function, site = self._put_off(body)
        self.emit(nodes.Schedule(function, turns.expression, site))

    def would(self, tag: str, number: Test) -> Value:
        site = self.tables.site("Y303")
        asked, arguments = self.suppose(number)
        name = self.temporary()
        passed = tuple(argument.expression for argument in arguments)
        self.emit(nodes.Would(name, self.tables.asked_tag(tag), asked, passed, site))
        return self.local(name)

    def _put_off(self, body: Body, when: Test | None = None, tags: Sequence[str] = ()) -> tuple[int, int]:
        """The function of what runs later, as long as ``when`` holds, and the site of putting it off."""
        site, limit, place = self.tables.site("Y307"), self.tables.site("Y306"), self.tables.place()
        function = self.outline(body, when, tags)
        if tags:
            self.tables.carries[function] = tags, place
        self.tables.installed[function] = site
        self.tables.installed_limits[function] = limit
        return function, site

    def print(self, items: Sequence[Item]) -> None:
        shown = tuple(item.expression for item in items if not isinstance(item, str))
        self.emit(nodes.Print(self.tables.print_site(items), shown))
