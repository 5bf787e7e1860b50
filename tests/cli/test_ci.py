"""``--junit``, ``--annotations`` and ``--markdown``: what a pipeline sees of decks that run, fail, or do not compile."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import documents
import pytest
import yaml
from commanding import SHOWN, Said, environment, modules, process, saved, timeless, yispc

from yisp.cli import exits
from yisp.report.files.files import CannotWrite, File

GOOD = """
deck: {cards: {a: {count: 3}, b: {count: 37}}}
simulate:
  seed: 7
  tests:
    t: {combos: {A: {hand: [a]}}, expect: ["rate >= 0.3", "A < 0.4"]}
"""
FAILING = GOOD.replace("0.3", "0.9")
BROKEN = GOOD.replace("[a]", "[zz]")
DOUBTFUL = GOOD.replace("[a]", "[a, a:zz]").replace(">= 0.3", ">= 0")


@pytest.fixture(autouse=True)
def elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GITHUB_WORKSPACE", raising=False)


def commands(said: Said) -> list[str]:
    return [line for line in said.err.splitlines() if line.startswith("::")]


def cases(path: Path) -> list[tuple[str | None, str | None, list[str]]]:
    root = ElementTree.parse(path).getroot()
    return [
        (one.get("classname"), one.get("name"), [child.tag for child in one]) for one in root.iter("testcase")
    ]


# JUnit --------------------------------------------------------------------------------------------------------


def test_several_decks_give_one_file(tmp_path: Path) -> None:
    good, bad = saved(tmp_path, GOOD, "good.yml"), saved(tmp_path, FAILING, "bad.yml")
    broken, path = saved(tmp_path, BROKEN, "broken.yml"), tmp_path / "report.xml"
    said = yispc("run", good, bad, broken, str(tmp_path / "none.yml"), "--junit", str(path))
    assert said.code == 4
    plain = yispc("run", good, bad, broken, str(tmp_path / "none.yml"))
    assert (timeless(said.out), said.err) == (timeless(plain.out), plain.err)
    root = ElementTree.parse(path).getroot()
    assert [suite.get("name") for suite in root] == [good, bad, broken, str(tmp_path / "none.yml")]
    assert cases(path) == [
        ("t", "rate >= 0.3", []),
        ("t", "A < 0.4", []),
        ("t", "rate >= 0.9", ["failure"]),
        ("t", "A < 0.4", []),
        (broken, "run", ["error"]),
        (str(tmp_path / "none.yml"), "run", ["error"]),
    ]
    (failure,) = root.iter("failure")
    assert failure.get("message") == "the value is 0.3375506 (667/1976)"
    first, second = root.iter("error")
    assert first.get("type") == "Y210"
    assert f"{broken}:6:29: error[Y210]" in str(first.text)
    assert "there is no file" in str(second.get("message"))


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["--topic", "none"], 2, "has no topic 'none'"),
        (["--set", "x=1"], 2, "has no parameters"),
        (["--with", "c=1"], 2, "has no card 'c'"),
        (["--filler", "b"], 2, "nothing to make up for"),
    ],
)
def test_a_deck_that_compiles_and_does_not_run_has_an_error(
    words: list[str], code: int, message: str, tmp_path: Path
) -> None:
    path = tmp_path / "report.xml"
    said = yispc(saved(tmp_path, GOOD), *words, "--junit", str(path))
    assert said.code == code
    assert cases(path) == [(str(tmp_path / "deck.yml"), "run", ["error"])]
    (error,) = ElementTree.parse(path).getroot().iter("error")
    assert message in str(error.get("message"))


def test_a_topic_that_cannot_be_answered_is_an_error(tmp_path: Path) -> None:
    hasty = GOOD.replace("count: 37", "count: 37, program: '(# D.1 H);/(> |H| 1);@;(# X B)'").replace(
        "t: {", "t: {exec-program: true, "
    )
    path = tmp_path / "report.xml"
    words = ("--policy", "best", "--junit", str(path), "--annotations", "github", "-q")
    said = yispc(saved(tmp_path, hasty), *words)
    assert said.code == 1
    (error,) = ElementTree.parse(path).getroot().iter("error")
    assert "topic t cannot be played by best" in str(error.get("message"))
    assert [line.split("::")[2] for line in commands(said)] == [error.get("message")]


def test_a_disk_that_fills_up_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: File) -> None:
        raise CannotWrite("no space left")

    path = tmp_path / "report.xml"
    monkeypatch.setattr(File, "close", full)
    said = yispc(saved(tmp_path, GOOD), "--junit", str(path))
    assert said.code == 2
    assert said.err == f"yispc: --junit {path}: no space left\n"
    assert "33.76%" in said.out


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["--strict"], 3, "topic t had a notice, which ends a strict run"),
        (
            ["--count=1e12", "--time-limit=300ms", "--jobs=1", "--target=python"],
            5,
            "the time limit was reached",
        ),
    ],
)
def test_a_run_that_does_not_end_has_an_error_and_skips_its_expectations(
    words: list[str], code: int, message: str, tmp_path: Path
) -> None:
    deck = saved(tmp_path, GOOD.replace("t: {", "t: {header: '(# B H)', "))
    path = tmp_path / "report.xml"
    said = yispc(deck, "--method=sample", *words, "--junit", str(path), "--annotations", "github")
    assert said.code == code
    assert [tags for _, _, tags in cases(path)] == [["error"], ["skipped"], ["skipped"]]
    (error,) = ElementTree.parse(path).getroot().iter("error")
    assert error.get("message") == message
    assert f"::error title=yispc::{deck}: {message}" in commands(said)


def test_decks_that_a_limit_keeps_from_being_run_have_an_error(tmp_path: Path) -> None:
    decks, path = [saved(tmp_path, GOOD, name) for name in ("long.yml", "next.yml")], tmp_path / "report.xml"
    limited = ("--method=sample", "--count=1e12", "--time-limit=300ms", "--jobs=1", "--target=python")
    said = yispc("run", *decks, *limited, "--junit", str(path), "--annotations", "github")
    assert said.code == 5
    found = [one.get("message") for one in ElementTree.parse(path).getroot().iter("error")]
    assert found == ["the time limit was reached", "the command ended before this deck was run"]
    assert f"::error title=yispc::{decks[1]}: {found[1]}" in commands(said)


def test_another_ending_is_refused(tmp_path: Path) -> None:
    """… since it is likely the name of something else, such as a deck."""
    deck, other = saved(tmp_path, GOOD), saved(tmp_path, GOOD, "other.yml")
    said = yispc(deck, "--junit", other)
    assert (said.code, said.out) == (2, "")
    assert said.err == f"yispc: --junit {other}: the name has to end in .xml\n"
    assert Path(other).read_text() == GOOD


@pytest.mark.parametrize("source", ["deck.yml", "base.yml"])
def test_what_is_read_is_not_written_to(source: str, tmp_path: Path) -> None:
    saved(tmp_path, GOOD, "base.yml")
    deck = saved(tmp_path, "extends: base.yml\n")
    before = (tmp_path / source).read_bytes()
    name = tmp_path / "report.xml"
    os.link(tmp_path / source, name)
    for decks in ([deck], [saved(tmp_path, GOOD, "first.yml"), deck]):
        said = yispc("run", *decks, "--junit", str(name))
        assert said.code == 2
        assert said.err == f"yispc: --junit {name}: that file is an input here; give another name\n"
        assert (tmp_path / source).read_bytes() == before


def test_a_folder_that_is_not_there_is_said_before_anything_runs(tmp_path: Path) -> None:
    said = yispc(saved(tmp_path, GOOD), "--junit", str(tmp_path / "none" / "report.xml"))
    assert (said.code, said.out) == (2, "")
    assert "there is no such folder" in said.err


def test_an_old_file_is_replaced_as_a_whole(tmp_path: Path) -> None:
    path = tmp_path / "report.xml"
    path.write_text("x" * 100_000)
    assert yispc(saved(tmp_path, GOOD), "--junit", str(path)).code == 0
    assert len(cases(path)) == 2
    assert sorted(one.name for one in tmp_path.iterdir()) == ["deck.yml", "report.xml"]


def test_a_script_has_no_expectations(tmp_path: Path) -> None:
    script = saved(tmp_path, "(+ 1 2)", "script.yisp")
    said = yispc("run", script, "--junit", str(tmp_path / "report.xml"))
    assert said.code == 2
    assert "--junit has no meaning" in said.err
    assert not (tmp_path / "report.xml").exists()


# Annotations --------------------------------------------------------------------------------------------------


def test_annotations_stand_on_standard_error_beside_what_is_said_anyway(tmp_path: Path) -> None:
    deck = saved(tmp_path, FAILING)
    said, plain = yispc(deck, "--json", "--annotations", "github"), yispc(deck, "--json")
    assert said.code == plain.code == 4
    assert timeless(said.out) == timeless(plain.out)
    assert said.err == plain.err + "".join(line + "\n" for line in commands(said))
    assert commands(said) == [
        f"::error file={deck},line=6,col=45,title=expectation failed::"
        "rate >= 0.9%0Atopic t: the value is 0.3375506 (667/1976)"
    ]


def test_quiet_leaves_what_fails(tmp_path: Path) -> None:
    deck = saved(tmp_path, DOUBTFUL.replace(">= 0", ">= 1").replace("seed: 7", "count: 100"))
    words = (deck, "--method", "sample", "--annotations", "github")
    titles = [line.split("title=")[1].split("::")[0] for line in commands(yispc(*words))]
    assert titles == ["Y405", "expectation failed", "Y430"]
    seeded = [line.split("title=")[1].split("::")[0] for line in commands(yispc(*words, "--seed", "3"))]
    assert seeded == ["Y405", "expectation failed"]
    quiet = [line.split("title=")[1].split("::")[0] for line in commands(yispc(*words, "-q"))]
    assert quiet == ["expectation failed"]


def test_mistakes_of_a_deck_are_annotated_by_run_and_check(tmp_path: Path) -> None:
    broken, doubtful = saved(tmp_path, BROKEN, "broken.yml"), saved(tmp_path, DOUBTFUL, "doubtful.yml")
    none = str(tmp_path / "none.yml")
    for command in ("run", "check"):
        said = yispc(command, broken, doubtful, none, "--annotations", "github")
        assert said.code == 1
        first, second, third = commands(said)
        assert first.startswith(f"::error file={broken},line=6,col=29,title=Y210::")
        assert second.startswith(f"::warning file={doubtful},line=6,")
        assert third.startswith("::error title=yispc::there is no file")
        without = yispc(command, broken, doubtful, none)
        assert not commands(without)


def test_a_file_is_named_as_the_checkout_has_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "decks").mkdir()
    saved(tmp_path / "decks", FAILING)
    monkeypatch.chdir(tmp_path / "decks")
    monkeypatch.setenv("GITHUB_WORKSPACE", str(tmp_path))
    (line,) = commands(yispc("deck.yml", "--annotations", "github"))
    assert line.startswith("::error file=decks/deck.yml,line=6,col=45,")


def test_another_service_is_refused(tmp_path: Path) -> None:
    said = yispc(saved(tmp_path, GOOD), "--annotations", "gitlab")
    assert said.code == 2
    assert "github" in said.err


# Markdown -----------------------------------------------------------------------------------------------------


def test_results_as_markdown(tmp_path: Path) -> None:
    said = yispc(saved(tmp_path, GOOD), "--markdown")
    assert (said.code, said.err) == (0, "")
    assert "| A           | 33.76% | 667/1976 |\n" in said.out


def test_decks_stand_apart(tmp_path: Path) -> None:
    first, second = saved(tmp_path, GOOD, "a.yml"), saved(tmp_path, GOOD, "b.yml")
    both = yispc("run", first, second, "--markdown")
    assert both.out == yispc(first, "--markdown").out + "\n" + yispc(second, "--markdown").out + "\n"


def test_markdown_and_json_are_not_both_given(tmp_path: Path) -> None:
    said = yispc(saved(tmp_path, GOOD), "--markdown", "--json")
    assert (said.code, said.out) == (2, "")
    assert "--json and --markdown" in said.err


# Start --------------------------------------------------------------------------------------------------------


def test_only_who_asks_for_them_imports_them(tmp_path: Path) -> None:
    deck = saved(tmp_path, GOOD)
    known = {"YISP_CACHE_DIR": str(tmp_path / "cache")}
    assert process(deck, **known).code == 0
    report = str(tmp_path / "report.xml")
    said = process(deck, command=(sys.executable, "-c", SHOWN), **known)
    mine = {
        "yisp.cli.running.ci",
        "yisp.report.files.junit",
        "yisp.report.files.workflow",
        "yisp.report.files.markdown",
        "xml.etree.ElementTree",
    }
    assert not mine & modules(said)
    asked = process(deck, "--junit", report, "--markdown", command=(sys.executable, "-c", SHOWN), **known)
    assert mine <= modules(asked)
    assert not {"yisp.lang.parsing.grammar_lark", "yaml", "numpy", "click", "rich"} & modules(asked)


# What the documentation shows ---------------------------------------------------------------------------------

PAGE = (documents.ROOT / "docs" / "ci.md").read_text(encoding="utf-8")
BLOCKS = list(documents.blocks(PAGE))


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout with the page's deck, and another."""
    (tmp_path / "decks").mkdir()
    (deck,) = (block for block in BLOCKS if block.file == "opening.yml")
    saved(tmp_path / "decks", deck.text, "opening.yml")
    saved(tmp_path / "decks", GOOD, "other.yml")
    return tmp_path


