"""Loading whole files: as players write them, files that cannot be read, hostile ones, any bytes at all."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from yisp.deck.load import load, loads
from yisp.lang.diagnostics import DeckError, render

DECKS = Path(__file__).parents[1] / "decks"

# What each deck that is written as players write them is warned of, by line; one who reads these agrees.
PLAYED = {
    "crossroads.yml": ["Y421 49"],
    "echoes.yml": ["Y404 74"],
    "landslide.yml": [],
    "orchard.yml": ["Y421 21"],
    "teahouse.yml": ["Y405 71", "Y405 71", "Y421 81", "Y408 90", "Y202 94"],
    "tidepool.yml": ["Y403 18", "Y403 18", "Y401 52", "Y401 55", "Y401 58"],
}
SIZES = {"echoes.yml": 44, "landslide.yml": 60, "teahouse.yml": 60}


def test_every_such_deck_is_looked_at():
    assert sorted(path.name for path in DECKS.iterdir()) == sorted(PLAYED)


@pytest.mark.parametrize("name", PLAYED)
def test_decks_as_players_write_them_load(name):
    deck = load(DECKS / name)
    assert [f"{item.code} {item.place.line}" for item in deck.diagnostics] == PLAYED[name]
    assert deck.size == SIZES.get(name, 40)
    assert deck.topics


def codes(action):
    with pytest.raises(DeckError) as caught:
        action()
    return [item.code for item in caught.value.diagnostics]


def test_files_that_cannot_be_read(tmp_path):
    assert codes(lambda: load(tmp_path / "none.yml")) == ["Y001"]
    assert codes(lambda: load(tmp_path)) == ["Y001"]
    assert codes(lambda: load("a\0b")) == ["Y001"]
    assert codes(lambda: load(tmp_path / ("x" * 5000))) == ["Y001"]


def test_a_deck_is_loaded_from_a_folder_with_any_name(tmp_path):
    path = tmp_path / "我的 卡组" / "deck file.yml"
    path.parent.mkdir()
    path.write_text(
        "deck: {cards: {a: {count: 9}}}\nsimulate: {tests: {t: {combos: {c: {hand: [a]}}}}}", "utf-8"
    )
    assert load(path).file == os.fspath(path)


def test_importing_is_cheap():
    heavy = "{'yaml', 'yisp.lang.parsing.grammar_lark', 'numpy', 'click', 'rich'}"
    program = f"import sys, yisp.deck.load; print(*{heavy} & sys.modules.keys())"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


def test_nothing_in_a_file_is_executed(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    codes(lambda: loads("deck: !!python/object/apply:os.system ['echo > hacked']\n", "f"))
    name = "\"); import os; os.system('echo > hacked') #"
    written = "'" + name.replace("'", "''") + "'"
    cards = f"deck: {{cards: {{{written}: {{count: 9}}}}}}\n"
    deck = loads(cards + f"simulate: {{tests: {{t: {{combos: {{c: {{hand: [{written}]}}}}}}}}}}", "f")
    assert deck.kinds[0].name == name
    assert not list(tmp_path.iterdir())


def large(kinds, card, wanted):
    """A deck of many kinds and one combo; ``card`` and ``wanted`` give the text for each number."""
    cards = "".join(f"    card-{number}: {card(number)}\n" for number in range(kinds))
    hand = ",".join(wanted)
    tests = f"simulate: {{tests: {{t: {{exec-program: true, combos: {{c: {{hand: [{hand}]}}}}}}}}}}"
    return f"deck:\n  cards:\n{cards}{tests}"


def with_attribute(number):
    return f"{{count: 2, attribute: [a{number}]}}"


def with_program(number):
    return f"{{count: 2, attribute: [m, x{number}], program: ['[1]@;(# X B);(# D.1 H [draw])']}}"


@pytest.mark.slow
def test_no_number_of_warnings_makes_a_mistake(problems) -> None:
    aliases = ", ".join(f"n{at}: a:none{at}" for at in range(1001))
    hand = "simulate: {tests: {t: {combos: {c: {hand: [x]}}}}}"
    found = problems(f"deck: {{cards: {{x: {{count: 9}}}}, alias: {{{aliases}}}}}\n{hand}")
    assert {item.split()[0] for item in found} == {"Y405?", "Y421?"}


HOSTILE = {
    "5,000 kinds": (large(5000, with_program, ["a:m"]), []),
    "unknown names": (
        large(2000, with_attribute, (f"kard-{i}" for i in range(2000))),
        ["Y210"] * 1000 + ["Y015"],
    ),
    "a hand without end": (large(2000, with_attribute, (f"a:a{i % 2000}" for i in range(20_000))), []),
    "many patterns": (large(2000, with_attribute, (f"A:a*{i}" for i in range(2000))), ["Y209"]),
}


@pytest.mark.parametrize("name", [
    pytest.param(name, marks=pytest.mark.slow if name != "a hand without end" else [])
    for name in HOSTILE
])  # fmt: skip
def test_hostile_decks_take_seconds(name):
    text, expected = HOSTILE[name]
    started = time.process_time()
    try:
        found = [item.code for item in loads(text, "f").diagnostics if item.severity == "error"]
    except DeckError as error:
        found = [item.code for item in error.diagnostics if item.severity == "error"]
    assert time.process_time() - started < 20
    assert found == expected


def loads_or_says_why(data):
    """Whatever comes in, a deck or located diagnostics come out."""
    try:
        diagnostics = loads(data, "f").diagnostics
    except DeckError as error:
        diagnostics = error.diagnostics
        assert diagnostics.failed
    for item in diagnostics:
        assert render(item)
        if item.place is not None:
            assert 1 <= item.place.column <= len(item.place.text) + 1


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes(data):
    loads_or_says_why(data)


VALID = """\
# a deck
deck:
  size: 40
  cards:
    ash: &ash {count: 3, attribute: [monster, 'hand-trap'], description: 灰流丽}
    pot:
      count: 2
      program:
        - '[1^]/(> |D| 3);@;(# X B);(# D.2 H [draw]);(! "draw")'
        - "[B]\\x40;(if (> |H.a:monster| 0) () (## X D))"
        - >
          @;
          (= total (+ total 1))
    rest: {<<: *ash, count: -1}
  alias: {Trap: 'A:hand*', Other: '!Trap a:monster'}
