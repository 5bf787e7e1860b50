"""A trial step by step, as whoever looks at its page sees it."""

from __future__ import annotations

from collections import Counter
from typing import Any


def tables_of(trace: dict[str, Any]) -> list[list[Counter[int]]]:
    """By zone how many cards of each kind lie there, before the first step and after each."""
    table = [Counter(dict(zone)) for zone in trace["start"]]
    tables = [[+zone for zone in table]]
    for step in trace["steps"]:
        for kind in step.get("cards", ()):
            table[step["from"]][kind] -= table[step["from"]][kind] > 0
            table[step["to"]][kind] += 1
        if "table" in step:
            table = [Counter(dict(zone)) for zone in step["table"]]
        tables.append([+zone for zone in table])
    return tables
