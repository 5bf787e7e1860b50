"""``yispc repl``, from a pipe and on a terminal."""

from __future__ import annotations

import sys
from pathlib import Path

import click
import pytest
from commanding import TEN_LINES, Said, on_terminal, process, saved

import yisp
from yisp.cli.showing import repl as command
from yisp.interactive.prompt import Leave, Prompt
from yisp.interactive.table import Table


def repl(*words: str, lines: str) -> Said:
    return process("repl", *words, stdin=lines.encode())


def prompt(deck: str) -> Prompt:
    return Prompt(yisp.load(deck), command._read, seed=7)


def say(session: Prompt, *lines: str) -> list[str]:
    """What the last of some lines gives."""
    said = []
    for line in lines:
        said = session.handle(line)
    return [one.text for one in said]


def test_lines_from_a_pipe(deck: str) -> None:
    said = repl(deck, "--seed", "7", lines='(# D.2 B)\n|B|\n\n(print "size:" |D|)\n:quit\n(# D.1 B)\n')
    assert (said.code, said.err) == (0, "")
    head, hand, _, move, *rest = said.out.splitlines()
    assert head.endswith("seed 7, trial 0") and hand.startswith("H (5)  ")
    assert move.startswith("move {") and move.endswith("from D to B")
    assert rest == ["2", "size: 33"]


def test_a_mistake_is_shown_and_the_rest_goes_on(deck: str) -> None:
    said = repl(deck, lines="(# D.2 B\n(/ 1 0)\n:nothing\n(+ 1 2)")
    assert said.code == 1
    assert said.out.splitlines()[-1] == "3"
    assert "<input>:1:1: error[Y104]" in said.err and "    ^\n" in said.err
    assert "error[Y302]" in said.err and "there is no command :nothing" in said.err
    assert "Traceback" not in said.err


def test_a_doubt_is_no_mistake(deck: str) -> None:
    said = repl(deck, lines="(# D.nobody H)\n")
    assert said.code == 0
    assert "warning[Y402]" in said.err and "Y301: a move found no card" in said.err


def test_without_a_deck() -> None:
    said = repl(lines="(* 6 7)\n:zones\n")
    assert said == Said(0, "42\n", "")


def test_a_deck_with_mistakes(tmp_path: Path) -> None:
    deck = saved(tmp_path, TEN_LINES.replace("(# X B)", "(# X B"))
    said = repl(deck, lines="(+ 1 2)\n")
    assert said.code == 1 and "error[Y104]" in said.err and said.out == ""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "wanted"),
    [(["nix.yml"], 1), (["--topic", "nix"], 2), (["--seed", "x"], 2), (["--trial", "-1"], 2)],
)
def test_a_wrong_start(deck: str, words: list[str], wanted: int) -> None:
    said = repl(*(words if words[0] == "nix.yml" else [deck, *words]), lines="")
    assert said.code == wanted and "Traceback" not in said.err


def test_undo_and_trials(deck: str) -> None:
    session = prompt(deck)
    before = say(session, ":zones")
    assert say(session, "(# D.3 B)", ":undo") == before
    assert say(session, ":undo") == ["there is nothing to undo"]
    assert say(session, ":trial 4")[0].endswith("trial 4")
    assert say(session, ":trial")[0].endswith("trial 5")
    assert say(session, ":trial x") == ["'x' is not a whole number"]
    assert say(session, ":trial -1") == ["'-1' is negative; the number is 0 or more"]
    assert say(session, ":seed -1") == ["'-1' is negative; the number is 0 or more"]
    assert say(session, ":seed --1") == ["'--1' is not a whole number"]
    assert say(session, ":trial 0") == before
    assert say(session, ":seed 8")[0].endswith("seed 8, trial 0")
    assert say(session, ":seed") == ["8"]


def test_what_a_run_time_error_left_behind_is_shown(deck: str) -> None:
    said = prompt(deck).handle("(# D.1 B);(print (/ 1 0))")
    assert [one.wrong for one in said] == [False, True]
    assert said[0].text.startswith("move") and "Y302" in said[1].text


