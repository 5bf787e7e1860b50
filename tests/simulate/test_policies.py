"""Policies held against a brute force over whole orders that takes what a player knows literally.

The brute force shares nothing with the engine: cards are letters, effects are functions of a hand, the order
of the deck is a list.
"""

from __future__ import annotations

import json
from fractions import Fraction
from functools import cache
from itertools import permutations

import pytest
from running import compile_text, deck_text, exact_counts, open_play
from simulate.test_check import moved, raised
from yisp_runtime.codes import BEFORE_PLAY, EVALUATE, JUDGE, TURN

import yisp
from yisp.compile.program import GREEDY, Policy
from yisp.report.text import notices, terminal, text
from yisp.simulate.counting.probabilities import ExactCounts, NoExactAnswer, OverBudget, Spread
from yisp.simulate.exact import hindsight
from yisp.simulate.exact.exact import played_counts
from yisp.simulate.exact.policies import Goal, Player
from yisp.simulate.exact.rehearsal import difference
from yisp.simulate.exact.stages import Place, Stages

PEEK = {
    "look": {"program": "/!used;/(>= |D| 2);@;(= used 1);(# X B);(# D.2 T);(# T.key.1 H);(# T D)"},
    "dig": {"program": "/!used;/(>= |D| 3);@;(= used 1);(# X B);(# D.2 J);(# D.1 H)"},
    "key": {"count": 2},
    "blank": {"count": 4},
}
FOUND = {
    "exec-program": True, "start-card": 2, "start": {"hand": ["dig", "look"]},
    "combos": {"found": {"hand": ["key"]}},
}  # fmt: skip


def means(cards: dict[str, object], topic: dict[str, object], *policies: str) -> list[str]:
    """The exact means of the goal under some policies."""
    made = compile_text(deck_text(cards, {"t": topic}))
    played = yisp.run(made, policy=policies, method="exact", target="python").topics["t"].policies
    return [str(played[one].goal.exact) for one in policies]


def test_who_looks_knows_more_than_who_digs_and_less_than_hindsight() -> None:
    assert means(PEEK, FOUND, "greedy", "random", "best", "hindsight") == ["1/3", "7/15", "3/5", "4/5"]


@pytest.mark.parametrize("first", ["gain", "loss"])
@pytest.mark.parametrize(("gain", "loss"), [(5, 4), (5, 3), (2**62, 2**61), (2**61, 2**62)])
def test_gains_and_losses_are_weighed_against_each_other(gain: int, loss: int, first: str) -> None:
    """A card is drawn at one's own risk, whichever comes first; who is greedy does so anyway."""
    counts = {"gain": 2, "loss": 3}
    cards = {"risk": {"count": 1, "program": "[1]@;(# X B);(# D.1 H)"}}
    cards |= {name: {"count": counts[name]} for name in sorted(counts, key=first.__ne__)}
    topic = {
        "exec-program": True, "start-card": 1, "start": {"hand": ["risk"]},
        "stats": {"worth": f"(- (* {gain} |H.gain|) (* {loss} |H.loss|))"}, "policy": {"goal": "worth"},
    }  # fmt: skip
    drawn = Fraction(2 * gain - 3 * loss, 5)
    assert means(cards, topic, "best", "greedy") == [str(max(drawn, 0)), str(drawn)]


def test_a_plan_over_several_turns() -> None:
    cards = {
        "boost": {
            "count": 2,
            "program": "/(> plays 0);@;(= plays (- plays 1));(# X B);(= focus (+ focus 2))",
        },
        "strike": {
            "count": 2,
            "program": "/(> plays 0);@;(= plays (- plays 1));(# X B);(= points (+ points 2 focus))",
        },
        "blank": {"count": 2},
    }
    topic = {
        "exec-program": True, "start-card": 2, "turns": 3, "draw": 1, "header": "(= plays 1)",
        "combos": {"all": {"score": "points"}},
    }  # fmt: skip
    found = dict(zip(("best", "hindsight"), means(cards, topic, "best", "hindsight"), strict=True))
    assert found == {"best": str(three_turns(False)), "hindsight": str(three_turns(True))}


