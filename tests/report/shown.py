"""What studies of small decks show, in every form that there is: text, Markdown, JSON, tables, panels.

    python tests/report/shown.py --write      write tests/report/shown/ anew
    python tests/report/shown.py NAME         print one

What comes in: a name of ``SHOWN``.  What goes out: the text of its file.  Whether figures are true is asked
elsewhere (``tests.hunt --door``); here it is asked whether all that was shown still is, and nothing else.  A
change of such a file is a change of what users read, and is read before it is committed.

Not handled: what packaged decks play (``tests/games/golden.py``), what the documents show
(``tests/documents.py``).
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import yaml

import yisp
from yisp.deck.load import load_draft
from yisp.deck.reading.files import SourceFile
from yisp.explain.decks import explained
from yisp.page import sentences as page_told
from yisp.page.commands import asked_of, before_commands, page_command, replay_command
from yisp.page.data import page_of
from yisp.page.panels import questions
from yisp.report.files import html, junit, markdown, workflow
from yisp.report.pictures import plot, streams
from yisp.report.pictures.panels import Changes, Curve, Distribution, HeatMap, Panel, Rates, Trend, described
from yisp.report.pictures.panels import panels as panels_of
from yisp.report.studies import advise, compare, odds, sensitivity, sweep, tune, why
from yisp.report.text import expectations, notices, routes, terminal, text, timings, trace
from yisp.report.text.explain import render_explained
from yisp.report.text.flow import flow_of
from yisp.report.text.flow import words as in_words
from yisp.simulate.single.timing import BuildTiming, EffectTiming, LoadTiming, TopicTiming
from yisp.simulate.single.trace import Tracer
from yisp.studies.advice.advise import advising
from yisp.studies.advice.naming import Seen
from yisp.studies.odds.odds import Change

FOLDER = Path(__file__).parent / "shown"
SEED = 7

OPENING = """
deck:
  size: 14
  cards:
    ash: {count: 3, attribute: [start, trap]}
    'lamp|*': {count: 2, attribute: [start], program: '[1]@;(# X B);(# D.ash.1 H)'}
    pot: {count: 1, program: '[1]@;(# X B);(# D.2 H)'}
    灰: {count: 2}
    rest: {count: -1}
simulate:
  tests:
    opening:
      start-card: 4
      exec-program: true
      combos: {one: {hand: [ash]}, 'two|*': {score: 3, hand: [2x a:start], condition: '(> |H| 3)'}}
      watch: {grave: {B: [pot]}}
      stats: {left: '|D|', 灰s: '(/ 12 |H.灰|)'}
      relate: [[left, one]]
    plain: {start-card: 2, combos: {pair: {hand: [灰, ash]}}}
    looked: {stats: {size: '|H.ash|'}}
"""
"""A topic that plays, one that does not, one without combos; names that would be marks in Markdown."""

DOUBTFUL = """
deck:
  cards:
    ash: {count: 3, attribute: [start], program: '[1]@;(# X B);(# D.ash.9 H)'}
    rest: {count: 9}
    gone: {count: 0}
simulate:
  tests:
    t:
      start-card: 3
      exec-program: true
      combos: {c: {hand: [1-2x a:start, {any: [ash, rest]}]}, d: {hand: [a:strat]}}
    h: {start-card: 1, header: '(# D.1 B)', turns: 2, combos: {c: {score: 2, condition: '(> |B| 0)'}}}
"""
"""What draws warnings and notices."""

CHOICES = """
deck:
  cards:
    digger: {count: 2, program: '[1]@;(# X B);(# D.2 H)'}
    burner: {count: 2, program: '[1]@;(# X B);(# H.gem.1 X)'}
    gem: {count: 3}
    rest: {count: 4}
simulate:
  tests:
    t: {start-card: 3, exec-program: true, combos: {c: {hand: [2x gem]}}, stats: {gems: '|H.gem|'}}
    goal:
      start-card: 3
      exec-program: true
      policy: {kind: best, goal: gems}
      stats: {gems: '|H.gem|'}
"""
"""Where it matters which effect is taken first."""

MANY = """
deck:
  size: 40
  cards:
    '{n} of stones': {each: {n: 1..15}, count: 2, attribute: stone, props: {weight: '{n}'}}
    rest: {count: -1}
