"""``yispc bench`` and ``yispc cache``: every figure that they show, and what becomes of what they keep."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from commanding import Said, on_terminal, process, saved, yispc

from yisp.cli.running.cache import _size
from yisp.report.text.timings import render
from yisp.simulate.single.timing import LoadTiming, Timing

DECK = """\
deck:
  cards:
    灰流丽: {count: 3, program: '/0;@'}
    gate: {count: 10, program: ['@;(# X B)', '/|B|;@;(# X B)']}
    rest: {count: 27}
simulate:
  seed: 7
  tests:
    先攻: {exec-program: true, combos: {one: {hand: [灰流丽]}}}
    hands: {combos: {one: {hand: [gate]}}}
"""

SECONDS = ("--seconds", "0.02")


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a cache of the test's own, not made yet."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("YISP_CACHE_DIR", str(folder))
    return folder / "yisp"


@pytest.fixture(params=["python", pytest.param("native", marks=pytest.mark.slow)])
def targets(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, cache: Path) -> list[str]:
    """What is timed: without a compiler, and with one."""
    if request.param == "native":
        return ["python", "native"]
    monkeypatch.setenv("CC", "false")
    return ["python"]


# bench ----------------------------------------------------------------------------------------------------

TRIALS = re.compile(r"  (python|native): ([\d.]+) ns a trial, ([\d,]+) trials a second")
PRECISION = re.compile(r"  a second of sampling gives the success rate ± (\d+\.\d{3})%")


def half_width(share: float, trials: int) -> float:
    return float(1.96 * (share * (1 - share) / trials) ** 0.5)


def by_topic(said: Said) -> dict[str, list[str]]:
    """The lines below each topic."""
    assert said.code == 0, said.err
    _, *parts = re.split(r"^Topic: (.*)\n", said.out, flags=re.MULTILINE)
    return {name: lines.splitlines() for name, lines in zip(parts[::2], parts[1::2], strict=True)}


def test_bench_shows_everything(tmp_path: Path, targets: list[str]) -> None:
    said = yispc("bench", saved(tmp_path, DECK), *SECONDS)
    first, second, *_ = said.out.splitlines()
    assert re.fullmatch(r"Load and check: [\d.]+m?s   lower and format: [\d.]+m?s", first)
    assert re.fullmatch(r"Build native: [\d.]+m?s", second) if len(targets) > 1 else "not possible" in second
    found = by_topic(said)
    assert list(found) == ["先攻", "hands"]
    for lines in found.values():
        measured = [match for line in lines if (match := TRIALS.fullmatch(line))]
        assert [match[1] for match in measured] == targets
        rates = [int(match[3].replace(",", "")) for match in measured]
        for match, rate in zip(measured, rates, strict=True):
            nanoseconds = float(match[2])
            assert rate > 0
            assert abs(nanoseconds * rate / 1e9 - 1) < 0.01 + 1 / nanoseconds, "one is the other's inverse"
        (precision,) = (match for line in lines if (match := PRECISION.fullmatch(line)))
        assert 0 < float(precision[1]) < 50
        least, most = (100 * half_width(share, max(rates)) for share in (0.3, 0.5))
        assert 0.8 * least < float(precision[1]) < 1.2 * most, "hands of these cards succeed in 34 and 79 %"
    assert "Effects" not in "\n".join(found["hands"]), "nothing is activated there"


@pytest.mark.usefixtures("targets")
def test_bench_says_at_once_what_it_knows() -> None:
    def parts() -> Iterator[Timing]:
        yield LoadTiming(0.1, 0.1)
        pytest.fail("nobody has asked for more")

    assert next(render(parts())).startswith("Load and check: ")


@pytest.mark.usefixtures("targets")
def test_a_topic_without_combos_has_no_rate_to_be_known(tmp_path: Path) -> None:
    counted = "deck: {cards: {a: {count: 9}}}\nsimulate: {tests: {t: {stats: {n: '|H|'}}}}\n"
    assert "success rate" not in yispc("bench", saved(tmp_path, counted), *SECONDS).out


@pytest.mark.usefixtures("targets")
def test_bench_of_effects(tmp_path: Path) -> None:
    """Those that ran, the dearest first; runs and activations differ where an effect does not activate."""
    lines = by_topic(yispc("bench", saved(tmp_path, DECK), *SECONDS))["先攻"]
    start = next(number for number, line in enumerate(lines) if line.startswith("  Effects"))
    assert lines[start] == "  Effects (runs and activations per trial, share of the effects' time):"
    rows = [line.split() for line in lines[start + 1 :]]
    assert {name for name, *_ in rows} == {"gate[0]", "灰流丽[0]"}, "gate[1] never gets its turn"
    figures = {name: [float(cell.rstrip("%")) for cell in cells] for name, *cells in rows}
    assert figures["灰流丽[0]"][0] > 0 and figures["灰流丽[0]"][1] == 0
    assert figures["gate[0]"][0] == figures["gate[0]"][1] > 1
    shares = [share for *_, share in figures.values()]
    assert abs(sum(shares) - 100) < 0.1
    assert shares == sorted(shares, reverse=True)


@pytest.mark.usefixtures("targets")
def test_bench_of_one_topic(tmp_path: Path) -> None:
    deck = saved(tmp_path, DECK)
    assert list(by_topic(yispc("bench", deck, "--topic", "hands", *SECONDS))) == ["hands"]
    both = yispc("bench", deck, "--topic", "hands", "--topic", "先攻", "--topic", "hands", *SECONDS)
    assert list(by_topic(both)) == ["hands", "先攻"]


def test_bench_without_a_compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cache: Path) -> None:
    monkeypatch.setenv("CC", "false")
    said = yispc("bench", saved(tmp_path, DECK), *SECONDS)
    assert "Build native: not possible, the C compiler failed with exit code 1 and said nothing\n" in said.out
    for lines in by_topic(said).values():
        assert [match[1] for line in lines if (match := TRIALS.fullmatch(line))] == ["python"]


@pytest.mark.usefixtures("targets")
def test_bench_of_changed_counts(tmp_path: Path) -> None:
    said = yispc("bench", saved(tmp_path, DECK), "--with", "gate=0", "--topic", "先攻", *SECONDS)
    assert "gate[0]" not in said.out and "灰流丽[0]" in said.out


@pytest.mark.slow
def test_bench_of_standard_input_and_of_a_packaged_deck() -> None:
    assert list(by_topic(yispc("bench", "-", *SECONDS, stdin=DECK.encode()))) == ["先攻", "hands"]
    assert "going-first" in by_topic(yispc("bench", "opening", *SECONDS))


def test_bench_of_what_cannot_be_timed(tmp_path: Path) -> None:
    deck = saved(tmp_path, DECK)
    said = yispc("bench", deck, "--topic", "hand")
    assert (said.code, said.out) == (2, "")
    assert "has no topic 'hand'; it has 先攻, hands" in said.err
    broken = yispc("bench", saved(tmp_path, DECK.replace("(# X B)'", "(# X B'", 1), "broken.yml"))
    assert (broken.code, broken.out) == (1, "")
    assert "error[Y104]" in broken.err
    assert yispc("bench", "nosuch.yml").code == 1
    for words in ([], [deck, "--seconds", "0"], [deck, "--seconds", "x"], [deck, deck], [deck, "--json"]):
        assert yispc("bench", *words).code == 2


# cache ----------------------------------------------------------------------------------------------------

HEAD = re.compile(r"(.*): (\d+) (?:entry|entries), ([\d.]+) [KM]iB")
ENTRY = re.compile(r"  (\S+) +([0-9a-f]{12}) +[\d.]+ [KM]iB  last used \d{4}-\d\d-\d\d \d\d:\d\d")


def listed(said: Said) -> list[tuple[str, str]]:
    """Sort and key of each entry shown."""
    assert (said.code, said.err) == (0, "")
    head, *rows = said.out.splitlines()
    match = HEAD.fullmatch(head)
    assert match is not None and int(match[2]) == len(rows)
    found = [ENTRY.fullmatch(row) for row in rows]
    return [(row[1], row[2]) for row in found if row is not None]


def test_an_empty_cache(cache: Path) -> None:
    assert yispc("cache") == Said(0, f"{cache}: 0 entries, 0.0 KiB\n", "")
    assert yispc("cache", "--clear") == Said(0, f"{cache}: 0 entries, 0.0 KiB\nremoved 0 entries\n", "")
    assert not cache.exists(), "looking makes nothing"


def test_the_cache_shows_what_is_in_it(tmp_path: Path, cache: Path) -> None:
    assert yispc(saved(tmp_path, DECK)).code == 0
    found = listed(yispc("cache"))
    assert sorted(sort for sort, _ in found) == ["answers", "answers", "programs"]
    for sort, key in found:
        assert len(list(cache.glob(f"{sort}/{key}*"))) == 1


@pytest.mark.slow
def test_the_cache_shows_what_was_built(tmp_path: Path, cache: Path) -> None:
    deck = saved(tmp_path, DECK)
    assert yispc(deck).code == yispc("compile", deck).code == 0
    found = listed(yispc("cache"))
    known = ["answers", "answers", "compilers", "native", "programs"]
    assert sorted(sort for sort, _ in found) == known
    for sort, key in found:
        assert len(list(cache.glob(f"{sort}/{key}*"))) == 1
    assert yispc(saved(tmp_path, DECK + "# changed\n", "other.yml")).code == 0
    assert sorted(sort for sort, _ in listed(yispc("cache"))) == [*known, "programs"], "its answers are known"


def test_nothing_is_left_of_a_cache_that_is_cleared(tmp_path: Path, cache: Path) -> None:
    assert yispc(saved(tmp_path, DECK)).code == 0
    for key, used in (
        (sorted(cache.glob("answers/*"))[0], 10**9),
        (sorted(cache.glob("answers/*"))[1], 10**8),
    ):
        os.utime(key, (used, used))
    assert [sort for sort, _ in listed(yispc("cache"))] == ["programs", "answers", "answers"]
    assert yispc("cache", "--clear").out.splitlines()[1:] == ["removed 3 entries"]
    assert listed(yispc("cache")) == [] and not list(cache.glob("*/*"))


@pytest.mark.parametrize(
    ("size", "said"), [(0, "0.0 KiB"), (1536, "1.5 KiB"), (2**20 - 2**10, "1023.0 KiB"), (2**20, "1.0 MiB")]
)
def test_sizes(size: int, said: str) -> None:
    assert _size(size) == said


@pytest.mark.slow
def test_clearing_the_cache(tmp_path: Path, cache: Path) -> None:
    deck = saved(tmp_path, DECK)
    assert yispc("compile", deck).code == 0
    before = yispc(deck, "--json", "--method=sample").out
    said = yispc("cache", "--clear")
    assert said.out.splitlines()[1:] == ["removed 5 entries"], "how many trials two topics get, too"
    assert listed(yispc("cache")) == []
    assert not list(cache.glob("*/*")), "not even what was half made"
    again = yispc(deck, "--json", "--method=sample").out
    assert '"target": "python"' in again and '"target": "native"' in before, "it starts anew"
    assert sorted(sort for sort, _ in listed(yispc("cache"))) == ["effort", "effort", "programs"]


def test_what_is_not_ours_stays(tmp_path: Path, cache: Path) -> None:
    """Only entries are removed: not what lies beside them, nor what a link points at."""
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "kept").write_text("x")
    assert yispc(saved(tmp_path, DECK)).code == 0
    (cache / "programs" / "link").symlink_to(outside)
    (cache / "note.txt").write_text("mine")
    assert yispc("cache", "--clear").code == 0
    assert (outside / "kept").read_text() == "x"
    assert (cache / "note.txt").read_text() == "mine"


def test_a_cache_folder_that_is_not_ours(cache: Path) -> None:
    cache.mkdir(parents=True)
    said = yispc("cache")
    assert (said.code, said.out) == (0, f"{cache}: 0 entries, 0.0 KiB\n")
    assert said.err.startswith(f"yispc: {cache} was not made by yisp, so nothing is kept there; ")
    assert not list(cache.iterdir())


def test_the_cache_takes_no_deck(cache: Path) -> None:
    assert yispc("cache", "deck.yml").code == 2


def test_a_cache_path_of_any_kind(tmp_path: Path) -> None:
    said = process("cache", YISP_CACHE_DIR=str(tmp_path / "\x1b[31m缓存"), PYTHONUTF8="1")
    assert (said.code, said.err) == (0, "")
    assert "\\x1b[31m缓存/yisp: 0 entries" in said.out


def test_a_packaged_deck_by_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """``yispc opening``, without ``run``; a file of that name comes first."""
    monkeypatch.chdir(tmp_path)
    assert "going-first" in yispc("opening", "--count", "10", "--method=sample").out
    assert on_terminal("opening", cwd=tmp_path).code == 0
    saved(tmp_path, DECK, "opening")
    assert "先攻" in yispc("opening").out
    assert yispc("openin").code == 1
