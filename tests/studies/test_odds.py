"""Questions about a draw: published figures, every way to ask, and what cannot be answered."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any

import pytest

import yisp
from yisp.lang.diagnostics import DeckError
from yisp.messages import speaking
from yisp.report.studies.odds import render_change
from yisp.simulate.counting.estimates import Rate
from yisp.simulate.counting.ratio import Ratio
from yisp.studies.odds import draws
from yisp.studies.odds.draws import MOST_STEPS, Bound, Draw, TooMuch, probability
from yisp.studies.odds.odds import Change, answer
from yisp.studies.odds.wording import LONGEST, is_question, read_question


def exactly(question: str) -> Fraction:
    return answer(question).fraction


# Figures that others have published ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("question", "known"),
    [
        ("3 of 40, draw 5, at least 1", "667/1976"),  # Yu-Gi-Oh: three copies, five cards
        ("1 of 40, draw 5, at least 1", "1/8"),
        ("1 of 60, draw 5, at least 1", "1/12"),
        ("4 of 60, draw 7, at least 1", "38962/97527"),  # Magic: four copies, seven cards
        ("22 lands of 60, draw 7, at least 3 lands", "2617/5133"),
        ("27 lands of 60, draw 7, at least 3 lands", "780/1121"),
        ("26 lands of 60, draw 12, at least 8 lands", "299759/4443467"),
        ("12 basics of 60, draw 7, no basics", "92966/487635"),  # Pokémon: a hand to be taken back
        ("18 of 40, draw 5, at least 2", "731/962"),
        ("19 of 42, draw 5, at least 2", "813/1066"),
        ("20 of 44, draw 5, at least 2", "1349/1763"),
    ],
)
def test_published_fractions(question: str, known: str) -> None:
    assert exactly(question) == Fraction(known)


def test_six_cards_of_forty() -> None:
    """The table of a wiki: at least one of k copies, k from 1 to 18, in percent."""
    known = [15.00, 28.08, 39.43, 49.25, 57.71, 64.96, 71.14, 76.39, 80.82, 84.53, 87.62, 90.18, 92.29, 94.00,
             95.39, 96.49, 97.37, 98.06]  # fmt: skip
    found = [round(100 * answer(f"{k} of 40, draw 6, at least 1").rate, 2) for k in range(1, 19)]
    assert found == known


def test_mulligans() -> None:
    known = [88.33, 77.85, 68.46, 60.05, 52.54, 45.86, 39.91, 34.64, 29.98, 25.86, 22.24, 19.06, 16.28, 13.86,
             11.75, 9.92, 8.34, 6.99, 5.82, 4.83]  # fmt: skip
    assert [round(100 * answer(f"{b} of 60, draw 7, none").rate, 2) for b in range(1, 21)] == known


# The mathematics -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("drawn", [0, 2, 5, 7])
@pytest.mark.parametrize(
    "alternatives",
    [
        ((Bound(0, 1),),),
        ((Bound(0, 1, 1), Bound(1, 1)),),
        ((Bound(0, 2),), (Bound(1, 1, 2),)),
        ((Bound(0, 1),), (Bound(1, 0, 1), Bound(0, 1)), (Bound(1, 2, 2),)),
        ((Bound(0, 2), Bound(0, 0, 1)),),  # which nothing can be
    ],
)
def test_hands_counted_one_by_one(drawn: int, alternatives: tuple[tuple[Bound, ...], ...]) -> None:
    deck = "aaabbcc"
    hands = list(combinations(deck, drawn))

    def fits(hand: tuple[str, ...], bound: Bound) -> bool:
        held = hand.count("ab"[bound.sort])
        return bound.least <= held and (bound.most is None or held <= bound.most)

    wanted = sum(any(all(fits(hand, bound) for bound in one) for one in alternatives) for hand in hands)
    draw = Draw(len(deck), drawn, (("a", 3), ("b", 2)), alternatives)
    assert probability(draw) == Fraction(wanted, len(hands))


def test_large_decks_are_exact_too() -> None:
    found = exactly("500000 of 1000000, draw 500, at least 250")
    half = Fraction(comb(500000, 250) ** 2, comb(1000000, 500))  # exactly 250: both sides are alike
    assert found == Fraction(1, 2) + half / 2
    assert exactly("3 of 1000000, draw 999998, at least 2") == 1 - exactly("3 of 1000000, draw 2, at least 2")


def test_what_would_take_too_long_is_refused_before_it_begins() -> None:
    with pytest.raises(TooMuch, match="digits"):
        probability(Draw(10**6, 5 * 10**5, (("", 10),), ((Bound(0, 1),),)))
    wide = tuple((str(sort), 4000) for sort in range(2))
    with pytest.raises(TooMuch, match="too many ways"):
        probability(Draw(20_000, 900, wide, ((Bound(0, 100), Bound(1, 100)),)))
    assert MOST_STEPS < 900**2
    with pytest.raises(DeckError, match=r"error\[Y501\].*digits"):
        answer("500000 of 1000000, draw 500000, at least 2")


@pytest.mark.parametrize(("total", "drawn"), [(40, 5), (60, 30), (60, 1), (1000, 500), (7, 0)])
def test_the_digits_of_all_hands(total: int, drawn: int, monkeypatch: pytest.MonkeyPatch) -> None:
    digits = len(str(comb(total, drawn)))
    asked = Draw(total, drawn, (("", 2),), ((Bound(0, 1),),))
    monkeypatch.setattr(draws, "MOST_DIGITS", digits)
    assert probability(asked) == 1 - Fraction(comb(total - 2, drawn), comb(total, drawn))
    monkeypatch.setattr(draws, "MOST_DIGITS", digits - 1)
    with pytest.raises(TooMuch, match=f"has {digits} digits; an exact answer takes {digits - 1} at most"):
        probability(asked)


@pytest.mark.parametrize(
    ("sorts", "bounds", "steps"),
    [
        ((10,), (Bound(0, 1, 3),), 3 + 5),
        ((10, 9), (Bound(0, 1, 3), Bound(1, 2, 3)), 3 + 4 * 2 + 5),
        ((10, 9, 8), (Bound(0, 1), Bound(1, 1), Bound(2, 1)), 5 + 6 * 5 + 6 * 5 + 5),
        ((10, 9), (Bound(0, 4, 2), Bound(1, 1)), 0 + 1 * 5 + 5),
    ],
)
def test_as_many_products_as_are_foreseen(
    sorts: tuple[int, ...], bounds: tuple[Bound, ...], steps: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = Draw(60, 5, tuple((str(at), count) for at, count in enumerate(sorts)), (bounds,))
    monkeypatch.setattr(draws, "MOST_STEPS", steps)
    probability(asked)
    monkeypatch.setattr(draws, "MOST_STEPS", steps - 1)
    with pytest.raises(TooMuch, match="too many ways"):
        probability(asked)


# Words ---------------------------------------------------------------------------------------------------

ONE_OF_THREE = Draw(40, 5, (("", 3),), ((Bound(0, 1),),))


@pytest.mark.parametrize(
    "question",
    [
        "3 of 40, draw 5, at least 1",
        "3 of 40 draw 5 at least 1",
        "3 cards out of 40 cards; drawing 5: 1 or more",
        "3 copies in a deck of 40, 5 cards drawn, 1+",
        "3 from 40, hand of 5, at least 1 of them?",
        "40张中3张,抽5张,至少1张",
        "40张牌里有3张，抽5张，至少1张",
        "４０张中３张，抽５张，至少１张",
        "40枚中3枚、5枚引いて1枚以上",
        "40枚のデッキから3枚、5枚ドローして1枚以上",
        "three of 40, draw five, at least one",
        "3 of 40, draw 5, no fewer than one of them",
        "3 of 40, draw 5, more than 0",
        "四十张中三张，抽五张，至少一张",
        "40张中3张，抽5张，一张以上",
        "40 张中 3 张，抽 5 张，至少 1 张",
        "40 枚中 3 枚、5 枚引いて 1 枚以上",
        "40张中3张，抽5张，多于0张",
        "四十枚中三枚、五枚引いて一枚以上",
        "40枚中3枚、5枚引いて少なくとも1枚",
        "40枚中3枚、5枚引いて0枚より多い",
        "40枚のデッキに3枚、5枚引いて1枚以上引く確率は？",
        "40枚デッキに3枚、初手5枚で1枚以上ある確率",
        "40枚中3枚、手札の5枚に1枚以上",
        "40张中3张,抽5张,抽到1张以上",
        "40张卡组里有3张，起手5张，至少抽到1张的概率是多少？",
        "40张中3张，手牌5张，抽到至少一张",
    ],
)
def test_one_question_in_many_words(question: str) -> None:
    assert read_question(question) == ONE_OF_THREE


def test_names_are_read_whole_before_what_ends_a_question() -> None:
    for question, name in (
        ("40张中3张生存概率，抽5张，至少1张生存概率", "生存概率"),
        ("40张中3张灰流丽，抽5张，至少1张灰流丽的概率是多少", "灰流丽"),
        ("40枚中3枚の確率、5枚引いて確率が1枚以上", "確率"),
        ("40枚中3枚のうらら、初手5枚でうららを1枚以上引く確率は？", "うらら"),
    ):
        assert read_question(question) == Draw(40, 5, ((name, 3),), ((Bound(0, 1),),))


@pytest.mark.parametrize(
    ("wanted", "least", "most"),
    [
        ("at least 2", 2, None),
        ("at most 1", 0, 1),
        ("no more than 1", 0, 1),
        ("1 or fewer", 0, 1),
        ("exactly 2", 2, 2),
        ("between 1 and 2", 1, 2),
        ("1 to 2", 1, 2),
        ("1-2", 1, 2),
        ("none", 0, 0),
        ("more than 1", 2, None),
        ("> 1", 2, None),
        ("less than 2", 0, 1),
        ("fewer than two", 0, 1),
        ("< 2", 0, 1),
        ("no more than one", 0, 1),
        ("between one and ten", 1, 10),
    ],
)
def test_how_many_are_wanted(wanted: str, least: int, most: int | None) -> None:
    assert read_question(f"3 of 40, draw 5, {wanted}").alternatives == ((Bound(0, least, most),),)


@pytest.mark.parametrize(
    ("question", "least", "most"),
    [
        ("40张中3张，抽5张，一张也没有", 0, 0),
        ("40张中3张，抽5张，1张都没有", 0, 0),
        ("40张中3张，抽5张，超过一张", 2, None),
        ("40张中3张，抽5张，少于两张", 0, 1),
        ("40张中3张，抽5张，不到2张", 0, 1),
        ("40张中3张，抽5张，一到两张", 1, 2),
        ("40张中3张，抽5张，至多十二张", 0, 12),
        ("40张中3张，抽5张，三到七张", 3, 7), ("40张中3张，抽5张，兩到八张", 2, 8),
        ("40张中3张，抽5张，四到九张", 4, 9), ("40张中3张，抽5张，五到六张", 5, 6),
        ("40枚中3枚、5枚引いて1枚も引かない", 0, 0),
        ("40枚中3枚、5枚引いて0枚", 0, 0),
        ("40枚中3枚、5枚引いて一枚より多い", 2, None),
        ("40枚中3枚、5枚引いて二枚未満", 0, 1),
        ("40枚中3枚、5枚引いて一枚から二枚", 1, 2),
        ("40枚中3枚、5枚引いて最大二十枚", 0, 20),
    ],
)
def test_how_many_are_wanted_in_chinese_and_japanese(question: str, least: int, most: int | None) -> None:
    assert read_question(question).alternatives == ((Bound(0, least, most),),)


@pytest.mark.parametrize(
    "question",
    [
        "3 ash, 6 starter of 40, draw 5, at least 1 ash and exactly 2 starter",
        "3 ash and 6 starter of 40, draw 5, at least 1 Ash, exactly 2 Starter",
        "3 ash + 6 starter of 40, draw 5, at least 1 ash, exactly 2 starter",
        '3 "ash", 6 "starter" of 40, draw 5, at least 1 "ash" and exactly 2 "starter"',
    ],
)
def test_several_sorts(question: str) -> None:
    draw = read_question(question)
    assert draw.sorts == (("ash", 3), ("starter", 6))
    assert draw.alternatives == ((Bound(0, 1), Bound(1, 2, 2)),)


def test_and_binds_closer_than_or() -> None:
    draw = read_question("3 a1x, 6 b1x of 40, draw 5, at least 1 a1x and no b1x or at least 2 b1x")
    assert draw.alternatives == ((Bound(0, 1), Bound(1, 0, 0)), (Bound(1, 2),))


def test_sorts_in_chinese_and_japanese() -> None:
    chinese = read_question("40张中3张灰流丽和6张启动,抽5张,至少1张灰流丽且至少1张启动")
    japanese = read_question("40枚中3枚のうらら、6枚の初動、5枚引いてうららが1枚以上かつ初動1枚以上")
    assert chinese.sorts == (("灰流丽", 3), ("启动", 6))
    assert japanese.sorts == (("うらら", 3), ("初動", 6))
    assert chinese.alternatives == japanese.alternatives == ((Bound(0, 1), Bound(1, 1)),)
    either = read_question("40张中3张灰流丽和6张启动,抽5张,至少1张灰流丽或没有启动")
    assert either.alternatives == ((Bound(0, 1),), (Bound(1, 0, 0),))


@pytest.mark.parametrize("joined", ["且", "并且", "并", "和", "与", "以及", "，", "，和"])
def test_what_is_wanted_is_joined_in_chinese(joined: str) -> None:
    draw = read_question(f"40张中3张灰流丽、9张初动，抽5张，至少1张灰流丽{joined}至少1张初动")
    assert draw.alternatives == ((Bound(0, 1), Bound(1, 1)),)


@pytest.mark.parametrize(
    ("question", "names", "wanted"),
    [
        ("40张中3张和平使者与2张一与二，抽5张，至少一张和平使者和至少1张一与二",
         ("和平使者", "一与二"), (1, 1)),
        ("40张中3张生或死和2张一击，抽5张，生或死一张也没有且至少一张一击", ("生或死", "一击"), (0, 1)),
        ("40张中3张且战且退和2号机、2张退，抽5张，至少1张且战且退和2号机并且没有退",
         ("且战且退和2号机", "退"), (1, 0)),
        ("40张中3灰流丽和6启动，抽5，至少1灰流丽和至少1启动", ("灰流丽", "启动"), (1, 1)),
        ("40枚中3枚のおとぎ話と二枚の一期一会、5枚引いておとぎ話が1枚以上と一期一会一枚以上",
         ("おとぎ話", "一期一会"), (1, 1)),
        ("40枚中3枚のA-1と2枚の7番、5枚引いてA-1が1枚以上かつ7番なし", ("A-1", "7番"), (1, 0)),
        ("40枚中3枚の鬼牌と2枚の王、5枚引いて鬼牌なしと王が一枚以上", ("鬼牌", "王"), (0, 1)),
        ("40枚中3枚の鬼牌と2枚の王、5枚引いて鬼牌一枚以上かつ王1枚以上", ("鬼牌", "王"), (1, 1)),
        ('3 "rock and roll", 2 rock of 40, draw 5, at least one rock and roll and no rock',
         ("rock and roll", "rock"), (1, 0)),
        ("3 one more, 2 two of 40, draw 5, at least 1 one more and no two", ("one more", "two"), (1, 0)),
    ],
)  # fmt: skip
def test_a_name_is_never_cut(question: str, names: tuple[str, str], wanted: tuple[int, int]) -> None:
    draw = read_question(question)
    assert tuple(name for name, _ in draw.sorts) == names
    assert draw.alternatives == (tuple(Bound(sort, n, n and None) for sort, n in enumerate(wanted)),)


@pytest.mark.parametrize(
    ("question", "column", "pointed", "words"),
    [
        ("hello", 1, "hello", "how many cards there are of a sort"),
        ("3 of 40", 8, "", "how many cards are drawn"),
        ("3, draw 5, at least 1", 2, ", draw 5", "how many cards the deck has"),
        ("3 of 40, draw 50, at least 1", 10, "draw 50", "no 50 cards to draw"),
        ("30 a, 20 b of 40, draw 5, at least 1 a", 1, "30 a, 20 b of 40", "more cards than the deck of 40"),
        ("3 ash, 6 gate of 40, draw 5, at least 1 ahs", 41, "ahs", "did you mean `ash`"),
        ("3 ash, 6 gate of 40, draw 5, at least 1", 30, "at least 1", "of which cards"),
        ("3 ash, 6 ash of 40, draw 5, at least 1 ash", 8, "6 ash ", "stand here twice"),
        ("3 of 40, draw 5, 2 to 1", 18, "2 to 1", "2 is more than 1"),
        ("3 of 40, draw 5, lots", 18, "lots", "how many of them are wanted"),
        ("3 of 40, draw 5, at least 1; and so on", 28, "; and so on", "not understood"),
        ("1000001 of 40, draw 5, at least 1", 1, "1000001", "up to 1,000,000"),
        ("9" * 100 + " of 40, draw 5, at least 1", 1, "9" * 100, "up to 1,000,000"),
        ("40枚中3枚、5枚引いて", 13, "", "40枚中3枚、5枚引いて1枚以上"),
        ("40张中3张,抽5张", 11, "", "40张中3张,抽5张,至少1张"),
        ("3.5 of 40, draw 5, at least 1", 1, "3.5", "numbers are whole"),
        ("1,000 of 4,000, draw 5, at least 1", 1, "1,000", "write 1000"),
        ("3 of 40,5 drawn, at least 1", 6, "40,5", "leave a blank behind a comma"),
        ("3 of 40, draw 5, between 1.5 and 2", 26, "1.5", "numbers are whole"),
        ("1,000枚中3枚、5枚引いて1枚以上", 1, "1,000", "write 1000"),
        ("3 - of 40, draw 5, at least 1", 3, "- ", "`-` is no name"),
        ("3 .5 of 40, draw 5, at least 1", 3, ".5 ", "`.5` is no name"),
        ("40张中3张・,抽5张,至少1张", 7, "・", "`・` is no name"),
        ("3 of 40, draw 5, fewer than 0", 29, "0", "no number is less than 0"),
        (
            "3 of 40, draw 5, at least 1 ash",
            29,
            "ash",
            "have no name; name them where they are counted (for example: 3 ash",
        ),
        ("40张中3张,抽5张,至少1张灰", 16, "灰", "(for example: 40张中3张灰流丽,"),
        ("3 ash, 2 of 40, draw 5, at least 1 gate", 36, "gate", "there are ash, cards without a name"),
    ],
)
def test_mistakes_have_a_caret_and_an_example(question: str, column: int, pointed: str, words: str) -> None:
    with pytest.raises(DeckError) as caught:
        read_question(question)
    (item,) = caught.value.diagnostics
    assert item.place is not None and (item.code, item.place.column) == ("Y501", column)
    assert item.place.length == max(len(pointed), 1) and question.startswith(pointed, column - 1)
    assert words in str(caught.value)
    assert item.hint is not None and "for example: " in item.hint


def test_a_name_in_quotes_may_be_a_mark() -> None:
    assert read_question('3 "-" of 40, draw 5, at least 1 "-"').sorts == (("-", 3),)
    assert read_question("3 ★ of 40, draw 5, at least 1 ★").sorts == (("★", 3),)


def test_a_help_has_one_mark_behind_it() -> None:
    with speaking("zh"), pytest.raises(DeckError) as caught:
        read_question("3 ash, 6 gate of 40, draw 5, at least 1 ahs")
    with speaking("zh"):
        assert "是不是想写 `ash`？（例如：3 of 40" in str(caught.value)


def test_what_is_a_question() -> None:
    assert all(map(is_question, ("3 of 40", "one of ten, draw two", "十张中两张")))
    assert not any(map(is_question, ("deck-1", "one-two", "2 decks of 40.yml", "一期一会")))


def test_a_question_has_an_end() -> None:
    with pytest.raises(DeckError, match=f"at most {LONGEST} characters"):
        read_question("3 of 40, draw 5, " + "at least 1 and " * 1000 + "at least 1")
    with pytest.raises(DeckError, match="alternatives"):
        read_question("3 of 40, draw 5, " + " or ".join(["at least 1"] * 7))


# What is answered ----------------------------------------------------------------------------------------


def test_an_answer_in_python() -> None:
    odds = yisp.odds("3 of 40, draw 5, at least 1")
    assert isinstance(odds, yisp.Odds)
    assert (odds.exact, odds.fraction, round(odds.rate, 6)) == ("667/1976", Fraction(667, 1976), 0.337551)
    data = json.loads(json.dumps(odds.to_dict()))
    assert data["success"] == {"rate": odds.rate, "ci95": None, "exact": "667/1976"}
    assert (data["cards"], data["drawn"], data["sorts"]) == (40, 5, [{"name": None, "count": 3}])
    assert data["wanted"] == [[{"sort": 0, "least": 1, "most": None}]]
    named = yisp.odds("3 ash, 6 gate of 40, draw 5, at least 1 ash").to_dict()
    assert named["sorts"] == [{"name": "ash", "count": 3}, {"name": "gate", "count": 6}]


@pytest.mark.parametrize("given", [{"hand": "x"}, {"topic": "t"}, {"seen": {"B": "x"}}, {"count": 5}])
def test_a_question_takes_nothing_that_needs_a_deck(given: dict[str, Any]) -> None:
    (name,) = given
    with pytest.raises(ValueError, match=f"a question, which is answered exactly; {name} needs a deck"):
        yisp.odds("3 of 40, draw 5, at least 1", **given)


def test_the_difference_of_exact_rates_is_exact() -> None:
    change = Change.between(Rate.exactly("t", Ratio(1, 3)), Rate.exactly("t", Ratio(1, 2)))
    assert change is not None and (change.exact, change.ci95) == ("1/6", None)
    before, after = Rate.exactly("t", Ratio(3, 10)), Rate.exactly("t", Ratio(2, 10))
    change = Change.between(before, after)
    assert change is not None and change.difference == -0.1, "not what two floats differ by"
    said = render_change("t", before, after, change)
    assert said.endswith(": -10.00 percentage points (-1/10)")


def test_where_there_is_nothing_to_compare_it_is_said() -> None:
    rate = Rate.exactly("t", Ratio(1, 3))
    assert "there are no combos" in render_change("t", rate, rate, None)


def test_the_difference_of_sampled_rates_has_an_interval_whatever_they_have_in_common() -> None:
    before, after = Rate.sampled("t", 300, 1000), Rate.sampled("t", 400, 1000)
    assert before.ci95 and after.ci95
    change = Change.between(before, after)
    assert change is not None and change.ci95 is not None
    assert change.difference == pytest.approx(0.1)
    assert change.ci95 == (after.ci95[0] - before.ci95[1], after.ci95[1] - before.ci95[0])
    half = Change.between(Rate.exactly("t", Ratio(3, 10)), after)
    assert half is not None and half.ci95 == pytest.approx((after.ci95[0] - 0.3, after.ci95[1] - 0.3))
    half = Change.between(before, Rate.exactly("t", Ratio(4, 10)))
    assert half is not None and half.ci95 is not None
    assert half.ci95 == pytest.approx((0.4 - before.ci95[1], 0.4 - before.ci95[0]))
    assert half.to_dict() == {"difference": half.difference, "ci95": [*half.ci95], "exact": None}
    assert Change.between(Rate("t"), after) is Change.between(after, Rate("t")) is None
