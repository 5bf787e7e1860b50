"""Card lists, format by format: what is read, and what is said of mistakes."""

from __future__ import annotations

import base64
import struct

import pytest
from exchanging import NAMES, copies, deck_of, mistakes, places, remarks

import yisp
from yisp.deck.exchange.formats import cardlist, lists
from yisp.deck.exchange.formats.cardlist import MOST_CARDS, MOST_KINDS, MOST_ROWS
from yisp.deck.exchange.formats.decoding import MOST_LINES, decoded
from yisp.deck.exchange.formats.formats import format_of
from yisp.deck.exchange.importing import imported
from yisp.lang.diagnostics import Diagnostics
from yisp.lang.source import TextSource

YDK = (
    "#created by somebody\n#main\n14558127\n14558127\n23434538\n97268402\n#extra\n84013237\n!side\n10045474\n"
)


def address(*parts: list[int]) -> str:
    words = [base64.b64encode(struct.pack(f"<{len(part)}I", *part)).decode() for part in parts]
    return "ydke://" + "".join(f"{word}!" for word in words)


# .ydk, ydke:// ----------------------------------------------------------------------------------


def test_ydk() -> None:
    made = imported(YDK, "list")
    assert made.summary[1:] == ("4 cards of 3 kinds; extra deck: 1 card of 1 kind.",)
    text = made.text
    assert "    '14558127': {count: 2}\n    '23434538': {count: 1}\n    '97268402': {count: 1}\n" in text
    assert "    '84013237': {count: 1, zone: E}\n" in text
    assert "10045474" not in text
    assert remarks(YDK) == (
        "the side deck is left out: 1 card",
        "4 kinds are called by passcode: no card table was given",
    )


def test_names_come_from_the_table_and_bring_their_attributes() -> None:
    made = imported(YDK, "list", None, NAMES)
    assert "    灰流丽: {count: 2, attribute: [monster, hand-trap]}\n" in made.text
    assert "2 kinds are called by passcode: the card table has no name" in made.remarks


def test_two_passcodes_of_one_name_are_one_card() -> None:
    both = {1: NAMES[14558127], 2: NAMES[14558127]}
    assert copies("#main\n1\n2\n2\n", None, both) == {"灰流丽": 3}


def test_printings_of_pokemon_tcg_live() -> None:
    text = "4 Dreepy TWM 128\n1 Mewtwo VSTAR SWSH 221\n\nTrainer: 1\n4 Iono PAL 185\n9 Basic Fire Energy\n"
    read = {"Dreepy": 4, "Mewtwo VSTAR": 1, "Iono": 4, "Basic Fire Energy": 9}
    assert copies("Pokémon: 5\n" + text) == read
    assert "Dreepy TWM 128" in copies("Creatures: 5\n" + text)  # elsewhere it may be a name


def test_a_card_of_both_parts_has_two_names() -> None:
    text = imported("name,count,zone\na,1,\na,1,extra\na (E),2,\n", "list").text
    assert "    a: {count: 1}\n    a (E): {count: 2}\n" in text.replace("'", "")
    assert "    a (E2): {count: 1, zone: E}\n" in text.replace("'", "")


def test_every_line_that_is_no_passcode() -> None:
    assert places("#main\nash\n1\n  99999999999\n0\n-1\n", "ydk") == [
        ("Y018", 2, 1, 3), ("Y018", 4, 3, 11), ("Y018", 5, 1, 1), ("Y018", 6, 1, 2),
    ]  # fmt: skip


def test_ydke() -> None:
    text = address([7, 7, 2**32 - 1], [5], [9, 9])
    assert copies(text.replace("BQAAAA==", "")) == {"7": 2, "4294967295": 1}
    assert "    '5': {count: 1, zone: E}" in imported(f"\n  {text}\n", "list").text
    assert "the side deck is left out: 2 cards" in remarks(text)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("ydke://BwAAAA==", (1, 1, 15)),
        ("ydke://BwAAAA==!!", (1, 1, 17)),
        ("ydke://BwAAAA==!!!more", (1, 1, 22)),
        ("ydke://BwAAAA==!BwA=!!", (1, 17, 4)),
        ("ydke://?!!!", (1, 8, 1)),
        ("ydke://BwAAAA==!!!\nand this", (2, 1, 8)),
    ],
)
def test_a_damaged_address(text: str, place: tuple[int, int, int]) -> None:
    assert places(text) == [("Y018", *place)]


