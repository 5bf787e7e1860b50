"""``yispc why``: the report, its files, commands to copy, and what cannot be asked."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest
from commanding import TEN_LINES, on_terminal, saved, yispc


def test_the_report() -> None:
    said = yispc("why", "pots", "--seed", "7", "--count", "500", "--failed", "2", "--succeeded", "1")
    assert (said.code, said.err) == (0, "")
    lines = said.out.splitlines()
    assert lines[0] == (
        "find a key fails in about 15 of 100 games;"
        " most often, in 100 % (95–100 %) of failures, it lacks any key: one more a:key in H."
    )
    assert lines[1:3] == ["Seed: 7", "Topic: find a key, 500 trials"]
    run = json.loads(yispc("pots", "--topic", "find a key", "--seed", "7", "--count", "500",
                           "--method", "sample", "--json").out)  # fmt: skip
    success = round(run["topics"][0]["success"]["rate"] * 500)
    assert lines[3].endswith(f", {success} of them")
    for head in ("What was missing", "One card more", "Hands that succeeded", "Effects (", "Lines of play",
                 "Cards that never mattered in 500 trials"):  # fmt: skip
        assert sum(line.startswith(head) for line in lines) == 1, head
    assert "  100 % (95–100 %)  any key: one more a:key in H" in lines


def test_what_a_card_adds_to_luck_has_a_column_where_there_is_luck() -> None:
    def turned(*words: str) -> list[list[str]]:
        lines = yispc("why", *words, "--seed", "7", "--count", "500").out.splitlines()
        return [line.split() for line in lines if line.startswith("  one more ")]

    data = json.loads(yispc("why", "pots", "--seed", "7", "--count", "500", "--json").out)
    above = 100 * (data["one_more"][0]["rate"] - data["again"]["rate"])
    assert f"{above:+.1f}" in turned("pots")[0]
    assert not [cell for row in turned("opening") for cell in row if cell[0] == "+" and cell != "+-"]


@pytest.mark.slow
def test_progress_on_a_terminal() -> None:
    said = on_terminal("why", "war", "--seed", "7", "--count", "1000", "--failed", "1")
    assert said.code == 0
    assert "war" in said.out and "one card more" in said.out


def test_from_a_hand_to_its_trace_with_one_copied_command(tmp_path: Path) -> None:
    deck = saved(tmp_path, "set: {luck: 1}\n" + TEN_LINES)
    said = yispc("why", deck, "--topic", "opening", "--set", "luck=2", "--policy", "greedy", "--seed", "3")
    lines = said.out.splitlines()
    commands = [line.strip() for line in lines if line.strip().startswith("yispc trace")]
    assert len(commands) == 15
    for command in (commands[0], commands[-1]):
        at = next(number for number, line in enumerate(lines) if line.strip() == command)
        number, _, cards = lines[at - 1].strip().partition(": ")
        replayed = yispc(*shlex.split(command)[1:])
        assert replayed.code == 0
        drawn = next(line for line in replayed.out.splitlines() if "from D to H" in line)
        assert "{" + cards.partition(" (")[0] + "}" in drawn
        assert number.removeprefix("trial ") in command.split()


def test_another_count_is_played_and_replayed(tmp_path: Path) -> None:
    changed = ("--with", "scout=0", "--filler", "rest")
    said = yispc(
        "why", saved(tmp_path, TEN_LINES), *changed, "--topic", "opening", "--seed", "3", "--count", "50"
    )
    lines = [line.strip() for line in said.out.splitlines()]
    at = next(number for number, line in enumerate(lines) if line.startswith("yispc trace"))
    assert shlex.split(lines[at])[-4:] == [*changed]
    replayed = yispc(*shlex.split(lines[at])[1:])
    assert "{" + lines[at - 1].partition(": ")[2].partition(" (")[0] + "}" in replayed.out
    assert "one more scout" not in said.out


def test_json_and_a_table(tmp_path: Path) -> None:
    table = tmp_path / "why.csv"
    found = json.loads(
        yispc("why", "pots", "--seed", "7", "--count", "200", "--json", "--csv", str(table)).out
    )
    assert (found["topic"], found["trials"], found["partial"]) == ("find a key", 200, False)
    assert found["failures"][0]["missing"][0] == {
        "what": "cards", "name": "a:key", "zone": "H", "number": 1, "fitting": 4
    }  # fmt: skip
    lines = table.read_text(encoding="utf-8").splitlines()
    assert lines[0] == "topic,what,name,count,trials,value,low,high"
    assert lines[1].startswith(f"find a key,success,,{found['success']['count']},200,")


@pytest.mark.slow
@pytest.mark.parametrize("ending", [".svg", ".png", ".html"])
def test_a_picture(tmp_path: Path, ending: str) -> None:
    pytest.importorskip("matplotlib")
    path = tmp_path / f"lines{ending}"
    words = ("why", "pots", "--seed", "7", "--count", "200", "--plot", str(path))
    assert yispc(*words).code == 0
    first = path.read_bytes()
    if ending != ".png":
        text = first.decode("utf-8")
        assert "narrow jar[0]" in text and "success" in text and "掷骰子[0]" in text
        yispc(*words)
        assert path.read_bytes() == first


def test_names_of_cards_do_not_become_html(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    deck = saved(tmp_path, TEN_LINES.replace("gate", '"<b>$x$"').replace('["<b>$x$"]', '["<b>$x$"]'))
    path = tmp_path / "lines.html"
    assert yispc("why", deck, "--topic", "opening", "--plot", str(path)).code == 0
    text = path.read_text(encoding="utf-8")
    assert "<b>" not in text and "&lt;b&gt;$x$[0]" in text


def test_without_lines_there_is_no_picture(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    path = tmp_path / "lines.svg"
    said = yispc("why", "opening", "--seed", "7", "--count", "50", "--plot", str(path))
    assert (said.code, path.exists()) == (2, False)
    assert "no lines of play to draw" in said.err and said.out


def test_the_deck_is_not_overwritten(tmp_path: Path) -> None:
    deck = saved(tmp_path, TEN_LINES)
    link = tmp_path / "link.csv"
    link.symlink_to(deck)
    said = yispc("why", deck, "--csv", str(link))
    assert (said.code, said.out) == (2, "")
    assert "that file is an input here" in said.err
    assert Path(deck).read_text(encoding="utf-8") == TEN_LINES


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (("pots", "--topic", "x"), 2, "no topic 'x'"),
        (("pots", "--policy", "best"), 2, "ask for the policy 'greedy'"),
        (("pots", "--set", "x=1"), 2, "no parameters"),
        (("pots", "--seed", "x"), 2, "a whole number from 0 to 2^53 - 1"),
        (("pots", "--csv", "why.txt"), 2, "has to end in"),
        (("pots", "--plot", "why.txt"), 2, "has to end in"),
        (("duel",), 2, "dealt to seats"),
        (("opennig",), 1, "did you mean 'opening'"),
    ],
)
def test_mistakes(words: tuple[str, ...], code: int, sentence: str) -> None:
    said = yispc("why", *words)
    assert (said.code, said.out) == (code, "")
    assert sentence in said.err and "Traceback" not in said.err


@pytest.mark.slow
def test_a_limit_of_time_ends_it_with_what_was_counted() -> None:
    said = yispc(
        "why",
        "war",
        "--count",
        "1e6",
        "--time-limit",
        "2s",
        "--failed",
        "1",
        "--succeeded",
        "0",
        "--seed",
        "7",
    )
    assert said.code == 5
    assert "\nPartial result: " in said.out
    assert "What was missing" in said.out


def test_when_nothing_failed(tmp_path: Path) -> None:
    deck = saved(
        tmp_path, "deck: {cards: {ash: {count: 9}}}\nsimulate: {tests: {t: {combos: {x: {hand: [ash]}}}}}\n"
    )
    said = yispc("why", deck, "--seed", "7", "--count", "20")
    assert (said.code, said.err) == (0, "")
    assert "No hand failed." in said.out.splitlines() and "One card more" not in said.out
