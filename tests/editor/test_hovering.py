"""What is said of a word that somebody points at."""

from __future__ import annotations

import re

import pytest
from editing import DECK, at, slice_of

from yisp.editor.services import Document, Hover, diagnostics, hover
from yisp.lang.forms import FORMS
from yisp.messages import speaking, translated


def hovered(old: str, new: str) -> Hover:
    found = hover(*at(old, new))
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("old", "new", "kind", "title", "word", "facts"),
    [
        ("    urara:\n", "    ur¦ara:\n", "card", "urara", "urara",
         ("灰流丽", "3 copies in a deck of 40 cards", "Attributes: monster, hand-trap",
          "Properties: level 3")),
        ('(# D."Ash Blossom".1\n', '(# D."Ash¦ Blossom".1\n', "card", "Ash Blossom", '"Ash Blossom"',
         ("2 copies in a deck of 40 cards", "Attributes: monster, light fiend", "Properties: level 4",
          "Counts as urara")),
        ("|H.蟲惑の園|", "|H.蟲惑¦の園|", "card", "蟲惑の園", "蟲惑の園",
         ("35 copies in a deck of 40 cards", "Attributes: trap")),
        ("kind: urara", "kind: ura¦ra", "card", "urara", "urara", None),
        ("start: {hand: [urara]", "start: {hand: [¦urara]", "card", "urara", "urara", None),
        ("1x Ash Blossom]", "2x Ash ¦Blossom]", "card", "Ash Blossom", "Ash Blossom", None),
        ("    Both:", "    Bo¦th:", "alias", "Both", "Both", ("3 cards", "3 urara")),
        ("    Both: ", "    No¦ne: 'a:'\n    Both: ", "key", "None", "None", ("Takes a condition list.",)),
        ("!HandTrap'", "!Hand¦Trap'", "alias", "HandTrap", "HandTrap", ("3 cards", "3 urara")),
        ("|B.!Both|", "|B.!Bo¦th|", "alias", "Both", "Both", ("3 cards", "3 urara")),
        ("D.a:trap.1", "D.a:tr¦ap.1", "attribute", "a:trap", "trap", ("35 cards", "35 蟲惑の園")),
        ("'a:monster !HandTrap'", "'a:mon¦ster !HandTrap'", "attribute", "a:monster", "monster",
         ("5 cards", "3 urara, 2 Ash Blossom")),
        ("'A:hand*'", "'A:ha¦nd*'", "pattern of attributes", "A:hand*", "hand*", ("3 cards", "3 urara")),
        ("'light fiend'", "'light¦ fiend'", "attribute", "a:light fiend", "light fiend",
         ("2 cards", "2 Ash Blossom")),
        ("(# X B)", "(¦# X B)", "form", "(# S Z …)", "#", ()),
        ("(sum D level)", "(s¦um D level)", "form", "(sum S p)", "sum", ("Not in Yisp v0.4.",)),
        ("(sum D level)", "(sum D le¦vel)", "property", "level", "level",
         ("2 kinds of cards have it", "from 3 to 4")),
        ("(gain down 2)", "(ga¦in down 2)", "function", "(gain x y)", "gain", ()),
        ("    gain(x y):", "    gain(¦x y):", "function", "(gain x y)", "gain(x y)", ()),
        ("(gain down 2)", "(gain do¦wn 2)", "variable", "down", "down",
         ("Lives as long as the trial.", "Begins as 2, or what --set gives.")),
        ("(= summon 1)", "(= sum¦mon 1)", "variable", "summon", "summon",
         ("Lives as long as the trial.", "Begins as 0.", "In opening it begins as 4.")),
        ("set: {down: 2}", "set: {do¦wn: 2}", "variable", "down", "down", None),
        ("(= x (sum", "(= ¦x (sum", "variable", "x", "x",
         ("Local to one execution of one script, where it begins as 0.",)),
        ("(muldiv x 3 y up)", "(muldiv ¦x 3 y up)", "parameter", "x", "x",
         ("What a call of the function gives.",)),
        ("(muldiv x 3 y up)", "(muldiv x 3 y ¦up)", "way of rounding", "up", "up", ()),
        ("(# X B)", "(# ¦X B)", "construct", "X", "X", ()),
        ("(# X B)", "(# X ¦B)", "zone", "B", "B", ()),
        ("[draw]", "[dr¦aw]", "tag", "[draw]", "[draw]", ()),
        ("[1]@", "[¦1]@", "construct", "1", "[1]", ()),
        ("[1]@", "[1]¦@", "construct", "@", "@", ()),
        ("[1 on D>B]", "[1 on ¦D>B]", "construct", "on EVENT", "[1 on D>B]", ()),
        (".a:trap.1 H", ".a:trap.¦1 H", "construct", ".3", "1", ()),
        (".a:trap.1 H", ".a:trap.?¦1 H", "construct", ".?2, .?:n", "1", ()),
        (".a:trap.1 H", ".¦a:trap.1 H", "construct", ".a:attribute", "a:", ()),
        ("      count: 3\n", "      co¦unt: 3\n", "key", "count", "count",
         ("Takes a whole number.", "Default: 1")),
        ("exec-program: true", "exec¦-program: true", "key", "exec-program", "exec-program",
         ("Takes true or false.", "Default: false")),
        ("props: {level: 3}", "props: {le¦vel: 3}", "property", "level", "level", None),
    ],
)  # fmt: skip
def test_what_a_word_means(
    old: str, new: str, kind: str, title: str, word: str, facts: tuple[str, ...] | None
) -> None:
    document, line, column = at(old, new)
    found = hover(document, line, column)
    assert found is not None
    assert (found.kind, found.title, slice_of(document, found.range)) == (kind, title, word)
    assert facts is None or found.facts == facts


