"""What trials have counted: as likely by the law, and as a notice tells.

What comes in: what trials counted, and the law, or a sentence.  What goes out: differences, in the verdict of
a :class:`~page_held.Held`, or whether the sentence is so.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from math import log
from typing import Any

from yisp.simulate.counting.binomial import log_tail

from ...compare import LEAST_TAIL
from .held import Held
from .truth import Trials, Truth, decimal, is_rounded


def places_of(notice: Mapping[str, Any]) -> tuple[Any, ...]:
    """By which a notice is known."""
    return notice["code"], notice["line"], notice["column"]


def is_told(often: str, fields: Mapping[str, Any], trials: int | None) -> bool:
    """Whether a sentence says of a notice how often it came up."""
    if fields.get("exact") is not None:
        exact = Fraction(fields["exact"])
        return often.endswith((f"with probability {exact}", f"with probability {decimal(100 * exact)}%"))
    count, first = fields["count"], fields["trial"]
    if trials == 1:
        times = "once," if count == 1 else f"{count} times"
        return often.endswith(f"{times} in the only trial, {first}")
    if count == 1:
        return often.endswith(f"once in {trials} trials, in trial {first}")
    about = re.search(r"\(about one in (\d+)\)|\((\S+) a trial\)", often)
    if (
        about is None
        or not often.endswith(f"first in trial {first}")
        or f" {count} times in {trials} " not in often
    ):
        return False
    if about[1] is not None:
        return is_rounded(about[1], Fraction(trials or 1, count), 0)
    return is_rounded(about[2], Fraction(count, trials or 1), 2)


def hold_sampled(held: Held, truth: Truth, law: Truth, fresh: Trials) -> None:
    """Trials show what is likely; what they do not is looked at again under a fresh seed."""
    unlikely = _unlikely(truth, law)
    if unlikely:
        again = _unlikely(fresh.first(10 * (truth.trials or 1)), law)
        unlikely = [one for one in unlikely if one in again]
    held.holds("page: sampled to exact", "rates", not unlikely, law.rates, unlikely)


def _unlikely(truth: Truth, law: Truth) -> list[str]:
    trials = truth.trials or 0
    figures = {"success": (truth.success, law.success)}
    figures |= {f"combo {name}": (share, law.rates[name]) for name, share in truth.rates.items()}
    for name, shares in truth.stats.items():
        known = law.stats[name]
        figures |= {
            f"stat {name} {value}": (shares.get(value, Fraction(0)), known.get(value, Fraction(0)))
            for value in shares.keys() | known.keys()
        }
    bound = log(LEAST_TAIL / len(figures))
    return [
        name
        for name, (share, mass) in figures.items()
        if log_tail(int(share * trials), trials, mass.numerator, mass.denominator) < bound
    ]
