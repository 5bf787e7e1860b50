"""What users read: English sentences, which know how to be said in other languages.

What comes in: templates with ``{names}``, and what stands for the names.  What goes out: a
:class:`Message`, a text in English that keeps its template; :func:`translated` says it in the
language in force, from the gettext catalogue ``locale/LANGUAGE/LC_MESSAGES/yisp.mo``.  The language is
chosen once by a command (:func:`chosen`), or for a stretch of code with :func:`speaking`.

What is kept or sent (diagnostics, what the cache holds) is made with :func:`say`; what is shown at once
with :func:`told`.  Both take a template that is a constant, since the catalogues are made from the source
(``python tests/catalogues.py --write``).  A sentence is one template: its words are never glued together, for
their order is another one elsewhere.  An argument may itself be a Message.

What is not handled: numbers and dates, which are written in the same way in all three languages.

(On the warm start's path: catalogues are imported for languages other than English alone.)
"""

from __future__ import annotations

import os
from contextlib import contextmanager
from contextvars import ContextVar

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from typing import Any, Protocol

    class Translations(Protocol):
        """What gettext's catalogues do as well."""

        def gettext(self, text: str, /) -> str: ...

        def ngettext(self, one: str, many: str, number: int, /) -> str: ...


ENGLISH = "en"
LANGUAGES = {"en": "English", "zh": "简体中文", "ja": "日本語"}
"""The languages there are, by code, each by its own name."""

DOMAIN = "yisp"
FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "locale")
"""Where the catalogues are."""

_VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")  # as gettext asks them
_UNTRANSLATED = ("en", "c", "posix")

_language: ContextVar[str] = ContextVar("language", default=ENGLISH)


class Message(str):
    """A sentence in English that keeps its template and what stands for the template's names.

    ``plural`` is the template for any ``number`` but 1; both are None where nothing is counted.
    """

    __slots__ = ("template", "plural", "number", "arguments")
    template: str
    plural: str | None
    number: int | None
    arguments: Mapping[str, Any]

    def __str__(self) -> str:
        """Itself, so that ``str(error)`` of what was raised with a Message can be said in any language."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _made, (self.template, self.plural, self.number, dict(self.arguments))


def quoted(text: object) -> str:
    """A text in quotation marks, as Python writes it, but with the blanks of every script as they are."""
    written = repr(text)
    if "\\" not in written:
        return written
    import re  # hardly any text needs it

    return re.sub(r"(?<!\\)((?:\\\\)*)\\(?:u([0-9a-f]{4})|x(a0))", _blank, written)


def _blank(escaped: re.Match[str]) -> str:
    char = chr(int(escaped[2] or escaped[3], 16))
    return escaped[1] + char if char.isspace() and char not in "\u2028\u2029" else escaped[0]


def say(template: str, /, **arguments: Any) -> Message:
    """The template with its names filled in; without arguments braces stand for themselves."""
    return _made(template, None, None, arguments)


def say_n(singular: str, plural: str, number: int, /, **arguments: Any) -> Message:
    """The same, where the sentence counts something: ``{number}`` is how many."""
    return _made(singular, plural, number, {"number": number, **arguments})


def again(message: Message, /, **arguments: Any) -> Message:
    """The same sentence with something else for those of its names that are given."""
    known = message.arguments
    changed = {name: value for name, value in arguments.items() if name in known}
    return _made(message.template, message.plural, message.number, {**known, **changed})


def filled(template: Message, /, **arguments: Any) -> Message:
    """A template that was declared with its names, ``say("{a} and {b}")``, with something for each."""
    return _made(template.template, None, None, arguments)


def declared(text: str) -> Message:
    """A declared text (a form's summary, an option's help) for a sentence that it is a part of."""
    return _made(text, None, None, {})


IN_LANGUAGES = "{en}"
"""The template of what somebody else wrote in several languages."""


def spoken(texts: Mapping[str, str]) -> Message:
    """What somebody wrote in several languages, by their codes: English as long as no other is in force."""
    first = next(iter(texts.values()))
    return _made(IN_LANGUAGES, None, None, {ENGLISH: first, **texts})


def told(template: str, /, **arguments: Any) -> str:
    """What :func:`say` makes, at once in the language in force."""
    return translated(say(template, **arguments))


def told_n(singular: str, plural: str, number: int, /, **arguments: Any) -> str:
    """What :func:`say_n` makes, at once in the language in force."""
    return translated(say_n(singular, plural, number, **arguments))


def plain(text: str) -> str:
    """The text as a str that is no Message, for those who take no other, as what sends warnings elsewhere."""
    return str.__str__(text)


def all_of(texts: Iterable[str]) -> str:
    """Texts as one: ``A and B``."""
    return _joined(list(texts), lambda first, last: say("{first} and {next}", first=first, next=last))


def one_of(texts: Iterable[str]) -> str:
    """Texts as one: ``A or B``."""
    return _joined(list(texts), lambda first, last: say("{first} or {next}", first=first, next=last))


def with_commas(texts: Iterable[str]) -> str:
    """Texts as one, ``A, B``; other languages have a comma of their own."""
    return _joined(list(texts), lambda first, last: say("{first}, {next}", first=first, next=last))


def _joined(texts: list[str], pair: Callable[[str, str], Message]) -> str:
    """In halves, for a stranger's file may have a thousand of them, and none lies deep in another so."""
    if len(texts) < 2:
        return texts[0] if texts else ""
    middle = len(texts) // 2
    return pair(_joined(texts[:middle], pair), _joined(texts[middle:], pair))


