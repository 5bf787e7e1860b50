"""What each card is worth: exact, sampled, and with trials of the deck that count for its variants."""

from __future__ import annotations

from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest
from hunt.unseen import draw_unseen
from running import deck_text, load_text

import yisp
from yisp.compile.pipeline import compile_deck
from yisp.compile.unseen import unseen_of
from yisp.deck.model import Deck
from yisp.report.studies.sensitivity import render
from yisp.simulate.counting.statistics import rate_half_width
from yisp.simulate.stop import Stop
from yisp.studies.comparison import exchanges
from yisp.studies.comparison.exchanges import Exchanges, Variant, variants
from yisp.studies.comparison.paired import Gathered
from yisp.studies.comparison.sensitivity import TopicSensitivity, Worth

DRAWING = {
    "pot": {"count": 2, "program": "[1]@;(# X B);(# D.2 H)"},
    "lamp": {"count": 3, "program": "@;(# X B);(# D.1 H);(if (> |D| 10) (# H.ash.1 F))"},
    "ash": {"count": 3},
    "gem": {"count": 2},
    "rest": {"count": -1},
}
SEARCHING = {**DRAWING, "gate": {"count": 2, "program": "[1]@;(# X B);(# D.ash.1 H);(shuffle D)"}}
TOPIC = {
    "exec-program": True,
    "combos": {"one": {"hand": ["ash"]}, "two": {"score": 2, "hand": ["ash", "gem"]}},
}


def deck(cards: dict[str, Any] = DRAWING, size: int = 24, **topics: Any) -> Deck:
    text = deck_text(cards, topics or {"t": TOPIC})
    return load_text(text.replace('"deck": {', f'"deck": {{"size": {size}, ', 1))


def sampled(of: Deck, **options: Any) -> TopicSensitivity:
    options = {"count": 4000, "seed": 7, "target": "python", "method": "sample", **options}
    (topic,) = yisp.sensitivity(of, **options).topics
    return topic


def test_exact_changes_are_those_of_exact_answers() -> None:
    of = deck()
    (topic,) = yisp.sensitivity(of, method="exact").topics
    own = Fraction(yisp.run(of, method="exact").topics["t"].success.exact or 0)
    for change in topic.changes:
        other = of.with_counts({change.card: change.copies + change.by})
        rate = Fraction(yisp.run(other, method="exact").topics["t"].success.exact or 0)
        assert change.gaps[0].exact == str(rate - own), (change.card, change.by)


def test_the_card_that_fills_the_deck_makes_up_for_the_copy() -> None:
    answer = yisp.sensitivity(deck(), method="exact")
    assert answer.filler == "rest"
    assert {change.card for change in answer.topics[0].changes} == {"pot", "lamp", "ash", "gem"}
    answer = yisp.sensitivity(deck(), filler="gem", method="exact")
    assert answer.filler == "gem"
    assert {change.card for change in answer.topics[0].changes} == {"pot", "lamp", "ash", "rest"}


def test_the_card_that_fills_the_deck_is_not_changed_where_no_other_can_be() -> None:
    cards = {"a": {"count": 1}, "rest": {"count": -1}}
    known = {"hand": ["a"], "deck-top": ["rest"]}
    topic = {"start-card": 1, "start": known, "combos": {"c": {"hand": ["a"]}}}
    answer = yisp.sensitivity(deck(cards, 2, t=topic))
    assert answer.filler == "rest"
    assert {change.card for change in answer.topics[0].changes} == {"a"}


def test_without_one_the_size_changes() -> None:
    topic = {"combos": {"one": {"hand": ["ash"]}}}
    fixed = load_text(deck_text({"ash": {"count": 3}, "rest": {"count": 17}}, {"t": topic}))
    answer = yisp.sensitivity(fixed, method="exact")
    assert answer.filler is None
    assert {(change.card, change.by) for change in answer.topics[0].changes} == {
        ("ash", 1), ("ash", -1), ("rest", 1), ("rest", -1),
    }  # fmt: skip


def test_a_copy_less_of_a_card_without_any_is_no_change() -> None:
    topic = yisp.sensitivity(deck().with_counts(gem=0), method="exact").topics[0]
    assert [change.by for change in topic.changes if change.card == "gem"] == [1]


