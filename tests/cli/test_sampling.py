"""How long a run is and who does the work: ``--until``, ``--jobs``, ``--method exact``, Ctrl-C."""

from __future__ import annotations

import csv
import json
import re
import signal
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from commanding import (
    PATIENCE,
    TEN_LINES,
    Said,
    a_deck,
    counts,
    objects,
    saved,
    yispc,
)
from watching import NEEDS_PROC, playing, running

from yisp.compile.builds import native
from yisp.compile.builds.native import BuildError
from yisp.compile.program import Program
from yisp.simulate.playing.play import Play
from yisp.simulate.question import AUTO_BUDGET
from yisp.simulate.sampling import effort, precision, sample, targets
from yisp.simulate.sampling.precision import FIRST_TRIALS

DECK = TEN_LINES.replace("hands: {method: sample, ", "hands: {")
"""A topic that is sampled, with a move that finds nothing in some trials, and one that is answered exactly."""

WIDE = a_deck(
    cards=json.dumps({f"card {number}": {"count": 1} for number in range(60)}),
    combos="{A: {hand: [card 1]}}",
    topic=(
        "exec-program: true\n      start-card: 6\n"
        "      stats: {" + ", ".join(f"s{number}: '|H.\"card {number}\"|'" for number in range(60)) + "}"
    ),
).replace("method: sample", "method: auto")
"""A topic with 50,063,860 different opening hands."""


@pytest.fixture
def deck(tmp_path: Path) -> str:
    return saved(tmp_path, DECK)


def topics(said: Said) -> dict[str, dict[str, Any]]:
    assert said.code == 0, said.err
    (report,) = objects(said)
    return {topic["name"]: topic for topic in report["topics"]}


def half_width(topic: dict[str, Any]) -> float:
    low, high = topic["success"]["ci95"]
    return (high - low) / 2


# --until --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("until", ["1%", "0.3%", "0.002"])
def test_until(until: str, deck: str, target: str) -> None:
    found = topics(yispc(deck, "--until", until, "--json", "--target", target))
    wanted = float(until.rstrip("%")) / (100 if until.endswith("%") else 1)
    assert half_width(found["opening"]) <= wanted
    assert found["opening"]["trials"] < 2 * max(16384, 0.76 * 0.24 * (1.96 / wanted) ** 2), (
        "and not much further"
    )
    assert found["hands"]["success"]["exact"] == "37/156", "what is answered exactly is known well enough"
    assert found["hands"]["trials"] is None


