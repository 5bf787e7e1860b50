"""The native target touches no Python object per card or step: so says the C that it is compiled from."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yisp_runtime
from running import compile_text, deck_text, open_play, rows
from yisp_runtime.bindings.table import STRUCT_SIZES

from yisp.compile.builds import compiler, native
from yisp.compile.program import Program

PROGRAM = [
    "[1HD]/(> |D.a:m.3| (rand 0 1));@;(# X B);(## D.?2.!1 H [draw]);(shuffle D)",
    "@;(# X J);(if |H.a| (! draw) (print H |D| (/ word |B|)));(= word (muldiv word 3 (+ 1 |B|) near))",
]


@pytest.fixture(scope="module")
def program() -> Program:
    cards = {"a": {"count": 70, "attribute": ["m"], "program": PROGRAM}, "b": {"count": 9}}
    combos = {"c": {"hand": ["a:m", "!b"], "condition": "(> |D| 1)", "score": "(% word 7)"}}
    topic = {"exec-program": True, "header": "(= word 5)", "combos": combos, "stats": {"s": "|D.-1.a|"}}
    return compile_text(deck_text(cards, {"t": topic, "best": {**topic, "match": "best"}}))


@pytest.fixture(scope="module")
def c_source(program: Program, tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("c")
    return Path(native.translate(program.cython_source, str(folder))).read_text("utf-8")


def functions(source: str) -> dict[str, str]:
    """The bodies of the deck's functions, without comments."""
    source = re.sub(r"/\*.*?\*/", "", source, flags=re.DOTALL)
    pattern = r"^static (?:CYTHON_\w+ )*[\w ]+\*? ?(__pyx_f_\w+)\([^;{]*\) \{\n(.*?)^\}"
    return {match[1]: match[2] for match in re.finditer(pattern, source, re.DOTALL | re.MULTILINE)}


def test_trial_code_touches_no_python_object(c_source: str) -> None:
    bodies = functions(c_source)
    names = "\n".join(bodies)
    for expected in (
        "effect_0",
        "effect_1",
        "header_0",
        "combo_0_0",
        "stat_0_0",
        "judge_1",
        "run_effect",
    ):
        assert expected in names
    for header in Path(yisp_runtime.__file__).parent.rglob("*.h"):  # what they call
        bodies[header.name] = header.read_text("utf-8")
    for name, body in bodies.items():
        found = re.search(
            r"PyObject|\bPy[A-Z_]\w*\(|__Pyx_(?!RefNanny|NAN)\w*(?:Raise|GIL|Err|Unraisable|Int_)\w*", body
        )
        assert found is None, f"{name} uses {found[0]}"


@pytest.mark.slow  # so do those of a module built for another deck (tests/test_packaging.py)
def test_struct_sizes_agree(program: Program, tmp_path: Path) -> None:
    """A module built for a deck sees the structs that the runtime made."""
    source = program.cython_source + (
        "\nfrom yisp_runtime.position.table cimport Counts, EffectInfo"
        "\ndef sizes():"
        "\n    return {'Table': sizeof(Table), 'Counts': sizeof(Counts), 'EffectInfo': sizeof(EffectInfo)}\n"
    )
    c_file = native.translate(source, str(tmp_path), "sizes_of_structs")
    library = tmp_path / "sizes_of_structs.so"
    compiler.find().compile(c_file, str(library), native._flags(program))
    from importlib.machinery import ExtensionFileLoader, ModuleSpec
    from importlib.util import module_from_spec

    spec = ModuleSpec(
        "sizes_of_structs", ExtensionFileLoader("sizes_of_structs", str(library)), origin=str(library)
    )
    module = module_from_spec(spec)
    assert spec.loader is not None
    spec.loader.exec_module(module)
    assert module.sizes() == STRUCT_SIZES


@pytest.mark.slow
def test_a_build_says_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    """What Cython and the C compiler think of a deck's code is of no use to its author."""
    programs = ["/0;@;(# X B)", "@;(= x (/ 1 0));(# X B)", "(if 1 () (# X B));/1;@", "@;/0;(# X B);(= y 3)"]
    topic = {"combos": {"c": {"condition": "(/ 1 0)", "score": "(if 0 (% 3 0) x)"}}}
    made = compile_text(deck_text({"a": {"count": 9, "program": programs}}, {"t": topic}))
    capfd.readouterr()
    native.build(made)
    assert capfd.readouterr() == ("", "")


@pytest.mark.slow
def test_every_zone_letter_can_be_compiled() -> None:
    """Letters that C has a meaning for (``I`` of complex numbers) are zones like any other."""
    letters = "ABCEFGIJKLMNOPQRSTUVWYZ"
    header = ";".join(f"(= {letter.lower()} |{letter}|);(# D.1 {letter})" for letter in letters)
    topic = {"start-card": 0, "header": header, "combos": {"c": {}}, "stats": {"s": "|Z|"}}
    made = compile_text(deck_text({"a": {"count": 40}}, {"t": topic}))
    for target in ("python", "native"):
        (row,) = rows(open_play(made, target), 0, 1)
        assert row.stats == (1,)


@pytest.mark.slow
def test_what_would_take_minutes_is_not_built() -> None:
    """Cython's time grows with the square of a function's length."""
    effect = ";".join(["@", *["(= a_b (+ a_b 1))"] * 4000])
    topic = {"exec-program": True, "combos": {"c": {"hand": ["a"]}}}
    program = compile_text(deck_text({"a": {"count": 9, "program": effect}}, {"t": topic}))
    with pytest.raises(native.BuildError, match="too large"):
        native.build(program)


@pytest.mark.slow
def test_a_deck_of_many_long_effects_is_built() -> None:
    """Beyond a length the compiler optimises less, which changes nothing but how long things take."""
    effect = (
        "[1]/(> |H| 2);(= n (+ n |H.{0}|));@;(# X B);(# D.{1}.1 H);(if (< n 9) (# D.2 B) ());(= m (* n m))"
    )
    cards = {
        f"card_{i}": {"program": effect.format(f"card_{7 * i % 400}", f"card_{11 * i % 400}")}
        for i in range(400)
    }
    topic = {"exec-program": True, "combos": {"c": {"hand": ["card_0"]}}, "stats": {"n": "n", "b": "|B|"}}
    program = compile_text(deck_text(cards, {"t": topic}))
    assert len(program.cython_source) > native.LONG_SOURCE
    python, built = (list(rows(open_play(program, target), 0, 200)) for target in ("python", "native"))
    assert python == built


def test_nothing_is_cimported_for_nothing() -> None:
    imports = re.compile(r"^from \S+ cimport (\([^)]*\)|[^\n]*)", re.MULTILINE)
    folder = Path(yisp_runtime.__file__).parent
    for source in [*folder.rglob("*.pxd"), *folder.rglob("*.pyx")]:
        text = source.read_text(encoding="utf-8")
        rest = imports.sub("", text)
        for names in imports.findall(text):
            for name in re.findall(r"\w+(?=\s*(?:,|\)|$))", names):
                assert re.search(rf"\b{name}\b", rest), f"{source.name}: {name}"