simulate:
  tests:
    t:
      start-card: 5
      combos:
        heavy: {score: '(sum H weight)', condition: '(> (sum H weight) 20)'}
        light: {score: 2, hand: [4x a:stone]}
      stats:
        weight: (sum H weight)
        far: (* 1000000 (- (sum H weight) 20))
        half: (/ 20 |H.(> weight 12)|)
        deep: (- (sum H weight) 100)
        third: (/ (sum H weight) 3)
        fifth: (+ (/ (sum H weight) 5) (* 40 (== 5 |H.(> weight 12)|)))
      relate: [[weight, light], [weight, score], [far, deep]]
      expect: [rate > 99%, score.mean < 1, "heavy in [1%, 2%]", weight.max > 100,
        half.mean > 50, weight.q95 < 3]
    few: {watch: {some: {hand: [a:stone]}}, expect: [some > 2%]}
    stat: {stats: {stones: '|H.a:stone|'}}
    nothing: {start-card: 1, stats: {none: '(/ 1 0)'}}
"""
"""Numbers with so many values that they are shown in ranges, or are not told apart; what fails there."""

SEATED = """
set: {fussy: 1}
wall: {exits: {pii: 15, out: 3}}
deal: {hand: 3, reveal: (draw out I)}
seats:
  - name: east
    accept: '(or (not fussy) (!= who me) (> |H.a:start| 0))'
    on-deal: (light D.ash 5)
    patience: 3
  - {name: west, accept: '(or (!= who 0) (< |H:0.ash| 3))', on-draw: {pii: (light D.k:ash 2)}, patience: none}
  - name: north
    raid: '(# D."red ash".1 H)'
    bargain: {worlds: 4, four: (== level world), told: '/(>= (plan me) 0);(light D.(== level (plan me)) 9)'}
deck:
  cards:
    ash: {count: 4, attribute: start, props: {level: 3}}
    red ash: {count: 4, kind: ash, props: {level: 1}}
    rest: {count: 20}
simulate:
  tests:
    t:
      deal: joint
      method: sample
      header: (draw pii H);(draw pii H)
      combos: {c: {hand: [ash]}}
      watch: {red: {hand: [red ash]}}
      stats: {reds: '|H:2."red ash"|'}
"""
"""Hands that are refused, abilities, a bargain."""

FOUND = """
deck:
  cards:
    look: {program: '/!used;/(>= |D| 2);@;(= used 1);(# X B);(# D.2 T);(# T.key.1 H);(# T D)'}
    dig:
      program:
        - '/!used;/(>= |D| 3);@;(= used 1);(# X B);(# D.2 J);(# D.1 H)'
        - '[B1]@;(# X J);(= luck (+ luck (rand 1 3)))'
    key: {count: 2}
    blank: {count: 4}
    lost: {count: 2}
    brick: {count: 2, program: '@;(# X B);(# D.*1 H);(shuffle D)'}
simulate:
  tests:
    hands: {combos: {one: {hand: [key]}}}
    found:
      exec-program: true
      start-card: 2
      combos: {key: {hand: [key]}, both: {score: 3, hand: [2x key]}}
      stats: {gone: '|J|', luck: luck}
    turns: {exec-program: true, start-card: 2, turns: 2, draw: 1, combos: {key: {hand: [2x key]}}}
"""
"""What is best is another move than the first, and chance decides what comes then."""


LACKING = """
deck: {cards: {a: {count: 9}, b: {count: 9}}}
wall: {exits: {draw: 18}}
simulate:
  tests:
    t:
      start-card: 3
      combos:
        none: {hand: [4x a]}
        few: {hand: [0-1x b, 3x a]}
        asked: {condition: '(> |H.b| 3)'}
        nothing: {hand: [a], score: '0'}
"""


BESIDE = """
deck:
  cards: {a: {count: 3, program: '[1]@;(# X B)'}, b: {count: 2, zone: E, attribute: [x, y]}}
simulate:
  tests:
    t: {start-card: 1, exec-program: true, combos: {c: {hand: [a]}}, stats: {same: '2', left: '|D|'}}
"""


STOPPING = """
deck:
  cards:
    'a,b': {count: 1, program: '@;(= sum (+ sum 1));(# H.*1 B)'}
    rest: {count: 2}
simulate:
  tests:
    t:
      start-card: 3
      exec-program: true
      policy: {kind: staged-search, pass: always}
      combos: {c: {score: sum}}
