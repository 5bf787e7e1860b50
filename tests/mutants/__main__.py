"""``python -m tests.mutants``: draw mutants, judge them, report."""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from pathlib import Path

from .judge import PYTHON_TESTS, ROOT, RUNTIME_TESTS, Judge
from .places import Mutant, mutants

ROOMS = ("yisp/lang", "yisp/deck", "yisp/compile", "yisp/simulate", "runtime")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("files", nargs="*", help=f"files to change (default: those of {', '.join(ROOMS)})")
    parser.add_argument("--seconds", type=float, default=600, help="how long they are judged (default 600)")
    parser.add_argument("--number", type=int, default=10**9, help="at most so many mutants")
    parser.add_argument("--seed", type=int, default=1, help="which mutants are drawn")
    parser.add_argument("--skip", type=int, default=0, help="leave out the first so many of them")
    parser.add_argument("--list", action="store_true", help="only list what would be judged")
    options = parser.parse_args()
    files = [str(Path(file)) for file in options.files] or _all_files()
    sources = {file: (ROOT / file).read_text(encoding="utf-8") for file in files}
    drawn = _draw(sources, random.Random(options.seed))[options.skip :][: options.number]
    if options.list:
        for mutant in drawn:
            print(mutant.describe(sources[mutant.path]))
        return 0
    outcomes: Counter[str] = Counter()
    with Judge() as judge:
        # Those of the runtime go last: after one of them it is built again.
        for of_runtime, tests in ((False, PYTHON_TESTS), (True, RUNTIME_TESTS)):
            these = [mutant for mutant in drawn if mutant.path.startswith("runtime/") == of_runtime]
            if not these:
                continue
            if failed := judge.record(tests):
                print("These tests fail without any change:", *failed, sep="\n", file=sys.stderr)
                return 1
            until = time.monotonic() + options.seconds * len(these) / len(drawn)
            for mutant in these:
                if time.monotonic() > until:
                    break
                outcome = judge.judge(mutant)
                outcomes[outcome.split()[0].strip(":")] += 1
                print(f"{mutant.describe(sources[mutant.path])}\n    {outcome}", flush=True)
    print(
        f"{outcomes.total()} mutants: {outcomes['killed']} killed, {outcomes['survived']} survived, "
        f"{outcomes['did']} did not compile"
    )
    return 0


def _all_files() -> list[str]:
    return sorted(
        str(path.relative_to(ROOT))
        for room in ROOMS
        for path in (ROOT / room).rglob("*.p*")
        if path.suffix in (".py", ".pyx", ".pxd")
    )


def _draw(sources: dict[str, str], chance: random.Random) -> list[Mutant]:
    """All mutants in a random order, in which every file has its turn."""
    waiting = {file: mutants(file, source) for file, source in sources.items()}
    for found in waiting.values():
        chance.shuffle(found)
    drawn: list[Mutant] = []
    while any(waiting.values()):
        round_ = [file for file, found in waiting.items() if found]
        chance.shuffle(round_)
        drawn += [waiting[file].pop() for file in round_]
    return drawn


if __name__ == "__main__":
    sys.exit(main())
