"""What Python programs call: decks from files, texts and dicts, other counts, warnings, wrong arguments."""

from __future__ import annotations

import os
import subprocess
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import yisp
from yisp.report.text.text import render

ROOT = Path(__file__).parents[1]

DATA: dict[str, Any] = {
    "deck": {
        "size": 40,
        "cards": {
            "ash": {"count": 3, "attribute": ["start"], "description": None},
            "灰流丽": {"count": 2},
            "gate": {"count": 2, "program": "@;(# X B);(# D.ash.1 H)"},
            "rest": {"count": -1},
        },
    },
    "simulate": {"tests": {"opening": {"exec-program": True, "combos": {"one": {"hand": ["a:start"]}}}}},
}
FIXED = "deck: {size: 5, cards: {ash: {count: 2}, rest: {count: 3}}}\nsimulate: {tests: {t: {start-card: 2,"
FIXED += " combos: {one: {hand: [ash]}}}}}\n"


def test_a_deck_as_a_dict_is_the_deck_file_that_says_the_same(tmp_path: Path) -> None:
    path = tmp_path / "deck.yml"
    path.write_text(
        "deck:\n  size: 40\n  cards:\n    ash: {count: 3, attribute: [start]}\n    灰流丽: {count: 2}\n"
        "    gate: {count: 2, program: '@;(# X B);(# D.ash.1 H)'}\n    rest: {count: -1}\n"
        "simulate:\n  tests:\n    opening: {exec-program: true, combos: {one: {hand: [a:start]}}}\n",
        encoding="utf-8",
    )
    results = [yisp.run(deck, seed=1).topics["opening"].to_dict() for deck in (DATA, path, str(path))]
    for result in results:
        for notice in result["notices"]:
            notice["line"] = notice["column"] = None
    assert results[0] == results[1] == results[2]
    assert results[0]["success"]["exact"] is not None


