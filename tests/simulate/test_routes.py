"""The routes of a position: the published worked example, and everything a line can be made of."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from running import compile_text, deck_text

import yisp
from yisp.compile.pipeline import compile_deck
from yisp.deck.load import load, loads
from yisp.deck.model import Deck
from yisp.simulate.counting.probabilities import OverBudget
from yisp.simulate.playing.play import python_functions
from yisp.simulate.worlds.routes import Search, explained, search
from yisp.simulate.worlds.worlds import Players

GAMES = Path(yisp.__file__).parent / "games"

PUBLISHED = """
0-0-0 1236855  0-0-1 1238476  0-0-2 2073874  0-1-0 1921587  0-1-1 1923409  0-1-2 3253198
1-0-0 1236232  1-0-1 1238202  1-0-2 2073251  1-1-0 1741882  1-1-1 1743399  1-1-2 2924189
2-0-0 1920964  2-0-1 1923135  2-0-2 3252575  2-1-0 1741882  2-1-1 1743399  2-1-2 2924189
"""
"""What the game weighed, route by route."""


def packaged(name: str, *changes: tuple[str, str]) -> Deck:
    """A packaged deck, with some of its text changed."""
    text = (GAMES / f"{name}.yml").read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return loads(text, "deck.yml")


def searched(deck: Deck, **options: Any) -> Search:
    return search(compile_deck(deck), 0, **{"seed": 7, **options})


def listed(found: Search) -> list[str]:
    return [f"{'-'.join(map(str, route.labels))} {route.evaluation}" for route in found.routes]


# The worked example -------------------------------------------------------------------------------


def test_the_worked_example() -> None:
    found = searched(packaged("worked-example"))
    assert listed(found) == PUBLISHED.replace("\n", "  ").strip().split("  ")
    assert found.best.labels == [0, 1, 2] and found.best.evaluation == 3253198
    assert found.leaves == 15
    first = found.to_dict()["routes"][3]
    moves = [["hyojo", 0], ["karui+", 0], ["hyogen", 0]]
    assert first == {"route": [0, 1, 0], "moves": moves, "evaluation": 1921587}


def test_the_table_saves_moves_and_changes_nothing() -> None:
    policy = "      policy: {table: false}\n      turns: 10\n"
    with_table = searched(packaged("worked-example"))
    without = searched(packaged("worked-example", ("      turns: 10\n", policy)))
    assert listed(without) == listed(with_table)
    assert (without.best.labels, without.leaves) == (with_table.best.labels, with_table.leaves)
    assert with_table.nodes < without.nodes == 3 + 3 * 2 + 3 * 2 * 3


@pytest.mark.parametrize("tag", ["[turn-start]", "[start]"])
def test_why_items_carry_no_tag(tag: str) -> None:
    """The item would raise focus by 3 and genki by 2: floor(8 / 1000 · (3 · 5435 + 2 · 151)) = 132 more."""
    item = "(when (== left 9))"
    found = searched(packaged("worked-example", (item, f"{item} {tag}")))
    assert found.best.labels == [0, 1, 2]
    assert found.best.evaluation == 3253198 + 8 * (3 * 5435 + 2 * 151) // 1000 == 3253330


def test_every_part_is_explained() -> None:
    deck, parts = explained(load(GAMES / "worked-example.yml"), 0)
    assert [part for part in parts if part.startswith("r")] == [f"r{number}" for number in range(1, 30)]
    found = searched(deck, parts=parts).best.parts
    shown = {name: found[name] / 10**6 for name in parts if name.startswith("r") and found[name]}
    assert shown == {
        "r1": 11111.526132, "r2": 302, "r3": 19500, "r4": 81525, "r7": 3324, "r18": 3,
        "r29": 1625088 + 1512345,
    }  # fmt: skip
    assert (found["term"], found["evaluation"]) == (5, 3253198)


def test_condition_beyond_the_turns_that_are_left_is_worth_little() -> None:
    """Ten turns, condition 9: five more are one that counts (1108) and five (1 each) that are too many."""
    text = """
        extends: contest
        deck: {cards: {cheer: {program: '/(can 0);@;(play_once);(cheer 5)'}}}
        simulate:
          tests:
            contest:
              turns: 10
              stats: {score: score}
              policy: {kind: staged-search, stage: 2, evaluate: (evaluation), pass: always}
              start: {vars: {left: 10, condition: 9}}
        """
    found = {tuple(route.labels): route.evaluation for route in searched(loads(text, "deck.yml")).routes}
    assert found[(0,)] - found["-", "-"] == 1113


@pytest.mark.parametrize("turns", [
    turns if turns in (8, 11) else pytest.param(turns, marks=pytest.mark.slow) for turns in range(8, 13)
])  # fmt: skip
def test_a_contest_of_any_length(turns: int) -> None:
    """The last stage has what is left of the turns, and ends with the trial."""
    text = f"""
        extends: contest-focus
        set: {{left: {turns}}}
        simulate: {{tests: {{contest: {{turns: {turns}, stats: {{left: left, held: '|H|'}}}}}}}}
        """
    deck, parts = explained(loads(text, "deck.yml"), 0)
    for turn in (1, turns - 1, turns):
        found = searched(deck, turn=turn, trial=1, parts=parts)
        assert found.best.parts["term"] == max(turns - (turn + 1) // 2 * 2, 0) // 2 + 1
        assert found.best.evaluation == max(route.evaluation for route in found.routes)


def test_a_search_goes_on_where_the_last_stage_led() -> None:
    """Whichever turn of a stage it begins in, the line that was best is still the best."""
    whole = searched(packaged("contest-focus"), trial=5)
    second = searched(packaged("contest-focus"), trial=5, turn=2)
    steps = whole.best.labels[-len(second.best.labels) :]
    assert (second.best.labels, second.best.evaluation) == (steps, whole.best.evaluation)


def in_its_last_turn(cards: dict[str, Any], **keys: Any) -> tuple[Search, Search]:
    """The routes of a stage of all turns, and those of its last one."""
    topic = {
        "exec-program": True, "draw": 0, "combos": {"k": {"score": "sum"}},
        "policy": {"kind": "staged-search", "stage": keys["turns"]}, **keys,
    }  # fmt: skip
    program = compile_text(deck_text(cards, {"t": topic}))
    whole, last = (search(program, 0, seed=1, turn=turn) for turn in (1, keys["turns"]))
    return whole, last


def test_a_turn_without_a_move_takes_no_step_of_the_line() -> None:
    """What is played in the second of three turns is not lost in the first."""
    cards = {
        "a": {"program": "/done;@;(# X B);(= sum 1)"},
        "b": {"program": "/|B.a|;@;(# X B);(= sum 5)"},
    }
    whole, last = in_its_last_turn(cards, turns=3, footer="(= done 1)", **{"start-card": 2})
    assert whole.best.evaluation == last.best.evaluation == 5


def test_a_script_takes_its_own_way_of_the_line() -> None:
    """There is nothing to choose in the move in front of it."""
    cards = {"a": {"program": "@;(# X J);(= sum (+ sum 1))"}, "b": {}, "c": {}}
    footer = "(# H.*1 B);(= sum (+ sum |B.c|))"
    whole, last = in_its_last_turn(cards, turns=2, footer=footer, **{"start-card": 3})
    assert whole.best.evaluation == last.best.evaluation == 3


@pytest.mark.parametrize("table", [True, False])
def test_a_line_that_goes_round_is_left_out(table: bool) -> None:
    """Also where no position is remembered; a run then finds the same best line."""
    topic = {
        "exec-program": True, "start-card": 2, "combos": {"k": {"score": "(* sum |B.b|)"}},
        "policy": {"kind": "staged-search", "table": table},
    }  # fmt: skip
    cards = {
        "a": {"program": "[HB](= n (- |H.b| 1));@;(if (== n 0) (# H.b B) (# B.b H))"},
        "b": {"program": "[1]@;(= sum 7)"},
    }
    program = compile_text(deck_text(cards, {"t": topic}))
    assert search(program, 0, seed=1).best.evaluation == 7
    players = Players(
        program, 0, 1, [program.topics[0].policy], functions=python_functions(program.python_source)
    )
    players.run(0, 10)
    (counts,) = players.parts()
    assert counts.goal is not None and counts.goal.total == 70 and not counts.notices


# What routes are made of --------------------------------------------------------------------------

CARDS: dict[str, Any] = {
    "a": {"program": "/(< used 2);@;(= used (+ used 1));(= sum (+ (* 10 sum) 1));(# X B)"},
    "b": {"count": 2, "program": "[HB]/(< used 2);@;(= used (+ used 1));(= sum (+ (* 10 sum) 2));(# X J)"},
    "c": {"program": "/(< used 2);@;(= used (+ used 1));(= sum (+ (* 10 sum) 3));(# H.*1 B)"},
}
TOPIC: dict[str, Any] = {
    "exec-program": True, "start-card": 3, "start": {"hand": ["b", "a", "c"], "zones": {"B": ["b"]}},
    "combos": {"k": {"score": "sum"}}, "policy": {"kind": "staged-search", "pass": "never"},
}  # fmt: skip


def routes(policy: Any = None, **keys: Any) -> Search:
    topic = TOPIC | keys | ({"policy": {**TOPIC["policy"], **policy}} if policy else {})
    return search(compile_text(deck_text(CARDS, {"t": topic})), 0, seed=1)


def test_moves_from_other_zones_and_ways_to_choose() -> None:
    found = routes()
    written = listed(found)
    assert written[0] == "1-0 12", "a first, as the file has it, then b, which is the first of the hand"
    assert "1-B:0 12" in written
    assert {one[:4] for one in written if one.startswith("2")} == {"2-*0", "2-*1", "2-*2"}
    assert {tuple(step.name) for route in found.routes for step in route.steps} >= {("*", 0), ("b", 0)}


def test_stopping_comes_last_where_it_is_allowed() -> None:
    assert not any("-" in route.labels for route in routes().routes)
    found = routes({"pass": "always"})
    assert found.routes[-1].labels == ["-"] and found.routes[-1].evaluation == 0


def test_the_goal_takes_the_place_of_an_evaluation() -> None:
    assert routes().best.evaluation == max(route.evaluation for route in routes().routes)
    assert {route.evaluation for route in routes({"goal": "success"}).routes} == {1}
    found = routes({"goal": "n"}, stats={"n": "(- 0 sum)"})
    assert found.best.evaluation == -12


def test_a_run_time_error_ends_a_line_and_an_evaluation_that_fails_is_0() -> None:
    found = routes({"evaluate": "(/ 100 (- sum 21))"})
    values = dict(zip(map(tuple, (route.labels for route in found.routes)), found.routes, strict=True))
    assert values[0, 0].evaluation == 0


def test_of_equal_routes_the_first_is_best() -> None:
    found = routes({"evaluate": "5"})
    assert found.best is found.routes[0]


def test_beyond_the_budget() -> None:
    with pytest.raises(OverBudget, match="budget of 2 moves"):
        routes({"budget": 2})


def test_a_long_line_is_followed_or_said_to_be_too_long() -> None:
    cards = {"a": {"program": "/(< used 250);@;(= used (+ used 1))"}}
    topic = {**TOPIC, "start-card": 1, "start": {}, "combos": {"k": {"score": "used"}}}
    program = compile_text(deck_text(cards, {"t": topic}))

    def asked(depth: int) -> Search:
        return asked(depth - 1) if depth else search(program, 0, seed=1)

    assert asked(0).best.evaluation == 250
    with pytest.raises(OverBudget, match="too long"):
        asked(400)


def test_the_same_trial_has_the_same_future() -> None:
    once, again = (searched(packaged("contest-focus"), trial=9, turn=5) for _ in range(2))
    assert listed(once) == listed(again)
    assert listed(searched(packaged("contest-focus"), trial=10, turn=5)) != listed(once)


def test_rolls_belong_to_the_trial() -> None:
    cards = {"a": {"count": 2, "program": "[1]@;(= sum (+ sum (rand 1 1000)));(# X B)"}}
    topic = {**TOPIC, "start-card": 2, "start": {}, "turns": 2, "draw": 0}
    program = compile_text(deck_text(cards, {"t": topic}))
    values = [search(program, 0, seed=1, trial=trial).best.evaluation for trial in range(5)]
    assert len(set(values)) > 1
    assert values == [search(program, 0, seed=1, trial=trial).best.evaluation for trial in range(5)]


def test_from_python() -> None:
    found = yisp.search("worked-example", seed=7, explain=True)
    assert found.best.parts["evaluation"] == found.best.evaluation == 3253198
    program = compile_deck(load(GAMES / "worked-example.yml"))
    assert yisp.search(program, set={"dance": 17970}, turn=1, trial=2).topic == "contest"
    with pytest.raises(ValueError, match="no turn 11"):
        yisp.search("worked-example", turn=11)
    with pytest.raises(ValueError, match="no topic"):
        yisp.search("worked-example", "t")
    with pytest.raises(TypeError, match="takes the deck"):
        yisp.search(program, explain=True)


@pytest.mark.parametrize("name", ["contest-focus", "contest-impression"])
def test_what_is_listed_is_what_a_run_plays(name: str) -> None:
    """Two implementations: stage by stage in Python, and the runtime's own search."""
    program = compile_deck(packaged(name))
    topic = program.topics[0]
    rows = yisp.run(program, count=6, seed=1, method="sample", records=True).records
    ends = [
        search(program, 0, seed=1, trial=trial, turn=topic.turns, parts=topic.stats).best.parts["score"]
        for trial in range(6)
    ]
    assert ends == [int(row["score"]) for row in rows]


def test_what_each_lasting_effect_is_good_for_is_told() -> None:
    """Seed 003's worked example: 1625088 for the hit at turn ends, 1512345 for that of active cards."""
    deck, parts = explained(packaged("worked-example"), 0)
    told = search(compile_deck(deck), 0, seed=1, parts=parts).best.parts
    shares = {name: worth for name, worth in told.items() if name.startswith("lasting_")}
    assert [worth for worth in shares.values() if worth] == [1625088, 1512345]
    assert sum(shares.values()) * 10**6 == told["r29"]
    assert told["evaluation"] == 3253198
