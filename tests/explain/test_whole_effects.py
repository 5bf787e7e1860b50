"""What effects read like: every sort of set, number, question, step and flag, in whole sentences."""

from __future__ import annotations

import pytest
from explain.test_sentences import DEFINE
from running import deck_text, load_text

from yisp.explain.decks import DeckExplanation, explained, pieces
from yisp.explain.sentences import explain
from yisp.lang.diagnostics import Diagnostics
from yisp.lang.parsing.parser import parse_effect
from yisp.lang.source import TextSource
from yisp.messages import speaking

TOLD = {
    "@;(# D.2 H [draw] [rush]);(# D.word H [draw]);(# D.1 B [mill]);(# D.3 B [mill]);(# D.:(+ 1 word) "
    "B [mill]);(# D.2 H [mill])":
        "From the hand: draw 2 cards (counts as “rush”); then add all copies of “word” in the deck to the "
        "hand (counts as “draw”); then mill 1 card; then mill 3 cards; then mill (1 + ‘word’) cards; then "
        "add the top 2 cards of the deck to the hand (counts as “mill”).",
    "@;(# D.scout.1 H [draw]);(# D.-1 H [draw]);(# B.1 H [draw]);(# B.2 B [mill])":
        "From the hand: add the first “scout” in the deck to the hand (counts as “draw”); then add the "
        "bottom card of the deck to the hand (counts as “draw”); then add the first card in the graveyard "
        "to the hand (counts as “draw”); then send the first 2 cards in the graveyard to the graveyard "
        "(counts as “mill”).",
    "@;(# H.1 F [special-summon]);(# D.M.1 F [special-summon]);(# B.*1 F [special-summon]);(# J.1 F "
    "[special-summon]);(# F.1 F [special-summon])":
        "From the hand: special summon the first card in the hand; then special summon the first “M” card "
        "in the deck; then special summon a card of your choice in the graveyard; then special summon the "
        "first card in the banished zone; then put the first card on the field on the field (counts as "
        "“special-summon”).",
    "@;(# D.M.1 H [search] [rush]);(# B.M.1 H [search])":
        "From the hand: search for the first “M” card in the deck, and add what is found to the hand "
        "(counts as “rush”); then add the first “M” card in the graveyard to the hand (counts as "
        "“search”).",
    "@;(# H.1 D);(# H.1 F);(# D.1 J);(# H.1 X);(# H.1 E);(## H.1 D);(## H.1 X);(## H.1 B);(## H.1 E "
    "[rush])":
        "From the hand: put the first card in the hand at the bottom of the deck; then put the first card "
        "in the hand on the field; then banish the top card of the deck; then put the first card in the "
        "hand at the end of the zone that holds this card; then move the first card in the hand to zone "
        "E; then put the first card in the hand on top of the deck; then put the first card in the hand "
        "at the front of the zone that holds this card; then put the first card in the hand at the front "
        "of the graveyard; then put the first card in the hand at the front of zone E (counts as “rush”).",
    "@;(# X D);(## X D);(# B.X H);(# H.!X B);(# H.!X.M B);(# F.M.!X.1 B)":
        "From the hand: put this card at the bottom of the deck; then put this card on top of the deck; "
        "then add this card, if the graveyard holds it to the hand; then discard all other cards in the "
        "hand; then discard all other “M” cards in the hand; then send the first other “M” card on the "
        "field to the graveyard.",
    "@;(# D.1 H);(# D.2 H);(# D.-1 H);(# D.-2 H);(# D.!1 B);(# D.!-2 B);(# D.M.1 H);(# D.M.-1 H)":
        "From the hand: add the top card of the deck to the hand; then add the top 2 cards of the deck to "
        "the hand; then add the bottom card of the deck to the hand; then add the bottom 2 cards of the "
        "deck to the hand; then send all cards in the deck but the first 1 to the graveyard; then send "
        "all cards in the deck but the last 2 to the graveyard; then add the first “M” card in the deck "
        "to the hand; then add the last “M” card in the deck to the hand.",
    "@;(# H.1 B);(# H.3 B);(# H.-1 B);(# H.-2 B);(# H.?1 B);(# H.?2 B);(# H.*1 B);(# H.*2 B)":
        "From the hand: discard the first card in the hand; then discard the first 3 cards in the hand; "
        "then discard the last card in the hand; then discard the last 2 cards in the hand; then discard "
        "a card in the hand at random; then discard 2 cards in the hand at random; then discard a card of "
        "your choice in the hand; then discard 2 cards of your choice in the hand.",
    "@;(# H.a:monster.?1 B);(# H.scout.?1 B);(# H.scout.2 B);(# H.M.2 B);(# H.a:effect.?1 B);(# "
    "H.a:s.?1 B)":
        "From the hand: discard a monster card in the hand at random; then discard a “scout” in the hand "
        "at random; then discard the first 2 copies of “scout” in the hand; then discard the first 2 “M” "
        "cards in the hand; then discard an effect card in the hand at random; then discard an s card in "
        "the hand at random.",
    "@;(# H.!scout B);(# H.!M B);(# H.scout.M B);(# H.M.scout.a:monster B);(# H.!a:monster.1 B);(# "
    "H.!!M B)":
        "From the hand: discard all cards in the hand other than “scout”; then discard all cards in the "
        "hand other than “M” cards; then discard all copies of “scout” in the hand that are “M” cards; "
        "then discard all monster “M” cards in the hand that are “scout”; then discard the first "
        "non-monster card in the hand; then discard all “M” cards in the hand.",
    "@;(# H.A:m* B);(# H.k:scout B);(# H.!k:scout B);(# H.a:first B);(# H.!a:first B)":
        "From the hand: discard all cards in the hand with an attribute like “m*”; then discard all cards "
        "in the hand of the kind “scout”; then discard all cards in the hand not of the kind “scout”; "
        "then discard all cards in the hand with the attribute “first”; then discard all cards in the "
        "hand without the attribute “first”.",
    "@;(# H.2.M B);(# H.2.M.1 J);(# H.2.!1 J);(# H.*2.?1 J)":
        "From the hand: discard all “M” cards among the first 2 cards in the hand; then banish the first "
        "“M” card among the first 2 cards in the hand; then banish all cards among the first 2 cards in "
        "the hand but the first 1; then banish a card among 2 cards of your choice in the hand at random.",
    "@;(# H.:word B);(# H.?:(+ word 1) B);(# H.*:|B| B)":
        "From the hand: discard the first ‘word’ cards in the hand; then discard (‘word’ + 1) cards in "
        "the hand at random; then discard (the number of cards in the graveyard) cards of your choice in "
        "the hand.",
    "/|H|;/!|H|;/|H.scout|;/!|H.scout|;/|H.M|;/!|H.M|;/|B.!M|;@":
        "From the hand: if the hand holds a card and if the hand holds no card and if the hand holds a "
        "“scout” and if the hand holds no “scout” and if the hand holds an “M” card and if the hand holds "
        "no “M” card and if the graveyard holds a card other than “M” cards, nothing happens.",
    "/(> |H| 0);/(>= |H| 1);/(!= |H| 0);/(== |H| 0);/(<= |H| 0);/(< |H| 1);@":
        "From the hand: if the hand holds a card and if the hand holds a card and if the hand holds a "
        "card and if the hand holds no card and if the hand holds no card and if the hand holds no card, "
        "nothing happens.",
    "/(> |H| 3);/(>= |H| 3);/(< |H| 3);/(<= |H| 3);/(== |H| 3);/(!= |H| 3);/(== |H.M| 1);@":
        "From the hand: if the hand holds more than 3 cards and if the hand holds at least 3 cards and if "
        "the hand holds fewer than 3 cards and if the hand holds at most 3 cards and if the hand holds "
        "exactly 3 cards and if the hand does not hold exactly 3 cards and if the hand holds exactly 1 "
        "“M” card, nothing happens.",
    "/(> 3 |H|);/(>= 1 |H.M|);/(== 0 |H|);/(> |H| word);/(> |H| -1);/(> |H.2| 1);/(< |B| |H|);@":
        "From the hand: if the hand holds fewer than 3 cards and if the hand holds at most 1 “M” card and "
        "if the hand holds no card and if the number of cards in the hand is more than ‘word’ and if the "
        "number of cards in the hand is more than -1 and if the number of cards among the first 2 cards "
        "in the hand is more than 1 and if the number of cards in the graveyard is less than the number "
        "of cards in the hand, nothing happens.",
    "/1;/0;/!1;/!0;/word;/!word;/(+ word 1);/!(- word);@":
        "From the hand: if in any case and if in no case and if in no case and if in any case and if "
        "‘word’ is not 0 and if ‘word’ is 0 and if ‘word’ + 1 is not 0 and if minus ‘word’ is 0, nothing "
        "happens.",
    "/(and word |H|);/!(and word |H|);/(or word |H|);/!(or word |H|);@":
        "From the hand: if (‘word’ is not 0 and the hand holds a card) and if (‘word’ is 0 or the hand "
        "holds no card) and if (‘word’ is not 0 or the hand holds a card) and if (‘word’ is 0 and the "
        "hand holds no card), nothing happens.",
    "/(or (and word |H|) |B|);/(not (or word |H|));/(not word);@":
        "From the hand: if ((‘word’ is not 0 and the hand holds a card) or the graveyard holds a card) "
        "and if (‘word’ is 0 and the hand holds no card) and if ‘word’ is 0, nothing happens.",
    "/(not (not word));/(not |H|);/(not (> word 1));/(!= word 1);@":
        "From the hand: if ‘word’ is not 0 and if the hand holds no card and if ‘word’ is at most 1 and "
        "if ‘word’ is not 1, nothing happens.",
    "@;(= word (+ 1 2 word));(= word (* 2 word));(= word (- 3 word));(= word (/ word 2));(= word (% "
    "word 2));(= word (+ word 1));(= word (+ 1 word));(= word (- word 2))":
        "From the hand: set ‘word’ to 1 + 2 + ‘word’; then set ‘word’ to 2 × ‘word’; then set ‘word’ to 3 "
        "− ‘word’; then set ‘word’ to ‘word’ ÷ 2, rounded toward 0; then set ‘word’ to the remainder of "
        "‘word’ ÷ 2; then add 1 to ‘word’; then set ‘word’ to 1 + ‘word’; then take 2 from ‘word’.",
    "@;(= word (min 1 word));(= word (max 1 2 word));(= word (abs (- word)));(= word (nth 1 2 3));(= "
    "word (muldiv word 2 3 up));(= word (muldiv word 2 3 down));(= word (muldiv word 2 3 near));(= "
    "word (rand 1 6))":
        "From the hand: set ‘word’ to the smallest of 1 and ‘word’; then set ‘word’ to the largest of 1, "
        "2 and ‘word’; then set ‘word’ to (minus ‘word’) without its sign; then set ‘word’ to entry 1 of "
        "the list [2, 3]; then set ‘word’ to ‘word’ × 2 ÷ 3, rounded up; then set ‘word’ to ‘word’ × 2 ÷ "
        "3, rounded down; then set ‘word’ to ‘word’ × 2 ÷ 3, rounded to the nearest; then set ‘word’ to a "
        "random number from 1 to 6.",
    "@;(= word (sum H level));(= word (high H.M level));(= word (low B level));(= word (- (sum H "
    "level) |H|))":
        "From the hand: set ‘word’ to the total level of all cards in the hand; then set ‘word’ to the "
        "highest level of all “M” cards in the hand; then set ‘word’ to the lowest level of all cards in "
        "the graveyard; then set ‘word’ to (the total level of all cards in the hand) − the number of "
        "cards in the hand.",
    "@;(= word (if word 1 2));(= word (if (> word 1) |H| 2));(= word (block (shuffle D) 1));(= word (> "
    "word 1))":
        "From the hand: set ‘word’ to (1 if ‘word’ is not 0, otherwise 2); then set ‘word’ to (the number "
        "of cards in the hand if ‘word’ is more than 1, otherwise 2); then set ‘word’ to (1 (after this: "
        "shuffle the deck)); then set ‘word’ to (1 if ‘word’ is more than 1, otherwise 0).",
    "@;(= word (+ 1 (if word 1 2)));(= word (+ 1 (> word 1)));(= word (* 2 (+ 1 word)));(= word |X|)":
        "From the hand: set ‘word’ to 1 + (1 if ‘word’ is not 0, otherwise 2); then set ‘word’ to 1 + (1 "
        "if ‘word’ is more than 1, otherwise 0); then set ‘word’ to 2 × (1 + ‘word’); then set ‘word’ to "
        "1 if this card is still there, otherwise 0.",
    "@;(while (> word 0) (= word (- word 1)));(repeat 3 (# D.1 H));(repeat word (# D.1 H) (shuffle "
    "D));(stop 2);(stop word)":
        "From the hand: as long as ‘word’ is more than 0: take 1 from ‘word’; then 3 times: add the top "
        "card of the deck to the hand; then ‘word’ times: (add the top card of the deck to the hand; then "
        "shuffle the deck); then end the game with outcome 2; then end the game with outcome ‘word’.",
    '@;(! draw);(! "two words");(light D.M 30);(light D.M word);(collapse D.M);(print "a" H 2)':
        "From the hand: for the rest of the turn, no effect with “draw” can be activated; then for the "
        "rest of the turn, no effect with “two words” can be activated; then add 30 to the presence of "
        "each kind among all “M” cards in the deck, for the next unseen card of the deck; then add ‘word’ "
        "to the presence of each kind among all “M” cards in the deck, for the next unseen card of the "
        "deck; then decide now, by presence, which of all “M” cards in the deck is the next unseen card "
        "of the deck; then show “a”, all cards in the hand, 2.",
    "@;(if |H| (# D.1 H));(if |H| (# D.1 H) (# B.1 H));(if |H| () (# D.1 H));(if word (while word "
    "(shuffle D)))":
        "From the hand: add the top card of the deck to the hand if the hand holds a card; then add the "
        "top card of the deck to the hand if the hand holds a card, otherwise add the first card in the "
        "graveyard to the hand; then add the top card of the deck to the hand if the hand holds no card; "
        "then if ‘word’ is not 0: (as long as ‘word’ is not 0: shuffle the deck).",
    "@;(if |H| (if |B| (# D.1 H)));(block (block (shuffle D)) (shuffle D))":
        "From the hand: if the hand holds a card: (add the top card of the deck to the hand if the "
        "graveyard holds a card); then shuffle the deck; then shuffle the deck.",
    "@;(on D>B (# it J) (times 1));(on >B (= word 1) (for 2) [sort] [other]);(on draw (= word 1) (when "
    "(> word 1)))":
        "From the hand: from now on, whenever a card goes from the deck to the graveyard, at most 1 time "
        "in all: banish the moved card; then from now on, for 2 turns with this one, whenever a card "
        "comes to the graveyard: set ‘word’ to 1 (of the sort “sort”) (of the sort “other”); then from "
        "now on, whenever an effect draws cards, if ‘word’ is more than 1: set ‘word’ to 1.",
    "@;(on turn-start (# D.1 H) (times 1) (for 2));(on activate (= word 1));(on H> (# it H));(on >F "
    "(if |it.M| (# it B)))":
        "From the hand: from now on, for 2 turns with this one, at the start of each turn, at most 1 time "
        "in all: add the top card of the deck to the hand; then from now on, whenever an effect is "
        "activated: set ‘word’ to 1; then from now on, whenever a card leaves the hand: add the moved "
        "card to the hand; then from now on, whenever a card comes to the field: (send the moved card to "
        "the graveyard if the moved card is an “M” card).",
    "@;(after 0 (# D.1 H));(after 2 (# D.1 H) (shuffle D));(after |H| ())":
        "From the hand: at the start of the next turn: add the top card of the deck to the hand; then 2 "
        "turns from now, at the start: (add the top card of the deck to the hand; then shuffle the deck); "
        "then (the number of cards in the hand) turns from now, at the start: do nothing.",
    "@;(pay 2);(all D 3);(gain |H|);(= word (+ 1 (ok)));(= word (over 3))":
        "From the hand: do ‘pay’ with 2; then do ‘all’ with the deck and 3; then do ‘gain’ with the "
        "number of cards in the hand; then set ‘word’ to 1 + the ‘ok’; then set ‘word’ to the ‘over’ of 3.",
    "/(ok);/!(ok);/(over 2);/!(over 2);/(and (ok) (over 2));@":
        "From the hand: if ‘ok’ holds and if ‘ok’ does not hold and if ‘over’ holds for 2 and if ‘over’ "
        "does not hold for 2 and if (‘ok’ holds and ‘over’ holds for 2), nothing happens.",
    "@;(# D.(>= level 2) H);(# D.(> 2 level) H);(# D.(== level word) H);(# D.(> (+ level 1) 2) H);(# "
    "D.(> 1 2) H)":
        "From the hand: add all cards in the deck whose level is at least 2 to the hand; then add all "
        "cards in the deck whose level is less than 2 to the hand; then add all cards in the deck whose "
        "level is ‘word’ to the hand; then add all cards in the deck for which its level + 1 is more than "
        "2 to the hand; then add all cards in the deck for which 1 is more than 2 to the hand.",
    "@;(# D.!(>= level 2) H);(# D.(and (> level 1) (< level 4)) H);(# D.(or (== level 1) word) H);(# "
    "D.(not (== level 1)) H)":
        "From the hand: add all cards in the deck whose level is less than 2 to the hand; then add all "
        "cards in the deck for which (its level is more than 1 and its level is less than 4) to the hand; "
        "then add all cards in the deck for which (its level is 1 or ‘word’ is not 0) to the hand; then "
        "add all cards in the deck whose level is not 1 to the hand.",
    "@;(# D.(> (copies B) 1).1 H);(# D.(== level (high H level)).1 H);(# D.(> word |H|) H);(# D.(> "
    "copies 1) H)":
        "From the hand: add the first card in the deck whose number of copies that the graveyard holds is "
        "more than 1 to the hand; then add the first card in the deck whose level is the highest level of "
        "all cards in the hand to the hand; then add all cards in the deck for which ‘word’ is more than "
        "the number of cards in the hand to the hand; then add all cards in the deck whose number of "
        "copies there is more than 1 to the hand.",
    "@;(= word |H.M|);(= word |H.scout|);(= word |H.2.M|);(= word |H.(> level 1)|);(= word |H.X|);(= "
    "word |B.!X|);(= word |H.2|)":
        "From the hand: set ‘word’ to the number of “M” cards in the hand; then set ‘word’ to the number "
        "of copies of “scout” in the hand; then set ‘word’ to the number of “M” cards among the first 2 "
        "cards in the hand; then set ‘word’ to the number of cards in the hand whose level is more than "
        "1; then set ‘word’ to the number of cards in the hand that is this very card; then set ‘word’ to "
        "the number of other cards in the graveyard; then set ‘word’ to the number of cards among the "
        "first 2 cards in the hand.",
    "@;(= word (would [t] word));(= word (would [t] (+ word |H|)))":
        "From the hand: set ‘word’ to the sum of ‘word’, as it would be after each effect of the sort “t” "
        "alone; then set ‘word’ to the sum of (‘word’ + the number of cards in the hand), as it would be "
        "after each effect of the sort “t” alone.",
    "[1]@":
        "Once a turn, from the hand: nothing happens.",
    "[^]@":
        "As the first effect of the turn, from the hand: nothing happens.",
    "[1^]@;(# X B)":
        "Once a turn, as the first effect of the turn, from the hand: send this card to the graveyard.",
    "[HB]@;(# X J)":
        "From the hand or the graveyard: banish this card.",
    "[1BDJ]@;(# X J)":
        "Once a turn, from the graveyard or the deck or the banished zone: banish this card.",
    "[E]@;(# X J)":
        "From zone E: banish this card.",
    "[X]@":
        "From the hand: nothing happens.",
    "[on >B](# D.1 H)":
        "When this card comes to the graveyard: add the top card of the deck to the hand.",
    "[1 on >B]/|H|;(# D.1 H)":
        "Once a turn, when this card comes to the graveyard: if the hand holds a card, add the top card "
        "of the deck to the hand.",
    "[B on >B]/|H|;/word;(# D.1 H)":
        "When this card comes to the graveyard, if the graveyard then holds it: if the hand holds a card "
        "and if ‘word’ is not 0, add the top card of the deck to the hand.",
    "[on D>]@;(# it H)":
        "When this card leaves the deck: it counts as activated; then add the moved card to the hand.",
    "[on D>B]/|it.M|;@;(# it H)":
        "When this card goes from the deck to the graveyard: if the moved card is an “M” card, it counts "
        "as activated; then add the moved card to the hand.",
    "[HB on draw]/|it.M|;(# it B)":
        "From the hand or the graveyard, when an effect draws cards: if there is an “M” card among the "
        "drawn cards, send the drawn cards to the graveyard.",
    "[1H on activate](# it B)":
        "Once a turn, from the hand, when an effect is activated: send the activated card to the "
        "graveyard.",
    "[H on turn-start](# D.1 H)":
        "From the hand, at the start of each turn: add the top card of the deck to the hand.",
    "[H on turn-end]@;(# X D)":
        "From the hand, at the end of each turn: it counts as activated; then put this card at the bottom "
        "of the deck.",
    "[H on turn-end]":
        "From the hand, at the end of each turn: nothing happens.",
    "/|H|":
        "From the hand, without ever being activated: if the hand holds a card, nothing happens.",
    "(# D.1 H);/|H|":
        "From the hand, without ever being activated: as a cost, add the top card of the deck to the "
        "hand; then if the hand holds a card, nothing happens.",
    "(# D.1 H);@;(# X B)":
        "From the hand: as a cost, add the top card of the deck to the hand; then send this card to the "
        "graveyard.",
    "/|H|;(# D.1 B);/word;(# D.1 J);@;(# X B)":
        "From the hand: if the hand holds a card, as a cost, send the top card of the deck to the "
        "graveyard; then if ‘word’ is not 0, as a cost, banish the top card of the deck; then send this "
        "card to the graveyard.",
    "@;/|H|;(# X B);/!word":
        "From the hand: go on only if the hand holds a card; then send this card to the graveyard; then "
        "go on only if ‘word’ is 0.",
    "@;1":
        "From the hand: nothing happens.",
    '@;"note";(# X B)':
        "From the hand: send this card to the graveyard.",
    "@;(sum H level);word;(# X B)":
        "From the hand: work out the total level of all cards in the hand; then send this card to the "
        "graveyard.",
    "[on >B]@;(# X J);@":
        "When this card comes to the graveyard: it counts as activated; then banish this card.",
    "/(and word |H|);/|B|;@":
        "From the hand: if (‘word’ is not 0 and the hand holds a card) and if the graveyard holds a card, "
        "nothing happens.",
    "/(and word |H|);@":
        "From the hand: if ‘word’ is not 0 and the hand holds a card, nothing happens.",
    "/|H.2|;/!|D.1|;/(>= |H| 0);/(> |H.2.M| 1);@":
        "From the hand: if the number of cards among the first 2 cards in the hand is not 0 and if the "
        "number of cards among the top card of the deck is 0 and if the number of cards in the hand is at "
        "least 0 and if the number of “M” cards among the first 2 cards in the hand is more than 1, "
        "nothing happens.",
    "@;(shuffle X);(ok)":
        "From the hand: shuffle the zone that holds this card; then do ‘ok’.",
    "(= word 1);@":
        "From the hand: as a cost, set ‘word’ to 1.",
    "(= n 1);@":
        "From the hand: set ‘n’ to 1.",
    "(sum H level);@":
        "From the hand: work out the total level of all cards in the hand.",
    "(pay 2);@":
        "From the hand: as a cost, do ‘pay’ with 2.",
    "(print 1);@":
        "From the hand: show 1.",
    "[on >B]@;(= word (would [t] |it|))":
        "When this card comes to the graveyard: it counts as activated; then set ‘word’ to the sum of (1 "
        "if the moved card is still there, otherwise 0), as it would be after each effect of the sort “t” "
        "alone.",
    "(if word (= n 1));@":
        "From the hand: set ‘n’ to 1 if ‘word’ is not 0.",
    "(if word (= word 1));@":
        "From the hand: as a cost, set ‘word’ to 1 if ‘word’ is not 0.",
    "(# H.1 B);/|B|;(# D.1 J);(= n 2);@;(= word n)":
        "From the hand: as a cost, discard the first card in the hand; then if the graveyard holds a "
        "card, as a cost, banish the top card of the deck; then set ‘n’ to 2; then set ‘word’ to ‘n’.",
    "@;(# D.(or level word) H);(# D.(and 1 level) H);(# D.!(or level word) H);(# D.level H)":
        "From the hand: add all cards in the deck for which (its level is not 0 or ‘word’ is not 0) to "
        "the hand; then add all cards in the deck for which (in any case and its level is not 0) to the "
        "hand; then add all cards in the deck for which (its level is 0 and ‘word’ is 0) to the hand; "
        "then add all copies of “level” in the deck to the hand.",
}  # fmt: skip


