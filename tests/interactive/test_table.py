"""``yisp.Table``: a position to play with."""

from __future__ import annotations

import copy
from pathlib import Path

import pytest
from running import deck_text, load_text

import yisp
from yisp.interactive.prompt import zone_lines
from yisp.simulate.single.trace import Tracer

CARDS = {
    "starter": {"count": 3, "attribute": ["monster"], "program": ["[1]@;(# X B);(# D.1 H [draw])"]},
    "gate": {"count": 4, "program": ["/(> bonus 0);@;(# X B)", "@;(# X J);(= x (/ 1 none))"]},
    "rest": {"count": 33, "attribute": ["brick"]},
}
TOPICS = {
    "plain": {"combos": {"one": {"hand": ["starter"]}, "bricks": {"score": "|H.a:brick|"}}},
    "headed": {
        "start-card": 3, "exec-program": True, "header": "(= bonus 2);(## H.1 D)",
        "combos": {"c": {"grave": ["starter"]}},
    },
}  # fmt: skip
DECK = load_text(deck_text(CARDS, TOPICS))


@pytest.fixture
def table() -> yisp.Table:
    return yisp.Table(DECK, seed=7)


@pytest.mark.parametrize("topic", ["plain", "headed"])
@pytest.mark.parametrize("trial", [0, 3])
def test_it_is_the_opening_of_that_trial(topic: str, trial: int) -> None:
    """The same cards, in the same order, as ``yispc trace`` shows."""
    table = yisp.Table(DECK, topic=topic, seed=7, trial=trial)
    replayed = Tracer(DECK, topic, 7).trial(trial).entries
    opening, moves = (
        [
            (entry.what, entry.number, entry.cards, entry.to)
            for entry in entries
            if entry.what in ("draw", "move")
        ]
        for entries in (table.opening.entries, replayed)
    )
    assert len(opening) == (2 if topic == "plain" else 3)
    assert moves[: len(opening)] == opening
    assert len(table["H"]) == (5 if topic == "plain" else 2)


def test_greedy_activation_goes_as_in_the_trial() -> None:
    for trial in range(30):
        table = yisp.Table(DECK, topic="headed", seed=7, trial=trial)
        failed = False
        try:
            while table.activate().activated:
                pass
        except yisp.PlayError:
            failed = True
        replayed = Tracer(DECK, "headed", 7).trial(trial)
        assert failed == any(entry.what == "notice" for entry in replayed.entries)
        assert bool(table.combos["c"]) == replayed.combos[0]
        assert table.variables["bonus"] == 2


def test_the_scripts_of_a_turn_run_around_what_is_played() -> None:
    topic = {
        "start-card": 1, "draw": 1, "header": "(= word (* 10 word))", "before-play": "(= word (+ word |H|))",
        "footer": "(# H.1 B)", "combos": {"c": {}},
    }  # fmt: skip
    table = yisp.Table(load_text(deck_text({"a": {"count": 5}}, {"t": topic})), seed=7)
    assert table.variables["word"] == 1
    table.run("(# D.1 H)")
    assert table["B"] == []
    table.end_turn()
    assert (table.variables["word"], table["B"]) == (12, ["a"])


def test_an_opening_that_is_dealt_is_shown() -> None:
    deck = yisp.loads("""
        extends: mahjong
        seats:
          - {name: ace, bargain: {worlds: 2}}
          - {name: picky, accept: '(>= try 1)'}
        simulate: {tests: {t: {deal: joint, stats: {p: (plan 0)}}}}
    """)
    shown = repr(yisp.Table(deck, topic="t", seed=7).opening)
    assert "ace: world " in shown and "picky refuses the hands (try 1)" in shown


def test_looking_from_python_decides_nothing(table: yisp.Table) -> None:
    assert table["D"] == [None] * 35
    assert sum(table.unseen("D").values()) == 35
    twin = table.copy()
    for _ in range(3):
        assert [*table.zones] == ["H", "D"]
        assert table.combos.keys() == {"one", "bricks"}
    assert table.run("(# D.5 B)").lines == twin.run("(# D.5 B)").lines


