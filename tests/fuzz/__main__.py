"""``python -m tests.fuzz``: see the package."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time

from . import corpus, shrink
from .case import random_of
from .parts import PARTS
from .workers import Finding, Tally, a_folder, alone, judged, run


def main() -> int:
    """Draw, judge and report; 1 when something was found."""
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    options = _options()
    names = options.part or list(PARTS)
    with tempfile.TemporaryDirectory(prefix="yisp-fuzz-") as home:
        # What a child that is killed leaves there goes with this folder.
        tempfile.tempdir = os.environ["TMPDIR"] = home
        os.environ["YISP_CACHE_DIR"] = home
        if options.at is not None:
            return _again(names, options.seed, options.at)
        if options.inputs is None and options.seconds is None:
            options.seconds = 60.0
        decks, scripts = len(corpus.decks()), len(corpus.scripts())
        print(f"seed {options.seed}, corpus {corpus.digest()} ({decks} decks, {scripts} scripts)")
        found = 0
        ends = None if options.seconds is None else time.monotonic()
        for name in names:
            if ends is not None:
                ends += options.seconds / len(names)
            began = time.monotonic()
            tally = run(
                PARTS[name],
                options.seed,
                first=options.first,
                inputs=options.inputs,
                ends=ends,
                jobs=options.jobs,
            )
            _report(name, options.seed, tally, time.monotonic() - began)
            found += len(tally.findings)
        print(f"{found} findings" if found else "nothing found")
    return 1 if found else 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tests.fuzz", description="Gives Yisp inputs nobody would write."
    )
    parser.add_argument("--seconds", type=float, help="how long, in all (60 unless --inputs is given)")
    parser.add_argument("--inputs", type=int, help="how many inputs of each part")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--part", action="append", choices=PARTS, help="only this part; may be given several times"
    )
    parser.add_argument("--first", type=int, default=0, metavar="N", help="begin with this number")
    parser.add_argument("--at", type=int, metavar="N", help="show and judge the input of that number, here")
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)))
    return parser.parse_args()


def _again(names: list[str], seed: int, number: int) -> int:
    """One input of each part, judged in this very process, where a debugger can follow."""
    failed = False
    with a_folder():
        for name in names:
            part = PARTS[name]
            case = part.draw(random_of(seed, name, number))
            print(f"{name} {number}: {case.shown()}")
            began = time.process_time()
            answer, sort, detail = judged(part, case)
            failed |= answer is None
            print(f"  {answer or sort} ({time.process_time() - began:.2f} s of CPU)\n{detail}")
    return 1 if failed else 0


def _report(name: str, seed: int, tally: Tally, seconds: float) -> None:
    print(f"{name}: {tally.judged} inputs in {seconds:.0f} s, {len(tally.findings)} findings")
    answers = ", ".join(f"{answer} {count}" for answer, count in tally.answers.most_common(12))
    print(f"  {answers}, {max(len(tally.answers) - 12, 0)} others")
    print("  longest: " + ", ".join(f"{seconds:.2f} s at {number}" for seconds, number in tally.slowest))
    for sort, finding in sorted(tally.findings.items()):
        print(f"\n  {sort}: {tally.times[sort]} times, as at {finding.number}")
        print("  " + finding.detail.strip().replace("\n", "\n  "))
        print(f"  again: python -m tests.fuzz --part {name} --seed {seed} --at {finding.number}")
        print("  smallest: " + _smallest(finding))


def _smallest(finding: Finding) -> str:
    part, case = PARTS[finding.part], finding.case
    if part.shrinks:
        text = shrink.smaller(case.text, lambda text: alone(part, case._replace(text=text)) == finding.sort)
        case = case._replace(text=text)
    return case.shown()


if __name__ == "__main__":
    sys.exit(main())
