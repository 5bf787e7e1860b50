"""The door ``questions``: how probable a draw is, asked in words of three languages.

What comes in: a draw, drawn at random, and the words for it.  What goes out: every answer that is not the
share of hands that have what is asked for, counted one number of each sort after the other.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
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


@dataclass(frozen=True)
class Words:
    """How a language says numbers as words (the first is of 1) and, by what they mean, bounds."""

    numbers: Sequence[str]
    least: Sequence[str]
    more: Sequence[str]
    most: Sequence[str]
    fewer: Sequence[str]
    exactly: Sequence[str]
    between: Sequence[str]
    none: Sequence[str]

    def number(self, random: Random, number: int) -> str:
        """A number, sometimes as a word."""
        worded = 0 < number <= len(self.numbers) and random.random() < 0.3
        return self.numbers[number - 1] if worded else str(number)

    def bound(self, random: Random, name: str, least: int, most: int | None) -> str:
        """How many cards of that name are wanted, in one of the ways to say it."""
        ways = [(self.least, least), (self.more, least - 1)] if most is None else []
        if most is not None and least == 0:
            ways += [(self.most, most), (self.fewer, most + 1)]
        if most == least:
            ways.append((self.exactly, least))
        if most == 0 and name:
            ways.append((self.none, 0))
        if most is not None and least < most:
            ways.append((self.between, least))
        phrases, first = random.choice([way for way in ways if way[1] >= 0])
        n, m = self.number(random, first), self.number(random, most or 0)
        return random.choice(phrases).format(n=n, m=m, name=name).strip()


ENGLISH = Words(
    ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    least=(
        "at least {n} {name}", "no fewer than {n} {name}", "no less than {n} {name}", ">= {n} {name}",
        "{n} or more {name}", "{n}+ {name}",
    ),
    more=("more than {n} {name}", "> {n} {name}"),
    most=("at most {n} {name}", "no more than {n} {name}", "<= {n} {name}", "{n} or fewer {name}",
        "{n} or less {name}",
    ),
    fewer=("fewer than {n} {name}", "less than {n} {name}", "< {n} {name}"),
    exactly=("exactly {n} {name}", "just {n} {name}", "= {n} {name}"),
    between=("between {n} and {m} {name}", "{n} to {m} {name}", "{n}-{m} {name}"),
    none=("no {name}",),
)  # fmt: skip

CHINESE = Words(
    ("一", "两", "三", "四", "五", "六", "七", "八", "九", "十", "十一", "十二"),
    least=(
        "至少{n}张{name}", "最少{n}张{name}", "至少有{n}张{name}", "不少于{n}张{name}", "{n}张以上{name}",
        "{n}张或以上的{name}",
    ),
    more=("多于{n}张{name}", "超过{n}张{name}", "大于{n}张{name}"),
    most=("至多{n}张{name}", "最多{n}张{name}", "不超过{n}张{name}", "不多于{n}张{name}", "{n}张以下{name}"),
    fewer=("少于{n}张{name}", "不到{n}张{name}", "不足{n}张{name}"),
    exactly=("恰好{n}张{name}", "正好{n}张{name}", "刚好有{n}张{name}"),
    between=("{n}到{m}张{name}", "{n}至{m}张{name}", "{n}-{m}张{name}"),
    none=("没有{name}", "一张也没有{name}", "{name}一张都没有"),
)  # fmt: skip

JAPANESE = Words(
    ("一", "二", "三", "四", "五", "六", "七", "八", "九", "十", "十一", "十二"),
    least=("{name}{n}枚以上", "{name}が{n}枚以上", "{name}が少なくとも{n}枚", "{name}を最低{n}枚"),
    more=("{name}{n}枚より多い", "{name}が{n}枚より多く"),
    most=("{name}{n}枚以下", "{name}が{n}枚以下", "{name}が多くとも{n}枚", "{name}が最大{n}枚"),
    fewer=("{name}{n}枚未満", "{name}が{n}枚より少ない"),
    exactly=("{name}ちょうど{n}枚", "{name}が丁度{n}枚"),
    between=("{name}{n}から{m}枚", "{name}が{n}枚から{m}枚", "{name}{n}〜{m}枚"),
    none=("{name}なし", "{name}が1枚も引けない", "{name}が一枚もない", "{name}0枚"),
)


def _english(
    random: Random,
    total: int,
    drawn: int,
    sorts: Sequence[tuple[str, int]],
    wanted: Sequence[Sequence[Bound]],
) -> str:
    cards = random.choice((" and ", ", ", " + ")).join(
        f"{ENGLISH.number(random, count)} {name}".strip() for name, count in sorts
    )
    of = random.choice((f"of {total}", f"in {total} cards", f"out of {total}", f"from a deck of {total}"))
    draw = random.choice((f"draw {drawn}", f"hand of {drawn}", f"drawing {drawn} cards", f"{drawn} drawn"))
    asked = random.choice((" or ", ", or ")).join(
        random.choice((" and ", ", ")).join(
            ENGLISH.bound(random, sorts[at][0], *ends) for at, *ends in bounds
        )
        for bounds in wanted
    )
    return f"{cards} {of}, {draw}, {asked}"


def _chinese(
    random: Random,
    total: int,
    drawn: int,
    sorts: Sequence[tuple[str, int]],
    wanted: Sequence[Sequence[Bound]],
) -> str:
    cards = random.choice(("和", "、", "，")).join(
        f"{CHINESE.number(random, count)}张{name}" for name, count in sorts
    )
    asked = random.choice(("或", "或者")).join(
        random.choice(("且", "，", "并且")).join(
            CHINESE.bound(random, sorts[at][0], *ends) for at, *ends in bounds
        )
        for bounds in wanted
    )
    return f"{total}张中{cards}，抽{CHINESE.number(random, drawn)}张，{asked}"


def _japanese(
    random: Random,
    total: int,
    drawn: int,
    sorts: Sequence[tuple[str, int]],
    wanted: Sequence[Sequence[Bound]],
) -> str:
    cards = random.choice(("と", "、")).join(
        f"{JAPANESE.number(random, count)}枚{'の' if name else ''}{name}" for name, count in sorts
    )
    asked = random.choice(("または", "又は")).join(
        random.choice(("かつ", "、", "と")).join(
            JAPANESE.bound(random, sorts[at][0], *ends) for at, *ends in bounds
        )
        for bounds in wanted
    )
    return f"{total}枚中{cards}、{JAPANESE.number(random, drawn)}枚引いて{asked}"
