"""A pasted list and what is wanted of it: which cards it has, and the deck that asks."""

from __future__ import annotations

from math import comb

import pytest

import yisp
from yisp.deck.collection.finding import known_cards
from yisp.deck.exchange.exporting import exported
from yisp.deck.exchange.importing import Imported, Listed, imported
from yisp.deck.exchange.pasting import (
    MOST_NAMED,
    Unclear,
    Want,
    _named,
    asked,
    choices,
    filler,
    kinds,
    pasted,
    read_cards,
    read_hand,
    remarks,
)
from yisp.deck.load import loads
from yisp.messages import LANGUAGES, speaking

LIST = "3 Pot of Greed\n灰流丽 x3\n23434538\n2 Elemental HERO Stratos\n3 mine\nfilling 28\n"


def read(text: str) -> Listed:
    listed = pasted(text, "list")
    assert listed is not None
    return listed


def counts(text: str) -> dict[str, int]:
    return {one.name: one.count for one in choices(read(text))}


def test_plain_lists_are_read_loosely() -> None:
    text = "Ash\nAsh\n3 Lamp\nlight 2\n卡3张\n３　札\n２枚 石\n札：2\nNumber x4\n12345678\n2 87654321\n"
    assert counts(text) == {
        "Ash": 2, "Lamp": 3, "light": 2, "卡": 3, "札": 5, "石": 2, "Number": 4, "12345678": 1, "87654321": 2,
    }  # fmt: skip


def test_a_list_of_pokemon_tcg_live() -> None:
    text = "Pokémon: 2\n4 Dreepy TWM 128\n1 Mewtwo VSTAR SWSH 221\n\nTrainer: 1\n4 Iono PAL 185\n\n"
    text += "Energy: 1\n9 Basic Fire Energy\n"
    assert counts(text) == {"Dreepy": 4, "Mewtwo VSTAR": 1, "Iono": 4, "Basic Fire Energy": 9}
    assert counts("4 Dreepy TWM 128\n56 rest\n") == {"Dreepy": 4, "rest": 56}


@pytest.mark.parametrize(
    ("lang", "shown"), [("en", "Basic Fire Energy"), ("zh", "基本火能量"), ("ja", "基本炎エネルギー")]
)
def test_a_card_that_a_collection_knows_is_shown_by_its_name_not_by_a_shorter_one(
    lang: str, shown: str
) -> None:
    with speaking(lang):
        known = known_cards([["Fire Energy"]])
    assert known is not None
    assert (known.cards[0].name, known.cards[0].shown) == ("Basic Fire Energy", shown)


@pytest.mark.parametrize(
    "heading", ["主卡组 40", "メインデッキ：40枚", "Main Deck 40", "Deck: 40", "卡组40张"]
)
def test_headings_may_say_how_many_cards_follow(heading: str) -> None:
    assert counts(f"{heading}\n3 Ash\nland 17\n") == {"Ash": 3, "land": 17}


@pytest.mark.parametrize("text", ["7\na\n", "", "# only\n", "x" * 500 + "\n"])
def test_what_is_no_list(text: str) -> None:
    with pytest.raises(yisp.DeckError):
        pasted(text, "list")


def test_a_deck_file_is_none() -> None:
    assert pasted("deck:\n  cards:\n    a: {count: 3}\n", "list") is None


def test_a_card_under_several_names_is_one() -> None:
    found = counts("2 Ash Blossom & Joyous Spring\n灰流丽\n灰流うらら\n14558127\n")
    assert found == {"Ash Blossom & Joyous Spring": 5}


def deck_of(made: Imported) -> yisp.Deck:
    return loads(made.text, "deck.yml")


def test_the_deck_asks_for_what_is_wanted() -> None:
    listed = read(LIST)
    first = [Want(1, ("mine", "Elemental HERO Stratos")), Want(0, ("filling",))]
    hands = [first, [Want(2, ("灰流丽", 'Maxx "C"'))]]
    deck = deck_of(asked(listed, hands, "list"))
    (topic,) = deck.topics
    assert [combo.name for combo in topic.combos] == ["starter + no filling", "2× hand-trap"]
    cards = {kind.name: kind for kind in deck.kinds}
    assert cards["Pot of Greed"].effects and not cards["Elemental HERO Stratos"].effects
    assert {"starter", "monster", "warrior"} <= set(cards["Elemental HERO Stratos"].attributes)
    assert cards["mine"].attributes == ("starter",)


