"""What each piece of a script is, for colouring: one table, from which every editor's grammar is made.

What comes in: the declared forms and the table of constructs.  What goes out:
:func:`rules`, regular expressions to be tried in order at each place, and the :class:`Role` of each
of their groups.  They keep to what Python and Oniguruma (TextMate's engine) understand alike.
``lexer`` makes a Pygments lexer of them, ``textmate`` a grammar for editors.

What is not handled: whether a script makes sense.  Colouring has to do with half-written text, so a
rule looks at its neighbours only as far as the language does to tell one thing from another.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from enum import Enum
from functools import cache

from ...structs import dataclass
from ..forms import FORMS, Form, Kind
from ..syntax import SYNTAX


class Role(Enum):
    """What a piece of text is: its Pygments token, and its TextMate scope (none for blanks)."""

    BLANK = ("Text.Whitespace", "")
    COMMENT = ("Comment.Single", "comment.line.double-slash")
    STRING = ("Literal.String.Double", "string.quoted.double")
    TAG = ("Name.Decorator", "entity.name.tag")
    FLAGS = ("Keyword.Type", "storage.modifier.flags")
    ACTIVATE = ("Keyword", "keyword.control.activate")
    GUARD = ("Keyword", "keyword.control.guard")
    CONTROL = ("Keyword", "keyword.control")
    OPERATOR = ("Operator", "keyword.operator")
    FORM = ("Name.Builtin", "support.function")
    FUNCTION = ("Name.Function", "entity.name.function")
    ZONE = ("Name.Constant", "variable.language.zone")
    KEPT = ("Keyword.Pseudo", "keyword.operator.filter")  # how a filter keeps: `a:`, `!`, `?`
    CARD = ("Name.Class", "entity.name.type.card")
    ATTRIBUTE = ("Name.Attribute", "entity.other.attribute-name")
    NUMBER = ("Literal.Number.Integer", "constant.numeric")
    MODE = ("Keyword.Constant", "constant.language")
    VARIABLE = ("Name.Variable", "variable.other")
    WORD = ("Name", "string.unquoted")
    PUNCTUATION = ("Punctuation", "punctuation")

    @property
    def token(self) -> str:
        return self.value[0]

    @property
    def scope(self) -> str:
        return self.value[1]


@dataclass(frozen=True, slots=True)
class Rule:
    """A pattern whose groups, side by side, are the whole of what it matches."""

    name: str
    pattern: str
    roles: tuple[Role, ...]


_END = r'(?![^\s()|"\[\];])'  # a word ends here
_START = r'(?<![^\s()|"\[\];])'  # and begins here
_FILTER_END = r"(?![^\s().|;])"
_QUOTED = r'"(?:[^"]|"")*"'
_MARKS = "#!=<>+*/%-"


def rules() -> tuple[Rule, ...]:
    """The rules, in the order in which they are to be tried."""
    dot, bangs = Role.PUNCTUATION, Role.KEPT
    name = rf'{_QUOTED}|[^\s().|;"]+'
    modes = {word for form in FORMS.values() for argument in form.arguments for word in argument.choices}
    return (
        Rule("blank", r"(\s+)", (Role.BLANK,)),
        Rule("comment", r"(//[^\r\n]*)", (Role.COMMENT,)),
        Rule("string", f"({_QUOTED})", (Role.STRING,)),
        Rule("flags", f"({_flags()})", (Role.FLAGS,)),
        Rule("tag", r"(\[[^\]);]*\])", (Role.TAG,)),
        *_heads(),
        Rule("property", rf"(\.)(!*[aAk]:)({name})", (dot, bangs, Role.ATTRIBUTE)),
        Rule("count", rf"(\.)(!*[-?*]?:?)(-?[0-9]+){_FILTER_END}", (dot, bangs, Role.NUMBER)),
        Rule("counted", rf"(\.)(!*[-?*]?:)([a-z][A-Za-z0-9_]*){_FILTER_END}", (dot, bangs, Role.VARIABLE)),
        Rule("limit", r"(\.)(!*(?:[-?*]?:(?=[(|])|(?=\()))", (dot, bangs)),
        Rule("this", rf"(\.)(!*)(X){_FILTER_END}", (dot, bangs, Role.ZONE)),
        Rule("card", rf"(\.)(!*)({name})", (dot, bangs, Role.CARD)),
        Rule("guard", r"(/!*)", (Role.GUARD,)),
        Rule("activate", "(@)", (Role.ACTIVATE,)),
        Rule("zone", rf"{_START}([A-Z](?::(?:[0-9]+|who|me))?)(?=[\s().|\"\[\];]|\Z|$)", (Role.ZONE,)),
        Rule("it", rf"{_START}(it)(?=\.|\s*\|)", (Role.ZONE,)),
        Rule("number", rf"(-?[0-9]+){_END}", (Role.NUMBER,)),
        Rule("mode", rf"{_START}({_any(modes)})(?=\s*\))", (Role.MODE,)),
        Rule("variable", rf"([a-z][A-Za-z0-9_]*){_END}", (Role.VARIABLE,)),
        Rule("punctuation", r"([()|;.])", (Role.PUNCTUATION,)),
        Rule("word", r'([^\s()|"\[\];]+)', (Role.WORD,)),
    )


def pieces(text: str) -> Iterator[tuple[Role, int, int]]:
    """A text in pieces, one after another: what each is, and where it stands.

    A character that no rule takes (a quotation mark that nothing closes) is a word of its own.
    """
    at, (pattern, groups) = 0, _tried()
    while at < len(text):
        match = pattern.match(text, at)
        if match is None:
            yield Role.WORD, at, at + 1
            at += 1
            continue
        assert match.lastindex is not None
        first, roles = groups[match.lastindex]
        for group, role in enumerate(roles, first):
            if match[group]:
                yield role, match.start(group), match.end(group)
        at = match.end()


@cache
def _tried() -> tuple[re.Pattern[str], dict[int, tuple[int, tuple[Role, ...]]]]:
    """All rules as one pattern; by a rule's last group its first one, and what its groups are."""
    groups: dict[int, tuple[int, tuple[Role, ...]]] = {}
    first = 1
    for rule in (tried := rules()):
        last = first + len(rule.roles) - 1
        groups[last] = first, rule.roles
        first = last + 1
    return re.compile("|".join(f"(?:{rule.pattern})" for rule in tried)), groups