def test_a_deck_that_cannot_be_is_said_to_be_none() -> None:
    topic = {"combos": {"one": {"hand": ["ash"]}}}
    small = load_text(deck_text({"ash": {"count": 4}, "rest": {"count": 1}}, {"t": topic}))
    found = yisp.sensitivity(small, method="exact").topics[0]
    reasons = {(change.card, change.by): change.reason for change in found.changes}
    assert reasons["ash", 1] is None and "5 cards" in (reasons["ash", -1] or "")


def test_cards_are_in_the_order_of_what_they_are_worth() -> None:
    topic = yisp.sensitivity(deck(), method="exact").topics[0]
    sizes = [max(change.size for change in topic.changes if change.card == card) for card in topic.cards]
    assert topic.cards[0] == "ash" and sizes == sorted(sizes, reverse=True)


def test_one_topic_or_some_of_them() -> None:
    topics = {name: {"combos": {"one": {"hand": ["ash"]}}} for name in ("first", "second")}
    both = load_text(deck_text({"ash": {"count": 4}, "rest": {"count": 9}}, topics))
    for asked, found in (("second", ["second"]), (["second"], ["second"]), (None, ["first", "second"])):
        assert [topic.name for topic in yisp.sensitivity(both, topics=asked).topics] == found


# By trials ------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("cards", [DRAWING, SEARCHING], ids=["drawing", "searching"])
def test_sampled_changes_are_the_exact_ones(cards: dict[str, Any]) -> None:
    of = deck(cards)
    exact = yisp.sensitivity(of, method="exact").topics[0]
    found = sampled(of, count=20_000)
    assert found.reused == (cards is DRAWING)
    for change in found.changes:
        known = exact.change(change.card, change.by)
        assert known is not None
        for gap, truth in zip(change.gaps, known.gaps, strict=True):
            assert gap.ci95 is not None and gap.mean is not None and truth.mean is not None
            half = (gap.ci95[1] - gap.ci95[0]) / 2
            assert abs(gap.mean - truth.mean) < 2.5 * half, (change.card, change.by, gap.kind)


def test_changes_are_known_as_well_as_the_deck_is_by_so_many_trials() -> None:
    found = sampled(deck(), count=8000)
    wins = found.result.success.count or 0
    wanted = rate_half_width(wins, 8000)
    for change in found.changes:
        low, high = change.gaps[0].ci95 or (0.0, 1.0)
        assert (high - low) / 2 <= wanted * 1.1, (change.card, change.by)


def test_a_deck_of_twenty_kinds_takes_no_more_than_four_runs() -> None:
    kinds = {f"k{number:02}": {"count": 2} for number in range(19)}
    combos = {"pair": {"hand": ["k00", "k01"]}, "any": {"hand": [{"any": [f"k{n:02}" for n in range(6)]}]}}
    topic = {"exec-program": True, "combos": combos}
    of = deck({**kinds, "rest": {"count": -1}}, 60, t=topic)
    found = sampled(of, count=20_000)
    assert found.reused and found.trials == 20_000
    assert len(found.changes) == 38
    assert found.played <= 4 * found.trials


@pytest.mark.slow
def test_both_targets_say_the_same() -> None:
    """Each variant is a module of its own, so there are few."""
    few = {name: SEARCHING[name] for name in ("gate", "ash", "gem", "rest")}
    for cards in ({**few, "gate": DRAWING["pot"]}, few):
        of = deck(cards).with_counts(gem=0)
        one, other = (
            sampled(of, filler="rest", count=500, target=target).to_dict() for target in ("python", "native")
        )
        assert one == other


def test_whoever_looks_ahead_knows_what_is_left() -> None:
    of = deck(t={**TOPIC, "policy": "random"})
    assert not sampled(of, count=300).reused


# Trials that count for variants ---------------------------------------------------------------------------


Rows = dict[tuple[str, int], tuple[bytes, bytes]]
"""By change: the rows as they are put together, and as they are when every trial is played."""


def possible(of: Deck, filler: str | None = None) -> list[Variant]:
    found, _ = variants(of, compile_deck(of), filler)
    return [variant for variant in found if variant.program is not None]