@pytest.mark.parametrize(
    ("more", "wants", "card"),
    [
        ("", [Want(1, ("mine",))], "brick"),
        ("", [Want(1, ("mine",)), Want(0, ("brick",))], "other"),
        ("", [Want(1, ("mine", "other")), Want(0, ("brick",))], "brick"),
        ("", [Want(1, ("mine", "other", "brick"))], None),
        ('20 Maxx "C"\n', [Want(1, ("mine",))], "brick"),
        ('20 Maxx "C"\n', [Want(1, ("mine", "other")), Want(0, ("brick",))], 'Maxx "C"'),
        ('20 Maxx "C"\n', [Want(1, ("mine", "other", "brick"))], 'Maxx "C"'),
        ("20 Pot of Greed\n0 none\n", [Want(1, ("mine", "other", "brick"))], None),
    ],
)
def test_whose_place_a_copy_more_takes(more: str, wants: list[Want], card: str | None) -> None:
    assert filler(read("9 brick\n4 other\n2 mine\n" + more), [wants]) == card


def test_its_rate_is_that_of_counting() -> None:
    """Without a card that does anything: as `yispc odds` would have it."""
    listed = read("3 mine\n37 filling\n")
    result = yisp.run(deck_of(asked(listed, [[Want(1, ("mine",))]], "list")))
    assert result.topics["opening"].success.exact == "667/1976"


def test_what_is_strange_is_said() -> None:
    listed = read("3 Pot of Gred\n3 Upstart Goblin\n2 Reinforcement of the Army\n60 filling\n2 Brainstorm\n")
    said = " ".join(map(str, remarks(asked(listed, [], "list"))))
    for words in ("Pot of Gred is not known; perhaps Pot of Greed", "70 cards, and a deck has at most 60",
                  "another game (magic)", "Brainstorm"):  # fmt: skip
        assert words in said
    said = " ".join(map(str, remarks(asked(read("4 Brainstorm\n4 Ponder\n1 Pot of Greed\n"), [], "list"))))
    assert "another game (ygo) are among them, and do nothing here: Pot of Greed" in said
    said = " ".join(map(str, remarks(asked(read("3 nothing known\n"), [], "list"))))
    assert "No collection knows any of these cards" in said


@pytest.mark.parametrize(
    ("text", "hand", "header"),
    [
        ("4 Brainstorm\n56 Island\n", 7, ""),
        ("4 Nest Ball\n4 Iono\n52 Pikachu\n", 7, "(pokemon:mulligan)"),
        ("3 Pot of Greed\n37 x\n", 5, ""),
        ("3 nothing\n37 x\n", 5, ""),
        ("4 Island\n", 4, ""),
    ],
)
def test_a_game_says_how_many_cards_a_hand_has(text: str, hand: int, header: str) -> None:
    want = Want(1, (next(iter(counts(text))),))
    for made in (imported(text, "list", plays=True), asked(read(text), [[want]], "list")):
        (topic,) = deck_of(made).topics
        assert topic.start_card == hand
        assert header in made.text
        assert ("London Mulligan: {count: 1, zone: M}" in made.text) is ("Island" in text)


def test_the_example_asks_for_a_card_that_stays_in_the_hand() -> None:
    text = imported("3 Pot of Greed\n3 mine\n34 x\n", "list", plays=True).text
    assert "how often is mine in the hand?" in text and "            - mine\n" in text
    deck = loads(imported("4 Brainstorm\n56 Island\n", "list", plays=True).text, "deck.yml")
    assert "London" not in exported(deck, "list")