def test_what_a_script_has_seen_stays_known(table: yisp.Table) -> None:
    table.run("(print D.2)")
    top = table["D"][:2]
    assert None not in top and table["D"][2:] == [None] * 33
    table.run("(print D.-1)")
    assert table["D"][-1] is not None
    table.run("(# D.2 B)")
    assert table["B"] == top
    table.run("(shuffle D)")
    assert table["D"] == [None] * 33


def test_order_is_that_of_the_zone(table: yisp.Table) -> None:
    hand = table["H"]
    table.run("(## H.2 D)")
    assert table["D"][:2] == hand[:2] and table["H"] == hand[2:]
    table.run("(# H.1 D)")
    assert table["D"][-1] == hand[2]


def test_numbers_and_statements(table: yisp.Table) -> None:
    assert table.number("(+ |H| |D|)") == 40
    assert table.run("(* 6 7)").number == 42
    played = table.run('(# D.1 B);(print "hand" |H| H.1)')
    assert played.number is None
    assert played.printed == [f"hand 5 {{{table['H'][0]}}}"]
    assert played.lines[0].startswith("move {") and repr(played) == "\n".join(played.lines)
    assert repr(table.run("")) == "nothing happened"
    with pytest.raises(yisp.DeckError) as caught:
        table.number("(# D.1 H)")
    assert [item.code for item in caught.value.diagnostics] == ["Y109"]


def test_variables_last_and_one_letter_ones_do_not(table: yisp.Table) -> None:
    table.run("(= summon 3);(= x 4)")
    assert table.variables["summon"] == 3
    assert table.number("(+ summon x)") == 3
    table.run("(= other -1)")
    assert table.variables == {"bonus": 0, "none": 0, "summon": 3, "other": -1}


def test_new_names_keep_the_position(table: yisp.Table) -> None:
    """A script that brings a variable, a zone, a tag or a set nobody asked for before changes no card."""
    table.run("(= counter 5);(# D.a:brick.2 E)")
    before = table.zones
    for script in ("(= brand_new 1)", "(! special)", "|Z.a:monster.!3|", "(= x |Q.starter|)"):
        table.run(script)
        assert table.zones == before and table.variables["counter"] == 5


def test_undo(table: yisp.Table) -> None:
    start = table.zones
    first = table.run("(# D.3 B);(= summon 1)").lines
    table.run("(= later 2);(shuffle D)")
    table.number("(rand 1 1000000)")
    for _ in range(3):
        table.undo()
    assert table.zones == start and table.variables["summon"] == 0
    assert table.run("(# D.3 B);(= summon 1)").lines == first
    table.undo()
    with pytest.raises(ValueError, match="nothing to undo"):
        table.undo()


def test_what_changes_nothing_is_no_step(table: yisp.Table) -> None:
    table.run("(# D.1 B)")
    table.number("|D|")
    table.run('(print "hello")')
    table.undo()
    assert "B" not in table.zones


def test_undo_takes_back_what_chance_gave(table: yisp.Table) -> None:
    number = table.number("(rand 1 1000000)")
    assert table.number("(rand 1 1000000)") != number
    table.undo()
    table.undo()
    assert table.number("(rand 1 1000000)") == number


def test_copies_go_their_own_ways(table: yisp.Table) -> None:
    table.run("(# D.1 B)")
    twin = copy.copy(table)
    twin.run("(# H B);(= only_here 1)")
    assert len(table["B"]) == 1 and len(twin["B"]) == 6
    assert table.variables["only_here"] == 0 and twin.variables["only_here"] == 1
    table.run("(# D.1 J)")
    twin.undo()
    assert twin["B"] == table["B"] and "J" not in twin.zones
    twin.undo()
    assert "B" not in twin.zones


def test_a_copy_rolls_what_the_original_rolls() -> None:
    topic = "start-card: 2, combos: {c: {score: '(rand 1 1000000)'}}"
    table = yisp.Table(
        yisp.loads(f"deck: {{cards: {{a: {{count: 9}}}}}}\nsimulate: {{tests: {{t: {{{topic}}}}}}}")
    )
    assert table.copy().combos == table.combos == table.copy().copy().combos
    table.run("(# D.?2 H)")
    assert table.copy().combos == table.combos


