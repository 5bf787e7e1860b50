"""Words, bits and arithmetic: what compilers and processors have for them, and the same in plain C."""

from __future__ import annotations

import ctypes
import subprocess
from ctypes import POINTER, byref, c_int, c_int64, c_uint64
from pathlib import Path
from random import Random

import pytest
import yisp_runtime

from yisp.compile.builds import compiler

SOURCE = """
#include "numbers/bits.h"
int popcount(uint64_t word) { return yisp_popcount(word); }
int lowest(uint64_t word) { return yisp_lowest(word); }
int leading(uint64_t word) { return yisp_leading(word); }
int nth(uint64_t word, int n) { return yisp_lowest(yisp_nth(word, n)); }
int nth_anywhere(uint64_t word, int n) { return yisp_nth_anywhere(word, n); }
uint64_t product(uint64_t a, uint64_t b, uint64_t* high) { return yisp_product(a, b, high); }
uint64_t signed_product(int64_t a, int64_t b, int64_t* high) { return yisp_signed_product(a, b, high); }
uint64_t divide(uint64_t high, uint64_t low, uint64_t by, uint64_t* rest)
{
    return yisp_divide(high, low, by, rest);
}
int add(int64_t a, int64_t b, int64_t* out) { return yisp_add(a, b, out); }
int subtract(int64_t a, int64_t b, int64_t* out) { return yisp_subtract(a, b, out); }
int multiply(int64_t a, int64_t b, int64_t* out) { return yisp_multiply(a, b, out); }
int64_t now(int64_t field) { return yisp_now(field); }
int likely(int x) { return yisp_likely(x > 3) + yisp_unlikely(x > 5); }
"""

WAYS = {
    "any processor": [],
    "this processor": compiler.processor_flags(),
    "plain C": ["-DYISP_PLAIN_C", "-std=c99", "-pedantic-errors", "-Wall", "-Werror"],
}
OUT = POINTER(c_int64)
SIGNATURES = {
    "popcount": (c_int, c_uint64),
    "lowest": (c_int, c_uint64),
    "leading": (c_int, c_uint64),
    "nth": (c_int, c_uint64, c_int),
    "nth_anywhere": (c_int, c_uint64, c_int),
    "product": (c_uint64, c_uint64, c_uint64, POINTER(c_uint64)),
    "signed_product": (c_uint64, c_int64, c_int64, OUT),
    "divide": (c_uint64, c_uint64, c_uint64, c_uint64, POINTER(c_uint64)),
    "add": (c_int, c_int64, c_int64, OUT),
    "subtract": (c_int, c_int64, c_int64, OUT),
    "multiply": (c_int, c_int64, c_int64, OUT),
    "now": (c_int64, c_int64),
    "likely": (c_int, c_int),
}

EDGES = [0, 1, 2, 3, 2**31, 2**32 - 1, 2**32, 2**32 + 1, 2**62, 2**63 - 1, 2**63, 2**63 + 1, 2**64 - 1]


@pytest.fixture(scope="module", params=WAYS)
def library(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    folder = tmp_path_factory.mktemp("portable")
    (folder / "portable.c").write_text(SOURCE)
    command = [*compiler.find().words, "-O2", "-fPIC", "-shared", *WAYS[request.param]]
    command += [f"-I{Path(yisp_runtime.__file__).parent}", str(folder / "portable.c")]
    subprocess.run([*command, "-o", str(folder / "portable.so")], check=True)
    library = ctypes.CDLL(str(folder / "portable.so"))
    for name, (result, *arguments) in SIGNATURES.items():
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    return library


def words(seed: int, more: int) -> list[int]:
    """Words at the edges, and others of all sizes."""
    random = Random(seed)
    return EDGES + [random.getrandbits(64) >> random.randrange(64) for _ in range(more)]


def signed(word: int) -> int:
    return word - 2**64 if word >> 63 else word


def test_bits_of_a_word(library: ctypes.CDLL) -> None:
    random = Random(1)
    sparse = [random.getrandbits(64) & random.getrandbits(64) for _ in range(300)]
    for word in [*words(2, 100), *sparse, 0xFF00, 0x8000_0000_0000_0001]:
        places = [place for place in range(64) if word >> place & 1]
        assert library.popcount(word) == len(places)
        assert [library.nth(word, n) for n in range(len(places))] == places
        assert [library.nth_anywhere(word, n) for n in range(len(places))] == places
        if places:
            assert (library.lowest(word), library.leading(word)) == (places[0], places[-1])


def test_products(library: ctypes.CDLL) -> None:
    high, upper = c_uint64(), c_int64()
    for a in words(3, 40):
        for b in words(4, 40):
            low = library.product(a, b, byref(high))
            assert high.value << 64 | low == a * b
            low = library.signed_product(signed(a), signed(b), byref(upper))
            assert upper.value * 2**64 + low == signed(a) * signed(b)


def test_division(library: ctypes.CDLL) -> None:
    rest = c_uint64()
    for divisor in filter(None, words(5, 20)):
        for high in (word % divisor for word in words(6, 20)):
            for low in words(7, 10):
                quotient = library.divide(high, low, divisor, byref(rest))
                assert (quotient, rest.value) == divmod(high << 64 | low, divisor)


@pytest.mark.parametrize("name", ["add", "subtract", "multiply"])
def test_arithmetic_that_may_not_fit(library: ctypes.CDLL, name: str) -> None:
    meaning = {"add": int.__add__, "subtract": int.__sub__, "multiply": int.__mul__}[name]
    out = c_int64()
    for a in map(signed, words(8, 40)):
        for b in map(signed, words(9, 40)):
            result = meaning(a, b)
            fails = getattr(library, name)(a, b, byref(out))
            assert bool(fails) == (not -(2**63) <= result < 2**63), (a, b)
            assert out.value == signed(result % 2**64)


def test_hints_change_nothing(library: ctypes.CDLL) -> None:
    assert [library.likely(x) for x in (0, 4, 6)] == [0, 1, 2]
    assert library.now(-(2**63)) == -(2**63)
