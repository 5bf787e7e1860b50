"""Nothing the author writes reaches code that is executed: names become indices, texts become data."""

from __future__ import annotations

import json

import pytest
from running import compile_text, named_zones, open_play, rows

MARK = "pwned"

NAMES = (
    f'"); import os; os.system("echo {MARK}") #',
    f"'''{MARK}",
    f'"""{MARK}"""',
    f"{MARK}\nimport os",
    f"{MARK}\r\u2028\u2029end",
    f"\u202e{MARK}\u2066",
    f"\\x22{MARK}\\",
    f"*/ int {MARK}; /*",
    f"{{{MARK}}}%s%(name)s",
    f"#define {MARK}",
)


@pytest.fixture(scope="module")
def text() -> str:
    cards = {
        name: {
            "count": 1,
            "attribute": [name],
            "description": name,
            "program": [
                "[1]@;(# X.{0} B [{1}]);(! {0});(print {0} X)".format(
                    '"' + name.replace('"', '""') + '"', MARK + "\n#"
                )
            ],
        }
        for name in NAMES
    }
    topics = {
        name: {
            "start-card": len(NAMES),
            "exec-program": True,
            "combos": {name: {"grave": [{"any": [f'a:"{name}"' if '"' not in name else name]}]}},
            "stats": {name: "|B|"},
        }
        for name in NAMES
    }
    # YAML's escapes are JSON's; what JSON leaves as it is, YAML may not print.
    deck = {"deck": {"cards": cards, "alias": {f"alias {MARK}": NAMES[0]}}, "simulate": {"tests": topics}}
    return json.dumps(deck, ensure_ascii=True)


def test_no_text_of_the_author_is_in_the_sources(text: str) -> None:
    program = compile_text(text)
    for source in (program.python_source, program.cython_source):
        assert MARK not in source
        assert "import os" not in source
        assert source.isascii() or not set(source) & set("\u202e\u2066\u2028\u2029")


def test_the_annotated_sources_are_comments(text: str) -> None:
    """What is emitted for people to read holds names in comments only, escaped."""
    from yisp.compile.pipeline import annotated_source
    from yisp.deck.load import loads

    for target in ("python", "cython"):
        source = annotated_source(loads(text, "deck.yml"), target)
        for line in source.splitlines():
            assert MARK not in line or line.lstrip().startswith("#")


@pytest.mark.slow
def test_the_deck_plays(text: str, target: str, capfd: pytest.CaptureFixture[str]) -> None:
    program = compile_text(text)
    for topic in range(len(program.topics)):
        play = open_play(program, target, topic)
        (row,) = rows(play, 0, 1)
        assert row.combos == (True,)
        assert row.stats == (len(NAMES),)
        assert sorted(named_zones(play)["B"]) == sorted(NAMES)
    assert MARK not in "".join(capfd.readouterr())
