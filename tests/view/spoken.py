"""What a desk says to pages that write, ask and look: scene by scene, every message that stays.

    python tests/view/spoken.py --write      write tests/view/spoken/ anew
    python tests/view/spoken.py NAME         print one

What comes in: a name of ``SCENES``.  What goes out: the text of its file.  Of messages that sharpen only the
last is written down, which is the same however fast the machine is.  Whether it is true is asked by the tests
beside it; a change of such a file is a change of what pages are told, and is read before it is committed.
"""

from __future__ import annotations

import sys
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from yisp.studies.comparison import exchanges
from yisp.studies.failures import why
from yisp.view.work import job, lanes
from yisp.view.work.desk import Desk
from yisp.view.work.panels import KINDS, advise, compare, copies, policies

FOLDER = Path(__file__).parent / "spoken"
FILE = {"name": "deck.yml", "path": None, "alone": True, "seed": None, "fresh": 7, "pictures": None}

DECK = """\
deck:
  size: 13
  cards:
    ash: {count: 3, attribute: [start]}
    dig: {count: 2, program: '[1]@;(# X B);(# D.2 H)'}
    burn: {count: 1, program: '[1]@;(# X B);(# H.ash.1 X)'}
    lamp:
      description: a light
      count: 1 # no more
    odd:
    rest: {count: -1}
simulate:
  seed: 3
  tests:
    opening:
      exec-program: true
      start-card: 3
      combos: {one: {hand: [ash]}, two: {score: 2, hand: [2x ash]}}
      watch: {burnt: {B: [burn]}}
      stats: {left: '|D|', part: '(/ 6 |H.ash|)'}
    hands: {start-card: 2, combos: {lamp: {hand: [lamp]}}}
"""
"""Exact answers at once, something to decide, counts in every place."""

SAMPLED = DECK.replace("    opening:\n", "    opening:\n      method: sample\n")

STUDIES: list[dict[str, Any]] = [
    {"kind": "worth", "options": {"topic": "opening"}},
    {"kind": "copies", "options": {"topic": "opening", "card": "ash", "most": 4}},
    {"kind": "policies", "options": {"topic": "opening"}},
    {"kind": "why", "options": {"topic": "opening"}},
    {
        "kind": "compare",
        "options": {"topic": "opening", "name": "b.yml", "text": DECK.replace("count: 3", "count: 2")},
    },
    {
        "kind": "advise",
        "options": {"topic": "opening", "hand": ["dig", "ash", "gone"], "graveyard": ["burn"]},
    },
    {
        "kind": "build",
        "options": {"topic": "hands", "goal": "lamp", "ranges": {"lamp": [0, 2], "ash": [2, 3]}},
    },
]


class Page:
    """A desk, and pages that are open there."""

    def __init__(self) -> None:
        self.sent: list[dict[str, Any]] = []
        self.desk = Desk(self.sent.append, 60.0, lambda: False)

    def works(
        self, text: str, revision: int = 1, leave_out: Iterable[str] = (), **more: Any
    ) -> Iterator[str]:
        """What is said of a text, once all is said, but for messages of some types."""
        studies = [{"id": at, **one} for at, one in enumerate(more.pop("studies", ()), 1)]
        known = {"pinned": None, "topic": None, "file": FILE, **more}
        self.desk.take_in({
            "is": "work", "tab": 1, "revision": revision, "text": text, "studies": studies, **known,
        })  # fmt: skip
        while self.desk.step():
            pass
        told = [one["message"] for one in self.sent if one["is"] == "tell"]
        self.sent.clear()
        last = {(one["type"], one.get("id"), one.get("sentence")): one for one in told}
        for message in sorted(last.values(), key=lambda one: (one["type"], one.get("id", 0))):
            if message["type"] not in leave_out:
                yield from written(f"{message['type']} of {revision}", message)

    def asked(self, kind: str, tab: int = 1, revision: int = 1, **question: Any) -> Iterator[str]:
        """What a question is answered."""
        self.desk.take_in({"is": "ask", "ask": 9, "tab": tab, "type": kind, "revision": revision, **question})
        assert self.desk.step()
        answer = next(one for one in reversed(self.sent) if one["is"] == "answer")
        self.sent.clear()
        yield from written(f"{kind} {question or ''}".strip(), answer["fields"])


def written(title: str, message: dict[str, Any]) -> Iterator[str]:
    yield f"---- {title} ----"
    yield yaml.safe_dump(
        plain(message), default_flow_style=None, sort_keys=False, width=118, allow_unicode=True
    )


LEFT_OUT = ("type", "revision", "yisp", "seconds", "target", "command", "trace")


