"""The numbers by which the runtime knows things, for whoever talks to it: said in its headers, asked for here.

``EVENTS`` are names in the order of their numbers, which the sets of a plan count by, too.  Every other table
is by name.  How a trial's row is laid out is ``yisp.compile.row``'s to know.
"""

from . cimport effects, gate, log, match, numbers, selection, table, trials

HAND = trials.HAND
DECK = trials.DECK

cdef dict _events = {
    "move": table.MOVED,
    "activate": table.ACTIVATED,
    "draw": table.DRAWN,
    "turn-start": table.TURN_STARTS,
    "turn-end": table.TURN_ENDS,
}
EVENTS = tuple(sorted(_events, key=_events.get))

ENDS = {"first": selection.FIRST, "last": selection.LAST, "random": selection.RANDOM}
ROUNDINGS = {"up": numbers.UP, "down": numbers.DOWN, "near": numbers.NEAR}
SLOTS = {"any": match.SLOT_ANY, "first": match.SLOT_FIRST}

# The stages of a trial (``trials.run_stage``).
TURN = trials.STAGE_TURN
SCAN = trials.STAGE_SCAN
PROGRAM = trials.STAGE_PROGRAM
END = trials.STAGE_END
JUDGE = trials.STAGE_JUDGE

# Sites that every table has, before those of its plan.
SITE_DRAW = effects.SITE_DRAW
SITE_QUEUE = effects.SITE_QUEUE

# What an event log tells, by the first of each four words (``log.h``).
LOG = {
    "draw": table.EVENT_DRAW,
    "move": table.EVENT_MOVE,
    "shuffle": table.EVENT_SHUFFLE,
    "random": table.EVENT_RANDOM,
    "activate": table.EVENT_ACTIVATE,
    "forbid": table.EVENT_FORBID,
    "notice": table.EVENT_NOTICE,
    "print": table.EVENT_PRINT,
    "try": table.EVENT_TRY,
    "turn": table.EVENT_TURN,
    "answer": table.EVENT_ANSWER,
    "run": table.EVENT_RUN,
    "install": table.EVENT_INSTALL,
    "stop": table.EVENT_STOP,
}

# What a filter by a number costs an exact answer's budget for each kind of card.
WORK_KIND = gate.WORK_KIND
