"""Decks, results and positions as small HTML tables, which notebooks show.

What comes in: a public object.  What goes out: a piece of HTML, every text of the deck escaped.  Not handled:
whole pages, pictures, colours; a notebook has its own.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from ...messages import say, say_n, told, translated, with_commas
from ..layout import answered, mean_of, rate_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ...deck.model import Deck
    from ...interactive.table import Table
    from ...simulate.result import Result, TopicResult

MOST_ROWS = 60
"""Longer tables are cut, and end with how many rows there are besides."""


def deck_table(deck: Deck) -> str:
    """A row for each card."""
    aside = deck.cards - deck.size
    zone = [told("zone")] if aside else []
    rows = [
        (
            kind.name,
            kind.count,
            *(kind.zone or "" for _ in zone),
            " ".join(kind.attributes),
            len(kind.effects) or "",
        )
        for kind in deck.kinds
    ]
    size = say_n("{number} card", "{number} cards", deck.size)
    if deck.written_size is not None:
        size = say("{cards} (with the counts of the file {written})", cards=size, written=deck.written_size)
    if aside:
        size = say("{cards} and {number} beside it", cards=size, number=aside)
    head = (told("card"), told("count"), *zone, told("attributes"), told("effects"))
    return _table(told("{deck}: {cards}", deck=deck.file, cards=size), head, rows)


def result_tables(result: Result) -> str:
    """A table for each topic."""
    names = {"deck": result.file, "seed": result.seed}
    if result.partial:
        caption = told("{deck}, seed {seed}, partial", **names)
    else:
        caption = told("{deck}, seed {seed}", **names)
    return f"<p>{escape(caption)}</p>" + "".join(map(topic_table, result.played))


def topic_table(topic: TopicResult) -> str:
    """A row for the topic (where anything can succeed), and for each combo, watched entry and stat."""
    success = [
        (told("success rate"), rate_of(topic.success)),
        (told("average score"), mean_of(topic.score)),
    ]
    rows = [
        *(success if topic.combos else ()),
        *((name, rate_of(rate)) for name, rate in (topic.combos | topic.watch).items()),
        *((name, mean_of(stat)) for name, stat in topic.stats.items()),
    ]
    return _table(f"{topic.name} ({answered(topic)})", ("", ""), rows)


def position_table(table: Table) -> str:
    """A row for each zone that holds a card; cards that nobody has seen are counted."""
    rows = []
    for letter, names in table.zones.items():
        seen = translated(with_commas(name for name in names if name is not None))
        unseen = sum(name is None for name in names)
        more = " " + told("… {number} unseen", number=unseen) if unseen else ""
        rows.append((letter, len(names), seen + more))
    caption = told(
        "{topic}, seed {seed}, trial {trial}", topic=table.topic, seed=table.seed, trial=table.trial
    )
    return _table(caption, (told("zone"), told("cards"), told("from the top")), rows)


def _table(caption: str, head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    shown = list(rows)
    lines = ["<table>", f"<caption>{escape(caption)}</caption>"]
    if any(head):
        lines.append(_row("th", head))
    lines += [_row("td", row) for row in shown[:MOST_ROWS]]
    if len(shown) > MOST_ROWS:
        more = told("… {number} more", number=len(shown) - MOST_ROWS)
        lines.append(_row("td", (more, *[""] * (len(head) - 1))))
    return "\n".join([*lines, "</table>"])


def _row(tag: str, cells: Sequence[object]) -> str:
    return "<tr>" + "".join(f"<{tag}>{escape(str(cell))}</{tag}>" for cell in cells) + "</tr>"
