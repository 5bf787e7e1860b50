"""Triggers that answer their own activation: said where it is sure, and only there."""

from __future__ import annotations

import json

import pytest

from yisp.compile.pipeline import compile_deck
from yisp.deck.load import loads
from yisp.simulate.result import Result
from yisp.simulate.run import run_program


def deck(effect: str) -> str:
    cards = {
        "other": {"count": 8, "attribute": ["m"], "program": ["[1]@;(# X B)"]},
        "bell": {"count": 2, "attribute": ["m", "loud"], "program": ["[1]@;(# D.1 B)", effect]},
    }
    topic = {"exec-program": True, "combos": {"c": {"hand": ["bell"]}}}
    define = {"leave": "(# X B)", "tested": "|it.m|"}
    return json.dumps({
        "deck": {"cards": cards, "define": define, "alias": {"Both": "a:m"}},
        "simulate": {"limits": {"activations": 50}, "tests": {"t": topic}},
    })  # fmt: skip


def limited(text: str) -> bool:
    """Whether the limit of activations was reached in some trial."""
    outcome = run_program(compile_deck(loads(text, "deck.yml")), method="sample", count=50, target="python")
    (topic,) = Result(outcome).topics.values()
    return any(notice.code == "Y305" and notice.owner == "bell" for notice in topic.notices)


@pytest.mark.parametrize(
    "effect",
    [
        "[on activate](# D.1 B)",
        "[on activate]@;/0;(# D.1 B)",
        "[on activate]/1;(# D.1 B)",
        "[on activate]/|it|;(= gain (+ gain 1));(print gain)",
        "[on activate]/|it.a:m|;(# D.1 B)",
        "[on activate]/|it.bell|;(# D.1 B)",
        "[on activate]/|it.k:bell|;(# D.1 B)",
        "[on activate]/|it.X|;(# D.1 B)",
        "[on activate]/|it.Both.A:l*|;(# D.1 B)",
        "[on activate]/!|it.other|;(# D.1 B)",
        "[on activate]/|it.!other|;/|it.!!a:loud|;(# D.1 B)",
        "[on activate](# D.1 B);(# X H)",
        "[HB on activate](# X B)",
    ],
)
def test_what_never_ends(effect: str) -> None:
    text = deck(effect)
    (found,) = [item for item in loads(text, "deck.yml").diagnostics if item.code == "Y433"]
    assert found.place is not None and text[found.place.column - 1 :].startswith(effect[: effect.index("]")])
    assert "`bell`" in found.message and "[1 on activate]" in (found.hint or "")
    assert limited(text), "it is true"


@pytest.mark.parametrize(
    "effect",
    [
        "[1 on activate](# D.1 B)",
        "[^ on activate](# D.1 B)",
        "[on draw](# D.1 H [draw])",
        "[on >B](# D.1 B)",
        "[on activate]/|it.other|;(# D.1 B)",
        "[on activate]/|it.k:other|;(# D.1 B)",
        "[on activate]/|it.a:z|;(# D.1 B)",
        "[on activate]/|it.A:z*|;(# D.1 B)",
        "[on activate]/|it.z|;(# D.1 B)",
        "[on activate]/!|it.a:m|;(# D.1 B)",
        "[on activate]/0;(# D.1 B)",
        "[on activate]/|D|;(# D.1 B)",
        "[on activate]/|it.a:m.:gain|;(# D.1 B)",
        "[on activate]/(rand 0 1);(# D.1 B)",
        "[on activate]/(tested);(# D.1 B)",
        "[on activate](# X B)",
        "[on activate](# it B)",
        "[on activate](# it.bell B)",
        "[on activate](# H.1 B)",
        "[on activate](leave)",
        '[on activate](! "x");(# D.1 B [x])',
        "[on activate](# D.1 B);(stop 1)",
    ],
)
def test_what_something_may_stop(effect: str) -> None:
    assert not any(item.code == "Y433" for item in loads(deck(effect), "deck.yml").diagnostics)