def everything(*programs: str) -> DeckExplanation:
    card = {"count": 30, "attribute": ["monster"], "props": {"level": 2}, "program": list(programs)}
    topic = {"exec-program": True, "combos": {"c": {}}}
    return explained(
        load_text(deck_text({"scout": card}, {"t": topic}, alias={"M": "a:monster"}, define=DEFINE))
    )


def test_whole_effects() -> None:
    (scout,) = everything(*TOLD).cards
    assert {entry.code: entry.explanation.text for entry in scout.entries} == TOLD


WALL = """\
wall: {exits: {pii: 12, spare: (left)}}
deck:
  cards:
    a: {count: 4, props: {tile: 1}, attribute: [m]}
    b:
      count: 8
      props: {tile: 2}
      description: A tile.
      program:
        - '[H]/|D|;@;(draw pii H);(light R.a 30 spare 2);(collapse D.b pii);(= word (remain spare));(# H.1 R)'
        - '@;(ask D);(reset);(f (+ (g 1) (h 2) (i 3) (k 4)));(m 1);(pair 1)'
  define:
    left: '2'
    last(P, n): (# P.:n H);(twice n)
    twice(n): (* 2 n)
    unused: '1'
    reset: (= word 0)
    f(n): (twice n);(if n 1 2)
    g(n): (shuffle B);(block (shuffle B) (* 2 n))
    h(n): n
    i(n): (if n (block 1 |H|) (twice n))
    k(n): (reset);5
    m(n): (if n 1)
    pair(n): (reset)
    ask(P): /|P|;(if word (shuffle B));(> |P.a:m| 0)
deal: {hand: 3, reveal: (# H.1 B)}
seats:
- name: east
  on-deal: (light D.a 20)
  on-draw: (= asked (+ asked who |H:me| |H:1|))
  accept: (and (> try 2) |H:me.a|)
- name: west
  bargain: {worlds: (+ 2 3), four: (== tile world), any: (or (== 3 tile) (== tile 2)), told: (= word 1)}
  on-draw: {pii: (= word 1), spare: (= word 2)}
  raid: (# D.a.2 H)
  beg: (= word 2)
simulate:
  tests:
    t:
      program: (if (twice 3) (draw pii H))
      header: /|H:1|;"text";(last H:0 1);(# H.1 B)
      footer: 1
      policy: {kind: staged-search, evaluate: (+ word 1)}
      combos:
        one: {condition: (plan 1), score: (+ 1 (plan 0))}
        two: {H: [a], score: 3}
      watch: {seen: {condition: '|H.a|'}}
      stats: {n: '|H:0.a|', m: (> word 1)}
"""

