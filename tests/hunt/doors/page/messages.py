"""What the server of `yispc view` says of a text before there are numbers: what is wrong, and the deck.

What comes in: a text, and messages of ``view.protocol`` about it.  What goes out: differences, in the verdict
of a :class:`~page_held.Held`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from yisp.compile.pipeline import compile_deck
from yisp.deck.load import loads
from yisp.lang.diagnostics import DeckError

from .held import Held
from .truth import Known


def hold_diagnostics(held: Held, text: str, said: Mapping[str, Any] | None) -> None:
    """What is wrong with a text is said of it, at places that it has."""
    if said is None:
        return
    try:
        deck = loads(text, "deck.yml")
        found = list(deck.diagnostics)
        compile_deck(deck)
    except DeckError as error:
        found = list(error.diagnostics)
    expected = sorted((one.code, one.place.line, one.place.column) for one in found if one.place is not None)
    items = sorted((one["code"], one["line"], one["column"]) for one in said["items"])
    errors = any(one.severity == "error" for one in found)
    held.same("view: diagnostics", "errors", errors, any(_is_error(one) for one in said["items"]))
    if not errors:
        held.same("view: diagnostics", "warnings", expected, items)
    lines = text.split("\n")
    for one in said["items"]:
        is_so = 1 <= one["line"] <= len(lines) and 1 <= one["column"] <= len(lines[one["line"] - 1]) + 1
        held.holds("view: diagnostics", "a place", is_so, len(lines), one)


def hold_deck(
    held: Held,
    random: Random,
    text: str,
    known: Known,
    said: Mapping[str, Any],
    read: Callable[[str], Known | None],
) -> None:
    """The cards and topics of a text, and where the count of one of them is written."""
    deck = known.deck
    size = sum(kind.count for kind in deck.kinds if kind.zone is None)
    held.same("view: deck", "size", size, said["size"])
    held.same("view: deck", "topics", [topic.name for topic in deck.topics], said["topics"])
    counts = {kind.name: kind.count for kind in deck.kinds}
    held.same("view: deck", "counts", counts, {card["name"]: card["count"] for card in said["cards"]})
    card = random.choice(said["cards"])
    if card["place"] is None or card["filler"]:
        return
    lines = text.split("\n")
    line, column = card["place"]["line"] - 1, card["place"]["column"] - 1
    wanted = card["count"] + 1
    end = column + card["place"]["length"]
    lines[line] = f"{lines[line][:column]}{wanted}{lines[line][end:]}"
    moved = read("\n".join(lines))
    if moved is not None:
        now = {kind.name: kind.count for kind in moved.deck.kinds}
        filler = [one["name"] for one in said["cards"] if one["filler"]]
        for name in counts:
            if name not in filler:
                expected = wanted if name == card["name"] else counts[name]
                held.same("view: deck", f"the place of {card['name']}, {name}", expected, now.get(name))


def _is_error(item: Mapping[str, Any]) -> bool:
    return bool(item["severity"] == "error")
