"""Decks whose pages are looked at, and short ways to make them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from yisp.deck.load import loads
from yisp.deck.model import Deck
from yisp.deck.reading.files import packaged
from yisp.library.decks import loaded
from yisp.library.runs import run
from yisp.page.data import Page, page_of

ROOT = Path(__file__).parents[2]

PLAYED = """\
deck:
  cards:
    scout: {count: 3, attribute: [start], description: 侦察兵}
    lamp: {count: 5, attribute: [start, light]}
    gate: {count: 4, program: '@;(# X B);(# D.scout.1 H)'}
    rest: {count: 28}
simulate:
  seed: 7
  count: 200
  tests:
    opening:
      method: sample
      exec-program: true
      combos: {one: {hand: [a:start]}, two: {score: 2, hand: [2x a:start], condition: '(> |B| 0)'}}
      watch: {bricked: {hand: [3x rest]}}
      stats: {milled: '|B|'}
    hands: {combos: {one: {hand: [gate]}}}
    numbers: {stats: {lamps: '|H.lamp|'}}
"""
"""Effects, combos, a stat, something watched; a topic that is exact; one without combos."""

HOSTILE = "</script><img src=x onerror=document.title='owned'><!--<script>"
"""What would be markup if it were not text."""

HOSTILE_DECK = json.dumps(
    {
        "deck": {
            "cards": {
                HOSTILE: {"count": 3, "attribute": [HOSTILE], "description": HOSTILE},
                HOSTILE + "2": {
                    "count": 3,
                    "program": f'@;(# X B);(# D."{HOSTILE}".1 H);(# D."{HOSTILE}".3 H)',
                },
                "rest": {"count": 34},
            }
        },
        "simulate": {
            "seed": 7,
            "count": 50,
            "tests": {
                HOSTILE: {
                    "method": "sample",
                    "exec-program": True,
                    "combos": {HOSTILE: {"hand": [HOSTILE]}},
                    "watch": {HOSTILE + "w": {"hand": [HOSTILE + "2"]}},
                    "stats": {HOSTILE + "s": "|B|"},
                }
            },
        },
    }
)
"""A deck that is called so wherever something has a name."""

DECKS = [*sorted(map(str, (ROOT / "tests/decks").glob("*.yml"))), *packaged()]
"""Every deck of the repository, by its path or its packaged name."""


def page(text: str, file: str = "deck.yml", **options: Any) -> Page:
    """The page of a deck file of that text."""
    return page_of_deck(loads(text, file), **options)


def page_of_deck(deck: Deck, **options: Any) -> Page:
    return page_of(deck, run(deck, **options))


def deck_called(name: str) -> Deck:
    return loaded(name)
