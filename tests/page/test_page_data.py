"""A page's data: the JSON report, and what stands beside it."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from fractions import Fraction
from math import comb
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from paging import PLAYED, deck_called, page, page_of_deck

import yisp
from yisp import compare, sweep, why
from yisp.deck.load import load, loads
from yisp.deck.reading.files import PACKAGED
from yisp.library.runs import run
from yisp.messages import speaking
from yisp.page.catalogue import page_messages
from yisp.page.commands import replay_command
from yisp.page.data import _under, page_of
from yisp.page.files import LONGEST_LINE, File, deck_files, line_of
from yisp.page.hands import SHOWN, SHOWN_OF_SEATS
from yisp.page.panels import questions
from yisp.page.panels.panels import why_data
from yisp.page.sentences import deck_title
from yisp.page.studies import comparison_data
from yisp.report.files import json as report
from yisp.report.layout import rate_of, rate_texts
from yisp.simulate.counting.estimates import Rate
from yisp.simulate.single import trace
from yisp.simulate.single.trace import Tracer

pytestmark = pytest.mark.filterwarnings("ignore::yisp.PlayWarning", "ignore::yisp.DeckWarning")


@pytest.fixture(scope="module")
def data() -> dict[str, Any]:
    return page(PLAYED).data


def test_it_has_the_json_report() -> None:
    deck = loads(PLAYED, "deck.yml")
    result = run(deck)
    assert page_of(deck, result).data["report"] == json.loads(report.line_of(result.to_dict()))


def test_the_answers_are_sentences(data: dict[str, Any]) -> None:
    opening, hands, numbers = data["answers"]
    rate = data["report"]["topics"][0]["success"]
    (said,) = rate_texts(rate["rate"], rate["ci95"])
    assert opening.startswith("opening works in about ")
    assert opening.endswith(f" games: {said}, from 200 trials.")
    exact = some_of(4)
    assert hands == f"hands works in {100 * float(exact):.0f} of 100 games: exactly {exact}."
    assert numbers == "numbers: lamps is 0.62 (5/8) on average."
    assert data["asked"] == "How often does deck.yml work?"


def some_of(copies: int) -> Fraction:
    """How probable it is that a hand of five has one of so many cards of 40."""
    return 1 - Fraction(comb(40 - copies, 5), comb(40, 5))


def test_hands_that_succeeded_and_hands_that_failed_are_shown() -> None:
    text = "deck: {cards: {key: {count: 20}, rest: {count: 20}}}\n"
    text += "simulate: {seed: 7, tests: {t: {start-card: 1, combos: {c: {hand: [key]}}}}}\n"
    samples = page(text).data["played"][0]["samples"]
    for success, name in ((True, "key"), (False, "rest")):
        hands = [one["hands"][0]["cards"] for one in samples if one["success"] is success]
        assert len(hands) == SHOWN and all(cards == [["key", "rest"].index(name)] for cards in hands)


def test_of_seats_fewer_hands_are_shown() -> None:
    text = "deck: {cards: {key: {count: 20}, rest: {count: 20}}}\n"
    text += "wall: {exits: {draw: 40}}\ndeal: {hand: 5}\nseats: [{name: a}, {name: b}]\n"
    text += "simulate: {seed: 7, tests: {t: {combos: {c: {condition: '(> |H.key| 2)'}}}}}\n"
    samples = page(text).data["played"][0]["samples"]
    assert [one["success"] for one in samples].count(True) == SHOWN_OF_SEATS == 2
    assert [one["success"] for one in samples].count(False) == SHOWN_OF_SEATS


def test_an_exact_answer_whose_fraction_nobody_reads_is_said_to_be_exact() -> None:
    cards = "".join(f"    c{number}: {{count: 1}}\n" for number in range(60))
    text = f"deck:\n  cards:\n{cards}    key: {{count: 300}}\nsimulate:\n  tests:\n    t:\n"
    text += "      start-card: 30\n      combos: {a: {hand: [20x key]}}\n"
    (answer,) = page(text, method="exact").data["answers"]
    assert re.fullmatch(r"t works in \d+ of 1,000 games: \d+\.\d\d%, which is exact\.", answer)


@pytest.mark.parametrize(
    ("count", "trials", "said"),
    [
        (8, 10, "80 % (49–95 %)"),
        (0, 1000, "0 % (0–0.4 %)"),
        (1000, 1000, "100 % (99.6–100 %)"),
        (855, 1000, "86 ± 3 %"),
    ],
)
def test_no_rate_is_said_to_be_beyond_what_rates_can_be(count: int, trials: int, said: str) -> None:
    assert rate_of(Rate.sampled("one", count, trials)) == said


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


def test_a_success_that_is_rare_is_shown_beside_the_first_failures() -> None:
    text = "deck: {cards: {key: {count: 1}, rest: {count: 59}}}\n"
    text += "simulate: {seed: 7, tests: {t: {start-card: 1, combos: {c: {hand: [key]}}}}}\n"
    samples = page(text).data["played"][0]["samples"]
    found = {success: [one for one in samples if one["success"] is success] for success in (True, False)}
    assert found[True] and min(one["trial"] for one in found[True]) > SHOWN
    assert [one["trial"] for one in found[False]] == list(range(SHOWN))
    assert all(one["trace"] is None for one in samples), "nothing happens after the draw"
    assert [one["trial"] for one in samples] == sorted(one["trial"] for one in samples)


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
    assert several["answers"][1].startswith("opening, played by random, works in ")
    counted = page(PLAYED, topics=["numbers"], policy=["greedy", "random"]).data
    assert counted["answers"][1] == "numbers, played by random: lamps is 0.62 (5/8) on average."
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


def test_choices_that_cost_have_the_hand_in_which_they_cost_most() -> None:
    cards = "look: {program: '/!used;@;(= used 1);(# X B);(# D.2 T);(# T.key.1 H);(# T D)'}, "
    cards += "dig: {program: '/!used;@;(= used 1);(# X B);(# D.2 J);(# D.1 H)'}, "
    cards += "key: {count: 2}, blank: {count: 4}"
    topic = "exec-program: true, start-card: 3, start: {hand: [dig, look]}, combos: {key: {hand: [key]}}"
    text = f"deck: {{cards: {{{cards}}}}}\nsimulate: {{seed: 7, tests: {{t: {{{topic}}}}}}}\n"
    deck = loads(text, "deck.yml")
    result = run(deck, policy=["greedy", "best"], method="sample", count=100)
    greedy, best = page_of(deck, result).data["played"]
    (cost,), ((hand,),) = result.topics["t"].policies["greedy"].costs, greedy["choices"]
    sample = next(one for one in greedy["samples"] if one["trial"] == cost.trial)
    names = [deck.kinds[card].name for card in sample["hands"][0]["cards"]]
    assert hand == {"zone": "H", "cards": names} and {"dig", "look"} < set(names)
    assert best["choices"] == []


def test_notices_have_the_decks_line() -> None:
    found = page(PLAYED).data["notices"]
    (notice,) = found
    assert (notice["code"], notice["topic"], notice["file"]) == ("Y301", "opening", "deck.yml")
    assert notice["source"] == PLAYED.splitlines()[notice["line"] - 1].strip()
    assert notice["source"][notice["column"] - 1 - 4 :].startswith("(# D.scout.1 H)")  # without its indent
    assert notice["text"] == "a move found no card: gate, effect 0: (# D.scout.1 H)"
    assert notice["short"].startswith("gate, effect 0: a move found no card in ")
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


def test_single_lines_of_files() -> None:
    """Stripped, and none too long to stand beside a notice."""
    files = [
        File("deck.yml", f"one\r\n  two  \n{'x' * LONGEST_LINE}\n{'y' * (LONGEST_LINE + 1)}"),
        File("b", ""),
    ]
    found = [line_of(files, "deck.yml", number) for number in (1, 2, 3, 4, 5, None)]
    assert found == ["one", "two", "x" * LONGEST_LINE, "y" * (LONGEST_LINE - 1) + "…", None, None]
    assert line_of(files, "b", 1) == "" and line_of(files, "c", 1) is None


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
        "--with 'lamp=4' -o ./-page.html --force"
    )


def test_commands_know_changed_counts() -> None:
    deck = loads(PLAYED, "deck.yml").with_counts({"lamp": 4}, filler="rest")
    sample = page_of(deck, run(deck)).data["played"][0]["samples"][0]
    assert sample["command"].endswith("--seed 7 --with 'lamp=4' --filler rest")


@pytest.mark.parametrize("written", ["", "\ufeff"], ids=["plain", "marked"])
@pytest.mark.parametrize("ends", ["\n", "\r\n"], ids=["lf", "crlf"])
def test_commands_work_where_the_file_holds_the_deck(tmp_path: Path, written: str, ends: str) -> None:
    """As an editor has it: without the file's mark and with one kind of line end."""
    path = tmp_path / "deck.yml"
    path.write_bytes((written + PLAYED).replace("\n", ends).encode())
    assert page_of_deck(loads(PLAYED, str(path))).data["before_commands"] is None
    assert page_of_deck(load(path)).data["before_commands"] is None


