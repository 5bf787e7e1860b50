"""The options of ``yispc run``, declared once.

``run.py`` makes click options of them; ``read_plainly`` reads the plain form of the command line
without click, for a warm start: words it does not understand it leaves to click, which explains
mistakes and prints help.
"""

from __future__ import annotations

from ..messages import Message, declared
from . import COMMANDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any


def count(text: str) -> int:
    """A number of trials from 1 to 10^15, as in 1000, 1e6, 10_000, 1,000,000."""
    plain = text.replace("_", "").replace(",", "")
    number = int(float(plain)) if "e" in plain.lower() else int(plain)
    if not 1 <= number <= 10**15:
        raise ValueError
    return number


def seed(text: str) -> int:
    """A whole number from 0 to 2^53 - 1."""
    number = int(text)
    if not 0 <= number < 2**53:
        raise ValueError
    return number


def share(text: str) -> float:
    """Half the width of an interval, above 0 and below 100%, as in 0.1% or 0.001."""
    number = with_percent(text)
    if not 0 < number < 1:
        raise ValueError
    return number


def with_percent(text: str) -> float:
    return float(text[:-1]) / 100 if text.endswith("%") else float(text)


def jobs(text: str) -> int:
    """A number of workers from 1 to 1024."""
    number = int(text)
    if not 1 <= number <= 1024:
        raise ValueError
    return number


def duration(text: str) -> float:
    """A time above 0, as in 10s, 500ms, 2min, 1h or (seconds) 10."""
    number = text.strip()
    for unit, seconds in (("ms", 0.001), ("min", 60), ("s", 1), ("m", 60), ("h", 3600)):
        if number.endswith(unit):
            return _above_zero(number.removesuffix(unit)) * seconds
    return _above_zero(number)


def memory(text: str) -> int:
    """An amount of memory above 0, as in 512M, 512MB or 2G."""
    number = text.strip().upper().removesuffix("B").removesuffix("I")
    unit = number[-1:]
    if not unit or unit not in "KMGT":
        raise ValueError  # 512 of what?
    return int(_above_zero(number[:-1]) * 1024 ** (1 + "KMGT".index(unit)))


def _above_zero(text: str) -> float:
    number = float(text)
    if not 0 < number < 10**9:
        raise ValueError
    return number


POLICIES = ("greedy", "random", "best", "hindsight", "staged-search")
"""As ``deck.schema`` has them, which a warm start need not import."""


def policies(text: str) -> list[str]:
    """Policies with commas between them, greedy, random, best, hindsight or staged-search: greedy,best."""
    named = [word.strip() for word in text.split(",")]
    if not set(named) <= set(POLICIES):
        raise ValueError
    return named


def parameter(text: str) -> tuple[str, int]:
    """A parameter of the deck and its value, a whole number: down=1."""
    name, _, value = text.partition("=")
    number = int(value)
    if not name.strip() or not -(2**63) <= number < 2**63:
        raise ValueError
    return name.strip(), number


def copies(text: str) -> tuple[str, int]:
    """A card and its number of copies: ash=2."""
    name, _, value = text.rpartition("=")
    number = int(value)
    if not name.strip() or not 0 <= number <= 10**9:
        raise ValueError
    return name.strip(), number


def expected(read: Callable[[str], Any]) -> Message:
    """What one of these reads, as part of a sentence: its description."""
    description = (read.__doc__ or "").rstrip(".")
    return declared(description[:1].lower() + description[1:])


class Option:
    """One option: ``kind`` turns its text into its value; None marks a flag without one."""

    def __init__(
        self,
        name: str,
        words: tuple[str, ...],
        kind: Callable[[str], Any] | tuple[str, ...] | None,
        metavar: str,
        help: str,
        several: bool = False,
    ) -> None:
        self.name = name
        self.words = words
        self.kind = kind  # a tuple: one of these words
        self.metavar = metavar
        self.help = help
        self.several = several


COUNTS = (
    Option(
        "copies", ("--with",), copies, "CARD=N",
        "Play with N copies of a card; may be given several times.", True,
    ),
    Option(
        "filler", ("--filler",), str, "CARD",
        "The card whose count makes up for --with (default: the one whose count is -1).",
    ),
)  # fmt: skip
"""What changes a deck's counts."""

BOUNDS = (
    Option(
        "time_limit", ("--time-limit",), duration, "10s",
        "End after this time with what was counted (or set YISP_TIME_LIMIT).",
    ),
    Option(
        "memory_limit", ("--memory-limit",), memory, "512M",
        "End likewise when more memory is in use, workers and builds included (or set YISP_MEMORY_LIMIT).",
    ),
    Option("no_files", ("--no-files",), None, "", "Refuse all files that a deck names but packaged ones."),
)  # fmt: skip
"""What bounds a command, whatever the deck says."""

