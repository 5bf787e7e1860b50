"""Deals: every row of their table of laws, exactly and by trials on both targets, and mistakes."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from fractions import Fraction
from math import comb, sqrt
from typing import Any

import pytest
from running import compile_text, load_text, notices, open_play, rows

import yisp
from yisp.compile.pipeline import compile_deck, specialised
from yisp.lang.diagnostics import DeckError, Diagnostic
from yisp.messages import speaking
from yisp.report.text.trace import render_trial
from yisp.simulate.counting.deal import LISTED_TRIES
from yisp.simulate.counting.probabilities import NoExactAnswer
from yisp.simulate.single.trace import Tracer

SLOW_NATIVELY = True

TRIALS, MANY = 20_000, 100_000
TARGETS = ["python"]
"""Those that a test plays on: python alone and, where slow tests run, native alone."""


@pytest.fixture(autouse=True, params=["python", "native"])
def played_on(request: pytest.FixtureRequest) -> None:
    """Each deck is built for itself, so natively the tests are slow (``SLOW_NATIVELY``)."""
    TARGETS[:] = [request.param]


def text(
    cards: Mapping[str, Any],
    seats: Sequence[Mapping[str, Any]],
    stats: Mapping[str, str],
    *,
    hand: int = 1,
    reveal: str = "()",
    exits: Mapping[str, Any] | None = None,
    define: Mapping[str, str] | None = None,
    **topic: Any,
) -> str:
    kinds = {name: {"count": one} if isinstance(one, int) else one for name, one in cards.items()}
    whole = sum(int(one["count"]) for one in kinds.values())
    named = [{"name": f"s{number}", **seat} for number, seat in enumerate(seats)]
    return json.dumps({
        "wall": {"exits": exits or {"pii": whole}},
        "deck": {"cards": kinds, "define": define or {}},
        "deal": {"hand": hand, "reveal": reveal},
        "seats": named,
        "simulate": {"tests": {"t": {"program": "()", "stats": stats, **topic}}},
    })  # fmt: skip


def exactly(deck: str) -> yisp.TopicResult:
    return yisp.run(load_text(deck), method="exact").topics["t"]


def means(deck: str) -> dict[str, Fraction]:
    return {name: Fraction(stat.exact or 0) for name, stat in exactly(deck).stats.items()}


def hold(deck: str, wanted: Mapping[str, Fraction | int], trials: int = TRIALS) -> None:
    """The exact means are these, and trials on both targets bear them out."""
    assert means(deck) == wanted
    bear_out(deck, {name: float(mean) for name, mean in wanted.items()}, trials)


def bear_out(deck: str, wanted: Mapping[str, float], trials: int = TRIALS, errors: float = 5) -> None:
    program = compile_text(deck)
    for target in TARGETS:
        play = open_play(program, target)
        play.run(0, trials)
        for name, tally in zip(program.topics[0].stats, play.counts().stats, strict=True):
            mean = tally.total / tally.count
            spread = sqrt(max(tally.squares / tally.count - mean * mean, 0) / tally.count)
            assert abs(mean - wanted[name]) <= errors * spread + 1e-12, (target, name, mean)


TWO = {"1m": 2, "2m": 2}
MUST_HOLD = {"accept": "(or (!= who me) |H.1m|)"}


def test_a_hand_after_the_other() -> None:
    deck = text(TWO, [{}, {**MUST_HOLD, "patience": "none"}], {"a": "|H:0.1m|"})
    assert means(deck) == {"a": Fraction(1, 2)}
    deal = exactly(deck).deal
    assert deal is not None and deal.endless
    data = deal.to_dict()["tries"]
    assert (data["mean"], [hand["exact"] for hand in data["hands"]]) == (2.25, ["1", "9/4"]), "of the most"
    tries = data["hands"][1]["histogram"]
    shares = {n: Fraction(2 ** (n - 1) + 2, 2 * 3**n) for n in range(1, LISTED_TRIES + 1)}
    assert {int(n): Fraction(share) for n, share in tries.items()} == shares


@pytest.mark.slow
@pytest.mark.parametrize(
    ("patience", "share"),
    [
        ("none", Fraction(1, 3)),
        (3, Fraction(11, 32)),
        (100, Fraction(1, 3) + Fraction(1, 6 * 2**101)),
    ],
)
def test_hands_together(patience: int | str, share: Fraction) -> None:
    deck = text(TWO, [{}, {**MUST_HOLD, "patience": patience}], {"a": "|H:0.1m|"}, deal="joint")
    hold(deck, {"a": share})


def claiming(numbers: Sequence[int]) -> str:
    """A number asked of a kind: whether it is that of the world."""
    return f"(== tile (nth {' '.join(map(str, numbers))}))"


TILES = {f"{n}m": {"count": 4, "props": {"tile": n}} for n in (1, 2, 3, 4)}


def test_two_claims() -> None:
    x = {"bargain": {"worlds": 2, "four": "(== tile (+ world 1))"}}
    y = {"bargain": {"worlds": 3, "four": "(== tile (+ world 1))"}}
    ways = {f"{a}{b}": f"(and (== (plan 0) {a}) (== (plan 1) {b}))" for a in range(2) for b in range(3)}
    quarter = {name: Fraction(name[0] != name[1], 4) for name in ways}
    hold(text(TILES, [x, y], ways, hand=0), quarter)
    deal = exactly(text(TILES, [x, y], ways, hand=0)).deal
    assert deal is not None and (deal.solutions, deal.conflicts) == (4, {})


@pytest.mark.parametrize(("claims", "solutions"), [("all any", 0), ("four any", 0), ("four all", 1)])
def test_claims_of_one_seat(claims: str, solutions: int) -> None:
    """Who claims all of a kind leaves none for anybody, the seat itself included."""
    seat = {"bargain": {"worlds": 1, **dict.fromkeys(claims.split(), "(== tile 1)")}}
    deal = exactly(text(TILES, [seat], {"n": "0"}, hand=0)).deal
    assert deal is not None and deal.solutions == solutions


CORNER = """(if (== world 24) 30 (+ (* 9 (/ world 8)) (+ (% world 8) (>= (% world 8) 4))))"""


@pytest.mark.parametrize("first", [0, 1])
def test_magnet_and_corner(first: int) -> None:
    magnet = {"bargain": {"worlds": 34, "four": "(== tile world)", "any": "(== shows world)"}}
    corner = {"bargain": {"worlds": 25, "four": f"(== tile {CORNER})", "any": f"(== shows {CORNER})"}}
    seats = [magnet, corner] if first == 0 else [corner, magnet]
    named = {"5m": 4, "1m": 0, "1y": 31}
    deck = yaml_of(seats, {name: f"(== (plan {first}) {tile})" for name, tile in named.items()})
    found = yisp.run(load_text(deck), method="exact", topics="t").topics["t"]
    assert found.deal is not None and found.deal.solutions == 775
    assert {name: stat.exact for name, stat in found.stats.items()} == {
        "5m": "23/775", "1m": "22/775", "1y": "1/31",
    }  # fmt: skip


def yaml_of(seats: Sequence[Mapping[str, Any]], stats: Mapping[str, str], hand: int = 0, **topic: Any) -> str:
    """A deck that extends mahjong, whose own topics are left alone."""
    return json.dumps({
        "extends": "mahjong",
        "deal": {"hand": hand, "reveal": "()"},
        "seats": [{"name": f"s{number}", **seat} for number, seat in enumerate(seats)],
        "simulate": {"tests": {
            "deal": {"method": "sample"},
            "t": {"program": "()", "stats": stats, **topic},
        }},
    })  # fmt: skip


FOUR_OF_1 = {"bargain": {"worlds": 1, "four": "(== tile 1)"}}


@pytest.mark.parametrize(("raider", "solutions"), [(0, 1), (1, 0)])
def test_a_raid_before_a_claim(raider: int, solutions: int) -> None:
    seats: list[dict[str, Any]] = [dict(FOUR_OF_1), {}]
    seats[raider]["raid"] = "(# D.1m.2 H)"
    found = exactly(text(TILES, seats, {"held": f"|H:{raider}.1m|"}, hand=2))
    assert found.deal is not None and found.deal.solutions == solutions
    assert found.stats["held"].exact == "2"


def test_what_cannot_be_is_reported() -> None:
    x = {"bargain": {"worlds": 1, "all": "(== tile 1)"}}
    y = {"bargain": {"worlds": 1, "any": "(== tile 1)"}}
    plans = {"x": "(plan 0)", "y": "(plan 1)", "nobody": "(plan (+ 1 1))", "beyond": "(plan (+ 1 7))"}
    deck = text(TILES, [x, y, {}], plans)
    hold(deck, dict.fromkeys(plans, -1), 100)
    deal = exactly(deck).deal
    assert deal is not None and (deal.solutions, deal.conflicts) == (0, {"1m": 1.0})


@pytest.mark.parametrize(("left", "solutions"), [(2, 0), (3, 1)])
def test_any_for_everybody(left: int, solutions: int) -> None:
    any_ = {"bargain": {"worlds": 1, "any": "(== tile 1)"}}
    taking = {**any_, "raid": f"(# D.1m.{4 - left} H)"}
    deal = exactly(text(TILES, [taking, any_, any_], {"n": "0"}, hand=4)).deal
    assert deal is not None and deal.solutions == solutions


def test_who_raids_first() -> None:
    seats = [{"raid": "(# D.1m.4 H)"}, {}, {}, {"raid": "(# D.1m.2 H)", "raid-first": True}]
    hold(text(TILES, seats, {"a": "|H:0.1m|", "d": "|H:3.1m|"}, hand=4), {"a": 2, "d": 2}, 100)


def test_a_raid_beyond_the_hand() -> None:
    deck = text(TILES, [{"raid": "(# D.1m.4 H)"}], {"a": "|H:0.1m|", "left": "|D.1m|"}, hand=3)
    hold(deck, {"a": 3, "left": 1}, 100)
    play = open_play(compile_text(deck), TARGETS[0])
    play.run(0, 100)
    assert notices(play) == [("Y311", 100)]


@pytest.mark.parametrize("raid", ["(# D.4 H)", "(draw pii H);(draw pii H);(draw pii H);(draw pii H)"])
def test_a_raid_that_draws_beyond_the_hand(raid: str) -> None:
    seats = [{"raid": raid, "on-draw": "(= drawn (+ drawn 1))"}]
    deck = text(TILES, seats, {"held": "|H|", "left": "|D|", "drawn": "drawn"}, hand=3)
    hold(deck, {"held": 3, "left": 13, "drawn": 0}, 100)
    play = open_play(compile_text(deck), TARGETS[0])
    play.run(0, 100)
    assert notices(play) == [("Y311", 100)]


def test_what_is_noted_in_a_try_that_is_refused() -> None:
    seats = [{"on-deal": "(# D.2m.1 R)", "accept": "|H.1m|", "patience": 0}]
    deck = text({"1m": 1, "3m": 1}, seats, {"a": "|H.1m|"})
    for target in TARGETS:
        play = open_play(compile_text(deck), target)
        play.run(0, 1000)
        assert notices(play) == [("Y301", 1000)], "once a deal, however often the hand is made"


def test_a_collapse_under_a_mark_of_the_hand() -> None:
    deck = text({"1m": 1, "2m": 1}, [{"on-deal": "(light D.1m 90);(collapse D pii 0)"}], {"a": "|H.1m|"})
    hold(deck, {"a": Fraction(10, 11)})


@pytest.mark.slow
@pytest.mark.parametrize("patience", [0, 1, 7])
@pytest.mark.parametrize("joint", [False, True])
def test_never_content(patience: int, joint: bool) -> None:
    refusing = {"accept": "(!= who me)", "patience": patience}
    deck = text(
        TILES,
        [{}, refusing],
        {"a": "|H:0.1m|", "b": "|H:1.1m|"},
        hand=2,
        deal="joint" if joint else "sequential",
    )
    found = exactly(deck)
    assert found.deal is not None
    assert found.deal.exact == ([str(patience + 2)] if joint else ["1", str(patience + 2)])
    assert found.deal.vetoes == [0, patience + 1]
    assert [stat.exact for stat in found.stats.values()] == ["1/2", "1/2"], "the last one is unconditioned"
    for target in TARGETS:
        play = open_play(compile_text(deck), target)
        play.run(0, 50)
        assert play.counts().dealt[0 if joint else 1].histogram == {patience + 2: 50}


@pytest.mark.slow
def test_a_mark_for_every_card_of_a_hand() -> None:
    deck = text({"1m": 4, "2m": 4, "3m": 4}, [{"on-deal": "(light D.1m -25)"}], {
        "2": "(and (== |H.1m| 2) |H.2m|)", "in order": "(and (== |H.2.1m| 2) |H.-1.2m|)",
    }, hand=3)  # fmt: skip
    first_second_third = Fraction(15, 95) * Fraction(5, 85) * Fraction(1, 2)
    assert first_second_third == Fraction(3, 646)
    assert means(deck)["in order"] == Fraction(3, 646)
    bear_out(deck, {name: float(mean) for name, mean in means(deck).items()}, 200_000)


SEED = {"7p": 1, "8p": 2, "9p": 3}
IN_ORDER = {
    f"{a} {b}": f"(and |H.1.{a}| |H.-1.{b}|)" for a in SEED for b in SEED if (a, b) != ("7p", "7p")
}  # fmt: skip


def test_a_hand_that_is_lit() -> None:
    found = means(text(SEED, [{"on-deal": "(light D.7p 100)"}], IN_ORDER, hand=2))
    assert [found["7p 8p"], found["7p 9p"], found["8p 7p"]] == [
        Fraction(11, 40), Fraction(33, 80), Fraction(11, 120),
    ]  # fmt: skip
    assert sum(found.values()) == 1


@pytest.mark.slow
def test_a_place_of_the_hand_that_is_collapsed() -> None:
    deck = text(SEED, [{"on-deal": "(collapse D.7p pii 1)"}], IN_ORDER, hand=2)
    wanted = {name: Fraction(0) for name in IN_ORDER} | {"8p 7p": Fraction(2, 5), "9p 7p": Fraction(3, 5)}
    hold(deck, wanted)


def test_a_place_that_is_named_is_one_place() -> None:
    found = means(text(SEED, [{"on-deal": "(light D.7p 100 pii 0)"}], IN_ORDER, hand=2))
    assert found["7p 8p"] == Fraction(11, 40) and found["8p 7p"] == Fraction(1, 40)


@pytest.mark.slow
def test_copies_that_are_as_unlikely_in_both_piles() -> None:
    """Nothing has any weight: which pile a copy comes from is one of the ways then."""
    stats = {"a": "|H.a|", "left": "|D.b|"}
    taking = [{"raid": "(# D.b.2 R)"}]
    hold(text({"a": 1, "b": 4}, taking, stats, hand=0, program="(light D -20);(draw pii H)"), {
        "a": 0, "left": Fraction(3, 2),
    })  # fmt: skip
    twice = "(light D -20);(draw pii H);(light D -20);(draw pii H)"
    hold(text({"a": 1, "b": 4}, taking, stats, hand=0, program=twice), {"a": 0, "left": Fraction(7, 6)})


def test_who_refuses_hands_that_are_dealt_together() -> None:
    """Each refuses the other's; whose veto counts is a matter of the seats, not of the hands."""
    seats = [{"accept": "(!= who 1)", "patience": 0}, {"accept": "(!= who 0)", "patience": 1}]
    deck = text(TILES, seats, {"n": "0"}, deal="joint")
    found = exactly(deck).deal
    assert found is not None and (found.exact, found.vetoes) == (["3"], [1, 1])
    for target in TARGETS:
        play = open_play(compile_text(deck), target)
        play.run(0, 20)
        assert [one.total for one in play.counts().dealt[1:3]] == [20, 20]


