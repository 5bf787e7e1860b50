"""Replays after a counted run: what its scripts printed, and (``debug: true``) its first trials.

Not handled: the language, which whoever calls chooses.
"""

from __future__ import annotations

import sys

from ...lang.diagnostics import visible
from ...messages import say, told
from ...report.text.trace import printed_line, render_trial
from ...simulate.result import Result
from ...simulate.single.trace import Tracer
from ..decks import Compiled

PRINTED_LINES = 20
"""How many printed lines of a topic are shown."""

DEBUG_TRIALS = 10
"""How many trials of a topic ``debug: true`` replays."""


def show_prints(deck: Compiled, result: Result) -> None:
    """Show the first lines that each topic's scripts printed, by trial, and count the rest."""
    model = deck.deck()
    for topic in result.played:
        if not topic.printed:
            continue
        tracer = Tracer(model, topic.name, result.seed, deck.program.given, list(topic.policies))
        name = visible(topic.name)
        if len(topic.policies) > 1:
            name = say("{topic}, played by {policy}", topic=name, policy=topic.policy)
        shown = 0
        for number in topic.print_trials:
            if shown == PRINTED_LINES:
                break
            trial = tracer.trial(number, prints=PRINTED_LINES - shown, policy=topic.policy)
            for entry in trial.entries:
                if entry.what == "print":
                    line = printed_line(tracer.program, entry)
                    said = told("{topic}, trial {number}: {line}", topic=name, number=number, line=line)
                    print(said, file=sys.stderr)
                    shown += 1
        if topic.printed > shown:
            said = told("{topic}: {number} more printed lines", topic=name, number=topic.printed - shown)
            print(said, file=sys.stderr)


def show_trials(deck: Compiled, result: Result, count: int | None) -> None:
    """Replay the first of ``count`` trials of each topic step by step; None is as many as there were."""
    model = deck.deck()
    for topic in result.played:
        tracer = Tracer(model, topic.name, result.seed, deck.program.given, list(topic.policies))
        said = topic.policy if tracer.in_worlds else None
        for number in range(min(count or DEBUG_TRIALS, DEBUG_TRIALS)):
            trial = tracer.trial(number, policy=topic.policy)
            for line in render_trial(tracer.program, tracer.topic, trial, said):
                print(line, file=sys.stderr)
