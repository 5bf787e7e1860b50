"""The door ``questions``: how probable a draw is, asked in words of three languages.

What comes in: a draw, drawn at random, and the words for it.  What goes out: every answer that is not the
share of hands that have what is asked for, counted one number of each sort after the other.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from fractions import Fraction
from math import comb
from random import Random

import yisp
from yisp.report.studies import odds as report
from yisp.studies.odds.odds import answer

from ..compare import Verdict
from .cases import Held
from .texts import fraction_text, games, percent

Bound = tuple[int, int, int | None]
"""A sort, the least and the most cards of it."""

NAMES = ("", "Ash", "Blue Eyes", "鬼牌", "王", "灰流うらら", "ドラゴン", "A-1", "two cards")


def examine(seed: object, number: int) -> Verdict:
    held = Held("questions", None)
    random = Random(f"questions {seed} {number}")
    total = random.choice((1, 2, 5, 12, 40, 60))
    drawn = random.randint(1, min(total, 9))
    language = random.choice((_english, _chinese, _japanese))
    sorts = _sorts(random, total, language)
    alternatives = _wanted(random, sorts)
    text = language(random, total, drawn, sorts, alternatives)
    held.verdict.text = text
    expected = probability(total, drawn, [count for _, count in sorts], alternatives)
    try:
        found = answer(text)
    except yisp.DeckError as error:
        held.differ("answer", text, "question", str(expected), str(next(iter(error.diagnostics)).message))
        return held.verdict
    held.same("answer", text, "exact", str(expected), found.exact)
    held.same("answer", text, "rate", float(expected), found.to_dict()["success"]["rate"])
    wanted = f"{games(expected)}: {percent(expected)} ({fraction_text(expected)})"
    held.same("text", text, "digits", wanted, report.render_odds(found))
    return held.verdict


def probability(
    total: int, drawn: int, counts: Sequence[int], alternatives: Sequence[Sequence[Bound]]
) -> Fraction:
    """The share of the hands in which some alternative holds."""
    rest, found = total - sum(counts), 0
    for held in itertools.product(*(range(min(count, drawn) + 1) for count in counts)):
        if any(
            all(least <= held[sort] and (most is None or held[sort] <= most) for sort, least, most in bounds)
            for bounds in alternatives
        ):
            ways = comb(rest, drawn - sum(held)) if sum(held) <= drawn else 0
            for number, count in zip(held, counts, strict=True):
                ways *= comb(count, number)
            found += ways
    return Fraction(found, comb(total, drawn))


def _sorts(random: Random, total: int, language: object) -> list[tuple[str, int]]:
    several = random.choice((1, 1, 2, 3))
    names = random.sample(NAMES[1:6] if language is _english else NAMES[3:6], several)
    if several == 1 and random.random() < 0.5:
        names = [""]
    left, found = total, []
    for name in names:
        count = random.randint(0, min(left, 12))
        found.append((name, count))
        left -= count
    return found


def _wanted(random: Random, sorts: Sequence[tuple[str, int]]) -> list[list[Bound]]:
    found = []
    for _ in range(random.choice((1, 1, 1, 2))):
        bounds: list[Bound] = []
        for sort in random.sample(range(len(sorts)), random.randint(1, len(sorts))):
            least = random.randint(0, 3)
            most = random.choice((None, None, least, least + random.randint(1, 2)))
            if random.random() < 0.2:
                least, most = 0, random.randint(0, 2)
            bounds.append((sort, least, most))
        found.append(bounds)
    return found


def _english(
    random: Random,
    total: int,
    drawn: int,
    sorts: Sequence[tuple[str, int]],
    wanted: Sequence[Sequence[Bound]],
) -> str:
    def bound(sort: int, least: int, most: int | None) -> str:
        name = sorts[sort][0]
        if most is None:
            return random.choice(
                (f"at least {least} {name}", f"{least} or more {name}", f">= {least} {name}")
            )
        if most == least:
            none = (f"no {name}",) if name and not most else ()
            return random.choice((f"exactly {least} {name}", f"just {least} {name}", *none))
        if not least:
            return random.choice(
                (f"at most {most} {name}", f"no more than {most} {name}", f"{most} or fewer {name}")
            )
        return random.choice((f"between {least} and {most} {name}", f"{least} to {most} {name}"))

    cards = random.choice((" and ", ", ", " + ")).join(f"{count} {name}".strip() for name, count in sorts)
    of = random.choice((f"of {total}", f"in {total} cards", f"out of {total}"))
    draw = random.choice((f"draw {drawn}", f"hand of {drawn}", f"drawing {drawn} cards"))
    either = random.choice((" or ", ", or "))
    asked = either.join(
        random.choice((" and ", ", ")).join(bound(*one).strip() for one in bounds) for bounds in wanted
    )
    return f"{cards} {of}, {draw}, {asked}"


def _chinese(
    random: Random,
    total: int,
    drawn: int,
    sorts: Sequence[tuple[str, int]],
    wanted: Sequence[Sequence[Bound]],
) -> str:
    def bound(sort: int, least: int, most: int | None) -> str:
        name = sorts[sort][0]
        if most is None:
            return f"{random.choice(('至少', '最少'))}{least}张{name}"
        if most == least:
            return f"{random.choice(('恰好', '正好'))}{least}张{name}"
        if not least:
            return f"{random.choice(('至多', '最多'))}{most}张{name}"
        return f"{least}到{most}张{name}"

    cards = random.choice(("和", "、", "，")).join(f"{count}张{name}" for name, count in sorts)
    asked = random.choice(("或", "或者")).join(
        random.choice(("且", "，")).join(bound(*one) for one in bounds) for bounds in wanted
    )
    return f"{total}张中{cards}，抽{drawn}张，{asked}"


def _japanese(
    random: Random,
    total: int,
    drawn: int,
    sorts: Sequence[tuple[str, int]],
    wanted: Sequence[Sequence[Bound]],
) -> str:
    def bound(sort: int, least: int, most: int | None) -> str:
        name = sorts[sort][0]
        of = f"{name}{random.choice(('が', ''))}" if name else ""
        if most is None:
            return f"{of}{least}枚以上"
        if most == least:
            return f"{of}ちょうど{least}枚"
        if not least:
            return f"{of}{most}枚以下"
        return f"{of}{least}から{most}枚"

    cards = random.choice(("と", "、")).join(
        f"{count}枚{'の' if name else ''}{name}" for name, count in sorts
    )
    asked = random.choice(("または", "又は")).join(
        random.choice(("かつ", "、")).join(bound(*one) for one in bounds) for bounds in wanted
    )
    return f"{total}枚中{cards}、{drawn}枚引いて{asked}"
