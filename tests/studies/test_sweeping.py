"""A sweep: every variant answered, each as a run of that deck would be, whoever does it."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from running import compile_text, deck_text

import yisp
from yisp import children
from yisp.compile.builds import native
from yisp.compile.row import NUMBER, RowLayout
from yisp.deck.parcel import digest_of, packed, unpacked
from yisp.report.studies import sweep as report
from yisp.report.studies.sweep import chosen_figures
from yisp.simulate.counting.counts import total
from yisp.simulate.playing.play import python_functions
from yisp.simulate.sampling import crew
from yisp.simulate.stop import TIME, Stop
from yisp.simulate.worlds.worlds import Scanning
from yisp.studies.comparison import compare, tape
from yisp.studies.figures import figures_of, find
from yisp.studies.sweeping.sweep import run_sweep
from yisp.studies.sweeping.variants import read_axes
from yisp.studies.work import decks, pools

TEXT = """
set: {down: 0}
deck:
  size: 40
  cards:
    key: {count: 3}
    pot: {count: 2, program: '@;(# X B);(# D.2 H)'}
    rest: {count: -1}
simulate:
  count: 500
  tests:
    opening:
      exec-program: true
      combos: {one: {hand: [key]}, two: {score: 2, hand: [2x key]}}
      watch: {pots: {hand: [pot]}}
      stats: {hand: '(+ |H| down)'}
    plain: {combos: {one: {hand: [key]}}}
