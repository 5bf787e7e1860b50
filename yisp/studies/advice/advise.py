"""What to do with a hand: what each first move is worth, how certain that is, and what comes behind it.

What comes in: a program, a topic that begins in the position asked about (``standing``), and a seed.  What
goes out: ``Advice``.  It sharpens: :class:`Advising` works in pieces of some
twenty milliseconds, and says after any of them what is known by then.

========  ============================================================================================
a glance  everything is played out as the scan does, in a few imagined worlds: the first thing to be said
solved    what can be done is solved, one after the other, with the best play afterwards, where that is
          little work
played    the others are played on in imagined worlds, the same for all, as the policy ``best`` does
========  ============================================================================================

How much is spent is counted in work and not in time (``compile.work``), so a seed gives the same answer
everywhere.  An exact worth is held against lines that are drawn before anybody sees it.  What is played is a
lower bound, as sampled ``best`` always is: no line that is played is worth more than the best one.

Where looking ahead would take too much work, options are played on as the scan does, and ``how`` says so.
"""

from __future__ import annotations

import time
from random import Random

from ...lang.rendering import visible
from ...messages import say
from ...simulate.counting.binomial import misfit
from ...simulate.counting.probabilities import CannotPlay, NoExactAnswer, OverBudget, WrongAnswer, too_hasty
from ...simulate.counting.ratio import Ratio
from ...simulate.counting.statistics import half_width
from ...simulate.exact.check import seed_of
from ...simulate.exact.stages import ENDLESS, Place, Stages
from ...simulate.question import BUDGET
from ...simulate.sampling.targets import Targets
from ...simulate.stop import Stop
from ...simulate.worlds.comparison import gain_range, goal_range
from ...simulate.worlds.firsts import First, Solving, Trying, first_decision
from ...simulate.worlds.lines import Course, Following, noted
from .advice import GLANCED, GREEDILY, PLAYED, SOLVED, Advice, Option
from .naming import Seen
from .plans import Courses, Share
from .standing import standing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from ...compile.program import Policy, Program
    from ...deck.model import Deck
    from ...simulate.playing.play import Play

PIECE = 300_000
"""Work of a piece: some twenty milliseconds in python."""

A_WHILE = 0.015
"""Seconds of small steps that are one piece; it is of no account to what is found out."""

GLANCES = 32
"""Worlds of the first thing that is said."""

EXACT_WORK, LATER_WORK = 24_000_000, 200_000
"""What is spent on solving everything, and on each thing that is left after one was too much."""

PLAYED_WORK = 30_000_000
"""What is spent on worlds."""

FIRST_ROUND, ROUND, MOST_WORLDS = 4, 32, 8192
"""Worlds of the first round and of later ones, and of all together."""

CLEAR, CLEAR_WORLDS = 0.002, 512
"""Half the width of an interval, as a part of the goal's range, that nobody wants narrower; and the worlds
before which nothing is that clear."""

SOLVED_STAGES = 100
"""Stages of what is solved at a decision within a world: more costs more than it tells."""

FEWEST_AHEAD, DECISIONS, THINKING = 4, 64, 16
"""In how few worlds a player may look ahead; how many decisions he should come to, each of a part of what is
spent; and how many worlds everything gets at least, of which none may take more than its share."""

PATHS = 1500
"""Paths of decisions along which a solved line is followed."""

DRAWN_LINES, DRAWN_STAGES, LEAST_STAGES = 400, 6000, 500
"""Lines that are drawn to bear a worth out; about how many stages those of everything may take, and those of
each at least."""

KEPT_WORLDS = 1024
"""Worlds whose courses are kept."""

LONGEST = 40
"""Moves of the likeliest line."""


class NothingToAdvise(ValueError):
    """No move of the topic can be better than another; the message says why."""


class _Known:
    """What is known of something that can be done first, by now: exactly, or what worlds made of the goal."""

    def __init__(self, first: First) -> None:
        self.first = first
        self.exact: Ratio | None = None
        self.courses: list[Course] = []
        self.whole = False  # they are all that there are
        self.glances: list[int] = []
        self.goals: list[int] = []


