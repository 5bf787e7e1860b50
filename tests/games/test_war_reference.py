"""The plain interpreter of War: fixed games, laws that every game obeys, and known means."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import sqrt
from random import Random
from statistics import mean, pstdev

import pytest
from war_reference import DECK, HALF, Game, Order, deal, play

GAMES = 4_000


def ranks(text: str) -> list[int]:
    return [{"J": 11, "Q": 12, "K": 13, "A": 14}.get(card) or int(card) for card in text.split()]


HIGH = "A A A A K K K K Q Q Q Q J J J J 10 10 10 10 9 9 9 9 8 8"
LOW = "8 8 7 7 7 7 6 6 6 6 5 5 5 5 4 4 4 4 3 3 3 3 2 2 2 2"

FIXED = {
    "all against nothing": (HIGH, LOW, 2, (1, 26, 0)),
    "player 2 cannot go on": ("5 9 9 9", "5 2 3", 2, (2, 1, 0)),
    "a war takes everything": ("5 2 3 4", "5 9 9 9", 2, (3, 1, 1)),
    "one card down": ("5 9 9 9", "5 2 3", 1, (1, 1, 1)),
    "neither can go on": ("5 2 2", "5 4 4", 2, (4, 1, 0)),
}


@pytest.fixture(scope="module", params=[0, 1, 2, 3])
def sample(request: pytest.FixtureRequest) -> tuple[int, list[Game]]:
    """How many cards are laid down, and games dealt at random."""
    down = int(request.param)
    random = Random(down)
    return down, [play(*deal(random), down, random.shuffle) for _ in range(GAMES)]


ORDERS: dict[str, Order] = {
    "random": Random(5).shuffle,
    "as laid": lambda cards: None,
    "from the last laid": list.reverse,
    "highest first": lambda cards: cards.sort(reverse=True),
    "lowest first": list.sort,
}


@pytest.mark.parametrize("order", ORDERS.values(), ids=ORDERS)
@pytest.mark.parametrize(("player1", "player2", "down", "end"), FIXED.values(), ids=FIXED)
def test_fixed_games_end_so_whatever_the_order(
    player1: str, player2: str, down: int, end: tuple[int, int, int], order: Order
) -> None:
    game = play(ranks(player1), ranks(player2), down, order)
    assert (game.code, game.tricks, game.ties) == end


def test_the_figures_of_a_fixed_game() -> None:
    game = play(ranks(HIGH), ranks(LOW), 2, Random(1).shuffle)
    assert (game.weight, game.aces, game.tricks1, game.tricks2) == (84, 4, 26, 0)


@pytest.mark.parametrize(
    ("player1", "player2", "found"),
    [
        ("5 2 2 9", "5 2 2 8", (1, 0, 0, 0, 0)),
        ("5 2 2 6 2 2 9", "5 3 3 6 3 3 8", (0, 1, 0, 0, 0)),
        ("5 2 2 6 2 2 7 2 2 9", "5 3 3 6 3 3 7 3 3 8", (0, 0, 1, 0, 0)),
        ("5 2 2 6 2 2 7 2 2 8 2 2 9", "5 3 3 6 3 3 7 3 3 8 3 3 8", (0, 0, 0, 1, 0)),
        ("5 2 2 6 2 2", "5 3 3 6 3 3 8", (0, 0, 0, 0, 1)),
    ],
)
def test_wars_are_counted_by_depth(player1: str, player2: str, found: tuple[int, ...]) -> None:
    game = play(ranks(player1), ranks(player2), 2, Random(1).shuffle)
    assert (game.single, game.double, game.triple, game.quadruple, game.unfinished) == found


def test_the_winner_of_a_war_gets_all_that_lies_on_the_table() -> None:
    won: list[list[int]] = []
    play(ranks("5 2 2 9"), ranks("5 3 4 8"), 2, lambda cards: won.append(list(cards)))
    assert won == [[5, 5, 2, 3, 2, 4, 9, 8]]  # in the order in which they are laid


@pytest.mark.parametrize(
    ("player1", "player2", "order"),
    [([2, 4, 3], [5], "as laid"), ([2, 3, 5], [4, 6], "highest first"), ([2, 3, 4], [5, 6], "lowest first")],
)
def test_a_fixed_order_can_go_on_for_ever(player1: list[int], player2: list[int], order: str) -> None:
    with pytest.raises(ValueError, match="did not end"):
        play(player1, player2, 2, ORDERS[order], limit=1000)
    assert play(player1, player2, 2, Random(1).shuffle).code in (1, 3)


# Laws ---------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_parity_law(sample: tuple[int, list[Game]]) -> None:
    """Each trick moves as many of the loser's cards as he laid: 1 and 1 + down for every tie of it."""
    down, games = sample
    ended = [game for game in games if game.code in (1, 3)]
    assert ended
    assert not [game for game in ended if (game.tricks if down % 2 else game.battles) % 2]