RUN_OPTIONS = (
    Option(
        "count", ("--count", "-n"), count, "N",
        "Trials per topic (default: the deck's, or as many as it takes).",
    ),
    Option("seed", ("--seed",), seed, "N", "The random seed (default: the deck's, or a fresh one)."),
    Option("topics", ("--topic",), str, "T", "Run only this topic; may be given several times.", True),
    Option(
        "until", ("--until",), share, "0.1%",
        "Sample until every success rate is known to that half-width (--count is then the maximum).",
    ),
    Option(
        "method", ("--method",), ("auto", "exact", "sample"), "",
        "How to answer: exactly, by sampling, or (auto) exactly where that is cheap.",
    ),
    Option(
        "policies", ("--policy",), policies, "P,P",
        "Play every topic by these policies: greedy, random, best, hindsight (default: the deck's).",
    ),
    Option("jobs", ("--jobs", "-j"), jobs, "N", "Workers that share the trials (default: all cores)."),
    Option(
        "target", ("--target",), ("auto", "python", "native"), "",
        "Where trials run; auto uses a native module if the deck has one or the run is long.",
    ),
    Option(
        "set", ("--set",), parameter, "NAME=N",
        "Set a parameter of the deck; may be given several times.", True,
    ),
    *COUNTS,
    Option("strict", ("--strict",), None, "", "End the run at the first run-time error or empty move."),
    Option("json", ("--json",), None, "", "Print one JSON object per deck, each on a line."),
    Option("markdown", ("--markdown",), None, "", "Print the results as Markdown tables, to share them."),
    Option("csv", ("--csv",), str, "FILE", "Also write the results as a table (.csv, .tsv, .parquet)."),
    Option(
        "records",
        ("--records",),
        str,
        "FILE",
        "Also write a row per trial (.csv, .tsv, .parquet); 10,000 where nobody says how many trials.",
    ),
    Option(
        "relate", ("--relate",), str, "X,Y",
        "Relate two numbers (stats, combos, score): means, correlation, regression; may be repeated.", True,
    ),
    Option("plot", ("--plot",), str, "FILE", "Also draw the results (.svg, .png or .html)."),
    Option(
        "junit", ("--junit",), str, "FILE",
        "Also write what came of the decks' expectations as JUnit XML (.xml), one file for all decks.",
    ),
    Option(
        "annotations", ("--annotations",), ("github",), "",
        "Also print mistakes, notices and failed expectations as commands that GitHub shows beside the"
        " lines.",
    ),
    Option("deck", ("--deck",), str, "DECK", "The deck a script (.yisp) plays with (default: no cards)."),
    Option("quiet", ("--quiet", "-q"), None, "", "No warnings, notices, printed lines or progress."),
    Option(
        "verbose", ("--verbose", "-v"), None, "", "Notices at length: each place, how often, in which topic."
    ),
    *BOUNDS,
)  # fmt: skip


class RunOptions:
    """The values of ``RUN_OPTIONS``; what was not given is None, False or empty."""

    decks: list[str]
    count: int | None
    seed: int | None
    topics: list[str]
    set: list[tuple[str, int]]
    copies: list[tuple[str, int]]
    filler: str | None
    method: str | None
    policies: list[str] | None
    target: str | None
    strict: bool
    json: bool
    markdown: bool
    csv: str | None
    jobs: int | None
    until: float | None
    records: str | None
    deck: str | None
    relate: list[str]
    plot: str | None
    junit: str | None
    annotations: str | None
    quiet: bool
    verbose: bool
    time_limit: float | None
    memory_limit: int | None
    no_files: bool

    def __init__(self, decks: Sequence[str], **given: Any) -> None:
        self.decks = list(decks)
        for option in RUN_OPTIONS:
            default: Any = [] if option.several else False if option.kind is None else None
            setattr(self, option.name, given.get(option.name, default))


def read_plainly(words: Sequence[str]) -> RunOptions | None:
    """The options of a plain ``yispc [run] DECK… [options]``, or None to let click look at it."""
    options = {word: option for option in RUN_OPTIONS for word in option.words}
    rest = list(words)
    named = rest[:1] == ["run"]
    if named:
        del rest[0]
    decks: list[str] = []
    given: dict[str, Any] = {}
    while rest:
        word = rest.pop(0)
        if word == "-" or not word.startswith("-"):
            decks.append(word)
            continue
        option = options.get(word)
        if option is None or (option.name in given and not option.several):
            return None
        if option.kind is None:
            given[option.name] = True
            continue
        if not rest:
            return None
        value = _value(option, rest.pop(0))
        if value is None:
            return None
        if option.several:
            given.setdefault(option.name, []).append(value)
        else:
            given[option.name] = value
    if not decks or (not named and decks[0] in COMMANDS):
        return None
    return RunOptions(decks, **given)


def _value(option: Option, text: str) -> Any:
    if isinstance(option.kind, tuple):
        return text if text in option.kind else None
    assert option.kind is not None
    try:
        return option.kind(text)
    except (ValueError, OverflowError):
        return None
