"""JUnit XML: what its elements and attributes are, and that any name leaves it well formed."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from known_results import compiled, hands, result_of

import yisp
from yisp.report.files.junit import Error, Suite, render

DECK = """
set: {draws: 2}
deck: {cards: {a: {count: 3}, b: {count: 37}}}
simulate:
  tests:
    t:
      header: '(# D.:draws H)'
      combos: {A: {hand: [a]}}
      expect: ["rate >= 0.1", "A >= 0.9"]
    u:
      combos: {A: {hand: [a]}}
"""


def parsed(*suites: Suite) -> ElementTree.Element:
    return ElementTree.fromstring(render(list(suites)))


def suite() -> Suite:
    return Suite("decks/deck.yml", yisp.run(yisp.loads(DECK, "decks/deck.yml"), seed=7))


def test_a_suite_for_each_deck_and_a_case_for_each_expectation() -> None:
    root = parsed(suite(), Suite("other.yml", errors=[Error("no", "no\n  ^", "Y104")]))
    assert (root.tag, root.get("name")) == ("testsuites", "yispc")
    assert {key: root.get(key) for key in ("tests", "failures", "errors", "skipped")} == {
        "tests": "3", "failures": "1", "errors": "1", "skipped": "0",
    }  # fmt: skip
    first, second = root
    assert [one.get("name") for one in root] == ["decks/deck.yml", "other.yml"]
    assert {key: first.get(key) for key in ("tests", "failures", "errors")} == {
        "tests": "2", "failures": "1", "errors": "0",
    }  # fmt: skip
    assert float(first.get("time", "")) > 0
    cases = first.findall("testcase")
    assert [(case.get("classname"), case.get("name")) for case in cases] == [
        ("t", "rate >= 0.1"),
        ("t", "A >= 0.9"),
    ]
    assert [(case.get("file"), case.get("line")) for case in cases] == [("decks/deck.yml", "9")] * 2
    assert not list(cases[0])
    (failure,) = cases[1]
    assert (failure.tag, failure.get("type")) == ("failure", "expectation")
    assert str(failure.get("message")).startswith("the value is 0.4")
    assert str(failure.text).startswith("decks/deck.yml:9:32: expectation failed: A >= 0.9\n")
    (case,) = second.findall("testcase")
    (error,) = case
    assert (error.tag, error.get("message"), error.get("type"), error.text) == (
        "error",
        "no",
        "Y104",
        "no\n  ^",
    )


def test_what_is_needed_for_the_same_run_is_said() -> None:
    result = yisp.run(yisp.loads(DECK).with_counts({"a": 4}), seed=7, set={"draws": 1})
    properties = {
        one.get("name"): one.get("value") for one in parsed(Suite("deck.yml", result)).iter("property")
    }
    assert properties == {"seed": "7", "set draws": "1", "with a": "4"}


def test_a_run_that_did_not_end_fails_no_expectation() -> None:
    told = suite()
    assert told.result is not None
    told.result.partial = True
    (element,) = parsed(Suite("deck.yml", told.result, [Error("the time limit was reached", "", "ended")]))
    assert (element.get("failures"), element.get("skipped"), element.get("errors")) == ("0", "2", "1")
    assert [[child.tag for child in case] for case in element.iter("testcase")] == [
        ["error"],
        ["skipped"],
        ["skipped"],
    ]


def test_the_same_topic_under_several_policies_has_classes_of_their_own() -> None:
    result = yisp.run(yisp.loads(DECK), policy=["greedy", "best"])
    classes = [case.get("classname") for case in parsed(Suite("d", result)).iter("testcase")]
    assert classes == ["t, played by greedy"] * 2 + ["t, played by best"] * 2


def test_without_expectations_there_are_no_cases() -> None:
    program = compiled()
    (element,) = parsed(Suite("deck.yml", result_of(program, hands(program))))
    assert element.get("tests") == "0"
    assert not element.findall("testcase")


@pytest.mark.parametrize(
    "name", ["<&>\"'", "\x00\x08\x1b", "\ufffe\uffff", "\ud800", "a\nb\tc", "]]>", "灯", "\U0001ffff"]
)
def test_any_name_leaves_the_document_well_formed(name: str) -> None:
    result = yisp.run(yisp.loads(DECK), seed=7)
    topic = result.topics["t"]
    topic.name = topic.expect[1].file = name
    topic.expect[1].text = f'"{name}" >= 1'
    root = parsed(Suite(name, result, [Error(name, name, "run")]))
    cases = list(root.iter("testcase"))
    assert len(cases) == 3
    if name.isprintable():
        assert cases[1].get("classname") == name
        assert cases[2].get("name") == f'"{name}" >= 1'
    else:
        assert "\\" in str(cases[1].get("classname"))
    assert "\\" not in str(cases[0][0].text) or not name.isprintable()
