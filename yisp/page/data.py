"""What a page knows: everything in it, as one JSON object.

What comes in: a deck, the result of its run and, where there are some, a comparison and a sweep.  What goes
out: the object that is embedded in the page and that ``reading`` reads back: the JSON report as ``yispc
--json`` prints it, and beside it sentences, what cards do, sample hands, notices and warnings with their
lines, the deck's text, the command that writes the page again.

Names and scripts are the author's, as written: whoever shows them sees to it that they are text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..columns import width
from ..lang.diagnostics import excerpt
from ..messages import language, translated
from ..report.text import notices
from ..report.text.text import known, render
from ..simulate.counting.probabilities import NoExactAnswer
from ..simulate.stop import Ended, reason_of
from ..version import VERSION
from . import sentences
from .catalogue import page_messages
from .commands import before_commands, page_command, replay_command
from .files import File, deck_files, line_of
from .hands import SHOWN_COSTS, Replays
from .studies import comparison_data, sweep_data

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from ..deck.model import Deck
    from ..simulate.counting.estimates import Number
    from ..simulate.result import Result, TopicResult
    from ..studies.comparison.comparison import Comparison
    from ..studies.sweeping.sweep import Sweep
    from .pictures import Pictures

SCHEMA = 1
"""The shape of the page's data; another shape has another number."""

MOST_PICTURES = 4 * 2**20
"""Bytes that pictures of cards take in a page, all together."""

Data = dict[str, Any]


class Page:
    """A page's ``data``, the ``text`` that says the same without a script, and what ``ended`` the looking for
    sample hands, if anything did.

    Its ``pictures`` take so many bytes; ``unpictured`` are cards whose pictures there was no room for.
    """

    def __init__(self, data: Data, text: str, ended: str | None) -> None:
        self.data = data
        self.text = text
        self.ended = ended
        self.pictures = 0
        self.unpictured: list[str] = []


def page_of(
    deck: Deck,
    result: Result,
    *,
    asked: Mapping[str, Any] | None = None,
    out: str = "report.html",
    comparison: Comparison | None = None,
    sweep: Sweep | None = None,
    pictures: Pictures | None = None,
    panels: Sequence[Data] = (),
) -> Page:
    """The page of a deck's result; ``asked`` is what was asked of the run besides (``commands.WORDS``),
    ``out`` the file that the command is to write.  ``pictures`` of cards become part of the page; ``panels``
    are what was studied besides, each a ``kind`` and its ``content`` (``page.panels``), and of which topic
    (``topic``) it is where they are of several."""
    from ..explain.decks import explained

    files = deck_files(deck)
    data: Data = {
        "page": SCHEMA,
        "yisp": VERSION,
        "language": language(),
        "messages": page_messages(language()),
        "title": sentences.deck_title(deck),
        "asked": sentences.question(deck),
        "answers": [sentences.answer(topic) for topic in result.played],
        "ended": sentences.ended(result),
        "before_commands": before_commands(deck),
        "command": page_command(deck, result, asked or {}, out),
        "kinds": kinds_of(deck),
        "known": known(result),
        "explained": explained(deck, topics=False).to_data(),
        "report": _report(result),
        "played": [_played(deck, result, topic) for topic in result.played],
        "warnings": warnings_of(deck),
        "notices": [one for topic in result.played for one in notices_of(deck, result, topic, files)],
        "files": [file._asdict() for file in files],
        "comparison": None if comparison is None else comparison_data(comparison, result),
        "sweep": None if sweep is None else sweep_data(sweep),
        "panels": list(panels),
    }
    ended = _add_samples(data, deck, result)
    page = Page(data, render(result), ended)
    if pictures is not None:
        _add_pictures(page, pictures)
    return page


def kinds_of(deck: Deck, picture: Callable[[str], str | None] = lambda _: None) -> list[Data]:
    """The cards of a deck, by kind; ``picture`` gives the address of a card's picture, where it has one."""
    found, about = [], deck.descriptions
    for kind in deck.kinds:
        data: Data = {
            "name": kind.name,
            "description": about[kind.name],
            "attributes": list(kind.attributes),
            "count": kind.count,
            "zone": kind.zone,
        }
        if (address := picture(kind.name)) is not None:
            data["picture"] = address
        found.append(data)
    return found


