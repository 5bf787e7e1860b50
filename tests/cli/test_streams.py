"""What goes to which stream, and how the command behaves among others: pipes, terminals, Ctrl-C."""

from __future__ import annotations

import json
import re
import shlex
import signal
import subprocess
import sys
from itertools import product
from pathlib import Path
from typing import NamedTuple

import pytest
from commanding import (
    COMMAND,
    DOUBTFUL,
    PATIENCE,
    TEN_LINES,
    a_deck,
    environment,
    hear_signals,
    on_terminal,
    process,
    saved,
    timeless,
    yispc,
)
from watching import NEEDS_PROC, playing, reading, running

from yisp.cli import decks
from yisp.cli.outputs import deliver
from yisp.cli.showing import lsp
from yisp.editor.server import server

ESCAPE = "\x1b["


# Standard output and standard error -------------------------------------------------------------------


def test_a_text_for_a_file_cannot_steer_the_terminal_that_shows_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    deliver("a: \x1b[2J\nb: 2\n", None, False, ())
    assert capsys.readouterr().out == "a: \\x1b[2J\nb: 2\n"


def test_results_alone_on_standard_output(tmp_path: Path) -> None:
    said = yispc(saved(tmp_path, DOUBTFUL))
    assert "warning[Y405]" in said.err and "a move found no card" in said.err
    assert "warning" not in said.out and "a move found" not in said.out
    assert "Topic:" in said.out and "Topic:" not in said.err


def test_mistakes_alone_on_standard_error(tmp_path: Path) -> None:
    for words in (["run"], ["check"], ["compile"], ["trace"]):
        said = yispc(*words, saved(tmp_path, TEN_LINES.replace("(# X B)", "(# X B")))
        assert said.out == ""
        assert "error[Y104]" in said.err


def test_a_pipe_gets_plain_text(tmp_path: Path) -> None:
    said = process(saved(tmp_path, TEN_LINES))
    assert "a move found no card" in said.err and ESCAPE not in said.out + said.err
    assert "█" not in said.out


def test_a_terminal_gets_colour_and_bars(tmp_path: Path) -> None:
    said = on_terminal(saved(tmp_path, TEN_LINES))
    assert said.code == 0
    assert ESCAPE in said.out and "█" in said.out


class Stream(NamedTuple):
    terminal: bool

    def isatty(self) -> bool:
        return self.terminal


def test_somebody_sits_there_who_can_read_and_type(monkeypatch: pytest.MonkeyPatch) -> None:
    for typed, shown in product((True, False), repeat=2):
        monkeypatch.setattr(sys, "stdin", Stream(typed))
        monkeypatch.setattr(sys, "stdout", Stream(shown))
        assert decks.on_terminal() == (typed and shown)


