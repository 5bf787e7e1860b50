"""A page's data: the JSON report, and what stands beside it."""

from __future__ import annotations

import json
from fractions import Fraction
from math import comb
from pathlib import Path
from typing import Any

import pytest
from paging import PLAYED, deck_called, page, page_of_deck

from yisp import compare, sweep
from yisp.deck.load import load, loads
from yisp.library.runs import run
from yisp.messages import speaking
from yisp.page.catalogue import page_messages
from yisp.page.data import page_of
from yisp.report import json as report
from yisp.simulate import trace
from yisp.simulate.trace import Tracer

pytestmark = pytest.mark.filterwarnings("ignore::yisp.PlayWarning", "ignore::yisp.DeckWarning")


@pytest.fixture(scope="module")
def data() -> dict[str, Any]:
    return page(PLAYED).data


def test_it_has_the_json_report() -> None:
    deck = loads(PLAYED, "deck.yml")
    result = run(deck)
    assert page_of(deck, result).data["report"] == json.loads(report.render(result))


def test_the_answers_are_sentences(data: dict[str, Any]) -> None:
    opening, hands, numbers = data["answers"]
    rate = data["report"]["topics"][0]["success"]["rate"]
    assert opening.startswith(f"opening succeeds in {rate:.2%} ± ")
    assert opening.endswith(", estimated from 200 trials.")
    exact = some_of(4)
    assert hands == f"hands succeeds in {float(exact):.2%} of all cases: exactly {exact}."
    assert numbers == "numbers has no combos; what it watches and measures is known exactly."
    assert data["asked"] == "How often does deck.yml work?"


def some_of(copies: int) -> Fraction:
    """How probable it is that a hand of five has one of so many cards of 40."""
    return 1 - Fraction(comb(40 - copies, 5), comb(40, 5))


def test_an_exact_answer_whose_fraction_nobody_reads_is_said_to_be_exact() -> None:
    cards = "".join(f"    c{number}: {{count: 1}}\n" for number in range(60))
    text = f"deck:\n  cards:\n{cards}    key: {{count: 300}}\nsimulate:\n  tests:\n    t:\n"
    text += "      start-card: 30\n      combos: {a: {hand: [20x key]}}\n"
    (answer,) = page(text, method="exact").data["answers"]
    assert answer.startswith("t succeeds in ") and answer.endswith("% of all cases, which is exact.")


def test_how_a_trial_goes_is_said(data: dict[str, Any]) -> None:
    opening, hands, _ = data["played"]
    assert opening["setting"] == ["5 cards are drawn.", "Effects are activated by the policy greedy."]
    assert hands["setting"] == ["5 cards are drawn.", "Nothing is played: what is drawn decides."]


def test_what_combos_want_is_said_in_the_words_of_the_file(data: dict[str, Any]) -> None:
    assert data["played"][0]["wants"] == {
        "one": [{"zone": "H", "cards": [{"name": "a:start", "number": "1"}]}],
        "two": [
            {"zone": "H", "cards": [{"name": "a:start", "number": "2"}]},
            {"condition": "(> |B| 0)"},
            {"score": "2"},
        ],
        "bricked": [{"zone": "H", "cards": [{"name": "rest", "number": "3"}]}],
    }


def test_kinds_are_those_of_the_deck(data: dict[str, Any]) -> None:
    assert data["kinds"][0] == {
        "name": "scout", "description": "侦察兵", "attributes": ["start"], "count": 3, "zone": None,
    }  # fmt: skip
    assert [kind["name"] for kind in data["kinds"]] == ["scout", "lamp", "gate", "rest"]


# Samples --------------------------------------------------------------------------------------------------


def test_samples_are_trials_of_the_run(data: dict[str, Any]) -> None:
    """What is said of each is what replaying it says."""
    names = [kind["name"] for kind in data["kinds"]]
    for played in data["played"]:
        tracer = Tracer(loads(PLAYED, "deck.yml"), played["topic"], 7)
        assert played["samples"]
        for sample in played["samples"]:
            trial = tracer.trial(sample["trial"])
            assert sample["score"] == trial.score
            combos = tracer.program.topics[tracer.topic].combos
            held = [name for name, holds in zip(combos, trial.combos, strict=True) if holds]
            assert sample["combos"] == held
            assert sample["success"] == (trial.score > 0 if combos else None)
            drawn = next(entry for entry in trial.entries if entry.what == "move").cards
            kinds = [trace.kind_of(tracer.program, card) for card in drawn]
            assert sample["hands"] == [{"zone": "H", "cards": kinds}], names


