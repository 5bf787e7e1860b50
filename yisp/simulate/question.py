"""How a topic is answered: the one place that decides, and opens its play.

What comes in: a topic of a program, and what is asked of the run.  What goes out: its
:class:`~yisp.simulate.outcome.TopicOutcome`.  The ways, in the order in which they are tried:

========  ============================================================================  ================
kept      the cache has the exact answer, or knows that there is none within the budget  ``kept``
exact     everything that chance can do, held against trials, then kept                 ``exact``, ``check``
weighted  trials counted by stratum of the opening hand, for a long run                 ``pilot``, ``strata``
plain     trials                                                                        ``sample``
worlds    trials in which all policies of the topic play the same futures               ``worlds``
========  ============================================================================  ================

The policies of a topic are answered alike, all exactly or all by trials: so they can be compared in the same
worlds (:class:`Company`).

The play on which an exact answer is worked out is opened once, and handed on to the check and the pilot,
which have trials of their own under it; the sampler opens one for each of its workers, on the best target
there is by then.

What was found out is kept, whatever it was: an answer that passed its check, one that did not, or that there
is none within the budget.  So a run that finds it says what the first one said.  What ``auto`` found,
``exact`` takes as well, but not the other way round: nobody's result depends on what was asked before.

(On the warm start's path: whatever works something out is imported where there is something to find out.)
"""

from __future__ import annotations

from ..messages import say
from .outcome import TopicOutcome

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..compile.program import Policy
    from .counting.probabilities import ExactCounts
    from .exact.kept import Kept
    from .playing.play import Play
    from .playing.strata import Strata
    from .request import Request
    from .sampling.sample import Sampler
    from .sampling.targets import Targets
    from .stop import Stop
    from .worlds.comparison import Cost

AUTO_BUDGET = 6_000_000
"""How much work ``method: auto`` puts into trying before it samples: half a second at the most, in python.

The unit is that of ``compile.work``, about a tenth of a microsecond.
"""

POLICY_BUDGET = 30_000_000
"""The same where somebody decides: trials of those take longer, and bound what the exact answer is."""

BUDGET = 1_200_000_000
"""How much ``method: exact`` puts into it before it gives up: two minutes at the most, in python, and less
than one with a native module, which is built when what ``auto`` would spend was not enough."""

WORTH_STRATA = 100_000
"""Trials of a topic from which on finding out what tells good hands from bad ones pays."""

FEWEST_COSTS, COSTS_A_TRIAL, MOST_COSTS = 20, 10, 500
"""In how many trials it is looked what the choices of ``greedy`` cost: one of so many, but at least and at
most so many.  That takes as long as ``best`` itself does for them."""


