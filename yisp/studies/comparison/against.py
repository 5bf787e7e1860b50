"""A deck of a study held against another one: by how much every figure differs.

What comes in: both decks' programs, and the topic that is asked about, played by whom.  What goes out: both
in the same worlds, of which a figure's :class:`~yisp.studies.figures.Difference` can be taken.

Both play the same worlds, as ``compare`` has it, with the same seed and as many trials: so it is what ``yispc
compare`` says of the two decks, digit by digit.  That is right for any two decks of a study, since it asks
nothing of them but a topic of the same name: each side's trials are by themselves what they are in any run
(``paired``), whatever else they have in common, so the mean of the differences is without bias, and its
interval is that of independent pairs.  But two such differences share the worlds of the deck that both are
held against: they may be subtracted from one another, their intervals may not.

That deck's trials are the same whoever is held against it, so they are played once (``tape``).

Not handled: exact answers (``figures.exactly``), and which deck is held against which (``sweep``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..figures import Difference, Figure
from .compare import in_the_same_worlds
from .paired import Side

if TYPE_CHECKING:
    from ...compile.program import Program
    from ...simulate.stop import Stop
    from .compare import Sampled
    from .comparison import TopicComparison
    from .tape import Tapes


def held_against(
    program: Program,
    base: Program,
    topic: str,
    kind: str | None,
    seed: int,
    stop: Stop,
    *,
    count: int | None,
    until: float | None,
    target: str,
    tapes: Tapes,
) -> Sampled:
    """Both decks by a topic, played by a policy of that ``kind`` or, where that is None, by the topic's own;
    where the ``stop`` is heard it is not whole.

    ``tapes`` are those of the base, with that seed; there may be more afterwards.
    """
    sides = [_side("", base, topic, kind), _side("other", program, topic, kind)]
    own = sides[0]
    tape = tapes.of(base, own.topic, own.policy, seed, target)
    return in_the_same_worlds(topic, sides, seed, stop, count=count, until=until, target=target, tape=tape)


def _side(name: str, program: Program, topic: str, kind: str | None) -> Side:
    index = program.topic(topic)
    own = program.topics[index].policy
    return Side(name, program, index, own if kind is None else own.but(kind=kind))


def difference(compared: TopicComparison, figure: Figure) -> Difference:
    """By how much a figure of the deck is above that of the other one."""
    gap = compared.differences[0].gap(*figure.key)
    low, high = gap.ci95 or (None, None)
    return Difference(gap.mean, low, high, None, compared.trials, gap.narrower)
