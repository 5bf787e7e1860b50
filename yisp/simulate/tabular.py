"""Estimates as a table: a row for each topic, combo, watched entry and stat, for CSV and data frames.

What comes in: the estimates of some topics.  What goes out: rows by column name, None
where a row has nothing in a column.

(Imported when a table is asked for, which a warm start may do.)
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any

    from .estimates import Estimates, Number, Rate

TABLE_COLUMNS = (
    "topic", "what", "name", "trials", "rate", "rate_low", "rate_high",
    "mean", "mean_low", "mean_high", "se", "sd", "min", "max", "exact",
)  # fmt: skip
"""The columns of ``Result.table``: ``what`` is "topic", "combo", "watch" or "stat"; a topic's mean is its
score's, ``se`` its standard error; a stat's trials are those that had a value; ``low`` and ``high`` are
the ends of the 95 % interval; ``exact`` is the rate, for stats the mean, as a fraction."""


def table_columns(rows: Sequence[Mapping[str, Any]]) -> tuple[str, ...]:
    """The columns of these rows; where they are those of several policies, ``policy`` is the second."""
    several = any("policy" in row for row in rows)
    return (TABLE_COLUMNS[0], "policy", *TABLE_COLUMNS[1:]) if several else TABLE_COLUMNS


def table_rows(topics: Iterable[Mapping[str, Estimates]]) -> list[dict[str, Any]]:
    """The rows; of each topic it is given what was found under each policy, by name."""
    played = list(topics)
    several = any(len(policies) > 1 for policies in played)
    return [
        {"topic": topic.name, **({"policy": policy} if several else {}), **row}
        for policies in played
        for policy, topic in policies.items()
        for row in _rows(topic)
    ]


def _rows(topic: Estimates) -> list[dict[str, Any]]:
    rows = [{
        **_row(topic, "topic", topic.name), **_rate_cells(topic.success), **_mean_cells(topic.score),
    }]  # fmt: skip
    for what, rates in (("combo", topic.combos), ("watch", topic.watch)):
        rows += [{**_row(topic, what, rate.name), **_rate_cells(rate)} for rate in rates.values()]
    rows += [
        {**_row(topic, "stat", stat.name), "trials": stat.count, **_mean_cells(stat), "exact": stat.exact}
        for stat in topic.stats.values()
    ]
    return rows


def _row(topic: Estimates, what: str, name: str) -> dict[str, Any]:
    row: dict[str, Any] = dict.fromkeys(TABLE_COLUMNS[1:])
    row.update(what=what, name=name, trials=topic.trials)
    return row


def _rate_cells(rate: Rate) -> dict[str, Any]:
    low, high = rate.ci95 or (None, None)
    return {"rate": rate.rate, "rate_low": low, "rate_high": high, "exact": rate.exact}


def _mean_cells(number: Number) -> dict[str, Any]:
    low, high = number.ci95 or (None, None)
    return {
        "mean": number.mean, "mean_low": low, "mean_high": high, "se": number.se, "sd": number.sd,
        "min": number.min, "max": number.max,
    }  # fmt: skip


def frame(owner: str, rows: Sequence[Mapping[str, Any]], columns: Sequence[str]) -> Any:
    """The rows as a pandas data frame, for the class that is called so."""
    from importlib import import_module

    try:
        pandas = import_module("pandas")
    except ImportError:
        raise ImportError(f"{owner}.to_frame() needs pandas: pip install pandas") from None
    return pandas.DataFrame(rows, columns=list(columns))