OF_WALL = [
    (
        "b",
        "[H]/|D|;@;(draw pii H);(light R.a 30 spare 2);(collapse D.b pii);(= word (remain spare));(# H.1 "
        "R)",
        "From the hand: if the wall holds a card, move the next card of exit ‘pii’ to the hand; then add "
        "30 to the presence of each kind among all copies of “a” in the reserve, for the card of exit "
        "‘spare’ that is 2 behind the next; then decide now, by presence, which of all copies of “b” in "
        "the wall is the next card of exit ‘pii’; then set ‘word’ to the number of cards that exit "
        "‘spare’ can still give; then move the first card in the hand to the reserve.",
    ),
    (
        "b",
        "@;(ask D);(reset);(f (+ (g 1) (h 2) (i 3) (k 4)));(m 1);(pair 1)",
        "From the hand: do ‘ask’ with the wall; then do ‘reset’; then do ‘f’ with ((the ‘g’ of 1) + (the "
        "‘h’ of 2) + (the ‘i’ of 3) + (the ‘k’ of 4)); then do ‘m’ with 1; then do ‘pair’ with 1.",
    ),
    (
        "t header",
        '/|H:1|;"text";(last H:0 1);(# H.1 B)',
        "Go on only if the hand of seat 1 holds a card. Do ‘last’ with the hand of seat 0 and 1. Discard "
        "the first card in the hand.",
    ),
    (
        "t program",
        "(if (twice 3) (draw pii H))",
        "Move the next card of exit ‘pii’ to the hand if ‘twice’ holds for 3.",
    ),
    (
        "t footer",
        "1",
        "Nothing happens.",
    ),
    (
        "t condition of one",
        "(plan 1)",
        "The world agreed upon for seat 1 is not 0.",
    ),
    (
        "t score of one",
        "(+ 1 (plan 0))",
        "1 + (the world agreed upon for seat 0).",
    ),
    (
        "t condition of seen",
        "|H.a|",
        "The hand holds an “a”.",
    ),
    (
        "t stat n",
        "|H:0.a|",
        "The number of copies of “a” in the hand of seat 0.",
    ),
    (
        "t stat m",
        "(> word 1)",
        "‘word’ is more than 1.",
    ),
    (
        "t evaluate",
        "(+ word 1)",
        "‘word’ + 1.",
    ),
    (
        "east on-deal",
        "(light D.a 20)",
        "Add 20 to the presence of each kind among all copies of “a” in the wall, for the next unseen "
        "card of the wall.",
    ),
    (
        "east accept",
        "(and (> try 2) |H:me.a|)",
        "The number of tries before this one is more than 2 and the hand of the seat itself holds an “a”.",
    ),
    (
        "east on-draw",
        "(= asked (+ asked who |H:me| |H:1|))",
        "Set ‘asked’ to ‘asked’ + the seat it is about + the number of cards in the hand of the seat "
        "itself + the number of cards in the hand of seat 1.",
    ),
    (
        "west raid",
        "(# D.a.2 H)",
        "Add 2 copies of “a” in the wall at random to the hand.",
    ),
    (
        "west beg",
        "(= word 2)",
        "Set ‘word’ to 2.",
    ),
    (
        "west on-draw pii",
        "(= word 1)",
        "Set ‘word’ to 1.",
    ),
    (
        "west on-draw spare",
        "(= word 2)",
        "Set ‘word’ to 2.",
    ),
    (
        "west four",
        "(== tile world)",
        "Its tile is the world in question.",
    ),
    (
        "west any",
        "(or (== 3 tile) (== tile 2))",
        "Its tile is 3 or its tile is 2.",
    ),
    (
        "west worlds",
        "(+ 2 3)",
        "2 + 3.",
    ),
    (
        "west told",
        "(= word 1)",
        "Set ‘word’ to 1.",
    ),
    (
        "twice n",
        "(* 2 n)",
        "It gives 2 × ‘n’.",
    ),
    (
        "reset",
        "(= word 0)",
        "Set ‘word’ to 0.",
    ),
    (
        "f n",
        "(twice n);(if n 1 2)",
        "Do ‘twice’ with ‘n’. It gives 1 if ‘n’ is not 0, otherwise 2.",
    ),
    (
        "g n",
        "(shuffle B);(block (shuffle B) (* 2 n))",
        "Shuffle the graveyard. It gives 2 × ‘n’ (after this: shuffle the graveyard).",
    ),
    (
        "h n",
        "n",
        "It gives ‘n’.",
    ),
    (
        "i n",
        "(if n (block 1 |H|) (twice n))",
        "It gives (the number of cards in the hand (after this: do nothing)) if ‘n’ is not 0, otherwise "
        "(the ‘twice’ of ‘n’).",
    ),
    (
        "k n",
        "(reset);5",
        "Do ‘reset’. It gives 5.",
    ),
    (
        "m n",
        "(if n 1)",
        "Do nothing if ‘n’ is not 0.",
    ),
    (
        "pair n",
        "(reset)",
        "Do ‘reset’.",
    ),
    (
        "last P n",
        "(# P.:n H);(twice n)",
        "Add the first ‘n’ cards in zone P to the hand. It gives the ‘twice’ of ‘n’.",
    ),
    (
        "ask P",
        "/|P|;(if word (shuffle B));(> |P.a:m| 0)",
        "Go on only if zone P holds a card. Shuffle the graveyard if ‘word’ is not 0. It holds if zone P "
        "holds an m card.",
    ),
]  # fmt: skip
"""Whose it is and what it is of that, what is written, and what that reads like."""