OTHER = """\
deck:
  cards:
    tan:
      props: {level: 2}
      count: 2
      program: '/!|B|;@;(on draw (# it H) (times 2) (for 1));(# D.k:tan.1 H)'
    red tan: {count: 2, kind: tan, zone: E, program: '[1HB]@;(# X B)'}
    none: {count: 0, attribute: rare}
    rest: {count: 20, program: '@;(# H.a:rare.-2 B);(f 2);(! x);(# D.(> (copies D) 1).1 H)'}
  alias: {tan: 'a:rare', all: '!a:rare'}
  define: {f(n): '(= word n)'}
simulate: {tests: {t: {exec-program: true, combos: {c: {hand: [tan]}}, expect: [c > 1%]}}}
"""
"""What is rarer: kinds, options, zones of a card's own, a name of two things."""

ON = "(on EVENT a … [(when n)] [(times n)] [(for n)] [[tag] …])"


@pytest.mark.parametrize(
    ("marked", "kind", "title", "facts"),
    [
        ("D.k:t¦an", "kind", "k:tan", ("4 cards", "2 tan, 2 red tan")),
        ("(ti¦mes 2", "option", "(times n)", (f"An option of {ON}",)),
        ("(¦for 1", "option", "(for n)", (f"An option of {ON}",)),
        ("/¦!|B|", "construct", "/!n", ()),
        ("[1¦HB]", "zone", "H", ()),
        ("on dr¦aw", "event", "draw", ()),
        ("zone: ¦E", "zone", "E", ()),
        ("attribute: ra¦re", "attribute", "a:rare", ("0 cards", "0 none")),
        ("alias: {t¦an", "alias", "tan", ("A card has this name, too, and the name always means the card.",)),
        ("hand: [ta¦n]", "card", "tan", ("2 copies in a deck of 22 cards", "Properties: level 2")),
        ("red ¦tan:", "card", "red tan", ("2 copies, which begin in zone E", "Counts as tan")),
        (".¦-2 B", "construct", ".-2, .-:n", ()),
        ("(! ¦x)", "tag", "[x]", ()),
        ("(¦f 2)", "function", "(f n)", ()),
        ("cop¦ies D", "form", "(copies Z)", ("Not in Yisp v0.4.",)),
    ],
)  # fmt: skip
def test_what_a_rarer_word_means(marked: str, kind: str, title: str, facts: tuple[str, ...]) -> None:
    document = Document(OTHER)
    assert all(one.severity == "warning" for one in diagnostics(document))
    place = OTHER.index(marked.replace("¦", "")) + marked.index("¦")
    found = hover(document, *document.source.position(place))
    assert found is not None
    assert (found.kind, found.title, found.facts) == (kind, title, facts)


@pytest.mark.parametrize(
    ("old", "new"),
    [("  size: 40", "  size: 4¦0"), ("description: 灰流丽", "description: 灰¦流丽"), ("(# X B)", "(#¦ X B)")],
)
def test_where_there_is_nothing_to_say(old: str, new: str) -> None:
    found = hover(*at(old, new))
    assert found is None or found.kind == "form"


@pytest.mark.parametrize(
    "script",
    ["(+ use1;(#D.. H[w])", "(# X b);(# H", "(right honour -)", "(>s|H|3)", "@;(x + 1)", "@;(= X)"],
)
def test_of_a_script_with_mistakes_nothing_is_said_in_words(script: str) -> None:
    """Its tree may be anything.  Other effects of the card are still told."""
    deck = f"""
deck:
  define: {{gain(n): {script!r}}}
  cards: {{ash: {{count: 3, program: [{script!r}, '@;(# X B)']}}}}
simulate: {{tests: {{t: {{combos: {{c: {{hand: [ash]}}}}}}}}}}
"""
    document = Document(deck)
    assert any(one.severity == "error" for one in diagnostics(document))
    broken = deck.rindex(script)
    for offset in range(len(deck)):
        found = hover(document, *document.source.position(offset))
        if found is not None and found.kind == "card":
            assert len(found.words) == 1
        elif found is not None and 0 <= offset - broken < len(script):
            assert found.words == ()


