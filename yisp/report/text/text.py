"""The text report: what ygo-calc prints, and below it what it does not.

What comes in: a :class:`~yisp.simulate.result.Result`.  What goes out: plain text, without the end
of its last line.  The same result always gives the same text; only the time used differs from run
to run.  Everything is said here once; a pen says how it is written, and ``terminal`` has another one.

    test-expend works in about 86 of 100 games.
    Simulate 1000 times...
    Time used: 12ms
    Seed: 7
    Topic: test-expend
    First turn average success rate: 86 ± 3 %  average score: 2.21 ± 0.08
    A1: 86 ± 3 %  A2: 25 ± 3 %
    Watched: bricked: 12 ± 3 %
    Scores: 0: 14 ± 3 %  2: 60 ± 4 %  4: 25 ± 3 %

(On the warm start's path.)
"""

from __future__ import annotations

from ...columns import blank_after, width
from ...messages import all_of, say, told, translated, with_commas
from ...simulate.counting.deal import LISTED_TRIES
from ...simulate.stop import HANG_UP, INTERRUPT, MEMORY, TERMINATE, TIME, WORKERS
from ...simulate.worlds.comparison import AT_LEAST, AT_MOST, EXACT
from ..layout import (
    GAP,
    NOTHING,
    accuracy,
    aligned,
    duration,
    grid,
    mean_of,
    mean_text,
    number,
    number_of_trials,
    percent,
    rate_cells,
    rate_of,
    rate_texts,
    share_of,
    shown,
    significant,
)
from ..sentences import sentences
from .histogram import MOST, labelled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ...simulate.counting.deal import DealResult
    from ...simulate.counting.estimates import Number, Score, Stat
    from ...simulate.result import EffectUse, Result, TopicResult

ENDINGS = {
    INTERRUPT: say("the run was interrupted"),
    TERMINATE: say("the run was told to end (SIGTERM)"),
    HANG_UP: say("the terminal was closed"),
    TIME: say("the time limit was reached"),
    MEMORY: say("the memory limit was reached, or there is no more memory"),
    WORKERS: say("the processes that count its trials died, one after another"),
}
"""What is said of a run that was ended from outside."""

COLUMNS = 100
"""Where lines of many combos are broken."""


class Pen:
    """How the report is written: here as plain text."""

    columns = COLUMNS
    before_topics: tuple[str, ...] = ()
    """The lines between topics."""

    def strong(self, text: str) -> str:
        """The text as what matters most."""
        return text

    def faint(self, text: str) -> str:
        """The text as what matters least."""
        return text

    def warned(self, text: str) -> str:
        """The text as something to beware of."""
        return text

    def listed(self, head: str, rows: list[list[str]], shares: list[float], left: int = 1) -> list[str]:
        """Names with their figures under a head, if there are any: ``shares`` are the figures as numbers, and
        the first ``left`` columns of a table would be flush left."""
        cells = [f"{name}: {' '.join(figures)}" for name, *figures in rows]
        return headed(head, cells, self.columns)


PLAIN = Pen()


def render(result: Result, pen: Pen = PLAIN) -> str:
    """The report."""
    warnings = ending(result)
    lines = [pen.strong(line) for line in sentences(result)]
    lines += [pen.warned(line) if line in warnings else pen.faint(line) for line in head(result)]
    for topic in result.topics.values():
        for played in topic.policies.values():
            lines += [*pen.before_topics, *_topic(played, result.partial, pen)]
        compared = policies(topic)
        lines += [*pen.before_topics, *compared] if compared else []
    return "\n".join(lines)


def head(result: Result) -> list[str]:
    """What is said before the topics."""
    trials = [topic.trials for topic in result.played if topic.trials is not None]
    if trials:
        how = told("Simulate {trials} times...", trials=max(trials))
    elif result.topics:
        how = told("Exact: every opening hand was looked at")
    else:
        how = told("No topic was answered")
    return [how, told("Time used: {time}", time=duration(result.seconds["run"])), *circumstances(result)]


def circumstances(result: Result) -> list[str]:
    """What the numbers depend on: the seed, parameters and counts, and what ended the run."""
    program = result.program
    lines = [told("Seed: {seed}", seed=result.seed)]
    if program.parameters:
        values = (f"{name} = {value}" for name, value in program.values.items())
        lines.append(told("Set: {parameters}", parameters=GAP.join(values)))
    if program.counts:
        counts = (f"{shown(name)} = {count}" for name, count in program.counts.items())
        lines.append(told("Counts: {counts}", counts=GAP.join(counts)))
        if program.size != program.written_size:
            lines.append(
                told("Cards: {cards} (the deck file has {written})", cards=program.size,
                     written=program.written_size)
            )  # fmt: skip
    return [*lines, *known(result), *ending(result)]


