"""What effects and scripts read like, and which part of a sentence speaks of which part of a script."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

import pytest
from games.golden import DECKS, packaged
from running import deck_text, load_text

from yisp.deck.model import Deck
from yisp.explain.decks import DeckExplanation, explained
from yisp.explain.nouns import AN
from yisp.lang.forms import FORMS
from yisp.lang.syntax import SYNTAX
from yisp.messages import LANGUAGES, Message, speaking

DEFINE = {
    "pay(n)": "(= word (- word n))",
    "all(P, n)": "(# P.:n H)",
    "ok": "(> word 0)",
    "over(n)": "(> word n)",
    "gain(n)": "(= word n)",
}


def one(effect: str) -> DeckExplanation:
    card = {"count": 30, "attribute": ["monster"], "props": {"level": 2}, "program": [effect]}
    topic = {"exec-program": True, "combos": {"c": {}}}
    return explained(
        load_text(deck_text({"scout": card}, {"t": topic}, alias={"M": "a:monster"}, define=DEFINE))
    )


def told(effect: str, language: str = "en") -> str:
    with speaking(language):
        return one(effect).cards[0].entries[0].explanation.text


ENGLISH = {
    # A number beside what it is compared with: as it is, or in parentheses where it has a list, or filters.
    "/(+ word 1);@": "From the hand: if ‘word’ + 1 is not 0, nothing happens.",
    "/!(max word 2);@": "From the hand: if (the largest of ‘word’ and 2) is 0, nothing happens.",
    "/(sum D.(> level 1) level);@":
        "From the hand: if (the total level of all cards in the deck whose level is more than 1) is not 0,"
        " nothing happens.",
    "/(> (sum X level) 1);@": "From the hand: if the level of this card is more than 1, nothing happens.",
    "@;(= word (sum D.1 level))": "From the hand: set ‘word’ to the level of the top card of the deck.",
    "@;(= word (sum D.2 level))":
        "From the hand: set ‘word’ to the total level of the top 2 cards of the deck.",
    "[1]/|D.scout|;@;(# X B);(# D.scout.1 H)":
        "Once a turn, from the hand: if the deck holds a"
        " “scout”, send this card to the graveyard; then add the"
        " first “scout” in the deck to the hand.",
    "@;(# B.a:monster.*2 H)":
        "From the hand: add 2 monster cards of your choice in the graveyard to the hand.",
    "@;(# H.?1 B)": "From the hand: discard a card in the hand at random.",
    "@;(block (# D.1 H) (= word 1))":
        "From the hand: add the top card of the deck to the hand; then set ‘word’ to 1.",
    "/(> |H| 1);(# H.!X.1 J);@;(# D.2 H [draw])":
        "From the hand: if the hand holds more than 1 card,"
        " as a cost, banish the first other card in the hand;"
        " then draw 2 cards.",
    "@;(# D.1 H [draw]);/!|H.M|;(= word (+ word 1))":
        "From the hand: draw 1 card; then go on only if the hand holds no “M” card; then add 1 to ‘word’.",
    "[1HB on D>B]/(or word |F|);(# X F)":
        "Once a turn, when this card goes from the deck to the graveyard, if the hand or the graveyard then"
        " holds it: if ‘word’ is not 0 or the field holds a card, put this card on the field.",
    "[^]@;(# D.(>= level 2).1 H [search]);(shuffle D)":
        "As the first effect of the turn, from the hand:"
        " search for the first card in the deck whose level is at"
        " least 2, and add what is found to the hand; then shuffle the deck.",
    "@;(if |H| (block (# H B) (# D.1 H)) (pay 2));(all D 3)":
        "From the hand: if the hand holds a card: (discard"
        " all cards in the hand; then add the top card of the deck"
        " to the hand), otherwise do ‘pay’ with 2; then do ‘all’ with the deck and 3.",
    "@;(on >B (# it J) (when |it.a:monster|) (times 2) (for 3))":
        "From the hand: from now on, for 3 turns with this"
        " one, whenever a card comes to the graveyard, if the moved"
        " card is a monster card, at most 2 times in all: banish the moved card.",
    "(# D.1 H)":
        "From the hand, without ever being activated: as a cost, add the top card of the deck to the hand.",
    "/(ok);@": "From the hand: if ‘ok’ holds, nothing happens.",
    "@;(block ())":
        "From the hand: nothing happens.",
    "/|X.M|;/!|X|;/|H.X|;/!|B.X|;@;(# X.M B);(# H.X B)":
        "From the hand: if this card is an “M” card and if this card is no longer there and if the "
        "hand holds this card and if the graveyard does not hold this card, send this card if it is "
        "an “M” card to the graveyard; then discard this card, if the hand holds it.",
    "/(> (+ |X.M| |X|) 1);@":
        "From the hand: if (1 if this card is an “M” card, otherwise 0) + (1 if this card is still "
        "there, otherwise 0) is more than 1, nothing happens.",
    "/|H.2.M|;/!|H.2.scout|;@;(# H.!2 B);(# H.!-1 B);(# H.!?1 B);(# H.!*1 B)":
        "From the hand: if there is an “M” card among the first 2 cards in the hand and if there is "
        "no “scout” among the first 2 cards in the hand, discard all cards in the hand but the first "
        "2; then discard all cards in the hand but the last 1; then discard all cards in the hand but"
        " 1 at random; then discard all cards in the hand but 1 of your choice.",
    '@;(# H.a:"one, two" B);(# H.!a:"one, two" B);(# H.!A:m* B);(# H.!M.1 B)':
        "From the hand: discard all cards in the hand with the attribute “one, two”; then discard all"
        " cards in the hand without the attribute “one, two”; then discard all cards in the hand "
        "without an attribute like “m*”; then discard the first card in the hand other than “M” "
        "cards.",
    "@;(on draw (# it B));(on activate (if |it| (= word 1)));"
    "(on D>B (if (not |it|) (# it J)));(on H> (= word 2))":
        "From the hand: from now on, whenever an effect draws cards: send the drawn cards to the "
        "graveyard; then from now on, whenever an effect is activated: (set ‘word’ to 1 if the "
        "activated card is still there); then from now on, whenever a card goes from the deck to the "
        "graveyard: (banish the moved card if the moved card is no longer there); then from now on, "
        "whenever a card leaves the hand: set ‘word’ to 2.",
    "[1 on draw]@;(# it B)":
        "Once a turn, from the hand, when an effect draws cards: it counts as activated; then send "
        "the drawn cards to the graveyard.",
    "[H on draw](= word |it|);(= word |it.M|)":
        "From the hand, when an effect draws cards: set ‘word’ to the number of the drawn cards; then set "
        "‘word’ to the number of “M” cards among the drawn cards.",
    "[1 on H>]@;(= word 1)":
        "Once a turn, when this card leaves the hand: it counts as activated; then set ‘word’ to 1.",
    "[1 on activate]@;(# it J)":
        "Once a turn, from the hand, when an effect is activated: it counts as activated; then banish"
        " the activated card.",
    "/(over 2);/!(over |H|);@;(= word (- word));(if (not (ok)) (= word 3))":
        "From the hand: if ‘over’ holds for 2 and if ‘over’ does not hold for the number of cards in "
        "the hand, set ‘word’ to minus ‘word’; then set ‘word’ to 3 if ‘ok’ does not hold.",
    "@;(after 3 (= word 1));(after word (# D.1 H));(after 1 (shuffle D))":
        "From the hand: 3 turns from now, at the start: set ‘word’ to 1; then ‘word’ turns from now, "
        "at the start: add the top card of the deck to the hand; then at the start of the next turn: "
        "shuffle the deck.",
    "@;(on turn-end (= word 1) (times word) (for word));(on turn-start (= word 2) (for 1))":
        "From the hand: from now on, for ‘word’ turns with this one, at the end of each turn, at most"
        " ‘word’ times in all: set ‘word’ to 1; then from now on, until the end of this turn, at the "
        "start of each turn: set ‘word’ to 2.",
    "@;(# D.(not (> level 2)).1 H);(# D.(> 3 level) B);(# H.(> (copies H) 1) B)":
        "From the hand: add the first card in the deck whose level is at most 2 to the hand; then "
        "send all cards in the deck whose level is less than 3 to the graveyard; then discard all "
        "cards in the hand whose number of copies that the hand holds is more than 1.",
    "/(would [t] |H.2|);@;(# X H);(sum H level)":
        "From the hand: if (the sum of the number of cards among the first 2 cards in the hand, as it"
        " would be after each effect of the sort “t” alone) is not 0, add this card to the hand; then"
        " work out the total level of all cards in the hand.",
    "@;(if word (block ()) (= word 1))":
        "From the hand: if ‘word’ is not 0: do nothing, otherwise set ‘word’ to 1.",
    "@;(while 0 (# D.1 H));(while 2 (# D.1 H))":
        "From the hand: as long as in no case: add the top card of the deck to the hand; then again and "
        "again: add the top card of the deck to the hand.",
    "@;(if word () (= word 1))":
        "From the hand: set ‘word’ to 1 if ‘word’ is 0.",
    '[1 on >B]@;(print H it "a" (+ 1 word))':
        "Once a turn, when this card comes to the graveyard: it counts as activated; then show all "
        "cards in the hand, the moved card, “a”, (1 + ‘word’).",
}  # fmt: skip


@pytest.mark.parametrize(("effect", "words"), ENGLISH.items())
def test_an_effect_reads_like_a_card(effect: str, words: str) -> None:
    assert told(effect) == words


def test_players_of_other_languages_read_their_own_terms() -> None:
    effect = "[1]/|D.scout|;@;(# H.1 B);(# D.scout.1 H [search]);(# D.2 H [draw]);(# B.1 J);(# D.1 B)"
    assert told(effect, "zh") == (
        "1 回合 1"
        " 次、从手牌发动：如果卡组有「scout」，"
        "丢弃手牌中的前 1 张卡；然后检索卡组中的前 1 张「scout」加入手牌；"
        "然后抽 2 张卡；然后把墓地中的前 1 张卡除外；然后把卡组最上面的 1 张卡送去墓地。"
    )
    assert told(effect, "ja") == (
        "1 ターンに 1 度、手札で発動：デッキに「scout」がある場合、手札の最初のカード 1 枚を捨てる。"
        "その後デッキの最初の「scout」 1 枚をサーチする。"
        "その後 2 枚ドローする。その後墓地の最初のカード 1 枚を除外する。"
        "その後デッキの上から 1 枚を墓地へ送る。"
    )


@pytest.mark.parametrize("name", FORMS)
def test_every_form_has_words(name: str) -> None:
    """Each declaration says what its uses are called; the catalogues are checked elsewhere."""
    words = FORMS[name].words
    assert isinstance(words, Message) or callable(getattr(words, "truth", words))
    if isinstance(words, Message):
        names = {argument.name for argument in FORMS[name].arguments}
        assert set(words.format_map(dict.fromkeys(names, "")))  # of nothing but its arguments


@pytest.mark.parametrize("row", [row for row in SYNTAX if row.group != "flag"], ids=lambda row: row.spelling)
def test_every_construct_of_the_reference_is_said(row: object) -> None:
    example: str = row.example  # type: ignore[attr-defined]
    entry = one(example if example.startswith("[") or "@" in example else f"@;{example}").cards[0].entries[0]
    assert entry.explanation.text and not entry.explanation.cut


def test_what_lies_too_deep_is_shown_as_it_is_written() -> None:
    deep = "(+ word 1)"
    for _ in range(9):
        deep = f"(* 2 (+ 1 {deep}))"
    entry = one(f"@;(= word {deep})").cards[0].entries[0]
    assert entry.explanation.cut == 1 and "… (" in entry.explanation.text


@pytest.mark.parametrize(("filters", "whole"), [(60, True), (300, False)])
def test_what_ends_within_a_sentence_is_not_the_whole(filters: int, whole: bool) -> None:
    entry = one(f"@;(# D{'.a:x' * filters} H)").cards[0].entries[0]
    assert ("…" not in entry.explanation.text, entry.to_data()["whole"]) == (whole, whole)


# Parts ----------------------------------------------------------------------------------------------


def test_parts_know_what_they_speak_of() -> None:
    effect = "[1]/|D.scout|;@;(# X B);(# D.scout.1 H)"
    (sentence,) = one(effect).cards[0].entries[0].explanation.sentences
    spoken = {part.text.strip(): effect[slice(*part.span)] for part in sentence if part.span is not None}
    assert spoken["Once a turn, from the hand"] == "[1]"
    assert spoken["the deck"] == "D" and spoken["“scout”"] == "scout" and spoken["this card"] == "X"
    assert spoken["send"] == "(# X B)" and spoken["add"] == "(# D.scout.1 H)"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("effect", ENGLISH)
def test_parts_make_up_the_text_and_lie_in_the_script(effect: str, language: str) -> None:
    with speaking(language):
        entry = one(effect).cards[0].entries[0]
    (sentence,) = entry.explanation.sentences
    assert "".join(part.text for part in sentence) == entry.explanation.text
    for part in sentence:
        assert part.text and (part.span is None or 0 <= part.span[0] <= part.span[1] <= len(effect))
    assert "{" not in entry.explanation.text and "  " not in entry.explanation.text


def test_a_sentence_begins_with_a_capital_and_ends() -> None:
    assert told("[1B]@;(# X J)") == "Once a turn, from the graveyard: banish this card."
    assert told("[1B]@;(# X J)", "zh").endswith("。")


# Decks ------------------------------------------------------------------------------------------------


def of_packaged() -> Iterator[tuple[str, Deck]]:
    for name in DECKS:
        yield name, packaged(name)


def test_hardly_anything_of_packaged_decks_is_shown_as_code() -> None:
    """At most one statement in fifty."""
    entries = [entry for _, deck in of_packaged() for entry in explained(deck).entries]
    statements = sum(max(1, entry.code.count(";") + 1) for entry in entries)
    assert len(entries) > 400 and sum(entry.explanation.cut for entry in entries) <= statements / 50
    assert all(entry.explanation.text and "{" not in entry.explanation.text for entry in entries)


@pytest.mark.parametrize("language", [
    pytest.param(language, marks=[] if language == "zh" else pytest.mark.slow)
    for language in LANGUAGES if language != "en"
])  # fmt: skip
def test_everything_of_packaged_decks_is_said_in_every_language(language: str) -> None:
    with speaking(language):
        for name, deck in of_packaged():
            for entry in explained(deck).entries:
                assert entry.explanation.text and "{" not in entry.explanation.text, (name, entry.code)


def test_a_function_is_said_once_and_only_where_it_is_called() -> None:
    said = explained(packaged("contest-focus"), "snack")
    assert [group.name for group in said.cards] == ["snack"]
    assert [entry.title for entry in said.functions] == ["price cost", "can cost", "play_once"]
    assert not said.topics


@pytest.mark.parametrize(
    ("word", "article"),
    [
        ("echo", "an"), ("“echo”", "an"), ("SP", "an"), ("S", "an"), ("undead", "an"), ("ounce", "an"),
        ("unit", "a"), ("usual", "a"), ("one-drop", "a"), ("euro", "a"), ("LIGHT", "a"), ("7", "a"),
        ("“unit”", "a"),
    ],
)  # fmt: skip
def test_articles_are_those_of_spoken_words(word: str, article: str) -> None:
    assert ("an" if AN.match(f"{word} card") else "a") == article


def test_scripts_of_topics_and_seats_are_said() -> None:
    said = explained(packaged("duel-dora"))
    titles = {entry.title for group in (*said.topics, *said.seats) for entry in group.entries}
    assert {"program", "told", "on-draw pii", "four", "worlds", "beg"} <= titles


def test_nobody_who_asks_for_no_words_imports_them() -> None:
    script = (
        "import sys, yisp, yisp.editor.services, yisp.view.work.questions, yisp.page.data\n"
        "import yisp.cli.running.check\n"
        "yisp.run(yisp.loads(sys.argv[1]), count=10, seed=1)\n"
        "print([name for name in sys.modules if name.startswith('yisp.explain')])"
    )
    deck = deck_text(
        {"a": {"count": 9, "program": "@;(# X B)"}}, {"t": {"exec-program": True, "combos": {"c": {}}}}
    )
    said = subprocess.run([sys.executable, "-c", script, deck], capture_output=True, text=True, check=True)
    assert said.stdout.splitlines()[-1] == "[]"