def plain(value: Any) -> Any:
    """Data without what no run has again, or ``tests/report`` looks at; numbers in as many digits as any
    machine gives."""
    if isinstance(value, float):
        return float(f"{value:.7g}")
    if isinstance(value, dict) and "variants" in value and "axes" in value:
        axes = [f"{axis['name']} {axis['values'][0]}..{axis['values'][-1]}" for axis in value["axes"]]
        return [*axes, f"{len(value['variants'])} variants"]
    if isinstance(value, dict) and "schema" in value:
        topics = value.get("topics", ())
        return [
            " ".join(f"{one[key]}" for key in ("name", "method", "trials") if key in one) for one in topics
        ]
    if isinstance(value, dict):
        return {key: plain(one) for key, one in value.items() if key not in LEFT_OUT}
    if isinstance(value, list | tuple):
        return [plain(one) for one in value]
    return str.__str__(value) if isinstance(value, str) else value


# Scenes ---------------------------------------------------------------------------------------------------


def exactly() -> Iterator[str]:
    """A deck with exact answers, pinned ones beside it, all studies of it."""
    page = Page()
    yield from page.works(DECK, topic="hands", studies=STUDIES)
    yield from page.works(
        DECK.replace("lamp: {hand: [lamp]}", "lamp: {hand: [ash]}"), 2, ("deck",), pinned=DECK
    )


def by_trials() -> Iterator[str]:
    page = Page()
    yield from page.works(SAMPLED, 1, ("deck",), topic="opening", studies=STUDIES[:6])
    yield from page.works(SAMPLED.replace("count: 3", "count: 2"), 2, ("deck",), pinned=SAMPLED)


def tight() -> Iterator[str]:
    """Decks with hardly a card more than hands take, of hardly any size, and without anything to count."""
    page = Page()
    for revision, (size, drawn) in enumerate(((3, 3), (2, 3), (70, 5), (50, 5))):
        cards = "{a: {count: 2, program: '@;(# X B)'}, b: {count: -1}}"
        topic = f"{{start-card: {min(size, drawn)}, combos: {{c: {{hand: [a]}}}}}}"
        text = f"deck: {{size: {size}, cards: {cards}}}\nsimulate: {{seed: 3, tests: {{t: {topic}}}}}\n"
        asked: list[dict[str, Any]] = [
            {"kind": "copies", "options": {"topic": "t", "card": "a", "most": 2, "filler": "b"}},
            {"kind": "copies", "options": {"topic": "t", "card": "a"}},
            {"kind": "advise", "options": {"topic": "t", "hand": ["a"]}},
            {"kind": "worth", "options": {"topic": "t", "filler": "b"}},
        ]
        yield from page.works(text, revision, ("deck",), studies=asked if size < 9 else asked[:1])
    stats = (
        "deck: {cards: {a: {count: 9}}}\n"
        "simulate: {tests: {t: {stats: {s: '|H|'}}, u: {watch: {w: {hand: [a]}}}}}\n"
    )
    asked = [{"kind": kind, "options": {"topic": "t", "card": "a", "hand": ["a"]}} for kind in KINDS]
    yield from page.works(stats, 9, topic="u", studies=asked)


def troubles() -> Iterator[str]:
    """What cannot be run, compared or studied."""
    page = Page()
    for revision, (text, pinned) in enumerate(
        (
            (DECK.replace("hand: [lamp]", "hand: [lamb, a:strat]"), None),
            (DECK.replace("[1]@;(# X B)", "[1]@;(# X b)", 1), DECK),
            ("deck: [", None),
            ("extends: other.yml\n" + DECK, None),
            (DECK, DECK.replace("size: 13", "size: 1")),
            (DECK, DECK.replace("    opening:", "    other:").replace("    hands:", "    others:")),
            (DECK.replace("start-card: 2,", "policy: best, start-card: 1,"), None),
        )
    ):
        yield from page.works(text, revision, ("deck",), pinned=pinned)
    hands = {"topic": "hands"}
    lamps, other = {"lamp": [0, 1]}, {**hands, "name": "b.yml"}
    wrong: list[tuple[str, dict[str, Any]]] = [
        ("none", {}),
        ("worth", {}),
        ("worth", {"topic": "gone"}),
        ("worth", {"topic": 1}),
        ("worth", {**hands, "filler": "rst"}),
        ("copies", {**hands, "card": "lmp"}),
        ("copies", {**hands, "card": "xyz"}),
        ("copies", {**hands, "card": "rest"}),
        ("copies", {**hands, "card": "lamp", "most": 0}),
        ("copies", {**hands, "card": "lamp", "most": True}),
        ("policies", hands),
        ("compare", {**other, "text": "deck: {}"}),
        ("compare", {**other, "text": DECK.replace("(# X B)", "(# X b)")}),
        ("compare", {**other, "text": DECK.replace("    hands:", "    others:")}),
        ("advise", {**hands, "hand": ["nobody"]}),
        ("advise", {**hands, "hand": "lamp"}),
        ("advise", hands),
        ("build", {**hands, "goal": "lamp", "ranges": {}}),
        ("build", {**hands, "goal": "luck", "ranges": lamps}),
        ("build", {**hands, "goal": "lamp", "ranges": {"lamp": [1, 0]}}),
        ("build", {**hands, "goal": "lamp", "ranges": lamps, "least": 20, "most": 19}),
        ("build", {**hands, "goal": "lamp", "ranges": {"nobody": [0, 1]}}),
    ]
    studies = [{"kind": kind, "options": options} for kind, options in wrong]
    yield from page.works(DECK, 20, ("deck", "diagnostics", "result"), studies=studies)