def test_what_is_not_in_the_file_is_to_be_saved_before_commands_work(tmp_path: Path) -> None:
    path = tmp_path / "deck.yml"
    path.write_text(PLAYED, encoding="utf-8")
    edited = loads(PLAYED.replace("count: 28", "count: 29"), str(path))
    said = page_of_deck(edited).data["before_commands"]
    assert (
        said
        == f"First save the deck's text, which is on this page, as {path}: that file holds something else."
    )
    path.unlink()
    said = page_of_deck(edited).data["before_commands"]
    assert said == f"First save the deck's text, which is on this page, as {path}."


def test_a_deck_without_a_file_is_to_be_saved_under_a_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    found = page_of_deck(loads(PLAYED, "<text>")).data
    assert found["before_commands"] == "First save the deck's text, which is on this page, as deck.yml."
    assert found["command"].startswith("yispc report deck.yml --seed 7 ")
    assert found["played"][0]["samples"][0]["command"].startswith("yispc trace deck.yml --topic opening ")
    (tmp_path / "deck.yml").write_text(found["files"][0]["text"], encoding="utf-8")
    assert page_of_deck(load("deck.yml")).data["answers"] == found["answers"]


def test_a_page_in_another_language_says_so_in_its_command() -> None:
    with speaking("ja"):
        assert " --lang ja -o " in page(PLAYED).data["command"]
    assert "--lang" not in page(PLAYED).data["command"]