# Mahjong --------------------------------------------------------------------------------------------

PICKY = {"accept": "(or (!= who me) (and (== 0 |H.(>= copies 3)|) (>= |H.a:yao.(>= copies 2)| 4)))"}


def picky_hands() -> Fraction:
    """How many of all hands of 13 have no three of a kind, and two pairs of terminals or honours."""
    ways: dict[tuple[int, int], int] = {(0, 0): 1}  # by cards so far, and cards of such pairs
    for kind in range(34):
        yao, more = kind < 13, {}
        for (cards, paired), number in ways.items():
            for count in range(3):
                key = cards + count, paired + 2 * (yao and count == 2)
                more[key] = more.get(key, 0) + number * comb(4, count)
        ways = more
    fitting = sum(number for (cards, paired), number in ways.items() if cards == 13 and paired >= 4)
    return Fraction(fitting, comb(136, 13))


def test_how_often_the_picky_seat_is_content() -> None:
    assert picky_hands() == Fraction(37546056981576, 419943191115875)


@pytest.mark.slow
@pytest.mark.parametrize(("joint", "seat"), [(False, 0), (False, 3), (True, 2)])
def test_picky(joint: bool, seat: int) -> None:
    seats: list[Mapping[str, Any]] = [{}, {}, {}, {}]
    seats[seat] = PICKY
    stats = {f"yao {who}": f"|H:{who}.a:yao|" for who in range(4)} | {"red": "|H:1.a:red|"}
    deck = yaml_of(seats, stats, 13, deal="joint" if joint else "sequential")
    program = compile_text(deck)
    play = open_play(program, "native", program.topic("t"))
    play.run(0, MANY)
    counts = play.counts()
    own, other, red = 6.87514, 4.97059, 13 * 4 / 136
    if (
        joint or seat == 0
    ):  # what she leaves has fewer of the 52, and more of the other 84, of which 4 are red
        other, red = 4.76929, 13 * (4 - (13 - own) * 4 / 84) / 123
    expected = [own if who == seat else other for who in range(4)] + [red]
    for (name, wanted), tally in zip(zip(stats, expected, strict=True), counts.stats, strict=True):
        mean = tally.total / tally.count
        spread = sqrt((tally.squares / tally.count - mean * mean) / tally.count)
        if seat != 3 or name != "yao 3":
            assert abs(mean - wanted) < 5 * spread, (name, mean, wanted)
    if seat == 3:  # what the others have left her differs from deal to deal, and her tries with it
        return
    tries = counts.dealt[0 if joint else seat]
    p = float(picky_hands())
    wanted = (1 - (1 - p) ** 102) / p
    assert wanted == pytest.approx(11.18395, abs=5e-6)
    mean = tries.total / tries.count
    spread = sqrt((tries.squares / tries.count - mean * mean) / tries.count)
    assert abs(mean - wanted) < 5 * spread
    assert max(tries.histogram) <= 102


