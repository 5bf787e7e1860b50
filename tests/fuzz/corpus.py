"""What mutations begin with: decks and scripts that somebody wrote.

What comes in: nothing, but the decks of the packaged games, the tests, the benchmarks and the
documentation.  What goes out: their texts.  ``digest`` tells one corpus from another: an input can be
drawn again only from the same one.
"""

from __future__ import annotations

import re
from functools import cache
from hashlib import sha256
from pathlib import Path

from yisp.deck.load import loads
from yisp.deck.schema import KEYS
from yisp.lang.diagnostics import DeckError
from yisp.lang.forms import FORMS
from yisp.lang.parsing.mistakes import EXAMPLES

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("yisp/games", "bench/decks", "tests/decks")
BLOCK = re.compile(r"^```ya?ml[^\n]*\n(.*?)^```", re.MULTILINE | re.DOTALL)

LARGEST = 6000
"""Bytes of a deck: more of them take longer and find no more."""

EDGES = (
    "0", "-0", "1", "-1", "2", "007", "1e3", "0x10", "1_000", "4.5", ".5", "63", "64", "65", "255",
    "65535", "65536",
    "2147483647", "2147483648", "4294967296", "9007199254740991", "9007199254740992", "9223372036854775807",
    "9223372036854775808", "-9223372036854775808", "-9223372036854775809", "9" * 30, "9" * 5000, "٣",
    "1x", "3..1",
)  # fmt: skip
"""Numbers at which something may give way."""

CHARACTERS = (
    "\0", "\x07", "\x1b[2J", "\t", "\r", "\r\n", "\n\n", "\x7f", "\x85", "\xa0", "é", "e\u0301",
    "\u200b", "\u202e",
    "\u2028", "\u2066", "\ufeff", "\ufffe", "（", "）", "；", "：", "，", "　", "｜", "“", "灰流丽",
    "\U0001f0cf", "\U000e0001",
)  # fmt: skip
"""Characters that are not what they seem."""

MARKS = (
    "(", ")", "|", ".", "!", "a:", "A:", '"', "'", ";", "@", "/", "//", "#", "=", "[", "]", "[]", "{",
    "}", "{}", ":", ": ",
    ",", ", ", "?", "? ", "*", "&", "&x ", "*x", "<<: ", "<<: *x", "- ", "---\n", "...\n", "%", "`", "~",
    "|\n", ">\n",
    "|-\n ", ">+2\n", "!!int ", "! ", "\\", "\\u0000", "\\ud800", "..", "$", " ", "\n", "\n  ", "# ",
    "null", "true",
)  # fmt: skip
"""What YAML and the language are made of."""

WORDS = (
    "H", "D", "X", "B", "Z", "it", "x", "foo", "if", "block", "while", "none", "any", "first", "best",
    "auto", "exact", "sample",
    "greedy", "hand", "score", ">B", "D>H", "draw", "activate", "turn-start", "opening", "base.yml",
    "functions.yisp",
    "../base.yml", "folder", "pipe.yml", "/etc/passwd", "self.yml",
)  # fmt: skip


@cache
def decks() -> tuple[bytes, ...]:
    """Deck files, the shortest first."""
    found = set()
    for folder in FOLDERS:
        found |= {path.read_bytes() for path in (ROOT / folder).glob("*.yml")}
    for page in [*(ROOT / "docs").glob("*.md"), *ROOT.glob("README*.md")]:
        found |= {match[1].encode() for match in BLOCK.finditer(page.read_text(encoding="utf-8"))}
    return tuple(sorted((deck for deck in found if len(deck) <= LARGEST), key=lambda deck: (len(deck), deck)))


@cache
def scripts() -> tuple[str, ...]:
    """Scripts of those decks, examples of forms and of mistakes."""
    found = {form.example for form in FORMS.values()}
    found |= {example for examples in EXAMPLES.values() for example in examples}
    for deck in decks():
        try:
            loaded = loads(deck, "deck.yml")
        except DeckError:
            continue
        found |= {effect.text.text for kind in loaded.kinds for effect in kind.effects}
        for topic in loaded.topics:
            found |= {script.text.text for script in topic.scripts.values()}
            found |= {stat.number.text.text for stat in topic.stats}
    return tuple(sorted(script for script in found if len(script) <= 400))


@cache
def tokens() -> tuple[str, ...]:
    """What is put in somewhere: keys, forms, marks, numbers, characters."""
    keys = sorted({key.name for key in KEYS.values() if key.name.isascii() and key.name != "*"})
    heads = sorted(FORMS)
    return (
        *keys,
        *(f"\n{key}: " for key in keys),
        *heads,
        *(f"({head} " for head in heads),
        *EDGES,
        *CHARACTERS,
        *MARKS,
        *WORDS,
    )


def digest() -> str:
    """A few letters that stand for the whole corpus."""
    parts = [*decks(), *(text.encode("utf-8", "surrogatepass") for text in (*scripts(), *tokens()))]
    return sha256(b"\0".join(parts)).hexdigest()[:8]
