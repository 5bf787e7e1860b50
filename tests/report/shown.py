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
from yisp.page import sentences as page_told
from yisp.page.data import page_of
from yisp.report.files import html, markdown
from yisp.report.pictures.panels import Panel, described
from yisp.report.pictures.panels import panels as panels_of
from yisp.report.studies import compare, odds, sensitivity, sweep, tune, why
from yisp.report.text import routes, terminal, text, trace
from yisp.report.text.flow import flow_of
from yisp.simulate.single.trace import Tracer
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
simulate: {tests: {t: {start-card: 1, exec-program: true, combos: {c: {hand: [a]}}}}}
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


def policies() -> Iterator[str]:
    deck = yisp.loads(CHOICES, "deck.yml")
    kinds = ["greedy", "random", "best"]
    exactly = yisp.run(deck, policy=kinds, topics="t", seed=SEED)
    yield from part("text", timeless(text.render(exactly)))
    yield from part("markdown", markdown.render(exactly))
    yield from table(exactly.table())
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
    ):
        yield from part("text", why.render(found, "deck.yml", "greedy", [("--with", "ash=4")]))
        yield from data("json", found.to_dict())
        yield from table(found.table())
        flow = flow_of(found.lines, found.trials)
        yield from data("flow", {"columns": flow.columns, "heights": sorted(flow.heights.items()),
                                 "streams": sorted(flow.streams.items())})  # fmt: skip
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


SHOWN: dict[str, Callable[[], Iterator[str]]] = {
    one.__name__: one
    for one in (run_exactly, run_by_trials, policies, trials, search, pages, comparisons, sensitivities,
                sweeps, tunings, reasons, draws)
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