def questions() -> Iterator[str]:
    page = Page()
    page.desk.take_in({"is": "drop", "tab": 3})
    yield from page.asked("hover", line=1, column=1)
    list(page.works(SAMPLED.replace("hand: [lamp]", "hand: [lamb]")))
    yield from page.asked("fixes")
    yield from page.asked("report")
    list(page.works(SAMPLED, 2))
    yield from page.asked("fixes")
    for kind, question in (
        ("complete", {"line": 7, "column": 8}),
        ("complete", {"line": 26, "column": 50}),
        ("hover", {"line": 4, "column": 6}),
        ("hover", {"line": 6, "column": 38}),
        ("hover", {"line": 3, "column": 1}),
        ("explain", {}),
        ("parts", {"card": "dig"}),
        ("parts", {"card": "nobody"}),
        ("rewrite", {"card": "dig", "place": 0}),
        ("rewrite", {"card": "ash", "place": 0, "effect": {"part": "nothing"}}),
        ("trial", {"topic": "opening", "trial": 5}),
        ("trial", {"topic": "opening", "trial": 1, "policy": "best"}),
        ("trial", {"topic": "gone", "trial": 1}),
        ("trial", {"topic": "opening", "trial": 1, "policy": "nobody"}),
        ("share", {}),
    ):
        yield from page.asked(kind, revision=2, **question)


def opened() -> Iterator[str]:
    """Files that are dropped on a page."""
    page = Page()
    names = {"texts": [[89631139, "Blue-Eyes"], [1, 2, 3], "x"], "datas": [[89631139, 17]]}
    wanted = [[{"least": 1, "cards": ["3 Bolt", "Bolt"]}], "no hand", [{"least": 99, "cards": ["Bolt"]}]]
    for file, content, more in (
        ("list.txt", "4 Bolt\n20 Island\n\n1 Duress\n", {}),
        ("list.txt", "4 Bolt\n20 Island\n", {"wants": wanted}),
        ("deck.yml", DECK, {}),
        ("deck.yml", DECK, {"wants": []}),
        ("ydk.ydk", "#main\n89631139\n89631139\n55144522\n!side\n", {"names": names}),
        ("ydk.ydk", "#main\n89631139\n55144522\n", {}),
        ("wrong.txt", "\n".join(f"{at} x {at}" for at in range(9)), {}),
        ("wrong.yml", DECK.replace("hand:", "hnd:").replace("count: 3", "count: x"), {}),
    ):
        yield from page.asked("import", file=file, content=b64encode(content.encode()).decode(), **more)
    yield from page.asked("import", file="n" * 300, content="%%%")


SCENES: dict[str, Callable[[], Iterator[str]]] = {
    one.__name__: one for one in (exactly, by_trials, tight, troubles, questions, opened)
}


def spoken(name: str) -> str:
    """The text of a scene; so few trials are enough for everybody there."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(exchanges, "WORK", 60_000)
        patch.setattr(why, "COUNT", 200)
        patch.setattr(compare, "FEWEST", 600)
        for place in ("FIRST", "LONGEST_SILENCE", "FIRST_STUDIES"):
            patch.setattr(job, place, 60.0)  # exact answers come first, however long they take
        for module in (compare, policies):
            patch.setattr(module, "BEFORE_EXACT", -1.0)
        for module in (lanes, policies, copies, advise, *([] if name == "exactly" else [compare])):
            patch.setattr(module, "MOST_TRIALS", 600)
        return "".join(line if line.endswith("\n") else f"{line}\n" for line in SCENES[name]())


def main(words: Iterable[str]) -> None:
    match list(words):
        case ["--write"]:
            FOLDER.mkdir(exist_ok=True)
            for name in SCENES:
                (FOLDER / f"{name}.txt").write_text(spoken(name), encoding="utf-8")
        case [name] if name in SCENES:
            print(spoken(name), end="")
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
