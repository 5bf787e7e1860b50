"""Advice in words: what to do first, what the others are worth, and what comes behind it.

What comes in: ``Advice``.  What goes out: plain text; the sentence first, then the
tables.
"""

from __future__ import annotations

from collections import Counter

from ...columns import width
from ...messages import say, told, told_n, translated, with_commas
from ...simulate.counting.estimates import Rate
from ...studies.advice.advice import GREEDILY, PLAYED, SOLVED
from ..layout import GAP, aligned, decimals, difference_text, mean_text, padded, percent, rate_texts, shown
from ..sentences import games
from ..text.text import ENDINGS
from .why import ZONES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ...simulate.worlds.firsts import First
    from ...simulate.worlds.lines import Seen
    from ...studies.advice.advice import Advice, Option
    from ...studies.advice.plans import Branch, Share

MOST, MOST_CARDS = 12, 5
"""Rows of a level of a tree, and cards of a row, before the rest is summed up."""

GOALS = {"score": say("the score"), "success": say("success")}
"""What a goal that is no stat is called."""


def render(advice: Advice) -> str:
    """The report."""
    lines = [] if advice.ended is None else [told("Partial result: {reason}", reason=ENDINGS[advice.ended])]
    lines += [sentence(advice), *_position(advice)]
    if advice.choice:
        lines += ["", *_options(advice)]
    behind = advice.best.behind
    if len(behind) > 1 or any(branch.move is not None or branch.taken or branch.always for branch in behind):
        lines += ["", *_behind(advice)]
    return "\n".join([*lines, "", certainty(advice)])


# The sentence -------------------------------------------------------------------------------------------


def sentence(advice: Advice) -> str:
    """What to do, what that is worth, and what is as good."""
    best = advice.best
    worth = _worth_in_words(advice, best.worth)
    if best.how != SOLVED:
        worth = told("{worth}, or more", worth=worth)  # the best play is worth no less than what was played
    if not advice.choice:
        if any(branch.move is not None for branch in best.behind):
            return told("There is nothing to decide yet: {worth}.", worth=worth)
        return told("There is nothing to decide: {worth}.", worth=worth)
    others = advice.options[1:]
    if best.first.stops:
        if others and all(option.less.exact == "0" for option in others):
            return told("Stop here: {worth}, whatever is done.", worth=worth)
        return told("Stop here: {worth}.", worth=worth)
    said = [told("{move} first: {worth}.", move=_imperative(advice, best.first), worth=worth)]
    close = [option for option in others if option.as_good]
    if close:
        names = with_commas(name_of(advice, option.first) for option in close)
        if all(option.less.exact == "0" for option in close):
            said.append(told("As good: {moves}.", moves=names))
        else:
            said.append(told("Perhaps as good: {moves}.", moves=names))
    said += [
        told("Stopping: {worth}.", worth=_short(advice, option.worth))
        for option in others
        if option.first.stops and option not in close
    ]
    whole = said[0]
    for more in said[1:]:
        whole = told("{sentence} {more}", sentence=whole, more=more)
    return whole


def _imperative(advice: Advice, first: First) -> str:
    """What to do, as the beginning of a sentence."""
    taken = _names(advice.names(first.taken))
    if first.move is None:
        return told("Take {cards}", cards=taken)
    move = _move(advice, (first.move[0], first.move[2]))
    if first.taken:
        return told("Play {move} and take {cards}", move=move, cards=taken)
    return told("Play {move}", move=move)


def _worth_in_words(advice: Advice, worth: Share) -> str:
    """What it is worth from here on, as a part of a sentence."""
    if advice.chances:
        return told("it works in {games} from here", games=_short(advice, worth))
    goal = translated(GOALS.get(advice.goal, shown(advice.goal)))
    return told("from here {goal} is {mean} on average", goal=goal, mean=_short(advice, worth))


def _short(advice: Advice, worth: Share) -> str:
    """How often it works, or the mean, by itself."""
    if advice.chances:
        return translated(games(Rate("", None, worth.value, worth.ci95, worth.exact)))
    return mean_text(worth.value, worth.ci95, worth.exact)