# Hooks ----------------------------------------------------------------------------------------------


def test_hooks_of_a_draw() -> None:
    seats = [
        {"on-draw": "(= drawn (+ drawn 1));(= whose (+ (* 10 whose) (+ who 2)))"},
        {"on-draw": {"pii": "/(== who me);(light D.7p 100)"}},
    ]
    stats = {"drawn": "drawn", "whose": "whose", "lit": "|H:1.7p|", "plain": "|H:0.7p|"}
    program = "(draw pii H:1);(# D.1 H:0);(draw pii J)"
    hold(
        text(SEED, seats, stats, hand=0, program=program),
        {"drawn": 3, "whose": 321, "lit": Fraction(11, 16), "plain": Fraction(1, 16)},
    )


def test_no_hook_where_no_card_is_left() -> None:
    seats = [{"on-draw": "(= drawn (+ drawn 1))"}]
    program = "(draw pii J);(draw pii J);(draw pii J)"
    deck = text({"a": 2}, seats, {"drawn": "drawn", "held": "|J|"}, hand=0, program=program)
    hold(deck, {"drawn": 2, "held": 2}, 10)


def test_hooks_of_several_draws_and_of_functions() -> None:
    seats = [{"on-draw": "(= drawn (+ drawn 1))"}, {}]
    deck = text(
        SEED, seats, {"drawn": "drawn", "held": "|H|"}, hand=1, reveal="(take)",
        define={"take()": "(draw pii I)"}, program="(# D.2 H);(take)",
    )  # fmt: skip
    hold(deck, {"drawn": 4, "held": 3}, 100)