@pytest.mark.parametrize("terminal", [True, False])
def test_who_starts_the_language_server_by_hand_is_told_what_it_waits_for(
    terminal: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", Stream(terminal))
    monkeypatch.setattr(server, "serve", lambda language: None)
    lsp.command.main([], standalone_mode=False)
    told = "waiting for an editor on standard input; Ctrl-D ends it\n"
    assert capsys.readouterr() == ("", told if terminal else "")


def test_no_color(tmp_path: Path) -> None:
    deck = saved(tmp_path, TEN_LINES)
    said = on_terminal(deck, NO_COLOR="1")
    assert said.code == 0
    assert ESCAPE not in said.out
    coloured = re.sub(r"\x1b\[[0-9;]*m", "", on_terminal(deck).out)
    assert timeless(coloured) == timeless(said.out)


def test_results_in_a_pipe_and_messages_on_the_terminal(tmp_path: Path) -> None:
    said = on_terminal(saved(tmp_path, DOUBTFUL), results_piped=True)
    assert said.code == 0
    assert ESCAPE not in said.out
    assert ESCAPE in said.err and "warning[Y405]" in re.sub(r"\x1b\[[0-9;]*m", "", said.err)


# Progress -----------------------------------------------------------------------------------------------

SLOW = a_deck("@", simulate={"limits": {"activations": 1000}})
"""A deck of which a trial takes long."""


@pytest.mark.slow
def test_progress_of_a_long_run_only(deck: str, tmp_path: Path) -> None:
    long = on_terminal(
        saved(tmp_path, SLOW, "slow.yml"), "--count=12000", "--target=python", results_piped=True
    )
    assert " / 12,000" in long.err
    assert "12,000" not in long.out
    short = on_terminal(deck, "--count=150", results_piped=True)
    assert " / 150" not in short.err


@pytest.mark.slow
def test_no_progress_in_a_pipe_or_when_quiet(tmp_path: Path) -> None:
    slow = saved(tmp_path, SLOW, "slow.yml")
    words = (slow, "--count=6000", "--target=python")
    assert " / 6,000" not in process(*words).err
    assert " / 6,000" not in on_terminal(*words, "-q", results_piped=True).err


# Encodings ----------------------------------------------------------------------------------------------

CHINESE = TEN_LINES.replace("gate", "灰流丽").replace("opening:", "先攻:").replace("strat", "起")


@pytest.mark.parametrize("words", [[], pytest.param(["--json"], marks=pytest.mark.slow)])
def test_an_ascii_locale(words: list[str], tmp_path: Path) -> None:
    deck = saved(tmp_path, CHINESE)
    said = process(deck, *words, LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0")
    assert said.code == 0
    assert (said.out + said.err).isascii()
    assert "a move found no card" in said.err
    assert "\\u7070\\u6d41\\u4e3d" in said.out
    if words:
        assert json.loads(said.out)["topics"][0]["name"] == "先攻"


@pytest.mark.slow
def test_other_commands_in_an_ascii_locale(tmp_path: Path) -> None:
    deck = saved(tmp_path, CHINESE)
    ascii_only = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": "ascii"}
    for words in (["--help"], ["--version"], [], ["run"], ["eval", "--nope"], ["eval", "H.灰"], ["bench", "灰"],
                  ["eval", '(print "灰");(print D)', "--deck", deck], ["check", deck + "灰"], ["run", "--help"], ["trace", deck, "--trial=439"], ["compile", deck, "--emit=python"],
                  ["check", deck], ["compile", deck, "--emit=tree"], ["check", "卡.yml"]):  # fmt: skip
        said = process(*words, **ascii_only)
        assert said.code in (0, 1, 2)
        assert (said.out + said.err).isascii(), words
        assert "Traceback" not in said.err
        if "--emit=python" in words or "trace" in words:
            assert "\\u5148\\u653b" in said.out


def test_a_wide_name_in_the_same_text_on_utf8(tmp_path: Path) -> None:
    said = process(saved(tmp_path, CHINESE), PYTHONUTF8="1")
    assert "灰流丽[0]" in said.out
    assert "Topic: 先攻" in said.out


# Names that could steer a terminal ------------------------------------------------------------------------


def test_names_are_shown_as_escapes(tmp_path: Path) -> None:
    name, path = "\u202egnp\u2066", tmp_path / "r.csv"
    text = (
        TEN_LINES.replace("gate", '"\\u202egnp\\u2066"')
        .replace("opening", '"\\u202eT"')
        .replace("one:", '"\\u202eC":')
    )
    text = (
        text.replace("count: 2, program", 'count: 2, description: "\\u202ed", program')
        .replace('["\\u', "['\"\\u")
        .replace('\\u2066"]', "\\u2066\"']")
    )
    text = text.replace("['\"\\u202egnp\\u2066\"']", '["\\u202egnp\\u2066"]').replace(
        "seed: 7", "seed: 7\n  debug: true"
    )
    deck = saved(tmp_path, text)
    outputs = [
        yispc(deck), yispc(deck, "--json"), yispc(deck, "--csv", str(path)), yispc(deck, "--records", str(path)),
        yispc("trace", deck, "--trial", "439"), yispc("check", deck),
        *(yispc("compile", deck, "--emit", stage) for stage in ("tree", "nodes", "python", "cython")),
    ]  # fmt: skip
    for said in outputs:
        assert said.code == 0, said.err
        for char in name[0], name[-1]:
            assert char not in said.out + said.err
    assert "\u202e" not in path.read_text(encoding="utf-8")
    assert "\\u202egnp\\u2066[0]" in outputs[0].out


# Pipes that close ---------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("words", ["DECK", "trace DECK", "compile DECK --emit tree", "--help"])
def test_a_reader_that_leaves(words: str, tmp_path: Path) -> None:
    """``yispc … | head -1`` says nothing of a broken pipe."""
    # More than a pipe holds, so that writing goes on when the reader has left.
    many = json.dumps({f"{i}: " + "combo " * 100: {"condition": "0"} for i in range(100)})
    deck = saved(tmp_path, a_deck(combos=many))
    command = shlex.join([*COMMAND, *(deck if word == "DECK" else word for word in words.split())])
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", f"{command} | head -1"],
        capture_output=True, env=environment(), timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert done.stderr == b""
    assert done.stdout.count(b"\n") == 1
    assert done.returncode in (0, 141)


def test_closed_streams(deck: str) -> None:
    for closing in ("<&-", ">&- 2>&-"):
        done = subprocess.run(
            ["bash", "-c", f"{shlex.join([*COMMAND, deck])} {closing}"],
            capture_output=True, env=environment(), timeout=PATIENCE, check=False,
        )  # fmt: skip
        assert b"Traceback" not in done.stderr, closing


def test_a_full_disk(deck: str) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full here")
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [*COMMAND, deck], stdout=full, stderr=subprocess.PIPE, env=environment(), check=False
        )
    assert done.returncode != 0
    assert b"Traceback" not in done.stderr


ANOTHER_PIPE = """
import sys
from yisp.cli import start
from yisp.cli.running import run_decks
def broken(options):
    raise BrokenPipeError(32, "Broken pipe")
run_decks.run_decks = broken
start.main()
"""


def test_another_pipe_that_breaks(deck: str) -> None:
    """Only where nobody reads standard output is there nobody to tell."""
    command = (sys.executable, "-c", ANOTHER_PIPE, deck)
    said = process(command=command)
    assert (said.code, said.err) == (2, "yispc: the results could not be written: Broken pipe\n")
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()
    ) as child:
        assert child.stdout is not None and child.stderr is not None
        child.stdout.close()
        assert (child.stderr.read(), child.wait()) == (b"", 0)


