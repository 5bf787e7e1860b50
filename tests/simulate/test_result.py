"""Results: the JSON object field for field, and the same numbers from Python."""

from __future__ import annotations

import json
import math
import subprocess
import sys
from types import SimpleNamespace
from typing import Any

import numpy
import pytest
from known_results import DECK, compiled, expend, hands, result_of, site_of, tally
from running import compile_text, deck_text

import yisp
from yisp.compile.program import Program
from yisp.deck.load import loads
from yisp.simulate.counting.counts import Notice
from yisp.simulate.counting.tabular import COLUMNS
from yisp.simulate.outcome import Outcome
from yisp.simulate.result import Result

# The example of spec/cli.md, word for word but for the dots, and what has been added since.
EXAMPLE = json.loads("""
{"yisp": "0", "schema": 1, "deck": {"file": "d", "cards": 40, "kinds": 17}, "seed": 7, "target": "native",
 "partial": false,
 "topics": [{"name": "test-expend", "method": "sample", "trials": 1000,
   "success": {"rate": 0.855, "ci95": [0.832, 0.876], "exact": null},
   "score": {"mean": 2.63, "ci95": [2.52, 2.74], "se": 0.05, "sd": 1.7, "exact": null,
     "bounds": [0, 4], "histogram": {"0": 145, "2": 605}},
   "combos": [{"name": "A1", "rate": 0.855, "ci95": [0.832, 0.876], "exact": null, "best": null}],
   "watch": [],
   "stats": {"milled": {"mean": 3.1, "ci95": [3.04, 3.16], "exact": null, "se": 0.05, "sd": 1.0,
     "bounds": [0, 40], "min": 0, "max": 12,
     "quantiles": {"0.05": 0, "0.25": 2, "0.5": 3, "0.75": 4, "0.95": 8}, "quantiles_are": "exact",
     "defined": 0.4, "histogram": {"3": 400}}},
   "relations": [],
   "effects": [{"card": "zenyuan", "effect": 0, "per_trial": 0.12,
     "per_trial_ci95": [0.10, 0.14], "share": 0.12, "ci95": [0.10, 0.14]}],
   "notices": [{"code": "Y301", "where": "effect", "card": "c", "effect": 0, "statement": 3, "line": 31,
     "column": 40, "count": 5, "trial": 811}],
   "reason": null}],
 "seconds": {"compile": 0.0, "run": 0.02}}
""")


@pytest.fixture(scope="module")
def program() -> Program:
    return compiled()


def known(program: Program, **changes: Any) -> Result:
    """A result with known counts: 1000 trials, 605 score 2, 250 score 4."""
    options = {"partial": False, "stopped_by": None, "remark": None, **changes}
    topic = expend(program, [Notice("Y301", site_of(program, text="(# B.filler.1 H)"), 5, 5, 811)])
    return Result(Outcome(program, 7, [topic], seconds=0.02, target="native", **options), compile_seconds=0.5)


def shape(value: Any) -> Any:
    """Keys in their order and kinds of values; names that the deck chooses are left out."""
    if isinstance(value, dict):
        return {key: shape(item) for key, item in value.items()}
    if isinstance(value, list):
        return [shape(value[0])] if value else []
    return type(value).__name__


# The JSON object ------------------------------------------------------------------------------------


def test_the_object_has_the_fields_it_should(program: Program) -> None:
    found = known(program).to_dict()
    for topic in (found["topics"][0], EXAMPLE["topics"][0]):
        topic["score"]["histogram"] = topic["stats"]["milled"]["histogram"] = {}
    assert json.dumps(shape(found)) == json.dumps(shape(EXAMPLE))  # the order of keys counts as well


