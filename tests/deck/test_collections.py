"""``use``: cards that collections know, each program in the room of its collection."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent

import pytest

import yisp
from yisp.compile.front import program_for
from yisp.compile.pipeline import compile_deck
from yisp.compile.program import Program
from yisp.deck.alone import one_text
from yisp.deck.changes import Changes
from yisp.deck.collection import index, using
from yisp.deck.collection.remarks import _listed
from yisp.deck.collection.spelling import folded
from yisp.deck.exchange.exporting import exported
from yisp.deck.exchange.importing import imported
from yisp.deck.load import load, load_draft, load_file
from yisp.deck.load import loads as loads_as
from yisp.deck.model import Deck, Kind
from yisp.deck.parcel import packed, unpacked
from yisp.deck.reading import files
from yisp.deck.reading.files import COLLECTION, SourceFile, Unreadable, packaged, path_of, read_regular
from yisp.editor.services import Document, hover
from yisp.explain.decks import explained
from yisp.lang.diagnostics import DeckError, Diagnostic
from yisp.messages import speaking, translated
from yisp.page.data import kinds_of
from yisp.studies.advice.naming import Seen
from yisp.studies.sweeping.variants import CARD, resolved
from yisp.studies.tuning.banlist import read_banlist
from yisp.studies.tuning.limits import allowed_by, candidates_of
from yisp.studies.work.work import work_of

MINE = """\
collection:
  name: mine
  language: [en, zh]
tags:
  draw: Takes cards from the top of the deck.
vars:
  left: 2
define:
  take(n): '(# D.:n H [draw])'
  pay: '(= left (- left 1))'
cards:
  Full Purse:
    id: ["00990001"]
    names: {zh: [满钱包, 鼓鼓的钱包], ja: 満ちた財布}
    attribute: [spell, draw]
    props: {cost: 3}
    does: {en: Draw two cards., zh: 抽2张。}
    program: '/(and left |D|);@;(pay);(# X B);(take 2)'
  Lean Purse:
    does: {en: Draw one card., zh: 抽1张。}
    not: {en: It hums., zh: 它会哼歌。}
    program: '[1]@;(# X B [mine:lean]);(take 1)'
  Keeper:
    attribute: [monster]
    props: {level: 4}
    does: {en: It waits., zh: 等待。}
  Call:
    does: {en: Take a Keeper., zh: 检索守护者。}
    program: '/|D."Keeper"|;@;(# X B);(# D."Keeper".(>= level 4).1 H);(shuffle D)'
"""


def loads(text: str, file: str = "deck.yml") -> Deck:
    return loads_as(text, file)


REST = """\
    rest: {count: 20}
simulate:
  tests:
    t:
      exec-program: true
      combos: {c: {hand: [rest]}}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "mine.yml").write_text(MINE, encoding="utf-8")
    return tmp_path


def written(folder: Path, cards: str, head: str = "use: mine.yml\n") -> Path:
    path = folder / "deck.yml"
    path.write_text(f"{head}deck:\n  cards:\n{cards}{REST}", encoding="utf-8")
    return path


def deck_of(folder: Path, cards: str, head: str = "use: mine.yml\n") -> Deck:
    return load(written(folder, cards, head))


def mistakes(folder: Path, cards: str, head: str = "use: mine.yml\n") -> list[Diagnostic]:
    try:
        return list(deck_of(folder, cards, head).diagnostics)
    except DeckError as error:
        return list(error.diagnostics)


def kind(deck: Deck, name: str) -> Kind:
    return next(one for one in deck.kinds if one.name == name)


# Names ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    ["Full Purse", "full  purse", "ＦＵＬＬ Purse", "满钱包", "鼓鼓的钱包", "満ちた財布", "990001"],
)
def test_a_card_is_known_by_any_of_its_names(name: str, folder: Path) -> None:
    deck = deck_of(folder, f'    "{name}": {{count: 3}}\n')
    card = kind(deck, name)
    assert (card.count, card.attributes, card.properties) == (3, ("spell", "draw"), {"cost": 3})
    assert len(card.effects) == 1
    assert not list(deck.diagnostics)
    (known,) = yisp.known_cards(deck)
    assert (known.card, known.name, known.collection) == (name, "Full Purse", "mine")
    assert known.numbers == ("00990001",)
    assert deck.blank == ("rest",)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ash’s “Gift”", 'ash\'s "gift"'),
        ("Ａ－Ｂ", "a-b"),
        ("Blue–Eyes", "blue-eyes"),
        ("ｶﾞ", "ガ"),
        ("ß", "SS"),
        ("0012", "12 "),
        ("000", "0"),
    ],
)
def test_spellings_of_one_name(one: str, other: str) -> None:
    assert folded(one) == folded(other) != ""


