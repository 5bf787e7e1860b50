"""What decks come to, as plain data: what is run here and in a browser's CPython alike (``web/node.mjs``).

What comes in: texts of decks.  What goes out, for each: results of a run, exact fractions among them, records
of trials, logs and final positions; or why there are none.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

from yisp.compile.pipeline import compile_deck
from yisp.deck.load import loads
from yisp.lang.diagnostics import DeckError
from yisp.simulate.counting.probabilities import NoExactAnswer
from yisp.simulate.playing.play import Play, python_functions
from yisp.simulate.result import Result
from yisp.simulate.run import run_program

SEED = 7
LOGS, RECORDS, COUNT = 4, 60, 40


def played(text: str) -> Any:
    """All that a deck comes to."""
    try:
        program = compile_deck(loads(text, "deck.yml"))
    except DeckError as error:
        return {"mistakes": [(one.code, str(one.message)) for one in error.diagnostics]}
    found: dict[str, Any] = {"source": digest(program.python_source), "topics": []}
    for topic in range(len(program.topics)):
        play = Play(program, topic, SEED, functions=python_functions(program.python_source))
        logs = []
        for trial in range(LOGS):
            logs.append([play.log(trial), play.table.position.hex()])
        found["topics"].append([digest(repr(logs)), digest(play.records(0, RECORDS).hex())])
    try:
        outcome = run_program(program, count=COUNT, seed=SEED, target="python", jobs=1)
    except NoExactAnswer as error:
        return {**found, "none": str(error)}
    result = Result(outcome).to_dict()
    for volatile in ("seconds", "trials_per_second", "timing"):
        result.pop(volatile, None)
    return {**found, "result": result}


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


if __name__ == "__main__":
    print(json.dumps([played(text) for text in json.loads(given)]))  # type: ignore[name-defined]  # noqa: F821