PARTS = [
    ("From the hand", "[H]"),
    (": if ", None),
    ("the wall", "D"),
    (" holds a card", "/|D|"),
    (", ", None),
    ("move the next card of exit ", "(draw pii H)"),
    ("‘pii’", "pii"),
    (" to ", "(draw pii H)"),
    ("the hand", "H"),
    ("; then ", None),
    ("add ", "(light R.a 30 spare 2)"),
    ("30", "30"),
    (" to the presence of each kind among ", "(light R.a 30 spare 2)"),
    ("all copies of ", "R.a"),
    ("“a”", "a"),
    (" ", "R.a"),
    ("in the reserve", "R"),
    (", for the card of exit ", "(light R.a 30 spare 2)"),
    ("‘spare’", "spare"),
    (" that is ", "(light R.a 30 spare 2)"),
    ("2", "2"),
    (" behind the next", "(light R.a 30 spare 2)"),
    ("; then ", None),
    ("decide now, by presence, which of ", "(collapse D.b pii)"),
    ("all copies of ", "D.b"),
    ("“b”", "b"),
    (" ", "D.b"),
    ("in the wall", "D"),
    (" is the next card of exit ", "(collapse D.b pii)"),
    ("‘pii’", "pii"),
    ("; then ", None),
    ("set ", "(= word (remain spare))"),
    ("‘word’", "word"),
    (" to ", "(= word (remain spare))"),
    ("the number of cards that exit ", "(remain spare)"),
    ("‘spare’", "spare"),
    (" can still give", "(remain spare)"),
    ("; then ", None),
    ("move ", "(# H.1 R)"),
    ("the first card ", "H.1"),
    ("in the hand", "H"),
    (" to ", "(# H.1 R)"),
    ("the reserve", "R"),
    (".", None),
]
"""Of its first effect, what is said and what that speaks of."""

