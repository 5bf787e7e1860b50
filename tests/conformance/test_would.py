"""What installed effects would do: `(would [tag] n)`, on both targets."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import Any

import pytest
from running import compile_text, deck_text, load_text, notices, open_play, rows

import yisp
from yisp.compile.pipeline import compile_deck, compile_traced
from yisp.compile.program import Program
from yisp.lang.diagnostics import DeckError
from yisp.simulate.playing.play import Play, python_functions

SLOW_NATIVELY = True


@dataclass(frozen=True)
class Asked:
    """A header, and what the variables are behind it."""

    header: str
    numbers: dict[str, int | None]
    notices: tuple[str, ...] = ()
    hand: str = "a b c"
    turns: int = 1
    footer: str = ""
    keys: dict[str, Any] = field(default_factory=dict)


CARDS: dict[str, Any] = {
    "a": {"props": {"level": 1}},
    "b": {"props": {"level": 2}},
    "c": {"program": "[on turn-end](= ends (+ ends 1))"},
    "d": {"count": 2, "program": "[on >B](did 9)"},
}
FUNCTIONS = {
    "did(n)": "(= order (+ (* order 10) n))",
    "suppose(n)": "(= x 2);(would [steady] (+ (* 1000 n) (* 100 x) order))",
    "long()": "(repeat 50 (= word (+ word 1)))",
}
SCENES = {
    "one effect": Asked("(on >B (did 4) [steady]);(= word (would [steady] order))", {"word": 4, "order": 0}),
    "each alone, from where things stand": Asked(
        "(did 1);(on >B (did 4) [steady]);(on draw (did 5) [steady]);(= word (would [steady] order))",
        {"word": 29, "order": 1},
    ),
    "nobody": Asked("(on >B (did 4));(on >B (did 4) [other]);(= word (would [none] 5))", {"word": 0}),
    "one of several tags": Asked(
        "(on >B (did 4) [other] [steady] [steady]);(= word (+ (would [steady] 1) (would [other] 10)))",
        {"word": 11},
    ),
    "other tags than one": Asked(
        "(on >B (did 4) [steady]);(on >B (did 5) [other]);(on >B (did 6));(= word (would [!steady] order))",
        {"word": 5, "order": 0},
    ),
    "other tags than two": Asked(
        "(on >B (did 4) [steady] [third]);(on >B (did 5) [other]);(on >B (did 6) [a third]);"
        "(= word (would [!other ! third] order));(= a_b (would [!other !none] order))",
        {"word": 6, "a_b": 10},
    ),
    "`when` is not asked": Asked(
        "(on >B (did 4) (when (> order 7)) [steady]);(= word (would [steady] order))", {"word": 4}
    ),
    "none that was never installed": Asked(
        "(on >B (did 4) (times 0) [steady]);(= word (would [steady] 1))", {"word": 0}
    ),
    "none that is used up": Asked(
        "(on >B (= word (would [steady] 1)) (times 1));(on >B (did 4) (times 1) [steady]);(# H.1 B);"
        "(= a_b (would [steady] 1))",
        {"word": 1, "a_b": 1, "order": 4},
    ),
    "none whose turns are over": Asked(
        "(if (not |B|) (on turn-end (did 4) (for 1) [steady]));(= word (+ (* word 10) (would [steady] 1)));"
        "(# H.1 B)",
        {"word": 10, "order": 4},
        turns=2,
    ),
    "one that runs": Asked(
        "(on >B (did 4) (= word (would [steady] order)));(on >B (did 5) [steady]);(# H.1 B)",
        {"word": 45, "order": 45},
    ),
    "no use is taken": Asked(
        "(on >B (did 4) (times 1) [steady]);(= word (would [steady] order));(# H.2 B)",
        {"word": 4, "order": 4},
    ),
    "variables of one letter": Asked(
        "(= x 7);(= y 2);(on >B (= x (+ x 9)) (did x) [steady]);(= word (would [steady] (+ (* 100 x) "
        "order)))",
        {"word": 709},
    ),
    "what a function is given": Asked("(on >B (did 4) [steady]);(= word (suppose 3))", {"word": 3204}),
    "in a filter": Asked(
        "(on >B (did 2) [steady]);(= word |H.(== level (would [steady] (* level order)))|);"
        "(= a_b |H.(== 4 (would [steady] (* level order)))|)",
        {"word": 1, "a_b": 1},  # c has no level, and 0 = 2 · 0
    ),
    "a filter in it": Asked(
        "(= x 2);(on >B (did x) (did 1) [steady]);(= word (would [steady] |H.(and (== level x) (== order "
        "1))|))",
        {"word": 1},
    ),
    "cards": Asked(
        "(on draw (# H.a B) (# H.1 J) [steady]);(= word (would [steady] (+ (* 100 |B|) (* 10 |J|) |H|)));"
        "(= a_b (+ (* 100 |B|) |H|))",
        {"word": 111, "a_b": 3, "order": 0},
    ),
    "what it would cause is not answered": Asked(
        "(on draw (# H.d B [draw]) (did |B|) [steady]);(= word (would [steady] order))",
        {"word": 2, "order": 0},
        hand="d d",
    ),
    "no move is missed": Asked(
        "(on draw (# B.1 J) (did 4) [steady]);(= word (would [steady] order))", {"word": 4}
    ),
    "`it` is empty": Asked(
        "(on >B (did |it|) (did 8) [steady]);(on >B (= word (+ (would [steady] (+ (* 1000 |it|) order)) "
        "|it|)) "
        "(times 1));(# H.1 B)",
        {"word": 1809, "order": 18},
    ),
    "`it` is then what it was": Asked(
        "(on >B (did 8) [steady]);"
        "(on >B (= word (would [steady] order)) (# it J) (= a_b (+ (* 10 |B|) |J|)));(# H.2 B)",
        {"word": 888, "order": 88, "a_b": 2},
    ),
    "what it installs": Asked(
        "(on >B (on turn-end (did 6)) (on >B (did 7) [other]) [steady]);(= word (would [steady] (would "
        "[other] order)))",
        {"word": 7, "order": 0},
    ),
    "one in the other": Asked(
        "(on >B (did 4) [steady]);(on >B (did 5) [other]);(= word (would [steady] (would [other] order)))",
        {"word": 45},
    ),
    "an effect that asks": Asked(
        "(on >B (did (would [asked] order)) [asker]);(on >B (did 5) [asked]);(= word (would [asker] order))",
        {"word": 5},
    ),
    "it stops": Asked(
        "(on >B (did 2) (stop 4) (did 3) [steady]);(= word (would [steady] (+ (* 100 outcome) order)));"
        "(did 8)",
        {"word": 402, "order": 8},
    ),
    "it fails": Asked(
        "(on >B (did 2) (did (/ 1 |J|)) [steady]);(= word 3);(= word (would [steady] 1));(= word 4)",
        {"word": 3, "order": 0},
        ("Y302",),
    ),
    "its number fails": Asked(
        "(on >B (did 2) [steady]);(= word (would [steady] (/ 1 (- order 2))));(= word 4)",
        {"word": 0, "order": 0},
        ("Y302",),
    ),
    "its sum fails": Asked(
        "(on >B () [steady]);(on draw () [steady]);(= word (would [steady] 9223372036854775807));(= word 4)",
        {"word": 0},
        ("Y303",),
    ),
    "steps are not counted": Asked(
        "(on >B (long) [steady]);(repeat 10 (= word (would [steady] word)))", {"word": 500}
    ),
    "a later turn": Asked(
        "(if (not order) (on turn-end (did 4) [steady]));(= word (+ (* 100 word) (would [steady] order)))",
        {"word": 444, "order": 44},
        turns=2,
    ),
    "not over": Asked("(on turn-end (did 4) [steady])", {"asked": 44, "order": 4}),
}


@cache
def program() -> Program:
    topics: dict[str, Any] = {}
    for name, scene in SCENES.items():
        hand = scene.hand.split()
        topics[name] = {
            "start-card": len(hand), "start": {"hand": hand}, "header": scene.header, "turns": scene.turns,
            "draw": 0, "exec-program": True,
            "stats": {
                **{number: number for number in scene.numbers if number != "asked"},
                "asked": "(would [steady] order)",
            },
        }  # fmt: skip
    text = deck_text(CARDS, topics, define=FUNCTIONS, simulate={"limits": {"steps": 200}})
    return compile_text(text)


@pytest.mark.parametrize("name", SCENES)
def test_what_would_be(name: str, target: str) -> None:
    scene = SCENES[name]
    topic = program().topic(name)
    play = open_play(program(), target, topic)
    (row,) = rows(play, 0, 1)
    stats = dict(zip(program().topics[topic].stats, row.stats, strict=True))
    assert {number: stats[number] for number in scene.numbers} == scene.numbers
    assert [code for code, _ in notices(play)] == list(scene.notices)


def test_room_is_kept_for_as_many_as_ask_inside_one_another() -> None:
    assert program().plan["asks"] == 2


OPEN = {
    "it turns cards over": "(# D.1 H)",
    "it takes cards from where they are unrevealed": "(# D.a H)",
    "it shuffles": "(shuffle D)",
    "it shuffles in one case": "(if word (shuffle D) (= word 1))",
    "it shuffles again and again": "(while (< word 3) (= word (+ word 1)) (shuffle D))",
    "it rolls": "(= word (rand 1 6))",
    "it leaves a choice": "(# H.*1 B)",
    "it takes any": "(# H.?1 B)",
    "it takes any that fit": "(# B.a:b.?1 H)",
    "it takes a card for a filter by a number": "(# H.(> level (sum D.2 level)) B)",
    "it takes cards behind one": "(# D.(> level (sum H.2 level)).1 H)",
    "it takes all behind one": "(# D.(> level (sum H.2 level)) H)",
    "it takes this one of its zone": "(# D.X H)",
    "it looks at the last": "(= word (sum D.-1 level))",
    "it looks at the first": "(= word (high D.1 level))",
    "it takes the first that fits": "(# D.a.1 H)",
    "it shows cards": "(print D)",
    "it asks which this one is": "(= word |X.1.a|)",
    "it decides what comes": "(collapse D.a)",
    "it shuffles another zone": "(shuffle B)",
    "it turns cards over in one of two cases": "(if word (# H.1 B) (# D.1 H))",
    "it calls what does": "(draws)",
    "it asks about itself": "(= word (would [steady] 1))",
    "it asks about itself in a function": "(asks)",
}


CLOSED = (
    "(# H.1 B)",
    "(# H.a B)",
    "(# H.a.1 B)",
    "(# H.-1 B)",
    "(# X B)",
    "(# H.X B)",
    "(# it B)",
    "(# it.1 B)",
    "(## H.1 D)",
    "(= word |it.1|)",
    "(= word |D.a|)",
    "(= word (high B.1 level))",
    "(= word (sum H.2 level))",
    "(= word (sum D level))",
    "(= word |D.(> level (sum H.2 level))|)",
    "(# H.(> level (sum B.2 level)).1 B)",
    "(light D.a 2)",
    "(print H)",
    "(on >B (# D.1 H))",
    "(after 1 (shuffle D))",
    "(while (> |D.a.1| word) (= word 1))",
)


def test_what_can_be_asked() -> None:
    """What moves known cards, counts or puts off the rest follows from the position."""
    effects = ";".join(f"(on draw {effect} [steady])" for effect in CLOSED)
    topic = {"exec-program": True, "stats": {"s": "(would [steady] 1)"}}
    cards = {"a": {"count": 9, "program": f"@;{effects}"}, "b": {"count": 1, "props": {"level": 1}}}
    assert compile_deck(load_text(deck_text(cards, {"t": topic}))).plan["asks"] == 1


@pytest.mark.parametrize("name", OPEN)
def test_what_cannot_be_asked(name: str) -> None:
    """It is said at the effect, and only where somebody asks."""
    effect = f"@;(# X B);(on draw {OPEN[name]} [steady])"
    functions = {"draws": "(# D.1 H)", "asks": "(would [steady] 1)"}

    def deck(tag: str) -> str:
        topic = {"exec-program": True, "stats": {"s": f"(would [{tag}] 1)"}}
        define = functions if tag == "steady" else {"draws": "(# D.1 H)", "asks": "(would [rest] 1)"}
        cards = {"a": {"count": 9, "program": effect}, "b": {"count": 1, "props": {"level": 1}}}
        return deck_text(cards, {"t": topic}, define=define)

    with pytest.raises(DeckError) as caught:
        compile_deck(load_text(deck("steady")))
    (found,) = caught.value.diagnostics
    assert found.code == "Y134"
    assert found.place.length == len(effect) - len("@;(# X B);")
    if "itself" not in name:
        compile_deck(load_text(deck("rest")))


def test_a_number_for_which_cards_are_turned_over() -> None:
    topic = {"exec-program": True, "stats": {"s": "(would [steady] (sum D.1 level))"}}
    with pytest.raises(DeckError) as caught:
        compile_deck(load_text(deck_text({"a": {"count": 9}}, {"t": topic})))
    assert [found.code for found in caught.value.diagnostics] == ["Y134"]


@pytest.mark.parametrize(
    ("script", "code"),
    [
        ("(would [steady])", "Y102"),
        ("(would steady 1)", "Y103"),
        ("(would [steady] (= x 1))", "Y131"),
        ("(would [steady] (rand 1 2))", "Y124"),
        ("(on [steady] (= word 1))", "Y103"),
        ("(on draw [steady])", "Y102"),
        ("(repeat 2 [steady])", "Y121"),
    ],
)
def test_what_is_wrong(script: str, code: str) -> None:
    header = f"(= word {script})" if "would" in script else script
    with pytest.raises(DeckError) as caught:
        load_text(deck_text({"a": {"count": 9}}, {"t": {"header": header, "stats": {"s": "word"}}}))
    assert [found.code for found in caught.value.diagnostics if found.severity == "error"] == [code]


def test_a_trace_shows_nothing_of_it(target: str) -> None:
    """But an error, which counts for the script that asks."""
    topic = {
        "header": "(on draw (did 1) (print order) [steady]);"
        "(= word (would [steady] (block (print 1) 2)));(print word)",
        "start-card": 1, "stats": {"s": "word"},
    }  # fmt: skip
    text = deck_text({"a": {"count": 9}}, {"t": topic}, define={"did(n)": FUNCTIONS["did(n)"]})
    play = open_play(compile_text(text), target)
    log = play.log(0)
    assert log == open_play(compile_text(text), "python").log(0)
    made = compile_traced(load_text(text))
    traced = Play(made, 0, 7, functions=python_functions(made.python_source))
    assert len(traced.log(0)) == len(log)
    assert [one.counts().printed for one in (play, traced)] == [1, 1]


def test_at_the_prompt() -> None:
    """What was installed before is asked about as well; what chance decides is refused when it is asked."""
    table = yisp.Table(load_text(deck_text({"a": {"count": 9}}, {"t": {"combos": {"c": {}}}})), seed=3)
    table.run("(= word 5)")
    table.run("(on turn-end (= word (+ word 2)) [steady])")
    assert table.run("(would [steady] word)").number == 7
    table.run("(on turn-end (= word (+ word 3)) [steady])")
    assert table.run("(would [steady] (would [steady] word))").number == 9 + 10 + 10 + 11
    table.run("(on turn-end (shuffle D) [open])")
    for _ in range(2):
        with pytest.raises(DeckError, match="Y134"):
            table.run("(would [open] word)")
    assert table.run("(would [steady] word)").number == 15


def test_it_is_empty_there_however_many_cards_there_are() -> None:
    """More than one word of them."""
    cards = {
        "rest": {"count": 130},
        "last": {"count": 1, "program": "[on >B](= own |it|);(= there (would [steady] (+ 10 |it|)))"},
    }
    topic = {
        "exec-program": True, "start-card": 1, "start": {"hand": ["last"]},
        "header": "(on draw (= word 1) [steady]);(# H.last B)", "stats": {"own": "own", "there": "there"},
        "method": "exact",
    }  # fmt: skip
    found = yisp.run(load_text(deck_text(cards, {"t": topic})), target="python").topics["t"]
    assert [str(found.stats[name].exact) for name in ("own", "there")] == ["1", "10"]