def test_a_file_comes_before_a_packaged_deck(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert yisp.load("opening").file == "opening.yml"
    Path("opening").write_text(FIXED, encoding="utf-8")
    assert yisp.load("opening").size == 5


def test_a_text() -> None:
    deck = yisp.loads(FIXED)
    assert isinstance(deck, yisp.Deck) and deck.file == "<text>"
    assert yisp.run(deck).topics["t"].success.exact == "7/10"
    with pytest.raises(yisp.DeckError, match=r"mine\.yml:1:"):
        yisp.loads("deck: 1", "mine.yml")


# Other counts ---------------------------------------------------------------------------------


def test_a_card_that_fills_the_deck_keeps_its_size() -> None:
    deck = yisp.load(DATA)
    other = deck.with_counts(ash=2)
    assert (other.size, {kind.name: kind.count for kind in other.kinds}["rest"]) == (40, 34)
    third = other.with_counts({"灰流丽": 0}, gate=1)
    assert {kind.name: kind.count for kind in third.kinds} == {"ash": 2, "灰流丽": 0, "gate": 1, "rest": 37}
    assert {kind.name: kind.count for kind in deck.kinds}["ash"] == 3
    result = yisp.run(third)
    assert "Counts: ash = 2  灰流丽 = 0  gate = 1" in render(result) and "Cards:" not in render(result)
    assert result.to_dict()["deck"] == {
        "file": "<dict>", "cards": 40, "kinds": 4, "counts": {"ash": 2, "灰流丽": 0, "gate": 1},
    }  # fmt: skip


def test_without_such_a_card_the_size_changes_and_the_report_says_so() -> None:
    deck = yisp.loads(FIXED).with_counts(ash=1).with_counts(rest=1)
    assert deck.size == 2
    result = yisp.run(deck)
    assert result.topics["t"].success.exact == "1"
    assert "Cards: 2 (the deck file has 5)" in render(result)
    assert "counts" not in yisp.run(yisp.loads(FIXED)).to_dict()["deck"]


def test_counts_that_cannot_be() -> None:
    deck = yisp.load(DATA)
    with pytest.raises(ValueError, match="no card 'asch'; did you mean 'ash'"):
        deck.with_counts(asch=1)
    with pytest.raises(ValueError, match="0 or more, not -1"):
        deck.with_counts(ash=-1)
    for wrong in ("2", 2.0, True, None):
        with pytest.raises(TypeError, match="whole number"):
            deck.with_counts({"ash": wrong})
    with pytest.raises(yisp.DeckError, match="Y207"):
        deck.with_counts(ash=39)
    with pytest.raises(yisp.DeckError, match="Y208"):
        yisp.loads(FIXED).with_counts(ash=0, rest=1)


# Warnings -------------------------------------------------------------------------------------


def test_doubts_about_a_deck_are_warnings_at_the_callers_line() -> None:
    text = FIXED.replace("{ash: {count: 2}", "{ash: {count: 2, colour: red}")
    for call in (lambda: yisp.loads(text), lambda: yisp.loads(text).with_counts(ash=2)):
        with pytest.warns(yisp.DeckWarning, match="Y202") as caught:
            call()
        assert [warning.filename for warning in caught] == [__file__]


def test_notices_of_a_run_are_warnings_at_the_callers_line() -> None:
    deck = yisp.load(DATA)
    with pytest.warns(yisp.PlayWarning, match=r"Y301.*gate, effect 0") as caught:
        yisp.run(deck)
    assert [warning.filename for warning in caught] == [__file__]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yisp.run(yisp.loads(FIXED))
        with pytest.raises(yisp.PlayWarning):
            yisp.run(deck)


# Arguments ------------------------------------------------------------------------------------


def test_no_topics_are_all_of_them() -> None:
    deck = yisp.loads(FIXED)
    assert yisp.run(deck, topics=[]).topics.keys() == yisp.run(deck).topics.keys() == {"t"}


def test_more_hands_than_there_are() -> None:
    found = yisp.why(yisp.load(DATA), count=20, failed=10**30, succeeded=10**30, seed=1)
    assert found.success.count == len(found.succeeded) < 20
    assert sum(len(one.hands) for one in found.failures) == 20 - len(found.succeeded)


# Wrong arguments ------------------------------------------------------------------------------

WRONG: list[tuple[Callable[[yisp.Deck], object], type[Exception], str]] = [
    (lambda deck: yisp.run(5), TypeError, "a Deck, a Program, the path of a file or a dict, not int 5"),
    (lambda deck: yisp.load(3), TypeError, "path of a file, a packaged name or a dict, not int 3"),
    (lambda deck: yisp.loads(3), TypeError, "the content of a deck file, not int 3"),
    (lambda deck: yisp.load({"deck": object()}), TypeError, "texts, numbers, lists and dicts"),
    (lambda deck: yisp.run(deck, count="5"), TypeError, "count must be a number of trials, at least 1"),
    (lambda deck: yisp.run(deck, count=True), TypeError, "count must be a number of trials"),
    (lambda deck: yisp.run(deck, count=0), ValueError, "at least 1, not 0"),
    (lambda deck: yisp.run(deck, until=1.5), ValueError, "below 1, not 1.5"),
    (lambda deck: yisp.run(deck, until="0.1"), TypeError, "until must be half the width"),
    (lambda deck: yisp.run(deck, seed=2**53), ValueError, "from 0 to 2"),
    (lambda deck: yisp.run(deck, jobs=0), ValueError, "jobs must be a number of workers"),
    (lambda deck: yisp.run(deck, target="c"), ValueError, "'auto', 'python', 'native', not 'c'"),
    (lambda deck: yisp.run(deck, method="guess"), ValueError, "'auto', 'exact', 'sample', not 'guess'"),
    (lambda deck: yisp.run(deck, topics="closing"), ValueError, "no topic 'closing'; the deck has 'opening'"),
    (lambda deck: yisp.run(deck, set={"down": 1}), ValueError, "no parameter 'down'; the deck has none"),
    (lambda deck: yisp.run(deck, set={"down": "1"}), TypeError, "'down' must be a whole number"),
    (lambda deck: yisp.run(deck, relate=[("a", "b")]), ValueError, "has no 'a'; it has"),
    (lambda deck: yisp.run(deck, relate="one"), TypeError, "relate must be a list of pairs of names, not"),
    (lambda deck: yisp.run(deck, relate=["one"]), TypeError, "pairs of names, as in .*; not str 'one'"),
    (lambda deck: yisp.run(deck, relate=[("one",)]), TypeError, "pairs of names, as in .*; not tuple"),
    (lambda deck: yisp.run(deck, records="x.csv"), TypeError, "records must be True or False, not str"),
    (lambda deck: yisp.run(deck, strict="no"), TypeError, "strict must be True or False, not str 'no'"),
    (lambda deck: deck.with_counts(3), TypeError, "counts are a dict from names to numbers, not 3"),
    (lambda deck: yisp.compile_deck("d.yml"), TypeError, "such as yisp.load gives, not 'd.yml'"),
    (lambda deck: yisp.Table("t.yml"), TypeError, "such as yisp.load gives, not 't.yml'"),
    (lambda deck: yisp.Table(deck, seed="7"), TypeError, "'seed': a whole number is wanted, not '7'"),
    (lambda deck: yisp.function(3), TypeError, "a function is a text, such as .*, not 3"),
    (lambda deck: yisp.loads(FIXED, 3), TypeError, "file must be a text, not int 3"),
    (lambda deck: yisp.effect_parts(3), TypeError, "script must be a text, not int 3"),
    (lambda deck: yisp.read_report(None), TypeError, "path must be the path of a file, not NoneType"),
    (lambda deck: yisp.write_report(deck, None), TypeError, "path must be the path of a file, not NoneType"),
    (lambda deck: yisp.write_report(deck, "r.html", result=3), TypeError, "must be a Result, not int 3"),
    (lambda deck: yisp.write_report(deck, "r.html", comparison=3), TypeError, "be a Comparison, not int 3"),
    (lambda deck: yisp.write_report(deck, "r.html", sweep=3), TypeError, "sweep must be a Sweep, not int 3"),
    (lambda deck: yisp.advise(deck, {1: 2}), TypeError, "a card is named by a text, not by 1"),
    (lambda deck: yisp.advise(deck, seen=[]), TypeError, "what is seen is a dict from zones to cards"),
    (lambda deck: yisp.advise(deck, depth=None), TypeError, "depth must be a number of moves, 0 or more"),
    (lambda deck: yisp.odds(deck, seen=[]), TypeError, "what is seen is a dict from zones to cards, not"),
    (lambda deck: yisp.odds(deck, seen={1: "ash"}), ValueError, "'1' is no zone"),
    (lambda deck: yisp.search(deck, turn=None), TypeError, "turn must be a turn's number, from 1, not None"),
    (lambda deck: yisp.why(deck, failed=None), TypeError, "failed must be a number of hands, 0 or more"),
    (lambda deck: yisp.sweep(deck, None), TypeError, "vary must be a dict of values by name, or a list of"),
    (lambda deck: yisp.sweep(deck, {"scout": 3}), TypeError, "of 'scout' are whole numbers one by one, not"),
    (lambda deck: yisp.sweep(deck, "scout=3", progress=3), TypeError, "progress must be a function of two"),
    (lambda deck: yisp.tune(deck, limit=1.5), TypeError, "limit must be a number of copies, 0 or more"),
    (lambda deck: yisp.tune(deck, ranges={"scout": "a"}), TypeError, "values of 'scout' are whole numbers"),
    (lambda deck: yisp.tune(deck, ranges={"scout": [1]}), ValueError, "least and the most copies, not [[]1"),
    (lambda deck: yisp.tune(deck, ranges={"ash": (3, 1)}), ValueError, "the least and the most copies, not"),
    (lambda deck: yisp.tune(deck, ranges={"ash": (-1, 1)}), ValueError, "least and the most copies, not .-1"),
    (lambda deck: yisp.sweep(deck, {"ash": range(10**30)}), ValueError, "more than 1,000,000 values"),
    (lambda deck: yisp.tune(deck, banlist={"scout": "a"}), TypeError, "the values of 'banlist' are whole"),
    (lambda deck: yisp.tune(deck, size=1.5), TypeError, "the values of 'size' are whole numbers one by one"),
    (lambda deck: yisp.tune(deck, size=[]), ValueError, "'size' has no values"),
    (lambda deck: yisp.load(""), yisp.DeckError, "'' cannot be read: there is no such file"),
    (lambda deck: yisp.tune(deck, size=True), TypeError, "the values of 'size' are whole numbers, not bool"),
    (lambda deck: yisp.tune(deck, certainty=None), TypeError, "certainty must be a probability, above 0"),
    (lambda deck: yisp.tune(deck, progress=3), TypeError, "progress must be a function of two numbers"),
    (lambda deck: yisp.Table(deck).run(3), TypeError, "a script is a text, such as .*, not 3"),
    (lambda deck: yisp.Table(deck).play(3), TypeError, "`play` takes what `compile` gave, not 3"),
    (lambda deck: yisp.Wall([]), TypeError, "'stock': a dict is wanted, not [[]]"),
    (lambda deck: yisp.Wall({"a": 1}, exits=3), TypeError, "'exits': a dict is wanted, not 3"),
    (lambda deck: yisp.Wall({"a": 1}).remain_a([]), ValueError, "the wall has no card"),
    (lambda deck: yisp.Wall({"a": 1}).pop([]), ValueError, "the wall has no exit"),
]


@pytest.mark.parametrize(("call", "error", "sentence"), WRONG, ids=[row[2] for row in WRONG])
def test_a_wrong_argument(call: Callable[[yisp.Deck], object], error: type[Exception], sentence: str) -> None:
    with pytest.raises(error, match=sentence.replace("(", r"\(")):
        call(yisp.load(DATA))


# Showing --------------------------------------------------------------------------------------

SHOWN = """
deck: {cards: {ash: {count: 3, attribute: ['<b>']}, gate: {count: 7, program: '@;(# X B);(# B.ash H)'}}}
simulate:
  seed: 1
  tests:
    <t>: {exec-program: true, start-card: 3, combos: {one: {hand: [ash]}}, stats: {n: '|H|', m: '|B|'},
          relate: [[n, m]], expect: ['rate > 0.1']}
"""


def public_objects() -> list[object]:
    deck = yisp.loads(SHOWN)
    result = yisp.run(deck, count=100, method="sample")
    topic = result.topics["<t>"]
    relation = topic.relations[0]
    return [
        deck, yisp.compile_deck(deck), result, topic, topic.success, topic.score, *topic.combos.values(),
        *topic.stats.values(), *topic.effects, *topic.notices, *topic.expect, relation, relation.linear,
        *relation.groups, yisp.Table(deck, seed=1), yisp.run(deck, method="exact").topics["<t>"].success,
    ]  # fmt: skip


SAID = """\
<yisp.Deck <text>: 10 cards of 2 kinds; topics: <t>>
<yisp.Program of <text>: 10 cards, 1 topics>
<yisp.Result '<text>' seed=1 {'<t>': 69.0000% [59.3738%, 77.2204%]}>
<TopicResult '<t>': success 69.0000% [59.3738%, 77.2204%], score 0.69 [0.593738, 0.772204]; 100 trials>
<Rate '<t>': 69.0000% [59.3738%, 77.2204%]>
<Score: mean 0.69 [0.593738, 0.772204]>
<Rate 'one': 69.0000% [59.3738%, 77.2204%]>
<Stat: mean 0.86 [0.726902, 1.01659]>
<Stat: mean 2.14 [1.9942, 2.2731]>
<EffectUse gate[0]: 2.14 a trial, share 0.99>
<ResultNotice Y301 at line 2, column 90: 214 times>
<Verdict 'rate > 0.1': holds at 0.69>
<Relation of 'm' to 'n': correlation -1.0>
<Line: 3 -1 x>
<Group x 0 to 0: mean 3, share 0.31>
<Group x 1 to 1: mean 2, share 0.53>
<Group x 2 to 2: mean 1, share 0.15>
<Group x 3 to 3: mean 0, share 0.01>
<Table '<t>', seed 1, trial 0: H 3, D 7>
<Rate '<t>': 17/24>
"""


def test_every_public_object_shows_itself_in_a_line() -> None:
    assert "".join(f"{thing!r}\n" for thing in public_objects()) == SAID


def test_what_a_figure_says_in_short() -> None:
    deck = yisp.loads(SHOWN)
    exact, sampled = (
        yisp.run(deck, count=100, seed=1, method=method).topics["<t>"] for method in ("exact", "sample")
    )
    assert exact.score.text == exact.score.exact and exact.success.text == exact.success.exact
    mean, (low, high) = sampled.score.mean, sampled.score.ci95 or (0, 0)
    assert sampled.score.text == f"{mean:.6g} [{low:.6g}, {high:.6g}]"
    rate, (low, high) = sampled.success.rate, sampled.success.ci95 or (0, 0)
    assert sampled.success.text == f"{rate:.4%} [{low:.4%}, {high:.4%}]"


def test_notebooks_get_tables_with_every_text_escaped() -> None:
    shown = [thing._repr_html_() for thing in public_objects() if hasattr(thing, "_repr_html_")]
    assert len(shown) == 4
    for html in shown:
        assert "<table>" in html and "<t>" not in html and "<b>" not in html


@pytest.mark.slow
def test_the_typed_example_runs_and_is_typed() -> None:
    example = ROOT / "tests" / "typed_example.py"
    ran = subprocess.run([sys.executable, str(example)], capture_output=True, text=True, cwd=ROOT, check=True)
    assert ran.stdout.startswith("-0.1004\nopening: 0.")
    options = ["--strict", "--config-file=", "--follow-imports=silent"]
    command = [sys.executable, "-m", "mypy", *options, str(example)]
    paths = os.environ | {"MYPYPATH": os.pathsep.join((str(ROOT), str(ROOT / "runtime")))}
    checked = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env=paths)
    assert checked.returncode == 0, checked.stdout


