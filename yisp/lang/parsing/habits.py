"""What people type who know other languages and other games, and how it is written here.

What comes in: the name of a form or a word that the language does not have.  What goes out: the help of a
diagnostic, or None.  What is not handled: spelling mistakes, for which the nearest name is proposed, and
operators between their operands (``infix``).
"""

from __future__ import annotations

from ...messages import again, say
from ..remedy import Hint, Remedy, replacing
from ..tree import Span

_N, _X = "2", "x"
"""The number and the name in examples, where the call that nobody knows has none."""

_DRAW = say("`(# D.{n} H [draw])` draws {n}", n=_N)
_SEARCH = say("`(# D.name.1 H);(shuffle D)` takes the first card of that name out of the deck")
_FUNCTION = say("functions stand under `deck.define`, or in a `.yisp` file that a deck includes")
_ASSIGN = say("`(= {x} 3)` sets a variable", x=_X)
_BLOCK = say("`(block a b …)` does one after another; so do statements with a `;` between them")
_CHOOSE = say(
    "`(if n a b)` chooses; to stop the effect unless `n` holds, write `/n` as a statement of its own"
)
_SIZE = say("`|H.a:monster|` is how many cards a set has")

TURNED = {"=>": ">=", "=<": "<="}
"""Comparisons whose signs stand the other way round here."""

_SPELT = {"&&": "and", "&": "and", "||": "or", "<>": "!=", **TURNED}
"""Forms that are called otherwise here, and are the same in all else."""

_FORMS = {
    "draw": _DRAW,
    "mill": say("`(# D.{n} B)` puts the top {n} of the deck into the graveyard", n=_N),
    "discard": say("`(# H.{n} B)` discards the first {n} of the hand, `(# H.?{n} B)` {n} at random", n=_N),
    "move": say("`(# D.1 H)` moves the cards of a set to the end of a zone, `(## H.1 D)` to its top"),
    **dict.fromkeys(("search", "fetch", "tutor", "find"), _SEARCH),
    "add": say(
        "`(+ a b)` adds numbers; `(# D.name.1 H);(shuffle D)` takes the first card of that name out of"
        " the deck"
    ),
    **dict.fromkeys(("send", "grave"), say("`(# X B)` puts this card into the graveyard")),
    **dict.fromkeys(("banish", "exile"), say("`(# B.1 J)` moves a card to the banished zone")),
    **dict.fromkeys(("summon", "play"), say("`(# X F)` puts this card onto the field")),
    **dict.fromkeys(("let", "set", "setq", "set!", ":=", "let*", "var", "def"), _ASSIGN),
    **dict.fromkeys(("define", "defun", "defn", "fn", "lambda", "function"), _FUNCTION),
    **dict.fromkeys(("cond", "when", "unless", "case", "else", "then"), _CHOOSE),
    **dict.fromkeys(("begin", "progn", "do"), _BLOCK),
    **dict.fromkeys(("for", "loop", "dotimes"), say("`(repeat n a …)` and `(while n a …)` are the loops")),
    **dict.fromkeys(("random", "roll", "dice"), say("`(rand 1 6)` rolls a die")),
    **dict.fromkeys(("coin", "flip"), say("`(rand 0 1)` flips a coin: 0 or 1")),
    **dict.fromkeys(("count", "size", "length", "len", "num"), _SIZE),
    **{name: say("write `{meant}`", meant=f"({form} a b)") for name, form in _SPELT.items()},
    "mod": say("`(% a b)` is the remainder"),
    "activate": say("`@`, as a statement of its own, is where the effect is activated"),
    "return": say("the value of a function or `(block …)` is that of its last expression"),
}

_ZONES = {
    **dict.fromkeys(("hand", "hands"), ("H", say("the hand"))),
    **dict.fromkeys(("deck", "library", "main", "maindeck"), ("D", say("the deck"))),
    **dict.fromkeys(("field", "board", "battlefield", "bench"), ("F", say("the field"))),
    **dict.fromkeys(
        ("gy", "grave", "graveyard", "cemetery", "trash", "discard"), ("B", say("the graveyard"))
    ),
    **dict.fromkeys(("banished", "banish", "exile", "exiled", "removed"), ("J", say("the banished zone"))),
}


def form_meant(head: str, argument: str | None, span: Span) -> Hint | None:
    """How that is written which other places call ``(head argument …)``; ``span`` is that of the head."""
    hint = _FORMS.get(head.lower())
    if hint is None:
        return None
    number = argument if argument is not None and argument.isdecimal() and len(argument) < 4 else _N
    name = argument if argument is not None and argument.isidentifier() and argument[0].islower() else _X
    sentence = again(hint, n=number, x=name)
    spelt = _SPELT.get(head)
    return sentence if spelt is None else replacing(sentence, span, spelt)


def zone_meant(word: str, span: Span) -> Remedy | None:
    """The zone that a word (with the filters behind it) stands for in other places; ``span`` is where it
    stands."""
    name, dot, filters = word.partition(".")
    if name.lower() not in _ZONES:
        return None
    letter, meaning = _ZONES[name.lower()]
    hint = say("{meaning} is `{letter}`", meaning=meaning, letter=letter)
    if dot and filters.isidentifier():
        hint = say(
            "{meaning} is `{letter}`: `{letter}.{filter}`", meaning=meaning, letter=letter, filter=filters
        )
    return replacing(hint, (span[0], span[0] + len(name)), letter)
