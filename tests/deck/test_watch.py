"""``watch``: what is only counted, how it is read, and every way to write it wrong."""

from __future__ import annotations

import pytest

DECK = """\
deck:
  cards:
    ash: {count: 3, attribute: [trap]}
    brick: {count: 3, attribute: [trap]}
    rest: {count: 34}
simulate:
  seed: 7
  tests:
    t:
"""


def topic(*lines: str) -> str:
    return DECK + "".join(f"      {line}\n" for line in lines)


def test_an_entry_has_what_a_combo_has(deck):
    text = topic(
        "combos: {go: {hand: [ash]}}",
        "watch:",
        "  bricked: {hand: [2x brick], score: '(- |H| 4)', condition: '|D|', grave: [0x ash], D: [ash]}",
    )
    (read,) = deck(text).topics
    (bricked,) = read.watch
    assert (bricked.where, bricked.name) == ("watch", "bricked")
    assert [zone for zone, _ in bricked.wants] == ["H", "B", "D"]
    assert [(one.where, one.name) for one in read.judged] == [("combo", "go"), ("watch", "bricked")]


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["combos: {a: {hand: [ash]}}"], []),
        (["watch: {a: {hand: [ash]}}"], []),
        (["stats: {a: '|H|'}"], []),
        (["combos: {}", "watch: {a: {hand: [ash]}}"], []),
        (["start-card: 5"], ["Y205 9:5"]),
        (["watch: {}"], ["Y205 9:5"]),
        (["stats:", "watch:"], ["Y205 9:5"]),
        (["combos: {}", "stats: {}"], ["Y205 10:7"]),
    ],
)
def test_a_topic_has_something_to_look_at(lines, expected, problems):
    assert problems(topic(*lines)) == expected


@pytest.mark.parametrize("beside", ["stats: {a: '|H|'}", "watch: {a: {hand: [ash]}}", "start-card: 5"])
def test_what_looks_like_a_combo_beside_is_an_error(beside, problems, diagnostics):
    text = topic(beside, "go: {hand: [ash]}")
    assert problems(text) == ["Y206 11:7"]
    assert "`combos:`" in diagnostics(text)[0].hint and "`watch:`" in diagnostics(text)[0].hint


def test_a_name_stands_for_one_thing(problems):
    assert problems(topic("combos: {a: {hand: [ash]}}", "watch: {b: {hand: [ash]}, a: {hand: [brick]}}")) == [
        "Y215 11:33"
    ]


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["watch: [ash]"], "Y201 10:14"),
        (["watch: {a: [ash]}"], "Y201 10:18"),
        (["watch: {a: {hnad: [ash]}}"], "Y202? 10:19"),
        (["watch: {a: {hand: [asch]}}"], "Y210 10:26"),
        (["watch: {a: {X: [ash]}}"], "Y213 10:19"),
        (["watch: {a: {hand: [4x ash]}}"], "Y427? 10:26"),
        (["watch: {a: {}}"], "Y424? 10:15"),
        (["watch: {a: {score: 0, hand: [ash]}}"], "Y432? 10:15"),
        (["watch: {a: {F: [ash]}}"], "Y425? 10:23"),
        (["watch: {a: {hand: [a:trap, ash]}}"], "Y420? 10:26"),
        (["watch: {a: {condition: '(# H D)'}}"], "Y131 10:32"),
    ],
)
def test_mistakes_are_found_as_in_a_combo(lines, expected, problems):
    assert expected in problems(topic(*lines))


@pytest.mark.parametrize(
    ("score", "number"), [("0", "0"), ("-2", "-2"), ("'0'", "0"), ("-3000000000", "-3000000000")]
)
def test_a_combo_that_can_never_succeed_is_warned_of(score, number, diagnostics):
    (item,) = diagnostics(topic(f"combos: {{go: {{hand: [ash], score: {score}}}}}"))
    assert item.code == "Y432" and f"its score is {number}," in item.message
    assert "`watch`" in item.hint


@pytest.mark.parametrize(
    "score",
    [
        "(- 0 |H|)",
        "(- |H.ash|)",
        "(+ -2 (- |D|))",
        "(* -1 |H|)",
        "(min 0 (- |H| 9))",
        "(max -3 (- (abs |H|)))",
        "(- (== |H| 2))",
        "(* |H| -1 |D|)",
    ],
)
def test_also_of_one_that_is_worked_out(score, diagnostics):
    (item,) = diagnostics(topic(f"combos: {{go: {{hand: [ash], score: '{score}'}}}}"))
    assert item.code == "Y432" and "its score is never above 0" in item.message
    (item,) = diagnostics(topic("combos: {go: {hand: [ash], score: '(- 0 2)'}}"))
    assert item.code == "Y432" and "its score is -2," in item.message


def test_a_score_that_may_be_above_0_is_none(problems):
    text = topic("combos: {go: {hand: [ash], score: '(- |H| 9)'}, other: {hand: [ash], score: 1}}")
    assert not any(item.startswith("Y432") for item in problems(text))


@pytest.mark.parametrize(
    ("text", "what", "name"),
    [("bricked.rate < 20%", "watch", "bricked"), ("bricked < 20%", "watch", "bricked")],
)
def test_expectations_ask_for_its_rate(text, what, name, deck):
    (expectation,) = deck(topic("watch: {bricked: {hand: [brick]}}", f"expect: ['{text}']")).topics[0].expect
    assert (expectation.what, expectation.name, expectation.measure) == (what, name, "rate")


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("rate > 0.5", "`bricked.rate`"),
        ("score.mean > 2", "`bricked.rate`"),
        ("bricked.mean > 0.5", "`rate`"),
        ("briked.rate > 0.5", "`bricked`"),
    ],
)
def test_expectations_of_what_there_is_not(text, hint, diagnostics):
    found = diagnostics(topic("watch: {bricked: {hand: [brick]}}", f"expect: ['{text}']"))
    assert [item.code for item in found] == ["Y222"]
    assert hint in found[0].hint


def test_it_can_be_related(deck, problems):
    lines = ["watch: {bricked: {hand: [brick]}}", "stats: {bricked: '|H.brick|', n: '|H|'}"]
    (read,) = deck(topic(*lines, "relate: [['stat:bricked', 'watch:bricked'], [n, score]]")).topics
    assert [(pair.x, pair.y) for pair in read.relations] == [
        ("stat:bricked", "watch:bricked"), ("n", "score")
    ]  # fmt: skip
    assert problems(topic(*lines, "relate: [[n, bricked]]")) == ["Y240 12:20"]
