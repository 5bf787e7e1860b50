"""Replays after a counted run: what its scripts printed, and (``debug: true``) its first trials."""

from __future__ import annotations

import sys

from ..deck.load import loads
from ..lang.diagnostics import visible
from ..report.trace import printed_line, render_trial
from ..simulate.run import Outcome
from ..simulate.trace import Tracer
from .decks import Compiled

PRINTED_LINES = 20
"""How many printed lines of a topic are shown."""

DEBUG_TRIALS = 10
"""How many trials of a topic ``debug: true`` replays."""


def show_prints(deck: Compiled, outcome: Outcome) -> None:
    """Show the first lines that each topic's scripts printed, by trial, and count the rest."""
    model = loads(deck.data, deck.file)
    for topic in outcome.topics:
        counts = topic.counts
        if not counts.printed:
            continue
        name = deck.program.topics[topic.topic].name
        tracer = Tracer(model, name, outcome.seed)
        shown = 0
        for number in counts.print_trials:
            for event in tracer.trial(number).events:
                if event.what == "print" and shown < PRINTED_LINES:
                    line = printed_line(tracer.program, event)
                    print(f"{visible(name)}, trial {number}: {line}", file=sys.stderr)
                    shown += 1
        if counts.printed > shown:
            print(f"{visible(name)}: {counts.printed - shown} more printed lines", file=sys.stderr)


def show_trials(deck: Compiled, outcome: Outcome) -> None:
    """Replay the first trials of each topic step by step."""
    model = loads(deck.data, deck.file)
    for topic in outcome.topics:
        tracer = Tracer(model, deck.program.topics[topic.topic].name, outcome.seed)
        for number in range(min(topic.counts.trials, DEBUG_TRIALS)):
            for line in render_trial(tracer.program, tracer.topic, tracer.trial(number)):
                print(line, file=sys.stderr)
