"""What ``yispc new`` says and writes, in the languages of its users.

What comes in: nothing.  What goes out: :data:`WORDS`, by language.  A language is one more entry here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Words(NamedTuple):
    """The texts of one language."""

    head: tuple[str, ...]
    """The comment on top of the deck file, a paragraph each."""
    example: tuple[str, ...]
    """Cards of a deck for which none were given, as they are typed."""
    rest: str
    """What the card is called that fills the deck up."""
    file: str
    size: str
    hand: str
    cards: str
    card: str
    wanted: str
    want: str


WORDS: Mapping[str, Words] = {
    "en": Words(
        head=(
            "A deck file: the cards, and what you want to see of them in the opening hand.",
            "",
            "* `count: -1` is whatever is missing to the deck's `size`; call the cards by their names, as you"
            " like.",
            "* A card may have an `attribute: [starter]`, which several share: hands ask for it with"
            " `a:starter`; and a `program`, what the card does.",
            "* The topic `opening` draws `start-card` cards, and succeeds when one of its `combos` is in the"
            " hand: every item of `hand` takes a card of its own. `2x name` are two, `0x name` is none.",
            "* For another question add another topic under `tests`.",
        ),
        example=("starter: 9", "hand trap: 6"),
        rest="rest",
        file="File",
        size="Cards in the deck",
        hand="Cards in the opening hand",
        cards="Which cards, and how many copies of each?  An empty line ends the list.",
        card="Card (as in Ash: 3)",
        wanted="Which hands do you want?  An empty line ends the list; without any, the first card.",
        want="Hand (one card, or several: A + B)",
    ),
    "zh": Words(
        head=(
            "卡组文件：有哪些卡，以及想在起手里看到什么。",
            "",
            "* `count: -1` 的卡把卡组补足到 `size` 张；卡名随你起。",
            "* 卡可以有属性 `attribute: [starter]`，几种卡可以共用，手牌里用 `a:starter` 来找；",
            "  还可以有效果 `program`。",
            "* 主题 `opening` 抽 `start-card` 张，手牌里凑成任何一个 `combos` 就算成功：",
            "  `hand` 的每一项各占一张卡，`2x 卡名` 是两张，`0x 卡名` 是一张也没有。",
            "* 想问别的，就在 `tests` 下面再加一个主题。",
        ),
        example=("初动: 9", "手坑: 6"),
        rest="其他",
        file="文件",
        size="卡组张数",
        hand="起手张数",
        cards="有哪些卡，各几张？空行结束。",
        card="卡（例如 灰流丽: 3）",
        wanted="想要怎样的起手？空行结束；什么都不写，就是第一张卡。",
        want="起手（一张卡，或者几张：A + B）",
    ),
    "ja": Words(
        head=(
            "デッキファイル：カードと、初手に欲しいもの。",
            "",
            "* `count: -1` のカードはデッキを `size` 枚まで埋める。カードの名前は自由。",
            "* カードには属性 `attribute: [starter]` を付けられる。複数のカードで共有でき、",
            "  手札では `a:starter` で指定する。効果は `program` に書く。",
            "* トピック `opening` は `start-card` 枚引き、`combos` のどれかが手札に揃えば成功。",
            "  `hand` の各項目は別々のカードを使う。`2x 名前` は二枚、`0x 名前` は一枚もないこと。",
            "* 別のことを調べるには、`tests` の下にトピックを加える。",
        ),
        example=("初動: 9", "手札誘発: 6"),
        rest="その他",
        file="ファイル",
        size="デッキの枚数",
        hand="初手の枚数",
        cards="どのカードを何枚？空行で終わり。",
        card="カード（例 灰流うらら: 3）",
        wanted="どんな初手が欲しい？空行で終わり。何も書かなければ最初のカード。",
        want="初手（カード一枚、または複数：A + B）",
    ),
}
