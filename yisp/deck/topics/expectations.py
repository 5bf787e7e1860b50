"""Expectations: what a topic's ``expect`` says about its estimates.

What comes in: a text such as ``rate >= 0.85`` or ``A1.rate in [0.70, 0.80]``, and the names of the
topic's combos, of what it watches and of its stats.  What goes out: an
:class:`~yisp.deck.model.Expectation`, in which names are resolved and numbers are fractions; or a
diagnostic at the very word.  Whether an expectation holds is ``simulate.expectations``' business.

The grammar is ``expect.lark``, whose reader ``expect_lark`` Lark has written when the package was built; it
knows no names.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING

from ...lang.parsing.habits import TURNED
from ...lang.parsing.words import in_quotes
from ...lang.remedy import Hint, replacing, respelling
from ...lang.suggest import Suggestions, nearest
from ...messages import say, with_commas
from ...structs import dataclass
from ..model import Expectation
from ..reading.document import Scalar
from ..reading.fields import Reading
from ..reading.source import shown

if TYPE_CHECKING:
    from ...lang.diagnostics import Text
    from ...lang.tree import Span
    from .expect_lark import Lark, Token, UnexpectedInput

RATE, SCORE = "rate", "score"
SPREAD = {
    "mean": "mean",
    "sd": "sd",
    "min": "min",
    "max": "max",
    "median": "0.5",
    "q5": "0.05",
    "q25": "0.25",
    "q50": "0.5",
    "q75": "0.75",
    "q95": "0.95",
}
"""What can be asked of a score or stat, and how ``simulate.estimates.Number`` calls it."""

PLAIN = re.compile(r'[^\s."<>=!\[\],]+')  # a name that needs no quotes

EXAMPLES = say("as in 'rate >= 0.85', 'score.mean > 2', 'A1.rate in [0.70, 0.80]'")

_EXPECTED = (
    (
        "BARE",
        say("the name of an estimate is needed here: `rate`, `score`, a combo, what is watched or a stat"),
    ),
    ("MEASURE", say("a measure is needed here: `rate`, `mean`, `sd`, `q95`")),
    ("COMPARISON", say("a comparison is needed here: `>=`, `<=`, `>`, `<`, `==`, `!=` or `in`")),
    ("_LSQB", say("an interval is needed here, as in `[0.70, 0.80]`")),
    ("NUMBER", say("a number is needed here, as in `0.85`, `85%` or `17/20`")),
    ("_COMMA", say("a comma and the other end of the interval are needed here")),
    ("_RSQB", say("the interval ends here, and its `]` is missing")),
    ("$END", say("the expectation is complete, but more text follows")),
)
"""What to say where the parser would have taken one of these terminals, the first that fits."""


@dataclass(frozen=True, slots=True)
class Names:
    """What a topic has to be asked about."""

    combos: Sequence[str]
    watch: Sequence[str]
    stats: Sequence[str]
    unread: bool = False  # whether there may be more, in what could not be read

    @property
    def rates(self) -> Sequence[str]:
        """Those of which there is a rate."""
        return (*self.combos, *self.watch)


@dataclass(frozen=True, slots=True)
class _Word:
    """A word of an expectation, and where it stands."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class _Parsed:
    """An expectation as it is written."""

    name: _Word
    quoted: bool
    measure: _Word | None
    relation: str
    numbers: tuple[_Word, ...]


def read_expectation(scalar: Scalar, names: Names, reading: Reading) -> Expectation | None:
    """Read one expectation; None when it is broken, which has been reported then."""
    from .expect_lark import UnexpectedInput

    text = scalar.text
    try:
        parsed = _parsed(text.text)
    except UnexpectedInput as error:
        _syntax_error(error, text, reading)
        return None
    subject = _subject(parsed, names, text, reading)
    bounds = _bounds(parsed, text, reading)
    if subject is None or bounds is None:
        return None
    what, name, measure = subject
    wrong = next((index for index, bound in enumerate(bounds) if not 0 <= bound <= 1), None)
    if measure == RATE and wrong is not None:
        span = parsed.numbers[wrong].span
        hint = say("85 in a hundred are `85%`, or `0.85`")
        reading.error(
            "Y204",
            say("a rate lies between 0 and 1"),
            text.place(*span),
            replacing(hint, (span[1],) * 2, "%", text=text) if 1 < bounds[wrong] <= 100 else hint,
        )
        return None
    return Expectation(
        text.text.strip(), what, name, measure, parsed.relation, bounds, text.place(0, len(text.text))
    )


def name_in(text: str) -> tuple[str, Span] | None:
    """The name that an expectation is about, and where it stands in it, quotation marks and all; None where
    it names nothing of the deck's, or is broken."""
    from .expect_lark import UnexpectedInput

    try:
        parsed = _parsed(text)
    except UnexpectedInput:
        return None
    name = parsed.name
    return None if not parsed.quoted and name.text in (RATE, SCORE) else (name.text, name.span)


def _parsed(text: str) -> _Parsed:
    """Read by the grammar; raises Lark's ``UnexpectedInput``."""
    words: dict[str, list[_Word]] = {}
    *subject, relation = _parser().parse(text).children
    for token in (*subject, *relation.children):
        words.setdefault(token.type, []).append(_word(token))
    (name,) = words.get("QUOTED") or words["BARE"]
    quoted = "QUOTED" in words
    return _Parsed(
        _Word(name.text[1:-1].replace('""', '"'), name.span) if quoted else name,
        quoted,
        words["MEASURE"][0] if "MEASURE" in words else None,
        words["COMPARISON"][0].text if "COMPARISON" in words else "in",
        tuple(words["NUMBER"]),
    )