def three_turns(knows: bool) -> Fraction:
    """Boosts, strikes and blanks by brute force: the mean over the orders of six cards."""

    @cache
    def worth(hand: tuple[str, ...], rest: tuple[str, ...], turn: int, focus: int, points: int) -> Fraction:
        after = [(hand, focus, points)]
        for card in set(hand) - {"x"}:
            left = list(hand)
            left.remove(card)
            gained = (focus + 2, points) if card == "b" else (focus, points + 2 + focus)
            after.append((tuple(sorted(left)), *gained))
        if turn == 3:
            return Fraction(max(points for _, _, points in after))
        return max(
            mean([worth(tuple(sorted((*hand, drawn))), others, turn + 1, focus, points)
                  for drawn, others in draws(rest)])
            for hand, focus, points in after
        )  # fmt: skip

    def draws(rest: tuple[str, ...]) -> list[tuple[str, tuple[str, ...]]]:
        if knows:
            return [(rest[0], rest[1:])]
        return [(card, tuple(sorted(rest[:at] + rest[at + 1 :]))) for at, card in enumerate(rest)]

    orders = list(permutations("bbssxx"))
    return mean(
        [worth(tuple(sorted(order[:2])), order[2:] if knows else tuple(sorted(order[2:])), 1, 0, 0)
         for order in orders]
    )  # fmt: skip


def mean(values: list[Fraction]) -> Fraction:
    return sum(values, Fraction(0)) / len(values)


@pytest.mark.slow
def test_a_choice_of_cards() -> None:
    """A tutor and a draw: take the half that is missing; in hindsight, the one that is not drawn."""
    cards = {
        "tutor": {"program": "[1]@;(# X B);(# D.a:half.*1 H);(shuffle D)"},
        "pot": {"program": "[1]@;(# X B);(# D.1 H)"},
        "left": {"attribute": ["half"]},
        "right": {"attribute": ["half"]},
        "blank": {"count": 2},
    }
    combos = {"both": {"score": 3, "hand": ["left", "right"]}, "one": {"score": 1, "hand": ["a:half"]}}
    topic = {"exec-program": True, "start-card": 3, "combos": combos}
    assert means(cards, topic, "greedy", "random", "best") == ["143/60", "143/60", "12/5"]
    assert means(cards, topic, "hindsight") == [str(halves())]


def halves() -> Fraction:
    """Hindsight by brute force: every order of the deck times every order that the shuffle makes of it."""

    def score(hand: list[str]) -> int:
        return 3 * (len({"L", "R"} & set(hand)) == 2) or int(bool({"L", "R"} & set(hand)))

    def best(hand: list[str], deck: list[str], row: tuple[str, ...], used: str = "") -> int:
        found = [score(hand)]
        if "T" in hand and "T" not in used:
            left = [card for card in hand if card != "T"]
            for taken in [card for card in deck if card in "LR"] or [""]:
                rest = sorted((card for card in deck if card != taken), key=row.index)
                found.append(best([*left, *filter(None, [taken])], rest, row, used + "T"))
        if "P" in hand and "P" not in used:
            found.append(
                best([*(card for card in hand if card != "P"), *deck[:1]], deck[1:], row, used + "P")
            )
        return max(found)

    # Where the pot and the tutor lie in the shuffled deck is never seen: neither is drawn then and of use.
    rows = [(*row, "T", "P") for row in permutations(["L", "R", "x", "y"])]
    orders = list(permutations(["T", "P", "L", "R", "x", "y"]))
    return mean([Fraction(best(list(one[:3]), list(one[3:]), row)) for one in orders for row in rows])