# Text lists -------------------------------------------------------------------------------------

ARENA = """About
Name Goblins, 2

Commander
1 Krenko, Mob Boss (RVR) 114

Deck
4 Lightning Bolt (M10) 146
20x Mountain
2 Fire // Ice *F*

Sideboard
2 Fury (MH2) 126
"""


def test_arena() -> None:
    text = imported(ARENA, "list").text
    cards = "    Lightning Bolt: {count: 4}\n    Mountain: {count: 20}\n    'Fire // Ice': {count: 2}\n"
    assert cards in text
    assert "    'Krenko, Mob Boss': {count: 1, zone: C}\n" in text
    assert remarks(ARENA) == ("the side deck is left out: 2 cards", "the commander starts in zone C")


def test_mtgo() -> None:
    assert copies("4 Lightning Bolt\n36 Mountain\nSB: 2 Fury\n") == {"Lightning Bolt": 4, "Mountain": 36}
    assert copies("4 Lightning Bolt\n36 Mountain\n\n2 Fury\n3 Ice\n") == {"Lightning Bolt": 4, "Mountain": 36}
    assert remarks("1 a\n\n2 b\n") == (
        "the side deck is left out: 2 cards",
        "what stands behind the blank line is taken for the side deck",
    )


@pytest.mark.parametrize(
    "text",
    [
        "3 a\n# c\n2 b\n",
        "3 a\n// c\n# d\n2 b\n",
        "3 a\n\n16 b\n",
        "3 a\n\n1 b\n\n1 c\n",
        "Deck\n3 a\n\n1 b\n",
    ],
)
def test_other_blank_lines_part_nothing(text: str) -> None:
    assert not remarks(text) and copies(text)["b"]


@pytest.mark.parametrize(
    "line",
    [
        "3 灰流丽", "3x 灰流丽", "3X 灰流丽", "3 x 灰流丽", "3× 灰流丽",
        "灰流丽 x3", "灰流丽 ×3", "灰流丽×3", "灰流丽 * 3", "３　灰流丽", "灰流丽　ｘ３",
        "灰流丽 3枚", "灰流丽　３枚", "灰流丽：3張", "3枚 灰流丽", "3张灰流丽",
    ],
)  # fmt: skip
def test_ways_to_write_copies(line: str) -> None:
    assert copies(line) == {"灰流丽": 3}


@pytest.mark.parametrize(
    ("heading", "zone"),
    [
        ("Extra Deck:", "E"),
        ("额外 (2)", "E"),
        ("[Extra]", "E"),
        ("エクストラデッキ：", "E"),
        ("COMMANDER", "C"),
    ],
)
def test_headings(heading: str, zone: str) -> None:
    assert f"    b: {{count: 2, zone: {zone}}}" in imported(f"主卡组：\n1 a\n{heading}\n2 b\n", "list").text


@pytest.mark.parametrize(
    "heading",
    [
        "Pokémon: 12", "ポケモン：12枚", "【サポート】", "■ポケモン", "◆ グッズ（９）", "[Creatures] (4)",
        "Total Cards: 60",
    ],
)  # fmt: skip
def test_headings_of_sites(heading: str) -> None:
    assert copies(f"1 a\n{heading}\n2 b\n") == {"a": 1, "b": 2}


def test_names_that_begin_with_numbers_or_x() -> None:
    assert copies("3 7 Colored Fish\n2 Xyz Reborn\n1 x\n") == {"7 Colored Fish": 3, "Xyz Reborn": 2, "x": 1}
    assert copies("1996 World Champion x4\n3 x3\n") == {"1996 World Champion": 4, "3": 3}
    assert copies("4x Fish x2\n") == {"Fish x2": 4}
    assert copies("4 １号 ｘ\n2 3枚\nアクセス２ ３枚\n") == {"１号 ｘ": 4, "3枚": 2, "アクセス２": 3}


