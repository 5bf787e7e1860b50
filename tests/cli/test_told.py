"""What commands say, in a language in which every letter of a template is a wide one: whatever English is left
was not translated; tables line up; and what programs read is as it is in English."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from commanding import Said, saved, yispc
from pseudo import WIDE, Wide
from wcwidth import wcswidth

import yisp
from yisp import messages
from yisp.cli import language
from yisp.compile.builds import cache
from yisp.deck.reading.files import packaged
from yisp.report.files import html
from yisp.report.layout import aligned, grid
from yisp.report.text import terminal, timings
from yisp.simulate.single.timing import BuildTiming, EffectTiming, LoadTiming, TopicTiming


@pytest.fixture(autouse=True)
def wide(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """``--lang zh`` speaks wide letters."""
    monkeypatch.setitem(messages._catalogues, "zh", Wide())
    monkeypatch.setattr(language, "_user", ["en"])
    yield


DECK = """\
deck:
  size: 20
  cards:
    灯: {count: 3, attribute: [起]}
    门: {count: 2, program: '@;(# X B);(# D.灯.1 H);(# D.1 B)'}
    钟: {count: 2, program: '[1];@;(print |H|)'}
    墙: {count: -1}
set: {kk: 2}
simulate:
  seed: 7
  count: 300
  confidence-interval: true
  tests:
    先:
      start-card: 4
      exec-program: true
      combos: {一: {hand: [a:起]}, 二: {score: 2, hand: [2x a:起, 灯], condition: '(> |H| kk)'}}
      watch: {卡: {hand: [2x 墙]}}
      stats: {数: '|B|', 商: '(/ |H| |B|)', 大: '(* 3 |H.墙|)'}
      relate: [[数, 一]]
      expect: [rate > 0.99, '一 > 0.1']
    后: {start-card: 3, combos: {一: {hand: [灯]}}}
"""

NAMES = {
    "deck", "yml", "yisp", "json", "csv", "svg", "html", "parquet", "tsv", "png", "xml",
    "kk", "print", "ms",
}  # fmt: skip
"""Endings of files; what the deck says; the unit of a time."""

WORDS = {"greedy", "random", "best", "hindsight", "staged", "search", "python", "native", "rate", "score"}
"""What people type: policies, targets, figures."""


@pytest.fixture
def deck(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The deck's file, in the folder that commands are given in."""
    monkeypatch.chdir(tmp_path)
    saved(tmp_path, DECK)
    return "deck.yml"


def english(text: str, *own: str) -> list[str]:
    """The English words of what was said, but for commands to copy, names in brackets and words of one's
    ``own``."""
    left = [
        re.sub(r"<\w+>|^yispc: |; yispc trace .*", "", line)
        for line in text.splitlines()
        if not _is_command(line)
    ]
    allowed = NAMES | WORDS | {word for one in own for word in re.findall("[A-Za-z]+", one)}
    return [word for word in re.findall("[A-Za-z]{2,}", "\n".join(left)) if word not in allowed]


def _is_command(line: str) -> bool:
    """Whether a line is a command to copy, or a command's usage."""
    return re.search(r"^\s*yispc [a-z]|yispc \w+ \[", line) is not None


def told(*words: str, stdin: bytes = b"") -> Said:
    """What a command says in that language."""
    return yispc(*words, "--lang", "zh", stdin=stdin)


def is_wide(text: str) -> bool:
    return any(WIDE < ord(char) < WIDE + 128 for char in text)


# Reports ---------------------------------------------------------------------------------------------------

