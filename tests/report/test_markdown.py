"""Results as Markdown: the tables line by line, and names that show as they are written."""

from __future__ import annotations

import re

import pytest
from known_results import expend, hands, renamed, result_of
from markdown_it import MarkdownIt

import yisp
from yisp.columns import width
from yisp.compile.program import Program
from yisp.report.files import markdown

HOSTILE = [
    "a|b", "`code`", "``", "<b>bold</b>", "<script>", "&lt;", "[link](http://a)", "![x](y)", "*a* _b_ __c__",
    "~~gone~~", "\\", "a\\|b", "# head", "$x$", "trailing\\", "蟲惑の園|ギミック", "!", "<!-- -->", "&#64;",
    "- a", "+ b", "1. c", "2) d", "-", "...",
]  # fmt: skip
"""Names that would be something else if they were not escaped."""


def cells(text: str) -> list[list[str]]:
    """What a reader sees in the cells of a table, a row each."""
    tokens = MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(text)
    rows: list[list[str]] = []
    for before, token in zip([None, *tokens], tokens, strict=False):
        if token.type == "tr_open":
            rows.append([])
        elif token.type == "inline" and before is not None and before.type in ("th_open", "td_open"):
            seen = token.children or []
            assert {child.type for child in seen} <= {"text", "text_special"}, token.content
            rows[-1].append("".join(child.content for child in seen))
    return rows


def test_a_result_line_by_line(program: Program) -> None:
    assert (
        markdown.render(result_of(program, expend(program), hands(program)))
        == """\
## deck.yml

test-expend works in about 86 of 100 games.

hands works in about 74 of 100 games.

* Seed: 7

### test-expend (1000 trials)

|             |     rate |
| :---------- | -------: |
| **success** | 86 ± 3 % |
| A1          | 86 ± 3 % |
| A2          | 25 ± 3 % |

|           |      mean |  sd | min |  5% | 25% | median | 75% | 95% | max |               |
| :-------- | --------: | --: | --: | --: | --: | -----: | --: | --: | --: | ------------: |
| **score** | 2.2 ± 0.1 | 1.2 |   0 |   0 |   2 |      2 |   2 |   4 |   4 |               |
| milled    | 5.8 ± 0.4 | 3.6 |   3 |   3 |   3 |      4 |   4 |  12 |  12 | in 400 trials |

| **score** |        0 |        2 |        4 |
| :-------- | -------: | -------: | -------: |
| share     | 14 ± 3 % | 60 ± 4 % | 25 ± 3 % |

| milled |        3 |        4 |       12 |
| :----- | -------: | -------: | -------: |
| share  | 25 ± 5 % | 50 ± 5 % | 25 ± 5 % |

| effect       | activations per trial | share of trials |
| :----------- | --------------------: | --------------: |
| zenyuan\\[0\\] |           0.12 ± 0.03 |        10 ± 3 % |

Effects never activated: zenyuan\\[1\\]

### hands (1000 trials)

|             |     rate |
| :---------- | -------: |
| **success** | 74 ± 3 % |
| H1          | 74 ± 3 % |"""
    )


DECK = """
deck:
  cards:
    a: {count: 3}
    b: {count: 17, program: '@;(# X B);(# D.*1 H)'}
simulate:
  tests:
    t:
      CHOSEN
      exec-program: true
      combos: {A: {hand: [a]}}
      watch: {B: {hand: [2x a]}}
      stats: {held: '|H.a|'}
      relate: [[held, score]]
"""


def test_an_exact_answer_has_its_fractions() -> None:
    result = yisp.run(yisp.loads(DECK.replace("CHOSEN", "start-card: 5")), method="exact")
    found = markdown.render(result)
    topic = result.topics["t"]
    assert f"| **success** | {topic.success.rate:.2%} | {topic.success.exact} |" in re.sub(" +", " ", found)
    assert f"| watched: B | {topic.watch['B'].rate:.2%} | {topic.watch['B'].exact} |" in re.sub(
        " +", " ", found
    )
    assert f"| held | {topic.stats['held'].mean:.2f} | {topic.stats['held'].exact} |" in re.sub(
        " +", " ", found
    )
    assert "Relation: held, score" in found
    assert "±" not in found


def test_a_result_says_nothing_of_time_or_who_counted() -> None:
    deck = yisp.loads(DECK.replace("CHOSEN", "method: sample"))
    first, second = (markdown.render(yisp.run(deck, seed=3, count=300, jobs=jobs)) for jobs in (1, 2))
    assert first == second


