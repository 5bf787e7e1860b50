"""The door between the engine and who reads a page: `yispc report` and `yispc view`.

What comes in: a seed and a number.  What goes out: a verdict about one page or one session of that seed:
every number that a reader meets, in the data, in sentences, and as the page's own script prints it, is held
against the law of the deck where all orders can be walked through, against an exact answer, or against the
trials.

| module | what it does |
|---|---|
| ``decks`` | the decks, and what somebody does to their text |
| ``truth`` | what the figures are, and how numbers are printed |
| ``reader`` | the page as its script draws it |
| ``held``, ``drawn`` | figures in the data, and those that are drawn, held against the truth |
| ``sides``, ``chips`` | policies and builds side by side; chips of change |
| ``panels``, ``advice`` | studies that panels show; the one about a hand |
| ``trials`` | what trials have counted, by the law and in notices |
| ``told`` | one file of `yispc report` |
| ``messages`` | what the view says of a text before there are numbers |
| ``session`` | one session of `yispc view` |
"""

from __future__ import annotations

from ...compare import Verdict, _crash
from .session import hold_session
from .told import hold_page


def examine(seed: int, number: int) -> Verdict:
    """A page or, of odd numbers, a session."""
    verdict = Verdict()
    hold = hold_session if number % 2 else hold_page
    try:
        hold(verdict, seed, number)
    except Exception as error:
        verdict.differences.append(_crash(f"page: {hold.__name__} = no crash", "", error))
    return verdict
