"""Doubts about what is legal: unknown names, activation, variables."""

from __future__ import annotations

from itertools import islice

import pytest
from reading import DECK, Deck, judge, judged, script

from yisp.lang.tree import Number
from yisp.lang.walk import usage, walk_calls


@pytest.mark.parametrize(
    ("text", "row", "hint"),
    [
        ("(# H.M B)", ("y403", "M", 6), "write `.a:M`"),
        ("(# H.hand* B)", ("y403", "hand*", 6), "write `.A:hand*`"),
        ("(# H.a:urara B)", ("y404", "a:urara", 6), "write `.urara`"),
        ("(# H.a:HandTrap B)", ("y404", "a:HandTrap", 6), "write `.HandTrap`"),
        ('(# H.a:"Ash Blossom" B)', ("y404", 'a:"Ash Blossom"', 6), 'write `."Ash Blossom"`'),
        ("(# H.a:hand* B)", ("y405", "a:hand*", 6), "write `.A:hand*`"),
        ("(# H.urata B)", ("y402", "urata", 6), "did you mean `.urara`?"),
        ('(# H."Ash Blosom" B)', ("y402", '"Ash Blosom"', 6), 'did you mean `."Ash Blossom"`?'),
        ("(# H.handtrap B)", ("y402", "handtrap", 6), "did you mean `.a:hand-trap`?"),
        ("(# H.!a:hand-tap B)", ("y405", "a:hand-tap", 7), "did you mean `.a:hand-trap`?"),
        ("(# H.A:xyz* B)", ("y405", "A:xyz*", 6), "`*` is any text, `?` any one character"),
        ("(# H.10z B)", ("y402", "10z", 6), "did you mean `.10s`?"),
        ("(# H.q：q B)", ("y402", "q：q", 6), "`：` only looks like `:`"),
        ("(# H.q B)", ("y402", "q", 6), None),
    ],
)
def test_a_name_of_nothing(text: str, row: tuple[str, str, int], hint: str | None) -> None:
    (item,) = judge(text, "program")
    assert judged(text) == [row] and item.hint == hint


def test_a_name_that_must_be_quoted_is_proposed_so() -> None:
    deck = Deck({'a"b': [], "12": [], "a:b": ["two words"], "x.y": []})
    for written, hint in [
        ('"a""c"', '."a""b"'),
        ("12_", '."12"'),
        ("x-y", '."x.y"'),
        ("a:two_words", '.a:"two words"'),
    ]:
        (item,) = judge(f"(# H.{written} B)", "program", deck)
        assert item.hint == f"did you mean `{hint}`?"


def test_hostile_names_are_shown_and_not_obeyed() -> None:
    (item,) = judge('(# H."\x1b[31m\u202e" B)', "program", Deck({}))
    assert item.message == "the deck has no card or alias `\\x1b[31m\\u202e`, so this matches nothing"


def test_without_a_deck_no_name_is_doubted() -> None:
    assert judged("(# H.whatever.a:b.A:c B)", names=None) == []


@pytest.mark.parametrize(
    "text",
    [
        "[1]@;(# D.1 H)",
        "[^]@;(# D.1 H)",
        "/(> |D| 1);@;(# D.1 H)",
        "@;(# X B)",
        "@;(## X D)",
        "@;(# H B)",
        "@;(if (> |H| 2) (# X B) ())",
        '@;(# D.1 H [draw]);(! "draw")',
        "[B]@;(# X J)",
        "[HB]@;(# B J)",
        "(# D.1 H);@;(# X.urara B)",
        "@;(leave)",
        "@;(# D.1 B);(stop 1)",
    ],
)
def test_effects_that_something_stops(text: str) -> None:
    assert judged(text, "effect") == []


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("@;(# D.1 H)", 1),
        ("(# D.1 B);@", 11),
        ("@;/(> |D| 3);(# D.1 H)", 1),
        ("[HB]@;(# X B)", 5),
        ("@;(# X H)", 1),
        ("@;(# X X)", 1),
        ("@;(# D.1 X)", 1),
    ],
)
def test_effects_that_nothing_stops(text: str, column: int) -> None:
    assert judged(text, "effect") == [("y407", "@", column)]


def test_an_effect_that_can_never_activate() -> None:
    assert judged("[1](# X B)", "effect") == [("y406", "[1](# X B)", 1)]
    assert [row[0] for row in judged("", "effect")] == ["y406"]
    assert judged("[1](# X B;@", "effect") == [("Y104", "(", 4)]  # what is broken may hold the `@`
    assert judged("[1](# X B);@(# D.1 H)", "effect") == [("Y112", "(# D.1 H)", 13)]


def test_what_is_wrong_draws_no_doubts_about_activation() -> None:
    assert judged("@;(# X)", "effect") == [("Y102", "#", 4)]
    assert judged("(shufle D)", "effect") == [("Y101", "shufle", 2)]
    assert judged("[on Draw](# it B)", "effect") == [("Y122", "Draw", 5)]


def test_flags_of_an_input_method() -> None:
    (wide, *_) = judge("[１]@;(# X B)", "effect")
    assert (wide.code, wide.hint) == ("Y411", "write `1` (switch the input method to half-width)")


def test_variables_of_one_letter() -> None:
    assert judged("(= x 1);(print x)") == judged("(= total 1);(print score)") == []
    assert judged("(= x 1);(= x 2)") == [("y408", "x", 4)]
    assert judged("(# D.:n H)") == [("y409", "n", 7)]
    assert judged("(+ x y)", "score") == [("y409", "x", 4), ("y409", "y", 6)]
    assert judged("(! a);(= b (muldiv 1 2 3 up));(print b)") == []
    assert judged("(= x 1);(print x", "program") == [("Y104", "(", 9)]  # what is broken may read it


def test_usage_finds_variables_everywhere() -> None:
    used = usage(script("(= total (+ a |H.:b.!:c.:(+ d 1)|));/!e;(! f);(= a 1)"))
    assert used.writes == {"total": [(3, 8)], "a": [(49, 50)]}
    assert used.reads == {"a": [(12, 13)], "b": [(18, 19)], "c": [(22, 23)], "d": [(28, 29)], "e": [(38, 39)]}


def test_aliases_and_names_that_need_care_are_known() -> None:
    assert judged('(# H."Ash Blossom".灰流丽.HandTrap.10s.a:M.!A:h?nd* B)', names=DECK) == []


def test_a_function_is_walked_through_once_however_often_it_is_called() -> None:
    """Also where they call one another in a circle, which is not allowed but can be written."""
    functions = {name: script(text) for name, text in {"f": "(g);(g);1", "g": "(f);2"}.items()}
    walked = islice(walk_calls(script("(f);(h);(f);3"), functions), 99)
    assert sorted(node.value for node in walked if isinstance(node, Number)) == [1, 2, 3]
