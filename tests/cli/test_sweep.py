"""``yispc sweep``: tables, files, mistakes, and how it ends."""

from __future__ import annotations

import csv
import json
import signal
from pathlib import Path

import pytest
from commanding import PATIENCE, on_terminal, process, saved, yispc
from watching import NEEDS_PROC, alive, family, running, wait_until

DECK = """\
set: {down: 0}
deck:
  size: 40
  cards:
    key: {count: 3}
    灰流丽: {count: 2, program: '@;(# X B);(# D.2 H)'}
    rest: {count: -1}
simulate:
  count: 500
  tests:
    opening:
      exec-program: true
      combos: {one: {hand: [key]}}
      stats: {hand: '(+ |H| down)'}
"""


@pytest.fixture
def deck(tmp_path: Path) -> str:
    return saved(tmp_path, DECK)


def test_a_table(deck: str) -> None:
    said = yispc(
        "sweep", deck, "--vary", "key=2,3", "--vary", "灰流丽=0,1", "--show", "rate", "--show", "hand"
    )
    assert (said.code, said.err) == (0, "")
    assert said.out.splitlines() == [
        "Highest rate: 35.24% (3221/9139) with key=3, 灰流丽=1",
        "Highest hand: 5.12 (41/8) with key=2, 灰流丽=1",
        f"Sweep of {deck}: 4 variants of key, 灰流丽",
        "Exact: every opening hand was looked at",
        "Topic: opening",
        "key  灰流丽    rate                      hand",
        "  2       0  23.72%     (37/156)     5.00 (5)",
        "  2       1  24.85%   (491/1976)  5.12 (41/8)",
        "  3       0  33.76%   (667/1976)     5.00 (5)",
        "  3       1  35.24%  (3221/9139)  5.12 (41/8)",
        "rate: key down, 灰流丽 across",
        "       0      1",
        "2  23.7%  24.8%",
        "3  33.8%  35.2%",
        "hand: key down, 灰流丽 across",
        "      0     1",
        "2  5.00  5.12",
        "3  5.00  5.12",
    ]


def test_a_row_says_why_it_is_not_possible(deck: str) -> None:
    said = yispc("sweep", deck, "--vary", "key=3,50")
    assert said.code == 0
    (line,) = [line for line in said.out.splitlines() if line.startswith(" 50")]
    assert line.startswith(" 50  not possible: with those counts the cards but `rest` add up to 52")
    assert yispc("sweep", deck, "--vary", "key=50").code == 1, "none is possible"


def test_estimates_have_intervals(deck: str) -> None:
    said = yispc("sweep", deck, "--vary", "down=0..1", "--method=sample", "--seed=1", "--show=rate")
    assert said.code == 0
    assert "Seed: 1; up to 500 trials a variant where there is no exact answer" in said.out
    assert said.out.count(" ± ") == 4 and "of estimates, so not for sure" in said.out
    assert "Differences: of pairs of trials in the same worlds, up to 500 a variant" in said.out
    header, own, other = said.out.splitlines()[-3:]
    assert header.endswith("against down=0") and own.endswith("%") and other.endswith(" 0 ± 1 %")


def test_a_terminal_gets_colours(deck: str) -> None:
    said = on_terminal("sweep", deck, "--vary", "key=2,3", "--vary", "down=0,1", "--show", "rate")
    assert said.code == 0 and "\x1b[97;48;5;40m" in said.out
    assert (
        "\x1b" not in on_terminal("sweep", deck, "--vary", "key=2,3", "--vary", "down=0,1", NO_COLOR="1").out
    )


def test_json_and_csv_and_pictures(deck: str, tmp_path: Path) -> None:
    table, picture = tmp_path / "t.csv", tmp_path / "p.svg"
    said = yispc("sweep", deck, "--vary=key=2,3", "--json", "--csv", str(table), "--plot", str(picture))
    assert (said.code, said.err) == (0, "")
    (report,) = map(json.loads, said.out.splitlines())
    assert report["axes"] == [{"of": "card", "name": "key", "values": [2, 3]}]
    assert [one["known"][0]["exact"] for one in report["variants"]] == ["2384/9139", "121273/329004"]
    with table.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["key"], row["what"], row["exact"]) for row in rows][:2] == [
        ("2", "success", "2384/9139"), ("2", "score", "2384/9139"),
    ]  # fmt: skip
    assert ">key</text>" in picture.read_text(encoding="utf-8").replace("\n", "")


def test_a_table_is_no_formula(tmp_path: Path) -> None:
    deck = saved(tmp_path, DECK.replace("灰流丽", "'=1+1'").replace("hand: '", "'@x': '"))
    table = tmp_path / "t.tsv"
    assert yispc("sweep", deck, "--vary", "=1+1=0..1", "--csv", str(table)).code == 0
    lines = table.read_text(encoding="utf-8").splitlines()
    assert lines[0].startswith("'=1+1\tcards") and "\t'@x\t" in lines[4]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--vary", "kei=1"], "--vary: the deck has no 'kei'; did you mean 'key'?"),
        (["--vary", "key"], "--vary: 'key' says no values"),
        (
            ["--vary", "key=0..3", "--show", "scroe"],
            "--show: there is no figure 'scroe'; did you mean 'score'?",
        ),
        (["--vary", "key=0..3", "--topic", "open"], "has no topic 'open'"),
        (["--vary", "key=0..3", "--set", "dwn=1"], "did you mean down?"),
        (["--vary", "key=0..3", "--with", "kei=1"], "has no card 'kei'; did you mean 'key'?"),
        (
            ["--vary", "down=0..20000"],
            "that is 20,001 variants, and more than 10,000 are run only where that is",
        ),
        (["--vary", "down=0..20", "--most", "20"], "that is 21 variants, and more than 20"),
        (
            ["--vary", "key=0..3", "--csv", "t.xls"],
            "--csv t.xls: the name has to end in .csv, .tsv or .parquet",
        ),
        (["--vary", "key=0..3", "--plot", "t.gif"], "--plot t.gif: the name has to end in"),
    ],
)
def test_mistakes_are_sentences(words: list[str], said: str, deck: str) -> None:
    told = yispc("sweep", deck, *words)
    assert (told.code, told.out) == (2, "")
    assert said in told.err and "Traceback" not in told.err


