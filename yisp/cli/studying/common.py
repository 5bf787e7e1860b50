"""What the commands have in common that ask more of a deck than one run.

What comes in: the options of such a command.  What goes out: figures of the deck, how far the study is, its
results and the code that it ends with; or :class:`UsageMistake`.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, TextIO

from ...messages import say
from ...report.text.text import COLUMNS
from ..decks import UsageMistake, code_of, complain
from ..options import Option
from ..outputs import print_json, write_files
from ..running.run_decks import Progress

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any, Protocol

    from ...deck.model import Deck
    from ...report.pictures.panels import Panel
    from ...studies.figures import Figure
    from ...studies.study import Study
    from ...studies.sweeping.variants import Variants
    from ...studies.work.asking import Progress as Told
    from ...studies.work.pools import Pool
    from ...studies.work.work import Work

    class Report(Protocol):
        """A module that shows it."""

        def render(self, study: Any, /) -> str: ...
        def render_markdown(self, study: Any, /) -> str: ...
        def panels(self, study: Any, /) -> list[Panel]: ...


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
    from ...studies.work import cluster as clusters

    return clusters.cluster(cluster, jobs, complain)


def read_variants(texts: Sequence[str], deck: Deck) -> Variants:
    """The variants that ``--vary`` names."""
    from ...studies.sweeping.variants import read_axes

    try:
        return read_axes(texts, deck)
    except ValueError as error:
        raise UsageMistake(say("--vary: {reason}", reason=str(error))) from None


def asked_for(texts: Sequence[str], figures: Sequence[Figure]) -> list[Figure]:
    """The figures that ``--show`` names, each once."""
    from ...studies.figures import find

    try:
        return list(dict.fromkeys(figure for text in texts for figure in find(text, figures)))
    except ValueError as error:
        raise UsageMistake(say("--show: {reason}", reason=str(error))) from None


def columns_of(stream: TextIO) -> int:
    """How wide a table may be."""
    from shutil import get_terminal_size

    return get_terminal_size().columns if stream.isatty() else COLUMNS


def reported(study: Study, given: Mapping[str, Any], report: Report, title: str) -> int:
    """Write what was asked for and print the rest; the exit code."""

    def draw(path: str) -> list[str]:
        from ...report.pictures.plot import draw_panels

        return draw_panels(report.panels(study), title, path)

    if study.remark and not given["quiet"]:
        complain(study.remark)
    code = write_files(given, study.COLUMNS, study.table, draw)
    if given["json"]:
        print_json(study.to_dict())
    else:
        print((report.render_markdown if given["markdown"] else report.render)(study), flush=True)
    return max(code, code_of(study.ended))


class Waiting:
    """While entered, tells on a terminal how far each topic is; call it with its name."""

    def __init__(self, *, quiet: bool) -> None:
        self._names: list[str] = []
        self._wanted = sys.stderr.isatty() and not quiet
        self._progress = Progress(self._names, self._wanted)

    def __call__(self, name: str, done: int, of: int) -> None:
        if name not in self._names:
            self._names.append(name)
        if self._wanted:
            self._progress(self._names.index(name), done, of, False)

    def __enter__(self) -> Waiting:
        return self

    def __exit__(self, *_: object) -> None:
        self._progress.__exit__()


class Bar:
    """While entered, tells on a terminal how many decks are done, and how long the others will take."""

    def __init__(self, what: str, quiet: bool) -> None:
        self._progress = Progress([what], sys.stderr.isatty() and not quiet)

    def __enter__(self) -> Told | None:
        progress = self._progress.__enter__()
        return None if progress is None else lambda done, several: progress(0, done, several, False)

    def __exit__(self, *_: object) -> None:
        self._progress.__exit__()
