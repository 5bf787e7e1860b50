"""What to do with a hand: what each first move is worth, how certain that is, and what comes behind it.

What comes in: a program, a topic that begins in the position asked about (``standing``), and a seed.  What
goes out: :class:`Advice`.  It sharpens: :class:`Advising` works in pieces of some twenty milliseconds, and says
after any of them what is known by then.

=======  ==================================================================================================
glance   each first move, played out as the scan does in a few imagined worlds: the first thing to be said
solved   each first move exactly, with the best play afterwards, where that is little work
played   the others in imagined worlds, the same for all, played on as the policy ``best`` does; who falls
         behind for certain is left out of later rounds
=======  ==================================================================================================

How much is spent is counted in work and not in time (``compile.work``), so a seed gives the same answer
everywhere.  An exact worth is held against lines that are drawn before anybody sees it.  What is played is a
lower bound, as sampled ``best`` always is: no line that is played is worth more than the best one.

Where looking ahead would take too much work, options are played on as the scan does; ``Advice.how`` says so.
"""

from __future__ import annotations

import time
from collections import Counter
from random import Random

from ..compile.program import Policy, Program
from ..messages import say
from ..simulate.binomial import misfit
from ..simulate.check import seed_of
from ..simulate.comparison import gain_range, goal_range
from ..simulate.counts import Tally
from ..simulate.estimates import Number
from ..simulate.firsts import First, Solving, Trying, first_decision
from ..simulate.lines import Course, Following, noted
from ..simulate.probabilities import CannotPlay, NoExactAnswer, WrongAnswer
from ..simulate.question import BUDGET
from ..simulate.ratio import Ratio
from ..simulate.stages import ENDLESS, Place, Stages
from ..simulate.statistics import half_width, rate, standard_error, wilson
from ..simulate.targets import Targets
from .plans import Branch, Share, branches, likeliest
from .study import Study

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..simulate.intervals import Range
    from ..simulate.play import Play
    from .naming import Seen

GLANCES = 32
"""Worlds of the first thing that is said."""

PIECE = 300_000
"""Work of a piece: some twenty milliseconds in python."""

EXACT_WORK, LATER_WORK = 4_000_000, 200_000
"""What is spent on solving everything, and on each thing that is left after one was too much."""

PLAYED_WORK = 12_000_000
"""What is spent on worlds."""

ROUND, MOST_WORLDS = 32, 8192
"""Worlds of a round, and of everything together."""

SOLVED_STAGES = 100
"""Stages of what is solved at a decision within a world: more costs more than it tells."""

FEWEST_AHEAD, DECISIONS, THINKING = 4, 64, 16
"""In how few worlds a player may look ahead; how many decisions he should come to, each of a part of what is
spent; and how many worlds each option gets at least, of which none may take more than its share."""

FEWEST_WORLDS, ENOUGH_WORLDS, SURELY = 64, 512, 4.0
"""From how many worlds on something may fall behind, or only once half is spent, and by how many standard
errors."""

CLEAR = 0.002
"""Half the width of an interval, as a part of the goal's range, that nobody wants narrower."""

PATHS = 1500
"""Paths of decisions along which a solved line is followed."""

DRAWN_LINES, DRAWN_STAGES = 400, 2000
"""Lines that are drawn to bear a worth out, and about how many stages they may take."""

KEPT_WORLDS = 1024
"""Worlds whose courses are kept."""

SOLVED, PLAYED, GREEDILY, GLANCED = "solved", "played", "greedily", "glanced"
"""How the worth of an option is known."""


class Option:
    """Something that can be done first: what it is ``worth``, ``how`` that is known, how much ``less`` that is
    than the best, and what comes ``behind`` it."""

    __slots__ = ("behind", "first", "how", "less", "worth")

    def __init__(self, first: First, worth: Share, how: str, less: Share, behind: list[Branch]) -> None:
        self.first = first
        self.worth = worth
        self.how = how
        self.less = less
        self.behind = behind

    @property
    def as_good(self) -> bool:
        """Whether nothing is known to be better."""
        return self.less.value <= 0 or (self.less.ci95 is not None and self.less.ci95[0] <= 0)


