"""What people type who know other languages and other games, and how it is written here.

What comes in: the name of a form or a word that the language does not have.  What goes out: the help of a
diagnostic, or None.  What is not handled: spelling mistakes, for which the nearest name is proposed, and
operators between their operands (``infix``).
"""

from __future__ import annotations

_DRAW = "`(# D.{n} H [draw])` draws {n}"
_SEARCH = "`(# D.name.1 H);(shuffle D)` takes the first card of that name out of the deck"
_FUNCTION = "functions stand under `deck.define`, or in a `.yisp` file that a deck includes"
_ASSIGN = "`(= {x} 3)` sets a variable"
_BLOCK = "`(block a b …)` does one after another; so do statements with a `;` between them"
_CHOOSE = "`(if n a b)` chooses; to stop the effect unless `n` holds, write `/n` as a statement of its own"
_SIZE = "`|H.a:monster|` is how many cards a set has"

_FORMS = {
    "draw": _DRAW,
    "mill": "`(# D.{n} B)` puts the top {n} of the deck into the graveyard",
    "discard": "`(# H.{n} B)` discards the first {n} of the hand, `(# H.?{n} B)` {n} at random",
    "move": "`(# D.1 H)` moves the cards of a set to the end of a zone, `(## H.1 D)` to its top",
    **dict.fromkeys(("search", "fetch", "tutor", "find"), _SEARCH),
    "add": "`(+ a b)` adds numbers; " + _SEARCH,
    **dict.fromkeys(("send", "grave"), "`(# X B)` puts this card into the graveyard"),
    **dict.fromkeys(("banish", "exile"), "`(# B.1 J)` moves a card to the banished zone"),
    **dict.fromkeys(("summon", "play"), "`(# X F)` puts this card onto the field"),
    **dict.fromkeys(("let", "set", "setq", "set!", ":=", "let*", "var", "def"), _ASSIGN),
    **dict.fromkeys(("define", "defun", "defn", "fn", "lambda", "function"), _FUNCTION),
    **dict.fromkeys(("cond", "when", "unless", "case", "else", "then"), _CHOOSE),
    **dict.fromkeys(("begin", "progn", "do"), _BLOCK),
    **dict.fromkeys(("for", "loop", "dotimes"), "`(repeat n a …)` and `(while n a …)` are the loops"),
    **dict.fromkeys(("random", "roll", "dice"), "`(rand 1 6)` rolls a die"),
    **dict.fromkeys(("coin", "flip"), "`(rand 0 1)` flips a coin: 0 or 1"),
    **dict.fromkeys(("count", "size", "length", "len", "num"), _SIZE),
    **dict.fromkeys(("&&", "&"), "write `(and a b)`"),
    "||": "write `(or a b)`",
    "<>": "write `(!= a b)`",
    "mod": "`(% a b)` is the remainder",
    "activate": "`@`, as a statement of its own, is where the effect is activated",
    "return": "the value of a function or `(block …)` is that of its last expression",
}

_ZONES = {
    **dict.fromkeys(("hand", "hands"), ("H", "the hand")),
    **dict.fromkeys(("deck", "library", "main", "maindeck"), ("D", "the deck")),
    **dict.fromkeys(("field", "board", "battlefield", "bench"), ("F", "the field")),
    **dict.fromkeys(("gy", "grave", "graveyard", "cemetery", "trash", "discard"), ("B", "the graveyard")),
    **dict.fromkeys(("banished", "banish", "exile", "exiled", "removed"), ("J", "the banished zone")),
}


def form_meant(head: str, argument: str | None) -> str | None:
    """How that is written which other places call ``(head argument …)``."""
    hint = _FORMS.get(head.lower())
    if hint is None:
        return None
    number = argument if argument is not None and argument.isdecimal() and len(argument) < 4 else "2"
    name = argument if argument is not None and argument.isidentifier() and argument[0].islower() else "x"
    return hint.replace("{n}", number).replace("{x}", name)


def zone_meant(word: str) -> str | None:
    """The zone that a word (with the filters behind it) stands for in other places."""
    name, dot, filters = word.partition(".")
    letter, meaning = _ZONES.get(name.lower(), (None, ""))
    if letter is None:
        return None
    shown = f": `{letter}.{filters}`" if dot and filters.isidentifier() else ""
    return f"{meaning} is `{letter}`{shown}"