def test_variables_combos_topics(deck: str) -> None:
    session = prompt(deck)
    assert say(session, "(= summon 3)", ":vars")[-1] == "summon = 3"
    topic, *_ = say(session, ":topic")
    assert say(session, f":topic {topic}")[0].count(topic)
    assert [line.split(": ")[0] for line in say(session, ":combos")] == [*Table(session.table.deck).combos]
    assert "there is no topic" in say(session, ":topic nix")[0]


def test_activating(deck: str) -> None:
    session = prompt(deck)
    said = say(session, "(# D.gate.1 H)", ":activate gate")
    assert "activated gate[0]" in said and "nothing was activated" not in said
    assert say(session, "(# H B)", ":activate gate") == ["nothing was activated"]
    assert say(session, ":activate gate 7") == [
        "'gate' has no effect 7: they count from 0, and the last is 0"
    ]
    assert "no card 'nix'" in say(session, ":activate nix")[0]
    assert "no card 'nix nax'" in say(session, ":activate nix nax")[0]


def test_loading(deck: str) -> None:
    session = prompt(deck)
    assert say(session, f":load {deck}")[0].startswith(deck)
    assert say(session, ":load") == ["give a deck: its file, or the name of a packaged one"]
    assert "there is no file 'nix.yml'" in say(session, ":load nix.yml")[0]


def test_running_a_file(deck: str, tmp_path: Path) -> None:
    script = saved(tmp_path, '// two cards\n(# D.2 B); // and\n(print "done" |B|)\n', "two.yisp")
    session = prompt(deck)
    assert say(session, f":run {script}")[-1] == "done 2"
    assert say(session, ":run") == ["give a file of statements"]
    broken = saved(tmp_path, "(# D.2 B);\n  (# D.2", "broken.yisp")
    assert "broken.yisp:2:3: error[Y104]" in say(session, f":run {broken}")[0]


def test_ending_the_turn(deck: str) -> None:
    assert prompt(deck).handle(":end")[0].wrong is False


def test_commands_may_be_cut_short(deck: str) -> None:
    session = prompt(deck)
    assert say(session, ":z") == say(session, ":zones")
    assert say(session, ":t")[0].startswith("there is no command :t;")
    assert say(session, ":unod") == ["there is no command :unod; did you mean :undo?"]
    with pytest.raises(Leave):
        session.handle(":q")


def test_help_names_every_command(deck: str) -> None:
    text = "\n".join(say(prompt(deck), ":help"))
    for name in ("undo", "trial N", "zones", "help", "quit", "load DECK"):
        assert f"  :{name}" in text
    assert "None" not in text


def test_names_cannot_command_the_terminal(tmp_path: Path) -> None:
    deck = saved(tmp_path, TEN_LINES.replace("gate", '"\\e[2Jgate"'))
    said = repl(deck, "--seed", "7", lines="(print H)\n:zones\n:activate \x1b[2J\n")
    assert "\x1b" not in said.out + said.err


# On a terminal ------------------------------------------------------------------------------------------


def test_typing_with_completion_and_history(tmp_path: Path) -> None:
    deck = saved(tmp_path, TEN_LINES.replace("simulate:", "  alias: {quxyzzy: scout}\nsimulate:"))
    state = tmp_path / "state"
    typed = [("yisp>", "(# D.qu\t"), ("xyzzy", ".1 B)\r"), ("move {", ":undo\r"), ("\r\nD (35)", "\x04")]
    said = on_terminal(
        "repl",
        deck,
        "--seed",
        "7",
        keys=True,
        typed=typed,
        XDG_STATE_HOME=str(state),
        PROMPT_TOOLKIT_NO_CPR="1",
    )
    assert said.code == 0
    assert "move {scout} from D to B" in said.out
    history = (state / "yisp" / "history").read_text(encoding="utf-8")
    assert "(# D.quxyzzy.1 B)" in history
    assert (state / "yisp").stat().st_mode & 0o077 == 0


