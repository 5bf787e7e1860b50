"""A replayed trial in words, in the manner of ygo-calc's debug output.

What comes in: a :class:`~yisp.simulate.trace.Trial`.  What goes out: lines of text.
"""

from __future__ import annotations

from collections.abc import Iterator

from yisp_runtime.codes import EVENTS

from ..compile.program import PROBLEMS, Program
from ..lang.diagnostics import visible
from ..simulate.trace import Event, Trial, kind_of


def render_trial(program: Program, topic: int, trial: Trial) -> Iterator[str]:
    """The trial line by line."""
    plan = program.topics[topic]
    yield f"----------- {visible(plan.name)}, trial {trial.number} -----------"
    for event in trial.events:
        yield render_event(program, event)
    if trial.cut:
        yield f"… after {len(trial.events)} events the rest of the trial is not shown"
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


def render_event(program: Program, event: Event) -> str:
    """One event, as a line."""
    site = program.sites[event.site] if event.site >= 0 else None
    match event.what:
        case "draw":
            return f"draw {event.number}"
        case "try":
            return f"try {_effect(program, event)}"
        case "activate":
            return f"activated {_effect(program, event)}"
        case "move":
            cards = ", ".join(card_name(program, card) for card in event.cards)
            tags = "".join(f" [{visible(tag)}]" for tag in site.tags) if site else ""
            return f"    move {{{cards}}} from {program.zones[event.zone]} to {program.zones[event.to]}{tags}"
        case "shuffle":
            return f"    shuffle {program.zones[event.zone]}"
        case "random":
            return f"    random number: {event.number}"
        case "forbid":
            return f"    forbid [{visible(program.tags[event.number])}]"
        case "print":
            return f"    print: {printed_line(program, event)}"
        case "turn":
            return f"turn {event.number}"
        case "answer":
            return f"in answer to {_happening(program, event)}:"
        case "install" | "run":
            assert site is not None
            whose = f", {card_name(program, event.cards[0])}" if event.cards else ""
            return f"    {'from now on' if event.what == 'install' else 'run'}: {visible(site.text)}{whose}"
        case "stop":
            return "    the trial's play ends here"
        case "notice":
            assert site is not None
            place = f" at {visible(site.file or program.file)}:{site.line}:{site.column}" if site.line else ""
            return f"    {site.code}: {PROBLEMS[site.code]}{place}"
        case _:
            assert site is not None
            return f"  {visible(site.text)}"


def _happening(program: Program, event: Event) -> str:
    """What happened, as flags write it."""
    kind = EVENTS[event.number]
    return f"{program.zones[event.zone]}>{program.zones[event.to]}" if kind == "move" else kind


def printed_line(program: Program, event: Event) -> str:
    """What a ``(print …)`` prints: texts, numbers and sets, separated by spaces."""
    values = iter(event.items)
    words = []
    for item in program.sites[event.site].items:
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


def _effect(program: Program, event: Event) -> str:
    kind, number = program.effects[event.number]
    name, description = program.kinds[kind]
    return f"{visible(name)}[{number}]" + (f" [{visible(description)}]" if description else "")
