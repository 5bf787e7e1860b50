"""Numbers and names as reports write them, and columns that line up.

What comes in: numbers, and names as the deck's author wrote them.  What goes out: text that is safe
to show.  A name may hold anything; whatever a terminal would obey or hide is written as an escape.

(On the warm start's path.)
"""

from __future__ import annotations

from math import ceil, floor, log10, sqrt

from ..columns import width
from ..messages import Message, say, say_n, told, translated
from ..simulate.counting.statistics import Z

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from ..simulate.counting.estimates import Number, Rate
    from ..simulate.counting.statistics import Interval
    from ..simulate.result import TopicResult

GAP = "  "
"""What stands between two columns."""

NOTHING = "-"
"""What stands for a number that is not known."""


DIGITS, MOST_DIGITS = 2, 9
"""Digits after the point of what is exact, and how many there may be where an interval is very narrow."""

WIDER = 1.5
"""How many times the real half-width the one behind ``±`` may be, so that fewer digits are needed."""

CLOSE = 1e-9
"""A difference from a whole number that is an error of floating-point arithmetic."""


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
    """A number in decimals, of which 0 has no sign; one that is too large for a float to know its last digit,
    without that."""
    if value is None:
        return NOTHING
    return f"{value:z.{digits}f}" if abs(value) < SURE else f"{value:.15g}"


def significant(value: float | None, error: float | None) -> str:
    """A number with so many digits that its standard error has two; four where it has none."""
    if value is None:
        return NOTHING
    if not error:
        return f"{value:.4g}"
    digits = max(1 - floor(log10(error)), 0)
    if digits <= MOST_PLACES:
        return f"{value:z.{digits}f}"
    return f"{value:.{max(floor(log10(abs(value) or error)) + digits, 0)}e}"


def rate_of(rate: Rate) -> str:
    """A rate, and how far off it may be, or its fraction: ``85.5 ± 2.2 %``, ``74.18% (54233/73112)``."""
    return " ".join(rate_cells(rate))


def rate_cells(rate: Rate) -> list[str]:
    """The same as cells of a table, in which percentages line up however long the fractions are."""
    return rate_texts(rate.rate, rate.ci95, rate.exact)


def rate_texts(rate: float | None, ci95: Interval | None, exact: str | None = None) -> list[str]:
    """These cells from single numbers.  Where ``rate ± half the interval`` would go below 0 or above 100 %,
    as after few trials, the ends of the interval are given instead."""
    if exact is not None:
        return [f"{decimals(exact, rate, 100)}%", f"({fraction(exact)})"]
    if ci95 is None or rate is None:
        return [percent(rate)]
    digits, off = accuracy(100 * rate, (100 * ci95[0], 100 * ci95[1]))
    if 100 * rate - off >= 0 and 100 * rate + off <= 100:
        return [f"{100 * rate:.{digits}f} ± {off:.{digits}f} %"]
    low, high = outward((100 * ci95[0], 100 * ci95[1]), digits)
    if rate in (0, 1):
        digits = 0  # all and nothing need none
    low, high = (end if float(end) not in (0, 100) else f"{float(end):.0f}" for end in (low, high))
    return [f"{100 * rate:.{digits}f} % ({low}–{high} %)"]


def outward(ends: Interval, digits: int) -> tuple[str, str]:
    """The ends of an interval, rounded away from its middle, so that none of it is lost."""
    unit = 10**digits
    low, high = floor(ends[0] * unit + CLOSE) / unit, ceil(ends[1] * unit - CLOSE) / unit
    return number(low, digits), number(high, digits)


def share_of(observed: Number, values: Collection[int]) -> str:
    """How often one of these values came up, and how far off that may be; two digits of what is exact."""
    return rate_texts(*observed.share(values))[0]


def mean_of(observed: Number) -> str:
    """A mean, and how far off it may be, or its fraction: ``2.63 ± 0.11``."""
    return mean_text(observed.mean, observed.ci95, observed.exact)


def mean_text(mean: float | None, ci95: Interval | None, exact: str | None = None) -> str:
    """The mean as text, from single numbers."""
    if exact is not None:
        return f"{decimals(exact, mean)} ({fraction(exact)})"
    if ci95 is None or mean is None:
        return number(mean)
    digits, off = accuracy(mean, ci95)
    return f"{number(mean, digits)} ± {number(off, digits)}"


def difference_text(mean: float, ci95: Interval | None, *, points: bool) -> str:
    """A difference that was sampled, with its sign; of rates in ``points`` of a hundred."""
    scale, unit = (100, " %") if points else (1, "")
    if ci95 is None:
        return f"{signed(scale * mean)}{unit}"
    digits, off = accuracy(scale * mean, (scale * ci95[0], scale * ci95[1]))
    return f"{signed(scale * mean, digits)} ± {number(off, digits)}{unit}"


def signed(value: float, digits: int = DIGITS) -> str:
    """A number with its sign, if it is above or below 0 as it is written."""
    written = number(value, digits)
    return f"+{written}" if value > 0 and float(written) else written


def probability(exact: str | None, rate: float | None) -> str:
    """The fraction, or a percentage where that is too long to show."""
    return str(exact) if exact is None or len(exact) <= LONGEST_FRACTION else percent(rate)


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
    return f"{'-' if numerator < 0 and whole else ''}{written[:-DIGITS]}.{written[-DIGITS:]}"


def fraction(exact: str) -> str:
    """The fraction, or that there is one, where it is long."""
    return exact if len(exact) <= LONGEST_FRACTION else told("exact")


def accuracy(value: float, ci95: Interval) -> tuple[int, float]:
    """How an estimate is written: digits after the point, and what stands behind its ``±``.

    That is how far the interval reaches to its farther side, and what rounding adds (a unit u of the last
    digit is as good as a standard error of u / √12; the two add up as variances: JCGM 100:2008, 4.3.7 and
    5.1.2), rounded up.  So it never claims more than is known; and there are as few digits as make it claim
    no more than ``WIDER`` times less.
    """
    half = max(value - ci95[0], ci95[1] - value)
    if half <= 0:
        return DIGITS, 0.0
    for digits in range(MOST_DIGITS + 1):
        units = half * 10**digits
        off = ceil(sqrt(units * units + Z * Z / 12) - CLOSE) / 10**digits
        if off <= WIDER * half:
            break
    return digits, off


def number_of_trials(number: int) -> Message:
    """So many trials."""
    return say_n("one trial", "{number} trials", number)


def answered(topic: TopicResult) -> str:
    """How a topic was answered: exactly or by so many trials, and who played, where that needs saying."""
    how = say("exact") if topic.trials is None else number_of_trials(topic.trials)
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