def _position(advice: Advice) -> Iterator[str]:
    """The position that was asked about."""
    seen = advice.seen
    yield told("Topic: {topic}", topic=shown(advice.program.topics[advice.topic].name))
    hand = _names(seen.hand, most=len(seen.hand)) if seen.hand else told("no card")
    if advice.dealt and seen.hand:
        yield told("Hand: {cards} (drawn, seed {seed})", cards=hand, seed=advice.seed)
    else:
        yield told("Hand: {cards}", cards=hand)
    if len(seen.hand or ()) != advice.usual:
        yield told("(The topic draws {number}; the hand is taken as it is.)", number=advice.usual)
    for letter, names in seen.zones.items():
        yield told("{zone}: {cards}", zone=_zone(letter), cards=_names(names, most=len(names)))
    if seen.top:
        yield told("On top of the deck: {cards}", cards=_names(seen.top, most=len(seen.top)))


# Tables -------------------------------------------------------------------------------------------------


def _options(advice: Advice) -> list[str]:
    rows = [[told("first"), told("worth"), "", told("less")]]
    for option in advice.options:
        cells = _cells(advice, option.worth)
        rows.append([name_of(advice, option.first), cells[0], "".join(cells[1:]), _less(advice, option)])
    return aligned(rows)


def _cells(advice: Advice, worth: Share) -> list[str]:
    if advice.chances:
        return rate_texts(worth.value, worth.ci95, worth.exact)
    return [mean_text(worth.value, worth.ci95, worth.exact)]


def _less(advice: Advice, option: Option) -> str:
    if option is advice.best:
        return ""
    if option.less.exact == "0":
        return told("as good")
    if option.as_good:
        return told("perhaps as good")
    less = option.less
    if less.exact is not None:
        return (
            f"-{decimals(less.exact, less.value, 100)}%"
            if advice.chances
            else f"-{decimals(less.exact, less.value)}"
        )
    assert less.ci95 is not None
    return difference_text(-less.value, (-less.ci95[1], -less.ci95[0]), points=advice.chances)


def _behind(advice: Advice) -> list[str]:
    """The tree behind the best move, and the line that is likeliest."""
    best = advice.best
    rows = list(_rows(advice, best.behind, 0))
    widths = [max(width(row[column]) for row in rows) for column in range(3)]
    lines = [told("Then:") if best.first.whole else told("After {move}:", move=name_of(advice, best.first))]
    for share, moves, worth, cards in rows:
        cells = [
            padded(share, widths[0]),
            padded(moves, widths[1]),
            padded(worth, widths[2], right=True),
            cards,
        ]
        lines.append(f"  {GAP.join(cells)}".rstrip())
    if len(advice.line) > 1:
        line = [] if best.first.whole else [name_of(advice, best.first)]
        line += [step for branch in advice.line for step in steps(advice, branch)]
        lines.append(told("The likeliest line: {moves}", moves=" > ".join(line)))
    return lines


def _rows(advice: Advice, branches: Sequence[Branch], level: int) -> Iterator[tuple[str, str, str, str]]:
    """Rows of a tree: how often, what is done, what it is worth then, what has been turned over."""
    blanks = "  " * level
    for branch in branches[:MOST]:
        share = " ".join(rate_texts(branch.share.value, branch.share.ci95, branch.share.exact))
        worth = " ".join(_cells(advice, branch.worth))
        yield blanks + share, " > ".join(steps(advice, branch)), worth, turned_over(advice, branch)
        yield from _rows(advice, branch.behind, level + 1)
    if len(branches) > MOST:
        rest = percent(sum(branch.share.value for branch in branches[MOST:]))
        yield blanks + rest, told("something else"), "", ""


