"""Tuning: the decks within limits, which are looked at, and which of them is said to be best."""

from __future__ import annotations

import json
import re
from functools import cache
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import pytest
from running import deck_text

import yisp
from yisp.report.studies import tune as tuned
from yisp.report.studies.tune import render, render_markdown
from yisp.simulate import question
from yisp.studies.tuning.banlist import NotAList, read_banlist
from yisp.studies.tuning.builds import BEST, DROPPED, FRONT, NOTHING, OPEN, Tune
from yisp.studies.tuning.candidates import Candidates
from yisp.studies.tuning.limits import candidates_of, read_range
from yisp.studies.tuning.search import seed_of
from yisp.studies.tuning.tune import read_goals, work_for
from yisp.studies.work.work import Task
from yisp.studies.work.worker import begin

TEXT = """
set: {more: 0}
deck:
  cards:
    key: {count: 3}
    lock: {count: 3}
    pot: {count: 2, program: '@;(# X B);(# D.1 H)'}
    rest: {count: 32}
simulate:
  tests:
    opening:
      exec-program: true
      combos: {both: {hand: [key, lock]}}
      watch: {bricked: {condition: '(== |H.rest| 5)'}}
      stats: {keys: '(+ |H.key| more)', pots: '|B.pot|'}
    second: {combos: {one: {hand: [key]}}}
"""
DECK = yisp.loads(TEXT, "deck.yml")
DECK_COUNTS = {kind.name: kind.count for kind in DECK.kinds}


# The decks to choose from -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ranges", "sizes"),
    [
        ([(0, 3), (0, 3), (0, 3)], [4]),
        ([(1, 3), (0, 2), (2, 2), (0, 9)], [5, 6, 9]),
        ([(0, 1)] * 6, [0, 6]),
        ([(5, 5)], [5]),
    ],
)
def test_candidates_are_all_decks_within_the_limits(ranges: list[tuple[int, int]], sizes: list[int]) -> None:
    found = Candidates(ranges, sizes)
    every = {one for one in product(*(range(low, high + 1) for low, high in ranges)) if sum(one) in sizes}
    assert found.total == len(every)
    assert {found[number] for number in range(found.total)} == every
    for one in every:
        assert one in found and found.nearest(one) == one
        near = set(found.neighbours(one))
        away = [sorted(b - a for a, b in zip(one, other, strict=True) if a != b) for other in near]
        assert near <= every and all(steps in ([-1, 1], [1], [-1]) for steps in away)
        exchanged = {
            other for other in every
            if sorted(b - a for a, b in zip(one, other, strict=True) if a != b) in ([-1, 1], [1], [-1])
        }  # fmt: skip
        assert near == exchanged
    with pytest.raises(IndexError):
        found[found.total]


def test_cards_in_zones_of_their_own_count_for_no_size() -> None:
    ranges = [(0, 2), (1, 2), (0, 3)]
    found = Candidates(ranges, [3], aside={1})
    every = {one for one in product(*(range(low, high + 1) for low, high in ranges)) if one[0] + one[2] == 3}
    assert {found[number] for number in range(found.total)} == every and found.total == len(every)
    for one in every:
        assert one in found and found.nearest(one) == one
        assert set(found.neighbours(one)) == {
            other for other in every
            if sorted(b - a for a, b in zip(one, other, strict=True) if a != b) in ([-1, 1], [1], [-1])
        }  # fmt: skip


def test_a_card_in_a_zone_of_its_own_stays_unless_it_is_named() -> None:
    cards = {"a": {"count": 2}, "b": {"count": 3}, "boss": {"count": 2, "zone": "E"}}
    deck = yisp.loads(deck_text(cards, {"t": {"start-card": 2, "combos": {"c": {"hand": ["a"]}}}}))
    assert yisp.tune(deck, method="exact", jobs=1).best == {"a": 3, "b": 2, "boss": 2}
    found = yisp.tune(deck, ranges={"boss": (0, 1)}, lock=["a"], method="exact", jobs=1)
    assert {one.counts for one in found.looked} == {(2, 3, 0), (2, 3, 1)}
    assert [point.cards for point in yisp.sweep(deck, "boss=0..1", jobs=1).points] == [5, 5]


