"""The numbers by which the runtime knows things, for whoever talks to it: said in its headers, asked for here.

``EVENTS`` are names in the order of their numbers, which the sets of a plan count by, too, and ``SCRIPTS`` the
keys of a topic's scripts, likewise.  Every other table is by name.  How a trial's row is laid out is for
``yisp.compile.row`` to know.
"""

from .numbers cimport arithmetic
from .play cimport deal, effects, match, trials
from .position cimport decisions, log, table
from .zones cimport selection

HAND = table.HAND
DECK = table.DECK

cdef dict _events = {
    "move": table.MOVED,
    "activate": table.ACTIVATED,
    "draw": table.DRAWN,
    "turn-start": table.TURN_STARTS,
    "turn-end": table.TURN_ENDS,
}
EVENTS = tuple(sorted(_events, key=_events.get))

cdef dict _scripts = {
    "header": trials.SCRIPT_HEADER,
    "before-play": trials.SCRIPT_BEFORE_PLAY,
    "program": trials.SCRIPT_PROGRAM,
    "footer": trials.SCRIPT_FOOTER,
}
SCRIPTS = tuple(sorted(_scripts, key=_scripts.get))
EVERY_SCRIPT = (*SCRIPTS, "deal")  # with the one that is made of those of the seats

ENDS = {
    "first": selection.FIRST,
    "last": selection.LAST,
    "random": selection.RANDOM,
    "choice": selection.CHOICE,
    "pick": selection.PICK,
}
ROUNDINGS = {"up": arithmetic.UP, "down": arithmetic.DOWN, "near": arithmetic.NEAR}
SLOTS = {"any": match.SLOT_ANY, "first": match.SLOT_FIRST}

# The stages of a trial (``trials.run_stage``).
TURN = trials.STAGE_TURN
SCAN = trials.STAGE_SCAN
PROGRAM = trials.STAGE_PROGRAM
END = trials.STAGE_END
JUDGE = trials.STAGE_JUDGE
MOVE = trials.STAGE_MOVE
BEFORE_PLAY = trials.STAGE_BEFORE_PLAY
EVALUATE = trials.STAGE_EVALUATE
DEAL = trials.STAGE_DEAL
PART = trials.STAGE_PART
PART_BEFORE = deal.PART_BEFORE
PART_DRAW = deal.PART_DRAW

# What seats claim, and what a script of a deal asks (``deal.h``).
CLAIMS = {"four": deal.CLAIMS_FOUR, "all": deal.CLAIMS_ALL, "any": deal.CLAIMS_ANY}
DEALT = {
    "part": deal.DEALT_PART,
    "tries": deal.DEALT_TRIES,
    "plan": deal.DEALT_PLAN,
    "asks": deal.DEALT_ASKS,
    "claimed": deal.DEALT_CLAIMED,
    "refused": deal.DEALT_REFUSED,
}
MOST_SEATS = deal.MOST_SEATS
MOST_WORLDS = table.MOST_WORLDS
MOST_ZONES = table.MOST_ZONES
MOST_COMBINATIONS = deal.MOST_SOLUTIONS

# Sites that every table has, before those of its plan.
SITE_DRAW = log.SITE_DRAW
SITE_QUEUE = log.SITE_QUEUE
SITE_BUDGET = log.SITE_BUDGET

# What a log tells, by the first of each four words (``log.h``).
LOG = {
    "draw": table.LOG_DRAW,
    "move": table.LOG_MOVE,
    "shuffle": table.LOG_SHUFFLE,
    "random": table.LOG_RANDOM,
    "activate": table.LOG_ACTIVATE,
    "forbid": table.LOG_FORBID,
    "notice": table.LOG_NOTICE,
    "print": table.LOG_PRINT,
    "try": table.LOG_TRY,
    "turn": table.LOG_TURN,
    "answer": table.LOG_ANSWER,
    "run": table.LOG_RUN,
    "install": table.LOG_INSTALL,
    "stop": table.LOG_STOP,
    "weighed": table.LOG_WEIGHED,
    "light": table.LOG_LIGHT,
    "collapse": table.LOG_COLLAPSE,
    "plan": table.LOG_PLAN,
    "veto": table.LOG_VETO,
    "law": table.LOG_LAW,
}

# What a probability that the log tells is a share of.
TOLD_WHOLE = table.TOLD_WHOLE

# How many steps are given back to a look that is refused (``effects.h``).
FREE_STEPS = effects.FREE_STEPS

# What a filter by a number costs an exact answer's budget for each kind of card.
WORK_KIND = decisions.WORK_KIND
WORK_STAGE = decisions.WORK_STAGE
WORK_EFFECT = decisions.WORK_EFFECT
WORK_TRY = decisions.WORK_TRY
