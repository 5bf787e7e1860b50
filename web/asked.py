"""Asks an engine all that a page can ask, and prints which modules that took (for ``web.wasm``; see there)."""

import dis
import importlib.util
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

# What of ours is imported only now and then (a cache that is written, a rare mistake) is found in the sources;
# what needs something that no browser has does not come in.
LACKING = (
    "yisp.cli", "yisp.library", "yisp.children", "yisp.site", "yisp.studies.cluster", "yisp.report.plot", "yisp.report.parquet",
    "yisp.compile.compiler", "yisp.view.server", "yisp.view.pool", "yisp.view.worker", "yisp.view.talk",
)  # fmt: skip
OURS = ("yisp", "yisp_runtime", "lark", "yaml")


def named(module: str) -> set[str]:
    """The modules that one of ours names in an import, anywhere in it."""
    spec = importlib.util.find_spec(module)
    if spec is None or spec.loader is None or not hasattr(spec.loader, "get_code"):
        return set()
    package = module if spec.submodule_search_locations else module.rpartition(".")[0]
    found: set[str] = set()
    codes = [spec.loader.get_code(module)]
    while codes:
        code = codes.pop()
        if code is None:
            continue
        codes += [one for one in code.co_consts if hasattr(one, "co_code")]
        steps = list(dis.get_instructions(code))
        for index, step in enumerate(steps):
            if step.opname != "IMPORT_NAME":
                continue
            level, names = steps[index - 2].argval, steps[index - 1].argval
            name = (
                importlib.util.resolve_name("." * level + (step.argval or ""), package)
                if level
                else step.argval
            )
            found |= {name, *(f"{name}.{one}" for one in names or ())}
    return found


def there(module: str) -> bool:
    try:
        return importlib.util.find_spec(module) is not None
    except (ImportError, ValueError):
        return False


wanted, todo = set(sys.modules), {one for one in sys.modules if one.split(".")[0] in OURS}
while todo:
    module = todo.pop()
    for name in named(module):
        new = (
            name not in wanted and name.split(".")[0] in OURS and not name.startswith(LACKING) and there(name)
        )
        if new:
            wanted.add(name)
            todo.add(name)
print(json.dumps(sorted(wanted)))