def test_more_candidates_than_anybody_can_count() -> None:
    found = Candidates([(0, 3)] * 200, [300])
    assert found.total > 10**100
    assert sum(found[found.total - 1]) == 300 and found.nearest((0,) * 200) in found


def test_no_candidates() -> None:
    with pytest.raises(ValueError, match="no deck of 9 cards: the limits allow from 1 to 6"):
        Candidates([(1, 3), (0, 3)], [9])
    with pytest.raises(ValueError, match="too many cards"):
        Candidates([(0, 10**6)] * 100, [10**7])


def test_what_limits_mean() -> None:
    own = DECK_COUNTS
    assert candidates_of(DECK).ranges == [(0, 3), (0, 3), (0, 3), (0, 40)]
    assert candidates_of(DECK, limit=1, sizes=[60]).ranges == [(0, 60), (0, 60), (0, 60), (0, 60)]
    assert candidates_of(DECK, lock=["key"], ranges={"pot": (1, 2)}).ranges[::2] == [(3, 3), (1, 2)]
    only = candidates_of(DECK, only=["key", "rest"]).ranges
    assert only == [(0, 3), (own["lock"],) * 2, (own["pot"],) * 2, (0, 40)]
    banned = read_banlist(b"key,1\nnobody,0\n")
    assert candidates_of(DECK, banlist=banned).ranges[0] == (0, 1)
    with pytest.raises(ValueError, match="the list allows 1 of 'key', which is to have 3 or more"):
        candidates_of(DECK, banlist=banned, lock=["key"])
    with pytest.raises(ValueError, match="did you mean 'lock'"):
        candidates_of(DECK, lock=["loc"])
    with pytest.raises(ValueError, match="cannot be locked and vary"):
        candidates_of(DECK, lock=["key"], ranges={"key": (0, 1)})


def test_ranges() -> None:
    assert read_range("a=b=0..3") == ("a=b", (0, 3))
    assert read_range("ash=2") == ("ash", (2, 2))
    for text in ("ash", "ash=0,2", "ash=-1..2", "ash=3..1", "=1"):
        with pytest.raises(ValueError):
            read_range(text)


# Lists of limited cards -----------------------------------------------------------------------------


LFLIST = b"""\
#[2024.1 TCG][2024.1]
!2024.1 TCG
$whitelist
#Forbidden
14558127 0 --Ash  Blossom
23434538 1 --Maxx "C"
27204311 -1
!2024.1 OCG
14558127 3 --Ash Blossom
"""


def test_a_list_of_ygopro() -> None:
    first = read_banlist(LFLIST)
    assert (first.title, first.limit("ash blossom"), first.limit("14558127")) == ("2024.1 TCG", 0, 0)
    assert (first.limit('Maxx "C"'), first.limit("27204311"), first.limit("Nibiru")) == (1, None, None)
    assert read_banlist(LFLIST, "2024.1 ocg").limit("Ash Blossom") == 3
    with pytest.raises(NotAList, match=r"no list '2023'; it has '2024.1 TCG', '2024.1 OCG'"):
        read_banlist(LFLIST, "2023")


@pytest.mark.parametrize(
    "text",
    [
        "灰流丽,1\n増殖するG, 0\n",
        "\ufeffname,copies\n灰流丽,1\n増殖するG,0\n",
        "灰流丽\t1\r\n増殖するG\t0\r\n",
        "# a comment\n灰流丽: 1\n增殖: 2\n増殖するG = 0",
        '"灰流丽";1\n増殖するG;0\n増殖するG;3',
    ],
)
def test_a_list_of_names(text: str) -> None:
    found = read_banlist(text.encode())
    assert (found.limit("灰流丽"), found.limit("増殖するG")) == (1, 0)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "limits no card"),
        (b"a,1\nb,many\n", "line 2 is no name and number: b,many"),
        (b"a,-1", "from 0 to 1,000,000 copies"),
        (b"\xff\xfe", "not text in UTF-8"),
        (b"x" * (5 * 2**20), "at most 4 MiB"),
        (b"," * 200_000, "limits no card|no name"),
        (b'key,1\n"",2\n', 'line 2 is no name and number: "",2'),
    ],
)
def test_what_is_no_list(data: bytes, said: str) -> None:
    with pytest.raises(NotAList, match=said):
        read_banlist(data)


