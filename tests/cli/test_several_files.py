"""``extends`` on the command line: the cache, standard input, notices."""

from __future__ import annotations

import os

import pytest
from commanding import objects, process, saved, yispc

BASE = """
deck: {cards: {a: {count: 3}, b: {count: 37, program: '@;(# X B);(# B.a H)'}}}
simulate:
  seed: 7
  count: 100
  tests: {t: {exec-program: true, method: sample, combos: {A: {hand: [a]}}}}
"""


@pytest.fixture
def deck(tmp_path):
    saved(tmp_path, BASE, "base.yml")
    return saved(tmp_path, "extends: base.yml\nsimulate: {count: 50}\n")


def trials(path: str) -> int:
    return objects(yispc(path, "--json"))[0]["topics"][0]["trials"]


def cards(path: str) -> int:
    return objects(yispc(path, "--json"))[0]["deck"]["cards"]


def test_a_changed_base_is_seen(tmp_path, deck, monkeypatch):
    assert (trials(deck), cards(deck)) == (50, 40)
    saved(tmp_path, BASE.replace("count: 37", "count: 47"), "base.yml")
    assert cards(deck) == 50
    with monkeypatch.context() as patch:  # and then kept
        patch.setattr("yisp.compile.pipeline.compile_deck", None)
        assert cards(deck) == 50
    os.remove(tmp_path / "base.yml")
    gone = yispc(deck)
    assert (gone.code, gone.out) == (1, "")
    assert "error[Y016]" in gone.err


@pytest.mark.slow
def test_equal_decks_in_other_folders_have_other_bases(tmp_path, deck):
    for folder, count in (("one", 7), ("two", 9)):
        (tmp_path / folder).mkdir()
        saved(tmp_path / folder, BASE.replace("count: 37", f"count: {count}"), "base.yml")
        saved(tmp_path / folder, "extends: base.yml\n")
    for folder, count in (("one", 10), ("two", 12), ("one", 10)):
        said = process("deck.yml", "--json", cwd=tmp_path / folder)
        assert objects(said)[0]["deck"]["cards"] == count


def test_standard_input_extends_files_of_the_current_folder(tmp_path, deck, monkeypatch):
    monkeypatch.chdir(tmp_path)
    said = yispc("-", "--json", stdin=b"extends: base.yml\nsimulate: {count: 60}\n")
    assert objects(said)[0]["topics"][0]["trials"] == 60


def test_notices_and_traces_name_the_base(tmp_path, deck):
    said = yispc(deck, "-v")
    base = str(tmp_path / "base.yml")
    column = BASE.splitlines()[1].index("(# B.a H)") + 1
    assert f"{base}:2:{column}: notice[Y301]" in said.err
    (notice,) = objects(yispc(deck, "--json"))[0]["topics"][0]["notices"]
    assert (notice["file"], notice["line"], notice["column"]) == (base, 2, column)
    assert "file" not in objects(yispc(base, "--json"))[0]["topics"][0]["notices"][0]
    replay = yispc("trace", deck, "--trial", "0", "--seed", "7")
    assert f"{base}:2:{column}" in replay.out