def _word(token: Token) -> _Word:
    assert token.start_pos is not None and token.end_pos is not None
    return _Word(str(token), (token.start_pos, token.end_pos))


def _subject(
    parsed: _Parsed, names: Names, text: Text, reading: Reading
) -> tuple[str, str | None, str] | None:
    """What is asked about (see ``Expectation``), its name, and the measure."""
    name, measure = parsed.name.text, parsed.measure.text if parsed.measure else None
    own = name if not parsed.quoted else None
    if own in (RATE, SCORE) and not names.combos and name not in names.stats:
        if names.unread:
            return None
        hint: Hint | None = None
        if names.watch:
            watched = subject_of(names.watch[0])
            hint = say("for what it watches write `{name}.rate`", name=watched)
            if len(names.watch) == 1 and own == RATE:
                hint = replacing(hint, parsed.name.span, f"{watched}.rate", text=text)
        message = say("the topic has no combos, so there is no success and no score to expect")
        reading.error("Y222", message, text.place(*parsed.name.span), hint)
        return None
    if own == RATE and measure is None:
        return "topic", None, RATE
    if own == SCORE and (measure is None or measure in SPREAD):
        return SCORE, None, SPREAD[measure or "mean"]
    if name in names.rates and name in names.stats and measure is None:
        hint = say("write `{name}.rate` or `{name}.mean`", name=subject_of(name))
        hint = replacing(hint, (parsed.name.span[1],) * 2, ".rate", ".mean", text=text)
        message = say("{name} is watched and a stat", name=shown(name))
        if name in names.combos:
            message = say("{name} is a combo and a stat", name=shown(name))
        reading.error("Y222", message, text.place(*parsed.name.span), hint)
        return None
    if name in names.rates and measure in (None, RATE):
        return "combo" if name in names.combos else "watch", name, RATE
    if name in names.stats and (measure is None or measure in SPREAD):
        return "stat", name, SPREAD[measure or "mean"]
    if parsed.measure is not None and (own in (RATE, SCORE) or name in (*names.rates, *names.stats)):
        _unknown_measure(name, parsed.measure, names, text, reading)
        return None
    if names.unread:
        return None
    known = [RATE, SCORE, *names.rates, *names.stats]
    reading.error(
        "Y222",
        say("this topic has no combo, watched entry or stat {name}", name=shown(name)),
        text.place(*parsed.name.span),
        respelling(Suggestions(known, subject_of).nearest(name), parsed.name.span, text) or EXAMPLES,
    )
    return None


def _unknown_measure(name: str, measure: _Word, names: Names, text: Text, reading: Reading) -> None:
    """Say what can be asked of the name instead of ``measure``."""
    place = text.place(*measure.span)
    known = [RATE] if name in names.rates else []
    if name in names.stats or name == SCORE:
        known += SPREAD
    if not known:
        reading.error(
            "Y222", say("`rate` takes nothing after it"), place, say("a combo's is written `NAME.rate`")
        )
        return
    reading.error(
        "Y222",
        say("{name} has no {measure}", name=shown(name), measure=shown(measure.text)),
        place,
        respelling(nearest(measure.text, known), measure.span, text)
        or say("it has {names}", names=with_commas(f"`{other}`" for other in known)),
    )


def subject_of(name: str) -> str:
    """A name as an expectation writes it."""
    return name if PLAIN.fullmatch(name) else in_quotes(name)


def _bounds(parsed: _Parsed, text: Text, reading: Reading) -> tuple[Fraction, ...] | None:
    """The numbers of a comparison (one) or an interval (two)."""
    bounds = []
    for number in parsed.numbers:
        try:
            bounds.append(Fraction(number.text.removesuffix("%")) / (100 if number.text.endswith("%") else 1))
        except ZeroDivisionError:
            reading.error("Y221", say("this fraction divides by 0"), text.place(*number.span))
            return None
    if len(bounds) == 2 and bounds[0] > bounds[1]:
        place = text.place(parsed.numbers[0].span[0], parsed.numbers[1].span[1])
        reading.error("Y221", say("this interval ends before it begins"), place)
        return None
    return tuple(bounds)


def _syntax_error(error: UnexpectedInput, text: Text, reading: Reading) -> None:
    """Say what should stand where the parser stopped."""
    from .expect_lark import UnexpectedCharacters, UnexpectedToken

    at, wanted = len(text.text), set[str]()
    if isinstance(error, UnexpectedCharacters):
        at, wanted = error.pos_in_stream or 0, set(error.allowed or ())
    elif isinstance(error, UnexpectedToken):
        wanted = set(error.accepts or ())
        if error.token.type != "$END":
            at = error.token.start_pos or 0
    message = next(message for terminal, message in _EXPECTED if terminal in wanted)
    meant = TURNED.get(text.text[at : at + 2])
    hint: Hint | None = None if meant is None else respelling(meant, (at, at + 2), text)
    reading.error("Y221", message, text.place(at, at + 1), hint or EXAMPLES)


@cache
def _parser() -> Lark:
    from .expect_lark import Lark_StandAlone

    return Lark_StandAlone()