def test_interrupting_a_line(deck: str, tmp_path: Path) -> None:
    typed = [("yisp>", "(# D.1 \x03"), ("\x1b[?2004h", "(* 111 111)\r"), ("12321", ":quit\r")]
    said = on_terminal(
        "repl",
        deck,
        keys=True,
        typed=typed,
        XDG_STATE_HOME=str(tmp_path / "state"),
        PROMPT_TOOLKIT_NO_CPR="1",
    )
    assert said.code == 0 and "12321\n" in said.out


@pytest.mark.parametrize("sits_there", [True, False])
def test_a_step_that_is_interrupted(
    sits_there: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Who sits there goes on; what is written to a pipe ends."""

    def handle(self: Prompt, line: str) -> list[object]:
        if line == "long":
            raise KeyboardInterrupt
        raise Leave

    monkeypatch.setattr(Prompt, "handle", handle)
    monkeypatch.setattr(command, "on_terminal", lambda: sits_there)
    monkeypatch.setattr(command, "_typed", lambda _: iter(["long", ":quit"]))
    monkeypatch.setattr(sys, "stdin", iter(["long\n", ":quit\n"]))
    if sits_there:
        assert command.command.main([], standalone_mode=False) == 0
        assert capsys.readouterr().err == "interrupted; the table is as it was before\n"
    else:
        with pytest.raises(click.Abort):
            command.command.main([], standalone_mode=False)


def test_what_is_proposed_takes_the_place_of_what_is_typed(deck: str) -> None:
    pytest.importorskip("prompt_toolkit")
    from prompt_toolkit.completion import CompleteEvent
    from prompt_toolkit.document import Document

    from yisp.cli.showing.terminal import _Completer

    found = list(_Completer(prompt(deck)).get_completions(Document("(# D.sc"), CompleteEvent()))
    assert [(one.text, one.start_position) for one in found] == [("scout", -2)]


def test_without_prompt_toolkit(deck: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "prompt_toolkit", None)
    monkeypatch.delitem(sys.modules, "yisp.cli.showing.terminal", raising=False)
    lines = iter(["|H|"])

    def typed(words: str) -> str:
        assert words == "yisp> "
        for line in lines:
            return line
        raise EOFError

    monkeypatch.setattr("builtins.input", typed)
    assert list(command._typed(prompt(deck))) == ["|H|"]


def test_a_history_that_cannot_be_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    assert command._history() is None


def test_a_bare_zone_and_a_bare_set_show_their_cards(deck: str) -> None:
    session = prompt(deck)
    hand = ", ".join(session.table["H"])
    assert say(session, "H") == [f"H (5)  {hand}"]
    assert say(session, "D") == ["D (35)  35 unseen"]  # and nobody has seen them for that
    assert say(session, "B") == ["B (0)"]
    first = session.table["H"][0]
    assert say(session, "H.1") == [f"{{{first}}}"]


def test_help_and_quit_without_a_colon(deck: str) -> None:
    session = prompt(deck)
    assert say(session, "help") == say(session, ":help") == say(session, "?")
    assert say(session, "zones") == say(session, ":zones")
    assert say(session, "undo") == say(session, ":undo") == ["there is nothing to undo"]
    with pytest.raises(Leave):
        session.handle("quit")
    assert say(session, "(= help 3)", "help") == ["3"]  # a variable of the player's own


@pytest.mark.parametrize(
    ("text", "more"),
    [("(# D.1", True), ("(+ 1\n2", True), ("(+ 1 2)", False), ("(+ 1 2", True), ('(print "(', True), ("@)", False),
     ('(print "(")', False), ("(+ 1;2", False), ("|H", False), ("", False), (":help (", False)],
)  # fmt: skip
def test_an_open_parenthesis_goes_on(deck: str, text: str, more: bool) -> None:
    assert prompt(deck).goes_on(text) is more


def test_a_script_of_several_lines_is_one_script(deck: str) -> None:
    assert say(prompt(deck), "(+ 1\n   2)") == ["3"]