TOLD_ELSEWHERE = {
    "zh": {
        "g n":
            "洗切墓地。其值为 2 × 『n』（在此之后：洗切墓地）。",
        "last P n":
            "把 P 区中的前『n』张卡加入手牌。其值为『n』的『twice』。",
        "header":
            "只有座位 1 的手牌有卡才继续。以座位 0 的手牌和 1 执行『last』。丢弃手牌中的"
            "前 1 张卡。",
    },
    "ja": {
        "g n":
            "墓地をシャッフルする。その値は 2 × 『n』（次の後に：墓地をシャッフルする）。",
        "last P n":
            "P 領域の最初のカード『n』枚を手札に加える。その値は『n』の『twice』。",
        "header":
            "席 1 の手札にカードがある場合だけ続ける。席 0 の手札と 1 で『last』を行う。"
            "手札の最初のカード 1 枚を捨てる。",
    },
}  # fmt: skip


def rows(said: DeckExplanation) -> list[tuple[str, str, str]]:
    groups = (*said.cards, *said.topics, *said.seats)
    found = [
        (f"{group.name} {one.title}".strip(), one.code, one.explanation.text)
        for group in groups for one in group.entries
    ]  # fmt: skip
    return [*found, *((one.title, one.code, one.explanation.text) for one in said.functions)]