"""
"""Cards are chosen, and nothing need be done."""


def opening(**counts: int) -> yisp.Deck:
    deck = yisp.loads(OPENING, "deck.yml")
    return deck.with_counts(counts) if counts else deck


def plain(value: Any) -> Any:
    """Data without what no run has again; numbers in as many digits as any machine gives."""
    if is_dataclass(value) and not isinstance(value, type):
        return {
            "is": type(value).__name__,
            **{one.name: plain(getattr(value, one.name)) for one in fields(value)},
        }
    if isinstance(value, float):
        return float(f"{value:.9g}")
    if isinstance(value, Mapping):
        return {key: plain(one) for key, one in value.items() if key not in ("yisp", "seconds")}
    if isinstance(value, list | tuple):
        return [plain(one) for one in value]
    return str.__str__(value) if isinstance(value, str) else value  # a `Message` is one


def part(title: str, shown: str | Iterable[str]) -> Iterator[str]:
    """Text, or lines of it, under a title."""
    yield f"---- {title} ----"
    yield from shown.splitlines() if isinstance(shown, str) else shown


def data(title: str, value: Any) -> Iterator[str]:
    yield from part(
        title,
        yaml.safe_dump(plain(value), default_flow_style=None, sort_keys=False, width=118, allow_unicode=True),
    )


def table(rows: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    yield from part("table", " | ".join(rows[0]))
    for row in rows:
        yield " | ".join("" if cell is None else str(plain(cell)) for cell in row.values())


def panels(found: Iterable[Panel]) -> Iterator[str]:
    for panel in found:
        yield from data("panel", panel)
        yield from described(panel)


def of_result(result: yisp.Result) -> Iterator[str]:
    yield from part("text", timeless(text.render(result)))
    yield from part("terminal", timeless(terminal.render(result, columns=100)))
    yield from part("markdown", markdown.render(result))
    yield from part("html", html.result_tables(result))
    yield from data("json", result.to_dict())
    yield from table(result.table())
    yield from panels(panels_of(result.to_dict()))
    yield repr(result)


def timeless(shown: str | Iterable[str]) -> list[str]:
    lines = shown.splitlines() if isinstance(shown, str) else list(shown)
    return [line for line in lines if "Time used" not in line]


# Runs -----------------------------------------------------------------------------------------------


def run_exactly() -> Iterator[str]:
    yield from of_result(yisp.run(opening(), seed=SEED))


def run_by_trials() -> Iterator[str]:
    deck = opening(ash=4)
    yield from part("html", html.deck_table(deck))
    yield from part("html: beside the deck", html.deck_table(yisp.loads(BESIDE, "deck.yml").with_counts(a=1)))
    yield from of_result(yisp.run(deck, method="sample", count=300, seed=SEED, target="python"))
    yield from part("markdown: beside the deck", markdown.render(yisp.run(yisp.loads(BESIDE), seed=SEED)))


def policies() -> Iterator[str]:
    deck = yisp.loads(CHOICES, "deck.yml")
    kinds = ["greedy", "random", "best"]
    exactly = yisp.run(deck, policy=kinds, topics="t", seed=SEED)
    yield from part("text", timeless(text.render(exactly)))
    yield from part("markdown", markdown.render(exactly))
    yield from table(exactly.table())
    backwards = yisp.run(deck, policy=kinds[::-1], topics="t", seed=SEED)
    yield from part("text: backwards", timeless(text.render(backwards)))
    yield from of_result(
        yisp.run(deck, policy=[*kinds, "hindsight"], method="sample", count=40, seed=SEED, target="python")
    )


def trials() -> Iterator[str]:
    """Steps, and what the best player weighs."""
    for deck, topic, policy in (
        (opening(), "opening", "greedy"),
        (yisp.loads(CHOICES, "deck.yml"), "t", "best"),
    ):
        tracer = Tracer(deck, topic, SEED, policies=[policy])
        for trial in range(3):
            yield from trace.render_trial(tracer.program, tracer.topic, tracer.trial(trial), policy)
    table = yisp.Table(opening(), topic="opening", seed=SEED)
    yield from part("html", html.position_table(table))


def search() -> Iterator[str]:
    found = yisp.search("worked-example", seed=SEED, explain=True)
    yield from part("text", routes.render_search(found))
    yield from data("json", {**found.to_dict(), "routes": [found.best.to_dict()]})
    stopping = yisp.search(yisp.loads(STOPPING, "deck.yml"), seed=SEED)
    yield from part("text: ways and stopping", routes.render_search(stopping))
    weighed = yisp.loads(STOPPING.replace("always", "always, evaluate: '(* 99 |B|)'"), "deck.yml")
    yield from part("text: weighed", routes.render_search(yisp.search(weighed, seed=SEED)))
    idle = yisp.loads(STOPPING.replace("always", "always, evaluate: '(- 9 |B|)'"), "deck.yml")
    yield from part("text: nothing is best", routes.render_search(yisp.search(idle, seed=SEED)))
    empty = yisp.loads(STOPPING.replace("start-card: 3", "start-card: 0"), "deck.yml")
    yield from part("text: nothing can be done", routes.render_search(yisp.search(empty, seed=SEED)))


def pages() -> Iterator[str]:
    """A page's sentences, hands and commands; of packaged decks, how a trial goes."""
    asked = {"count": 60, "compare": ["other.yml"], "strict": True, "policies": ["greedy"]}
    deck, doubtful = opening(), yisp.loads(DOUBTFUL, "doubtful.yml")
    page = page_of(
        deck,
        yisp.run(deck, method="sample", count=60, seed=SEED, target="python"),
        asked=asked,
        comparison=yisp.compare(deck, opening(ash=4), method="sample", count=60, seed=SEED, target="python"),
        sweep=yisp.sweep(deck, "ash=2,3", topics="plain", seed=SEED, jobs=1),
    )
    for title, one in (("page", page), ("doubtful", page_of(doubtful, yisp.run(doubtful, seed=SEED)))):
        left_out = ("messages", "report", "yisp", "files", "kinds")
        for study in filter(None, (one.data["comparison"], one.data["sweep"])):
            del study["study"]
        for played in one.data["played"]:
            del played["samples"][2:]
        yield from data(title, {key: value for key, value in one.data.items() if key not in left_out})
    for name in ("opening", "duel-dora", "contest", "graveyard", "war"):
        packaged = yisp.load(name)
        for topic in packaged.topics:
            yield from part(f"{name}, {topic.name}", page_told.setting(packaged, topic, "greedy"))
            yield from data("wants", page_told.wants(packaged, topic.combos[:3]))