def both_ways(of: Deck, index: int, trials: int, filler: str | None = None, target: str = "python") -> Rows:
    """Of every variant that exchanges one copy, where trials are reused and where they are not."""
    base, found, both = compile_deck(of), possible(of, filler), {}
    with Stop() as stop:
        some = Exchanges(base, index, found, 7, target, True, stop)
        every = Exchanges(base, index, found, 7, target, False, stop)
        own, left = some._own.rows(0, trials, left=True) or (b"", b"")
        for at, variant in enumerate(found):
            if variant.exchanged is not None:
                reused, _ = some._variant(at, 0, trials, own, left) or (b"", 0)
                full, played = every._variant(at, 0, trials, own, b"") or (b"", 0)
                both[variant.card, variant.by] = reused, full
                assert played == trials
    return both


def test_reused_trials_are_those_that_would_have_been_played() -> None:
    assert unseen_of(deck()) == [True]
    found = both_ways(deck(), 0, 400)
    assert len(found) == 8
    for change, (reused, full) in found.items():
        assert reused == full, change


@pytest.mark.parametrize(
    ("target", "numbers"),
    [
        ("python", 3),
        pytest.param("python", 40, marks=pytest.mark.slow),
        pytest.param("native", 2, marks=pytest.mark.slow),
    ],
)
def test_drawn_decks_reuse_what_they_would_have_played(target: str, numbers: int) -> None:
    """Decks with all that scripts can do, but for looking into the deck."""
    blind = compared = 0
    for number in range(numbers):
        try:
            of = load_text(draw_unseen("sensitivity", number))
        except yisp.DeckError:
            continue
        for index, unseen in enumerate(unseen_of(of)):
            if not unseen:
                continue
            blind += 1
            largest = max(of.kinds, key=lambda kind: kind.count).name
            for change, (reused, full) in both_ways(of, index, 60, largest, target).items():
                compared += 1
                assert reused == full, (number, index, change)
    assert blind >= numbers / 2 and compared >= 3 * blind


@pytest.mark.parametrize("flags", ["D", "D on turn-start", "D on draw"])
def test_a_card_that_acts_in_the_deck_counts_before_there_is_one(flags: str) -> None:
    """One copy more of it is in the deck in every world, though no card of the deck acts there."""
    cards = {**DRAWING, "gem": {"count": 0, "program": f"[{flags}]@;(# X B);(# D.2 H)"}}
    topic = {"exec-program": True, "turns": 2, "draw": 1, "combos": {"one": {"score": "|H|"}}}
    of = deck(cards, t=topic)
    assert unseen_of(of) == [False]
    known = sampled(of, count=2000).change("gem", 1)
    assert known is not None and known.gaps[1].mean is not None and known.gaps[1].mean > 0.5


def test_of_a_run_that_is_ended_each_change_counts_what_it_has_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    variant = Exchanges._variant

    def ended(self: Exchanges, at: int, first: int, *others: Any) -> Any:
        return None if at == 3 and first >= 512 else variant(self, at, first, *others)

    monkeypatch.setattr(Exchanges, "_variant", ended)
    found = sampled(deck())
    assert found.trials == found.result.trials == 1024
    assert [change.trials for change in found.changes] == [1024] * 3 + [512] * 5
    monkeypatch.undo()
    few = sampled(deck(), count=512)
    assert [change.to_dict() for change in found.changes[3:]] == [
        change.to_dict() for change in few.changes[3:]
    ]


def test_trials_of_a_deck_that_are_interrupted_are_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    base = compile_deck(deck())
    found, _ = variants(deck(), base, None)
    with Stop() as stop:
        some = Exchanges(base, 0, found, 7, "python", False, stop)
        for _ in some.steps(512):
            monkeypatch.setattr(type(some._own.players), "halted", True)
        assert some.result().trials == some.trials == 1


def test_what_is_known_on_the_way_is_what_fewer_trials_tell() -> None:
    """Whoever runs the steps may look at any moment, and sees no number that is not of whole trials."""
    of = deck()
    base = compile_deck(of)
    found, _ = variants(of, base, None)
    with Stop() as stop:
        worth = Worth(of, base, 0, found, 7, "python", stop)
        looks = set()
        for _ in worth.exchanges.steps(300):
            known = worth.found()
            if known is not None:
                looks |= {change.trials for change in known.changes}
            if looks >= {None, 64, 128}:
                break
    assert known is not None
    for change in known.changes:
        if change.trials is not None:
            few = sampled(of, count=change.trials).change(change.card, change.by)
            assert few is not None and few.to_dict() == change.to_dict()


