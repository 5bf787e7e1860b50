"""Exact answers are checked before they are printed, and kept: what a user sees of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from commanding import TEN_LINES, Said, objects, saved, timeless, yispc
from yisp_runtime.bindings.table import PyTable
from yisp_runtime.codes import SCAN
from yisp_runtime.solving.enumeration import Enumerator

from yisp.compile.builds import cache
from yisp.simulate import question
from yisp.simulate.exact import check, exact, kept, stages

pytestmark = pytest.mark.usefixtures("full_checks")

DECK = TEN_LINES.replace("method: sample, ", "").replace("      method: sample\n", "")
"""Two topics that are answered exactly; what `opening` does has notices."""


class Forgetful(Enumerator):
    """Where effects are activated, takes every card for every other: a fault in what positions are merged by."""

    def __new__(
        cls, table: PyTable, *, classes: Sequence[int], course: Sequence[int], **more: Any
    ) -> Forgetful:
        seen = [0] * len(classes) if SCAN in course else classes
        return super().__new__(cls, table, classes=seen, course=course, **more)


@pytest.fixture
def deck(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A deck's file; nothing is known of it."""
    monkeypatch.setenv("YISP_CACHE_DIR", str(tmp_path / "cache"))
    return saved(tmp_path, DECK)


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Notes whenever something is enumerated or checked."""
    done: list[str] = []

    def noted(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*given: Any) -> Any:
            done.append(name)
            return function(*given)

        return call

    monkeypatch.setattr(exact, "played_counts", noted("enumerated", exact.played_counts))
    monkeypatch.setattr(check, "difference", noted("checked", check.difference))
    return done


def topics(said: Said) -> dict[str, dict[str, Any]]:
    (report,) = objects(said)
    return {topic["name"]: topic for topic in report["topics"]}


# The check ----------------------------------------------------------------------------------------


def test_a_fault_is_caught(deck: str, monkeypatch: pytest.MonkeyPatch, work: list[str]) -> None:
    """Sampled instead, with the reason; under ``--method exact`` an error.  Other topics are as they were."""
    right = topics(yispc(deck, "--json", "--method", "sample", "--count", "20000"))
    with monkeypatch.context() as broken:
        broken.setattr(stages, "Enumerator", Forgetful)
        said = yispc(deck, "--json", "--count", "20000")
    assert said.code == 0
    found = topics(said)
    assert (found["hands"]["method"], found["hands"]["reason"]) == ("exact", None)
    assert (found["opening"]["method"], found["opening"]["trials"]) == ("sample", 20000)
    reason = found["opening"].pop("reason")
    assert "failed its check" in reason and "of 4096 trials" in reason and "send us the deck" in reason
    assert {**found["opening"], "reason": None} == right["opening"]
    assert work == ["enumerated", "checked"] * 2

    text = yispc(deck, "--count", "100")
    assert text.code == 0
    assert f"Sampled, not exact: {reason}" in text.out
    assert "check" not in text.err
    forced = yispc(deck, "--method", "exact")
    assert (forced.code, forced.out) == (1, "")
    assert f"topic opening has no exact answer: {reason}" in forced.err
    assert "Traceback" not in forced.err
    assert work == ["enumerated", "checked"] * 2, "that it fails is known by now"


def test_a_check_says_nothing(deck: str) -> None:
    """Its notices are nobody's, and it is no sample: strict runs go on, the seed is the user's."""
    said = yispc(deck, "--topic", "hands", "--strict", "--seed", "5")
    assert (said.code, said.err) == (0, "")
    assert "Seed: 5" in said.out
    assert "Exact" in said.out


# What is kept -------------------------------------------------------------------------------------


@pytest.mark.parametrize("report", [(), ("--json",), ("--csv", "{0}.csv")])
def test_an_answer_is_found_and_checked_once(deck: str, report: tuple[str, ...], work: list[str]) -> None:
    words = [deck, *(word.format(deck) for word in report)]
    cold = yispc(*words, "--seed", "1")
    assert work == ["enumerated", "checked"] * 2
    warm = yispc(*words, "--seed", "1")
    assert len(work) == 4
    assert (timeless(warm.out), warm.err, warm.code) == (timeless(cold.out), cold.err, cold.code)
    assert "a move found no card" in warm.err
    yispc(*words, "--seed", "2")
    yispc(*words, "--method", "exact")
    assert len(work) == 4, "it does not depend on the seed, and `exact` asks for no more than `auto`"


RELATED = """\
deck:
  cards:
    a: {count: 3, attribute: [x], program: '@;(# X B);(# D.1 H);(# F.1 B)'}
    b: {count: 5, attribute: [x]}
    c: {count: 3}