@pytest.mark.slow
def test_hooks_of_later_turns() -> None:
    seats = [{"on-draw": "/(== who me);(= drawn (+ drawn 1));(light D.7p 100)"}, {}]
    deck = text(SEED, seats, {"drawn": "drawn", "a": "|H.7p|"}, hand=1, turns=3, draw=1)
    found = means(deck)
    assert found["drawn"] == 2
    bear_out(deck, {name: float(mean) for name, mean in found.items()})


@pytest.mark.parametrize("gives", [5, "(- 6 1)"])
def test_effects_answer_the_draw_of_a_turn_as_one(gives: int | str) -> None:
    seats = [{"on-draw": "/(== who me);(= hooks (+ hooks 1))"}, {}]
    stats = {"hooks": "hooks", "answers": "answers", "cards": "cards"}
    listen = "(if hooks () (on draw (= answers (+ answers 1)) (= cards (+ cards |it|)) (for 2)))"
    whole = json.loads(text(SEED, seats, stats, hand=1, turns=2, draw=2, header=listen))
    whole["wall"]["exits"] = {"pii": gives, "dead": 1}
    hold(json.dumps(whole), {"hooks": 2, "answers": 1, "cards": 2}, 100)


def test_hooks_that_do_something_before_they_ask_whom_it_is_about() -> None:
    hook = "/(block (= drawn (+ drawn 1)) 1);/(== who me);(= mine (+ mine 1))"
    seats = [{"on-draw": hook}, {}]
    deck = text(
        SEED, seats, {"drawn": "drawn", "mine": "mine"}, hand=0, program="(draw pii H);(draw pii H:1)"
    )
    hold(deck, {"drawn": 2, "mine": 1}, 100)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::yisp.PlayWarning")
@pytest.mark.parametrize("cards", ["abc", "bca"])
def test_a_hook_that_ends_play_while_hands_are_filled(cards: str) -> None:
    """What an enumeration looks at next is not dealt any more, whichever it looks at first."""
    endless = {"on-deal": "/(== who me);/|H:0.a|;(while (< y 100) (= y (+ y 1)))"}
    stats = {"a": "|J.a|", "held": "|H:0.a|", "played": "|J|"}
    whole = json.loads(
        text(dict.fromkeys(cards, 2), [{}, endless], stats, program="(light D.a 100 pii);(draw pii J)")
    )
    whole["simulate"]["limits"] = {"steps": 50}
    hold(json.dumps(whole), {"a": Fraction(58, 105), "held": Fraction(1, 3), "played": Fraction(2, 3)})


@pytest.mark.slow
@pytest.mark.parametrize("patience", [0, 3, "none"])
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_hand_that_is_filled_first(seat: int, patience: int | str) -> None:
    """Where one seat refuses its own hand alone, hands are filled in another order: the law is the same."""
    seats: list[dict[str, Any]] = [{}, {}, {}]
    seats[seat] = {**MUST_HOLD, "patience": patience}
    cards = {"1m": 2, "2m": 3, "3m": 2}
    stats = {f"{who} {name}": f"|H:{who}.1.{name}|" for who in range(3) for name in cards}
    cross = {"cross": "(* |H:0.1m| |H:2.2m|)", "left": "|D.1m|"}
    other = [dict(one) for one in seats]
    other[(seat + 1) % 3]["accept"] = "(>= |D| 0)"  # a second one that might refuse: nothing is known of it
    alone, together = (
        text(cards, some, stats | cross, hand=2, deal="joint", reveal="()") for some in (seats, other)
    )
    assert "refused" in annotated(alone) and "refused" not in annotated(together)
    assert means(alone) == means(together)
    tries = [exactly(deck).deal for deck in (alone, together)]
    assert tries[0] is not None and tries[1] is not None and tries[0].exact == tries[1].exact
    bear_out(alone, {name: float(mean) for name, mean in means(alone).items()})


OWN = {"accept": "(or (!= who me) |H.1m|)"}
SHOWN = {"exits": {"pii": 9, "ura": 1}}
FIRST: dict[str, tuple[list[dict[str, Any]], dict[str, Any], bool]] = {
    "alone": ([OWN, {}], {}, True),
    "the last of three": ([{}, {}, OWN], {}, True),
    "beside one that might refuse": ([OWN, {"accept": "(>= |D| 0)"}], {}, False),
    "of others' hands": ([{"accept": "|H.1m|"}, {}], {}, False),
    "of one of others' hands": ([{"accept": "(or (== who 1) |H.1m|)"}, {}, {}], {}, False),
    "by others' hands": ([{"accept": "(or (!= who me) |H:1.1m|)"}, {}], {}, False),
    "by what calls": ([{"accept": "(or (!= who me) (held))"}, {}], {"define": {"held": "|H.1m|"}}, False),
    "by what is left": ([{"accept": "(or (!= who me) (remain pii))"}, {}], {}, False),
    "where somebody lights": ([OWN, {"on-deal": "(light D.1m 100)"}], {}, False),
    "where somebody begs": ([OWN, {"beg": "(# D.1 H)"}], {}, False),
    "of every card there is": ([OWN, {}], {"hand": 8}, True),
    "of more than the exit gives": ([OWN, {}], {"exits": {"pii": "(- 3 (* 2 x))", "ura": 9}}, False),
    "of more than others leave": ([OWN, {}], {"hand": 8, "exits": {"pii": 16, "ura": "(+ 1 x)"}}, False),
    "where the exit is a script": ([OWN, {}], {"exits": {"pii": "(- 20 (* 2 x))"}}, True),
    "where the exit is a parameter": ([OWN, {}], {"exits": {"pii": "many"}, "set": {"many": 16}}, False),
    "where the exit goes on": ([OWN, {}], {"exits": {"pii": "16;16"}}, False),
    "where the exit looks": ([OWN, {}], {"exits": {"pii": "|D|"}}, False),
    "behind what another exit shows": ([OWN, {}], {**SHOWN, "reveal": "(draw ura I)"}, True),
    "behind what this one shows": ([OWN, {}], {**SHOWN, "reveal": "(draw pii I)"}, False),
    "behind a count": ([OWN, {}], {"reveal": "(= many 1)"}, False),
    "behind a move": ([OWN, {}], {"reveal": "(# D.1m.1 I)"}, False),
    "behind a shuffle": ([OWN, {}], {"reveal": "(shuffle B)"}, False),
    "behind a search": ([OWN, {}], {"reveal": "(## D.1 I)"}, False),
    "behind what will happen": ([OWN, {}], {"reveal": "(on draw (= many 1))"}, False),
    "behind what is lit": ([OWN, {}], {"reveal": "(light D.1m 100)"}, False),
    "where draws light": ([OWN, {"on-draw": {"ura": "(light D.1m 100 pii)"}}],
                          {**SHOWN, "reveal": "(draw ura I)"}, False),
    "in a known position": ([OWN, {}], {"start": {"zones": {"I": ["1m"]}}}, False),
}  # fmt: skip