@pytest.mark.parametrize(
    ("look", "deck", "score"),
    [
        # Some cards lie above the key, each number of them as likely; by what has been turned over below it,
        # discarding the top is worth 5/3, 5/3, 1/3 or 0.
        ("(# D.key.-1 H)", {"key": 1, "good": 1, "bad": 2}, "131/12"),
        ("(# D.key.-2 H)", {"key": 1, "good": 1, "bad": 2}, "131/12"),
        # Those above it: nothing is known of the top then, unless the key was the last.
        ("(# D.key.1 H)", {"key": 1, "good": 1, "bad": 2}, "45/4"),
        # Two cards are turned over, which may be all; then the top is put down if it is good.
        ("(# D.2.key.1 H)", {"key": 0, "good": 1, "bad": 1}, "25/2"),
        ("(# D.2.key.1 H)", {"key": 0, "good": 1, "bad": 2}, "35/3"),
        ("(# D.-2.key.1 H)", {"key": 0, "good": 1, "bad": 1}, "25/2"),
        ("(# D.*2.key.1 H)", {"key": 0, "good": 1, "bad": 1}, "25/2"),
        ("(# D.?2.key.1 H)", {"key": 0, "good": 1, "bad": 1}, "21/2"),
        # The key lies at the bottom, which is known: all others are turned over before it is found.
        *(
            (f"(# D.key.1 T);(shuffle D);(# T D);(# D.{found} H)", {"key": 1, "good": 1, "bad": 2}, "35/3")
            for found in ("key.1", "key", "(== level 3)", "key.*1")
        ),
        ("(# D.key.1 T);(shuffle D);(# T D);(# D.key.-1 H)", {"key": 1, "good": 1, "bad": 2}, "10"),
        ("(# D.key.1 T);(shuffle D);(## T D);(# D.key.-1 H)", {"key": 1, "good": 1, "bad": 2}, "35/3"),
        ("(# D.key.1 T);(shuffle D);(## T D);(# D.key.1 H)", {"key": 1, "good": 1, "bad": 2}, "10"),
    ],
)
def test_as_far_as_somebody_looks_he_knows_more(look: str, deck: dict[str, int], score: str) -> None:
    """Also where there are no more cards than are looked for."""
    cards: dict[str, object] = {name: {"count": count} for name, count in deck.items()}
    cards["key"] = {"count": deck["key"], "props": {"level": 3}}
    cards["e"] = {"program": f"@;(# X J);{look}"}
    cards["d"] = {"program": "/(not |D.key|);@;(# X J);(# D.1 B)"}
    topic = {
        "exec-program": True, "start-card": 2, "start": {"hand": ["e", "d"]},
        "combos": {"k": {"score": "(+ 10 (- (* 5 |B.good|) (* 4 |B.bad|)))"}},
    }  # fmt: skip
    assert means(cards, topic, "best") == [score]


@pytest.mark.parametrize(
    ("header", "stat", "mean"),
    [
        ("(# D.a.-1 H);(light D.c -40)", "|D.1.b|", "7/12"),
        ("(# D.a.1 H);(light D.c -40)", "|D.1.b|", "1/2"),
        ("(light D.a -40);(# D.-4 H)", "|H.1.a|", "1/4"),
        ("(light D.a -40);(# D.4 H)", "|H.1.a|", "0"),
        ("(light D.a -40);(if |D.-4.b| (# D H))", "|H.1.a|", "1/4"),
    ],
)
def test_what_is_looked_for_from_below_is_decided_from_below(
    header: str, stat: str, mean: str, target: str
) -> None:
    """A mark lies on the top: what is decided first is decided first."""
    topic = {"start-card": 0, "header": header, "stats": {"s": stat}, "combos": {"c": {"score": "|H|"}}}
    made = compile_text(deck_text({"a": {}, "b": {}, "c": {"count": 2}}, {"t": topic}))
    assert yisp.run(made, target=target).topics["t"].stats["s"].exact == mean


def test_what_is_judged_is_nobodys_choice() -> None:
    """The first card of the hand counts, as for ``greedy``, also where the other would be worth more."""
    topic = {"exec-program": True, "start-card": 2, "start": {"hand": ["b", "a"]}, "stats": {"s": "|H.*1.a|"}}
    cards = {"a": {}, "b": {"program": "/(> |H| 2);@;(# X B)"}}
    topic["combos"] = {"c": {"score": "(+ 1 |H.*1.a|)"}}
    assert means(cards, topic, "greedy", "best", "hindsight") == ["1", "1", "1"]


