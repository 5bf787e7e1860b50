"""``yispc cache``."""

from __future__ import annotations

import os
import time

import click

from ...compile.builds import cache, cache_folder
from ...messages import say, told, told_n
from ...report.layout import shown
from ..decks import complain

EXAMPLES = """\b
Examples:
  yispc cache             where it is, and what it holds
  yispc cache --clear     remove all of it
"""


@click.command("cache", epilog=EXAMPLES)
@click.option("--clear", is_flag=True, help="Remove every entry.")
def command(clear: bool) -> None:
    """Show what is kept of decks that were compiled before, or remove it.

    Nothing is lost by removing it: decks are compiled again when they are run.  It is the folder `yisp` in
    YISP_CACHE_DIR or, without that, in your cache folder.
    """
    if os.path.lexists(cache.root()) and not cache_folder.exists():
        complain(
            say(
                "{folder} was not made by yisp, so nothing is kept there; move it away,"
                " or let YISP_CACHE_DIR name another folder",
                folder=shown(cache.root()),
            )
        )
    found = cache.entries()
    whole = sum(size for _, _, size, _ in found)
    kept = {"folder": shown(cache.root()), "entries": _entries(len(found)), "size": _size(whole)}
    print(told("{folder}: {entries}, {size}", **kept))
    if clear:
        cache.prune(0)
        print(told("removed {entries}", entries=_entries(len(found) - len(cache.entries()))))
        return
    for category, key, size, used in sorted(found, key=lambda entry: -entry[3]):
        when = time.strftime("%Y-%m-%d %H:%M", time.localtime(used))
        print(f"  {category:<12} {key[:12]}  {_size(size):>10}  {told('last used {when}', when=when)}")


def _entries(number: int) -> str:
    return told_n("{number} entry", "{number} entries", number)


def _size(size: int) -> str:
    return f"{size / 1024:.1f} KiB" if size < 1024 * 1024 else f"{size / 1024 / 1024:.1f} MiB"