def test_the_objects_values(program: Program) -> None:
    found = known(program).to_dict()
    assert found["yisp"] == yisp.__version__
    assert found["deck"] == {"file": "deck.yml", "cards": 40, "kinds": 2}
    assert (found["seed"], found["target"], found["partial"]) == (7, "native", False)
    assert found["seconds"] == {"compile": 0.5, "run": 0.02}
    topic = found["topics"][0]
    assert topic["success"]["rate"] == 0.855
    assert [round(end, 4) for end in topic["success"]["ci95"]] == [0.8318, 0.8755]
    assert topic["score"]["mean"] == 2.21  # (605 * 2 + 250 * 4) / 1000
    variance = (605 * 4 + 250 * 16 - 1000 * 2.21**2) / 999
    assert topic["score"]["sd"] == pytest.approx(math.sqrt(variance))
    assert topic["score"]["histogram"] == {"0": 145, "2": 605, "4": 250}
    assert [(combo["name"], combo["rate"]) for combo in topic["combos"]] == [("A1", 0.855), ("A2", 0.25)]
    milled = topic["stats"]["milled"]
    assert (milled["mean"], milled["min"], milled["max"]) == (5.75, 3, 12)  # 2300 / 400
    assert milled["quantiles"] == {"0.05": 3, "0.25": 3, "0.5": 4, "0.75": 4, "0.95": 12}
    used, unused = (effect.pop("ci95") for effect in topic["effects"])
    # 80 trials with one activation, 20 with two: 1.96 √((0.16 - 0.12²) / 1000); without any it is Wilson's.
    often, never = (effect.pop("per_trial_ci95") for effect in topic["effects"])
    assert [round(end, 4) for end in (*often, *never)] == [0.0963, 0.1437, 0.0, 0.0038]
    assert [round(end, 4) for end in (*used, *unused)] == [0.0829, 0.1202, 0.0, 0.0038]
    assert topic["effects"] == [
        {"card": "zenyuan", "effect": 0, "per_trial": 0.12, "share": 0.1},
        {"card": "zenyuan", "effect": 1, "per_trial": 0.0, "share": 0.0},
    ]
    line = DECK.splitlines()[4]
    assert topic["notices"] == [
        {
            "code": "Y301", "where": "effect", "card": "zenyuan", "effect": 0, "statement": 2,
            "line": 5, "column": line.index("(# B.filler") + 1, "count": 5, "trial": 811,
        }
    ]  # fmt: skip


def test_numbers_are_not_rounded(program: Program) -> None:
    topic = hands(program, trials=3, successes=1, score=tally({0: 2, 1: 1}), combos=[1])
    result = Result(Outcome(program, 7, [topic], seconds=0.1 + 0.2))
    found = json.loads(json.dumps(result.to_dict()))
    assert found["topics"][0]["success"]["rate"] == 1 / 3
    assert found["seconds"]["run"] == 0.30000000000000004


def test_a_topic_that_plays_nothing_has_no_effects(program: Program) -> None:
    result = result_of(program, hands(program))
    assert result.topics["hands"].effects == []
    assert result.to_dict()["topics"][0]["stats"] == {}


@pytest.mark.parametrize(("trials", "score"), [(0, {}), (1, {2: 1})])
def test_what_cannot_be_known_is_null(program: Program, trials: int, score: dict[int, int]) -> None:
    counts = expend(
        program, trials=trials, successes=trials, score=tally(score), combos=[trials, 0], stats=[tally({})],
        activations=[trials, 0], squares=[trials, 0], used=[trials, 0],
    )  # fmt: skip
    result = result_of(program, counts, partial=True)
    topic = json.loads(json.dumps(result.to_dict(), allow_nan=False))["topics"][0]
    assert topic["trials"] == trials
    assert topic["score"]["ci95"] is None and topic["score"]["sd"] is None
    assert topic["stats"]["milled"]["mean"] is None and topic["stats"]["milled"]["min"] is None
    assert (topic["success"]["rate"] is None) == (trials == 0)


def test_what_is_nobodys_statement_is_a_notice_of_the_program(program: Program) -> None:
    queue = site_of(program, code="Y308")
    result = result_of(program, expend(program, [Notice("Y308", queue, 9, 9, 0)]))
    notice = result.to_dict()["topics"][0]["notices"][0]
    assert notice["where"] == "program"
    assert [notice[key] for key in ("card", "effect", "statement", "line", "column")] == [None] * 5


def test_a_stat_that_fails_is_a_notice_of_the_stat() -> None:
    deck = loads(DECK, "deck.yml")
    result = yisp.run(deck, count=200, method="sample", target="python", topics=["test-expend"])
    notices = [notice.to_dict() for notice in result.topics["test-expend"].notices]
    stat = next(notice for notice in notices if notice["where"] == "stat")
    assert stat["code"] == "Y302" and stat["card"] is None and stat["effect"] is None
    assert stat["count"] + result.topics["test-expend"].stats["milled"].count == 200


