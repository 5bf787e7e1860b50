"""What the commands have in common that ask more of a deck than one run.

What comes in: the options of such a command.  What goes out: figures of the deck, how far the study is, its
results and the code that it ends with; or :class:`UsageMistake`.
"""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, TextIO

from ...report.text.text import COLUMNS
from ..decks import code_of, complain, usage_mistakes
from ..options import Option
from ..outputs import print_json, write_files
from ..running.run_decks import Progress

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from typing import Any, Protocol

    from ...deck.model import Deck
    from ...report.pictures.panels import Panel
    from ...studies.figures import Figure
    from ...studies.study import Study
    from ...studies.sweeping.variants import Variants
    from ...studies.work.pools import Pool
    from ...studies.work.work import Work

    class Findings(Protocol):
        """What a study came to, and what ended it from outside, if anything did."""

        @property
        def ended(self) -> str | None: ...
        def to_dict(self) -> dict[str, Any]: ...

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

    with usage_mistakes(ValueError, about="--vary"):
        return read_axes(texts, deck)


def read_figures(texts: Sequence[str], figures: Sequence[Figure]) -> list[Figure]:
    """The figures that ``--show`` names, each once."""
    from ...studies.figures import find

    with usage_mistakes(ValueError, about="--show"):
        return list(dict.fromkeys(figure for text in texts for figure in find(text, figures)))


def columns_of(stream: TextIO) -> int:
    """How wide a table may be."""
    from shutil import get_terminal_size

    return get_terminal_size().columns if stream.isatty() else COLUMNS


def reported_by(report: Report, study: Study, given: Mapping[str, Any], title: str) -> int:
    """Say what a module of reports has to say of a study; the exit code."""

    def draw(path: str) -> list[str]:
        from ...report.pictures.plot import draw_panels

        return draw_panels(report.panels(study), title, path)

    return reported(
        study,
        given,
        study.COLUMNS,
        study.table,
        lambda: [report.render(study)],
        lambda: [report.render_markdown(study)],
        draw,
        [study.remark] if study.remark else [],
    )


def reported(
    study: Findings,
    given: Mapping[str, Any],
    columns: Sequence[str],
    rows: Callable[[], Iterable[dict[str, Any]]],
    text: Callable[[], Iterable[str]],
    markdown: Callable[[], Iterable[str]] | None = None,
    draw: Callable[[str], list[str]] | None = None,
    remarks: Sequence[str] = (),
) -> int:
    """Write the files that were asked for and print the findings in the form that was; the exit code."""
    if not given["quiet"]:
        for remark in remarks:
            complain(remark)
    code = write_files(given, columns, rows, draw)
    if given["json"]:
        print_json(study.to_dict())
    else:
        lines = markdown if markdown is not None and given["markdown"] else text
        print(*lines(), sep="\n", flush=True)
    return max(code, code_of(study.ended))


@contextmanager
def working(journal: str | None, quiet: bool) -> Iterator[Waiting]:
    """While entered, tells how far a study of many decks is; where it cannot go on, that is a mistake."""
    from ...studies.work.journal import CannotGoOn

    with (
        usage_mistakes(ValueError),
        usage_mistakes(CannotGoOn, about=journal, option="--journal"),
        Waiting(quiet=quiet) as waiting,
    ):
        yield waiting


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
