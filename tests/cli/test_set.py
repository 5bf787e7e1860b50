"""``set`` and ``--set``: parameters of a deck."""

from __future__ import annotations

import pytest
from commanding import objects, saved, yispc
from running import native_module

import yisp
from yisp.compile.builds import native
from yisp.simulate.playing.play import Play, python_functions

DECK = """
set: {draws: 2, worth: 3}
deck: {cards: {a: {count: 4}, b: {count: 16, program: '/draws;@;(# X B);(# D.:draws H);(= draws (- draws 1))'}}}
simulate:
  seed: 7
  count: 300
  tests:
    t: {exec-program: true, combos: {A: {score: worth, hand: [2x a]}}, stats: {left: draws, milled: '|B|'}}
"""


def run(path, *words):
    return objects(yispc(path, "--json", *words))[0]


def test_a_run_says_what_parameters_were(tmp_path):
    path = saved(tmp_path, DECK)
    assert run(path)["set"] == {"draws": 2, "worth": 3}
    assert run(path, "--set", "worth=-5", "--set", "draws=1")["set"] == {"draws": 1, "worth": -5}
    assert "Set: draws = 2  worth = 9\n" in yispc(path, "--set", "worth=9").out
    plain = saved(tmp_path, DECK.replace("set: {draws: 2, worth: 3}", "").replace("draws", "x"), "plain.yml")
    assert "set" not in run(plain)


@pytest.mark.parametrize("method", ["exact", "sample"])
def test_a_value_that_is_set_is_as_good_as_one_in_the_file(tmp_path, method):
    path = saved(tmp_path, DECK)
    for draws, worth in ((2, 3), (0, 3), (1, 7), (3, -2)):
        other = DECK.replace("draws: 2", f"draws: {draws}").replace("worth: 3", f"worth: {worth}")
        written = run(saved(tmp_path, other, "other.yml"), "--method", method)
        given = run(path, "--method", method, "--set", f"draws={draws}", "--set", f"worth={worth}")
        assert given["topics"] == written["topics"]
        assert given["set"] == written["set"]


def test_each_trial_begins_with_the_value(tmp_path):
    milled = run(saved(tmp_path, DECK))["topics"][0]["stats"]["milled"]
    assert milled["max"] == 2


@pytest.mark.slow
def test_both_targets_begin_with_the_same_values(tmp_path):
    program = yisp.compile_deck(yisp.load(saved(tmp_path, DECK))).with_parameters({"draws": 3})
    module = native_module(program)
    plays = [
        Play(program, 0, 7, functions=python_functions(program.python_source)),
        Play(program, 0, 7, native=module),
    ]
    logs = [[play.log(trial) for trial in range(40)] for play in plays]
    assert logs[0] == logs[1]
    # Another value needs no other module.
    other = program.with_parameters({"draws": 1})
    assert native.load_cached(other) is not None
    assert Play(other, 0, 7, native=module).log(3) != logs[1][3]


def test_setting_compiles_nothing(tmp_path, monkeypatch):
    path = saved(tmp_path, DECK)
    run(path)
    monkeypatch.setattr("yisp.compile.pipeline.compile_deck", None)
    assert run(path, "--set", "draws=1")["set"]["draws"] == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--set", "drwas=1"], "did you mean draws?"),
        (["--set", "zzzzzzz=1"], "it has draws, worth"),
        (["--set", "draws"], "--set"),
        (["--set", "draws=many"], "--set"),
        (["--set", "draws=1.5"], "--set"),
        (["--set", "=1"], "--set"),
        (["--set", f"draws={2**63}"], "--set"),
    ],
)
def test_what_cannot_be_set(tmp_path, words, said):
    found = yispc(saved(tmp_path, DECK), *words)
    assert (found.code, found.out) == (2, "")
    assert said in found.err


def test_a_deck_without_parameters(tmp_path):
    plain = saved(tmp_path, DECK.replace("set: {draws: 2, worth: 3}", ""))
    found = yispc(plain, "--set", "draws=1")
    assert found.code == 2
    assert "has no parameters" in found.err


def test_a_replay_has_the_same_values(tmp_path):
    path = saved(tmp_path, DECK.replace("(# X B)", "(# X B);(# B.a H)"))
    found = yispc(path, "--set", "draws=1", "--method", "sample")
    (command,) = {line.split("; ")[-1] for line in found.err.splitlines() if "yispc trace" in line}
    assert command.endswith("--set draws=1")
    replay = yispc(*command.split()[1:])
    assert replay.code == 0
    assert "left: 0" in replay.out or "left: 1" in replay.out
    assert yispc("trace", path, "--set", "dras=1").code == 2
    assert yispc("trace", path, "--set", "draws").code == 2


@pytest.mark.slow
def test_bench_has_the_same_values(tmp_path):
    path = saved(tmp_path, DECK)
    timed = yispc("bench", path, "--seconds", "0.01", "--set", "worth=-5")
    assert timed.code == 0
    assert "gives the success rate" in timed.out
    found = yispc("bench", path, "--set", "dras=1")
    assert (found.code, found.out) == (2, "")
    assert "did you mean draws?" in found.err


def test_eval_has_the_same_values(tmp_path):
    path = saved(tmp_path, DECK)
    assert yispc("eval", "(+ draws worth)", "--deck", path).out == "5\n"
    assert yispc("eval", "(+ draws worth)", "--deck", path, "--set", "draws=-7").out == "-4\n"
    for words, said in [
        (["--deck", path, "--set", "dras=1"], "did you mean draws?"),
        (["--deck", path, "--set", "draws"], "a whole number: down=1"),
        (["--set", "draws=1"], "--deck"),
    ]:
        found = yispc("eval", "(+ draws 1)", *words)
        assert (found.code, found.out) == (2, "")
        assert said in found.err


def test_parameters_from_python(tmp_path):
    deck = yisp.load(saved(tmp_path, DECK))
    assert yisp.run(deck, set={"worth": 0}).topics["t"].success.rate == 0
    with pytest.raises(ValueError, match="'draws', 'worth'"):
        yisp.run(deck, set={"down": 1})
    with pytest.raises(ValueError, match="64 bits"):
        yisp.run(deck, set={"worth": 2**63})
    with pytest.raises(ValueError, match="64 bits"):
        yisp.run(deck, set={"worth": -(2**63) - 1})