"""

ROOM = tape.ROOM

DECK = yisp.loads(TEXT, "deck.yml")
PROGRAM = yisp.compile_deck(DECK)


def values(rows: list[dict[str, Any]], **wanted: object) -> list[Any]:
    wanted = {"to": None, **wanted}  # not a difference
    return [row["value"] for row in rows if all(row[key] == value for key, value in wanted.items())]


def test_a_row_is_what_a_run_of_that_deck_says() -> None:
    for how in ({"method": "exact"}, {"method": "sample", "seed": 7, "count": 300}):
        rows = yisp.sweep(DECK, ["key=0..2", "down=0,5"], **how).rows
        for copies in range(3):
            for down in (0, 5):
                run = yisp.run(DECK.with_counts(key=copies), set={"down": down}, **how)
                topic = run.topics["opening"]
                mine = [row for row in rows if row["key"] == copies and row["down"] == down]
                assert values(mine, topic="opening", what="success") == [topic.success.rate]
                assert values(mine, topic="opening", what="score") == [topic.score.mean]
                assert values(mine, name="two") == [topic.combos["two"].rate]
                assert values(mine, name="pots") == [topic.watch["pots"].rate]
                (hand,) = [row for row in mine if row["name"] == "hand" and row["to"] is None]
                assert hand["value"] == topic.stats["hand"].mean
                assert (hand["exact"], hand["trials"]) == (
                    topic.stats["hand"].exact,
                    topic.stats["hand"].count,
                )
                assert [hand["low"], hand["high"]] == list(topic.stats["hand"].ci95 or (None, None))
                assert values(mine, topic="plain", what="success") == [run.topics["plain"].success.rate]


def test_several_policies_stand_side_by_side() -> None:
    rows = yisp.sweep(DECK, "key=1,2", policy=["greedy", "random"], topics="opening").rows
    runs = yisp.run(DECK.with_counts(key=2), policy=["greedy", "random"], topics="opening").topics["opening"]
    for policy in ("greedy", "random"):
        found = values(rows, key=2, policy=policy, what="score")
        assert found == [runs.policies[policy].score.mean]


def test_a_deck_that_does_not_add_up_is_a_row() -> None:
    sweep = yisp.sweep(DECK, ["key=3,50", "size=4,40"])
    reasons = {tuple(point.variant.values): point.reason for point in sweep.points}
    assert reasons[3, 40] is None
    assert "the cards but `rest` add up to 52, and the deck has 40" in (reasons[50, 40] or "")
    assert "the cards but `rest` add up to 5, and the deck has 4" in (reasons[3, 4] or "")
    assert [row["reason"] for row in sweep.rows if row["key"] == 50] == [reasons[50, 4], reasons[50, 40]]


def test_a_hand_larger_than_the_deck_is_a_row() -> None:
    (point,) = yisp.sweep({"deck": {"cards": {"a": {"count": 9}}}, "simulate": {"tests": {
        "t": {"combos": {"c": {"hand": ["a"]}}}}}}, "a=4").points  # fmt: skip
    assert not point.possible and "5" in (point.reason or "") and not point.noticed


def test_the_size_follows_where_no_card_makes_up_for_it() -> None:
    deck = yisp.loads(TEXT.replace("count: -1", "count: 35"), "deck.yml")
    assert [point.cards for point in yisp.sweep(deck, "key=0..2").points] == [37, 38, 39]
    assert [point.cards for point in yisp.sweep(deck, "key=0..2", filler="rest").points] == [40] * 3
    sizes = yisp.sweep(deck, "size=50", filler="rest", counts={"key": 1})
    assert sizes.settings["with"] == {"counts": {"key": 1}, "filler": "rest", "size": None}
    assert [point.cards for point in sizes.points] == [50]


def test_no_exact_answer_is_a_row() -> None:
    deck = yisp.loads(TEXT.replace("@;(# X B)", "@;(print 1);(# X B)"), "deck.yml")
    points = list(yisp.sweep(deck, "key=0..2", method="exact", topics="opening").points)
    assert all(point.reason is None or point.possible for point in points)


def test_a_deck_whose_script_goes_wrong_says_so() -> None:
    deck = yisp.loads(TEXT.replace("(# D.2 H)", "(# D.2 H);(# D.gone.1 H)").replace(
        "rest: {", "gone: {count: 0}\n    rest: {"), "deck.yml")  # fmt: skip
    assert [point.noticed for point in yisp.sweep(deck, "pot=0,1").points] == [False, True]


# One held against the other -----------------------------------------------------------------------


def test_what_a_variant_adds_is_exact_where_both_are() -> None:
    sweep = yisp.sweep(DECK, "key=1..3", method="exact", topics="plain")
    assert sweep.reference == 2, "the deck as it is"
    one, two, own = sweep.points
    assert own.differences == []
    for point in (one, two):
        for mine, theirs, difference in zip(point.known, own.known, point.differences, strict=True):
            assert difference is not None and difference.sign == -1
            assert Fraction(str(difference.exact)) == Fraction(str(mine.exact)) - Fraction(str(theirs.exact))


@pytest.mark.parametrize(
    ("vary", "number", "other", "more"),
    [
        ("key=1..3", 0, {"key": 1}, {}),
        ("pot=0,2", 0, {"pot": 0}, {"policy": "random"}),
    ],
)
def test_what_a_variant_adds_is_what_compare_says_of_the_two(
    vary: str, number: int, other: dict[str, int], more: dict[str, Any]
) -> None:
    """Digit by digit, of every figure."""
    how: dict[str, Any] = {"method": "sample", "seed": 7, "count": 300, "topics": "opening", **more}
    point = list(yisp.sweep(DECK, vary, **how).points)[number]
    (compared,) = yisp.compare(DECK, DECK.with_counts(other), **how).topics
    gaps = compared.differences[0].gaps
    assert [(one.value, (one.low, one.high), one.narrower) for one in point.differences if one] == [
        (gap.mean, gap.ci95, gap.narrower) for gap in gaps
    ]


@pytest.mark.parametrize("room", [ROOM, ROOM >> 8, pytest.param(0, marks=pytest.mark.slow)])
def test_the_deck_is_played_once_for_all_variants(room: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its trials are kept, as far as there is room; every variant is compared as if they were its own, also
    where each needs another number of them."""
    monkeypatch.setattr(tape, "ROOM", room)
    monkeypatch.setattr(tape, "MARK", 512)
    monkeypatch.setattr(compare, "FIRST_TRIALS", 1100)
    played: dict[str, int] = {}
    run = Scanning.run

    def counted(self: Scanning, first: int, last: int) -> None:
        name = str(self.program.counts)
        played[name] = played.get(name, 0) + last - first
        run(self, first, last)

    monkeypatch.setattr(Scanning, "run", counted)
    how: dict[str, Any] = {"method": "sample", "seed": 7, "until": 0.012, "topics": "opening"}
    how["target"] = "python"  # nothing is built meanwhile
    own, *others = yisp.sweep(DECK, ["key=3,2,1", "pot=2,0"], jobs=1, **how).points
    trials = [point.differences[0].trials or 0 for point in others if point.differences[0]]
    assert len(set(trials)) > 2 and own.differences == []
    if room == ROOM:
        again = 512 * len(others)  # what is counted once more
        assert max(trials) <= played[str({"key": 3, "pot": 2})] <= max(trials) + again
    for point, number in zip(others, trials, strict=True):
        key, pot = point.variant.values
        (compared,) = yisp.compare(DECK, DECK.with_counts(key=key, pot=pot), **how).topics
        assert compared.trials == number
        assert [(one.value, (one.low, one.high), one.narrower) for one in point.differences if one] == [
            (gap.mean, gap.ci95, gap.narrower) for gap in compared.differences[0].gaps
        ]


