"""Dilemmas with more of the language in them: what ``dilemmas`` draws, and beside it what decks share.

What comes in: a seed and a number.  What goes out: the text of a deck file with scripts of every turn
(``before-play``, ``footer``), functions of the deck, some of whose parameters are zones, cards that are of
another's kind, an alias, cards beside the deck, effects that say of what sort they are, and stats, of which
one may be the goal.
"""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

from .dilemmas import ACTIONS, GAINS, GUARDS, HEADERS, LATER, PRESENCE, Dilemmas

DEFINE = {
    "gains(n)": "(= gain (+ gain n))",
    "held(P)": "|P.a:x|",
    "worth(P, Q)": "(- |P.A:x*| |Q|)",
    "kin(P, Q)": "|P.(> (copies Q) 0)|",
    "pairs(P)": "|P.(> copies 1)|",
    "more(P)": "/(> |P| 1);(= gain (+ gain 1));1",
    "most(P, Q)": "(max (held P) (kin Q P))",
    "heavy(P, n)": "|P.(>= pow n)|",
    "top(P)": "|P.1.a:x|",
    "roll(n)": "(rand 0 n)",
    "take(P, Q)": "(# P.*1 Q)",
    "fetch(P, Q, n)": "(# P.a:x.*:n Q);(shuffle P)",
    "search(P, Q)": "(# P.k:a.*1 Q);(shuffle D)",
    "look(P, n)": "(# P.:n T);(# T.*1 H);(## T P)",
    "swap(P, Q)": "(# P T);(# Q P);(# T Q)",
    "relay(P, Q)": "(look P 2);(take P Q)",
    "later(P, n)": "(on >P (= gain (+ gain n)) (times 1))",
    "other(P, Q)": "(# P.!X.*1 Q)",
    "sift(P)": "(= n |P|);(repeat (min n 2) (# P.1 B));n",
    "any_of(P, Q)": "(if (held P) (take P Q) (if (held Q) (take Q P)))",
}
"""Functions by name and parameters.  A deck has those that its scripts call, and what these call."""

RICH_GUARDS = (
    "/(held H)", "/(> (worth H B) 0)", "/(kin H B)", "/!(kin D H)", "/(pairs H)", "/|D.k:a|",
    "/(> |H.k:a| 1)", "/|H.(> copies 1)|", "/|B.(>= (copies H) 1)|", "/(most H B)", "/|D.Both|",
    "/(heavy D 2)", "/|H.!X|", "/(> 3 (would [steady] gain))",
)  # fmt: skip

RICH_GAINS = (
    "(gains 1)", "(gains 2)", "(gains |H.k:a|)", "(gains (kin H B))", "(gains (held D))", "(more H)",
    "(more B)", "(= gain (+ gain (most B H)))", "(= used (held H))", "(gains (pairs H))",
    "(= gain (worth H B))", "(gains (would [steady] gain))", "(gains (heavy H 1))",
)  # fmt: skip

RICH_ACTIONS = (
    "(take H B)", "(take D H);(shuffle D)", "(take B H)", "(take D H)", "(fetch D H 1)", "(fetch D B 2)",
    "(fetch B H 1)", "(search D H)", "(search B D)", "(look D 2)", "(look B 1)", "(swap H B)", "(swap B J)",
    "(relay D H)", "(relay B J)", "(later B 1)", "(later H 2)", "(other H B)", "(other H D);(shuffle D)",
    "(sift D)", "(gains (sift H))", "(any_of H B)", "(any_of D H);(shuffle D)",
    "(# D.k:a.*1 H);(shuffle D)", "(# D.(> copies 1).*1 H);(shuffle D)", "(# H.(== (copies B) 0).*1 B)",
    "(# D.!k:b.1 H)", "(# H.!X.*1 D)", "(# D.Both.*1 H)", "(# B.(>= pow 1).*1 H)", "(gains (top D))",
    "(if (top D) (take D H) (# D.1 B))", "(# D.(>= (copies H) 1).*1 J)", "(shuffle B);(gains (top B))",
    "(# E H)", "(# E.*1 B)", "(# H.*1 E)", "(if (more H) (# D.1 H))", "(# D.A:x*.-1 H)",
)  # fmt: skip

RICH_LATER = (
    "(on turn-end (gains 1) [steady])", "(on >B (= gain (* gain 2)) [steady] (times 2))",
    "(on turn-start (take H B) (for 2))", "(on >B (gains (held B)) (when (> |H| 1)))",
    "(after 1 (look D 1))", "(on >B (# it.k:a D) (times 1))", "(on draw (gains |it.a:x|) (times 2))",
)  # fmt: skip

RICH_ROLLS = ("(gains (roll 1))", "(if (roll 1) (take H B))", "(take D H);(gains (roll 2))")

SCRIPTS = (
    "(= used 0)", "(# D.1 H)", "(# D.1 H [draw])", "(# H.*1 D);(shuffle D)", "(# H.*1 B)", "(take H B)",
    "(look D 2)", "(if (> |H| 2) (# H.*1 D))", "(shuffle B);(# B.*1 H)", "(gains (held H))", "(# T H)",
    "(! t)", "(later B 1)", "(# D.1 B)", "(if (> gain 4) (stop 1))", "(swap H B)", "/(> |H| 1);(take H J)",
    "(fetch D H 1)", "(on turn-end (gains 1) [steady] (times 2))", "(= gain (/ 6 |H|))", "(# D.1.*1 H)",
    "(gains (top D))", "(= gain (- gain 1))", "(sift D)", "(shuffle D)", "(= n |B|);(if n (# B.*1 D))",
    "(# E H)", "(more H)",
)  # fmt: skip
"""Of every turn: before play, or behind it."""

