"""``yisp.function``: formulas as Python functions."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import ceil, floor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import yisp
from yisp.lang.forms import FORMS
from yisp.simulate.single.evaluate import evaluate

LEAST, GREATEST = -(2**63), 2**63 - 1
numbers = st.integers(LEAST, GREATEST) | st.integers(-20, 20) | st.sampled_from([LEAST, GREATEST, 0, 1, -1])


def outcome(call: Callable[[], int]) -> int | str:
    """What it gives, or the code of its mistake."""
    try:
        return call()
    except yisp.PlayError as error:
        return next(item.code for item in error.diagnostics)


def expected(exact: Fraction | int | None) -> int | str:
    if exact is None:
        return "Y302"
    return int(exact) if LEAST <= exact <= GREATEST else "Y303"


def nearest(number: Fraction) -> int:
    return floor(number + Fraction(1, 2)) if number > 0 else ceil(number - Fraction(1, 2))


def truncated(number: Fraction) -> int:
    return floor(number) if number > 0 else ceil(number)


def halvings(a: int) -> int:
    return min(max(a, 0).bit_length(), 9)


RULES: dict[str, Callable[[int, int], int | None]] = {
    "(+ a b)": lambda a, b: a + b,
    "(- a b)": lambda a, b: a - b,
    "(* a b)": lambda a, b: a * b,
    "(/ a b)": lambda a, b: truncated(Fraction(a, b)) if b else None,
    "(% a b)": lambda a, b: a - b * truncated(Fraction(a, b)) if b else None,
    "(muldiv a 7 b up)": lambda a, b: ceil(Fraction(7 * a, b)) if b else None,
    "(muldiv a 7 b down)": lambda a, b: floor(Fraction(7 * a, b)) if b else None,
    "(muldiv a 7 b near)": lambda a, b: nearest(Fraction(7 * a, b)) if b else None,
    "(max a b)": max,
    "(abs a)": lambda a, b: abs(a),
    "(and a b)": lambda a, b: int(bool(a) and bool(b)),
    "(< a b)": lambda a, b: int(a < b),
    "(if (> a b) (- a) b)": lambda a, b: -a if a > b else b,
    "(block (= sum (min a b)) (= c 3) (+ sum (- c 3)))": min,
    "(= c 0); (while (and (> a 0) (< c 9)) (= c (+ c 1)) (= a (/ a 2))); c": lambda a, b: halvings(a),
    "/(> a b); 5": lambda a, b: 5 if a > b else 0,
}
MADE = {body: yisp.function(f"(a b) {body}") for body in RULES}


@pytest.mark.parametrize("body", RULES)
@settings(max_examples=50)
@given(a=numbers, b=numbers)
def test_it_keeps_the_rules(body: str, a: int, b: int) -> None:
    assert outcome(lambda: MADE[body](a, b)) == expected(RULES[body](a, b))


@pytest.mark.slow
@pytest.mark.parametrize("body", RULES)
@settings(max_examples=50)
@given(a=numbers, b=numbers)
def test_a_table_says_the_same(body: str, a: int, b: int) -> None:
    if ";" in body:
        return  # no number that could be assigned
    done = evaluate(f"(= a {a});(= b {b});(= result {body});(print result)")
    printed = [entry.items for entry in done.entries if entry.what == "print"]
    codes = [done.program.sites[entry.site].code for entry in done.entries if entry.what == "notice"]
    assert outcome(lambda: MADE[body](a, b)) == (codes[0] if codes else printed[0][0])


@pytest.mark.parametrize("form", [form for form in FORMS.values() if form.gives], ids=lambda form: form.name)
def test_the_examples_of_the_forms(form: object) -> None:
    assert str(yisp.function(f"() {form.example}")()) == form.gives  # type: ignore[attr-defined]


def test_parameters_of_any_name() -> None:
    """Even those that Python keeps for itself, or that the printed text uses."""
    body = "(+ (* if 10000) (* index 1000) (* fail 100) (* g0 10) n1)"
    function = yisp.function(f"(if index fail g0 n1 x) {body}")
    assert function(1, 2, 3, 4, 5, 6) == 12345
    assert yisp.function("() 3")() == 3
    assert yisp.function("( unused ) 3")(9) == 3


def test_numbers_are_numbers() -> None:
    assert type(yisp.function("(x) (> x 1)")(2)) is int
    assert yisp.function("(x) (+ x 1)")(True) == 2


def test_a_wrong_argument_is_named() -> None:
    function = yisp.function("(x p1 if fail index index_) (+ x p1 if fail index index_)")
    assert function(1, 2, 3, 4, 5, 6) == 21
    assert outcome(lambda: function(1, 2, 3, 2**63 - 1, 5, 6)) == "Y303"
    with pytest.raises(TypeError, match=r"missing 5 .*: 'p1', 'if', 'fail', 'index', and 'index_'$"):
        function(1)
    for value in (1.5, "1", None):
        with pytest.raises(TypeError, match=f"^p1 must be a whole number, not {value!r}$"):
            function(1, value, 2**64, 4, 5, 6)  # type: ignore[arg-type]
    for number in (2**63, -(2**63) - 1, 10**5000):
        with pytest.raises(ValueError, match=r"^fail does not fit 64 bits$"):
            function(1, 2, 3, number, 1.5, 6)  # type: ignore[arg-type]


def test_a_number_of_numpy_does_not_wrap() -> None:
    import numpy

    assert outcome(lambda: yisp.function("(x) (* x x)")(numpy.int64(2**40))) == "Y303"


def test_an_error_says_where() -> None:
    function = yisp.function("(x)\n  (+ 1\n     (/ 10 x))")
    with pytest.raises(yisp.PlayError) as caught:
        function(0)
    (item,) = caught.value.diagnostics
    assert item.place is not None
    assert (item.place.line, item.place.column, item.place.length) == (3, 6, len("(/ 10 x)"))
    assert function(3) == 4


@pytest.mark.parametrize(
    ("text", "code", "column"),
    [
        ("x", "Y126", 1),
        ("(x x) 1", "Y126", 4),
        ("(x 9) 1", "Y126", 4),
        ("(X) 1", "Y126", 2),
        ("(x) (+ x y)", "Y126", 10),
        ("(x) |H|", "Y141", 6),
        ("(x) (rand 1 x)", "Y141", 6),
        ("(x) (block (# D.x H) x)", "Y141", 13),
        ('(x) (block (print x) x)', "Y141", 13),
        ("(x) (block (! t) x)", "Y141", 13),
        ("(x) (+ x)", "Y102", 6),
        ("(x) (+ x 1", "Y104", 5),
        ("(x) @; x", "Y141", 5),
        ("(x) (on draw 1); x", "Y141", 6),
        ("(x) (stop 1); x", "Y141", 6),
        ("(x) (f x)", "Y101", 6),
        ("(x)", "Y109", 4),
        ("(x) (= x 1)", "Y109", 5),
        ("(x) (if x 1)", "Y109", 5),
    ],
)  # fmt: skip
def test_mistakes(text: str, code: str, column: int) -> None:
    with pytest.raises(yisp.DeckError) as caught:
        yisp.function(text)
    found = [(item.code, item.place.column) for item in caught.value.diagnostics if item.place]
    assert (code, column) in found


def test_its_text_can_be_read() -> None:
    function = yisp.function("(x) (* x 2)")
    assert function.__doc__ == "(x) (* x 2)"
    assert "table" not in function.python_source  # type: ignore[attr-defined]


def test_loops_end() -> None:
    with pytest.raises(yisp.PlayError) as caught:
        yisp.function("(x) (while 1 (= x 1)); x")(1)
    (item,) = caught.value.diagnostics
    assert item.code == "Y306" and item.place is not None and item.place.column == 5


def test_deep_nesting() -> None:
    assert yisp.function("(x) " + "(+ 1 " * 190 + "x" + ")" * 190)(5) == 195
