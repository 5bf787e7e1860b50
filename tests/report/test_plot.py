"""Pictures: they are made, well formed, and show what there is by its names."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import pytest
import running

import yisp
from yisp.report.pictures import plot, streams
from yisp.report.pictures.panels import (
    Changes,
    Curve,
    Distribution,
    HeatMap,
    NotAResult,
    Panel,
    Rates,
    Trend,
    panels,
)
from yisp.report.text.flow import STEPS
from yisp.studies.failures.courses import Line

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
    assert [panel.label for panel in found if isinstance(panel, Distribution)][1] == "mean 1.12 (9/8)"
    assert all(error == 0 for panel in found if isinstance(panel, Trend) for _, _, error in panel.points)


@pytest.mark.parametrize(
    "data",
    [None, [], {}, {"topics": 3}, {"topics": [{}]}, {"topics": [{"name": 3}]}, {"topics": ["x"]},
     {"topics": [{"name": "t", "success": {"rate": "x", "ci95": None}, "combos": []}]}],
)  # fmt: skip
def test_other_data_is_no_result(data: Any) -> None:
    with pytest.raises(NotAResult):
        panels(data)


def axes_of(*found: Panel) -> list[Any]:
    """The axes of a figure that is not drawn to a file."""
    figure = plot._picture(found, "title")
    return [axis for axis in figure.axes if axis.get_visible() and axis.get_title()]


def ticks(axis: Any) -> list[str]:
    return [one.get_text() for one in axis.get_ticklabels()]


def bars_of(axis: Any) -> list[tuple[float, float]]:
    """The middle of each bar, and how far it reaches."""
    return [(round(bar.get_y() + bar.get_height() / 2, 6), bar.get_width()) for bar in axis.patches]


def whiskers(axis: Any) -> list[list[tuple[float, ...]]]:
    """The ends of each interval."""
    lines = [line for one in axis.containers if hasattr(one, "has_xerr") for line in one.lines[2]]
    ends = [segment for line in lines for segment in line.get_segments()]
    return [[tuple(round(float(number), 6) for number in end) for end in one] for one in ends]


def is_percent(axis: Any) -> bool:
    return type(axis.get_major_formatter()).__name__ == "PercentFormatter"


def test_changes_and_rates_as_bars() -> None:
    ends = (0.1, 0.5)
    rows = [("+1", [(0.2, ends), (-0.1, None)]), ("-1", [(0.3, None), (0.0, None)])]
    changes, plain, rates = axes_of(
        Changes("one", "points", ("a", "b"), rows, rates=True),  # type: ignore[arg-type]
        Changes("two", "score", ("a",), [("+1", [(2.0, None)])], rates=False),
        Rates("three", [("success", 0.25, ends), ("none", 0.0, None)], left_out=4),
    )
    assert bars_of(changes) == [(-0.2, 0.2), (0.2, -0.1), (0.8, 0.3), (1.2, 0.0)]
    assert whiskers(changes) == [[(0.1, -0.2), (0.5, -0.2)]]
    assert (ticks(changes.yaxis), changes.get_xlabel()) == (["+1", "-1"], "points")
    assert [text.get_text() for text in changes.get_legend().get_texts()] == ["a", "b"]
    assert changes.yaxis_inverted() and is_percent(changes.xaxis)
    assert bars_of(plain) == [(0.0, 2.0)] and plain.get_legend() is None and not is_percent(plain.xaxis)
    assert bars_of(rates) == [(0.0, 0.25), (1.0, 0.0)]
    assert rates.get_xlabel() == "success rate, with 95 % intervals; 4 more"
    assert whiskers(rates) == [[(0.1, 0.0), (0.5, 0.0)]]


def test_trends_and_curves_as_lines() -> None:
    points = [(0.0, 1.0, 0.5), (10.0, 3.0, 0.0)]
    straight, bent, exact, sampled = axes_of(
        Trend("one", "x", "y", points, True, "slope 2", False, 2.0, 1.0),
        Trend("two", "x", "y", points, False, "odds", True, 1000.0, 0.0),
        Curve("three", "n", "rate", [(1.0, 0.5, None), (2.0, 0.75, None)], is_rate=True),
        Curve("four", "n", "mean", [(1.0, 5.0, (4.0, 6.0)), (2.0, 7.0, None)], is_rate=False),
    )
    line = straight.lines[-1]
    assert list(line.get_ydata())[:: plot.POINTS] == [1.0, 21.0] and len(line.get_xdata()) == plot.POINTS + 1
    assert whiskers(straight) == [[(0.0, 0.02), (0.0, 1.98)], [(10.0, 3.0), (10.0, 3.0)]]
    labels = [[text.get_text() for text in one.get_legend().get_texts()] for one in (straight, bent)]
    assert labels == [["slope 2", "means, with 95 % intervals"], ["odds", "means, exact"]]
    assert list(bent.lines[-1].get_ydata())[:: plot.POINTS] == [0.5, 1.0]
    assert (straight.get_xlabel(), straight.get_ylabel()) == ("x", "mean of y")
    assert list(exact.lines[0].get_ydata()) == [0.5, 0.75] and not exact.collections
    assert exact.get_ylabel() == "rate, exact" and is_percent(exact.yaxis)
    assert sampled.get_ylabel() == "mean, with 95 % intervals" and not is_percent(sampled.yaxis)
    assert len(sampled.collections) == 1


def test_a_heat_map_has_its_numbers_where_they_can_be_read() -> None:
    small, wide = axes_of(
        HeatMap("one", "x", "y", [1, 2], [3, 4, 5], [[0.25, None], [0.5, 0.75], [None, None]], is_rate=True),
        HeatMap("two", "x", "y", list(range(100, 151)), [0, 1, 2], [[1.0] * 51] * 3, is_rate=False),
    )
    shown = [(text.get_position(), text.get_text(), text.get_color()) for text in small.texts]
    assert shown == [((0, 0), "25.0%", "white"), ((0, 1), "50.0%", "white"), ((1, 1), "75.0%", "black")]
    assert (ticks(small.xaxis), ticks(small.yaxis)) == (["1", "2"], ["3", "4", "5"])
    assert not wide.texts, "there are too many"
    assert ticks(wide.xaxis) == [str(number) for number in range(100, 151, 3)]


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


def test_what_a_picture_has_no_room_for_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plot, "write_picture", lambda *_: [])
    monkeypatch.setattr(streams, "write_picture", lambda *_: [])
    panel = panels(result())[2]
    assert plot.draw_panels([panel] * (plot.MOST_PANELS + 2), "", "a.svg") == ["2 more panels are not drawn"]
    assert plot.draw_panels([panel] * plot.MOST_PANELS, "", "a.svg") == []
    longer = "some lines are longer; the picture shows their first 6 activations"
    for steps, said in ((STEPS, []), (STEPS + 1, [longer])):
        line = Line((("a", 0),) * steps, False, 9, 3)
        why: Any = SimpleNamespace(lines=[line], trials=9, file="deck.yml", topic="t")
        assert streams.draw_flow(why, "a.svg") == said


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
