"""The keys of the deck file, each declared once.

What comes in: nothing.  What goes out: :data:`KEYS`, by path, from which reading, checking, the
suggestions for misspelt keys and the reference table follow.  In a path, ``*`` stands for a name
of the author's choosing and ``[A-Z]`` for a zone's letter.  The keys of a collection, which is a file of its
own, are below the path :data:`COLLECTION`.

What is not handled: how values depend on one another (a card with count -1 needs a size); that is
said where they are read, in ``cards`` and ``topics``.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from ..messages import say
from ..structs import dataclass

LEAST, MOST = -(2**63), 2**63 - 1
"""The language's range of numbers."""


class Value(Enum):
    """What stands behind a key, in the words of messages and of the reference."""

    SECTION = say("a table of keys")
    TABLE = say("a table by name")
    NUMBER = say("a whole number")
    BOOLEAN = say("true or false")
    TEXT = say("a text")
    CHOICE = say("one of the words")
    NAMES = say("a list of names, or one name")
    SCRIPT = say("a script")
    SCRIPTS = say("a list of effects, or one effect")
    SCORE = say("a whole number or a script")
    CONDITION = say("a condition list")
    CARDS = say("a list of condition lists")
    VALUES = say("a list of texts, a text, or a range such as 1..9")
    EXPECTATIONS = say("a list of expectations, or one expectation")
    PAIRS = say("a list of pairs of names")
    POLICY = say("one of the words, or a table of keys")
    SECTIONS = say("a list of tables of keys")
    PATIENCE = say("a whole number, or `none`")
    HOOKS = say("a script, or a table of scripts by exit")


@dataclass(frozen=True, slots=True)
class Key:
    """One key: where it stands, what it takes, and a sentence about it."""

    path: str
    value: Value
    summary: str
    default: int | str | None = None
    least: int = 0  # of a number
    most: int = 2**53 - 1  # every JSON reader keeps such a number exact
    choices: tuple[str, ...] = ()
    ours: bool = False  # not in ygo-calc v2, nor are the keys below it
    required: bool = False
    unless: tuple[str, ...] = ()  # required as well, unless one of these keys has something in it

    @property
    def parent(self) -> str:
        return self.path.rpartition(".")[0]

    @property
    def name(self) -> str:
        return self.path.rpartition(".")[2]


ZONE_KEY = "[A-Z]"
TOPIC = "simulate.tests.*"
COMBO = f"{TOPIC}.combos.*"
WATCH = f"{TOPIC}.watch.*"
POLICY = f"{TOPIC}.policy"

POLICIES = ("greedy", "random", "best", "hindsight", "staged-search")


def _judged(path: str, score: str) -> tuple[Key, ...]:
    """The keys of what is judged at the end of a trial: a combo, or an entry that is watched."""
    return (
        Key(f"{path}.score", Value.SCORE, score, default=1),
        Key(f"{path}.condition", Value.SCRIPT, "A number that must not be 0."),
        Key(
            f"{path}.hand",
            Value.CARDS,
            "The cards wanted in the hand; each card is used for one item only.",
        ),
        Key(f"{path}.grave", Value.CARDS, "The cards wanted in the graveyard."),
        Key(f"{path}.{ZONE_KEY}", Value.CARDS, "The cards wanted in the zone of that letter.", ours=True),
    )