class Advice(Study):
    """What to do in a position.

    ``options`` are what can be done first, the best of them first; one alone, the whole, where nothing is to be
    decided (``choice`` is False), or not before chance has decided something.  ``reason`` says why they are not
    all known exactly; ``line`` is the best play, where the likeliest comes every time.
    """

    COLUMNS = (
        "move", "effect", "zone", "take", "worth", "exact", "low", "high", "worlds", "how", "less",
    )  # fmt: skip

    __slots__ = (
        "choice",
        "goal",
        "goal_range",
        "line",
        "options",
        "program",
        "reason",
        "seen",
        "topic",
        "turn",
    )

    def __init__(self, program: Program, topic: int, seen: Seen, seed: int, goal: str) -> None:
        super().__init__(seed)
        self.program = program
        self.topic = topic
        self.seen = seen
        self.goal = goal
        self.goal_range: Range = goal_range(program.topics[topic], goal)
        self.options: list[Option] = []
        self.choice = False
        self.turn = 1
        self.reason: str | None = None
        self.line: list[Branch] = []

    @property
    def best(self) -> Option:
        """What is to be done."""
        return self.options[0]

    @property
    def chances(self) -> bool:
        """Whether what is worth something is a chance: the goal is reached or not."""
        low, high, _ = self.goal_range
        return low is not None and high is not None and low >= 0 and high <= 1

    @property
    def exact(self) -> bool:
        return all(option.how == SOLVED for option in self.options)

    def __repr__(self) -> str:
        return f"<yisp.Advice {self.program.topics[self.topic].name!a}: {self.best.worth.value:.4g}>"

    def _repr_html_(self) -> str:
        from html import escape

        from ..report.advise import render

        return f"<pre>{escape(render(self))}</pre>"

    # As data ------------------------------------------------------------------------------------

    def to_dict(self) -> dict[str, object]:
        """The JSON object that ``yispc advise --json`` prints."""
        return {
            **self.circumstances(),
            "file": self.program.file,
            "topic": self.program.topics[self.topic].name,
            "start": self.seen.to_dict(),
            "goal": self.goal,
            "chance": self.chances,
            "turn": self.turn,
            "choice": self.choice,
            "exact": self.exact,
            "reason": self.reason,
            "worth": self.best.worth.to_dict(),
            "options": [
                {
                    **self._action(option.first),
                    "how": option.how,
                    "worth": option.worth.to_dict(),
                    "less": option.less.to_dict(),
                    "behind": [self._branch(branch) for branch in option.behind],
                }
                for option in self.options
            ],
            "line": [self._branch(branch, deep=False) for branch in self.line],
        }

    def table(self) -> list[dict[str, object]]:
        rows: list[dict[str, object]] = []
        for option in self.options:
            action = self._action(option.first)
            move = action["move"]
            low, high = option.worth.ci95 or (None, None)
            rows.append(
                {
                    "move": move["card"] if isinstance(move, dict) else None,
                    "effect": move["effect"] if isinstance(move, dict) else None,
                    "zone": move["zone"] if isinstance(move, dict) else None,
                    "take": action["take"],
                    "worth": option.worth.value,
                    "exact": option.worth.exact,
                    "low": low,
                    "high": high,
                    "worlds": option.worth.worlds,
                    "how": option.how,
                    "less": option.less.value,
                }
            )
        return rows

    def _action(self, first: First) -> dict[str, object]:
        move = None if first.move is None else self._move((first.move[0], first.move[2]))
        return {"move": move, "take": self.names(first.taken), "stop": first.stops}

    def _move(self, move: tuple[int, int]) -> dict[str, object]:
        zone, effect = move
        kind, number = self.program.effects[effect]
        return {"card": self.program.kinds[kind][0], "effect": number, "zone": self.program.zones[zone]}

    def _branch(self, branch: Branch, *, deep: bool = True) -> dict[str, object]:
        found: dict[str, object] = {
            "share": branch.share.to_dict(),
            "worth": branch.worth.to_dict(),
            "take": self.names(branch.taken),
            "seen": [
                {
                    "share": share.to_dict(),
                    "cards": [
                        {"zone": self.program.zones[zone], "card": self.class_names(number)}
                        for zone, number in cards
                    ],
                }
                for cards, share in branch.seen
            ],
            "turn": None if branch.move is None else self.turn_of(branch.phase),
            "move": None if branch.move is None else self._move(branch.move),
        }
        return found | ({"behind": [self._branch(one) for one in branch.behind]} if deep else {})

    def names(self, kinds: Sequence[int]) -> list[str]:
        """The names of kinds."""
        return [self.program.kinds[kind][0] for kind in kinds]

    def class_names(self, number: int) -> list[str]:
        """The names that a card of a class may have: of those nothing in the topic tells which it is."""
        kind_of = self.program.plan["kind_of"]
        cards = [card for card, one in enumerate(self.program.topics[self.topic].classes) if one == number]
        return self.names(list(dict.fromkeys(kind_of[card] for card in cards)))

    def turn_of(self, phase: int) -> int:
        """The turn of a stage of the trial."""
        from ..simulate.stages import course

        topic = self.program.topics[self.topic]
        stages = len(course(topic, self.program.plan["listens"])) - 1
        return phase * topic.turns // max(stages, 1) + 1