class Question:
    """One topic of a run.

    ``outcome`` is None until it is answered; ``stopped`` says that a strict run ends with its notice;
    ``reason`` says why there is no exact answer, where one would have been taken.
    """

    __slots__ = (
        "index", "outcome", "policy", "reason", "request", "stopped", "targets", "topic", "_kept", "_play",
    )  # fmt: skip

    def __init__(self, targets: Targets, index: int, request: Request, policy: Policy | None = None) -> None:
        self.targets = targets
        self.index = index
        self.request = request
        self.topic = targets.program.topics[index]
        self.policy = policy or self.topic.policy
        self.outcome: TopicOutcome | None = None
        self.reason: str | None = None
        self.stopped = False
        self._kept: Kept | None = None
        self._play: Play | None = None

    def kept(self) -> Kept:
        """What the cache keeps of the topic."""
        from .exact.kept import Kept

        if self._kept is None:
            self._kept = Kept(self.targets.program, self.index, self.policy)
        return self._kept

    def play(self) -> Play:
        """The topic on the python target, for whoever finds something out about it."""
        if self._play is None:
            self.targets.look_for_stages(build=False)
            self._play = self.targets.open_python(self.index, self.request.seed)
        return self._play

    # Exactly ------------------------------------------------------------------------------------

    def answer_exactly(self, *, needless: bool = False) -> None:
        """Answer the question, if that is wanted and there is an exact answer within the budget; ``needless``
        says that another policy of the topic has none, so that ``auto`` would do without this one's.

        Raises :class:`NoExactAnswer` when only an exact answer would do and there is none.
        """
        method = self.request.method_for(self.topic)
        self.check_policy()
        in_worlds = self.decides and self.policy.kind == "staged-search"
        if method == "sample" or in_worlds or (needless and method == "auto"):
            return
        from .counting.probabilities import NoExactAnswer

        try:
            counts = self._exact_counts(trying=method == "auto")
        except NoExactAnswer as error:
            if method == "exact":
                error.topic, error.policy = self.topic.name, self.policy.kind
                raise
            self.reason = str(error)
        else:
            self.outcome = TopicOutcome(self.index, counts, policy=self.policy)
            self.stopped = self.request.strict and bool(counts.notices)

    def try_exactly(self, *, needless: bool = False) -> None:
        """The same for somebody who waits: Ctrl-C ends the trying, and trials answer, unless only an exact
        answer would do."""
        try:
            self.answer_exactly(needless=needless)
        except KeyboardInterrupt:
            if self.request.method_for(self.topic) == "exact":
                raise
            self.reason = say("working it out was interrupted")

    @property
    def decides(self) -> bool:
        """Whether somebody plays the topic who decides anything."""
        return self.policy.kind != "greedy" and self.topic.decides

    def check_policy(self) -> None:
        """Raise :class:`NoExactAnswer` where the policy cannot play the topic at all."""
        if not self.decides:
            return
        from .counting.probabilities import CannotPlay, NoExactAnswer, too_hasty

        program, reason, sort = self.targets.program, "", NoExactAnswer
        if self.policy.kind == "staged-search" and self.request.method_for(self.topic) == "exact":
            reason = say("it looks ahead in the world of each trial, so only trials can say what it is worth")
        elif program.plan["hasty"] and self.topic.activates:
            reason, sort = too_hasty(program), CannotPlay
        if reason:
            error = sort(reason)
            error.topic, error.policy = self.topic.name, self.policy.kind
            raise error

    def _exact_counts(self, *, trying: bool) -> ExactCounts:
        """The exact answer, kept or found out; ``trying`` spends little on it."""
        from .counting.probabilities import NoExactAnswer

        if trying and self.targets.program.prints(self.index):
            raise NoExactAnswer(say("its scripts print, which only trials show"))
        kept = self.kept()
        auto = POLICY_BUDGET if self.decides else AUTO_BUDGET
        budgets = (auto,) if trying else (auto, BUDGET)
        for budget in budgets:
            counts = kept.answer(budget)
            if counts is not None:
                return counts
        from .counting.probabilities import OverBudget

        if trying:
            kept.check_reach(auto)
        try:
            return self._found_out(auto)
        except OverBudget as error:
            if trying:
                kept.keep_out_of_reach(auto, str(error))
                raise
        self.targets.look_for_stages(build=True)
        self._play = None  # its table is spent
        return self._found_out(BUDGET)

    def _found_out(self, budget: int) -> ExactCounts:
        from .counting.probabilities import WrongAnswer
        from .exact.check import difference
        from .exact.exact import played_counts

        counts, player = played_counts(self.play(), budget, self.request.progress, self.policy)
        if player is None:
            found = difference(self.play(), counts)
        elif self.topic.parts:
            found = None  # rehearsals begin with a hand; `greedy` bears deals out
        else:
            from .exact import rehearsal

            found = rehearsal.difference(self.play(), counts, self.policy, player)
        if found is not None:
            self.kept().keep_answer(budget, found)
            raise WrongAnswer(found)
        self.kept().keep_answer(budget, counts)
        return counts

    # By trials ----------------------------------------------------------------------------------

    def answer_by_trials(self, stop: Stop, left: int) -> None:
        """Answer the question by trials, as many as the request says; ``left`` topics are yet to be sampled.

        When ``stop`` is heard, what was counted by then is the answer.
        """
        from .sampling.precision import sample_enough

        most = self.most(stop)
        sampler = self.sampler(stop, self.strata(stop) if self.weighs(most) else None)
        sample_enough(sampler, self.topic, self.request, left, most)
        self.conclude(sampler, stop)

    def most(self, stop: Stop) -> int:
        """The most trials that the topic gets."""
        if not self.request.open:
            return self.request.count
        from .sampling.effort import WORK, affordable

        trials = self.kept().trials(WORK)
        if trials is None:
            trials = affordable(self.play(), WORK, stop)
            if not stop.heard:
                self.kept().keep_trials(WORK, trials)
        return trials

    def sampler(self, stop: Stop, strata: Strata | None = None) -> Sampler:
        """What runs the trials, by stratum where there are some."""
        from .sampling.sample import Sampler

        return Sampler(self.targets, self.index, self.request, stop, strata)

    def conclude(self, sampler: Sampler, stop: Stop) -> None:
        """Make an ``outcome`` of what was counted so far; there may be another when more was."""
        counts, weighted, reason = sampler.counts(), sampler.weighted(), self.reason
        if weighted is not None:
            from .sampling.precision import worth

            reason = say("{reason}; {gain}", reason=reason, gain=worth(self.topic, counts, weighted))
        if self.request.strict and counts.notices:
            # Count what came before the first notice and nothing after, whoever else was at work.
            first = self.targets.open(self.index, self.request.seed)
            stop.guard(first.table)
            first.run(0, min(notice.trial for notice in counts.notices) + 1)
            if not first.table.halted:
                counts, weighted, reason = first.counts(), None, self.reason
                self.stopped = True
        self.outcome = TopicOutcome(self.index, counts, reason, weighted, policy=self.policy)

    def weighs(self, most: int) -> bool:
        """Whether there will be so many trials that a pilot pays, and they may be counted apart.

        Relations are counted trial by trial, all alike; and who asks for plain trials gets them.
        """
        if self.reason is None or self.topic.relations or self.topic.parts:
            return False
        from .sampling.precision import expected

        return expected(self.request, most) >= WORTH_STRATA

    def strata(self, stop: Stop) -> Strata | None:
        """The strata of the topic's opening hands, kept or found out; None where there are none.

        Where ``stop`` is heard it gives up, which gives None as well.
        """
        from .exact.kept import NotKept

        try:
            return self.kept().strata()
        except NotKept:
            pass
        from .sampling.pilot import strata_of

        strata = strata_of(self.play(), stop)
        if not stop.heard:
            self.kept().keep_strata(strata)
        return strata


