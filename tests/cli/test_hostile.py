"""Decks that mean harm, or were made by a program gone wrong: each is refused with its place, or stays within
the documented limits.  Every one runs in a process with little memory and little time, beside a file that
nobody may touch."""

from __future__ import annotations

import json
import resource
from collections.abc import Callable
from pathlib import Path

import pytest
from commanding import Said, a_deck, on_terminal, process, saved

MEMORY = 2**30
"""Bytes of address space: nearly all of it is for libraries."""

PWNED = "pwned"


def little_memory() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


@pytest.fixture
def give(tmp_path: Path) -> Callable[..., Said]:
    """Give a deck to ``yispc`` and look at what has to hold whatever the deck is."""

    def given(text: str | bytes, *words: str, command: str = "run") -> Said:
        deck = saved(tmp_path, text)
        said = process(command, deck, *words, cwd=tmp_path, limit=little_memory, PYTHONUTF8="1")
        assert "Traceback" not in said.err
        assert "MemoryError" not in said.err
        assert {path.name for path in tmp_path.iterdir()} <= {"deck.yml", "cache"}, "something was executed"
        assert all(char.isprintable() or char == "\n" for char in said.out + said.err)
        return said

    return given


def dumped(data: object) -> str:
    return json.dumps(data, ensure_ascii=True)


# Refused, with the place -----------------------------------------------------------------------------------

TOUCH = f"['touch {PWNED}']"
"""What a loader that makes objects would do with ``os.system``."""

