"""Notices: what is counted points into the file, and says which trial showed it first."""

from __future__ import annotations

import pytest
from running import compile_text, open_play

SLOW_NATIVELY = True

DECK = """\
deck:
  cards:
    pot:
      count: 3
      program:
        - '[1]@;(# X B);(# J H);(= x (/ 1 |J|))'
    brick: {count: 7}
simulate:
  limits: {activations: 20}
  tests:
    play:
      start-card: 3
      exec-program: true
      combos:
        division: {condition: '(> (/ 6 |J|) 1)'}
        too large:
          score: |-
            (+ 1
               (* 9223372036854775807 |D|))
      stats:
        range: (rand |H| (- 0 1))
    for ever:
      start-card: 0
      exec-program: true
      header: |
        (# D.pot.1 H);
        (# D.pot.1 F)
      combos: {c: {}}
"""

# card, combo or stat; effect; statement; line and column of the expression
SITES = {
    ("Y301", "pot"): (0, 2, 6, 25),
    ("Y302", "pot"): (0, 3, 6, 38),
    ("Y302", "division"): (None, None, 15, 35),
    ("Y303", "too large"): (None, None, 19, 16),
    ("Y304", "range"): (None, None, 21, 16),
}


def test_a_notice_points_at_the_expression(target: str) -> None:
    program = compile_text(DECK)
    play = open_play(program, target)
    play.run(0, 500)
    found = {}
    for notice in play.counts().notices:
        site = program.sites[notice.site]
        found[notice.code, site.name] = (site.effect, site.statement, site.line, site.column)
    assert found == SITES


def test_a_notice_names_the_first_trial_and_counts_all(target: str) -> None:
    program = compile_text(DECK)
    single = open_play(program, target)
    seen: dict[int, list[int]] = {}
    before: dict[int, int] = {}
    for trial in range(100):
        single.run(trial, trial + 1)
        for notice in single.counts().notices:
            if notice.count != before.get(notice.site, 0):
                seen.setdefault(notice.site, []).extend([trial] * (notice.count - before.get(notice.site, 0)))
                before[notice.site] = notice.count
    whole = open_play(program, target)
    whole.run(0, 100)
    assert {n.site: (n.count, n.trial) for n in whole.counts().notices} == {
        site: (len(trials), trials[0]) for site, trials in seen.items()
    }


def test_the_first_trial_is_the_lowest_whatever_ran_first(target: str) -> None:
    program = compile_text(DECK)
    forward, backward = open_play(program, target), open_play(program, target)
    forward.run(0, 60)
    backward.run(30, 60)
    backward.run(0, 30)
    first, second = (
        sorted((n.site, n.count, n.trial) for n in p.counts().notices) for p in (forward, backward)
    )
    assert first == second


@pytest.mark.parametrize("limit", [1, 7])
def test_the_limit_of_activations(limit: int, target: str) -> None:
    """The activation that reaches the limit is the last, and is counted as a run-time error."""
    text = DECK.replace("[1]@;(# X B);(# J H);(= x (/ 1 |J|))", "@;(= used (+ used 1))").replace(
        "activations: 20", f"activations: {limit}"
    )
    program = compile_text(text)
    play = open_play(program, target, program.topic("for ever"))
    play.run(0, 10)
    counts = play.counts()
    assert counts.activations == [10 * limit]
    assert counts.used == [10]
    (notice,) = counts.notices
    assert (notice.code, notice.count, notice.trial) == ("Y305", 10, 0)
    site = program.sites[notice.site]
    assert (site.where, site.name, site.effect, site.statement) == ("effect", "pot", 0, None)
    assert (site.line, site.text) == (6, "@;(= used (+ used 1))")
    assert counts.successes == 10, "the trial is scored as it stands"


PLAY = """\
deck:
  cards:
    a:
      program:
        - '[on >B](# X J);/0'
        - '[on >J](# X B);/0'
    b: {count: 3}
  define:
    round(n): '(while n ())'
    fill: '(repeat 65 (on draw ()))'
simulate:
  limits: {steps: 90}
  tests:
    loop: {start-card: 0, combos: {c: {}}, header: '(# D.1 B); (round 1)'}
    call: {start-card: 0, combos: {c: {}}, header: '(repeat 99 (round 0))'}
    room: {start-card: 0, combos: {c: {}}, header: '(fill)'}
    answers: {start-card: 0, exec-program: true, combos: {c: {}}, header: '(# D.a B)'}
    installed:
      start-card: 0
      combos: {c: {}}
      header: '(on >B (# B.1 J) (# J.1 B) (times 1000)); (# D.1 B)'
    queue: {start-card: 0, exec-program: true, combos: {c: {}}, header: '(repeat 40000 (# D.a H) (# H D))'}
"""


@pytest.mark.parametrize(
    ("topic", "steps", "code", "name", "line", "text"),
    [
        ("loop", 90, "Y306", "round", 9, "(while n ())"),
        ("call", 90, "Y306", "call", 15, "(round 0)"),
        ("room", 90, "Y307", "fill", 10, "(on draw ())"),
        ("answers", 90, "Y306", "a", 6, "[on >J](# X B);/0"),
        ("installed", 90, "Y306", "installed", 21, "(on >B (# B.1 J) (# J.1 B) (times 1000))"),
        ("queue", 90_000, "Y308", "", None, ""),
    ],
)
def test_limits_of_play(
    topic: str, steps: int, code: str, name: str, line: int | None, text: str, target: str
) -> None:
    """Where it is somebody's statement, the notice points at it."""
    program = compile_text(PLAY.replace("steps: 90", f"steps: {steps}"))
    play = open_play(program, target, program.topic(topic))
    play.run(0, 3)
    (notice,) = play.counts().notices
    site = program.sites[notice.site]
    assert (notice.code, notice.count, notice.trial) == (code, 3, 0)
    assert (site.name, site.line, site.text) == (name, line, text)
    assert play.counts().successes == 3, "the trial is scored as it stands"


def test_printed_lines_are_counted_and_no_notice(target: str) -> None:
    text = DECK.replace("(# J H);(= x (/ 1 |J|))", '(print "drawn" H |D| (> 2 1))')
    program = compile_text(text)
    play = open_play(program, target)
    play.run(0, 200)
    counts = play.counts()
    assert counts.printed == sum(counts.activations) > 20
    assert len(counts.print_trials) == 20 == len(set(counts.print_trials))
    assert counts.print_trials == sorted(counts.print_trials)
    assert not any(program.sites[notice.site].name == "pot" for notice in counts.notices)