def test_a_card_shows_its_effects_and_a_form_its_example() -> None:
    card = hovered("    urara:\n", "    ur¦ara:\n")
    assert card.code == (
        "[1]@;(# X B);(# D.a:trap.1 H [draw])", '[1 on D>B](# D."Ash Blossom".1\n  H)',
    )  # fmt: skip
    form = hovered("(sum D level)", "(s¦um D level)")
    assert form.summary == FORMS["sum"].summary and form.code == (FORMS["sum"].example,)
    function = hovered("(gain down 2)", "(ga¦in down 2)")
    assert function.code == ("(= score (+ score (muldiv x 3 y up)))",)


def test_a_name_never_becomes_markup() -> None:
    """… nor code: a stranger's description is shown as it is."""
    nasty = "[x](command:evil) `` ` `` <img src=x> ```\n"
    deck = f"""
deck: {{cards: {{ash: {{count: 3, description: {nasty.strip()!r}, program: '(print "```")'}}}}}}
simulate: {{tests: {{t: {{combos: {{c: {{hand: [ash]}}}}}}}}}}
"""
    document = Document(deck)
    place = document.source.position(deck.index("ash") + 1)
    found = hover(document, *place)
    assert found is not None
    assert found.facts[0] == nasty.strip()
    shown = found.markdown()
    assert not re.search(r"(?<!\\)[\[<`]x|(?<!\\)<img", shown.partition("\n\n````")[0])
    assert '\n\n````yisp\n(print "```")\n````' in shown


def test_it_is_plain_data() -> None:
    found = hovered("    urara:\n", "    ur¦ara:\n")
    data = found.to_data()
    assert data["facts"] == list(found.facts) and data["range"] == found.range.to_data()


def test_numbers_of_a_long_list() -> None:
    cards = ", ".join(f"c{number}: {{count: 2, attribute: many}}" for number in range(20))
    deck = (
        f"deck: {{cards: {{{cards}}}}}\nsimulate: {{tests: {{t: {{combos: {{c: {{hand: [a:many]}}}}}}}}}}\n"
    )
    document = Document(deck)
    found = hover(document, *document.source.position(deck.index("a:many]") + 3))
    assert found is not None and found.facts[0] == "40 cards"
    assert found.facts[1].endswith("2 c11, and 16 more")  # cards, as all of them are
    with speaking("zh"):
        assert translated(found.facts[1]).endswith("2 c11，另有 16 张")


def test_the_deck_of_these_tests_has_no_mistakes() -> None:
    assert diagnostics(Document(DECK)) == []


# What scripts do, in words -----------------------------------------------------------------------------


def marked(found: Hover) -> list[str]:
    """What of its words speaks of the place."""
    return [text for runs in found.words for text, here in runs if here]


def test_a_word_of_an_effect_is_shown_in_what_the_effect_does() -> None:
    found = hovered("D.a:trap.1", "D.a:tr¦ap.1")
    (runs,) = found.words
    whole = "".join(text for text, _ in runs)
    assert "the first trap card in the deck" in whole and whole.endswith(".")
    assert marked(found) == ["trap"]
    assert "the first **trap** card" in found.markdown()


def test_a_form_is_shown_as_its_step() -> None:
    assert marked(hovered("(# X B)", "(¦# X B)"))[0].strip().startswith("send")


def test_a_card_shows_what_its_effects_do_and_a_function_what_it_does() -> None:
    card = hovered("    urara:\n", "    ur¦ara:\n")
    assert len(card.words) == len(card.code) and not marked(card)
    function = hovered("(gain down 2)", "(ga¦in down 2)")
    assert len(function.words) == 1 and "{" not in function.markdown()


def test_outside_of_scripts_nothing_is_said_in_words() -> None:
    assert hovered("set: {down: 2}", "set: {do¦wn: 2}").words == ()


@pytest.mark.parametrize(
    ("marked", "title"),
    [("2x l¦amp]", "2x lamp"), ("2¦x lamp]", "2x lamp"), ("3x la¦mp]", "lamp"), ("3¦x lamp]", None)],
)
def test_a_card_that_is_called_like_an_amount_of_another(marked: str, title: str | None) -> None:
    text = (
        "deck: {cards: {lamp: {count: 9}, 2x lamp: {count: 9}}}\n"
        "simulate: {tests: {t: {combos: {c: {hand: [2x lamp]}, d: {hand: [3x lamp]}}}}}\n"
    )
    document = Document(text)
    place = text.index(marked.replace("¦", "")) + marked.index("¦")
    found = hover(document, *document.source.position(place))
    assert (found and found.title) == title
