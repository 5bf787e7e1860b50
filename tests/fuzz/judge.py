"""What may come of an input, and what must not.

What comes in: a deck file, or a script and where it stands.  What goes out: a word for what came of it:
the code of its first diagnostic, or how far it got.  Whatever is raised is a finding; so is a
diagnostic that nobody could use (``Unsound``).

A deck that loads is compiled, saved, read back, and run for a few trials on the python target, within
limits lower than its own, which may be generous.  What comes of it must be fit to be printed.
"""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random
from unicodedata import category
from unittest import mock

from hunt.decks import ALIASES, functions, kinds
from running import deck_text
from yisp_runtime.codes import SCRIPTS

from yisp.compile.pipeline import compile_deck
from yisp.compile.program import Program
from yisp.deck.load import loads
from yisp.deck.model import Deck
from yisp.lang.checking.check import check_effect, check_number, check_script
from yisp.lang.diagnostics import CODES, DeckError, Diagnostic, Diagnostics, render
from yisp.lang.parsing.parser import parse_effect, parse_number, parse_script
from yisp.lang.source import TextSource
from yisp.messages import Message
from yisp.report.files import json as json_report
from yisp.report.text import notices, terminal, text
from yisp.report.text.trace import render_trial
from yisp.simulate import question
from yisp.simulate.counting.probabilities import NoExactAnswer
from yisp.simulate.result import Result
from yisp.simulate.run import run_program
from yisp.simulate.single.trace import Tracer

from .case import Case, Unsound
from .scripts import NUMBERS, Scripts

TRIALS = 4
SAMPLED, TRACED = 0.9, 0.1
"""Shares of the decks that are run: sampled whatever they say, and traced as well."""

STEPS, ACTIVATIONS, TURNS, TOPICS = 500, 50, 5, 4
"""What a trial, and a run, is kept to."""

BUDGET = 10_000_000
"""What an exact answer that the deck asks for is kept to: its own budget lasts up to a minute."""

LONGEST = 4_000_000
"""Characters that may be said about one input."""


def judge_deck(case: Case) -> str:
    """A deck file."""
    try:
        deck = loads(case.text, "deck.yml")
    except DeckError as error:
        if not error.diagnostics.failed:
            raise Unsound("refused, and no error said why") from None
        return sound(error.diagnostics)
    sound(deck.diagnostics)
    return _run(deck, Random(len(case.text)))


def judge_script(case: Case) -> str:
    """A script; one without mistakes becomes part of a deck."""
    (context,) = case.words
    written = case.text.decode("utf-8", "surrogatepass")
    found = Diagnostics()
    source = TextSource("script", written)
    if context == "effect":
        check_effect(parse_effect(source, found), source, None, found)
    elif context in NUMBERS:
        number = parse_number(source, found)
        if number is not None:
            check_number(number, source, None, found, context=context)  # type: ignore[arg-type]
    else:
        check_script(parse_script(source, found), source, None, found, context=context)  # type: ignore[arg-type]
    said = sound(found)
    if found.failed or not _is_text(written):
        return said
    return judge_deck(Case(_around(written, context)))


def _is_text(written: str) -> bool:
    """Whether JSON can hold it so that YAML reads the same."""
    return all(char.isprintable() or char in "\t\n" for char in written)


def _around(script: str, context: str) -> bytes:
    """A deck with the script in its place."""
    place = {"number": "stat", "script": "header"}.get(context, context)
    scripts = Scripts(Random(len(script)))
    combo = {"hand": ["p"], **({place: script} if place in ("condition", "score") else {})}
    topic = {
        "exec-program": True,
        "combos": {"c": combo},
        "stats": {"s": script if place == "stat" else "|H|"},
        **({place: script} if place in SCRIPTS else {}),
    }
    effects = ["[1]@;(# X B);(# D.q.1 H)", *([script] if place == "effect" else [])]
    define = functions(scripts.programs) | ({"own(n)": script} if place == "function" else {})
    return deck_text(
        kinds((3, 3, 2, 4), lambda: effects), {"t": topic}, alias=ALIASES, define=define
    ).encode()


def sound(diagnostics: Diagnostics) -> str:
    """That every diagnostic can be shown, and points into its file; the first one's code."""
    size = 0
    for item in diagnostics:
        _sound(item)
        size += len(render(item)) + len(render(item, colour=True))
    if size > LONGEST:
        raise Unsound("too much is said", f"{len(diagnostics)} diagnostics of {size} characters")
    return next((item.code for item in diagnostics), "nothing said")


def _sound(item: Diagnostic) -> None:
    place = item.place
    printable(render(item))
    if item.code not in CODES or not item.message.strip() or item.hint == "":
        raise Unsound("a diagnostic without its code or words", str(item))
    if not all(isinstance(text, Message) for text in (item.message, item.hint) if text is not None):
        raise Unsound("a diagnostic that cannot be said in other languages", str(item))
    if place is not None and not (
        place.line >= 1 and place.length >= 1 and 1 <= place.column <= len(place.text) + 1
    ):
        raise Unsound("a diagnostic that points nowhere", str(item))


def printable(text: str) -> None:
    """That nothing in the text steers a terminal."""
    for char in set(text):
        if not char.isprintable() and char != "\n" and category(char) != "Zs":
            raise Unsound("something that is not printable", repr(text))


def _run(deck: Deck, random: Random) -> str:
    """Compile and run a deck within our own limits; how it ended."""
    limits = deck.settings.limits
    limits = replace(limits, steps=min(limits.steps, STEPS), activations=min(limits.activations, ACTIVATIONS))
    topics = tuple(replace(topic, turns=min(topic.turns, TURNS)) for topic in deck.topics[:TOPICS])
    deck = replace(deck, settings=replace(deck.settings, limits=limits), topics=topics)
    try:
        program = _kept(deck)
    except DeckError as error:  # what only compiling finds
        return sound(error.diagnostics)
    method = "sample" if random.random() < SAMPLED else None
    try:
        with mock.patch.object(question, "BUDGET", BUDGET):
            outcome = run_program(program, count=TRIALS, seed=1, method=method, target="python", jobs=1)
    except NoExactAnswer:
        return "no exact answer"  # which a deck that says `method: exact`, or has a policy, is told
    result = Result(outcome)
    line = json_report.line_of(result.to_dict())
    json.loads(line, parse_constant=_no_constant)
    shown = [
        line,
        text.render(result),
        terminal.render(result, columns=80, colour=False),
        *notices.render(result),
    ]
    if topics and random.random() < TRACED:
        tracer = Tracer(deck, random.choice(topics).name, 1)
        shown += render_trial(tracer.program, tracer.topic, tracer.trial(0))
    for lines in shown:
        printable(lines)
    return "noticed" if any(topic.notices for topic in result.topics.values()) else "ran"


def _kept(deck: Deck) -> Program:
    """The deck's program, saved and read back."""
    saved = json.dumps(compile_deck(deck).to_data())
    program = Program.from_data(json.loads(saved))
    if json.dumps(program.to_data()) != saved:
        raise Unsound("a program is another once it was saved")
    return program


def _no_constant(name: str) -> float:
    raise Unsound("JSON that is none", name)
