"""Whether a topic takes cards off the top of the deck and knows nothing else of what is in it.

What comes in: a lowered deck.  What goes out: by topic, True where what happens in a trial follows from the
cards that left the deck alone: those that are left in it could be any others, and nothing would be different.

So it is if no statement finds, counts or moves cards of the deck but by number from the top, nothing is ever
put into it or shuffled with it, no effect is activated or answers from there, and nothing is lit.  Whatever a
node does that is not listed here counts as knowing more: a new node is safe until somebody thinks about it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import Any

from yisp_runtime.codes import DECK

from ..deck.model import Deck
from . import nodes
from .analysis.activation import MOVE
from .lowering.deck import Lowered, lower
from .pipeline import plan_of

BLIND = (
    nodes.Constant, nodes.Local, nodes.Global, nodes.Size, nodes.Binary, nodes.IsZero, nodes.Choice,
    nodes.Property, nodes.Let, nodes.SetGlobal, nodes.Checked, nodes.MulDiv, nodes.Random, nodes.If,
    nodes.Loop, nodes.Call, nodes.Stop, nodes.Guard, nodes.Fail, nodes.Give, nodes.Step, nodes.ZoneOfCard,
    nodes.ChooseCard, nodes.ChooseEvent, nodes.Keep, nodes.KeepWhere, nodes.Fold, nodes.Limit,
    nodes.ChosenSize, nodes.LookAtChosen, nodes.BeginDraw, nodes.Activate, nodes.TakeUse, nodes.Forbid,
    nodes.Install, nodes.Would, nodes.Schedule, nodes.Print,
)  # fmt: skip
"""Nodes that see nothing of a zone, or of the deck no more than how many cards it has."""

LOOKING = (
    nodes.Count, nodes.ChooseZone, nodes.TopProperty, nodes.MoveAll, nodes.MoveFirst, nodes.MovePicked,
    nodes.Match, nodes.Shuffle,
)  # fmt: skip
"""Nodes that see what is in their ``zone``, or mix it."""

MOVING = (
    nodes.MoveChosen, nodes.MoveAll, nodes.MoveFirst, nodes.MovePicked, nodes.MoveTop, nodes.MoveCard,
    nodes.EndDraw,
)  # fmt: skip
"""Nodes that put cards ``to`` a zone, or tell where cards were put."""


def unseen_of(deck: Deck) -> list[bool]:
    """By topic, whether it knows nothing of the cards that stay in the deck."""
    lowered = lower(deck)
    return unseen(lowered, plan_of(deck, lowered))


def unseen(lowered: Lowered, plan: Mapping[str, Any]) -> list[bool]:
    """The same, of a deck that has been lowered; ``plan`` is the program's."""
    module = lowered.module
    if plan["exits"] or plan["lights"] or any(map(_from_deck, plan["effects"])):
        return [False] * len(module.topics)
    shared = [*module.defined, *module.installed, *module.effects]
    shared += [*module.asked.values(), *module.probes.values()]
    blind = all(_is_blind(function.body) for function in shared)
    return [blind and all(_is_blind(one.body) for one in topic.functions) for topic in module.topics]


def _from_deck(effect: Sequence[int]) -> bool:
    """Whether cards in the deck activate or answer with it; also one that no card has, as a variant may."""
    scanned, _, _, event, _, _, answers, *_ = effect
    return bool(scanned >> DECK & 1 or (event != MOVE and answers >> DECK & 1))


def _is_blind(body: Any) -> bool:
    """Whether nothing in it knows of the deck."""
    if isinstance(body, tuple | list):
        return all(map(_is_blind, body))
    if not is_dataclass(body):
        return True  # a number, a name
    known = isinstance(body, (*BLIND, *LOOKING, *MOVING, nodes.Copies))
    if not known or (isinstance(body, LOOKING) and body.zone == DECK):
        return False
    if isinstance(body, nodes.Copies) and (body.zone == DECK or isinstance(body.zone, nodes.Local)):
        return False
    if isinstance(body, MOVING) and body.to == DECK:
        return False
    return all(_is_blind(getattr(body, one.name)) for one in fields(body))
