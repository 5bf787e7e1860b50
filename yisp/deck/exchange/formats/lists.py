"""Text lists: a line a card, ``4 Lightning Bolt``, as Arena, MTGO and people write them.

``4x name``, ``4 name (SET) 12``, ``name x4`` and ``name 4枚`` are read as well, with full-width digits too;
what stands behind a name of the set it was printed in is left out, and so are comments: ``# …`` behind a
card, ``# …`` and ``// …`` on their own.
A line that only names a part (``Sideboard``, ``额外``, ``【魔法】12张``), as a comment or not, begins it, and
``SB:`` before a card says that it is of the side deck.  In a list without any of these, of two blocks with a
blank line between them the second is the side deck, if it has at most 15 cards: so MTGO writes it.

A list that somebody pastes to begin with is read loosely: a line without a number is one copy, a number
behind a name is its copies without a mark as well (``灰流丽 3``), and a name of five digits or more is a
passcode; printings need no brackets (``Iono PAL 185``).

``7 Fish x2`` may be two copies of ``7 Fish`` or seven of ``Fish x2``: the number with a mark is the copies,
and where other lines have theirs in front without one, the user is told.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import field, replace

from ....lang.diagnostics import Diagnostics
from ....lang.rendering import LONGEST_SHOWN
from ....lang.source import TextSource
from ....messages import Message, say, say_n
from ....structs import dataclass
from ...reading.source import shown
from .cardlist import HALF_WIDTH, MOST_ROWS, TOO_MANY_ROWS, Card, CardList, Collector, Part, read_count
from .decoding import Line, lines

ABOUT = say("a text list as Arena, MTGO and people write it")
ENDINGS = (".dec", ".mwdeck")

LARGEST_SIDE = 15

MOST_COPIES = 99
"""More copies of a card than any list has by intention."""

_HEADINGS = {
    **dict.fromkeys(
        ("deck", "main", "main deck", "maindeck", "mainboard", "monster", "monsters", "spell", "spells",
         "trap", "traps", "creature", "creatures", "instant", "instants", "sorcery", "sorceries", "artifact",
         "artifacts", "enchantment", "enchantments", "planeswalker", "planeswalkers", "land", "lands",
         "pokémon", "pokemon", "trainer", "trainers", "energy", "宝可梦", "训练家", "能量", "ポケモン",
         "トレーナーズ", "エネルギー", "卡组", "デッキ", "主卡组", "主牌组", "怪兽", "魔法", "陷阱",
         "メインデッキ", "モンスター", "罠", "グッズ", "サポート", "スタジアム", "ポケモンのどうぐ",
         "基本エネルギー", "特殊エネルギー", "物品", "支援者", "竞技场", "宝可梦道具", "基本能量", "特殊能量",
         "total cards", "合計", "合计"), Part.MAIN),
    **dict.fromkeys(("extra", "extra deck", "额外", "额外卡组", "エクストラデッキ"), Part.EXTRA),
    **dict.fromkeys(("commander", "commanders", "command zone", "指挥官", "統率者"), Part.COMMAND),
    **dict.fromkeys(
        ("side", "sideboard", "side deck", "companion", "maybeboard", "tokens", "副卡组", "备牌",
         "サイドデッキ", "サイドボード"), Part.SIDE),
}  # fmt: skip
"""What begins which part.  Companions wait outside the game, like a side deck; no card follows a total."""

_AROUND = "[]【】〔〕《》〈〉<>＜＞■□◆◇●○★☆▼▽▲△・=＝~～─—- \t　"
"""What people put around a heading."""

_HEADING = re.compile(
    r"([^\d\[\]【】:：()]+?)[\]】〕》〉>＞]?\s*(?:[（(]\s*[0-9]+\s*[)）])?\s*[:：]?\s*(?:[（(]\s*[0-9]+\s*[)）])?"
)
_LINE = re.compile(r"(?P<side>SB:\s*)?(?P<count>[0-9]+)(?P<mark>\s*[xX×](?=\s)|)\s+(?P<name>\S.*)")
_BEHIND = re.compile(r"(?P<side>SB:\s*)?(?P<name>\S.*?)\s*(?:[×*＊]|\s[xX])\s*(?P<count>[0-9]+)")
_COUNTED = (
    re.compile(r"(?P<side>SB:\s*)?(?P<count>[0-9]+)\s*[枚张張]\s*(?P<name>[^\s\d].*)"),
    re.compile(r"(?P<side>SB:\s*)?(?P<name>\S.*?)\s*[:：]?\s*(?P<count>[0-9]+)\s*[枚张張]"),
)
"""A number that a counter word marks, where no line says its number otherwise."""

_PRINTED = re.compile(r"\s+\([A-Z0-9]{2,6}\)(?:\s+[A-Za-z0-9★†-]+)?(?:\s+\*[A-Z]+\*)?$|\s+\*[A-Z]\*$")
_LOOSE = (
    re.compile(r"(?P<count>[0-9]{1,3})\s*(?:[xX×*]\s*|[枚张張]\s*)(?P<name>[^\s\d].*)"),
    re.compile(r"(?P<name>\S.*?)(?:\s+|(?<=[^\x00-\x7f])[xX×]?\s*|\s*[:：]\s*)(?P<count>[0-9]{1,3})\s*[枚张張]?"),
)
"""What a line says in a list that is read loosely, where it says nothing else."""

_SET = re.compile(r"\s+[A-Z][A-Z0-9-]{1,7}\s+[A-Z]*[0-9]{1,3}[a-z]?$")
"""The printing behind a name, as Pokémon TCG Live writes it: ``Iono PAL 185``."""

_POKEMON = re.compile("pok[eé]mon|ポケモン|宝可梦", re.IGNORECASE)
"""The heading by which such a list is known."""

_TOTAL = re.compile(r"(?:\s*[:：]\s*|(?<=deck)\s+|(?<=Deck)\s+|(?<=[组キ\]】〕》〉])\s*)[0-9]+\s*[枚张張]?$")
"""How many cards a part has, behind its heading."""

_PASSCODE = re.compile(r"[0-9]{5,10}")
_WRITTEN_OTHERWISE = re.compile(f"^{_PASSCODE.pattern}$|{_SET.pattern}")

_COMMENT = ("//", "#")
_REMARK = re.compile(r"\s#.*")  # not `//`, which is in names: `Fire // Ice`

_LONGEST_HEADING, _LONGEST_LINE, _LONGEST_ALONE = 40, 400, 80
"""Characters that are looked at for one; the last of a line without a number."""


def sniffs(text: str) -> bool:
    return True  # what is nothing else


def reads(source: TextSource, found: Diagnostics, *, loosely: bool = False) -> CardList:
    cards = Collector(found)
    part, parted = Part.MAIN, False
    blocks: list[int] = []  # where each begins in the list of lines with a card
    taken: list[Card] = []
    doubts = _Doubts()
    last, about = -2, False
    printed = False  # names have the printing of Pokémon TCG Live behind them
    for line in lines(source):
        number = line.place.line
        if line.text.startswith(_COMMENT):
            if number == last + 1:
                last = number  # it is no blank line
            heading = _heading(line.text.lstrip("/# \t"))
            if heading is not None:  # as Deckstats writes them: `//Sideboard`
                part, parted = heading, True
            continue
        about = line.text.casefold() == "about" or (about and line.text.startswith("Name "))
        if about:  # what Arena puts before a deck: the word, and the deck's name
            continue
        heading = _heading(line.text)
        if heading is not None:
            part, parted = heading, True
            printed |= _POKEMON.match(line.text.strip(_AROUND)) is not None
            continue
        card = (_loose(line, part) if loosely else None) or _card(line, part, cards, doubts, printed)
        if card is None:
            continue
        parted |= card.part is not part
        if number != last + 1:
            blocks.append(len(taken))
        last = number
        taken.append(card)
        if len(taken) > MOST_ROWS:
            cards.beyond(TOO_MANY_ROWS, card.place)
    side = len(taken)
    if not parted and len(blocks) == 2 and sum(card.count for card in taken[blocks[1] :]) <= LARGEST_SIDE:
        side = blocks[1]
        cards.list.remarks.append(say("what stands behind the blank line is taken for the side deck"))
    cards.list.remarks += doubts.remarks()
    for index, card in enumerate(taken):
        cards.add(card if index < side else replace(card, part=Part.SIDE))
    return cards.list


def _heading(text: str) -> Part | None:
    if len(text) > _LONGEST_HEADING:
        return None
    match = _HEADING.fullmatch(_TOTAL.sub("", text.translate(HALF_WIDTH)).strip(_AROUND))
    return _HEADINGS.get(match[1].casefold().strip(_AROUND)) if match else None


def _match(text: str) -> re.Match[str] | None:
    """What a line says; of a number in front and ``x3`` behind, that with the mark is how many copies.

    Spans are to be looked up in the text that is given: what matches has its full-width digits replaced.
    """
    text = text.translate(HALF_WIDTH)
    front, behind = _LINE.fullmatch(text), _BEHIND.fullmatch(text)
    if front is not None and (behind is None or front["mark"]):
        return front
    return behind or next(filter(None, (one.fullmatch(text) for one in _COUNTED)), None)


def _loosely(text: str) -> re.Match[str] | None:
    """The number of copies that a line may have without a mark."""
    return next(filter(None, (one.fullmatch(text) for one in _LOOSE)), None)


def _loose(line: Line, part: Part) -> Card | None:
    """What only a list that is read loosely may say."""
    text = _REMARK.sub("", line.text).translate(HALF_WIDTH)
    strict = _match(text)
    if strict is not None and text == line.text and not _WRITTEN_OTHERWISE.search(strict["name"]):
        return None
    match = strict or _loosely(text)
    if len(text) > _LONGEST_ALONE or (match is None and text.isdecimal() and not _PASSCODE.fullmatch(text)):
        return None
    if match is not None and len(match["count"]) > 3:
        return None
    begin, end = match.span("name") if match is not None else (0, len(text))
    name = _SET.sub("", _PRINTED.sub("", line.text[begin:end])).strip()
    count = 1 if match is None else int(match["count"])
    if _PASSCODE.fullmatch(name):
        return Card(part, count, passcode=int(name), place=line.part(begin, end))
    return Card(part, count, name, place=line.part(begin, end))


@dataclass(slots=True)
class _Doubts:
    """What lines may mean besides what they are taken for."""

    in_front: bool = False  # some line can only have its number in front
    either: list[Message] = field(default_factory=list)
    copies: list[Message] = field(default_factory=list)
    commented: bool = False

    def remarks(self) -> list[Message]:
        found = self.copies + (self.either if self.in_front else [])
        if self.commented:
            found.append(say("what stands behind a `#` is taken for a comment"))
        return found


def _card(line: Line, part: Part, cards: Collector, doubts: _Doubts, printed: bool) -> Card | None:
    if len(line.text) > _LONGEST_LINE:
        cards.error(
            "Y018",
            say("a line has at most {most} characters", most=_LONGEST_LINE),
            line.place,
        )
        return None
    text = _REMARK.sub("", line.text)
    match = _match(text)
    if match is None:
        text = line.text  # `1 #a`
        match = _match(text)
    doubts.commented |= text != line.text
    if match is None:
        alone = line.text.isdecimal()
        if alone:
            message = say("{line} is a number without a name", line=shown(line.text))
            hint = say("the name goes behind it: `3 Ash`")
        else:
            message = say("{line} is a line without a number of copies", line=shown(line.text))
            loose = _loosely(line.text.translate(HALF_WIDTH))
            copies = int(loose["count"]) if loose is not None else 1
            name = line.text[slice(*loose.span("name"))] if loose is not None else line.text
            meant = f"{copies} {name[:LONGEST_SHOWN]}"
            hint = say_n(
                "for one copy write `{meant}`", "for {number} copies write `{meant}`", copies, meant=meant
            )
        cards.error("Y018", message, line.place, hint)
        return None
    count = read_count(match["count"], line.part(*match.span("count")), cards)
    name = _PRINTED.sub("", text[slice(*match.span("name"))])
    name = _SET.sub("", name) if printed else name
    place = line.part(match.start("name"), match.start("name") + len(name))
    if count is None:
        return None
    number = line.place.line
    front = _LINE.fullmatch(text.translate(HALF_WIDTH))
    taken = front is not None and front.span("count") == match.span("count")
    doubts.in_front |= taken
    if count > MOST_COPIES and taken and not match["mark"]:
        meant = f"{match['count']} {name[:LONGEST_SHOWN]} x1"
        doubts.copies.append(
            say("line {line}: {count} copies of {card}; if the number belongs to the name, write `{meant}`",
                line=number, count=count, card=shown(name), meant=meant)
        )  # fmt: skip
    elif count > MOST_COPIES:
        doubts.copies.append(
            say("line {line}: {count} copies of {card}", line=number, count=count, card=shown(name))
        )
    elif front is not None and not taken:
        doubts.either.append(
            say(
                "line {line}: {count} copies of {card}; if the number in front says how many,"
                " write `{meant}`",
                line=number,
                count=count,
                card=shown(name),
                meant=f"{front['count']}x {text[slice(*front.span('name'))][:LONGEST_SHOWN]}",
            )
        )
    return Card(Part.SIDE if match["side"] else part, count, name, place=place)


_WRITTEN = {Part.COMMAND: "Commander", Part.MAIN: "Deck", Part.EXTRA: "Extra Deck"}


def writes(cards: CardList, found: Diagnostics) -> str:
    for card in cards.cards:
        if not _survives(card.name):
            message = say("{card} would be read as something else in a text list", card=shown(card.name))
            found.error("Y022", message, card.place, say("a table keeps other names: --to csv"))
    return "\n".join(_written(cards))


def _survives(name: str) -> bool:
    """Whether reading what is written gives the same name."""
    match = _match(f"1 {name}")
    return (
        match is not None
        and not _REMARK.search(name)
        and match["count"] == "1"
        and _PRINTED.sub("", f"1 {name}"[slice(*match.span("name"))]) == name.strip() == name
    )


def _written(cards: CardList) -> Iterator[str]:
    for part, heading in _WRITTEN.items():
        listed = [card for card in cards.cards if card.part is part]
        if listed:
            yield heading
            yield from (f"{card.count} {card.name}" for card in listed)
            yield ""