def test_a_native_module_is_built_for_who_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of the policies that play beside the deck needs another one, whatever the deck's own policy is."""
    built: list[native.Entry] = []
    monkeypatch.setattr(decks, "WORTH_BUILDING", 0.0)
    monkeypatch.setattr(native, "Build", lambda program, entry: built.append(entry))
    monkeypatch.setattr(native, "load_cached", lambda program, entry: None)
    how: dict[str, Any] = {"method": "sample", "seed": 7, "count": 10, "topics": "opening", "jobs": 1}
    list(yisp.sweep(DECK, "pot=0,2", policy="random", **how).points)
    assert built == [native.Entry.TRIALS, native.Entry.STAGES]


def test_the_tapes_of_a_deck_share_their_room(monkeypatch: pytest.MonkeyPatch) -> None:
    """There are as many as topics and policies, and what they keep is no more for that; who plays along them
    is not told which trials were kept."""
    monkeypatch.setattr(tape, "MARK", 64)
    width = RowLayout.of(PROGRAM.topics[0]).width * NUMBER
    monkeypatch.setattr(tape, "ROOM", 3 * 64 * width)
    policy = PROGRAM.topics[0].policy
    tapes = tape.Tapes()
    ends: list[int] = []
    with Stop() as stop:
        for topic in (0, 1, 0):
            kept: list[bytes] = []
            one = tapes.of(PROGRAM, topic, policy, 7, "python")
            assert one is tapes.of(PROGRAM, topic, policy.but(), 7, "python")
            reader = tape.Reader(one, kept.append, stop)
            for last in (10, 100, 300):
                reader.run(last)
            whole = one.opened(stop)
            assert b"".join(kept) == whole.records(0, 300)
            assert total(whole.parts()).trials == reader.counts().trials == 300
            ends.append(one.most)
    assert ends[0] == ends[2] == 192 and ends[1] == 0


def test_who_plays_a_tape_is_ended_by_the_stop_of_who_reads_it() -> None:
    """And no longer by that of the reader before, whose run is over."""
    with Stop() as before, Stop() as stop:
        one = tape.Tapes().of(PROGRAM, 0, PROGRAM.topics[0].policy, 7, "python")
        tape.Reader(one, lambda rows: None, before).run(10)
        reader = tape.Reader(one, lambda rows: None, stop)
        before.hear(TIME)
        reader.run(20)
        assert reader.counts().trials == 20
        stop.hear(TIME)
        reader.run(30)
        assert reader.counts().trials == 20


def test_a_tape_counts_any_of_its_first_trials(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tape, "MARK", 64)
    with Stop() as stop:
        one = tape.Tapes().of(PROGRAM, 0, PROGRAM.topics[0].policy, 7, "python")
        reader = tape.Reader(one, lambda rows: None, stop)
        reader.run(150)
        for trials in (100, 128, 150, 200):
            whole = one.opened(stop)
            whole.run(0, trials)
            found, expected = one.counts(trials, stop), total(whole.parts())
            assert found.trials == trials and found.successes == expected.successes
            assert (found.score.total, found.score.histogram) == (
                expected.score.total,
                expected.score.histogram,
            )


@pytest.mark.parametrize("goal", ["success", "score", "hand"])
def test_who_scans_says_what_became_of_the_goal(goal: str) -> None:
    """Each trial counts; where a stat has no value it is 0."""
    tests = {"t": {"combos": {"c": {"hand": ["a"]}}, "stats": {"hand": "(/ |H.a| |H.a|)"}, "start-card": 2}}
    program = compile_text(deck_text({"a": {"count": 2}, "b": {"count": 8}}, tests))
    policy = program.topics[0].policy.but(goal=goal)
    play = Scanning(program, 0, 7, policy, functions=python_functions(program.python_source))
    play.run(0, 300)
    (counts,) = play.parts()
    assert 0 < counts.successes < 300
    assert (counts.goal.count, counts.goal.total) == (300, counts.successes)
    assert counts.goal.histogram == {0: 300 - counts.successes, 1: counts.successes}