def _made(template: str, plural: str | None, number: int | None, arguments: Mapping[str, Any]) -> Message:
    form = template if plural is None or number == 1 else plural
    message = Message(form.format(**arguments) if arguments else form)
    message.template, message.plural = template, plural
    message.number, message.arguments = number, arguments
    return message


def translated(text: str) -> str:
    """The text in the language in force: a Message, with the Messages in it; any other text as it is."""
    language = _language.get()
    if language == ENGLISH or not isinstance(text, Message):
        return text
    if text.template == IN_LANGUAGES:
        return str(text.arguments.get(language, text))
    form = in_force(text)
    if not text.arguments:
        return form
    return _filled(
        form,
        {
            name: translated(value) if isinstance(value, str) else value
            for name, value in text.arguments.items()
        },
    )


def in_force(text: Message) -> str:
    """The template of a sentence in the language in force, its names not filled in."""
    one, many, number = text.template, text.plural, text.number
    language = _language.get()
    if many is None or number is None:
        return one if language == ENGLISH else _catalogue(language).gettext(one)
    if language == ENGLISH:
        return one if number == 1 else many
    return _catalogue(language).ngettext(one, many, number)


def _filled(form: str, arguments: Mapping[str, Any]) -> str:
    """The form with its names filled in.  Its blanks part Chinese or Japanese from what is written in Latin
    letters, and go where Chinese or Japanese stands on both sides: a card may be called either way."""
    from string import Formatter

    formatter = Formatter()
    text, after = "", False
    for literal, name, spec, conversion in formatter.parse(form):
        if after and literal[:1] == " " and is_wide(text[-1:]) and is_wide(literal[1:2]):
            literal = literal[1:]
        text, after = text + literal, name is not None
        if name is None:
            continue
        value = formatter.convert_field(arguments[name], conversion)
        piece = format(value, spec or "")
        if literal[-1:] == " " and is_wide(literal[-2:-1]) and is_wide(piece[:1]):
            text = text[:-1]
        text += piece
    return text


def is_wide(character: str) -> bool:
    """Whether a character is one of Chinese or Japanese, between which there are no blanks."""
    return "\u3000" <= character <= "\u9fff" or "\uf900" <= character <= "\uffef"


def system_reason(error: Exception) -> str:
    """What the system says is wrong; the catalogues have what it says of files."""
    said = getattr(error, "strerror", None)
    return declared(said) if said else str(error)


def look_up(text: str) -> str:
    """A declared text (a form's summary, an option's help) in the language in force; itself where the
    catalogue has none."""
    return translated(declared(text)) if text else text


# As plain data ---------------------------------------------------------------------------------


def to_data(text: str) -> Any:
    """A text as JSON can hold it, so that it can be said in another language when it is read."""
    if not isinstance(text, Message):
        return text
    arguments = {
        name: to_data(value) if isinstance(value, str) else value for name, value in text.arguments.items()
    }
    return [text.template, text.plural, text.number, arguments]


def from_data(data: Any) -> str:
    """What :func:`to_data` was given."""
    if isinstance(data, str):
        return data
    template, plural, number, arguments = data
    return _made(
        template,
        plural,
        number,
        {name: from_data(value) if isinstance(value, list) else value for name, value in arguments.items()},
    )


def is_data(data: Any, deepest: int = 8) -> bool:
    """Whether that is such data, whoever wrote it: a text, or templates in which names stand for what there
    is, each once, so that no sentence is longer than its parts are together."""
    if isinstance(data, str):
        return True
    match data:
        case [str(template), str() | None as plural, int() | None, dict(arguments)] if deepest:
            forms = [template] if plural is None else [template, plural]
            return all(_is_template(form, arguments) for form in forms) and all(
                isinstance(value, int | float) or is_data(value, deepest - 1) for value in arguments.values()
            )
    return False


def _is_template(text: str, arguments: Mapping[str, Any]) -> bool:
    import re

    if not arguments:
        return True
    names = re.findall(r"\{([a-z_]+)\}", text)
    plain = re.fullmatch(r"(?:[^{}]|\{[a-z_]+\})*", text) is not None
    return plain and len(set(names)) == len(names) and arguments.keys() >= set(names)


# The language in force -------------------------------------------------------------------------


def language() -> str:
    """The language in force, a key of :data:`LANGUAGES`."""
    return _language.get()


def speak(language: str) -> None:
    """Say everything in this language from now on.  Raises KeyError for one that there is not."""
    LANGUAGES[language]
    _language.set(language)


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Say everything in this language for a while.  Raises KeyError for one that there is not."""
    LANGUAGES[language]
    token = _language.set(language)
    try:
        yield
    finally:
        _language.reset(token)


def chosen(environment: Mapping[str, str] | None = None) -> str:
    """The language that the environment asks for, as gettext reads it: the first of LANGUAGE, LC_ALL,
    LC_MESSAGES and LANG that says something; English where we do not have it."""
    values = os.environ if environment is None else environment
    wanted = next((values[name] for name in _VARIABLES if values.get(name)), "")
    for word in wanted.split(":"):
        name = word.replace("-", "_").partition(".")[0].partition("@")[0].partition("_")[0].lower()
        if name in LANGUAGES or name in _UNTRANSLATED:
            return name if name in LANGUAGES else ENGLISH
    return ENGLISH


def catalogue_path(language: str, domain: str) -> str:
    """The compiled catalogue of a language: what we say ourselves, or what another domain says."""
    return os.path.join(FOLDER, language, "LC_MESSAGES", domain + ".mo")


_catalogues: dict[str, Translations] = {}


def _catalogue(language: str) -> Translations:
    found = _catalogues.get(language)
    if found is None:
        from .catalogue import Catalogue

        found = _catalogues[language] = Catalogue(catalogue_path(language, DOMAIN))
    return found
