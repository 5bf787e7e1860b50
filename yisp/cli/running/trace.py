"""``yispc trace``."""

from __future__ import annotations

import click

from ...compile.program import Program
from ...deck.changes import Changes
from ...messages import say, told, with_commas
from ...report.text.trace import render_trial
from ...simulate.single.trace import Tracer
from ..complete import DeckName, TopicName
from ..decks import Failed, UsageMistake, compiled, on_terminal
from ..exits import DECK_ERROR
from ..options import expected
from ..options import policies as read_policies
from .run import bounded, changing
from .running import chosen_topics, read_parameters, seed_of, with_parameters

EXAMPLES = """\b
Examples:
  yispc trace deck.yml --seed 7                   the first trial of the first topic
  yispc trace deck.yml --seed 7 --topic going-first --trial 811
  yispc trace deck.yml --seed 7 --policy greedy,best --show best
"""


@bounded
@changing
@click.command("trace", epilog=EXAMPLES)
@click.argument("deck", type=DeckName())
@click.option("--topic", type=TopicName(), metavar="T", help="The topic (default: the deck's first).")
@click.option("--trial", type=click.IntRange(0, 2**62), default=0, help="The trial's number, from 0.")
@click.option("--seed", metavar="N", help="The seed of the run (default: the deck's, or a fresh one).")
@click.option("--set", "given", metavar="NAME=N", multiple=True, help="Set a parameter of the deck.")
@click.option("--policy", metavar="P,P", help="The policies of the run (default: the deck's).")
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
@click.pass_context
def command(
    ctx: click.Context,
    deck: str,
    topic: str | None,
    trial: int,
    seed: str | None,
    given: tuple[str, ...],
    policy: str | None,
    show: str | None,
    worlds: str | None,
    worlds_topic: str | None,
    step: bool,
    no_files: bool,
    changes: Changes | None,
) -> None:
    """Replay one trial step by step: what was drawn, tried, activated and moved."""
    if step and not on_terminal():
        raise click.UsageError(say("--step waits for a key, and here is no terminal to press one in"))
    try:
        found = compiled(deck, quiet=True, no_files=no_files, changes=changes)
        (index,) = chosen_topics(found.program, [topic] if topic is not None else []) or [0]
        number = seed_of(found.program.settings["seed"], seed)
        program = with_parameters(found.program, read_parameters(given))
        played = program.topics[index].played_by(policies_of(policy))
        if show is not None and show not in played:
            raise UsageMistake(
                say(
                    "--show {policy}: the run is played by {known}",
                    policy=repr(show),
                    known=with_commas(played),
                )
            )
        name = program.topics[index].name
        base = None if worlds is None else _base(worlds or deck, worlds_topic or name, no_files)
    except Failed:
        ctx.exit(DECK_ERROR)
    except UsageMistake as mistake:
        raise click.UsageError(str(mistake)) from None
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
    chosen = chosen_topics(program, [topic])
    assert chosen is not None
    return program, chosen[0]


def policies_of(text: str | None) -> list[str]:
    """The policies of ``--policy``; none where it was not given."""
    try:
        return [] if text is None else read_policies(text)
    except ValueError:
        raise UsageMistake(
            say("--policy {given}: expected {expected}", given=repr(text), expected=expected(read_policies))
        ) from None