@pytest.mark.parametrize(
    ("most", "said"), [(4, "a, b, c, d"), (3, "a, b and 2 more"), (2, "a and 3 more"), (5, "a, b, c, d")]
)
def test_long_lists_end_with_how_many_more_there_are(most: int, said: str) -> None:
    assert translated(_listed(list("abcd"), most)) == said


def test_the_sentence_is_in_the_language_of_the_spelling(folder: Path) -> None:
    assert kind(deck_of(folder, "    满钱包: {}\n"), "满钱包").description == "抽2张。"
    assert kind(deck_of(folder, "    Full Purse:\n"), "Full Purse").description == "Draw two cards."


@pytest.mark.parametrize(
    ("language", "said"), [("en", "Draw two cards."), ("zh", "抽2张。"), ("ja", "Draw two cards.")]
)
def test_readers_see_the_sentence_in_their_own_language(language: str, said: str, folder: Path) -> None:
    cards = "    满钱包: {}\n    Lean Purse: {description: mine}\n"
    deck = deck_of(folder, cards)
    with speaking(language):
        assert [card.about for card in explained(deck).cards] == [said, "mine"]
        assert [card["description"] for card in kinds_of(deck)] == [said, "mine", None]
        text = f"use: [ygo]\ndeck:\n  cards:\n    强欲之壶: {{count: 3}}\n{REST}"
        found = hover(Document(text), 4, 7)
        assert found is not None and ("Draw two cards." in found.facts) == (language == "en")


def test_what_the_deck_writes_wins_and_attributes_add_up(folder: Path) -> None:
    cards = "    Full Purse: {attribute: key, props: {cost: 1, more: 2}, description: mine}\n"
    card = kind(deck_of(folder, cards), "Full Purse")
    assert card.attributes == ("spell", "draw", "key")
    assert card.properties == {"cost": 1, "more": 2}
    assert card.description == "mine"
    assert len(card.effects) == 1


def test_a_card_with_a_program_takes_nothing(folder: Path) -> None:
    deck = deck_of(folder, "    Full Purse: {program: '@;(# X B)'}\n")
    card = kind(deck, "Full Purse")
    assert (card.attributes, len(card.effects), deck.known) == ((), 1, ())
    assert [one.name for one in deck.met] == ["Full Purse"]


def test_a_card_that_is_kept_blank(folder: Path) -> None:
    deck = deck_of(folder, "    Full Purse: {known: false}\n")
    assert (kind(deck, "Full Purse").effects, deck.known) == ((), ())
    assert deck.blank == ("rest",)  # nobody kept that one blank: no collection knows it


def test_no_doubt_about_the_name_of_a_card_that_is_kept_blank(folder: Path) -> None:
    assert mistakes(folder, "    Ful Purse: {known: false}\n") == []
    (doubt,) = mistakes(folder, "    Ful Purse: {known: true}\n")
    assert doubt.code == "Y442"


def test_cards_of_each_are_known_too(folder: Path) -> None:
    deck = deck_of(folder, "    '{size} Purse': {each: {size: [Full, Lean]}, count: 2}\n")
    assert [one.name for one in deck.known] == ["Full Purse", "Lean Purse"]


def test_a_passcode_of_zeros(folder: Path) -> None:
    (folder / "mine.yml").write_text(MINE.replace('"00990001"', '"000"'), encoding="utf-8")
    assert [one.name for one in deck_of(folder, "    '0': {}\n    Purse: {}\n").known] == ["Full Purse"]


def test_two_spellings_are_one_card(folder: Path) -> None:
    deck = deck_of(folder, "    满钱包: {count: 1}\n    Full Purse: {count: 2, attribute: [more]}\n")
    assert [(one.name, one.count) for one in deck.kinds] == [("满钱包", 3), ("rest", 20)]
    assert kind(deck, "满钱包").attributes == ("spell", "draw", "more")
    (doubt,) = deck.diagnostics
    assert (doubt.code, doubt.place and doubt.place.line) == ("Y441", 5)
    assert deck.vocabulary.name("Full Purse") == deck.vocabulary.name("満ちた財布") == 1


