"""``yispc report``: a page is written, and nothing else; what goes wrong is said before anything is run."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from commanding import DOUBTFUL, TEN_LINES, process, saved, yispc

import yisp
from yisp.cli.exits import DONE, LIMIT
from yisp.page.reading import page_data

DECIDED = """
deck:
  cards:
    dig: {count: 2, program: '@;(# X B);(# D.2 T);(# T.key.1 H);(# T D)'}
    ask: {count: 2, program: '/!used;@;(= used 1);(# X B);(# D.!ask.*1 H);(shuffle D)'}
    key: {count: 3}
    rest: {count: -1}
  size: 16
simulate:
  seed: 7
  tests:
    a: {exec-program: true, start-card: 3, combos: {one: {hand: [key]}}}
    b: {exec-program: false, start-card: 3, combos: {one: {hand: [key]}}}
"""


@pytest.fixture
def deck(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    return os.path.basename(saved(tmp_path))


def data_of(path: str = "report.html") -> dict[str, Any]:
    return yisp.read_report(path)


def test_it_writes_a_page_and_says_the_answers(deck: str) -> None:
    said = yispc("report", deck)
    assert said.code == 0
    data = data_of()
    assert said.out == "".join(
        line + "\n" for line in [*data["answers"], "report.html: open it in a browser"]
    )
    assert data["report"]["seed"] == 7
    assert [topic["name"] for topic in data["report"]["topics"]] == ["opening", "hands"]
    assert sorted(os.listdir()) == [deck, "report.html"]


def test_notices_are_also_said(deck: str) -> None:
    said = yispc("report", deck)
    assert "a move found no card" in said.err and "yispc trace" in said.err
    assert yispc("report", deck, "--force", "-q").err == ""


def test_it_takes_the_options_of_a_run(deck: str) -> None:
    options = ["--count", "50", "--seed", "9", "--topic", "hands", "--policy", "greedy", "--method", "sample"]
    assert yispc("report", deck, *options, "--relate", "score,one", "-o", "page.html").code == 0
    data = data_of("page.html")
    (topic,) = data["report"]["topics"]
    assert (topic["name"], topic["trials"], data["report"]["seed"]) == ("hands", 50, 9)
    assert [(one["x"], one["y"]) for one in topic["relations"]] == [("score", "one")]
    assert data["command"] == (
        f"yispc report {deck} --seed 9 --topic hands --count 50 --method sample --policy greedy "
        "--relate score,one -o page.html --force"
    )


def test_the_command_in_a_page_writes_the_same_page(deck: str) -> None:
    options = ["--with", "lamp=4", "--with", "rest=32", "--count", "60", "--topic", "opening"]
    assert yispc("report", deck, *options).code == 0
    first = data_of()
    words = first["command"].replace("'", "").split()
    assert words[0] == "yispc"
    assert yispc(*words[1:]).code == 0
    again = data_of()
    for data in (first, again):
        del data["report"]["seconds"]
    assert first == again


@pytest.mark.parametrize(
    ("options", "page"), [([], "en"), (["--lang", "zh"], "zh"), (["--lang", "en"], "en")]
)
def test_the_command_in_a_page_says_the_language_that_was_asked_for(
    deck: str, options: list[str], page: str
) -> None:
    assert yispc("report", deck, "--topic", "hands", *options).code == 0
    data = data_of()
    assert data["language"] == page
    words = data["command"].split()
    assert [at for at, word in enumerate(words) if word == "--lang"] == [words.index("-o") - 2] * bool(
        options
    )
    assert options == [] or words[words.index("--lang") + 1] == page


def test_what_replays_a_sample_says_the_same(deck: str) -> None:
    yispc("report", deck, "--topic", "opening")
    data = data_of()
    sample = next(one for one in data["played"][0]["samples"] if one["success"])
    said = yispc(*sample["command"].split()[1:])
    assert f"score: {sample['score']}\n" in said.out
    for step in sample["trace"]["steps"]:
        assert step["text"] in said.out


def test_a_page_goes_to_standard_output_alone(deck: str) -> None:
    said = yispc("report", deck, "-o", "-", "-q")
    assert page_data(said.out)["report"]["deck"]["file"] == deck
    assert said.out.startswith("<!doctype html>") and said.out.endswith("</html>\n")
    assert os.listdir() == [deck]


def test_what_is_there_is_not_replaced_without_a_word(deck: str) -> None:
    Path("report.html").write_text("mine", encoding="utf-8")
    said = yispc("report", deck)
    assert (said.code, said.out) == (2, "")
    assert said.err == "yispc: report.html is there already; --force replaces it\n"
    assert Path("report.html").read_text(encoding="utf-8") == "mine"
    assert yispc("report", deck, "--force").code == 0
    assert data_of()["page"] == 1


def test_it_never_writes_to_what_it_reads(deck: str) -> None:
    os.link(deck, "page.html")
    before = Path(deck).read_bytes()
    for out in (deck, "page.html"):
        said = yispc("report", deck, "-o", out, "--force")
        assert said.code == 2 and "is an input here" in said.err
    Path("other.yml").write_text(TEN_LINES, encoding="utf-8")
    said = yispc("report", deck, "--compare", "other.yml", "-o", "other.yml", "--force")
    assert said.code == 2 and "is an input here" in said.err
    assert Path(deck).read_bytes() == before


def test_a_page_that_cannot_be_written_is_refused_first(deck: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("yisp.cli.showing.report.run_program", pytest.fail)
    said = yispc("report", deck, "-o", "none/page.html")
    assert (said.code, said.out) == (2, "")
    assert said.err == "yispc: none/page.html: there is no such folder\n"


def test_mistakes_are_those_of_a_run(deck: str) -> None:
    for words, sentence in (
        (["--topic", "nosuch"], "has no topic 'nosuch'"),
        (["--set", "down=1"], "has no parameters"),
        (["--relate", "a,b"], "give two of these"),
        (["--vary", "nosuch=1..2"], "--vary: "),
        (["--vary", "lamp=0..600"], "a page has room for 500"),
        (["--vary", "lamp=1", "--filler", "nosuch"], "no card 'nosuch'"),
        (["--filler", "rest"], "nothing to make up for"),
    ):
        said = yispc("report", deck, *words)
        assert (said.code, said.out) == (2, ""), words
        assert sentence in said.err and "Traceback" not in said.err
    assert os.listdir() == [deck]
    assert yispc("report", "none.yml").code == 1


def test_warnings_are_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    said = yispc("report", saved(tmp_path, DOUBTFUL, "doubtful.yml"))
    assert said.code == 0 and "warning[Y405]" in said.err


def test_an_expectation_that_fails_is_said_and_on_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = TEN_LINES.replace(
        "combos: {one: {hand: [gate]}}", "combos: {one: {hand: [gate]}}, expect: ['rate > 0.9']"
    )
    said = yispc("report", saved(tmp_path, text))
    assert said.code == 4 and "expectation failed" in said.err
    assert data_of()["report"]["topics"][1]["expect"][0]["holds"] is False
    said = process("report", "deck.yml", "--force", LANG="ja_JP.UTF-8", LC_ALL=None, LANGUAGE=None)
    assert said.code == 4 and "想定が外れました" in said.err  # beside results, whatever their language
    assert "expectation failed" not in said.err


def test_a_strict_run_ends_early_and_the_page_says_so(deck: str) -> None:
    said = yispc("report", deck, "--strict")
    assert said.code == 3
    assert data_of()["ended"].startswith("The run ended early: topic opening had a notice")


@pytest.mark.slow
def test_a_limit_of_time_leaves_a_page(deck: str) -> None:
    said = yispc("report", deck, "--count=1e12", "--time-limit=2s", "--target=python", "--jobs=1")
    assert said.code == 5
    data = data_of()
    assert data["report"]["partial"] is True
    assert data["ended"] == "The run ended early: the time limit was reached."


# Studies ----------------------------------------------------------------------------------------------------


def test_a_comparison_beside_the_deck(deck: str) -> None:
    Path("better.yml").write_text(TEN_LINES.replace("lamp: {count: 5", "lamp: {count: 6"), encoding="utf-8")
    said = yispc("report", deck, "--compare", "better.yml", "--topic", "opening", "--count", "300")
    assert said.code == 0
    comparison = data_of()["comparison"]
    assert [side["side"] for side in comparison["study"]["compare"]["sides"]] == [deck, "better.yml"]
    assert comparison["study"]["seed"] == 7
    (topic,) = comparison["study"]["compare"]["topics"]
    assert (topic["name"], topic["trials"]) == ("opening", 300)
    assert "--compare better.yml" in data_of()["command"]


def test_after_what_was_ended_nothing_else_is_begun(deck: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run that was ended is not compared, and after a comparison that was ended nothing is varied."""
    from yisp.cli.showing import report

    Path("better.yml").write_text(TEN_LINES.replace("lamp: {count: 5", "lamp: {count: 6"), encoding="utf-8")
    words = [
        "--compare",
        "better.yml",
        "--vary",
        "lamp=4..5",
        "--filler",
        "rest",
        "--count",
        "50",
        "--topic",
        "opening",
    ]
    run, compared = report.run_program, report.compare
    ends = ""

    def running(*given: Any, **more: Any) -> Any:
        outcome = run(*given, **more)
        if ends == "run":
            outcome.partial, outcome.ended = True, "time"
        return outcome

    def comparing(*given: Any, **more: Any) -> Any:
        found = compared(*given, **more)
        if ends == "comparison":
            found.ended = "time"
        return found

    monkeypatch.setattr(report, "run_program", running)
    monkeypatch.setattr(report, "compare", comparing)
    for ends in ("", "comparison", "run"):
        said = yispc("report", deck, *words, "--force")
        data = data_of()
        assert (data["comparison"] is None, data["sweep"] is None) == (ends == "run", ends != ""), ends
        assert said.code == (LIMIT if ends else DONE), said.err


