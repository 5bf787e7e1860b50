"""Triggers that nothing keeps from answering their own activation.

What comes in: a deck without errors.  What goes out: warnings.  An effect that answers ``activate`` is
activated by answering, which happens for it to answer in turn.  It goes on until a limit is reached,
unless something stops it: a flag, a guard that the card's own activation does not pass, the card's
leaving, a forbidden tag, the end of play.  Where a script may do any of these nothing is said.

Not handled: cards that answer one another.
"""

from __future__ import annotations

from ..lang import tree
from ..lang.checking.lints import may_end, may_leave
from ..lang.diagnostics import Diagnostics
from ..messages import say
from .kinds import KindSet
from .model import Deck
from .reading.source import shown
from .vocabulary import Vocabulary


def check_triggers(deck: Deck, diagnostics: Diagnostics) -> None:
    """Warn of each effect that answers its own activation."""
    for index, kind in enumerate(deck.kinds):
        for effect in kind.effects if kind.count else ():
            if _answers_itself(effect.effect, 1 << index, deck.vocabulary):
                diagnostics.warning(
                    "Y433",
                    say(
                        "this effect of {card} is activated by answering, and answers that too: it never"
                        " ends",
                        card=shown(kind.name),
                    ),
                    effect.text.place(*effect.effect.flags.span),
                    say(
                        "begin with `[1 on activate]`, or test with a guard what was activated: `/|it.NAME|`"
                    ),
                )


def _answers_itself(effect: tree.Effect, own: KindSet, names: Vocabulary) -> bool:
    """Whether an effect of a card of that kind is sure to answer its own activation."""
    flags = effect.flags
    if flags.event is None or flags.event.kind != "activate" or flags.once or flags.first:
        return False
    if may_leave(effect) or may_end(effect):
        return False
    for statement in effect.script.statements:
        if isinstance(statement, tree.Activate):
            break
        if isinstance(statement, tree.Guard) and _holds(statement, own, names) is not True:
            return False
    return True


def _holds(guard: tree.Guard, own: KindSet, names: Vocabulary) -> bool | None:
    """Whether a guard lets the card's own activation pass; None where that may change."""
    number = _number(guard.condition, own, names)
    return None if number is None else bool(number) != guard.negated


def _number(condition: tree.Expression, own: KindSet, names: Vocabulary) -> int | None:
    """What a condition is while ``it`` is the card itself, for conditions that ask for nothing else."""
    match condition:
        case tree.Number(value):
            return value
        case tree.Size(tree.CardSet("it", filters)):
            kept = [_keeps(one, own, names) for one in filters]
            return None if None in kept else int(all(kept))
    return None


def _keeps(filter_: tree.Filter, own: KindSet, names: Vocabulary) -> bool | None:
    """Whether a filter keeps a card of that kind; None for filters that ask for more than the kind."""
    match filter_:
        case tree.ThisCard():
            return True
        case tree.ByName(name=name):
            return bool((names.name(name) or 0) & own)
        case tree.ByAttribute(attribute=name):
            return bool(names.attribute(name) & own)
        case tree.ByPattern(pattern=pattern):
            return bool(names.pattern(pattern) & own)
        case tree.ByKind(kind=kind):
            return bool(names.kind(kind) & own)
        case tree.Not(filter=inner):
            kept = _keeps(inner, own, names)
            return None if kept is None else not kept
    return None