ROLLING_SCRIPTS = ("(gains (roll 1))", "(# H.?1 B)", "(if (roll 1) (# D.1 H))")

STATS = (
    "gain", "gain", "|H|", "(- |H| |B|)", "|B|", "(held H)", "(- 0 gain)", "(kin H B)", "(sum H pow)",
    "(/ 6 |B|)", "(/ gain |J|)", "(% gain |H|)", "(+ gain (* 2 (pairs H)))", "(if outcome 3 gain)",
    "(most H B)", "(- 3 |D|)", "|H.Both|", "(- (worth H B) 2)", "(min gain 2)", "(heavy B 1)",
)  # fmt: skip
"""Some have no value in some trials."""

LOOKING_STATS = ("|D.1.a:x|", "(top D)", "(roll 1)", "(+ gain (roll 1))")

RICH_SCORES: tuple[dict[str, Any], ...] = (
    {"hand": ["Both"], "score": "(held H)"}, {"condition": "(kin H B)", "score": 2},
    {"E": ["a:x"], "score": "gain"}, {"hand": [{"any": ["a", "c"]}], "score": 2},
    {"hand": ["1-2x a:x"], "score": "(+ 1 gain)"}, {"hand": ["a:x", "a"], "score": 3},
    {"hand": ["0x b"], "score": "(worth H B)"}, {"score": "(- gain (pairs H))"},
    {"hand": ["0-1x a:y"], "grave": ["!a:y"], "score": "(max 1 gain)"}, {"score": "(most H B)"},
)  # fmt: skip

ATTRIBUTES = (["x"], ["x", "y"], ["y"], ["xy"], ["x", "z"], [])

CALL = re.compile(r"\((\w+)")


class Richer(Dilemmas):
    """Draws decks in which there is more."""

    GUARDS = (*GUARDS, *RICH_GUARDS)
    GAINS = (*GAINS, *RICH_GAINS)
    ACTIONS = (*ACTIONS, *RICH_ACTIONS)
    LATER = (*LATER, *RICH_LATER)
    ROLLS = RICH_ROLLS

    def deck(self) -> str:
        drawn = json.loads(super().deck())
        deck, topic = drawn["deck"], drawn["simulate"]["tests"]["t"]
        cards = deck["cards"]
        deck["alias"] = {"Both": self.random.choice(("a:x a:y", "A:x* !b", "!a:y", "a:x !c"))}
        if self.chance(50):
            for card in cards.values():
                card["attribute"] = self.random.choice(ATTRIBUTES)
        if self.chance(50):
            first, *others = self.random.sample(list(cards), self.random.choice((2, 2, 3)))
            for name in others:
                cards[name]["kind"] = first
        if self.chance(20):
            cards["e"] = {"count": self.random.choice((1, 2)), "zone": "E", "attribute": ["x"]}
            if self.chance(50):
                body = self.some(self.ACTIONS, 1) + self.some(self.GAINS, 0, 1)
                cards["e"]["program"] = ["[1EH]" + ";".join([*self.some(RICH_GUARDS, 0, 1), "@", *body])]
        self.scripts(topic)
        drawn["simulate"]["limits"] = {"activations": 100}  # what goes round ends soon
        if self.chance(15):
            topic.setdefault("start", {})["vars"] = {"gain": self.random.randint(-1, 3)}
        if self.chance(40):
            more = self.random.sample(RICH_SCORES, self.random.choice((1, 1, 2)))
            topic["combos"] |= {f"r{number}": combo for number, combo in enumerate(more)}
        if self.chance(20):
            topic["match"] = "best"
        stats = self.random.sample(STATS, self.random.choice((1, 1, 2)))
        if self.chance(8):
            stats.append(self.random.choice(LOOKING_STATS))
        topic["stats"] = {f"s{number}": stat for number, stat in enumerate(stats)}
        if self.chance(50):
            goal = self.random.choice(("score", "success", *topic["stats"], *topic["stats"]))
            topic["policy"] = {"kind": self.random.choice(("best", "hindsight")), "goal": goal}
        if functions := called(json.dumps(drawn)):
            deck["define"] = functions
        return json.dumps(drawn)

    def scripts(self, topic: dict[str, Any]) -> None:
        """Those of every turn."""
        for key in ("before-play", "footer"):
            if self.chance(55):
                some = (*SCRIPTS, *PRESENCE) if self.lit else SCRIPTS
                written = self.some(some, 1, 1, 2)
                if self.chance(7):
                    written.append(self.random.choice(ROLLING_SCRIPTS))
                topic[key] = ";".join(sorted(written, key=lambda one: not one.startswith("/")))
        if self.chance(25):
            topic["header"] = self.random.choice(tuple(one for one in (*HEADERS, *SCRIPTS) if one))


def called(text: str) -> dict[str, str]:
    """The functions that a text calls, directly or through others."""
    by_name = {key.partition("(")[0]: (key, script) for key, script in DEFINE.items()}
    waiting, found = [text], dict[str, str]()
    while waiting:
        for name in CALL.findall(waiting.pop()):
            if name in by_name and by_name[name][0] not in found:
                key, script = by_name[name]
                found[key] = script
                waiting.append(script)
    return {key: found[key] for key in DEFINE if key in found}


def draw_richer(seed: object, number: int, *, lit: bool = False) -> str:
    return Richer(Random(f"richer {seed} {number}"), lit).deck()
