"""What policies are worth in drawn decks: the engine's exact answers against ``players``.

What comes in: a seed and a number.  What goes out: a :class:`Verdict` in which every figure that both have
is counted under its policy; figures are means of the score, of success and of each stat, as fractions.
Every fourth deck has cards that are lit, every third is one of plain ``dilemmas``.
"""

from __future__ import annotations

from fractions import Fraction

from yisp.lang.diagnostics import DeckError

from ..chance import TooMany
from ..compare import Difference, Verdict
from ..dilemmas import by_brute_force, by_engine, draw, out_of_order
from ..richer import draw_richer

MOST = 800
"""So many stages of whole orders are run for a policy."""

BUDGET = 400_000
"""Units of work for an exact answer."""


def text(seed: int, number: int) -> str:
    """The deck of that number."""
    return (draw if number % 3 == 2 else draw_richer)(seed, number, lit=number % 4 == 3)


def examine(seed: int, number: int) -> Verdict:
    return examine_text(text(seed, number))


def examine_text(text: str, most: int = MOST) -> Verdict:
    """Compare all policies of one deck, of which so many stages are run."""
    verdict = Verdict()
    try:
        expected = by_brute_force(text, most)
        answers = by_engine(text, BUDGET)
    except TooMany:
        verdict.refused["too many ways for the brute force"] += 1
        return verdict
    except DeckError as error:
        verdict.refused[f"diagnostics {next(iter(error.diagnostics)).code}"] += 1
        return verdict
    found = {figure: value for figure, value in answers.items() if isinstance(value, Fraction)}
    for figure in expected.keys() - found.keys():
        verdict.refused[f"{figure[0]}: no exact answer"] += 1
    for figure in expected.keys() & found.keys():
        policy, goal = figure
        verdict.compared[f"policies: {policy}"] += 1
        if expected[figure] != found[figure]:
            verdict.differences.append(
                Difference(f"policies: {policy}", "t", goal, expected[figure], found[figure])
            )
    for worse, better in out_of_order(text, found):
        verdict.differences.append(
            Difference("policies: who knows more does no worse", "t", str(worse), found[better], found[worse])
        )
    return verdict
