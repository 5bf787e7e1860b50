"""What Python programs call: load a deck, change its counts, run it.

What comes in: a path, the text of a deck file, or the same as dicts and lists.  What goes out: a
:class:`~yisp.deck.model.Deck`, and from ``run`` a :class:`~yisp.simulate.result.Result`.  Doubts about a
deck and notices of a run go through ``warnings``, as Python programs expect: :class:`DeckWarning`,
:class:`PlayWarning`.  Mistakes of the caller are a TypeError or ValueError that names the argument.

Not handled: the command line, which shows diagnostics and notices in its own way.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, overload
from warnings import warn

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import TypeAlias

    from .compile.program import Program
    from .deck.exchange.cardlist import Known
    from .deck.model import Deck
    from .simulate.result import Result
    from .simulate.routes import Search
    from .studies.compare import Comparison
    from .studies.odds import Odds
    from .studies.pools import Pool
    from .studies.reasons import Why
    from .studies.seen import Cards
    from .studies.sensitivity import Sensitivity
    from .studies.sweep import Sweep
    from .studies.tuned import Tune
    from .studies.work import Work

    Source: TypeAlias = "str | os.PathLike[str] | Mapping[str, Any]"

TARGETS = ("auto", "python", "native")
METHODS = ("auto", "exact", "sample")
POLICIES = ("greedy", "random", "best", "hindsight", "staged-search")


class DeckWarning(UserWarning):
    """A doubt about a deck: something that is legal and probably not what was meant."""


class PlayWarning(UserWarning):
    """A notice of a run: a script did not go as written, and play went on."""


def load(deck: Source) -> Deck:
    """The deck in a file, in a packaged file (``load("opening")``), or as dicts and lists.

    A file comes before a packaged deck of its name.  A dict has the keys of a deck file; a key whose value
    is None is left out.  Raises :class:`DeckError` with everything that is wrong; warns with
    :class:`DeckWarning`.
    """
    return _warned(_loaded(deck))


def loads(text: str | bytes, file: str = "<text>") -> Deck:
    """The deck in ``text``, the content of a deck file; ``file`` is what messages call it.

    What it extends or includes is looked for in the folder of ``file``, else in the current one.  Raises
    and warns like :func:`load`.
    """
    from .deck.load import loads

    if not isinstance(text, str | bytes):
        raise TypeError(f"text is the content of a deck file, not {_named(text)}")
    return _warned(loads(text, file))


def run(
    deck: Deck | Program | Source,
    *,
    count: int | None = None,
    until: float | None = None,
    seed: int | None = None,
    method: str | None = None,
    policy: str | Sequence[str] | None = None,
    target: str = "auto",
    jobs: int | None = None,
    topics: Sequence[str] | str | None = None,
    strict: bool | None = None,
    records: bool = False,
    set: Mapping[str, int] | None = None,
    relate: Sequence[tuple[str, str]] = (),
) -> Result:
    """Run a deck, the program that ``compile_deck`` made of it, or what ``load`` takes.

    What is None is taken from the deck file; a seed that it does not have is drawn fresh, and is in the
    result.  ``method`` is "exact", "sample" or "auto" (exact where that is cheap); ``until`` samples until
    success rates are known to that half-width, ``count`` being the most.  ``policy`` says how every topic is
    played ("greedy", "random", "best", "hindsight"), or lists several to be compared
    (``TopicResult.policies``), in the same worlds where they are sampled.  ``topics`` are names;
    ``relate`` are pairs of stats, combos or "score" that every chosen topic is to relate besides those of
    the deck file; ``records=True`` keeps every trial for ``Result.records``, and samples.  ``set`` gives
    parameters of the deck other values than their defaults.  The same seed gives the same result, whatever
    the ``target`` ("auto", "python" or "native") and the number of ``jobs``.  Ctrl-C ends the run with what
    was counted so far: ``Result.partial``.  Notices are warned of with :class:`PlayWarning`.

    Raises :class:`DeckError` for a deck with mistakes, ValueError for what the deck does not have.
    """
    import time

    from .simulate.run import run_program

    _check_running(count=count, until=until, seed=seed, method=method, target=target, jobs=jobs)
    _check_truth("records", records)
    _check_truth("strict", strict)
    began = time.perf_counter()
    program = _with_parameters(_compiled(deck), set or {})
    compiling = time.perf_counter() - began
    played = _policies(policy)
    names = [topics] if isinstance(topics, str) else topics
    chosen = None if names is None else [_topic(program, name) for name in dict.fromkeys(names)]
    if relate:
        program = _relating(program, chosen, list(map(_pair, relate)))
    rows: dict[int, list[bytes]] = {}
    outcome = run_program(
        program,
        count=count,
        until=until,
        seed=seed,
        topics=chosen,
        method=method,
        policies=played,
        target=target,
        jobs=jobs,
        strict=strict,
        rows=(lambda topic, block: rows.setdefault(topic, []).append(block)) if records else None,
    )
    from .report.notices import sentences
    from .simulate.result import Result

    result = Result(outcome, compile_seconds=compiling, rows=rows if records else None)
    for sentence in sentences(result):
        warn(sentence, PlayWarning, stacklevel=2)
    return result


# Decks ----------------------------------------------------------------------------------------


def _loaded(deck: Source) -> Deck:
    from .deck.files import DECK, PACKAGED, SourceFile, packaged
    from .deck.load import load, load_file, loads

    if isinstance(deck, Mapping):
        return loads(_as_text(deck), "<dict>")
    if not isinstance(deck, str | os.PathLike):
        raise TypeError(f"a deck is the path of a file, a packaged name or a dict, not {_named(deck)}")
    path = os.fspath(deck)
    if path in packaged() and not os.path.exists(path):
        where = os.path.join(PACKAGED, path + DECK)
        with open(where, "rb") as file:
            return load_file(SourceFile(path + DECK, file.read(), where))
    return load(path)


def _as_text(deck: Mapping[str, Any]) -> str:
    """A deck file that says the same; JSON is YAML."""
    import json

    try:
        return json.dumps(_without_none(deck), ensure_ascii=False, indent=2)
    except (TypeError, ValueError) as error:
        raise TypeError(f"a deck as a dict has texts, numbers, lists and dicts in it: {error}") from None


def _without_none(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _without_none(each) for key, each in value.items() if each is not None}
    return [_without_none(each) for each in value] if isinstance(value, list | tuple) else value


def _warned(deck: Deck, level: int = 3) -> Deck:
    """The deck, its doubts warned of; ``level`` is how many calls above ``warn`` the caller is."""
    from .lang.diagnostics import render

    for item in deck.diagnostics:
        warn(render(item), DeckWarning, stacklevel=level)
    return deck


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
    Differences are exact where all answers are; else every build plays ``count`` trials (20,000) in the same
    worlds, or as many as make half the interval of the difference ``until``. Rates are from 0 to 1, intervals
    hold the difference in 95 of 100 cases. Raises ValueError where there is nothing to compare, else as
    ``run``; Ctrl-C ends it with what was found so far (``Comparison.partial``).
    """
    from .simulate.seeds import SEEDS
    from .studies.compare import compare, named

    _check_number("count", count, int, "a number of trials, at least 1", lambda n: n >= 1)
    half = "half the width of an interval, above 0 and below 1"
    _check_number("until", until, float, half, lambda n: 0 < n < 1)
    _check_number("seed", seed, int, "a whole number from 0 to 2**53 - 1", lambda n: 0 <= n < SEEDS)
    _check_choice("target", target, TARGETS)
    _check_choice("method", method, (None, *METHODS))
    if not decks:
        raise TypeError("compare needs a deck")
    programs = [_compiled(deck) for deck in decks]
    played = [policy] if isinstance(policy, str) else list(policy or ())
    for one in played:
        _check_choice("policy", one, POLICIES)
    names = [topics] if isinstance(topics, str) else list(topics or ())
    for program in programs:
        for name in names:
            _topic(program, name)
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
    sampled in the same worlds, until they are known as well as ``count`` trials (20,000) make the deck's own
    rate known. Rates are from 0 to 1. Raises ValueError for a card or topic that the deck does not have;
    Ctrl-C ends it with what was found so far (``Sensitivity.partial``).
    """
    from .deck.changes import unknown_card
    from .simulate.seeds import SEEDS
    from .studies.sensitivity import sensitivity

    _check_number("count", count, int, "a number of trials, at least 1", lambda n: n >= 1)
    _check_number("seed", seed, int, "a whole number from 0 to 2**53 - 1", lambda n: 0 <= n < SEEDS)
    _check_choice("target", target, TARGETS)
    _check_choice("method", method, (None, *METHODS))
    read = _read(deck)
    if filler is not None and (wrong := unknown_card(filler, [kind.name for kind in read.kinds])):
        raise ValueError(f"{read.file} has {wrong}")
    names = [topics] if isinstance(topics, str) else list(topics or ())
    program = _with_parameters(_compiled(read), set or {})
    for name in names:
        _topic(program, name)
    return sensitivity(
        read, topics=names, filler=filler, values=dict(set or {}), count=count, seed=seed, method=method,
        target=target,
    )  # fmt: skip


def search(
    deck: Deck | Program | Source,
    topic: str | None = None,
    *,
    trial: int = 0,
    turn: int = 1,
    seed: int | None = None,
    explain: bool = False,
    set: Mapping[str, int] | None = None,
) -> Search:
    """The routes that a searching policy weighs in the position in which a turn of a trial begins.

    Turns count from 1, trials from 0; the topic is the deck's first where none is named, the seed the deck's
    or a fresh one.  With ``explain``, for which a deck and no program is needed, each route has the ``parts``
    of its evaluation.  Raises :class:`OverBudget` where there are more moves than the policy's budget.
    """
    from .compile.program import Program
    from .simulate.routes import explained, search
    from .simulate.seeds import SEEDS, fresh_seed

    _check_number("seed", seed, int, "a whole number from 0 to 2**53 - 1", lambda n: 0 <= n < SEEDS)
    _check_number("trial", trial, int, "a trial's number, from 0", lambda n: 0 <= n <= 2**62)
    _check_number("turn", turn, int, "a turn's number, from 1", lambda n: n >= 1)
    _check_truth("explain", explain)
    if explain and isinstance(deck, Program):
        raise TypeError("to explain takes the deck: a program does not know its functions")
    read = deck if isinstance(deck, Program) else _read(deck)
    program = _compiled(read)
    index = 0 if topic is None else _topic(program, topic)
    parts: list[str] = []
    if not isinstance(read, Program) and explain:
        read, parts = explained(read, index)
        program = _compiled(read)
    program = _with_parameters(program, set or {})
    if seed is None:
        seed = program.settings["seed"]
    return search(
        program, index, seed=fresh_seed() if seed is None else seed, trial=trial, turn=turn, parts=parts
    )


def import_deck(
    source: str | bytes | os.PathLike[str],
    *,
    format: str | None = None,
    names: str | os.PathLike[str] | None = None,
) -> str:
    """The text of a deck file with the cards of a list: of a .ydk file, a text list, a table …

    ``source`` is the path of a file; an address ``ydke://…``, a text of several lines or bytes are taken for
    the list itself.  ``format`` is "ydk", "ydke", "list", "csv" or "calc" where that cannot be told from it;
    ``names`` is a card table, by which passcodes get names: a .csv or .tsv file, or a card database (.cdb).
    Raises :class:`DeckError` with everything that is wrong; warns with :class:`DeckWarning` of what is left
    out.
    """
    from .deck.exchange.formats import FORMATS
    from .deck.exchange.importing import imported
    from .deck.exchange.ydke import SCHEME
    from .deck.load import read_file

    _check_choice("format", format, (None, *FORMATS))
    if isinstance(source, bytes) or (
        isinstance(source, str) and ("\n" in source or source.startswith(SCHEME))
    ):
        made = imported(source, "<text>", format, _table(names))
    elif isinstance(source, str | os.PathLike):
        path = os.fspath(source)
        made = imported(read_file(path), path, format, _table(names))
    else:
        raise TypeError(f"source is the path of a file, or its content, not {_named(source)}")
    for remark in made.remarks:
        warn(remark, DeckWarning, stacklevel=2)
    return made.text


def export_deck(deck: Deck | Source, to: str = "list", *, names: str | os.PathLike[str] | None = None) -> str:
    """A deck's cards as a "list", "csv", "ydk" or "ydke", for other programs.

    The last two need passcodes: from ``names``, a card table as ``import_deck`` takes, or names that are
    numbers.  Raises :class:`DeckError` for cards that cannot be written.
    """
    from .deck.exchange.exporting import exported
    from .deck.exchange.formats import WRITTEN

    _check_choice("to", to, tuple(WRITTEN))
    return exported(_read(deck), to, _table(names))


def _table(names: str | os.PathLike[str] | None) -> Mapping[int, Known] | None:
    from .deck.exchange.names import read_names
    from .lang.diagnostics import Diagnostics

    return None if names is None else read_names(os.fspath(names), Diagnostics())


# Questions that are no runs -------------------------------------------------------------------


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
    ValueError for what no deck could have.
    """
    nothing = hand is None and top is None and not seen
    if isinstance(asked, str) and nothing and topic is None and not options and _is_question(asked):
        from .studies.odds import answer

        return answer(asked)
    from .studies.seen import Seen, with_seen

    if "topics" in options:
        raise TypeError("odds are those of one topic: topic=, and not topics=")
    deck = _read(asked)
    known = Seen.of(deck, hand, seen or {}, top)
    if not known.anything:
        raise ValueError("say what is seen: hand, seen or top; run() takes a deck alone")
    named = _topic_of(deck, topic)
    return run(with_seen(deck, named, known), topics=[named], **options)


