"""The keys of the deck file: declared once, read, and wrong in every way."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from yisp.deck.model import Limits, Policy, Relation, Settings
from yisp.deck.schema import KEYS, children
from yisp.lang.checking.seats import GIVEN

FULL = """
extends:
include: []
use: []
set: {level: 1}
wall: {exits: {pii: 9}}
deal: {hand: 6, reveal: '(draw pii I)'}
seats:
  - name: one
    raid: '(# D.ash.1 H)'
    raid-first: yes
    bargain: {worlds: 2, four: '(== level world)', all: '(== level 3)', any: '0', told: '(= plays (plan me))'}
    beg: '(# D.ash.1 H)'
    on-deal: '(light D.ash 5)'
    on-draw: {pii: '(light D.ash 5)'}
    accept: '(or (< try 3) |H:who|)'
    patience: none
deck:
  size: 40
  cards:
    ash:
      count: 3
      attribute: [monster]
      description: d
      props: {level: 3}
      program: ['[1]@;(# X B);(= plays 1)']
    rest:
      count: -1
      known: true
    '{x} of {y}': {each: {x: [one], y: 1..1}, name: '{x}', count: 0, zone: J}
  alias:
    A: a:monster
  define:
    'twice(n)': '(* 2 n)'
simulate:
  count: 10
  debug: Yes
  confidence-interval: ON
  seed: 0
  strict: 'true'
  limits: {activations: 1, steps: 2, nesting: 3, cards: 40, kinds: 3}
  tests:
    t:
      start-card: '6'
      deal: joint
      exec-program: y
      header: '(= plays (twice 0))'
      before-play: '(# D.1 H)'
      footer: '(# H B)'
      turns: 2
      draw: 0
      start: {hand: [ash], deck-top: rest, zones: {E: [ash]}, vars: {plays: 1}}
      method: sample
      match: best
      policy: {kind: staged-search, goal: n, pass: never, stage: 2, evaluate: '(+ |H| 1)', worlds: 3,
        solve: 4, budget: 5, table: no}
      combos:
        c:
          score: 2
          condition: '(> plays level)'
          hand: [A]
          grave: [A]
          J: ['0x A']
      stats:
        n: '|B|'
      watch: {w: {hand: [ash]}}
      expect: [rate > 0, 'n.q95 < 10']
      relate: [[n, c], [score, n]]
