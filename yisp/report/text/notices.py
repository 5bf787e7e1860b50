"""Notices in words: what went wrong in play, where, how often, and how to see it happen.

What comes in: a :class:`~yisp.simulate.result.Result`.  What goes out: lines for standard error, in short one
for each cause, of the topic in which it is most frequent:

    zenyuan, effect 0: a move found no card in 5 of 1,000 games; yispc trace deck.yml --topic test-expend …

and at length three for each notice:

    deck.yml:31:40: notice[Y301]: a move found no card: zenyuan, effect 0: (# D.a:bin.1 H)
        topic test-expend: 5 times in 1000 trials (about one in 200), first in trial 811
        yispc trace deck.yml --topic test-expend --trial 811 --seed 7

The last is a command to copy: whatever a shell would take for its own is quoted.

(On the warm start's path.)
"""

from __future__ import annotations

import os

from ...compile.program import PROBLEMS
from ...messages import say, told, told_n, translated, with_commas
from ..layout import probability, shown
from ..sentences import games

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any

    from ...simulate.result import Result, ResultNotice, TopicResult

INDENT = "    "

MOST_CAUSES = 5
"""Causes that are told in short; the rest is told at length."""

LONGEST = 100
"""Characters of a statement that are shown."""

STANDARD_INPUT = "<stdin>"
"""What a program's file is called that was read from standard input."""

_SAFE = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:@+,")


def render(
    result: Result,
    deck: str | None = None,
    *,
    changed: Sequence[tuple[str, str]] = (),
    verbose: bool = False,
) -> list[str]:
    """The notices of all topics; ``deck`` is the deck's name on the command line, ``changed`` as for
    :func:`trace_command`."""
    if deck is None:
        deck = "-" if result.file == STANDARD_INPUT else result.file

    def command(notice: ResultNotice, topic: TopicResult) -> list[str]:
        if notice.trial is None:
            return []
        return [
            trace_command(
                deck, topic.name, notice.trial, result.seed, result.program.given,
                policies=list(topic.policies) if topic.in_worlds else (), show=topic.policy, changed=changed,
            )
        ]  # fmt: skip

    lines = undecided(result)
    if verbose:
        for topic in result.played:
            for notice in topic.notices:
                more = [how_often(notice, topic), *command(notice, topic)]
                lines += [_what(notice, result.file), *(INDENT + line for line in more)]
        return lines
    causes = _causes(result)
    for notice, topic in causes[:MOST_CAUSES]:
        said = in_short(notice)
        for copied in command(notice, topic):
            said = told("{first}; {more}", first=said, more=copied)
        lines.append(said)
    if len(causes) > MOST_CAUSES:
        lines.append(told("… and {number} more notices, which -v shows", number=len(causes) - MOST_CAUSES))
    return lines


def undecided(result: Result) -> list[str]:
    """The topics that policies were asked to play although nothing can be decided there.

    Of a policy that the deck file itself names, reading the file has warned.
    """
    lines = []
    for played in result.topics.values():
        topic = result.program.topics[played.index]
        if topic.decides or {"greedy", topic.policy.kind}.issuperset(played.policies):
            continue
        lines.append(
            told(
                "topic {topic}: there is nothing to decide, so it makes no difference who plays",
                topic=shown(topic.name),
            )
        )
    return lines


def _causes(result: Result) -> list[tuple[ResultNotice, TopicResult]]:
    """Each cause once, in the topic in which it is most frequent; the most frequent first."""
    found: dict[tuple[Any, ...], tuple[ResultNotice, TopicResult]] = {}
    for topic in result.played:
        for notice in topic.notices:
            cause = notice.code, notice.file, notice.line, notice.column, notice.where, notice.owner
            if cause not in found or _share(notice) > _share(found[cause][0]):
                found[cause] = notice, topic
    return sorted(found.values(), key=lambda one: -_share(one[0]))


def _share(notice: ResultNotice) -> float:
    return notice.share.rate or 0.0


def in_short(notice: ResultNotice) -> str:
    """What happened, to whom, and in how many games."""
    who = translated(with_commas(_where(notice))) or shown(notice.owner)
    sentence: str = PROBLEMS[notice.code]
    return told("{who}: {happened} in {games}", who=who, happened=sentence, games=games(notice.share))


def sentences(result: Result) -> list[str]:
    """The notices without commands, a text each, for programs that show them in their own way."""
    return undecided(result) + [
        f"{_what(notice, result.file)}\n{INDENT}{how_often(notice, topic)}"
        for topic in result.played
        for notice in topic.notices
    ]