# What is best -------------------------------------------------------------------------------------


@cache
def every_rate(copies: range) -> dict[tuple[int, ...], float]:
    """Worked out apart from tuning: the rate of every deck of 40 with these counts of key and lock."""
    return {
        (key, lock): yisp.run(DECK.with_counts(key=key, lock=lock, rest=38 - key - lock))
        .topics["opening"]
        .success.rate
        or 0.0
        for key in copies
        for lock in copies
    }


LOOKED = [
    (3, 3), (2, 3), (1, 3), (0, 3), (0, 2), (0, 1), (0, 0), (3, 2), (2, 2), (1, 2), (1, 1), (1, 0),
]  # fmt: skip


def test_the_best_of_all_exactly() -> None:
    tune = yisp.tune(DECK, lock="pot")
    rates = every_rate(range(4))
    assert (tune.candidates, tune.whole, tune.exact, tune.shown) == (16, True, True, True)
    found = {one.counts[:2]: one.estimates[0].value for one in tune.looked}
    assert found == rates
    (best,) = tune.of(BEST)
    assert best.counts[:2] == max(rates, key=lambda one: rates[one]) == (3, 3)
    assert tune.best == {"key": 3, "lock": 3, "pot": 2, "rest": 32}


def test_what_is_exact_of_some_decks_is_not_exact_of_all(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("YISP_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(question, "AUTO_BUDGET", 5000)
    tune = yisp.tune(DECK, lock=["key", "lock"], jobs=1)
    exactly = {one.counts[2]: one.estimates[0].exact is not None for one in tune.looked}
    assert exactly == {0: True, 1: True, 2: True, 3: False} and not tune.exact


def test_as_small_as_can_be() -> None:
    tune = yisp.tune(DECK, minimize="both", lock="pot")
    assert {one.counts[:2] for one in tune.of(BEST)} == {
        pair for pair in product(range(4), repeat=2) if 0 in pair
    }
    assert tune.best["key"] == 3 or tune.best["lock"] == 3, "the nearest to the deck comes first"


def test_a_search_finds_the_way_up() -> None:
    """From an unlikely start, looking at few of the decks."""
    start = DECK.with_counts(key=0, lock=3, pot=0, rest=37)
    ranges = {"rest": (20, 40), "key": (0, 9), "lock": (0, 9)}
    tune = yisp.tune(start, look=60, ranges=ranges, seed=1, jobs=1)
    assert not tune.whole and len(tune.looked) == 60
    assert tune.best == {"key": 9, "lock": 9, "pot": 2, "rest": 20} or tune.best["key"] >= 8
    assert "60 of" in repr(tune)


def test_the_front_of_two_goals() -> None:
    tune = yisp.tune(DECK.with_counts(lock=2, rest=33), "both", minimize="keys", lock="pot")
    rates = every_rate(range(4))
    front = {one.counts[:2] for one in tune.of(FRONT)}
    assert front == {(0, lock) for lock in range(4)} | {(key, 3) for key in (1, 2, 3)}
    values = sorted((one.estimates[1].value, one.estimates[0].value) for one in tune.of(FRONT))
    assert all(a[1] <= b[1] for a, b in pairwise(values))
    assert {one.estimates[0].value for one in tune.looked} == set(rates.values())
    assert tune.shown and not tune.of(BEST)
    assert tune.gain is None, "of two goals nobody is best"


def test_a_search_for_two_goals_goes_on_from_what_none_beats(monkeypatch: pytest.MonkeyPatch) -> None:
    """Looking at few of the decks: first around the deck's own, then from elsewhere."""
    tune = yisp.tune(DECK, "both", minimize="keys", lock="pot", look=12, seed=3)
    assert (tune.candidates, tune.whole) == (16, False)
    assert [one.counts[:2] for one in tune.looked] == LOOKED
    rates = every_rate(range(4))
    assert all(one.estimates[0].value == rates[one.counts[:2]] for one in tune.looked)
    assert "Exact: this is the front of those that were looked at" in render_markdown(tune)
    front = len(tune.of(FRONT))
    monkeypatch.setattr(tuned, "MOST_LINES", front)
    assert "more" not in render_markdown(tune)
    monkeypatch.setattr(tuned, "MOST_LINES", front - 2)
    assert "\n\n… and 2 more" in render_markdown(tune)
    assert "\n  … and 2 more\n" in "\n".join(render(tune, "deck.yml"))


def test_how_far_above_the_deck_as_it_is_and_how_many_there_are() -> None:
    tune = yisp.tune(DECK.with_counts(key=2, rest=33), "keys", lock="pot", ranges={"lock": (3, 3)})
    assert "\n* Above the deck as it is by 0.13\n" in render_markdown(tune)
    tune = yisp.tune(DECK.with_counts(key=2, rest=33), minimize="keys", lock="pot", ranges={"key": (1, 2)})
    assert "\n* Below the deck as it is by 0.13\n" in render_markdown(tune)
    own, ranges = DECK.with_counts(key=3, rest=32), {"key": (1, 3), "lock": (3, 3)}
    sampled = {"method": "sample", "seed": 3, "count": 8000, "jobs": 1}
    tune = yisp.tune(own, minimize="keys", lock="pot", ranges=ranges, **sampled)
    assert re.search(r"Below the deck as it is by 0\.\d+ \(0\.\d+ to 0\.\d+\), in", render_markdown(tune))
    assert [tuned._great(number) for number in (10**12 - 1, 10**12)] == ["999,999,999,999", "about 10^12"]


def test_a_deck_without_an_answer_is_out() -> None:
    """Of four cards no hand of five can be drawn."""
    ranges = {"rest": (0, 40), "lock": (1, 1), "key": (1, 2)}
    tune = yisp.tune(DECK, "rate", size=[4, 40], lock="pot", ranges=ranges)
    (out,) = tune.of(NOTHING)
    assert tune.shown and sum(out.counts) == 4
    assert list(render(tune, "deck.yml"))[-5:-1] == [
        "Dropped: 1; the best of them:",
        "   rate",
        "  1.42%  key 3→1, lock 3→1, rest 32→36",
        "Without an answer: 1; a hand of 5 cards cannot be drawn from a deck of 4",
    ]


def test_parameters_and_stats_are_goals() -> None:
    tune = yisp.tune(DECK, "keys", lock="pot", set={"more": 7})
    assert tune.of(BEST)[0].estimates[0].value == pytest.approx(7 + 3 * 5 / 40, rel=0.1)


# Racing true decks ----------------------------------------------------------------------------------


@pytest.mark.slow
def test_decks_race_by_trials() -> None:
    """Of these repetitions hardly any may name a deck that is not the best."""
    rates, right, wrong = every_rate(range(1, 4)), 0, 0
    ranges = {"key": (1, 3), "lock": (1, 3)}
    for seed in range(16):
        tune = yisp.tune(DECK, lock="pot", ranges=ranges, method="sample", seed=seed, count=16_000, jobs=1)
        for one in tune.of(BEST):
            right += rates[one.counts[:2]] == max(rates.values())
            wrong += rates[one.counts[:2]] < max(rates.values())
        for one in tune.looked:
            low, high = one.estimates[0].ends
            assert low <= rates[one.counts[:2]] <= high
    assert wrong <= 1 and right >= 12


def test_a_difference_that_does_not_matter_ends_a_race() -> None:
    wide = yisp.tune(DECK, lock="pot", method="sample", seed=1, indifference=0.2, jobs=1)
    fine = yisp.tune(DECK, lock="pot", method="sample", seed=1, jobs=1)
    assert wide.shown and fine.shown
    most = [max(one.estimates[0].count for one in tune.looked) for tune in (wide, fine)]
    assert most[0] < most[1], "it takes fewer trials"
    assert fine.of(DROPPED)


@pytest.mark.parametrize("look", [5, 16])
def test_wherever_a_search_is_ended_each_figure_has_an_interval(look: int) -> None:
    """On the way up, in the first round before everybody has had his turn, in later ones, and at the end;
    and each holds what the deck truly makes."""
    rates = every_rate(range(4))
    how: dict[str, Any] = {"method": "sample", "seed": 1, "count": 4000, "lock": "pot", "look": look}
    whole = yisp.tune(DECK, jobs=1, **how)
    for last in (1, 21, 41, 10**6):

        def progress(done: int, _: int, last: int = last) -> None:
            if done == last:
                raise KeyboardInterrupt

        found = yisp.tune(DECK, jobs=1, progress=progress, **how)
        assert found.partial or found.rows == whole.rows
        for one in found.looked:
            (estimate,) = one.estimates
            assert estimate.count and estimate.ends[0] <= estimate.value <= estimate.ends[1]
            assert estimate.ends[0] <= rates[one.counts[:2]] <= estimate.ends[1]
        values = [row["rate"] for row in found.rows if row["state"] == OPEN]
        assert values[1:] == sorted(values[1:], reverse=True), "but for who is ahead"


def test_streams_of_steps_have_nothing_in_common() -> None:
    assert len({seed_of(seed, step) for seed in (1, 2, 12) for step in (1, 2, 12, 21)}) == 12


@pytest.mark.slow
def test_more_than_one_process_and_a_journal_give_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from yisp.studies.work import pools

    how: dict[str, Any] = {"method": "sample", "count": 4000, "seed": 5, "lock": "pot", "look": 12}
    alone = json.dumps(yisp.tune(DECK, jobs=1, **how).to_dict())
    monkeypatch.setattr(pools, "WORTH_PROCESSES", -1.0)
    assert json.dumps(yisp.tune(DECK, jobs=2, **how).to_dict()) == alone
    journal = tmp_path / "tune.jsonl"

    def progress(done: int, several: int) -> None:
        if done == 9:
            raise KeyboardInterrupt

    begun = yisp.tune(DECK, journal=journal, progress=progress, jobs=1, **how)
    assert begun.partial and not begun.shown and json.dumps(begun.to_dict(), allow_nan=False)
    assert json.dumps(yisp.tune(DECK, journal=journal, jobs=1, **how).to_dict()) == alone


# Mistakes -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ({"goal": "rat"}, "did you mean 'rate'"),
        ({"goal": ["rate", "score", "keys"]}, "one goal, or there are two"),
        ({"goal": "rate", "minimize": "rate"}, "the two goals are the same"),
        ({"topic": "open"}, "there is no topic 'open'"),
        ({"size": 4000}, "|no deck of 4000"),
        ({"size": [4000, 4001, 4002]}, "no deck of 4000 to 4002 cards"),
        ({"size": [4000, 4001]}, "no deck of 4000 or 4001 cards"),
        ({"size": [4000, 4001, 4003]}, "no deck of 4000 or 4001 or 4003 cards"),
        ({"certainty": 1.0}, "certainty must be"),
        ({"look": 0}, "look must be"),
        ({"ranges": {"kei": (0, 1)}}, "did you mean 'key'"),
        (
            {"banlist": {"key": 0, "lock": 0, "pot": 0, "rest": 0}},
            "no deck of 40 cards: the limits allow from 0 to 0",
        ),
    ],
)
def test_mistakes_are_sentences(words: dict[str, Any], said: str) -> None:
    if "size" in words:
        words = {**words, "ranges": {"rest": (0, 40)}}
    with pytest.raises(ValueError, match=said):
        yisp.tune(DECK, **words)