def test_a_hand_that_is_typed() -> None:
    listed = read(LIST)
    assert read_hand("4-5 + 0x filling", listed) == [
        Want(1, ("Elemental HERO Stratos", "mine")), Want(0, ("filling",)),
    ]  # fmt: skip
    for written in ("2x a:hand-trap", "２ｘ a:hand-trap", "2枚 a:hand-trap", "2张a:hand-trap"):
        assert read_hand(written, listed) == [Want(2, ("灰流丽", 'Maxx "C"'))]
    assert read_hand("增殖的G / mine", listed) == [Want(1, ('Maxx "C"', "mine"))]
    assert read_cards("灰流うらら、強欲な壺", listed) == ("灰流丽", "Pot of Greed")
    assert read_cards("1 / mine", listed) == ("Pot of Greed", "mine")
    assert read_cards("１，３", listed) == ("Pot of Greed", 'Maxx "C"')
    assert read_cards("  ", listed) == ()
    several = read("3 Krenko, Mob Boss\n4 Island\n2 87654321\n5 mine\n")
    assert read_cards("Krenko, Mob Boss / mine,Island", several) == ("Krenko, Mob Boss", "mine", "Island")
    assert read_cards("mine / 1,2", several) == ("mine", "Krenko, Mob Boss", "Island")
    assert read_cards("87654321 / mine", several) == ("87654321", "mine")
    for wrong in ("0", "7", "3-9", "Ahs", "a:none"):
        with pytest.raises(Unclear):
            read_cards(wrong, listed)
    for wrong, near in (("Pot of Gred", "Pot of Greed"), ("stratos", "Elemental HERO Stratos")):
        with pytest.raises(Unclear, match=f"has no card '{wrong}'; did you mean '{near}'"):
            read_cards(wrong, listed)
    with pytest.raises(Unclear, match=r"has no card 'nothing like it'$"):
        read_cards("nothing like it", listed)


def test_kinds_and_the_card_that_can_be_missed() -> None:
    listed = read(LIST)
    assert next(iter(kinds(listed))) == "hand-trap"
    assert filler(listed, [[Want(1, ("mine",))]]) == "filling"
    assert filler(listed, [[Want(1, ("mine", "filling"))]]) == "灰流丽"


def test_cards_beside_the_deck_are_neither_chosen_nor_spoken_of() -> None:
    """The rules of a game lie in a zone of their own once the deck is made; a side deck is left out."""
    listed = read("3 Lightning Bolt\n20 Island\n\n1 Island\n")
    hands = [[Want(2, ("Island",)), Want(1, ("Lightning Bolt",))]]
    made = asked(listed, hands, "list")
    assert "zone: M" in made.text and filler(listed, hands) is None
    assert made.text.count("is not played: Island.") == 1


@pytest.mark.parametrize("lang", list(LANGUAGES))
def test_every_language_makes_a_deck_that_runs(lang: str) -> None:
    with speaking(lang):
        hand = [Want(1, ("mine", "filling")), Want(0, ("灰流丽", "Pot of Greed"))]
        made = asked(read(LIST), [hand], "list")
    assert not [item for item in deck_of(made).diagnostics if item.severity == "error"]


NAMES = ["2x a", "a: b", 'the "1st"', "no", "{}", "+", "12 34", "ａ　b", "a/b", "a|b", "!x"]


@pytest.mark.parametrize("name", NAMES)
def test_names_are_any_text(name: str) -> None:
    listed = read(f"3 {name}\n1 b\n36 filling\n")
    own = choices(listed)[0].name
    for cards in ((own,), (own, "b")):
        deck = deck_of(asked(read(f"3 {name}\n1 b\n36 filling\n"), [[Want(1, cards)]], "list"))
        rate = yisp.run(deck).topics["opening"].success.rate
        assert rate == pytest.approx(1 - comb(38 - len(cards), 5) / comb(40, 5))


def test_of_many_names_the_first_are_told() -> None:
    assert [_named(list("abcdefghijkl")[: MOST_NAMED + more]) for more in (0, 2)] == [
        "a, b, c, d, e, f, g, h", "a, b, c, d, e, f, g, h, 2 more"
    ]  # fmt: skip
