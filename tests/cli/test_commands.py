"""The other commands, the help, and what is known but not implemented yet."""

from __future__ import annotations

import json
import os
import re
import shlex
from pathlib import Path

import pytest
from commanding import COMMAND, DOUBTFUL, TEN_LINES, Said, on_terminal, process, saved, timeless, yispc

from yisp.cli import COMMANDS
from yisp.version import VERSION

BROKEN = TEN_LINES.replace("(# X B)", "(# X B")


# Help -----------------------------------------------------------------------------------------------------


def test_no_arguments() -> None:
    said = yispc()
    assert said.code == 2
    assert said.out.startswith("Usage: yispc")
    for name in COMMANDS:
        assert f"\n  {name} " in said.out
    assert said.err == ""


@pytest.mark.parametrize("words", [["--help"], ["-h"]])
def test_help(words: list[str]) -> None:
    said = yispc(*words)
    assert said == Said(0, yispc().out, "")


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_examples(name: str) -> None:
    said = yispc(name, "--help")
    assert said.code == 0
    assert said.out.startswith(f"Usage: yispc {name}")
    examples = said.out.split("Examples:\n")[1].splitlines()
    assert examples
    assert all(f"yispc {name}" in line for line in examples if line.strip())


@pytest.mark.parametrize("name", COMMANDS)
def test_no_option_is_without_words(name: str) -> None:
    """Every option says what it does."""
    options = yispc(name, "--help").out.split("Options:\n")[1].split("Examples:")[0]
    for entry in re.split(r"\n(?=  -)", options.rstrip()):
        assert re.search(r"\s{2,}\S.*\S|\n\s{10,}\S", entry.strip()), entry


HEAVY = ("yisp.lang.parsing.grammar_lark", "yaml", "numpy", "rich", "Cython", "yisp.compile.builds.native")
"""What help never needs."""

MODULES_SHOWN = """
import sys
from yisp.cli import start
try:
    start.main()
finally:
    print(*sys.modules, file=sys.stderr)
"""


@pytest.mark.parametrize("words", ["--help", "run --help", "check --help", "compile --help", "--version"])
def test_help_imports_little(words: str) -> None:
    import sys

    said = process(*words.split(), command=(sys.executable, "-c", MODULES_SHOWN))
    assert said.code == 0
    assert set(HEAVY).isdisjoint(said.err.split())


@pytest.mark.slow
def test_the_help_of_trace_and_eval_builds_nothing() -> None:
    import sys

    for name in ("trace", "eval"):
        said = process(name, "--help", command=(sys.executable, "-c", MODULES_SHOWN))
        assert {"yisp.lang.parsing.grammar_lark", "yaml", "numpy", "rich", "Cython"}.isdisjoint(said.err.split())


def test_version() -> None:
    assert yispc("--version") == Said(0, f"yispc, version {VERSION}\n", "")


def test_no_arguments_on_a_terminal_ask_for_a_file(deck: str) -> None:
    """As people expect who start it with a double click, and drop a file on the window."""
    for answer in (deck, f"  '{deck}' "):
        said = on_terminal(typed=[("Deck file", answer + "\n")])
        assert said.code == 0
        assert "Topic: opening" in said.out


def test_asked_for_a_file_that_is_not_there() -> None:
    said = on_terminal(typed=[("Deck file", "none.yml\n")])
    assert said.code == 1
    assert "there is no file 'none.yml'" in said.out


def test_asked_and_left(deck: str) -> None:
    assert on_terminal(typed=[("Deck file", "\x03")]).code == 130


def test_a_file_may_be_called_like_a_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    saved(tmp_path, name="bench")
    assert yispc("run", "bench").code == 0
    assert yispc("./bench").code == 0


# check ------------------------------------------------------------------------------------------------


def test_check(deck: str, tmp_path: Path) -> None:
    assert yispc("check", deck) == Said(0, f"{deck}: no mistakes\n", "")
    doubtful = saved(tmp_path, DOUBTFUL, "doubtful.yml")
    said = yispc("check", doubtful)
    assert (said.code, said.out) == (0, f"{doubtful}: no mistakes, 1 warning\n")
    assert "warning[Y405]" in said.err and "did you mean `a:start`?" in said.err
    broken = saved(tmp_path, BROKEN, "broken.yml")
    said = yispc("check", deck, broken, "nosuch.yml", deck)
    assert (said.code, said.out) == (1, f"{deck}: no mistakes\n" * 2)
    assert "error[Y104]" in said.err and "there is no file 'nosuch.yml'" in said.err


def test_check_needs_a_deck() -> None:
    assert yispc("check").code == 2


def test_check_of_standard_input() -> None:
    assert yispc("check", "-", stdin=TEN_LINES.encode()) == Said(0, "-: no mistakes\n", "")