REFUSED: dict[str, tuple[str | bytes, str]] = {
    "an empty file": ("", "1:1: error[Y014]"),
    "blanks": (" \n\n  \n", "error[Y014]"),
    "a comment": ("# nothing", "error[Y014]"),
    "only null": ("null", "1:1: error["),
    "a number": ("42", "1:1: error["),
    "a list": ("- deck", "1:1: error["),
    "two documents": (a_deck() + "---\n" + a_deck(), "error["),
    "a sequence that is never closed": ("deck: [1, 2", "error[Y0"),
    "a text that is never closed": ("deck: 'abc", "error[Y0"),
    "a tab": ("deck:\n\tcards: {}", "2:1: error[Y0"),
    "an indent gone wrong": ("deck:\n  cards:\n    a: {}\n   b: {}\n", "error[Y0"),
    "a key given twice": (a_deck(cards="{a: {count: 3}, a: {count: 40}}"), "2:26: error[Y006]"),
    "a key given twice, escaped": (a_deck(cards='{a: {count: 3}, "\\x61": {count: 40}}'), "2:26: error[Y006]"),
    "a list for a table": ("deck: []\nsimulate: {}\n", "1:7: error["),
    "a table for a number": (a_deck(cards="{a: {count: {b: 1}}}"), "2:22: error["),
    "a text for a number": (a_deck(cards="{a: {count: many}}"), "2:22: error[Y201]"),
    "a broken number": (a_deck(cards="{a: {count: 4.5}}"), "2:22: error[Y201]"),
    "less than nothing": (a_deck(cards="{a: {count: -2}}"), "2:22: error[Y20"),
    "no topics": ("deck: {cards: {a: {count: 40}}}\nsimulate: {tests: {}}\n", "2:12: error[Y205]"),
    "no cards": (a_deck(cards="{}"), "error["),
    "cards of which there are none": (a_deck(cards="{a: {count: 0}}"), "error[Y208]"),
    "a deck smaller than the hand": (a_deck(cards="{a: {count: 3}}"), "error[Y208]"),
    "a hand larger than any deck": (a_deck(topic="start-card: 99999999999999999999999"), "8:19: error[Y204]"),
    "a hand a little too large": (a_deck(topic="start-card: 41"), "error[Y208]"),
    "a hand of less than nothing": (a_deck(topic="start-card: -1"), "8:19: error[Y204]"),
    "a billion copies": (a_deck(cards="{a: {count: 1000000000}}"), "2:22: error[Y209]"),
    "more copies than numbers": (a_deck(cards="{a: {count: " + "9" * 5000 + "}}"), "2:22: error[Y204]"),
    "too many kinds": (a_deck(cards=dumped({f"c{i}": {} for i in range(5001)})), "error[Y209]"),
    "too many kinds, allowed": (
        a_deck(cards=dumped({f"c{i}": {} for i in range(50)}), simulate={"limits": {"kinds": 10**9}}),
        "error[Y204]",
    ),
    "endless limits": (a_deck(simulate={"limits": {"activations": 10**30, "nesting": 10**9}}), "error[Y20"),
    "parentheses": (a_deck(combos="{A: {condition: '" + "(" * 10_000 + "'}}"), "error[Y118]"),
    "closing ones": (a_deck(")" * 10_000), "error["),
    "blocks": (a_deck("@;" + "(block " * 5000 + ")" * 5000), "error[Y118]"),
    "negations of a filter": (a_deck("@;(# H." + "!" * 10_000 + "a B)"), "error[Y118]"),
    "negations of a condition": (a_deck(combos="{A: {hand: ['" + "!" * 10_000 + "a']}}"), "error[Y212]"),
    "any of any": (a_deck(combos="{A: {hand: [" + "{any: [" * 90 + "a" + "]}" * 90 + "]}}"), "error["),
    "brackets": ("[" * 100_000, "error[Y009]"),
    "tables": ("{a: " * 3000 + "1" + "}" * 3000, "error[Y009]"),
    "indents": ("".join(" " * i + f"a{i}:\n" for i in range(1500)), "error[Y009]"),
    "dashes": ("- " * 20_000 + "a", "error[Y009]"),
    "a bomb of lists": (
        "a0: &a0 [x,x,x,x,x,x,x,x,x]\n"
        + "".join(f"a{i + 1}: &a{i + 1} [{','.join([f'*a{i}'] * 9)}]\n" for i in range(12)),
        "error[Y010]",
    ),
    "a bomb of merges": (
        "a0: &a0 {k: v}\n"
        + "".join(f"a{i + 1}: &a{i + 1} {{<<: [{','.join([f'*a{i}'] * 9)}], k{i}: v}}\n" for i in range(12))
        + "deck: {cards: *a12}\n",
        "error[",
    ),
    "a merge of itself": ("deck: &d\n  <<: *d\n  cards: {a: {count: 40}}\n", "2:7: error[Y008]"),
    "a list of itself": ("deck: &d [*d]\n", "1:11: error[Y008]"),
    "a merge of a text": ("deck: {<<: text, cards: {}}\n", "1:12: error["),
    "an alias of nothing": ("deck: *nothing\n", "1:7: error["),
    "an object": (f"deck: !!python/object/apply:os.system {TOUCH}\n", "1:7: error[Y007]"),
    "an object, in full": (f"deck: !<tag:yaml.org,2002:python/object/new:os.system> {TOUCH}\n", "error[Y007]"),
    "a name of a module": ("deck: !!python/module:os\n", "1:7: error[Y007]"),
    "a tag of its own": (f"%TAG ! tag:yaml.org,2002:python/\n---\ndeck: !object/new:os.system {TOUCH}\n", "error["),
    "a number with a tag": (a_deck(cards="{a: {count: !!int 40}}"), "2:22: error[Y007]"),
    "bytes with a tag": ("deck: !!binary aGVsbG8=\n", "error[Y007]"),
    "a key that is a list": ("? [a, b]\n: c\n", "error["),
    "a key that is a table": ("{{a: b}: c}\n", "error["),
    "a null byte": (b"deck:\0 x", "1:6: error[Y004]"),
    "a null byte, escaped": (a_deck(cards='{"nul\\0x": {count: 40}}'), "error[Y004]"),
    "half a character": (a_deck(cards='{"\\ud800": {count: 40}}'), "error[Y00"),
    "all bytes": (bytes(range(256)) * 50, "error[Y00"),
    "another encoding": ("deck: {cards: {灰: {count: 40}}}".encode("gbk"), "1:16: error[Y003]"),
    "UTF-16": (a_deck().encode("utf-16"), "error[Y00"),
    "a program": (b"\x7fELF\x02\x01\x01" + bytes(500), "error[Y00"),
    "an alias of itself": ("deck:\n  cards: {a: {count: 40}}\n  alias: {b: b}\n" + a_deck().split("\n", 2)[2], "error["),
    "wants without number": (a_deck(combos="{A: {hand: ['" + "9" * 18 + "x a']}}"), "10:28: error[Y211]"),
    "a fork bomb for a number": (a_deck(cards="{a: {count: ':(){ :|:& };:'}}"), "error[Y201]"),
    "a path as what it extends": ("extends: /etc/passwd\n" + a_deck(), "1:10: error["),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", REFUSED)
def test_refused(name: str, give: Callable[..., Said]) -> None:
    text, place = REFUSED[name]
    said = give(text)
    assert said.code == 1, said
    assert said.out == ""
    assert "deck.yml:" in said.err
    assert place in said.err, said.err[:2000]
    assert len(said.err) < 20_000


@pytest.mark.slow
def test_a_file_too_large(give: Callable[..., Said]) -> None:
    said = give(b"# " + b"x" * (5 * 2**20))
    assert (said.code, said.out) == (1, "")
    assert "error[Y002]" in said.err and "is larger than 4 MiB" in said.err


@pytest.mark.parametrize(
    ("name", "command"),
    [
        # All read a deck by one way: ``run`` is given every one of these, the others one each at a desk.
        pytest.param(name, command, marks=[] if row == column else [pytest.mark.slow])
        for row, command in enumerate(("check", "compile", "trace"))
        for column, name in enumerate(("all bytes", "an object", "parentheses", "a bomb of lists", "brackets"))
    ],
)
def test_refused_by_every_command(name: str, command: str, give: Callable[..., Said]) -> None:
    text, place = REFUSED[name]
    said = give(text, command=command)
    assert (said.code, said.out) == (1, "")
    assert place in said.err


# Run, within the limits --------------------------------------------------------------------------------

GREATEST = 2**63 - 1

NOTICED: dict[str, tuple[str, str]] = {
    "a division by 0": (a_deck(combos="{A: {condition: '(/ 1 |B|)'}}"), "Y302"),
    "a remainder by 0": (a_deck("[1]@;(= x (% 1 |B|));(# x B)".replace(";(# x B)", "")), "Y302"),
    "the least number by -1": (a_deck(f"[1]@;(= total (/ (- (- {GREATEST}) |H.a.1|) (- |H.1|)))"), "Y303"),
    "overflow": (a_deck(f"[1]@;(= total (+ {GREATEST} |H|))"), "Y303"),
    "overflow of a product": (a_deck(f"[1]@;(= total (* {GREATEST} |H|))"), "Y303"),
    "nothing to choose from": (a_deck("[1]@;(= total (rand 3 1))"), "Y304"),
    "activated for ever": (a_deck("@"), "Y305"),
    "going round for ever": (a_deck("@;(# X D);(# D.1 H)"), "Y305"),
    "growing for ever": (a_deck("@;(= xx (+ 1 (* 2 xx)))"), "Y303"),
    "scores beyond counting": (
        a_deck(combos=f"{{A: {{score: '(+ {GREATEST} |H|)'}}}}"), "Y303"),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "on"), [*((name, "python") for name in NOTICED), ("growing for ever", "native")]
)
def test_noticed(name: str, on: str, give: Callable[..., Said]) -> None:
    """What goes wrong in play is counted, and the run goes on to its end."""
    text, code = NOTICED[name]
    said = give(text, "--target", on, "-v")
    assert said.code == 0
    assert "\nSimulate 100 times..." in said.out
    assert f"notice[{code}]" in said.err
    assert give(text, "--target", on, "--strict").code == 3