@pytest.mark.parametrize("name", FIRST)
def test_who_alone_refuses_its_own_hand_has_it_filled_first(name: str) -> None:
    """Unless the order of hands could matter."""
    seats, more, first = FIRST[name]
    more = {"hand": 2, "deal": "joint", **more}
    set_ = more.pop("set", {})
    whole = {**json.loads(text(TILES, seats, {"n": "0"}, **more)), "set": set_}
    assert ("refused" in annotated(json.dumps(whole))) == first


def test_a_hand_that_is_filled_first_is_refused_alone() -> None:
    """The other has what it leaves."""
    stats = {"a": "|H:0.1m|", "all": "(+ |H:0| |H:1|)"}
    deck = text(TWO, [{}, {**MUST_HOLD, "patience": 3}], stats, deal="joint")
    assert "refused" in annotated(deck)
    assert means(deck) == {"a": Fraction(11, 32), "all": 2}
    play = open_play(compile_text(deck), "python")
    play.run(0, 200)
    assert [round(tally.total / tally.count, 1) for tally in play.counts().stats] == [0.3, 2]


def annotated(deck: str) -> str:
    return specialised(load_text(deck)).topics[0].scripts["deal"].body.__repr__().lower()


@pytest.mark.parametrize(("claim", "once"), [("(+ world 1)", True), ("note", False), ("(next world)", False)])
def test_claims_are_heard_once_where_each_trial_would_hear_the_same(claim: str, once: bool) -> None:
    seat = {"bargain": {"worlds": 2, "four": f"(== tile {claim})"}}
    dealt = text(TILES, [seat], {"n": "note"}, define={"next(x)": "(+ x (+ note 1))"})
    assert ("claimed" in annotated(dealt)) == once


def test_what_is_told_and_begged_for() -> None:
    x = {"bargain": {"worlds": 1, "all": "(== tile 2)", "told": "(= heard (+ (* 10 heard) (+ me 1)))"}}
    y = {"bargain": {"worlds": 0, "told": "(= heard (+ (* 10 heard) (+ me 1)))"}, "beg": "(# D.4 H)"}
    y["beg"] = "(= there |D.2m|);(# D.2m.1 H);(# D.1m.1 H)"
    stats = {"heard": "heard", "there": "there", "2": "|H:1.2m|", "1": "(>= |H:1.1m| 1)", "left": "|D|"}
    found = means(text(TILES, [x, y], stats, hand=1))
    assert found == {"heard": 12, "there": 0, "2": 0, "1": 1, "left": 14}


def test_how_many_worlds_may_depend_on_the_seat() -> None:
    seats = [{"bargain": {"worlds": "(+ me 1)"}}, {"bargain": {"worlds": "(+ me 1)"}}]
    hold(text(TWO, seats, {"0": "(plan 0)", "1": "(plan 1)"}), {"0": 0, "1": Fraction(1, 2)})


@pytest.mark.parametrize(
    ("changed", "where", "marked"),
    [
        ({"worlds": "(/ 4 note)"}, "worlds", "(/ 4 note)"),
        ({"four": "(== tile (/ 5 (+ note world)))"}, "claim", "(/ 5 (+ note world))"),
        ({"any": "(== tile (/ 6 (+ note world)))"}, "claim", "(/ 6 (+ note world))"),
    ],
)
def test_a_notice_stands_where_it_belongs(changed: dict[str, str], where: str, marked: str) -> None:
    """Every script of a bargain is a text of its own."""
    deck = text(
        TILES, [{"bargain": {"worlds": 2, "four": "(== tile 1)", "any": "1"} | changed}], {"n": "note"}
    )
    program = compile_text(deck)
    for target in TARGETS:
        play = open_play(program, target)
        play.run(0, 1)
        (notice,) = play.counts().notices
        site = program.sites[notice.site]
        assert (site.where, site.text, site.line) == (where, marked, 1)
        assert deck[site.column - 1 :].startswith(marked)


def test_zones_of_seats() -> None:
    seats = [{"raid": "(# D.1m.1 H);(# H B);(# D.3m.1 F)"}, {"raid": "(# D.2m.1 H);(# H B);(# D.3m.1 F)"}]
    stats = {"a": "|B:0.1m|", "b": "|B:1.2m|", "first": "|B|", "shared": "|F|"}
    assert means(text(TILES, seats, stats, hand=1)) == {"a": 1, "b": 1, "first": 1, "shared": 2}


def test_tries_that_count() -> None:
    seats = [{"accept": "(or (>= try 2) |H.1m|)"}]
    found = exactly(text({"1m": 1, "2m": 3}, seats, {"a": "|H.1m|"}))
    q = Fraction(3, 4)
    assert found.stats["a"].exact == str(Fraction(1, 4) * (1 + q + q * q))
    assert found.deal is not None and found.deal.exact == [str(1 + q + q * q)]


def test_the_first_try_counts_as_none() -> None:
    found = exactly(text({"1m": 1, "2m": 3}, [{"accept": "(or (== try 0) |H.1m|)"}], {"a": "|H.1m|"}))
    assert found.stats["a"].exact == "1/4" and found.deal is not None and found.deal.exact == ["1"]


def test_tries_that_count_beside_a_seat_that_never_gives_up() -> None:
    """Once the one that counts has given up, every try is like the others."""
    seats = [{"accept": "(and (>= try 2) |H:0.1m|)", "patience": 2}, {**MUST_HOLD, "patience": "none"}]
    found = exactly(text(TWO, seats, {"a": "|H.1m|"}, deal="joint"))
    assert found.deal is not None
    assert found.deal.exact == [str(3 + Fraction(5, 6) * 2)]
    assert found.stats["a"].exact == str(Fraction(1, 6) + Fraction(5, 6) * Fraction(1, 3))


