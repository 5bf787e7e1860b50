"""What the server and its worker processes say to each other: JSON objects, one a line, told apart by ``is``.

To a worker:

* ``set-up``, the first message: ``language``, ``seconds``, ``memory``;
* ``work``, the newest version of a tab: ``tab``, ``revision``, ``text``, ``pinned``, ``topic``, ``file``, and
  the ``studies`` that are asked for (each ``id``, ``kind``, ``options``);
* ``drop``, nobody looks any more: ``tab``;
* ``ask``, about a version that was sent before: ``ask`` (its number), ``tab``, a question of ``protocol``.

To the server:

* ``ready``, when all is imported that may be needed;
* ``at``, when a tab's turn begins, and now and then in the middle: ``tab``, ``revision``;
* ``idle``, when there is nothing to do;
* ``spent``, when the process ends because that version took its memory: ``tab``, ``revision``, ``sentence``;
* ``tell``, a message of ``protocol``: ``tab``, ``message``;
* ``answer``, what a reply says: ``ask``, ``fields``.

``file`` is a table: the ``name`` of the deck in messages, the ``path`` that it lies at, whether it stands
``alone`` (reads packaged files only), the ``seed`` (None: the deck's own, else ``fresh``), and the folder of
the user's ``pictures`` of cards, or None.
"""

from __future__ import annotations

import json
from typing import Any, BinaryIO

LONGEST = 64 * 2**20
"""Bytes of a line."""


def line(message: dict[str, Any]) -> bytes:
    """A message as a line."""
    return json.dumps(message, separators=(",", ":")).encode("ascii") + b"\n"


def receive(stream: BinaryIO) -> dict[str, Any] | None:
    """The next message; None when there will be none."""
    data = stream.readline(LONGEST)
    if not data.endswith(b"\n"):
        return None
    return read(data)


def read(data: bytes) -> dict[str, Any]:
    """A line as a message; raises ValueError for what is none."""
    message = json.loads(data)
    if not isinstance(message, dict):
        raise ValueError("that is no message of ours")
    return message
