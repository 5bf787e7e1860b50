"""Cards, their copies and the size of the deck."""

from __future__ import annotations

import pytest

TEST = "\nsimulate: {tests: {t: {combos: {c: {hand: [a]}}}}}\n"


def test_one_card_fills_the_deck(deck):
    loaded = deck("deck: {size: 40, cards: {a: {count: 3}, b: {count: -1}}}" + TEST)
    assert [kind.count for kind in loaded.kinds] == [3, 37]
    loaded = deck("deck: {size: 6, cards: {a: {count: 6}, b: {count: -1}, c: {count: 0}}}" + TEST)
    assert [kind.count for kind in loaded.kinds] == [6, 0, 0]


def test_single_texts_are_lists_of_one(deck):
    loaded = deck("deck: {cards: {a: {count: 9, attribute: two words, program: '@'}}}" + TEST)
    assert loaded.kinds[0].attributes == ("two words",)
    assert len(loaded.kinds[0].effects) == 1


def test_names_are_any_text(deck):
    names = [
        "no",
        "10",
        "12:30",
        "=",
        "~",
        "灰流丽",
        "\u202eabc",
        "a\nb",
        '"); import os; os.system("…") #',
        "'",
    ]
    written = "".join(
        '    "' + name.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '": {count: 2}\n'
        for name in names
    )
    loaded = deck("deck:\n  cards:\n    a: {}\n" + written + TEST.lstrip())
    assert [kind.name for kind in loaded.kinds] == ["a", *names]


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("{a: {count: -1}}", ["Y207 1:27"]),
        ("{a: {count: -2}}", ["Y204 1:27"]),
        ("{a: {count: 4}}", ["Y208 2:20"]),
        ("{a: {count: 3000000000}}", ["Y209 1:27"]),
        ("{a: {count: 99999999999999999999999}}", ["Y204 1:27"]),
        ("{a: {count: 9}, '': {count: 1}}", ["Y214 1:31"]),
        ("{a: {count: 9, attribute: ['']}}", ["Y214 1:42"]),
    ],
)
def test_counts_that_cannot_be(cards, expected, problems):
    assert problems(f"deck: {{cards: {cards}}}{TEST}") == expected


@pytest.mark.parametrize(
    ("size", "counts", "expected"),
    [
        (9, (3, 6), []),
        (9, (3, -1), []),
        (9, (9, -1), []),
        (9, (3, 5), ["Y207 1:14"]),
        (9, (3, 7), ["Y207 1:14"]),
        (9, (10, -1), ["Y207 1:14"]),
        (9, (-1, -1), ["Y207 1:59"]),
        (4, (2, -1), ["Y208 2:20"]),
        (20_000, (3, -1), ["Y209 1:59"]),
        (0, (0, 0), ["Y208 2:20"]),
    ],
)
def test_size(size, counts, expected, problems):
    text = (
        f"deck: {{size: {size:<6}, cards: {{a: {{count: {counts[0]:<4}}}, b: {{count: {counts[1]}}}}}}}{TEST}"
    )
    assert [found for found in problems(text) if "?" not in found] == expected


def test_two_cards_that_fill_name_each_other(diagnostics):
    text = "deck:\n  size: 40\n  cards:\n    a: {count: -1}\n    b: {}\n    c: {count: -1}" + TEST
    (found,) = diagnostics(text)
    assert "`a` in line 4" in found.message


def test_the_number_of_kinds_is_limited(problems):
    cards = "".join(f"    c{index}: {{}}\n" for index in range(5001))
    assert problems("deck:\n  cards:\n" + cards + TEST.lstrip()) == ["Y209 5003:5"]
    assert problems(
        "deck: {cards: {a: {count: 9}, b: {}}}\n"
        "simulate: {limits: {kinds: 1}, tests: {t: {combos: {c: {hand: [a]}}}}}"
    ) == ["Y209 1:31"]


@pytest.mark.parametrize(("count", "hint"), [(31, "`simulate.limits.cards` raises it"), (10_001, None)])
def test_a_limit_is_said_to_be_raised_where_it_can_be(diagnostics, count, hint):
    limited = TEST.replace("{tests", "{limits: {cards: 30}, tests")
    (found,) = diagnostics(f"deck: {{cards: {{a: {{count: {count}}}}}}}" + limited)
    assert (found.code, found.hint) == ("Y209", hint)