def test_decks_that_have_nothing_in_common(deck: str) -> None:
    Path("other.yml").write_text(
        TEN_LINES.replace("opening:", "first:").replace("hands:", "second:"), encoding="utf-8"
    )
    said = yispc("report", deck, "--compare", "other.yml")
    assert said.code == 2 and "the decks have no topic of the same name" in said.err
    assert not Path("report.html").exists()


def test_a_sweep_beside_the_deck(deck: str) -> None:
    words = ["--vary", "lamp=4..6", "--filler", "rest", "--count", "100", "--topic", "opening"]
    assert yispc("report", deck, *words).code == 0
    data = data_of()
    study = data["sweep"]["study"]
    assert study["axes"] == [{"of": "card", "name": "lamp", "values": [4, 5, 6]}]
    assert [one["cards"] for one in study["variants"]] == [40, 40, 40]
    rates = [one["known"][0]["value"] for one in study["variants"]]
    assert rates[1] == data["report"]["topics"][0]["success"]["rate"]  # the deck itself, by the same trials
    assert "--vary 'lamp=4..6' --filler rest" in data["command"]


# Languages --------------------------------------------------------------------------------------------------


def test_a_page_is_in_the_users_language(deck: str) -> None:
    process("report", deck, "--lang", "zh")  # the help of a command stays in the language that it spoke
    assert data_of()["language"] == "zh"
    assert '<html lang="zh">' in Path("report.html").read_text(encoding="utf-8")
    said = process("report", deck, "--force", LANG="ja_JP.UTF-8", LC_ALL=None, LANGUAGE=None)
    assert said.code == 0
    assert data_of()["language"] == "ja"


