"""What to do with a hand: worths held against runs, brute force and the same said in a deck file.

(`python -m tests.hunt --door advise` holds every first move of drawn hands against the interpreter.)
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb, prod
from types import SimpleNamespace
from typing import Any

import pytest
from running import compile_text, deck_text, load_text, native_module

import yisp
from yisp.compile.builds import native
from yisp.compile.pipeline import compile_deck
from yisp.deck.model import Deck
from yisp.report.studies.advise import render
from yisp.simulate.counting.probabilities import CannotPlay, NoExactAnswer
from yisp.studies.advice import advise as study
from yisp.studies.advice.advice import GLANCED, GREEDILY, PLAYED, SOLVED, Advice
from yisp.studies.advice.advise import Advising, NothingToAdvise, advising
from yisp.studies.advice.knowledge import with_seen
from yisp.studies.advice.naming import NotSeen, Seen
from yisp.studies.advice.standing import standing

PEEK = {
    "look": {"program": "/!used;/(>= |D| 2);@;(= used 1);(# X B);(# D.2 T);(# T.key.1 H);(# T D)"},
    "dig": {"program": "/!used;/(>= |D| 3);@;(= used 1);(# X B);(# D.2 J);(# D.1 H)"},
    "key": {"count": 2},
    "blank": {"count": 4},
}
FOUND: dict[str, Any] = {"exec-program": True, "start-card": 2, "combos": {"found": {"hand": ["key"]}}}
SEARCH = {
    "search": {"count": 2, "program": "@;(# X B);(# D.!search.*1 H);(shuffle D)"},
    "pot": {"program": "[1]@;(# X B);(# D.1 H)"},
    "gold": {"props": {"worth": 3}},
    "tin": {"count": 3, "props": {"worth": 1}},
}


def deck(cards: dict[str, Any] = PEEK, **topic: Any) -> Deck:
    return load_text(json.dumps({"deck": {"cards": cards}, "simulate": {"tests": {"t": {**FOUND, **topic}}}}))


def worths(advice: Advice) -> dict[str, Fraction]:
    """By name: what is done first, and what it is worth; all are known exactly."""
    found = {}
    for option in advice.options:
        assert option.how == SOLVED and option.worth.exact is not None
        move = "stop" if option.first.stops else "all"
        if option.first.move is not None:
            move = advice.names([option.first.move[1]])[0]
        found[" ".join([move, *advice.names(option.first.taken)])] = Fraction(option.worth.exact)
    return found


def test_each_first_move_and_stopping() -> None:
    advice = yisp.advise(deck(), "look, dig")
    assert list(worths(advice).items()) == [
        ("look", Fraction(3, 5)), ("dig", Fraction(1, 3)), ("stop", Fraction(0)),
    ]  # fmt: skip
    assert [Fraction(option.less.exact or "") for option in advice.options] == [
        0, Fraction(4, 15), Fraction(3, 5),
    ]  # fmt: skip
    assert (advice.exact, advice.choice, advice.reason, advice.partial) == (True, True, None, False)


def test_what_the_draw_brings() -> None:
    """Of 15 pairs of cards that `look` turns over, six have no key."""
    won, lost = yisp.advise(deck(), "look, dig").best.behind
    assert (won.share.exact, won.worth.exact, won.move) == ("3/5", "1", None)
    assert (lost.share.exact, lost.worth.exact) == ("2/5", "0")
    assert len(won.always) == 1 and [share.exact for _, share in won.seen] == ["8/9", "1/9"]


def test_which_cards_are_taken_is_a_move_of_its_own() -> None:
    """Where the player is asked before anything else is decided.  Who takes the pot draws gold, a tin or what
    finds gold."""
    topic = {"combos": {"c": {"score": "(sum H worth)"}}}
    advice = yisp.advise(deck(SEARCH, **topic), "search, tin")
    assert worths(advice) == {"search gold": 4, "search pot": 3, "search tin": 2, "stop": 1}
    assert "Play search and take gold first" in render(advice)


HANDS: list[tuple[dict[str, Any], dict[str, Any]]] = [
    (PEEK, {}),
    (PEEK, {"policy": {"kind": "best", "pass": "never"}, "start-card": 3}),
    (PEEK, {"turns": 2, "draw": 1, "policy": {"kind": "best", "goal": "success"}}),
    (SEARCH, {"header": "(# H.*1 D)", "combos": {"c": {"score": "(sum H worth)"}}, "start-card": 3}),
    (SEARCH, {"before-play": "(# D.1 H)", "combos": {"c": {"hand": ["gold", "tin"]}}}),
]


@pytest.mark.parametrize(("cards", "topic"), [
    pytest.param(*hands, marks=pytest.mark.slow if at % 2 else []) for at, hands in enumerate(HANDS)
])  # fmt: skip
def test_the_best_moves_of_all_hands_are_worth_what_the_run_is(
    cards: dict[str, Any], topic: dict[str, Any]
) -> None:
    """Every hand, by names, as often as there are ways to draw it."""
    made = deck(cards, **topic)
    copies = {kind.name: kind.count for kind in made.kinds}
    size = made.topics[0].start_card
    whole = Fraction(0)
    for hand in combinations_with_replacement(copies, size):
        held = Counter(hand)
        if all(number <= copies[name] for name, number in held.items()):
            ways = prod(comb(copies[name], number) for name, number in held.items())
            whole += ways * max(worths(yisp.advise(made, hand)).values())
    result = yisp.run(made, policy="best", method="exact").topics["t"].policies["best"]
    assert whole / comb(sum(copies.values()), size) == Fraction(result.goal.exact or "")


# Positions ----------------------------------------------------------------------------------------------


BESIDE = {
    **PEEK,
    "lamp": {"count": 2},
    "dragon": {"count": 3, "zone": "E"},
    "pot": {"count": 2, "program": "[1]@;(# X B);(# D.1 H)"},
}


@pytest.mark.parametrize(
    ("hand", "zones", "top"),
    [
        ("look, dig", {}, None),
        ("dig, look, key, dragon", {"B": "blank, key"}, "blank, 2 pot"),
        ("", {"T": "dragon", "Q": "2 key"}, None),
        ("", {"T": "dragon"}, None),
        ("look", {"F": "2 blank, lamp"}, None),
    ],
)
def test_a_position_is_that_of_a_deck_file(hand: str, zones: dict[str, str], top: str | None) -> None:
    zones_before = {"B": ["blank"], "F": ["lamp", "blank", "lamp"]}
    made = deck(BESIDE, start={"hand": ["key"], "zones": zones_before, "vars": {"used": 1}})
    seen = Seen.of(made, hand, zones, top)
    seen.hand = sorted(seen.hand or [], key=list(BESIDE).index)
    mine = standing(compile_deck(made), 0, seen, lambda: made)
    wide = deck(BESIDE, start=_start(made), **{"start-card": max(len(seen.hand), 1)})
    theirs = compile_deck(with_seen(wide, "t", seen))
    assert mine.zones == theirs.zones
    assert (mine.topics[0].known, mine.topics[0].vars) == (theirs.topics[0].known, {"used": 1})
    assert mine.topics[0].drawn == 0
    assert mine.python_source == theirs.python_source


def test_cards_of_the_hand_lie_nowhere_else() -> None:
    """… also where the topic begins with them in another zone."""
    made = deck(BESIDE, start={"zones": {"F": ["lamp", "blank", "lamp"]}})
    mine = standing(compile_deck(made), 0, Seen.of(made, "look, 2 lamp", {}, None), lambda: made)
    known = [card for card, zone in mine.topics[0].known if mine.zones[zone] in "HF"]
    assert len(set(known)) == len(known) == 4
    assert [mine.zones[zone] for _, zone in mine.topics[0].known].count("F") == 1


def _start(made: Deck) -> dict[str, Any]:
    names, start = [kind.name for kind in made.kinds], made.topics[0].start
    aside = {kind.zone for kind in made.kinds}
    return {
        "hand": [names[kind] for kind in start.hand],
        "zones": {
            letter: [names[kind] for kind in kinds] for letter, kinds in start.zones if letter not in aside
        },
        "vars": {name: value for name, value, _ in start.variables},
    }


def test_what_is_known_makes_a_difference() -> None:
    made = deck()
    assert worths(yisp.advise(made, "look, dig", top="2 blank, key"))["dig"] == 1
    assert worths(yisp.advise(made, "look, dig", seen={"B": "2 key"}))["look"] == 0
    assert worths(yisp.advise(made, ["look", "dig"], seen={"Q": {"blank": 4}}))["look"] == 1
    assert worths(yisp.advise(made, "dig, look")) == worths(yisp.advise(made, "look, dig"))


def test_a_hand_is_not_drawn_so_the_deck_may_be_too_small_for_that() -> None:
    """Also where nothing of the deck mentions the zone in which cards lie."""
    cards = {"a": {"program": "@;(# X Q)"}, "b": {}, "c": {}}
    made = deck(cards, combos={"kept": {"hand": ["a"]}})
    assert worths(yisp.advise(made, "a", seen={"B": "b, c"})) == {"a": 0, "stop": 1}


def test_without_a_hand_it_is_that_of_the_first_trial() -> None:
    made = deck(start={"zones": {"B": ["blank"]}})
    advice = yisp.advise(made, seed=11)
    assert advice.dealt and len(advice.seen.hand or ()) == 2
    assert advice.seen.to_dict() == yisp.advise(made, seed=11, method="sample").seen.to_dict()
    given = yisp.advise(made, advice.seen.hand, seed=11)
    assert worths(given) == worths(advice) and not given.dealt
    assert "(drawn, seed 11)" in render(advice) and "drawn" not in render(given)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"hand": "lok"}, "the deck has no card 'lok'; did you mean 'look'"),
        ({"hand": "xyzzy"}, "the deck has no card 'xyzzy'"),
        ({"hand": "2 key", "seen": {"B": "key"}}, "the deck has 2 copies of key, and more are named"),
        ({"hand": "2 dig"}, "the deck has 1 copy of dig, and more are named"),
        ({"seen": {"H": "key"}}, "the hand has a place of its own"),
    ],
)
def test_cards_that_the_deck_does_not_have(given: dict[str, Any], words: str) -> None:
    with pytest.raises(NotSeen, match=words):
        yisp.advise(deck(), **given)


def test_the_first_topic_in_which_something_is_decided() -> None:
    data = {"cards": PEEK}
    tests = {"hands": {"combos": {"c": {"hand": ["key"]}}}, "t": FOUND}
    made = load_text(json.dumps({"deck": data, "simulate": {"tests": tests}}))
    assert yisp.advise(made, "look").program.topics[yisp.advise(made, "look").topic].name == "t"
    still = yisp.advise(made, "look, 4 blank", topic="hands")
    assert (still.choice, worths(still)) == (False, {"all": Fraction(0)})
    assert render(still).startswith("There is nothing to decide: it works in no game from here.")


def test_where_chance_comes_first() -> None:
    """A header that draws: what is done first is for after that; the worth is that of all that may come."""
    advice = yisp.advise(deck(header="(# D.1 H)"), "dig")
    brought = {"key": (2, Fraction(1)), "blank": (4, Fraction(1, 3)), "look": (1, Fraction(3, 5))}
    assert worths(advice) == {"all": sum(ways * worth for ways, worth in brought.values()) / 7}
    assert not advice.choice
    assert render(advice).startswith("There is nothing to decide yet: it works in ")


def test_where_nobody_can_weigh_moves() -> None:
    hasty = {**PEEK, "key": {"count": 2, "program": "(# D.1 H);/|H|;@"}}
    with pytest.raises(CannotPlay, match=r"before its guards have decided: deck\.yml:1:"):
        yisp.advise(deck(hasty), "look")
    with pytest.raises(CannotPlay, match="dealt to seats"):
        yisp.advise("duel")


def test_a_topic_without_combos_needs_a_goal() -> None:
    made = deck(combos={}, stats={"gone": "|J|"})
    with pytest.raises(NothingToAdvise, match="topic t has no combos"):
        yisp.advise(made, "look, dig")
    assert worths(yisp.advise(made, "look, dig", goal="gone"))["dig"] == 2


def test_wrong_arguments_are_named() -> None:
    made = deck()
    for given, words in (
        ({"depth": -1}, "depth must be"), ({"goal": "luck"}, "goal must be one of 'score', 'success'"),
        ({"method": "best"}, "method must be"), ({"topic": "u"}, "there is no topic 'u'"),
        ({"seed": -1}, "seed must be"),
    ):  # fmt: skip
        with pytest.raises(ValueError, match=words):
            yisp.advise(made, "look", **given)


# In worlds ----------------------------------------------------------------------------------------------


LONG = {
    "cards": {
        "mill": {"count": 3, "program": "[1]@;(# X F);(# D.3 B)"},
        "fish": {"count": 4, "attribute": ["f"], "program": "[1B]@;(# X J);(# D.a:f.1 B)"},
        "net": {"count": 2, "program": "@;(# X B);(# D.a:f.1 H)"},
        **{f"c{number}": {"count": 2, "program": "[1]/|B.f|;@;(# X F);(# D.2 B)"} for number in range(6)},
        "rest": {"count": 12},
    }
}
"""A deck too large to be solved: whatever lies above a card that is looked for is turned over."""


def long(**topic: Any) -> Deck:
    tests = {"t": {"exec-program": True, "combos": {"c": {"grave": ["2x a:f"]}}, **topic}}
    return load_text(json.dumps({"deck": LONG, "simulate": {"tests": tests}}))


@pytest.fixture
def little_work(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(study, "EXACT_WORK", 100_000)
    monkeypatch.setattr(study, "LATER_WORK", 10_000)
    monkeypatch.setattr(study, "PLAYED_WORK", 400_000)
    yield


@pytest.mark.usefixtures("little_work")
def test_what_cannot_be_solved_is_played_in_worlds() -> None:
    advice = yisp.advise(long(), "mill, fish, net, c0, rest", seed=4)
    hows = {option.first.stops: option.how for option in advice.options}
    assert hows == {False: PLAYED, True: SOLVED}, "stopping is no secret"
    assert advice.reason is not None and "budget" in advice.reason
    for option in advice.options:
        assert sum(branch.share.value for branch in option.behind) == pytest.approx(1)
        if option.how == PLAYED:
            low, high = option.worth.ci95 or (1, 0)
            assert low <= option.worth.value <= high and option.worth.worlds
    said = render(advice)
    assert said.startswith("Play ") and "games from here" in said and "(seed 4)" in said


@pytest.mark.usefixtures("little_work")
def test_a_seed_says_the_same_everywhere() -> None:
    """On either target, in however many pieces, in whatever order a hand is named that nothing looks at."""
    made = long()
    program = compile_deck(made)
    native_module(program, native.Entry.STAGES)
    found = []
    for hand, target in (("mill, net, c0, c1, rest", "python"), ("rest, c1, mill, net, c0", "auto")):
        work = advising(program, 0, Seen.of(made, hand, {}, None), 5, lambda: made, target=target)
        pieces = 0
        for _ in work.pieces():
            assert work.advice().options
            pieces += 1
        data = work.advice(2).to_dict()
        found.append({key: data[key] for key in ("options", "line", "reason", "worth")})
        assert (data["target"], pieces > 0) == ({"python": "python", "auto": "native"}[target], True)
    assert found[0] == found[1]


def test_a_hand_lies_as_it_is_named() -> None:
    """As for ``odds``, and as the key ``start`` has it: the first card that fits an item serves it."""
    cards = {
        "wide": {"count": 2, "attribute": ["a", "b"], "program": "[1]@;()"},
        "narrow": {"count": 2, "attribute": ["a"]},
        "rest": {"count": 4},
    }
    topic = {"exec-program": True, "start-card": 2, "combos": {"one of each": {"hand": ["a:a", "a:b"]}}}
    made = yisp.load({"deck": {"cards": cards}, "simulate": {"tests": {"t": topic}}})
    for hand, works in (("narrow, wide", 1), ("wide, narrow", 0)):
        odds = yisp.odds(made, hand=hand).topics["t"].success.rate
        assert (yisp.advise(made, hand).best.worth.value, odds) == (works, works)


def test_there_is_advice_after_the_first_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(study, "A_WHILE", 0.0)
    made = long()
    work = advising(compile_deck(made), 0, Seen.of(made, "mill, net", {}, None), 5, lambda: made)
    next(work.pieces())
    advice = work.advice()
    assert {option.how for option in advice.options} == {GLANCED}
    assert "a first glance at 32 imagined games" in render(advice)
    json.dumps(advice.to_dict())


@pytest.mark.parametrize("method", ["exact", "sample"])
def test_pieces_take_a_while_but_for_the_first(method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever shows what is known after each has not much to do."""
    monkeypatch.setattr(study, "A_WHILE", float("inf"))
    monkeypatch.setattr(study, "MOST_WORLDS", 64)
    made = deck()
    seen = Seen.of(made, "look, dig", {}, None)
    work = advising(compile_deck(made), 0, seen, 5, lambda: made, method=method)
    assert len(list(work.pieces())) == 1
    assert {option.how for option in work.advice().options} == {SOLVED if method == "exact" else PLAYED}


