"""The row of a trial: its places are those that the runtime writes to."""

from __future__ import annotations

from running import compile_text, deck_text, open_play

from yisp.compile.row import RowLayout
from yisp.simulate.playing.records import read_rows, relation_places

SLOW_NATIVELY = True

TOPIC = {
    "combos": {"one": {"hand": ["a"]}, "never": {"condition": "0"}},
    "watch": {"always": {"condition": "1"}},
    "stats": {"hand": "(+ 40 |H|)", "none": "(/ 1 0)", "deck": "|D|"},
    "relate": [["deck", "none"], ["score", "always"]],
}
PROGRAM = compile_text(deck_text({"a": {"count": 20}}, {"t": TOPIC}))


def test_every_number_has_a_place_of_its_own() -> None:
    layout = RowLayout(judged=3, stats=2)
    places = [layout.trial, layout.score, *map(layout.judged, range(3))]
    places += [place for number in range(2) for place in (layout.stat(number), layout.known(number))]
    assert places == list(range(layout.width))
    assert [layout.best(number) for number in (0, 2)] == [layout.width, layout.width + 2]


def test_a_row_without_its_trials_number_begins_a_place_earlier() -> None:
    numbered, bare = (RowLayout(3, 2, numbered=numbered) for numbered in (True, False))
    assert (bare.score, bare.width) == (0, numbered.width - 1)
    for place in ("judged", "stat", "known", "best"):
        assert getattr(bare, place)(1) == getattr(numbered, place)(1) - 1


def test_the_runtime_writes_there(target: str) -> None:
    play = open_play(PROGRAM, target)
    assert play.table.row_width == RowLayout.of(play.topic).width
    (row,) = read_rows(play.topic, play.records(6, 7))
    assert (row.trial, row.score) == (6, 1)
    assert row.judged == [True, False, True]
    assert row.stats == [45, None, 15]


def test_relations_are_of_those_places() -> None:
    (topic,) = PROGRAM.topics
    at = RowLayout.of(topic)
    assert relation_places(topic) == [
        (at.stat(2), at.known(2), at.stat(1), at.known(1)),
        (at.score, 0, at.judged(2), 0),
    ]
