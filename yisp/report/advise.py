"""Advice in words: what to do first, what the others are worth, and what comes behind it.

What comes in: :class:`~yisp.studies.advise.Advice`.  What goes out: plain text; the sentence first, then the
tables.
"""

from __future__ import annotations

from ..messages import say, told, translated, with_commas
from ..simulate.statistics import half_width
from ..studies.advise import GREEDILY, PLAYED, SOLVED
from .layout import LONGEST_FRACTION, aligned, decimals, mean_text, number, percent, rate_texts, shown
from .text import ENDINGS, indented

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..simulate.firsts import First
    from ..simulate.lines import Seen
    from ..studies.advise import Advice, Option
    from ..studies.plans import Branch, Share

MOST = 12
"""Rows of a level of a tree."""

GOALS = {"score": say("the score"), "success": say("success")}
"""What a goal that is no stat is called."""


def render(advice: Advice) -> str:
    """The report."""
    lines = [] if advice.ended is None else [told("Partial result: {reason}", reason=ENDINGS[advice.ended])]
    lines += _sentences(advice)
    lines += _position(advice)
    if advice.choice:
        lines += ["", *_options(advice)]
    if advice.best.behind:
        lines += ["", *_behind(advice)]
    lines += ["", _certainty(advice)]
    return "\n".join(lines)


# Sentences ----------------------------------------------------------------------------------------------


def _sentences(advice: Advice) -> list[str]:
    best = advice.best
    worth = _worth_in_words(advice, best.worth)
    if not advice.choice:
        later = any(branch.move is not None for branch in best.behind)
        if later:
            return [told("There is nothing to decide yet: {worth}.", worth=worth)]
        return [told("There is nothing to decide: {worth}.", worth=worth)]
    if best.first.stops:
        equal = all(option.less.value == 0 for option in advice.options)
        if len(advice.options) > 1 and equal:
            return [told("Stop here: {worth}, whatever is done.", worth=worth)]
        return [told("Stop here: {worth}.", worth=worth)]
    said = [told("{move} first: {worth}.", move=_imperative(advice, best.first), worth=worth)]
    close = [option for option in advice.options[1:] if option.as_good]
    if close:
        names = with_commas(_name(advice, option.first) for option in close)
        if all(option.less.value == 0 and option.less.ci95 is None for option in close):
            said.append(told("As good: {moves}.", moves=names))
        else:
            said.append(told("Perhaps as good: {moves}.", moves=names))
    stop = next((option for option in advice.options if option.first.stops), None)
    if stop is not None and stop not in close:
        said.append(told("Stopping: {worth}.", worth=_short(advice, stop.worth)))
    return [" ".join(said)]


def _imperative(advice: Advice, first: First) -> str:
    """What to do, as the beginning of a sentence."""
    taken = with_commas(shown(name) for name in advice.names(first.taken))
    if first.move is None:
        return told("Take {cards}", cards=taken)
    move = _move(advice, (first.move[0], first.move[2]))
    if first.taken:
        return told("Play {move} and take {cards}", move=move, cards=taken)
    return told("Play {move}", move=move)


def _worth_in_words(advice: Advice, worth: Share) -> str:
    """What it is worth from here on, as a part of a sentence."""
    if not advice.chances:
        goal = translated(GOALS.get(advice.goal, shown(advice.goal)))
        mean = " ".join([mean_text(worth.value, worth.ci95, worth.exact)])
        return told("from here {goal} is {mean} on average", goal=goal, mean=mean)
    if worth.exact == "1":
        return told("it always works from here")
    if worth.exact == "0":
        return told("it never works from here")
    if worth.exact is not None:
        games = _of_hundred(worth)
        if len(worth.exact) > LONGEST_FRACTION:
            return told("it works in {games} of 100 games from here", games=games)
        return told(
            "it works in {games} of 100 games from here ({fraction})", games=games, fraction=worth.exact
        )
    assert worth.ci95 is not None
    if worth.value == 1:
        least = number(100 * worth.ci95[0] - 0.05, 1)
        return told("it works in at least {games} of 100 games from here", games=least)
    return told(
        "it works in {games} of 100 games from here, give or take {half}",
        games=_of_hundred(worth), half=_half(worth),
    )  # fmt: skip


