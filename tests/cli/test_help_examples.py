"""The examples that ``--help`` shows run, on a deck that has all they name."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import documents
import pytest

from yisp.cli import COMMANDS

NOT_RUN = {
    "yispc bench": "is run by test_bench_and_cache.py, and takes seconds a topic",
    "yispc cache --clear": "clears what other tests have built",
    "yispc export deck.yml --to ydke --names cards.cdb": "needs a database of cards",
    "yispc import deck.ydk --names cards.cdb": "needs a database of cards",
    "yispc import 'ydke://…'": "is cut short",
    "yispc lsp": "talks to an editor until it is ended",
    "yispc new  ": "asks on a terminal",
    "yispc site --serve": "serves until it is ended",
    "yispc sweep deck.yml --vary 'ash=0..3' --cluster": "needs a cluster",
    "yispc view": "serves until it is ended",
}
"""How the examples begin that are not run, and why."""

DECK = """
deck:
  size: 40
  cards:
    scout: {count: 2, attribute: [start]}
    ash: {count: 2, attribute: [trap]}
    gate: {count: 3, program: '@;(# X B);(# D.2 B)'}
    pot: {count: 2}
    brick: {count: 2}
    rest: {count: -1}
set: {down: 0}
simulate:
  seed: 7
  tests:
    going-first: &topic
      exec-program: true
      combos: {one: {hand: [a:start]}}
      watch: {bricked: {hand: [brick]}}
      stats: {milled: '(+ down |B|)'}
    opening: *topic
    first: *topic
    second: *topic
"""
OTHER = "extends: deck.yml\ndeck: {cards: {scout: {count: 3}}}\n"

FILES = {
    "deck.yml": DECK,
    "decks/deck.yml": DECK,
    "lflist.conf": "#[list]\n!list\n1 1 --ash\n",
    "lines.txt": "(# D.1 H)\n",
    "script.yisp": "(# D.1 B)\n",
    **dict.fromkeys(("old.yml", "new.yml", "other.yml"), OTHER),
}
IMPORTED = {
    "cards.csv": "name,count\nash,3\nrest,37\n",
    "list.txt": "4 Lightning Bolt\n36 Mountain\n",
    "old.yml": "deck: {size: 40, cards: {ash: {count: 3}, rest: {count: -1}}}\nsimulate: {tests: {a: {b: [ash]}}}\n",
}
QUICK = """
deck: {size: 40, cards: {scout: {count: 2}, ash: {count: 1}, brick: {count: 1}, rest: {count: -1}}}
simulate:
  tests:
    opening: {combos: {one: {hand: [scout]}}, watch: {bricked: {hand: [brick]}}}
"""
FOLDERS: dict[str, dict[str, str]] = {
    "import": IMPORTED,
    "new": {
        "deck.ydk": "#main\n" + 20 * "14558127\n" + 20 * "23434538\n",
        "list.txt": "3 Ash Blossom & Joyous Spring\n3 Ash\n3 Lamp\n3 Brick\n28 Rest\n",
    },
    "plot": {**FILES, "games.tsv": "trial\tscore\tmilled\n0\t1\t2\n1\t0\t3\n"},
    "report": {**FILES, "cards/README": "a picture for each card\n"},
    "tune": {**FILES, "deck.yml": QUICK},  # many builds of it are looked at
}
"""What lies in the folder, where it is something else than ``FILES``."""


def examples(name: str) -> list[str]:
    command = import_module(f"yisp.cli.{COMMANDS[name][0]}").command
    return re.findall(r"^ *(yispc .*)$", command.epilog or "", re.MULTILINE)


def left_out(example: str) -> list[str]:
    return [start for start in NOT_RUN if f"{example}  ".startswith(start)]


@pytest.mark.slow
@pytest.mark.parametrize("name", COMMANDS)
def test_the_examples_of_a_command_run(name: str, tmp_path: Path) -> None:
    for number, example in enumerate(examples(name)):
        if not left_out(example):
            for path, text in FOLDERS.get(name, FILES).items():
                file = tmp_path / str(number) / path
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text, encoding="utf-8")
            (tmp_path / str(number)).mkdir(exist_ok=True)
            command = re.sub(r" {2,}.*", "", example)
            assert not documents.failure_of(command, "", str(tmp_path / str(number))), command


def test_what_is_left_out_is_still_shown() -> None:
    found = [left_out(example) for name in COMMANDS for example in examples(name)]
    assert max(map(len, found)) == 1
    assert {start for starts in found for start in starts} == set(NOT_RUN)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_an_example(name: str) -> None:
    assert examples(name)