REPORTS = [
    ("run",), ("run", "--markdown"), ("run", "--method", "sample"), ("run", "--method=sample", "--markdown"),
    ("run", "--topic=后", "--method=exact"), ("run", "--policy=greedy,random", "--method=sample"),
    ("run", "--policy=greedy,random", "--method=sample", "--markdown"),
    ("run", "--until=10%", "--count=40", "--method=sample"), ("run", "--with=灯=4", "--set=kk=1"),
    ("run", "--with=灯=4", "--filler=墙", "--relate=数,商"), ("run", "--strict", "--topic=先"),
    ("check",), ("trace", "--trial=3"), ("trace", "--trial=3", "--policy=random"),
    ("why", "--topic=先"), ("why", "--topic=后", "--count=200"),
    ("sensitivity", "--topic=后"), ("sensitivity", "--topic=先", "--count=300"),
    ("sensitivity", "--topic=先", "--count=300", "--markdown"),
    ("compare", "--with=灯=2"), ("compare", "--with=灯=2", "--count=300", "--markdown"),
    ("compare", "--set=kk=1", "--topic=先", "--count=300", "--method=sample"),
    ("compare", "--policy=greedy,random", "--topic=先", "--count=300"),
    ("compare", "--topic=先", "--topic=后", "--count=300"),
    ("sweep", "--vary=灯=2..4"), ("sweep", "--vary=灯=2..4", "--vary=门=1,2", "--topic=后"),
    ("sweep", "--vary=灯=17..19", "--topic=后", "--markdown"), ("sweep", "--vary=灯=18..30", "--topic=后"),
    ("tune", "--topic=后", "--only=灯", "--only=墙"), ("tune", "--topic=后", "--only=灯", "--only=墙", "--markdown"),
    ("tune", "--topic=先", "--only=灯", "--only=墙", "--count=500"),
    ("tune", "--goal=后:rate", "--minimize=先:score", "--lock=门", "--count=200", "--look=5"),
    ("odds", "--topic=先", "--hand=灯"), ("odds", "--topic=后", "--top=灯"),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("words", REPORTS, ids=" ".join)
def test_no_english_is_left_in_a_report(words: tuple[str, ...], deck: str) -> None:
    said = told(words[0], deck, *words[1:])
    assert is_wide(said.out)
    assert english(said.out) == english(said.err) == []
    if "--markdown" in words:
        for table in re.findall(r"(?m)(?:^\|.*\n?)+", said.out):
            assert len({wcswidth(row) for row in table.splitlines()}) == 1, table


def test_no_english_is_left_elsewhere(deck: str) -> None:
    """What else is printed: sums, routes, files that were begun, the prompt, the cache."""
    saved(Path(), "(# D.2 B)\n", "games.yisp")
    names = yispc("compile", "worked-example", "--emit=tree").out
    for words, own in (
        (("odds", "3 of 40, draw 5, at least 1"), ()),
        (("eval", "(# D.2 B);(/ 1 0)", "--deck", deck), ()),
        (("new", "begun.yml", "--yes"), ("begun",)),
        (("search", "worked-example", "--explain"), (names, "worked-example")),
        (("run", "games.yisp", "--deck", deck), ()),
        (("cache",), (str(cache.root()), *os.listdir(cache.root()), "KiB MiB")),
    ):
        said = told(*words)
        assert english(re.sub(r"\b[0-9a-f]{12}\b", "", said.out), *own) == [], words
        assert english(said.err, *own) == [], words
    said = told("repl", deck, stdin=b"(# D.1 B)\n|H|\n(/ 1 0)\n:undo\n:help\n")
    assert is_wide(said.out) and is_wide(said.err)


def test_on_a_terminal_and_in_a_notebook(deck: str) -> None:
    program = yisp.load(deck)
    result = yisp.run(program, seed=7)
    result.partial, result.ended = True, "time"
    with messages.speaking("zh"):
        shown = terminal.render(result, columns=120)
        tables = html.result_tables(result) + html.deck_table(program)
    warned = [line for line in shown.splitlines() if line.startswith("\x1b[33m")]
    assert len(warned) == 1 and is_wide(warned[0])
    assert english(re.sub(r"\x1b\[\d*m", "", shown)) == []
    assert is_wide(tables) and english(re.sub(r"<[^>]*>", " ", tables)) == []


def test_timings() -> None:
    topic = TopicTiming("先")
    topic.trial, topic.half_width = {"python": 1e-6, "native": 1e-7}, 0.001
    topic.effects = [EffectTiming("灯[0]", 1.0, 0.5, 1.0)]
    with messages.speaking("zh"):
        for build in (None, 1.0):
            parts = [LoadTiming(0.1, 0.1), BuildTiming(build, messages.say("no compiler")), topic]
            lines = "\n".join(timings.render(parts))
            assert is_wide(lines) and english(lines, "ns") == []


def test_columns_are_counted_as_a_terminal_shows_them() -> None:
    assert aligned([["ＡＢ", "1"], ["ab", "Ｃ"]]) == ["ＡＢ   1", "ab    Ｃ"]
    assert grid(["ＡＢ", "c", "d", "e"], 12) == ["ＡＢ  c", "d     e"]


# Mistakes --------------------------------------------------------------------------------------------------

MISTAKES = [
    ("run", "dekc.yml"), ("run", "none"), ("run", "."), ("run", "deck.yml", "--records=a.doc"),
    ("run", "deck.yml", "--csv=a.doc"), ("run", "deck.yml", "--plot=a.doc"), ("run", "deck.yml", "--junit=a.doc"),
    ("run", "deck.yml", "--csv=deck.yml"), ("run", "deck.yml", "--csv=none/a.csv"),
    ("run", "deck.yml", "--topic=x"), ("run", "deck.yml", "--set=x=1"), ("run", "deck.yml", "--with=x=1"),
    ("run", "deck.yml", "--filler=x"), ("run", "deck.yml", "--relate=x,y"), ("run", "deck.yml", "--json", "--markdown"),
    ("run", "deck.yml", "--method=exact", "--records=a.csv"), ("run", "deck.yml", "--deck=deck.yml"),
    ("run", "deck.yml", "deck.yml", "--csv=a.csv"), ("run", "deck.yml", "--csv=a.csv", "--records=a.csv"),
    ("run", "deck.yml", "--policy=staged-search", "--method=exact"), ("run", "deck.yml", "--with=灯=30"),
    ("trace", "deck.yml", "--seed=x"), ("trace", "deck.yml", "--policy=x"), ("trace", "deck.yml", "--show=x"),
    ("bench", "deck.yml", "--set=x"), ("eval", "1", "--draw=3"), ("eval", "1", "--set=x=1"),
    ("eval", "1", "--deck=deck.yml", "--draw=99"), ("eval", "1", "--with=x=1"),
    ("sweep", "deck.yml", "--vary=x=1"), ("sweep", "deck.yml", "--vary=灯"), ("sweep", "deck.yml", "--vary=灯=x"),
    ("sweep", "deck.yml", "--vary=灯=3..1"), ("sweep", "deck.yml", "--vary=灯=0..9999999"),
    ("sweep", "deck.yml", "--vary=灯=1", "--vary=灯=2"), ("sweep", "deck.yml", "--vary=灯=-1..2"),
    ("sweep", "deck.yml", "--vary=灯=0..200", "--vary=size=20..220"), ("sweep", "deck.yml", "--vary=灯=1", "--show=x"),
    ("sweep", "deck.yml", "--vary=灯=1", "--journal=deck.yml"), ("sweep", "deck.yml", "--vary=灯=1", "--journal=."),
    ("tune", "deck.yml", "--goal=x"), ("tune", "deck.yml", "--lock=x"), ("tune", "deck.yml", "--range=灯"),
    ("tune", "deck.yml", "--size=99", "--only=灯"), ("tune", "deck.yml", "--list=x"), ("tune", "deck.yml", "--banlist=bad.json"),
    ("tune", "deck.yml", "--range=灯=1..2", "--lock=灯"), ("tune", "deck.yml", "--banlist=lists.conf", "--list=x"),
    ("tune", "deck.yml", "--goal=rate", "--goal=rate"), ("tune", "deck.yml", "--goal=rate", "--goal=score", "--goal=一"),
    ("compare", "deck.yml"), ("compare", "deck.yml", "other.yml"), ("compare", "deck.yml", "other.yml", "--with=灯=1"),
    ("compare", "deck.yml", "deck.yml", "--policy=greedy,random"), ("why", "other.yml"),
    ("why", "deck.yml", "--policy=best"), ("odds", "deck.yml"), ("odds", "deck.yml", "--seen=x"),
    ("odds", "deck.yml", "--seen=x: 灯"), ("odds", "deck.yml", "--seen=H: 灯"), ("odds", "deck.yml", "--seen=D: 灯"),
    ("odds", "deck.yml", "--hand=99999 灯"), ("odds", "3 of 40, draw"), ("odds", "3 a, 3 a of 40, draw 5, at least 1"),
    ("odds", "3 of 2, draw 5, at least 1"), ("odds", "3 of 40, draw 50, at least 1"),
    ("odds", "3 of 40, draw 5, at least 1 x"), ("odds", "9999999999 of 40, draw 5, at least 1"),
    ("odds", "1,000 of 4,000, draw 5, at least 1"), ("odds", "3 of 40,5 drawn, none"), ("odds", "3 - of 40, draw 5, none"),
    ("odds", "3 灯, 2 of 40, draw 5, none 机"), ("odds", "3 of 40, draw 5, fewer than 0"), ("odds", "3 of 40, draw 5, none", "--seed=1"),
    ("odds", "3 of 40, draw 5, 3 to 1"), ("search", "deck.yml", "--turn=9"), ("tune", "deck.yml", "--only=灯", "--lock=灯"),
    ("plot", "none.json"), ("plot", "deck.yml", "--out=a.doc"), ("plot", "bad.json"),
    ("plot", "bad.csv"), ("plot", "lists.conf"), ("plot", "none.csv"), ("run", "games.yisp", "--csv=a.csv"),
    ("run", "games.yisp", "--topic=a", "--topic=b"), ("new", "x.yml"), ("new", "deck.yml", "--yes"),
    ("new", "x.yml", "--card=: 3"), ("export", "deck.yml", "--to=ydk"), ("export", "deck.yml", "-o", "deck.yml"),
    ("import",), ("sweep", "deck.yml"),
]  # fmt: skip


@pytest.mark.parametrize("words", MISTAKES, ids=" ".join)
def test_no_english_is_left_in_a_complaint(words: tuple[str, ...], deck: str, tmp_path: Path) -> None:
    for name, text in FILES.items():
        saved(tmp_path, text, name)
    said = told(*words)
    assert said.code in (1, 2) and is_wide(said.err)
    about = re.sub(r"(?m)^    .*", "", said.err)  # without the lines that diagnostics quote
    assert english(about, *words, *packaged(), *QUESTIONS, "--out", "--vary", "FILE") == []


FILES = {
    "other.yml": "deck: {cards: {甲: {count: 9}}}\n"
    "simulate: {tests: {乙: {stats: {丙: '1'}}, 丁: {stats: {戊: '2'}}}}\n",
    "lists.conf": "!一\n灯,2\n",
    "bad.json": "{}\n",
    "bad.csv": "trial,score\n1\n",
    "games.yisp": "(# D.2 B)\n",
}

QUESTIONS = ("3 of 40, draw 5, at least 1", "3 ash of 40, draw 5, at least 1 ash")
"""Examples, in the language of the question."""


# What programs read ----------------------------------------------------------------------------------------

READ = [
    ("run", "deck.yml", "--json"), ("run", "deck.yml", "--csv=a.csv", "--json"), ("run", "deck.yml", "--records=a.tsv", "-q"),
    ("run", "deck.yml", "other.yml", "--junit=a.xml", "--json", "--seed=7"), ("run", "deck.yml", "--annotations=github", "--json"),
    ("run", "deck.yml", "--strict", "--junit=a.xml", "--json", "--annotations=github"),
    ("run", "deck.yml", "--with=灯=30", "--junit=a.xml", "--annotations=github"),
    ("run", "deck.yml", "--topic=先", "--method=exact", "--junit=a.xml", "--annotations=github"),
    ("check", "broken.yml", "--annotations=github"), ("why", "deck.yml", "--json", "--csv=a.csv"),
    ("compare", "deck.yml", "--with=灯=2", "--target=python", "--json", "--csv=a.csv"),
    ("sensitivity", "deck.yml", "--topic=后", "--json", "--csv=a.csv"),
    ("sweep", "deck.yml", "--vary=灯=16..18", "--topic=后", "--json", "--csv=a.csv", "--journal=a.jsonl", "--jobs=1"),
    ("tune", "deck.yml", "--topic=后", "--only=灯", "--only=墙", "--json", "--csv=a.csv", "--journal=a.jsonl", "--jobs=1"),
    ("odds", "deck.yml", "--topic=后", "--hand=灯", "--json"), ("search", "worked-example", "--json", "--seed=7"),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("words", READ, ids=" ".join)
def test_what_programs_read_is_english(words: tuple[str, ...], deck: str, tmp_path: Path) -> None:
    for name, text in {**FILES, "broken.yml": "deck: {cards: {甲: 9}}\n"}.items():
        saved(tmp_path, text, name)
    found = []
    for spoken in ("en", "zh"):
        said = yispc(*words, "--lang", spoken)
        files = [path.read_text() for path in sorted(tmp_path.glob("a.*"))]
        for path in tmp_path.glob("a.*"):
            path.unlink()
        commands = [line for line in said.err.splitlines() if line.startswith("::")]
        assert bool(commands) == ("github" in " ".join(words))
        results = [said.out] if "--json" in words else []
        found.append((said.code, *map(_timeless, (*results, *files)), commands))
    assert found[0] == found[1]


def _timeless(text: str) -> str:
    return re.sub(r'("seconds": ?)(\{[^}]*\}|[\d.e-]+)|( time=)"[\d.]+"', r"\1\3", text)


def test_a_journal_is_read_in_any_language(deck: str) -> None:
    words = ("sweep", deck, "--vary=灯=17..19", "--topic=后", "--journal=a.jsonl", "--markdown")
    said = yispc(*words)
    assert ": " in Path("a.jsonl").read_text() and "not possible" in said.out
    again = told(*words)
    assert is_wide(again.out) and english(again.out) == []


@pytest.mark.parametrize(
    "reason",
    [
        ["{x:>99999999}", None, None, {"x": "1"}], ["{x}{x}", None, None, {"x": "1"}], ["{x.y}", None, None, {"x": "1"}],
        ["{y}", None, None, {"x": "1"}], ["{x", None, None, {"x": "1"}], ["{x}", None, None, {"x": None}], ["x"], 1,
    ],
    ids=str,
)  # fmt: skip
def test_a_strangers_sentence_is_looked_over(reason: object, deck: str) -> None:
    assert not messages.is_data(reason)
    words = ("sweep", deck, "--vary=灯=17..19", "--topic=后", "--journal=a.jsonl")
    yispc(*words)
    answer = {"task": 9, "answer": {"reason": reason, "possible": False}}
    with open("a.jsonl", "a") as file:
        file.write(json.dumps(answer) + "\n")
    assert "is no answer of this study" in yispc(*words).err


def test_results_in_a_pipe_stay_english(deck: str, monkeypatch: pytest.MonkeyPatch) -> None:
    english_one = yispc("run", deck)
    monkeypatch.setenv("LANGUAGE", "zh")
    said = yispc("run", deck)
    times = r"\d+ms"
    assert re.sub(times, "", said.out) == re.sub(times, "", english_one.out)
    assert is_wide(said.err) and english(said.err) == []


PICTURES = [
    ("plot", "deck.yml", "--topic=先", "--out=a.html"),
    ("compare", "deck.yml", "--topic=后", "--with=灯=2", "--plot=a.html", "-q"),
    ("sensitivity", "deck.yml", "--topic=后", "--plot=a.html", "-q"),
    ("why", "deck.yml", "--plot=a.html", "-q"),
    ("sweep", "deck.yml", "--topic=后", "--vary=灯=2..3", "--plot=a.html", "-q"),
    (
        "sweep",
        "deck.yml",
        "--topic=先",
        "--vary=灯=2,3",
        "--vary=门=1,2",
        "--count=50",
        "--plot=a.html",
        "-q",
    ),
]


@pytest.mark.slow
@pytest.mark.parametrize("words", PICTURES, ids=" ".join)
def test_pictures_speak(words: tuple[str, ...], deck: str) -> None:
    pytest.importorskip("matplotlib", reason="pictures are drawn with matplotlib")
    assert told(*words).code == 0
    page = Path("a.html").read_text(encoding="utf-8")
    assert 'lang="zh"' in page
    page = re.sub(r"<(style|metadata)\b.*?</\1>|<\?.*?>|<!.*?>", "", page, flags=re.S)
    texts = "\n".join(re.findall(r">([^<>]+)<", page))
    assert is_wide(texts) and english(texts) == []