def courses() -> Iterator[str]:
    """Sample hands step by step, panels of pages, and the commands that they name."""
    kinds = ["why", "worth", "policies"]
    found = yisp.loads(FOUND.replace("(rand 1 3)", "1"), "<stdin>")
    seated, small = yisp.loads(SEATED, "seated.yml"), opening(ash=2)
    for deck, options in (
        (seated, {"count": 20}),
        (found, {"policy": ["greedy", "best"], "method": "sample", "count": 12, "topics": "found"}),
        (small, {"topics": "opening", "set": {}}),
    ):
        result = yisp.run(deck, seed=SEED, target="python", **options)
        page = page_of(deck, result, asked=asked_of(result))
        for played in page.data["played"]:
            del played["samples"][2:]
            for sample in played["samples"]:
                steps = sample.pop("trace") or {"steps": ()}
                moved = [
                    f"{one['text'].strip()} {one.get('cards', '')}{one.get('table', '')}"
                    for one in steps["steps"]
                ]
                sample["trace"] = [f"{steps.get('cut')}", f"{steps.get('start')}", *moved]
        keys = ("title", "asked", "answers", "ended", "before_commands", "command", "played")
        yield from data(deck.file, {key: page.data[key] for key in keys})
        yield page.text.splitlines()[0]
    choices = yisp.loads(CHOICES, "deck.yml")
    for deck, topic, chosen in ((opening(), "plain", kinds[:2]), (choices, "t", kinds[2:])):
        result = yisp.run(deck, seed=SEED, topics=topic, target="python")
        panels, ended = questions.panels(deck, result, chosen)
        for panel in panels:
            said = dict(panel["content"])
            del said["study"]
            yield from data(f"{panel['kind']} of {panel['topic']}", {**said, "ended": ended})
    for kind, deck in (("policies", yisp.loads(LACKING)), ("why", yisp.loads(SEATED, "seated.yml"))):
        result = yisp.run(deck, seed=SEED, count=2, method="sample", target="python")
        try:
            yield f"{kind}: {[panel['topic'] for panel in questions.panels(deck, result, [kind])[0]]}"
        except questions.NothingAsked as error:
            yield f"{kind}: {error}"
    for deck, out, asked in (
        (small, "-", {"until": 0.01, "policies": ["greedy", "best"], "strict": True, "relate": ["left,one"]}),
        (
            small,
            "-o.html",
            {"panels": ["why"], "pictures": "my cards", "vary": ["ash=1..2"], "filler": "rest"},
        ),
        (
            yisp.loads(OPENING, "-deck.yml"),
            "a b.html",
            {"topics": ["opening", "a'b"], "count": 0, "compare": []},
        ),
        (yisp.load("opening"), "it.html", {"lang": "zh", "strict": False, "method": None}),
    ):
        result = yisp.run(deck, seed=SEED, count=2, method="sample", target="python")
        yield page_command(deck, result, asked, out)
        for topic in result.played[:1]:
            yield replay_command(deck, result, topic, 3)
        yield f"{before_commands(deck)}"


