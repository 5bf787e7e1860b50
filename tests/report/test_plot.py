"""Pictures: they are made, well formed, and show what there is by its names."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
import running

import yisp
from yisp.report.pictures import plot
from yisp.report.pictures.panels import Distribution, NotAResult, Rates, Trend, panels

HOSTILE = "<script>alert(1)</script>&$x^2$\x1b[2J]]>"


def result(method: str = "sample", **names: str) -> Any:
    combo, stat = names.get("combo", "灰流丽"), names.get("stat", "ティオの蟲惑魔")
    topic = {
        "method": method,
        "combos": {combo: {"hand": ["a"], "score": 2}, "none": {"hand": ["5x b"]}},
        "stats": {stat: "|H.a|", "wide": "(* 100000 |H.b|)"},
        "relate": [[stat, combo], ["wide", stat]],
    }
    text = running.deck_text({"a": {"count": 9}, "b": {"count": 31}}, {names.get("topic", "t"): topic})
    return yisp.run(running.load_text(text), count=500, seed=3).to_dict()


def words(svg: bytes | str) -> str:
    """All text of a picture."""
    return "\n".join(text for text in ElementTree.fromstring(svg).itertext() if text.strip())


# What is drawn --------------------------------------------------------------------------------------------


def test_panels_are_relations_rates_and_distributions() -> None:
    found = panels(result())
    assert [type(panel) for panel in found] == [
        Trend, Trend, Rates, Distribution, Distribution, Distribution
    ]  # fmt: skip
    trend, line, rates, score, number, wide = found
    assert isinstance(trend, Trend) and isinstance(line, Trend)
    assert trend.title == "灰流丽 against ティオの蟲惑魔"
    assert line.fit.startswith("slope ")
    assert isinstance(rates, Rates)
    assert [name for name, _, _ in rates.rows] == ["success", "灰流丽", "none"]
    assert all(ends is not None and ends[0] <= rate <= ends[1] for _, rate, ends in rates.rows)
    for panel in (score, number, wide):
        assert isinstance(panel, Distribution)
        assert sum(share for _, share in panel.bars) == pytest.approx(1)


def test_bars_stand_around_their_values() -> None:
    number = {"histogram": {"0": 1, "2": 3}, "mean": 1.5, "se": 0.5, "exact": None}
    topic = {"name": "t", "trials": 4, "success": {"rate": None, "ci95": None}, "combos": []}
    data = {"topics": [{**topic, "score": {"histogram": {}}, "stats": {"n": number}}]}
    (panel,) = panels(data)
    assert isinstance(panel, Distribution)
    assert (panel.bars, panel.width) == ([(-0.5, 0.25), (1.5, 0.75)], 1.0)
    number["histogram"] = {str(value): 1 for value in range(1000)}
    (panel,) = panels(data)
    assert isinstance(panel, Distribution)
    assert (panel.width, len(panel.bars)) == (17.0, 59)


def test_exact_results_have_fractions_and_no_intervals() -> None:
    found = panels(result("exact"))
    (rates,) = (panel for panel in found if isinstance(panel, Rates))
    assert rates.title == "success (exact)"
    assert all(ends is None for _, _, ends in rates.rows)
    assert [panel.label for panel in found if isinstance(panel, Distribution)][1] == "mean 9/8"
    assert all(error == 0 for panel in found if isinstance(panel, Trend) for _, _, error in panel.points)


@pytest.mark.parametrize(
    "data",
    [None, [], {}, {"topics": 3}, {"topics": [{}]}, {"topics": [{"name": 3}]}, {"topics": ["x"]},
     {"topics": [{"name": "t", "success": {"rate": "x", "ci95": None}, "combos": []}]}],
)  # fmt: skip
def test_other_data_is_no_result(data: Any) -> None:
    with pytest.raises(NotAResult):
        panels(data)


# Files ----------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("method", ["sample", "exact"])
def test_svg_is_well_formed_and_has_the_names_as_text(tmp_path: Path, method: str) -> None:
    path = tmp_path / "a.svg"
    assert plot.draw([result(method)], str(path)) == []
    text = words(path.read_bytes())
    for word in ("灰流丽", "ティオの蟲惑魔", "none", "success", "wide", "score", "deck.yml"):
        assert word in text
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.svg"]


@pytest.mark.slow
def test_the_same_result_gives_the_same_file(tmp_path: Path) -> None:
    for name in ("a.svg", "b.svg", "a.html", "b.html"):
        plot.draw([result()], str(tmp_path / name))
    for ending in ("svg", "html"):
        one, two = ((tmp_path / f"{name}.{ending}").read_bytes() for name in "ab")
        assert one == two


@pytest.mark.slow
def test_names_are_text_and_nothing_else(tmp_path: Path) -> None:
    made = result()
    made["topics"][0]["combos"][0]["name"] = made["topics"][0]["relations"][0]["y"] = HOSTILE
    made["topics"][0]["stats"] = {HOSTILE: made["topics"][0]["stats"]["wide"]}
    made["deck"]["file"] = HOSTILE
    svg, page = tmp_path / "a.svg", tmp_path / "a.html"
    plot.draw([made], str(svg))
    plot.draw([made], str(page))
    shown = "<script>alert(1)</script>&$x^2$\\x1b[2J]]>"
    assert words(svg.read_bytes()).count(shown) >= 3
    text = page.read_text(encoding="utf-8")
    assert "<script" not in text and "\x1b" not in text
    picture = text[text.index("<svg") : text.index("</svg>") + 6]
    assert shown in words(picture)
    assert "http-equiv" not in text and " src=" not in text, "it needs nothing else"


@pytest.mark.slow
def test_png(tmp_path: Path) -> None:
    path = tmp_path / "a.PNG"
    plot.draw([result(stat="n", combo="c")], str(path))
    assert path.read_bytes().startswith(b"\x89PNG\r\n")


@pytest.mark.slow
def test_characters_that_no_font_has_are_said(tmp_path: Path) -> None:
    name = "\U00012000"  # cuneiform
    assert plot.draw([result(stat=name)], str(tmp_path / "a.png")) == [
        "no font here can show some of the names; one such as Noto Sans CJK can"
    ]
    assert plot.draw([result(stat=name)], str(tmp_path / "a.svg")) == [], "the reader may have one"


@pytest.mark.slow
def test_too_many_panels_are_said(tmp_path: Path) -> None:
    made = result()
    stat = made["topics"][0]["stats"]["wide"]
    made["topics"][0]["stats"] = {f"s{number}": stat for number in range(70)}
    assert plot.draw([made], str(tmp_path / "a.svg")) == ["14 more panels are not drawn"]


@pytest.mark.slow
def test_drawing_leaves_the_users_matplotlib_alone(tmp_path: Path) -> None:
    import matplotlib

    before = dict(matplotlib.rcParams)
    plot.draw([result()], str(tmp_path / "a.svg"))
    assert dict(matplotlib.rcParams) == before


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("a.pdf", r"has to end in \.svg, \.png or \.html"),
        ("a", r"has to end in"),
        ("none/a.svg", "there is no such folder"),
        ("folder.svg", "that is a folder"),
    ],
)
def test_where_nothing_can_be_drawn(tmp_path: Path, name: str, words: str) -> None:
    (tmp_path / "folder.svg").mkdir()
    with pytest.raises(plot.CannotWrite, match=words):
        plot.draw([result()], str(tmp_path / name))
    assert [entry.name for entry in tmp_path.iterdir()] == ["folder.svg"]


def test_without_matplotlib_there_is_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plot, "find_spec", lambda name: None)
    with pytest.raises(plot.CannotWrite, match=r"pip install '\.\[plot\]'"):
        plot.check(str(tmp_path / "a.svg"))


@pytest.mark.slow
def test_results_read_back_from_json(tmp_path: Path) -> None:
    made = result()
    plot.draw([made], str(tmp_path / "a.svg"))
    plot.draw([json.loads(json.dumps(made))], str(tmp_path / "b.svg"))
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()