# compile ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stage", "words"),
    [
        ("tree", "'cards'"),
        ("nodes", "effect effect_0"),
        ("python", "def "),
        ("cython", "cdef "),
        pytest.param("c", "#include", marks=pytest.mark.slow),
    ],
)
def test_emit(stage: str, words: str, deck: str) -> None:
    said = yispc("compile", deck, "--emit", stage)
    assert (said.code, said.err) == (0, "")
    assert words in said.out
    assert said.out == yispc("compile", deck, "--emit", stage).out, "the same each time"


def test_the_tree_has_every_script(tmp_path: Path) -> None:
    text = (
        "deck: {cards: {a: {count: 9, program: '(= inEffect 1)'}},"
        " define: {'gain(n)': '(= inFunction n)'}}\n"
        "simulate: {tests: {t: {header: '(gain 1)', program: '(= inProgram 1)',"
        " combos: {A: {condition: inCondition, score: inScore}}, stats: {s: inStat}}}}\n"
    )
    path = saved(tmp_path, text)
    said = process("compile", path, "--emit", "tree")
    assert said.code == 0
    for place in ("Effect", "Function", "Program", "Condition", "Score", "Stat"):
        assert f"name='in{place}'" in said.out
    assert said == yispc("compile", path, "--emit", "tree"), "the same each time"


@pytest.mark.parametrize(
    "stage", ["tree", "nodes", "python", "cython", pytest.param("c", marks=pytest.mark.slow)]
)
def test_emit_of_names_that_are_not_ascii(stage: str, tmp_path: Path) -> None:
    text = TEN_LINES.replace("gate", "灰流丽").replace("scout", '"\\u202egnp"', 1).replace("D.scout", "D.1")
    said = yispc("compile", saved(tmp_path, text), "--emit", stage)
    assert said.code == 0, said.err
    assert "\u202e" not in said.out
    assert said.out.isprintable() or said.out.replace("\n", "").isprintable()
    assert ("灰流丽" in said.out) == (stage in ("tree", "python", "cython"))


def test_emit_of_an_unknown_stage(deck: str) -> None:
    said = yispc("compile", deck, "--emit", "rust")
    assert (said.code, said.out) == (2, "")
    assert "'tree', 'nodes', 'python', 'cython', 'c'" in said.err


def test_compile_builds_and_says_where(deck: str) -> None:
    said = yispc("compile", deck)
    assert (said.code, said.err) == (0, "")
    folder = Path(said.out.rstrip("\n"))
    assert folder.is_relative_to(os.environ["YISP_CACHE_DIR"])
    assert (folder / "module.so").is_file()
    built = (folder / "module.so").stat().st_mtime_ns
    assert yispc("compile", deck) == said
    assert (folder / "module.so").stat().st_mtime_ns == built
    assert '"target": "native"' in yispc(deck, "--json").out, "auto takes what is there"