# Warnings ---------------------------------------------------------------------------------------------------


def test_what_is_doubted_about_the_deck_is_there_with_its_line() -> None:
    text = PLAYED.replace("one: {hand: [gate]}", "one: {hand: [gate]}, 二: {hand: [rest, a:gate]}")
    (found,) = page(text).data["warnings"]
    line = next(at for at, line in enumerate(text.splitlines(), 1) if "a:gate" in line)
    assert (found["severity"], found["code"], found["file"], found["line"]) == (
        "warning", "Y404", "deck.yml", line,
    )  # fmt: skip
    assert "a:gate" in text.splitlines()[line - 1][found["column"] - 1 :]
    assert found["text"].startswith("`gate` is a card")
    assert found["hint"] == "write the name without `a:`"
    start, end = found["mark"]
    assert found["source"][start:end] == "a:gate"
    assert page(PLAYED).data["warnings"] == []


def test_a_mark_may_stand_behind_the_last_character() -> None:
    assert [_under("ab", carets) for carets in (" ^", "  ^", " ^^^", "^")] == [[1, 2], [2, 2], [1, 2], [0, 1]]
    assert _under("灰b", "  ^") == [1, 2]


def test_warnings_are_said_in_the_pages_language() -> None:
    with speaking("zh"):
        (found,) = page(PLAYED.replace("hand: [gate]", "hand: [a:gate]")).data["warnings"]
    assert found["hint"] != "write the name without `a:`" and "`a:`" in found["hint"]


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
    assert topic["verdicts"] == [f"Not 2 gate: -{float(worse):.1f} points."]
    assert topic["gaps"][0][0].startswith(f"-{float(worse):.2f}%")


def compared(**options: Any) -> tuple[dict[str, Any], list[str]]:
    """A topic of the page that a sampled comparison stands on too, and what is remarked of it there."""
    deck = loads(PLAYED, "deck.yml")
    other = deck.with_counts({"lamp": 4}, filler="rest")
    comparison = compare(deck, other, topics="opening", count=400, seed=7)
    data = page_of(deck, run(deck, topics=["opening"], **options), comparison=comparison).data
    return data, data["comparison"]["topics"][0]["remarks"]


