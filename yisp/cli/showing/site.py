"""``yispc site``."""

from __future__ import annotations

import re

import click

from ...messages import say, speak, told
from ..decks import UsageMistake
from ..language import user_language
from .view import cannot_listen

EXAMPLES = """\b
Examples:
  yispc site public                  a folder for any web host
  yispc site public --base /yisp/    where it will lie below that path
  yispc site --serve                 look at it here
"""

BASE = "./"
"""Whatever path it lies at."""


@click.command("site", epilog=EXAMPLES)
@click.argument("folder", required=False, type=click.Path())
@click.option("--base", default=BASE, metavar="PATH", help="The path at the host (default: any).")
@click.option("--serve", is_flag=True, help="Serve it here, to this machine alone, until Ctrl-C.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=0, help="The port (default: any that is free)."
)
def command(folder: str | None, base: str, serve: bool, port: int) -> None:
    """Write the page of `yispc view` as static files: the program runs in the browser of whoever opens them.

    FOLDER is new, empty, or was written by this command.  Any web host will do, and after the first visit the
    page opens without a network.  Nothing that is typed there leaves the browser.
    """
    speak(user_language())
    from ...report.files.files import CannotWrite
    from ...site import folder as site
    from ...site.writing import write

    if folder is None and not serve:
        raise UsageMistake(say("name a folder to write, or add --serve to look at the page here"))
    if base != BASE and not re.fullmatch(r"/([A-Za-z0-9._~-]+/)*", base):
        raise UsageMistake(say("--base {base!r}: a path begins and ends with `/`, like /yisp/", base=base))
    try:
        files = site.folder(base)
        if folder is not None:
            write(folder, files)
            size = sum(map(len, files.values()))
            print(
                told(
                    "{folder}: {files} files, {size} MB",
                    folder=folder,
                    files=len(files),
                    size=f"{size / 1e6:.1f}",
                )
            )
        if serve:
            from ...site.serving import serve as served

            served(
                files if base == BASE else site.folder(BASE), port, lambda address: print(address, flush=True)
            )
    except site.NotBuilt as error:
        raise UsageMistake(str(error)) from None
    except CannotWrite as error:
        raise UsageMistake(
            say("{folder} was not written: {reason}", folder=str(folder), reason=str(error))
        ) from None
    except OSError as error:
        raise UsageMistake(cannot_listen(f"127.0.0.1:{port}", error)) from None