def test_there_are_successes_and_failures_and_each_way_to_succeed(data: dict[str, Any]) -> None:
    samples = data["played"][0]["samples"]
    succeeded = [sample for sample in samples if sample["success"]]
    assert len(succeeded) == 6 and len(samples) == 12
    assert {tuple(sample["combos"]) for sample in succeeded} == {("one",), ("one", "two")}
    assert [sample["trial"] for sample in samples] == sorted(sample["trial"] for sample in samples)


def test_a_topic_without_combos_neither_succeeds_nor_fails(data: dict[str, Any]) -> None:
    samples = data["played"][2]["samples"]
    assert [sample["trial"] for sample in samples] == list(range(6))
    assert {sample["success"] for sample in samples} == {None}
    assert all(set(sample["stats"]) == {"lamps"} for sample in samples)


def test_only_what_is_played_has_a_course(data: dict[str, Any]) -> None:
    opening, hands, _ = data["played"]
    assert all(sample["trace"] for sample in opening["samples"])
    assert not any(sample["trace"] for sample in hands["samples"])


def test_each_policy_has_its_own(data: dict[str, Any]) -> None:
    several = page(PLAYED, topics=["opening"], policy=["greedy", "random"], method="sample").data
    assert [played["policy"] for played in several["played"]] == ["greedy", "random"]
    assert several["answers"][1].startswith("opening, played by random, succeeds in ")
    for played in several["played"]:
        assert all(sample["command"].endswith(f"--show {played['policy']}") for sample in played["samples"])


def test_a_run_that_was_ended_says_why_and_has_no_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    deck = loads(PLAYED, "deck.yml")
    result = run(deck)
    result.partial, result.ended = True, "time"
    found = page_of(deck, result).data
    assert found["ended"] == "The run ended early: the time limit was reached."
    assert not any(played["samples"] for played in found["played"])


def test_what_ends_the_looking_for_samples_leaves_a_whole_page(monkeypatch: pytest.MonkeyPatch) -> None:
    deck = loads(PLAYED, "deck.yml")
    result = run(deck)

    def interrupted(*_: object, **__: object) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr(Tracer, "trial", interrupted)
    found = page_of(deck, result)
    assert found.ended == "interrupt"
    assert len(found.data["answers"]) == 3
    assert [played["samples"] for played in found.data["played"]] == [[], [], []]


# Notices, files, commands -----------------------------------------------------------------------------------


def test_notices_have_the_decks_line() -> None:
    found = page(PLAYED).data["notices"]
    (notice,) = found
    assert (notice["code"], notice["topic"], notice["file"]) == ("Y301", "opening", "deck.yml")
    assert notice["source"] == PLAYED.splitlines()[notice["line"] - 1].strip()
    assert notice["source"][notice["column"] - 1 - 4 :].startswith("(# D.scout.1 H)")  # without its indent
    assert notice["text"] == "a move found no card: gate, effect 0: (# D.scout.1 H)"
    trial = notice["command"].split("--trial ")[1].split()[0]
    assert notice["often"].endswith(f"in trial {trial}")
    assert notice["command"] == f"yispc trace deck.yml --topic opening --trial {trial} --seed 7"


def test_all_files_of_a_deck_are_there(tmp_path: Path) -> None:
    (tmp_path / "base.yml").write_text(PLAYED, encoding="utf-8")
    (tmp_path / "deck.yml").write_text("extends: base.yml\nsimulate: {count: 5}\n", encoding="utf-8")
    files = page_of_deck(load(tmp_path / "deck.yml")).data["files"]
    assert [(Path(file["name"]).name, file["text"][:8]) for file in files] == [
        ("deck.yml", "extends:"),
        ("base.yml", PLAYED[:8]),
    ]


def test_a_file_that_has_changed_since_is_not_shown(tmp_path: Path) -> None:
    (tmp_path / "base.yml").write_text(PLAYED, encoding="utf-8")
    (tmp_path / "deck.yml").write_text("extends: base.yml\n", encoding="utf-8")
    deck = load(tmp_path / "deck.yml")
    (tmp_path / "base.yml").write_text(PLAYED + "\n", encoding="utf-8")
    assert [Path(file["name"]).name for file in page_of_deck(deck).data["files"]] == ["deck.yml"]