def test_a_partial_result_says_so(program: Program) -> None:
    result = known(program, partial=True, stopped_by=0)
    assert result.to_dict()["partial"] is True
    assert result.stopped_by == "test-expend"


# From Python ----------------------------------------------------------------------------------------


def test_names_lead_to_numbers(program: Program) -> None:
    topic = known(program).topics["test-expend"]
    assert topic.success.rate == topic.combos["A1"].rate == 0.855
    assert topic.success.exact is None
    assert topic.stats["milled"].quantiles["0.5"] == 4
    assert topic.notices[0].owner == "zenyuan" and topic.notices[0].text == "(# B.filler.1 H)"


def test_running_a_deck_a_program_or_some_topics_gives_the_same_counts(program: Program) -> None:
    deck = loads(DECK, "deck.yml")
    every = yisp.run(deck, count=300, seed=5, target="python").to_dict()["topics"]
    again = yisp.run(program, count=300, seed=5, target="python").to_dict()["topics"]
    one = yisp.run(program, count=300, seed=5, target="python", topics=["hands", "hands"]).to_dict()["topics"]
    assert every == again
    assert one == every[1:]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"topics": ["hand"]}, "there is no topic 'hand'; the deck has 'test-expend', 'hands'"),
        ({"seed": 2**53}, "seed must be a whole number"),
        ({"count": 0}, "count must be a number of trials, at least 1"),
        ({"until": 0}, "until must be half the width"),
        ({"until": 1.5}, "until must be half the width"),
        ({"jobs": 0}, "jobs must be a number of workers, at least 1"),
        ({"target": "fast"}, "'auto', 'python', 'native'"),
    ],
)
def test_wrong_options_are_refused(program: Program, options: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words.replace("*", r"\*")):
        yisp.run(program, **options)


def test_a_deck_with_mistakes_raises_its_diagnostics() -> None:
    with pytest.raises(yisp.DeckError) as caught:
        loads(DECK.replace("hand: [filler]", "hand: [fillr]"), "deck.yml")
    assert [item.code for item in caught.value.diagnostics] == ["Y210"]


def test_the_table_has_a_row_for_each_topic_combo_and_stat(program: Program) -> None:
    rows = known(program).table()
    assert [(row["what"], row["name"]) for row in rows] == [
        ("success", None), ("score", None), ("combo", "A1"), ("combo", "A2"), ("stat", "milled"),
    ]  # fmt: skip
    assert all(tuple(row) == COLUMNS and row["policy"] == "greedy" for row in rows)
    assert [rows[0]["value"], rows[1]["value"], rows[0]["max"], rows[1]["max"]] == [0.855, 2.21, None, 4]
    assert rows[4]["value"] == 5.75 and rows[4]["trials"] == 400


def test_a_frame_without_pandas_says_what_to_install(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ImportError, match="pip install pandas"):
        known(program).to_frame()


