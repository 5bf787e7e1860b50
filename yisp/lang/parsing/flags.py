"""The bracket before an effect: ``[1^HB]``.

What comes in: an effect's text.  What goes out: its :class:`~yisp.lang.tree.Flags`, with the event
it answers (``[1 on D>B]``), and the offset at which its script starts.  A character that is no flag
is warned of and otherwise ignored, as in Yisp v0.4.
"""

from __future__ import annotations

import re

from ...messages import say
from ..diagnostics import Diagnostics, Text, visible
from ..events import SPELLINGS, WORDS, read_event
from ..remedy import Hint, of, replacing, respelling
from ..suggest import nearest
from ..tree import Event, Flags, Span
from .words import lookalike

DEFAULT_ZONE = "H"

# Up to the bracket's end; what cannot stand in it says that it was never closed.
_BRACKET = re.compile(r'\s*\[([^\[\]();@"|/]*)(\]?)')
# Of what the bracket holds, without the blanks at its end; the second lacks the blank before `on`.
_EVENT = re.compile(r"(?<!\S)on(?:\s+(?P<word>.*))?\Z", re.DOTALL)
_GLUED = re.compile(r"(?<=\S)on\s+.*", re.DOTALL)


def read_flags(text: Text, diagnostics: Diagnostics) -> tuple[Flags, int]:
    """The flags an effect begins with (or those it has without any), and where they end."""
    bracket = _BRACKET.match(text.text)
    if bracket is None:
        start = len(text.text) - len(text.text.lstrip())
        return Flags(False, False, (DEFAULT_ZONE,), (start, start)), 0
    start, end = bracket.start(1) - 1, bracket.end()
    if not bracket[2]:
        diagnostics.error(
            "Y120",
            say("the `[` that begins the flags is never closed"),
            text.place(start, start + 1),
            say("flags are written `[1]`, `[1^HB]`"),
        )
    written = bracket[1].rstrip()
    event: Event | None = None
    answer = _EVENT.search(written)
    if answer is not None:
        word = answer["word"] or ""
        event = read_event(word)
        if event is None:
            at = answer.start("word" if word else 0)
            sentence = (
                say("`{word}` is not an event", word=visible(word))
                if word
                else say("an event should follow `on`")
            )
            span = (bracket.start(1) + at, bracket.start(1) + len(written))
            hint = respelling(nearest(word, WORDS), span, text) or SPELLINGS
            diagnostics.error("Y122", sentence, text.place(span[0], bracket.end(1)), hint)
            event = Event("move")  # some event was meant: no second complaint of what only triggers may do
        written = written[: answer.start()]
    elif (glued := _GLUED.search(written)) is not None:
        place = text.place(bracket.start(1) + glued.start(), bracket.start(1) + glued.end())
        diagnostics.warning(
            "Y411",
            say("`{flag}` is not a flag, and is ignored", flag=visible(glued[0])),
            place,
            replacing(
                say("to answer an event, put a space before `on`"),
                (bracket.start(1) + glued.start(),) * 2,
                " ",
                text=text,
            ),
        )
        written = written[: glued.start()]
    once = first = False
    zones: list[str] = []
    for offset, flag in enumerate(written, bracket.start(1)):
        if flag == "1":
            once = True
        elif flag == "^":
            first = True
        elif flag in "ABCDEFGHIJKLMNOPQRSTUVWYZ":
            if flag not in zones:
                zones.append(flag)
        elif not flag.isspace():
            diagnostics.warning(
                "Y411",
                say("`{flag}` is not a flag, and is ignored", flag=visible(flag)),
                text.place(offset, offset + 1),
                of(_hint(flag, (offset, offset + 1)), text),
            )
    if not zones and (event is None or event.kind != "move"):
        zones.append(DEFAULT_ZONE)
    return Flags(once, first, tuple(zones), (start, end), event), end


def _hint(flag: str, span: Span) -> Hint:
    if (meant := lookalike(flag)) is not None:
        hint = say("write `{meant}` (switch the input method to half-width)", meant=meant[1])
        return replacing(hint, span, meant[1])
    if flag == "X":
        return say("`X` is the card itself; name the zones it can be activated from, as in `[HB]`")
    if "a" <= flag <= "z" and flag != "x":
        return replacing(say("zones are capital letters: `{zone}`", zone=flag.upper()), span, flag.upper())
    if flag.isdecimal():
        return say("the only number is `1`, once a turn")
    return say(
        "flags are `1` (once a turn), `^` (before any other effect) and zones, as in"
        " `[1^HB]`; `on` and an event come last"
    )
