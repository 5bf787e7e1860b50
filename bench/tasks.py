"""What is measured: decks, and the yardsticks and goals of each.

``Goal`` holds what the engine's specification asks for; nothing here is ever asserted, since
machines differ and are noisy.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from yisp.deck.reading.files import SourceFile

BENCH = Path(__file__).resolve().parent
ROOT = BENCH.parent

YGO_CALC = {"readme-kowakuma": 27_000, "zhulei": 44_000, "sushi": 43_000}
"""ns a trial that ygo-calc needs, mean of the deck's topics: published, not measured here."""

LIBSAKI = {
    "untouched": 93, "three marks on 34 kinds": 494, "four plain seats": 4_500, "a picky seat": 16_000,
}  # fmt: skip
"""ns that a draw from libsaki's wall takes, what is lit before it included, and a deal: measured once, not
here."""


@dataclass(frozen=True)
class Goal:
    """What a figure must be and aims at, in words, e.g. "100x ygo-calc"."""

    must: str = ""
    aim: str = ""


NO_GOAL = Goal()
HAND_ONLY = Goal("40 ns", "10 ns")
"""Of a topic in which nothing is played: a hand is drawn and judged, natively."""

AGAINST_C = {
    "hand": Goal("40 ns, 2x C", "10 ns"),
    "effects": Goal("1.3x C", "1.3x C"),
    "war": Goal("10,000 ns", "4,000 ns"),
}
"""Of the tasks that there is C of, natively."""

AGAINST_YGO_CALC = {
    "native": Goal("100x ygo-calc", "250x ygo-calc"),
    "python": Goal("20x ygo-calc", "40x ygo-calc"),
}


def goal_of(deck: str, target: str, plays: bool) -> Goal:
    """What is asked of a deck on a target; ``plays`` says whether any of its topics runs a script."""
    if target == "native" and deck in AGAINST_C:
        return AGAINST_C[deck]
    if target == "native" and not plays:
        return HAND_ONLY
    return AGAINST_YGO_CALC[target] if deck in YGO_CALC else NO_GOAL


def decks() -> list[Path]:
    """The benchmark's decks, the packaged ones, and the real ones where they lie beside the project."""
    folders = [BENCH / "decks", ROOT / "yisp" / "games", ROOT.parent / "shared" / "decks"]
    return [deck for folder in folders for deck in sorted(folder.glob("**/*.yml"))]


def source_of(deck: Path) -> SourceFile:
    """A deck as the compiler takes it."""
    return SourceFile(deck.name, deck.read_bytes(), str(deck))


def deck_named(name: str) -> Path:
    """One of the benchmark's own decks."""
    return BENCH / "decks" / f"{name}.yml"