@pytest.mark.slow
def test_nobody_would_ever_accept() -> None:
    deck = text({"1m": 4}, [{"accept": "0", "patience": "none"}], {"a": "|H.1m|"})
    with pytest.raises(NoExactAnswer, match="nobody would ever accept"):
        exactly(deck)
    program = compile_text(deck)
    play = open_play(program, TARGETS[0])
    play.run(0, 1)
    assert [notice.code for notice in play.counts().notices] == ["Y306"]


def test_what_a_plan_can_be() -> None:
    """The interval of a stat is as wide as what it can be."""
    seats: list[dict[str, Any]] = [
        {"bargain": {"worlds": 3, "all": "1"}},
        {"bargain": {"worlds": 1, "any": "1"}},
        {"bargain": {"worlds": 0}},
        {},
        {"bargain": {"worlds": "(+ 1 me)"}},
    ]
    stats = {str(seat): f"(plan {seat})" for seat in range(5)} | {"some": "(plan |H:2|)"}
    deck = text(TILES, seats, stats)
    ranges = compile_text(deck).topics[0].ranges[1:]
    assert [row[:2] for row in ranges] == [[-1, 2], [-1, 0], [-1, -1], [-1, -1], [-1, 999], [-1, 999]]
    hold(deck, dict.fromkeys(stats, -1), 100)


# Mistakes -------------------------------------------------------------------------------------------

