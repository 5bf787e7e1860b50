"""The text report, line by line."""

from __future__ import annotations

import pytest
from known_results import expend, hands, renamed, result_of, tally

import yisp
from yisp.compile.program import Program
from yisp.report import layout
from yisp.report.text import terminal, text
from yisp.simulate.counting.counts import Tally


def test_the_report_reads_like_ygo_calcs(program: Program) -> None:
    """sd: sqrt((605 * 4 + 250 * 16 - 2210² / 1000) / 999) = 1.2397; 1.96 sd / sqrt(1000) = 0.077, and
    0.1 with what rounding to tenths adds."""
    assert (
        text.render(result_of(program, expend(program), hands(program)))
        == """\
test-expend works in about 86 of 100 games.
hands works in about 74 of 100 games.
Simulate 1000 times...
Time used: 12ms
Seed: 7
Topic: test-expend
First turn average success rate: 86 ± 3 %  average score: 2.2 ± 0.1
A1: 86 ± 3 %  A2: 25 ± 3 %
Scores: 0: 14 ± 3 %  2: 60 ± 4 %  4: 25 ± 3 %
Stats:
  milled:  5.8 ± 0.4  se 0.18  sd 3.6  min 3  5% 3  25% 3  median 4  75% 4  95% 12  max 12  in 400 trials
Histogram of milled:
  3: 25 ± 5 %  4: 50 ± 5 %  12: 25 ± 5 %
Effects (activations per trial, share of trials):
  zenyuan[0]  0.12 ± 0.03  10 ± 3 %
Effects never activated:
  zenyuan[1]
Topic: hands
First turn average success rate: 74 ± 3 %  average score: 0.74 ± 0.03
H1: 74 ± 3 %"""
    )


def test_an_interrupted_run_says_so(program: Program) -> None:
    report = text.render(result_of(program, expend(program), partial=True))
    assert report.splitlines()[4] == "Partial: the run was interrupted"


def test_a_strict_run_says_what_ended_it(program: Program) -> None:
    report = text.render(result_of(program, expend(program), partial=True, stopped_by=0))
    assert report.splitlines()[4] == "Stopped: topic test-expend had a notice, which ends a strict run"


def test_each_topic_of_a_partial_run_says_how_far_it_came(program: Program) -> None:
    second = hands(program, trials=10, successes=4, score=tally({0: 6, 1: 4}), combos=[4])
    report = text.render(result_of(program, expend(program), second, partial=True)).splitlines()
    assert "Topic: test-expend (1000 trials)" in report
    assert "Topic: hands (10 trials)" in report


def test_no_trials_give_no_numbers(program: Program) -> None:
    nothing = hands(program, trials=0, successes=0, score=tally({}), combos=[0])
    report = text.render(result_of(program, nothing, partial=True))
    assert report.splitlines()[0] == "hands was not tried: the run ended before."
    assert report.splitlines()[-2:] == ["Topic: hands (0 trials)", "No trials"]


def test_one_trial_has_a_mean_but_no_interval_of_it(program: Program) -> None:
    one = hands(program, trials=1, successes=1, score=tally({1: 1}), combos=[1])
    report = text.render(result_of(program, one))
    assert "average score: 1.00\n" in report


def test_a_narrow_interval_does_not_show_as_none(program: Program) -> None:
    """A million trials: 1.96 sqrt(0.744 * 0.256 / 10^6) = 0.00086."""
    many = hands(
        program, trials=10**6, successes=744000, score=tally({0: 256000, 1: 744000}), combos=[744000]
    )
    report = text.render(result_of(program, many))
    assert "success rate: 74.40 ± 0.09 %  average score: 0.7440 ± 0.0009" in report


def test_many_scores_are_given_as_quantiles(program: Program) -> None:
    spread = hands(program, score=tally(dict.fromkeys(range(1000), 1)))
    report = text.render(result_of(program, spread))
    assert "Scores: min 0  5% 49  25% 249  median 499  75% 749  95% 949  max 999" in report


def test_scores_too_large_to_be_counted_apart_are_not_shown_as_exact(program: Program) -> None:
    """Keys 4096 and 8192 stand for what lies up to 4 or 8 above; the mean and both ends are exact."""
    score = Tally(1000, 4097 * 999 + 8195, 4097**2 * 999 + 8195**2, 4097, 8195, {4096: 999, 8192: 1}, False)
    report = text.render(result_of(program, hands(program, score=score)))
    assert "Scores: min 4097  5% 4097  25% 4097  median 4097  75% 4097  95% 4097  max 8195" in report
    score = Tally(1000, 0, 10**12, 1, 8195, {1: 10, 4096: 980, 8192: 10}, False)
    assert "median ~4096  75% ~4096" in text.render(result_of(program, hands(program, score=score)))


def test_a_stat_without_any_value_shows_dashes(program: Program) -> None:
    report = text.render(result_of(program, expend(program, stats=[tally({})])))
    assert "milled:  -  se -  sd -  min -  5% -" in report
    assert "in 0 trials" in report


def test_many_combos_stand_in_columns() -> None:
    cells = [f"combo{number}: {number}.00%" for number in range(9, 31)]
    lines = layout.grid(cells, 60)
    assert lines[0] == "combo9: 9.00%    combo10: 10.00%  combo11: 11.00%"
    assert all(len(line) <= 60 for line in lines)
    assert " ".join(lines).split() == " ".join(cells).split()


