"""In a browser's CPython decks come to what they come to here, word by word: results, logs, positions.

Sizes of 32 bits, alignment and the depth of the stack are what could make a difference.  Each group of decks has
all kinds that the hunt draws: many cards, walls, deals, presence, policies, knowledge beforehand.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from hunt import decks, dilemmas

from anywhere.played import played
from yisp.site.folder import BUILT

ROOT = Path(__file__).parents[2]
GROUPS = 10

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not Path(BUILT, "library.bin").exists(), reason="the engine was not built (python -m web.wasm)"
    ),
    pytest.mark.skipif(shutil.which("node") is None, reason="there is no node"),
]


def drawn(group: int) -> Iterator[str]:
    for number in range(group, 250, GROUPS):
        yield decks.draw("wasm", number).text
    for number in range(group, 120, GROUPS):
        yield dilemmas.draw_short("wasm", number, lit=number % 3 == 0)
    for number in range(group, 120, GROUPS):
        random = Random(f"wasm {number}")
        text = decks.small_deck(random)
        yield decks.with_start(random, text) if number % 2 else decks.with_copies(random, text)
    yield decks.large_deck(Random(f"wasm {group}"), topics=4, lit=group % 2 == 1)
    yield decks.large_deck(Random(f"wasm {group}"), fillers=70, cards=(40, 1, 1, 20), topics=2)


@pytest.mark.parametrize("group", range(GROUPS))
def test_a_browser_comes_to_the_same(group: int) -> None:
    texts = list(drawn(group))
    run = subprocess.run(
        ["node", str(ROOT / "web/node.mjs"), str(ROOT / "tests/anywhere/played.py")],
        input=json.dumps(texts), capture_output=True, text=True,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr[-3000:]
    there = json.loads(run.stdout.splitlines()[-1])
    for text, other in zip(texts, there, strict=True):
        assert json.loads(json.dumps(played(text))) == other, text