@pytest.mark.slow
def test_policies_stand_side_by_side() -> None:
    deck = yisp.loads(DECK.replace("CHOSEN", "start-card: 2"))
    result = yisp.run(deck, method="sample", count=200, seed=3, policy=["greedy", "best"])
    found = markdown.render(result)
    assert "### t (played by greedy, 200 trials)" in found
    assert "### t (played by best, 200 trials)" in found
    rows = [line.split("|") for line in found.split("### Policies of t\n\n")[1].splitlines()[2:4]]
    assert [row[1].strip() for row in rows] == ["greedy", "best"]
    assert rows[1][4].strip() == "at least"
    assert "against greedy" in rows[1][5]


def test_what_has_no_value_leaves_the_table_whole() -> None:
    stats = "held: '|H.a|', never: '(/ 1 |Z|)', \"two  blanks\": '|H|', 'two blanks': '|D|'"
    text = DECK.replace("CHOSEN", "start-card: 2").replace("held: '|H.a|'", stats)
    with pytest.warns(yisp.PlayWarning):
        results = [
            yisp.run(yisp.loads(text), method=method, seed=3, count=50) for method in ("exact", "sample")
        ]
    for result in results:
        found = markdown.render(result)
        (of_stats,) = [part for part in found.split("\n\n") if "median" in part]
        rows = cells(of_stats)
        assert [row[0] for row in rows[1:]] == ["held", "never", "two blanks", "two blanks"]
        assert set(rows[2][1:-1]) <= {"-", ""}
        assert {len(row) for row in rows} == {len(rows[0])}


def test_no_trials_give_no_tables(program: Program) -> None:
    nothing = hands(program, trials=0)
    found = markdown.render(result_of(program, nothing, partial=True))
    assert found.endswith("### hands (0 trials)\n\nNo trials.")
    assert "* Partial: the run was interrupted" in found


# Names -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", HOSTILE)
def test_a_name_shows_as_it_is_written(name: str) -> None:
    written = markdown.table([markdown.escaped(name), "x"], [[markdown.escaped(name), "1"], ["y", "2"]])
    assert cells(written) == [[name, "x"], [name, "1"], ["y", "2"]]


@pytest.mark.parametrize("name", HOSTILE)
def test_a_sentence_begins_with_the_name_as_it_is_written(name: str) -> None:
    tokens = (
        MarkdownIt("commonmark")
        .enable(["table", "strikethrough"])
        .parse(markdown.escaped(f"{name} works in every game."))
    )
    assert [token.type for token in tokens] == ["paragraph_open", "inline", "paragraph_close"]
    seen = "".join(child.content for child in tokens[1].children or [])
    assert seen == f"{name} works in every game."


@pytest.mark.parametrize("name", ["\x1b[2J", "two\nlines", "a\r|b", "\u202eturned"])
def test_what_a_terminal_would_obey_is_written_out(name: str) -> None:
    written = markdown.escaped(name)
    assert written.isprintable()
    assert len(markdown.table(["a"], [[written]]).splitlines()) == 3


@pytest.mark.parametrize("name", ["@someone", "mail @some-one please", ":smile:", ":+1: and :-1:"])
def test_nobody_is_called_and_no_emoji_comes_about(name: str) -> None:
    written = markdown.escaped(name)
    assert not re.search(r"@\w|:[\w+-]+:", written)
    assert written.replace("<!-- -->", "").replace("\\", "") == name


def test_an_ordinary_name_is_left_alone() -> None:
    for name in (
        "Ash Blossom & Joyous Spring"[:11],
        "going-first",
        "蟲惑の園",
        "A.I. (2): 'x'=\"y\" + z; 50%",
        "a: b",
    ):
        assert markdown.escaped(name) == name


def test_names_of_a_result_are_escaped() -> None:
    program = renamed(topic="<b>|x", combo="H|1")
    found = markdown.render(result_of(program, hands(program)))
    assert "### \\<b\\>\\|x (1000 trials)" in found
    assert "| H\\|1 " in found


# Tables ------------------------------------------------------------------------------------------------


def test_columns_line_up_whatever_the_script() -> None:
    written = markdown.table(["名前", "rate"], [["蟲惑の園", "1%"], ["a", "100%"]]).splitlines()
    assert written[0] == "| 名前     | rate |"
    assert written[1] == "| :------- | ---: |"
    assert written[2] == "| 蟲惑の園 |   1% |"
    assert len({width(line) for line in written}) == 1


def test_how_many_columns_are_flush_left() -> None:
    written = markdown.table(["a", "b", "c"], [["1", "2", "3"]], left=2)
    assert written.splitlines()[1] == "| :-- | :-- | --: |"
    assert cells(written) == [["a", "b", "c"], ["1", "2", "3"]]


def test_a_table_may_have_no_rows() -> None:
    assert markdown.table(["a"], []).splitlines() == ["| a   |", "| :-- |"]