def test_the_shape_of_what_comes_out() -> None:
    tune = yisp.tune(DECK, ["second:one", "keys"], lock=["pot", "lock"])
    assert isinstance(tune, Tune) and [goal.text for goal in tune.goals] == [
        "great second:one",
        "great opening:keys",
    ]
    first = tune.rows[0]
    assert list(first) == tune.columns and first["key"] == 3 and first["state"] == FRONT
    data = json.loads(json.dumps(tune.to_dict(), allow_nan=False))
    assert data["decks"][0]["counts"] == [3, 3, 2, 32] and data["best"]["key"] == 3
    beside = yisp.loads(TEXT.replace("cards:", "cards:\n    relic: {count: 2, zone: E}", 1), "deck.yml")
    tune = yisp.tune(beside, ["second:one"], lock=["pot", "lock"])
    assert tune.to_dict()["deck"] == {**data["deck"], "kinds": 5}


# What it comes to ---------------------------------------------------------------------------------


def test_how_far_the_best_is_above_the_deck_as_it_is() -> None:
    """Exactly, and in trials by which nothing was chosen; not where the deck as it is is the best."""
    rates, start = every_rate(range(4)), DECK.with_counts(key=1, lock=1, rest=36)
    true = rates[3, 3] - rates[1, 1]
    exact = yisp.tune(start, lock="pot")
    assert exact.gain is not None and exact.gain.exact == pytest.approx(true)
    tune = yisp.tune(start, lock="pot", method="sample", count=8000, seed=1, jobs=1)
    assert tune.best["key"] == tune.best["lock"] == 3
    assert tune.gain is not None and tune.gain.count == 8000
    low, high = tune.gain.ends
    assert 0 < low <= true <= high
    assert json.loads(json.dumps(tune.to_dict()))["gain"] == {"value": tune.gain.value, "ends": [low, high]}
    assert yisp.tune(DECK, lock="pot").gain is None