_DECLARED = (
    Key(
        "extends",
        Value.TEXT,
        "A packaged deck (`opening`), or a file beside this one (`base.yml`), to start from.",
        ours=True,
    ),
    Key(
        "set",
        Value.TABLE,
        "Parameters: variables that begin each trial with that number, or the one `--set` gives.",
        ours=True,
    ),
    Key(
        "set.*",
        Value.NUMBER,
        "The number; the name is a variable's of more than one letter.",
        least=LEAST,
        most=MOST,
    ),
    Key(
        "use",
        Value.NAMES,
        "Packaged collections (`ygo`), or files beside this one (`mine.yml`), that know what cards do.",
        ours=True,
    ),
    Key("deck", Value.SECTION, "The cards and what they are called.", required=True),
    Key("deck.size", Value.NUMBER, "How many cards the deck has; needed by a card whose count is -1."),
    Key("deck.cards", Value.TABLE, "The cards by name; a name is any Unicode text.", required=True),
    Key("deck.cards.*", Value.SECTION, "One card and its copies."),
    Key(
        "deck.cards.*.count",
        Value.NUMBER,
        "How many copies; 0 is allowed, and -1 (one card only) fills the deck up to its size.",
        default=1,
        least=-1,
    ),
    Key(
        "deck.cards.*.attribute", Value.NAMES, "The attributes that conditions and filters ask for with `a:`."
    ),
    Key("deck.cards.*.description", Value.TEXT, "Shown to people beside the name, never matched."),
    Key("deck.cards.*.program", Value.SCRIPTS, "The effects of the card, in Yisp."),
    Key(
        "deck.cards.*.known",
        Value.BOOLEAN,
        "Whether a card without a `program` does what the collections under `use` know of it.",
        default="true",
        ours=True,
    ),
    Key("deck.cards.*.props", Value.TABLE, "Properties: whole numbers of the card, by name.", ours=True),
    Key(
        "deck.cards.*.props.*",
        Value.NUMBER,
        "The number; the name is spelt like a variable's.",
        least=LEAST,
        most=MOST,
    ),
    Key(
        "deck.cards.*.kind",
        Value.TEXT,
        "The card of which this one counts as another copy in `copies`; if left out, the card itself.",
        ours=True,
    ),
    Key(
        "deck.cards.*.zone",
        Value.TEXT,
        "The zone in which its copies lie when a trial begins, by its letter; they are not counted in `size`."
        " If left out, the deck.",
        ours=True,
    ),
    Key(
        "deck.cards.*.each",
        Value.TABLE,
        "Lists by name; every combination of them is a card of its own, with `{NAME}` filled in.",
        ours=True,
    ),
    Key("deck.cards.*.each.*", Value.VALUES, "The list."),
    Key("deck.cards.*.name", Value.TEXT, "The name of each card of `each`; if left out, the key.", ours=True),
    Key(
        "deck.alias",
        Value.TABLE,
        "Names for condition lists; an alias may use cards and the aliases above it.",
    ),
    Key("deck.alias.*", Value.CONDITION, "The condition list that the name stands for."),
    Key("deck.define", Value.TABLE, "Functions of the deck, callable from every script.", ours=True),
    Key(
        "deck.define.*",
        Value.SCRIPT,
        "What the function does and gives; its name and parameters are the key, as in `gain(x)`.",
    ),
    Key("simulate", Value.SECTION, "What is simulated, and how.", required=True),
    Key(
        "simulate.count",
        Value.NUMBER,
        "Trials per topic; left out, as many as make its rate known to a tenth of a point, within a second.",
        least=1,
    ),
    Key(
        "simulate.debug",
        Value.BOOLEAN,
        "Replay the first trials of each topic step by step.",
        default="false",
    ),
    Key(
        "simulate.confidence-interval",
        Value.BOOLEAN,
        "ygo-calc's key for showing `±`, which always stands beside what is sampled; it may be there.",
    ),
    Key(
        "simulate.seed",
        Value.NUMBER,
        "The same seed gives the same counts; drawn fresh when left out.",
        ours=True,
    ),
    Key(
        "simulate.strict",
        Value.BOOLEAN,
        "End the run at a run-time error or an empty move.",
        default="false",
        ours=True,
    ),
    Key("simulate.limits", Value.SECTION, "Where a deck or a trial is stopped.", ours=True),
    Key(
        "simulate.limits.activations",
        Value.NUMBER,
        "Activated effects in a turn.",
        default=1000,
        least=1,
        most=1_000_000,
    ),
    Key(
        "simulate.limits.steps",
        Value.NUMBER,
        "Turns of loops and calls of functions in a trial.",
        default=100_000,
        least=1,
        most=1_000_000_000,
    ),
    Key(
        "simulate.limits.nesting",
        Value.NUMBER,
        "How deep scripts and conditions nest.",
        default=200,
        least=1,
        most=200,
    ),
    Key(
        "simulate.limits.cards",
        Value.NUMBER,
        "Cards in the deck.",
        default=10_000,
        least=1,
        most=10_000,
    ),
    Key(
        "simulate.limits.kinds",
        Value.NUMBER,
        "Different cards in the deck.",
        default=5_000,
        least=1,
        most=10_000,
    ),
    Key(
        "simulate.tests", Value.TABLE, "The topics; they have nothing to do with one another.", required=True
    ),
    Key(TOPIC, Value.SECTION, "One topic; it succeeds when one of its combos does."),
    Key(f"{TOPIC}.start-card", Value.NUMBER, "Cards in the opening hand.", default=5),
    Key(
        f"{TOPIC}.exec-program", Value.BOOLEAN, "Activate the cards' effects before judging.", default="false"
    ),
    Key(f"{TOPIC}.header", Value.SCRIPT, "Runs when the hand has been drawn, also without `exec-program`."),
    Key(
        f"{TOPIC}.before-play",
        Value.SCRIPT,
        "Runs in every turn when `turn-start` has been answered, before effects are activated, also without"
        " `exec-program`.",
        ours=True,
    ),
    Key(
        f"{TOPIC}.footer",
        Value.SCRIPT,
        "Runs in every turn when `turn-end` has been answered, also without `exec-program`.",
        ours=True,
    ),
    Key(
        f"{TOPIC}.method",
        Value.CHOICE,
        "How the answer is found.",
        default="auto",
        choices=("auto", "exact", "sample"),
        ours=True,
    ),
    Key(
        f"{TOPIC}.match",
        Value.CHOICE,
        "How cards are given to wanted slots: the first that fits, or any assignment"
        " that lets the combo succeed.",
        default="first",
        choices=("first", "best"),
        ours=True,
    ),
    Key(
        POLICY,
        Value.POLICY,
        "Which effects are activated, in which order, and what `.*` takes: a policy, or a table of its keys.",
        default="greedy",
        choices=POLICIES,
        ours=True,
    ),
    Key(
        f"{POLICY}.kind",
        Value.CHOICE,
        "The policy.",
        default="greedy",
        choices=POLICIES,
    ),
    Key(
        f"{POLICY}.goal",
        Value.TEXT,
        "What `best` and `hindsight` make as great as can be: `score`, `success`, or the name of a stat.",
        default="score",
    ),
    Key(
        f"{POLICY}.pass",
        Value.CHOICE,
        "Whether a player may stop while there is something to activate.",
        default="always",
        choices=("always", "never"),
    ),
    Key(
        f"{POLICY}.stage",
        Value.NUMBER,
        "How many turns `staged-search` looks ahead; at most those of the topic.",
        default=1,
        least=1,
        most=1000,
    ),
    Key(
        f"{POLICY}.evaluate",
        Value.SCRIPT,
        "What a position is worth to `staged-search` at the end of a stage; where it is left out, the goal as"
        " if the trial ended there.",
    ),
    Key(
        f"{POLICY}.worlds",
        Value.NUMBER,
        "How many imagined worlds each choice is tried in, where `best` is sampled.",
        default=32,
        least=1,
        most=1_000_000,
    ),
    Key(
        f"{POLICY}.solve",
        Value.NUMBER,
        "How many stages a sub-game may have that is solved exactly, where `best` is sampled.",
        default=2000,
        least=1,
    ),
    Key(
        f"{POLICY}.budget",
        Value.NUMBER,
        "How many moves a stage of a search may try; beyond, the best line found is played. Without it"
        " 100,000, and 100,000,000 for `hindsight`.",
        least=1,
    ),
    Key(
        f"{POLICY}.table",
        Value.BOOLEAN,
        "Whether a search remembers positions it has met; the outcome is the same without.",
        default="true",
    ),
    Key(f"{TOPIC}.combos", Value.TABLE, "What the topic looks for.", unless=("stats", "watch")),
    Key(COMBO, Value.SECTION, "One combo; it succeeds when its score is above 0."),
    *_judged(COMBO, "What the combo is worth; a topic scores its best combo."),
    Key(
        f"{TOPIC}.watch",
        Value.TABLE,
        "What is only counted, written like a combo: how often it holds, never a success or a score.",
        ours=True,
    ),
    Key(WATCH, Value.SECTION, "One entry; it holds when a combo like it would succeed."),
    *_judged(WATCH, "A number that must be above 0."),
    Key(f"{TOPIC}.stats", Value.TABLE, "Numbers observed at the end of every trial.", ours=True),
    Key(f"{TOPIC}.stats.*", Value.SCRIPT, "The number."),
    Key(
        f"{TOPIC}.relate",
        Value.PAIRS,
        "Numbers looked at together, `[[x, y]]`: each is a stat, a combo or what is watched (1 when it"
        " holds, else 0) or `score`. Gives the means of y by x, their correlation and regression.",
        ours=True,
    ),
    Key(
        f"{TOPIC}.expect",
        Value.EXPECTATIONS,
        "Where the estimates should lie; when one does not, `yispc` exits with 4.",
        ours=True,
    ),
    Key(
        f"{TOPIC}.program",
        Value.SCRIPT,
        "The topic's main program, which runs in place of the activation policy.",
        ours=True,
    ),
    Key(
        f"{TOPIC}.turns",
        Value.NUMBER,
        "How many turns a trial has.",
        default=1,
        least=1,
        most=1000,
        ours=True,
    ),
    Key(
        f"{TOPIC}.draw",
        Value.NUMBER,
        "Cards drawn at the start of each later turn.",
        default=1,
        most=10_000,
        ours=True,
    ),
    Key(f"{TOPIC}.start", Value.SECTION, "What is already known; the rest stays random.", ours=True),
    Key(
        f"{TOPIC}.start.hand",
        Value.NAMES,
        "The first cards of the hand, counted in `start-card`.",
    ),
    Key(
        f"{TOPIC}.start.deck-top",
        Value.NAMES,
        "The cards on top of the deck once the hand has been drawn, the topmost first.",
    ),
    Key(f"{TOPIC}.start.zones", Value.SECTION, "Cards that lie in other zones, by letter."),
    Key(f"{TOPIC}.start.zones.{ZONE_KEY}", Value.NAMES, "The cards of the zone, its top first."),
    Key(f"{TOPIC}.start.vars", Value.TABLE, "Variables that begin a trial with that number."),
    Key(
        f"{TOPIC}.start.vars.*",
        Value.NUMBER,
        "The number; the name is a variable's of more than one letter.",
        least=LEAST,
        most=MOST,
    ),
    Key(
        f"{TOPIC}.deal",
        Value.CHOICE,
        "Whether a hand that is refused is made again by itself, or all hands are.",
        default="sequential",
        choices=("sequential", "joint"),
        ours=True,
    ),
    Key(
        "include",
        Value.NAMES,
        "Files of functions: `.yisp` files below this file's own folder.",
        ours=True,
    ),
    Key("wall", Value.SECTION, "Makes the deck a wall, of which nobody knows anything.", ours=True),
    Key(
        "wall.exits",
        Value.TABLE,
        "By which exits cards leave, the first being the top of the deck.",
        required=True,
    ),
    Key("wall.exits.*", Value.SCORE, "How many cards that exit gives in all."),
    Key("deal", Value.SECTION, "How cards are dealt where there are `seats`.", ours=True),
    Key(
        "deal.hand",
        Value.NUMBER,
        "How many cards each hand is filled up to.",
        default=0,
        most=10_000,
    ),
    Key("deal.reveal", Value.SCRIPT, "What is turned up before the hands are filled."),
    Key(
        "seats", Value.SECTIONS, "Whom cards are dealt to before each trial, and their abilities.", ours=True
    ),
    Key("seats.name", Value.TEXT, "What the seat is called in reports."),
    Key("seats.raid", Value.SCRIPT, "What the seat takes before anybody else gets anything."),
    Key(
        "seats.raid-first",
        Value.BOOLEAN,
        "Whether it does so before seats that do not say so.",
        default="false",
    ),
    Key(
        "seats.bargain",
        Value.SECTION,
        "What the seat claims, in several worlds of which one comes out.",
    ),
    Key("seats.bargain.worlds", Value.SCORE, "How many worlds it brings.", required=True),
    Key(
        "seats.bargain.four",
        Value.SCRIPT,
        "A number asked of each kind: whether all copies are to be in the stock or in the seat's hand.",
    ),
    Key(
        "seats.bargain.all",
        Value.SCRIPT,
        "A number asked of each kind: whether nobody else is to claim it.",
    ),
    Key(
        "seats.bargain.any",
        Value.SCRIPT,
        "A number asked of each kind: whether one of it is to be left.",
    ),
    Key("seats.bargain.told", Value.SCRIPT, "What the seat does once it knows `(plan n)`."),
    Key(
        "seats.beg",
        Value.SCRIPT,
        "What the seat takes of what others do not claim for themselves.",
    ),
    Key(
        "seats.on-deal",
        Value.SCRIPT,
        "What runs before the hand of seat `who` is filled; what it lights is lit for every card of it.",
    ),
    Key(
        "seats.on-draw",
        Value.HOOKS,
        "What runs before a card leaves the wall in play, for seat `who` (-1: for nobody's hand).",
    ),
    Key("seats.on-draw.*", Value.SCRIPT, "What runs before a card leaves by that exit."),
    Key(
        "seats.accept",
        Value.SCRIPT,
        "A number: where it is 0 the hand of seat `who` is made again.",
    ),
    Key(
        "seats.patience",
        Value.PATIENCE,
        "How many tries of a hand the seat may refuse, beside the first.",
        default=100,
        most=1000,
    ),
)

