"""What the commands have in common that ask more of a deck than one run.

What comes in: the options of such a command.  What goes out: the deck, figures of it, how far the study is,
where its results go and the code it ends with; or :class:`UsageMistake`.
"""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, TextIO

from ...messages import say
from ...report.text.text import COLUMNS
from ..decks import Failed, UsageMistake, about_file, code_of, compiled, complain
from ..exits import DONE, USAGE
from ..options import Option
from ..outputs import refuse_sources
from ..running.running import Progress, check_csv, check_plot, no_exact_answer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from typing import Any, Protocol

    from ...compile.program import Program
    from ...deck.model import Deck
    from ...report.pictures.panels import Panel
    from ...studies.figures import Figure
    from ...studies.study import Study
    from ...studies.work.asking import Progress as Told
    from ...studies.work.pools import Pool
    from ...studies.work.work import Work
    from ..decks import Compiled

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


def read(name: str, quiet: bool, no_files: bool, outputs: Mapping[str, str | None]) -> tuple[Program, Deck]:
    """The deck of that name, none of whose files may be one of those that are to be written."""
    found = compiled(name, quiet, no_files)
    for option, path in outputs.items():
        if path is not None:
            refuse_sources(option, path, found, name)
    return found.program, found.deck()


def check_outputs(csv: str | None, plot: str | None, *, forms: int = 1) -> None:
    """Raise :class:`UsageMistake` for files that cannot be written, before anything is run for them; and for
    results in two ``forms``."""
    if forms > 1:
        raise UsageMistake(say("--json and --markdown are two forms of the same results: give one of them"))
    if csv is not None:
        check_csv(csv)
    if plot is not None:
        check_plot(plot)


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


def check_given(given: Mapping[str, Any], found: Sequence[Compiled], names: Sequence[str]) -> None:
    """Refuse files that cannot be written, or that are read, before anything is run for them."""
    for option, path in (("--csv", given["csv"]), ("--plot", given["plot"])):
        for deck, name in zip(found, names, strict=True):
            if path is not None:
                refuse_sources(option, path, deck, name)
    check_outputs(given["csv"], given["plot"], forms=given["json"] + given.get("markdown", False))
    if given["csv"] is not None and given["csv"] == given["plot"]:
        raise UsageMistake(say("--csv and --plot name the same file"))


@contextmanager
def exactness() -> Iterator[None]:
    """While entered, a missing exact answer, or somebody who cannot play, is said: :class:`Failed`."""
    try:
        yield
    except Exception as error:
        sentence = no_exact_answer(error)
        if sentence is None:
            raise
        complain(sentence)
        raise Failed(sentence) from None


def write_files(
    given: Mapping[str, Any],
    columns: Sequence[str],
    rows: Callable[[], Iterable[dict[str, Any]]],
    draw: Callable[[str], list[str]] | None = None,
) -> int:
    """Write the table of ``--csv`` and what ``draw`` makes of ``--plot``, where they are asked for; an exit
    code."""
    code = DONE
    if given["csv"] is not None:
        from ...report.files.files import CannotWrite
        from ...report.files.tables import write_rows

        try:
            write_rows(given["csv"], columns, rows())
        except CannotWrite as error:
            complain(about_file(given["csv"], error, "--csv"))
            code = USAGE
    if draw is not None and given["plot"] is not None:
        from ...report.pictures.plot import CannotDraw

        try:
            for remark in draw(given["plot"]):
                complain(remark)
        except CannotDraw as error:
            complain(about_file(given["plot"], error, "--plot"))
            code = USAGE
    return code


def reported(study: Study, given: Mapping[str, Any], report: Report, title: str) -> int:
    """Write what was asked for and print the rest; the exit code."""

    def draw(path: str) -> list[str]:
        from ...report.pictures.plot import draw_panels

        return draw_panels(report.panels(study), title, path)

    if study.remark and not given["quiet"]:
        complain(study.remark)
    code = write_files(given, study.COLUMNS, study.table, draw)
    if given["json"]:
        from ...report.files.json import line_of

        print(line_of(study.to_dict(), encoding=sys.stdout.encoding), flush=True)
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