def known(result: Result) -> list[str]:
    """What collections know of the deck's cards."""
    program = result.program
    if not program.uses:
        return []
    from ...deck.collection.remarks import known_messages

    return list(map(translated, known_messages(program.uses, program.known, program.blank)))


def ending(result: Result) -> list[str]:
    """What ended the run before its end, if anything did."""
    if result.stopped_by is not None:
        topic = shown(result.stopped_by)
        return [told("Stopped: topic {topic} had a notice, which ends a strict run", topic=topic)]
    return [told("Partial: {reason}", reason=ENDINGS[result.ended or INTERRUPT])] if result.partial else []


def title(topic: TopicResult, partial: bool) -> str:
    """The topic's name; in a partial run, where topics differ, with how many trials it had."""
    name = shown(topic.name)
    if topic.policy != "greedy" or len(topic.policies) > 1:
        name = say("{topic}, played by {policy}", topic=name, policy=topic.policy)
    if partial and topic.trials is not None:
        name = say("{topic} ({trials} trials)", topic=name, trials=topic.trials)
    return told("Topic: {topic}", topic=name)


BOUNDS: dict[str | None, str] = {EXACT: say("exact"), AT_LEAST: say("at least"), AT_MOST: say("at most")}
"""What a goal's mean says of the best there is, in words."""


def policies(topic: TopicResult) -> list[str]:
    """Several policies side by side: the mean of each one's goal, what that is of the best there is, and what
    it adds to the one before.  One alone is shown where its mean bounds the best there is."""
    rows = [
        [f"{kind}:", f"{goal} {mean}", bound, against]
        for kind, goal, mean, bound, against in policy_rows(topic)
    ]
    if not rows:
        return []
    lines = [*aligned(rows, 4), *unbound(topic)]
    found = [told("Policies of {topic}:", topic=shown(topic.name)), *indented(lines)]
    return found + [line for played in topic.policies.values() for line in costs(played)]


def policy_rows(topic: TopicResult) -> list[list[str]]:
    """By policy: its kind, the goal's name and mean, what that bounds, what it adds; none where one alone has
    nothing to add."""
    if len(topic.policies) == 1 and topic.bound in (None, EXACT) and topic.unbound is None:
        return []
    rows = []
    for (kind, played), difference in zip(topic.policies.items(), [None, *topic.differences], strict=True):
        goal, against = played.goal, ""
        if difference is not None:
            sign = "" if difference.mean is None or difference.mean < 0 else "+"
            more = f"{sign}{mean_text(difference.mean, difference.ci95, difference.exact)}"
            against = told("{difference} against {policy}", difference=more, policy=difference.to)
        bound = translated(BOUNDS[played.bound]) if played.bound in BOUNDS else told("sampled")
        rows.append([kind, shown(goal.name), mean_text(goal.mean, goal.ci95, goal.exact), bound, against])
    return rows


def unbound(topic: TopicResult) -> list[str]:
    """Why policies bound nothing that might have."""
    return [
        told("{policy} bounds nothing: {reason}", policy=kind, reason=shown(translated(played.unbound)))
        for kind, played in topic.policies.items()
        if played.unbound is not None
    ]


MOST_COSTS = 5
"""Choices of a policy that are shown: those that cost most."""


def costs(topic: TopicResult) -> list[str]:
    """Which choices of a policy another one would not have made, and what they cost."""
    rows = [
        [
            taken,
            told("where {choice} is better", choice=better),
            told("costs {loss} each", loss=loss),
            told("{times} times a trial", times=often),
        ]
        for taken, better, loss, often in cost_rows(topic)
    ]
    return [costs_title(topic), *indented(aligned(rows, 4))] if rows else []


def costs_title(topic: TopicResult) -> str:
    """What ``cost_rows`` are; there are some."""
    return told(
        "Choices of {policy} that cost most (of {trials} trials):",
        policy=topic.policy, trials=topic.costs[0].trials,
    )  # fmt: skip


def cost_rows(topic: TopicResult) -> list[list[str]]:
    """What was taken, what is better, what it costs each time, how often a trial."""
    rows = []
    for cost in topic.costs[:MOST_COSTS]:
        better = told("stopping") if cost.better is None else f"{shown(cost.better[0])}[{cost.better[1]}]"
        taken = f"{shown(cost.taken[0])}[{cost.taken[1]}]"
        rows.append(
            [
                taken,
                better,
                mean_text(cost.loss, cost.ci95),
                mean_text(cost.times / cost.trials, cost.often_ci95),
            ]
        )
    return rows