def test_a_comparison_says_how_its_rates_go_with_that_of_the_run() -> None:
    data, (first, second) = compared(count=2000)
    assert first.startswith("For the comparison all decks played 400 trials of their own, in the same worlds")
    side = data["comparison"]["study"]["compare"]["topics"][0]["sides"][0]["success"]
    above = data["report"]["topics"][0]["success"]
    assert side["rate"] != above["rate"]
    here, there = (rate_texts(one["rate"], one["ci95"])[0] for one in (side, above))
    assert second.startswith(f"A is the deck of this page. {here} here and {there} above are estimates ")
    assert second.endswith("they differ by no more than chance makes them.")


def test_a_comparison_says_that_its_rate_is_an_estimate_of_the_exact_one() -> None:
    data, (_, second) = compared(method="exact")
    exact = data["report"]["topics"][0]["success"]
    assert f"What is known exactly of it is {exact['rate']:.2%} ({exact['exact']}); " in second


def test_estimates_that_are_far_apart_are_said_to_be() -> None:
    deck = loads(PLAYED, "deck.yml")
    comparison = compare(deck, deck.with_counts({"lamp": 4}, filler="rest"), topics="opening", count=400)
    result = run(deck, topics=["opening"])
    rate = result.topics["opening"].success
    rate.rate, rate.ci95 = 0.5, (0.49, 0.51)
    *_, remark = comparison_data(comparison, result)["topics"][0]["remarks"]
    assert remark.endswith("chance keeps such estimates so far apart once in 20 times.")


def test_an_exact_comparison_and_one_of_other_decks_need_no_such_remark() -> None:
    deck = loads(PLAYED, "deck.yml")
    other = deck.with_counts({"gate": 2}, filler="rest")
    exact = page_of(deck, run(deck), comparison=compare(deck, other, topics="hands")).data
    assert exact["comparison"]["topics"][0]["remarks"] == []
    turned = compare(other, deck, topics="opening", count=100)
    (only,) = page_of(deck, run(deck), comparison=turned).data["comparison"]["topics"][0]["remarks"]
    assert "the deck of this page" not in only
    sampled = compare(deck, other, topics="opening", count=100)
    for options in ({"topics": "hands"}, {"topics": "opening", "policy": "random", "count": 20}):
        (topic,) = comparison_data(sampled, run(deck, **options))["topics"]
        assert topic["remarks"] == [only], "the run has no rate of that topic and policy"


def test_a_sweep_is_there_with_where_it_is_highest() -> None:
    deck = loads(PLAYED, "deck.yml")
    swept = sweep(deck, {"gate": [1, 4]}, filler="rest", topics="hands")
    found = page_of(deck, run(deck), sweep=swept).data["sweep"]
    assert found["study"] == json.loads(json.dumps(swept.to_dict()))
    assert found["titles"] == ["gate"]
    best = f"{float(some_of(4)):.2%} ({some_of(4)})"
    highest = f"Highest rate: {best} with gate=4"
    assert found["shown"][0] == {"figure": 0, "highest": highest, "changes": []}


def test_a_sweep_by_trials_says_what_each_variant_adds() -> None:
    swept = sweep(loads(PLAYED, "deck.yml"), "gate=1,4", filler="rest", topics="hands", method="sample",
                  count=500, seed=7)  # fmt: skip
    found = page_of(loads(PLAYED, "deck.yml"), run(loads(PLAYED, "deck.yml")), sweep=swept).data["sweep"]
    (change,) = found["shown"][0]["changes"]
    assert (found["reference"], change["variant"]) == ("gate=4", "gate=1")
    assert change["change"].startswith("-") and change["change"].endswith(" %")


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
    result = run(deck, count=100_000, seed=1)
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


