"""Builds the runtime's extension modules; everything else about the package is in pyproject.toml."""

import os
from glob import glob

from Cython.Build import cythonize
from setuptools import Extension, setup

RUNTIME = "runtime/yisp_runtime"
INTERFACE = [*glob(f"{RUNTIME}/*.pxd"), *glob(f"{RUNTIME}/*.h")]  # all modules share its structs
MODULES = (
    "accumulator", "boundary", "codes", "dealer", "enumeration", "layout", "opened", "pairs", "playing",
    "search", "table", "tally",
)  # fmt: skip
OPTIMISED = [] if os.name == "nt" else ["-O3"]  # what Python asks for anyway is all that MSVC has

setup(
    ext_modules=cythonize(
        [
            Extension(
                f"yisp_runtime.{name}",
                [f"{RUNTIME}/{name}.pyx"],
                include_dirs=[RUNTIME],
                depends=INTERFACE,
                extra_compile_args=OPTIMISED,
            )
            for name in MODULES
        ],
        include_path=["runtime"],
        # The runtime's divisions are C's: every divisor has been seen to.
        compiler_directives={"language_level": 3, "cdivision": True, "embedsignature": True},
    ),
    options={"build_ext": {"parallel": os.cpu_count()}},  # C compilers at once
)