class Company:
    """The questions about one topic whose policies play in the same worlds."""

    def __init__(self, targets: Targets, questions: list[Question]) -> None:
        """The ``targets`` are those that run stages."""
        self.targets = targets
        self.questions = questions
        self.stopped = False
        self.index = questions[0].index

    def answer_by_trials(self, stop: Stop, left: int) -> None:
        """Answer all of them, as :meth:`Question.answer_by_trials` does one."""
        from .sampling.precision import sample_enough

        first, most, sampler = self.questions[0], self.most(stop), self.sampler(stop)
        sample_enough(sampler, first.topic, first.request, left, most)
        self.conclude(sampler, stop)

    def most(self, stop: Stop) -> int:
        """The most trials that the topic gets."""
        request = self.questions[0].request
        if not request.open:
            return request.count
        from .sampling.effort import WORK, affordable_in_worlds

        return affordable_in_worlds(self.targets.program, self.index, self._policies, WORK, stop)

    @property
    def _policies(self) -> list[Policy]:
        return [question.policy for question in self.questions]

    def sampler(self, stop: Stop) -> Sampler:
        """What runs the trials, in the worlds of all of them."""
        from .sampling.sample import Sampler

        return Sampler(self.targets, self.index, self.questions[0].request, stop, policies=self._policies)

    def conclude(self, sampler: Sampler, stop: Stop, *, costs: bool = True) -> None:
        """Make their outcomes of what was counted so far; what choices cost takes long to find out."""
        from .sampling.sample import first_notice

        first, policies = self.questions[0], sampler.policies
        parts = sampler.parts()
        if first.request.strict and (noticed := first_notice(parts)) is not None:
            players = self.targets.open_players(self.index, first.request.seed, policies)
            stop.guard(*players.tables)
            players.run(0, noticed + 1)
            if not players.halted:
                parts, self.stopped = players.parts(), True
        skipped = not costs or self.stopped or stop.heard
        found = None if skipped else self._costs(stop, policies, parts[0].trials)
        reason = next((question.reason for question in self.questions if question.reason), None)
        for question, counts in zip(self.questions, parts, strict=True):
            outcome = TopicOutcome(self.index, counts, question.reason or reason, policy=question.policy)
            outcome.costs = found if question.policy.kind == "greedy" else None
            question.outcome, question.stopped = outcome, self.stopped

    def _costs(self, stop: Stop, policies: Sequence[Policy], trials: int) -> list[Cost] | None:
        """What the choices of ``greedy`` cost in some of the trials, where ``best`` is at the table, too."""
        best = next((policy for policy in policies if policy.kind == "best"), None)
        if (
            best is None
            or all(policy.kind != "greedy" for policy in policies)
            or not self.questions[0].topic.decides
        ):
            return None
        players = self.targets.open_players(self.index, self.questions[0].request.seed, [best])
        stop.guard(*players.tables)
        return players.seats[0].costs(min(trials, max(FEWEST_COSTS, trials // COSTS_A_TRIAL), MOST_COSTS))


def companies(targets: Targets, questions: list[Question]) -> list[Question | Company]:
    """What is left to be answered by trials; the policies of a topic together."""
    by_topic: dict[int, list[Question]] = {}
    for question in questions:
        by_topic.setdefault(question.index, []).append(question)
    found: list[Question | Company] = []
    for together in by_topic.values():
        if all(question.outcome is not None for question in together):
            continue
        if together[0].topic.in_worlds([question.policy.kind for question in together]):
            found.append(Company(targets, together))
        else:
            found += together
    return found
