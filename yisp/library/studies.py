"""What takes more than one run, or is no run: comparing, sweeping, tuning, odds, reasons, advice."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, overload

from .arguments import (
    POLICIES,
    check_choice,
    check_kinds,
    check_number,
    check_optional,
    check_running,
    check_values,
    name_of_topic,
    policies_of,
    texts_of,
    topic_of,
    with_parameters,
)
from .decks import compiled, read_deck
from .runs import run

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from ..compile.program import Program
    from ..deck.model import Deck
    from ..simulate.result import Result
    from ..studies.advice.advice import Advice
    from ..studies.advice.naming import Cards
    from ..studies.comparison.comparison import Comparison
    from ..studies.comparison.sensitivity import Sensitivity
    from ..studies.failures.reasons import Why
    from ..studies.odds.odds import Odds
    from ..studies.sweeping.sweep import Sweep
    from ..studies.tuning.builds import Tune
    from ..studies.work.pools import Pool
    from ..studies.work.work import Work
    from .decks import Source


def compare(
    *decks: Deck | Program | Source,
    topics: Sequence[str] | str | None = None,
    policy: str | Sequence[str] | None = None,
    count: int | None = None,
    until: float | None = None,
    seed: int | None = None,
    method: str | None = None,
    target: str = "auto",
) -> Comparison:
    """Compare builds, the first of which is what the others are held against; or topics, or policies, of one.

    ``compare(deck, deck.with_counts(ash=2))`` compares by the topics that all have; ``compare(deck,
    topics=["first", "second"])`` two topics; ``compare(deck, policy=["greedy", "best"])`` two policies.
    Differences are exact where all answers are; else every build plays in the same worlds: ``count`` trials,
    or as many as make half the interval of the difference ``until``; without either, as many as make it known
    to a tenth of a point, within a fixed amount of work. Rates are from 0 to 1, intervals hold the difference
    in 95 of 100 cases. Raises ValueError where there is nothing to compare, else as
    ``run``; Ctrl-C ends it with what was found so far (``Comparison.partial``).
    """
    from ..studies.comparison.compare import compare, named

    check_running(count=count, until=until, seed=seed, method=method, target=target)
    check_kinds(topics=topics, policy=policy)
    if not decks:
        raise TypeError("compare needs a deck")
    programs = [compiled(deck) for deck in decks]
    played = policies_of(policy)
    names = texts_of(topics)
    for program in programs:
        for name in names:
            topic_of(program, name)
    return compare(
        named(programs), topics=names, policies=played, count=count, until=until, seed=seed, method=method,
        target=target,
    )  # fmt: skip


def sensitivity(
    deck: Deck | Source,
    *,
    topics: Sequence[str] | str | None = None,
    filler: str | None = None,
    count: int | None = None,
    seed: int | None = None,
    method: str | None = None,
    target: str = "auto",
    set: Mapping[str, int] | None = None,
) -> Sensitivity:
    """What one copy more and one less of each card does to a deck's topics.

    The copy takes the place of one of the card ``filler``, or else of the one whose count is -1 in the file;
    where there is neither, the deck's size changes. Changes are exact where all answers are; else they are
    sampled in the same worlds, until they are known to a tenth of a point or a fixed amount of work is done;
    with a ``count``, as well as so many trials make the deck's own rate known. Rates are from 0 to 1. Raises
    ValueError for a card or topic that the deck does not have;
    Ctrl-C ends it with what was found so far (``Sensitivity.partial``).
    """
    from ..deck.changes import unknown_card
    from ..studies.comparison.sensitivity import sensitivity

    check_running(count=count, seed=seed, method=method, target=target)
    check_kinds(topics=topics, filler=filler, set=set)
    read = read_deck(deck)
    filler = None if filler is None else read.vocabulary.others.get(filler, filler)
    if filler is not None and (wrong := unknown_card(filler, [kind.name for kind in read.kinds])):
        raise ValueError(f"{read.file} has {wrong}")
    names = texts_of(topics)
    program = with_parameters(compiled(read), set or {})
    for name in names:
        topic_of(program, name)
    return sensitivity(
        read, topics=names, filler=filler, values=dict(set or {}), count=count, seed=seed, method=method,
        target=target,
    )  # fmt: skip


@overload
def odds(asked: str) -> Odds: ...  # type: ignore[overload-overlap]  # a path needs one of the others


@overload
def odds(
    asked: Deck | Source,
    *,
    hand: Cards | None = None,
    seen: Mapping[str, Cards] | None = None,
    top: Cards | None = None,
    topic: str | None = None,
    **options: Any,
) -> Result: ...


def odds(
    asked: Deck | Source,
    *,
    hand: Cards | None = None,
    seen: Mapping[str, Cards] | None = None,
    top: Cards | None = None,
    topic: str | None = None,
    **options: Any,
) -> Odds | Result:
    """How probable a draw is, or how often a deck works when some of it has been seen.

    ``odds("3 of 40, draw 5, at least 1")`` is an exact answer to the question.  Of a deck, ``hand`` are cards
    of the opening hand (given, not conditioned on: the rest is drawn), ``seen`` what lies in other zones, by
    their letters, ``top`` what is on top of the deck.  Cards are a text (``"2 ash, gate"``), names one by
    one, or a dict of numbers.  The topic is the deck's first where none is named; ``options`` are those of
    ``run``.

    Raises :class:`DeckError` for a question that is not understood and for cards that the deck does not have,
    ValueError for what no deck could have, and for a question beside which anything else is given.
    """
    if isinstance(asked, str) and _is_question(asked):
        from ..studies.odds.odds import answer
        from ..studies.odds.wording import needs_deck

        given = {"hand": hand, "seen": seen or None, "top": top, "topic": topic, **options}
        for name, value in given.items():
            if value is not None:
                raise ValueError(needs_deck(asked, name))
        return answer(asked)
    from ..studies.advice.knowledge import with_seen
    from ..studies.advice.naming import Seen

    check_kinds(topic=topic)
    if "topics" in options:
        raise TypeError("odds are those of one topic: topic=, and not topics=")
    deck = read_deck(asked)
    known = Seen.of(deck, hand, {} if seen is None else seen, top)
    if not known.anything:
        raise ValueError("say what is seen: hand, seen or top; run() takes a deck alone")
    named = name_of_topic(deck, topic)
    return run(with_seen(deck, named, known), topics=[named], **options)


def advise(
    deck: Deck | Source,
    hand: Cards | None = None,
    *,
    seen: Mapping[str, Cards] | None = None,
    top: Cards | None = None,
    topic: str | None = None,
    goal: str | None = None,
    depth: int = 1,
    seed: int | None = None,
    method: str | None = None,
    target: str = "auto",
    set: Mapping[str, int] | None = None,
) -> Advice:
    """What to do with a hand: what each first move is worth, how certain that is, and what comes then.

    The ``hand`` is taken as it is, and replaces the draw; without one it is that of the first trial under the
    seed.  ``seen`` is what lies in other zones, by their letters, ``top`` what is on top of the deck; cards
    are a text (``"2 ash, gate"``), names one by one, or a dict of numbers.  The topic is the first in which
    something is decided, where none is named; ``goal`` is "score", "success" or a stat (default: as the
    topic's policy has it); ``depth`` is how many moves behind the first to look.  What cannot be solved is
    played on in worlds that the seed makes.

    Raises :class:`DeckError` for a deck with mistakes, ValueError for cards, topics and goals that it does
    not have, and :class:`~yisp.simulate.counting.probabilities.NoExactAnswer` where there is none and
    ``method="exact"``, or where nobody can weigh the topic's moves.  Ctrl-C ends it with what is known by
    then: ``Advice.partial``.
    """
    from ..simulate.seeds import seed_or_fresh
    from ..studies.advice.advise import advising, topic_to_advise
    from ..studies.advice.naming import Seen

    check_running(seed=seed, method=method, target=target)
    check_number("depth", depth, int, "a number of moves, 0 or more", lambda n: n >= 0)
    check_kinds(topic=topic, set=set)
    read = read_deck(deck)
    program = with_parameters(compiled(read), set or {})
    index = topic_to_advise(program) if topic is None else topic_of(program, topic)
    check_choice("goal", goal, (None, "score", "success", *program.topics[index].stats))
    work = advising(
        program,
        index,
        Seen.of(read, hand, {} if seen is None else seen, top),
        seed_or_fresh(seed, program.settings["seed"]),
        lambda: read,
        goal=goal,
        method=method or "auto",
        target=target,
    )
    work.finish()
    return work.advice(depth)


def _is_question(text: str) -> bool:
    from ..deck.reading.files import packaged
    from ..studies.odds.wording import is_question

    return text not in packaged() and not os.path.exists(text) and is_question(text)


def why(
    deck: Deck | Source,
    topic: str | None = None,
    *,
    count: int | None = None,
    seed: int | None = None,
    failed: int = 10,
    succeeded: int = 5,
    policy: str | None = None,
    set: Mapping[str, int] | None = None,
) -> Why:
    """Why hands of a topic fail: what was missing, what one card more would do, what was played.

    The topic is the deck's first where none is named, the seed the deck's or a fresh one; of ``count`` trials
    (2000), those of ``run(method="sample")`` with that seed, so many ``failed`` and ``succeeded`` hands are
    kept as samples.  Ctrl-C ends it with what was counted so far: ``Why.partial``.

    Raises :class:`DeckError` for a deck with mistakes, ValueError for what the deck does not have and for a
    topic of which this cannot be asked (see ``studies.why``).
    """
    from ..simulate.seeds import seed_or_fresh
    from ..studies.failures import why as study

    check_running(count=count, seed=seed)
    check_number("failed", failed, int, "a number of hands, 0 or more", lambda n: n >= 0)
    check_number("succeeded", succeeded, int, "a number of hands, 0 or more", lambda n: n >= 0)
    check_kinds(topic=topic, policy=policy, set=set)
    check_choice("policy", policy, (None, *POLICIES))
    read = read_deck(deck)
    given = with_parameters(compiled(read), set or {}).given
    return study.why(
        read,
        name_of_topic(read, topic),
        count=count or study.COUNT,
        seed=seed_or_fresh(seed, read.settings.seed),
        failed=failed,
        succeeded=succeeded,
        policy=policy,
        given=given,
    )


def sweep(
    deck: Deck | Source,
    vary: Mapping[str, Iterable[int]] | Iterable[str] | str,
    *,
    counts: Mapping[str, int] | None = None,
    filler: str | None = None,
    set: Mapping[str, int] | None = None,
    topics: Sequence[str] | str | None = None,
    count: int | None = None,
    until: float | None = None,
    seed: int | None = None,
    method: str | None = None,
    policy: str | Sequence[str] | None = None,
    target: str = "auto",
    jobs: int | None = None,
    journal: str | os.PathLike[str] | None = None,
    cluster: str | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Sweep:
    """Run every variant of a deck: other counts of cards, other sizes, other parameters.

    ``vary`` says what varies, by name, and its values: ``{"ash": range(4), "size": [40, 60]}``, or as on the
    command line, ``["ash=0..3", "size=40,60"]``; every combination is a variant. ``counts``, ``filler`` and
    ``set`` hold for all of them, as in ``with_counts`` and ``run``.  All have the same seed. ``journal`` is a
    file in which what is done is written down, and looked up the next time; ``cluster`` is the address of a
    dask.distributed scheduler that shares the work, or "local".  ``progress`` is told how many
    variants are done, of how many.  Ctrl-C ends a sweep with those that are: ``Sweep.partial``.

    Raises :class:`DeckError` for a deck with mistakes, ValueError for what the deck does not have, and for a
    file that is no journal of this sweep.
    """
    from ..deck.changes import Changes
    from ..studies.sweeping.sweep import run_sweep
    from ..studies.sweeping.variants import axes_of, read_axes

    check_running(count=count, until=until, seed=seed, method=method, target=target, jobs=jobs)
    check_kinds(
        vary=vary, counts=counts, filler=filler, set=set, topics=topics, policy=policy, journal=journal,
        cluster=cluster, progress=progress,
    )  # fmt: skip
    read = read_deck(deck)
    if isinstance(vary, Mapping):
        variants = axes_of([(name, check_values(name, values)) for name, values in vary.items()], read)
    else:
        variants = read_axes([vary] if isinstance(vary, str) else vary, read)
    program = with_parameters(compiled(read), set or {})
    names = texts_of(topics)
    return run_sweep(
        read,
        variants,
        changes=Changes(dict(counts or {}), filler),
        parameters=program.given,
        topics=[program.topics[topic_of(program, name)].name for name in names],
        count=count,
        until=until,
        seed=seed,
        method=method,
        policies=policies_of(policy),
        target=target,
        jobs=jobs,
        journal=None if journal is None else os.fspath(journal),
        pool=_pool(cluster, jobs),
        progress=progress,
    )


def tune(
    deck: Deck | Source,
    goal: str | Sequence[str] | None = None,
    *,
    minimize: str | Sequence[str] = (),
    topic: str | None = None,
    limit: int | None = None,
    ranges: Mapping[str, tuple[int, int]] | None = None,
    only: Sequence[str] = (),
    lock: Sequence[str] = (),
    size: int | Iterable[int] | None = None,
    banlist: Mapping[str, int] | str | os.PathLike[str] | None = None,
    set: Mapping[str, int] | None = None,
    look: int | None = None,
    count: int | None = None,
    seed: int | None = None,
    method: str | None = None,
    certainty: float = 0.95,
    indifference: float = 0.0,
    target: str = "auto",
    jobs: int | None = None,
    journal: str | os.PathLike[str] | None = None,
    cluster: str | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Tune:
    """Look for the counts that are best for a goal, or for two, within limits.

    ``goal`` and ``minimize`` name figures of the ``topic`` (default: the deck's first): "rate", "score", a
    combo, a watched entry, a stat. ``limit`` is the most copies of a card, ``ranges`` are the ends of single
    cards' counts; only the cards of ``only`` change, if there are some, and those of ``lock`` do not;
    ``size`` is what the deck may have, ``banlist`` the most copies by name, or a file.  Up to ``look`` decks
    are looked at, each with up to ``count`` trials where it has no exact answer.  What the result says of
    the best deck holds with a probability of at least ``certainty``, up to a difference of ``indifference``.

    Raises :class:`DeckError` for a deck with mistakes, ValueError for what the deck does not have, and for
    limits that no deck keeps.
    """
    from ..studies.tuning.banlist import LARGEST, Banlist, read_banlist
    from ..studies.tuning.limits import candidates_of
    from ..studies.tuning.tune import LOOK, MOST_TRIALS, read_goals, run_tune

    check_running(count=count, seed=seed, method=method, target=target, jobs=jobs)
    check_optional("limit", limit, int, "a number of copies, 0 or more", lambda n: n >= 0)
    check_optional("look", look, int, "a number of decks, at least 1", lambda n: n >= 1)
    check_number("certainty", certainty, float, "a probability, above 0 and below 1", lambda n: 0 < n < 1)
    check_number("indifference", indifference, float, "a difference, 0 or more", lambda n: n >= 0)
    check_kinds(
        goal=goal, minimize=minimize, topic=topic, ranges=ranges, only=only, lock=lock, banlist=banlist,
        set=set, journal=journal, cluster=cluster, progress=progress,
    )  # fmt: skip
    for name, ends in (ranges or {}).items():
        values = check_values(name, ends)
        if len(values) != 2 or not 0 <= values[0] <= values[1]:
            raise ValueError(f"the range of {name!r} must be the least and the most copies, not {ends!r:.60}")
    read = read_deck(deck)
    goals = read_goals(read, texts_of(goal), topic, small=texts_of(minimize))
    listed = None
    if isinstance(banlist, Mapping):
        check_values("banlist", banlist.values())
        listed = Banlist.of(banlist)
    elif banlist is not None:
        with open(banlist, "rb") as file:
            listed = read_banlist(file.read(LARGEST + 1))
    candidates = candidates_of(
        read,
        limit=limit,
        ranges=ranges,
        lock=texts_of(lock),
        only=texts_of(only),
        sizes=None if size is None else check_values("size", [size] if isinstance(size, int) else size),
        banlist=listed,
    )
    return run_tune(
        read,
        candidates,
        goals,
        parameters=with_parameters(compiled(read), set or {}).given,
        look=look or LOOK,
        count=count or MOST_TRIALS,
        seed=seed,
        method=None if method == "auto" else method,
        certainty=certainty,
        indifference=indifference,
        target=target,
        jobs=jobs,
        journal=None if journal is None else os.fspath(journal),
        pool=_pool(cluster, jobs),
        progress=progress,
    )


def _pool(cluster: str | None, jobs: int | None) -> Callable[[Work], Pool] | None:
    """What makes the pool of a study: a cluster's, or None for processes of this machine."""
    if cluster is None:
        return None
    from ..studies.work import cluster as clusters

    return clusters.cluster(cluster, jobs, lambda said: None)