simulate:
  tests:
    t:
      exec-program: true
      start-card: 3
      combos: {one: {score: '(+ |H.b| 1)', hand: [b]}, two: {hand: [a:x, a]}}
      stats: {held: '|H.b|', part: '(/ 7 |B|)'}
      relate: [[score, held], [held, part]]
"""


def test_all_of_an_answer_is_kept(tmp_path: Path, deck: str, work: list[str]) -> None:
    """Scores, stats without a value, relations, matchings, effects, notices."""
    path = saved(tmp_path, RELATED, "related.yml")
    cold, warm = (yispc(path, "--json") for _ in range(2))
    assert work == ["enumerated", "checked"]
    found = topics(warm)["t"]
    assert found == topics(cold)["t"]
    assert found["relations"] and found["notices"] and found["effects"]
    assert topics(yispc(path, "--json", "--relate", "held,score"))["t"]["score"] == found["score"]
    assert len(work) == 4, "another question is another entry"


@pytest.mark.slow
def test_what_exact_found_is_not_what_auto_finds(
    deck: str, work: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody's result depends on what was asked before."""
    monkeypatch.setattr(question, "AUTO_BUDGET", 3)
    before = topics(yispc(deck, "--json"))["opening"]
    assert before["method"] == "sample"
    assert topics(yispc(deck, "--json", "--method", "exact"))["opening"]["method"] == "exact"
    assert topics(yispc(deck, "--json"))["opening"] == before
    done = len(work)
    yispc(deck, "--json", "--method", "exact")
    assert len(work) == done


def test_other_code_finds_nothing(deck: str, work: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    yispc(deck)
    code_of = cache.code_of
    monkeypatch.setattr(cache, "code_of", lambda *rooms: code_of(*rooms) + "x" * ("simulate" in rooms))
    yispc(deck)
    assert work == ["enumerated", "checked"] * 4


def damaged() -> list[Any]:
    """What cannot be an answer to topic ``hands``: one combo, no stats, one effect."""
    right = [["a", [[0, "3"], [1, "7"]]], ["7/a"], [], [], [], ["0/1"], ["0/1"], []]
    changes: list[tuple[int, Any]] = [
        (0, ["a", [[0, "3"]]]), (0, ["a", [[0, "3"], [1, "8"]]]), (0, ["0", []]), (0, ["a", [["0", "3"], [1, "7"]]]),
        (0, ["-a", [[0, "-3"], [1, "-7"]]]), (0, "ab"), (0, [10, [[0, 3], [1, 7]]]), (0, ["a", [[0.5, "3"], [1, "7"]]]),
        (1, []), (1, ["b/a"]), (1, ["-1/a"]), (1, ["1/0"]), (1, [7]), (1, ["7"]), (1, None), (2, ["1/2"]),
        (3, [["1", [[0, "1"]]]]), (4, [["1/1", "1/1", []]]), (5, []), (6, ["3/2"]), (7, [[99, "1/2"]]),
        (7, [[True, "1/2"]]), (7, {"0": "1/2"}),
    ]  # fmt: skip
    wrong = [[*right[:at], change, *right[at + 1 :]] for at, change in changes]
    return [*wrong, right[:-1], {}, None, 3, "", [[[]]] * 8]


def test_what_is_no_answer_is_found_out_again(deck: str, work: list[str]) -> None:
    """Whatever is kept is read like any stranger's data."""
    right = yispc(deck, "--topic", "hands", "--json", "--seed", "1")
    ((sort, key),) = [entry[:2] for entry in cache.entries() if entry[0] == kept.ANSWERS]
    for number, data in enumerate([*map(json.dumps, damaged()), "[" * 100_000, "\xff", "nonsense"]):
        cache.store(sort, key, {kept.ANSWER: data.encode("latin-1")})
        said = yispc(deck, "--topic", "hands", "--json", "--seed", "1")
        assert topics(said) == topics(right), data[:80]
        assert len(work) == 2 * (number + 2), data[:80]
