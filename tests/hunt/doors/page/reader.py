"""The page as somebody reads it: what the script of a page draws, as a tree of elements and texts.

What comes in: the file that ``yispc report`` writes, or what the server of ``yispc view`` says and its user
does.  What goes out: an :class:`Element`; None where there is no node (for the view, no esbuild) to draw it.
"""

from __future__ import annotations

import atexit
import json
import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[4]

_DATA = re.compile(r'<script type="application/json" id="yisp-data">(.*?)</script>', re.DOTALL)


class Element:
    """An element of a page."""

    def __init__(self, node: list[Any]) -> None:
        self.tag, self.attributes, children = node
        self.children: list[Element | str] = [
            child if isinstance(child, str) else Element(child) for child in children
        ]

    @property
    def classes(self) -> list[str]:
        return str(self.attributes.get("class", "")).split()

    @property
    def text(self) -> str:
        """All of its text."""
        return "".join(self._texts()).strip(" ")

    def _texts(self) -> Iterator[str]:
        for child in self.children:
            yield from (child,) if isinstance(child, str) else child._texts()

    def every(self, *wanted: str) -> list[Element]:
        """The elements in it that are of a class (``.name``) or have a tag, in order, one inside another."""
        found = [self]
        for one in wanted:
            fits = _of_class(one[1:]) if one.startswith(".") else _of_tag(one)
            found = [inner for outer in found for inner in outer._below() if fits(inner)]
        return found

    def first(self, *wanted: str) -> Element | None:
        return next(iter(self.every(*wanted)), None)

    def said(self, *wanted: str) -> str | None:
        """The text of the first of them."""
        found = self.first(*wanted)
        return None if found is None else found.text

    def by_id(self, name: str) -> Element | None:
        return next((one for one in self._below() if one.attributes.get("id") == name), None)

    def _below(self) -> Iterator[Element]:
        for child in self.children:
            if isinstance(child, Element):
                yield child
                yield from child._below()


def _of_class(name: str) -> Callable[[Element], bool]:
    return lambda one: name in one.classes


def _of_tag(tag: str) -> Callable[[Element], bool]:
    return lambda one: one.tag == tag


def drawn_report(html: str) -> Element | None:
    """What the page of that file shows."""
    found = _DATA.search(html)
    assert found is not None
    answer = _asked("report", found[1])
    return None if answer is None else Element(answer["tree"])


class ViewPage:
    """The page of ``yispc view`` in somebody's browser; only one is open at a time."""

    def __init__(self, welcome: Mapping[str, Any]) -> None:
        self.text: str = welcome["text"]
        self.shown: Element | None = None
        _asked("begin", json.dumps(welcome))

    def act(self, *actions: tuple[str, Any]) -> list[str]:
        """Let the server say something (``hear``), or somebody do it (``write``, ``count``, ``exchange``,
        ``pin``, ``unpin``, ``look``, ``open``, ``choose``); what the page sends to the server."""
        answer = _asked("act", json.dumps(actions))
        assert answer is not None
        self.text, self.shown = answer["text"], Element(answer["tree"])
        return list(answer["sent"])


def opened_view(welcome: Mapping[str, Any]) -> ViewPage | None:
    """The page, as soon as it is welcome; None where nothing can draw it."""
    return ViewPage(welcome) if _reader(os.getpid()) is not None and _has_esbuild() else None


def _asked(way: str, data: str) -> dict[str, Any] | None:
    reader = _reader(os.getpid())
    if reader is None:
        return None
    assert reader.stdin is not None and reader.stdout is not None
    reader.stdin.write(json.dumps({way: data}) + "\n")
    reader.stdin.flush()
    answer: dict[str, Any] = json.loads(reader.stdout.readline())
    if "error" in answer:
        raise AssertionError(answer["error"])
    return answer


@cache
def _has_esbuild() -> bool:
    return (ROOT / "web/node_modules/esbuild").is_dir()


@cache
def _reader(_: int) -> subprocess.Popen[str] | None:
    node = shutil.which("node")
    if node is None:
        return None
    # Each process has one of its own: answers of one that is shared would be anybody's.
    command = [node, str(Path(__file__).with_suffix(".mjs")), str(ROOT / "yisp/page/built")]
    if _has_esbuild():
        command.append(str(ROOT / "web"))
    reader = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
    )
    atexit.register(reader.kill)
    return reader