def test_four_aces_win_where_nothing_is_laid_face_down() -> None:
    """An ace can only be lost under another one, or face down."""
    random = Random(4)
    others = [rank for rank in DECK if rank != 14]
    for _ in range(500):
        random.shuffle(others)
        player1 = [14] * 4 + others[: HALF - 4]
        random.shuffle(player1)
        assert play(player1, others[HALF - 4 :], 0, random.shuffle).code in (1, 2)


@pytest.mark.slow
def test_every_tie_belongs_to_a_trick(sample: tuple[int, list[Game]]) -> None:
    _, games = sample
    for game in games:
        resolved = game.single + 2 * game.double + 3 * game.triple + 4 * game.quadruple
        assert game.ties >= resolved + game.unfinished
        assert len(game.comparisons) == game.battles - (game.code in (2, 4))


# Means --------------------------------------------------------------------------------------------


def near(values: list[float], expected: float) -> bool:
    """Within four standard errors."""
    return abs(mean(values) - expected) < 4 * pstdev(values) / sqrt(len(values))


@pytest.mark.slow
def test_the_first_battle_is_a_tie_in_one_of_seventeen_games(sample: tuple[int, list[Game]]) -> None:
    pairs = list(combinations(DECK, 2))
    assert 17 * sum(one == two for one, two in pairs) == len(pairs)
    assert near([float(game.comparisons[0]) for game in sample[1]], 1 / 17)


@pytest.mark.slow
def test_players_win_equally_often(sample: tuple[int, list[Game]]) -> None:
    assert near([float(game.code <= 2) for game in sample[1]], 1 / 2)
    codes = Counter(game.code for game in sample[1])
    assert abs(codes[1] - codes[3]) < 4 * sqrt(codes[1] + codes[3])
    assert abs(codes[2] - codes[4]) < 4 * sqrt(codes[2] + codes[4])


@pytest.mark.slow
def test_the_weight_of_half_a_deck(sample: tuple[int, list[Game]]) -> None:
    """Drawn without replacement: the variance of one card, 14, times 26 and (52 - 26) / 51."""
    sd = sqrt(14 * HALF * (len(DECK) - HALF) / (len(DECK) - 1))
    assert sd == pytest.approx(13.622, abs=0.0005)
    weights = [game.weight for game in sample[1]]
    assert near([float(weight) for weight in weights], 0)
    assert near([float(weight**2) for weight in weights], sd**2)


@pytest.mark.slow
@pytest.mark.parametrize("sample", [2], indirect=True)
def test_two_cards_down(sample: tuple[int, list[Game]]) -> None:
    _, games = sample
    assert near([float(game.tricks) for game in games], 322.0)
    assert 250 < pstdev([game.tricks for game in games]) < 275
    uneven = [game for game in games if game.weight]
    assert near([float((game.weight > 0) == (game.code <= 2)) for game in uneven], 0.590)
