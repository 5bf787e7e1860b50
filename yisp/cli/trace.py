"""``yispc trace``."""

from __future__ import annotations

import click

from ..deck.load import load_file
from ..report.trace import render_trial
from ..simulate.seeds import fresh_seed
from ..simulate.trace import Tracer
from .complete import DeckName, TopicName
from .decks import Failed, UsageMistake, compiled, complain
from .exits import DECK_ERROR
from .options import seed as read_seed
from .run import bounded
from .running import chosen_topics, read_parameters, with_parameters

EXAMPLES = """\b
Examples:
  yispc trace deck.yml --seed 7                   the first trial of the first topic
  yispc trace deck.yml --seed 7 --topic going-first --trial 811
"""


@bounded
@click.command("trace", epilog=EXAMPLES)
@click.argument("deck", type=DeckName())
@click.option("--topic", type=TopicName(), metavar="T", help="The topic (default: the deck's first).")
@click.option("--trial", type=click.IntRange(0, 2**62), default=0, help="The trial's number, from 0.")
@click.option("--seed", metavar="N", help="The seed of the run (default: the deck's, or a fresh one).")
@click.option("--set", "given", metavar="NAME=N", multiple=True, help="Set a parameter of the deck.")
@click.option("--step", is_flag=True, help="Wait for a key between the lines.")
@click.pass_context
def command(
    ctx: click.Context,
    deck: str,
    topic: str | None,
    trial: int,
    seed: str | None,
    given: tuple[str, ...],
    step: bool,
    no_files: bool,
) -> None:
    """Replay one trial step by step: what was drawn, tried, activated and moved."""
    try:
        found = compiled(deck, quiet=True, no_files=no_files)
        (index,) = chosen_topics(found.program, [topic] if topic is not None else []) or [0]
        number = seed_of(found.program.settings["seed"], seed)
        program = with_parameters(found.program, read_parameters(given))
    except Failed:
        ctx.exit(DECK_ERROR)
    except UsageMistake as mistake:
        raise click.UsageError(str(mistake)) from None
    tracer = Tracer(load_file(found.file), program.topics[index].name, number, program.given)
    policy = program.topics[index].policy.kind
    if policy != "greedy":
        complain(f"the trial is played by greedy: traces of {policy} are not implemented yet")
    print(f"seed {number}")
    for place, line in enumerate(render_trial(tracer.program, tracer.topic, tracer.trial(trial))):
        if step and place:
            click.getchar()
        print(line, flush=step)


def seed_of(of_deck: int | None, given: str | None) -> int:
    """The seed that is replayed: that of ``--seed``, else the deck's, else a fresh one."""
    if given is None:
        return fresh_seed() if of_deck is None else of_deck
    try:
        return read_seed(given)
    except ValueError:
        raise UsageMistake(f"--seed {given!r}: a seed is a whole number from 0 to 2^53 - 1") from None
