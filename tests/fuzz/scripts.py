"""Scripts made from the declarations of the language, and what becomes of them token by token.

What comes in: a random generator.  What goes out: a text that may be a script: one of those that the
tests of properties draw, which can be run, or one that somebody wrote; then, mostly, with tokens put in,
left out and exchanged; or nothing but tokens.
"""

from __future__ import annotations

import re
from random import Random

from hunt.programs import Programs
from yisp_runtime.codes import SCRIPTS

from . import corpus

NUMBERS = ("condition", "score", "stat", "number")
CONTEXTS = ("effect", *SCRIPTS, "function", *NUMBERS, "script")

TOKEN = re.compile(r'"[^"]*"|[\w-]+|\s+|.', re.DOTALL)


class Scripts:
    """Texts of scripts, drawn from ``random``."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.programs = Programs(random, lit=True)
        self.programs.functions = True

    def whole(self, context: str) -> str:
        """A script of that context that can be run (or nearly: a function may ask for an event)."""
        programs = self.programs
        if context in NUMBERS:
            return programs.pure_number()
        if context == "effect":
            return programs.effect()
        return ";".join(programs.statements(1, 3, 3))

    def script(self, context: str) -> str:
        """Anything that could be meant for that context."""
        random = self.random
        what = random.random()
        if what < 0.15:
            return "".join(random.choice(corpus.tokens()) for _ in range(random.randrange(12)))
        text = random.choice(corpus.scripts()) if what < 0.3 else self.whole(context)
        for _ in range(random.choice((0, 0, 1, 1, 2, 4))):
            text = self.changed(text)
        return text

    def changed(self, text: str) -> str:
        """One token more, fewer or other."""
        random = self.random
        found = TOKEN.findall(text)
        at = random.randrange(len(found) + 1)
        match random.randrange(6):
            case 0:
                found.insert(at, random.choice(corpus.tokens()))
            case 1:
                found[at : at + 1] = [random.choice(corpus.tokens())]
            case 2:
                del found[at : at + random.randrange(1, 4)]
            case 3:
                to = random.randrange(len(found) + 1)
                found[to:to] = found[at : at + random.randrange(1, 6)]
            case 4:
                found[at:at] = [random.choice(found)] * random.choice((1, 10, 300)) if found else []
            case _:
                other = TOKEN.findall(random.choice(corpus.scripts()))
                start = random.randrange(len(other) + 1)
                found[at:at] = other[start : start + 8]
        return "".join(found)
