"""Reading YAML: what a deck file may be, and what is refused, with the place."""

from __future__ import annotations

import time

import pytest
import yaml

from yisp.deck.reading.document import Mapping, Scalar
from yisp.deck.reading.files import LARGEST
from yisp.deck.reading.parse import read_document
from yisp.lang.diagnostics import DeckError, Diagnostics


@pytest.fixture(params=["libyaml", "pure"], autouse=True)
def parser(request, monkeypatch):
    """Every test here holds for both parsers that PyYAML may have."""
    if request.param == "pure":
        monkeypatch.delattr(yaml, "CLoader", raising=False)
    elif not hasattr(yaml, "CLoader"):
        pytest.skip("PyYAML was built without libyaml")


def read(data):
    return read_document(data, "deck.yml", Diagnostics())


def refused(data):
    with pytest.raises(DeckError) as caught:
        read(data)
    return [
        item.code + (f" {item.place.line}:{item.place.column}" if item.place else "")
        for item in caught.value.diagnostics
    ]


def values(data):
    """The document as plain Python data."""

    def plain(node):
        if isinstance(node, Scalar):
            return node.value
        if isinstance(node, Mapping):
            return {name: plain(entry.value) for name, entry in node.entries.items()}
        return [plain(item) for item in node.items]

    return plain(read(data).root)


def test_texts_are_taken_as_written():
    text = "no: [10, 12:30, =, ~, yes, null, 1e3, 0x1F, 2001-01-01, on]"
    assert values(text) == {"no": ["10", "12:30", "=", "~", "yes", "null", "1e3", "0x1F", "2001-01-01", "on"]}


def test_a_byte_order_mark_and_windows_line_ends_change_nothing():
    document = read(b"\xef\xbb\xbfdeck: 1\r\nb: x\r\n")
    assert values(b"\xef\xbb\xbfdeck: 1\r\nb: x\r\n") == {"deck": "1", "b": "x"}
    place = document.root.entries["b"].value.place
    assert (place.line, place.column, place.text, place.length) == (2, 4, "b: x", 1)


def test_aliases_and_merge_keys():
    text = """
base: &base {count: 3, attribute: &m [monster]}
other: &other {count: 1, description: d}
ash: {<<: *base, count: 2}
veiler: {<<: [*base, *other]}
list: *m
"""
    read_values = values(text)
    assert read_values["ash"] == {"count": "2", "attribute": ["monster"]}
    assert read_values["veiler"] == {"count": "3", "attribute": ["monster"], "description": "d"}
    assert read_values["list"] == ["monster"]
    assert values('"<<": x') == {"<<": "x"}  # in quotes it is a name


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a: 1\nb: 2\na: 3\n", ["Y006 3:1"]),
        ("a: !!python/object/apply:os.system ['echo']\n", ["Y007 1:4"]),
        ("a: !!str x\nb: !mine {c: d}\n", ["Y007 1:4", "Y007 2:4"]),
        ("hand: [!a:trap ]\n", ["Y007 1:8"]),
        ("a: *nobody\n", ["Y008 1:4"]),
        ("a: &a\n  <<: *a\n", ["Y008 2:7"]),
        ("a: &a [x, *a]\n", ["Y008 1:11"]),
        ("a: 1\n---\nb: 2\n", ["Y011 2:1"]),
        ("{[a]: b}\n", ["Y012 1:2"]),
        ("? {a: b}\n: c\n", ["Y012 1:3"]),
        ("<<: x\n", ["Y013 1:5"]),
        ("a: 'x\0'\n", ["Y004 1:6"]),
        ("a: \u202ex\n\ufeff\n", ["Y004 2:1"]),
        ("a: x\ufffe\n", ["Y004 1:5"]),
        ("a: x\U0001ffff\n", ["Y004 1:5"]),
        ("a: x\ud800\n", ["Y004 1:5"]),
        ('a: "灰\\0"\n', ["Y004 1:6"]),
        ('a:\n  - "x\\x07"\n', ["Y004 2:7"]),
        ("a: ß".encode("latin-1"), ["Y003 1:4"]),
        ("a: b\r\n灰: 流".encode("gbk"), ["Y003 2:1"]),
        ("a: b\n灰: \xff".encode() + b"\xfe", ["Y003 2:5"]),
        ("a: b".encode("utf-16"), ["Y003 1:1"]),
        (b"a" * (LARGEST + 1), ["Y002"]),
        ("a: " * 3, ["Y005 1:5"]),
    ],
)
def test_what_a_file_may_not_hold(text, expected):
    assert refused(text) == expected


def test_several_mistakes_are_found_at_once():
    assert refused("a: 1\na: 2\nb: !x y\nc: *d\n") == ["Y006 2:1", "Y007 3:4", "Y008 4:4"]


def test_a_key_given_twice_names_the_line_of_the_first():
    with pytest.raises(DeckError) as caught:
        read("x: 1\na: 1\n\na: 2\n")
    assert "line 2" in next(iter(caught.value.diagnostics)).message


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("[" * 100_000, "Y009"),
        ("{" * 100_000, "Y009"),
        ("".join(" " * depth + "a:\n" for depth in range(300)), "Y009"),
        (
            "a: &a [x,x,x,x,x,x,x,x,x,x]\n"
            + "".join(
                f"{new}: &{new} [{','.join(['*' + old] * 10)}]\n"
                for old, new in zip("abcdefgh", "bcdefghi", strict=True)
            ),
            "Y010",
        ),
        (
            "a: &a {x: 1}\n"
            + "".join(
                f"{new}: &{new} {{<<: [{','.join(['*' + old] * 10)}]}}\n"
                for old, new in zip("abcdefgh", "bcdefghi", strict=True)
            ),
            "Y010",
        ),
    ],
    ids=["brackets", "keys that are tables", "indentation", "bomb", "bomb of merges"],
)
def test_files_that_would_never_end_are_refused_at_once(text, code):
    started = time.process_time()
    assert [found.split()[0] for found in refused(text)] == [code]
    assert time.process_time() - started < 6


def test_an_empty_file_has_no_root():
    assert read("").root is None
    assert read("# nothing\n").root is None


def test_an_escape_beyond_unicode_is_no_crash():
    assert refused('a: "\\UFFFFFFFF"')[0] in ("Y005 1:1", "Y005 1:5")
