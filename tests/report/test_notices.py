"""Notices in words, and the command that replays one."""

from __future__ import annotations

import shlex
import shutil
import subprocess

import pytest
from known_results import DECK, compiled, expend, hands, result_of, site_of
from running import deck_text, load_text

import yisp
from yisp.compile.program import PROBLEMS, Program
from yisp.lang.diagnostics import CODES
from yisp.report.text import notices
from yisp.simulate.counting.counts import Notice
from yisp.simulate.result import Result


def at_length(result: Result, deck: str | None = None) -> list[str]:
    return notices.render(result, deck, verbose=True)


def test_a_notice_says_what_where_how_often_and_how_to_see_it(program: Program) -> None:
    empty = Notice("Y301", site_of(program, text="(# B.filler.1 H)"), 5, 5, 811)
    column = DECK.splitlines()[4].index("(# B.filler") + 1
    result = result_of(program, expend(program, [empty]))
    assert notices.render(result) == [
        "zenyuan, effect 0: a move found no card in 2 to 12 of 1,000 games;"
        " yispc trace deck.yml --topic test-expend --trial 811 --seed 7"
    ]
    assert at_length(result) == [
        f"deck.yml:5:{column}: notice[Y301]: a move found no card: zenyuan, effect 0: (# B.filler.1 H)",
        "    topic test-expend: 5 times in 1000 trials (about one in 200), first in trial 811",
        "    yispc trace deck.yml --topic test-expend --trial 811 --seed 7",
    ]


def test_a_notice_of_a_stat(program: Program) -> None:
    division = site_of(program, code="Y302")
    lines = at_length(result_of(program, expend(program, [Notice("Y302", division, 1, 1, 0)])))
    assert "notice[Y302]: a division by 0: stat milled: (/ 12 |B|)" in lines[0]
    assert lines[1] == "    topic test-expend: once in 1000 trials, in trial 0"


@pytest.mark.parametrize("key", ["header", "before-play", "footer"])
def test_a_notice_of_a_script_of_the_topic(key: str) -> None:
    topic = {key: "(= word (/ 1 |J|))", "combos": {"c": {"hand": ["a"]}}}
    result = yisp.run(load_text(deck_text({"a": {"count": 9}}, {"t": topic})), count=3, method="sample")
    (line, *_) = at_length(result)
    assert f": notice[Y302]: a division by 0: the {key}: (/ 1 |J|)" in line


def test_a_notice_that_is_nobodys_statement(program: Program) -> None:
    queue = site_of(program, code="Y308")
    lines = at_length(result_of(program, expend(program, [Notice("Y308", queue, 2500, 1000, 0)])))
    assert lines[0] == "deck.yml: notice[Y308]: more events happened than can wait to be answered"
    assert lines[1].endswith("2500 times in 1000 trials (2.50 a trial), first in trial 0")


def test_a_limit_names_the_card_and_the_place(program: Program) -> None:
    limit = site_of(program, code="Y305")
    (line, *_) = at_length(result_of(program, expend(program, [Notice("Y305", limit, 2500, 1000, 0)])))
    assert line.startswith("deck.yml:5:")
    assert ": notice[Y305]: the activation limit was reached: zenyuan, effect 0: " in line


def test_a_cause_is_told_once_in_the_topic_in_which_it_is_most_frequent() -> None:
    cards = {"a": {"count": 3, "program": "@;(# X B);(# D.b.1 H)"}, "b": {"count": 1}, "c": {"count": 16}}
    topics = {
        name: {"start-card": hand, "exec-program": True, "combos": {"c": {"hand": ["b"]}}}
        for name, hand in (("few", 2), ("many", 15))
    }
    result = yisp.run(load_text(deck_text(cards, topics)), count=300, seed=1, method="sample")
    (line,) = notices.render(result)
    assert line.startswith("a, effect 0: a move found no card in ") and "--topic many " in line
    assert len(at_length(result)) == 6


def test_of_many_causes_the_most_frequent_are_told_in_short(program: Program) -> None:
    """Six of them: the seldomest is left to ``-v``."""
    sites = [
        program.sites.index(site) for site in program.sites if site.code in ("Y301", "Y302", "Y305", "Y308")
    ]
    found = [Notice(program.sites[site].code, site, 9 - at, 9 - at, at) for at, site in enumerate(sites)]
    lines = notices.render(result_of(program, expend(program, found)))
    assert len(found) > notices.MOST_CAUSES
    assert [int(line.split("--trial ")[1].split()[0]) for line in lines[:-1]] == [0, 1, 2, 3, 4]
    assert lines[-1] == f"… and {len(found) - 5} more notices, which -v shows"


