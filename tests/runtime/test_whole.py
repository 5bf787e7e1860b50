"""``numbers/whole.h``: its whole numbers and ratios are those of Python, whatever they are made of."""

from __future__ import annotations

import ctypes
import random
import subprocess
from collections.abc import Callable, Sequence
from fractions import Fraction
from math import gcd
from pathlib import Path

import pytest
import yisp_runtime

from yisp.compile.builds import compiler

Work = Callable[..., tuple[int, ...]]

LIMBS = 64
"""The most that a result has here."""

EDGES = (0, 1, 2, 2**32, 2**63, 2**64 - 1, 2**64 - 2)

SOURCE = f"""
#include "numbers/whole.h"

typedef struct {{ uint64_t limbs[{LIMBS}]; uint32_t size; int32_t negative; }} number;

static void in(yisp_whole* a, const number* b) {{
    yisp_whole_begin(a);
    if (yisp_whole_read(a, b->limbs, b->size)) abort();
    a->negative = b->negative;
}}

static void out(number* b, yisp_whole* a) {{
    memcpy(b->limbs, yisp_limbs(a), a->size * 8);
    b->size = a->size;
    b->negative = a->negative;
    yisp_whole_end(a);
}}

/* Up to four numbers in, up to two out. */
int work(int sort, number* n, uint64_t by) {{
    yisp_whole a, b, c;
    yisp_ratio x, y;
    int told = 0;
    in(&a, n), in(&b, n + 1);
    yisp_whole_begin(&c);
    switch (sort) {{
    case 0: told = yisp_whole_add(&a, &b); break;
    case 1: told = yisp_whole_multiply(&c, &a, &b); yisp_whole_end(&a); a = c; yisp_whole_begin(&c); break;
    case 2: told = yisp_whole_scale(&a, by); break;
    case 3: yisp_whole_divide(&a, (uint32_t)by); break;
    case 4: told = yisp_reduce(&a, &b); break;
    case 5: case 6:
        x.over = a, x.under = b;
        in(&y.over, n + 2), in(&y.under, n + 3);
        told = sort == 5 ? yisp_ratio_add(&x, &y, by) : yisp_ratio_compare(&x, &y);
        yisp_ratio_end(&y);
        a = x.over, b = x.under;
    }}
    out(n, &a), out(n + 1, &b);
    return told;
}}
"""

ADD, MULTIPLY, SCALE, DIVIDE, REDUCE, RATIO_ADD, RATIO_COMPARE = range(7)


class Number(ctypes.Structure):
    _fields_ = [("limbs", ctypes.c_uint64 * LIMBS), ("size", ctypes.c_uint32), ("negative", ctypes.c_int32)]

    @classmethod
    def of(cls, value: int) -> Number:
        made, rest, size = cls(), abs(value), 0
        while rest:
            made.limbs[size], rest, size = rest & 2**64 - 1, rest >> 64, size + 1
        made.size, made.negative = size, value < 0
        return made

    def __int__(self) -> int:
        assert self.size <= LIMBS and (not self.size or self.limbs[self.size - 1]), "no zeros lead"
        value = sum(limb << 64 * place for place, limb in enumerate(self.limbs[: self.size]))
        assert value or not self.negative, "0 has no sign"
        return -value if self.negative else value


@pytest.fixture(scope="module", params=[(), ("-DYISP_PLAIN_C",)], ids=["wide", "plain"])
def work(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Work:
    """With the compiler's numbers of 128 bits, and without."""
    folder = tmp_path_factory.mktemp("whole")
    source, library = folder / "whole.c", folder / "whole.so"
    source.write_text(SOURCE, encoding="utf-8")
    include = f"-I{Path(yisp_runtime.__path__[0])}"
    flags = ["-O1", "-shared", "-fPIC", include, *request.param, "-o", str(library)]
    subprocess.run([*compiler.find().words, *flags, str(source)], check=True)
    function = ctypes.CDLL(str(library)).work

    def called(sort: int, *values: int, by: int = 0) -> tuple[int, ...]:
        given = (Number * 4)(*map(Number.of, [*values, *[0] * (4 - len(values))]))
        said = function(sort, given, ctypes.c_uint64(by))
        return said, int(given[0]), int(given[1])

    return called


def numbers(seed: int, several: int) -> Sequence[list[int]]:
    """Of few limbs and of many, where carries run far, and of both signs."""
    draw = random.Random(seed)

    def one() -> int:
        limbs = [draw.choice((*EDGES, draw.getrandbits(64))) for _ in range(draw.choice((1, 1, 2, 3, 4, 7)))]
        value = sum(limb << 64 * place for place, limb in enumerate(limbs))
        return draw.choice((value, -value))

    return [[one() for _ in range(several)] for _ in range(400)]


def test_sums_and_products(work: Work) -> None:
    for a, b in [*numbers(1, 2), [0, 0], [5, -5], [2**64, -1], [-(2**200), 2**200]]:
        assert work(ADD, a, b)[:2] == (0, a + b)
        assert work(MULTIPLY, a, b)[:2] == (0, a * b)
        by = abs(b) % 2**64
        assert work(SCALE, a, by=by)[:2] == (0, a * by)


def test_quotients(work: Work) -> None:
    for a, b in numbers(2, 2):
        by = abs(b) % 2**32 or 3
        assert work(DIVIDE, a * by, by=by)[1] == a


def test_ratios_are_reduced(work: Work) -> None:
    for a, b, common in numbers(3, 3):
        over, under = a * common, abs(b * common) or 7
        divisor = gcd(over, under)
        assert work(REDUCE, over, under) == (0, over // divisor, under // divisor)


def test_sums_and_the_order_of_ratios(work: Work) -> None:
    for a, b, c, d in [*numbers(4, 4), [1, 3, 1, 3], [-1, 3, -2, 6], [0, 1, 0, 5]]:
        one, other = Fraction(a, b or 1), Fraction(c, d or 1)
        parts = (one.numerator, one.denominator, other.numerator, other.denominator)
        assert work(RATIO_COMPARE, *parts)[0] == (one > other) - (one < other)
        assert work(RATIO_COMPARE, *parts[:2], *parts[:2])[0] == 0
        said, over, under = work(RATIO_ADD, *parts, by=12)
        assert (said, Fraction(over, under)) == (0, one + 12 * other)
