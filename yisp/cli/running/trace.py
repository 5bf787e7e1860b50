"""``yispc trace``."""

from __future__ import annotations

import click

from ...compile.program import Program
from ...deck.changes import Changes
from ...messages import quoted, say, told, with_commas
from ...report.text.trace import render_trial
from ...simulate.seeds import seed_or_fresh
from ...simulate.single.trace import Tracer
from ..complete import DeckName
from ..decks import UsageMistake, compiled, on_terminal
from ..options import Option
from ..options import policies as read_policies
from ..parameters import changing, parameter, taking, topic_option, trial_option
from .settings import chosen_topic, with_parameters

EXAMPLES = """\b
Examples:
  yispc trace deck.yml --seed 7                   the first trial of the first topic
  yispc trace deck.yml --seed 7 --topic going-first --trial 811
  yispc trace deck.yml --seed 7 --policy greedy,best --show best
"""


POLICY = Option(
    "policies", ("--policy",), read_policies, "P,P", "The policies of the run (default: the deck's)."
)


@taking("seed", "set", "no_files")
@changing
@click.command("trace", params=[topic_option(), parameter(POLICY), trial_option()], epilog=EXAMPLES)
@click.argument("deck", type=DeckName())
@click.option("--show", metavar="P", help="Only this one of them.")
@click.option(
    "--worlds", is_flag=False, flag_value="", metavar="[DECK]",
    help="Replay a trial of `yispc compare`: in the world in which DECK (default: this one, without --with) "
    "plays it, too.",
)  # fmt: skip
@click.option(
    "--worlds-topic", metavar="T", help="... in the worlds of that topic, where it has another name."
)
@click.option("--step", is_flag=True, help="Wait for a key between the lines.")
def command(
    deck: str,
    policies: list[str] | None,
    topic: str | None,
    trial: int,
    show: str | None,
    worlds: str | None,
    worlds_topic: str | None,
    step: bool,
    seed: int | None,
    set: tuple[tuple[str, int], ...],
    no_files: bool,
    changes: Changes | None,
) -> None:
    """Replay one trial step by step: what was drawn, tried, activated and moved."""
    if step and not on_terminal():
        raise UsageMistake(say("--step waits for a key, and here is no terminal to press one in"))
    found = compiled(deck, quiet=True, no_files=no_files, changes=changes)
    program = with_parameters(found.program, set)
    number = seed_or_fresh(seed, program.settings["seed"])
    chosen = program.topics[chosen_topic(program, topic)]
    played = chosen.played_by(policies or [])
    if show is not None and show not in played:
        raise UsageMistake(
            say(
                "--show {policy}: the run is played by {known}",
                policy=quoted(show),
                known=with_commas(played),
            )
        )
    name = chosen.name
    base = None if worlds is None else _base(worlds or deck, worlds_topic or name, no_files)
    tracer = Tracer(found.deck(), name, number, program.given, played, base)
    print(told("seed {seed}", seed=number))
    for kind in played if show is None else [show]:
        said = kind if tracer.in_worlds else None
        lines = render_trial(tracer.program, tracer.topic, tracer.trial(trial, policy=kind), said)
        for place, line in enumerate(lines):
            if step and place:
                click.getchar()
            print(line, flush=step)


def _base(deck: str, topic: str, no_files: bool) -> tuple[Program, int]:
    """In whose worlds a trial is replayed."""
    program = compiled(deck, quiet=True, no_files=no_files).program
    return program, chosen_topic(program, topic)