# The page of fields ---------------------------------------------------------------------------

PAGE = (ROOT / "docs" / "results.md").read_text(encoding="utf-8")


def section(title: str) -> str:
    return PAGE.split(f"\n## {title}\n")[1].split("\n## ")[0]


def fields_of(thing: object) -> set[str]:
    slots = {name for kind in type(thing).__mro__ for name in getattr(kind, "__slots__", ())}
    properties = {name for name, value in vars(type(thing)).items() if isinstance(value, property)}
    names = slots | properties | set(getattr(thing, "__dict__", {}))
    return {name for name in names if not name.startswith("_")}


def test_the_page_of_fields_names_every_field_and_key() -> None:
    deck = yisp.loads(SHOWN)
    result = yisp.run(deck, count=100, method="sample")
    topic = result.topics["<t>"]
    things = {
        "Result": result, "TopicResult": topic, "Rate": topic.success, "Score and Stat": topic.stats["n"],
        "EffectUse": topic.effects[0], "ResultNotice": topic.notices[0], "Relation": topic.relations[0],
        "Verdict": topic.expect[0],
    }  # fmt: skip
    for title, thing in things.items():
        text = section(title)
        missing = [name for name in fields_of(thing) if f"`{name}`" not in text and f"`{name}()`" not in text]
        assert not missing, (title, missing)
        keys = thing.to_dict()
        missing = [key for key in keys if f"`{key}`" not in text and key != "deck"]
        assert not missing, (title, missing)