def test_until_is_the_same_run_however_it_is_done(deck: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it ends follows from the counts alone."""
    monkeypatch.setattr(sample, "WORTH_PROCESSES", -1.0)
    monkeypatch.setattr(sample, "WORTH_THREADS", -1.0)
    runs = [
        yispc(deck, "--until", "0.5%", "--json", "--target", target, "--jobs", jobs)
        for target in ("python", "native")
        for jobs in ("1", "3")
    ]
    (trials,) = {topics(said)["opening"]["trials"] for said in runs}
    assert trials > 16384
    assert all(counts(said) == counts(runs[0]) for said in runs)
    whole = yispc(deck, "--count", str(trials), "--json")
    assert counts(whole) == counts(runs[0])


@pytest.mark.slow
def test_where_nobody_says_how_many_it_is_the_same_run_however_it_is_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So many as make the rate known, or as a fixed amount of work is."""
    monkeypatch.setattr(sample, "WORTH_PROCESSES", -1.0)
    monkeypatch.setattr(sample, "WORTH_THREADS", -1.0)
    deck = saved(tmp_path, DECK.replace("  count: 1000\n", ""))
    for known in (0.004, 1e-9):
        monkeypatch.setattr(precision, "KNOWN", known)
        monkeypatch.setattr(effort, "WORK", 800_000)
        runs = [
            yispc(deck, "--json", "--target", target, "--jobs", jobs)
            for target in ("python", "native")
            for jobs in ("1", "2", "3")
        ]
        (trials,) = {topics(said)["opening"]["trials"] for said in runs}
        assert trials > 16384
        assert all(counts(said) == counts(runs[0]) for said in runs)
    assert half_width(topics(runs[0])["opening"]) > known


def test_until_is_capped_by_count(deck: str) -> None:
    said = yispc(deck, "--until", "0.01%", "--count", "20000", "--json")
    assert topics(said)["opening"]["trials"] == 20000
    width = 100 * half_width(topics(said)["opening"])
    assert f"yispc: topic opening is known only to ± {width:.4f}%: --count ended it at 20000" in said.err
    assert "hands" not in said.err
    assert "known only to" not in yispc(deck, "--until", "1%").err
    few = topics(yispc(deck, "--until", "0.01%", "--count", "500", "--json"))
    assert few["opening"]["trials"] == 500


EACH = 1e-4
"""Seconds that a trial takes by the clock of these tests."""


@pytest.fixture
def builds(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[int]:
    """How many trials had been run when a native build was begun in the background; none is."""
    monkeypatch.setenv("YISP_CACHE_DIR", str(tmp_path / "cache"))
    begun: list[int] = []
    ran = [0]
    run = Play.run

    def counted(self: Play, first: int, last: int) -> None:
        run(self, first, last)
        ran[0] += last - first

    def build(program: Program, entry: native.Entry) -> None:
        begun.append(ran[0])
        raise BuildError("this is a test")

    monkeypatch.setattr(Play, "run", counted)
    monkeypatch.setattr(native, "Build", build)
    monkeypatch.setattr(sample, "time", SimpleNamespace(perf_counter=lambda: EACH * ran[0]))
    return begun


def test_the_length_of_until_is_foreseen(
    deck: str, builds: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Native is built for a long run, as soon as its first trials show that it will be one, and for no other."""
    monkeypatch.setattr(targets, "WORTH_BUILDING", 50_000 * EACH)
    only = (deck, "--topic", "opening", "--method", "sample", "--json", "--jobs=1")
    found = topics(yispc(*only, "--until", "0.5%"))
    assert found["opening"]["trials"] < 50_000
    assert builds == []
    long = yispc(*only, "--until", "0.2%")
    assert topics(long)["opening"]["trials"] > 100_000
    assert builds == [found["opening"]["trials"] + FIRST_TRIALS]
    assert "this is a test" in long.err
    assert topics(yispc(*only, "--until", "0.2%", "--target", "python")) == topics(long)
    yispc(*only, "--until", "0.2%", "--count", "30000")
    assert len(builds) == 1


def test_the_length_of_several_topics_is_foreseen(
    deck: str, builds: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(targets, "WORTH_BUILDING", 50_000 * EACH)
    words = (deck, "--method", "sample", "--json", "--jobs=1")
    found = topics(yispc(*words, "--until", "0.4%"))
    assert all(topic["trials"] < 50_000 for topic in found.values())
    before = sum(topic["trials"] for topic in found.values())
    assert before > 50_000
    assert builds == [FIRST_TRIALS]
    yispc(*words, "--count", "26000")
    _, second = builds
    assert before < second < before + 200, "as soon as it is known how long one takes"


def test_the_decks_count_is_no_cap(tmp_path: Path) -> None:
    deck = saved(tmp_path, DECK.replace("count: 1000", "count: 10"))
    assert topics(yispc(deck, "--until", "0.5%", "--json"))["opening"]["trials"] >= 16384


def test_until_shows_what_was_reached(deck: str) -> None:
    assert re.search(r"success rate: \d\d(\.\d)? ± (1|0\.\d) %", yispc(deck, "--until", "1%").out)


def test_until_by_topic(tmp_path: Path) -> None:
    """Each topic gets as many trials as it needs, and all of them the same first ones."""
    rare = DECK + "    rare: {method: sample, combos: {gates: {hand: [2x gate]}}}\n"
    deck = saved(tmp_path, rare)
    found = topics(yispc(deck, "--until", "0.3%", "--json"))
    assert found["rare"]["trials"] < found["opening"]["trials"]
    assert half_width(found["rare"]) <= 0.003 and half_width(found["opening"]) <= 0.003


@pytest.mark.parametrize("until", ["0", "0%", "100%", "1", "-1%", "x", "", "%", "nan", "inf"])
def test_no_until(until: str, deck: str) -> None:
    said = yispc(deck, f"--until={until}")
    assert (said.code, said.out) == (2, "")
    assert "expected half the width of an interval, above 0 and below 100%, as in 0.1% or 0.001" in said.err


# --jobs ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("worth", [-1.0, 0.01])
def test_jobs_change_no_count(worth: float, deck: str, target: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Threads for native, processes for python; also where a run begins on one and goes on with many."""
    monkeypatch.setattr(sample, "WORTH_PROCESSES", worth)
    monkeypatch.setattr(sample, "WORTH_THREADS", worth)
    words = (deck, "--count", "20011", "--json", "--target", target, "--jobs")
    alone, together = (topics(yispc(*words, jobs))["opening"] for jobs in ("1", "3"))
    assert alone["trials"] == 20011
    assert alone == together


def test_jobs_that_are_many_for_little_work(deck: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sample, "WORTH_PROCESSES", -1.0)
    few = yispc(deck, "--count", "3", "--json", "--target=python", "--jobs", "4")
    assert counts(few) == counts(yispc(deck, "--count", "3", "--json"))


@pytest.mark.parametrize("jobs", [pytest.param("2", marks=pytest.mark.slow), "3"])
def test_strict_whoever_works(jobs: str, deck: str, target: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The run ends with the first trial that has a notice, even where others had been further."""
    monkeypatch.setattr(sample, "WORTH_PROCESSES", -1.0)
    monkeypatch.setattr(sample, "WORTH_THREADS", -1.0)
    said = yispc(deck, "--strict", "--json", "--count", "50000", "--target", target, "--jobs", jobs)
    assert said.code == 3
    (report,) = objects(said)
    assert report["partial"] is True
    (topic,) = (topic for topic in report["topics"] if topic["name"] == "opening")
    ((count, first),) = [(notice["count"], notice["trial"]) for notice in topic["notices"]]
    assert (count, topic["trials"]) == (1, first + 1)
    alone = yispc(deck, "--json", "--count", str(first + 1), "--topic", "opening", "--jobs=1")
    assert counts(alone) == [row for row in counts(said) if row[0] == "opening"]
    before = yispc(deck, "--json", "--count", str(first), "--topic", "opening", "--jobs=1")
    assert objects(before)[0]["topics"][0]["notices"] == []


def test_strict_and_exact(tmp_path: Path) -> None:
    """An answer that is exact has its notices too."""
    deck = saved(tmp_path, DECK.replace("method: sample", "method: exact"))
    said = yispc(deck, "--strict", "--json")
    assert said.code == 3
    (notice,) = objects(said)[0]["topics"][0]["notices"]
    assert (notice["code"], notice["count"], notice["trial"]) == ("Y301", None, None)
    (report,) = objects(said)
    assert report["partial"] is (len(report["topics"]) == 1), "the topics behind it were left out"
    (report,) = objects(yispc(deck, "--strict", "--json", "--topic", report["topics"][0]["name"]))
    assert report["partial"] is False, "nothing was left out"


# --method exact -------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_exact_over_its_budget(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    deck = saved(tmp_path, WIDE)
    said = yispc(deck, "--method", "exact")
    assert (said.code, said.out) == (1, "")
    assert "topic t has no exact answer: more than 1,073,741,824 bytes would have to be kept" in said.err
    assert "Traceback" not in said.err
    monkeypatch.setattr("yisp.simulate.exact.exact.ROOM", 1 << 24)
    in_the_deck = saved(tmp_path, WIDE.replace("method: auto", "method: exact"), "exact.yml")
    assert yispc(in_the_deck).code == 1


def test_auto_over_its_budget_samples_and_says_why(tmp_path: Path) -> None:
    said = yispc(saved(tmp_path, WIDE), "--json")
    topic = topics(said)["t"]
    assert (topic["method"], topic["trials"]) == ("sample", 100)
    assert f"the budget of {AUTO_BUDGET:,} units" in topic["reason"]
    again = topics(yispc(saved(tmp_path, WIDE), "--json"))["t"]
    assert again == topic, "and the second time as well, when the cache knows it"


@pytest.mark.slow
def test_over_budget_among_several_decks(deck: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("yisp.simulate.exact.exact.ROOM", 1 << 24)
    wide = saved(tmp_path, WIDE, "wide.yml")
    said = yispc(wide, deck, "--method", "exact", "--json")
    assert said.code == 1
    assert [report["deck"]["file"] for report in objects(said)] == [deck], "the other one is run all the same"


# Ctrl-C ---------------------------------------------------------------------------------------------------

SLOW = a_deck("@", simulate={"limits": {"activations": 1000}})
"""A trial of it takes about a millisecond in python."""


@pytest.mark.slow
@NEEDS_PROC
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupt_of_slow_trials(jobs: str, tmp_path: Path) -> None:
    """What was counted is whole trials, from the first on, without a hole."""
    deck = saved(tmp_path, SLOW)
    yispc("check", deck)
    with running(deck, "--count=1e9", "--target=python", "--json", "--jobs", jobs) as child:
        playing(child)
        child.send_signal(signal.SIGINT)
        out, err = child.communicate(timeout=PATIENCE)
    assert child.returncode == 130, err
    (report,) = [json.loads(line) for line in out.splitlines()]
    assert report["partial"] is True
    trials = report["topics"][0]["trials"]
    assert trials > 0
    whole = yispc(deck, "--count", str(trials), "--json", "--target=native")
    assert objects(whole)[0]["topics"][0]["score"] == report["topics"][0]["score"]


def test_processes_adapt_their_blocks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Slow trials come in small blocks, so that an interrupt is heard."""
    monkeypatch.setattr(sample, "WORTH_PROCESSES", -1.0)
    monkeypatch.setattr(sample, "BLOCK_SECONDS", 1e-6)
    blocks: list[int] = []
    finish = sample.Sampler._finish

    def noted(self: sample.Sampler, trials: int, seconds: float) -> None:
        blocks.append(trials)
        finish(self, trials, seconds)

    monkeypatch.setattr(sample.Sampler, "_finish", noted)
    said = yispc(saved(tmp_path, SLOW), "--count=300", "--json", "--target=python", "--jobs=2")
    assert objects(said)[0]["topics"][0]["trials"] == sum(blocks) == 300
    assert max(blocks) == 1, "no trial is as short as that"


# --csv ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("ending", "separator"), [("csv", ","), ("tsv", "\t")])
def test_csv_says_what_json_says(ending: str, separator: str, deck: str, tmp_path: Path) -> None:
    path = tmp_path / f"results.{ending}"
    found = topics(yispc(deck, "--csv", str(path), "--json"))
    with path.open(encoding="utf-8", newline="") as file:
        rows = {
            (row["topic"], row["what"], row["name"]): row for row in csv.DictReader(file, delimiter=separator)
        }
    assert {("opening", "success", ""), ("opening", "combo", "one"), ("opening", "combo", "two"),
            ("opening", "stat", "milled"), ("hands", "success", ""), ("hands", "combo", "one")} <= set(rows)  # fmt: skip
    for name, topic in found.items():
        row = rows[name, "success", ""]
        assert float(row["value"]) == topic["success"]["rate"]
        assert float(rows[name, "score", ""]["value"]) == topic["score"]["mean"]
        assert row["exact"] == (topic["success"]["exact"] or "")
        assert row["trials"] == ("" if topic["trials"] is None else str(topic["trials"]))
        for combo in topic["combos"]:
            assert float(rows[name, "combo", combo["name"]]["value"]) == combo["rate"]
    milled = found["opening"]["stats"]["milled"]
    assert float(rows["opening", "stat", "milled"]["value"]) == milled["mean"]
    assert int(rows["opening", "stat", "milled"]["max"]) == milled["max"]


def test_csv_of_a_run_that_is_cut_short(deck: str, tmp_path: Path) -> None:
    path = tmp_path / "results.csv"
    said = yispc(deck, "--csv", str(path), "--strict", "--count", "5000", "--json")
    assert said.code == 3
    with path.open(encoding="utf-8", newline="") as file:
        trials = {row["trials"] for row in csv.DictReader(file) if row["topic"] == "opening"}
    assert trials == {
        str(topic["trials"]) for topic in objects(said)[0]["topics"] if topic["name"] == "opening"
    }
    assert trials != {"5000"}
