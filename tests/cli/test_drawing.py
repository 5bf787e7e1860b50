"""``yispc plot``, ``run --plot`` and ``--relate``, as somebody at a shell uses them."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from commanding import TEN_LINES, Said, a_deck, saved, yispc

from yisp.simulate.sampling import sample

DECK = a_deck(
    cards="{a: {count: 9}, b: {count: 31}}",
    combos="{win: {hand: [a], score: 3}, 'x,y': {hand: [2x a]}}",
    topic="stats: {as: '|H.a|', some: '(/ 6 |H.a|)'}",
    simulate={"count": 400},
)


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def text_of(path: Path) -> str:
    return "\n".join(ElementTree.parse(path).getroot().itertext())


def topic_of(said: Any) -> Any:
    assert said.code == 0, said.err
    return json.loads(said.out)["topics"][0]


# --relate -----------------------------------------------------------------------------------------------


def test_relations_of_the_command_line(here: Path) -> None:
    deck = saved(here, DECK)
    relations = topic_of(yispc(deck, "--json", "--relate", "as,win", "--relate", "some,x,y"))["relations"]
    assert [(relation["x"], relation["y"]) for relation in relations] == [("as", "win"), ("some", "x,y")]
    assert relations[0]["count"] == 400 > relations[1]["count"]
    assert "Relation: as, win (400 trials)" in yispc(deck, "--relate", "as,win").out


@pytest.mark.slow
def test_relations_of_both_targets_and_all_jobs_agree(here: Path) -> None:
    deck = saved(here, DECK)
    words = (deck, "--json", "--relate", "as,win", "--relate", "score,some", "--count", "60000")
    one = topic_of(yispc(*words, "--target", "python", "--jobs", "1"))
    for more in (("--target", "native", "--jobs", "1"), ("--target", "native", "--jobs", "3")):
        assert topic_of(yispc(*words, *more)) == one


def test_processes_agree(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The python target counts long runs in processes."""
    monkeypatch.setattr(sample, "WORTH_PROCESSES", -1.0)
    deck = saved(here, DECK)
    words = (deck, "--json", "--relate", "as,win", "--count", "3000", "--target", "python")
    assert topic_of(yispc(*words, "--jobs", "2")) == topic_of(yispc(*words, "--jobs", "1"))


@pytest.mark.parametrize("pair", ["as", "as,", "as,wni", "nothing,as"])
def test_names_that_are_not_there(here: Path, pair: str) -> None:
    said = yispc(saved(here, DECK), "--relate", pair)
    assert said.code == 2
    assert said.err == (
        f"yispc: --relate {pair!r}: give two of these with a comma between: score, win, x,y, as, some\n"
    )


def test_only_topics_that_have_both_relate_them(here: Path) -> None:
    said = yispc(saved(here, TEN_LINES), "--json", "--relate", "one,two", "-q")
    assert [len(topic["relations"]) for topic in json.loads(said.out)["topics"]] == [1, 0]


# Pictures -------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_deck_is_run_and_drawn(here: Path) -> None:
    deck = saved(here, DECK)
    said = yispc("plot", deck, "--relate", "as,win", "--seed", "4")
    drawn = Path(deck).with_suffix(".svg")
    assert (said.code, said.out, said.err) == (0, f"{drawn.name}\n", "")
    text = text_of(here / drawn.name)
    assert "win against as" in text and "success (400 trials)" in text


@pytest.mark.slow
def test_a_packaged_deck(here: Path) -> None:
    assert yispc("plot", "opening", "--out", "x.html").out == "x.html\n"
    assert "<svg" in (here / "x.html").read_text(encoding="utf-8")


@pytest.mark.slow
def test_run_draws_as_well(here: Path) -> None:
    said = yispc("run", saved(here, DECK), "--plot", "a.svg", "--relate", "as,win")
    assert said.code == 0
    assert "\nSimulate 400 times" in said.out
    assert "win against as" in text_of(here / "a.svg")


@pytest.mark.slow
@pytest.mark.parametrize("ending", [".csv", ".tsv", ".parquet"])
def test_records_are_drawn_like_the_run_that_wrote_them(here: Path, ending: str) -> None:
    deck = saved(here, DECK)
    records = f"deck{ending}"
    words = ("--seed", "7", "--relate", "as,win")
    said = yispc(deck, *words, "--records", records, "--json")
    ran = topic_of(said)
    from yisp.simulate.recount import read_records

    (read,) = read_records(records, ["as,win"])["topics"]
    for key in ("trials", "success", "relations"):
        assert read[key] == ran[key], key
    assert counted(read["score"]) == counted(ran["score"])
    assert read["stats"].keys() == ran["stats"].keys()
    for name, stat in ran["stats"].items():
        assert counted(read["stats"][name]) == counted(stat)
    assert [combo["rate"] for combo in read["combos"]] == [combo["rate"] for combo in ran["combos"]]
    assert yispc("plot", records, "--relate", "as,win", "--out", "a.svg").code == 0
    assert "win against as" in text_of(here / "a.svg")


def counted(number: dict[str, Any]) -> dict[str, Any]:
    """What records tell of a number; what bounds it, and so its interval, the deck does."""
    return {key: value for key, value in number.items() if key not in ("bounds", "ci95", "se")}