def test_the_goal_decides() -> None:
    """What has the best mean score need not succeed most often."""
    cards = {
        "safe": {"program": "/!used;@;(= used 1);(# X B);(= points 1)"},
        "bet": {"program": "/!used;@;(= used 1);(# X B);(if (> (rand 0 1) 0) (= points 4))"},
        "blank": {"count": 2},
    }
    topic = {
        "exec-program": True, "start-card": 2, "start": {"hand": ["safe", "bet"]},
        "combos": {"won": {"score": "points"}}, "stats": {"lost": "(- 4 points)"},
    }  # fmt: skip
    for goal, mean_score, success in (("score", "2", "1/2"), ("success", "1", "1"), ("lost", "0", None)):
        made = compile_text(deck_text(cards, {"t": {**topic, "policy": {"kind": "best", "goal": goal}}}))
        found = yisp.run(made).topics["t"]
        assert found.policy == "best" and found.goal.name == goal and found.bound == "exact"
        assert found.score.exact == mean_score
        assert success is None or found.success.exact == success
    assert means(cards, topic, "hindsight") == ["5/2"]
    bet = cards["bet"]["program"]
    cards["other"] = {"program": bet.replace("(rand 0 1)", "(rand 0 2)")}
    with pytest.raises(NoExactAnswer, match="depends on what is played"):
        means(cards, {**topic, "start-card": 3, "start": {"hand": ["safe", "bet", "other"]}}, "hindsight")


def test_stopping() -> None:
    cards = {"spend": {"program": "/(> |H| 1);@;(# X B)"}, "rest": {"count": 3}}
    topic = {"exec-program": True, "start-card": 3, "combos": {"many": {"score": "|H|"}}}
    assert means(cards, topic, "greedy", "random", "best") == ["9/4", "9/4", "3"]
    never = {**topic, "policy": {"kind": "best", "pass": "never"}}
    assert yisp.run(compile_text(deck_text(cards, {"t": never}))).topics["t"].score.exact == "9/4"


def test_what_cannot_be_weighed_or_solved_is_said() -> None:
    topic = {"exec-program": True, "start-card": 2, "combos": {"c": {"hand": ["a"]}}}
    circle = {"a": {"program": "@;(# H.b B);(# B.b H)"}, "b": {"count": 3}}
    with pytest.raises(NoExactAnswer, match="circle"):
        means(circle, topic, "best")
    hasty = {"a": {"program": "(# D.1 H);/(> |H| 2);@;(# X B)"}, "b": {"count": 3}}
    with pytest.raises(NoExactAnswer, match=r"before its guards have decided: .*:\d+:\d+: "):
        means(hasty, topic, "best")
    with pytest.raises(yisp.DeckError, match="Y133"):
        compile_text(deck_text(hasty, {"t": {**topic, "policy": "random"}}))
    never = {"a": {"program": "(# D.1 H)"}, "b": {"count": 3}}  # what greedy tries is done all the same
    with pytest.raises(yisp.DeckError, match="Y133"):
        compile_text(deck_text(never, {"t": {**topic, "policy": "random"}}))
    triggered = {"a": {"program": "[1 on turn-start](# D.1 H)"}, "b": {"count": 3}}
    assert means(triggered, topic, "best")


@pytest.mark.slow
@pytest.mark.parametrize("often", ["(shuffle D) (# D.1 H) (# H.1 D)", "(= total (+ total (rand 0 1)))"])
def test_a_world_of_too_many_shuffles_or_rolls_is_said(often: str) -> None:
    cards = {"a": {"count": 2, "program": f"[1]@;(# X B);(while (< x 70) (= x (+ x 1)) {often})"}, "b": {}}
    topic = {"exec-program": True, "start-card": 2, "start": {"hand": ["a", "b"]}, "stats": {"n": "total"}}
    with pytest.raises(NoExactAnswer, match="more than 64 times"):
        means(cards, {**topic, "policy": {"kind": "best", "goal": "n"}}, "hindsight")


