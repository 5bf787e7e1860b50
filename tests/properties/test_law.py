"""Small decks follow the law of all their orders.

The reference interpreter walks through every order of the deck and of each shuffle and every value
of each random number; the engine, which reveals cards one by one as they are looked at, is sampled.
Their distributions of (combos, score, stats, where every card lies and in what order) must agree.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations
from math import comb
from typing import Any

import pytest
from generated import examples
from goodness import p_value
from hunt.chance import TooMany
from hunt.decks import small_deck, with_start
from hunt.law import Law, every_way
from hypothesis import reject
from running import compile_text, deck_text, load_text, open_play, rows, zones

from yisp.simulate.playing.play import Play

LEAST_P = 1e-6

Outcomes = dict[tuple[object, ...], Fraction]
"""Outcomes, as ``Law.outcomes`` keys them, and how probable each is."""

A, B, C, D, E, F = "ABCDEF"


def deck(
    cards: dict[str, int | tuple[int, list[str]]],
    *,
    hand: int = 0,
    header: str = "",
    stats: tuple[str, ...] = (),
    combos: dict[str, Any] | None = None,
    match: str = "first",
    attributes: dict[str, list[str]] | None = None,
) -> str:
    """A deck of a few cards, with as much of a topic as the example is about."""
    written = {}
    for name, card in cards.items():
        count, programs = card if isinstance(card, tuple) else (card, [])
        written[name] = {"count": count, "program": programs, "attribute": (attributes or {}).get(name, [])}
    topic: dict[str, Any] = {"start-card": hand, "exec-program": True, "match": match}
    topic["combos"] = combos or {"always": {}}
    if header:
        topic["header"] = header
    topic["stats"] = {f"stat {index}": stat for index, stat in enumerate(stats)}
    return deck_text(written, {"topic": topic})


SIX = {A: 1, B: 1, C: 1, D: 1, E: 1, F: 1}
ONES = {A: 1, B: 1, C: 1, D: 1}
PAIRS = {A: 2, B: 2, C: 2}

DECKS = {
    "a move of several cards keeps their order": deck(ONES, header="(# D.3 B)"),
    "a move to the front keeps it too": deck(ONES, header="(# D.1 B);(## D.2 B)"),
    "from the bottom": deck(ONES, header="(# D.-1 B);(# D.2 J);(## D.-1 B)"),
    "two from the bottom, then the top": deck(ONES, header="(# D.-2 H);(# D.1 H)"),
    "all but the first three": deck(SIX, header="(# D.!3 B)"),
    "all but the last two": deck(ONES, header="(# D.!-2 B)"),
    "a search looks at the cards above": deck(
        PAIRS, header="(# D.A.1 H);(# D.2 B)", stats=("|B.A|", "|D.1.A|")
    ),
    "a search from below": deck(PAIRS, header="(# D.C.-1 H);(# D.1 B);(# D.-1 J)"),
    "a search, then a shuffle, then draws": deck(
        {A: 2, B: 1, C: 1}, header="(# D.A.1 H);(shuffle D);(# D.2 B)"
    ),
    "two searched at once, then a shuffle": deck(
        {A: 2, B: 2, C: 1}, attributes={A: ["x"], B: ["x"]}, header="(# D.a:x.2 H);(shuffle D);(# D.1 B)"
    ),
    "a search, then a shuffle, where some is known": deck(
        {A: 2, B: 2, C: 1},
        attributes={A: ["x"], B: ["x"]},
        hand=2,
        header="(if (> |H.A| 0) (## H D) (# H D));(## D.a:x.3 B);(shuffle D);(# D.1 J)",
    ),
    "a pick, where a card that fits lies under the others": deck(
        {A: 1, B: 2, C: 1},
        attributes={A: ["x"], B: ["x"]},
        hand=1,
        header="(# H D);(# D.a:x.1 H);(shuffle D);(# D.1 B)",
    ),
    "a pick of several, the last of which lies under the others": deck(
        {A: 1, B: 2, C: 1},
        attributes={A: ["x"], B: ["x"]},
        hand=1,
        header="(# H D);(# D.a:x.3 H);(shuffle D);(# D.1 B)",
    ),
    "several drawn, down to the known one below": deck(PAIRS, hand=1, header="(# H D);(# D.5 B);(# D.1 J)"),
    "several drawn, from the known one above to those below": deck(
        PAIRS, hand=3, header="(# H.2 D);(## H.1 D);(# D.5 B);(# D.1 J)"
    ),
    "a search into its own zone, then a shuffle": deck(PAIRS, header="(# D.A.1 D);(shuffle D);(# D.2 B)"),
    "an empty search, then a shuffle": deck(PAIRS, header="(# D.A B);(# D.A.1 H);(shuffle D);(# D.2 J)"),
    "taking all that fit looks as far as the last": deck(
        {A: 2, B: 1, C: 1, D: 1}, header="(# D.A B);(# D.1 H)", stats=("|D.1.C|",)
    ),
    "a peek is kept": deck(PAIRS, header="(= seen |D.3.A|);(# D.2 H)", stats=("seen", "(- |H.A| seen)")),
    "what was seen below, one by one, lies there": deck(
        PAIRS, header="(= seen |D.-1.A|);(= more |D.-2.A|);(# D.-1 H)", stats=("seen", "(- more seen)")
    ),
    "a peek from below is kept": deck(PAIRS, header="(= seen |D.-2.A|);(# D.-3 H)", stats=("seen",)),
    "a count reveals nothing": deck(PAIRS, header="(= seen |D.A|);(# D.1 H)", stats=("seen",)),
    "a shuffle of a partly known zone": deck(
        {A: 2, B: 2}, header="(# D.1 B);(## B D);(= top |D.1.A|);(shuffle D);(# D.1 H)", stats=("top",)
    ),
    "cards put on top of, and under, an unknown deck": deck(
        PAIRS, hand=2, header="(## H.1 D);(# H.1 D);(# D.2 J);(# D.-1 B)"
    ),
    "a card put on top of one just seen": deck(
        PAIRS, hand=1, header="(= seen |D.1.A|);(## H D);(# D.2 B);(# D.1 H)", stats=("seen",)
    ),
    "a card put under one just seen": deck(
        PAIRS, hand=1, header="(= seen |D.-1.A|);(# H D);(# D.-2 B);(# D.-1 H)", stats=("seen",)
    ),
    "a shuffled graveyard": deck(
        {A: 1, B: 1, C: 1}, hand=3, header="(# H B);(shuffle B);(# B.1 H);(# H.1 B);(# B.-1 J)"
    ),
    "random cards, in the zone's order": deck(ONES, hand=3, header="(# H.?2 B);(# D.?1 J)"),
    "random cards of an unknown deck": deck(PAIRS, header="(# D.?2 H);(# D.1 B)", stats=("|H.A|",)),
    "all but a random one": deck(ONES, hand=3, header="(# H.!?1 B)"),
    "random cards by attribute, looked at afterwards": deck(
        PAIRS, header="(= seen |D.a:x.?1.A|);(# D.1 H)", stats=("seen",), attributes={A: ["x"], B: ["x"]}
    ),
    "chained counts": deck(SIX, header="(# D.4.-2 B);(# D.!1.1 J)"),
    "within a zone, to the bottom": deck(ONES, hand=3, header="(# H.1 H);(# D.1 D);(# D.1 D);(# D.1 B)"),
    "within a zone, to the top": deck(ONES, header="(## D.-1 D);(# D.1 H)"),
    "a shown card taken from within": deck(PAIRS, header="(# D.B.1 D);(# D.-1 H);(# D.1 H)"),
    "rand": deck({A: 2, B: 2}, header="(= word (rand -1 1));(# D.:(rand 0 2) H)", stats=("word",)),
    "moving X": deck({A: (1, ["@;(# X B);(# D.1 H)"]), B: (2, ["@;(## X D);(# D.-1 B)"]), C: 2}, hand=1),
    "X within its zone": deck({A: (2, ["[1]@;(# X X);(# H.1 B)"]), B: 2}, hand=3),
    "shuffling the zone of X": deck({A: (1, ["[1]@;(# X D);(shuffle X);(# D.1 B)"]), B: 2, C: 1}, hand=1),
    "activated from the deck": deck({A: (2, ["[D]@;(# X B);(# D.1 H)"]), B: (2, ["[1]@;(# D.1 B)"])}, hand=1),
    "activated from several zones": deck(
        {A: (1, ["[HB]@;(# X F);(# D.1 B)"]), B: (2, ["[BF]@;(# X J);(# D.1 H)"]), C: 2}, hand=2
    ),
    "once for all cards of a name": deck(
        {A: (3, ["[1]@;(# D.1 H)", "[1]/(> |H| 2);@;(# X B)"]), B: 2}, hand=1
    ),
    "before any other": deck({A: (2, ["[^]@;(# X B);(# D.1 H)"]), B: (2, ["[1]@;(# D.1 H)"]), C: 1}, hand=2),
    "forbidding": deck(
        {
            A: (1, ["[1]@;(# D.1 H [draw]);(! search)"]),
            B: (2, ['@;(# X B);(# D.A H [search]);(! "draw")']),
            C: 1,
        },
        hand=2,
    ),
    "a tag with a mark": deck(
        {A: (1, ["[1]@;(! draw);(# D.1 H)"]), B: (2, ["@;(# X B);(# D.1 H [draw!])"]), C: 1}, hand=2
    ),
    "random before a guard": deck(
        {A: (2, ["/(rand 0 1);@;(# X B)"]), B: (1, ["(= tries (+ tries 1));/(> tries 3);@;(# X B)"]), C: 1},
        hand=3,
        stats=("tries",),
    ),
    "moves without activation": deck({A: (2, ["(# D.1 H)"]), B: (1, ["/(> |H| 2);@;(# X B)"]), C: 2}, hand=2),
    "a card that left and came back": deck(
        {A: (2, ["(# X B);(# B H);/0;@"]), B: (2, ["[1]@;(# D.1 H)"])}, hand=3
    ),
    "a peek before a guard": deck(
        {A: (2, ["/|D.1.C|;@;(# X B);(# D.1 H)"]), B: (1, ["[1]@;(# D.1 B)"]), C: 2}, hand=2
    ),
    "an empty move, and an error": deck(
        {A: (2, ["@;(# X B);(# H.C J);(= word (/ 1 |H.B|));(# D.1 B)"]), B: 2},
        hand=2,
        stats=("word", "(/ 6 |B|)"),
    ),
    "wanted cards, first": deck(
        {A: 2, B: 1, C: 2},
        hand=3,
        attributes={A: ["x"], B: ["x", "y"], C: ["y"]},
        combos={
            "xy": {"hand": ["a:x", "a:y"], "score": 2},
            "yyx": {"hand": ["2x a:y", "a:x"], "score": "(+ 1 |D.1.A|)"},
        },
    ),
    "wanted cards, best": deck(
        {A: 1, B: 2, C: 1, D: 1},
        hand=3,
        match="best",
        attributes={A: ["x"], B: ["x", "y"], C: ["y", "z"], D: ["z"]},
        combos={"xyz": {"hand": ["a:x", "a:y", "a:z"], "score": 2}, "no B": {"hand": ["0x B", "1-2x a:y"]}},
    ),
    "a condition that looks at the deck": deck(
        {A: 2, B: 2, C: 1},
        hand=1,
        combos={"c": {"condition": "|D.1.A|", "hand": ["B"], "score": "(rand 0 2)"}},
        stats=("|D.2.A|",),
    ),
    "the first of its copies but this card, which may lie above": deck(
        {A: (3, ["[1]@;(# H D);(shuffle D);(# D.!X.1 F);(# D.1.X B)"])}, hand=3
    ),
    "the last of its copies but this card": deck(
        {A: (4, ["[1]@;(# H D);(shuffle D);(# D.!X.-1 F);(# D.-1.X B);(# D.1.X J)"])}, hand=3
    ),
    "where among its copies this card lies, once it is shuffled away": deck(
        {A: (3, ["[1]@;(# X D);(shuffle D);(on turn-end (# D.!X.1 F) (# D.1.X B))"]), B: 1}, hand=1
    ),
    "this card, taken from under the others": deck(
        {A: (2, ["[1]@;(# H D);(shuffle D);(# D.X B);(# D.1 J)"]), B: 2}, hand=2
    ),
    "copies put on top of this card": deck(
        {A: (3, ["[1]@;(# H D);(shuffle D);(## D.!X D);(# D.1 F);(# D.-1.X B)"])}, hand=3
    ),
}


def observed(play: Play, trials: int) -> Counter[tuple[object, ...]]:
    """How often each outcome came up, as ``Law.outcomes`` keys it."""
    kind_of = play.program.plan["kind_of"]
    outcomes: Counter[tuple[object, ...]] = Counter()
    for trial in range(trials):
        (row,) = rows(play, trial, trial + 1)
        places = tuple(
            (letter, tuple(kind_of[card] for card in cards))
            for letter, cards in sorted(zones(play).items())
            if cards
        )
        outcomes[row.combos, row.score, row.stats, places] += 1
    return outcomes


def law_of(text: str) -> Outcomes:
    loaded = load_text(text)
    return Law(loaded, loaded.topics[0]).outcomes


def law_of_few(text: str) -> Outcomes:
    """The law of a generated deck; those of many trials are passed over."""
    loaded = load_text(text)
    try:
        return Law(loaded, loaded.topics[0], most=3000).outcomes
    except TooMany:
        reject()


def agree(text: str, distribution: Outcomes, trials: int, target: str = "python") -> None:
    """Assert that what comes up is what the law says."""
    outcomes = observed(open_play(compile_text(text), target), trials)
    assert set(outcomes) <= set(distribution), "an outcome that no order of the deck gives"
    assert p_value(outcomes, distribution) > LEAST_P


@pytest.mark.parametrize(("text", "trials"), [
    # Decks drawn at random meet what these are about as well.
    *(pytest.param(text, 4000, id=name) for name, text in list(DECKS.items())[::6]),
    *(pytest.param(text, 20_000, id=f"{name}: often", marks=pytest.mark.slow) for name, text in DECKS.items())
])  # fmt: skip
def test_the_law_of_all_orders(text: str, trials: int) -> None:
    agree(text, law_of(text), trials)


@pytest.mark.slow
def test_the_law_on_the_native_target() -> None:
    """One deck with much of the above; that the targets agree trial by trial is tested elsewhere."""
    text = deck(
        {A: (2, ["[1D]/|D.2.C|;@;(# X B);(# D.-1 H)"]), B: (2, ["@;(## X D);(# D.C.1 H);(# D.?1 J)"]), C: 2},
        hand=2,
        header="(= word (rand 1 2))",
        stats=("word", "|D.1.C|"),
        combos={"c": {"hand": ["C"], "score": "word"}},
    )
    agree(text, law_of(text), 100_000, target="native")


@pytest.mark.slow
@pytest.mark.parametrize("text", [pytest.param(text, id=name) for name, text in DECKS.items()])
def test_worlds_have_that_law(text: str) -> None:
    agree(text, law_of(text), 20_000, "worlds")


@examples(3, 20)
def test_the_law_of_generated_decks(random: Any) -> None:
    text = small_deck(random)
    law = law_of_few(text)
    agree(text, law, 2000)
    agree(text, law, 2000, "worlds")


@pytest.mark.slow
@examples(10, 20)
def test_generated_decks_of_which_something_is_known(random: Any) -> None:
    text = with_start(random, small_deck(random))
    agree(text, law_of_few(text), 2000)


@pytest.mark.slow
@examples(10, 20)
def test_notices_and_activations_of_generated_decks(random: Any) -> None:
    """What is counted beside the outcome has the right mean."""
    text = small_deck(random)
    loaded = load_text(text)
    program = compile_text(text)
    mean: Counter[object] = Counter()
    square: Counter[object] = Counter()
    try:
        for ratio, result in every_way(loaded, loaded.topics[0], 3000):
            probability = Fraction(*ratio)
            codes = [code for code, _, _ in result.notices]
            for thing, times in Counter([*codes, *result.activations]).items():
                mean[thing] += probability * times
                square[thing] += probability * times * times
    except TooMany:
        reject()
    trials = 2000
    play = open_play(program, "python")
    play.run(0, trials)
    counts = play.counts()
    seen: Counter[object] = Counter()
    for notice in counts.notices:
        seen[notice.code] += notice.count
    for (kind, number), times in zip(program.effects, counts.activations, strict=True):
        seen[kind, number] += times
    for thing in {*seen, *mean}:
        deviation = (float(square[thing]) - float(mean[thing]) ** 2) ** 0.5
        assert abs(seen[thing] / trials - float(mean[thing])) <= 6 * deviation / trials**0.5 + 1e-9 + (
            12 / trials if deviation else 0
        ), thing


@pytest.mark.slow
@pytest.mark.parametrize("target", ["python", "native"])
def test_a_large_deck_deals_hypergeometrically(target: str) -> None:
    """Over 64 cards, and over 64 effects: the same law in more words."""
    fillers = {f"filler {index}": {"count": 2, "program": "[J]@;(# X B)"} for index in range(70)}
    cards = {"a": {"count": 17}, **fillers, "b": {"count": 9, "program": ["@;(# X B);(# D.1 H)"]}}
    topic = {"start-card": 8, "exec-program": True, "combos": {"c": {"hand": ["a"]}}}
    stats = {"a": "|H.a|", "b": "|B|", "hand": "|H|", "last": "|D.-1.a|", "twenty": "|D.20.a|"}
    program = compile_text(deck_text(cards, {"t": {**topic, "stats": stats}}))
    play = open_play(program, target)
    trials = 40_000
    play.run(0, trials)
    counts = play.counts()
    a, b, _, last, twenty = (tally.histogram for tally in counts.stats)
    others = 17 + 140
    # Every b is replaced by the next card: the hand is eight cards of the deck without its b.
    assert counts.stats[2].histogram == {8: trials}
    assert p_value(a, hypergeometric(others, 17, 8)) > LEAST_P
    assert counts.combos == [sum(count for value, count in a.items() if value)]
    # As many b come up as lie before the eighth other card.
    drawn = {
        k: Fraction(comb(7 + k, k) * comb(others - 8 + 9 - k, 9 - k), comb(others + 9, 9)) for k in range(10)
    }
    assert p_value(b, drawn) > LEAST_P
    assert p_value(last, {1: Fraction(17, 166), 0: Fraction(149, 166)}) > LEAST_P
    assert p_value(twenty, places_behind(drawn, others)) > LEAST_P


@pytest.mark.slow
@pytest.mark.parametrize("size", [2, 8, 9])
@pytest.mark.parametrize("target", ["python", "native"])
def test_a_hand_and_nothing_else(target: str, size: int) -> None:
    """Such a hand may come from one word: in every order alike, together with the deck below it."""
    topic = {"start-card": size, "combos": {"c": {}}, "stats": {"top": "|D.1.a|"}}
    cards = {"a": {"count": 1}, "b": {"count": 1}, "c": {"count": 11}}
    play = open_play(compile_text(deck_text(cards, {"t": topic})), target)
    seen: Counter[tuple[int, ...]] = Counter()
    trials = 20_000
    for trial in range(trials):
        play.run(trial, trial + 1)
        hand = play.table.cards(0)
        seen[hand[0], hand[-1]] += 1
    pairs = {pair: Fraction(1, 13 * 12) for pair in permutations(range(13), 2)}
    assert p_value(seen, pairs) > LEAST_P
    assert p_value(play.counts().stats[0].histogram, {1: Fraction(1, 13), 0: Fraction(12, 13)}) > LEAST_P


def hypergeometric(cards: int, good: int, drawn: int) -> dict[int, Fraction]:
    """How many good cards there are among those drawn."""
    return {
        k: Fraction(comb(good, k) * comb(cards - good, drawn - k), comb(cards, drawn))
        for k in range(max(0, drawn - cards + good), min(good, drawn) + 1)
    }


def places_behind(drawn: dict[int, Fraction], others: int) -> dict[int, Fraction]:
    """How many a there are among the next twenty cards, by how many b were drawn before."""
    law: dict[int, Fraction] = {}
    for gone, probability in drawn.items():
        for b, chance in hypergeometric(others - 8 + 9 - gone, 9 - gone, 20).items():
            for a, its in hypergeometric(others, 17, 20 - b).items():
                law[a] = law.get(a, Fraction(0)) + probability * chance * its
    return law
