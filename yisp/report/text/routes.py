"""The routes of a search as text: a line each, the best one marked, and its parts where they were asked for.

What comes in: a :class:`~yisp.simulate.worlds.routes.Search`.  What goes out: lines.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...columns import width
from ...messages import say_n, told, translated, with_commas
from ..layout import padded, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...simulate.worlds.routes import Route, Search


def render_search(search: Search) -> Iterator[str]:
    """The lines."""
    yield told(
        "Topic: {topic}, trial {trial}, turn {turn}, seed {seed}",
        topic=shown(search.topic), trial=search.trial, turn=search.turn, seed=search.seed,
    )  # fmt: skip
    yield told(
        "{routes} to {positions}, {moves} tried",
        routes=say_n("{number} route", "{number} routes", len(search.routes)),
        positions=say_n("{number} position", "{number} positions", search.leaves),
        moves=say_n("{number} move", "{number} moves", search.nodes),
    )
    best = search.best
    rows = [(_written(route), str(route.evaluation), _moves(route), route is best) for route in search.routes]
    widest = max(width(route) for route, _, _, _ in rows)
    longest = max(len(evaluation) for _, evaluation, _, _ in rows)
    for route, evaluation, moves, is_best in rows:
        yield f"{'*' if is_best else ' '} {padded(route, widest)}  {evaluation:>{longest}}  {moves}".rstrip()
    if best.parts:
        yield told("Parts of {route}:", route=_written(best))
        names = max(map(width, best.parts))
        for name, value in best.parts.items():
            yield f"  {padded(name, names)}  {value}"


def _written(route: Route) -> str:
    return "-".join(map(str, route.labels)) or told("nothing")


def _moves(route: Route) -> str:
    words = []
    for step in route.steps:
        name, effect = step.name
        way = told("way {number}", number=effect) if step.path else told("stop")
        words.append(way if step.move is None else shown(name))
    return translated(with_commas(words))
