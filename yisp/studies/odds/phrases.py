"""How English, Chinese and Japanese say the parts of a question about a draw.

What comes in: nothing.  What goes out: a table of phrases for each language (:class:`Phrases`), and what a
number that they have found is worth (:func:`value_of`).

Phrases are regular expressions in which a blank stands for any number of blanks, ``#n`` and ``#m`` for
numbers, and ``#name`` for the name of a sort.  The reader (``wording``) fills in the names: it knows which of
them the question has declared.
"""

from __future__ import annotations

from ...structs import dataclass

AT_LEAST, AT_MOST, EXACTLY, BETWEEN, NONE = "at least", "at most", "exactly", "between", "none"
MORE, FEWER = "more than", "fewer than"


@dataclass(frozen=True, slots=True)
class Phrases:
    """How a language says the parts of a question.

    ``number`` is how a number is written.  ``declared`` is a name where its cards are counted; where they are
    wanted, ``behind`` is what a declared one must stand before, and ``other`` is one that was not declared.
    ``bounds`` are tried in order.  ``plain`` are words in the place of a name that name nothing.
    """

    example: str
    named_example: str
    deck_first: bool
    number: str
    total: str
    sort: str
    declared: str
    also: str
    draw: str
    bounds: tuple[tuple[str, str], ...]
    other: str
    behind: str
    every: str
    either: str
    plain: str
    asked: str  # what may stand at the end of the question, and says nothing


_WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_ENGLISH_NUMBER = rf"(?:\d+|(?:{'|'.join(_WORDS)})\b)"

ENGLISH = Phrases(
    example="3 of 40, draw 5, at least 1",
    named_example="3 ash of 40, draw 5, at least 1 ash",
    deck_first=False,
    number=_ENGLISH_NUMBER,
    total=r"(?:out of|of|in|from) (?:a )?(?:deck of )?#n(?: cards?)?",
    sort=r"#n #name",
    declared=rf'(?:(?!\b(?:and|or|of|out of|in|from)\b| \+ {_ENGLISH_NUMBER})[^,;"])*',
    also=r",? and\b|,|\+",
    draw=r"(?:draw(?:ing|n)?|hand of|open(?:ing)?(?: with)?) #n(?: cards?)?|#m (?:cards? )?drawn",
    bounds=(
        (AT_LEAST, r"(?:at least|no (?:less|fewer) than|>=) #n #name"),
        (AT_LEAST, r"#n (?:or more|\+) #name"),
        (AT_MOST, r"(?:at most|no more than|<=) #n #name"),
        (AT_MOST, r"#n or (?:less|fewer) #name"),
        (MORE, r"(?:more than|>) #n #name"),
        (FEWER, r"(?:(?:less|fewer) than|<) #n #name"),
        (EXACTLY, r"(?:exactly|just|=) #n #name"),
        (BETWEEN, r"between #n and #m #name"),
        (BETWEEN, r"#n (?:to|-|–) #m #name"),
        (NONE, r"(?:none|no)\b #name"),
    ),
    other=r'(?:(?!\b(?:and|or)\b)[^,;"])*',
    behind=r"$|[,;.?]|(?:and|or)\b",
    every=r",? and\b|,",
    either=r",? or\b",
    plain=r"(?:cards?|copies|copy|of (?:them|these|those))?",
    asked="",
)

_DIGITS = {"一": 1, "二": 2, "两": 2, "兩": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9}
_TEN = "十"
_DIGIT = f"[{''.join(_DIGITS)}]"
_NUMERAL = rf"(?:{_DIGIT}?{_TEN}{_DIGIT}?|{_DIGIT})"

_ANY_NUMBER = rf"[\d{''.join(_DIGITS)}{_TEN}百千万]+"

# A numeral is one only before a measure word or the sign of a range: names begin with numerals, too.
_CHINESE_NUMBER = rf"(?:\d+|{_NUMERAL}(?= [张張到至~-]))"
_CHINESE_COUNT = rf"{_ANY_NUMBER} [张張]"
_CHINESE_JOINS = "以及|并且|並且|而且|或者|[和与與及且或并並]"
_CHINESE_GET = "(?:抽到|摸到|有)?"
_CHINESE_LEAST = f"{_CHINESE_GET}(?:至少|最少|不少于|不少於|不低于|不低於){_CHINESE_GET}"
_CHINESE_MOST = f"{_CHINESE_GET}(?:至多|最多|不超过|不超過|不多于|不多於){_CHINESE_GET}"
_CHINESE_EXACTLY = f"{_CHINESE_GET}(?:恰好|正好|刚好|剛好|恰){_CHINESE_GET}"
_CHINESE_MORE = "(?:多于|多於|超过|超過|大于|大於)"
_CHINESE_FEWER = "(?:少于|少於|不到|不足|小于|小於)"
_CHINESE_NOT_ONE = "[一1] [张張][也都](?:没有|沒有|没|沒)"
_CHINESE_NONE = f"(?:{_CHINESE_NOT_ONE}|没有|沒有|抽不到|摸不到)"
_CHINESE_WANTED = "|".join((
    _CHINESE_LEAST, _CHINESE_MOST, _CHINESE_EXACTLY, _CHINESE_MORE, _CHINESE_FEWER, _CHINESE_NONE,
    _CHINESE_COUNT,
))  # fmt: skip
_CHINESE_EVERY = rf"(?:并且|並且|而且|以及|且|[并並和与與及](?= (?:{_CHINESE_WANTED})))"
_CHINESE_EITHER = r"(?:或者|或)"
_CHINESE_ASKED = r"的?(?:概率|几率|幾率|機率|机率)(?:是|为|為)?(?:多少|多大)?"