def test_every_code_of_play_has_its_words() -> None:
    assert {code for code in CODES if code.startswith("Y3")} == PROBLEMS.keys()


def test_no_notices_no_lines(program: Program) -> None:
    assert at_length(result_of(program, expend(program), hands(program))) == []


def test_a_long_statement_is_cut() -> None:
    statement = "(/ 12 (+ " + " ".join(["|B|"] * 60) + "))"
    program = compiled(("(/ 12 |B|)", statement))
    division = site_of(program, code="Y302")
    line = at_length(result_of(program, expend(program, [Notice("Y302", division, 1, 1, 0)])))[0]
    assert line.endswith("…")
    assert len(line) < 200


def test_the_decks_name_is_the_command_lines(program: Program) -> None:
    empty = [Notice("Y301", site_of(program, text="(# B.filler.1 H)"), 5, 5, 811)]
    lines = at_length(result_of(program, expend(program, empty)), "opening")
    assert lines[2].startswith("    yispc trace opening --topic")
    piped = compiled(file=notices.STANDARD_INPUT)
    lines = at_length(result_of(piped, expend(piped, empty)))
    assert lines[2].startswith("    yispc trace - --topic")


HOSTILE = [
    "plain-name_1",
    "two words",
    "",
    "it's",
    "'; rm -rf ~; '",
    "$(reboot)",
    "`reboot`",
    "a\\b",
    "!event",
    "*",
    "~",
    "灰流丽",
    "灰 流丽",
    "-x",
    "--seed",
    "a&b|c>d<e",
    "#comment",
    "=ls",
]


@pytest.mark.parametrize("name", HOSTILE)
def test_a_shell_gives_the_name_back(name: str) -> None:
    words = shlex.split(notices.trace_command("my deck.yml", name, 3, 7, {}))
    assert words[:3] == ["yispc", "trace", "my deck.yml"]
    assert words[-4:] == ["--trial", "3", "--seed", "7"]
    assert words[3:-4] == ([f"--topic={name}"] if name.startswith("-") else ["--topic", name])


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
@pytest.mark.parametrize(
    "name", [*HOSTILE, "two\nlines", "\x1b[2J", "\u202edlo", "it's\na\\b", "\u3000", "\udcff.yml"]
)
def test_bash_gives_the_name_back(name: str) -> None:
    command = f"printf %s {notices.quoted(name, windows=False)}"
    found = subprocess.run(["bash", "-c", command], capture_output=True, check=True)
    assert found.stdout.decode(errors="surrogateescape") == name


@pytest.mark.parametrize("name", ["two\nlines", "\x1b[2J", "\u202edlo"])
def test_what_is_to_be_copied_cannot_steer_the_terminal(name: str) -> None:
    for windows in (False, True):
        assert notices.quoted(name, windows).isprintable()


@pytest.mark.parametrize(
    ("name", "typed"), [("a b", '"a b"'), ('say "hi"', '"say ""hi"""'), ("a&b", '"a&b"'), ("ab", "ab")]
)
def test_windows_has_its_own_quotes(name: str, typed: str) -> None:
    assert notices.quoted(name, windows=True) == typed


def test_a_deck_that_looks_like_an_option() -> None:
    assert notices.trace_command("-x.yml", "t", 0, 1, {}).startswith("yispc trace ./-x.yml ")


def test_policies_that_are_asked_for_where_nothing_can_be_decided() -> None:
    cards = {"a": {"count": 9}, "b": {"program": "[1]@;(# X B)"}}
    topics = {
        "dealt": {"combos": {"c": {"hand": ["a"]}}},
        "activated": {"exec-program": True, "combos": {"c": {"hand": ["a"]}}},
        "warned of": {"policy": "best", "combos": {"c": {"hand": ["a"]}}},
    }
    program = load_text(deck_text(cards, topics))
    said = "topic dealt: there is nothing to decide, so it makes no difference who plays"
    with pytest.warns(yisp.PlayWarning) as warnings:
        result = yisp.run(program, policy=["greedy", "best"])
    assert [str(one.message) for one in warnings] == notices.render(result) == [said]
    assert [type(one.message.args[0]) for one in warnings if isinstance(one.message, Warning)] == [str]
    assert notices.render(yisp.run(program)) == []
    assert notices.render(yisp.run(program, policy="greedy")) == []