COLLECTION = "(collection)"
_ABOUT = f"{COLLECTION}.collection"
_CARD = f"{COLLECTION}.cards.*"

_OF_COLLECTIONS = (
    Key(_ABOUT, Value.SECTION, "What the collection is.", required=True),
    Key(f"{_ABOUT}.name", Value.TEXT, "Its name, which decks write before its functions.", required=True),
    Key(f"{_ABOUT}.version", Value.NUMBER, "Which edition of it this is.", default=1, least=1),
    Key(
        f"{_ABOUT}.language",
        Value.NAMES,
        "The languages, `en`, `zh` or `ja`, in which `does` and `not` are said for every card.",
        required=True,
    ),
    Key(f"{_ABOUT}.about", Value.TEXT, "What is in it, for people."),
    Key(
        f"{_ABOUT}.hand",
        Value.NUMBER,
        "How many cards an opening hand of its game has: `start-card` of decks that are made of lists.",
        default=5,
        most=100,
    ),
    Key(
        f"{_ABOUT}.most",
        Value.NUMBER,
        "How many cards a deck of its game has at most, if there is such a number: larger lists draw a"
        " remark.",
        least=1,
        most=10000,
    ),
    Key(
        f"{_ABOUT}.header",
        Value.SCRIPT,
        "The rules that trials of such decks begin with, as a deck writes them: `(pokemon:mulligan)`.",
    ),
    Key(
        f"{_ABOUT}.rules",
        Value.TABLE,
        "Cards of the collection that are rules, which such decks have beside their own.",
    ),
    Key(f"{_ABOUT}.rules.*", Value.TEXT, "The zone in which that card begins."),
    Key(
        f"{COLLECTION}.tags",
        Value.TABLE,
        "The tags without a prefix that its programs carry, which every deck of the game may forbid.",
    ),
    Key(f"{COLLECTION}.tags.*", Value.TEXT, "What moves with that tag do."),
    Key(f"{COLLECTION}.vars", Value.TABLE, "The variables of its programs, which last for a trial."),
    Key(f"{COLLECTION}.vars.*", Value.NUMBER, "What it is when a trial begins.", least=LEAST, most=MOST),
    Key(
        f"{COLLECTION}.define",
        Value.TABLE,
        "Functions; its programs call them as they are, decks with the collection's name: `(ygo:name …)`.",
    ),
    Key(f"{COLLECTION}.define.*", Value.SCRIPT, "What the function does and gives."),
    Key(f"{COLLECTION}.cards", Value.TABLE, "The cards by their English names.", required=True),
    Key(_CARD, Value.SECTION, "One card."),
    Key(f"{_CARD}.id", Value.NAMES, "Its passcodes or set numbers."),
    Key(f"{_CARD}.names", Value.TABLE, "Its names in other languages."),
    Key(
        f"{_CARD}.names.*",
        Value.NAMES,
        "The names in the language of that code, `en` for other English ones; the first is shown.",
    ),
    Key(f"{_CARD}.attribute", Value.NAMES, "Attributes that decks ask for with `a:`."),
    Key(f"{_CARD}.props", Value.TABLE, "Properties: whole numbers of the card, by name."),
    Key(f"{_CARD}.props.*", Value.NUMBER, "The number.", least=LEAST, most=MOST),
    Key(f"{_CARD}.does", Value.TABLE, "What is modelled: one sentence.", required=True),
    Key(f"{_CARD}.does.*", Value.TEXT, "The sentence in the language of that code."),
    Key(f"{_CARD}.not", Value.TABLE, "What of the card is not modelled; left out where all is."),
    Key(f"{_CARD}.not.*", Value.TEXT, "The sentence in the language of that code."),
    Key(
        f"{_CARD}.program",
        Value.SCRIPTS,
        "The effects of the card, in Yisp; none for a card that is only looked for.",
    ),
)

