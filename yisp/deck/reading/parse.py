"""From a file's bytes to its nodes.

What comes in: the bytes or the text of one YAML file.  What goes out: a
:class:`~yisp.deck.reading.document.Document`, or a :class:`~yisp.lang.diagnostics.DeckError` that carries
every mistake found.  The file is read by the events of PyYAML, of which ``compose`` makes nodes: no tag
is ever resolved.  Where the parser stops, ``complaints`` finds the words.
"""

from __future__ import annotations

from ...lang.diagnostics import Diagnostics, Place
from ...lang.remedy import of
from ...lang.source import TextSource
from ...messages import say
from .document import Document
from .source import read_source


def read_document(data: bytes | str, file: str, diagnostics: Diagnostics, nodes: int = 0) -> Document:
    """Read one file; raises :class:`DeckError` when it has mistakes.

    ``nodes`` is how many there are in other files of the same deck.
    """
    document = read_nodes(read_source(data, file, diagnostics), diagnostics, nodes)
    diagnostics.raise_errors()
    assert document is not None
    return document


def read_nodes(source: TextSource, diagnostics: Diagnostics, nodes: int = 0) -> Document | None:
    """The nodes of a file, whatever is wrong with them; None when it is not YAML.

    Raises :class:`DeckError` where the file goes beyond a limit.
    """
    import yaml  # here, because importing yisp's front end is to cost nothing until a file is read

    from .complaints import explain
    from .compose import Composer, too_deep
    from .surrogates import Pairs

    pairs = Pairs(source.text)
    loader = getattr(yaml, "CLoader", yaml.Loader)
    try:
        events = yaml.parse(pairs.hidden, Loader=loader)
        return Composer(source, events, pairs, diagnostics, nodes).document()
    except yaml.MarkedYAMLError as error:
        complaint = explain(error, source.text)
        place = source.place(complaint.start, complaint.end)
        if "nesting depth" in (error.problem or ""):  # libyaml 0.2.6 looks ahead, and stops before we do
            diagnostics.error("Y009", too_deep(), place)
        else:
            diagnostics.error("Y005", complaint.message, place, of(complaint.hint, source))
    except (yaml.YAMLError, ValueError, OverflowError):
        # PyYAML's pure parser lets numbers beyond Unicode, or of thousands of digits, run into Python's
        # own exceptions, without a place.
        message = say("the file is not YAML: an escape or a number in it is out of range")
        diagnostics.error("Y005", message, Place(source.file, 1, 1, ""))
    return None