def test_intervals_of_what_is_played_hold_the_truth(monkeypatch: pytest.MonkeyPatch) -> None:
    """`look` and `dig` leave nothing to decide, so what is played is worth what is best."""
    monkeypatch.setattr(study, "MOST_WORLDS", 64)
    made, held, all_ = deck(), Counter[str](), 40
    truth = worths(yisp.advise(made, "look, dig"))
    for seed in range(all_):
        advice = yisp.advise(made, "look, dig", seed=seed, method="sample")
        assert not advice.exact and advice.reason is None
        for option in advice.options:
            name = "stop" if option.first.stops else advice.names([(option.first.move or (0, 0))[1]])[0]
            low, high = option.worth.ci95 or (1, 0)
            held[name] += low <= truth[name] <= high
            less = option.less.ci95
            held[f"{name} less"] += less is None or less[0] <= truth["look"] - truth[name] <= less[1]
    assert min(held.values()) >= 0.85 * all_, held
    assert held["stop"] == all_


@pytest.mark.usefixtures("little_work")
def test_where_looking_ahead_takes_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(study, "PLAYED_WORK", 30_000)
    advice = yisp.advise(long(turns=6, draw=1), "mill, fish, net, c0, rest", seed=3)
    assert {option.how for option in advice.options} == {GREEDILY}
    assert "in the fixed order" in render(advice)