CHINESE = Phrases(
    example="40张中3张,抽5张,至少1张",
    named_example="40张中3张灰流丽,抽5张,至少1张灰流丽",
    deck_first=True,
    number=_CHINESE_NUMBER,
    total=r"#n [张張]? (?:的)?(?:牌|卡)?组?(?:中|里|裡|内|內)(?:有)?",
    sort=r"#n (?P<measure>[张張])?#name",
    # What joins sorts is part of a name unless a count stands behind it that is written as this sort's is.
    declared=rf'(?:(?!(?:{_CHINESE_JOINS}) (?(measure){_CHINESE_COUNT}|\d))[^,;"])*',
    also=r",|和|与|與|以及|及",
    draw=r"(?:抽(?:取|出|牌|卡)?|起手|手牌) #n [张張]?(?:牌|卡)?",
    bounds=(
        (AT_LEAST, rf"{_CHINESE_LEAST} #n [张張]?#name"),
        (AT_LEAST, rf"{_CHINESE_GET}#n [张張](?:或)?以上的?#name"),
        (AT_MOST, rf"{_CHINESE_MOST} #n [张張]?#name"),
        (AT_MOST, rf"{_CHINESE_GET}#n [张張](?:或)?以下的?#name"),
        (MORE, rf"{_CHINESE_MORE} #n [张張]?#name"),
        (FEWER, rf"{_CHINESE_FEWER} #n [张張]?#name"),
        (EXACTLY, rf"{_CHINESE_EXACTLY} #n [张張]?#name"),
        (BETWEEN, r"#n [张張]?(?:到|至|-|~) #m [张張]?#name"),
        (NONE, rf"{_CHINESE_NONE}#name"),
        (NONE, rf"#name{_CHINESE_NOT_ONE}"),
    ),
    other=rf'(?:(?!{_CHINESE_EVERY}|{_CHINESE_EITHER})[^,;"])*',
    behind=f"$|[,;.?]|{_CHINESE_EVERY}|{_CHINESE_EITHER}|{_CHINESE_NOT_ONE}|{_CHINESE_ASKED}",
    every=rf",?{_CHINESE_EVERY}|,",
    either=rf",?{_CHINESE_EITHER}",
    plain=r"(?:牌|卡)?",
    asked=_CHINESE_ASKED,
)

_JAPANESE_NUMBER = rf"(?:\d+|{_NUMERAL}(?= (?:枚|から|[~〜-])))"

JAPANESE = Phrases(
    example="40枚中3枚、5枚引いて1枚以上",
    named_example="40枚中3枚のうらら、5枚引いてうららが1枚以上",
    deck_first=True,
    number=_JAPANESE_NUMBER,
    total=r"#n 枚(?:の?(?:デッキ|カード|山札))?(?:中に?|の中に?|のうち|から|に)",
    sort=r"#n 枚の?#name",
    declared=rf'(?:(?!と {_ANY_NUMBER} 枚)[^,;"])*',
    also=r",|と",
    draw=r"(?:初手|手札)?[でにの]? #n 枚を?(?:引いて|引くと|引く|引き|ドローして|ドロー)"
    r"|(?:初手|手札)の? #m 枚[でに]",
    bounds=(
        (NONE, r"#name[がはを]?[一1] 枚も(?:引かない|引けない|来ない|無し|無い|なし|ない)"),
        (AT_LEAST, r"#name[がはを]?#n 枚以上"),
        (AT_LEAST, r"#name[がはを]?(?:少なくとも|最低) #n 枚(?!以)"),
        (AT_MOST, r"#name[がはを]?#n 枚以下"),
        (AT_MOST, r"#name[がはを]?(?:多くとも|最大) #n 枚(?!以)"),
        (MORE, r"#name[がはを]?#n 枚(?:より多い|より多く)"),
        (FEWER, r"#name[がはを]?#n 枚(?:未満|より少ない|より少なく)"),
        (BETWEEN, r"#name[がはを]?#n 枚?(?:から|~|-|〜) #m 枚"),
        (EXACTLY, r"#name[がはを]?(?:ちょうど|丁度) #n 枚"),
        (NONE, r"#name[がはを]?(?:0 枚|なし|無し)"),
    ),
    other=r'[^\d,;"]*?',
    behind="",
    every=r",?(?:かつ|と)|,",
    either=r",?(?:または|又は|か(?!つ))",
    plain="",
    asked=r"(?:を?(?:引く|引ける)|が?(?:来る|くる|ある))?の?(?:確率|可能性)(?:は|を)?"
    r"(?:何%|いくつ|どれくらい)?(?:ですか)?",
)


def value_of(number: str) -> int:
    """What a number is worth that is written as one of the three languages writes it."""
    if number.casefold() in _WORDS:
        return _WORDS.index(number.casefold()) + 1
    if _TEN in number:
        tens, _, ones = number.partition(_TEN)
        return 10 * _DIGITS.get(tens, 1) + _DIGITS.get(ones, 0)
    return _DIGITS.get(number) or int(number)


SPOKEN = rf"(?<![\w-])(?:{'|'.join(_WORDS)})(?![\w-])|{_NUMERAL}(?=\s*[张張枚])"
"""Numbers that are written as words."""