# Studies --------------------------------------------------------------------------------------------


def ended(found: Any, *shown: Callable[[Any], str]) -> Iterator[str]:
    """How its texts begin where it was ended before it was done."""
    found = copy(found)
    found.ended = "time"
    for render in shown:
        yield from part("ended", timeless(render(found))[:6])


def comparisons() -> Iterator[str]:
    deck, fixed = opening(), {"seed": SEED, "target": "python"}
    other = yisp.loads(OPENING.replace("left: '|D|'", "gone: '|B|'").replace("[left,", "[gone,"), "other.yml")
    for found in (
        yisp.compare(deck, opening(ash=4), other, **fixed),
        yisp.compare(deck, opening(ash=4), topics="opening", method="sample", count=300, **fixed),
        yisp.compare(
            deck, opening(ash=4), opening(ash=1), topics="plain", method="sample", count=90, **fixed
        ),
        yisp.compare(deck, topics=["opening", "plain"], **fixed),
        yisp.compare(
            yisp.loads(CHOICES, "deck.yml"), policy=["greedy", "best"], topics="t", count=60, **fixed
        ),
    ):
        yield from part("text", timeless(compare.render(found)))
        yield from part("markdown", compare.render_markdown(found))
        said = found.to_dict()
        for topic in said["compare"]["topics"]:
            topic["sides"] = [list(side) for side in topic["sides"]]  # what they hold is that of runs
        yield from data("json", said)
        yield from table(found.table())
        yield from panels(compare.panels(found))
        yield repr(found)
    yield from ended(found, compare.render, compare.render_markdown)


def sensitivities() -> Iterator[str]:
    small = yisp.loads(
        """
deck: {cards: {a: {count: 2}, b: {count: 2}}}
simulate: {tests: {t: {start-card: 4, combos: {c: {hand: [2x a]}}, stats: {n: '|H.b|'}}}}
""",
        "small.yml",
    )
    for found in (
        yisp.sensitivity(opening(), topics="plain", seed=SEED),
        yisp.sensitivity(opening(), topics="opening", method="sample", count=100, seed=SEED, target="python"),
        yisp.sensitivity(small, seed=SEED),
    ):
        yield from part("text", timeless(sensitivity.render(found)))
        yield from part("markdown", sensitivity.render_markdown(found))
        yield from data("json", found.to_dict())
        yield from table(found.table())
        yield from panels(sensitivity.panels(found))
        yield repr(found)
    yield from ended(found, sensitivity.render, sensitivity.render_markdown)


def sweeps() -> Iterator[str]:
    choices = yisp.loads(CHOICES, "deck.yml")
    sampled = {"method": "sample", "count": 60, "seed": SEED, "target": "python", "jobs": 1}
    for found in (
        yisp.sweep(opening(), ["灰=0..2", "size=14,15"], topics="plain", seed=SEED, jobs=1),
        yisp.sweep(opening(), ["ash=2,3,11"], topics="opening", **sampled),
        yisp.sweep(choices, ["gem=2,3"], topics="t", policy=["greedy", "random"], **sampled),
    ):
        chosen = sweep.chosen_figures(found)
        for figures in (chosen, found.figures):
            yield from part("text", sweep.render(found, figures, colour=True))
            yield from part("markdown", sweep.render_markdown(found, figures))
            yield from panels(sweep.panels(found, figures))
        yield from data("json", found.to_dict())
        yield from table(found.rows)
        yield repr(found)


def tunings() -> Iterator[str]:
    fixed = {"seed": SEED, "target": "python", "jobs": 1}
    for found in (
        yisp.tune(opening(), "rate", topic="plain", ranges={"ash": (1, 3)}, only=["ash", "灰"], **fixed),
        yisp.tune(opening(), ["one", "score"], topic="opening", method="sample", count=2000, look=100,
                  only=["ash", "pot"], limit=3, **fixed),
        yisp.tune(opening(), minimize="left", topic="opening", method="sample", count=600, look=50,
                  only=["pot"], limit=2, indifference=0.5, **fixed),
    ):  # fmt: skip
        yield from part("text", tune.render(found, "a deck.yml"))
        yield from part("markdown", tune.render_markdown(found))
        yield from data("json", found.to_dict())
        yield from table(found.rows)
        yield repr(found)
    yield from ended(found, lambda one: tune.render(one, "deck.yml"), tune.render_markdown)


