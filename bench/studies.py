"""``python -m bench.studies``: what a variant of a deck costs, and what a pool adds to that.

What goes out: the tables of docs/scale.md.  Times are the best of a few rounds; natively they are one core's.
The cache is a fresh one, so that nothing is kept from before.
"""

from __future__ import annotations

import os
import tempfile
import time
import warnings
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

from .words import decks_of

ROUNDS = 3
SAMPLE = 1_000
LONG = 1_000_000


def best(work: Callable[[], object], rounds: int = ROUNDS) -> float:
    """Seconds, the fewest of some rounds."""
    times = []
    for _ in range(rounds):
        began = time.perf_counter()
        work()
        times.append(time.perf_counter() - began)
    return min(times)


def once(work: Callable[[], object]) -> float:
    return best(work, 1)


def deck_costs(name: str) -> list[str]:
    """A row of the first table."""
    import yisp
    from yisp.compile.builds import native
    from yisp.compile.family import Family
    from yisp.deck.changes import Changes

    deck = yisp.load(name)
    filler, *others = (kind for kind in sorted(deck.kinds, key=lambda kind: -kind.count) if kind.zone is None)
    changed = Changes({filler.name: filler.count - 1, others[0].name: others[0].count + 1})
    making = best(lambda: yisp.compile_deck(deck.changed(changed)))
    family = Family(deck.changed)
    program = family.program(Changes())
    another = best(lambda: [family.program(changed) for _ in range(100)]) / 100
    topic = program.topics[0].name

    def run(count: int, method: str, target: str) -> object:
        return yisp.run(
            program, count=count, method=method, target=target, seed=1, jobs=1, topics=topic
        )  # fmt: skip

    answer = once(lambda: run(1, "auto", "python"))
    is_exact = yisp.run(program, count=1, jobs=1, topics=topic).topics[topic].trials is None
    trials = best(lambda: run(SAMPLE, "sample", "python"))
    building = once(lambda: native.build(program))
    natively = best(lambda: run(LONG, "sample", "native"))
    return [
        Path(name).stem, f"{making * 1e3:.0f} ms", f"{another * 1e3:.2f} ms",
        f"{answer * 1e3:.0f} ms" + ("" if is_exact else " (none)"),
        f"{trials / SAMPLE * 1e6:.1f} µs", f"{natively / LONG * 1e9:.0f} ns", f"{building:.1f} s",
    ]  # fmt: skip


def pool_costs() -> list[list[str]]:
    """The rows of the second table: the same sweep by every pool."""
    import yisp
    from yisp.studies.sweeping.sweep import run_sweep
    from yisp.studies.sweeping.variants import read_axes
    from yisp.studies.work import pools
    from yisp.studies.work.cluster import cluster

    deck = yisp.load("opening")
    variants = read_axes(["scout=0..9", "lamp lighter=0..9", "quicksand=0..9"], deck)

    def sweep(**how: object) -> None:
        done = run_sweep(
            deck, variants, topics=["going-first"], method="sample", count=100, seed=1, target="python", **how
        )  # type: ignore[arg-type]
        assert not done.partial

    rows = []
    pools.WORTH_PROCESSES = -1.0
    with tempfile.TemporaryDirectory() as folder:
        journal = os.path.join(folder, "journal")
        ways: dict[str, Callable[[], object]] = {
            "this process": lambda: sweep(jobs=1),
            "this process, with a journal": lambda: sweep(jobs=1, journal=journal),
            "2 processes": lambda: sweep(jobs=2),
        }
        if find_spec("distributed"):
            ways["a cluster of 2 processes"] = lambda: sweep(pool=cluster("local", 2, lambda said: None))
        for name, work in ways.items():
            seconds = once(work)
            rows.append([name, f"{seconds:.2f} s", f"{seconds / len(variants) * 1e3:.2f} ms"])
        rows.append(["a line of the journal", f"{os.path.getsize(journal) / len(variants):.0f} bytes", ""])
    return rows


def show(head: list[str], rows: list[list[str]]) -> None:
    print("| " + " | ".join(head) + " |")
    print("|" + "---|" * len(head))
    for row in rows:
        print("| " + " | ".join(row) + " |")
    print()


def main() -> None:
    names = decks_of("bench.studies", __doc__) or ["opening", "pots", "mill", "graveyard"]
    warnings.simplefilter("ignore")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["YISP_CACHE_DIR"] = folder
        head = [
            "deck", "load and compile", "other counts", "exact answer", "a trial, python", "native",
            "native build",
        ]  # fmt: skip
        show(head, [deck_costs(name) for name in names])
        show(["1000 variants of 100 trials", "in all", "a variant"], pool_costs())


if __name__ == "__main__":
    main()
