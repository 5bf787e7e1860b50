"""``yispc run``: its options, what goes where, and its exit codes."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from commanding import TEN_LINES, Said, a_deck, counts, objects, saved, timeless, yispc

from yisp.cli.sources import packaged
from yisp.simulate.sampling import sample

BROKEN = TEN_LINES.replace("(# X B)", "(# X B")

# Decks, files and standard input ------------------------------------------------------------------------


def test_a_file_alone_is_short_for_run(deck: str) -> None:
    short, long = yispc(deck), yispc("run", deck)
    assert short.code == long.code == 0
    assert timeless(short.out) == timeless(long.out)
    assert short.err == long.err
    assert short.out.splitlines()[:3] == [
        "opening works in about 74 of 100 games.",
        "hands works in about 24 of 100 games.",
        "Simulate 1000 times...",
    ]
    assert "Topic: opening\nFirst turn average success rate: 74 ± 3 %" in short.out


def test_options_before_the_deck(deck: str) -> None:
    assert "Seed: 12" in yispc("--seed", "12", deck).out
    assert "Seed: 12" in yispc("--seed=12", "run", deck).out + yispc("run", "--seed=12", deck).out


def test_several_decks_and_the_highest_code(tmp_path: Path, deck: str) -> None:
    broken = saved(tmp_path, BROKEN, "broken.yml")
    said = yispc("run", deck, broken, deck, "--json")
    assert said.code == 1
    assert [report["deck"]["file"] for report in objects(said)] == [deck, deck]
    assert f"{broken}:5:" in said.err


def test_several_decks_are_told_apart(deck: str) -> None:
    lines = yispc(deck, "opening").out.splitlines()
    assert [line for line in lines if line.startswith("Deck: ")] == [f"Deck: {deck}", "Deck: opening"]
    assert "Deck: " not in yispc(deck).out


def test_several_decks_one_of_them_strict(tmp_path: Path, deck: str) -> None:
    broken = saved(tmp_path, BROKEN, "broken.yml")
    quiet = saved(tmp_path, a_deck(), "quiet.yml")
    assert yispc("run", quiet, deck, broken, "--strict").code == 3


def test_standard_input() -> None:
    said = yispc("-", "--json", stdin=TEN_LINES.encode())
    assert said.code == 0
    assert objects(said)[0]["deck"] == {"file": "<stdin>", "cards": 40, "kinds": 4}
    assert "yispc trace - --topic opening --trial 439 --seed 7" in said.err


def test_mistakes_in_standard_input() -> None:
    said = yispc("run", "-", stdin=BROKEN.encode())
    assert (said.code, said.out) == (1, "")
    assert said.err.startswith("<stdin>:5:34: error[Y104]")


@pytest.mark.parametrize("name", ["opening", "pots", "mill"])
def test_packaged_decks_go_by_name(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for words in (["run", name], [name]):
        assert yispc(*words, "--seed", "1").code == 0


def test_a_file_comes_before_a_packaged_deck(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    saved(tmp_path, TEN_LINES, "opening")
    assert "gate[0]" in yispc("run", "opening").out


def test_a_folder_does_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "opening").mkdir()
    assert yispc("run", "opening").code == 0


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("rnu", "there is no file 'rnu'; did you mean the command 'run'?"),
        ("help", "there is no file 'help'; did you mean the command '--help'?"),
        ("deck", "there is no file 'deck'; did you mean 'deck.yml'?"),
        ("opning", "there is no file 'opning'; did you mean 'opening'?"),
        ("dek.yml", "there is no file 'dek.yml'; did you mean 'deck.yml'?"),
        ("sub/dek.yml", "there is no file 'sub/dek.yml'; did you mean 'sub/decks.yml'?"),
        ("dek.yaml", "there is no file 'dek.yaml'; did you mean 'deck.yml'?"),
        ("没有.yml", f"there is no file '没有.yml'; packaged decks go by name: {', '.join(packaged())}"),
        ("sub/q.yml", f"there is no file 'sub/q.yml'; packaged decks go by name: {', '.join(packaged())}"),
        ("新卡组.yml", "there is no file '新卡组.yml'; did you mean '卡组.yml'?"),
        ("卡　组\u202e", "there is no file '卡　组\\u202e'; did you mean '卡组.yml'?"),
        ("openin", "there is no file 'openin'; did you mean 'opening'?"),
        ("zzz", f"there is no file 'zzz'; packaged decks go by name: {', '.join(packaged())}"),
        (".", "'.' is a folder; give a deck file in it, such as './deck.yml'"),
        ("none", "'none' is a folder; give a deck file in it"),
        ("", f"there is no file ''; packaged decks go by name: {', '.join(packaged())}"),
        ("deck.yml/x", "the file 'deck.yml/x' cannot be read: Not a directory"),
    ],
)
def test_no_such_deck(
    name: str, words: str, deck: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "none").mkdir()
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "decks.yml").touch()
    (tmp_path / "卡组.yml").touch()
    assert yispc("run", name) == Said(1, "", f"yispc: {words}\n")


@pytest.mark.parametrize("name", ["a b", 'it\'s "q"', "-deck", "卡 组", "$(touch x);&", "a\nb"])
def test_paths_of_any_kind(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """… whose notices give a command that a shell reads back as the same words."""
    import shlex

    monkeypatch.chdir(tmp_path)
    saved(tmp_path, TEN_LINES, f"{name}.yml")
    said = yispc("run", "--", f"{name}.yml") if name.startswith("-") else yispc("run", f"{name}.yml")
    assert said.code == 0
    (line,) = (line for line in said.err.splitlines() if "yispc trace" in line)
    command = line.partition(" games; ")[2]
    if name.isprintable():
        words = shlex.split(command)
        assert Path(words[2]) == Path(f"{name}.yml")
        assert yispc(*words[1:]).code == 0
    else:
        assert "$'a\\012b.yml'" in command


# Numbers ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", ["2000", "2e3", "2E3", "2_000", "2,000", "2.0e3"])
def test_count(count: str, deck: str) -> None:
    said = yispc(deck, "--count", count)
    assert "\nSimulate 2000 times...\n" in said.out
    assert timeless(yispc(deck, "-n", count, "--method=sample").out) == timeless(said.out)


@pytest.mark.parametrize(
    "count", ["0", "-1", "1e30", "1e16", "many", "1.5", "nan", "inf", "", "1e999", "9" * 5000]
)
def test_no_count(count: str, deck: str) -> None:
    said = yispc(deck, "--count", count)
    assert (said.code, said.out) == (2, "")
    assert "--count" in said.err
    assert "expected a number of trials from 1 to 10^15, as in 1000, 1e6" in said.err


@pytest.mark.parametrize("count", ["0", "-1", "1e30", "99999999999999999999"])
def test_no_count_in_the_deck(count: str, tmp_path: Path) -> None:
    said = yispc(saved(tmp_path, TEN_LINES.replace("count: 1000", f"count: {count}")))
    assert (said.code, said.out) == (1, "")
    assert "deck.yml:9:10: error[Y20" in said.err


def test_the_seed(deck: str) -> None:
    a, b, other = (yispc(deck, "--seed", seed, "--json") for seed in ("9", "9", "10"))
    assert counts(a) == counts(b) != counts(other)
    assert objects(a)[0]["seed"] == 9
    assert yispc(deck, "--seed", str(2**53 - 1)).code == 0


@pytest.mark.parametrize("seed", ["-1", str(2**53), "1e3", "x", "", "9" * 5000])
def test_no_seed(seed: str, deck: str) -> None:
    said = yispc(deck, "--seed", seed)
    assert (said.code, said.out) == (2, "")
    assert "expected a whole number from 0 to 2^53 - 1" in said.err


@pytest.mark.parametrize("seed", ["-1", str(2**53), "1e3"])
def test_no_seed_in_the_deck(seed: str, tmp_path: Path) -> None:
    said = yispc(saved(tmp_path, TEN_LINES.replace("seed: 7", f"seed: {seed}")))
    assert (said.code, said.out) == (1, "")
    assert "deck.yml:8:9: error[Y20" in said.err


def test_a_fresh_seed_is_shown(tmp_path: Path) -> None:
    deck = saved(tmp_path, TEN_LINES.replace("  seed: 7\n", ""))
    seeds = {objects(yispc(deck, "--json"))[0]["seed"] for _ in range(3)}
    assert len(seeds) == 3
    seed = seeds.pop()
    assert f"Seed: {seed}" in yispc(deck, "--seed", str(seed)).out


# Topics, targets, methods --------------------------------------------------------------------------------


def test_topics(deck: str) -> None:
    both, one = yispc(deck, "--json"), yispc(deck, "--json", "--topic", "hands")
    assert [row[0] for row in counts(both)] == ["opening", "hands"]
    assert counts(one) == counts(both)[1:], "a topic's counts do not depend on what else is run"
    again = yispc(deck, "--json", "--topic", "hands", "--topic", "opening", "--topic", "hands")
    assert sorted(counts(again), key=str) == sorted(counts(both), key=str)


def test_no_such_topic(deck: str) -> None:
    said = yispc(deck, "--topic", "openin")
    assert said == Said(2, "", f"yispc: {deck} has no topic 'openin'; it has opening, hands\n")


@pytest.mark.slow
def test_targets_agree(deck: str) -> None:
    python = yispc(deck, "--json", "--target", "python")
    native = yispc(deck, "--json", "--target", "native")
    assert [objects(said)[0]["target"] for said in (python, native)] == ["python", "native"]
    assert counts(python) == counts(native)


def test_native_without_a_compiler(tmp_path: Path, deck: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from yisp.compile.builds import compiler

    expected = yispc(deck, "--json")

    def nothing() -> compiler.Compiler:
        raise compiler.BuildError("no C compiler was found")

    monkeypatch.setenv("YISP_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(compiler, "find", nothing)
    said = yispc(deck, "--json", "--target", "native")
    assert said.code == 0
    assert said.err.splitlines()[0] == "yispc: running in python, which is slower: no C compiler was found"
    assert said.err.count("C compiler") == 1
    assert counts(said) == counts(expected)


@pytest.mark.parametrize("option", ["--target", "--method"])
def test_one_of_some_words(option: str, deck: str) -> None:
    said = yispc(deck, option, "quick")
    assert (said.code, said.out) == (2, "")
    assert f"Invalid value for '{option}': 'quick' is not one of" in said.err


# Strict ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("block_seconds", [0.0, 1e-4, 1e9])
def test_strict_whatever_the_blocks(
    block_seconds: float, deck: str, target: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The run ends with the first trial that has a notice, wherever blocks end."""
    monkeypatch.setattr(sample, "BLOCK_SECONDS", block_seconds)
    said = yispc(deck, "--strict", "--json", "--count", "5000", "--target", target)
    assert said.code == 3
    (report,) = objects(said)
    assert report["partial"] is True
    assert [topic["name"] for topic in report["topics"]] == ["opening"]
    assert report["topics"][0]["trials"] == 440
    assert [(n["count"], n["trial"]) for n in report["topics"][0]["notices"]] == [(1, 439)]


