"""Figures as a table in long form: a row for each, with the same columns whatever they are of.

What comes in: the estimates of topics.  What goes out: rows by column name, None where a row has nothing in a
column, for CSV, Parquet and data frames.  Studies put columns of their own before them (``studies``): which
variant of a deck, which side, which card.

(Imported when a table is asked for, which a warm start may do.)
"""

from __future__ import annotations

from .estimates import Rate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from typing import Any

    from .estimates import Estimates, Number
    from .statistics import Interval

SUCCESS, SCORE, COMBO, WATCH, STAT = "success", "score", "combo", "watch", "stat"
"""What a figure is: its topic's success rate or score, or the entry that ``name`` names."""

FIGURE = ("topic", "policy", "what", "name", "trials", "value", "low", "high", "exact")
"""The columns that every table has: whose figure it is; in how many trials it was observed (None: exact); the
rate, or the mean; the ends of its 95 % interval; its fraction, where it is exact."""

SPREAD = ("se", "sd", "min", "max")
"""Of a run's means also: the standard error, and how single trials are spread."""

COLUMNS = (*FIGURE, *SPREAD)
"""The columns of ``Result.table``."""

NUMBERS = ("value", "low", "high", "se", "sd")
TEXTS = ("topic", "policy", "what", "name", "exact", "reason", "side", "to", "card", "state")
"""Columns of numbers with fractions, and of text; what is neither is whole numbers."""


def figures(topic: Estimates) -> Iterator[tuple[str, str | None, Rate | Number]]:
    """Every figure of a topic: what it is, its name, and what is known of it."""
    if topic.combos:
        yield SUCCESS, None, topic.success
        yield SCORE, None, topic.score
    for what, named in ((COMBO, topic.combos), (WATCH, topic.watch), (STAT, topic.stats)):
        for name, known in named.items():
            yield what, name, known


def row(
    topic: str,
    policy: str,
    what: str,
    name: str | None,
    trials: int | None,
    value: float | None,
    ci95: Interval | None,
    exact: str | None,
) -> dict[str, Any]:
    """The row of one figure."""
    return dict(
        zip(FIGURE, (topic, policy, what, name, trials, value, *(ci95 or (None, None)), exact), strict=True)
    )


def rows(topic: Estimates, policy: str) -> Iterator[dict[str, Any]]:
    """The rows of a topic that was played so."""
    for what, name, known in figures(topic):
        of = (topic.trials, known.rate) if isinstance(known, Rate) else (known.count, known.mean)
        yield row(topic.name, policy, what, name, *of, known.ci95, known.exact)


def table_rows(topics: Iterable[Mapping[str, Estimates]]) -> list[dict[str, Any]]:
    """The rows of a run; of each topic it is given what was found under each policy, by name."""
    return [
        {**of, **{column: None if isinstance(known, Rate) else getattr(known, column) for column in SPREAD}}
        for policies in topics
        for policy, topic in policies.items()
        for of, (_, _, known) in zip(rows(topic, policy), figures(topic), strict=True)
    ]


def frame(owner: str, rows: Sequence[Mapping[str, Any]], columns: Sequence[str]) -> Any:
    """The rows as a pandas data frame, for the class that is called so."""
    from importlib import import_module

    try:
        pandas = import_module("pandas")
    except ImportError:
        raise ImportError(f"{owner}.to_frame() needs pandas: pip install pandas") from None
    return pandas.DataFrame(rows, columns=list(columns))