def test_what_is_known_is_exact_or_counted() -> None:
    """Trials tell more than some exact changes, and all exact changes more than trials."""
    of = deck()
    found, _ = variants(of, compile_deck(of), None)

    def known(worth: Worth) -> tuple[str, int] | None:
        topic = worth.found()
        return topic and (topic.method, sum(bool(change.gaps) for change in topic.changes))

    with Stop() as stop:
        worth = Worth(of, compile_deck(of), 0, found, 7, "python", stop)
        steps = worth.exactly()
        assert known(worth) is None
        next(steps), next(steps)
        assert (worth.exact, known(worth)) == (None, ("exact", 1))
        worth.exact = False
        assert known(worth) is None
        assert worth.exchanges.trials == 0 and known(worth) is None
        worth.exact = None
        worth.exchanges.run(64, None, None)
        assert known(worth) == ("sample", 8)
        assert [*steps] and (worth.exact, known(worth)) == (True, ("exact", 8))


def test_how_long_pieces_are_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor when a change is known well enough, which ends its trials."""
    whole = sampled(deck(SEARCHING), count=3000, filler="rest").to_dict()
    monkeypatch.setattr("yisp.studies.comparison.exchanges.PIECE", 1e-4)
    assert sampled(deck(SEARCHING), count=3000, filler="rest").to_dict() == whole
    assert len({change["trials"] for change in whole["changes"]}) > 1


def test_what_is_reused_is_noticed_where_a_topic_knows_more() -> None:
    """The tests above can fail: a deck that searches comes to other rows when trials are reused there."""
    assert unseen_of(deck(SEARCHING)) == [False]
    found = both_ways(deck(SEARCHING), 0, 400)
    assert not all(reused == full for reused, full in found.values())


@pytest.mark.parametrize(
    ("program", "unseen"),
    [
        ("@;(# X B);(# D.2 H)", True),
        ("@;(# X B);(if (> |D| 3) (# D.1 B))", True),
        ("@;(# X B);(# H.ash F)", True),
        ("@;(# X B);(# D.ash.1 H)", False),
        ("/|D.ash|;@;(# X B)", False),
        ("@;(## X D)", False),
        ("@;(# X B);(shuffle D)", False),
        ("@;(# X B);(print D.1)", False),
        ("@;(# X B);(# D.-1 H)", False),
        ("@;(# X B);(# D.?1 H)", False),
        ("[D]@;(# X B)", False),
        ("[ on D>B](# D.1 H)", True),
        ("[D on turn-start](# X B)", False),
        ("[H on turn-start](# X B)", True),
        ("@;(# H.(> (copies X) 1) F)", False),
        ("@;(# H.(> (copies B) 1) F)", True),
        ("@;(# X B);(light D.ash 10)", False),
        ("@;(# X B);(# H.(> (copies D) 1) F)", False),
        ("@;(# X B);(= x (high D level))", False),
        ("@;(# X B);(on turn-end (# D.1 H))", True),
        ("@;(# X B);(on turn-end (# D.ash H))", False),
    ],
)
def test_which_topics_know_nothing_of_what_stays_in_the_deck(program: str, unseen: bool) -> None:
    cards = {
        "ash": {"count": 3, "props": {"level": 3}}, "gem": {}, "play": {"count": 3, "program": program},
        "rest": {"count": -1},
    }  # fmt: skip
    assert unseen_of(deck(cards)) == [unseen]


def test_what_judges_a_topic_counts_for_that_topic_alone() -> None:
    looks = {"stats": {"left": "|D.ash|"}}
    wants = {"combos": {"c": {"D": ["ash"]}}}
    assert unseen_of(deck(DRAWING, 24, t=TOPIC, u=looks, v=wants)) == [True, False, False]


# How often intervals hold the truth -----------------------------------------------------------------------


@pytest.mark.slow
def test_intervals_of_changes_hold_the_truth_in_95_of_100_cases() -> None:
    """2,000 sensitivities: 93 to 97 % of their intervals hold the true change."""
    of = deck()
    exact = yisp.sensitivity(of, method="exact").topics[0]
    kept = [one for one in possible(of) if (one.card, one.by) in (("ash", 1), ("lamp", -1), ("gem", 1))]
    held = {(one.card, one.by, kind): 0 for one in kept for kind in ("success", "score")}
    repetitions, trials = 2000, 2000
    with Stop() as stop:
        engine = Exchanges(compile_deck(of), 0, kept, 7, "native", True, stop)
        for repetition in range(repetitions):
            engine._gathered = [{figure: Gathered() for figure in by} for by in engine._gathered]
            first, last = repetition * trials, (repetition + 1) * trials
            own, left = engine._own.rows(first, last, left=True) or (b"", b"")
            assert all(engine._hold(at, first, last, own, left) for at in range(len(kept)))
            for at, one in enumerate(kept):
                known = exact.change(one.card, one.by)
                assert known is not None
                for gap, truth in zip(engine.gaps(at), known.gaps, strict=True):
                    assert gap.ci95 is not None and truth.mean is not None
                    held[one.card, one.by, gap.kind] += gap.ci95[0] <= truth.mean <= gap.ci95[1]
    held.pop(("gem", 1, "success"))  # no hand needs one
    for which, count in held.items():
        assert 0.93 <= count / repetitions <= 0.97, (which, count / repetitions)


# Where nobody says how many -------------------------------------------------------------------------------


def test_without_a_count_all_together_do_the_work_of_a_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many variants there are, and whether trials of the deck count for them or not."""
    monkeypatch.setattr(exchanges, "WORK", 300_000)
    for cards in (DRAWING, SEARCHING):
        of = deck(cards)
        base = compile_deck(of)
        found, _ = variants(of, base, "rest")
        engine = Exchanges(base, 0, found, 7, "python", unseen_of(of)[0], Stop())
        engine.run(None, None, None)
        assert engine.reuses == (cards is DRAWING)
        together = engine.trials + sum(engine.played)
        assert 0.8 * engine._affordable() < together < 1.2 * engine._affordable()
        assert sampled(of, count=None, filler="rest").played == together, "no clock has a say in it"