def _what(notice: ResultNotice, file: str) -> str:
    place = shown(notice.file or file)
    if notice.line is not None:
        place += f":{notice.line}:{notice.column}"
    return told(
        "{place}: notice[{code}]: {happened}", place=place, code=notice.code, happened=happened(notice)
    )


def happened(notice: ResultNotice) -> str:
    """What happened, in whose script, and the statement."""
    sentence: str = PROBLEMS[notice.code]
    parts = _where(notice)
    if notice.text:
        text = " ".join(notice.text.split())
        parts.append(shown(text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"))
    for part in parts:
        sentence = say("{first}: {more}", first=sentence, more=part)
    return translated(sentence)


def _where(notice: ResultNotice) -> list[str]:
    owner = shown(notice.owner)
    if notice.where == "effect":
        return [say("{card}, effect {number}", card=owner, number=notice.effect)]
    if notice.where == "combo":
        return [say("combo {name}", name=owner)]
    if notice.where == "watch":
        return [say("watch {name}", name=owner)]
    if notice.where == "stat":
        return [say("stat {name}", name=owner)]
    if notice.where in ("header", "before-play", "footer"):
        return [say("the {script}", script=notice.where)]
    return []


def how_often(notice: ResultNotice, topic: TopicResult) -> str:
    """How often it happened in which topic."""
    name, count, trials = shown(topic.name), notice.count, topic.trials
    if notice.exact is not None or count is None or trials is None:
        chance = probability(notice.exact, notice.rate)
        return told("topic {topic}: with probability {probability}", topic=name, probability=chance)
    if trials == 1:
        return told_n(
            "topic {topic}: once, in the only trial, {trial}",
            "topic {topic}: {number} times in the only trial, {trial}",
            count, topic=name, trial=notice.trial,
        )  # fmt: skip
    if count == 1:
        return told(
            "topic {topic}: once in {trials} trials, in trial {trial}",
            topic=name, trials=trials, trial=notice.trial,
        )  # fmt: skip
    # A statement can go wrong several times in one trial: this is no share of the trials.
    if count < trials:
        rate = say("about one in {trials}", trials=round(trials / count))
    else:
        rate = say("{times} a trial", times=f"{count / max(trials, 1):.2f}")
    return told(
        "topic {topic}: {times} times in {trials} trials ({rate}), first in trial {trial}",
        topic=name, times=count, trials=trials, rate=rate, trial=notice.trial,
    )  # fmt: skip


def trace_command(
    deck: str,
    topic: str,
    trial: int,
    seed: int,
    given: Mapping[str, int],
    *,
    policies: Sequence[str] = (),
    show: str = "",
    changed: Sequence[tuple[str, str]] = (),
) -> str:
    """The command that replays a trial.

    ``given`` are the parameters that were set, ``policies`` those of a run in worlds, of which one is to be
    shown, ``changed`` the options that change the deck's counts, with their values.
    """
    if deck.startswith("-") and deck != "-":
        deck = "./" + deck
    # A topic called --help would be taken for an option if it stood by itself.
    named = ["--topic=" + topic] if topic.startswith("-") else ["--topic", topic]
    words = ["yispc", "trace", deck, *named, "--trial", str(trial), "--seed", str(seed)]
    words += ["--policy", ",".join(policies)] if policies else []
    words += ["--show", show] if len(policies) > 1 else []
    words += [part for option in changed for part in option]
    command = " ".join(map(quoted, words))
    return command + "".join(f" --set {name}={value}" for name, value in given.items())


def changing(
    counts: Mapping[str, int] | Iterable[tuple[str, int]], filler: str | None
) -> list[tuple[str, str]]:
    """The options that change a deck's counts, with their values; a filler alone changes nothing."""
    words = [("--with", f"{name}={count}") for name, count in dict(counts).items()]
    return [*words, ("--filler", filler)] if words and filler is not None else words


def quoted(word: str, windows: bool = os.name == "nt") -> str:
    """The word as it has to be typed into a shell: a POSIX one, or ``cmd.exe``'s."""
    if word and (_SAFE.issuperset(word) or (word.isalnum() and word.isprintable())):
        return word
    if windows:
        return '"' + shown(word).replace('"', '""') + '"'
    if word.isprintable():
        return "'" + word.replace("'", "'\\''") + "'"
    # $'…' is the one quotation that can hold what must not be printed as it is.
    escaped = word.replace("\\", "\\\\").replace("'", "\\'")
    return "$'" + "".join(char if char.isprintable() else _octal(char) for char in escaped) + "'"


def _octal(char: str) -> str:
    # Half a surrogate pair stands for a byte of a file's name that is not UTF-8.
    return "".join(f"\\{byte:03o}" for byte in char.encode("utf-8", "surrogateescape"))