@pytest.mark.usefixtures("little_work")
def test_only_an_exact_answer_will_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(study, "BUDGET", 100_000)
    with pytest.raises(NoExactAnswer, match="100,000 units"):
        yisp.advise(long(), "mill, fish, net, c0, rest", method="exact")
    assert yisp.advise(deck(), "look, dig", method="exact").exact


def test_an_answer_that_lines_do_not_bear_out_is_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    from yisp.simulate.counting.ratio import Ratio
    from yisp.simulate.worlds.firsts import Solving

    monkeypatch.setattr(Solving, "worth", property(lambda self: Ratio(1, 7)))
    monkeypatch.setattr(study, "PLAYED_WORK", 400_000)
    advice = yisp.advise(deck(), "look, dig", seed=1)
    assert not advice.exact and "failed its check" in (advice.reason or "")
    assert {option.how for option in advice.options} == {PLAYED}


# Data ---------------------------------------------------------------------------------------------------


def test_json_has_what_is_known() -> None:
    data = yisp.advise(deck(), "look, dig", depth=2).to_dict()
    assert data["start"] == {"hand": ["look", "dig"]}
    first: Any = data["options"][0]  # type: ignore[index]
    assert first["move"] == {"card": "look", "effect": 0, "zone": "H"}
    assert (first["take"], first["stop"], first["how"]) == ([], False, "solved")
    assert first["worth"] == {"value": 0.6, "exact": "3/5", "ci95": None, "worlds": None}
    (card,) = first["behind"][0]["always"]
    assert card == {"zone": "H", "card": ["key"]}
    assert data["worth"] == first["worth"] and data["line"]
    shallow: Any = yisp.advise(deck(), "look, dig", depth=0).to_dict()["options"]
    assert [option["behind"] for option in shallow] == [[], [], []]


