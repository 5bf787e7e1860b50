"""The functions of a deck: ``deck.define``.

What comes in: the section of the document.  What goes out: the functions, each behind those that
it calls, with their signatures in the vocabulary; of those with zones (*patterns*, ``lang.checking.zones``)
what calls make of them.  How they are named and called is the language's business
(``lang.checking.functions``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from ...lang.checking import check, zones
from ...lang.checking.functions import in_order, read_head
from ...lang.checking.names import Signature
from ...lang.checking.walls import RESERVE, STOCK
from ...lang.diagnostics import Diagnostics, Text
from ...lang.forms import Purity
from ...lang.rooms import called
from ...lang.tree import Expression, Function, Script
from ...messages import say
from ..model import Deck, FunctionText
from ..reading.document import Scalar
from ..reading.fields import Section
from ..reading.source import shown
from ..schema import KEYS
from ..vocabulary import Vocabulary
from .scripts import Scripts

OF_CALLS = ("Y146", "Y148")
"""What is wrong with a zone that a call gives is said there, and not of what the function does with it."""


def read_functions(
    deck: Section, scripts: Scripts, included: Mapping[str, FunctionText], files: Sequence[str]
) -> list[FunctionText]:
    """Parse ``deck.define``; a function that cannot be read is reported and left out.

    What is defined here is preferred to what is ``included`` under the same name; and of ``files``, each
    of which extends the next, what an earlier one defines, with whatever parameters.
    """
    reading = deck.reading
    functions: dict[str, FunctionText] = {}
    defined_in: dict[str, int] = {}
    for entry in deck.table("define"):
        if not isinstance(entry.value, Scalar):
            reading.wrong_kind(KEYS["deck.define.*"], entry.key.value, entry.value)
            continue
        head = read_head(entry.key.text, reading.diagnostics)
        body = scripts.function(entry.value)
        if head is None:
            reading.unread.add("deck.define")
            continue
        name, parameters, span = head
        file = files.index(entry.key.place.file)
        if defined_in.get(name) == file:
            reading.error("Y126", say("the function {name} is defined twice", name=shown(name)), entry.key)
            continue
        if defined_in.setdefault(name, file) < file:
            continue
        defined_in[name] = file
        functions[name] = FunctionText(Function(name, parameters, body.script, span), body.text)
    return list({**included, **functions}.values())


def check_functions(
    functions: list[FunctionText], vocabulary: Vocabulary, scripts: Scripts
) -> tuple[tuple[FunctionText, ...], tuple[FunctionText, ...]]:
    """Check functions, and let scripts call them from now on; the patterns among them come apart, and what
    all scripts make of these among the others."""
    diagnostics = scripts.reading.diagnostics
    ordered = in_order([(one.function, one.text) for one in functions], diagnostics)
    for one in functions:  # calls of those that are refused already draw no second complaint
        refused = Signature(one.function.parameters, True, Purity.PURE, False, False)
        vocabulary.functions[one.function.name] = refused
    patterns = {one.name: (one, text) for one, text in ordered if zones.is_pattern(one)}
    plain = [(function.script, text) for function, text in ordered if function.name not in patterns]
    made = zones.instances(patterns, [*scripts.trees, *plain], (), diagnostics)
    checked: list[FunctionText] = []
    for function, text in ordered:
        if function.name not in patterns:
            signature = check.check_function(function, text, vocabulary, diagnostics)
            vocabulary.functions[function.name] = signature
            checked.append(FunctionText(function, text))
            continue
        found = _check_pattern(function, text, vocabulary)
        own = [one for one in made if zones.pattern_of(one) == function.name]
        _check_instances(own, function, text, vocabulary, found)
        checked += (FunctionText(one, text) for one in own)
        for item in found:
            diagnostics.add(item)
    return tuple(checked), tuple(FunctionText(*one) for one in patterns.values())


def including(deck: Deck, tree: Script | Expression, text: Text, diagnostics: Diagnostics) -> Deck:
    """The deck with the functions of its collections that a later script calls, and with what that makes of
    its patterns."""
    known = deck.vocabulary.functions
    if any(call.head not in known for room in deck.uses for call in called(tree, room)):
        deck = deck.with_every_function()
    patterns = {one.function.name: (one.function, one.text) for one in deck.patterns}
    if not patterns:
        return deck
    there = [one.function.name for one in deck.functions]
    made = zones.instances(patterns, [(tree, text)], there, diagnostics)
    for one in made:
        function, body = patterns[zones.pattern_of(one)]
        _check_instances([one], function, body, deck.vocabulary, diagnostics)
    texts = tuple(FunctionText(one, patterns[zones.pattern_of(one)][1]) for one in made)
    return replace(deck, functions=(*deck.functions, *texts))


def _check_pattern(pattern: Function, text: Text, vocabulary: Vocabulary) -> Diagnostics:
    """What is wrong with a pattern whatever its zones are; its signature goes to the vocabulary."""
    found = Diagnostics()
    zones.check_pattern(pattern, text, found)
    # In a wall, two letters are no zones like any other.
    letters = {name: name for name in pattern.parameters if zones.is_zone(name)}
    if vocabulary.exits:
        free = (one for one in "TUVWYZPQS" if one not in letters)
        letters |= {name: next(free) for name in letters if name in (STOCK, RESERVE)}
    general = zones.instance_of(pattern, letters, pattern.name)
    signature = check.check_function(general, text, vocabulary, found)
    signature = replace(signature, parameters=pattern.parameters, number=signature.number or found.failed)
    vocabulary.functions[pattern.name] = signature
    if not vocabulary.exits or "Y143" not in {item.code for item in found}:
        return found
    # Only the stock and the reserve are lit, and calls may give them; what is wrong with the stock is wrong.
    stock, always = Diagnostics(), Diagnostics()
    check.check_function(
        zones.instance_of(pattern, dict.fromkeys(letters, STOCK), pattern.name), text, vocabulary, stock
    )
    wrong = {(item.code, item.place) for item in stock}
    for item in found:
        if item.code != "Y143" or (item.code, item.place) in wrong:
            always.add(item)
    return always


def _check_instances(
    made: Sequence[Function], pattern: Function, text: Text, vocabulary: Vocabulary, found: Diagnostics
) -> None:
    """Check what calls make of a pattern: what only certain zones make wrong is said once, with those."""
    said = {(item.code, item.place) for item in found}
    wrong = found.failed
    for one in made:
        own = Diagnostics()
        signature = vocabulary.functions[pattern.name]
        if not wrong:
            signature = check.check_function(one, text, vocabulary, own)
        vocabulary.functions[one.name] = replace(signature, parameters=pattern.parameters)
        for item in own:
            if (item.code, item.place) not in said and item.code not in OF_CALLS:
                said.add((item.code, item.place))
                message = say("{message}; it is called as `{call}`", message=item.message, call=one.name)
                found.add(replace(item, message=message, remedy=None))