"""


def test_every_key_is_read(deck):
    loaded = deck(FULL)
    assert [item.code for item in loaded.diagnostics] == ["Y428"], "a deal fills the hands"
    (seat,) = loaded.seats
    assert (seat.name, seat.raids_first, seat.patience, list(seat.on_draw)) == ("one", True, None, ["pii"])
    assert seat.bargain is not None and (seat.bargain.most, len(seat.bargain.claims)) == (2, 3)
    assert {key for key, _ in seat.written} == GIVEN.keys()
    assert (loaded.dealing.hand, loaded.topics[0].joint) == (6, True)
    assert loaded.settings == Settings(10, True, True, 0, Limits(1, 2, 3, 40, 3))
    ash, rest, one = loaded.kinds
    assert (one.name, one.count, one.zone) == ("one", 0, "J")
    assert (ash.name, ash.count, ash.attributes, ash.description) == ("ash", 3, ("monster",), "d")
    assert (len(ash.effects), ash.properties) == (1, {"level": 3})
    assert (rest.count, loaded.size) == (37, 40)
    (topic,) = loaded.topics
    assert (topic.name, topic.start_card, topic.exec_program) == ("t", 1, True), "what is known of the hand"
    assert (topic.method, topic.match) == ("sample", "best")
    policy = topic.policy
    assert policy.evaluate is not None and policy.evaluate.text.text == "(+ |H| 1)"
    assert replace(policy, evaluate=None, place=None) == Policy(
        "staged-search", "n", False, 2, None, 3, 4, 5, False
    )
    assert list(topic.scripts) == ["header", "before-play", "footer"]
    assert (topic.turns, topic.draw, len(loaded.functions)) == (2, 0, 1)
    (combo,) = topic.combos
    assert combo.score == 2
    assert combo.condition is not None
    assert [zone for zone, _ in combo.wants] == ["H", "B", "J"]
    assert [entry.name for entry in topic.watch] == ["w"]
    assert [stat.name for stat in topic.stats] == ["n"]
    assert (topic.start.hand, topic.start.deck_top, topic.start.zones) == ((0,), (1,), (("E", (0,)),))
    assert [variable[:2] for variable in topic.start.variables] == [("plays", 1)]
    assert [item.what for item in topic.expect] == ["topic", "stat"]
    assert loaded.parameters == {"level": 1}
    assert topic.relations == (Relation("n", "c"), Relation("score", "n"))
    used = set(re.findall(r"[a-z][a-z-]+(?=:)", FULL))
    assert {key.name for key in KEYS.values() if key.name not in ("*", "[A-Z]")} <= used


def test_defaults_are_those_of_the_model(deck):
    loaded = deck("deck: {cards: {a: {count: 9}}}\nsimulate: {tests: {t: {combos: {c: {hand: [a]}}}}}")
    assert loaded.settings == Settings()
    (topic,) = loaded.topics
    assert (topic.start_card, topic.exec_program, topic.scripts) == (5, False, {})
    assert (topic.method, topic.match) == ("auto", "first")
    assert topic.combos[0].score == 1


def test_empty_values_are_left_out_values(deck):
    loaded = deck("""
        deck:
          size:
          cards:
            a:
            b:
              count: 9
              attribute:
              description:
              program: ''
          alias:
        simulate:
          count:
          seed:
          limits:
          tests:
            t:
              start-card:
              header: ''
              stats:
              combos:
                c:
                  score:
                  condition: ''
                  hand: [b]
                  grave:
        """)
    assert not list(loaded.diagnostics)
    assert [kind.count for kind in loaded.kinds] == [1, 9]
    assert loaded.topics[0].scripts == {}
    assert [zone for zone, _ in loaded.topics[0].combos[0].wants] == ["H"]


def at(path, value):
    """A valid deck with one more key, and the line of that key."""
    names = [{"*": "x", "[A-Z]": "E"}.get(name, name) for name in path.split(".")]
    tree = {
        "deck": {"cards": {"x": {"count": "40"}}},
        "simulate": {"tests": {"x": {"combos": {"x": {"hand": "[x]"}}}}},
    }
    if names[0] in ("seats", "deal"):
        tree["wall"] = {"exits": {"x": "40"}}
    level = tree
    for name in names[:-1]:
        level = level.setdefault(name, {})
    level[names[-1]] = value
    lines = []

    def write(tree, depth):
        for name, value in tree.items():
            if name == "seats" and isinstance(value, dict):
                lines.extend(["seats:", "  -"])
                write(value, 2)
                continue
            lines.append("  " * depth + f"{name}:" + ("" if isinstance(value, dict) else f" {value}"))
            if isinstance(value, dict):
                write(value, depth + 1)

    write(tree, 0)
    line = next(number for number, text in enumerate(lines, 1) if text.strip() == f"{names[-1]}: {value}")
    deeper = names[0] == "seats" and len(names) > 1  # in a list
    return "\n".join(lines), line, (len(names) + deeper) * 2 - 1


WRONG = {
    "a table of keys": ["[a]", "word"],
    "a table by name": ["[a]", "word"],
    "a whole number": ["1.5", "[1]", "{a: b}", "three", "1_000", "0x10", "1e3", "''", "٣"],
    "true or false": ["1", "[true]", "maybe", "''"],
    "a text": ["[a]", "{a: b}"],
    "one of the words": ["[auto]", "Auto", "''"],
    "one of the words, or a table of keys": ["[auto]", "Auto", "''"],
    "a list of names, or one name": ["{a: b}", "[[a]]", "[{a: b}]"],
    "a script": ["[a]", "{a: b}"],
    "a list of effects, or one effect": ["{a: b}", "[[a]]"],
    "a whole number or a script": ["[a]", "{a: b}"],
    "a condition list": ["[a]", "{a: b}"],
    "a list of condition lists": ["x", "{a: b}"],
    "a list of texts, a text, or a range such as 1..9": ["{a: b}", "[[a]]", "[{a: b}]"],
    "a list of expectations, or one expectation": ["{a: b}", "[[a]]"],
    "a list of tables of keys": ["word", "{a: b}", "[word]"],
    "a whole number, or `none`": ["many", "[1]", "1.5"],
    "a script, or a table of scripts by exit": ["[a]"],
    "a list of pairs of names": ["x", "{a: b}", "[x, y]", "[[x]]", "[[x, y, z]]", "[[x, [y]]]"],
}


@pytest.mark.parametrize(
    ("path", "value"),
    [(key.path, value) for key in KEYS.values() for value in WRONG[key.value.value]],
)
def test_values_of_the_wrong_kind(path, value, diagnostics):
    text, line, _ = at(path, value)
    found = [item for item in diagnostics(text) if item.code == "Y201"]
    assert found, text
    assert found[0].place is not None
    assert found[0].place.line == line


@pytest.mark.parametrize("path", [key.path for key in KEYS.values() if key.value.value == "a whole number"])
def test_numbers_out_of_range(path, problems):
    key = KEYS[path]
    for number in (key.least - 1, key.most + 1, "9" * 40, "-" + "9" * 40):
        text, line, column = at(path, number)
        assert f"Y204 {line}:{column + len(key.name) + 2}" in problems(text)


NAMED = {key.path.rpartition(".")[0] for key in KEYS.values() if key.name in ("*", "[A-Z]")}
TABLES = sorted({key.path.rpartition(".")[0] for key in KEYS.values()} - NAMED - {""})
"""What has keys of certain names."""


@pytest.mark.parametrize("path", TABLES)
def test_each_table_knows_its_keys(path, problems):
    text, line, column = at(f"{path}.frobnicate", "1")
    assert {f"Y202? {line}:{column}", f"Y202 {line}:{column}"} & set(problems(text))


@pytest.mark.parametrize(
    ("text", "expected", "hint"),
    [
        ("deck: {cards: {a: {cuont: 3, count: 9}}}", "Y202? 1:20", "`count`"),
        ("dekc: {}\ndeck: {cards: {a: {count: 9}}}", "Y202? 1:1", "`deck`"),
        (
            "deck: {cards: {a: {count: 9, action: draw}}}",
            "Y202? 1:30",
            "known here: `count`, `attribute`, `description`, `program`",
        ),
        ("deck: {cards: {a: {count: 9}}, '': 1}", "Y202? 1:32", "known here: `size`, `cards`, `alias`"),
        ("deck: {cards: {a: {ｃｏｕｎｔ: 9, count: 9}}}", "Y202? 1:20", "`count`"),
        ("cards: {}\ndeck: {cards: {a: {count: 9}}}", "Y202? 1:1", "it belongs under `deck`"),
        ("deck: {cards: {a: {count: 9, size: 3}}}", "Y202? 1:30", "it belongs under `deck`"),
        ("deck: {cards: {a: {count: 9, kinds: 3}}}", "Y202? 1:30", "`kind`"),
        (
            "deck: {cards: {a: {count: 9}}, simulate: 1}",
            "Y202? 1:32",
            "it belongs at the left edge of the file, under no other key",
        ),
    ],
)
def test_unknown_keys_are_ignored_with_the_nearest_one(text, expected, hint, problems, diagnostics):
    text += "\nsimulate: {tests: {t: {combos: {c: {hand: [a]}}}}}"
    assert problems(text) == [expected]
    (found,) = diagnostics(text)
    assert found.hint is not None
    assert found.hint.startswith(f"did you mean {hint}?" if hint.startswith("`") else hint)


@pytest.mark.parametrize(
    ("topic", "key", "hint"),
    [
        ("start: {zone: {B: [a]}}, combos: {c: {hand: [a]}}", "zone", "`zones`"),
        ("star: {hand: [a]}, combos: {c: {hand: [a]}}", "star", "`start`"),
        ("combo: {A: {hand: [a]}}, stats: {s: 1}", "combo", "`combos`"),
        ("watchs: {B: {hand: [a]}}, combos: {c: {hand: [a]}}", "watchs", "`watch`"),
        ("combos: {c: {hand: [a], b: [a]}}", "b", "`B`"),
        ("combos: {c: {hand: [a], ｆ: [a]}}", "ｆ", "`F`"),
    ],
)
def test_keys_of_a_topic_that_are_nearly_right(topic, key, hint, diagnostics):
    text = f"deck: {{cards: {{a: {{count: 9}}}}}}\nsimulate: {{tests: {{t: {{{topic}}}}}}}"
    (found,) = diagnostics(text)
    assert (found.code, found.hint) == ("Y202", f"did you mean {hint}?")
    assert text.splitlines()[1][found.place.column - 1 :].startswith(f"{key}:")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ["Y014 1:1"]),
        ("- deck", ["Y014 1:1"]),
        ("deck", ["Y014 1:1"]),
        ("{}", ["Y205 1:1", "Y205 1:1"]),
        ("deck: {}\nsimulate: {}", ["Y205 1:1", "Y205 2:1"]),
        ("deck: {cards: {}}\nsimulate: {tests: {}}", ["Y205 1:8", "Y205 2:12"]),
        ("deck: {cards: {a: {count: 9}}}\nsimulate: {tests: {t: }}", ["Y205 2:20"]),
        ("deck: {cards: {a: {count: 9}}}\nsimulate: {tests: {t: {combos: {}}}}", ["Y205 2:24"]),
        ("extends: no such deck", ["Y016 1:10"]),
        ("include: gain.yisp", ["Y205 1:1", "Y205 1:1", "Y016 1:10"]),
    ],
)
def test_what_a_deck_must_have(text, expected, problems):
    assert problems(text) == expected


def test_all_mistakes_are_found_at_once_in_the_order_of_the_file(problems):
    text = """
        simulate:
          count: many
          tests:
            t:
              start-card: []
              combos:
                c: {hand: [nobody]}
                d: {condition: '(frob)'}
        deck:
          cards:
            a: {count: x}
            b: {program: '(+ 1'}
        """
    assert problems(text) == ["Y201 3:10", "Y201 6:19", "Y210 8:20", "Y101 9:26", "Y201 12:16", "Y104 13:19"]


def test_every_limit_is_a_key():
    assert {key.name for key in children("simulate.limits").values()} == set(Limits.__slots__)


def test_the_sources_name_every_code_once():
    from yisp.lang.diagnostics import CODES

    sources = Path(__file__).parents[2].glob("yisp/deck/**/*.py")
    used = {code for source in sources for code in re.findall(r'"(Y\d{3})"', source.read_text("utf-8"))}
    assert used <= CODES.keys()
    assert {code for code in CODES if code[1] in "02"} <= used