def test_strict_in_words(deck: str) -> None:
    said = yispc(deck, "--strict")
    assert "Stopped: topic opening had a notice, which ends a strict run" in said.out
    assert said.err.startswith("gate, effect 0: a move found no card in fewer than 13 of 1,000 games; ")
    assert "once in 440 trials, in trial 439" in yispc(deck, "--strict", "-v").err


def test_strict_in_the_deck(tmp_path: Path) -> None:
    deck = saved(tmp_path, TEN_LINES.replace("seed: 7", "seed: 7\n  strict: true"))
    assert yispc(deck).code == 3


def test_strict_without_a_notice(deck: str) -> None:
    assert yispc(deck, "--strict", "--topic", "hands").code == 0


def test_strict_records_end_where_the_counts_do(deck: str, tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    (report,) = objects(yispc(deck, "--strict", "--json", "--records", str(path), "--count", "5000"))
    assert len(path.read_text().splitlines()) - 1 == report["topics"][0]["trials"] == 440


# JSON -----------------------------------------------------------------------------------------------------

KEYS = {
    "": {"yisp", "schema", "deck", "seed", "target", "partial", "topics", "seconds"},
    "topic": {
        "name",
        "method",
        "trials",
        "success",
        "score",
        "combos",
        "stats",
        "effects",
        "notices",
        "reason",
    },
    "success": {"rate", "ci95", "exact"},
    "score": {"mean", "ci95", "sd", "exact", "histogram"},
    "combo": {"name", "rate", "ci95", "exact", "best"},
    "stat": {"mean", "exact", "sd", "min", "max", "quantiles", "histogram"},
    "effect": {"card", "effect", "per_trial", "per_trial_ci95", "share", "ci95"},
    "notice": {"code", "where", "card", "effect", "statement", "line", "column", "count", "trial"},
}


def test_json_has_the_fields_of_the_schema(tmp_path: Path) -> None:
    said = yispc(saved(tmp_path, TEN_LINES), "--json")
    assert said.out.count("\n") == 1
    (report,) = objects(said)
    topic = report["topics"][0]
    assert KEYS[""] <= set(report)
    assert report["schema"] == 1
    for name, value in [
        ("topic", topic), ("success", topic["success"]), ("score", topic["score"]),
        ("combo", topic["combos"][0]), ("stat", topic["stats"]["milled"]),
        ("effect", topic["effects"][0]), ("notice", topic["notices"][0]),
    ]:  # fmt: skip
        assert KEYS[name] <= set(value), name
    assert topic["notices"][0] == topic["notices"][0] | {
        "code": "Y301", "where": "effect", "card": "gate", "effect": 0, "statement": 2,
        "line": 5, "column": 42, "count": 3, "trial": 439,
    }  # fmt: skip
    assert sum(topic["score"]["histogram"].values()) == topic["trials"] == 1000
    assert set(topic["stats"]["milled"]["quantiles"]) == {"0.05", "0.25", "0.5", "0.75", "0.95"}
    assert all(isinstance(seconds, float) for seconds in report["seconds"].values())


# Files ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("ending", "separator"), [("csv", ","), ("TSV", "\t")])
def test_records(ending: str, separator: str, deck: str, tmp_path: Path) -> None:
    path = tmp_path / f"games.{ending}"
    said = yispc(deck, "--records", str(path), "--topic", "opening", "--json")
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter=separator))
    (_, trials, histogram, _, _) = counts(said)[0]
    assert [int(row["trial"]) for row in rows] == list(range(1000))
    assert trials == 1000
    scores = [row["score"] for row in rows]
    assert {score: scores.count(score) for score in set(scores)} == histogram
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