def test_compile_without_a_compiler(deck: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("YISP_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv("CC", "false")
    silent = Said(1, "", "yispc: the C compiler failed with exit code 1 and said nothing\n")
    assert yispc("compile", deck) == silent


@pytest.mark.parametrize("name", ["compile", "trace"])
def test_a_broken_deck(name: str, tmp_path: Path) -> None:
    said = yispc(name, saved(tmp_path, BROKEN))
    assert (said.code, said.out) == (1, "")
    assert "error[Y104]" in said.err
    assert yispc(name, "nosuch.yml").code == 1


# trace ------------------------------------------------------------------------------------------------


def test_trace(deck: str) -> None:
    said = yispc("trace", deck, "--topic", "opening", "--trial", "439", "--seed", "7")
    assert (said.code, said.err) == (0, "")
    lines = said.out.splitlines()
    assert lines[:3] == ["seed 7", "----------- opening, trial 439 -----------", "draw 5"]
    assert lines[3].startswith("    move {") and lines[3].endswith("} from D to H")
    assert f"    Y301: a move found no card at {deck}:5:42" in lines
    assert lines[-2].startswith("combos: one: ")
    assert lines[-1].startswith("stats: milled: ")


def test_trace_starts_with_the_first(deck: str) -> None:
    assert yispc("trace", deck) == yispc("trace", deck, "--topic=opening", "--trial=0", "--seed=7")


def test_notices_say_a_command_that_shows_them(deck: str) -> None:
    (command,) = (line.split("; ")[-1] for line in yispc(deck).err.splitlines() if "yispc trace" in line)
    said = yispc(*shlex.split(command)[1:])
    assert "Y301: a move found no card" in said.out


def test_trace_agrees_with_the_records(deck: str, tmp_path: Path, target: str) -> None:
    path = tmp_path / "games.csv"
    assert (
        yispc(deck, "--topic=opening", "--records", str(path), "--count", "40", "--target", target).code == 0
    )
    rows = [line.split(",") for line in path.read_text().splitlines()]
    column = rows[0].index("score")
    for row in rows[1::8]:
        said = yispc("trace", deck, "--trial", row[rows[0].index("trial")])
        assert f"\nscore: {row[column]}\n" in said.out


def test_trace_takes_no_nonsense(deck: str) -> None:
    for words in (
        ["--topic", "x"],
        ["--trial", "-1"],
        ["--trial", "x"],
        ["--seed", "x"],
        ["--seed", "-1"],
        ["x"],
    ):
        said = yispc("trace", deck, *words)
        assert (said.code, said.out) == (2, "")
        assert len(said.err.splitlines()) <= 2


def test_trace_of_standard_input() -> None:
    said = yispc("trace", "-", "--trial", "439", stdin=TEN_LINES.encode())
    assert said.code == 0
    assert "Y301" in said.out


def test_trace_step_waits_for_a_key(deck: str) -> None:
    whole = yispc("trace", deck).out
    said = on_terminal(
        "trace", deck, "--step", keys=True, typed=[(line, " ") for line in whole.splitlines()[1:-1]]
    )
    assert (said.code, said.out) == (0, whole), "nothing is waited for behind the last line"
    waiting = on_terminal("trace", deck, "--step", keys=True, typed=[("trial 0", "\x03")])
    assert waiting.code == 130
    assert "score" not in waiting.out
    nowhere = yispc("trace", deck, "--step")
    assert nowhere.code == 2 and "no terminal" in nowhere.err


# eval -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("script", "number"),
    [
        ("(+ 1 2)", "3"),
        ("(muldiv 5 3 2 up)", "8"),
        ("-3", "-3"),
        ("(- 4)", "-4"),
        ("(block () (* 3 3))", "9"),
        ("(= x 3);(* x x)", "9"),
        ("1;2;3;", "3"),
        ("(= it 3);(print it)", "3"),  # of events where one is answered
    ],
)
def test_eval(script: str, number: str) -> None:
    assert yispc("eval", script) == yispc("eval", "--", script) == Said(0, f"{number}\n", "")


def test_eval_against_a_deck(deck: str) -> None:
    assert yispc("eval", "|H|", "--deck", deck, "--draw", "5").out == "5\n"
    said = yispc("eval", "(# D.3 B);(print |B| B)", "--deck", deck, "--seed", "7")
    assert said.code == 0
    assert re.fullmatch(r"move \{\w+, \w+, \w+\} from D to B\n3 \{\w+, \w+, \w+\}\n", said.out)
    assert said == yispc("eval", "(# D.3 B);(print |B| B)", "--deck", deck, "--seed", "7")


def test_eval_says_nothing_of_what_is_doubtful_in_a_deck(tmp_path: Path) -> None:
    doubtful = "deck: {cards: {a: {count: 9}}, alias: {b: a}}\nsimulate: {tests: {t: {stats: {n: '|H|'}}}}\n"
    (tmp_path / "deck.yml").write_text(doubtful)
    assert "Y421" in yispc("check", str(tmp_path / "deck.yml")).err
    assert yispc("eval", "|D|", "--deck", str(tmp_path / "deck.yml")) == Said(0, "9\n", "")


def test_eval_of_a_function_of_a_collection(tmp_path: Path) -> None:
    collection = (
        "collection: {name: mine, language: en}\nvars: {left: 2}\n"
        "define: {rest(n): '(- left n)'}\ncards: {b: {does: {en: x}}}\n"
    )
    deck = "use: mine.yml\ndeck: {cards: {a: {count: 9}}}\nsimulate: {tests: {t: {stats: {n: '|H|'}}}}\n"
    (tmp_path / "mine.yml").write_text(collection)
    (tmp_path / "deck.yml").write_text(deck)
    assert yispc("eval", "(mine:rest 5)", "--deck", str(tmp_path / "deck.yml")).out == "-3\n"


def test_eval_of_an_activation() -> None:
    """A script is no card's effect, so there is nothing to activate; that is said, and the rest goes on."""
    said = yispc("eval", "@;(+ 1 2)")
    assert (said.code, said.out) == (0, "3\n")
    assert "warning[Y410]" in said.err


def test_eval_of_several_statements(deck: str) -> None:
    """What they print and move, and the number of the last one where it is one."""
    assert yispc("eval", "(= x 3);(print x);(block (print 1) x)") == Said(0, "3\n1\n3\n", "")
    said = yispc("eval", "(# D.2 B);|B|", "--deck", deck)
    assert re.fullmatch(r"move \{\w+, \w+\} from D to B\n2\n", said.out)
    assert yispc("eval", "/0;5") == yispc("eval", "") == yispc("eval", ";") == Said(0, "", "")


def test_eval_of_an_option_that_is_a_number() -> None:
    said = yispc("eval", "1", "--draw", "-3")
    assert (said.code, said.out) == (2, "")
    assert "-3 is not in the range 0<=x<=10000" in said.err


def test_eval_of_a_hand_larger_than_the_deck() -> None:
    for words, size in ((("--draw", "1"), 0), (("--deck", "war", "--draw", "53"), 52)):
        said = yispc("eval", "|H|", *words)
        assert said.code == 2 and f"cannot be drawn from a deck of {size}" in said.err, said


def test_eval_of_a_mistake() -> None:
    said = yispc("eval", "(+ 1 (foo))")
    assert (said.code, said.out) == (1, "")
    assert said.err.startswith("<script>:1:")


def test_eval_of_a_negative_number_that_is_too_large() -> None:
    said = yispc("eval", "-9223372036854775809")
    assert said.code == 1
    assert "<script>:1:1: error[Y115]" in said.err


def test_eval_of_what_goes_wrong() -> None:
    said = yispc("eval", "(/ 1 0)")
    assert said.code == 3
    assert "Y302: a division by 0 at <script>:1:1" in said.err


def test_eval_takes_no_nonsense(deck: str) -> None:
    for words in ([], ["1", "--seed", "x"], ["1", "--draw", "-1"], ["1", "--draw", "99999"], ["1", "2"]):
        assert yispc("eval", *words).code == 2
    assert yispc("eval", "1", "--deck", "nosuch.yml").code == 1


# The two ways to start it -----------------------------------------------------------------------------


def test_python_dash_m(deck: str) -> None:
    said = process(deck, command=COMMAND)
    here = yispc(deck)
    assert (said.code, timeless(said.out), said.err) == (here.code, timeless(here.out), here.err)


def test_trailing_reports_are_lines(deck: str) -> None:
    for words in ([deck], [deck, "--json"], ["trace", deck], ["check", deck], ["eval", "1"]):
        assert yispc(*words).out.endswith("\n")
    assert json.loads(yispc(deck, "--json").out)


@pytest.mark.slow
def test_policies_side_by_side_and_what_they_do_not_go_with(tmp_path: Path) -> None:
    cards = "{look: {program: '@;(# X B);(# D.key.1 H)'}, pass: {program: '@;(# X B)'}, key: {}, rest: {count: 3}}"
    topic = "{exec-program: true, start-card: 2, combos: {c: {score: '(+ 1 |H.key|)', hand: [rest]}}}"
    path = tmp_path / "deck.yml"
    path.write_text(f"deck: {{cards: {cards}}}\nsimulate: {{tests: {{t: {topic}}}}}\n")
    said = yispc("run", str(path), "--policy", "greedy,best")
    assert said.code == 0 and "Topic: t, played by best" in said.out and " against greedy" in said.out
    found = json.loads(yispc("run", str(path), "--policy", "best", "--json").out)["topics"][0]
    assert (found["policy"], found["bound"], found["goal"]["name"]) == ("best", "exact", "score")
    sampled = yispc("run", str(path), "--policy", "best", "--method", "sample").out
    assert "Policies of t:" in sampled and "at least" in sampled
    said = yispc("run", str(path), "--policy", "cleverest")
    assert said.code == 2 and "expected policies with commas between them" in said.err
    table, picture = tmp_path / "table.csv", tmp_path / "picture.svg"
    said = yispc("run", str(path), "--policy", "greedy,best", "--csv", str(table), "--plot", str(picture))
    assert said.code == 0
    rows = [row.split(",")[:4] for row in table.read_text().splitlines()]
    assert rows == [["topic", "policy", "what", "name"]] + [
        ["t", policy, *row]
        for policy in ("greedy", "best")
        for row in (["success", ""], ["score", ""], ["combo", "c"])
    ]
    assert "greedy: success" in picture.read_text() and "best: success" in picture.read_text()


def test_a_deck_that_a_policy_cannot_play(tmp_path: Path) -> None:
    """By trials neither: so nothing is said of exact answers."""
    path = tmp_path / "deck.yml"
    path.write_text(
        "deck: {cards: {a: {count: 3, program: '(# D.1 H);/(> |H| 1);@;(# X B)'}}}\n"
        "simulate: {tests: {t: {start-card: 1, exec-program: true, stats: {n: '|H|'}}}}\n"
    )
    for more in ([], ["--method", "sample"]):
        said = yispc("run", str(path), "--policy", "greedy,best", *more)
        assert said.code == 1 and "topic t cannot be played by best: it cannot weigh an effect" in said.err