def test_records_of_several_topics_and_names_like_formulas(here: Path) -> None:
    from yisp.simulate.recount import read_records

    deck = saved(here, TEN_LINES.replace("one:", "'=one':").replace("hands:", "'@hands':"))
    ran = json.loads(yispc(deck, "--records", "a.csv", "--json", "-q").out)["topics"]
    read = read_records("a.csv")["topics"]
    assert [topic["name"] for topic in read] == ["opening", "@hands"]
    for one, other in zip(read, ran, strict=True):
        assert [(combo["name"], combo["rate"]) for combo in one["combos"]] == [
            (combo["name"], combo["rate"]) for combo in other["combos"]
        ]
        assert counted(one["score"]) == counted(other["score"])


def test_saved_results(here: Path) -> None:
    (here / "r.json").write_text(yispc(saved(here, DECK), "--json").out, encoding="utf-8")
    assert yispc("plot", "r.json").out == "r.svg\n"
    assert "success (400 trials)" in text_of(here / "r.svg")


def test_what_a_picture_lacks_is_said(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("yisp.cli.showing.plot.draw", lambda results, target: ["2 more panels are not drawn"])
    (here / "--.json").write_text(yispc(saved(here, DECK), "--json").out, encoding="utf-8")
    assert yispc("plot", "./--.json") == Said(0, "deck.svg\n", "yispc: 2 more panels are not drawn\n")


@pytest.mark.slow
def test_several_files(here: Path) -> None:
    (here / "r.json").write_text(yispc(saved(here, DECK), "--json").out, encoding="utf-8")
    assert yispc("plot", "r.json", "r.json", "opening", "--out", "a.svg").code == 0
    assert "opening.yml" in text_of(here / "a.svg")


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("a.csv", "", "the names trial and score"),
        ("a.csv", "trial,x\n1,2\n", "the names trial and score"),
        ("a.csv", "trial,score,score\n1,2,3\n", "the names trial and score"),
        ("a.csv", "trial,score\n0,1\n1\n", "line 3 has 1 cells, the first line 2"),
        (
            "a.csv",
            "trial,score,x\n0,1,99999999999999999999\n1,1,1\n",
            "a number in it that no trial can have",
        ),
        ("a.csv", "trial,score\n0,one\n", "line 2 is not a row of whole numbers"),
        ("a.tsv", "trial\tscore\n0\t1.5\n", "line 2 is not a row of whole numbers"),
        ("a.csv", b"trial,score\n\xff\xfe\n", "it is not UTF-8"),
        ("a.csv", "trial,score\n", "there is nothing to draw"),
        ("a.parquet", "trial,score\n", "it is not a Parquet file"),
        ("a.json", "{}", "it is not a result of `yispc --json`"),
        ("a.json", "[", "it is not a result of `yispc --json`"),
        ("a.json", '{"deck": {"file": "x"}, "topics": [{}]}', "it is not a result of `yispc --json`"),
        ("none.csv", None, "No such file"),
        ("none.json", None, "No such file"),
    ],
)
def test_files_that_cannot_be_drawn(here: Path, name: str, content: str | bytes | None, words: str) -> None:
    if content is not None:
        (here / name).write_bytes(content.encode() if isinstance(content, str) else content)
    said = yispc("plot", name, "--out", "x.svg")
    assert said.code == 2
    assert words in said.err
    assert said.err.count("\n") == 1
    assert not (here / "x.svg").exists()


def test_mistakes_come_before_the_run(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    deck = saved(here, DECK)
    for words in (("plot", deck, "--out", "a.pdf"), (deck, "--plot", "a.pdf")):
        said = yispc(*words)
        assert (said.code, said.out) == (2, "")
        assert "has to end in .svg, .png or .html" in said.err
    from yisp.report.pictures import plot

    monkeypatch.setattr(plot, "find_spec", lambda name: None)
    said = yispc(deck, "--plot", "a.svg")
    assert (said.code, said.out) == (2, "")
    assert "pip install '.[plot]'" in said.err


def test_parquet_without_pyarrow(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    said = yispc(saved(here, DECK), "--records", "a.parquet")
    assert (said.code, said.out) == (2, "")
    assert "pip install '.[parquet]'" in said.err


def test_a_deck_with_mistakes(here: Path) -> None:
    said = yispc("plot", saved(here, "deck: {}"))
    assert said.code == 1
    assert "error[" in said.err


def test_no_exact_answer(here: Path) -> None:
    text = a_deck("[1]@;(# X B)", topic="exec-program: true\n      policy: staged-search")
    said = yispc("plot", saved(here, text), "--method", "exact")
    assert (said.code, said.out) == (1, "") and "topic t, played by staged-search, has no exact" in said.err


@pytest.mark.slow
def test_a_packaged_duel(here: Path) -> None:
    said = yispc("plot", "duel-draws", "--topic", "100 mk", "--out", "strength.svg")
    assert (said.code, said.out, said.err) == (0, "strength.svg\n", "")
    drawn = text_of(here / "strength.svg")
    assert all(seat in drawn for seat in ("twins", "hearth", "embers", "oracle"))
