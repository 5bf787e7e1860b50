"""Numbers and names as reports write them, and columns that line up.

What comes in: numbers, and names as the deck's author wrote them.  What goes out: text that is safe
to show.  A name may hold anything; whatever a terminal would obey or hide is written as an escape.

(On the warm start's path.)
"""

from __future__ import annotations

from math import floor, log10

from ..columns import width
from ..messages import say, told, translated
from ..simulate.statistics import half_width

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ..simulate.comparison import Difference, Goal
    from ..simulate.estimates import Number, Rate
    from ..simulate.result import TopicResult
    from ..simulate.statistics import Interval

GAP = "  "
"""What stands between two columns."""

NOTHING = "-"
"""What stands for a number that is not known."""


DIGITS, MOST_DIGITS = 2, 9
"""Digits after the point, and how many there may be where an interval is very narrow."""


MOST_PLACES = 6
"""Digits after the point beyond which a number is written with an exponent."""

LONGEST_FRACTION = 40
"""Characters of a fraction that are still shown; JSON has all of them."""

LONGEST_READ = 4000
"""Characters of a fraction that is still worked with: longer numbers Python reads only when told to."""

SURE = 2**53
"""Below it floats tell all whole numbers apart."""


def shown(name: str) -> str:
    """A name with control characters, turned directions and the like written as escapes."""
    if name.isprintable():
        return name
    from ..lang.diagnostics import visible  # hardly ever needed, and the front end is slow to import

    return visible(name)


def padded(text: str, columns: int, right: bool = False) -> str:
    """The text with blanks after it (before it: ``right``) up to that many columns."""
    blanks = " " * (columns - width(text))
    return blanks + text if right else text + blanks


def percent(share: float | None, digits: int = DIGITS) -> str:
    return NOTHING if share is None else f"{share:.{digits}%}"


def number(value: float | None, digits: int = DIGITS) -> str:
    """A number in decimals; one that is too large for a float to know its last digit, without that."""
    if value is None:
        return NOTHING
    return f"{value:.{digits}f}" if abs(value) < SURE else f"{value:.15g}"


def significant(value: float | None, error: float | None) -> str:
    """A number with so many digits that its standard error has two; four where it has none."""
    if value is None:
        return NOTHING
    if not error:
        return f"{value:.4g}"
    digits = max(1 - floor(log10(error)), 0)
    if digits <= MOST_PLACES:
        return f"{value:.{digits}f}"
    return f"{value:.{max(floor(log10(abs(value) or error)) + digits, 0)}e}"


def rate_of(rate: Rate, intervals: bool) -> str:
    """A rate, and half the width of its interval, or its fraction: ``85.50% +- 2.18%``."""
    return " ".join(rate_cells(rate, intervals))


def rate_cells(rate: Rate, intervals: bool) -> list[str]:
    """The same in cells of a table: a fraction of any length leaves the percentages in line."""
    return rate_texts(rate.rate, rate.ci95 if intervals else None, rate.exact)


def rate_texts(rate: float | None, ci95: Interval | None, exact: str | None) -> list[str]:
    """The same of what else is known of a rate."""
    if exact is not None:
        return [f"{decimals(exact, rate, 100)}%", f"({fraction(exact)})"]
    if ci95 is None:
        return [percent(rate)]
    half = half_width(ci95)
    digits = digits_of(100 * half)
    return [f"{percent(rate, digits)} +- {percent(half, digits)}"]


def mean_of(observed: Number, intervals: bool) -> str:
    """A mean, and half the width of its interval, or its fraction: ``2.63 +- 0.11``."""
    return mean_text(observed.mean, observed.ci95 if intervals else None, observed.exact)


def mean_text(mean: float | None, ci95: Interval | None, exact: str | None) -> str:
    """The same of what else is known of a mean."""
    if exact is not None:
        return f"{decimals(exact, mean)} ({fraction(exact)})"
    if ci95 is None:
        return number(mean)
    half = half_width(ci95)
    digits = digits_of(half)
    return f"{number(mean, digits)} +- {number(half, digits)}"


def probability(exact: str | None, rate: float | None) -> str:
    """The fraction, or about how much that is where it is long."""
    return str(exact) if exact is None or len(exact) <= LONGEST_FRACTION else percent(rate)


def about(known: Goal | Difference) -> str:
    """A fraction, or a mean and half the width of its interval."""
    if known.exact is not None or known.ci95 is None:
        return exactly(known.exact, known.mean)
    half = half_width(known.ci95)
    digits = digits_of(half)
    return f"{number(known.mean, digits)} +- {number(half, digits)}"


def exactly(exact: str | None, value: float | None) -> str:
    """A number as a fraction, or rounded where that is long or not known."""
    return number(value) if exact is None or len(exact) > LONGEST_FRACTION else exact


def decimals(exact: str, value: float | None, scale: int = 1) -> str:
    """A fraction in decimals, rounded once: to the nearest, or the even one of two.  ``value`` is about as
    much, and is written where the fraction is longer than anybody reads."""
    over, _, under = exact.partition("/")
    if len(exact) > LONGEST_READ or value is None:
        return number(None if value is None else scale * value)
    numerator, denominator = int(over) * scale * 10**DIGITS, int(under or 1)
    whole, rest = divmod(abs(numerator), denominator)
    whole += 2 * rest > denominator or (2 * rest == denominator and whole % 2)
    written = f"{whole:0{DIGITS + 1}}"
    return f"{'-' if numerator < 0 else ''}{written[:-DIGITS]}.{written[-DIGITS:]}"


def fraction(exact: str) -> str:
    """The fraction, or that there is one, where it is long."""
    return exact if len(exact) <= LONGEST_FRACTION else told("exact")


def digits_of(half: float) -> int:
    """Digits after the point: so many that half the width of an interval has one that tells."""
    digits = DIGITS
    while 0 < half * 10**digits < 1 and digits < MOST_DIGITS:
        digits += 1
    return digits


def answered(topic: TopicResult) -> str:
    """How a topic was answered: exactly or by so many trials, and who played, where that needs saying."""
    how = say("exact") if topic.trials is None else say("{trials} trials", trials=topic.trials)
    if topic.policy == "greedy" and len(topic.policies) == 1:
        return translated(how)
    return told("played by {policy}, {how}", policy=topic.policy, how=how)


def duration(seconds: float) -> str:
    """A time as ygo-calc writes it: ``12ms``; whole seconds from ten on."""
    if seconds >= 10:
        return f"{seconds:.1f}s"
    return f"{seconds * 1000:.0f}ms"


def grid(cells: Sequence[str], columns: int) -> list[str]:
    """The cells in rows: on one line where they fit, else in columns of one width."""
    line = GAP.join(cells)
    if width(line) <= columns:
        return [line] if cells else []
    widest = max(width(cell) for cell in cells)
    across = max((columns + len(GAP)) // (widest + len(GAP)), 1)
    return [
        GAP.join(padded(cell, widest) for cell in cells[first : first + across]).rstrip()
        for first in range(0, len(cells), across)
    ]


def aligned(rows: Iterable[Sequence[str]], left: int = 1) -> list[str]:
    """The rows with their cells in columns: the first ``left`` of them flush left, the others right."""
    rows = list(rows)
    if not rows:
        return []
    widths = [max(width(cell) for cell in column) for column in zip(*rows, strict=True)]
    return [
        GAP.join(
            padded(cell, columns, index >= left)
            for index, (cell, columns) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
