"""A replayed trial in words, in the manner of ygo-calc's debug output.

What comes in: a :class:`~yisp.simulate.single.trace.Trial`.  What goes out: lines of text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from yisp_runtime.codes import EVENTS

from ...compile.program import PROBLEMS, Program
from ...lang.checking.seats import GIVEN
from ...messages import say, told, translated, with_commas
from ...simulate.single.trace import Entry, Option, Trial, Weighed, kind_of
from ..layout import GAP, NOTHING, exactly, percent, shown


def render_trial(program: Program, topic: int, trial: Trial, policy: str | None = None) -> Iterator[str]:
    """The trial line by line; ``policy`` is who plays, where that is to be said."""
    plan = program.topics[topic]
    name = shown(plan.name)
    if policy is None:
        title = told("{topic}, trial {number}", topic=name, number=trial.number)
    else:
        title = told(
            "{topic}, trial {number}, played by {policy}", topic=name, number=trial.number, policy=policy
        )
    yield f"----------- {title} -----------"
    for entry in trial.entries:
        yield render_entry(program, entry)
    if trial.cut:
        lines = len(trial.entries)
        yield told("… after {lines} lines the rest of the trial is not shown", lines=lines)
        return
    if plan.combos:
        yield told("score: {score}", score=trial.score)
    if plan.combos:
        yield told("combos: {answers}", answers=_answers(plan.combos, trial.combos))
    if plan.watch:
        yield told("watch: {answers}", answers=_answers(plan.watch, trial.watch))
    if plan.stats:
        values = zip(plan.stats, trial.stats, strict=True)
        known = (f"{shown(name)}: {told('none') if value is None else value}" for name, value in values)
        yield told("stats: {values}", values=GAP.join(known))


def _answers(names: Sequence[str], held: Sequence[bool]) -> str:
    pairs = zip(map(shown, names), held, strict=True)
    return GAP.join(f"{name}: {told('yes') if one else told('no')}" for name, one in pairs)


def render_entry(program: Program, entry: Entry) -> str:
    """One entry, as a line."""
    site = program.sites[entry.site] if entry.site >= 0 else None
    match entry.what:
        case "draw":
            return told("draw {number}", number=entry.number)
        case "try":
            return told("try {effect}", effect=_effect(program, entry))
        case "activate":
            return told("activated {effect}", effect=_effect(program, entry))
        case "move" | "shuffle" | "light" | "collapse":
            return f"    {_moved(program, entry)}"
        case "law":
            lit, plain = entry.items
            assert isinstance(lit, float) and isinstance(plain, float)
            name, shares = card_name(program, entry.cards[0]), {"lit": percent(lit), "plain": percent(plain)}
            return "    " + told("lit: {card} had {lit}, by copies {plain}", card=name, **shares)
        case "plan" | "veto":
            return _dealt(program, entry)
        case "random":
            return "    " + told("random number: {number}", number=entry.number)
        case "forbid":
            return "    " + told("forbid [{tag}]", tag=shown(program.tags[entry.number]))
        case "print":
            return "    " + told("print: {line}", line=printed_line(program, entry))
        case "turn":
            return told("turn {number}", number=entry.number)
        case "answer":
            kind = EVENTS[entry.number]
            move = f"{program.zones[entry.zone]}>{program.zones[entry.to]}"  # as flags write it
            return told("in answer to {event}:", event=move if kind == "move" else kind)
        case "install" | "run":
            assert site is not None
            script = shown(site.text)
            if entry.cards:
                script = translated(with_commas((script, card_name(program, entry.cards[0]))))
            if entry.what == "install":
                return "    " + told("from now on: {script}", script=script)
            return "    " + told("run: {script}", script=script)
        case "stop":
            return "    " + told("the trial's play ends here")
        case "weighed":
            (weighed,) = entry.items
            assert isinstance(weighed, Weighed)
            return _weighed(program, weighed)
        case "notice":
            assert site is not None
            problem = PROBLEMS[site.code]
            if site.line:
                place = f"{shown(site.file or program.file)}:{site.line}:{site.column}"
                problem = say("{problem} at {place}", problem=problem, place=place)
            return f"    {site.code}: {translated(problem)}"
        case _:
            assert site is not None
            script = shown(site.text)
            if site.where in GIVEN:
                seat = shown(site.name)
                script = told("{seat}, {where}: {script}", seat=seat, where=site.where, script=script)
            return f"  {script}"


def _moved(program: Program, entry: Entry) -> str:
    """What happened to a zone."""
    zone = program.zones[entry.zone]
    cards = ", ".join(card_name(program, card) for card in entry.cards)
    match entry.what:
        case "move":
            tags = program.sites[entry.site].tags if entry.site >= 0 else ()
            names = {"cards": f"{{{cards}}}", "zone": zone, "to": program.zones[entry.to]}
            moved = told("move {cards} from {zone} to {to}", **names)
            return moved + "".join(f" [{shown(tag)}]" for tag in tags)
        case "shuffle":
            return told("shuffle {zone}", zone=zone)
        case "light":
            return told("light {zone}: {amount}", zone=zone, amount=f"{entry.number:+}")
        case _:
            decided = cards or say("nothing to decide")
            return told("collapse {zone}: {cards}", zone=zone, cards=decided)


def _dealt(program: Program, entry: Entry) -> str:
    """What a seat came to in the deal."""
    seat = shown(program.seats[entry.number])
    first, second = entry.items
    assert isinstance(first, int) and isinstance(second, int)
    if entry.what == "plan":
        if not second:
            return "    " + told("{seat}: no solution", seat=seat)
        return "    " + told(
            "{seat}: world {world}, of {solutions} solutions", seat=seat, world=first, solutions=second
        )
    if second < 0:
        return told("{seat} refuses the hands (try {number})", seat=seat, number=first + 1)
    return told(
        "{seat} refuses the hand of {other} (try {number})",
        seat=seat,
        other=shown(program.seats[second]),
        number=first + 1,
    )


def _weighed(program: Program, weighed: Weighed) -> str:
    """What a player found, and what he does."""
    named = [(_option(program, one), one.worth) for one in weighed.options]
    if weighed.how in ("foreseen", "beyond"):
        ((_, worth),) = named
        if worth is None:
            found = say("none comes to its end")
        else:
            found = say("the best line found is worth {worth}", worth=_worth(worth))
        if weighed.how == "foreseen":
            return told("{player} has searched this world: {found}", player=weighed.player, found=found)
        return told(
            "{player} comes to the end of its budget before it has searched this world: {found}",
            player=weighed.player,
            found=found,
        )
    chosen, _ = named[weighed.chosen]
    if weighed.how == "drawn":
        names = {"player": weighed.player, "choice": chosen}
        if len(named) == 1:
            return told("{player} draws {choice}", **names)
        return told(
            "{player} draws {choice} among {all}", **names, all=with_commas(name for name, _ in named)
        )
    if weighed.how == "solved":
        how = say("the rest is solved")
    else:
        how = say("played out in {worlds} imagined worlds", worlds=weighed.worlds)
    values = with_commas(f"{name} {_worth(worth)}" for name, worth in named)
    return told(
        "{player} takes {choice} ({how}: {values})",
        player=weighed.player,
        choice=chosen,
        how=how,
        values=values,
    )


def _worth(worth: Fraction | None) -> str:
    return (
        NOTHING if worth is None else exactly(str(worth) if worth.denominator < 1000 else None, float(worth))
    )


def _option(program: Program, option: Option) -> str:
    if option.way is not None:
        return f"*{option.way}"
    if option.move is None:
        return told("stop")
    zone, kind, effect = option.move
    name = f"{shown(program.kinds[kind][0] or '')}[{program.effects[effect][1]}]"
    if program.zones[zone] == "H":
        return name
    return told("{choice} in {zone}", choice=name, zone=program.zones[zone])


def printed_line(program: Program, entry: Entry) -> str:
    """What a ``(print …)`` prints: texts, numbers and sets, separated by spaces."""
    values = iter(entry.items)
    words = []
    for item in program.sites[entry.site].items:
        if item[0] == "text":
            words.append(shown(item[1]))
        elif item[0] == "number":
            words.append(str(int(next(values))))  # type: ignore[call-overload]
        else:
            cards = next(values)
            assert isinstance(cards, tuple)
            words.append("{" + ", ".join(card_name(program, card) for card in cards) + "}")
    return " ".join(words)


LONGEST = 40
"""Characters of a description beside a name: a whole sentence would hide what happens."""


def card_name(program: Program, card: int) -> str:
    """A card as people know it: its name and, in parentheses, its description."""
    name, description = program.kinds[kind_of(program, card)]
    return shown(name) + (f"({short})" if (short := _short(description)) else "")


def _short(description: str | None) -> str:
    """The description, unless it is too long to stand beside a name."""
    return shown(description) if description and len(description) <= LONGEST else ""


def _effect(program: Program, entry: Entry) -> str:
    kind, number = program.effects[entry.number]
    name, description = program.kinds[kind]
    return f"{shown(name)}[{number}]" + (f" [{short}]" if (short := _short(description)) else "")
