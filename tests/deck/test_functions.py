"""``deck.define``: how functions are named, and which may call which; and the keys of turns."""

from __future__ import annotations

from typing import Any

import pytest
from running import deck_text, load_text

from yisp.deck.load import loads
from yisp.lang.diagnostics import DeckError, Diagnostic


def said(define: dict[str, Any], stat: str = "1", **topic: Any) -> list[Diagnostic]:
    """What is said about a deck with these functions, a stat and more keys of its topic."""
    tests = {"t": {"start-card": 1, "combos": {"c": {"hand": ["a"]}}, "stats": {"s": stat}, **topic}}
    try:
        return list(load_text(deck_text({"a": {}}, tests, define=define)).diagnostics)
    except DeckError as error:
        return list(error.diagnostics)


def marked(item: Diagnostic) -> str:
    assert item.place is not None
    start = item.place.column - 1
    return item.place.text[start : start + item.place.length]


@pytest.mark.parametrize(
    ("head", "mark", "hint"),
    [
        ("(x)", "(x)", "as in `gain(x)"),
        ("gain(x", "gain(x", "as in `gain(x)"),
        ("gain(x))", "gain(x))", "as in `gain(x)"),
        ("gain x", "gain x", "as in `gain(x)"),
        ("Gain", "Gain", "spelt like a variable"),
        ("2x(n)", "2x", "spelt like a variable"),
        ("special-summon(n)", "special-summon", "spelt like a variable"),
        ("while(n)", "while", "another name"),
        ("times(n)", "times", "another name"),
        ("light(n)", "light", "another name"),
        ("gain(X)", "X", "can be called `P`"),
        ("gain(Pile)", "Pile", "of a zone is one capital letter"),
        ("gain(n, 3)", "3", "spelt like a variable"),
    ],
)
def test_a_badly_named_function(head: str, mark: str, hint: str) -> None:
    (item,) = said({head: "1"})
    assert (item.code, item.severity) == ("Y126", "error")
    assert marked(item) == mark
    assert item.hint is not None and hint in item.hint


def test_a_parameter_twice() -> None:
    (item,) = said({"gain(n, m n)": "1"})
    assert item.code == "Y126" and "the parameter `n` is given twice" in item.message


def test_a_function_twice() -> None:
    (item,) = said({"gain(n)": "n", "gain": "1"})
    assert (item.code, item.message) == ("Y126", "the function `gain` is defined twice")


@pytest.mark.parametrize(
    ("define", "circle"),
    [
        ({"f": "(f)"}, "`f` → `f`"),
        ({"f(n)": "(+ 1 (g n))", "g(n)": "(h n)", "h(n)": "(if n (g 1) 2)"}, "`g` → `h` → `g`"),
        ({"f": "(on draw (f))"}, "`f` → `f`"),
    ],
)
def test_a_function_that_calls_itself(define: dict[str, str], circle: str) -> None:
    (item,) = [item for item in said(define) if item.code == "Y127"]
    assert item.message == f"a function must not end up calling itself: {circle}"
    assert item.hint == "use `while` or `repeat`"


@pytest.mark.parametrize(
    ("define", "code"),
    [
        ({"f(X)": "1"}, "Y126"),
        ({"f(n)": "(g n)"}, "Y101"),
        ({"f(n)": "(+ n"}, "Y104"),
        ({"f(n)": "n;[draw]"}, "Y121"),
        ({"f(n)": "(g n)", "g(n)": "(h n)"}, "Y101"),
    ],
)
def test_a_call_of_what_is_wrong_already_draws_no_second_complaint(define: dict[str, str], code: str) -> None:
    assert [item.code for item in said(define, "(+ 1 (f 2))")] == [code]


def test_chains_of_calls() -> None:
    def chain(length: int) -> dict[str, str]:
        return {f"f{n}": f"(+ 1 (f{n + 1}))" if n < length else "1" for n in range(1, length + 1)}

    assert said(chain(64), "(f1)") == []
    (item,) = said(chain(65), "(f1)")
    assert item.code == "Y127" and "`f1` begins a chain of more than 64 functions" in item.message
    beside = {"short": "1", **{name: f"(+ (short) {body})" for name, body in chain(65).items()}}
    assert [one.code for one in said(beside, "(f1)")] == ["Y127", "Y127"], "those of the longest chain count"


def test_what_a_function_does_is_known_where_it_is_called() -> None:
    """Whether it changes the table, gives a number, uses `X` or `it`; through other functions, too."""
    define = {
        "mill": "(# D.1 B)", "luck": "(rand 1 6)", "through": "(mill);1", "leave": "(# X B)",
        "it_goes": "(# it B)",
        "own(n)": "(= x n);(= n (+ x 1));n", "word": "(= word (+ word 1));2",
    }  # fmt: skip
    assert said(define, "(+ (luck) (own 3))") == []
    for stat, code in [("(through)", "Y131"), ("(word)", "Y131")]:
        assert [item.code for item in said(define, stat) if item.severity == "error"] == [code]
    assert [item.code for item in said(define, "(+ 1 (mill))")] == ["Y131"]
    assert [item.code for item in said(define, header="(leave)")] == ["Y130"]
    (item,) = said(define, header="(it_goes)")
    assert (item.code, marked(item)) == ("Y132", "it_goes")
    assert said(define, header="(on draw (it_goes));(through)") == []
    (item,) = said(define, "(own)")
    assert (item.code, item.hint) == ("Y102", "write it as `(own n)`")
    (item,) = said(define, "(owm 2)")
    assert (item.code, item.hint) == ("Y101", "did you mean `own`?")


def test_mistakes_in_a_function_are_reported_where_it_stands() -> None:
    text = """\
deck:
  cards: {a: {}}
  define:
    gain(x): '(= score (+ scroe x)); (foo)'
simulate: {tests: {t: {start-card: 1, combos: {c: {score: score}}}}}
"""
    with pytest.raises(DeckError) as error:
        loads(text, "deck.yml")
    places = {
        item.code: (item.place.line, item.place.column) for item in error.value.diagnostics if item.place
    }
    assert places["Y101"] == (4, 39)


def test_keys_that_come_to_nothing() -> None:
    (item,) = said({}, draw=2)
    assert (item.code, item.severity) == ("Y428", "warning")
    assert item.hint == "`turns: 2` gives it another; how many cards the opening hand has is `start-card`"
    (item,) = said({}, **{"exec-program": True, "program": "(# D H)"})
    assert (item.code, item.severity) == ("Y428", "warning")
    assert said({}, turns=2, draw=0) == said({}, program="(# D H)") == []


def test_an_argument_is_gone_when_something_runs_later() -> None:
    define = {"gain(x)": "(on turn-end (= score (+ score x)) (times x));(after 1 (= last x));(= score x)"}
    spans = [item.place.column for item in said(define) if item.code == "Y413" and item.place]
    assert len(spans) == 2
