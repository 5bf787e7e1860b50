"""What the cache keeps of a topic: by which key.

A topic's content is all that decides how its trials go: the compiled scripts, the tables, the variables it
begins with.  A key holds the content, the code that works something out about it, and whatever else goes
in (``more``).  So nothing is found that another deck, another state of the code or another version made.

(On the warm start's path.)
"""

from __future__ import annotations

import json

from ..compile import cache
from ..compile.front import STAGES
from ..version import VERSION

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..compile.program import Program

CODE = (*STAGES, "simulate", "runtime")
"""The rooms whose code makes a program and finds out about it."""


def content_of(program: Program, topic: int) -> str:
    """A topic's content as text."""
    about = program.python_source, program.topics[topic].to_data(), str(program.plan), program.initial(topic)
    return json.dumps(about)


def key_of(program: Program, topic: int, *more: int) -> str:
    """The key of what was found out about the topic."""
    return cache.key_of(VERSION, cache.code_of(*CODE), content_of(program, topic), *map(str, more))