def test_options_are_a_table() -> None:
    advice = yisp.advise(deck(), "look, dig")
    rows = advice.table()
    assert all(tuple(row) == Advice.COLUMNS for row in rows)
    assert [(row["move"], row["stop"], row["exact"]) for row in rows] == [
        ("look", False, "3/5"), ("dig", False, "1/3"), (None, True, "0"),
    ]  # fmt: skip


def test_goals_that_are_stats() -> None:
    made = deck(stats={"gone": "|J|", "some": "(/ 4 |J|)"})
    advice = yisp.advise(made, "look, dig", goal="gone")
    assert worths(advice) == {"dig": 2, "look": 0, "stop": 0}
    assert render(advice).startswith("Play dig first: from here gone is 2.00 (2) on average.")
    assert worths(yisp.advise(made, "look, dig", goal="some")) == {"dig": 2, "look": 0, "stop": 0}


def test_pieces_can_be_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever has seen enough lets go, and what is known stays."""
    monkeypatch.setattr(study, "A_WHILE", 0.0)
    made = long()
    work: Advising = advising(compile_deck(made), 0, Seen.of(made, "mill, net", {}, None), 5, lambda: made)
    pieces = work.pieces()
    for _ in range(3):
        next(pieces)
    pieces.close()  # type: ignore[attr-defined]
    assert work.advice().options


@pytest.mark.parametrize(
    ("values", "range_", "clear"),
    [
        ([1] * 2000, (0, 1, 1), True),
        ([1] * 511, (0, 1, 1), False),
        ([0, 1] * 1000, (0, 1, 1), False),
        ([5] * 512, (0, 10, 10), False),
        ([5] * 20_000, (0, 10, 10), True),
        ([1] * 2000, (None, 1, 1), False),
        ([1] * 2000, (0, None, 1), False),
    ],
)
def test_when_a_move_is_known_well_enough(
    values: list[int], range_: tuple[int | None, int | None, int], clear: bool
) -> None:
    """To a five-hundredth of what the goal can differ by; where that has no end, it never is."""
    known: Any = SimpleNamespace(goals=values)
    advising: Any = SimpleNamespace(_range=range_)
    assert Advising._is_clear(advising, known) is clear


@pytest.mark.parametrize(
    ("topic", "turns"),
    [
        ({"exec-program": True, "turns": 3}, [1, 1, 2, 2, 3, 3]),
        ({"exec-program": True}, [1]),
        ({"turns": 3, "header": "(on turn-end (= word 1))"}, [1, 1, 2, 2, 3, 3]),
    ],
)
def test_each_stage_is_of_a_turn(topic: dict[str, Any], turns: list[int]) -> None:
    cards = {"a": {"count": 20, "program": "@;(# X B)"}}
    program = compile_text(deck_text(cards, {"t": {**topic, "stats": {"s": "|H|"}}}))
    advice: Any = SimpleNamespace(program=program, topic=0)
    assert [Advice.turn_of(advice, stage) for stage in range(len(turns))] == turns
