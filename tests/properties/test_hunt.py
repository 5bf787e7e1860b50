"""The hunt draws everything beside everything, can be replayed, and makes small tests of what it finds."""

from __future__ import annotations

import json
import os
import threading
from collections import Counter
from typing import Any

import numpy
import pytest
from hunt import command, compare
from hunt.arithmetic import MEANINGS
from hunt.chance import Chance
from hunt.compare import differences
from hunt.decks import draw
from hunt.programs import FILTERS, SEATED
from hunt.reference import Rules
from hunt.seated_walls import draw_seated_wall
from hunt.shrink import as_test, shrunk
from hunt.walled import WallTrial
from hunt.wanted import meant, understood
from running import compile_text, deck_text, load_text, open_play

from yisp.compile.program import Program
from yisp.deck.schema import KEYS, Key
from yisp.lang.diagnostics import DeckError
from yisp.lang.forms import FORMS
from yisp.lang.syntax import SYNTAX
from yisp.simulate.counting.probabilities import Spread
from yisp.simulate.playing.play import Play, python_functions

OTHER_FILES = {"extends", "include"}
"""Keys that no deck of one text can have."""

OF_SEATS = ("seats", "deal", "simulate.tests.*.deal")
"""Of decks with seats, which the interpreter does not know; they are drawn in ``seated_walls``."""


OF_COLLECTIONS = {"use", "deck.cards.*.known"}
"""Of decks that use collections: ``tests/deck/test_collections`` draws them, and they come to the same
program as a deck that writes all itself."""


def _elsewhere(path: str) -> bool:
    seated = any(path == one or path.startswith(f"{one}.") for one in OF_SEATS)
    return seated or path in OTHER_FILES | OF_COLLECTIONS


def drawn(number: int) -> tuple[list[str], list[str], Any]:
    """Constructs, keys of the deck file, and in how many of so many decks each meets each."""
    options = {option.name for form in FORMS.values() for option in form.options}
    flags = {construct.spelling for construct in SYNTAX if construct.group == "flag"}
    constructs = sorted({*FORMS.keys() - set(SEATED), *options, *flags, *FILTERS})
    keys = sorted(key.path for key in KEYS.values() if not _elsewhere(key.path))
    decks = [draw("pairs", each) for each in range(number)]
    used = numpy.array([[name in deck.used for name in constructs] for deck in decks], dtype=numpy.float32)
    there = numpy.array([[key in deck.keys for key in keys] for deck in decks], dtype=numpy.float32)
    return constructs, keys, used.T @ there


def test_every_construct_and_key_is_drawn() -> None:
    """Each form, option, flag and filter, and each key of the deck file."""
    constructs, keys, together = drawn(500)
    assert not [name for name, row in zip(constructs, together, strict=True) if not row.any()]
    assert not [key for key, column in zip(keys, together.T, strict=True) if not column.any()]


def test_the_interpreter_knows_every_form() -> None:
    deck = load_text(deck_text({"a": {}}, {"t": {"start-card": 0, "combos": {"c": {}}}}))
    known = WallTrial(Rules(deck), deck.topics[0], Chance()).forms
    assert FORMS.keys() - set(SEATED) == MEANINGS.keys() | known.keys()


@pytest.mark.slow
def test_every_pair_of_constructs_and_keys_is_drawn() -> None:
    constructs, keys, together = drawn(20_000)
    rare = {
        (constructs[row], keys[column]): int(together[row, column])
        for row, column in zip(*numpy.nonzero(together < 50), strict=True)
    }
    assert not rare


def test_what_is_noted_is_in_the_deck() -> None:
    for number in range(50):
        deck = draw(1, number)
        for name in deck.used & FORMS.keys():
            assert f"({name} " in deck.text
        for key in deck.keys:
            assert key.endswith(("*", "[A-Z]")) or f'"{key.rpartition(".")[2]}": ' in deck.text


def test_a_deck_follows_from_its_seed_and_number() -> None:
    assert draw(3, 14).text == draw(3, 14).text != draw(3, 15).text != draw(4, 14).text


@pytest.mark.slow
def test_nearly_every_deck_is_valid() -> None:
    refused = sum(
        any(reason.startswith("diagnostics") for reason in compare.examine(draw(2, number).text).refused)
        for number in range(40)
    )
    assert refused <= 2


@pytest.mark.slow
def test_walls_with_seats_are_drawn_and_nearly_all_are_valid() -> None:
    """Two to four seats, every key that seats have, and effects that are activated behind the deal."""
    seats: Counter[int] = Counter()
    keys: set[str] = set()
    refused = played = 0
    for number in range(60):
        data = json.loads(text := draw_seated_wall("seats", number))
        seats[len(data["seats"])] += 1
        for seat in data["seats"]:
            keys |= {*seat, *(f"bargain.{key}" for key in seat.get("bargain", ()))}
        try:
            program = compile_text(text)
        except DeckError:
            refused += 1
            continue
        play = open_play(program, "python")
        play.run(0, 10)
        played += any(play.counts().activations)
    assert set(seats) == {2, 3, 4}
    assert keys == {key.path.removeprefix("seats.") for key in KEYS.values() if _of_a_seat(key)}
    assert refused <= 4
    assert played >= 5


