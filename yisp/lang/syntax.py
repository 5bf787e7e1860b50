"""Constructs with a spelling of their own.

What comes in: nothing.  What goes out: rows of text for the reference page and for completion,
next to those that :data:`~yisp.lang.forms.FORMS` gives.  What is not handled: what the constructs
mean; each has a rule in ``grammar.lark`` and a node in ``tree``.
"""

from __future__ import annotations

from ..structs import dataclass


@dataclass(frozen=True, slots=True)
class Construct:
    """One row of the reference.  ``example`` is a whole script, or for flags an effect."""

    group: str  # "statement", "value", "filter" or "flag"
    spelling: str
    summary: str  # a sentence of documentation, in Markdown
    example: str
    ours: bool = False  # not in Yisp v0.4


SYNTAX = (
    Construct("statement", "@", "The effect is activated. Only as a statement of its own.", "@;(# X B)"),
    Construct("statement", "/n", "Guard: stop this program here if `n` is 0.", "/(> |H| 2);@"),
    Construct("statement", "/!n", "Guard: stop this program here if `n` is not 0.", "/!used;@"),
    Construct("statement", "()", "Nothing.", "(if (> |D| 5) (# D.1 H) ())"),
    Construct("value", "12, -3", "A whole number of 64 bits.", "(= x -3)"),
    Construct(
        "value",
        "name",
        "A variable. A name of one letter belongs to this execution, a longer one to"
        " the whole trial. 0 until assigned.",
        "(= summon (- summon 1))",
    ),
    Construct("value", '"text"', "A text; a quotation mark inside is doubled.", '(print "say ""hi""")'),
    Construct("value", "[tag]", "A tag, at the end of a move.", "(# D.2 H [draw])"),
    Construct("value", "|S|", "How many cards a set holds.", "(= x |H.a:monster|)"),
    Construct(
        "value",
        "A…Z",
        "A zone: `H` hand, `D` deck, `F` field, `B` graveyard, `J` banished, the others"
        " are free. As a set, all of its cards.",
        "(# H D)",
    ),
    Construct("value", "X", "The card whose effect is running; as a zone, the one that holds it.", "(# X B)"),
    Construct(
        "filter",
        ".name",
        "Cards of that name, or whatever the alias of that name stands for.",
        "(# D.蟲惑の園.1 H)",
    ),
    Construct(
        "filter",
        '."any text"',
        "The same, for names with spaces or characters of the language.",
        '(# D."Ash Blossom".1 H)',
        ours=True,
    ),
    Construct(
        "filter",
        ".a:attribute",
        'Cards with that attribute, exactly; `.a:"any text"` where needed.',
        "(# D.a:monster.1 H)",
    ),
    Construct(
        "filter",
        ".A:pattern",
        "Cards with an attribute that matches: `*` is any text, `?` any one character.",
        "(# D.A:hand*.1 H)",
        ours=True,
    ),
    Construct(
        "filter",
        ".k:name",
        'Cards of that kind, whatever they are called; `.k:"any text"` where needed.',
        '(# D.k:"Ash Blossom".1 H)',
        ours=True,
    ),
    Construct(
        "filter",
        ".X",
        "This card, whose effect is running; `.!X` is all but this card. In effects, and in functions"
        ' that effects call. A card named `X` is `."X"`.',
        "(# H.!X.1 B)",
        ours=True,
    ),
    Construct("filter", ".!filter", "Whatever the filter rejects.", "(# H.!a:sushi D)"),
    Construct("filter", ".3", "The first three cards, or all if there are fewer.", "(# D.3 B)"),
    Construct(
        "filter",
        ".:n",
        "The first `n`: a variable, a number, the size of a card set, a form in parentheses. Below 0 is 0.",
        "(# D.:(+ x 1) H)",
    ),
    Construct("filter", ".-2, .-:n", "The last cards.", "(# D.-2 H)", ours=True),
    Construct(
        "filter",
        ".?2, .?:n",
        "Cards at random, each choice equally likely, in the zone's order.",
        "(# H.?1 B)",
        ours=True,
    ),
    Construct(
        "filter",
        ".*1, .*:n",
        "The player's choice. The policy `greedy` takes the first.",
        "(# H.*1 B)",
        ours=True,
    ),
    Construct(
        "filter",
        ".(n)",
        "Cards for which the number is not 0. Inside, the name of a property means"
        " that of the card being tested, `copies` is how many cards of its kind the zone holds, and"
        " `(copies Z)` how many zone `Z` does. A kind is a name, or the cards that share a `kind`.",
        "(# D.(>= level 3).1 H)",
        ours=True,
    ),
    Construct(
        "value",
        "it",
        "The cards of the event that is being answered, if they are still where it put"
        " them; filtered and moved like a zone.",
        "[on >B](# it.1 J)",
        ours=True,
    ),
    Construct("value", "(name a …)", "The value of a function from `deck.define`.", "(gain 4)", ours=True),
    Construct(
        "flag",
        "1",
        "Once a turn for all copies of the card together; used up when activated.",
        "[1]@;(# D.1 H)",
    ),
    Construct("flag", "^", "Only while no effect has been activated this turn.", "[^]@;(# D.2 H)"),
    Construct("flag", "A…Z", "A zone it can be activated from; if none is given, `H`.", "[1HB]@;(# X J)"),
    Construct(
        "flag",
        "on EVENT",
        "Answers an event instead of being activated by the player; after a space,"
        " to the end of the bracket.",
        "[1 on D>B](# D.1 H)",
        ours=True,
    ),
)
