"""Asks an engine all that a page can ask, and prints which modules that took (for ``web.wasm``; see there)."""

import json
import sys

from yisp.messages import LANGUAGES
from yisp.view.inside import Engine
from yisp.view.panels import KINDS

DECK = """\
# A deck with a bit of everything, and a mistake that draws a suggestion.
deck:
  size: 40
  vars: {summon: 1}
  cards:
    scout: {count: 3, attribute: [starter], program: '[1]/(> summon 0);(= summon (- summon 1));@;(# X F);(# D.a:kit.1 H)'}
    kit: {count: 3, attribute: [kit]}
    jar: {count: 2, program: ['@;(# X G);(# D.2 H)', '@;(# X G);(# D.1 H);(# H.1 D);(shuffle D)']}
    blank: {count: rest}
simulate:
  tests:
    exact: {exec-program: false, combos: {one: {hand: [scout]}}}
    played: {exec-program: true, policy: [greedy, best], combos: {one: {hand: [scout, kit]}}, stats: {left: '|D|'}}
"""
WRONG = DECK.replace("hand: [scout, kit]", "hand: [scuot, kit]").replace("(- summon 1)", "(- summn 1")

said: list = []
for language in LANGUAGES:
    engine = Engine(
        name="deck.yml",
        language=language,
        seed=1,
        warm=True,
        say=lambda data: said.append(json.loads(data)),
        watch=lambda data: None,
        waiting=lambda: False,
        overtaken=lambda: False,
    )

    def send(**message):
        engine.hear(json.dumps(message))

    def work(pieces=200):
        while pieces and engine.step():
            pieces -= 1

    send(type="edit", revision=1, text=WRONG)
    work()
    send(type="fixes", id=1, revision=1)
    send(type="edit", revision=2, text=DECK)
    send(type="pin", text=DECK.replace("jar: {count: 2", "jar: {count: 3"))
    work()
    for number, line in enumerate(DECK.splitlines(), 1):
        for column in range(1, len(line) + 2, 3):
            for kind in ("complete", "hover"):
                send(type=kind, id=1, revision=2, line=number, column=column)
    work(3000)
    for topic in ("exact", "played"):
        for trial in range(3):
            send(type="trial", id=1, revision=2, topic=topic, trial=trial)
    send(type="share", id=1, revision=2)
    send(type="report", id=1, revision=2)
    work()
    options = {"topic": "played", "card": "scout", "goal": "rate", "running": True,
               "ranges": {"scout": [2, 3], "jar": [1, 3]}}  # fmt: skip
    for number, kind in enumerate(KINDS, 1):
        send(type="study", id=number, kind=kind, options=options)
        work()
        send(type="leave", id=number)
faults = [one for one in said if "fault of Yisp" in str(one) or "report it" in str(one)]
assert not faults, faults[:3]

# What is imported only now and then is looked for in the code itself.
wanted = set()
for name in [name for name in sys.modules if name.split(".")[0] in ("yisp", "lark", "yaml")]:
    path = getattr(sys.modules[name], "__file__", None)
    if path:
        wanted.add(name)
print(json.dumps(sorted(set(sys.modules) | wanted)))