def test_the_command_says_what_was_asked() -> None:
    deck = loads(PLAYED, "-odd name.yml").with_counts({"lamp": 4}, filler="rest")
    asked = {
        "count": 100, "until": None, "method": "sample", "policies": ["greedy", "best"], "strict": True,
        "topics": ("opening", "hands"), "relate": [], "compare": ("old deck.yml",), "vary": ("lamp=0..3",),
    }  # fmt: skip
    found = page_of(deck, run(deck), asked=asked, out="-page.html").data["command"]
    assert found == (
        "yispc report './-odd name.yml' --seed 7 --topic opening --topic hands --count 100 --method sample "
        "--policy greedy,best --strict --compare 'old deck.yml' --vary 'lamp=0..3' --filler rest "
        "--with 'lamp=4' -o ./-page.html"
    )


def test_commands_know_changed_counts() -> None:
    deck = loads(PLAYED, "deck.yml").with_counts({"lamp": 4}, filler="rest")
    sample = page_of(deck, run(deck)).data["played"][0]["samples"][0]
    assert sample["command"].endswith("--seed 7 --with 'lamp=4' --filler rest")


# Studies ----------------------------------------------------------------------------------------------------


def test_a_comparison_is_there_with_its_verdicts() -> None:
    deck = loads(PLAYED, "deck.yml")
    other = deck.with_counts({"gate": 2}, filler="rest")
    comparison = compare(deck, other, topics="hands")
    found = page_of(deck, run(deck), comparison=comparison).data["comparison"]
    assert found["study"] == json.loads(json.dumps(comparison.to_dict()))
    assert found["letters"] == ["A", "B"]
    (topic,) = found["topics"]
    worse = 100 * (some_of(4) - some_of(2))
    assert topic["verdicts"] == [f"A is better than B by {float(worse):.1f} points."]
    assert topic["gaps"][0][0].startswith(f"-{float(worse):.2f}%")


def test_a_sweep_is_there_with_where_it_is_highest() -> None:
    deck = loads(PLAYED, "deck.yml")
    swept = sweep(deck, {"gate": [1, 4]}, filler="rest", topics="hands")
    found = page_of(deck, run(deck), sweep=swept).data["sweep"]
    assert found["study"] == json.loads(json.dumps(swept.to_dict()))
    assert found["titles"] == ["gate"]
    best = f"{float(some_of(4)):.2%} ({some_of(4)})"
    assert found["shown"][0] == {"figure": 0, "highest": f"Highest rate: {best} with gate=4"}


# Languages --------------------------------------------------------------------------------------------------


def test_english_needs_no_catalogue() -> None:
    assert page_messages("en") == {}
    assert page(PLAYED).data["messages"] == {}


def test_another_language_brings_its_texts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written = catalogue({"Deck": "牌组", ("One more hand", "{number} more hands"): ("还有 {number} 手",)})
    folder = tmp_path / "zh" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "page.mo").write_bytes(written)
    monkeypatch.setattr("yisp.page.catalogue.catalogue_path", lambda *_: str(folder / "page.mo"))
    assert page_messages("zh") == {"Deck": "牌组", "One more hand": "还有 {number} 手"}
    with speaking("zh"):
        found = page(PLAYED).data
    assert (found["language"], found["messages"]["Deck"]) == ("zh", "牌组")


def catalogue(texts: dict[Any, Any]) -> bytes:
    """A compiled catalogue of a language with one form for every number."""
    messages = pytest.importorskip(
        "babel.messages", reason="babel, which writes catalogues, is not installed"
    )
    from io import BytesIO

    from babel.messages.mofile import write_mo

    made = messages.Catalog(locale="zh")
    for text, translation in texts.items():
        made.add(text, translation)
    file = BytesIO()
    write_mo(file, made)
    return file.getvalue()


# Weighted trials --------------------------------------------------------------------------------------------


def test_where_trials_are_weighted_the_page_has_the_shares() -> None:
    """A histogram of counts does not tell how probable its values are; what the text report shows does."""
    deck = deck_called("mill")
    result = run(deck, count=200_000, seed=1)
    weighted, plain = result.topics.values()
    assert weighted.score.parts is not None and plain.score.parts is None
    first, second = page_of(deck, result).data["report"]["topics"]
    assert first["score"]["shares"] == {str(value): share for value, share in weighted.score.shares().items()}
    assert sum(first["score"]["shares"].values()) == pytest.approx(1)
    counted = sum(first["score"]["histogram"].values())
    assert any(
        share != pytest.approx(first["score"]["histogram"][value] / counted, rel=1e-6)
        for value, share in first["score"]["shares"].items()
    )
    assert all("shares" in stat for stat in first["stats"].values())
    assert "shares" not in second["score"]
