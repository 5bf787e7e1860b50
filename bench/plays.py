"""What several benchmarks set going: a topic of a deck made up on the spot, natively, round by round."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from yisp.compile.builds import native
from yisp.compile.pipeline import compile_deck
from yisp.deck.load import loads
from yisp.simulate.playing.play import Play
from yisp.simulate.worlds.worlds import Players


def opened(deck: Mapping[str, Any], topic: str) -> Play:
    """A topic of a deck as `loads` takes it, with nothing played yet."""
    program = compile_deck(loads(json.dumps(deck), "deck.yml"))
    run = native.load_cached(program) or native.build(program)
    return Play(program, program.topic(topic), 1, native=run)


def next_trials(play: Play | Players, count: int) -> Callable[[], None]:
    """What plays `count` trials more whenever it is called: no two rounds see the same cards."""
    first = iter(range(0, 2**40, count))

    def run() -> None:
        start = next(first)
        play.run(start, start + count)

    return run
