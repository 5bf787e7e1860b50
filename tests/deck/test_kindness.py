"""Decks as a newcomer writes them, in Chinese, Japanese and English: what is pointed at, and what is advised."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from yisp.deck.load import loads
from yisp.deck.reading.halfwidth import LONGEST, half_width
from yisp.lang.diagnostics import DeckError, Diagnostic

DECK = """\
deck:
  size: 40
  cards:
    灰流丽:
      count: 3
      attribute: [手坑, 怪兽]
    增援:
      count: 1
      program: '@;(# X B);(# D.a:怪兽.1 H)'
    Ash Blossom:
      count: -1
  alias:
    动点: a:怪兽
simulate:
  count: 1000
  tests:
    先攻:
      exec-program: true
      combos:
        有动点:
          hand: [动点]
"""

COLON = "write `:`, with a space after it"

# What is written instead of what; the code, what the caret stands under, and a part of the advice.
MISTAKES: dict[str, tuple[str, str, str, str, str]] = {
    "a full-width colon": ("count: 3", "count：3", "Y005", "：", COLON),
    "… and a blank": ("count: 3", "count： 3", "Y005", "：", COLON),
    "… behind a section": ("  cards:", "  cards：", "Y005", "：", COLON),
    "… behind a card": ("    增援:", "    增援：", "Y005", "：", COLON),
    "… the last of all": ("          hand: [动点]", "          hand：[动点]", "Y201", "hand：[动点]", "full-width colon"),
    "… two, one below the other": ("cards:\n    灰流丽:", "cards：\n    灰流丽：", "Y005", "：", COLON),
    "full-width blanks before": ("      count: 3", "　　　count: 3", "Y005", "　　　", "write a space"),
    "a full-width blank behind": ("count: 3", "count:　3", "Y005", "　", "write a space"),
    "no blank": ("count: 3", "count:3", "Y005", ":", "write `key: value`"),
    "no blank behind a card": ("灰流丽:\n      count: 3\n      attribute: [手坑, 怪兽]", "灰流丽:{count: 3, attribute: [手坑, 怪兽]}",
                               "Y005", ":", "write `key: value`"),
    "… nor anything more": ("灰流丽:\n      count: 3\n      attribute: [手坑, 怪兽]", "灰流丽：{count: 3}",
                            "Y201", "3}", "`灰流丽: {count: 3}`"),
    "no blank in a list": ("灰流丽:\n      count: 3\n      attribute: [手坑, 怪兽]", "灰流丽: {count: 3, attribute:[手坑]}",
                           "Y005", ":", "write `key: value`"),
    "… before a number": ("灰流丽:\n      count: 3\n      attribute: [手坑, 怪兽]", "灰流丽: {count:3}",
                          "Y202", "count:3", "write `count: 3`"),
    "a full-width comma between keys": ("灰流丽:\n      count: 3\n      attribute: [手坑, 怪兽]", "灰流丽: {count: 3，attribute: [手坑，怪兽]}",
                                        "Y005", "，", "write `,`"),
    "an equals sign before a number": ("灰流丽:\n      count: 3\n      attribute: [手坑, 怪兽]", "灰流丽: {count=3}",
                                       "Y202", "count=3", "write `count: 3`"),
    "no colon before a number": ("灰流丽:\n      count: 3\n      attribute: [手坑, 怪兽]", "灰流丽: {count 3}",
                                 "Y202", "count 3", "write `count: 3`"),
    "… in a line of its own": ("灰流丽:\n      count: 3\n      attribute: [手坑, 怪兽]", "灰流丽:\n      count 3",
                               "Y201", "count 3", "write `count: 3`"),
    "… behind its card": ("灰流丽:\n      count: 3\n      attribute: [手坑, 怪兽]", "灰流丽: count 3",
                          "Y201", "count 3", "write `{count: 3}`"),
    "no colon behind a card": ("Ash Blossom:\n      count: -1", "Ash Blossom {count: 36}",
                               "Y201", "36}", "write `Ash Blossom: {count: 36}`"),
    "… with several keys": ("灰流丽:\n      count: 3\n      attribute: [手坑, 怪兽]", "灰流丽 {count: 3, attribute: [手坑]}",
                            "Y005", "灰流丽", "write `key: value`"),
    "two keys in a line": ("灰流丽:\n      count: 3\n      attribute: [手坑, 怪兽]", "灰流丽: count: 3",
                           "Y005", ":", "write `{count: 3}`"),
    "… and a comment": ("灰流丽:\n      count: 3\n      attribute: [手坑, 怪兽]", "灰流丽: count: 3 # 三",
                        "Y005", ":", "must be quoted"),
    "a key no further than its card": ("Ash Blossom:\n      count: -1", "Ash Blossom:\n    count: 36",
                                       "Y201", "36", "indent it further"),
    "cards as a text": ("    灰流丽:\n      count: 3\n      attribute: [手坑, 怪兽]\n    增援:\n      count: 1\n"
                        "      program: '@;(# X B);(# D.a:怪兽.1 H)'\n    Ash Blossom:\n      count: -1\n",
                        "    3 灰流丽\n    37 Ash Blossom\n", "Y201", "3 灰流丽", "each name with a `:`"),
    "a count that no card can have": ("    Ash Blossom:\n      count: -1", "    Ash Blossom: -2", "Y201", "-2",
                                      "write its keys below it"),
    "a counter word": ("count: 3", "count: ３枚", "Y201", "３枚", "write `3`"),
    "a count alone, with a counter word": ("    Ash Blossom:\n      count: -1", "    Ash Blossom: ３６张", "Y201", "３６张",
                                           "write `Ash Blossom: {count: 36}`"),
    "a full-width dash": ("[动点]", "\n          － 动点", "Y005", "－", "write `-`, with a space"),
    "a full-width number sign": ("  alias:", "  ＃ 别名\n  alias:", "Y005", "＃", "write `#`"),
    "a full-width brace": ("灰流丽:\n      count: 3\n      attribute: [手坑, 怪兽]", "灰流丽: ｛count: 3｝",
                           "Y005", "｛", "write `{`"),
    "full-width brackets": ("[动点]", "［动点］", "Y201", "［动点］", "half-width characters: `[动点]`"),
    "full-width brackets of attributes": ("[手坑, 怪兽]", "【手坑，怪兽】", "Y429", "【手坑，怪兽】", "write `[手坑, 怪兽]`"),
    "a full-width comma": ("[手坑, 怪兽]", "[手坑，怪兽]", "Y429", "手坑，怪兽", "write `[手坑, 怪兽]`"),
    "a Japanese comma": ("[手坑, 怪兽]", "手坑、怪兽", "Y429", "手坑、怪兽", "write `[手坑, 怪兽]`"),
    "attributes without brackets": ("[手坑, 怪兽]", "手坑, 怪兽", "Y429", "手坑, 怪兽", "write `[手坑, 怪兽]`"),
    "a full-width digit": ("count: 3", "count: ３", "Y201", "３", "half-width characters: `3`"),
    "a full-width key": ("count: 3", "ｃｏｕｎｔ: 3", "Y202", "ｃｏｕｎｔ", "did you mean `count`?"),
    "a translated key": ("count: 3", "数量: 3", "Y202", "数量", "known here: `count`, `attribute`"),
    "full-width quotes": ("'@;(# X B);(# D.a:怪兽.1 H)'", "“@;(# X B);(# D.a:怪兽.1 H)”", "Y119", "“", "half-width single quotes"),
    "other full-width quotes": ("'@;(# X B);(# D.a:怪兽.1 H)'", "‘@;(# X B);(# D.a:怪兽.1 H)’", "Y119", "‘", "half-width single quotes"),
    "a full-width parenthesis": ("(# D.a:怪兽.1 H)", "（# D.a:怪兽.1 H）", "Y119", "（", "write `(`"),
    "a full-width semicolon": ("@;(#", "@；(#", "Y119", "；", "write `;`"),
    "a full-width operator": ("hand: [动点]", "condition: '(＞ |H.灰流丽| 1)'", "Y119", "＞", "write `>`"),
    "a full-width equals sign": ("@;(#", "@;(＝ n 1);(#", "Y119", "＝", "write `=`"),
    "full-width bars": ("hand: [动点]", "condition: '｜H.灰流丽｜'", "Y119", "｜", "write `|`"),
    "full-width dots": ("D.a:怪兽.1", "D。a:怪兽。1", "Y119", "。", "write `.`"),
    "Japanese quotes in a script": ("D.a:怪兽.1", "D.a:「怪兽」.1", "Y405", "a:「怪兽」", "did you mean `.a:怪兽`?"),
    "a full-width colon of a condition": ("a:怪兽\n", "a：怪兽\n", "Y210", "a：怪兽", "half-width characters: `a:怪兽`"),
    "a full-width zone": ("count: 3", "count: 3\n      zone: Ｅ", "Y201", "Ｅ", "write `zone: E`"),
    "Japanese quotes": ("[动点]", "[「动点」]", "Y210", "「动点」", "did you mean `动点`?"),
    "hand below a topic": ("combos:\n        有动点:\n          hand", "hand", "Y206", "hand", "write `combos:`"),
    "a key of another place": ("count: 1000", "cards: 1000", "Y202", "cards", "it belongs under `deck`"),
    "simulate below deck": ("  alias:", "  simulate: {}\n  alias:", "Y202", "simulate", "at the left edge of the file"),
    "a count alone": ("    Ash Blossom:\n      count: -1", "    Ash Blossom: 36", "Y201", "36",
                      "write `Ash Blossom: {count: 36}`"),
    "a list of combos": ("        有动点:\n          hand: [动点]", "        - hand: [动点]", "Y201", "- hand: [动点]",
                         "no dash before it"),
    "a number of cards, glued": ("[动点]", "[2x动点]", "Y210", "2x动点", "write `2x 动点`"),
    "a number of cards, multiplied": ("[动点]", "[2×动点]", "Y210", "2×动点", "write `2x 动点`"),
    "a number of cards, behind": ("[动点]", "[动点*2]", "Y210", "动点*2", "write `2x 动点`"),
    "a number of cards, full-width": ("[动点]", "[２ｘ 动点]", "Y210", "２ｘ", "write `2x 动点`"),
    "a number of cards, with a counter word": ("[动点]", "[2张 动点]", "Y210", "2张", "write `2x 动点`"),
    "a number of cards, with a counter word behind": ("[动点]", "[动点 ２枚]", "Y210", "２枚", "write `2x 动点`"),
    "a range, with a blank": ("[动点]", "[0-1 x 动点]", "Y210", "0-1", "write `0-1x 动点`"),
    "a range, with a long dash": ("[动点]", "[0–1x 动点]", "Y210", "0–1x", "write `0-1x 动点`"),
    "a range, behind": ("[动点]", "[动点 x0~1]", "Y210", "x0~1", "write `0-1x 动点`"),
    "a range, with dots": ("[动点]", "[0..1x 动点]", "Y210", "0..1x", "write `0-1x 动点`"),
    "a number of cards, behind and alone": ("[动点]", "[动点 2]", "Y210", "2", "write `2x 动点`"),
    "no card of a name": ("[动点]", "[no 动点]", "Y210", "no", "write `0x 动点`"),
    "a number of cards, alone": ("[动点]", "[2 动点]", "Y210", "2", "write `2x 动点`"),
    "a variable for a number": ("(# D.a:怪兽.1 H)", "(= n 2);(# D.n H)", "Y402", "n", "write `.:n`"),
    "a size for a number": ("(# D.a:怪兽.1 H)", "(# D.|H| H)", "Y116", ".", "`D.:|H|`"),
    "the first word of a name": ("D.a:怪兽.1", "D.Ash.1", "Y402", "Ash", 'did you mean `."Ash Blossom"`?'),
    "a name of two words between bars": ("hand: [动点]", "condition: '|H.Ash Blossom|'", "Y116", "Ash Blossom", '`."Ash Blossom"`'),
    "infix behind a guard": ("@;(#", "/|H| > 3;@;(#", "Y128", "> 3", "`/(> |H| 3)`"),
    "infix in parentheses": ("@;(#", "/(|H| > 3);@;(#", "Y110", "(|", "`(> |H| 3)`"),
    "infix with a variable": ("@;(#", "/(x > 3);@;(#", "Y101", "x", "`(> x 3)`"),
    "assigning in a condition": ("hand: [动点]", "condition: '(= |H.灰流丽| 1)'", "Y131", "=", "`(== a b)`"),
    "comparing without blanks": ("hand: [动点]", "condition: 'x=3'", "Y111", "x=3", "`(== x 3)` compares"),
    "comparing in parentheses": ("@;(#", "/(x = 3);@;(#", "Y101", "x", "`(== x 3)` compares"),
    "two conditions": ("hand: [动点]", "condition: '|H.灰流丽| |D|'", "Y128", "|D|", "`(and a b)`"),
    "a semicolon inside": ("@;(#", "@;(repeat 2 (# D.1 B);(# D.1 H));(#", "Y104", "(", "after a space instead of the `;`"),
    "an expectation as a table": ("combos:", "expect: {rate: 1}\n      combos:", "Y201", "{rate: 1}", "['rate >= 0.85']"),
    "infix condition": ("hand: [动点]", "condition: '|H.灰流丽| >= 1'", "Y128", ">= 1", "`(>= |H.灰流丽| 1)`"),
    "a call of draw": ("@;(#", "@;(draw 3);(#", "Y144", "draw", "`(# D.3 H [draw])`"),
    "a call of mill": ("@;(#", "@;(mill 3);(#", "Y101", "mill", "`(# D.3 B)`"),
    "a call of move": ("@;(#", "@;(move D.1 H);(#", "Y101", "move", "`(# D.1 H)`"),
    "a call of search": ("@;(#", "@;(search 灰流丽);(#", "Y101", "search", "(shuffle D)"),
    "let": ("@;(#", "@;(let x 3);(#", "Y101", "let", "`(= x 3)`"),
    "define in a script": ("@;(#", "@;(define (f) 1);(#", "Y101", "define", "`deck.define`"),
    "the graveyard by name": ("(# X B)", "(# X GY)", "Y114", "GY", "the graveyard is `B`"),
    "the size of the graveyard by name": ("@;(#", "/|gy|;@;(#", "Y114", "gy", "the graveyard is `B`"),
    "a comma among arguments": ("(# X B)", "(# X , B)", "Y111", ",", "delete it"),
    "or": ("[动点]", "[动点 or 灰流丽]", "Y210", "or", "`any: [动点, 灰流丽]`"),
    "or in Chinese": ("[动点]", "[动点 或 灰流丽]", "Y210", "或", "`any: [动点, 灰流丽]`"),
    "not": ("[动点]", "[not 动点]", "Y210", "not", "`'!动点'`"),
    "not with a name of two words": ("[动点]", "[not Ash Blossom]", "Y210", "not", """`'!"Ash Blossom"'`"""),
    "and": ("[动点]", "[动点 and 灰流丽]", "Y210", "and", "spaces join its parts"),
    "a full-width comma between names": ("[动点]", "[动点，灰流丽]", "Y210", "动点，灰流丽", "`[动点, 灰流丽]`"),
    "a Japanese comma between attributes": ("[动点]", "[a:怪兽、a:手坑]", "Y405", "a:怪兽、a:手坑", "`[a:怪兽, a:手坑]`"),
    "a comma in one text": ("[动点]", "['动点, 灰流丽']", "Y210", "动点,", "`[动点, 灰流丽]`"),
    "an event behind no blank": ("'@;(# X B)", "'[1on draw]@;(# X B)", "Y411", "on draw", "a space before `on`"),
    "a number alone as a filter": ("D.a:怪兽.1", "D.(rank).1", "Y101", "rank", "write `.(!= rank 0)`"),
    "half a character": ("灰流丽:", r'"\ud83d":', "Y005", r"\ud83d", "write the character itself"),
}  # fmt: skip


def found_in(text: str) -> list[Diagnostic]:
    try:
        return list(loads(text, "deck.yml").diagnostics)
    except DeckError as error:
        return list(error.diagnostics)


def test_the_deck_itself() -> None:
    assert found_in(DECK) == []


@pytest.mark.parametrize("name", MISTAKES)
def test_a_newcomers_mistake(name: str) -> None:
    right, wrong, code, marked, advice = MISTAKES[name]
    assert DECK.count(right) == 1
    text = DECK.replace(right, wrong)
    found = [item for item in found_in(text) if item.code == code]
    assert found, found_in(text)
    place = found[0].place
    assert place is not None
    line = text.splitlines()[place.line - 1]
    assert line[place.column - 1 : place.column - 1 + place.length].startswith(marked)
    assert advice in (found[0].hint or "")


def test_a_name_with_a_comma() -> None:
    named = DECK.replace("    Ash Blossom:", "    Ash, the Fox: {}\n    Ash Blossom:")
    found = found_in(named.replace("[动点]", "[Ash, the Fox]"))
    assert [(item.code, item.hint) for item in found if item.severity == "error"] == [
        ("Y210", 'a name that holds a comma goes in quotes: "Ash, the Fox"')
    ] * 2
    assert not [
        item for item in found_in(named.replace("[动点]", '["Ash, the Fox"]')) if item.severity == "error"
    ]


def test_a_mark_that_looks_like_a_blank_is_no_advice() -> None:
    found = found_in(DECK.replace("D.a:怪兽.1", "D.a:怪物、手坑卡.1"))
    assert [(item.code, item.hint) for item in found] == [("Y405", None)]


def test_all_colons_full_width() -> None:
    (found,) = found_in(DECK.replace(": ", "：").replace(":\n", "：\n"))
    assert found.code == "Y014"
    assert "full-width colon" in (found.hint or "")


def test_blanks_of_a_web_page_and_full_width_ones() -> None:
    """With such blanks before every line, each is a key at the left edge."""
    for blank in "\xa0\u3000":
        text = f"deck:\n{blank}cards:\n{blank * 2}Ash: {{count: 3}}\n"
        unknown = [item for item in found_in(text) if item.code == "Y202"]
        assert [item.place.column for item in unknown if item.place] == [1, 1]
        assert all("of the space bar" in (item.hint or "") for item in unknown)


@pytest.mark.parametrize("text", ["3 Ash\n37 Lamp\n", "#main\n89631139\n#extra\n59822133\n"])
def test_a_card_list_in_place_of_a_deck(text: str) -> None:
    (found,) = found_in(text)
    assert "`yispc import`" in (found.hint or "")


def test_an_apostrophe_inside_a_list() -> None:
    (found,) = found_in("deck: {cards: {a: {program: '(print \"it's\")'}}}")
    assert found.message == "text goes on after the closing quote"
    assert found.place is not None and found.place.column == 41


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("count: 3", "description: '说明：第一'\n      count: 3"),
        lambda text: text.replace("count: 3", "description: |\n        说明：第一\n      count: 3"),
        lambda text: text.replace("灰流丽:", "灰流丽：真:"),
        lambda text: text.replace("[手坑, 怪兽]", "['手坑，怪兽', 怪兽]"),
    ],
)
def test_full_width_marks_where_they_belong(change: Callable[[str], str]) -> None:
    """In texts and names they are letters like any other."""
    assert found_in(change(DECK)) == []


def test_of_a_text_that_nobody_types_no_half_width_one_is_made() -> None:
    assert [half_width("４" * many) for many in (LONGEST, LONGEST + 1)] == ["4" * LONGEST, None]
