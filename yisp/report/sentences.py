"""What a result says, in a sentence for each topic: ``opening works in 92 of 100 games.``

What comes in: results.  What goes out: sentences in the language in force, each as sure as its figure is: a
number that is known, ``about`` one that nearly is, the two ends of one that is not.

Not handled: the figures themselves, which follow in tables.

(On the warm start's path.)
"""

from __future__ import annotations

from math import ceil, floor

from ..messages import say, told
from ..simulate.worlds.comparison import AT_LEAST
from .layout import mean_of, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..simulate.counting.estimates import Rate
    from ..simulate.result import Result, TopicResult

GAMES = 100
"""The second number of ``92 of 100 games``; ten times as many where the first one would be rounded to none or
all of them although the rate is neither 0 nor 1."""

MOST_GAMES = 1_000_000

SURE, ABOUT = 0.5, 5
"""Half-widths in games: up to the first the number is said as it is, up to the second with ``about``, unless
it may be twice as large."""


def sentences(result: Result) -> list[str]:
    """What was found, topic by topic."""
    return [sentence(played) for topic in result.topics.values() for played in topic.policies.values()]


def sentence(topic: TopicResult) -> str:
    """The answer of one topic."""
    name = title = shown(topic.name)
    if len(topic.policies) > 1:
        title = told("{topic}, played by {policy}", topic=title, policy=topic.policy)
        name = told("{topic}, played by {policy},", topic=name, policy=topic.policy)
    if topic.trials == 0:
        return told("{topic} was not tried: the run ended before.", topic=name)
    if topic.combos:
        often = games(topic.success)
        if topic.bound == AT_LEAST and _is_goal(topic):  # played by trials: the best play may be worth more
            often = told("{worth}, or more", worth=often)
        return told("{topic} works in {games}.", topic=name, games=often)
    for rate in topic.watch.values():
        return told("{topic}: {entry} in {games}.", topic=title, entry=shown(rate.name), games=games(rate))
    for stat in topic.stats.values():
        if stat.mean is None:
            return told("{topic}: {stat} has no value in any game.", topic=title, stat=shown(stat.name))
        mean = mean_of(stat)
        return told("{topic}: {stat} is {mean} on average.", topic=title, stat=shown(stat.name), mean=mean)
    return told("{topic} was played; it asks for nothing.", topic=name)


def _is_goal(topic: TopicResult) -> bool:
    """Whether what the policy made great is how often the topic works: also a score of 1 wherever it does."""
    goal = topic.goal
    return goal.name == "success" or (goal.name == "score" and goal.mean == topic.success.rate)


def games(rate: Rate) -> str:
    """How often that is, as players say it."""
    value = rate.rate or 0.0
    if rate.exact in ("0", "1"):
        return say("every game") if rate.exact == "1" else say("no game")
    low, high = rate.ci95 or (value, value)
    every = GAMES
    while every < MOST_GAMES and (
        min(high, 1 - low) * every < 1 or (0 < value < 1 and round(value * every) in (0, every))
    ):
        every *= 10
    least, number, most = floor(low * every), round(value * every), ceil(high * every)
    off, all_ = max(value - low, high - value) * every, f"{every:,}"
    if 0 < number < every:
        if off <= SURE:
            return say("{number} of {all} games", number=f"{number:,}", all=all_)
        if off <= min(ABOUT, number / 2, (every - number) / 2):
            return say("about {number} of {all} games", number=f"{number:,}", all=all_)
        if least > 0 and most < every:
            return say("{least} to {most} of {all} games", least=f"{least:,}", most=f"{most:,}", all=all_)
    if number <= every / 2:
        return say("fewer than {number} of {all} games", number=f"{max(most, 1):,}", all=all_)
    return say("more than {number} of {all} games", number=f"{min(least, every - 1):,}", all=all_)