def test_nothing_that_is_read_is_written(deck: str) -> None:
    before = Path(deck).read_bytes()
    for option in ("--csv", "--plot", "--journal"):
        path = Path(deck).with_suffix({"--csv": ".csv", "--plot": ".svg"}.get(option, ".jsonl"))
        path.symlink_to(deck)
        told = yispc("sweep", deck, "--vary", "key=1", option, str(path))
        assert told.code == 2 and "that file is an input here" in told.err
    assert Path(deck).read_bytes() == before


def test_a_deck_with_mistakes(tmp_path: Path) -> None:
    said = yispc("sweep", saved(tmp_path, DECK.replace("@;", "@;(")), "--vary", "key=1")
    assert said.code == 1 and "error[" in said.err


def test_a_notice_is_mentioned(tmp_path: Path) -> None:
    deck = saved(tmp_path, DECK.replace("(# D.2 H)", "(# B.key.1 H)"))
    said = yispc("sweep", deck, "--vary", "灰流丽=0,1")
    assert "in 1 of 2 variants something did not go as its script says" in said.err
    assert yispc("sweep", deck, "--vary", "灰流丽=0,1", "-q").err == ""


@pytest.mark.slow
def test_a_limit_of_time(deck: str) -> None:
    for jobs in ("1", "2"):
        words = ("sweep", deck, "--vary=down=1..9999", "--method=sample", "--count=20000", "--target=python")
        said = process(*words, "--jobs", jobs, "--time-limit=3s")
        assert said.code == 5 and "Partial: the time limit was reached; " in said.out


@pytest.mark.slow
def test_a_long_sweep_shows_how_far_it_is(deck: str) -> None:
    words = ("sweep", deck, "--vary=down=1..120", "--method=sample", "--count=20000", "--target=python")
    said = on_terminal(*words, "--jobs", "1", results_piped=True)
    assert said.code == 0 and " / 120" in said.err and "variants" in said.err and "0:00:0" in said.err


@pytest.mark.slow
def test_a_native_module_is_built_once(tmp_path: Path) -> None:
    """Variants that differ in parameters share it, and so do the processes that run them: one module for trials,
    and one for the stages of those that are held against one another."""
    log, compiler = tmp_path / "log", tmp_path / "cc"
    compiler.write_text(
        f'#!/bin/sh\ncase "$*" in *yisp_native*) echo built >> "{log}";; esac\nexec cc "$@"\n'
    )
    compiler.chmod(0o700)
    deck = saved(tmp_path, DECK)
    words = ("sweep", deck, "--vary=down=1..6", "--method=sample", "--count=300000", "--seed=5", "--jobs=3")
    native = process(
        *words,
        "--target=native",
        CC=str(compiler),
        YISP_CACHE_DIR=str(tmp_path / "cache"),
        TMPDIR=str(tmp_path),
    )
    assert native == process(*words, "--target=python")
    assert log.read_text().splitlines() == ["built", "built"]


def written(journal: str) -> int:
    """The lines of a journal, of which the first says what it is of."""
    try:
        return len(Path(journal).read_text().splitlines())
    except FileNotFoundError:
        return 0


@pytest.mark.slow
@NEEDS_PROC
@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGKILL, -9)]
)
def test_nothing_outlives_a_sweep(number: signal.Signals, code: int, deck: str, tmp_path: Path) -> None:
    """And what it wrote down is taken up again, to the same table."""
    journal, folder = str(tmp_path / "j.jsonl"), tmp_path / "temporary"
    folder.mkdir()
    words = ("sweep", deck, "--vary=down=1..20", "--method=sample", "--count=150000", "--target=python",
             "--jobs=2", "--seed=5")  # fmt: skip
    with running(*words, "--journal", journal, TMPDIR=str(folder)) as child:
        wait_until(lambda: len(family(child.pid)) == 2 or child.poll() is not None, "the work")
        workers = family(child.pid)
        wait_until(lambda: written(journal) > 3 or child.poll() is not None, "their work")
        child.send_signal(number)
        out, err = child.communicate(timeout=PATIENCE)
        wait_until(lambda: not any(map(alive, workers)), "their end")
        wait_until(lambda: not list(folder.iterdir()), "the removal of their folders")
    assert (child.returncode, "Traceback" in err) == (code, False)
    if number != signal.SIGKILL:
        assert "Partial: " in out and " of 20 variants were answered" in out
    assert 1 < written(journal) < 21
    again = process(*words, "--journal", journal)
    assert again == process(*words)
