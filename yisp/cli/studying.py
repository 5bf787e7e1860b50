"""What the commands have in common that ask more of a deck than one run.

What comes in: the options of such a command.  What goes out: the deck, figures of it, how far the study is;
or :class:`UsageMistake`.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, TextIO

from ..report.text import COLUMNS
from .decks import UsageMistake, compiled, complain
from .options import Option
from .outputs import refuse_sources
from .running import Progress

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from ..compile.program import Program
    from ..deck.model import Deck
    from ..studies.asking import Progress as Told
    from ..studies.figures import Figure
    from ..studies.pools import Pool
    from ..studies.work import Work

JOURNAL = Option(
    "journal", ("--journal",), str, "FILE", "Write down what is done, and go on from there the next time."
)

CLUSTER = Option(
    "cluster", ("--cluster",), str, "ADDRESS",
    "Work on a cluster of dask.distributed: tcp://HOST:PORT, or local (takes yisp[cluster]).",
)  # fmt: skip


def pool_of(cluster: str | None, jobs: int | None) -> Callable[[Work], Pool] | None:
    """What makes the pool: a cluster's, or None for the processes of this machine."""
    if cluster is None:
        return None
    from ..studies import cluster as clusters

    return clusters.cluster(cluster, jobs, complain)


def read(name: str, quiet: bool, no_files: bool, outputs: Mapping[str, str | None]) -> tuple[Program, Deck]:
    """The deck of that name, none of whose files may be one of those that are to be written."""
    found = compiled(name, quiet, no_files)
    for option, path in outputs.items():
        if path is not None:
            refuse_sources(option, path, found, name)
    return found.program, found.deck()


def check_outputs(csv: str | None, plot: str | None) -> None:
    """Raise :class:`UsageMistake` for files that cannot be written, before anything is run for them."""
    from ..report.files import CannotWrite
    from ..report.plot import CannotDraw
    from ..report.plot import check as check_plot
    from ..report.tables import check_rows

    try:
        if csv is not None:
            check_rows(csv)
        if plot is not None:
            check_plot(plot)
    except CannotWrite as error:
        raise UsageMistake(f"--csv {csv}: {error}") from None
    except CannotDraw as error:
        raise UsageMistake(f"--plot {plot}: {error}") from None


def asked_for(texts: Sequence[str], figures: Sequence[Figure]) -> list[Figure]:
    """The figures that ``--show`` names, each once."""
    from ..studies.figures import find

    try:
        return list(dict.fromkeys(figure for text in texts for figure in find(text, figures)))
    except ValueError as error:
        raise UsageMistake(f"--show: {error}") from None


def columns_of(stream: TextIO) -> int:
    """How wide a table may be."""
    from shutil import get_terminal_size

    return get_terminal_size().columns if stream.isatty() else COLUMNS


class Bar:
    """While entered, tells on a terminal how many decks are done, and how long the others will take."""

    def __init__(self, what: str, quiet: bool) -> None:
        self._progress = Progress([what], sys.stderr.isatty() and not quiet)

    def __enter__(self) -> Told | None:
        told = self._progress.__enter__()
        return None if told is None else lambda done, several: told(0, done, several, False)

    def __exit__(self, *_: object) -> None:
        self._progress.__exit__()