def steps(advice: Advice, branch: Branch) -> Iterator[str]:
    """What is done there: cards that are taken, then the next move."""
    if branch.taken:
        yield told("take {cards}", cards=_names(advice.names(branch.taken)))
    if branch.move is None:
        yield told("nothing more")
    elif (turn := advice.turn_of(branch.phase)) > advice.turn:
        yield told("turn {turn}: {move}", turn=turn, move=_move(advice, branch.move))
    else:
        yield _move(advice, branch.move)


def turned_over(advice: Advice, branch: Branch) -> str:
    """What is turned over, always or most often; nothing where nothing is."""
    (likeliest, share), *others = branch.seen
    if branch.always:
        cards = _cards(advice, branch.always)
        return told("{cards}, and more", cards=cards) if others else cards
    if not others or share.value < 0.5:
        return _cards(advice, likeliest) if not others else ""
    what = _cards(advice, likeliest) or told("nothing is turned over")
    return told("mostly {cards} ({share})", cards=what, share=percent(share.value, 0))


def _cards(advice: Advice, cards: Seen) -> str:
    by_zone: dict[int, list[str]] = {}
    for zone, kind in cards:
        by_zone.setdefault(zone, []).append(_one_of(advice.class_names(kind)))
    zones = advice.program.zones
    return "; ".join(
        told("{zone}: {cards}", zone=_zone(zones[zone]), cards=_names(names))
        for zone, names in by_zone.items()
    )


def _zone(letter: str) -> str:
    return translated(ZONES.get(letter, letter))


def _one_of(names: Sequence[str]) -> str:
    """A card of which nothing tells whether it has this name or another."""
    if len(names) == 1:
        return names[0]
    if len(names) == 2:
        return told("{card} or {other}", card=names[0], other=names[1])
    return told("another card")


def _names(names: Iterable[str], most: int = MOST_CARDS) -> str:
    """Cards with their numbers, as one names them; of many kinds the first."""
    held = Counter(names)
    some = [f"{count} {shown(name)}" if count > 1 else shown(name) for name, count in held.items()]
    if len(some) > most:
        rest = sum(list(held.values())[most:])
        some = [*some[:most], told_n("{number} more card", "{number} more cards", rest)]
    return ", ".join(some)


def name_of(advice: Advice, first: First) -> str:
    """What can be done first, in short."""
    if first.stops:
        return told("stop")
    taken = _names(advice.names(first.taken))
    if first.move is None:
        return told("take {cards}", cards=taken)
    move = _move(advice, (first.move[0], first.move[2]))
    return told("{move} (take {cards})", move=move, cards=taken) if first.taken else move


def _move(advice: Advice, move: tuple[int, int]) -> str:
    """A card, which of its effects where it has several, and where it lies unless that is the hand."""
    program = advice.program
    zone, effect = move
    kind, which = program.effects[effect]
    name = shown(program.kinds[kind][0])
    if sum(one == kind for one, _ in program.effects) > 1:
        name = f"{name}[{which}]"
    letter = program.zones[zone]
    return name if letter == "H" else told("{choice} in {zone}", choice=name, zone=_zone(letter))


def certainty(advice: Advice) -> str:
    """How well it is known."""
    if advice.exact:
        return told("Exact: everything that can still happen was looked at.")
    worlds, seed = max(option.worth.worlds or 0 for option in advice.options), advice.seed
    hows = {option.how for option in advice.options} - {SOLVED}
    if hows == {PLAYED}:
        how = say(
            "played on in {worlds} imagined games (seed {seed}), looking ahead at each decision; the best"
            " play is worth as much, or more",
            worlds=worlds, seed=seed,
        )  # fmt: skip
    elif hows == {GREEDILY}:
        how = say(
            "played on in {worlds} imagined games (seed {seed}) in the fixed order, since looking ahead would"
            " take too long; the best play may be worth more",
            worlds=worlds, seed=seed,
        )  # fmt: skip
    else:
        how = say("a first glance at {worlds} imagined games (seed {seed})", worlds=worlds, seed=seed)
    if advice.reason is None:
        return told("Not exact: {how}.", how=how)
    return told("Not exact, since {reason}: {how}.", reason=translated(advice.reason), how=how)