def test_a_line_that_may_be_read_in_two_ways() -> None:
    assert not remarks("7 Fish x3\nLamp x2\n")  # as all lines are written
    (remark,) = remarks("7 Fish x3\n2 Lamp\n")
    assert remark.startswith("line 1: 3 copies of `7 Fish`") and "`7x Fish x3`" in remark
    assert copies("7x Fish x3\n2 Lamp\n") == {"Fish x3": 7, "Lamp": 2}
    assert copies("3 46986414\n2 89631139\n") == {"46986414": 3, "89631139": 2}


def test_comments_behind_cards_and_before_parts() -> None:
    (remark,) = remarks("3 Ash # the best\n1 #a\n1 Fire // Ice\n")
    assert "comment" in remark
    assert copies("3 Ash # the best\n1 #a\n1 Fire // Ice\n") == {"Ash": 3, "#a": 1, "Fire // Ice": 1}
    assert copies("3 Ash\n\n# Spells\n2 Lamp\n\n//Sideboard\n1 Rest\n") == {"Ash": 3, "Lamp": 2}


def test_very_many_copies_are_asked_about() -> None:
    assert remarks("1996 World Champion x100\n") == ("line 1: 100 copies of `1996 World Champion`",)
    assert remarks("99 a\n") == ()
    (remark,) = remarks("1 b\n100 a\n")
    assert remark.startswith("line 2: 100 copies of `a`") and "`100 a x1`" in remark
    assert copies("100 a x1\n") == {"100 a": 1}


def test_lines_that_are_no_cards() -> None:
    text = f"Ash\n3 fine\n4\n99999 a\n1 {'long ' * 100}\n// a comment\n1 {'l' * 201}\n"
    assert [(item.code, item.place and item.place.line) for item in mistakes(text)] == [
        ("Y018", 1), ("Y018", 3), ("Y204", 4), ("Y018", 5), ("Y209", 7),
    ]  # fmt: skip
    assert mistakes("Ash\n")[0].hint == "for one copy write `1 Ash`"
    assert mistakes("灰流丽　３\n")[0].hint == "for 3 copies write `3 灰流丽`"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_what_is_too_large_is_not_decoded(encoding: str) -> None:
    data = "3 ash\n".encode(encoding)
    found = Diagnostics()
    assert decoded(data, "list.txt", found, len(data)).text == "3 ash\n"
    with pytest.raises(yisp.DeckError, match="larger than"):
        decoded(data, "list.txt", found, len(data) - 1)


# Tables -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "count,name,attribute\n3,灰流丽,\"monster, hand-trap\"\n1,b,\n",
        "Name;Quantity;Tags\n灰流丽;3;monster|hand-trap\nb;1;\n",
        "卡名\t数量\t属性\n灰流丽\t3\tmonster、hand-trap\n\nb\t\t\n",
        "カード名,枚数,タグ\r\n灰流丽,3,monster;hand-trap\r\nb,1,\r\n",
        "カード名,枚数,タグ\r\n灰流丽,３枚,monster;hand-trap\r\nb,1张,\r\n",
        "\ufeffname,count,tags\n灰流丽,3,monster;hand-trap\nb,1,\n",
        "name,price,count,tags\n灰流丽,\"1,50\",1,monster\n灰流丽,2,2,hand-trap\nb,3,1,\n",
    ],
)  # fmt: skip
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_tables(text: str, encoding: str) -> None:
    deck = deck_of(text.encode(encoding))
    assert [(kind.name, kind.count, kind.attributes) for kind in deck.kinds] == [
        ("灰流丽", 3, ("monster", "hand-trap")),
        ("b", 1, ()),
    ]


def test_cells_of_several_lines() -> None:
    text = 'name,count,tags,note\n"a\n b",3,"x\ny","one\r\ntwo"\n'
    (kind,) = deck_of(text).kinds
    assert (kind.name, kind.attributes, kind.description) == ("a b", ("x", "y"), "one two")


def test_a_table_of_passcodes() -> None:
    assert copies("id,count,zone\n14558127,3,main\n5,1,side\n", None, NAMES) == {"灰流丽": 3}


def test_mistakes_of_a_table_are_told_together() -> None:
    text = "name,count,zone,id\na,x,,\nb,1,attic,\n,1,,\nc,1,,many\n"
    assert places(text) == [
        ("Y018", 2, 3, 1), ("Y018", 3, 5, 5), ("Y214", 4, 1, 1), ("Y018", 5, 6, 4),
    ]  # fmt: skip