MISTAKES: dict[str, tuple[dict[str, Any], str]] = {
    "a seat that is not there": ({"raid": "(# D.1m.1 H:7)"}, "Y146"),
    "an agreement of nobody": ({"on-deal": "(= x (plan 9))"}, "Y146"),
    "a hook that draws": ({"on-draw": "(draw pii H)"}, "Y147"),
    "a hook that takes": ({"on-deal": "(# D.1m.1 H)"}, "Y147"),
    "a hook that draws into the reserve": ({"on-draw": "(# D.1 R)"}, "Y147"),
    "a hook that discards": ({"on-deal": "(# H.1 B)"}, "Y147"),
    "a hook that shuffles": ({"on-deal": "(shuffle H)"}, "Y147"),
    "a name that others are given": ({"raid": "(= who 1)"}, "Y147"),
    "a name that claims are given": ({"on-deal": "(= world 1)"}, "Y147"),
    "a veto that rolls": ({"accept": "(rand 0 1)"}, "Y147"),
    "a veto that changes": ({"accept": "(if 1 (block (# H B) 1) 0)"}, "Y147"),
    "a claim that looks": ({"bargain": {"worlds": 1, "four": "(> |D.1m| tile)"}}, "Y147"),
    "a name that is given": ({"on-deal": "(= who 1)"}, "Y147"),
    "whose": ({"raid": "(# D.1m.1 H:who)"}, "Y148"),
    "too many worlds": ({"bargain": {"worlds": 1001}}, "Y228"),
    "worlds of two": ({"bargain": {"worlds": 1000}}, "Y228"),
    "an exit that there is not": ({"on-draw": {"pi": "()"}}, "Y144"),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake(name: str) -> None:
    seat, code = MISTAKES[name]
    others = [{"bargain": {"worlds": 1000}}] if name == "worlds of two" else [{}]
    with pytest.raises(DeckError) as caught:
        load_text(text(TILES, [seat, *others, *others], {"n": "0"}))
    errors = [one for one in caught.value.diagnostics if one.severity == "error"]
    assert [one.code for one in errors] == [code]
    assert errors[0].place is not None


@pytest.mark.parametrize("claim", ["four", "all", "any"])
def test_properties_are_known_in_claims(claim: str) -> None:
    cards = {"a": {"count": 2, "props": {"t": 0, "long": 1}}}
    bargain = {"worlds": 3, claim: "(and (== t world) (== long z))"}
    deck = load_text(text(cards, [{"bargain": bargain}], {"n": "0"}))
    assert [one.message.split("`")[1] for one in deck.diagnostics if one.code == "Y409"] == ["z"]


@pytest.mark.parametrize(("key", "script", "said", "word"), [
    ("worlds", "(rand 0 2)", "how many worlds a seat brings is worked out, but `rand` rolls", "rand"),
    ("worlds", "(= abc 2)", "how many worlds a seat brings is worked out, but `=` changes the table", "="),
    ("four", "(rand 0 1)", "a claim is a test of kinds of cards, but `rand` rolls", "rand"),
    ("any", "(block (= abc 1) 1)", "a claim is a test of kinds of cards, but `=` changes the table", "="),
    ("all", "|H.?1|", "a claim is a test of kinds of cards, but this picks at random", "?1"),
    ("four", "(roll)", "a claim is a test of kinds of cards, but `roll` rolls", "roll"),
    ("accept", "(rand 0 1)", "a veto looks at hands and decides, but `rand` rolls", "rand"),
])  # fmt: skip
def test_what_is_not_worked_out(key: str, script: str, said: str, word: str) -> None:
    seat = {key: script} if key == "accept" else {"bargain": {"worlds": 2, key: script}}
    written = text(TILES, [seat], {"n": "0"}, define={"roll": "(rand 0 1)"})
    with pytest.raises(DeckError) as caught:
        load_text(written)
    (error,) = [one for one in caught.value.diagnostics if one.severity == "error"]
    assert (error.code, error.message) == ("Y147", said)
    place = error.place
    assert place is not None and place.length == len(word)
    assert place.column - 1 == written.rindex(json.dumps(script)) + 1 + script.index(word)


@pytest.mark.parametrize(("read", "said"), [
    ("copies", "copies"), ("(copies H)", "copies"), ("(remain pii)", "what an exit can give"),
    ("(plan 0)", "what is agreed upon later"), ("|H|", "cards of a zone"),
    ("(sum H tile)", "cards of a zone"),
])  # fmt: skip
def test_what_a_claim_does_not_read(read: str, said: str) -> None:
    with pytest.raises(DeckError) as caught:
        load_text(text(TILES, [{"bargain": {"worlds": 2, "any": f"(> {read} 0)"}}], {"n": "0"}))
    (error,) = [one for one in caught.value.diagnostics if one.severity == "error"]
    about = "a claim is about a kind of card, its numbers and variables, and not about"
    assert (error.code, error.message) == ("Y147", f"{about} {said}")


@pytest.mark.parametrize(("exit", "hint"), [("pi", "did you mean `pii`?"), ("zzz", "it has `pii`, `p`")])
def test_an_exit_of_a_hook_that_there_is_not(exit: str, hint: str) -> None:
    written = text(TILES, [{"on-draw": {exit: "()"}}], {"n": "0"}, exits={"pii": 9, "p": 1})
    with pytest.raises(DeckError) as caught:
        load_text(written)
    assert [(one.code, one.hint) for one in caught.value.diagnostics if one.code == "Y144"] == [
        ("Y144", hint)
    ]


def test_where_there_are_no_seats() -> None:
    plain = {"deck": {"cards": {"a": {"count": 3}}}}
    topic = {"start-card": 1, "header": "(= x |H:1|);(= y (plan 0))", "stats": {"n": "(+ me (+ who x))"}}
    with pytest.raises(DeckError) as caught:
        load_text(json.dumps({**plain, "simulate": {"tests": {"t": topic}}}))
    assert [one.code for one in caught.value.diagnostics if one.severity == "error"] == ["Y148", "Y148"]


def test_hands_that_the_wall_cannot_fill() -> None:
    for exit, said in ((4, "it has 4 cards"), (3, "its exit `pii` gives 3")):
        with pytest.raises(DeckError) as caught:
            load_text(text(TWO, [{}, {}], {"n": "0"}, hand=3, exits={"pii": exit}))
        (error,) = [one for one in caught.value.diagnostics if one.severity == "error"]
        assert error.code == "Y229" and marked(error) == '3, "reveal"'
        assert error.message == f"2 hands of 3 are 6 cards, which the wall cannot fill: {said}"
    assert load_text(text(TWO, [{}, {}], {"n": "0"}, hand=2))
    for reveal, may_fill in (("(= many 1)", False), ("(# D.1m.2 H:1)", True), ("(fill)", True)):
        given = {"hand": 2, "exits": {"pii": 3}, "reveal": reveal, "define": {"fill": "(# D.1m.2 H:1)"}}
        with pytest.raises(DeckError) if not may_fill else nullcontext():
            load_text(text(TWO, [{}, {}], {"n": "0"}, **given))
    with pytest.raises(DeckError) as caught:
        load_text(json.dumps({**json.loads(text(TWO, [{}, {}], {"n": "0"}, hand=3)), "wall": {"exits": {}}}))
    assert "Y229" not in [one.code for one in caught.value.diagnostics], "no exit is asked for cards"


FILLED: dict[str, tuple[list[dict[str, Any]], dict[str, Any], dict[str, int]]] = {
    "by a raid": ([{"raid": "(# D.1m.2 H)"}, {}], {}, {"a": 4, "b": 4}),
    "by who begs": ([{}, {"beg": "(take)"}], {}, {"a": 4, "b": 4}),
    "from the start": ([{}, {}], {"start": {"hand": ["1m", "2m"]}}, {"a": 4, "b": 4}),
    "by what is revealed": ([{}, {}], {"reveal": "(# D.1m.2 H:1)"}, {"a": 4, "b": 4}),
    "not after all": ([{}, {"raid": "(# D.2m.5 B);(# D.2m.2 H)"}], {}, {"a": 4, "b": 0}),
}


@pytest.mark.filterwarnings("ignore::yisp.PlayWarning")
@pytest.mark.parametrize("way", FILLED)
def test_hands_that_an_exit_need_not_fill_alone(way: str) -> None:
    """Its first exit gives six cards, and two hands have eight; the other two come another way, or do not."""
    seats, more, held = FILLED[way]
    wall = {"exits": {"pii": 6, "dead": 2}, "define": {"take()": "(# D.1m.2 H:1)"}, "hand": 4, **more}
    found = exactly(text({"1m": 4, "2m": 4}, seats, {"a": "|H|", "b": "|H:1|"}, **wall))
    assert {name: Fraction(stat.exact or 0) for name, stat in found.stats.items()} == held


def marked(error: Diagnostic) -> str:
    """What stands where a diagnostic points, in a text of one line."""
    assert error.place is not None and error.place.line == 1
    return error.place.text[error.place.column - 1 :][:11]


@pytest.mark.parametrize(("worlds", "said", "where"), [
    ([1, 1000, 1000, 2, 3], "with the worlds of `s3` there are 2000000 combinations", '2, "any": "'),
    ([1000, "1000", "1000"], "with the worlds of `s2` there are 1000000000 combinations", '1000", "any'),
    ([1000, 1000, -1], "a seat brings at least 0 worlds, not -1", '-1, "any": '),
    ([1000, 1000, 1001], "a seat brings at most 1000 worlds, not 1001", '1001, "any"'),
])  # fmt: skip
def test_worlds_that_are_too_many(worlds: list[int | str], said: str, where: str) -> None:
    seats = [{"bargain": {"worlds": number, "any": "1"}} for number in worlds]
    with pytest.raises(DeckError) as caught:
        load_text(text(TILES, seats, {"n": "0"}))
    (error,) = [one for one in caught.value.diagnostics if one.severity == "error"]
    assert (error.code, error.message, marked(error)) == ("Y228", said, where)


def test_names_that_are_given_elsewhere() -> None:
    deck = load_text(text(TILES, [{"accept": "(> try 3)"}], {"a": "try", "b": "other"}))
    hints = {one.message.split("`")[1]: one.hint for one in deck.diagnostics if one.code == "Y409"}
    assert hints == {"try": "it is given only to those scripts of a seat that are about it", "other": None}


# From Python ----------------------------------------------------------------------------------------


def test_a_dealer_deals_what_trials_begin_with() -> None:
    seats = [{"on-deal": "(light D.1m 20)"}, {**MUST_HOLD, "patience": 3}, {"bargain": {"worlds": 4}}]
    stats = {f"{who} {name}": f"|H:{who}.{name}|" for who in range(3) for name in TILES} | {"p": "(plan 2)"}
    program = compile_text(text(TILES, seats, stats, hand=3))
    dealer = yisp.Dealer(program, "t", seed=7)
    assert dealer.seats == ["s0", "s1", "s2"]
    for trial, row in enumerate(rows(open_play(program, TARGETS[0]), 0, 20)):
        deal = dealer.deal(trial)
        assert row.stats == (*(hand.count(name) for hand in deal.hands for name in TILES), deal.plans[2])
        left = {name: 4 - sum(hand.count(name) for hand in deal.hands) for name in TILES}
        assert deal.wall == {name: count for name, count in left.items() if count}
        assert deal.tries == [1, 1 + deal.vetoes[1], 1] and deal.plans[:2] == [-1, -1]
        assert deal.conflicts == []
    assert deal == dealer.deal(19), "any deal replays alone"
    assert repr(dealer) == f"<yisp.Dealer of {program.file}: 3 seats, seed 7>"
    assert len({tuple(map(tuple, dealer.deal(trial).hands)) for trial in range(20)}) > 1


def test_a_dealer_says_what_prevented_a_solution() -> None:
    deal = yisp.Dealer(compile_text(text(TILES, [FOUR_OF_1, FOUR_OF_1], {"n": "0"}, hand=2)), seed=7).deal()
    assert (deal.conflicts, deal.plans) == (["1m"], [-1, -1])


def test_a_dealer_deals_the_first_topic() -> None:
    """Of a deck, or of its program; nobody brings a world."""
    data = json.loads(text(TWO, [{}, {}], {"n": "0"}))
    topics = data["simulate"]["tests"]
    topics["joint"] = {**topics["t"], "deal": "joint"}
    deck = load_text(json.dumps(data))
    deals = {name: yisp.Dealer(deck, name, seed=7).deal() for name in (None, "t", "joint")}
    assert [len(deal.tries) for deal in deals.values()] == [2, 2, 1]
    assert all(deal.plans == [-1, -1] for deal in deals.values())
    assert deals[None] == deals["t"] == yisp.Dealer(compile_deck(deck), seed=7).deal()
    with pytest.raises(TypeError, match="a Deck, such as yisp"):
        yisp.Dealer("mahjong")  # type: ignore[arg-type]


def test_a_dealer_of_nobody() -> None:
    plain = yisp.loads("deck: {cards: {a: {count: 9}}}\nsimulate: {tests: {t: {combos: {c: {}}}}}")
    with pytest.raises(ValueError, match="no seats"):
        yisp.Dealer(plain)
    seated = compile_text(text(TWO, [{}], {"n": "0"}))
    with pytest.raises(ValueError, match="no topic 'u'; it has 't'"):
        yisp.Dealer(seated, "u")
    with pytest.raises(ValueError, match="a seed"):
        yisp.Dealer(seated, seed=-1)
    with pytest.raises(ValueError, match="a trial's number"):
        yisp.Dealer(seated).deal(-1)


def test_a_trace_says_who_bends_the_law() -> None:
    deck = text(SEED, [
        {"name": "ace", "on-draw": "(light D.7p 100)"}, {"name": "no", "accept": "|H:1.7p|", "patience": 0},
        {"name": "three", "bargain": {"worlds": 3}},
    ], {"n": "0"}, hand=0, program="(draw pii H)")  # fmt: skip
    tracer = Tracer(load_text(deck), "t", 7)
    lines = list(render_trial(tracer.program, tracer.topic, tracer.trial(0)))
    assert "  ace, on-draw: (light D.7p 100)" in lines
    with speaking("zh"):
        spoken = list(render_trial(tracer.program, tracer.topic, tracer.trial(0)))
    assert "  ace，on-draw：(light D.7p 100)" in spoken
    assert any(line.startswith("    lit: ") for line in lines)
    assert "no refuses the hand of ace (try 1)" in lines
    assert any(line.startswith("    three: world ") and line.endswith(", of 3 solutions") for line in lines)


def test_nobody_holds_a_card() -> None:
    """A card that goes to no seat is for nobody, whose hand has no cards."""
    seats = [
        {"on-draw": "(= held (+ held |H:who| |H:who.7p.1| (sum H:who n)));/|H:who|;(light D.7p 100)"},
        {"on-draw": "(if (>= who 0) (= asked (+ asked |H:who|)));(light D.(== 1 (copies H:who)) 40)"},
    ]
    cards = {name: {"count": count, "props": {"n": 1}} for name, count in SEED.items()}
    deck = text(
        cards, seats, {"held": "held", "asked": "asked"}, hand=1,
        reveal="(draw ura I)", exits={"pii": 5, "ura": 1}, program="(draw pii J)",
    )  # fmt: skip
    hold(deck, {"held": 0, "asked": 0}, 100)


def test_a_raid_fills_nobodys_hand_beyond_its_size() -> None:
    raid = "(# D.1m.3 H:1);(# D.2m.1 B)"
    deck = text({"1m": 4, "2m": 2}, [{"raid": raid}, {}], {"a": "|H:1.1m|", "b": "|B|"}, hand=2)
    hold(deck, {"a": 2, "b": 1}, 100)
    assert [(notice.code, notice.where) for notice in exactly(deck).notices] == [("Y311", "raid")]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("worlds", "many", "ends"),
    [
        (["many", "1"], 1000, False),
        (["many", "1"], 1001, True),
        (["many", "many"], 90, False),
        (["many", "many", "many"], 90, False),
        (["many", "many", "many"], 110, True),
        (["(+ 1000 1)"], 1, True),
    ],
)
@pytest.mark.filterwarnings("ignore::yisp.PlayWarning")
def test_more_worlds_than_a_bargain_goes_through(worlds: list[str], many: int, ends: bool) -> None:
    """Worked out by scripts they end play; written down they are mistakes (Y228)."""
    seats = [{"bargain": {"worlds": one, "four": "(== world 5000)"}} for one in worlds]
    deck = {"set": {"many": many}, **json.loads(text(TILES, seats, {"played": "played"}, hand=0))}
    deck["simulate"]["tests"]["t"]["program"] = "(= played 1)"
    for target in TARGETS:
        play = open_play(compile_text(json.dumps(deck)), target)
        play.run(0, 3)
        assert play.counts().stats[0].total == (0 if ends else 3)
        assert notices(play) == ([("Y313", 3)] if ends else [])