KEYS: dict[str, Key] = {key.path: key for key in _DECLARED}
"""Those of deck files."""

COLLECTION_KEYS: dict[str, Key] = {key.path: key for key in _OF_COLLECTIONS}

EVERY_KEY = {**KEYS, **COLLECTION_KEYS}


def is_ours(key: Key) -> bool:
    """Whether ygo-calc v2 does not have the key, or one that it stands below."""
    above = EVERY_KEY.get(key.parent)
    return key.ours or (above is not None and is_ours(above))


def children(path: str) -> dict[str, Key]:
    """The keys that may stand in the section ``path``, by name; "" is a deck file itself."""
    return _CHILDREN.get(path, {})


_CHILDREN: dict[str, dict[str, Key]] = {}
for _key in EVERY_KEY.values():
    if _key.name != "*":
        _CHILDREN.setdefault(_key.parent, {})[_key.name] = _key


def declaration(names: Sequence[str]) -> Key | None:
    """The key that is declared for the path of names that leads to it in a file; None where none is."""
    path = ""
    for name in names:
        below = children(path)
        if name in below and name != ZONE_KEY:
            path = below[name].path
        elif f"{path}.*" in EVERY_KEY:
            path = f"{path}.*"
        elif ZONE_KEY in below and len(name) == 1 and "A" <= name <= "Z":
            path = below[ZONE_KEY].path
        else:
            return None
    return EVERY_KEY.get(path)
