"""Results as Markdown, to share them where people talk: an issue, a pull request, a chat, a notebook.

What comes in: a :class:`~yisp.simulate.result.Result`.  What goes out: text in GitHub's dialect, without the
end of its last line.  Names are escaped: they show as they are written, whatever they look like.  Unlike the
text report it says nothing about time, so that a seed always gives the same text, and always how sure an
estimate is.

    ## deck.yml

    opening works in 74 of 100 games.

    * Seed: 4

    ### opening (exact)

    |             |   rate |     exactly |
    | :---------- | -----: | ----------: |
    | **success** | 74.18% | 54233/73112 |
    | one         | 74.18% | 54233/73112 |

Not handled: pictures, and links that a reader makes of what looks like an address.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from ...columns import width
from ...messages import told, with_commas
from ...simulate.counting.estimates import Number, Rate, Stat
from ...simulate.result import Result, TopicResult
from ..layout import answered, decimals, fraction, mean_of, padded, rate_of, share_of, shown
from ..sentences import sentences
from ..text import relations, text
from ..text.histogram import labelled

_SPECIAL = re.compile(r"[\\`*_{}\[\]<>#|~$!&]")
_CALLING = re.compile(r"@(?=\w)|:(?=[\w+-]+:)")
"""What calls a person, or an emoji: no escape helps there, but a comment within does."""

_LISTING = re.compile(r"^(\d*)([-+.)])")
"""What makes a line an item of a list, where a name begins it."""

NARROWEST = 3
"""Characters of a column, which its rule takes at least."""


def escaped(name: str) -> str:
    """A name as it is written to show as it is: in a cell of a table, a heading, a list, a paragraph."""
    plain = _SPECIAL.sub(r"\\\g<0>", " ".join(shown(name).split()))
    return _CALLING.sub(r"\g<0><!-- -->", _LISTING.sub(r"\1\\\2", plain))


def table(header: Sequence[str], rows: Iterable[Sequence[str]], left: int = 1) -> str:
    """A table whose columns line up: the first ``left`` of them flush left, the others right.

    Cells are Markdown of one line: whoever has names in them escapes them (``escaped``).
    """
    cells = [header, *rows]
    widths = [max(NARROWEST, *map(width, column)) for column in zip(*cells, strict=True)]
    rule = [":" + "-" * (wide - 1) if at < left else "-" * (wide - 1) + ":" for at, wide in enumerate(widths)]
    return "\n".join(
        "| " + " | ".join(padded(cell, widths[at], right=at >= left) for at, cell in enumerate(row)) + " |"
        for row in (header, rule, *cells[1:])
    )


def render(result: Result) -> str:
    """The report: a heading and what the numbers depend on, then each topic under each of its policies."""
    parts = [f"## {escaped(result.file)}", "\n\n".join(map(escaped, sentences(result)))]
    parts.append(_list(text.circumstances(result)))
    for topic in result.topics.values():
        for played in topic.policies.values():
            parts += _topic(played)
        parts += _policies(topic)
    return "\n\n".join(parts)


def _topic(topic: TopicResult) -> Iterator[str]:
    yield f"### {escaped(topic.name)} ({answered(topic)})"
    if topic.trials == 0:
        yield told("No trials.")
        return
    yield from _rates(topic)
    numbers: list[tuple[str, Number]] = [(escaped(stat.name), stat) for stat in topic.stats.values()]
    if topic.combos and text.tells_more(topic.score):
        numbers.insert(0, (_strong(told("score")), topic.score))
    if numbers:
        yield _numbers(numbers, exact=topic.trials is None)
    for name, observed in numbers:
        shares = labelled(observed)
        if len(shares) > 1:
            row = [told("share"), *(share_of(observed, values) for _, values in shares)]
            yield table([name, *(value for value, _ in shares)], [row])
    yield from _effects(topic)
    for relation in topic.relations:
        head, rows = relations.groups(relation)
        yield escaped(relations.title(relation))
        yield _list(relations.fits(relation))
        yield table(list(map(escaped, head)), rows, left=0)
    remarks = [
        *text.matching(topic),
        *(line.strip() for line in text.deal(topic, text.COLUMNS)),
        *text.may_be_missing(topic),
        *text.why_sampled(topic),
    ]
    if remarks:
        yield _list(remarks)


def _rates(topic: TopicResult) -> Iterator[str]:
    """Rates of the topic, its combos and what is watched."""
    exact = topic.trials is None
    rates = [(_strong(told("success")), topic.success)] if topic.combos else []
    rates += [(escaped(rate.name), rate) for rate in topic.combos.values()]
    rates += [(told("watched: {name}", name=escaped(rate.name)), rate) for rate in topic.watch.values()]
    if rates:
        head = ["", told("rate"), *([told("exactly")] if exact else [])]
        yield table(head, [[name, *_rate(rate)] for name, rate in rates])


def _strong(text: str) -> str:
    return f"**{text}**"


def _rate(rate: Rate) -> list[str]:
    return (
        [rate_of(rate)]
        if rate.exact is None
        else [f"{decimals(rate.exact, rate.rate, 100)}%", fraction(rate.exact)]
    )


def _numbers(numbers: Sequence[tuple[str, Number]], exact: bool) -> str:
    """Means and spreads; a column says where a stat has no value in some trials, if there is one."""
    spread = [name for name, _ in text.quantile_cells(numbers[0][1])]
    head = ["", told("mean"), *([told("exactly")] if exact else []), told("sd"), *spread, ""]
    rows = []
    for name, observed in numbers:
        mean = [mean_of(observed)]
        if exact:
            mean = [decimals(observed.exact or "0", observed.mean), fraction(observed.exact or "")]
        values = [value for _, value in text.quantile_cells(observed)]
        some = text.where_defined(observed) if isinstance(observed, Stat) else ""
        rows.append([name, *mean, text.deviation_of(observed), *values, some])
    if not any(row[-1] for row in rows):
        head, rows = head[:-1], [row[:-1] for row in rows]
    return table(head, rows)


def _effects(topic: TopicResult) -> Iterator[str]:
    rows, idle = text.effect_rows(topic.effects)
    if rows:
        head = [told("effect"), told("activations per trial"), told("share of trials")]
        yield table(head, [[escaped(effect), often, share] for effect, often, share in rows])
    if idle:
        yield told("Effects never activated: {effects}", effects=with_commas(map(escaped, idle)))


def _policies(topic: TopicResult) -> Iterator[str]:
    """Policies side by side, and what choices cost."""
    rows = text.policy_rows(topic)
    if not rows:
        return
    yield "### " + told("Policies of {topic}", topic=escaped(topic.name))
    head = [told("policy"), told("goal"), told("mean"), "", ""]
    yield table(head, [list(map(escaped, row)) for row in rows], left=2)
    remarks = text.unbound(topic)
    if remarks:
        yield _list(remarks)
    for played in topic.policies.values():
        costs = text.cost_rows(played)
        if costs:
            yield escaped(text.costs_title(played))
            head = [told("taken"), told("better"), told("costs each"), told("times a trial")]
            yield table(head, [list(map(escaped, row)) for row in costs], left=2)


def _list(lines: Iterable[str]) -> str:
    return "\n".join(f"* {escaped(line)}" for line in lines)
