"""Whether trials bear an exact answer out: every answer is held against some before it is printed.

What comes in: a topic's play and its exact answer.  What goes out: None, or a sentence about the figure that
the trials do not fit; then one of the two is wrong, which is a fault of ours and none of the deck's.

The trials are those of the ordinary loop, on the python target.  Their streams are keyed by the topic's
content and not by the seed of a run, so that an answer passes always or never; no run has their seeds.
How many they are is 4096, or less by powers of two where those would take more than 2,000,000 stages and
steps: counted, never timed.  What makes a length depend on what happens makes no right answer fail either:
there are thirteen lengths, and each of them fails as seldom as ``binomial`` says.

Compared are counts of trials, each with its exact probability: successes, combos (under ``match: best``
too, where that was worked out), effects used, notices, values of the score and of stats.  Where a number has
many values, neighbours are taken together: a rare value alone says little, all of them much.  One that
the answer calls impossible stands alone.

Not handled: how often an effect is activated within a trial, and how two numbers go together
(``relate``); both are sums over the same paths and rows as what is compared.
"""

from __future__ import annotations

from hashlib import blake2b

from yisp_runtime.counts.tally import stands_for

from ..counting.binomial import misfit
from ..counting.ratio import Ratio
from ..seeds import CHECK_SEEDS
from .kept import content_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...compile.program import Program
    from ..counting.binomial import Figure
    from ..counting.counts import Counts, Tally
    from ..counting.probabilities import ExactCounts, Spread
    from ..playing.play import Play

TRIALS = 4096
"""How many trials an answer is held against, a power of two."""

WORK = 2_000_000
"""How many stages and steps these may take."""

BLOCK = 64
"""Trials that are run in one go."""

BINS = 64
"""Values of a number beyond which neighbours are taken together, until they have a share of 1 / BINS."""

PURPOSE = b"CHECK"

NEVER = Ratio(0, 1)


def difference(play: Play, exact: ExactCounts, attempt: int = 0) -> str | None:
    """What the trials of a topic's play say against the answer, if anything.

    Another ``attempt`` has other trials, for whoever wants to be sure.
    """
    play = play.again(seed_of(play.program, play.index, attempt))
    trials, last = 0, 1
    while True:
        for first in range(trials, last, BLOCK):  # an interrupt is heard between two
            play.run(first, min(first + BLOCK, last))
        trials = last
        last *= 2
        if last > TRIALS or 2 * _work(play) > WORK:
            break
    found = misfit(figures(play.program, play.index, exact, play.counts()), trials)
    return None if found is None else said(found, trials)


def figures(program: Program, topic: int, exact: ExactCounts, counts: Counts) -> Iterator[Figure]:
    """All that can be compared of an exact answer and of what any trials of the topic counted."""
    plan = program.topics[topic]
    rates = [
        ("success", counts.successes, exact.success),
        *(
            (f"combo {name}", count, rate)
            for name, count, rate in zip(plan.judged, counts.combos, exact.combos, strict=True)
        ),
        *(
            (f"combo {plan.judged[number]} with match: best", count, rate)
            for number, count, rate in zip(plan.bests, counts.bests, exact.bests, strict=True)
        ),
        *(
            (f"effect {program.kinds[kind][0]}[{number}] used", count, rate)
            for (kind, number), count, rate in zip(program.effects, counts.used, exact.used, strict=True)
        ),
    ]
    for what, count, rate in rates:
        yield what, count, rate.numerator, rate.denominator
    noticed = {notice.site: notice.trials for notice in counts.notices}
    for site in sorted({*noticed, *exact.notices}):
        rate = exact.notices.get(site, NEVER)
        what = f"notice {program.sites[site].code} of {program.sites[site].name or plan.name}"
        yield what, noticed.get(site, 0), rate.numerator, rate.denominator
    yield from _values("score", exact.score, counts.score)
    for name, spread, tally in zip(plan.stats, exact.stats, counts.stats, strict=True):
        yield f"stat {name} known", tally.count, sum(spread.masses.values()), spread.denominator
        yield from _values(f"stat {name}", spread, tally)


def _values(what: str, spread: Spread, tally: Tally) -> Iterator[Figure]:
    """The values of a number; those that a sample may have binned (``Tally.exact``) are binned like it."""
    masses: dict[int, int] = {}
    for value, mass in spread.masses.items():
        key = value if tally.exact else stands_for(value)
        masses[key] = masses.get(key, 0) + mass
    for value, count in tally.histogram.items():
        if value not in masses:
            yield f"{what} of {value}", count, 0, spread.denominator
    enough = 0 if len(masses) <= BINS else spread.denominator // BINS
    count = mass = 0
    first: int | None = None
    for value in sorted(masses):
        first = value if first is None else first
        count += tally.histogram.get(value, 0)
        mass += masses[value]
        if mass > enough:
            to = "" if first == value else f" to {value}"
            yield f"{what} of {first}{to}", count, mass, spread.denominator
            count, mass, first = 0, 0, None
    if first is not None:
        yield f"{what} of {first} and above", count, mass, spread.denominator


def seed_of(program: Program, topic: int, attempt: int) -> int:
    """The seed of a topic's check: 64 bits of BLAKE2b, the highest of which is set, as no run's is."""
    content = f"{attempt} {content_of(program, topic)}".encode("utf-8", "surrogatepass")
    digest = blake2b(content, digest_size=8, person=PURPOSE).digest()
    return int.from_bytes(digest, "little") | CHECK_SEEDS


def _work(play: Play) -> int:
    """How many stages and steps the trials so far had: each turn begins, passes in vain and ends; each
    activation is a pass more; then there is the judging."""
    counts = play.counts()
    stages = counts.trials * (3 * play.topic.turns + 1) + sum(counts.activations)
    return stages + play.table.steps


def said(figure: Figure, trials: int) -> str:
    """A sentence about a figure that does not fit."""
    what, count, numerator, denominator = figure
    return f"{what}: {count} of {trials} trials, where {numerator / denominator:.4%} were expected"
