"""Builds the runtime's extension modules; everything else about the package is in pyproject.toml."""

import os
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

RUNTIME = Path("runtime/yisp_runtime")
INTERFACE = [str(path) for path in RUNTIME.rglob("*") if path.suffix in (".h", ".pxd")]  # of all modules
OPTIMISED = [] if os.name == "nt" else ["-O3"]  # what Python asks for anyway is all that MSVC has

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
