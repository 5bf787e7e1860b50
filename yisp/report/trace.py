"""A replayed trial in words, in the manner of ygo-calc's debug output.

What comes in: a :class:`~yisp.simulate.trace.Trial`.  What goes out: lines of text.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from yisp_runtime.codes import EVENTS

from ..compile.program import PROBLEMS, Program
from ..lang.diagnostics import visible
from ..lang.seats import GIVEN
from ..simulate.trace import Entry, Option, Trial, Weighed, kind_of
from .layout import NOTHING, exactly, percent


def render_trial(program: Program, topic: int, trial: Trial, policy: str | None = None) -> Iterator[str]:
    """The trial line by line; ``policy`` is who plays, where that is to be said."""
    plan = program.topics[topic]
    played = "" if policy is None else f", played by {policy}"
    yield f"----------- {visible(plan.name)}, trial {trial.number}{played} -----------"
    for entry in trial.entries:
        yield render_entry(program, entry)
    if trial.cut:
        yield f"… after {len(trial.entries)} lines the rest of the trial is not shown"
        return
    if plan.combos:
        yield f"score: {trial.score}"
    for title, names, held in (("combos", plan.combos, trial.combos), ("watch", plan.watch, trial.watch)):
        if names:
            answers = ("yes" if one else "no" for one in held)
            pairs = zip(map(visible, names), answers, strict=True)
            yield f"{title}: " + "  ".join(f"{name}: {answer}" for name, answer in pairs)
    if plan.stats:
        values = zip(plan.stats, trial.stats, strict=True)
        yield "stats: " + "  ".join(
            f"{visible(name)}: {'none' if value is None else value}" for name, value in values
        )


def render_entry(program: Program, entry: Entry) -> str:
    """One entry, as a line."""
    site = program.sites[entry.site] if entry.site >= 0 else None
    match entry.what:
        case "draw":
            return f"draw {entry.number}"
        case "try":
            return f"try {_effect(program, entry)}"
        case "activate":
            return f"activated {_effect(program, entry)}"
        case "move":
            cards = ", ".join(card_name(program, card) for card in entry.cards)
            tags = "".join(f" [{visible(tag)}]" for tag in site.tags) if site else ""
            return f"    move {{{cards}}} from {program.zones[entry.zone]} to {program.zones[entry.to]}{tags}"
        case "shuffle":
            return f"    shuffle {program.zones[entry.zone]}"
        case "light":
            return f"    light {program.zones[entry.zone]}: {entry.number:+}"
        case "collapse":
            decided = ", ".join(card_name(program, card) for card in entry.cards) or "nothing to decide"
            return f"    collapse {program.zones[entry.zone]}: {decided}"
        case "law":
            lit, plain = entry.items
            assert isinstance(lit, float) and isinstance(plain, float)
            name = card_name(program, entry.cards[0])
            return f"    lit: {name} had {percent(lit)}, by copies {percent(plain)}"
        case "plan":
            world, solutions = entry.items
            came = f"world {world}, of {solutions} solutions" if solutions else "no solution"
            return f"    {visible(program.seats[entry.number])}: {came}"
        case "veto":
            tries, who = entry.items
            assert isinstance(tries, int) and isinstance(who, int)
            whose = "the hands" if who < 0 else f"the hand of {visible(program.seats[who])}"
            return f"{visible(program.seats[entry.number])} refuses {whose} (try {tries + 1})"
        case "random":
            return f"    random number: {entry.number}"
        case "forbid":
            return f"    forbid [{visible(program.tags[entry.number])}]"
        case "print":
            return f"    print: {printed_line(program, entry)}"
        case "turn":
            return f"turn {entry.number}"
        case "answer":
            return f"in answer to {_happening(program, entry)}:"
        case "install" | "run":
            assert site is not None
            whose = f", {card_name(program, entry.cards[0])}" if entry.cards else ""
            return f"    {'from now on' if entry.what == 'install' else 'run'}: {visible(site.text)}{whose}"
        case "stop":
            return "    the trial's play ends here"
        case "weighed":
            (weighed,) = entry.items
            assert isinstance(weighed, Weighed)
            return _weighed(program, weighed)
        case "notice":
            assert site is not None
            place = f" at {visible(site.file or program.file)}:{site.line}:{site.column}" if site.line else ""
            return f"    {site.code}: {PROBLEMS[site.code]}{place}"
        case _:
            assert site is not None
            seat = f"{visible(site.name)}, {site.where}: " if site.where in GIVEN else ""
            return f"  {seat}{visible(site.text)}"


def _weighed(program: Program, weighed: Weighed) -> str:
    """What a player found, and what he does."""
    named = [(_option(program, one), one.worth) for one in weighed.options]
    if weighed.how in ("foreseen", "beyond"):
        ((_, worth),) = named
        searched = (
            "has searched this world"
            if weighed.how == "foreseen"
            else "comes to the end of its budget before it has searched this world"
        )
        found = "none comes to its end" if worth is None else f"the best line found is worth {_worth(worth)}"
        return f"{weighed.player} {searched}: {found}"
    chosen, _ = named[weighed.chosen]
    if weighed.how == "drawn":
        others = ", ".join(name for name, _ in named)
        return f"{weighed.player} draws {chosen}" + (f" among {others}" if len(named) > 1 else "")
    how = (
        "the rest is solved" if weighed.how == "solved" else f"played out in {weighed.worlds} imagined worlds"
    )
    values = ", ".join(f"{name} {_worth(worth)}" for name, worth in named)
    return f"{weighed.player} takes {chosen} ({how}: {values})"


def _worth(worth: Fraction | None) -> str:
    return (
        NOTHING if worth is None else exactly(str(worth) if worth.denominator < 1000 else None, float(worth))
    )


def _option(program: Program, option: Option) -> str:
    if option.way is not None:
        return f"*{option.way}"
    if option.move is None:
        return "stop"
    zone, kind, effect = option.move
    number = program.effects[effect][1]
    where = "" if program.zones[zone] == "H" else f" in {program.zones[zone]}"
    return f"{visible(program.kinds[kind][0] or '')}[{number}]{where}"


def _happening(program: Program, entry: Entry) -> str:
    """What happened, as flags write it."""
    kind = EVENTS[entry.number]
    return f"{program.zones[entry.zone]}>{program.zones[entry.to]}" if kind == "move" else kind


def printed_line(program: Program, entry: Entry) -> str:
    """What a ``(print …)`` prints: texts, numbers and sets, separated by spaces."""
    values = iter(entry.items)
    words = []
    for item in program.sites[entry.site].items:
        if item[0] == "text":
            words.append(visible(item[1]))
        elif item[0] == "number":
            words.append(str(int(next(values))))  # type: ignore[call-overload]
        else:
            cards = next(values)
            assert isinstance(cards, tuple)
            words.append("{" + ", ".join(card_name(program, card) for card in cards) + "}")
    return " ".join(words)


def card_name(program: Program, card: int) -> str:
    """A card as people know it: its name and, in parentheses, its description."""
    name, description = program.kinds[kind_of(program, card)]
    return visible(name) + (f"({visible(description)})" if description else "")


def _effect(program: Program, entry: Entry) -> str:
    kind, number = program.effects[entry.number]
    name, description = program.kinds[kind]
    return f"{visible(name)}[{number}]" + (f" [{visible(description)}]" if description else "")
