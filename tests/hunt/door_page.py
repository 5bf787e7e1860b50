"""The door between the engine and who reads a page: `yispc report` and `yispc view`.

What comes in: a seed and a number.  What goes out: a verdict about one page or one session of that seed:
every number that a reader meets, in the data, in sentences, and as the page's own script prints it, is held
against the law of the deck where all orders can be walked through, against an exact answer, or against the
trials.

| module | what it does |
|---|---|
| ``page_decks`` | the decks, and what somebody does to their text |
| ``page_truth`` | what the figures are, and how numbers are printed |
| ``page_reader`` | the page as its script draws it |
| ``page_held``, ``page_drawn`` | figures in the data, and those that are drawn, held against the truth |
| ``page_sides``, ``page_chips`` | policies and builds side by side; chips of change |
| ``page_trials`` | what trials have counted, by the law and in notices |
| ``page_told`` | one file of `yispc report` |
| ``page_messages`` | what the view says of a text before there are numbers |
| ``page_session`` | one session of `yispc view` |
"""

from __future__ import annotations

from .compare import Verdict, _crash
from .page_session import hold_session
from .page_told import hold_page


def examine(seed: int, number: int) -> Verdict:
    """A page or, of odd numbers, a session."""
    verdict = Verdict()
    hold = hold_session if number % 2 else hold_page
    try:
        hold(verdict, seed, number)
    except Exception as error:
        verdict.differences.append(_crash(f"page: {hold.__name__} = no crash", "", error))
    return verdict