@pytest.mark.parametrize("name", ["Full Purse", "満ちた財布", "coins"])
def test_whoever_names_a_card_may_call_it_otherwise(name: str, folder: Path) -> None:
    cards = "    满钱包: {count: 2}\n    rest: {count: 6}\n  alias: {coins: 满钱包}\n"
    path = folder / "deck.yml"
    path.write_text(f"use: mine.yml\ndeck:\n  cards:\n{cards}{REST.partition(chr(10))[2]}", encoding="utf-8")
    deck = load(path)
    counts = {"满钱包": 1}
    assert Seen.of(deck, f"2 {name}, rest", {"B": [name]}, None).to_dict() == {
        "hand": ["满钱包", "满钱包", "rest"], "zones": {"B": ["满钱包"]},
    }  # fmt: skip
    assert yisp.advise(deck, f"{name}, rest").to_dict()["start"] == {"hand": ["满钱包", "rest"]}
    assert deck.with_counts({name: 1}).changes.counts == counts
    assert deck.with_counts(counts).with_counts({name: 0}).changes.counts == {"满钱包": 0}
    assert program_for(SourceFile(str(path), path.read_bytes()), Changes({name: 1})).counts == counts
    assert resolved(name, deck) == resolved(f"card:{name}", deck) == (CARD, "满钱包")
    assert candidates_of(deck, ranges={name: (1, 2)}, lock=["rest"]).ranges == [(1, 2), (6, 6)]
    assert candidates_of(deck, only=[name]).ranges == [(0, 3), (6, 6)]
    assert yisp.sensitivity(deck, filler=name).topics
    assert work_of(deck, Changes(counts, name), {}, ["t"], [])["changes"] == (counts, "满钱包", None)
    assert work_of(deck, Changes({name: 1}), {}, ["t"], [])["changes"] == (counts, None, None)
    with pytest.raises(ValueError, match="did you mean 'Full Purse'"):
        yisp.advise(deck, "Full Purs")


@pytest.mark.parametrize("line", ["Full Purse,1", "鼓鼓的钱包=1", "満ちた財布,1", "00990001 1 --?"])
def test_lists_of_limited_cards_may_call_a_card_by_any_of_its_names(line: str, folder: Path) -> None:
    cards = "    满钱包: {count: 2}\n"
    for own in (cards, cards.replace("2", "2, program: '@;(# D.1 H)'")):
        listed = read_banlist(f"{line}\nnobody,0\n".encode())
        assert allowed_by(listed, deck_of(folder, own)) == {"满钱包": 1}
        assert candidates_of(deck_of(folder, own), banlist=listed).ranges[0] == (0, 1)


def test_copies_that_begin_elsewhere_are_of_the_same_kind(folder: Path) -> None:
    deck = deck_of(folder, "    满钱包: {count: 1}\n    Full Purse: {count: 2, zone: E}\n")
    assert [(one.name, one.count, one.zone, one.family) for one in deck.kinds][:2] == [
        ("满钱包", 1, None, None), ("Full Purse", 2, "E", 0),
    ]  # fmt: skip


def test_a_name_that_is_nearly_one_is_suggested_and_never_taken(folder: Path) -> None:
    deck = deck_of(folder, "    Ful Purse: {}\n")
    assert kind(deck, "Ful Purse").effects == ()
    (doubt,) = deck.diagnostics
    assert doubt.code == "Y442"
    assert doubt.hint == "did you mean `Full Purse`?"
    (doubt,) = deck_of(folder, "    鼓的钱包: {}\n").diagnostics
    assert (doubt.code, doubt.hint) == ("Y442", "did you mean `鼓鼓的钱包`?")


def test_another_spelling_in_another_file_is_said_with_that_file(folder: Path) -> None:
    base = "use: mine.yml\ndeck: {cards: {\n  满钱包: {count: 3}}}\n"
    (folder / "base.yml").write_text(base, encoding="utf-8")
    (doubt,) = deck_of(folder, "    Full Purse: {}\n", "extends: base.yml\n").diagnostics
    assert (doubt.code, doubt.place and Path(doubt.place.file).name) == ("Y441", "deck.yml")
    assert f"the card `满钱包` of line 3 of {folder / 'base.yml'} in" in doubt.message


def test_a_card_that_is_played_in_part_says_so_in_every_language(folder: Path) -> None:
    (doubt,) = deck_of(folder, "    Lean Purse: {}\n").diagnostics
    assert (doubt.code, doubt.place and doubt.place.line) == ("Y440", 4)
    assert doubt.message == "`Lean Purse` is played only in part: It hums"
    with speaking("zh"):
        assert "它会哼歌" in translated(doubt.message)