class Advising:
    """Works out what to do; ``method`` as in a run: "auto", "exact" or "sample".

    Raises ``CannotPlay`` for a topic in which nobody can weigh moves, and
    :class:`NothingToAdvise` for one without combos whose goal is no stat.
    """

    def __init__(
        self,
        program: Program,
        topic: int,
        seen: Seen,
        seed: int,
        *,
        goal: str | None = None,
        method: str = "auto",
        target: str = "auto",
    ) -> None:
        _check_topic(program, topic)
        self.program = program
        self.index = topic
        self.topic = program.topics[topic]
        self.seen = seen
        self.seed = seed
        self.method = method
        self.policy = self.topic.policy.but(kind="best", goal=goal or self.topic.policy.goal)
        if self.policy.goal in ("score", "success") and not self.topic.combos:
            raise NothingToAdvise(
                say(
                    "topic {topic} has no combos, so no move is better than another; a goal may be a stat",
                    topic=visible(self.topic.name),
                )
            )
        self.ended: str | None = None
        self.dealt = False
        self.usual = self.topic.start_card
        self._targets = Targets(program, target)
        self._targets.look_for_stages(build=target == "native")
        self._play: Play = self._targets.open_python(topic, seed)
        self._stages = Stages(self._play, ENDLESS, None, asks=True)
        self._range = goal_range(self.topic, self.policy.goal)
        self._known: list[_Known] = []
        self._place: Place
        self._how = GLANCED
        self._reason: str | None = None
        self._glance_work = 1
        self._seconds = 0.0

    def pieces(self) -> Iterator[None]:
        """Work, piece by piece; there is advice after the first.

        Raises NoExactAnswer where only an exact answer would do, and there is none.
        """
        began = time.perf_counter()
        for first in self._work():
            if first or time.perf_counter() - began >= A_WHILE:
                self._seconds += time.perf_counter() - began
                yield
                began = time.perf_counter()
        self._seconds += time.perf_counter() - began

    def finish(self) -> None:
        """Work to the end, or until something ends it from outside; at least as far as there is advice."""
        with Stop() as stop:
            for _ in self.pieces():
                if stop.heard:
                    break
            self.ended = stop.reason

    def _work(self) -> Iterator[bool]:
        """In small steps; whether each was the first."""
        self._open()
        self._glance()
        yield True
        if self.method != "sample":
            yield from self._solve()
        if any(known.exact is None for known in self._known):
            yield from self._play_on()

    def _open(self) -> None:
        enumerator = self._stages.enumerator
        position = enumerator.deal([])
        begin = Place(0, position, enumerator.canonical(), (0, 0))
        self._place, firsts = first_decision(self._stages, begin, may_stop=self.policy.may_stop)
        if not firsts:
            self._place, firsts = begin, [First()]
        self._known = [_Known(first) for first in firsts]

    def _glance(self) -> None:
        trying = Trying(self._stages, self.policy)
        before = self._stages.enumerator.work
        for known in self._known:
            known.glances, _ = trying.play(self._place, known.first, range(GLANCES), PIECE, greedily=True)
        played = sum(len(known.glances) for known in self._known)
        self._glance_work = (self._stages.enumerator.work - before) // played + 1

    # Exactly ------------------------------------------------------------------------------------

    def _solve(self) -> Iterator[bool]:
        solving = Solving(self._stages, self.policy.goal, may_stop=self.policy.may_stop)
        enumerator = self._stages.enumerator
        budget = BUDGET if self.method == "exact" else EXACT_WORK
        until = enumerator.work + budget
        for known in sorted(self._known, key=lambda known: not known.first.stops):
            try:
                solving.begin(self._place, known.first)
                while not solving.go(PIECE):
                    if enumerator.work > until:
                        raise OverBudget(
                            say(
                                "it would take more work than the budget of {budget} units",
                                budget=f"{budget:,}",
                            )
                        )
                    yield False
                yield from self._bear_out(solving, known)
            except NoExactAnswer as error:
                if self.method == "exact":
                    error.topic, error.policy = self.topic.name, self.policy.kind
                    raise
                self._reason = self._reason or str(error)
                solving.solver.clear()  # also what was begun
                until = enumerator.work + LATER_WORK

    def _bear_out(self, solving: Solving, known: _Known) -> Iterator[bool]:
        """Hold what was found against lines that are drawn, and follow where it leads."""
        following = Following(solving, self._place, known.first)
        worth = solving.worth
        random = Random(seed_of(self.program, self.index, 0))
        drawn: list[Course] = []
        stages = 0
        most = max(DRAWN_STAGES // len(self._known), LEAST_STAGES)
        while len(drawn) < DRAWN_LINES and stages < most:
            course, runs = following.drawn(random)
            drawn.append(course)
            stages += runs
            yield False
        found = misfit(self._coins(worth, drawn, random), len(drawn))
        if found is not None:
            goal, count, over, under = found
            raise WrongAnswer(f"{goal}: {count} of {len(drawn)}, {over}/{under}")
        every = yield from following.every(PATHS)
        known.exact, known.courses, known.whole = worth, drawn if every is None else every, every is not None

    def _coins(
        self, worth: Ratio, drawn: Sequence[Course], random: Random
    ) -> list[tuple[str, int, int, int]]:
        """How often a coin comes up that is tossed for each line, and is as likely to as its goal lies high
        between the ends; and how probable that is.  (Of a goal that is reached or not, each is certain.)"""
        low, high, _ = self._range
        if low is None or high is None or low == high:
            return []
        count = sum(random.randrange(high - low) < course.made - low for course in drawn)
        over, under = worth.numerator - low * worth.denominator, worth.denominator * (high - low)
        return [(self.policy.goal, count, over, under)]

    # In worlds ----------------------------------------------------------------------------------

    def _play_on(self) -> Iterator[bool]:
        sampled = [known for known in self._known if known.exact is None]
        policy, thinks = self._player(len(sampled))
        trying = Trying(self._stages, policy or self.policy)
        enumerator = self._stages.enumerator
        until, worlds = enumerator.work + PLAYED_WORK, 0
        while worlds < MOST_WORLDS:
            before = enumerator.work
            worlds += min(max(worlds, FIRST_ROUND), ROUND)
            for known in sampled:
                while len(known.goals) < worlds:
                    first = len(known.goals)
                    goals, notes = trying.play(
                        self._place, known.first, range(first, worlds), PIECE,
                        greedily=policy is None, thinks=thinks,
                    )  # fmt: skip
                    known.goals += goals
                    if first < KEPT_WORLDS:
                        known.courses += noted(self._stages, self._place.phase, known.first, goals, notes)
                    yield False
            spent = enumerator.work - before
            over = enumerator.work + spent > until or all(map(self._is_clear, sampled))
            if over or worlds >= GLANCES:  # before that a glance has seen more
                self._how = GREEDILY if policy is None else PLAYED
            if over:
                return

    def _player(self, sampled: int) -> tuple[Policy | None, int]:
        """Who plays on, and how much he may think in a world; None: the scan does."""
        a_decision = self._glance_work * len(self._known)
        ahead = PLAYED_WORK // (DECISIONS * sampled * a_decision)
        if ahead < FEWEST_AHEAD:
            return None, 0
        worlds, stages = min(ahead, self.policy.worlds), min(self.policy.solve, SOLVED_STAGES)
        return self.policy.but(worlds=worlds, solve=stages), PLAYED_WORK // (THINKING * sampled)

    def _is_clear(self, known: _Known) -> bool:
        """Whether it is known as well as anybody wants to know it."""
        low, high, _ = self._range
        if low is None or high is None or len(known.goals) < CLEAR_WORLDS:
            return False
        worth = Share.of(known.goals, self._range)
        return worth.ci95 is not None and half_width(worth.ci95) <= CLEAR * (high - low)

    # What is known ------------------------------------------------------------------------------

    def advice(self, depth: int = 1) -> Advice:
        """What is known by now, so many moves behind the first."""
        found = Advice(self.program, self.index, self.seen, self.seed, self.policy.goal)
        found.reason, found.ended, found.seconds = self._reason, self.ended, self._seconds
        found.target = "python" if self._targets.stages is None else "native"
        found.remark = self._targets.remark
        found.choice = not self._known[0].first.whole
        found.dealt, found.usual = self.dealt, self.usual
        found.turn = found.turn_of(self._place.phase)
        worths = [(known, self._worth(known)) for known in self._known]
        worths.sort(key=lambda one: (-one[1].value, not one[0].first.stops))
        best = worths[0][0]
        for known, worth in worths:
            how = SOLVED if known.exact is not None else self._how
            courses = Courses(known.courses, self._range, whole=known.whole)
            found.options.append(
                Option(known.first, worth, how, self._less(best, known), courses.branches(depth))
            )
            if known is best:
                found.line = courses.line(LONGEST)
        return found

    def _made(self, known: _Known) -> list[int]:
        """What worlds made of the goal."""
        return known.glances if self._how == GLANCED else known.goals

    def _worth(self, known: _Known) -> Share:
        return Share.of(self._made(known), self._range) if known.exact is None else Share.exactly(known.exact)

    def _less(self, best: _Known, known: _Known) -> Share:
        """How much less something is worth than the best: in the worlds of both, where both were sampled."""
        if best is known:
            return Share.exactly(Ratio(0, 1))
        if best.exact is not None and known.exact is not None:
            a, b = best.exact, known.exact
            over = a.numerator * b.denominator - b.numerator * a.denominator
            return Share.exactly(Ratio(over, a.denominator * b.denominator))
        if best.exact is None and known.exact is None:
            pairs = zip(self._made(best), self._made(known), strict=False)
            return Share.of([mine - theirs for mine, theirs in pairs], gain_range(self._range))
        # What is certain lies as far from either end of the other's interval.
        mine, theirs = self._worth(best), self._worth(known)
        sampled = mine if best.exact is None else theirs
        low, high = sampled.ci95 or (sampled.value, sampled.value)
        if sampled is mine:
            ends = low - theirs.value, high - theirs.value
        else:
            ends = mine.value - high, mine.value - low
        return Share(mine.value - theirs.value, None, ends, sampled.worlds)


def advising(
    program: Program,
    topic: int,
    seen: Seen,
    seed: int,
    deck: Callable[[], Deck],
    *,
    goal: str | None = None,
    method: str = "auto",
    target: str = "auto",
) -> Advising:
    """Works out what to do where that is seen; without a hand, with that of the first trial under the seed.

    The ``deck`` is asked for where cards lie in zones that nothing of it mentions.  Raises
    :class:`~yisp.studies.advice.naming.NotSeen` for cards that it does not have.
    """
    _check_topic(program, topic)
    begun = standing(program, topic, seen, deck)
    dealt = seen.hand is None
    if dealt:
        seen = Seen(_dealt_hand(begun, topic, seed), seen.zones, seen.top)
        begun = standing(program, topic, seen, deck)
    found = Advising(begun, topic, seen, seed, goal=goal, method=method, target=target)
    found.dealt, found.usual = dealt, program.topics[topic].start_card
    return found


def topic_to_advise(program: Program) -> int:
    """The first topic in which something is decided, if there is one."""
    return next(
        (at for at, topic in enumerate(program.topics) if topic.decides and (topic.plays or topic.scripts)), 0
    )


def _dealt_hand(program: Program, topic: int, seed: int) -> list[str]:
    """The hand of the first trial under the seed, as policies are dealt it."""
    stages = Stages(Targets(program, "python").open_python(topic, seed), ENDLESS, None, asks=True)
    plan = program.plan
    hand = int.from_bytes(stages.enumerator.deal_trial(0)[: 8 * plan["words"]], "little")
    return [program.kinds[plan["kind_of"][card]][0] for card in range(plan["cards"]) if hand >> card & 1]


def _check_topic(program: Program, index: int) -> None:
    """That a hand can be given, and moves can be weighed."""
    topic = program.topics[index]
    if topic.parts:
        error = CannotPlay(say("its hands are dealt to seats, and no hand can be given"))
    elif program.plan["hasty"] and topic.activates:
        error = CannotPlay(too_hasty(program))
    else:
        return
    error.topic, error.policy = topic.name, "best"
    raise error
