"""Golden traces of the packaged decks: a seed, and all that followed from it.

    python tests/games/golden.py --write      write tests/games/golden/ anew

What comes in: a packaged deck's name.  What goes out: the text of its golden file: for each topic
the first trials step by step, and what 2000 trials counted.  A change of such a file is a change of
the language, the engine or the streams, and wants a reason; a change of the deck is one as well.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import yisp
from yisp.compile.pipeline import compile_deck
from yisp.deck.load import load
from yisp.deck.model import Deck
from yisp.report.trace import render_trial
from yisp.simulate.play import Play
from yisp.simulate.trace import Tracer

FOLDER = Path(__file__).parent / "golden"
GAMES = Path(yisp.__file__).parent / "games"
DECKS = tuple(sorted(path.stem for path in GAMES.glob("*.yml")))

SEED = 7
TRACED = 4
"""How many trials of a topic are written out."""

COUNTED = 2000
"""How many trials of a topic are counted."""


def packaged(name: str) -> Deck:
    """A packaged deck."""
    return load(GAMES / f"{name}.yml")


def golden(name: str) -> str:
    """What the golden file of a deck should hold."""
    return "\n".join(_lines(packaged(name), name)) + "\n"


def _lines(deck: Deck, name: str) -> Iterator[str]:
    from running import open_play

    program = compile_deck(deck)
    yield f"{name}, seed {SEED}"
    for index, topic in enumerate(deck.topics):
        tracer = Tracer(deck, topic.name, SEED)
        yield ""
        for trial in range(TRACED):
            yield from render_trial(tracer.program, tracer.topic, tracer.trial(trial))
        play = open_play(program, "python", index, SEED)
        play.run(0, COUNTED)
        yield from counted(play)


def counted(play: Play) -> Iterator[str]:
    """What a topic's table has counted, as lines."""
    program, counts = play.program, play.counts()
    yield f"----------- {play.topic.name}, {counts.trials} trials -----------"
    yield f"successes: {counts.successes}"
    yield f"scores: {counts.score.histogram}"
    for name, count in zip(play.topic.combos, counts.combos, strict=True):
        yield f"combo {name}: {count}"
    for name, stat in zip(play.topic.stats, counts.stats, strict=True):
        yield f"stat {name}: {stat.histogram}"
    if play.topic.exec_program:
        for (kind, number), times, used in zip(program.effects, counts.activations, counts.used, strict=True):
            yield f"effect {program.kinds[kind][0]}[{number}]: {times} in {used} trials"
    for notice in counts.notices:
        yield f"notice {notice.code}: {notice.count}, first in trial {notice.trial}"


def main() -> None:
    if sys.argv[1:] != ["--write"]:
        sys.exit(__doc__)
    FOLDER.mkdir(exist_ok=True)
    for name in DECKS:
        (FOLDER / f"{name}.txt").write_text(golden(name), encoding="utf-8")


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))
    main()
