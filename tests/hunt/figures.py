"""What answers say, figure by figure, so that any two of them can be held against one another.

What comes in: the interpreter's law, an exact answer, or counts of trials.  What goes out: numbers by
keys such as ``("combo", 0)`` or ``("stat", 1, 5)``; what is not there is 0.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from yisp.compile.program import Program
from yisp.simulate.counting.counts import Counts, Pairs
from yisp.simulate.counting.probabilities import ExactCounts
from yisp.simulate.playing.records import relation_places

from .law import Law

Key = tuple[Any, ...]
Figures = dict[Key, Fraction]


def of_law(program: Program, topic: int, law: Law) -> Figures:
    """Probabilities of what a trial can show, by a key such as ``("combo", 0)``."""
    figures: dict[Key, Fraction] = {("success",): law.success}
    figures |= {("score", value): mass for value, mass in law.score.items()}
    figures |= {("combo", index): mass for index, mass in enumerate(law.combos)}
    for index in program.topics[topic].bests:
        mass = law.bests[index]
        if mass is not None:
            figures["best", index] = mass
    for index, values in enumerate(law.stats):
        figures |= {("stat", index, value): mass for value, mass in values.items()}
    figures |= {("used", *effect): mass for effect, mass in law.used.items()}
    return figures | {("notice", *notice): mass for notice, mass in law.notices.items()}


def means_of_law(program: Program, topic: int, law: Law) -> Figures:
    """What is expected, and is no probability."""
    figures: dict[Key, Fraction] = {
        ("activations", *effect): mean for effect, mean in law.activations.items()
    }
    for index, places in enumerate(relation_places(program.topics[topic])):
        joint = [
            (*pair, mass)
            for (combos, score, stats, _), mass in law.outcomes.items()
            if (pair := _related(places, combos, score, stats)) is not None
        ]
        figures |= _of_pairs(index, Pairs.of(joint))
    return figures


def of_exact(program: Program, topic: int, exact: ExactCounts) -> Figures:
    figures: dict[Key, Fraction] = {("success",): exact.success.fraction}
    figures |= {("score", value): mass.fraction for value, mass in exact.score.weights.items()}
    figures |= {("combo", index): mass.fraction for index, mass in enumerate(exact.combos)}
    for index, mass in zip(program.topics[topic].bests, exact.bests, strict=True):
        figures["best", index] = mass.fraction
    for index, stat in enumerate(exact.stats):
        figures |= {("stat", index, value): mass.fraction for value, mass in stat.weights.items()}
    for effect, mass in zip(program.effects, exact.used, strict=True):
        figures["used", *effect] = mass.fraction
    for site, mass in exact.notices.items():
        figures[_notice(program, site)] = mass.fraction
    return figures


def means_of_exact(program: Program, exact: ExactCounts) -> Figures:
    figures: dict[Key, Fraction] = {}
    for effect, mean in zip(program.effects, exact.activations, strict=True):
        figures["activations", *effect] = mean.fraction
    for index, pairs in enumerate(exact.relations):
        figures |= _of_pairs(index, pairs)
    return figures


def of_counts(program: Program, topic: int, counts: Counts) -> dict[Key, int]:
    """In how many trials there was what."""
    figures: dict[Key, int] = {("success",): counts.successes}
    if counts.score.exact:
        figures |= {("score", value): count for value, count in counts.score.histogram.items()}
    figures |= {("combo", index): count for index, count in enumerate(counts.combos)}
    figures |= {
        ("best", index): count for index, count in zip(program.topics[topic].bests, counts.bests, strict=True)
    }
    for index, stat in enumerate(counts.stats):
        if stat.exact:
            figures |= {("stat", index, value): count for value, count in stat.histogram.items()}
    for effect, count in zip(program.effects, counts.used, strict=True):
        figures["used", *effect] = count
    return figures | {_notice(program, one.site): one.trials for one in counts.notices}


def _notice(program: Program, site: int) -> Key:
    place = program.sites[site]
    return "notice", place.code, place.line, place.column


def _related(
    places: tuple[int, int, int, int], combos: tuple[bool, ...], score: int, stats: tuple[int | None, ...]
) -> tuple[int, int] | None:
    """The x and y of a relation, where a trial has both."""
    row = [0, score, *map(int, combos)]
    for stat in stats:
        row += [stat or 0, int(stat is not None)]
    x, x_known, y, y_known = places
    if (x_known and not row[x_known]) or (y_known and not row[y_known]):
        return None
    return row[x], row[y]


def _of_pairs(index: int, pairs: Pairs) -> Figures:
    figures: dict[Key, Fraction] = {
        ("relation", index, "squares"): Fraction(pairs.squares),
        ("relation", index, "products"): Fraction(pairs.products),
    }
    for x, bin_ in pairs.bins.items():
        figures |= {("relation", index, x, part): Fraction(value) for part, value in enumerate(bin_)}
    return figures
