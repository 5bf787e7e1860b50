"""The routes of a search as text: a line each, the best one marked, and its parts where they were asked for.

What comes in: a :class:`~yisp.simulate.routes.Search`.  What goes out: lines.
"""

from __future__ import annotations

from collections.abc import Iterator

from .layout import padded, shown, width

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..simulate.routes import Route, Search


def render_search(search: Search) -> Iterator[str]:
    """The lines."""
    yield f"Topic: {shown(search.topic)}, trial {search.trial}, turn {search.turn}, seed {search.seed}"
    yield (
        f"{_some(len(search.routes), 'route')}, {_some(search.leaves, 'position')} at their ends,"
        f" {_some(search.nodes, 'move')} tried"
    )
    best = search.best
    rows = [(_written(route), str(route.evaluation), _moves(route), route is best) for route in search.routes]
    widest = max(width(route) for route, _, _, _ in rows)
    longest = max(len(evaluation) for _, evaluation, _, _ in rows)
    for route, evaluation, moves, is_best in rows:
        yield f"{'*' if is_best else ' '} {padded(route, widest)}  {evaluation:>{longest}}  {moves}".rstrip()
    if best.parts:
        yield f"Parts of {_written(best)}:"
        names = max(map(len, best.parts))
        for name, value in best.parts.items():
            yield f"  {name:<{names}}  {value}"


def _some(count: int, what: str) -> str:
    return f"{count} {what}{'s' * (count != 1)}"


def _written(route: Route) -> str:
    return "-".join(map(str, route.labels)) or "nothing"


def _moves(route: Route) -> str:
    words = []
    for step in route.steps:
        name, effect = step.name
        way = f"way {effect}" if step.path else "stop"
        words.append(way if step.move is None else shown(name))
    return ", ".join(words)
