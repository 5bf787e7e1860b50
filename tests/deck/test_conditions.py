"""Condition lists: the language's section 6, and every way to get one wrong."""

from __future__ import annotations

import pytest

DECK = """\
deck:
  cards:
    ash: {count: 3, attribute: [monster, hand-trap]}
    two words: {count: 3, attribute: [monster, two words]}
    brick: {count: 3}
    ash brick: {count: 3, attribute: [hand-made]}
    2x ash: {count: 1}
    a:odd: {count: 1}
    Trap: {count: 3, attribute: [trap]}
    say "hi": {count: 3, attribute: ['q"y z']}
  alias:
    HandTrap: 'A:hand*'
    Both: 'HandTrap a:monster'
    Trap: 'a:monster'
    Three Words: '!a:monster'
"""
ASH, TWO, BRICK, ASH_BRICK, TWICE_ASH, ODD, TRAP, SAY = (1 << index for index in range(8))
EVERYTHING = (1 << 8) - 1


def wanted(deck, item):
    text = DECK + f"simulate:\n  tests: {{t: {{combos: {{c: {{hand: [{item}]}}}}}}}}\n"
    ((zone, wants),) = deck(text).topics[0].combos[0].wants
    assert zone == "H"
    return wants


@pytest.mark.parametrize(
    ("item", "kinds"),
    [
        ("ash", ASH),
        ("a:monster", ASH | TWO),
        ("a:monster a:hand-trap", ASH),
        ("'a:monster !a:hand-trap'", TWO),
        ("'!ash'", EVERYTHING & ~ASH),
        ("'!!ash'", ASH),
        ("'!!!a:monster'", EVERYTHING & ~(ASH | TWO)),
        ("A:hand*", ASH | ASH_BRICK),
        ("A:*a?e", ASH_BRICK),
        ("'!A:*'", EVERYTHING & ~(ASH | TWO | ASH_BRICK | TRAP | SAY)),
        ("HandTrap", ASH | ASH_BRICK),
        ("Both", ASH),
        ("'HandTrap !ash'", ASH_BRICK),
        ("two words", TWO),  # as a whole
        ("'  two words '", TWO),
        ("ash brick", ASH_BRICK),  # as a whole, and not both
        ("'ash  brick'", 0),  # no name as a whole
        ("'!a:none ash'", ASH),  # a warning ends no list, however else the item could be meant
        ("'1x !A:*-x A:hand-*'", ASH | ASH_BRICK),
        ("Three Words", EVERYTHING & ~(ASH | TWO)),
        ("""'"two words" a:monster'""", TWO),
        ("""'a:"two words"'""", TWO),
        ("""'!a:"two words" a:monster'""", ASH),
        ("""'A:"two w*"'""", TWO),
        ("""'say "hi"'""", SAY),  # as a whole
        ('\'"say ""hi"""\'', SAY),
        ('\'!"say ""hi""" a:trap\'', TRAP),
        ('\'a:"q""y z"\'', SAY),
        ('\'!a:"q""y z" a:trap\'', TRAP),
        ("a:odd", ODD),  # a card of that name
        ("Trap", TRAP),  # the card, though an alias has its name
        ("{any: [ash, 'a:trap !ash']}", ASH | TRAP),
        ("{any: brick}", BRICK),
    ],
)
def test_what_an_item_stands_for(item, kinds, deck):
    (want,) = wanted(deck, item)
    assert want.kinds == kinds
    assert (want.least, want.most) == (1, None)


@pytest.mark.parametrize(
    ("item", "expected"),
    [
        ("2x a:monster", (ASH | TWO, 2, None)),
        ("1x two words", (TWO, 1, None)),
        ("0x brick", (BRICK, 0, 0)),
        ("1-2x ash", (ASH, 1, 2)),
        ("0-0x ash", (ASH, 0, 0)),
        ("2x ash", (TWICE_ASH, 1, None)),  # a card of that name
        ("'2x   ash'", (ASH, 2, None)),
    ],
)
def test_amounts(item, expected, deck):
    (want,) = wanted(deck, item)
    assert (want.kinds, want.least, want.most) == expected


def test_a_name_with_blanks_around_it(deck):
    text = "deck: {cards: {' lamp ': {count: 3}, lamp: {count: 9}}}\n"
    text += "simulate: {tests: {t: {combos: {c: {hand: [%s]}}}}}"
    for item, kinds in (("' lamp '", 1), ("lamp", 2), ("'  lamp'", 2), ("'2x \" lamp \"'", 1)):
        (want,) = deck(text % item).topics[0].combos[0].wants[0][1]
        assert (item, want.kinds) == (item, kinds)


