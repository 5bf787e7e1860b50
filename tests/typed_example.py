"""Yisp from a Python program that is checked by types: compare two builds of a deck.

``test_library`` runs it, and holds it against ``mypy --strict``.
"""

from __future__ import annotations

import yisp


def difference(deck: yisp.Deck, card: str, count: int, topic: str) -> float:
    """By how much the success rate changes with another number of copies of a card."""
    before, after = yisp.run(deck), yisp.run(deck.with_counts({card: count}))
    rates = [result.topics[topic].success.rate for result in (before, after)]
    if rates[0] is None or rates[1] is None:
        raise ValueError("nothing was counted")
    return rates[1] - rates[0]


def main() -> None:
    deck = yisp.load(
        {
            "deck": {"size": 40, "cards": {"ash": {"count": 3}, "rest": {"count": -1}}},
            "simulate": {"tests": {"opening": {"combos": {"ash": {"hand": ["ash"]}}}}},
        }
    )
    print(f"{difference(deck, 'ash', 2, 'opening'):.4f}")
    result: yisp.Result = yisp.run(deck, method="sample", count=1000, seed=7)
    for name, found in result.topics.items():
        low, high = found.success.ci95 or (0.0, 1.0)
        print(f"{name}: {low:.3f} to {high:.3f}")


if __name__ == "__main__":
    main()