def _short(advice: Advice, worth: Share) -> str:
    """The same as a number."""
    if advice.chances:
        games = _of_hundred(worth)
        return (
            games
            if worth.ci95 is None
            else told("{games}, give or take {half}", games=games, half=_half(worth))
        )
    return mean_text(worth.value, worth.ci95, worth.exact)


def _digits(worth: Share) -> int:
    """Digits of games of a hundred: no more than are known."""
    if worth.ci95 is None:
        return 0 if abs(100 * worth.value - round(100 * worth.value)) < 0.005 else 1
    return 0 if half_width(worth.ci95) >= 0.01 else 1


def _of_hundred(worth: Share) -> str:
    return number(100 * worth.value, _digits(worth))


def _half(worth: Share) -> str:
    assert worth.ci95 is not None
    return number(100 * half_width(worth.ci95), _digits(worth))


def _position(advice: Advice) -> list[str]:
    """The position that was asked about."""
    seen, zones = advice.seen, []
    hand = with_commas(map(shown, seen.hand or ())) if seen.hand else told("no card")
    for letter, names in seen.zones.items():
        zones.append(told("{zone}: {cards}", zone=letter, cards=with_commas(map(shown, names))))
    if seen.top:
        zones.append(told("on top of the deck: {cards}", cards=with_commas(map(shown, seen.top))))
    name = shown(advice.program.topics[advice.topic].name)
    return [told("Topic: {topic}", topic=name), told("Hand: {cards}", cards=hand), *zones]


# Tables -------------------------------------------------------------------------------------------------


def _options(advice: Advice) -> list[str]:
    rows = [[told("first"), told("worth"), "", told("less")]]
    for option in advice.options:
        cells = _cells(advice, option.worth)
        rows.append(
            [
                _name(advice, option.first),
                cells[0],
                *cells[1:2],
                *[""] * (2 - len(cells)),
                _less(advice, option),
            ]
        )
    return aligned(rows, left=1)


def _cells(advice: Advice, worth: Share) -> list[str]:
    if advice.chances:
        return rate_texts(worth.value, worth.ci95, worth.exact)
    return [mean_text(worth.value, worth.ci95, worth.exact)]


def _less(advice: Advice, option: Option) -> str:
    if option is advice.best:
        return ""
    if option.less.value == 0 and option.less.ci95 is None:
        return told("as good")
    if option.as_good:
        return told("perhaps as good")
    scale = 100 if advice.chances else 1
    if option.less.exact is not None:
        return f"-{decimals(option.less.exact, option.less.value, scale)}"
    assert option.less.ci95 is not None
    half = scale * half_width(option.less.ci95)
    digits = 0 if half >= 1 else 1 if half >= 0.1 else 2
    return f"-{number(scale * option.less.value, digits)} +- {number(half, digits)}"


def _behind(advice: Advice) -> list[str]:
    """The tree behind the best move, and the line that is likeliest."""
    best = advice.best
    head = told("Then:") if best.first.whole else told("After {move}:", move=_name(advice, best.first))
    rows = list(_rows(advice, best.behind, 0))
    lines = [head, *indented(aligned(rows, left=2))]
    steps = [step for branch in advice.line for step in _steps(advice, branch)]
    if len(steps) > 1:
        begun = [] if best.first.whole else [_name(advice, best.first)]
        lines.append(told("The likeliest line: {moves}", moves=", ".join([*begun, *steps])))
    return lines


def _rows(advice: Advice, branches: Sequence[Branch], level: int) -> list[list[str]]:
    rows = []
    for branch in branches[:MOST]:
        share = " ".join(rate_texts(branch.share.value, None, branch.share.exact))
        worth = _cells(advice, branch.worth)
        steps = ", ".join(_steps(advice, branch))
        rows.append(["  " * level + share, steps, " ".join(worth), _turned_over(advice, branch)])
        rows += _rows(advice, branch.behind, level + 1)
    rest = branches[MOST:]
    if rest:
        share = sum(branch.share.value for branch in rest)
        rows.append(["  " * level + percent(share), told("something else"), "", ""])
    return rows