def test_zones_by_letter_and_by_name(deck):
    text = (
        DECK
        + "simulate: {tests: {t: {header: '(# D.5 E)', combos: {c: {E: [ash], hand: [brick], H: [ash]}}}}}"
    )
    wants = deck(text).topics[0].combos[0].wants
    assert [(zone, [want.kinds for want in listed]) for zone, listed in wants] == [
        ("E", [ASH]),
        ("H", [BRICK, ASH]),
    ]


@pytest.mark.parametrize(
    ("item", "expected", "words"),
    [
        ("ahs", "Y210 18:20", "did you mean `ash`?"),
        ("'a:monster ahs'", "Y210 18:31", "did you mean `ash`?"),
        ("monster", "Y210 18:20", "did you mean `a:monster`?"),
        ("'!two words'", "Y210 18:22", '!"two words"'),
        ("'灰'", "Y210 18:21", None),
        ("'a：monster'", "Y210 18:21", "half-width"),
        ("a:mnster", "Y405? 18:20", "did you mean `a:monster`?"),
        ("a:ash", "Y404? 18:20", "without `a:`"),
        ("A:x*", "Y405? 18:20", None),
        ("'!'", "Y211 18:21", "write a name right behind it: !a:monster"),
        ("'a: '", "Y211 18:21", "write a name right behind it: !a:monster"),
        ("'ash !a:'", "Y211 18:25", "write a name right behind it: !a:monster"),
        ("'! ash'", "Y211 18:21", "without a space"),
        ("'a: monster'", "Y211 18:21", "without a space"),
        ("''", "Y211 18:20", None),
        ("'a:\"two words'", "Y211 18:21", None),
        ("'\"ash\"x'", "Y211 18:21", None),
        ('\'"ash""\'', "Y211 18:21", None),
        ("'0x \"\"'", "Y211 18:24", None),
        ("3-1x ash", "Y211 18:20", None),
        ("9999999999x ash", "Y211 18:20", None),
        ("[ash, brick]", "Y201 18:20", "any: [a, b]"),
        ("{all: [ash]}", "Y201 18:21", "quoted"),
        ("{any: [ash], of: 2}", "Y201 18:33", None),
        ("{any: [[ash]]}", "Y201 18:27", None),
        ("{any: [4x ash]}", "Y211 18:27", "write the whole item twice"),
        ("4x ash", "Y427? 18:20", "the deck has 3 such cards, so"),
        ("2x a:odd", "Y427? 18:20", "the deck has 1 such card, so"),
        ("'a:monster a:trap'", "Y427? 18:20", "the deck has no such card, so"),
    ],
)
def test_mistakes_are_shown_at_the_very_word(item, expected, words, diagnostics, problems):
    text = DECK + f"simulate: {{tests: {{t: {{combos: {{c: {{hand: [\n\n{' ' * 19}{item}]}}}}}}}}}}\n"
    assert expected in problems(text)
    if words is not None:
        assert words in next(
            f"{item.message}\n{item.hint}" for item in diagnostics(text) if item.code == expected[:4]
        )


@pytest.mark.parametrize(
    ("alias", "expected"),
    [
        ("x: y", ["Y210 2:10", "Y421? 2:7"]),
        ("x: y\n    y: ash", ["Y210 2:8"]),
        ("x: x", ["Y210 2:8"]),
        ("x: 2x ash", ["Y211 2:8"]),
        ("x: [ash]", ["Y201 2:8"]),
        ("x:", ["Y211 2:7"]),
    ],
)
def test_aliases_use_what_stands_above_them(alias, expected, problems):
    text = f"deck:\n  alias:\n    {alias}\n  cards: {{ash: {{count: 9}}}}\n"
    text += "simulate: {tests: {t: {combos: {c: {hand: [ash]}}}}}"
    assert [found.split()[0] for found in problems(text) if "?" not in found] == [expected[0].split()[0]]


def test_an_alias_named_like_a_card_is_warned_of(problems):
    text = DECK + "simulate: {tests: {t: {combos: {c: {hand: [ash, Both, Three Words]}}}}}"
    assert "Y422? 14:5" in problems(text)


@pytest.mark.parametrize(("bangs", "codes"), [(200, []), (201, ["Y212"]), (10_000, ["Y212"])])
def test_negation_nests_as_deep_as_the_limit_says(bangs, codes, diagnostics):
    text = DECK + f"simulate: {{tests: {{t: {{combos: {{c: {{hand: ['{'!' * bangs}ash']}}}}}}}}}}"
    assert [item.code for item in diagnostics(text) if item.severity == "error"] == codes
