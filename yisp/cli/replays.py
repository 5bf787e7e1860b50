"""Replays after a counted run: what its scripts printed, and (``debug: true``) its first trials."""

from __future__ import annotations

import sys

from ..lang.diagnostics import visible
from ..report.trace import printed_line, render_trial
from ..simulate.result import Result
from ..simulate.trace import Tracer
from .decks import Compiled

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
        played = f", played by {topic.policy}" if len(topic.policies) > 1 else ""
        shown = 0
        for number in topic.print_trials:
            if shown == PRINTED_LINES:
                break
            trial = tracer.trial(number, prints=PRINTED_LINES - shown, policy=topic.policy)
            for entry in trial.entries:
                if entry.what == "print":
                    line = printed_line(tracer.program, entry)
                    print(f"{visible(topic.name)}{played}, trial {number}: {line}", file=sys.stderr)
                    shown += 1
        if topic.printed > shown:
            more = f"{topic.printed - shown} more printed lines"
            print(f"{visible(topic.name)}{played}: {more}", file=sys.stderr)


def show_trials(deck: Compiled, result: Result, count: int) -> None:
    """Replay the first of ``count`` trials of each topic step by step."""
    model = deck.deck()
    for topic in result.played:
        tracer = Tracer(model, topic.name, result.seed, deck.program.given, list(topic.policies))
        said = topic.policy if tracer.in_worlds else None
        for number in range(min(count, DEBUG_TRIALS)):
            trial = tracer.trial(number, policy=topic.policy)
            for line in render_trial(tracer.program, tracer.topic, trial, said):
                print(line, file=sys.stderr)