def test_what_cards_do_is_part_of_the_page_in_its_language() -> None:
    deck = load(Path(PACKAGED, "pots.yml"))
    with speaking("zh"):
        data = page_of(deck, run(deck, count=20, seed=1, method="sample")).data
    (card,) = [one for one in data["explained"]["cards"] if one["name"] == "twin jar"]
    words = "".join(part["text"] for part in card["entries"][0]["sentences"][0])
    assert words == "1 回合 1 次、从手牌发动：把这张卡送去墓地；然后抽 2 张卡。"
    assert data["explained"]["topics"] == []


def test_why_there_is_nothing_about_one_more() -> None:
    cards = {"a": {"count": 8}, "b": {"count": 8}}
    topic = {"start-card": 3, "combos": {"c": {"hand": ["2x a"]}}}
    deck = {"deck": {"cards": cards}, "simulate": {"tests": {"t": topic}}}
    on_a_wall = {**deck, "wall": {"exits": {"draw": 16}}}
    plain, walled = (why_data(why(yisp.load(one), seed=7, count=20)) for one in (deck, on_a_wall))
    assert plain["remark"] is None and len(plain["more"]) == 2
    assert walled["remark"].startswith("on a wall a hand has its places") and walled["more"] == []
    assert plain["flow"] is None and plain["missing"] == [["one more a in H"]]


