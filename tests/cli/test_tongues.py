"""In which language each command speaks: results in a pipe are English unless ``--lang`` is given, what is
said beside them is in the user's language, and what programs read is English always."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from commanding import DOUBTFUL, Said, on_terminal, process, saved, timeless, yispc

from yisp.cli import COMMANDS, language

BROKEN = DOUBTFUL.replace("(# X B)", "(# X B")

RESULTS = {
    "run": "deck.yml --count 50", "advise": "deck.yml --topic opening --seed 7", "check": "deck.yml", "why": "deck.yml --count 60",
    "trace": "deck.yml --topic opening --trial 438", "odds": "deck.yml --topic opening --hand gate",
    "bench": "deck.yml --topic hands --seconds 0.01", "compare": "deck.yml other.yml --count 50",
    "sensitivity": "deck.yml --count 20", "tune": "deck.yml --count 50 --only lamp --only rest --look 3",
    "sweep": "deck.yml --vary lamp=5,6 --filler rest --count 50", "search": "worked-example --seed 1",
    "report": "deck.yml --count 50", "new": "fresh.yml --yes", "import": "list.txt", "cache": "",
    "explain": "deck.yml",
    "eval": "'(# D.3 B)' --deck deck.yml --seed 7", "repl": "deck.yml",
}  # fmt: skip
"""By command, what it is asked, and answers with words."""

WITHOUT_WORDS = {
    "compile": "a file's name", "plot": "a picture's name", "export": "cards", "view": "an address", "lsp": "a protocol",
    "site": "an address",
}  # fmt: skip
"""Commands whose results have no words of ours, and what they have."""

SLOW = {"bench"}  # builds a native module

MISTAKEN = {
    name for name in COMMANDS if name not in ("cache", "new", "import", "lsp", "view", "site", "repl", "odds")
}
"""Commands that read a deck which must be without mistakes."""

LINES = b"(# D.2 H)\n:help\n:nothing\n(# D.1\n"  # of ``repl``: results, and complaints


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with decks, where the language of the environment is Chinese."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(language, "_user", ["en"])
    monkeypatch.setenv("LANGUAGE", "zh")
    saved(tmp_path, DOUBTFUL)
    saved(tmp_path, DOUBTFUL.replace("count: 5", "count: 6").replace("count: 31", "count: 30"), "other.yml")
    saved(tmp_path, BROKEN, "broken.yml")
    (tmp_path / "list.txt").write_text("Deck\n3 scout\n4 lamp\n\nSideboard\n2 gate\n")
    return tmp_path


def wide(text: str) -> str:
    """The Chinese and Japanese in a text."""
    return "".join(re.findall(r"[\u3040-\u30ff\u3400-\u9fff\uff00-\uffef]", text))


def asked(name: str, *more: str) -> Said:
    """What a command says to its question, once more for each time."""
    for left in Path.cwd().glob("*.html"), Path.cwd().glob("fresh.yml"):
        for path in left:
            path.unlink()
    words = [word.strip("'") for word in re.findall(r"'[^']*'|\S+", RESULTS[name])]
    return yispc(name, *words, *more, stdin=LINES if name == "repl" else b"")


@pytest.mark.parametrize(
    "name", [pytest.param(one, marks=[pytest.mark.slow] * (one in SLOW)) for one in RESULTS]
)
def test_results_in_a_pipe(name: str, folder: Path) -> None:
    said = asked(name)
    assert said.out and not wide(said.out)
    assert re.search("[a-z]", said.out)
    chosen = asked(name, "--lang", "ja")
    assert chosen.code == said.code
    assert wide(chosen.out)


def test_every_command_is_asked() -> None:
    assert {*RESULTS, *WITHOUT_WORDS} == set(COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_help_and_complaints(name: str, folder: Path) -> None:
    said = yispc(name, "--help")
    assert (said.code, said.err) == (0, "")
    options = said.out.partition("--help")[2]
    assert wide(said.out.splitlines()[0]) and wide(options)
    for text in re.findall(r"[^\n]*", said.out):
        assert not re.match(r"Usage|Options|Examples|Commands", text)
    wrong = yispc(name, "--no-such-option")
    assert (wrong.code, wrong.out) == (2, "")
    for line in wrong.err.splitlines():
        assert wide(line)


@pytest.mark.parametrize(
    "name", ["run", "check", "compile", "why", "compare", "sensitivity", "tune", "report", "trace"]
)
def test_mistakes_are_told_in_the_users_language(name: str, folder: Path) -> None:
    words = RESULTS.get(name, "deck.yml").replace("deck.yml", "broken.yml").split()
    said = yispc(name, *words)
    assert said.code == 1 and not wide(said.out)
    first, *_ = said.err.splitlines()
    assert "[Y" in first and wide(first) and "error" not in said.err


def test_warnings_notices_and_progress(folder: Path) -> None:
    for _ in range(2):  # the second time from the cache
        said = yispc("deck.yml", "--count", "500")
        assert not wide(said.out)
        assert "[Y405]" in said.err and "没有可移动的卡" in said.err
        assert not re.search("warning|notice|in trial| times", said.err)


def test_a_prompt_that_is_piped_complains_in_the_users_language(folder: Path) -> None:
    said = asked("repl")
    assert said.code == 1 and not wide(said.out)
    complaints = said.err[said.err.index(":nothing") - 40 :]
    assert "there is no command" not in complaints and "error" not in complaints
    assert "错误[Y" in complaints


MACHINES = [
    "run deck.yml --count 300 --seed 1 --json",
    "compare deck.yml other.yml --count 50 --seed 1 --json", "why deck.yml --count 60 --seed 1 --json",
    "sensitivity deck.yml --count 20 --seed 1 --json", "search worked-example --seed 1 --json",
    "tune deck.yml --count 50 --seed 1 --only lamp --only rest --look 3 --json",
    "odds deck.yml --topic opening --hand gate --seed 1 --json",
    "sweep deck.yml --vary lamp=5,6 --filler rest --count 50 --seed 1 --json",
    "compile deck.yml --emit cython",
]  # fmt: skip


@pytest.mark.parametrize("line", MACHINES)
def test_what_programs_read_on_standard_output(line: str, folder: Path) -> None:
    english, other = yispc(*line.split(), "--lang", "en"), yispc(*line.split(), "--lang", "zh")
    texts = [re.sub(r'"seconds": [0-9.e-]+', "", timeless(said.out)) for said in (english, other)]
    assert texts[0] and texts[1] == texts[0]


@pytest.mark.parametrize("line", ["check broken.yml", "run deck.yml --count 500 --seed 1"])
def test_annotations_are_english(line: str, folder: Path) -> None:
    texts = []
    for lang in ("en", "zh"):
        said = yispc(*line.split(), "--annotations", "github", "--lang", lang)
        texts.append([one for one in (said.out + said.err).splitlines() if one.startswith("::")])
    assert texts[0] and texts[0] == texts[1]


@pytest.mark.parametrize(
    "line",
    [
        "run deck.yml --count 300 --seed 1 --csv FILE.csv", "run deck.yml --count 300 --seed 1 --records FILE.tsv",
        "run deck.yml --count 300 --seed 1 --junit FILE.xml",
        "compare deck.yml other.yml --count 50 --seed 1 --csv FILE.csv",
        "sweep deck.yml --vary lamp=5,6 --filler rest --count 50 --seed 1 --csv FILE.csv",
        "sweep deck.yml --vary lamp=5,6 --filler rest --count 50 --seed 1 --journal FILE.jsonl",
        "tune deck.yml --count 50 --seed 1 --only lamp --only rest --look 3 --journal FILE.jsonl",
        "sensitivity deck.yml --count 20 --seed 1 --csv FILE.csv", "why deck.yml --count 60 --seed 1 --csv FILE.csv",
    ],
)  # fmt: skip
def test_what_programs_read_in_files(line: str, folder: Path) -> None:
    texts = []
    for lang in ("en", "zh"):
        assert yispc(*line.replace("FILE", lang).split(), "--lang", lang).code in (0, 4)
        (file,) = folder.glob(f"{lang}.*")
        texts.append(re.sub(r'time(stamp)?="[^"]*"', "", file.read_text("utf-8")))
    assert texts[0] == texts[1] and not wide(texts[0])


def test_documents_in_files_are_the_users(folder: Path) -> None:
    assert yispc("new", "mine.yml", "--yes").code == 0
    assert yispc("import", "list.txt", "-o", "imported.yml").code == 0
    assert yispc("report", "deck.yml", "--count", "50").code == 0
    for name in ("mine.yml", "imported.yml", "report.html"):
        assert wide((folder / name).read_text("utf-8")), name
    assert not wide(yispc("new", "-", "--yes").out)


def test_a_terminal_gets_the_users_language(folder: Path) -> None:
    said = on_terminal("deck.yml", "--count", "60", cwd=folder, LANGUAGE="", LC_ALL="", LANG="zh_CN.UTF-8")
    assert said.code == 0 and "平均" in said.out and "[Y405]" in said.out
    piped = on_terminal(
        "deck.yml", "--count", "60", cwd=folder, results_piped=True, LANGUAGE="", LC_ALL="", LANG="ja_JP.UTF-8"
    )  # fmt: skip
    assert not wide(piped.out) and wide(piped.err)


def test_workers_speak_it_too(folder: Path) -> None:
    """What a process says that we start."""
    strict = DOUBTFUL.replace("seed: 7", "seed: 7\n  strict: true")
    saved(folder, strict)
    said = process("deck.yml", "--count", "5000", "--jobs", "2", cwd=folder, LANGUAGE="zh", PYTHONUTF8="1")
    assert said.code != 0 and "没有可移动的卡" in said.err
    assert not re.search("notice|strict", said.err)