def test_properties_are_whole_numbers_of_a_card(deck):
    loaded = deck("""
        deck:
          cards:
            dragon: {props: {level: 8, atk: -2500, least: -9223372036854775808}}
            ash: {props: {level: 3}}
            pot: {count: 9, props: }
        simulate: {tests: {t: {combos: {c: {hand: [ash]}}}}}
    """)
    assert [kind.properties for kind in loaded.kinds] == [
        {"level": 8, "atk": -2500, "least": -(2**63)},
        {"level": 3},
        {},
    ]
    names = loaded.vocabulary
    assert names.property_values("level") == {0: 8, 1: 3}
    assert names.property_values("rank") == {}
    assert set(names.properties) == {"level", "atk", "least"}


@pytest.mark.parametrize(
    ("props", "problem"),
    [
        ("{level: three}", "Y201"),
        ("{level: 9223372036854775808}", "Y204"),
        ("{level: 99999999999999999999999}", "Y204"),
        ("{level: [3]}", "Y201"),
        ("{Level: 3}", "Y220"),
        ("{'a level': 3}", "Y220"),
        ("{'': 3}", "Y214"),
        ("[level]", "Y201"),
        ("3", "Y201"),
    ],
)
def test_a_property_that_is_none(problems, props, problem):
    deck = "deck: {cards: {a: {count: 9, props: " + props + "}}}"
    found = problems(deck + "\nsimulate: {tests: {t: {combos: {c: {hand: [a]}}}}}")
    assert [item.partition(" ")[0] for item in found] == [problem]


def test_cards_that_share_a_kind(deck):
    loaded = deck("deck: {cards: {r: {kind: a}, a: {count: 9}, s: {kind: a, count: 0}, b: {kind: b}}}" + TEST)
    assert [kind.family for kind in loaded.kinds] == [1, None, 1, None]
    cards = "{c: {each: {x: [a, b]}, name: '{x}', count: 3, kind: a}, d: {}}"
    assert [kind.family for kind in deck(f"deck: {{cards: {cards}}}{TEST}").kinds] == [None, 0, None]
    loaded = deck("deck: {cards: {a: {count: 80}, b: {kind: b, count: 80}}}" + TEST)
    assert [kind.family for kind in loaded.kinds] == [None, None]


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        (
            "{a: {count: 9}, ash: {}, r: {kind: ahs}}",
            ["1:50 the deck has no card `ahs`, so it is no kind: did you mean `ash`?"],
        ),
        ("{a: {count: 9}, r: {kind: '5m'}}", ["1:41 the deck has no card `5m`, so it is no kind: None"]),
        (
            "{a: {count: 9, kind: b}, b: {kind: c}, c: {}, d: {kind: b}}",
            ["1:36 `b` is of the kind `c` itself: write `kind: c`",
             "1:71 `b` is of the kind `c` itself: write `kind: c`"],
        ),
        (
            "{a: {count: 9, kind: b}, b: {kind: a}}",
            ["1:36 `b` is of the kind `a` itself: leave out `kind` at `b`",
             "1:50 `a` is of the kind `b` itself: leave out `kind` at `a`"],
        ),
        (
            "{a: {count: 9, kind: b}, b: {kind: none}}",
            ["1:50 the deck has no card `none`, so it is no kind: None"],
        ),
        (
            "{a: {count: 9, kind: zz}, b: {kind: a}, c: {kind: b}, d: {kind: ab}}",
            ["1:36 the deck has no card `zz`, so it is no kind: None",
             "1:65 `b` is of the kind `a` itself: write `kind: a`",
             "1:79 the deck has no card `ab`, so it is no kind: did you mean `a`?"],
        ),
        (
            "{a: {count: 16}, b: {kind: a}, c: {kind: a}, d: {kind: e}, e: {count: 17}}",
            ["1:42 with `b` there are 17 cards of the kind `a`, but a kind of several names has at most 16:"
             " leave out `kind`, or lower the counts",
             "1:70 with `d` there are 18 cards of the kind `e`, but a kind of several names has at most 16:"
             " leave out `kind`, or lower the counts"],
        ),
        (
            "{a: {count: 9, kind: [a]}}",
            ["1:36 `kind` takes a text, but this is a list: put the text in quotes"],
        ),
    ],
)  # fmt: skip
def test_kinds_that_cannot_be(cards, expected, diagnostics):
    found = diagnostics(f"deck: {{cards: {cards}}}{TEST}")
    assert [f"{one.place.line}:{one.place.column} {one.message}: {one.hint}" for one in found] == expected
    assert {one.code for one in found} <= {"Y227", "Y201"}


def test_the_card_that_fills_the_deck_counts_in_its_kind(problems):
    cards = "{a: {count: 9}, b: {count: -1, kind: a}}"
    assert problems(f"deck: {{size: 16, cards: {cards}}}{TEST}") == []
    assert problems(f"deck: {{size: 17, cards: {cards}}}{TEST}") == ["Y227 1:62"]
    assert problems(f"deck: {{cards: {cards}}}{TEST}") == ["Y207 1:42"]
