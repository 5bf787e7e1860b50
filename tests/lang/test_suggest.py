"""Which name was probably meant, and what texts show of what nobody sees."""

from __future__ import annotations

import pytest

from yisp.lang.remedy import of, replacing
from yisp.lang.rendering import visible
from yisp.lang.source import TextSource
from yisp.lang.suggest import Suggestions, nearest
from yisp.messages import say


@pytest.mark.parametrize(
    ("text", "names", "found"),
    [
        ("scuot", ["scout", "spout"], "scout"),
        ("spout", ["scout", "spout"], "spout"),
        ("SCOUT", ["spout", "Scout"], "Scout"),
        ("abx", ["aby", "abz"], "aby"),  # as near as the other: the first
        ("abcde", ["abcxy"], "abcxy"),  # with just enough in common
        ("abcde", ["abxyz"], None),
        ("ash", ["ash blossom", "ash tree"], "ash blossom"),
        ("as", ["at"], "at"),
        ("as", ["sa"], "sa"),
        ("asx", ["sax", "xyz"], "sax"),
        ("abc", ["cba"], None),
        ("abcd", ["badc"], None),
        ("a", ["b"], None),
        ("", ["", "a"], ""),
        ("", ["a"], None),
        ("x" * 80 + "y", ["x" * 80], None),
        ("x" * 79 + "y", ["x" * 81, "x" * 80], "x" * 80),
        ("scout", [], None),
    ],
)
def test_the_nearest_name(text: str, names: list[str], found: str | None) -> None:
    assert nearest(text, names) == found


def test_a_suggestion_is_as_it_is_to_be_written() -> None:
    names = Suggestions(["monster", "Trap"], lambda name: f"a:{name}")
    assert [names.nearest(one) for one in ("monster", "monstre", "trap", "spell")] == [
        "a:monster", "a:monster", "a:Trap", None,
    ]  # fmt: skip
    assert "monster" in names and "trap" not in names


def test_without_closeness_there_is_always_a_nearest_one() -> None:
    names = Suggestions(["scout", "gate"], closeness=0.0)
    assert [names.nearest(one) for one in ("zzz", "gt", "")] == ["scout", "gate", "scout"]


def test_after_many_comparisons_there_are_no_more() -> None:
    names = Suggestions(f"name {number}" for number in range(10_000))
    assert [names.nearest(f"nome {number}") is None for number in range(4)] == [False] * 3 + [True]
    assert names.nearest("NAME 7") == "name 7"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("grün 青眼", "grün 青眼"), ("grün\x1b[0m", "grün\\x1b[0m"), ("青\u202e眼", "青\\u202e眼"),
        ("é\u3000x\u00a0y\t", "é\u3000x\u00a0y\\t"), ("", ""),
    ],
)  # fmt: skip
def test_what_nobody_sees_is_written_out(text: str, shown: str) -> None:
    assert visible(text) == shown


def test_a_hint_keeps_the_text_that_it_is_of() -> None:
    one, other = TextSource("one", "(x)"), TextSource("other", "(y)")
    plain = say("delete it")
    remedy = replacing(plain, (0, 1), "[", "{")
    assert of(None, one) is None and of(plain, one) is plain
    found = of(remedy, one)
    assert found == replacing(plain, (0, 1), "[", "{", text=one)
    assert of(found, other) is found