def test_pairs_tell_apart_what_rows_cannot() -> None:
    """A parameter that nothing depends on but one stat: in the same worlds the others do not differ."""
    how: dict[str, Any] = {"method": "sample", "seed": 7, "count": 500, "topics": "opening"}
    sweep = yisp.sweep(DECK, ["key=3,2", "down=0,5"], **how)
    assert sweep.reference == 0
    points = {point.variant.values: point for point in sweep.points}
    *same, hand = points[3, 5].differences
    assert all(one is not None and one.value == 0.0 for one in same)
    assert hand is not None and hand.value == 5.0 and hand.sign == 1
    rate = points[2, 0].differences[0]
    exact = [yisp.run(DECK.with_counts(key=copies), method="exact").topics["opening"] for copies in (2, 3)]
    two, three = (Fraction(str(one.success.exact)) for one in exact)
    assert rate is not None and rate.low is not None and rate.high is not None
    assert rate.low <= two - three <= rate.high and (rate.narrower or 0) > 1.5
    rows = [row for row in sweep.rows if row["to"] is not None]
    assert len(rows) == 3 * 6 and {row["to"] for row in rows} == {"key=3, down=0"}
    assert sweep.to_dict()["reference"] == [3, 0]


def test_a_parameter_that_is_set_makes_the_deck_as_it_is_another() -> None:
    assert yisp.sweep(DECK, "down=0,5", method="exact", topics="opening", set={"down": 5}).reference == 1


def test_the_first_that_there_is_stands_for_the_deck_where_it_is_not_among_them() -> None:
    sweep = yisp.sweep(DECK, "key=50,1,2", method="exact", topics="plain")
    assert sweep.reference == 1
    assert [len(point.differences) for point in sweep.points] == [0, 0, 3]


# Whoever does it --------------------------------------------------------------------------------


def swept(jobs: int, monkeypatch: pytest.MonkeyPatch, **more: Any) -> str:
    monkeypatch.setattr(pools, "WORTH_PROCESSES", -1.0)
    variants = read_axes(["key=0..3", "pot=0..3"], DECK)
    sweep = run_sweep(DECK, variants, method="sample", count=2000, seed=7, jobs=jobs, **more)
    assert sweep.ended is None
    return json.dumps(sweep.to_dict())