def _flags() -> str:
    """The bracket before an effect: any of the flags' characters, then perhaps an event."""
    written = (row.spelling for row in SYNTAX if row.group == "flag")
    characters = "".join(
        "A-Z" if spelling == "A…Z" else re.escape(spelling)
        for spelling in written
        if spelling == "A…Z" or len(spelling) == 1
    )
    return rf"\[[{characters}\s]*(?:\bon\s[^\]();]*)?\]"


def _heads() -> tuple[Rule, ...]:
    """What follows an opening parenthesis, by what sort of form it is."""
    sorts: dict[Role, list[str]] = {}
    for form in FORMS.values():
        sorts.setdefault(_sort(form), []).append(form.name)
    known = [
        Rule(role.name.lower(), rf"(\()(\s*)({_any(names)}){end}", (Role.PUNCTUATION, Role.BLANK, role))
        for role, names in sorts.items()
        for names, end in _by_end(names)
    ]
    other = rf'(\()(\s*)((?![A-Z][\s().|"\[\];])[^\s()|"\[\];0-9{re.escape(_MARKS)}][^\s()|"\[\];]*)'
    return (*known, Rule("function", other, (Role.PUNCTUATION, Role.BLANK, Role.FUNCTION)))


def _sort(form: Form) -> Role:
    if _is_mark(form.name):
        return Role.OPERATOR
    return Role.CONTROL if any(argument.kind is Kind.BODY for argument in form.arguments) else Role.FORM


def _is_mark(name: str) -> bool:
    return name[0] in _MARKS


def _by_end(names: Iterable[str]) -> list[tuple[list[str], str]]:
    """The names split into marks, which need no blank behind them, and words."""
    marks = [name for name in names if _is_mark(name)]
    words = [name for name in names if not _is_mark(name)]
    ends = [(marks, f"(?![{re.escape(_MARKS)}])"), (words, _END)]
    return [(some, end) for some, end in ends if some]


def _any(names: Iterable[str]) -> str:
    return "|".join(map(re.escape, sorted(names, key=lambda name: (-len(name), name))))
