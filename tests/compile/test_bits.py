"""The bits of a word: what the processor does in one instruction, and the same without it."""

from __future__ import annotations

import ctypes
import subprocess
from pathlib import Path
from random import Random

import pytest
import yisp_runtime

from yisp.compile import compiler

SOURCE = """
#include "bits.h"
int popcount(uint64_t word) { return yisp_popcount(word); }
int lowest(uint64_t word) { return yisp_lowest(word); }
int nth(uint64_t word, int n) { return __builtin_ctzll(yisp_nth(word, n)); }
int nth_anywhere(uint64_t word, int n) { return yisp_nth_anywhere(word, n); }
"""


@pytest.fixture(scope="module", params=["any processor", "this processor"])
def bits(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    folder = tmp_path_factory.mktemp("bits")
    (folder / "bits.c").write_text(SOURCE)
    flags = compiler.processor_flags() if request.param == "this processor" else []
    command = [*compiler.find().words, "-O2", "-fPIC", "-shared", *flags]
    command += [f"-I{Path(yisp_runtime.__file__).parent}", str(folder / "bits.c")]
    subprocess.run([*command, "-o", str(folder / "bits.so")], check=True)
    library = ctypes.CDLL(str(folder / "bits.so"))
    for function in (library.popcount, library.lowest):
        function.argtypes = [ctypes.c_uint64]
    for function in (library.nth, library.nth_anywhere):
        function.argtypes = [ctypes.c_uint64, ctypes.c_int]
    return library


def test_bits_of_a_word(bits: ctypes.CDLL) -> None:
    random = Random(1)
    words = [2**64 - 1, 1, 2**63, 0xFF00, 0x8000_0000_0000_0001]
    words += [random.getrandbits(64) & random.getrandbits(64) for _ in range(300)]
    for word in words:
        places = [place for place in range(64) if word >> place & 1]
        assert bits.popcount(word) == len(places)
        assert [bits.nth(word, n) for n in range(len(places))] == places
        assert [bits.nth_anywhere(word, n) for n in range(len(places))] == places
        assert not places or bits.lowest(word) == places[0]