def reasons() -> Iterator[str]:
    for found in (
        yisp.why(opening(), "opening", count=120, seed=SEED, failed=3, succeeded=2),
        yisp.why(opening(), "plain", count=60, seed=SEED, failed=2, succeeded=1),
        yisp.why(yisp.loads(BESIDE, "beside.yml"), count=30, seed=SEED, failed=1, succeeded=1),
    ):
        yield from part("text", why.render(found, "deck.yml", "greedy", [("--with", "ash=4")]))
        yield from data("json", found.to_dict())
        yield from table(found.table())
        flow = flow_of(found.lines, found.trials)
        yield from data("flow", {"columns": flow.columns, "heights": sorted(flow.heights.items()),
                                 "streams": sorted(flow.streams.items())})  # fmt: skip
        yield from in_words(flow)
        yield repr(found)
    yield from ended(found, lambda one: why.render(one, "deck.yml"))
    lacking = yisp.why(yisp.loads(LACKING, "deck.yml"), count=40, seed=SEED, failed=1, succeeded=0)
    yield from part("text: whatever can be lacked", why.render(lacking, "deck.yml"))


def draws() -> Iterator[str]:
    found = yisp.odds("3 ash, 6 gate of 40, draw 5, at least 1 ash and at most 2 gate or 2-3 gate")
    yield from part("text", odds.render_odds(found))
    yield from data("json", found.to_dict())
    yield repr(found)
    for options in ({"method": "exact"}, {"method": "sample", "count": 200, "target": "python"}):
        seen = yisp.odds(opening(), hand="ash", top="rest", topic="plain", seed=SEED, **options)
        own = yisp.run(opening(), topics="plain", seed=SEED, **options)
        before, after = (one.topics["plain"].success for one in (own, seen))
        yield odds.render_change("plain", before, after, Change.between(before, after))
        yield from part("text", timeless(text.render(seen)))


# What else is said ----------------------------------------------------------------------------------------


def spread() -> Iterator[str]:
    """Numbers of many values, and expectations of them."""
    deck = yisp.loads(MANY, "many.yml")
    for options in ({}, {"method": "sample", "count": 400, "target": "python"}):
        result = yisp.run(deck, seed=SEED, **options)
        yield from part("text", timeless(text.render(result)))
        narrow = terminal.render(result, columns=61, encoding="ascii", colour=False)
        yield from part("terminal", [line for line in timeless(narrow) if "#" in line or "heavy" in line])
        yield from part("expectations", expectations.render(result))
        yield from part(
            "markdown", [line for line in markdown.render(result).splitlines() if "share" in line]
        )
        yield from part("workflow", workflow.failures(result))
    for number in (59, 60):
        cards = f"{{'card {{n}}': {{each: {{n: 1..{number}}}, count: 1}}, rest: {{count: 1}}}}"
        of = yisp.loads(
            f"deck: {{cards: {cards}}}\nsimulate: {{tests: {{t: {{stats: {{s: '1'}}}}}}}}", "long.yml"
        )
        yield from part("html", html.deck_table(of).splitlines()[-3:])
    found = yisp.sweep(deck, ["size=40,42", "rest=9..11"], topics=["few", "stat"], seed=SEED, jobs=1)
    yield from part("swept", sweep.render(found, sweep.chosen_figures(found)))
    yield from part("markdown", sweep.render_markdown(found, found.figures))


def dealt() -> Iterator[str]:
    deck = yisp.loads(SEATED, "seated.yml")
    yield from part("explained", render_explained(explained(deck)))
    result = yisp.run(deck, seed=SEED, count=60, target="python")
    yield from of_result(result)
    tracer = Tracer(deck, "t", SEED)
    yield from trace.render_trial(tracer.program, tracer.topic, tracer.trial(0))


