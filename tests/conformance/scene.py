"""A scene: cards in known places, a topic of its own, and what must come of it."""

from __future__ import annotations

from dataclasses import dataclass, field

STEPS = 200
"""How many a trial may take."""


@dataclass(frozen=True)
class Scene:
    """Cards (name → effects) and where they lie: in the hand in this order, unless said otherwise."""

    cards: dict[str, list[str]]
    header: str = ""
    after: dict[str, str] | None = None  # zone → names, blank-separated; other zones but the deck are empty
    stats: dict[str, int | None] = field(default_factory=dict)  # number → value
    notices: tuple[str, ...] = ()
    activations: int | None = None
    before: str = ""  # `before-play`
    program: str = ""
    footer: str = ""
    define: dict[str, str] = field(default_factory=dict)
    props: dict[str, dict[str, int]] = field(default_factory=dict)
    kinds: dict[str, str] = field(default_factory=dict)  # by name, the card whose kind it is of
    hand: str | None = None
    top: str = ""  # on top of the deck
    zones: dict[str, str] = field(default_factory=dict)
    turns: int = 1
    draw: int = 0
    plays: bool = True
    condition: str | None = None  # of a combo …
    holds: bool = True  # … that succeeds


def plain(names: str) -> dict[str, list[str]]:
    """Cards without effects."""
    return {name: [] for name in names.split()}