def test_choosing_an_effect() -> None:
    table = yisp.Table(DECK, seed=7)
    table.run("(# D.starter.2 H);(# D.gate.2 H)")
    assert table.activate("starter").activated == [("starter", 0)]
    assert "starter" in table["B"]
    assert table.activate("starter").activated == []  # once a turn
    assert table.activate("gate").activated == []  # its guard
    table.run("(= bonus 1)")
    assert table.activate("gate").activated == [("gate", 0)]
    table.run("(# H.gate B)")
    assert table.activate("gate").activated == []  # none in the hand
    with pytest.raises(ValueError, match="did you mean 'starter'"):
        table.activate("startr")
    with pytest.raises(ValueError, match="has no effects"):
        table.activate("rest")


def test_mistakes_leave_the_table_alone(table: yisp.Table) -> None:
    before = table.zones
    with pytest.raises(yisp.DeckError) as caught:
        table.run("(# D.2 B);(# D.2 Q")
    assert [item.code for item in caught.value.diagnostics] == ["Y104"]
    assert table.zones == before


def test_a_run_time_error_says_where_and_can_be_undone(table: yisp.Table) -> None:
    with pytest.raises(yisp.PlayError) as caught:
        table.run("(# D.2 B);\n  (= y (/ 1 nothing))")
    (item,) = caught.value.diagnostics
    assert item.code == "Y302" and item.place is not None
    assert (item.place.line, item.place.column, item.place.length) == (2, 8, len("(/ 1 nothing)"))
    assert len(table["B"]) == 2
    table.undo()
    assert "B" not in table.zones
    with pytest.raises(yisp.PlayError):
        table.number("(+ 9223372036854775807 (+ 1 nothing))")
    assert table.number("(+ 1 1)") == 2


def test_an_error_in_an_effect_points_into_the_deck() -> None:
    table = yisp.Table(DECK, seed=7)
    table.run("(# D.gate.1 H)")
    with pytest.raises(yisp.PlayError) as caught:
        table.activate("gate", 1)
    (item,) = caught.value.diagnostics
    assert item.place is not None and item.place.file == "deck.yml"


def test_an_empty_move_is_noticed(table: yisp.Table) -> None:
    played = table.run("(# Q.1 B);(= done 1)")
    assert played.notices == ["Y301"] and table.variables["done"] == 1


def test_doubts_come_with_what_was_played(table: yisp.Table) -> None:
    assert [item.code for item in table.run("(# D.startr.1 H)").diagnostics] == ["Y402"]


def test_other_trials(table: yisp.Table) -> None:
    hand = table["H"]
    table.run("(# H B)")
    table.open(5)
    assert table.trial == 5 and "B" not in table.zones
    table.open(0)
    assert table["H"] == hand
    with pytest.raises(ValueError, match="nothing to undo"):
        table.undo()


def test_without_a_deck() -> None:
    table = yisp.Table(seed=1)
    assert table.number("(muldiv 5 3 2 up)") == 8
    assert table.zones == {} and "no cards" in repr(table)


@pytest.mark.parametrize("zone", ["X", "h", "HD", ""])
def test_no_zone(table: yisp.Table, zone: str) -> None:
    with pytest.raises(KeyError, match="is not a zone"):
        table[zone]


def test_what_cannot_be_opened() -> None:
    with pytest.raises(ValueError, match="no topic 'other'; the deck has 'plain', 'headed'"):
        yisp.Table(DECK, topic="other")
    with pytest.raises(ValueError, match="seed"):
        yisp.Table(DECK, seed=-1)
    with pytest.raises(ValueError, match="trial"):
        yisp.Table(DECK, trial=-1)


def test_many_cards() -> None:
    cards = {"a": {"count": 100}, "b": {"count": 400}}
    table = yisp.Table(load_text(deck_text(cards, {"t": {"combos": {"c": {"hand": ["a"]}}}})), seed=3)
    table.run("(# D.b B);(# D B)")
    assert table["B"].count("a") + table["H"].count("a") == 100
    table.undo()
    assert len(table["D"]) == 495