def test_what_the_package_has_is_listed() -> None:
    listed = dir(yisp)
    assert listed == sorted(set(listed)) and {*yisp.__all__, "__version__", "__doc__"} <= set(listed)


def test_whatever_is_listed_can_be_imported() -> None:
    assert {*yisp._HOMES} | {"__version__"} == {*yisp.__all__}
    for name in yisp.__all__:
        thing = getattr(yisp, name)
        assert name == "__version__" or thing.__name__ == name


def test_panels_of_a_page(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    yisp.write_report(yisp.loads(FIXED, "deck.yml"), path, panels="why", count=40, seed=7, method="sample")
    page = yisp.read_report(path)
    assert [panel["kind"] for panel in page["panels"]] == ["why"]
    yisp.write_report(yisp.loads(FIXED, "deck.yml"), path, count=40, seed=7, method="sample")
    assert not yisp.read_report(path)["panels"]
    with pytest.raises(ValueError, match="panels"):
        yisp.write_report(yisp.loads(FIXED, "deck.yml"), path, panels="luck", count=40)


def test_tuning_as_python_asks_for_it(tmp_path: Path) -> None:
    """Defaults are those of the command; a list of banned cards is a file, or what such a file says."""
    text = FIXED.replace("deck: {", "set: {more: 0}\ndeck: {").replace(
        "one: {", "one: {score: '(+ 1 more)', "
    )
    deck = yisp.loads(text, "deck.yml")
    plain = yisp.tune(deck, "score", only=["ash", "rest"], seed=7)
    assert (plain.settings["count"], plain.settings["look"]) == (200_000, 1000)
    assert plain.best["ash"] == 3 and plain.settings["set"] == {}
    few = yisp.tune(deck, "score", only=["ash", "rest"], seed=7, look=2, count=300, set={"more": 2})
    assert (few.settings["count"], few.settings["look"], few.settings["set"]) == (300, 2, {"more": 2})
    banned = tmp_path / "list.txt"
    banned.write_text("ash,1\n", encoding="utf-8")
    for one in ({"ash": 1}, banned):
        limited = yisp.tune(deck, "score", only=["ash", "rest"], banlist=one, limit=4, seed=7)
        assert limited.best["ash"] == 1
