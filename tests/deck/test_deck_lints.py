"""Doubts about a deck as a whole: said when they help, silent when a construct has a use."""

from __future__ import annotations

import pytest


def deck_text(program="@", header="", topic="", combo="hand: [a]", alias="", run="true"):
    return f"""\
deck:
  cards:
    a: {{count: 3, attribute: [x]}}
    b: {{count: 3, attribute: [x, y]}}
    c: {{count: 3, attribute: [y], program: ['{program}']}}
    d: {{count: 0, attribute: [x, z]}}
  alias: {{{alias}}}
simulate:
  tests:
    t:
      exec-program: {run}
      header: '{header}'
{topic}      combos:
        c1: {{{combo}}}
"""


MOVE = "[1]@;(# X B)"


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        # slots of which the earlier may take what the later needs
        ({"combo": "hand: ['a:x', a]"}, ["Y420? 14:21"]),
        ({"combo": "hand: [a, 'a:x']"}, []),
        ({"combo": "hand: ['a:x', 'a:y']"}, ["Y420? 14:21"]),
        ({"combo": "hand: ['a:x', 'a:x']"}, []),
        ({"combo": "hand: ['2x a:x', b]"}, ["Y420? 14:21"]),
        ({"combo": "hand: ['0x a:x', c]"}, []),
        ({"combo": "hand: ['a:x', 'a:x !d']"}, []),  # differ only in a card without copies
        ({"combo": "hand: ['a:x', a]", "topic": "      match: best\n"}, []),
        # aliases
        ({"alias": "A: a"}, ["Y421? 7:11"]),
        ({"alias": "A: a", "combo": "hand: [A]"}, []),
        ({"alias": "A: a", "combo": "hand: ['!A']"}, []),
        ({"alias": "A: a, B: A", "combo": "hand: [B]"}, []),
        ({"alias": "A: a", "combo": "score: '|H.A|'"}, []),
        # variables of more than one letter
        ({"header": "(= plays 1)"}, ["Y408? 12:19"]),
        ({"header": "(= plays 1)", "program": "/plays;@;(# X B)"}, []),
        ({"header": "(= plays 1)", "combo": "score: playz"}, ["Y408? 12:19", "Y409? 14:21"]),
        # tags
        ({"program": '[1]@;(# X B);(! "draw")'}, ["Y423? 5:60"]),
        ({"program": "[1]@;(# D.1 H [draw!]);(! draw)"}, []),
        ({"header": "(on turn-end 1 [slow]);(= plays (would [slow] 1))", "program": "/plays;@;(# X B)"}, []),
        (
            {"header": "(on turn-end 1 [slow]);(= plays (would [slo] 1))", "program": "/plays;@;(# X B)"},
            ["Y423? 12:49"],
        ),
        ({"header": "(on turn-end 1 [slow]);(= n (would [!slow !fast] 1));(print n)"}, ["Y423? 12:45"]),
        ({"header": "(on turn-end 1 [slow]);(! slow)"}, ["Y423? 12:38"]),
        # combos
        ({"combo": ""}, ["Y424? 14:9"]),
        ({"combo": "score: 2"}, ["Y424? 14:9"]),
        ({"header": "(= plays 1)", "combo": "score: (abs plays)"}, []),
        ({"combo": "condition: 1"}, []),
        # zones that stay empty
        ({"combo": "grave: [a]", "program": "[1]@;(# X F)"}, ["Y425? 14:22"]),
        ({"combo": "grave: ['0x a']", "program": "[1]@;(# X F)"}, []),
        ({"combo": "grave: [a]", "program": MOVE}, []),
        ({"combo": "grave: [a]", "header": "(# D.3 B)"}, []),
        ({"combo": "grave: [a]", "program": MOVE, "run": "false"}, ["Y425? 14:22", "Y426? 5:5"]),
        ({"combo": "E: [a]", "header": "(# D.3 F)"}, ["Y425? 14:18"]),
        # programs that never run
        ({"program": MOVE, "run": "false"}, ["Y426? 5:5"]),
        # more than there is
        ({"combo": "hand: ['4x a']"}, ["Y427? 14:21"]),
        ({"combo": "hand: ['7x a:x']"}, ["Y427? 14:21"]),
        ({"combo": "hand: [d]"}, ["Y427? 14:20"]),
        ({"combo": "hand: [a, a, a]"}, []),
        ({"combo": "hand: [2x a, a]"}, []),
        ({"combo": "hand: [a, a, a, a, a]"}, ["Y427? 14:29"]),
        ({"combo": "hand: [2x a, 0x b, 2x a]"}, ["Y427? 14:32"]),
        ({"combo": "hand: [2x a, 5x a]"}, ["Y427? 14:26"]),
    ],
)
def test_warnings(parts, expected, problems):
    parts = {"program": MOVE, **parts}
    found = problems(deck_text(**parts))
    assert [item.split()[0] for item in found] == [item.split()[0] for item in sorted(expected, key=place)]
    assert {item.split(":")[0] for item in found} == {item.split(":")[0] for item in expected}


def place(found):
    line, column = found.split()[1].split(":")
    return int(line), int(column)


def test_overlaps_are_said_once_a_topic(diagnostics):
    text = deck_text(program=MOVE, combo="hand: ['a:x', a]}\n        c2: {hand: ['a:x', b]")
    (found,) = diagnostics(text)
    assert "1 more" in found.message


def test_an_overlap_names_the_first_card_that_both_may_take(diagnostics):
    (found,) = diagnostics(deck_text(program=MOVE, combo="hand: ['!d', 'a:x']"))
    assert "may take `a`, which the item in line 14 needs" in found.message


def test_a_variable_is_told_the_nearest_assigned_one(diagnostics):
    text = deck_text(program=MOVE, header="(= plays 1)", combo="score: '(+ plays playz)'")
    (found,) = diagnostics(text)
    assert (found.code, found.hint) == ("Y409", "did you mean `plays`?")


@pytest.mark.parametrize(
    ("parameters", "script", "expected"),
    [
        ("{down: 2}", "(> down 1)", []),
        ("{down: 2}", "(> dwon 1)", ["Y431? 2:7", "Y409? 5:43"]),
        ("{down: two}", "(> down 1)", ["Y201 2:13"]),
        ("{d: 2}", "(> 2 1)", ["Y220 2:7"]),
        ("{Down: 2}", "(> 2 1)", ["Y220 2:7"]),
        ("[down]", "(> 2 1)", ["Y201 2:6"]),
    ],
)
def test_parameters(problems, parameters, script, expected):
    text = f"""
set: {parameters}
deck: {{cards: {{a: {{count: 9}}}}}}
simulate:
  tests: {{t: {{combos: {{c: {{condition: '{script}'}}}}}}}}
"""
    assert problems(text) == expected
