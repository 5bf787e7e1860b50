"""The packaged deck ``war``, held against the plain interpreter of the game and what is known of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import sqrt
from pathlib import Path

import pytest
from test_war_reference import FIXED, ranks
from war_reference import Game, play

import yisp
from yisp.deck.model import Deck

SLOW_NATIVELY = True

TARGETS = ("python", "native")
RANK = {"J": 11, "Q": 12, "K": 13, "A": 14}
PACKAGED = Path(yisp.__file__).parent / "games" / "war.yml"


@pytest.fixture(scope="module")
def war() -> Deck:
    return yisp.load(PACKAGED)


def figures(game: Game) -> dict[str, int]:
    names = (
        "code", "tricks", "tricks1", "tricks2", "ties", "battles", "single", "double", "triple", "quadruple",
        "unfinished", "weight", "aces",
    )  # fmt: skip
    return {name: int(getattr(game, name)) for name in names}


def rows(deck: Deck, **settings: object) -> Iterator[dict[str, int]]:
    """The figures of each game."""
    records = yisp.run(deck, method="sample", records=True, **settings).records  # type: ignore[arg-type]
    for row in records:
        yield {name: int(row[name]) for name in records.dtype.names[3:]}


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(("player1", "player2", "down", "end"), FIXED.values(), ids=FIXED)
def test_fixed_games(
    player1: str, player2: str, down: int, end: tuple[int, int, int], target: str, tmp_path: Path
) -> None:
    copies: Counter[str] = Counter()

    def cards(hand: str) -> str:
        names = []
        for rank in hand.split():
            names.append(rank + "shdc"[copies[rank]])
            copies[rank] += 1
        return f"[{', '.join(names)}]"

    path = tmp_path / "fixed.yml"
    path.write_text(f"""\
extends: war
set: {{down: {down}}}
simulate:
  tests:
    war:
      header: ''
      start: {{zones: {{P: {cards(player1)}, Q: {cards(player2)}}}}}
""")
    for row in rows(yisp.load(path), count=20, seed=1, target=target):
        assert (row["code"], row["tricks"], row["ties"]) == end


@pytest.mark.slow
@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("down", [0, 1, 2, 3])
def test_a_game_without_chance_is_that_of_the_plain_interpreter(war: Deck, target: str, down: int) -> None:
    """Cards that are won go to the bottom as they were laid, so the deal decides everything."""
    table = yisp.Table(war, seed=7)
    found = rows(war, count=60, seed=7, target=target, set={"down": down, "order": 1})
    for trial, row in enumerate(found):
        table.open(trial)
        hands = [[RANK.get(card[:-1]) or int(card[:-1]) for card in dealt(table, zone)] for zone in "PQ"]
        try:
            game = play(*hands, down, lambda cards: None, limit=10_000)
        except ValueError:  # it goes round for ever
            assert row["code"] == 0
        else:
            assert row == figures(game)


def dealt(table: yisp.Table, zone: str) -> list[str]:
    cards = table[zone]
    assert len(cards) == 26
    return [card for card in cards if card is not None]


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("down", [1, 2])
def test_parity(war: Deck, target: str, down: int) -> None:
    """52 cards change hands two a trick and 2 (1 + down) a tie, which leaves a law behind."""
    games = 400 if target == "python" else 20_000
    seen = 0
    for row in rows(war, count=games, seed=3, target=target, set={"down": down}):
        if row["code"] in (1, 3):
            assert (row["battles"] if down == 2 else row["tricks"]) % 2 == 0
            seen += 1
        assert row["tricks"] == row["tricks1"] + row["tricks2"]
        assert row["battles"] == row["tricks"] + row["ties"]
    assert seen


@pytest.mark.slow
def test_the_reference_table(war: Deck) -> None:
    games = 40_000
    topic = yisp.run(war, count=games, seed=11, method="sample", target="native").topics["war"]
    stats = topic.stats
    assert abs(stats["tricks"].mean - 322.0) < 4 * 262 / sqrt(games)
    assert abs(topic.success.rate - 0.5) < 4 * 0.5 / sqrt(games)
    assert abs(stats["weight"].mean) < 4 * 13.622 / sqrt(games)
    assert abs(stats["weight"].sd - 13.622) < 4 * 13.622 / sqrt(2 * games)
    codes = stats["code"].histogram
    for one, other in ((1, 3), (2, 4)):
        assert abs(codes[one] - codes[other]) < 4 * sqrt(codes[one] + codes[other])


@pytest.mark.slow
def test_the_heavier_deck_wins_more_often(war: Deck) -> None:
    games = list(rows(war, count=20_000, seed=5, target="native"))
    heavier = [row for row in games if row["weight"]]
    won = sum((row["code"] in (1, 2)) == (row["weight"] > 0) for row in heavier)
    assert abs(won / len(heavier) - 0.590) < 4 * 0.5 / sqrt(len(heavier))


def test_a_game_that_never_ends_is_ended_and_reported(war: Deck) -> None:
    topic = yisp.run(war, count=40, seed=7, method="sample", target="python", set={"order": 1}).topics["war"]
    ended = sum(notice.count or 0 for notice in topic.notices if notice.code == "Y306")
    assert ended == topic.stats["code"].histogram[0] > 0


def test_the_cards_are_those_of_a_deck(war: Deck) -> None:
    assert {kind.name: kind.properties["rank"] for kind in war.kinds} == {
        f"{name}{suit}": ranks(name)[0] for name in (*map(str, range(2, 11)), *RANK) for suit in "shdc"
    }
