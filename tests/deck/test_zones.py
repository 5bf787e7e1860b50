"""Functions of zones: what calls may give, what is said of it, and what they are built for."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from running import compile_text, deck_text, load_text, open_play, rows

import yisp
from yisp.lang.checking.zones import MOST_INSTANCES
from yisp.lang.diagnostics import DeckError, Diagnostic
from yisp.simulate.single.evaluate import evaluate

SLOW_NATIVELY = True

SWAP = {"swap(P, Q)": "(# P T);(# Q P);(# T Q)"}
SEATS: list[Any] = [{"name": "one"}, {"name": "two"}]


def with_keys(text: str, **keys: Any) -> str:
    """The deck with more keys on top."""
    return json.dumps({**json.loads(text), **keys})


def said(define: dict[str, str], header: str = "", stat: str = "1", **keys: Any) -> list[Diagnostic]:
    """What is said about a deck with these functions, a header and a stat."""
    topic = {"start-card": 1, "header": header, "combos": {"c": {"hand": ["a"]}}, "stats": {"s": stat}}
    text = deck_text({"a": {"count": 9}}, {"t": topic}, define=define)
    try:
        return list(load_text(with_keys(text, **keys)).diagnostics)
    except DeckError as error:
        return list(error.diagnostics)


def marked(item: Diagnostic) -> str:
    assert item.place is not None
    start = item.place.column - 1
    return item.place.text[start : start + item.place.length]


@pytest.mark.parametrize(
    ("call", "code", "mark", "message", "hint"),
    [
        ("(swap H.1 B)", "Y103", "H.1", "needs a zone for `P`, but this is a card set", "takes no filters"),
        ("(swap H 2)", "Y103", "2", "needs a zone for `Q`, but this is a number", "(swap P Q)"),
        ("(swap h B)", "Y103", "h", "needs a zone for `P`, but this is a variable", "capital letters: `H`"),
        ("(swap H |B|)", "Y103", "|B|", "but this is a number", "(swap P Q)"),
        ("(swap H)", "Y102", "swap", "takes 2 arguments, but 1 is given", "(swap P Q)"),
        ("(swap)", "Y102", "swap", "takes 2 arguments, but none are given", "(swap P Q)"),
        ("(swop H B)", "Y101", "swop", "no form `swop`", "did you mean `swap`?"),
        ("(pick 2 D)", "Y103", "2", "needs a zone for `P`", "(pick P n)"),
        ("(pick D H)", "Y103", "H", "needs a number for `n`, but this is a zone", "`|H|`"),
        ("(double D)", "Y103", "D", "needs a number for `n`, but this is a zone", "`|D|`"),
    ],
)
def test_what_a_call_may_not_give(call: str, code: str, mark: str, message: str, hint: str) -> None:
    define = {**SWAP, "pick(P, n)": "(# P.:n H)", "double(n)": "(* n 2)"}
    item = next(item for item in said(define, f"{call};(swap H B);(pick B 1)") if item.severity == "error")
    assert (item.code, marked(item)) == (code, mark)
    assert message in item.message and item.hint is not None and hint in item.hint


def test_this_card_is_in_no_zone_that_is_known_beforehand() -> None:
    cards = {"a": {"count": 9, "program": "[1]@;(swap X B)"}}
    topic = {"exec-program": True, "combos": {"c": {"hand": ["a"]}}}
    with pytest.raises(DeckError) as error:
        load_text(deck_text(cards, {"t": topic}, define=SWAP))
    (item,) = error.value.diagnostics
    assert (item.code, marked(item)) == ("Y103", "X")
    assert item.message == "`swap` needs a zone for `P`, but this is the card `X`"


@pytest.mark.parametrize(
    ("head", "code", "severity", "mark"),
    [
        ("f(X)", "Y126", "error", "X"),
        ("f(P, P)", "Y126", "error", "P"),
        ("f(PQ)", "Y126", "error", "PQ"),
        ("f(P, H)", "Y436", "warning", "H"),
    ],
)
def test_how_a_zone_may_be_called(head: str, code: str, severity: str, mark: str) -> None:
    (item,) = said({head: "1"})
    assert (item.code, item.severity, marked(item)) == (code, severity, mark)


def test_a_mistake_in_a_function_is_said_once_however_often_it_is_called() -> None:
    items = said({"f(P)": "(# P.1 foo);(= x 1)"}, "(f H);(f B);(f D)")
    assert [(item.code, marked(item)) for item in items] == [("Y103", "foo"), ("Y408", "x")]
    assert said({"f(P)": "(# P.1 foo)"})[0].code == "Y103"  # nor need it be called


def test_a_mistake_with_certain_zones_says_which() -> None:
    wall = {"wall": {"exits": {"out": 9}}}
    define = {"put(P, Q)": "(# P.1 Q)", "over(P)": "(put H P)"}
    assert said(define, "(put H B);(put D H)", **wall) == []
    (item,) = said(define, "(put H B);(over D)", **wall)
    assert (item.code, item.severity, marked(item)) == ("Y145", "error", "Q")
    assert item.message.endswith("; it is called as `put(H, D)`")


def test_what_it_may_do_is_known_where_it_is_called() -> None:
    define = {**SWAP, "size(P, n)": "(* n |P|)", "both(P, Q)": "(+ (size P 1) (size Q 1))"}
    assert said(define, "(swap H B)", "(+ (size H 2) (both D B))") == []
    (item,) = said(define, "(swap H B)", "(block (swap H B) 1)")
    assert (item.code, marked(item)) == ("Y131", "swap")
    (item,) = said(define, "", "(swap J B)")
    assert item.code == "Y131"


def test_a_zone_with_a_seat_of_its_own_is_given_by_the_call() -> None:
    items = said({"f(P)": "(+ |P:1| |H:1|)"}, stat="(f H)")
    assert [(item.code, marked(item)) for item in items if item.code == "Y136"] == [("Y136", "P:1")]


def test_a_function_of_zones_cannot_call_itself_with_others() -> None:
    (item,) = said({"f(P, Q)": "(f Q P)"}, "(f H B)")
    assert item.code == "Y127"


def test_there_are_not_too_many() -> None:
    letters = "HDABCEFGIJKLMNOPQRSTUVWYZ"
    calls = [f"(swap {p} {q})" for p in letters for q in letters]
    assert said(SWAP, ";".join(calls[:MOST_INSTANCES])) == []
    (item,) = said(SWAP, ";".join(calls))
    assert (item.code, marked(item)) == ("Y136", "swap")


def test_each_combination_is_built_once() -> None:
    define = {**SWAP, "both(P)": "(swap P B);(swap P J)"}
    topic = {"header": "(both H);(both H);(swap H B)", "combos": {"c": {"hand": ["a"]}}}
    deck = load_text(deck_text({"a": {"count": 9}}, {"t": topic}, define=define))
    assert [one.function.name for one in deck.functions] == ["swap(H, B)", "swap(H, J)", "both(H)"]


def test_a_seat_that_is_not_there_is_said_of_the_call() -> None:
    (item,) = said({"size(P)": "(+ |P| |P.a|)"}, stat="(size H:1)")
    assert (item.code, marked(item)) == ("Y148", "H:1")


def test_of_seats(target: str) -> None:
    """A seat's own zone can be given; whose it is must be a number."""
    define = {**SWAP, "size(P)": "|P|"}
    cards = {"a": {"count": 9}}
    deal = {"seats": SEATS, "deal": {"hand": 2}, "wall": {"exits": {"out": 9}}}
    topic = {
        "header": "(# H:1.1 B);(swap H:1 J)",
        "combos": {"c": {"hand": ["a"]}},
        "stats": {"s": "(+ (size H) (* 10 (size H:1)) (* 100 (size J)) (* 1000 (size H:0)))"},
    }
    text = with_keys(deck_text(cards, {"t": topic}, define=define), **deal)
    (row,) = rows(open_play(compile_text(text), target), 0, 1)
    assert row.stats == (2102,)


