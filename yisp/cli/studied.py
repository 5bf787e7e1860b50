"""What commands about several runs have in common: where results go, and the code they end with."""

from __future__ import annotations

import sys

from .decks import UsageMistake, complain
from .exits import DONE, ENDED, USAGE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any, Protocol

    from ..report.panels import Panel
    from .decks import Compiled

    class Study(Protocol):
        """What came of several runs."""

        ended: str | None
        remark: str | None

        def to_dict(self) -> dict[str, Any]: ...
        def table(self) -> list[dict[str, Any]]: ...

    class Report(Protocol):
        """A module that shows it."""

        def render(self, study: Any, /) -> str: ...
        def render_markdown(self, study: Any, /) -> str: ...
        def panels(self, study: Any, /) -> list[Panel]: ...


def check_outputs(given: Mapping[str, Any], found: Sequence[Compiled], names: Sequence[str]) -> None:
    """Refuse files that cannot be written, or that are read, before anything is run for them."""
    from .outputs import refuse_sources
    from .running import check_csv, check_plot

    for option, path, check in (("--csv", given["csv"], check_csv), ("--plot", given["plot"], check_plot)):
        if path is None:
            continue
        for deck, name in zip(found, names, strict=True):
            refuse_sources(option, path, deck, name)
        check(path)
    if given["csv"] is not None and given["csv"] == given["plot"]:
        raise UsageMistake("--csv and --plot name the same file")
    if given["json"] and given.get("markdown"):
        raise UsageMistake("--json and --markdown are two forms of the same results: give one of them")


def reported(
    study: Study,
    given: Mapping[str, Any],
    columns: Sequence[str],
    report: Report,
    title: str,
) -> int:
    """Write what was asked for and print the rest; the exit code."""
    code = DONE if study.ended is None else ENDED[study.ended]
    if study.remark and not given["quiet"]:
        complain(study.remark)
    if given["csv"] is not None:
        from ..report.files import CannotWrite
        from ..report.tables import write_rows

        try:
            write_rows(given["csv"], columns, study.table())
        except CannotWrite as error:
            complain(f"--csv {given['csv']}: {error}")
            code = max(code, USAGE)
    if given["plot"] is not None:
        from ..report.plot import CannotDraw, draw_panels

        try:
            for remark in draw_panels(report.panels(study), title, given["plot"]):
                complain(remark)
        except CannotDraw as error:
            complain(f"--plot {given['plot']}: {error}")
            code = max(code, USAGE)
    if given["json"]:
        from ..report.json import line_of

        print(line_of(study.to_dict(), sys.stdout.encoding), flush=True)
    else:
        print((report.render_markdown if given["markdown"] else report.render)(study), flush=True)
    return code