@pytest.mark.slow
def test_panels_say_what_their_commands_say(tmp_path: Path) -> None:
    """Topic by topic, with the seed of the run; also the command that writes the page again names them."""
    file = saved(tmp_path, DECIDED)
    out = str(tmp_path / "page.html")
    asked = ("--panel", "worth", "--panel", "why", "--panel", "policies")
    assert yispc("report", file, *asked, "-o", out, "-q").code == 0
    data = data_of(out)
    assert [(panel["kind"], panel["topic"]) for panel in data["panels"]] == [
        ("worth", "a"), ("worth", "b"), ("why", "a"), ("why", "b"), ("policies", "a"),
    ]  # fmt: skip
    assert "--panel worth --panel why --panel policies" in data["command"]
    deck, contents = yisp.load(file), [panel["content"] for panel in data["panels"]]
    expected = [
        yisp.sensitivity(deck, topics="a", seed=7), yisp.sensitivity(deck, topics="b", seed=7),
        yisp.why(deck, topic="a", seed=7), yisp.why(deck, topic="b", seed=7),
        yisp.run(deck, topics="a", policy=["greedy", "best", "hindsight"], seed=7),
    ]  # fmt: skip
    for content, found in zip(contents, expected, strict=True):
        assert untimed(content["study"]) == untimed(json.loads(json.dumps(found.to_dict())))
    assert contents[3]["flow"] is None, "nothing is played"
    flow, trials = contents[2]["flow"], contents[2]["study"]["trials"]
    for column in (0, -1):
        assert sum(box["count"] for box in flow["columns"][column]) == trials
    assert {box["end"] for box in flow["columns"][-1]} == {"success", "failure"}
    success = next(box for box in flow["columns"][-1] if box["end"] == "success")
    assert success["count"] == contents[2]["study"]["success"]["count"]
    last = len(flow["columns"]) - 1
    assert sum(count for _, _, to, _, count in flow["streams"] if to == last) == trials


def test_a_panel_that_no_topic_can_have(deck: str) -> None:
    said = yispc("report", deck, "--topic", "hands", "--panel", "policies")
    assert said.code == 2 and "no topic of the deck can be asked that" in said.err
    assert not os.path.exists("report.html")
    assert yispc("report", deck, "--panel", "future").code == 2


def test_a_panel_of_choices_where_nothing_is_played(tmp_path: Path) -> None:
    """Whatever the cards would let choose."""
    text = "deck: {cards: {a: {count: 9, program: '@;(# D.*1 H)'}}}\nsimulate: {tests: {t: {combos: {c: {hand: [a]}}}}}\n"
    said = yispc("report", saved(tmp_path, text), "--panel", "policies", "--out", str(tmp_path / "page.html"))
    assert said.code == 2 and "no topic of the deck can be asked that" in said.err


def untimed(study: Any) -> Any:
    """Without how long it took, on which target, and whether trials tell what a choice costs."""
    if isinstance(study, dict):
        skipped = ("seconds", "target", "compile_seconds")
        return {key: untimed(value) for key, value in study.items() if key not in skipped}
    return [untimed(one) for one in study] if isinstance(study, list) else study