simulate:
  count: 10
  limits: {nesting: 50}
  tests:
    t:
      exec-program: yes
      header: |
        (= total 0)
      combos:
        c: {score: '|H.ash|', condition: (== total 1), hand: [Trap, 2x a:monster, {any: [ash]}], B: [pot]}
      stats: {n: total}
"""
TOKENS = [
    *(" ", "\n", "  ", ":", ": ", "-", "- ", "[", "]", "{", "}", "'", '"', "&a", "*a", "*ash", "!", "!!"),
    *("#", " #", "(", ")", "@", "%", "~", "<<: ", "\t", "\r", "\0", "x", "-1", "0", "9" * 21, "灰", "\\"),
    *("|", ">", "\u2028", "\ufeff", "a:", "A:*", "X", "H.", ".", ";", "1-2x ", "count", "null", "\ud800"),
]


@pytest.mark.slow
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.lists(
        st.tuples(st.integers(0, len(VALID)), st.integers(0, 6), st.sampled_from(TOKENS)),
        min_size=1,
        max_size=4,
    )
)
def test_any_change_to_a_valid_deck(changes):
    text = VALID
    for at, length, token in changes:
        text = text[:at] + token + text[at + length :]
    loads_or_says_why(text)


def test_the_deck_that_is_changed_is_valid():
    assert not [item for item in loads(VALID, "f").diagnostics if item.severity == "error"]
