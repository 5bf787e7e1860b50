"""The nodes of the engine: what a deck's scripts are lowered to, and what both targets print.

Expressions are pure: evaluating one changes nothing, draws nothing, reveals nothing and cannot
fail.  Everything that does any of these is a statement, so the order in which things happen is
the order of the statements, in every target alike.  Numbers are 64-bit; an operation that could
leave them is a :class:`Checked` statement, every other one has been shown by lowering to fit.

Zones, masks, variables, effects, tags and sites are indices into the tables of the program; no
text of the deck's author occurs in a node.
"""

from .cards import (
    BeginDraw,
    ChooseCard,
    ChooseEvent,
    ChooseEvery,
    ChooseZone,
    ChosenSize,
    Collapse,
    CollapsePlace,
    Draw,
    DrawForTurn,
    DrawSeveral,
    EndDraw,
    Fold,
    Keep,
    KeepCard,
    Light,
    LightPlace,
    Limit,
    LookAtChosen,
    Match,
    MoveAll,
    MoveCard,
    MoveChosen,
    MoveFirst,
    MovePicked,
    MoveTop,
    Remain,
    Shuffle,
    Take,
    TopProperty,
    ZoneNode,
    ZoneOfCard,
)
from .deals import Bargain, BeginClaims, BeginFilling, Claim, EndFilling, Veto, Withhold
from .expressions import (
    Binary,
    Choice,
    Constant,
    Copies,
    Count,
    Dealt,
    Expression,
    Global,
    IsZero,
    Local,
    Property,
    Size,
    is_truth,
)
from .module import Attempt, Function, Module, ScanKind, ScanZone, TopicCode
from .numbers import Checked, Let, MulDiv, Random, SetGlobal
from .play import Activate, Forbid, Install, Print, Schedule, TakeUse, Would
from .statements import (
    Call,
    Fail,
    Give,
    Guard,
    If,
    KeepWhere,
    Loop,
    Statement,
    Step,
    Stop,
    every,
    parts,
    within,
)

__all__ = [
    "Activate", "Attempt", "Bargain", "BeginClaims", "BeginDraw", "BeginFilling", "Binary", "Call",
    "Checked", "Choice", "ChooseCard", "ChooseEvent", "ChooseEvery", "ChooseZone", "ChosenSize", "Claim",
    "Collapse", "CollapsePlace", "Constant", "Copies", "Count", "Dealt", "Draw", "DrawForTurn",
    "DrawSeveral", "EndDraw", "EndFilling", "Expression", "Fail", "Fold", "Forbid", "Function", "Give",
    "Global", "Guard", "If", "Install", "IsZero", "Keep", "KeepCard", "KeepWhere", "Let", "Light",
    "LightPlace", "Limit", "Local", "LookAtChosen", "Loop", "Match", "Module", "MoveAll", "MoveCard",
    "MoveChosen", "MoveFirst", "MovePicked", "MoveTop", "MulDiv", "Print", "Property", "Random", "Remain",
    "ScanKind", "ScanZone", "Schedule", "SetGlobal", "Shuffle", "Size", "Statement", "Step", "Stop",
    "Take", "TakeUse", "TopProperty", "TopicCode", "Veto", "Withhold", "Would", "ZoneNode", "ZoneOfCard",
    "every", "is_truth", "parts", "within",
]  # fmt: skip