@pytest.mark.usefixtures("full_checks")
@pytest.mark.parametrize(
    ("jobs", "several", "alone"),
    [
        (2, [4], [4]),  # in all that takes as long as processes do to start
        (2, [5], [1]),
        (1, [5], [5]),
        (2, [4, 3], [4, 1]),  # what was done before counts
        (2, [4, 2], [4, 2]),  # the last task is no work for several
    ],
)
def test_processes_are_started_when_they_pay(
    jobs: int, several: list[int], alone: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of tasks that take a quarter of a second each by a clock of the test; how many are done without them.

    The processes leave the last task, which is then done by whoever asked.
    """
    now = 1000.0
    own: list[int] = []
    started: list[Any] = []

    def do(task: Any) -> tuple[int, dict[str, Any]]:
        nonlocal now
        now += 0.25
        own.append(task)
        return task, {}

    class Crew:
        def __init__(self, *_: object, **__: object) -> None:
            self.left: list[Any] = []
            started.append(self)

        def do(self, tasks: Any) -> Any:
            *ours, last = tasks
            self.left = [last]
            yield from ((task, {}) for task in ours)

    monkeypatch.setattr(pools, "time", SimpleNamespace(monotonic=lambda: now))
    monkeypatch.setattr(pools.worker, "begin", lambda work, jobs: do)
    monkeypatch.setattr(pools, "Crew", Crew)
    pool = pools.LocalPool(None, jobs)  # type: ignore[arg-type]
    for number, left in zip(several, alone, strict=True):
        own.clear()
        started.clear()
        assert [task for task, _ in pool.map(range(number), number)] == list(range(number))  # type: ignore[arg-type]
        assert own == [*range(left), *[number - 1] * (left < number)] and len(started) == (left < number)


@pytest.mark.slow
def test_processes_give_the_same_table(monkeypatch: pytest.MonkeyPatch) -> None:
    assert swept(3, monkeypatch) == swept(1, monkeypatch)


@pytest.mark.slow
def test_a_killed_process_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = swept(1, monkeypatch)
    started: list[children.Child] = []
    start = crew.children.start

    def noting(module: str, **streams: Any) -> children.Child:
        started.append(start(module, **streams))
        return started[-1]

    monkeypatch.setattr(crew.children, "start", noting)
    killed: list[int] = []

    def progress(done: int, several: int) -> None:
        if done in (3, 8) and started[-1].pid not in killed:  # on a busy machine none may have come since
            killed.append(started[-1].pid)
            os.kill(started[-1].pid, signal.SIGKILL)

    assert swept(2, monkeypatch, progress=progress) == whole
    assert killed and len(started) == 2 + len(killed), "others were started in their place"


@pytest.mark.slow
def test_no_room_for_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = swept(1, monkeypatch)

    def full(*_: object, **__: object) -> None:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(crew.children, "start", full)
    assert swept(2, monkeypatch) == whole


def test_an_interrupt_leaves_what_was_done() -> None:
    def progress(done: int, several: int) -> None:
        if done == 3:
            raise KeyboardInterrupt

    sweep = run_sweep(DECK, read_axes(["key=0..9"], DECK), progress=progress)
    assert (sweep.ended, sweep.partial, len(sweep)) == ("interrupt", True, 2)


# Files that came along ----------------------------------------------------------------------------


@pytest.fixture
def nested(tmp_path: Path) -> Iterator[Path]:
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "base.yml").write_text("extends: more.yml\ninclude: lib.yisp\ndeck: {size: 10}\n")
    (tmp_path / "parts" / "more.yml").write_text("deck: {cards: {a: {count: 2}, b: {count: -1}}}\n")
    (tmp_path / "parts" / "lib.yisp").write_text("(define (gain x) (= score (+ score x)))")
    own = tmp_path / "deck.yml"
    own.write_text(
        "extends: parts/base.yml\ninclude: [parts/lib.yisp, ./parts/lib.yisp]\n"
        "simulate: {tests: {t: {header: '(gain 1)', combos: {c: {hand: [a]}}}}}\n"
    )
    yield own


def test_a_parcel_needs_none_of_the_files(nested: Path) -> None:
    from yisp.deck.load import load_file

    deck = yisp.load(nested)
    assert deck.source is not None
    parcel = packed(deck.source, deck.references)
    for path in (*nested.parent.glob("parts/*"), nested):
        path.unlink()
    again = load_file(unpacked(parcel))
    assert [(kind.name, kind.count) for kind in again.kinds] == [("a", 2), ("b", 8)]
    assert [one.function.name for one in again.functions] == ["gain"]


def test_a_digest_is_of_the_contents(nested: Path, tmp_path: Path) -> None:
    def digest(path: Path) -> str:
        deck = yisp.load(path)
        assert deck.source is not None
        return digest_of(packed(deck.source, deck.references))

    first = digest(nested)
    moved = nested.rename(nested.with_name("other.yml"))
    assert digest(moved) == first
    library = tmp_path / "parts" / "lib.yisp"
    library.write_text(library.read_text() + ";(define (lose x) (= score (- score x)))")
    assert digest(moved) != first


def test_nothing_else_is_read_of_a_parcel(nested: Path) -> None:
    from yisp.deck.load import load_file

    deck = yisp.load(nested)
    assert deck.source is not None
    parcel = packed(deck.source, deck.references)
    parcel["data"] = parcel["data"].replace(b"parts/base.yml", b"parts/more.yml")
    with pytest.raises(yisp.DeckError, match="did not come along"):
        load_file(unpacked(parcel))


# Figures ----------------------------------------------------------------------------------------


def test_figures_go_by_their_titles() -> None:
    figures = figures_of(PROGRAM, range(2))
    assert [f"{one.topic}:{one.title}" for one in figures] == [
        "opening:rate", "opening:score", "opening:one", "opening:two", "opening:pots", "opening:hand",
        "plain:rate", "plain:score", "plain:one",
    ]  # fmt: skip
    assert [one.topic for one in find("rate", figures)] == ["opening", "plain"]
    assert [one.topic for one in find("plain:one", figures)] == ["plain"]
    assert find("two.rate", figures) == find("two", figures)
    with pytest.raises(ValueError, match="did you mean 'hand'"):
        find("hands", figures)


def test_what_is_shown_where_nobody_says_what() -> None:
    """Rates and scores; of a topic without combos all there is."""
    deck = """
deck: {cards: {a: {}, b: {count: 9}}}
simulate:
  tests:
    t: {combos: {c: {hand: [a]}}, watch: {w: {hand: [b]}}, stats: {n: '|H|'}}
    u: {stats: {m: '|D|'}}
"""
    sweep = yisp.sweep(yisp.loads(deck), ["a=1,2"], method="exact")
    shown = [f"{one.topic}:{one.title}" for one in chosen_figures(sweep)]
    assert shown == ["t:rate", "t:score", "u:m"]


def test_a_combo_named_as_a_figure_is_told_apart() -> None:
    deck = yisp.loads("deck: {cards: {a: {count: 9}}}\nsimulate: {tests: {t: {combos: {rate: {hand: [a]}}}}}")
    titles = [figure.title for figure in figures_of(yisp.compile_deck(deck), [0])]
    assert titles == ["rate", "score", "combo:rate"]


# Python's own mistakes ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("vary", "more", "error", "said"),
    [
        ({"key": []}, {}, ValueError, "has no values"),
        ({"key": ["1"]}, {}, TypeError, "whole numbers"),
        ({"key": [True]}, {}, TypeError, "whole numbers"),
        ("key=1", {"topics": "opning"}, ValueError, "there is no topic"),
        ("key=1", {"count": 0}, ValueError, "count must be"),
        ("key=1", {"filler": "rst"}, ValueError, "did you mean 'rest'"),
        ("key=1", {"counts": {"kee": 1}}, ValueError, "did you mean 'key'"),
        ("key=1", {"set": {"dwn": 1}}, ValueError, "there is no parameter"),
        ("key=1", {"policy": "wise"}, ValueError, "policy must be one of"),
    ],
)
def test_mistakes(vary: Any, more: dict[str, Any], error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        yisp.sweep(DECK, vary, **more)


def test_what_is_sure_of_a_difference_counts_for_more_than_what_each_variant_came_to() -> None:
    """By their own trials 2 and 3 change places; in the same worlds nothing is lost by one more."""
    topic = "{start-card: 3, combos: {x: {hand: [a]}, y: {hand: [b], score: 2}}}"
    cards = "{a: {count: 2}, b: {count: 3}, r: {count: -1}}"
    of = yisp.loads(f"deck: {{size: 12, cards: {cards}}}\nsimulate: {{tests: {{t: {topic}}}}}\n")
    found = yisp.sweep(of, {"a": range(4)}, method="sample", count=200, seed=1, target="python")
    scores = [point.known[1].value or 0 for point in found.points]
    assert max(scores) == scores[2] > scores[3]
    second = list(report.render(found, found.figures))[1]
    assert second.startswith("Highest score: 1.59 ± 0.09 with a=3 (+0.07 ± 0.05 against a=2)")


def test_where_nothing_changes_that_is_said() -> None:
    cards = "deck: {cards: {a: {count: 3}, r: {count: 9}}}\n"
    of = yisp.loads(f"{cards}simulate: {{tests: {{t: {{stats: {{s: '|D|'}}}}}}}}\n")
    found = yisp.sweep(of, {"a": [3, 2]}, filler="r")
    assert next(iter(report.render(found, found.figures))) == "The same in every variant: s 7.00 (7)"


def test_of_many_variants_the_highest_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report, "MOST_LINES", 3)
    monkeypatch.setattr(report, "HIGHEST", 2)
    few, many = (
        report.render_markdown(sweep, chosen_figures(sweep))
        for most in (3, 4)
        for sweep in [yisp.sweep(DECK, [f"key=1..{most}"], topics="opening", method="exact")]
    )
    assert "The 2" not in few and "|   1 |" in few
    assert "\nThe 2 with the highest rate; --csv FILE has all of them:\n" in many
    assert [line[:8] for line in many.splitlines() if line.startswith("|  ")] == ["|   4 | ", "|   3 | "]