def test_the_file_that_the_page_shows(checkout: Path) -> None:
    (shown,) = (block.text for block in BLOCKS if block.language == "xml")
    documents.run(["opening.yml", "--junit", "../report.xml"], str(checkout / "decks"))
    given = (checkout / "report.xml").read_text(encoding="utf-8")
    assert re.sub(' time="[^"]*"', "", given) == re.sub(' time="[^"]*"', "", shown)


def steps(value: object) -> Iterator[str]:
    """All texts of a workflow."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for one in value.values() if isinstance(value, dict) else value:
            yield from steps(one)


@pytest.mark.parametrize("service", ["name: decks", "decks:"])
def test_the_workflows_of_the_page_run(service: str, checkout: Path) -> None:
    (block,) = (one for one in BLOCKS if one.language == "yaml" and one.text.startswith(f"{service}\n"))
    ran = [step for step in steps(yaml.safe_load(block.text)) if step.startswith("yispc ")]
    assert ran
    variables = environment(GITHUB_STEP_SUMMARY=str(checkout / "summary.md"), GITHUB_WORKSPACE=str(checkout))
    for step in ran:
        command = step.replace("yispc ", f"{shlex.quote(sys.executable)} -m yisp ", 1)
        done = subprocess.run(
            command, shell=True, cwd=checkout, env=variables, capture_output=True, check=False
        )
        assert done.returncode == (0 if " check " in step else 4), done.stderr
    assert [one.get("name") for one in ElementTree.parse(checkout / "report.xml").getroot()] == [
        "decks/opening.yml",
        "decks/other.yml",
    ]
    if "GITHUB_STEP_SUMMARY" in block.text:
        assert "## decks/opening.yml" in (checkout / "summary.md").read_text(encoding="utf-8")
        assert b"::error file=decks/opening.yml,line=9,col=11,title=expectation failed::" in done.stderr


def test_the_page_names_every_exit_code() -> None:
    named = {int(number) for number in re.findall(r"(\d): ", PAGE.split("**Exit codes.**")[1])}
    assert named == {exits.DONE, exits.DECK_ERROR, exits.USAGE, exits.STRICT, exits.EXPECTATION, exits.LIMIT}