def test_gaps_go_as_far_as_both_decks_can() -> None:
    """What a stat can be depends on the size, so the ends of a difference follow from both decks'."""
    goals = read_goals(DECK, ["pots"], small=["rate"])
    work, other = begin(work_for(DECK, goals)), (("key", 3), ("lock", 3), ("pot", 1), ("rest", 32))
    task = Task(
        0, other, None, (), "sample", 500, 1, worlds=(tuple(DECK_COUNTS.items()), None, ()), gaps=True
    )
    _, answer = work(task)
    (compared,) = yisp.compare(
        DECK, DECK.with_counts(dict(other)), method="sample", seed=1, count=500, topics="opening"
    ).topics
    for figure, (count, total, _, *ends), far in zip(
        (("stat", "pots"), ("success", "")), answer["gaps"], ([-40, 39], [-1, 1]), strict=True
    ):
        gap = compared.differences[0].gap(*figure)
        assert (count, ends) == (500, far) and total / count == pytest.approx(gap.mean)


def test_a_climb_by_trials() -> None:
    """Of 640 decks it looks at few, and at the best."""
    start = DECK.with_counts(key=0, lock=0, pot=3, rest=37)
    ranges = {"key": (0, 7), "lock": (0, 7), "pot": (0, 9)}
    how: dict[str, Any] = {"method": "sample", "target": "python", "seed": 1, "count": 1500, "jobs": 1}
    tune = yisp.tune(start, look=80, ranges=ranges, **how)
    assert not tune.whole and tune.best["key"] + tune.best["lock"] >= 13


def test_two_processes_climb_the_same_way() -> None:
    start = DECK.with_counts(key=0, lock=0, pot=3, rest=37)
    how: dict[str, Any] = {"look": 12, "ranges": {"key": (0, 7)}, "method": "sample", "seed": 1, "count": 400}
    alone, together = (yisp.tune(start, jobs=jobs, **how).to_dict() for jobs in (1, 2))
    assert json.dumps(together) == json.dumps(alone)