def answer(topic: TopicResult, strong: Callable[[str], str] = str) -> str:
    """The topic's success rate and score on a line; ``strong`` is how the numbers are written."""
    # Of one turn in the words of ygo-calc.
    title = told("First turn average success rate") if topic.turns == 1 else told("Average success rate")
    rate = told("{title}: {rate}", title=title, rate=strong(rate_of(topic.success)))
    return rate + GAP + told("average score: {score}", score=strong(mean_of(topic.score)))


def _topic(topic: TopicResult, partial: bool, pen: Pen) -> list[str]:
    lines = [pen.strong(title(topic, partial))]
    if topic.trials == 0:
        return [*lines, told("No trials")]
    if topic.combos:
        lines.append(answer(topic, pen.strong))
    for head, rates in (("", topic.combos.values()), (told("Watched:"), topic.watch.values())):
        rows = [[shown(rate.name), *rate_cells(rate)] for rate in rates]
        lines += pen.listed(head, rows, [rate.rate or 0.0 for rate in rates])
    lines += matching(topic)
    lines += scores(topic, pen)
    lines += stats(topic, pen.columns)
    lines += deal(topic, pen.columns)
    lines += effects(topic.effects, pen.columns)
    lines += relations(topic)
    return lines + [pen.faint(line) for line in may_be_missing(topic) + why_sampled(topic)]


def may_be_missing(topic: TopicResult) -> list[str]:
    """What the intervals do not reckon with: see ``simulate.intervals``."""
    found: list[str] = [say("scores")] if _unbounded(topic.score) else []
    numbers = [shown(stat.name) for stat in topic.stats.values() if _unbounded(stat)]
    if numbers:
        found.append(say("values of {stats}", stats=with_commas(numbers)))
    if not found:
        return []
    return [told("Rare large {numbers} may be missing: no constant bounds them", numbers=all_of(found))]


def _unbounded(observed: Number) -> bool:
    return observed.ci95 is not None and None in observed.bounds


def headed(head: str, cells: list[str], columns: int) -> list[str]:
    """Cells behind a head, or below it where they take several lines; nothing without cells."""
    if not head:
        return grid(cells, columns)
    lines = grid(cells, columns - width(head) - 1)
    if len(lines) == 1:
        return [f"{head}{blank_after(head)}{lines[0]}"]
    return [head, *indented(lines)] if lines else []


def stats(topic: TopicResult, columns: int) -> list[str]:
    """The stats in a row each, and below how each is spread."""
    if not topic.stats:
        return []
    lines = [told("Stats:"), *indented(aligned(stat_row(stat) for stat in topic.stats.values()))]
    for stat in topic.stats.values():
        cells = [f"{label}: {share_of(stat, values)}" for label, values in labelled(stat)]
        if len(cells) > 1:
            head = told("Histogram of {stat}:", stat=shown(stat.name))
            lines += [head, *indented(grid(cells, columns - 2))]
    return lines


def deal(topic: TopicResult, columns: int) -> list[str]:
    """How often hands were made again, and who had them; what came of the bargain."""
    if topic.deal is None:
        return []
    dealt, lines = topic.deal, []
    made = [
        [
            f"{shown(translated(dealt.title(part)))}:",
            mean_text(mean, dealt.hands[part].ci95),
            *_tries(dealt, part),
        ]
        for part, mean in enumerate(dealt.means)
        if mean is not None and mean != 1
    ]
    if made:
        lines += [told("Tries of a hand:"), *indented(aligned(made))]
    vetoes = zip(dealt.seats, dealt.vetoes, dealt.vetoes_ci95, strict=True)
    means = [f"{shown(seat)}: {mean_text(mean, ci95)}" for seat, mean, ci95 in vetoes if mean]
    lines += headed(told("Vetoes:"), means, columns)
    if dealt.solutions is not None:
        whole = dealt.solutions.is_integer()  # as it is where seats claim the same in every deal
        count = number(dealt.solutions, 0) if whole else mean_text(dealt.solutions, dealt.solutions_ci95)
        lines.append(told("Solutions of the bargain: {count}", count=count))
    shares = [
        f"{shown(kind)}: {rate_texts(share, dealt.conflicts_ci95[kind])[0]}"
        for kind, share in dealt.conflicts.items()
    ]
    return lines + headed(told("In conflict:"), shares, columns)


def _tries(dealt: DealResult, part: int) -> list[str]:
    """How the tries of a hand are spread; where they may go on for ever there is no greatest number."""
    hand = dealt.hands[part]
    return spread(hand)[:-1] if dealt.endless and hand.max == LISTED_TRIES else spread(hand)