@pytest.mark.slow
def test_without_a_count_it_ends_when_changes_are_known() -> None:
    """A card that does nothing: where no trial differs, changes are known long before the work is done."""
    cards = {"a": {"count": 3}, "b": {"count": 3}, "rest": {"count": -1}}
    found = sampled(deck(cards, t={"start-card": 5, "combos": {"c": {"hand": ["a"]}}}), count=None)
    for change in found.changes:
        low, high = change.gaps[0].ci95 or (0.0, 1.0)
        assert (high - low) / 2 <= 0.0008
    exact = yisp.sensitivity(
        deck(cards, t={"start-card": 5, "combos": {"c": {"hand": ["a"]}}}), method="exact"
    ).topics[0]
    for mine, true in zip(found.changes, exact.changes, strict=True):
        low, high = mine.gaps[0].ci95 or (0.0, 1.0)
        assert low - 0.0005 <= (true.gaps[0].mean or 0.0) <= high + 0.0005


def test_what_matters_to_a_number_is_said_of_that_number() -> None:
    of = deck({"gem": {"count": 3}, "rest": {"count": -1}}, 40, t={"stats": {"gems": "|H.gem|"}})
    first, *_ = render(yisp.sensitivity(of)).splitlines()
    assert first == "What matters most to t, gems: one gem more, +0.12 (1/8)."


def test_where_no_card_matters_that_is_said() -> None:
    """Of a topic without combos no rate is told."""
    topics = {"t": {"start-card": 2, "combos": {"c": {"condition": "1"}}}}
    topics |= {"u": {"start-card": 2, "stats": {"n": "|H|"}}}
    found = yisp.sensitivity(load_text(deck_text({"a": {"count": 2}, "b": {"count": 3}}, topics)))
    lines = render(found).splitlines()
    assert lines[:2] == [f"No card matters to {name}: one more or less changes nothing." for name in "tu"]
    assert [line[:32] for line in lines if "as it is" in line] == ["The deck as it is: success rate "]


def test_when_the_rate_of_the_deck_itself_is_known() -> None:
    """Where there is none, at once."""
    study: Any = object.__new__(Exchanges)
    for combos, successes, trials, known in (
        (["c"], 50, 100, False), (["c"], 0, 100, False), (["c"], 0, 10**6, True), ([], 50, 100, True)
    ):  # fmt: skip
        counts = SimpleNamespace(successes=successes)
        study._own = SimpleNamespace(players=SimpleNamespace(parts=lambda counts=counts: [counts]))
        study.topic = SimpleNamespace(combos=combos)
        assert study._known_itself(trials) == known
