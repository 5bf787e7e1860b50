"""Golden traces of the packaged decks: a seed, and all that followed from it.

    python tests/games/golden.py --write      write tests/games/golden/ anew
    python tests/games/golden.py war          print all of a deck's, with every line

What comes in: a packaged deck's name.  What goes out: the text of its golden file: for each topic
the first trials step by step, and what 500 trials counted.  Of a long trial the beginning and the end
are written out, and what lies between as a digest for every hundred lines: that is enough to tell where
two traces part, and ``difference`` says what stands there now.  A change of such a file is a change of
the language, the engine or the streams, and wants a reason; a change of the deck is one as well.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from itertools import zip_longest
from pathlib import Path

import yisp
from yisp.compile.pipeline import compile_deck
from yisp.deck.load import load
from yisp.deck.model import Deck
from yisp.report.text.trace import render_trial
from yisp.simulate.playing.play import Play
from yisp.simulate.single.trace import Tracer

FOLDER = Path(__file__).parent / "golden"
GAMES = Path(yisp.__file__).parent / "games"
DECKS = tuple(sorted(path.stem for path in GAMES.glob("*.yml")))

SEED = 7
TRACED = 4
"""How many trials of a topic are written out."""

COUNTED = 500
"""How many trials of a topic are counted."""


FIRST, LAST, DIGESTED = 100, 20, 100
"""How many lines of a trial are written out at its two ends, and how many between them have one digest."""


def packaged(name: str) -> Deck:
    """A packaged deck."""
    return load(GAMES / f"{name}.yml")


def golden(name: str) -> str:
    """What the golden file of a deck should hold."""
    return "".join(f"{shown}\n" for shown, _ in _shown(name))


def difference(name: str, text: str) -> str | None:
    """Where a golden file is not what it should be: the first line, and what stands there now."""
    for number, (found, row) in enumerate(zip_longest(text.splitlines(), _shown(name)), 1):
        shown, lines = row or (None, [])
        if found != shown:
            now = "\n".join(lines) or "nothing"
            return f"{name}.txt:{number}: {found or 'nothing'}\nnow:\n{now}"
    return None


def _shown(name: str) -> Iterator[tuple[str, Sequence[str]]]:
    """The lines of a golden file, each with the lines that it stands for."""
    for part in _parts(packaged(name), name):
        first, between, last = part[:FIRST], part[FIRST:-LAST], part[FIRST:][-LAST:]
        yield from ((line, [line]) for line in first)
        for at in range(0, len(between), DIGESTED):
            lines = between[at : at + DIGESTED]
            digest = sha256("\n".join(lines).encode()).hexdigest()[:16]
            yield f"… {len(lines)} lines, digest {digest}", lines
        yield from ((line, [line]) for line in last)


def _parts(deck: Deck, name: str) -> Iterator[list[str]]:
    """The lines of a deck's golden file, all of them, a trial or a count after the other."""
    from running import open_play

    program = compile_deck(deck)
    yield [f"{name}, seed {SEED}"]
    for index, topic in enumerate(deck.topics):
        tracer = Tracer(deck, topic.name, SEED, policies=["greedy"])
        yield [""]
        for trial in range(TRACED):
            yield list(render_trial(tracer.program, tracer.topic, tracer.trial(trial)))
        play = open_play(program, "python", index, SEED)
        play.run(0, COUNTED)
        yield list(counted(play))


def counted(play: Play) -> Iterator[str]:
    """What a topic's table has counted, as lines."""
    program, counts = play.program, play.counts()
    yield f"----------- {play.topic.name}, {counts.trials} trials -----------"
    yield f"successes: {counts.successes}"
    yield f"scores: {counts.score.histogram}"
    scoring = len(play.topic.combos)
    for name, count in zip(play.topic.combos, counts.combos[:scoring], strict=True):
        yield f"combo {name}: {count}"
    for name, count in zip(play.topic.watch, counts.combos[scoring:], strict=True):
        yield f"watched {name}: {count}"
    for name, stat in zip(play.topic.stats, counts.stats, strict=True):
        yield f"stat {name}: {stat.histogram}"
    if play.topic.exec_program:
        for (kind, number), times, used in zip(program.effects, counts.activations, counts.used, strict=True):
            yield f"effect {program.kinds[kind][0]}[{number}]: {times} in {used} trials"
    for notice in counts.notices:
        yield f"notice {notice.code}: {notice.count}, first in trial {notice.trial}"


def main(words: Iterable[str]) -> None:
    match list(words):
        case ["--write"]:
            FOLDER.mkdir(exist_ok=True)
            for name in DECKS:
                (FOLDER / f"{name}.txt").write_text(golden(name), encoding="utf-8")
        case [name] if name in DECKS:
            for part in _parts(packaged(name), name):
                print(*part, sep="\n")
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))
    main(sys.argv[1:])