@pytest.mark.parametrize(
    ("script", "code", "mark"),
    [("(note H:me)", "Y103", "H:me"), ("(note H)", "Y148", "H"), ("(note H:0)", "", "")],
)
def test_of_the_seat_that_a_script_is_of(script: str, code: str, mark: str) -> None:
    define = {"note(P)": "(= word |P|)"}
    seats = [{"name": "one", "on-deal": script}, {"name": "two"}]
    deal = {"seats": seats, "deal": {"hand": 2}, "wall": {"exits": {"out": 9}}}
    items = [
        item for item in said(define, "(= x word);(= y x);(= word y)", **deal) if item.severity == "error"
    ]
    assert [(item.code, marked(item)) for item in items] == ([(code, mark)] if code else [])


def test_from_an_included_file(tmp_path: Path) -> None:
    (tmp_path / "lib.yisp").write_text("(define (swap P Q) (# P T) (# Q P) (# T Q))")
    deck = tmp_path / "deck.yml"
    deck.write_text(
        "include: lib.yisp\ndeck: {cards: {a: {count: 9}}}\nsimulate: {tests: {t: {header: '(swap H D)',"
        " combos: {c: {condition: '(== |D| 5)'}}}}}\n"
    )
    assert yisp.run(deck).topics["t"].success.exact == "1"


def test_on_a_table_and_in_an_evaluation() -> None:
    """Scripts that come later are given what they call."""
    define = {**SWAP, "size(P)": "|P|", "all(P)": "(swap P B);(size B)"}
    topic = {"start-card": 2, "combos": {"c": {"hand": ["a"]}}}
    deck = load_text(deck_text({"a": {"count": 9}}, {"t": topic}, define=define))
    assert evaluate("(all D)", deck).number == 9
    table = yisp.Table(deck)
    assert table.run("(size H)").number == 2
    table.run("(all H)")
    assert (table.number("(size H)"), table.number("(size B)")) == (0, 2)
    with pytest.raises(DeckError):
        table.run("(swap H.1 B)")
    table.run("(swap B J)")
    assert table.number("(size J)") == 2


def test_a_function_of_python_has_no_zones() -> None:
    with pytest.raises(DeckError) as error:
        yisp.function("(P) |P|")
    assert {item.code for item in error.value.diagnostics} == {"Y141"}
