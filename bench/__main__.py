"""``python -m bench``: run every benchmark and print one table.

What comes in: pytest-benchmark's JSON, whose ``extra_info`` names each benchmark's row.  A figure is the
best of the rounds.  Words after ``python -m bench`` go to pytest (``-k effects``).
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest

from .tasks import BENCH
from .words import parser_of

PER_SECOND = {"ns": 1e9, "ms": 1e3}
HEAD = ("what", "figure", "ratio", "must", "aim")
SECTIONS = {
    "trial": "one trial, one core",
    "filter": "a filter by a number over 136 cards, natively",
    "wall": "one draw from mahjong's wall of 136 tiles, natively",
    "deal": "one deal of four hands of thirteen, and an indicator, natively",
    "stage": "one stage of a search",
    "answer": "a whole exact answer, in python",
    "world": "one stage of trials in worlds",
    "alone": "one trial of greed alone in worlds, natively",
    "tune": "one build that tune looks at, one core",
    "contest": "one contest, one core",
    "worth": "one trial weighted by its opening hand",
    "compile": "compiling, in a running process",
    "process": "whole process",
    "run": "a run, as the command times it",
    "memory": "peak memory",
}


def figure_of(benchmark: dict[str, Any]) -> float:
    """The benchmark's figure in its unit."""
    info = benchmark["extra_info"]
    if "figure" in info:
        return float(info["figure"])
    best: float = benchmark["stats"]["min"]
    return best / int(info["divide"]) * PER_SECOND[info["unit"]]


def table(benchmarks: list[dict[str, Any]]) -> list[tuple[str, ...]]:
    """The rows of the table, a section's heading before its rows."""
    figures = {benchmark["extra_info"]["what"]: figure_of(benchmark) for benchmark in benchmarks}
    rows: list[tuple[str, ...]] = []
    for section, heading in SECTIONS.items():
        found = [benchmark for benchmark in benchmarks if benchmark["extra_info"]["section"] == section]
        if found:
            rows.append((heading, "", "", "", ""))
        for info in (benchmark["extra_info"] for benchmark in found):
            figure = figures[info["what"]]
            ratios = [
                f"{figure / figures[f'C: {name}']:.2f}x C{name.partition(',')[2]}"
                for name in info["c"]
                if f"C: {name}" in figures
            ]
            if info["peer"]:
                peer, time = info["peer"]
                ratio = time / figure
                ratios.append(f"{ratio:.{0 if ratio >= 3 else 2}f}x {peer}")
            shown = f"{figure:,.1f} {info['unit']}"
            rows.append((f"  {info['what']}", shown, ", ".join(ratios), info["must"], info["aim"]))
    return rows


def print_table(rows: list[tuple[str, ...]]) -> None:
    """Print the rows under their heading, in columns."""
    rows = [HEAD, *rows]
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEAD))]
    for row in rows:
        what, figure, *rest = row
        cells = [what.ljust(widths[0]), figure.rjust(widths[1])]
        cells += [cell.ljust(width) for cell, width in zip(rest, widths[2:], strict=True)]
        print("  ".join(cells).rstrip())


def main() -> int:
    """Run the benchmarks and print the table; pytest's exit code."""
    _, words = parser_of("bench", __doc__).parse_known_args()
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        code = pytest.main(
            [str(BENCH), "--benchmark-only", f"--benchmark-json={report}", "--benchmark-disable-gc",
             "--benchmark-quiet", "-n0", "-p", "no:cacheprovider", *words]
        )  # fmt: skip
        if report.exists() and (text := report.read_text(encoding="utf-8")):
            print_table(table(json.loads(text)["benchmarks"]))
    return int(code)


if __name__ == "__main__":
    sys.exit(main())
