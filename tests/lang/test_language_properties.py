"""Laws that hold for every text: nothing raises, places lie within, printing and reading agree."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reading import judge

from yisp.lang import tree
from yisp.lang.checking.checking import Context
from yisp.lang.diagnostics import Diagnostics, render
from yisp.lang.forms import FORMS
from yisp.lang.parsing.mistakes import EXAMPLES
from yisp.lang.parsing.parser import parse_script
from yisp.lang.parsing.words import is_plain
from yisp.lang.source import TextSource
from yisp.lang.walk import walk

TOKENS = [
    "(",
    ")",
    "|",
    "H",
    "X",
    ".",
    "!",
    "a:",
    "A:",
    '"',
    ";",
    "@",
    "/",
    "#",
    "=",
    "if",
    "block",
    "1",
    "-3",
    "x",
    "foo",
    " ",
    "[t]",
    "[",
    "]",
    ":",
    "?",
    "*",
    "it",
    "while",
    "（",
    "；",
    "\u202e",
    "\x00",
    "\n",
    "é",
    "-:",
    ".5",
    "\t",
    "灰",
]
CONTEXTS: list[Context] = ["effect", "header", "score"]


def assert_sound(text: str, context: Context) -> None:
    lines = TextSource("t", text)
    for item in judge(text, context):
        assert item.place is not None and item.message and item.hint != ""
        assert item.place.text == lines.place(0, 0).text or item.place.line > 1
        assert 1 <= item.place.column <= len(item.place.text) + 1 and item.place.length >= 1
        assert render(item).replace("\n", "").isprintable()


@given(st.lists(st.sampled_from(TOKENS), max_size=16).map("".join), st.sampled_from(CONTEXTS))
def test_no_text_of_the_language_raises(text: str, context: Context) -> None:
    assert_sound(text, context)


@given(st.text(max_size=60), st.sampled_from(CONTEXTS))
def test_no_text_at_all_raises(text: str, context: Context) -> None:
    assert_sound(text, context)


@pytest.mark.parametrize("length", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_every_short_mistake_has_its_sentence(length: int) -> None:
    """A state of the parser in which no example stops would raise here."""
    pieces = ["(", ")", "|", "H", ".", "!", "a:", '"', "@", "/", "x", " ", "[", "]", ":", "3", "b!"]
    for examples in EXAMPLES.values():
        for example in examples:
            for tail in product(pieces, repeat=length):
                parse_script(TextSource("t", example + "".join(tail)), Diagnostics())
    for tail in product(pieces, repeat=length + 1):
        parse_script(TextSource("t", "(# H.a " + "".join(tail)), Diagnostics())


# Trees that can be written, and how -----------------------------------------------------------

AT = (0, 0)
NAMES = st.text(st.characters(blacklist_categories=["Cs"], blacklist_characters=";"), min_size=1, max_size=6)
VARIABLES = st.from_regex(r"[a-z][A-Za-z0-9_]{0,3}", fullmatch=True)
NUMBERS = st.integers(-(2**63), 2**63 - 1).map(lambda value: tree.Number(value, AT))
LEAVES = (
    NUMBERS
    | VARIABLES.map(lambda name: tree.Variable(name, AT))
    | NAMES.map(lambda text: tree.String(text, AT))
)


def filters(amounts: st.SearchStrategy[tree.Expression]) -> st.SearchStrategy[tree.Filter]:
    return st.recursive(
        st.builds(tree.ByName, NAMES, st.just(AT))
        | st.builds(tree.ByAttribute, NAMES, st.just(AT))
        | st.builds(tree.ByKind, NAMES, st.just(AT))
        | st.builds(tree.ByPattern, NAMES, st.just(AT))
        | st.just(tree.ThisCard(AT))
        | st.builds(tree.Limit, st.sampled_from(["first", "last", "random", "choice"]), amounts, st.just(AT)),
        lambda inner: st.builds(tree.Not, inner, st.just(AT)),
        max_leaves=3,
    )


def calls(inner: st.SearchStrategy[tree.Expression]) -> st.SearchStrategy[tree.Call]:
    return st.builds(
        tree.Call,
        st.sampled_from(sorted(FORMS)),
        st.just(AT),
        st.lists(inner, max_size=3).map(tuple),
        st.just(AT),
    )


def expressions(inner: st.SearchStrategy[tree.Expression]) -> st.SearchStrategy[tree.Expression]:
    amounts = NUMBERS | VARIABLES.map(lambda name: tree.Variable(name, AT)) | calls(inner)
    sets = st.builds(
        tree.CardSet, st.sampled_from("ABHX"), st.lists(filters(amounts), max_size=3).map(tuple), st.just(AT)
    )
    return calls(inner) | sets | st.builds(tree.Size, sets, st.just(AT)) | st.just(tree.Void(AT))


TREES = st.recursive(LEAVES, expressions, max_leaves=8)
MARKS = {"first": ":", "last": "-:", "random": "?:", "choice": "*:"}


def in_filter(name: str, prefix: str = "") -> str:
    return prefix + (name if is_plain(name, prefix) else '"' + name.replace('"', '""') + '"')


def written(node: tree.Expression | tree.Filter) -> str:
    match node:
        case tree.Number(value=value):
            return str(value)
        case tree.Variable(name=name):
            return name
        case tree.String(text=text):
            return '"' + text.replace('"', '""') + '"'
        case tree.Void():
            return "()"
        case tree.Size(cards=cards):
            return f"|{written(cards)}|"
        case tree.Call(head=head, arguments=arguments):
            return "(" + " ".join([head, *map(written, arguments)]) + ")"
        case tree.CardSet(zone=zone, filters=filters):
            return ".".join([zone, *map(written, filters)])
        case tree.ByName(name=name):
            return in_filter(name)
        case tree.ByAttribute(attribute=attribute):
            return in_filter(attribute, "a:")
        case tree.ByPattern(pattern=pattern):
            return in_filter(pattern, "A:")
        case tree.ByKind(kind=kind):
            return in_filter(kind, "k:")
        case tree.ThisCard():
            return "X"
        case tree.Limit(end=end, amount=amount):
            return MARKS[end] + written(amount)
        case tree.Not(filter=inner):
            return "!" + written(inner)
    raise AssertionError(node)


@pytest.mark.filterwarnings("ignore:Generating overly large repr")  # that of TREES
@given(TREES)
def test_what_is_written_is_read_back(expression: tree.Expression) -> None:
    text, diagnostics = written(expression), Diagnostics()
    script = parse_script(TextSource("t", text), diagnostics)
    assert not list(diagnostics), (text, [item.message for item in diagnostics])
    (back,) = script.statements
    assert not isinstance(back, tree.Activate | tree.Guard)
    assert written(back) == text
    for node in walk(back):  # and every part stands where its span says
        if not isinstance(node, tree.Activate | tree.Guard):
            assert text[slice(*node.span)] == written(node)