def test_a_whole_deck_with_a_wall() -> None:
    deck = load_text(WALL)
    said = explained(deck)
    assert rows(said) == OF_WALL
    assert [one.code for one in said.entries] == [code for _, code, _ in OF_WALL]
    assert {piece.title for piece in pieces(deck)} >= {"unused", "twice n", "header", "four", "evaluate"}


def test_one_card_of_it() -> None:
    """With what it calls; without topics there are still seats, but not where one card is asked about."""
    deck = load_text(WALL)
    assert [title for title, _, _ in rows(explained(deck, "b"))] == [
        "b",
        "b",
        "twice n",
        "reset",
        "f n",
        "g n",
        "h n",
        "i n",
        "k n",
        "m n",
        "pair n",
        "ask P",
    ]
    assert rows(explained(deck, "a")) == []
    whole = explained(deck, topics=False)
    assert (len(whole.cards), len(whole.topics), len(whole.seats)) == (1, 0, 2)
    assert whole.cards[0].about == "A tile."


def test_one_card_as_data() -> None:
    """Places are counted from where its effect begins; the caller adds where that is."""
    deck = load_text(WALL)
    said = explained(deck, "b")
    group = said.to_data()["cards"][0]
    (one, two) = group["entries"]
    assert (group["name"], group["about"], one["title"], one["calls"]) == ("b", "A tile.", "", [])
    assert two["calls"] == ["ask", "reset", "f", "g", "h", "i", "k", "m", "pair"]
    assert (one["file"], one["line"], one["column"], one["whole"]) == ("deck.yml", 10, 12, True)
    code = one["code"]
    assert [
        (part["text"], None if part["start"] is None else code[part["start"] : part["end"]])
        for part in one["sentences"][0]
    ] == PARTS
    located = said.to_data(lambda text, span: (text.text[slice(*span)], span))["cards"][0]["entries"][1]
    for part in located["sentences"][0]:
        start = part["start"]
        assert ("range" in part) == (start is not None)
        assert start is None or part["range"][0] == located["code"][start : part["end"]]


@pytest.mark.parametrize("language", TOLD_ELSEWHERE)
def test_what_has_several_sentences_elsewhere(language: str) -> None:
    """Blanks part sentences of Latin letters alone, and wide letters from others."""
    deck = load_text(WALL)
    with speaking(language):
        said = explained(deck)
        found = {
            one.title: one.explanation.text for one in said.functions if one.title in ("last P n", "g n")
        }
        header = said.topics[0].entries[0].explanation.text
    assert {**found, "header": header} == TOLD_ELSEWHERE[language]


def test_without_a_deck_no_name_is_an_alias() -> None:
    found = Diagnostics()
    effect = parse_effect(TextSource("e", "/|H.M|;@;(# H.M.2 B)"), found)
    assert explain(effect, "en").text == (
        "From the hand: if the hand holds an “M”, discard the first 2 copies of “M” in the hand."
    )