@pytest.mark.parametrize(
    ("often", "possible"), [("(shuffle D) (# D.1 H) (# H.1 D)", 1), ("(= total (+ total (rand 0 1)))", 2)]
)
def test_a_world_has_only_so_many_shuffles_and_rolls(
    often: str, possible: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first row is that of the deal."""
    monkeypatch.setattr(hindsight, "MOST_OF_WORLD", 2)
    cards = {"a": {"count": 2, "program": f"[1]@;(# X B);(while (< x most) (= x (+ x 1)) {often})"}, "b": {}}
    topic = {"exec-program": True, "start-card": 2, "start": {"hand": ["a", "b"]}, "stats": {"n": "total"}}
    for most in (possible, possible + 1):
        made = {**topic, "policy": {"kind": "best", "goal": "n"}, "header": f"(= most {most})"}
        if most > possible:
            with pytest.raises(NoExactAnswer, match="more than 2 times"):
                means(cards, made, "hindsight")
        else:
            assert means(cards, made, "hindsight")


def test_several_policies_stand_side_by_side() -> None:
    result = yisp.run(compile_text(deck_text(PEEK, {"t": FOUND})), policy=["greedy", "best"])
    topic = result.topics["t"].to_dict()
    assert [one["policy"] for one in topic["policies"]] == ["greedy", "best"]
    assert topic["policies"][1]["goal"]["exact"] == "3/5" and topic["policies"][1]["bound"] == "exact"
    for shown in (text.render(result), terminal.render(result, columns=80), result._repr_html_()):
        assert "played by greedy" in shown and "played by best" in shown, shown
    assert "against greedy" in terminal.render(result, columns=80)
    assert any("look" in line for line in notices.render(result)), "only best has this notice"
    (difference,) = topic["differences"]
    assert (difference["of"], difference["to"], difference["exact"]) == ("best", "greedy", "4/15")


def test_a_strict_run_that_ends_with_an_exact_answer_is_partial() -> None:
    stats = {"stats": {"s": "(/ 1 0)"}}
    made = yisp.loads(deck_text({"a": {"count": 9}}, {"t": stats, "u": stats}))
    found = yisp.run(made, strict=True, method="exact")
    assert (list(found.topics), found.stopped_by, found.partial) == (["t"], "t", True)


def test_a_strict_run_of_several_ends_with_the_first_notice_of_any() -> None:
    cards = {
        "dig": {"count": 2, "program": "[1]@;(# X B);(# D.2 H)"},
        "burn": {"count": 2, "program": "[1]@;(# X B);(# H.gem.1 X)"},
        "gem": {"count": 3}, "rest": {"count": 4},
    }  # fmt: skip
    topic = {"exec-program": True, "start-card": 3, "combos": {"c": {"hand": ["2x gem"]}}}
    made = compile_text(deck_text(cards, {"t": topic}))
    asked = {"policy": ["greedy", "best"], "method": "sample", "seed": 7}
    strict = yisp.run(made, strict=True, count=50, **asked)
    trials = strict.topics["t"].trials
    assert strict.stopped_by == "t" and trials is not None and trials > 1
    before, there = (yisp.run(made, count=number, **asked).topics["t"] for number in (trials - 1, trials))
    assert [one.to_dict() for one in strict.topics["t"].policies.values()] == [
        one.to_dict() for one in there.policies.values()
    ]
    assert [bool(topic.notices) for topic in (before, there)] == [False, True]


def test_a_choice_before_the_first_move() -> None:
    """The player is asked in the middle of a stage; what is best there was worked out on the same table."""
    topic = {"exec-program": True, "start-card": 2, "header": "(# H.*1 B)", "combos": {"c": {"hand": ["b"]}}}
    cards: dict[str, object] = {"a": {}, "b": {}, "c": {"program": "[1]@;(# D.1 H)"}}
    assert means(cards, topic, "greedy", "best", "hindsight") == ["1/2", "1", "1"]


@pytest.mark.parametrize("program", ["(stop 1);@", "[1](= w (/ 1 |B|));@"])
def test_what_ends_play_behind_the_guards_is_a_move(program: str) -> None:
    """The second turn's card would cost a point."""
    topic = {
        "exec-program": True, "start-card": 1, "start": {"hand": ["a"]}, "turns": 2, "draw": 1,
        "combos": {"c": {"score": "(- 2 |H|)"}},
    }  # fmt: skip
    cards: dict[str, object] = {"a": {"program": program}, "b": {}}
    assert means(cards, topic, "greedy", "random", "best", "hindsight") == ["1"] * 4
    guarded: dict[str, object] = {"a": {"program": "[1]/(/ 1 |B|);@"}, "b": {}}
    assert means(guarded, topic, "random", "best", "hindsight") == ["0"] * 3


def test_chance_may_end_play_in_front_of_the_activation() -> None:
    cards: dict[str, object] = {"a": {"program": "(if (rand 0 1) (= gain 1) (stop 1));@;(# X B)"}}
    topic = {"exec-program": True, "start-card": 1, "combos": {"c": {"score": "gain"}}}
    assert means(cards, topic, "greedy", "random", "best", "hindsight") == ["1/2"] * 4


def test_hindsight_beyond_its_budget_has_no_answer() -> None:
    """Worlds that have been judged wait for nothing any more: the budget gets no larger by them."""
    search = "[1BD]/(> |H| |B|);@;(= gain (+ gain 1));(# D.b.1 B);(shuffle D)"
    draw = "[1D]@;(= gain (+ gain |H.a|));(# D.1 B)"
    cards = {"a": {"count": 3}, "b": {"program": search}, "c": {"program": draw}}
    topic = {"exec-program": True, "start-card": 2, "turns": 3, "draw": 1, "combos": {"c": {"score": "gain"}}}
    play = open_play(compile_text(deck_text(cards, {"t": topic})), "python")
    with pytest.raises(OverBudget):
        exact_counts(play, 2_000_000, policy=GREEDY.but(kind="hindsight", goal="score", may_stop=False))


@pytest.mark.parametrize(
    ("there", "header", "share"),
    [
        (
            {"R": ["a", "b"], "J": ["a", "b"]},
            "(draw pii H)",
            Fraction(1, 2),
        ),  # nothing is left but the reserve
        ({"R": ["a", "b"]}, "(draw pii B);(draw pii B);(draw pii H)", Fraction(1, 2)),
        ({"R": ["a"]}, "(draw pii J);(draw pii J);(# J.1 R);(draw pii J);(draw pii H)", Fraction(2, 3)),
        ({"B": ["a", "b"]}, "(# B R);(# D.2 J);(draw pii H)", Fraction(1, 2)),
    ],
)
def test_a_wall_that_has_run_dry_goes_on_with_its_reserve_in_hindsight(
    there: dict[str, list[str]], header: str, share: Fraction
) -> None:
    """Where nothing is decided, every policy makes the same of it, and no world is lost."""
    topic = {"start-card": 0, "header": header, "start": {"zones": there}, "combos": {"c": {"hand": ["a"]}}}
    for kind in ("greedy", "hindsight"):
        deck = json.loads(deck_text({"a": {"count": 2}, "b": {"count": 2}}, {"t": topic}))
        deck["wall"] = {"exits": {"pii": 4}}
        play = open_play(compile_text(json.dumps(deck)), "python")
        success = exact_counts(play, 10**6, None, play.topic.policy.but(kind=kind)).success
        assert Fraction(str(success)) == share, kind


@cache
def answer(kind: str) -> tuple[Policy, ExactCounts, Player | None]:
    """What is exact of ``FOUND`` under a policy, and who found it."""
    policy = GREEDY.but(kind=kind, goal="score", may_stop=True)
    return policy, *played_counts(
        open_play(compile_text(deck_text(PEEK, {"t": FOUND})), "python"), 10**8, None, policy
    )


@pytest.mark.usefixtures("full_checks")
@pytest.mark.parametrize("kind", ["random", "best", pytest.param("hindsight", marks=pytest.mark.slow)])
def test_trials_of_the_policy_bear_its_answer_out_and_no_other(kind: str) -> None:
    made = compile_text(deck_text(PEEK, {"t": FOUND}))
    policy, _, player = answer(kind)
    for one in ("random", "best", "hindsight"):
        found = difference(open_play(made, "python"), answer(one)[1], policy, player)
        assert (found is None) == (one == kind), (one, found)


@pytest.mark.usefixtures("full_checks")
@pytest.mark.parametrize("wrong", ["", "success", "combos", "watch", "score", "stats", "some stats"])
def test_trials_bear_out_no_answer_of_which_one_figure_is_off(
    wrong: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By 15 % of all trials, or of those in which a stat has a value."""
    cards = {
        "pot": {"count": 2, "program": "@;(# X B);(# D.1 H)"}, "dig": {"program": "@;(# X B);(# D.1 J)"},
        "key": {"count": 3}, "blank": {"count": 4},
    }  # fmt: skip
    topic = {
        "exec-program": True, "start-card": 3,
        "combos": {"found": {"hand": ["key"]}, "both": {"hand": ["2x key"], "score": 3}},
        "watch": {"bricked": {"hand": ["2x blank"]}}, "stats": {"left": "|D|", "per key": "(/ 6 |H.key|)"},
    }  # fmt: skip
    made = compile_text(deck_text(cards, {"t": topic}))
    policy = GREEDY.but(kind="best", goal="score", may_stop=True)
    counts, player = played_counts(open_play(made, "python"), 10**8, None, policy)
    if wrong == "success":
        monkeypatch.setattr(type(counts), "success", raised(counts.success))
    elif wrong in ("combos", "watch"):
        at = 2 if wrong == "watch" else 1
        counts.combos[at] = raised(counts.combos[at])
    elif wrong == "score":
        zero = counts.score.masses.pop(0)  # or it would be another rate of success
        masses = {**moved(counts.score).masses, 0: 100 * zero}
        counts.score = Spread(masses, 100 * counts.score.denominator)
    elif wrong:
        at = 1 if wrong == "some stats" else 0
        counts.stats[at] = moved(counts.stats[at])
    found = difference(open_play(made, "python"), counts, policy, player)
    named = {"combos": "both", "watch": "bricked", "stats": "stat left of", "some stats": "stat per key of"}
    assert (found is None) == (not wrong)
    assert found is None or named.get(wrong, wrong) in found


def test_every_face_knows_the_same_policies() -> None:
    from yisp.cli import options
    from yisp.deck import schema
    from yisp.library import arguments

    assert arguments.POLICIES == options.POLICIES == schema.POLICIES


def test_an_evaluation_says_what_a_position_is_worth() -> None:
    """Behind the header and before what comes before play; 0 where a run-time error ends it."""
    policy = {"kind": "staged-search", "evaluate": "(/ (+ high |H|) (- 3 |H|))"}
    topic = {
        "start-card": 2, "header": "(= high 10)", "before-play": "(# D.1 H)", "policy": policy,
        "combos": {"c": {}},
    }  # fmt: skip
    play = open_play(compile_text(deck_text({"a": {"count": 4}}, {"t": topic})), "python")
    stages = Stages(play, 1_000_000, None, asks=False)
    assert stages.course == (TURN, BEFORE_PLAY, JUDGE)
    place, found = Place(0, stages.enumerator.deal((0, 1)), b"", (0, 0)), []
    for phase, stage in enumerate(stages.course[:2], 1):
        stages.one_path(stage, place, [], None)
        place = stages.place(phase)
        stages.one_path(EVALUATE, place, [], None)
        found.append(stages.enumerator.value)
    assert found == [12, 0]


def test_a_score_that_only_an_error_could_make_larger_than_numbers_are() -> None:
    """As -2^63 divided by -1 would be."""
    cards = {**PEEK, "key": {"count": 2, "props": {"rank": 2}}}
    combos = {"found": {"hand": ["key"], "score": "(/ -9223372036854775808 (low H rank))"}}
    made = compile_text(deck_text(cards, {"t": {**FOUND, "combos": combos}}))
    played = yisp.run(made, policy=["hindsight"], method="sample", count=20, seed=1).topics["t"]
    assert played.score.bounds == (0, 2**63 - 1)


def test_what_a_row_is_worth() -> None:
    """A stat without a value counts as 0; a score always has one, whatever stands at the end of the row."""
    assert [Goal(0, -1, False).of(row) for row in ([5, 1], [5, 0], [-2, 0])] == [5, 5, -2]
    assert [Goal(0, 1, False).of(row) for row in ([5, 1], [5, 0])] == [5, 0]
    assert [Goal(0, -1, True).of([score, 0]) for score in (-1, 0, 1, 7)] == [0, 0, 1, 1]