# Ctrl-C -------------------------------------------------------------------------------------------------


def interrupted(*words: str) -> tuple[int, str, str]:
    """Run until Ctrl-C; exit code and both outputs."""
    with running(*words) as child:
        playing(child)
        child.send_signal(signal.SIGINT)
        out, err = child.communicate(timeout=PATIENCE)
    return child.returncode, out, err


@pytest.mark.slow
@NEEDS_PROC
@pytest.mark.parametrize("as_json", [False, True])
def test_an_interrupt(as_json: bool, deck: str, tmp_path: Path, target: str) -> None:
    """What was counted is printed, marked as partial, and the records are the same trials."""
    yispc("compile", deck)
    path = tmp_path / "games.csv"
    code, out, err = interrupted(
        deck, "--count=1e12", "--target", target, "--records", str(path), *["--json"] * as_json
    )
    assert code == 130
    assert "Traceback" not in err
    with path.open(encoding="utf-8") as file:
        title = file.readline().rstrip("\n").split(",")
        trial, score, rows = title.index("trial"), title.index("score"), 0
        successes = 0
        for line in file:
            cells = line.rstrip("\n").split(",")
            assert int(cells[trial]) == rows
            rows += 1
            successes += cells[score] != "0"
    assert [found.name for found in tmp_path.iterdir() if found.name.startswith(".")] == []
    if as_json:
        report = json.loads(out)
        (topic,) = report["topics"]
        assert report["partial"] is True
        assert topic["trials"] == rows
        assert topic["success"]["rate"] == successes / rows
    else:
        assert "Partial: the run was interrupted" in out
        assert f"Topic: opening ({rows} trials)" in out
    # The same trials, run whole, give the same counts.
    if as_json:
        again = json.loads(yispc(deck, "--topic=opening", "--json", "--count", str(rows)).out)["topics"][0]
        assert again["score"] == topic["score"]
        assert again["notices"] == topic["notices"]


@pytest.mark.slow
@NEEDS_PROC
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupt_without_records(jobs: str, deck: str, target: str) -> None:
    yispc("compile", deck)
    code, out, err = interrupted(deck, "--count=1e12", "--target", target, "--json", "--jobs", jobs)
    assert (code, json.loads(out)["partial"]) == (130, True)
    assert "Traceback" not in err
    trials = json.loads(out)["topics"][0]["trials"]
    again = yispc(deck, "--topic=opening", "--json", "--count", str(trials), "--target=native")
    assert json.loads(again.out)["topics"][0]["score"] == json.loads(out)["topics"][0]["score"]


@pytest.mark.slow
@NEEDS_PROC
def test_an_interrupt_of_several_decks(deck: str) -> None:
    yispc("check", deck)
    code, out, _ = interrupted(deck, deck, "--count=1e12", "--target=python", "--jobs=1")
    assert code == 130
    assert out.count("Simulate") == 1, "the rest is not run"


@pytest.mark.slow
@NEEDS_PROC
def test_an_interrupt_of_an_exact_answer(tmp_path: Path) -> None:
    """The topics that were answered are printed; the one at hand has nothing to show yet."""
    cards = {f"card {number}": {"count": 1} for number in range(60)}
    seen = ", ".join(f"s{number}: '|H.\"card {number}\"|'" for number in range(60))
    topic = "start-card: 4, combos: {A: {hand: [card 1]}}"
    path = saved(
        tmp_path,
        f"deck: {{cards: {json.dumps(cards)}}}\n"
        f"simulate: {{tests: {{quick: {{start-card: 1, combos: {{A: {{hand: [card 1]}}}}}},"
        f" slow: {{{topic}, stats: {{{seen}}}}}}}}}\n",
    )
    yispc("check", path)
    code, out, err = interrupted(path, "--method=exact", "--json")
    (report,) = map(json.loads, out.splitlines())
    assert (code, report["partial"], "Traceback" in err) == (130, True, False)
    assert [(topic["name"], topic["success"]["exact"]) for topic in report["topics"]] == [("quick", "1/60")]
    code, out, _ = interrupted(path, "--method=exact", "--topic=slow")
    assert (code, out.splitlines()[0]) == (130, "No topic was answered")
    assert "Partial: the run was interrupted" in out


def test_an_interrupt_while_it_reads(tmp_path: Path) -> None:
    """Nothing has been counted yet: no output, and no traceback."""
    with subprocess.Popen(
        [*COMMAND, "-"],
        preexec_fn=hear_signals,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    ) as child:
        reading(child)
        child.send_signal(signal.SIGINT)
        out, err = child.communicate(timeout=PATIENCE)
    assert (child.returncode, out, err) == (130, b"", b"")
