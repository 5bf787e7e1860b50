"""What decks and collections are made of can be read as parts."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest
import yaml
from games.golden import DECKS, packaged
from parts.drawn import parse

import yisp
from yisp.editor.text.meaning import same_tree
from yisp.parts import is_whole, read, write

COLLECTIONS = sorted((Path(yisp.__file__).parent / "collections").glob("*.yml"))
LEAST = 0.9
"""The share of effects that are parts and nothing else."""


def share(scripts: Iterator[str]) -> float:
    """The share of those that hold nothing but parts; each comes back as the same tree."""
    whole = []
    for script in scripts:
        tree = parse(script)
        data = read(tree, script)
        written = write(data)
        assert same_tree(parse(written), tree), script
        assert read(parse(written), written) == data, script
        whole.append(is_whole(data))
    return sum(whole) / len(whole)


def of_collection(path: Path) -> Iterator[str]:
    for card in yaml.safe_load(path.read_text("utf-8"))["cards"].values():
        program = card.get("program", [])
        yield from [program] if isinstance(program, str) else program


def of_packaged() -> Iterator[str]:
    for name in DECKS:
        for kind in packaged(name).kinds:
            yield from (one.text.text for one in kind.effects)


@pytest.mark.parametrize("path", COLLECTIONS, ids=lambda path: path.stem)
@pytest.mark.parametrize("step", [5, pytest.param(1, marks=pytest.mark.slow)])
def test_effects_of_collections_are_parts(step: int, path: Path) -> None:
    """At a desk every fifth of them."""
    assert share(islice(of_collection(path), 0, None, step)) >= LEAST


def test_effects_of_packaged_decks_are_parts() -> None:
    assert share(of_packaged()) >= LEAST