def test_a_table_without_columns() -> None:
    (item,) = mistakes("x,y\n1,2\n", "csv")
    assert item.code == "Y019" and "name or passcode" in item.message
    (item,) = mistakes("name,count,qty\na,1,2\n", "csv")
    assert item.code == "Y019" and "several columns for the count" in item.message


def test_a_quote_that_is_never_closed() -> None:
    (item,) = mistakes('name,count\n"a,1\nb,2\n')
    assert item.code == "Y018" and "cannot be read" in item.message


# ygo-calc 1 -------------------------------------------------------------------------------------

OLD = """\
deck:
    size: 40
    cards:
        red: {count: 3, attribute: ['M', 'start']}
        green:
            attribute: M
        others:
            count: -1
    classes:
        Start: a:start
        Monster: A:M*
simulate:
    count: 50000
    start_card: 6
    turns: 4
    separate: no
    tests:
"""


def test_ygo_calc_1_with_topics() -> None:
    tests = "        Expand: {one: [Start, Monster], two: {score: 2.0, conditions: [green]}}\n"
    deck = deck_of(OLD + tests)
    assert {kind.name: kind.count for kind in deck.kinds} == {"red": 3, "green": 1, "others": 36}
    assert deck.kinds[0].attributes == ("M", "start")
    (topic,) = deck.topics
    assert (topic.name, topic.start_card, [combo.name for combo in topic.combos]) == (
        "Expand",
        6,
        ["one", "two"],
    )
    assert deck.settings.count == 50000
    assert remarks(OLD + tests) == (
        "`turns: 4`: the first turn is imported; the hand of turn 4 is that of `start-card: 9`",
        "`separate` is left out: every combo has a rate of its own",
    )


def test_ygo_calc_1_without_topics() -> None:
    deck = deck_of(OLD + "        one: [Start, Monster]\n        two:\n            - green\n")
    (topic,) = deck.topics
    assert (topic.name, [combo.name for combo in topic.combos]) == ("opening", ["one", "two"])


def test_a_combo_of_ygo_calc_1_may_want_nothing() -> None:
    deck = deck_of(OLD + "        A: {one: {score: 2}}\n")
    assert [combo.name for combo in deck.topics[0].combos] == ["one"]


def test_ygo_calc_1_calls_its_aliases_conditions() -> None:
    tests = "        one: [Start]\n"
    assert (
        "  alias:\n    Start: a:start\n" in imported(OLD.replace("classes", "conditions") + tests, "old").text
    )


def test_mistakes_are_told_where_they_stand() -> None:
    text = OLD + "        A:\n            one: [Strat]\n"
    assert places(text) == [("Y210", 19, 19, 5)]
    text = (
        OLD.replace("size: 40", "size: many").replace("turns", "tunrs") + "        A:\n            one: x\n"
    )
    assert [(code, line) for code, line, _, _ in places(text)] == [("Y204", 2), ("Y202", 15), ("Y201", 19)]
    text = OLD + "        A:\n            one: {score: 1.5, conditions: [red]}\n"
    assert places(text) == [("Y201", 19, 26, 3)]
    assert [code for code, *_ in places(OLD.replace("size: 40", "size: -1") + "        A: {}\n")] == ["Y204"]
    assert places(OLD.replace("size: 40", "size: 2") + "        A: {one: [red]}\n") == [("Y207", 2, 11, 1)]


def test_aliases_are_looked_at_without_topics_as_well() -> None:
    assert places("deck:\n  cards: {red: {}}\n  classes: {Start: rde}\n") == [("Y210", 3, 20, 3)]


def test_a_card_that_fills_a_deck_of_no_size() -> None:
    assert places("deck:\n  cards: {red: {count: -1}}\n", "calc") == [("Y207", 2, 11, 3)]


def test_what_is_no_deck_of_ygo_calc() -> None:
    assert places("simulate: {count: 9}\n", "calc") == [("Y205", 1, 1, 20)]
    assert places("deck: {cards: {red: {count: 9}}, classes: {x: [1]}}\n", "calc") == [("Y201", 1, 47, 3)]