def test_panels_are_asked_topic_by_topic(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the seed and the values of the run; where there is nothing to say of a topic, nothing is."""
    deck = loads(PLAYED, "deck.yml")
    result = run(deck, seed=5, count=1)
    asked: list[Any] = []

    def why(of: Any, topic: str, *, seed: int, given: Any) -> Any:
        asked.append((of, topic, seed, given))
        if topic == "hands":
            raise questions.NothingToSay("nothing")
        return SimpleNamespace(trials=9 * (topic == "opening"), ended="time")

    def sensitivity(of: Any, *, topics: list[str], values: Any, seed: int) -> Any:
        asked.append((of, *topics, seed, values))
        return SimpleNamespace(topics=topics if topics != ["opening"] else [], ended=None)

    for name, made in (("why", why), ("sensitivity", sensitivity)):
        monkeypatch.setattr(questions, name, made)
    for name in ("why_data", "worth_data"):
        monkeypatch.setattr(questions, name, lambda found: vars(found))
    topics = list(result.topics)
    assert topics == ["opening", "hands", "numbers"]
    found, ended = questions.panels(deck, result, ["worth", "why", "worth"])
    assert [(panel["kind"], panel["topic"]) for panel in found] == [
        ("worth", "hands"), ("worth", "numbers"), ("why", "opening"),
    ]  # fmt: skip
    assert ended == "time" and found[-1]["content"] == {"trials": 9, "ended": "time"}
    assert asked == [(deck, topic, 5, result.program.given) for topic in (*topics, "opening")]
    monkeypatch.setitem(questions.KINDS, "why", lambda *_: (None, None))
    with pytest.raises(questions.NothingAsked, match="--panel why: no topic of the deck can be asked that"):
        questions.panels(deck, result, ["why"])
    monkeypatch.setitem(questions.KINDS, "why", lambda *_: (None, "time"))
    assert questions.panels(deck, result, ["why", "worth"]) == ([], "time")


def test_a_deck_is_called_as_its_file_is() -> None:
    for file, title in (("deck.yml", "deck.yml"), ("some/where/deck.yml", "deck.yml"), ("where/", "where/")):
        deck = loads(PLAYED, file)
        assert deck_title(deck) == title
        assert page_of(deck, run(deck, count=1)).data["title"] == title


def test_a_trial_is_replayed_as_it_was_played() -> None:
    """By the policy that played it where that is not the deck's own, or where others played beside it."""
    deck = loads(PLAYED, "<deck.yml")
    text = loads(PLAYED, "<text>")
    chancy = loads(PLAYED.replace("exec-program:", "policy: random\n      exec-program:"), "<chancy>")
    both = " --policy greedy,random --show "
    for of, policies, told in (
        (chancy, "greedy", {"deck.yml": [" --policy greedy"]}),
        (deck, None, {"'<deck.yml'": [""]}),
        (text, "greedy", {"deck.yml": [""]}),
        (text, "random", {"deck.yml": [" --policy random"]}),
        (text, ["greedy", "random"], {"deck.yml": [f"{both}greedy", f"{both}random"]}),
    ):
        result = run(of, topics="opening", policy=policies, seed=5, count=5, method="sample")
        assert [replay_command(of, result, topic, 3) for topic in result.played] == [
            f"yispc trace {name} --topic opening --trial 3 --seed 5{one}"
            for name, each in told.items()
            for one in each
        ]


def test_a_notice_has_the_line_of_the_file_that_it_is_in(tmp_path: Path) -> None:
    (tmp_path / "base.yml").write_text("\n\n" + PLAYED, encoding="utf-8")
    (tmp_path / "deck.yml").write_text("extends: base.yml\n", encoding="utf-8")
    deck = load(str(tmp_path / "deck.yml"))
    notices = page_of(deck, run(deck)).data["notices"]
    assert notices
    for notice in notices:
        assert Path(notice["file"]).name == "base.yml"
        assert notice["source"] == ("\n\n" + PLAYED).split("\n")[notice["line"] - 1].strip()


def test_what_a_combo_asks_for_stands_with_how_many_and_what_it_scores() -> None:
    deck = loads(
        "deck: {cards: {a: {count: 9}, b: {count: 9}}}\n"
        "simulate: {tests: {t: {start-card: 5, combos: {\n"
        "  plain: {hand: [a, 2x b]}, exact: {hand: [2-2x a, 1-3x b], score: 2},\n"
        "  counted: {condition: '(>  |H.a|   1)', score: '(+ 1\n      |H.b|)'}}}}}\n",
        "deck.yml",
    )
    (played,) = page_of(deck, run(deck, count=10)).data["played"]

    def cards(*each: tuple[str, str]) -> dict[str, Any]:
        return {"zone": "H", "cards": [{"name": name, "number": number} for name, number in each]}

    assert played["wants"] == {
        "plain": [cards(("a", "1"), ("b", "2"))],
        "exact": [cards(("a", "2"), ("b", "1–3")), {"score": "2"}],
        "counted": [{"condition": "(> |H.a| 1)"}, {"score": "(+ 1 |H.b|)"}],
    }


def test_the_panel_of_policies_is_there_wherever_somebody_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(questions, "POLICIES", ("greedy", "best"))  # in hindsight takes seconds
    deck = loads(
        "deck: {cards: {a: {count: 3, program: '[1]@;(# X B);(# D.1 H)'}, b: {count: 3}}}\n"
        "simulate: {count: 20, start-card: 2, tests: {\n"
        "  effects: {exec-program: true, combos: {c: {hand: [b]}}},\n"
        "  script: {header: '(# H.*1 B)', combos: {c: {hand: [b]}}},\n"
        "  dealt: {combos: {c: {hand: [b]}}}}}\n",
        "deck.yml",
    )
    found = [panel["topic"] for panel in questions.panels(deck, run(deck), ["policies"])[0]]
    assert found == ["effects", "script"]


# The files of a deck ----------------------------------------------------------------------------------------


def test_the_files_that_a_deck_is_made_of_stand_each_once_and_no_packaged_collection(tmp_path: Path) -> None:
    (tmp_path / "base.yml").write_text(
        "use: [ygo, mine.yml]\ninclude: [lib.yisp]\n" + PLAYED, encoding="utf-8"
    )
    (tmp_path / "lib.yisp").write_bytes("\ufeff(define (twice n) (* 2 n));\n".encode())
    mine = "collection: {name: mine, language: en}\ncards: {lamp: {does: {en: x}, program: '@;(# X B)'}}\n"
    (tmp_path / "mine.yml").write_text(mine, encoding="utf-8")
    own = "extends: base.yml\ninclude: [lib.yisp]\n"
    path = tmp_path / "deck.yml"
    path.write_text(own, encoding="utf-8")
    deck = load(str(path))
    found = {Path(file.name).name: file.text for file in deck_files(deck)}
    assert list(found) == ["deck.yml", "base.yml", "lib.yisp", "mine.yml"]
    assert found["deck.yml"] == own and found["lib.yisp"].startswith("(define") and found["mine.yml"] == mine
    (tmp_path / "base.yml").unlink()
    assert [Path(file.name).name for file in deck_files(deck)] == ["deck.yml"]
    assert deck_files(replace(deck, source=None)) == []
