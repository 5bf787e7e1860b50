"""Messages: what they keep, and that whatever is said of decks, scripts and card lists is one."""

from __future__ import annotations

import ast
import json
import pickle
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from fuzz.case import random_of
from fuzz.parts import PARTS
from pseudo import Pseudo, english_in

import yisp
from yisp import messages
from yisp.compile.pipeline import compile_deck
from yisp.compile.program import Program
from yisp.deck.exchange.importing import imported
from yisp.deck.load import loads
from yisp.deck.reading.files import SourceFile
from yisp.interactive.prompt import Prompt, Refused
from yisp.interactive.table import Table
from yisp.lang.checking.check import check_effect, check_number, check_script
from yisp.lang.diagnostics import DeckError, Diagnostic, Diagnostics, render
from yisp.lang.parsing.parser import parse_effect, parse_number, parse_script
from yisp.lang.source import TextSource
from yisp.messages import (
    Message,
    again,
    declared,
    from_data,
    is_data,
    one_of,
    quoted,
    say,
    say_n,
    speaking,
    to_data,
    translated,
    with_commas,
)

PACKAGE = Path(yisp.__file__).parent
ROOMS = ("lang", "deck", "compile", "simulate", "studies", "report", "interactive", "cli")

# What a message keeps ----------------------------------------------------------------------------------


