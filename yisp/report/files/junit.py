"""Expectations as JUnit XML, which servers for continuous integration show as tests.

What comes in: what came of each deck.  What goes out: one document, with a suite for each deck and a case
for each expectation, whose class is the topic.  A deck that could not be run, or not to its end, has a case
of its own with an error; its expectations are skipped then, for nobody knows.

There is no standard: the elements are those that Jenkins, GitLab and others read.  XML cannot hold most
control characters, not even escaped; names have them written out, as in all reports.

Not handled: how long a case took (a deck is answered as a whole).
"""

from __future__ import annotations

from dataclasses import field
from xml.etree import ElementTree

from ...simulate.counting.expectations import Verdict
from ...simulate.result import Result, TopicResult
from ...structs import dataclass
from ..layout import shown
from ..text import expectations


@dataclass(frozen=True, slots=True)
class Error:
    """Why a deck's run failed: one line, all of it, and what sort of trouble it is."""

    message: str
    text: str
    kind: str


@dataclass(frozen=True, slots=True)
class Suite:
    """What came of one deck; ``result`` is None where it could not be run."""

    deck: str
    result: Result | None = None
    errors: list[Error] = field(default_factory=list)

    @property
    def verdicts(self) -> list[tuple[TopicResult, Verdict]]:
        """All expectations, with their topics."""
        played = () if self.result is None else self.result.played
        return [(topic, verdict) for topic in played for verdict in topic.expect]

    @property
    def judged(self) -> bool:
        """Whether expectations count: not those of a run that was ended."""
        return self.result is not None and self.result.judged


def render(suites: list[Suite]) -> bytes:
    """The document, in UTF-8."""
    counts = [_counts(suite) for suite in suites]
    totals = {name: str(sum(int(count[name]) for count in counts)) for name in counts[0]} if counts else {}
    root = ElementTree.Element("testsuites", {"name": "yispc", **totals, "time": _seconds(*suites)})
    for suite, count in zip(suites, counts, strict=True):
        root.append(_suite(suite, count))
    ElementTree.indent(root)
    return bytes(ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)) + b"\n"


def _counts(suite: Suite) -> dict[str, str]:
    verdicts = [verdict for _, verdict in suite.verdicts]
    failures = sum(verdict.holds is False for verdict in verdicts) if suite.judged else 0
    return {
        "tests": str(len(verdicts) + len(suite.errors)),
        "failures": str(failures),
        "errors": str(len(suite.errors)),
        "skipped": str(0 if suite.judged else len(verdicts)),
    }


def _seconds(*suites: Suite) -> str:
    return f"{sum(sum(one.result.seconds.values()) for one in suites if one.result is not None):.3f}"


def _suite(suite: Suite, counts: dict[str, str]) -> ElementTree.Element:
    element = ElementTree.Element("testsuite", {"name": shown(suite.deck), **counts, "time": _seconds(suite)})
    if suite.result is not None:
        element.append(_properties(suite.result))
    for error in suite.errors:
        case = ElementTree.SubElement(element, "testcase", classname=shown(suite.deck), name="run")
        _told(case, "error", error.message, error.kind).text = _text(error.text)
    for topic, verdict in suite.verdicts:
        element.append(_case(suite, topic, verdict))
    return element


def _properties(result: Result) -> ElementTree.Element:
    """What is needed to have the same run again."""
    element = ElementTree.Element("properties")
    properties = {"seed": result.seed}
    properties |= {f"set {name}": value for name, value in result.program.values.items()}
    properties |= {f"with {name}": count for name, count in result.program.counts.items()}
    for name, value in properties.items():
        ElementTree.SubElement(element, "property", name=shown(name), value=str(value))
    return element


def _case(suite: Suite, topic: TopicResult, verdict: Verdict) -> ElementTree.Element:
    played = f", played by {topic.policy}" if len(topic.policies) > 1 else ""
    case = ElementTree.Element(
        "testcase",
        classname=shown(topic.name) + played,
        name=expectations.written(verdict),
        file=shown(verdict.file),
        line=str(verdict.line),
    )
    if not suite.judged:
        _told(case, "skipped", "the run did not come to its end")
    elif verdict.holds is False:
        lines = expectations.failed(verdict, topic)
        _told(case, "failure", expectations.value(verdict), "expectation").text = "\n".join(lines)
    return case


def _told(case: ElementTree.Element, tag: str, message: str, kind: str | None = None) -> ElementTree.Element:
    element = ElementTree.SubElement(case, tag, message=shown(message))
    if kind is not None:
        element.set("type", kind)
    return element


def _text(lines: str) -> str:
    """Text of several lines, with everything else that XML cannot hold written out."""
    return "\n".join(map(shown, lines.splitlines()))