def _of_a_seat(key: Key) -> bool:
    return key.path.startswith("seats.") and not key.path.endswith("*")


@pytest.fixture
def wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    """Exact answers by which a score of 1 is one of 2."""

    def exact_counts(*arguments: Any) -> Any:
        counts = right(*arguments)
        masses = counts.score.masses
        counts.score = Spread(
            {2 if value == 1 else value: masses[value] for value in masses}, counts.score.denominator
        )
        return counts

    right = compare.exact_counts
    monkeypatch.setattr(compare, "exact_counts", exact_counts)


@pytest.mark.slow
def test_a_fault_is_found_and_made_small(wrong: None) -> None:
    text = next(text for number in range(100) if differences(text := draw(5, number).text))
    small = shrunk(text, lambda text: bool(differences(text)), 60)
    assert len(small) < 200, small
    test = as_test("a_fault", small, "a remark", native=False)
    with pytest.raises(AssertionError):
        exec(f"{test}\ntest_a_fault()", {"differences": differences})


@pytest.mark.slow
def test_the_command_finds_it_and_says_so(wrong: None, capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["--decks", "20", "--seed", "5", "--jobs", "2", "--shrink", "0"]) == 1
    said = capsys.readouterr().out
    assert "20 decks" in said
    assert "found: 0" not in said
    number = said.split("deck ", 1)[1].split(" ", 1)[0]
    assert command.main(["--seed", "5", "--number", number, "--shrink", "0"]) == 1
    assert json.loads(capsys.readouterr().out.splitlines()[0])


@pytest.mark.slow
def test_the_command_holds_targets_against_one_another(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """From a deck on, and again where the last time ended; then logs have a word too many, natively."""

    class Longer(Play):
        def log(self, trial: int) -> list[int]:
            return [*super().log(trial), 0]

    def open_longer(program: Program, target: str, topic: int, seed: int) -> Play:
        assert target == "native"
        return Longer(program, topic, seed, functions=python_functions(program.python_source))

    words = ["--logs", "walls", "--shrink", "0"]
    assert command.main([*words, "--first", "3", "--decks", "3"]) == 0
    said = capsys.readouterr().out
    assert "3 decks" in said and "found: nothing" in said and "--first 6" in said
    monkeypatch.setattr(command, "LIFETIME", 1)
    monkeypatch.setattr(compare, "native_module", lambda program: None)
    monkeypatch.setattr(compare, "open_play", open_longer)
    assert command.main([*words, "--first", "6", "--decks", "2"]) == 1
    said = capsys.readouterr().out
    assert "deck 6 of seed 0: python = native: t0, trial 0, log" in said
    assert "found: 2 decks (6, 7)" in said
    assert "--first 8" in said


@pytest.mark.slow  # it waits for what never ends
def test_a_deck_that_breaks_the_process_or_never_ends_is_found(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def examine(text: str, **options: Any) -> Any:
        if text == draw(5, 3).text:
            os._exit(1)
        if text == draw(5, 6).text:
            threading.Event().wait()
        return compare.Verdict()

    monkeypatch.setattr(command, "examine", examine)
    monkeypatch.setattr(command, "PATIENCE", 15.0)
    assert command.main(["--decks", "10", "--seed", "5", "--shrink", "0"]) == 1
    said = capsys.readouterr().out
    assert "deck 3 of seed 5: it ends the process" in said
    assert "deck 6 of seed 5: it never ends" in said
    assert "10 decks" in said
    assert "found: 2 decks (3, 6)" in said


def test_wanted_cards_are_read_as_they_are_written() -> None:
    """The hunt's own reading of wanted cards tells a wrong one from a right one."""
    cards = {"p": {"attribute": ["m"]}, "q": {"attribute": ["m", "n"]}, "two words": {"count": 3}}
    hand = ["p", 'a:m !"two words"', "2x other", "0x !A:?", "1-2x two words", {"any": ["q", "other"]}]
    tests = {"t": {"combos": {"c": {"hand": hand, "B": ["q"], "score": 3}, "d": {}}}}
    text = deck_text(cards, tests, alias={"other": "a:m !q"})
    loaded = load_text(text)
    assert meant(json.loads(text), loaded) == understood(loaded) == {
        ("t", "c", "H"): [
            (frozenset({0}), 1, None),
            (frozenset({0, 1}), 1, None),
            (frozenset({0}), 2, None),
            (frozenset({2}), 0, 0),
            (frozenset({2}), 1, 2),
            (frozenset({0, 1}), 1, None),
        ],
        ("t", "c", "B"): [(frozenset({1}), 1, None)],
    }  # fmt: skip