def test_wide_characters_take_two_columns() -> None:
    assert layout.aligned([["灰流丽", "1.00%"], ["urara", "20.00%"]]) == [
        "灰流丽   1.00%",
        "urara   20.00%",
    ]


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("ティオの蟲惑魔", "ティオの蟲惑魔"),
        ("عربي", "عربي"),
        ("two\nlines", "two\\nlines"),
        ("\x1b[2Jgone", "\\x1b[2Jgone"),
        ("\u202eright to left", "\\u202eright to left"),
    ],
)
def test_names_cannot_steer_the_terminal(name: str, written: str) -> None:
    assert layout.shown(name) == written


def test_a_hostile_topic_cannot_fake_a_line() -> None:
    program = renamed(topic="x\nFirst turn average success rate: 100%\x1b[8m", combo="\u202eH1")
    report = text.render(result_of(program, hands(program)))
    assert "\x1b" not in report and "\u202e" not in report
    assert sum(line.startswith("First turn") for line in report.splitlines()) == 1


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0.0004, "0ms"), (0.0123, "12ms"), (2.356, "2356ms"), (75.04, "75.0s")],
)
def test_times(seconds: float, words: str) -> None:
    assert layout.duration(seconds) == words


@pytest.mark.parametrize(("turns", "words"), [(1, "First turn average success"), (2, "Average success")])
def test_only_one_turn_is_called_the_first(turns: int, words: str) -> None:
    deck = f"deck: {{cards: {{a: {{count: 3}}}}}}\nsimulate: {{tests: {{t: {{start-card: 1, turns: {turns},"
    result = yisp.run(yisp.loads(deck + " combos: {c: {hand: [a]}}}}}"))
    lines = text.render(result).splitlines()
    assert [line for line in lines if line.startswith(words)]
    assert [line for line in terminal.render(result, colour=False).splitlines() if line.startswith(words)]


def test_fractions_of_any_length_leave_percentages_in_line() -> None:
    deck = "deck: {cards: {a: {count: 3}, b: {count: 37}}}\nsimulate: {tests: {t: {combos: {always: {}, "
    result = yisp.run(yisp.loads(deck + "rarely: {hand: [3x a]}, often: {hand: [b]}}}}}"))
    lines = terminal.render(result, colour=False).splitlines()
    rows = [line for line in lines if line.startswith("  ") and "%" in line and "(" in line]
    assert len(rows) == 3 and len({row.index("%") for row in rows}) == 1


def test_what_came_of_a_deal() -> None:
    """Who refused, how often a hand was made, and in how many ways claims could be met."""
    deck = """
wall: {exits: {draw: 8}}
deal: {hand: 2}
deck: {cards: {sun: {count: 4, props: {rank: 0}}, moon: {count: 4, props: {rank: 1}}}}
seats:
  - {name: anna, bargain: {worlds: 2, four: (== rank world)}, accept: 0, patience: 2}
  - {name: berta, bargain: {worlds: WORLDS, four: (== rank world)}}
simulate: {tests: {t: {program: (), stats: {n: '1'}}}}
"""
    result = yisp.run(yisp.loads(deck.replace("WORLDS", "2")), method="exact")
    lines = text.render(result).splitlines()
    shown = lines[lines.index("Tries of a hand:") :]
    assert [line.split()[:2] for line in shown[1:3]] == [["anna:", "4.00"], ["berta:", "4.00"]]
    assert shown[3:] == ["Vetoes: anna: 6.00", "Solutions of the bargain: 2"]
    assert terminal.render(result, colour=False).splitlines()[-len(shown) :] == shown
    lines = text.render(yisp.run(yisp.loads(deck.replace("WORLDS", "1")), method="exact")).splitlines()
    assert lines[-1] == "Solutions of the bargain: 1"
    deck = deck.replace("worlds: 2", "worlds: 1").replace("WORLDS", "1")
    lines = text.render(yisp.run(yisp.loads(deck), method="exact")).splitlines()
    assert lines[-2:] == ["Solutions of the bargain: 0", "In conflict: sun: 100.00%"]


def test_figures_near_the_end_of_64_bits_have_no_digit_that_is_not_known() -> None:
    cards = "{size: 5, cards: {a: {count: 2}, b: {count: -1}}}"
    stats = f"{{n: '{2**63 - 1}', m: '(- {2**63 - 1} |H.a|)'}}"
    topic = f"{{start-card: 1, stats: {stats}, combos: {{c: {{hand: [a]}}}}}}"
    deck = yisp.loads(f"deck: {cards}\nsimulate: {{tests: {{t: {topic}}}}}")
    exact = text.render(yisp.run(deck, method="exact"))
    assert f" {2**63 - 1}.00 ({2**63 - 1})" in exact and f" {2**63 - 2}.60 (" in exact
    assert str(2**63) not in exact
    sampled = text.render(yisp.run(deck, method="sample", count=10, seed=1))
    assert " 9.22337203685478e+18 " in sampled and str(2**63) not in sampled


@pytest.mark.parametrize(
    ("exact", "scale", "written"),
    [
        ("1/200", 1, "0.00"),
        ("3/200", 1, "0.02"),
        ("-1/3", 1, "-0.33"),
        ("2/3", 100, "66.67"),
        ("-7", 1, "-7.00"),
    ],
)
def test_fractions_are_rounded_once(exact: str, scale: int, written: str) -> None:
    assert layout.decimals(exact, 0.0, scale) == written
