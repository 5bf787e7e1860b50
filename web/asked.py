"""Asks an engine all that a page can ask, and prints which modules that took (see ``web.wasm``)."""

import json
import sys
from base64 import b64encode
from typing import Any

from yisp.messages import LANGUAGES
from yisp.view.inside import Engine
from yisp.view.work.desk import warm_up
from yisp.view.work.panels import KINDS

DECK = """\
# A deck with a bit of everything.
deck:
  size: 40
  vars: {summon: 1}
  cards:
    scout:
      count: 3
      attribute: [starter]
      program: '[1]/(> summon 0);(= summon (- summon 1));@;(# X F);(# D.a:kit.1 H)'
    kit: {count: 3, attribute: [kit]}
    jar: {count: 2, program: ['@;(# X G);(# D.2 H)', '@;(# X G);(# D.1 H);(# H.1 D);(shuffle D)']}
    blank: {count: rest}
simulate:
  tests:
    exact: {exec-program: false, combos: {one: {hand: [scout]}}}
    played:
      exec-program: true
      policy: [greedy, best]
      combos: {one: {hand: [scout, kit]}}
      stats: {left: '|D|'}
"""
WRONG = DECK.replace("hand: [scout, kit]", "hand: [scuot, kit]").replace("(- summon 1)", "(- summn 1")
OTHER = DECK.replace("jar: {count: 2", "jar: {count: 3")

OPTIONS = {
    "topic": "played", "card": "scout", "goal": "rate", "running": True, "hand": ["scout"],
    "name": "other.yml", "text": OTHER, "ranges": {"scout": [2, 3], "jar": [1, 3]},
}  # fmt: skip

LISTS = {
    "a.ydk": "#main\n1\n2\n", "b.txt": "3 Ash\nLamp x2\n", "c.csv": "name,count\nAsh,3\n", "d": "ydke://AQAAAA==!!!",
    "e.yml": "deck: {cards: {a: {count: 3}}}\nsimulate: {start_card: 5}", "f.yml": DECK, "g.txt": "?\nx",
}  # fmt: skip
NAMES = {"texts": [[1, "Ash"]], "datas": [[1, 33]]}

CARD = "jar"
EFFECT = {
    "when": {"once": True, "first": False, "zones": ["H"], "event": None},
    "before": [], "activates": True, "then": [{"part": "shuffle", "zone": "D"}],
}  # fmt: skip


class Page:
    """A page in one language, and what it is told."""

    def __init__(self, language: str) -> None:
        self.said: list[dict[str, Any]] = []
        self.engine = Engine(
            name="deck.yml", language=language, seed=1,
            post=lambda data: self.said.append(json.loads(data)), watch=lambda data: None,
            waiting=lambda: False, overtaken=lambda: False,
        )  # fmt: skip

    def send(self, what: str, **message: Any) -> None:
        self.engine.hear(json.dumps({"type": what, **message}))

    def work(self, pieces: int = 200) -> None:
        while pieces and self.engine.step():
            pieces -= 1

    def ask_all(self) -> None:
        """Every message that there is."""
        self.send("edit", revision=1, text=WRONG)
        self.work()
        self.send("fixes", id=1, revision=1)
        self.send("edit", revision=2, text=DECK)
        self.send("pin", text=OTHER)
        self.work()
        for number, line in enumerate(DECK.splitlines(), 1):
            for column in range(1, len(line) + 2, 3):
                for kind in ("complete", "hover"):
                    self.send(kind, id=1, revision=2, line=number, column=column)
        self.work(3000)
        for topic in ("exact", "played"):
            for trial in range(3):
                self.send("trial", id=1, revision=2, topic=topic, trial=trial)
        for kind in ("explain", "menus", "share", "report"):
            self.send(kind, id=1, revision=2)
        self.send("parts", id=1, revision=2, card=CARD)
        self.send("rewrite", id=1, revision=2, card=CARD, place=0, effect=EFFECT)
        for file, list_ in LISTS.items():
            self.send("import", id=1, file=file, content=b64encode(list_.encode()).decode(), names=NAMES)
        self.work()
        for number, kind in enumerate(KINDS, 1):
            self.send("study", id=number, kind=kind, options=OPTIONS)
            self.work()
            self.send("leave", id=number)


warm_up()
for language in LANGUAGES:
    page = Page(language)
    page.ask_all()
    faults = [one for one in page.said if "fault of Yisp" in str(one) or "ModuleNotFound" in str(one)]
    assert not faults, faults[:3]

print(json.dumps(sorted(sys.modules)))