def relations(topic: TopicResult) -> list[str]:
    """How numbers go together, where the topic asks for it."""
    if not topic.relations:
        return []
    from .relations import render  # most decks relate nothing

    return [line for relation in topic.relations for line in render(relation)]


def matching(topic: TopicResult) -> list[str]:
    """How far ``match: first`` and ``match: best`` differ, where slots overlap."""
    return [
        told(
            "{combo}: wanted cards overlap, and the first listed picks first; with match: best {rate}",
            combo=shown(rate.name),
            rate=rate_texts(rate.best, rate.best_ci95)[0],
        )
        for rate in (*topic.combos.values(), *topic.watch.values())
        if rate.best is not None
    ]


def why_sampled(topic: TopicResult) -> list[str]:
    """Why the answer is not exact, where it might have been."""
    if topic.reason is None:
        return []
    return [told("Sampled, not exact: {reason}", reason=shown(translated(topic.reason)))]


def scores(topic: TopicResult, pen: Pen) -> list[str]:
    """How the score is spread, where that says more than the success rate does: each score that came up, or
    ranges where there are many."""
    score, head = topic.score, told("Scores:")
    if not tells_more(score):
        return []
    shares = [(label, share_of(score, values)) for label, values in labelled(score)]
    if len(score.histogram) <= MOST and not score.binned:
        return pen.listed(head, list(map(list, shares)), list(score.shares().values()), left=0)
    across = f"{head}{blank_after(head)}{GAP.join(spread(score))}"
    return [across, *indented(grid([f"{label}: {share}" for label, share in shares], pen.columns - 2))]


def tells_more(score: Score) -> bool:
    """Whether the score says more than the success rate does."""
    return not set(score.histogram) <= {0, 1}


def spread(observed: Number) -> list[str]:
    """The least value, the quantiles and the greatest one; ``~`` before one that is not exact."""
    return [f"{name} {value}" for name, value in quantile_cells(observed)]


def quantile_cells(observed: Number) -> list[tuple[str, str]]:
    """These values by name: ``min``, ``5%`` …, ``median`` …, ``max``."""
    known = (None, observed.min, observed.max)
    cells = [(told("min"), _whole(observed.min))]
    for name, value in observed.quantiles.items():
        about = "~" if observed.binned and value not in known else ""
        cells.append((told("median") if name == "0.5" else f"{float(name):.0%}", about + _whole(value)))
    return [*cells, (told("max"), _whole(observed.max))]


def stat_row(stat: Stat) -> list[str]:
    """A stat's cells; one that has no value in some trials says in how many it has."""
    name, mean = f"{shown(stat.name)}:", mean_of(stat)
    error = [] if stat.count is None else [told("se {error}", error=significant(stat.se, stat.se))]
    deviation = told("sd {deviation}", deviation=deviation_of(stat))
    return [name, mean, *error, deviation, *spread(stat), where_defined(stat)]


def deviation_of(observed: Number) -> str:
    """How far single trials are from their mean, with as many digits as that has."""
    if observed.mean is None or observed.ci95 is None:
        return number(observed.sd)
    return number(observed.sd, accuracy(observed.mean, observed.ci95)[0])


def where_defined(stat: Stat) -> str:
    """In how many trials the stat has a value; nothing where it has one in all."""
    if stat.defined == 1:
        return ""
    if stat.count is None:
        return told("in {share} of trials", share=percent(stat.defined))
    return told("in {trials}", trials=number_of_trials(stat.count))


def effects(uses: list[EffectUse], columns: int) -> list[str]:
    """Activations per trial and the share of trials with any, for effects that were activated."""
    rows, idle = effect_rows(uses)
    lines = []
    if rows:
        lines = [told("Effects (activations per trial, share of trials):"), *indented(aligned(rows))]
    if idle:
        lines += [told("Effects never activated:"), *indented(grid(idle, columns - 2))]
    return lines


def effect_rows(uses: list[EffectUse]) -> tuple[list[list[str]], list[str]]:
    """Effects with activations per trial and the share of trials with any; and those never activated."""
    rows = [
        [
            f"{shown(use.card)}[{use.effect}]",
            mean_text(use.per_trial, use.per_trial_ci95),
            *rate_texts(use.share, use.ci95),
        ]
        for use in uses
        if use.per_trial
    ]
    return rows, [f"{shown(use.card)}[{use.effect}]" for use in uses if not use.per_trial]


def indented(lines: list[str]) -> list[str]:
    return ["  " + line for line in lines]


def _whole(value: int | None) -> str:
    return NOTHING if value is None else str(value)