def test_what_the_runtime_is_told_of_seats() -> None:
    """Hands by zone, the last try that may be refused, worlds at the most, and who counts tries."""
    forever = 2**62
    seats: list[dict[str, Any]] = [
        {}, {"accept": "|H:me|"}, {"accept": "(> try 3)", "patience": 7},
        {"accept": "(> 1 0)", "patience": "none"}, {"patience": "none"},
        {"bargain": {"worlds": 4, "four": "(== tile 1)"}},
        {"bargain": {"worlds": "(+ 1 |H|)", "any": "(== tile 1)"}, "accept": "(== 1 (- try 2))"},
    ]  # fmt: skip
    program = compile_text(text(TILES, seats, {"n": "0"}))
    plan = program.plan
    assert [program.plan["zones"] > zone >= 0 for zone in plan["hand_zones"]] == [True] * 7
    assert len(set(plan["hand_zones"])) == 7 and plan["hand_zones"][0] == 0
    assert plan["patience"] == [-1, 100, 7, forever, -1, -1, 100]
    assert plan["worlds"] == [0, 0, 0, 0, 0, 4, 1000]
    assert plan["counts_tries"] == 0b1000100
    site = program.sites[plan["deal_site"]]
    assert (site.code, site.where, site.name) == ("Y306", "deal", "t")