def noticed() -> Iterator[str]:
    """Notices, at length and in short; what a server for continuous integration is given."""
    deck = yisp.loads(DOUBTFUL.replace("c: {hand", "'c,:%': {hand"), "a deck.yml")
    found = [
        yisp.run(deck, seed=SEED),
        yisp.run(deck, seed=SEED, method="sample", count=300, target="python"),
    ]
    found.append(yisp.run(deck, seed=SEED, method="sample", count=300, target="python", strict=True))
    found.append(
        yisp.run(yisp.loads(MANY, "many.yml"), topics=["t", "few"], seed=SEED, method="sample", count=50)
    )
    found.append(
        yisp.run(yisp.loads(MANY, "many.yml"), topics="t", seed=SEED, method="sample", count=50, strict=True)
    )
    for result in found:
        for verbose in (True, False):
            yield from part("notices", notices.render(result, changed=[("--with", "ash=4")], verbose=verbose))
        yield from part("sentences", notices.sentences(result))
        yield from part("workflow", workflow.noticed(result))
        result.seconds = dict.fromkeys(result.seconds, 0.5)
        yield from part("junit", junit.render([junit.Suite("a deck.yml", result)]).decode())
    _, wrong = load_draft(
        SourceFile("wrong.yml", "deck: {cards: {a: {count: x, program: '(# D.b.1)'}}, sizes: 3}")
    )
    yield from part("problems", map(workflow.problem, [*wrong, *found[0].program.warnings, "a sentence"]))
    failed = junit.Error("no", "no\n  ^", "Y104")
    yield from part(
        "junit", junit.render([junit.Suite("b.yml", errors=[failed]), junit.Suite("c.yml")]).decode()
    )


def advices() -> Iterator[str]:
    deck = yisp.loads(FOUND, "deck.yml")
    for hand, options in (
        ("look, dig", {"topic": "found", "depth": 3}),
        ("look, dig", {"topic": "found", "goal": "score", "top": "blank"}),
        ("brick, dig", {"topic": "found", "seen": {"B": "brick, blank", "J": "key"}}),
        ("brick", {"topic": "found", "goal": "gone"}),
        ("dig, lost", {"topic": "found", "goal": "luck", "depth": 2}),
        ("key, blank", {"topic": "found"}),
        ("look, 2 brick", {"topic": "turns", "depth": 2}),
    ):
        advice = yisp.advise(deck, hand, seed=SEED, target="python", **options)
        yield from part(f"{hand}, {options}", advise.render(advice))
        yield repr(advice)
    program = yisp.compile_deck(deck)
    for topic, goal in ((1, None), (2, None), (1, "luck")):
        work = advising(
            program, topic, Seen.of(deck, None, {}, None), SEED, lambda: deck, goal=goal, method="sample"
        )
        next(work.pieces())
        yield from part("at a glance", advise.render(work.advice(2)))


def words() -> Iterator[str]:
    """Decks in words, timings."""
    for one in (OPENING, CHOICES, STOPPING, FOUND, LACKING):
        yield from part("explained", render_explained(explained(yisp.loads(one, "deck.yml"))))
    yield from part("of one card", render_explained(explained(yisp.loads(OPENING, "deck.yml"), "灰")))
    effects = [EffectTiming("ash[0]", 2, 0.5, 0.25), EffectTiming("pot[1]", 1.5, 1, 0.75),
               EffectTiming("idle[0]", 0, 0, 0)]  # fmt: skip
    topics = [
        TopicTiming("t", {"python": 1.5e-5, "native": 2.5e-7}, 0.00125, effects),
        TopicTiming("u", {}, 0.5),
    ]
    for build, remark in ((12.5, None), (None, "there is no compiler")):
        known = [LoadTiming(0.0125, 0.25), BuildTiming(build, remark), *topics]
        yield from part("timings", timings.render(known))