def _add_pictures(page: Page, pictures: Pictures) -> None:
    """Give cards their pictures, as far as there is room: first those of sample hands."""
    kinds = page.data["kinds"]
    samples = [one for played in page.data["played"] for one in played["samples"]]
    drawn = [card for one in samples for hand in one["hands"] for card in hand["cards"]]
    for card in dict.fromkeys([*drawn, *range(len(kinds))]):
        name = kinds[card]["name"]
        found = pictures.of(name) if pictures.has(name) else None
        if found is None:
            continue
        address = found.address
        if page.pictures + len(address) > MOST_PICTURES:
            page.unpictured.append(name)
            continue
        page.pictures += len(address)
        kinds[card]["picture"] = address


def _report(result: Result) -> Data:
    """The JSON report; where trials are weighted, with the ``shares`` that counts do not tell."""
    report = report_in_words(result)
    for played, one in _each_played(result, report):
        _add_shares(played.score, one["score"])
        for name, stat in played.stats.items():
            _add_shares(stat, one["stats"][name])
    return report


def report_in_words(result: Result) -> Data:
    """The JSON report, but that its reasons are in the language in force: they are shown; and that scores
    that were not counted apart are said to be ``binned``, as the ``quantiles_are`` of a stat say."""
    report = result.to_dict()
    for played, one in _each_played(result, report):
        if played.reason is not None:
            one["reason"] = translated(played.reason)
        if played.score.binned:
            one["score"]["binned"] = True
    return report


def _each_played(result: Result, report: Data) -> Iterator[tuple[TopicResult, Data]]:
    for topic, fields in zip(result.topics.values(), report["topics"], strict=True):
        yield from zip(topic.policies.values(), fields.get("policies", [fields]), strict=True)


def _add_shares(number: Number, fields: Data) -> None:
    if number.parts is not None:
        fields["shares"] = {str(value): share for value, share in number.shares().items()}


def _played(deck: Deck, result: Result, topic: TopicResult) -> Data:
    model = deck.topics[topic.index]
    return {
        "topic": topic.name,
        "policy": topic.policy,
        "setting": sentences.setting(deck, model, topic.policy),
        "answer": sentences.answer(topic),
        "reason": None if topic.reason is None else translated(topic.reason),
        "wants": sentences.wants(deck, model.judged),
        "samples": [],
        "choices": [],
    }


def notices_of(deck: Deck, result: Result, topic: TopicResult, files: list[File]) -> list[Data]:
    """The notices of a topic under one policy, in words."""
    return [
        {
            "topic": topic.name,
            "policy": topic.policy,
            "code": notice.code,
            "short": notices.in_short(notice),
            "share": notice.share.rate,
            "text": notices.happened(notice),
            "often": notices.how_often(notice, topic),
            "file": notice.file or deck.file,
            "line": notice.line,
            "column": notice.column,
            "source": line_of(files, notice.file or deck.file, notice.line),
            "command": None if notice.trial is None else replay_command(deck, result, topic, notice.trial),
        }
        for notice in topic.notices
    ]


def warnings_of(deck: Deck) -> list[Data]:
    """What was doubted when the deck was read, in words, each with its line: ``mark`` are the places in
    ``source`` between which the doubt is."""
    found = []
    for one in deck.diagnostics:
        place, line = one.place, excerpt(one.place)
        found.append(
            {
                "severity": one.severity,
                "code": one.code,
                "text": translated(one.message),
                "hint": None if one.hint is None else translated(one.hint),
                "file": deck.file if place is None else place.file,
                "line": None if place is None else place.line,
                "column": None if place is None else place.column,
                "source": None if line is None else line[0],
                "mark": None if line is None else _under(*line),
            }
        )
    return found


def _under(line: str, carets: str) -> list[int]:
    """The places of the line between which carets stand below it."""
    before = carets.count(" ")
    start = next(at for at in range(len(line) + 1) if width(line[:at]) >= before)
    return [start, next((at for at in range(start, len(line)) if width(line[:at]) >= len(carets)), len(line))]


def _add_samples(data: Data, deck: Deck, result: Result) -> str | None:
    """Look for sample hands of every topic, unless the run was to end; what ended that."""
    if result.ended is not None:
        return None
    try:
        for played, topic in zip(data["played"], result.played, strict=True):
            try:
                replays = Replays.of_topic(deck, result, topic)
                played["samples"] = replays.samples()
                played["choices"] = [replays.dealt(cost.trial) for cost in topic.costs[:SHOWN_COSTS]]
            except NoExactAnswer:  # answered exactly, and by somebody who cannot play trials
                continue
    except (KeyboardInterrupt, Ended) as error:
        return reason_of(error)
    return None