# Rooms ------------------------------------------------------------------------------------------------

OWN = """\
  define:
    take(n): '(= taken (+ taken n))'
    pay: '(= left (+ left 100))'
"""


def test_names_of_a_collection_never_meet_those_of_the_deck(folder: Path) -> None:
    path = written(folder, "    Full Purse: {count: 5}\n")
    text = path.read_text(encoding="utf-8").replace("deck:\n", f"deck:\n{OWN}", 1)
    text += "      header: '(take 1);(pay);(mine:pay)'\n"
    text += "      stats: {left: left, taken: taken, hand: '|H|'}\n"
    deck = loads(text, str(path))
    topic = yisp.run(deck, count=500, seed=1).topics["t"]
    assert (topic.stats["left"].mean, topic.stats["taken"].mean) == (100, 1)
    # One of two is paid by the header, so that one card is played at most.
    assert topic.stats["hand"].max == 6
    assert compile_deck(deck).topics[0].vars == {"mine:left": 2}


def test_a_property_that_no_card_of_the_deck_has_is_no_variable(folder: Path) -> None:
    strong = MINE.replace('."Keeper".(>= level 4).1', ".(> power 0).1").replace('/|D."Keeper"|;', "")
    (folder / "mine.yml").write_text(strong, encoding="utf-8")
    path = written(folder, "    Call: {count: 4}\n")
    text = path.read_text(encoding="utf-8")
    text += "      header: '(= power 9)'\n      stats: {n: '|H|', p: power}\n"
    topic = yisp.run(loads(text, str(path)), count=200, seed=1).topics["t"]
    assert topic.stats["n"].max == 5


def test_a_program_names_cards_as_its_collection_does(folder: Path) -> None:
    named = MINE.replace("  Keeper:\n", "  Keeper:\n    names: {zh: 守护者}\n")
    (folder / "mine.yml").write_text(named, encoding="utf-8")
    deck = deck_of(folder, "    Call: {count: 3}\n    守护者: {count: 2}\n")
    assert yisp.run(deck, count=200, seed=1).topics["t"].effects[0].per_trial > 0


def test_unknown_functions_of_a_room(folder: Path) -> None:
    text = written(folder, "    Full Purse:\n").read_text(encoding="utf-8")
    for call, hint in (
        ("(mine:tak 1)", "did you mean `mine:take`?"),
        ("(yours:take 1)", "`use: [yours]` brings the functions of a collection"),
    ):
        with pytest.raises(DeckError) as raised:
            loads(f"{text}      header: '{call}'\n", str(folder / "deck.yml"))
        (item,) = raised.value.diagnostics
        assert (item.code, item.hint) == ("Y101", hint)


# Files ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("use", "code", "words"),
    [
        ("[yugio]", "Y016", "there is no packaged file of that name"),
        ("[../mine.yml]", "Y016", "this leads out of the file's own folder"),
        ("[none.yml]", "Y016", "there is no such file"),
        ("[deck.yml]", "Y250", "is not a collection"),
        ("[mine.yml, below/mine.yml]", "Y253", "there is already a collection called `mine`"),
        ("{a: b}", "Y201", "takes a list of names"),
    ],
)
def test_what_cannot_be_used(use: str, code: str, words: str, folder: Path) -> None:
    (folder / "below").mkdir()
    (folder / "below/mine.yml").write_text(MINE, encoding="utf-8")
    item = mistakes(folder, "    Full Purse:\n", f"use: {use}\n")[0]
    assert item.code == code
    assert words in item.message


def test_a_collection_is_no_deck(folder: Path) -> None:
    with pytest.raises(DeckError) as raised:
        load(folder / "mine.yml")
    assert [item.code for item in raised.value.diagnostics] == ["Y014"]


def test_no_files_but_packaged_ones(folder: Path) -> None:
    path = written(folder, "    Full Purse:\n")
    with pytest.raises(DeckError):
        load_file(SourceFile(str(path), path.read_bytes(), alone=True))
    assert loads(f"use: ygo\ndeck:\n  cards:\n    Pot of Greed: {{}}\n{REST}").known


def test_a_base_may_use_and_a_deck_may_use_others(folder: Path) -> None:
    written(folder, "    Full Purse: {count: 3}\n").rename(folder / "base.yml")
    path = folder / "deck.yml"
    path.write_text("extends: base.yml\ndeck: {cards: {Lean Purse: {count: 2}}}\n", encoding="utf-8")
    assert [one.name for one in load(path).known] == ["Full Purse", "Lean Purse"]
    path.write_text("extends: base.yml\nuse: [ygo]\ndeck: {cards: {Pot of Greed: {}}}\n", encoding="utf-8")
    assert [one.name for one in load(path).known] == ["Pot of Greed"]