@pytest.fixture
def pseudo(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Speaks a language that shows what is no template's."""
    monkeypatch.setitem(messages._catalogues, "zh", Pseudo())
    with speaking("zh"):
        yield


CARD = say("the card {name} is not in the deck", name="`Ash`")
COUNTED = say_n("{number} card of {kind}", "{number} cards of {kind}", 3, kind=say("a table"))


def test_it_is_a_text_in_english() -> None:
    assert CARD == "the card `Ash` is not in the deck"
    assert COUNTED == "3 cards of a table"
    assert one_of(["a", "b", "c"]) == "a or b or c"


@pytest.mark.parametrize("message", [CARD, COUNTED, say("{as it is}"), declared("Trials per topic.")])
def test_it_keeps_its_template(message: Message, pseudo: None) -> None:
    said = translated(message)
    assert "⟦" in said and said != message
    for other in (
        pickle.loads(pickle.dumps(message)),
        from_data(json.loads(json.dumps(to_data(message)))),
        str(ValueError(message)),
        again(message),
    ):
        assert other == message and translated(other) == said


def test_it_can_be_said_of_something_else(pseudo: None) -> None:
    other = again(CARD, name="`Lamp`", nobody="asks for this")
    assert other == "the card `Lamp` is not in the deck" and "`Lamp`" in translated(other)


def test_messages_in_messages_are_translated_as_well(pseudo: None) -> None:
    assert translated(COUNTED) == "⟦3 ××××× ×× ⟦× ×××××⟧⟧"
    assert translated(say("{{{name}}}", name="`Ash`")) == "⟦{`Ash`}⟧"


@pytest.mark.parametrize(
    ("card", "chinese", "japanese"),
    [
        ("Ash", "没有卡 Ash", "カード Ash はありません"),
        ("灰流丽", "没有卡灰流丽", "カード灰流丽はありません"),
        ("Ash ブロッサム", "没有卡 Ash ブロッサム", "カード Ash ブロッサムはありません"),
    ],
)
def test_no_blank_stands_between_wide_characters(card: str, chinese: str, japanese: str) -> None:
    said = say("no card {name}", name=card)
    with speaking("zh"):
        assert translated(said) == chinese
    with speaking("ja"):
        assert translated(said) == japanese


def test_lists_have_the_comma_of_the_language() -> None:
    assert with_commas([]) == "" and with_commas(["`a`"]) == "`a`"
    found = say("known here: {names}", names=with_commas(["`a`", "`b`", "`c`"]))
    assert found == "known here: `a`, `b`, `c`"
    with speaking("zh"):
        assert translated(found) == "这里可以写：`a`、`b`、`c`"
        assert translated(with_commas([say("no card {name}", name="Ash")])) == "没有卡 Ash"


# In the sources ----------------------------------------------------------------------------------------

TAKES_MESSAGES = {
    "error", "warning", "_error", "_warning", "Mistake", "Complaint", "Diagnostic", "_Finding", "Unreadable",
    "BuildError", "Refused", "Unfit", "ValueError", "TypeError", "KeyError", "OSError",
    "NoExactAnswer", "OverBudget", "CannotPlay", "CannotRead", "CannotWrite", "CannotGoOn",
    "NotAList", "NotAResult", "NotSeen", "NoCluster", "NothingToAdvise", "NothingToCompare",
    "NothingToSay", "TooMuch", "_fail",
    "_expect", "refused", "UsageMistake", "UsageError", "BadParameter", "NoSuchDeck",
    "complain", "about_file",
}  # fmt: skip
"""What takes what users read."""

OURS = {
    "compile/backends/cython/statements.py", "compile/backends/inline/expressions.py",
    "compile/backends/inline/statements.py",
    "compile/lowering/expressions.py", "compile/record.py", "lang/forms/declare.py",
    "simulate/counting/probabilities.py", "simulate/result.py", "simulate/playing/strata.py",
    "studies/advice/naming.py", "studies/tuning/candidates.py",
}  # fmt: skip
"""Modules some of whose exceptions are mistakes of ours, or of whoever writes Python."""


def modules() -> Iterator[tuple[str, ast.Module]]:
    for room in ROOMS:
        for path in sorted((PACKAGE / room).rglob("*.py")):
            if path.stem.endswith("_lark"):  # which Lark has written
                continue
            yield path.relative_to(PACKAGE).as_posix(), ast.parse(path.read_text(encoding="utf-8"))


def name_of(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def words_in(node: ast.expr) -> list[str]:
    """The English words of a text, or of one that is put together, that stand outside of code."""
    texts = [one.value for one in ast.walk(node) if isinstance(one, ast.Constant)]
    return re.findall(r"[a-z]{2,}", re.sub(r"`[^`]*`", "", " ".join(t for t in texts if isinstance(t, str))))


def is_built(node: ast.expr) -> bool:
    """Whether a text is written there, or put together of parts."""
    match node:
        case ast.JoinedStr() | ast.BinOp(_, ast.Add() | ast.Mod(), _):
            return True
        case ast.Constant(str(text)):
            return " " in text
        case ast.Call(ast.Attribute(_, "join" | "format"), _, _):
            return True
        case ast.IfExp(_, then, other):
            return is_built(then) or is_built(other)
        case ast.BoolOp(_, values):
            return any(map(is_built, values))
    return False


@pytest.mark.slow
def test_no_sentence_is_put_together() -> None:
    found = []
    for path, tree in modules():
        for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
            given = [*call.args, *(keyword.value for keyword in call.keywords)]
            if name_of(call) in TAKES_MESSAGES and path not in OURS:
                found += [(path, call.lineno) for one in given if is_built(one) and words_in(one)]
            if name_of(call) in ("say", "say_n", "told", "told_n"):
                # Code may be put together (``meant``, what to write); words are a template's, or a Message's.
                parts = [keyword.value for keyword in call.keywords if keyword.arg != "meant"]
                found += [(path, call.lineno) for one in parts if is_built(one) and words_in(one)]
    assert found == []


def test_what_is_built_is_seen() -> None:
    def built(text: str) -> bool:
        node = ast.parse(text, mode="eval").body
        return is_built(node) and bool(words_in(node))

    assert built("f'no card {name}'") and built("'no card ' + name") and built("'no {}'.format(name)")
    assert built("', and '.join(names)") and built("'no card %s' % name") and built("a or 'no card'")
    assert not built("say('no card {name}', name=name)") and not built("f'`{name} of`'") and not built("a")


# Whatever is said is one ---------------------------------------------------------------------------------

BROKEN_DECKS = """\
deck: {size: 40}
---
deck: {cards: {a: {count: 3, kind: b, zone: hand, attribute: ''}}}
---
deck: {cards: {a: 3}}
---
deck: {cards: {a: {count: -1}, b: {count: -1}}}
---
deck: {size: 3, cards: {a: {count: 4}}}
---
deck: {cards: {a: {count: 4, each: {}}}}
---
deck: {cards: {'{x}': {count: 4, each: {x: 9..1}}}}
---
deck: {cards: {a: {count: 4}}, alias: {a: '2x a', b: 'c d', e: '5-3x a'}}
---
deck: {cards: {a: {count: 4}}}
simulate: {tests: {t: {hand: [a]}, u: {c: {hand: [b]}, combos: {d: {hand: [9x a, !!a, 'a:b']}}}}}
---
deck: {cards: {a: {count: 4, program: '(draw 2);(fro 1);(+ 1);(# H)'}}}
---
deck: {cards: {a: {count: 4, program: '@'}}, define: {f(x): '(g)', g: '(f 1)'}}
---
wall: {exits: {d: 3, D: 2}}
deck: {cards: {a: {count: 4, program: '(shuffle D);(light X 3);|R|'}}}
---
wall: {exits: {d: 4}}
seats: [{patience: 5000000000, accept: '(= x 1)', on-draw: {e: '(draw d H)'}}, {raid: '(# H:9 D)'}]
deck: {cards: {a: {count: 4}}}
deal: {hand: 13}
simulate: {tests: {t: {start-card: 3, combos: {c: {hand: [a], score: 0}, d: {}}}}}
---
deck: {cards: {a: {count: 4}}}
simulate:
  tests:
    t:
      turns: 2
      policy: {kind: staged-search, stage: 5, goal: scores}
      start: {hand: [a, a, a, a, a, b], zones: {X: [a], H: [a]}, vars: {x: 1}}
      relate: [[a, b], a]
      expect: [rate > 2, 'sco.mean > 2', rate, 'c.q95 in [3, 2]']
      combos: {c: {hand: [a, a], grave: [a], score: -1}}
      watch: {c: {hand: [a]}}
      stats: {c: '1'}
"""


def _loaded(text: str | bytes, file: str = "deck.yml") -> list[Diagnostic]:
    try:
        return list(loads(text, file).diagnostics)
    except DeckError as error:
        return list(error.diagnostics)


def _of_script(text: str, context: str) -> list[Diagnostic]:
    found, source = Diagnostics(), TextSource("script", text)
    if context == "effect":
        check_effect(parse_effect(source, found), source, None, found)
    elif context in ("condition", "score", "stat", "number", "evaluate"):
        number = parse_number(source, found)
        if number is not None:
            check_number(number, source, None, found, context=context)  # type: ignore[arg-type]
    else:
        check_script(parse_script(source, found), source, None, found, context=context)  # type: ignore[arg-type]
    return list(found)


def _of_list(text: bytes, kind: str | None) -> list[Diagnostic]:
    try:
        made = imported(text, "list", kind)
    except DeckError as error:
        return list(error.diagnostics)
    assert all(isinstance(remark, Message) for remark in made.remarks)
    return []


@cache
def drawn(name: str) -> list[tuple[str, list[Diagnostic]]]:
    """What is said about inputs of the fuzz, and the text of each."""
    return list(_drawn(name, SAMPLES[name]))


def _drawn(name: str, inputs: int) -> Iterator[tuple[str, list[Diagnostic]]]:
    for number in range(inputs):
        case = PARTS[name].draw(random_of(7, name, number))
        text = case.text.decode("utf-8", "replace").replace("\0", "")  # of UTF-16
        if name == "script":
            yield text, _of_script(text, case.words[0])
        elif name == "import":
            yield text, _of_list(case.text, case.words[0] or None)
        else:
            yield text, _loaded(case.text)


def unsayable(text: object) -> str | None:
    """What is no Message, or an argument of one that could not be kept; None where all is well."""
    if not isinstance(text, Message):
        return repr(text)
    for name, value in text.arguments.items():
        if isinstance(value, Message):
            if (wrong := unsayable(value)) is not None:
                return wrong
        elif type(value) not in (str, int):
            return f"{text.template}: {name} is {value!r}"
    return None


SAMPLES = {"yaml": 30, "bytes": 40, "script": 100, "wall": 20, "seats": 15, "import": 50}


@pytest.mark.parametrize("name", SAMPLES)
def test_what_is_said_is_a_message(name: str) -> None:
    codes = set()
    for text, found in drawn(name):
        for item in found:
            codes.add(item.code)
            for said in filter(None, (item.message, item.hint)):
                assert unsayable(said) is None, text
    assert len(codes) > 5


@pytest.mark.parametrize("deck", BROKEN_DECKS.split("---\n"))
def test_no_word_of_a_mistake_stays_english(deck: str, pseudo: None) -> None:
    found = _loaded(deck)
    assert found
    for item in found:
        for said in filter(None, (item.message, item.hint)):
            assert unsayable(said) is None
            assert not english_in(translated(said), deck + "deck.yml"), (said, translated(said))


@pytest.mark.parametrize("name", SAMPLES)
def test_no_word_of_what_is_said_stays_english(name: str, pseudo: None) -> None:
    for text, found in drawn(name):
        for item in found:
            line = "" if item.place is None else item.place.text  # perhaps of a deck that is extended
            for said in filter(None, (item.message, item.hint)):
                known = f"{text} {line} deck.yml list"
                assert not english_in(translated(said), known), (said, translated(said))


# What is kept and what is shown --------------------------------------------------------------------------

DOUBTFUL = """
deck: {cards: {a: {count: 4, program: '(# D.b.1 H);@'}, 灯: {count: 4}}}
simulate: {tests: {t: {exec-program: true, combos: {c: {hand: [a, a:灯]}}, expect: rate > 0}}}
"""


def test_kept_warnings_are_shown_in_any_language(pseudo: None) -> None:
    deck = loads(DOUBTFUL, "deck.yml")
    kept = Program.from_data(json.loads(json.dumps(compile_deck(deck).to_data())))
    assert len(kept.warnings) == len(deck.diagnostics) > 1
    for doubt, item in zip(kept.warnings, deck.diagnostics, strict=True):
        for colour in (False, True):
            assert doubt.rendered(colour=colour) == render(item, colour=colour)
        assert not english_in(doubt.rendered(), DOUBTFUL + "deck.yml")
        with speaking("en"):
            assert doubt.rendered() == render(item) and "warning[Y4" in doubt.rendered()
            assert (doubt.message, doubt.hint) == (item.message, item.hint)
    (topic,) = kept.topics
    assert topic.unseeded is not None and not english_in(topic.unseeded.rendered(), DOUBTFUL + "deck.yml")


def test_an_error_is_shown_in_the_language_in_force() -> None:
    with pytest.raises(DeckError) as caught:
        loads("deck: {cards: {a: 3}}", "deck.yml")
    english = str(caught.value)
    assert "error[Y201]" in english and "help:" in english
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(messages._catalogues, "ja", Pseudo())
        with speaking("ja"):
            assert "error" not in str(caught.value) and str(caught.value) != english
            assert caught.value.diagnostics and "count" in str(caught.value)
    assert str(caught.value) == english


def _nothing(name: str) -> SourceFile:
    raise Refused(say("there is no file {name}", name=name))


PROMPTED = (
    ":nothing", ":helq", ":help", ":undo", ":trial x", ":topic u", ":activate b", ":activate a 7", ":run",
    ":load", ":seed -1", "(/ 1 0)", "(fro 1)", ":combos", ":zones", ":run x",
)  # fmt: skip


def test_the_prompt_speaks(pseudo: None) -> None:
    prompt = Prompt(loads(DOUBTFUL, "deck.yml"), _nothing, seed=1)
    takes = [
        name for method in vars(Prompt).values() for name in re.findall("[A-Z]{2,}", method.__doc__ or "")
    ]
    own = " ".join((DOUBTFUL, *PROMPTED, *vars(Prompt), *takes, "deck.yml <input>"))
    for line in (*prompt.greeting(), *(said for typed in PROMPTED for said in prompt.handle(typed))):
        assert not english_in(line.text, own), line
    for typed in (":", ":top", "(shuf", "D.", "H.a:", ":topic ", ":activate ", ""):
        for one in prompt.proposals(typed):
            assert not english_in(one.about, own), one


def test_a_table_refuses_in_any_language(pseudo: None) -> None:
    table = Table(loads(DOUBTFUL, "deck.yml"), seed=1)
    for act in (
        table.undo,
        lambda: table.activate("b"),
        lambda: table.open(-1),
        lambda: Table(topic="u", seed=-1),
    ):
        with pytest.raises(ValueError) as caught:
            act()
        assert isinstance(str(caught.value), Message)
        assert not english_in(translated(str(caught.value)), DOUBTFUL)


def nested(deep: int) -> object:
    """A text in so many others."""
    return "x" if deep == 0 else ["a {n}", None, None, {"n": nested(deep - 1)}]


@pytest.mark.parametrize(
    "data",
    [
        "", "any text {at all}", ["a {n}", None, None, {"n": 1}],
        ["{n}", None, None, {"n": 2.5, "unused": "x"}],
        ["{n} card", "{n} cards", 2, {"n": 2}], ["none", None, None, {}], ["{", None, None, {}], nested(8),
        ["{first_one} and {other}", None, None, {"first_one": "x", "other": nested(3)}],
    ],
    ids=range(9),
)  # fmt: skip
def test_texts_as_data(data: object) -> None:
    assert is_data(data)


@pytest.mark.parametrize(
    "data",
    [
        None, 7, [], ["x"], {"x": 1}, [7, None, None, {}], ["x", 7, None, {}], ["x", None, "2", {}],
        ["x", None, None, []], ["{n} {n}", None, None, {"n": 1}], ["{m}", None, None, {"n": 1}],
        ["{n!r}", None, None, {"n": 1}], ["{n.x}", None, None, {"n": 1}], ["{n:>9}", None, None, {"n": 1}],
        ["{", None, None, {"n": 1}], ["{}", None, None, {"n": 1}], ["{n}", "{m}", 2, {"n": 1}],
        ["{n}", None, None, {"n": None}], ["{n}", None, None, {"n": ["x"]}], nested(9),
    ],
    ids=range(20),
)  # fmt: skip
def test_what_is_no_text_as_data(data: object) -> None:
    """Whoever wrote it can make no sentence longer than its parts, and reach nothing."""
    assert not is_data(data)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("ピカ　改", "'ピカ　改'"), ("it's", '"it\'s"'), ("　\\u3000", "'　\\\\u3000'"),
        ("a\n\u200b", r"'a\n\u200b'"), ("a\xa0b", "'a\xa0b'"), ("a\u2028b", r"'a\u2028b'"), (3, "3"),
    ],
)  # fmt: skip
def test_quoted_texts_keep_their_blanks(text: object, written: str) -> None:
    assert quoted(text) == written
