"""Answers: what is found out about a deck of a study, as plain data.

What comes in: the outcome of a run, or why there is none; or what a stranger says is an answer.  What goes
out: an :data:`Answer`, plain data as JSON has it, the same on every machine and in every process; or whether
that is one (:func:`fits`).

Not handled: how a deck is played (``worker``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...deck.observables import COMBO, SCORE, WATCH
from ...messages import is_data, say, to_data
from ...simulate.counting.counts import Counts
from ...simulate.result import Result
from ..figures import Figure, known

if TYPE_CHECKING:
    from ...compile.program import Program
    from ...lang.diagnostics import DeckError
    from ...simulate.counting.probabilities import NoExactAnswer
    from ...simulate.outcome import Outcome
    from .work import Work

Answer = dict[str, Any]
"""``cards``, how many the deck has; ``known``, a list of :class:`~yisp.studies.figures.Known` as lists;
``noticed``, whether something did not go as its script says; perhaps a ``remark`` about where it was worked
out, which is no part of the result.  Or ``reason``, why there is nothing (``messages.to_data``), and
``possible``, whether there is such a deck.  Or, of a deck that is held ``against`` another one, its
``differences`` from that: by figure a list as :class:`~yisp.studies.figures.Difference` has it, or None; of
one that was played together with it, ``gaps``, by figure what the differences add up to.  Or ``ended``, why a
run was ended before it was done."""


def fits(answer: Answer, figures: int) -> bool:
    """Whether that is an answer about so many figures, and not something that a stranger wrote."""
    if "reason" in answer:
        return is_data(answer["reason"]) and isinstance(answer.get("possible"), bool)
    if "differences" in answer:
        told = answer["differences"]
        return isinstance(told, list) and len(told) == figures and all(map(_is_difference, told))
    known, tallies = answer.get("known"), answer.get("tallies")
    return (
        isinstance(answer.get("cards"), int)
        and isinstance(answer.get("noticed"), bool)
        and isinstance(known, list)
        and len(known) == figures
        and all(map(_is_known, known))
        and (tallies is None or _are_tallies(tallies, figures))
        and ("gaps" not in answer or _are_tallies(answer["gaps"], figures))
    )


KNOWN: tuple[Any, ...] = (float, float, float, str, int)
"""What the fields of a ``figures.Known`` are, where they are not None."""


DIFFERENCE: tuple[Any, ...] = (float, float, float, str, int, float)
"""The same of a ``figures.Difference``."""


def _is_known(given: Any) -> bool:
    return isinstance(given, list) and len(given) == len(KNOWN) and all(map(_is, given, KNOWN))


def _is_difference(given: Any) -> bool:
    fits = isinstance(given, list) and len(given) == len(DIFFERENCE) and all(map(_is, given, DIFFERENCE))
    return given is None or fits


def _is(value: Any, kind: type) -> bool:
    if value is None:
        return True
    return not isinstance(value, bool) and isinstance(value, (int, float) if kind is float else kind)


def _are_tallies(given: Any, figures: int) -> bool:
    return (
        isinstance(given, list)
        and len(given) == figures
        and all(
            one is None
            or (isinstance(one, list) and len(one) == 5 and all(_is(number, int) for number in one))
            for one in given
        )
    )


def found_out(work: Work, program: Program, outcome: Outcome) -> Answer:
    """What a run has found out."""
    result = Result(outcome)
    figures = [Figure(*figure) for figure in work["figures"]]
    answer: Answer = {
        "cards": program.size,
        "known": [list(one) for one in known(result, figures)],
        "noticed": any(played.notices for played in result.played),
    }
    if outcome.remark is not None:
        answer["remark"] = _kept(outcome.remark)
    if work["tallies"]:
        answer["tallies"] = _tallies(program, outcome, figures)
    return answer


def impossible(error: DeckError) -> Answer:
    first = next(item for item in error.diagnostics if item.severity == "error")
    return {"reason": _kept(first.message), "possible": False}


def unanswered(error: NoExactAnswer) -> Answer:
    reason = say("topic {topic}: {reason}", topic=error.topic, reason=str(error))
    return {"reason": _kept(reason), "possible": True}


def _kept(sentence: str) -> Any:
    """A sentence as an answer has it, to be said in another language when it is read."""
    data = to_data(sentence)
    return data if is_data(data) else sentence


def _tallies(program: Program, outcome: Outcome, figures: list[Figure]) -> list[list[Any] | None]:
    """Of each figure how many observations there were, their sum and that of their squares, and the ends of
    what it can be; None where its answer is exact."""
    found: list[list[Any] | None] = []
    for figure in figures:
        (of,) = [one for one in outcome.topics if program.topics[one.topic].name == figure.topic]
        topic, counts = program.topics[of.topic], of.counts
        if not isinstance(counts, Counts):
            found.append(None)
            continue
        if figure.is_rate:
            held = counts.successes
            if figure.what == COMBO:
                held = counts.combos[topic.combos.index(figure.name)]
            elif figure.what == WATCH:
                held = counts.combos[len(topic.combos) + topic.watch.index(figure.name)]
            found.append([counts.trials, held, held, 0, 1])
            continue
        score = figure.what == SCORE
        tally = counts.score if score else counts.stats[topic.stats.index(figure.name)]
        low, high, _ = topic.ranges[0 if score else 1 + topic.stats.index(figure.name)]
        found.append([tally.count, tally.total, tally.squares, low, high])
    return found