EVIL = '"); import os; os.system("touch pwned") #'
NAMES = [
    EVIL, "'''" + EVIL, "__import__('os').system('touch pwned')", "*/ system(\"touch pwned\"); /*", "it's \"q\"",
    "new\nline", "a\r\nb", "\u202egnp.exe", "\u2066\u2069", "a\u2028b", "{0}%s%n", "$(touch pwned)",
    "`touch pwned`", "../../etc/passwd", "=cmd|' /C calc'!A0", "\\", "\\u0000", " lead", "trail ", "灰流丽", "増殖するG",
    "e\u0301", "a\u200db", "none", "null", "--help", "-", "X", "H", "a:b", "12", "((", ";",
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("on", ["python", "native"])
def test_names_are_only_names(on: str, give: Callable[..., Said], tmp_path: Path) -> None:
    cards = {name: {"count": 2, "description": name, "program": "[1]@;(# X B)"} for name in NAMES}
    combos = {f"{name}.": {"score": 2} for name in NAMES}
    text = f"deck:\n  cards: {dumped(cards)}\nsimulate:\n  seed: 1\n  count: 100\n  tests: " + dumped(
        {name: {"exec-program": True, "method": "sample", "combos": combos} for name in NAMES[:8]}
    )
    said = give(text, "--target", on)
    assert said.code == 0, said.err
    report = json.loads(give(text, "--target", on, "--json").out)
    assert [topic["name"] for topic in report["topics"]] == NAMES[:8]
    assert {use["card"] for use in report["topics"][0]["effects"]} == set(NAMES)
    path = tmp_path.parent / f"{tmp_path.name}-records.tsv"
    give(text, "--records", str(path), "--topic", NAMES[0])
    assert path.read_text(encoding="utf-8").count("\n") == 101


HUGE: dict[str, str] = {
    "five thousand kinds": a_deck(cards=dumped({f"c{i}": {"count": 2, "attribute": [f"x{i}", "y"]} for i in range(5000)}),
                                  combos="{A: {hand: [c1]}}"),
    "five hundred kinds with effects": a_deck(
        cards=dumped({f"c{i}": {"program": f"[1]@;(# X B);(# D.c{i}.1 H)"} for i in range(500)}),
        combos="{A: {hand: [c1]}}"),
    "ten thousand cards": a_deck("@;" + "(# D H);(# H D);" * 20, cards="{a: {count: 10000}}", simulate={"count": 10}),
    "a hand of ten thousand": a_deck(cards="{a: {count: 10000}}", topic="start-card: 10000"),
    "turns that draw more than there is": a_deck(topic="turns: 3\n      draw: 10000"),
    "no hand": a_deck(topic="start-card: 0"),
    "no cards and no hand": a_deck(cards="{a: {count: 0}}", topic="start-card: 0"),
    "a long script": a_deck("[1]@;" + "(# D.1 H);" * 3000),
    "a deep script": a_deck("[1]@;" + "(if 1 " * 190 + "(# D.1 B)" + ")" * 190),
    "a deep number": a_deck("[1]@;(= total " + "(+ 1 " * 190 + "|H|" + ")" * 190 + ")"),
    "a wide number": a_deck("[1]@;(= total (+ " + "|H| " * 3000 + "))"),
    "a pattern that backtracks": a_deck(cards="{a: {count: 40, attribute: [" + "a" * 3000 + "]}}",
                                        combos="{A: {hand: ['A:" + "*a" * 1000 + "b']}}"),
    "many combos": a_deck(combos=dumped({f"c{i}": {"hand": ["a"]} for i in range(1500)})),
    "many stats": a_deck(topic="stats: " + dumped({f"s{i}": "|H|" for i in range(300)})),
    "a name of a megabyte": a_deck(cards="{? " + "n" * 2**20 + " : {count: 40}}", combos="{A: {condition: '1'}}"),
    "wants beyond the deck": a_deck(cards="{a: {count: 10000, attribute: [p, q]}, b: {count: 0, attribute: [q]}}",
                                    combos="{A: {hand: ['9000x a:p', '900x a:q', '90x b']}}",
                                    topic="match: best\n      start-card: 10000", simulate={"count": 10}),
    "long for ever": a_deck("@", simulate={"limits": {"activations": 1000000}, "count": 5}),
    "variables": a_deck("[1]@;" + ";".join(f"(= v{i} {i})" for i in range(2000))),
    "aliases that double": (
        "deck:\n  cards: {a: {count: 40}}\n  alias: "
        + dumped({"b0": "a:x a:y", **{f"b{i}": f"b{i - 1} b{i - 1}" for i in range(1, 40)}}) + "\n"
        + a_deck(combos="{A: {hand: [b39]}}").split("\n", 2)[2]),
    "any of many": a_deck(combos="{A: {hand: [{any: " + dumped(["a"] * 3000) + "}]}}"),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", HUGE)
def test_large_but_allowed(name: str, give: Callable[..., Said]) -> None:
    said = give(HUGE[name], "-q", "--json")
    assert said.code == 0, said.err[:2000]
    assert json.loads(said.out)["partial"] is False


@pytest.mark.slow
def test_thousands_of_topics(give: Callable[..., Said]) -> None:
    head = a_deck(simulate={"count": 10}).split("  tests:")[0]
    topics = {f"t{i}": {"method": "sample", "combos": {"A": {"hand": ["a"]}}} for i in range(1500)}
    said = give(f"{head}  tests: {dumped(topics)}", "-q")
    assert said.code == 0
    assert said.out.count("Topic: ") == 1500


@pytest.mark.parametrize(
    "script",
    [
        "|H|",
        pytest.param("(rand 0 4000)", marks=pytest.mark.slow),
        pytest.param("(* (rand -9999 9999) (rand 0 99999999999))", marks=pytest.mark.slow),
    ],
)
def test_thousands_of_stats(script: str, give: Callable[..., Said]) -> None:
    stats = dumped({f"s{i}": script for i in range(2000)})
    assert give(a_deck(topic=f"stats: {stats}"), "-q").code == 0


def test_as_many_relations_as_there_may_be(give: Callable[..., Said]) -> None:
    stats = dumped({f"s{i}": "(* (rand -9999 9999) (rand 0 99999999999))" for i in range(64)})
    pairs = [[f"s{i}", f"s{63 - i}"] for i in range(64)]
    said = give(a_deck(topic=f"stats: {stats}\n      relate: {pairs}"), "--json", "-q")
    assert said.code == 0, said.err
    assert len(json.loads(said.out)["topics"][0]["relations"]) == 64


@pytest.mark.slow
def test_json_escapes_of_rare_characters(give: Callable[..., Said]) -> None:
    """Programs that write JSON write them so."""
    assert give(a_deck(cards='{"\\ud83d\\udc69": {count: 40}}', combos="{A: {}}")).code == 0


@pytest.mark.slow
def test_a_topic_called_like_its_combo(give: Callable[..., Said]) -> None:
    said = give(a_deck(combos="{t: {hand: [a]}}"), "--json")
    topic = json.loads(said.out)["topics"][0]
    assert (topic["name"], topic["combos"][0]["name"]) == ("t", "t")


def test_growing_deeper_than_allowed_by_a_limit_of_its_own(give: Callable[..., Said]) -> None:
    """A deck may raise its own limit, but not so far that we fall over."""
    for depth in (150, 900):
        said = give(
            a_deck("[1]@;" + "(block " * depth + "()" + ")" * depth, simulate={"limits": {"nesting": 1000}})
        )
        assert said.code in (0, 1)
        if said.code:
            assert "error[Y" in said.err


def test_nothing_of_a_name_steers_the_terminal(tmp_path: Path) -> None:
    deck = saved(tmp_path, a_deck(cards='{"\\e[2J\\e]0;x\\a": {count: 40, program: "[1]@;(# D.none B)"}}',
                                  combos='{"\\e[31m": {condition: "1"}}'))  # fmt: skip
    said = on_terminal("run", deck, NO_COLOR="1")
    assert "\x1b" not in said.out
    assert "\x07" not in said.out