def test_records_of_both_targets_are_the_same(deck: str, tmp_path: Path) -> None:
    paths = [tmp_path / f"{target}.csv" for target in ("python", "native")]
    for path in paths:
        assert yispc(deck, "--records", str(path), "--target", path.stem).code == 0
    assert paths[0].read_bytes() == paths[1].read_bytes()


@pytest.mark.parametrize("option", ["--records", "--csv"])
@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("x.txt", "the name has to end in .csv"),
        ("x", "the name has to end in .csv"),
        ("none/x.csv", "there is no such folder"),
        ("folder.csv", "that is a folder"),
    ],
)
def test_files_that_cannot_be_written(option: str, name: str, words: str, deck: str, tmp_path: Path) -> None:
    (tmp_path / "folder.csv").mkdir()
    said = yispc(deck, option, str(tmp_path / name))
    assert (said.code, said.out) == (2, ""), "nothing is run for a file that cannot be had"
    assert f"yispc: {option} " in said.err
    assert words in said.err


def test_records_and_results_are_two_files(deck: str, tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    (tmp_path / "link.csv").symlink_to(path)
    said = yispc(deck, "--records", str(path), "--csv", str(tmp_path / "link.csv"))
    assert said == Said(2, "", "yispc: --records and --csv name the same file\n")
    assert not path.exists()


@pytest.mark.parametrize("option", ["--records", "--csv", "--plot"])
def test_one_file_for_one_deck(option: str, deck: str, tmp_path: Path) -> None:
    said = yispc(deck, deck, option, str(tmp_path / "x.csv"))
    assert said == Said(2, "", "yispc: --records, --csv and --plot write one file: give one deck\n")


def test_csv(deck: str, tmp_path: Path) -> None:
    path = tmp_path / "results.csv"
    said = yispc(deck, "--csv", str(path))
    assert said.code == 0
    assert "\nSimulate" in said.out
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert ("opening", "one") in {(row["topic"], row["name"]) for row in rows}


# Quiet, planned -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("word", ["-q", "--quiet"])
def test_quiet(word: str, tmp_path: Path) -> None:
    deck = saved(
        tmp_path, TEN_LINES.replace("hand: [gate]", "hand: [a:nobody]").replace("@;", "@;(print 1);")
    )
    said = yispc(deck)
    assert "warning[Y405]" in said.err and "a move found no card" in said.err
    assert "opening, trial " in said.err
    quiet = yispc(deck, word)
    assert (quiet.code, quiet.err) == (0, "")
    assert timeless(quiet.out) == timeless(said.out)


def test_quiet_still_says_what_is_wrong(tmp_path: Path) -> None:
    assert "error[Y104]" in yispc(saved(tmp_path, BROKEN), "-q").err


def test_an_unknown_option(deck: str) -> None:
    said = yispc(deck, "--cuont", "5")
    assert (said.code, said.out) == (2, "")
    assert "No such option '--cuont'" in said.err
    assert "--count" in said.err


def test_results_are_valid_json_when_names_are_not_ascii(tmp_path: Path) -> None:
    names = ["灰流丽", "\u202eabc", "e\u0301", '"q"', "𝒳", "a\u2028b"]
    cards = json.dumps({name: {"count": 10} for name in names}).replace("\\ud835\\udcb3", "\\U0001d4b3")
    combos = cards.replace('"count": 10', '"condition": "1"')
    said = yispc(saved(tmp_path, a_deck(cards=cards, combos=combos)), "--json")
    assert said.code == 0
    assert said.out.count("\n") == 1
    assert [combo["name"] for combo in objects(said)[0]["topics"][0]["combos"]] == names
    assert said.out.rstrip("\n").isprintable()
