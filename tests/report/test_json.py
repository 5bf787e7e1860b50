"""The JSON report: one line that any reader takes, whatever the names."""

from __future__ import annotations

import json as reader

import pytest
from known_results import compiled, expend, hands, renamed, result_of

from yisp.compile.program import Program
from yisp.report.files import json


def test_one_object_on_one_line(program: Program) -> None:
    result = result_of(program, expend(program), hands(program))
    line = json.line_of(result.to_dict())
    assert "\n" not in line
    assert reader.loads(line) == result.to_dict()


@pytest.mark.parametrize("encoding", ["utf-8", "gbk", "ascii", "latin-1", None, "no-such-encoding"])
def test_names_arrive_whatever_the_stream_can_take(encoding: str | None) -> None:
    program = compiled(("H1:", "灰流丽★:"))
    line = json.line_of(result_of(program, hands(program)).to_dict(), encoding=encoding)
    if encoding in ("utf-8", "gbk"):
        assert "灰流丽★" in line
        line.encode(encoding)
    else:
        assert line.isascii()
    assert reader.loads(line)["topics"][0]["combos"][0]["name"] == "灰流丽★"


@pytest.mark.parametrize(
    "name", ["a\nb", "\u2028", "\x85", "\x1b[2J", "\u202e", "\U0001f0a1", '"', "\x9b", "\\", "\U000e0001"]
)
def test_names_neither_end_the_line_nor_steer_a_terminal(name: str) -> None:
    program = renamed(combo=name)
    line = json.line_of(result_of(program, hands(program)).to_dict())
    assert line.isprintable() and len(line.splitlines()) == 1
    assert reader.loads(line)["topics"][0]["combos"][0]["name"] == name


@pytest.mark.parametrize("number", [float("nan"), float("inf")])
@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
def test_what_json_does_not_have_is_never_written(number: float, encoding: str) -> None:
    with pytest.raises(ValueError, match="JSON"):
        json.line_of({"name": "灰", "mean": number}, encoding=encoding)
