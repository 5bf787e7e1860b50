"""The scripts of a deck: parsed where they stand, checked once all names are known.

What comes in: scalars of the document.  What goes out: syntax trees with their text.  Every
script handed out is remembered, so that :meth:`Scripts.check` and the lints see them all.  The
same text parsed before without a diagnostic is not parsed again: decks repeat effects, and a
syntax tree holds offsets, not places.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeVar

from yisp_runtime.codes import SCRIPTS

from ...lang.checking import check
from ...lang.checking.checking import Context
from ...lang.diagnostics import Diagnostics, Text
from ...lang.parsing import parser
from ...lang.remedy import NewValue, Remedy
from ...lang.rooms import Room
from ...lang.suggest import nearest
from ...lang.tree import Effect, Expression, Script
from ...messages import say
from ..model import EffectText, NumberText, ScriptText
from ..reading.document import Scalar
from ..reading.fields import Reading
from ..reading.halfwidth import QUOTES
from ..reading.scalars import ScalarText
from ..reading.source import shown
from ..schema import COLLECTION
from ..vocabulary import Vocabulary

Tree = TypeVar("Tree")
Written = TypeVar("Written", EffectText, ScriptText, NumberText)


class Scripts:
    """All scripts of one deck, in the order in which they were read."""

    def __init__(self, reading: Reading, nesting: int) -> None:
        self.reading = reading
        self.nesting = nesting
        self.effects: list[EffectText] = []
        self.topics: list[tuple[ScriptText, Context]] = []  # those of topics, with their context
        self.numbers: list[tuple[NumberText, Context]] = []  # with their context
        self.dealings: list[tuple[ScriptText | NumberText, Context]] = []  # those of a deal
        self._effects: dict[str, Effect] = {}
        self._scripts: dict[str, Script] = {}
        self._numbers: dict[str, Expression | None] = {}

    def effect(self, scalar: Scalar, room: Room | None = None) -> EffectText:
        text = scalar.text
        written = self._parse(parser.parse_effect, text, self._effects)
        if room is not None:
            self._check_room(written.script, text, room, ())
            written = room.effect(written)
        effect = EffectText(written, text)
        self.effects.append(effect)
        return effect

    def script(self, scalar: Scalar, context: Context) -> ScriptText:
        """One of a topic's scripts."""
        script = self._script(scalar)
        self.topics.append((script, context))
        return script

    def function(
        self, scalar: Scalar, room: Room | None = None, parameters: Sequence[str] = ()
    ) -> ScriptText:
        """The body of a function; ``yisp.deck.scripts.functions`` checks it."""
        script = self._script(scalar)
        if room is not None:
            self._check_room(script.script, script.text, room, parameters)
            script = ScriptText(room.script(script.script, parameters), script.text)
        return script

    def _check_room(self, script: Script, text: Text, room: Room, parameters: Sequence[str]) -> None:
        """Complain of what the scripts of a collection name and its head does not declare."""
        for sort, name, span in room.strangers(script, parameters):
            if f"{COLLECTION}.{'tags' if sort == 'tag' else 'vars'}" in self.reading.unread:
                continue  # it may be one of those that could not be read
            known = room.tags if sort == "tag" else room.variables
            near = nearest(name, sorted(known))
            if sort == "tag":
                message = say("the tag {name} is not one of `tags`", name=shown(name))
                hint = say("a tag of the collection's own is written `[{name}]`", name=room.full(name))
            else:
                message = say("the variable {name} is not one of `vars`", name=shown(name))
                hint = say("add `{name}: 0` under `vars`", name=name)
            if near is not None:
                hint = say("did you mean `{near}`?", near=near)
            self.reading.error("Y252", message, text.place(*span), hint)

    def dealt(self, scalar: Scalar, context: Context) -> ScriptText:
        """A script of a deal."""
        script = self._script(scalar)
        self.dealings.append((script, context))
        return script

    def dealt_number(self, scalar: Scalar, context: Context) -> NumberText | None:
        """A number of a deal; None when it is broken."""
        expression = self._parse(parser.parse_number, scalar.text, self._numbers)
        if expression is None:
            return None
        number = NumberText(expression, scalar.text)
        self.dealings.append((number, context))
        return number

    def _script(self, scalar: Scalar) -> ScriptText:
        text = scalar.text
        return ScriptText(self._parse(parser.parse_script, text, self._scripts), text)

    def number(self, scalar: Scalar, context: Context) -> NumberText | None:
        """A condition, score or stat; None when it is broken."""
        text = scalar.text
        expression = self._parse(parser.parse_number, text, self._numbers)
        if expression is None:
            return None
        number = NumberText(expression, text)
        self.numbers.append((number, context))
        return number

    def _parse(self, parse: Callable[..., Tree], text: Text, known: dict[str, Tree]) -> Tree:
        if text.text in known:
            return known[text.text]
        diagnostics = self.reading.diagnostics
        before = len(diagnostics)
        if isinstance(text, ScalarText) and not text.style and text.text.startswith(QUOTES):
            # YAML takes such quotes for part of the text, and whoever typed them for its quotes.
            diagnostics.error(
                "Y119",
                say(
                    "`{mark}` is a full-width quotation mark, which YAML takes for part of the script",
                    mark=text.text[0],
                ),
                text.place(0, 1),
                Remedy(
                    say("put the script in half-width single quotes: '…'"),
                    (NewValue(text.start, text.end, text.text.strip("".join(QUOTES))),),
                    text.source,
                ),
            )
            return parse(text, Diagnostics(), nesting=self.nesting)
        tree = parse(text, diagnostics, nesting=self.nesting)
        if len(diagnostics) == before:
            known[text.text] = tree
        return tree

    @property
    def trees(self) -> Iterator[tuple[Script | Expression, Text]]:
        """All of them but the functions, with their texts."""
        yield from ((one.effect.script, one.text) for one in self.effects)
        yield from ((one.script, one.text) for one, _ in self.topics)
        yield from ((one.number, one.text) for one, _ in self.numbers)
        for one, _ in self.dealings:
            yield (one.number if isinstance(one, NumberText) else one.script), one.text

    def check(self, vocabulary: Vocabulary, functions: Mapping[str, Script]) -> None:
        """Check types, names and contexts of every script but the ``functions``, which have been."""
        diagnostics = self.reading.diagnostics
        for one, context in self.dealings:
            if isinstance(one, NumberText):
                check.check_dealt_number(
                    one.number, one.text, vocabulary, functions, diagnostics, context=context
                )
            else:
                check.check_script(
                    one.script, one.text, vocabulary, diagnostics, context=context, functions=functions
                )
        for effect in self._unchecked(self.effects):
            check.check_effect(effect.effect, effect.text, vocabulary, diagnostics)
        for key in SCRIPTS:
            for script in self._unchecked([script for script, its in self.topics if its == key]):
                check.check_script(script.script, script.text, vocabulary, diagnostics, context=key)
        contexts: tuple[Context, ...] = ("condition", "score", "stat", "evaluate")
        for context in contexts:
            for number in self._unchecked([number for number, its in self.numbers if its == context]):
                check.check_number(number.number, number.text, vocabulary, diagnostics, context=context)

    def _unchecked(self, scripts: Sequence[Written]) -> Iterator[Written]:
        """The scripts, without those whose text was checked before without a diagnostic."""
        sound: set[tuple[str, int]] = set()
        for script in scripts:
            key = script.text.text, id(_tree(script))  # a collection's has another tree than the deck's own
            if key not in sound:
                before = len(self.reading.diagnostics)
                yield script
                if len(self.reading.diagnostics) == before:
                    sound.add(key)


def _tree(written: EffectText | ScriptText | NumberText) -> Effect | Script | Expression:
    match written:
        case EffectText():
            return written.effect
        case ScriptText():
            return written.script
    return written.number