def drawn() -> Iterator[str]:
    """Pictures, artist by artist; how wide and how coloured each is would be no news to anybody who looks."""
    known = (0.5, (0.25, 0.75))
    found: list[Panel] = [
        Rates("rates", [("success", *known), ("all", 1.0, (0.98, 1.0)), ("none", 0.0, None)], 4),
        Rates("exact", [("success", 0.25, None)], 0),
        Changes("changes", "by one", ("more", "less"), [("ash", [known, (-0.25, None)]), ("pot", [])], True),
        Changes(
            "alone", "by one", ("more",), [(f"card {at}", [(float(at), None)]) for at in range(12)], False
        ),
        Distribution("one", "", [(0.5, 1.0)], 1.0, None),
    ]
    many = panels_of(
        yisp.run(yisp.loads(MANY, "many.yml"), topics="t", seed=SEED, count=60, method="sample").to_dict()
    )
    few = panels_of(yisp.run(opening(), seed=SEED).to_dict())
    found += [
        next(one for one in of if isinstance(one, kind))
        for of in (many, few)
        for kind in (Trend, Distribution)
    ]
    points = [(1.0, 0.25, (0.125, 0.5)), (3.0, 0.75, None)]
    found += [
        Curve("curve", "copies", "rate", points, True),
        Curve("exact", "n", "mean", [(2.0, 1.5, None)], False),
    ]
    cells: list[list[float | None]] = [[0.25, None, 0.75], [1.0, 0.5, 0.0]]
    found += [HeatMap("map", "x", "y", [1, 2, 3], [4, 9], cells, True),
              HeatMap("wide", "x", "y", list(range(1, 52)), [2, 3, 4], [[1.5] * 51] * 3, False)]  # fmt: skip
    yield from figure(plot._picture(found, "all of them"))
    yield from figure(plot._picture(found[:2], "two"))
    played = yisp.why(yisp.loads(FOUND, "deck.yml"), "found", count=60, seed=SEED, failed=1, succeeded=0)
    yield from figure(streams._figure(flow_of(played.lines, played.trials), "streams"))


def figure(one: Any) -> Iterator[str]:
    """The artists of a figure of matplotlib's with what they are told, as far as that is data."""
    from matplotlib.colors import to_hex
    from matplotlib.ticker import FixedLocator

    yield f"---- {one.get_suptitle()}, {' x '.join(f'{side:.4g}' for side in one.get_size_inches())} ----"
    for axis in one.axes:
        hidden = " (hidden)" if not axis.get_visible() else "" if axis.axison else " (without axes)"
        yield f"{axis.get_title()} | {axis.get_xlabel()} | {axis.get_ylabel()}{hidden}"
        for way, limits, free in (
            (axis.xaxis, axis.get_xlim(), axis.get_autoscalex_on()),
            (axis.yaxis, axis.get_ylim(), axis.get_autoscaley_on()),
        ):
            of = [] if free else [f"from {numbers(limits)}"]
            if isinstance(way.get_major_locator(), FixedLocator):
                said = " ".join(label.get_text() for label in way.get_ticklabels())
                of.append(f"at {numbers(way.get_ticklocs())}: {said}")
            parts = (way.get_major_formatter(), way.get_major_locator())
            yield f"  {' '.join(type(part).__name__ for part in parts)} {' '.join(of)}".rstrip()
        legend = axis.get_legend()
        if legend is not None:
            yield f"  legend {' | '.join(label.get_text() for label in legend.get_texts())}"
        for bar in axis.patches:
            yield f"  bar {numbers(bar.get_bbox().extents)} {to_hex(bar.get_facecolor())}"
        for line in axis.lines:
            xs, ys = line.get_xdata(), line.get_ydata()
            label = "" if line.get_label().startswith("_") else f" {line.get_label()}"
            yield f"  line {numbers(xs)}: {numbers(ys)} {to_hex(line.get_color())}{label}"
        for some in axis.collections:
            for path in some.get_paths() if hasattr(some, "get_paths") else ():
                yield f"  area {numbers(path.get_extents().extents)}"
        for image in axis.images:
            yield f"  image {numbers(image.get_extent())} {image.get_array().tolist()}"
        for written in axis.texts:
            yield f"  {written.get_text()} at {numbers(written.get_position())} {written.get_color()}"


def numbers(values: Iterable[float]) -> str:
    """Numbers; of many the first, the middle one and the last."""
    found = [f"{round(value, 9):.5g}" for value in values]
    return ",".join(
        found if len(found) <= 12 else [found[0], found[len(found) // 3], found[-1], str(len(found))]
    )


SHOWN: dict[str, Callable[[], Iterator[str]]] = {
    one.__name__: one
    for one in (run_exactly, run_by_trials, policies, trials, search, pages, comparisons, sensitivities,
                sweeps, tunings, reasons, draws, spread, dealt, noticed, advices, words, drawn, courses)
}  # fmt: skip


def shown(name: str) -> str:
    return "".join(f"{line}\n" for line in SHOWN[name]())


def main(words: Iterable[str]) -> None:
    match list(words):
        case ["--write"]:
            FOLDER.mkdir(exist_ok=True)
            for name in SHOWN:
                (FOLDER / f"{name}.txt").write_text(shown(name), encoding="utf-8")
        case [name] if name in SHOWN:
            print(shown(name), end="")
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