def test_decks_that_run_as_they_are_need_no_import() -> None:
    (item,) = mistakes("deck:\n  cards: {a: {}}\nsimulate:\n  tests: {t: {combos: {c: {hand: [a]}}}}\n")
    assert item.code == "Y020" and item.hint == "yispc FILE runs it"


# Which format -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("file", "text", "kind"),
    [
        ("x", YDK, "ydk"), ("x", "1\n2\n", "ydk"), ("x.ydk", "ash", "ydk"), ("x", "3 a", "list"),
        ("x", "Name,Count\n", "csv"), ("x.TSV", "3 a", "csv"), ("x.ydk", "ydke://!!!", "ydke"),
        ("x", OLD, "calc"),
        ("x.yml", "", "calc"), ("x", "deck:\n3 a\n", "list"), ("x", "", "list"),
        ("x", "3 Name, Count\n", "list"), ("x", "Name\n3 Ash\n", "list"),
    ],
)  # fmt: skip
def test_which_format(file: str, text: str, kind: str) -> None:
    assert format_of(TextSource(file, text)) == kind


def test_a_format_that_is_named_comes_first() -> None:
    assert copies("1\n2\n") == {"1": 1, "2": 1}
    assert [item.code for item in mistakes("1\n2\n", "list")] == ["Y018", "Y018"]


# Bounds and texts -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "kind", "code"),
    [
        (b"3 caf\xe9\n", None, "Y003"),
        (b"\xff\xfe3", None, "Y003"),
        ("3 a\x07\n", None, "Y004"),
        ("", None, "Y021"),
        ("0 a\n", None, "Y021"),
        ("Sideboard\n3 a\n", None, "Y021"),
        ("#main\n#extra\n5\n", None, "Y021"),
        (f"{MOST_CARDS} a\n1 b\n", None, "Y209"),
        ("name,count,count\na,1,2\n", "csv", "Y019"),
        ("count\n1\n", "csv", "Y019"),
        *(
            pytest.param(*row, marks=pytest.mark.slow)
            for row in (
                (b"1 a\n" * 2**20 + b"1", None, "Y002"),
                ("".join(f"1 card {number}\n" for number in range(MOST_KINDS + 1)), None, "Y209"),
                (address([1] * (MOST_CARDS + 1), [], []), None, "Y209"),
                ("0 a\n" * (MOST_ROWS + 1), None, "Y209"),
                ("name,count\n" + "a,0\n" * (MOST_ROWS + 1), None, "Y209"),
                ("\n" * (MOST_LINES + 1), None, "Y002"),
                ("name," * 500_000, "csv", "Y019"),
            )
        ),
    ],
    ids=lambda one: one[:12] if isinstance(one, str | bytes) else None,
)
def test_what_is_refused(text: str | bytes, kind: str | None, code: str) -> None:
    assert [item.code for item in mistakes(text, kind)] == [code]


@pytest.mark.parametrize("rows", ["0 a\n", "1 a\n"])
def test_no_more_rows_than_anybody_writes(rows: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (cardlist, lists):
        monkeypatch.setattr(module, "MOST_ROWS", 3)
    assert [item.code for item in mistakes(4 * rows)] == ["Y209"]
    assert [item.code for item in mistakes("name,count\n" + 4 * "a,0\n")] == ["Y209"]
    assert copies("name,count\na,1\n" + 2 * "a,0\n") == copies("1 a\n" + 2 * "0 a\n") == {"a": 1}


def test_as_many_cards_as_there_may_be() -> None:
    """Of a card without copies there is none."""
    assert copies(f"{MOST_CARDS} a\n0 b\n") == {"a": MOST_CARDS, "b": 0}


@pytest.mark.slow
def test_as_many_kinds_as_there_may_be() -> None:
    assert sum(copies("".join(f"2 card {number}\n" for number in range(MOST_KINDS))).values()) == MOST_CARDS


def test_no_more_mistakes_than_anybody_reads() -> None:
    assert len(mistakes("ash\n" * 5000)) == 1001


@pytest.mark.parametrize("kind", ["ydk", "list", "csv"])
def test_long_lines_take_no_time(kind: str) -> None:
    many = 3 * 10**5
    for text in ("a" * many, " " * many + "(", "1 " + " (A" * 10**5, "x" + " " * many + "*", '"' * many):
        assert mistakes(text, kind)
