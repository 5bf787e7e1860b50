"""``each``: one entry that stands for many cards."""

from __future__ import annotations

import pytest

DECK = """
deck:
  cards:
    %s
    rest: {count: 40}
simulate: {tests: {t: {exec-program: true, combos: {c: {hand: [rest]}}}}}
"""


@pytest.fixture
def kinds(deck):
    def made(entry: str):
        return deck(DECK % entry).kinds[:-1]

    return made


@pytest.fixture
def found(diagnostics):
    """The diagnostics of a deck with that entry; columns count from the entry's beginning."""

    def said(entry: str) -> list[str]:
        return [
            f"{item.code} {item.place.column - 4 if item.place else ''}" for item in diagnostics(DECK % entry)
        ]

    return said


def test_every_combination_is_a_card(kinds):
    made = kinds(
        "tile: {each: {suit: [m, p], rank: 1..3}, name: '{rank}{suit}', count: 4, attribute: ['{suit}', n],"
        " props: {rank: '{rank}'}, description: '{rank} of {suit}',"
        " program: ['@;(# X B)', '/{rank};@;(# X F)']}"
    )
    assert [kind.name for kind in made] == ["1m", "2m", "3m", "1p", "2p", "3p"]
    assert [kind.attributes for kind in made[2:4]] == [("m", "n"), ("p", "n")]
    assert [kind.properties for kind in made] == [{"rank": 1}, {"rank": 2}, {"rank": 3}] * 2
    assert (made[4].description, made[4].count) == ("2 of p", 4)
    assert made[4].effects[1].text.text == "/2;@;(# X F)"


@pytest.mark.parametrize(
    ("entry", "names"),
    [
        ("'{w}': {each: {w: [east, west]}}", ["east", "west"]),
        ("'{w}': {each: {w: east}}", ["east"]),
        ("'{w}': {each: {w: '1..3'}}", ["1..3"]),
        ("'{w}': {each: {w: [1..2, 7, -1..0]}}", ["1", "2", "7", "-1", "0"]),
        ("'{w}{{}}': {each: {w: 1..1}}", ["1{}"]),
        ("'{{w}}': {each: {w: 1..1}}", ["{w}"]),
        ("'{a}{b}{c}': {each: {a: [x, y], b: [1], c: 1..2}}", ["x11", "x12", "y11", "y12"]),
        ("'{{{w}}}': {each: {w: [no, ~]}}", ["{no}", "{~}"]),
        ("'{two words}!': {each: {two words: [a]}}", ["a!"]),
        ("'{w}': {each: {w: ['{w}']}}", ["{w}"]),
        ("'{plain}': {}", ["{plain}"]),
        ("'{plain}': {each: }", ["{plain}"]),
    ],
)
def test_names(kinds, entry, names):
    assert [kind.name for kind in kinds(entry)] == names


def test_numbers_can_be_filled_in(kinds):
    assert [kind.count for kind in kinds("'x{n}': {each: {n: 2..4}, count: '{n}'}")] == [2, 3, 4]


@pytest.mark.parametrize(
    ("entry", "problems"),
    [
        ("'{w}': {each: {w: []}}", ["Y223 19"]),
        ("'{w}': {each: {}}", ["Y223 15"]),
        ("'{w}': {each: [a]}", ["Y201 15"]),
        ("'{w}': {each: {w: [[a]]}}", ["Y201 20"]),
        ("'{w}': {each: {w: 9..1}}", ["Y223 19"]),
        ("'{w}': {each: {w: 1..1000000000000}}", ["Y223 19"]),
        ("x: {each: {w: [a]}, name: '{w', count: 3}", ["Y223 28"]),
        ("x: {each: {w: [a]}, name: 'x}{w}'}", ["Y223 29"]),
        ("'{v}': {each: {w: [a]}}", ["Y223 2"]),
        ("x: {each: {w: [a, b]}}", ["Y224 1"]),
        ("x: {each: {w: [a]}, name: rest}", ["Y224 1"]),
        ("x: {each: {w: [a, b]}, name: '{w}', attribute: ['{w}', '{W}']}", ["Y223 57"]),
        ("x: {each: {w: ['']}, name: '{w}'}", ["Y214 28"]),
        ("x: {name: y}", ["Y223 11"]),
        ("x: {each: {w: [a, b]}, name: '{w}', cuont: 3}", ["Y202 37"]),
        ("x: {each: {w: [a, b]}, name: '{w}', count: '{w}'}", ["Y201 44", "Y201 44"]),
        ("x: {each: {w: 1..9}, name: '{w}', program: '@;(# X B);(frob {w})'}", ["Y101 56"]),
    ],
)
def test_mistakes(found, entry, problems):
    assert found(entry) == problems


PROGRAMS = [
    "@;(frob {w} 1)",
    '(print "{w}{w}");@;(print "{w}");(frob 1)',
    "@;(= x (+ 1{w} 1{w}1 (frob 1)))",
]


@pytest.mark.parametrize("program", PROGRAMS)
@pytest.mark.parametrize("filled", ["", "7", "1234567890"])
def test_places_behind_what_was_filled_in(diagnostics, program, filled):
    text = DECK % f"x: {{each: {{w: ['{filled}']}}, name: 'a', program: '{program}'}}"
    found = [item.place for item in diagnostics(text) if item.code == "Y101"]
    assert [place.text[place.column - 1 :][: place.length] for place in found] == ["frob"]


def test_a_place_in_what_was_filled_in_is_that_of_its_braces(diagnostics):
    entry = "x: {each: {w: ['(frob 1)']}, name: 'a', program: '@;{w};(# X B)'}"
    (found,) = diagnostics(DECK % entry)
    assert found.place.text[found.place.column - 1 :][: found.place.length] == "{w}"


@pytest.mark.parametrize(
    "entry",
    [
        "x: {each: {a: 1..999999999, b: 1..999999999}, name: '{a}{b}'}",
        "x: {each: {a: 1..999999999}, name: '{a}'}",
        "x: {each: {a: 1..99999999999}, name: '{a}'}",
        "x: {each: {a: [1..999999999, 3]}, name: '{a}'}",
        "x: {each: {a: 1..100, b: 1..100}, name: '{a} {b}'}",
        "x: {each: {a: 1..4000}, name: '{a}', attribute: [" + "z, " * 200 + "]}",
        "x: {each: {a: 1..4000}, name: '{a}', description: '" + "{a}" * 2000 + "'}",
    ],
)
def test_an_entry_is_measured_before_it_is_written_out(found, entry):
    assert [item[:4] for item in found(entry)] == ["Y209"]


def test_filled_cards_can_be_asked_for(deck):
    loaded = deck(
        (DECK % "tile: {each: {s: [m, p], r: 1..2}, name: '{r}{s}', attribute: '{s}'}").replace(
            "hand: [rest]", "hand: ['a:m', 2p]"
        )
    )
    (combo,) = loaded.topics[0].combos
    assert [want.kinds for want in combo.wants[0][1]] == [0b00011, 0b01000]


def test_an_extending_file_changes_the_family(tmp_path):
    from yisp.deck.load import load

    (tmp_path / "base.yml").write_text(DECK % "tile: {each: {s: [m, p]}, name: '{s}', count: 2}")
    deck = tmp_path / "deck.yml"
    deck.write_text("extends: base.yml\ndeck: {cards: {tile: {each: {s: [x, y, z]}, count: 3}}}")
    assert [(kind.name, kind.count) for kind in load(deck).kinds[:-1]] == [("x", 3), ("y", 3), ("z", 3)]
