"""Texts that were right, and then something happened to them.

What comes in: a random generator and the corpus.  What goes out: the bytes of a deck file.  Nothing here
knows what the bytes mean, so what is drawn is mostly refused, in every way there is.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from . import corpus

LONGEST = 200_000
"""Bytes of an input, however often something was repeated."""


def some_deck(random: Random) -> bytes:
    """A deck of the corpus; a short one more often."""
    decks = corpus.decks()
    return decks[int(len(decks) * random.random() ** 2)]


def mutated(random: Random, text: bytes) -> bytes:
    """The text after one mutation, or several."""
    times = 1
    while random.random() < 0.6 and times < 12:
        times += 1
    for _ in range(times):
        text = random.choice(MUTATIONS)(random, text)[:LONGEST]
    return text


def token(random: Random) -> bytes:
    return random.choice(corpus.tokens()).encode("utf-8", "surrogatepass")


def _cut(random: Random, text: bytes, longest: int = 60) -> tuple[int, int]:
    """A stretch of the text."""
    start = random.randrange(len(text) + 1)
    return start, min(len(text), start + random.randrange(longest))


def _flip(random: Random, text: bytes) -> bytes:
    if not text:
        return text
    at = random.randrange(len(text))
    return text[:at] + bytes([text[at] ^ 1 << random.randrange(8)]) + text[at + 1 :]


def _byte(random: Random, text: bytes) -> bytes:
    at = random.randrange(len(text) + 1)
    return text[:at] + bytes([random.randrange(256)]) + text[at + 1 :]


def _insert(random: Random, text: bytes) -> bytes:
    at = random.randrange(len(text) + 1)
    return text[:at] + token(random) + text[at:]


def _replace(random: Random, text: bytes) -> bytes:
    start, end = _cut(random, text, 12)
    return text[:start] + token(random) + text[end:]


def _delete(random: Random, text: bytes) -> bytes:
    start, end = _cut(random, text)
    return text[:start] + text[end:]


def _truncate(random: Random, text: bytes) -> bytes:
    return text[: random.randrange(len(text) + 1)]


def _repeat(random: Random, text: bytes) -> bytes:
    start, end = _cut(random, text)
    times = random.choice((2, 2, 3, 10, 100, 1000))
    return text[:start] + text[start:end] * times + text[end:]


def _move(random: Random, text: bytes) -> bytes:
    start, end = _cut(random, text)
    rest = text[:start] + text[end:]
    at = random.randrange(len(rest) + 1)
    return rest[:at] + text[start:end] + rest[at:]


def _splice(random: Random, text: bytes) -> bytes:
    other = some_deck(random)
    start, end = _cut(random, other, 400)
    at = random.randrange(len(text) + 1)
    return text[:at] + other[start:end] + text[at:]


def _number(random: Random, text: bytes) -> bytes:
    """Another number in place of one."""
    places = [index for index, byte in enumerate(text) if 48 <= byte <= 57]
    if not places:
        return text
    start = end = random.choice(places)
    while end < len(text) and 48 <= text[end] <= 57:
        end += 1
    return text[:start] + random.choice(corpus.EDGES).encode() + text[end:]


def _lines(random: Random, text: bytes) -> bytes:
    """A line twice, gone, moved, or indented otherwise."""
    lines = text.splitlines(keepends=True)
    if not lines:
        return text
    at, to = random.randrange(len(lines)), random.randrange(len(lines))
    match random.randrange(4):
        case 0:
            lines.insert(to, lines[at])
        case 1:
            del lines[at]
        case 2:
            lines[at], lines[to] = lines[to], lines[at]
        case _:
            blanks = random.choice((b" ", b"  ", b"\t", b"    ", "　".encode()))
            lines[at] = blanks + lines[at] if random.random() < 0.5 else lines[at].lstrip()
    return b"".join(lines)


def _recode(random: Random, text: bytes) -> bytes:
    """Line ends and encodings of other machines."""
    if random.random() < 0.5:
        return text.replace(
            b"\n", random.choice((b"\r\n", b"\r", "\x85".encode(), "\u2028".encode(), b"\n\n"))
        )
    plain = text.decode("utf-8", "replace")
    return plain.encode(
        random.choice(("utf-16", "utf-16-le", "utf-8-sig", "gbk", "latin-1", "utf-32")), "replace"
    )


Mutation = Callable[[Random, bytes], bytes]

MUTATIONS: tuple[Mutation, ...] = (
    _flip, _byte, _insert, _insert, _insert, _replace, _replace, _replace, _delete, _delete, _truncate,
    _repeat,
    _move, _splice, _number, _number, _lines, _lines, _recode,
)  # fmt: skip
"""Those that leave most of a deck whole more often."""
