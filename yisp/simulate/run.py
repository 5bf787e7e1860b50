"""Running a program: topic by topic, exactly or by sampling.

What comes in: a :class:`~yisp.compile.program.Program` and how to run it.  What goes out: an
:class:`Outcome` of whole numbers and fractions; ``result`` makes rates and intervals of them.  No
count depends on the target, on how many workers there are, or on how the trials are cut into blocks.

How each topic is answered is decided by its ``question``; here is in which order, and what ends a run.

(On the warm start's path: what counts trials is imported where there are some to count.)
"""

from __future__ import annotations

import time

from ..compile.program import Program
from .outcome import Outcome
from .question import Company, Question, companies
from .request import Request
from .sampling.targets import Targets
from .stop import Ended, Stop, reason_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from .request import Progress, Rows


def run_program(
    program: Program,
    *,
    count: int | None = None,
    until: float | None = None,
    seed: int | None = None,
    topics: list[int] | None = None,
    method: str | None = None,
    policies: Sequence[str] = (),
    target: str = "auto",
    jobs: int | None = None,
    strict: bool | None = None,
    progress: Progress | None = None,
    rows: Rows | None = None,
) -> Outcome:
    """Answer each topic, exactly where ``method`` allows and it is cheap, else with ``count`` trials.

    What is None is taken from the deck file (``jobs``: all cores), as are the ``policies`` that each topic is
    played with where none are given.  ``until`` samples until half the
    width of the success rate's interval is at most that (``count`` is then the most).
    ``progress(topic, done, count, trying)`` is called after every block and, while an exact answer is tried,
    with the work done and the budget.  ``rows(topic, rows)`` is called with every block's records (see
    ``Play.records``), which need sampling.  An interrupt, or whatever else ends a run (see ``stop``), ends
    it with the topics answered and what was counted so far; where ``method`` is "auto", an interrupt of
    trying ends no more than that.  Raises ``probabilities.NoExactAnswer`` when ``method`` is "exact" and
    there is none.
    """
    request = Request(
        program, count=count, until=until, seed=seed, method=method, policies=policies, target=target,
        jobs=jobs, strict=strict, progress=progress, rows=rows,
    )  # fmt: skip
    began = time.perf_counter()
    targets = Targets(program, request.target)
    chosen = range(len(program.topics)) if topics is None else topics
    questions = [
        Question(targets, index, request, policy)
        for index in chosen
        for policy in request.policies_of(program.topics[index])
    ]
    stages = Targets(program, request.target, entry="stages")
    ended = _answer_exactly(questions)
    sampled = (
        [] if ended is not None or any(one.stopped for one in questions) else companies(stages, questions)
    )
    if sampled:
        ended = _answer_by_trials(targets, stages, sampled, request)
    stopped_by = next((question.index for question in questions if question.stopped), None)
    outcomes = [question.outcome for question in questions if question.outcome is not None]
    return Outcome(
        program,
        request.seed,
        outcomes,
        seconds=time.perf_counter() - began,
        target="+".join(sorted(targets.used | stages.used, reverse=True)) or "python",
        partial=(
            ended is not None
            or stopped_by in [question.index for question in sampled]
            or len(outcomes) < len(questions)
        ),
        ended=ended,
        stopped_by=stopped_by,
        remark=targets.remark or stages.remark,
    )


def _answer_exactly(questions: list[Question]) -> str | None:
    """Answer what can be answered exactly; what ended the run."""
    left = set()  # topics that are left to trials, with all of their policies
    try:
        for question in questions:
            question.try_exactly(needless=question.index in left)
            if question.outcome is None:
                left.add(question.index)
            if question.stopped:
                return None
    except (KeyboardInterrupt, Ended) as error:
        return reason_of(error)
    return None


def _answer_by_trials(
    targets: Targets, stages: Targets, questions: list[Question | Company], request: Request
) -> str | None:
    """Answer the others; what ended the run."""
    try:
        for one in dict.fromkeys(question.targets for question in questions):
            one.look_for_native()
    except (KeyboardInterrupt, Ended) as error:  # in the middle of a build
        return reason_of(error)
    with targets, stages, Stop() as stop:
        for done, question in enumerate(questions):
            question.answer_by_trials(stop, len(questions) - done)
            if stop.heard or question.stopped:
                break
    return stop.reason  # not sooner: what is noted up to the last moment counts