def test_functions_of_a_collection_that_are_none(folder: Path) -> None:
    mine = MINE.replace("define:\n", "define:\n  odd: [1]\n  'twice(n': '(* 2 n)'\n  take(m): '(# D.:m H)'\n")
    (folder / "mine.yml").write_text(mine, encoding="utf-8")
    found = [one for one in mistakes(folder, "    Keeper: {count: 3}\n") if one.severity == "error"]
    assert [(one.code, one.place and one.place.line) for one in found] == [
        ("Y201", 9), ("Y126", 10), ("Y126", 12)
    ]  # fmt: skip


def test_collections_that_are_too_many_are_not_read(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(using, "MOST", 2)
    for name in ("yours", "theirs"):
        (folder / f"{name}.yml").write_text(MINE.replace("name: mine", f"name: {name}"), encoding="utf-8")
    (folder / "theirs.yml").write_text("none", encoding="utf-8")
    assert mistakes(folder, "", "use: [mine.yml, yours.yml, mine.yml]\n") == []
    found = mistakes(folder, "", "use: [mine.yml, yours.yml, theirs.yml]\n")
    assert [one.message for one in found] == ["more than 2 collections are used"]


def test_a_program_in_the_cache_notices_a_changed_collection(folder: Path) -> None:
    path = written(folder, "    Full Purse: {count: 3}\n")
    file = SourceFile(str(path), path.read_bytes())
    first = program_for(file)
    assert program_for(file).python_source == first.python_source
    (folder / "mine.yml").write_text(MINE.replace("(take 2)'", "(take 3)'"), encoding="utf-8")
    assert program_for(file).python_source != first.python_source


def test_a_collection_comes_along_in_a_parcel(folder: Path) -> None:
    deck = deck_of(folder, "    Full Purse: {count: 3}\n")
    assert deck.source is not None
    sent = unpacked(packed(deck.source, deck.references))
    (folder / "mine.yml").unlink()
    assert compile_deck(load_file(sent)).python_source == compile_deck(deck).python_source


def test_a_deck_as_one_text(folder: Path) -> None:
    with pytest.raises(Unreadable):
        one_text(deck_of(folder, "    Full Purse: {count: 3}\n"))
    deck = deck_of(folder, "    Pot of Greed: {count: 3}\n", "use: ygo\n")
    assert loads(one_text(deck)).known == deck.known


# Whole collections ------------------------------------------------------------------------------------


def found_in(text: str) -> list[str]:
    _, found = load_draft(SourceFile("c.yml", dedent(text)))
    return [
        f"{item.code}{'?' * (item.severity == 'warning')} {item.place.line}:{item.place.column}"
        for item in found
        if item.place is not None
    ]


def test_a_collection_in_order() -> None:
    assert found_in(MINE) == []


def test_all_mistakes_of_a_collection_at_once() -> None:
    text = """\
    collection: {name: Mine, language: [en, xx]}
    tags: {draw: It draws.}
    vars: {n: 1}
    define:
      f(x): '(# D.1 H [dra])'
      g: '(f 1 2)'
    cards:
      a:
        id: [7]
        nams: {zh: b}
        does: {en: x}
        program: ['@;(= count 1);(# X B [search])', '@;(# X']
      b:
        id: [007]
        does: {de: x}
        props: {Level: 4}
        not: {en: y}
        program: '(# D.level 1)'
      c: {names: {xx: q}}
    """
    assert found_in(text) == [
        "Y220 1:20", "Y254 1:41", "Y220 3:8", "Y252 5:19", "Y102 6:8", "Y202 10:5", "Y254 11:5",
        "Y252 12:21", "Y252 12:37", "Y104 12:52", "Y251 13:3", "Y254 15:5", "Y254 15:12", "Y220 16:13",
        "Y254 17:5", "Y103 18:26", "Y205 19:3", "Y254 19:15",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("cards", "places"),
    [
        ("[Purse, Keeper]", ["Y201 2:8"]),
        ("Purse", ["Y201 2:8"]),
        ("{Purse: [draw, 2]}", ["Y201 2:16"]),
        ("{Purse: draw two}", ["Y201 2:16"]),
        ("{'': {does: {en: x}}}", ["Y214 2:9"]),
        ("{' ': [draw, 2]}", ["Y214 2:9"]),
        ("{Purse: {id: [' '], names: {zh: [''], ja: 財布}, does: {en: x}}}", ["Y214 2:22", "Y214 2:41"]),
        ("{Purse: {does: {en: [x], zh: y}}}", ["Y201 2:28"]),
    ],
)
def test_cards_that_are_no_cards(cards: str, places: list[str], folder: Path) -> None:
    text = f"collection: {{name: mine, language: en}}\ncards: {cards}\n"
    assert found_in(text) == places
    (folder / "mine.yml").write_text(text, encoding="utf-8")
    for item in mistakes(folder, "    Purse:\n"):
        assert item.place is not None
        assert (Path(item.place.file).name, item.code, item.severity) == ("mine.yml", places[0][:4], "error")


@pytest.mark.parametrize("other", ["''", "' '", "{en: ''}", "[]"])
def test_a_name_that_is_nearly_one_among_cards_without_names(other: str, folder: Path) -> None:
    card = f"{{names: {{zh: {other}}}, does: {{en: x}}}}"
    text = f"collection: {{name: mine, language: en}}\ncards: {{Purse: {card}}}\n"
    (folder / "mine.yml").write_text(text, encoding="utf-8")
    assert [item.code for item in mistakes(folder, "    Purs:\n")] == ["Y442"]


def test_what_a_deck_lacks_is_no_fault_of_a_collection() -> None:
    text = MINE.replace('."Keeper".(>= level 4).1', '.a:nobody.k:none."no one".(> power 0).1')
    assert found_in(text) == []


def test_doubts_about_a_collection_are_no_business_of_the_deck(folder: Path) -> None:
    idle = MINE.replace("(pay);(# X B)", "(pay);(= z 1);(# X B)")
    assert [one.split()[0] for one in found_in(idle)] == ["Y408?"]
    (folder / "mine.yml").write_text(idle, encoding="utf-8")
    assert mistakes(folder, "    Full Purse:\n") == []


def test_mistakes_stand_in_the_collection(folder: Path) -> None:
    broken = MINE.replace("[1]@;(# X B [mine:lean])", "[1]@;(# X Q Q Q)")
    (folder / "mine.yml").write_text(broken, encoding="utf-8")
    assert mistakes(folder, "    Full Purse:\n") == []  # nothing of another card is parsed
    (item, *_) = [one for one in mistakes(folder, "    Lean Purse:\n") if one.severity == "error"]
    assert item.place is not None
    assert (Path(item.place.file).name, item.place.line) == ("mine.yml", 22)


# Packaged ones ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", packaged(COLLECTION))
def test_an_index_is_fresh(name: str) -> None:
    path = path_of(name, COLLECTION)
    made = index.made(SourceFile(name, read_regular(path), path))
    stored = Path(path).with_suffix(".json").read_text(encoding="utf-8")
    assert stored == made, "python -m yisp.deck.collection.index --write"


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of packaged collections with one in it."""
    monkeypatch.setattr(files, "COLLECTIONS", str(tmp_path))
    path = tmp_path / "mine.yml"
    path.write_text(MINE + "\n# behind\n", encoding="utf-8")
    made = index.made(SourceFile("mine.yml", path.read_bytes()))
    path.with_suffix(".json").write_text(made, encoding="utf-8")
    yield path


def test_indexes_are_checked_and_written(
    shelf: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(index, "packaged", lambda sort: ["mine"])
    beside = shelf.with_suffix(".json")
    whole = beside.read_text(encoding="utf-8")
    beside.write_text("{}", encoding="utf-8")
    for gone in (False, True):
        beside.unlink() if gone else None
        for arguments, code, said in (([], 1, "not up to date"), (["--write"], 0, "written"), ([], 0, "")):
            assert index.main(arguments) == code
            assert capsys.readouterr().out == (f"{beside}: {said}\n" if said else "")
        assert beside.read_text(encoding="utf-8") == whole
    assert index.main(["--wriet"]) == 2


def test_by_an_index_no_other_card_is_read(shelf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    whole = index.Index.lines
    monkeypatch.setattr(
        index.Index, "lines", lambda self, text, wanted: read.append(whole(self, text, wanted)) or read[-1]
    )
    deck = loads(f"use: mine\ndeck:\n  cards:\n    Lean Purse: {{}}\n{REST}")
    (text,) = read
    assert "Full Purse" not in text and "Lean Purse" in text
    assert text.count("\n") == shelf.read_text(encoding="utf-8").count("\n")
    effect = kind(deck, "Lean Purse").effects[0]
    place = effect.text.place(0, 1)
    assert (place.line, Path(place.file).name) == (22, "mine.yml")


def test_a_stale_index_is_as_good_as_none(shelf: Path) -> None:
    text = f"use: mine\ndeck:\n  cards:\n    New Purse: {{}}\n{REST}"
    assert loads(text).known == ()
    shelf.write_text(MINE.replace("Lean Purse", "New Purse"), encoding="utf-8")
    assert [one.name for one in loads(text).known] == ["New Purse"]


def test_an_index_is_the_whole(shelf: Path) -> None:
    text = f"use: mine\ndeck:\n  cards:\n    Full Purse: {{}}\n    Call: {{}}\n    Keeper: {{}}\n{REST}"
    indexed = compile_deck(loads(text))
    shelf.with_suffix(".json").unlink()
    whole = compile_deck(loads(text))
    assert indexed.python_source == whole.python_source
    assert [site.line for site in indexed.sites] == [site.line for site in whole.sites]


# What is said of it -----------------------------------------------------------------------------------


def test_what_came_from_a_collection_is_said_once(folder: Path) -> None:
    from yisp.report.text.text import render

    path = written(folder, "    Full Purse: {count: 3}\n    Lean Purse: {}\n    '7': {}\n")
    result = yisp.run(load(path), count=10, seed=1)
    text = render(result)
    assert text.count("Known to mine: Full Purse, Lean Purse\n") == 1
    assert text.count("In part: Lean Purse: It hums\n") == 1
    assert text.count("Unknown, so they do nothing: 7, rest\n") == 1
    said = json.loads(json.dumps(result.to_dict()))["deck"]["collections"]
    assert (said["use"], said["blank"]) == (["mine"], ["7", "rest"])
    assert said["known"][1] == {
        "card": "Lean Purse", "collection": "mine", "name": "Lean Purse", "part": "It hums",
    }  # fmt: skip
    kept = Program.from_data(json.loads(json.dumps(result.program.to_data())))
    assert [one.part for one in kept.known] == [None, "It hums"]


def test_a_card_that_is_called_by_its_number_is_named(folder: Path) -> None:
    from yisp.report.text.text import render

    result = yisp.run(deck_of(folder, "    '00990001': {}\n"), count=10, seed=1)
    assert "Known to mine: 00990001 (Full Purse)\n" in render(result)


def test_a_deck_without_collections_says_nothing(folder: Path) -> None:
    result = yisp.run(deck_of(folder, "    a: {}\n", ""), count=10, seed=1)
    assert "collections" not in result.to_dict()["deck"]


def test_lists_are_imported_with_what_is_known() -> None:
    made = imported("#main\n55144522\n55144522\n7\n!side\n35261759\n", "deck.ydk", plays=True)
    assert made.known == ("Known to ygo: Pot of Greed", "Unknown, so they do nothing: 7")
    deck = loads(made.text)
    cards = [(one.name, one.count, len(one.effects)) for one in deck.kinds]
    assert cards == [("Pot of Greed", 2, 1), ("7", 1, 0)]
    assert deck.topics[0].exec_program
    assert exported(deck, "ydk").split("\n")[2:5] == ["55144522", "55144522", "7"]
    with speaking("zh"):
        assert "强欲之壶: {count: 2}" in imported("#main\n55144522\n55144522\n", "deck.ydk", plays=True).text
    assert "use: [magic]" in imported("4 Ponder\n56 Island\n", "list.txt", plays=True).text
    assert "use:" not in imported("4 Nothing Known\n", "list.txt", plays=True).text


def test_check_of_a_collection(folder: Path) -> None:
    def said(text: str) -> tuple[int, str, str]:
        (folder / "mine.yml").write_text(text, encoding="utf-8")
        words = [sys.executable, "-m", "yisp", "check", "mine.yml"]
        done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
        return done.returncode, done.stdout, done.stderr

    assert said(MINE) == (0, "mine.yml: no mistakes\n", "")
    code, out, err = said(MINE.replace("left 1", "lef 1"))
    assert (code, out) == (1, "")
    assert err.startswith("mine.yml:10:20: error[Y252]: the variable `lef` is not one of `vars`\n")


# Word by word -----------------------------------------------------------------------------------------


def test_a_deck_that_uses_is_the_deck_that_writes(folder: Path) -> None:
    """Drawn decks with `use`, `extends`, `each`, `known`, functions, triggers, and the same written out."""
    programs = {
        "Full Purse": "/(and left |D|);@;(pay);(# X B);(take 2)",
        "Lean Purse": "[1]@;(# X B [lean]);(take 1);(! lean)",
        "Bell": "[F on >B](= left (+ left 1));(if (> left 3) (# D.?1 J))",
        "Call": "/|D.(>= level 4)|;@;(# X F);(# D.(>= level 4).*1 H);(shuffle D);(on turn-end (take left))",
    }
    define = {"take(n)": "(# D.:n H [draw])", "pay": "(= left (- left 1))"}
    collection = {
        "collection": {"name": "mine", "language": ["en"]},
        "tags": {"draw": "x", "lean": "x"},
        "vars": {"left": 2},
        "define": define,
        "cards": {name: {"does": {"en": "x"}, "program": script} for name, script in programs.items()},
    }
    (folder / "mine.yml").write_text(json.dumps(collection), encoding="utf-8")
    for seed in range(20):
        draw = random.Random(seed)
        cards: dict[str, dict[str, object]] = {}
        for name in draw.sample(list(programs), draw.randint(1, 4)):
            cards[name] = {"count": draw.randint(1, 3)}
            if draw.random() < 0.2:
                cards[name]["known"] = False
            if draw.random() < 0.2:
                cards[name]["program"] = "[1]@;(# D.1 H)"
        cards["m{n}"] = {"each": {"n": ["1", "2"]}, "count": 4, "props": {"level": "{n}"}}
        if draw.random() < 0.5:
            cards["m4"] = {"count": 3, "props": {"level": 4}}
        topic = {
            "exec-program": True, "turns": draw.randint(1, 3), "combos": {"c": {"hand": ["m1"]}},
            "start": {"vars": {"kept": 1}}, "stats": {"k": "kept"},
        }  # fmt: skip
        deck = {"deck": {"cards": cards}, "simulate": {"tests": {"t": topic}}}
        if draw.random() < 0.5:  # the cards, or the collection, come from a base
            base = {"use": ["mine.yml"], "deck": {"cards": cards}}
            (folder / "base.yml").write_text(json.dumps(base), encoding="utf-8")
            using = {"extends": "base.yml", "simulate": deck["simulate"]}
        else:
            using = {"use": ["mine.yml"], **deck}
        played = {
            name: {**card, "program": programs[name]}
            if name in programs and "program" not in card and "known" not in card
            else card
            for name, card in cards.items()
        }
        called = "".join(str(card.get("program", "")) for card in played.values())
        plain = {
            "deck": {
                "cards": played,
                "define": {head: body for head, body in define.items() if f"({head[:3]}" in called},
            },
            "simulate": {"tests": {"t": {**topic, "start": {"vars": {"kept": 1, "left": 2}}}}},
        }
        one = compile_deck(loads(json.dumps(using), str(folder / "using.yml")))
        other = compile_deck(loads(json.dumps(plain), str(folder / "plain.yml")))
        assert one.python_source == other.python_source, seed
        assert one.cython_source == other.cython_source, seed
        assert {**one.plan, "work": 0, "key": 0} == {**other.plan, "work": 0, "key": 0}, seed


# While one writes -------------------------------------------------------------------------------------


def test_names_of_known_cards_are_proposed_and_explained() -> None:
    from yisp.editor.services import Document, completions, hover, is_deck

    text = f"use: [ygo]\ndeck:\n  cards:\n    Pot of Greed: {{count: 3}}\n{REST}"
    here = text.replace("    rest", "    Upst\n    rest", 1)
    assert [one.text for one in completions(Document(here), 5, 9)] == ["Upstart Goblin: "]
    assert is_deck(MINE) and not is_deck("collection: {a: b}\n")
    assert [one.text for one in completions(Document(text.replace("[ygo]", "[p]", 1)), 1, 8)] == ["pokemon"]
    found = hover(Document(text), 4, 7)
    assert found is not None
    assert "Draw two cards." in found.facts


def test_a_page_says_what_is_known(folder: Path) -> None:
    from yisp.page.data import page_of

    deck = deck_of(folder, "    Full Purse: {count: 3}\n")
    data = page_of(deck, yisp.run(deck, count=10, seed=1)).data
    assert data["known"] == ["Known to mine: Full Purse", "Unknown, so they do nothing: rest"]
    assert data["report"]["deck"]["collections"]["use"] == ["mine"]