def test_a_zone_of_the_main_program_can_be_shuffled_by_hand() -> None:
    """A queue to the topic's program, but not to whoever plays: what was shuffled has no order yet."""
    topic = {"start-card": 4, "program": "(# H.1 B)", "combos": {"c": {}}}
    table = yisp.Table(load_text(deck_text({"a": {"count": 2}, "b": {"count": 4}}, {"t": topic})), seed=7)
    table.run("(shuffle H)")
    table.run("(# H.1 B)")
    assert table["H"] == [None] * 3
    assert None not in table["B"]


WALL = "wall: {exits: {p: 6}}\ndeck: {cards: {a: {count: 4}, c: {count: 3}}}\n"
RESERVING = "simulate: {tests: {t: {start-card: 1, header: '(# D.c.2 R)', combos: {o: {hand: [a]}}}}}\n"


def test_nobody_sees_the_reserve_of_a_wall() -> None:
    table = yisp.Table(yisp.loads(WALL + RESERVING), seed=1)
    assert table["R"] == [None, None] and table["D"] == [None] * 4
    assert table.zones == {"H": table["H"], "D": [None] * 4, "R": [None, None]}
    assert list(zone_lines(table))[-1] == "R (2)  2 unseen"
    assert "… 2 unseen" in table._repr_html_().split("<td>R</td>")[1]
    with pytest.raises(ValueError, match="nobody may know the reserve"):
        table.unseen("R")
    assert sum(table.unseen("D").values()) == 4


@pytest.mark.parametrize("gives", [5, "(- 6 dug)"])
def test_the_draw_of_a_turn_heeds_what_an_exit_gives(gives: int | str) -> None:
    text = f"set: {{dug: 1}}\nwall: {{exits: {{p: {gives!r}}}}}\ndeck: {{cards: {{a: {{count: 8}}}}}}\n"
    topic = "{start-card: 3, turns: 5, draw: 2, combos: {o: {hand: [a]}}}"
    table = yisp.Table(yisp.loads(f"{text}simulate: {{tests: {{t: {topic}}}}}\n"), seed=1)
    table.end_turn()
    assert len(table["H"]) == 5
    table.end_turn()
    assert len(table["H"]) == 5


def test_a_zone_that_is_no_reserve() -> None:
    """Without a wall, `R` is a zone like others."""
    without = WALL.split("\n", 1)[1] + RESERVING
    table = yisp.Table(yisp.loads(without), seed=1)
    assert table["R"] == ["c", "c"] and table.unseen("R") == {}


COLLECTION = """\
collection: {name: mine, language: en}
vars: {left: 2}
define:
  pay(n): '(= left (- left n))'
  rest: 'left'
  top(Z): '(# Z.1 H)'
  both(Z): '(top Z);(top D);(pay 1)'
cards:
  Purse: {does: {en: Draw one card.}, program: '@;(# X B);(# D.1 H)'}
"""

USING = """\
use: mine.yml
deck: {cards: {Purse: {count: 3}, rest: {count: 20}}}
simulate: {tests: {t: {exec-program: true, combos: {c: {hand: [rest]}}}}}
"""


@pytest.fixture
def using(tmp_path: Path) -> yisp.Deck:
    (tmp_path / "mine.yml").write_text(COLLECTION)
    (tmp_path / "deck.yml").write_text(USING)
    return yisp.load(tmp_path / "deck.yml")


@pytest.mark.parametrize("topic", ["t", None])
def test_functions_of_a_collection_that_the_deck_does_not_call(using: yisp.Deck, topic: str | None) -> None:
    assert using.functions == ()
    table = yisp.Table(using, topic=topic, seed=1)
    before = len(table["H"])
    assert table.number("(mine:rest)") == 2
    table.run("(= own 7);(mine:pay 1)")
    assert table.number("(mine:rest)") == 1
    table.run("(# D.1 A);(mine:both A)")
    assert (len(table["H"]), table.number("(mine:rest)"), table.number("own")) == (before + 2, 0, 7)


def test_a_function_that_the_collection_does_not_have(using: yisp.Deck) -> None:
    table = yisp.Table(using, seed=1)
    with pytest.raises(yisp.DeckError) as failed:
        table.run("(mine:payy 1)")
    (mistake,) = failed.value.diagnostics
    assert (mistake.code, mistake.hint) == ("Y101", "did you mean `mine:pay`?")