def _is_question(text: str) -> bool:
    from .deck.files import packaged
    from .studies.wording import is_question

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
    from .simulate.seeds import SEEDS, fresh_seed
    from .studies import why as study

    _check_number("count", count, int, "a number of trials, at least 1", lambda n: n >= 1)
    _check_number("seed", seed, int, "a whole number from 0 to 2**53 - 1", lambda n: 0 <= n < SEEDS)
    _check_number("failed", failed, int, "a number of hands, 0 or more", lambda n: n >= 0)
    _check_number("succeeded", succeeded, int, "a number of hands, 0 or more", lambda n: n >= 0)
    _check_choice("policy", policy, (None, *POLICIES))
    read = _read(deck)
    given = _with_parameters(_compiled(read), set or {}).given
    if seed is None:
        seed = read.settings.seed
    return study.why(
        read,
        _topic_of(read, topic),
        count=count or study.COUNT,
        seed=fresh_seed() if seed is None else seed,
        failed=failed,
        succeeded=succeeded,
        policy=policy,
        given=given,
    )


def _topic_of(deck: Deck, name: str | None) -> str:
    """The name of a topic of the deck; that of its first for None."""
    names = [topic.name for topic in deck.topics]
    if name is not None and name not in names:
        raise ValueError(f"there is no topic {name!r}; the deck has {', '.join(map(repr, names))}")
    return names[0] if name is None else name


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
    from .deck.changes import Changes
    from .studies.sweep import run_sweep
    from .studies.variants import axes_of, read_axes

    _check_running(count=count, until=until, seed=seed, method=method, target=target, jobs=jobs)
    read = _read(deck)
    if isinstance(vary, Mapping):
        variants = axes_of([(name, _values(name, values)) for name, values in vary.items()], read)
    else:
        variants = read_axes([vary] if isinstance(vary, str) else vary, read)
    program = _with_parameters(_compiled(read), set or {})
    names = [topics] if isinstance(topics, str) else topics or ()
    return run_sweep(
        read,
        variants,
        changes=Changes(dict(counts or {}), filler),
        parameters=program.given,
        topics=[program.topics[_topic(program, name)].name for name in names],
        count=count,
        until=until,
        seed=seed,
        method=method,
        policies=_policies(policy),
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
    from .studies.banlist import LARGEST, Banlist, read_banlist
    from .studies.limits import candidates_of
    from .studies.tune import LOOK, MOST_TRIALS, read_goals, run_tune

    _check_running(count=count, until=None, seed=seed, method=method, target=target, jobs=jobs)
    _check_number("look", look, int, "a number of decks, at least 1", lambda n: n >= 1)
    _check_number("certainty", certainty, float, "a probability, above 0 and below 1", lambda n: 0 < n < 1)
    _check_number("indifference", indifference, float, "a difference, 0 or more", lambda n: n >= 0)
    read = _read(deck)
    goals = read_goals(read, _texts(goal), topic, small=_texts(minimize))
    listed = None
    if isinstance(banlist, Mapping):
        listed = Banlist.of(banlist)
    elif banlist is not None:
        with open(banlist, "rb") as file:
            listed = read_banlist(file.read(LARGEST + 1))
    candidates = candidates_of(
        read,
        limit=limit,
        ranges=ranges,
        lock=_texts(lock),
        only=_texts(only),
        sizes=[size] if isinstance(size, int) else None if size is None else _values("size", size),
        banlist=listed,
    )
    return run_tune(
        read,
        candidates,
        goals,
        parameters=_with_parameters(_compiled(read), set or {}).given,
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
    from .studies import cluster as clusters

    return clusters.cluster(cluster, jobs, lambda said: None)


def _texts(given: str | Sequence[str] | None) -> list[str]:
    return [given] if isinstance(given, str) else list(given or ())


def _values(name: str, given: Any) -> Sequence[int]:
    values = given if isinstance(given, range) else list(given)
    for value in values:
        if isinstance(value, bool) or not isinstance(value, int):
            raise TypeError(f"the values of {name!r} are whole numbers, not {_named(value)}")
    return values


# The arguments of a run -----------------------------------------------------------------------


def _compiled(deck: Deck | Program | Source) -> Program:
    from .compile.pipeline import compile_deck
    from .compile.program import Program

    if isinstance(deck, Program):
        return deck
    return compile_deck(_read(deck))


def _read(deck: Deck | Source) -> Deck:
    from .deck.model import Deck

    if isinstance(deck, Deck):
        return deck
    if isinstance(deck, str | os.PathLike | Mapping):
        return _warned(_loaded(deck), 4)
    raise TypeError(f"deck must be a Deck, a Program, the path of a file or a dict, not {_named(deck)}")


def _check_running(*, count: Any, until: Any, seed: Any, method: Any, target: Any, jobs: Any) -> None:
    from .simulate.seeds import SEEDS

    _check_number("count", count, int, "a number of trials, at least 1", lambda n: n >= 1)
    half = "half the width of an interval, above 0 and below 1"
    _check_number("until", until, float, half, lambda n: 0 < n < 1)
    _check_number("jobs", jobs, int, "a number of workers, at least 1", lambda n: n >= 1)
    _check_number("seed", seed, int, "a whole number from 0 to 2**53 - 1", lambda n: 0 <= n < SEEDS)
    _check_choice("target", target, TARGETS)
    _check_choice("method", method, (None, *METHODS))


def _policies(given: str | Sequence[str] | None) -> list[str]:
    played = [given] if isinstance(given, str) else list(given or ())
    for one in played:
        _check_choice("policy", one, POLICIES)
    return played


def _check_number(name: str, value: Any, kind: type, meaning: str, fits: Any) -> None:
    if value is None:
        return
    if isinstance(value, bool) or not isinstance(value, (int, kind)):
        raise TypeError(f"{name} must be {meaning}, not {_named(value)}")
    if not fits(value):
        raise ValueError(f"{name} must be {meaning}, not {value}")


def _check_choice(name: str, value: Any, choices: tuple[str | None, ...]) -> None:
    if value not in choices:
        known = ", ".join(repr(choice) for choice in choices if choice is not None)
        raise ValueError(f"{name} must be one of {known}, not {value!r}")


def _check_truth(name: str, value: Any) -> None:
    if value is not None and not isinstance(value, bool):
        raise TypeError(f"{name} must be True or False, not {_named(value)}")


def _pair(given: Any) -> list[str]:
    names = [] if isinstance(given, str) else list(given)
    if len(names) != 2 or not all(isinstance(name, str) for name in names):
        raise TypeError(f"relate is pairs of names, as in [('score', 'milled')]; not {_named(given)}")
    return names


def _named(value: object) -> str:
    return f"{type(value).__name__} {value!r:.60}"


def _with_parameters(program: Program, given: Mapping[str, int]) -> Program:
    for name, value in given.items():
        if isinstance(value, bool) or not isinstance(value, int):
            raise TypeError(f"the parameter {name!r} must be a whole number, not {_named(value)}")
        if not -(2**63) <= value < 2**63:
            raise ValueError(f"the parameter {name!r} must be a whole number of 64 bits, not {value}")
    try:
        return program.with_parameters(given)
    except KeyError as error:
        known = ", ".join(map(repr, program.parameters)) or "none"
        raise ValueError(f"there is no parameter {error.args[0]!r}; the deck has {known}") from None


def _topic(program: Program, name: str) -> int:
    try:
        return program.topic(name)
    except KeyError:
        known = ", ".join(repr(topic.name) for topic in program.topics)
        raise ValueError(f"there is no topic {name!r}; the deck has {known}") from None


def _relating(program: Program, topics: list[int] | None, pairs: list[list[str]]) -> Program:
    from .deck.observed import relatable

    chosen = range(len(program.topics)) if topics is None else topics
    for index in chosen:
        topic = program.topics[index]
        known = relatable(topic.combos, topic.watch, topic.stats)
        for name in (name for pair in pairs for name in pair if name not in known):
            raise ValueError(f"topic {topic.name!r} has no {name!r}; it has {', '.join(map(repr, known))}")
    return program.relating(dict.fromkeys(chosen, pairs))