def _steps(advice: Advice, branch: Branch) -> list[str]:
    """What is done there: cards that are taken, then the next move."""
    steps = []
    if branch.taken:
        steps.append(told("take {cards}", cards=with_commas(map(shown, advice.names(branch.taken)))))
    if branch.move is None:
        steps.append(told("nothing more"))
    elif advice.turn_of(branch.phase) > advice.turn:
        turn = advice.turn_of(branch.phase)
        steps.append(told("turn {turn}: {move}", turn=turn, move=_move(advice, branch.move)))
    else:
        steps.append(_move(advice, branch.move))
    return steps


def _turned_over(advice: Advice, branch: Branch) -> str:
    """What is likeliest to be turned over, if anything is."""
    if not branch.seen or not any(cards for cards, _ in branch.seen):
        return ""
    cards, share = branch.seen[0]
    what = _cards(advice, cards) if cards else told("nothing is turned over")
    if share.value == 1:
        return what
    return told("mostly {cards} ({share})", cards=what, share=percent(share.value, 0))


def _cards(advice: Advice, cards: Seen) -> str:
    by_zone: dict[int, list[str]] = {}
    for zone, kind in cards:
        by_zone.setdefault(zone, []).append(_one_of(advice.class_names(kind)))
    zones = advice.program.zones
    return "; ".join(
        told("{zone}: {cards}", zone=zones[zone], cards=with_commas(names)) for zone, names in by_zone.items()
    )


def _one_of(names: Sequence[str]) -> str:
    """A card of which nothing tells whether it has this name or another."""
    if len(names) == 1:
        return shown(names[0])
    if len(names) == 2:
        return told("{card} or {other}", card=shown(names[0]), other=shown(names[1]))
    return told("another card")


def _name(advice: Advice, first: First) -> str:
    if first.stops:
        return told("stop")
    taken = with_commas(shown(name) for name in advice.names(first.taken))
    if first.move is None:
        return told("take {cards}", cards=taken)
    move = _move(advice, (first.move[0], first.move[2]))
    return told("{move}, take {cards}", move=move, cards=taken) if first.taken else move


def _move(advice: Advice, move: tuple[int, int]) -> str:
    """A card, which of its effects where it has several, and where it lies where that is not the hand."""
    program = advice.program
    zone, effect = move
    kind, which = program.effects[effect]
    name = shown(program.kinds[kind][0])
    if sum(one == kind for one, _ in program.effects) > 1:
        name = f"{name}[{which}]"
    letter = program.zones[zone]
    return name if letter == "H" else told("{choice} in {zone}", choice=name, zone=letter)


def _certainty(advice: Advice) -> str:
    """How well it is known."""
    if advice.exact:
        return told("Exact: everything that can still happen was looked at.")
    reason = say("it was asked to be sampled") if advice.reason is None else advice.reason
    worlds = max(option.worth.worlds or 0 for option in advice.options)
    hows = {option.how for option in advice.options} - {SOLVED}
    if hows == {PLAYED}:
        return told(
            "Not exact: {reason}. Played on in up to {worlds} imagined games (seed {seed}), each by whoever looks "
            "ahead; the best play is worth as much, or more.",
            reason=translated(reason), worlds=worlds, seed=advice.seed,
        )  # fmt: skip
    if hows == {GREEDILY}:
        return told(
            "Not exact: {reason}. Played on in up to {worlds} imagined games (seed {seed}) in the fixed order, since "
            "looking ahead takes too long; the best play may be worth more.",
            reason=translated(reason), worlds=worlds, seed=advice.seed,
        )  # fmt: skip
    return told(
        "A first glance: {worlds} imagined games of each (seed {seed}).", worlds=worlds, seed=advice.seed
    )
