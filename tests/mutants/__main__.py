"""``python -m tests.mutants``: draw mutants, judge them, report."""

from __future__ import annotations

import argparse
import random
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from .judge import ROOT, RUNTIME, Judge
from .places import Mutant, mutants

COMPILERS = ("portable.h", "bits.h")
"""Files of which each compiler sees only a part; ``tests/compile/test_portable.py`` sees all."""


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument(
        "files", nargs="*", help="files to change, or FILE:LINE (default: all of the program and its runtime)"
    )
    parser.add_argument("--seconds", type=float, default=600, help="how long they are judged (default 600)")
    parser.add_argument("--number", type=int, default=10**9, help="at most so many mutants")
    parser.add_argument("--seed", type=int, default=1, help="which mutants are drawn")
    parser.add_argument("--skip", type=int, default=0, help="leave out the first so many of them")
    parser.add_argument(
        "--whole",
        action="store_true",
        help="hold what of Python survives against all tests, the slow ones of a day as well: minutes each",
    )
    parser.add_argument("--list", action="store_true", help="only list what would be judged")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # what is under way is ended, too
    lines: dict[str, set[int]] = {}  # none: all of the file
    for file in options.files or _all_files():
        name, _, line = file.partition(":")
        lines.setdefault(str(Path(name)), set()).update({int(line)} if line else ())
    sources = {file: (ROOT / file).read_text(encoding="utf-8") for file in lines}
    found = {
        file: [one for one in mutants(file, source) if not lines[file] or one.line(source) in lines[file]]
        for file, source in sources.items()
    }
    everything = [one for file in sorted(found) for one in found[file] if file.startswith("runtime/")]
    drawn = _draw(found, random.Random(options.seed))[options.skip :][: options.number]
    if options.list:
        for mutant in drawn:
            print(mutant.describe(sources[mutant.path]))
        return 0
    outcomes: Counter[str] = Counter()
    with Judge() as judge:
        for runtime in (False, True):  # the runtime last: it is built with its mutants
            these = [mutant for mutant in drawn if mutant.path.startswith("runtime/") == runtime]
            if not these:
                continue
            # However few are drawn, all are switched: so the same files are always the same build.
            switched = {one: number for number, one in enumerate(everything, 1) if runtime}
            left = judge.switch(switched) if runtime else set()
            for test in judge.record(runtime=runtime):
                print(f"not asked, for it fails without any change: {test}", file=sys.stderr)
            whole = options.whole and not runtime
            for test in judge.record_all() if whole else ():
                print(f"not asked, for it fails without any change: {test}", file=sys.stderr)
            until = time.monotonic() + options.seconds * len(these) / len(drawn)
            for mutant, outcome in _judged(judge, these, switched, left):
                outcomes[outcome.split()[0].strip(":")] += 1
                if whole and outcome.startswith("survived"):
                    later = judge.judge_by_all(mutant)
                    outcomes[f"{later.split()[0].strip(':')} by all"] += 1
                    outcome += f"; {later}"
                print(f"{mutant.describe(sources[mutant.path])}\n    {outcome}", flush=True)
                if time.monotonic() > until:
                    break
    judged = outcomes["killed"] + outcomes["survived"] + outcomes["did"]
    print(
        f"{judged} mutants: {outcomes['killed']} killed, {outcomes['survived']} survived, "
        f"{outcomes['did']} did not compile"
        + f"; of the survivors all tests kill {outcomes['killed by all']}" * options.whole
    )
    return 0


def _judged(
    judge: Judge, these: list[Mutant], switched: dict[Mutant, int], left: set[Mutant]
) -> Iterator[tuple[Mutant, str]]:
    if not switched:
        yield from ((mutant, judge.judge(mutant)) for mutant in these)
        return
    yield from ((mutant, "did not compile") for mutant in these if mutant in left)
    numbered = {switched[mutant]: mutant for mutant in these if mutant not in left}
    for number, outcome in judge.judge_switched(list(numbered)):
        yield numbered[number], outcome


def _all_files() -> list[str]:
    return sorted(
        str(path.relative_to(ROOT))
        for folder in ("yisp", RUNTIME)
        for path in (ROOT / folder).rglob("*.*")
        if path.suffix in (".py", ".pyx", ".pxd", ".h") and path.name not in COMPILERS
        if not path.name.endswith("_lark.py")  # which Lark writes
    )


def _draw(waiting: dict[str, list[Mutant]], chance: random.Random) -> list[Mutant]:
    """All mutants in a random order, in which every file has its turn."""
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
