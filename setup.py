"""Builds the runtime's extension modules, and the readers of grammars; all else is in pyproject.toml."""

import os
from hashlib import sha256
from io import StringIO
from pathlib import Path

from Cython.Build import cythonize
from lark import Lark
from lark.tools.standalone import gen_standalone
from setuptools import Extension, setup

RUNTIME = Path("runtime/yisp_runtime")
INTERFACE = [str(path) for path in RUNTIME.rglob("*") if path.suffix in (".h", ".pxd")]  # of all modules
OPTIMISED = [] if os.name == "nt" else ["-O3"]  # what Python asks for anyway is all that MSVC has

for grammar in Path("yisp").rglob("*.lark"):
    # Lark's stand-alone parser: whoever reads a deck imports nothing of Lark, and works no table out.
    text, reader = grammar.read_text("utf-8"), grammar.with_name(f"{grammar.stem}_lark.py")
    digest = f"# {sha256(text.encode()).hexdigest()}\n"
    if not reader.exists() or not reader.read_text("utf-8").startswith(digest):
        written = StringIO(digest)
        written.seek(0, os.SEEK_END)
        gen_standalone(Lark(text, parser="lalr"), out=written)
        reader.write_text(written.getvalue(), "utf-8")

setup(
    ext_modules=cythonize(
        [
            Extension(
                ".".join(path.relative_to("runtime").with_suffix("").parts),
                [str(path)],
                include_dirs=[str(RUNTIME)],
                depends=INTERFACE,
                extra_compile_args=OPTIMISED,
            )
            for path in sorted(RUNTIME.rglob("*.pyx"))
        ],
        include_path=["runtime"],
        # The runtime's divisions are C's: every divisor has been seen to.
        compiler_directives={"language_level": 3, "cdivision": True, "embedsignature": True},
    ),
    options={"build_ext": {"parallel": os.cpu_count()}},  # C compilers at once
)