def test_a_frame_is_the_table(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    """What pandas is given; it need not be installed for that."""
    frames = SimpleNamespace(DataFrame=lambda rows, columns: (rows, columns))
    monkeypatch.setitem(sys.modules, "pandas", frames)
    result = known(program)
    assert result.to_frame() == (result.table(), list(COLUMNS))


# Records --------------------------------------------------------------------------------------------


def test_records_of_one_topic_are_its_columns(program: Program) -> None:
    result = yisp.run(program, count=700, seed=3, target="python", topics=["test-expend"], records=True)
    records, topic = result.records, result.topics["test-expend"]
    assert records.dtype.names == ("trial", "score", "A1", "A2", "milled")
    assert records["trial"].tolist() == list(range(700))
    assert records["A2"].mean() == topic.combos["A2"].rate
    assert records["score"].mean() == topic.score.mean
    assert records["milled"].count() == topic.stats["milled"].count  # others are masked
    assert records["milled"].mean() == topic.stats["milled"].mean
    assert records["milled"].min() > 0


def test_records_of_several_topics_say_which(program: Program) -> None:
    result = yisp.run(program, count=50, seed=3, target="python", records=True)
    records = result.records
    assert records.dtype.names == ("topic", "trial", "score", "A1", "A2", "H1", "milled")
    assert records["topic"].tolist() == ["test-expend"] * 50 + ["hands"] * 50
    assert not records["H1"][:50].any()
    assert records["H1"][50:].mean() == result.topics["hands"].combos["H1"].rate
    assert records["milled"].mask[50:].all()
    assert not records["score"].mask.any()


@pytest.mark.parametrize("number", [2**53 + 1, 2**63 - 1, -(2**63)])
def test_records_keep_every_digit(number: int) -> None:
    stats = {"large": str(number), "some": f"(/ {number} |H.a|)"}
    tests = {"t": {"start-card": 1, "combos": {"c": {"hand": ["a"]}}, "stats": stats}}
    program = compile_text(deck_text({"a": {}, "b": {"count": 3}}, tests))
    records = yisp.run(program, count=40, seed=1, target="python", records=True).records
    assert records.dtype["large"] == "int64"
    assert set(records["large"].tolist()) == {number}
    assert set(records["some"].tolist()) == {number, None}  # None where it was a division by 0


def test_records_that_lack_nothing_are_a_plain_array() -> None:
    tests = {"t": {"combos": {"c": {"hand": ["a"]}}, "stats": {"held": "|H.a|"}}}
    program = compile_text(deck_text({"a": {}, "b": {"count": 9}}, tests))
    records = yisp.run(program, count=40, seed=1, target="python", records=True).records
    assert type(records) is numpy.ndarray


def test_names_that_are_taken_get_another_title() -> None:
    text = DECK.replace("A1:", "score:").replace("milled:", "A2:").replace("H1:", "'stat:A2':")
    records = yisp.run(loads(text, "deck.yml"), count=5, target="python", records=True).records
    assert records.dtype.names == (
        "topic", "trial", "score", "combo:score", "combo:A2", "stat:A2", "stat:A2'",
    )  # fmt: skip


def test_a_run_without_records_says_how_to_get_them(program: Program) -> None:
    with pytest.raises(ValueError, match="records=True"):
        _ = known(program).records


# What it costs to import ----------------------------------------------------------------------------


def modules_after(statement: str) -> set[str]:
    found = subprocess.run(
        [sys.executable, "-c", f"import sys; {statement}; print(*sys.modules)"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    return set(found.stdout.split())


def test_importing_yisp_imports_nothing_else() -> None:
    new = modules_after("import yisp") - modules_after("pass")
    assert {name for name in new if not name.startswith("__")} == {"yisp", "yisp.version"}


def test_reports_import_nothing_slow() -> None:
    modules = "text.text", "text.terminal", "text.notices", "files.json"
    statement = "import yisp.simulate.result, " + ", ".join(f"yisp.report.{name}" for name in modules)
    new = modules_after(statement) - modules_after("pass")
    assert not new & {
        "numpy",
        "dataclasses",
        "inspect",
        "pathlib",
        "rich",
        "click",
        "yaml",
        "yisp.lang.parsing.grammar_lark",
        "wcwidth",
    }


def test_what_there_is_not() -> None:
    with pytest.raises(AttributeError, match="has no attribute"):
        _ = yisp.tabel


@pytest.mark.parametrize("policy", ["greedy", "random"])
def test_activations_that_are_always_as_many_have_no_spread(policy: str) -> None:
    """Twice in every trial: squares are added up by trial, for the scan and for who plays in worlds."""
    deck = {
        "deck": {"cards": {"a": {"program": "/(< done 2);@;(= done (+ done 1))"}}},
        "simulate": {"tests": {"t": {"start-card": 1, "exec-program": True, "stats": {"n": "done"}}}},
    }
    topic = yisp.run(deck, method="sample", count=100, seed=1, target="python", policy=policy).topics["t"]
    (use,) = topic.effects
    assert use.per_trial == 2 and use.per_trial_ci95 is not None
    floor = 1.96**2 / (100 + 1.96**2)
    assert use.per_trial_ci95 == pytest.approx((2 - floor, 2 + floor))
