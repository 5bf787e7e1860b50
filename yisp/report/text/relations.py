"""How numbers go together, in words and a small table.

What comes in: a :class:`~yisp.simulate.counting.regression.Relation`.  What goes out: lines of text.

    Relation: weight, win (5000 trials)
      correlation 0.179 se 0.014
      linear: win = 0.5003 (se 0.0070) + 0.00657 (se 0.00051) weight
      logistic: log-odds of win = 0.0013 (se 0.0288) + 0.0270 (se 0.0022) weight
      weight    mean of win     se        share
      -44..-23        0.245  0.027  5.1 ± 0.7 %
"""

from __future__ import annotations

from ...messages import told
from ...simulate.counting.statistics import wilson
from ..layout import aligned, rate_texts, shown, significant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...simulate.counting.regression import Group, Line, Relation


def render(relation: Relation) -> list[str]:
    """The lines about one relation."""
    head, rows = groups(relation)
    lines = fits(relation) + (aligned([head, *rows]) if rows else [])
    return [title(relation), *("  " + line for line in lines)]


def title(relation: Relation) -> str:
    """What is related, in how many trials."""
    x, y = shown(relation.x), shown(relation.y)
    if relation.count is None:
        return told("Relation: {x}, {y}", x=x, y=y)
    return told("Relation: {x}, {y} ({trials} trials)", x=x, y=y, trials=relation.count)


def fits(relation: Relation) -> list[str]:
    """The correlation, and the lines through the points."""
    x, y = shown(relation.x), shown(relation.y)
    lines = []
    if relation.correlation is not None:
        error = relation.correlation_se
        known = significant(relation.correlation, error)
        if error is None:
            lines.append(told("correlation {value}", value=known))
        else:
            known_error = significant(error, error)
            lines.append(told("correlation {value} se {error}", value=known, error=known_error))
    if relation.linear is not None:
        lines.append(told("linear: {y} = {line}", y=y, line=_line(relation.linear, x)))
    if relation.logistic is not None:
        lines.append(told("logistic: log-odds of {y} = {line}", y=y, line=_line(relation.logistic, x)))
    return lines


def groups(relation: Relation) -> tuple[list[str], list[list[str]]]:
    """The head and the rows of a table: y by x."""
    head = [shown(relation.x), told("mean of {stat}", stat=shown(relation.y)), told("se"), told("share")]
    rows = [
        [_range(one), significant(one.mean, one.se), significant(one.se, one.se), _share(one, relation.count)]
        for one in relation.groups
    ]
    if relation.count is None:
        rows = [[where, mean, share] for where, mean, _, share in rows]
        del head[2]
    return head, rows


def _share(group: Group, trials: int | None) -> str:
    return rate_texts(group.share, None if trials is None else wilson(group.share * trials, trials))[0]


def _line(line: Line, x: str) -> str:
    """``a + b x``, with errors or fractions where there are."""
    notes = [""] * 2
    if line.intercept_se is not None and line.slope_se is not None:
        errors = (significant(error, error) for error in (line.intercept_se, line.slope_se))
        notes = [f" ({told('se {error}', error=error)})" for error in errors]
    elif line.exact is not None:
        notes = [f" ({exact})" if len(exact) <= 40 else "" for exact in reversed(line.exact)]
    intercept = significant(line.intercept, line.intercept_se) + notes[0]
    sign = "-" if line.slope < 0 else "+"
    slope = significant(abs(line.slope), line.slope_se) + notes[1].replace("(-", "(")
    return f"{intercept} {sign} {slope} {x}"


def _range(group: Group) -> str:
    return str(group.least) if group.least == group.greatest else f"{group.least}..{group.greatest}"