class _Known:
    """What is known of something that can be done first, by now."""

    def __init__(self, first: First) -> None:
        self.first = first
        self.exact: Ratio | None = None
        self.courses: list[Course] = []
        self.whole = False  # the courses are all that there are
        self.goals: list[int] = []
        self.notes: list[int] = []
        self.noted = 0  # of how many worlds
        self.glances: list[int] = []
        self.racing = True


class Advising:
    """Works out what to do; ``method`` as in a run: "auto", "exact" or "sample".

    Raises :class:`~yisp.simulate.probabilities.CannotPlay` for a topic in which nobody can weigh moves.
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
        self.topic = program.topics[topic]
        _check_topic(program, topic)
        self.program = program
        self.index = topic
        self.seen = seen
        self.seed = seed
        self.method = method
        self.policy = self.topic.policy.but(kind="best", goal=goal or self.topic.policy.goal)
        self.ended: str | None = None
        self._targets = Targets(program, target)
        self._targets.look_for_stages(build=False)
        self._play: Play = self._targets.open_python(topic, seed)
        self._stages = Stages(self._play, ENDLESS, None, asks=True)
        self._range = goal_range(self.topic, self.policy.goal)
        self._known: list[_Known] = []
        self._place: Place
        self._choice = False
        self._how = GLANCED
        self._reason: str | None = None
        self._seconds = 0.0

    @property
    def tables(self) -> list[object]:
        """Whatever has to be halted where it is to end at once."""
        return [self._play.table]

    def pieces(self) -> Iterator[None]:
        """Work, piece by piece; there is advice after the first.  Raises NoExactAnswer where only an exact answer
        would do, and there is none."""
        work = self._work()
        while True:
            began = time.perf_counter()
            try:
                more = next(work, self) is None
            except MemoryError:
                if not self._play.table.halted:
                    raise
                more = False
            self._seconds += time.perf_counter() - began
            if not more:
                return
            yield

    @property
    def begun(self) -> bool:
        """Whether there is advice yet."""
        return bool(self._known) and all(known.glances or known.exact is not None for known in self._known)

    def _work(self) -> Iterator[None]:
        self._open()
        self._glance()
        yield
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
        self._choice = not firsts[0].whole
        self._known = [_Known(first) for first in firsts]

    def _glance(self) -> None:
        trying = Trying(self._stages, self.policy)
        before = self._stages.enumerator.work
        played = 0
        for known in self._known:
            known.glances, _ = trying.play(self._place, known.first, range(GLANCES), PIECE, greedily=True)
            played += len(known.glances)
        self._glance_work = (self._stages.enumerator.work - before) // max(played, 1) + 1

    # Exactly ------------------------------------------------------------------------------------

    def _solve(self) -> Iterator[None]:
        solving = Solving(self._stages, self.policy.goal, may_stop=self.policy.may_stop)
        enumerator = self._stages.enumerator
        budget = BUDGET if self.method == "exact" else EXACT_WORK
        until = enumerator.work + budget
        for known in sorted(self._known, key=lambda known: not known.first.stops):
            try:
                solving.begin(self._place, known.first)
                while not solving.go(PIECE):
                    if enumerator.work > until:
                        raise NoExactAnswer(
                            say(
                                "it would take more work than the budget of {budget} units",
                                budget=f"{budget:,}",
                            )
                        )
                    yield
                yield from self._follow(solving, known)
            except NoExactAnswer as error:
                if self.method == "exact":
                    error.topic, error.policy = self.topic.name, self.policy.kind
                    raise
                self._reason = self._reason or str(error)
                known.exact = None
                solving.forget()
                until = enumerator.work + LATER_WORK
        self._stages.check_budget()

    def _follow(self, solving: Solving, known: _Known) -> Iterator[None]:
        """Where that leads, and whether lines that are drawn bear it out."""
        following = Following(solving, self._place, known.first)
        worth = solving.worth
        random = Random(seed_of(self.program, self.index, 0))
        courses, made, stages = [], [], 0
        while len(made) < DRAWN_LINES and stages < DRAWN_STAGES:
            course, goal, runs = following.drawn(random)
            courses.append(course)
            made.append(goal)
            stages += runs
        found = misfit(self._figures(worth, made, random), len(made))
        if found is not None:
            raise WrongAnswer(f"{found[0]}: {found[1]} of {len(made)}, not {found[2]}/{found[3]}")
        yield
        every = following.every(PATHS)
        known.exact, known.whole = worth, every is not None
        known.courses = courses if every is None else every
        yield

    def _figures(self, worth: Ratio, made: Sequence[int], random: Random) -> list[tuple[str, int, int, int]]:
        """How often a coin comes up that is as likely to as the goal is great, between its ends."""
        low, high, _ = self._range
        if low is None or high is None or low == high:
            return []
        count = sum(random.randrange(high - low) < goal - low for goal in made)
        over, under = worth.numerator - low * worth.denominator, worth.denominator * (high - low)
        return [(self.policy.goal, count, over, under)]

    # In worlds ----------------------------------------------------------------------------------

    def _play_on(self) -> Iterator[None]:
        racing = [known for known in self._known if known.exact is None]
        policy, thinks = self._player(len(racing))
        greedily = policy is None
        self._how = GREEDILY if greedily else PLAYED
        trying = Trying(self._stages, self.policy if policy is None else policy)
        enumerator = self._stages.enumerator
        until = enumerator.work + PLAYED_WORK
        worlds = 0
        while racing and worlds < MOST_WORLDS:
            before = enumerator.work
            worlds += ROUND
            for known in racing:
                while len(known.goals) < worlds and enumerator.work < until:
                    yield from self._try(trying, known, worlds, greedily=greedily, thinks=thinks)
            half_spent = enumerator.work > until - PLAYED_WORK // 2
            if worlds >= ENOUGH_WORLDS or (worlds >= FEWEST_WORLDS and half_spent):
                self._leave_out(racing)
                racing = [known for known in racing if known.racing]
            if enumerator.work + (enumerator.work - before) > until or self._is_clear(racing):
                return

    def _try(
        self, trying: Trying, known: _Known, worlds: int, *, greedily: bool, thinks: int
    ) -> Iterator[None]:
        first = len(known.goals)
        goals, notes = trying.play(
            self._place, known.first, range(first, worlds), PIECE, greedily=greedily, thinks=thinks
        )
        known.goals += goals
        if first < KEPT_WORLDS:
            known.notes += notes
            known.noted = len(known.goals)
        yield

    def _player(self, options: int) -> tuple[Policy | None, int]:
        """Who plays on, and for how long he thinks in a world; None: the scan does."""
        a_decision = self._glance_work * len(self._known)
        ahead = PLAYED_WORK // (DECISIONS * options * a_decision)
        if ahead < FEWEST_AHEAD:
            return None, 0
        policy = self.policy.but(
            worlds=min(ahead, self.policy.worlds), solve=min(self.policy.solve, SOLVED_STAGES)
        )
        return policy, PLAYED_WORK // (THINKING * options)

    def _leave_out(self, racing: Sequence[_Known]) -> None:
        """Leave out what has fallen behind for certain."""
        solved = max((float(known.exact) for known in self._known if known.exact is not None), default=None)
        leader = max(racing, key=lambda known: sum(known.goals) / len(known.goals))
        for known in racing:
            behind = [a - b for a, b in zip(leader.goals, known.goals, strict=False)]
            known.racing = not _surely_above(behind) and (
                solved is None or not _surely_above([-goal for goal in known.goals], solved)
            )

    def _is_clear(self, racing: Sequence[_Known]) -> bool:
        """Whether one is left, and known well."""
        low, high, _ = self._range
        if len(racing) != 1 or low is None or high is None or len(racing[0].goals) < ENOUGH_WORLDS:
            return False
        worth = self._mean(racing[0].goals)
        return worth.ci95 is not None and half_width(worth.ci95) <= CLEAR * (high - low)

    # What is known ------------------------------------------------------------------------------

    def advice(self, depth: int = 1) -> Advice:
        """What is known by now, so many moves behind the first."""
        found = Advice(self.program, self.index, self.seen, self.seed, self.policy.goal)
        found.choice, found.reason, found.ended = self._choice, self._reason, self.ended
        found.target = "python" if self._targets.stages is None else "native"
        found.remark, found.seconds = self._targets.remark, self._seconds
        worths = [self._worth(known) for known in self._known]
        order = sorted(
            range(len(worths)),
            key=lambda at: (-worths[at][0].value, not self._known[at].first.stops, at),
        )
        best = self._known[order[0]]
        for at in order:
            known, (worth, how) = self._known[at], worths[at]
            courses, exact = self._courses(known)
            behind = branches(courses, depth, exact=exact)
            found.options.append(Option(known.first, worth, how, self._less(best, known), behind))
        courses, exact = self._courses(best)
        found.line = likeliest(branches(courses, len(self._stages.course) + 40, exact=exact))
        found.turn = found.turn_of(self._place.phase)
        return found

    def _worth(self, known: _Known) -> tuple[Share, str]:
        if known.exact is not None:
            return Share.exactly(known.exact), SOLVED
        goals = known.goals or known.glances
        return self._mean(goals), self._how if known.goals else GLANCED

    def _mean(self, goals: Sequence[int]) -> Share:
        count = len(goals)
        low, high, _ = self._range
        if low is not None and high is not None and low >= 0 and high <= 1:
            return Share(rate(sum(goals), count) or 0.0, ci95=wilson(sum(goals), count), worlds=count)
        number = Number(_tally(goals), None, self._range)
        return Share(number.mean or 0.0, ci95=number.ci95, worlds=count)

    def _less(self, best: _Known, known: _Known) -> Share:
        """How much less something is worth than the best."""
        if best is known:
            return Share(0.0, "0")
        if best.exact is not None and known.exact is not None:
            return Share.exactly(_difference(best.exact, known.exact))
        if best.exact is None and known.exact is None:
            mine, theirs = (one.goals or one.glances for one in (best, known))
            number = Number(
                _tally([a - b for a, b in zip(mine, theirs, strict=False)]), None, gain_range(self._range)
            )
            return Share(number.mean or 0.0, ci95=number.ci95, worlds=number.count)
        # What is certain lies as far from either end of the other's interval.
        (mine, _), (theirs, _) = self._worth(best), self._worth(known)
        sampled = mine if best.exact is None else theirs
        low, high = sampled.ci95 or (sampled.value, sampled.value)
        ends = (
            (low - theirs.value, high - theirs.value)
            if sampled is mine
            else (mine.value - high, mine.value - low)
        )
        return Share(mine.value - theirs.value, ci95=ends, worlds=sampled.worlds)

    def _courses(self, known: _Known) -> tuple[Sequence[Course], bool]:
        if known.courses:
            return known.courses, known.whole
        if self._how != PLAYED or not known.noted:
            return (), False
        goals = known.goals[: known.noted]
        return list(noted(self._stages, self._place.phase, known.first, goals, known.notes)), False


def _tally(values: Sequence[int]) -> Tally:
    return Tally.of(Counter(values))


def _difference(a: Ratio, b: Ratio) -> Ratio:
    return Ratio(a.numerator * b.denominator - b.numerator * a.denominator, a.denominator * b.denominator)


def _surely_above(values: Sequence[int], more: float = 0.0) -> bool:
    """Whether the mean of these values, and so much more, is above 0 by many standard errors."""
    count, total = len(values), sum(values)
    error = standard_error(count, total, sum(value * value for value in values)) or 0.0
    return total / count + more > SURELY * error


def topic_to_advise(program: Program) -> int:
    """The first topic in which something is decided, if there is one."""
    return next((at for at, topic in enumerate(program.topics) if topic.decides), 0)


def dealt_hand(program: Program, topic: int, seed: int) -> list[str]:
    """The hand of the first trial under the seed, as policies are dealt it."""
    _check_topic(program, topic)
    stages = Stages(Targets(program, "python").open_python(topic, seed), ENDLESS, None, asks=True)
    plan = program.plan
    hand = int.from_bytes(stages.enumerator.deal_trial(0)[: 8 * plan["words"]], "little")
    return [program.kinds[plan["kind_of"][card]][0] for card in range(plan["cards"]) if hand >> card & 1]


def _check_topic(program: Program, index: int) -> None:
    """That moves can be weighed."""
    topic = program.topics[index]
    if topic.parts:
        error = CannotPlay(say("its hands are dealt to seats, and no hand can be given"))
    elif program.plan["hasty"] and topic.activates:
        site = program.sites[program.plan["hasty"][0]]
        error = CannotPlay(
            say(
                "it cannot weigh an effect that does something before its guards have decided: {place}: {script}",
                place=f"{site.file or program.file}:{site.line}:{site.column}",
                script=site.text,
            )
        )
    else:
        return
    error.topic, error.policy = topic.name, "best"
    raise error
