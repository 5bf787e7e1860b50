"""``yispc compile --emit nodes``: what a deck was lowered to, as people read it."""

from __future__ import annotations

from running import deck_text, load_text

from yisp.compile.listing import list_module
from yisp.compile.pipeline import specialised

CARDS = {
    "a": {"count": 3, "program": "@;(= word 1);(# D.1 H);(if (> |H| 2) (= word (+ word 2)))"},
    "b": {"count": 37},
}

LISTED = """\
masks 0 = 0xfffffffff8

effect effect_0
    Activate
    SetGlobal variable=0 value=1
    MoveTop site=3 zone=D amount=1 to=H front=False way=few
    If condition=(> (Size H) 2) way=any
      then:
        SetGlobal variable=0 value=(+ (Global 0) 2)

test may_0
    Give value=1

number combo_0_0
    Give value=(>= (Count H 0) 1)

scan H cards=0x7
    cards=0x7: effect 0"""


def test_a_deck_is_listed() -> None:
    topic = {"exec-program": True, "combos": {"x": {"hand": ["b"]}}}
    assert list_module(specialised(load_text(deck_text(CARDS, {"t": topic})))) == LISTED
