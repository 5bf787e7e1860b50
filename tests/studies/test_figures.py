"""Figures that studies follow: their titles and keys, what a run knows of them, and differences."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from running import compile_text, deck_text

import yisp
from yisp.studies.advice.plans import Share
from yisp.studies.comparison.against import difference
from yisp.studies.figures import Difference, Figure, Known, exactly, figures_of, find, known
from yisp.studies.study import Study
from yisp.version import VERSION

TOPICS: dict[str, Any] = {
    "open": {
        "combos": {"one": {"hand": ["key"], "score": 2}}, "watch": {"rate": {"hand": ["2x key"]}},
        "stats": {"left": "|D|", "per key": "(/ 6 |H.key|)"}, "start-card": 2,
    },
    "count": {"stats": {"left": "|D|"}, "start-card": 2, "exec-program": True},
}  # fmt: skip
PROGRAM = compile_text(
    deck_text({"key": {"count": 2, "program": "[1]@;(# X B)"}, "rest": {"count": 2}}, TOPICS)
)
BOTH = ["greedy", "best"]
FIGURES = [*figures_of(PROGRAM, [0]), *figures_of(PROGRAM, [1], BOTH)]


def test_figures_stand_in_the_order_of_a_report() -> None:
    assert FIGURES == [
        ("open", None, "topic", "open", "rate"),
        ("open", None, "score", "score", "score"),
        ("open", None, "combo", "one", "one"),
        ("open", None, "watch", "rate", "watch:rate"),
        ("open", None, "stat", "left", "left"),
        ("open", None, "stat", "per key", "per key"),
        ("count", "greedy", "stat", "left", "left"),
        ("count", "best", "stat", "left", "left"),
    ]
    assert [one.is_rate for one in FIGURES] == [True, False, True, True, False, False, False, False]
    assert [one.key for one in FIGURES[:5]] == [
        ("success", ""), ("score", ""), ("combo", "one"), ("watch", "rate"), ("stat", "left"),
    ]  # fmt: skip
    assert figures_of(PROGRAM, [1], ["random"]) == [("count", None, "stat", "left", "left")]


def test_what_a_run_knows_of_them() -> None:
    exact = known(yisp.run(PROGRAM, method="exact", policy=BOTH, target="python"), FIGURES)
    assert [one.exact for one in exact] == ["5/6", "5/3", "5/6", "1/6", "2", "27/5", "2", "2"]
    assert [one[1:3] for one in exact] == [(None, None)] * 8
    sampled = yisp.run(PROGRAM, method="sample", count=300, seed=7, policy=BOTH, target="python")
    found = known(sampled, FIGURES)
    topic = sampled.topics["open"]
    assert found[0] == (topic.success.rate, *topic.success.ci95, None, 300)
    assert found[1] == (topic.score.mean, *topic.score.ci95, None, 300)
    assert found[3] == (topic.watch["rate"].rate, *topic.watch["rate"].ci95, None, 300)
    assert found[5][4] == topic.stats["per key"].count < 300
    assert found[7][0] == 2


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("rate", [0]), ("open:rate", [0]), ("one", [2]), ("one.rate", [2]), ("open:one.rate", [2]),
        ("watch:rate", [3]), ("left", [4, 6, 7]), ("count:left", [6, 7]), ("per key", [5]),
    ],
)  # fmt: skip
def test_figures_by_their_titles(text: str, found: list[int]) -> None:
    assert find(text, FIGURES) == [FIGURES[at] for at in found]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("lefd", "there is no figure 'lefd'; did you mean 'left'?"),
        ("zzz", "there is no figure 'zzz'; there is 'rate', 'score', 'one', 'watch:rate', 'left', 'per key'"),
    ],
)
def test_figures_that_there_are_not(text: str, said: str) -> None:
    with pytest.raises(ValueError) as caught:
        find(text, FIGURES)
    assert str(caught.value) == said


@pytest.mark.parametrize(
    ("difference", "sign"),
    [
        (Difference(0.5, None, None, "1/2", None, None), 1),
        (Difference(-0.5, None, None, "-1/2", None, None), -1),
        (Difference(0.0, 0.1, 0.2, "0", None, None), 0),
        (Difference(0.5, 0.1, 0.9, None, 9, None), 1),
        (Difference(-0.5, -0.9, -0.1, None, 9, None), -1),
        (Difference(0.5, -0.1, 0.9, None, 9, None), 0),
        (Difference(0.5, 0.0, 0.9, None, 9, None), 0),
        (Difference(None, None, None, None, None, None), 0),
    ],
)
def test_which_way_a_difference_goes(difference: Difference, sign: int) -> None:
    assert difference.sign == sign


def test_differences_of_exact_answers() -> None:
    half, third, estimate = (Known(0.5, None, None, "1/2", None), Known(1 / 3, None, None, "1/3", None),
                             Known(0.5, 0.4, 0.6, None, 9))  # fmt: skip
    assert exactly(half, third) == (pytest.approx(1 / 6), None, None, "1/6", None, None)
    assert exactly(half, estimate) is exactly(estimate, half) is None


def test_how_a_study_came_about() -> None:
    study = Study(7)
    assert study.circumstances() == {
        "yisp": VERSION, "schema": 1, "seed": 7, "target": "python", "partial": False,
        "seconds": {"run": 0.0},
    }  # fmt: skip
    study.ended = "interrupted"
    assert study.partial and study.remark is None
    assert Figure("t", "best", "topic", "t", "rate").key == ("success", "")


@pytest.mark.parametrize(
    ("range_", "is_rate"),
    [
        ((0, 1, 1), True),
        ((0, None, None), False),
        ((None, 1, None), False),
        ((-1, 1, 2), False),
        ((0, 2, 2), False),
    ],
)
def test_the_share_of_a_goal_is_a_rate_where_it_can_be_one(range_: Any, is_rate: bool) -> None:
    found = Share.of([0, 1, 1, 1], range_)
    assert (found.value, found.exact) == (0.75, None)
    assert (found.ci95 == Share.counted(3, 4).ci95) == is_rate


@pytest.mark.parametrize("ci95", [None, (0.1, 0.4)])
def test_a_difference_of_decks_has_the_interval_of_its_trials(ci95: tuple[float, float] | None) -> None:
    gap = SimpleNamespace(mean=0.25, ci95=ci95, narrower=2.0)
    told: list[tuple[str, str]] = []
    deck = SimpleNamespace(gap=lambda *key: (told.append(key), gap)[1])
    compared: Any = SimpleNamespace(differences=[deck], trials=99)
    found = difference(compared, Figure("t", None, "combo", "one", "one"))
    assert found == (0.25, *(ci95 or (None, None)), None, 99, 2.0) and told == [("combo", "one")]
