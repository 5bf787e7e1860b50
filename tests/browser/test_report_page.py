"""The page of ``yispc report`` in a real browser: offline, clean, usable by everybody, and on paper."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from driving import AXE, DESK, PHONE, Browser
from picturing import png
from stepping import tables_of

import yisp
from yisp.messages import speaking
from yisp.page.data import page_of
from yisp.page.document import document
from yisp.page.panels.questions import panels
from yisp.report.layout import rate_texts
from yisp.simulate.counting.statistics import half_width
from yisp.studies.comparison import exchanges

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore::yisp.PlayWarning", "ignore::yisp.DeckWarning"),
]

DECK = """\
deck:
  cards:
    scout: {count: 3, attribute: [start], description: 侦察兵}
    lamp: {count: 5, attribute: [start, light]}
    gate: {count: 4, program: '@;(# X B);(# D.scout.1 H)'}
    rest: {count: 28}
set: {down: 1}
simulate:
  seed: 7
  count: 200
  tests:
    opening:
      method: sample
      exec-program: true
      combos: {one: {hand: [a:start]}, two: {score: 2, hand: [2x a:start], condition: '(> |B| 0)'}}
      watch: {bricked: {hand: [3x rest]}}
      stats: {milled: '|B|', left: '(- |D| (* 7 |H.lamp|))'}
      relate: [[milled, score]]
      expect: ['rate > 0.1', 'rate > 0.9']
    hands: {combos: {one: {hand: [gate]}}}
    numbers: {stats: {lamps: '|H.lamp|'}}
"""

BRACKETS = str.maketrans("", "", "()")

HOSTILE = "</script><img src=x onerror=document.title='owned'><script>document.title='owned'</script>"


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("pages")


def saved(folder: Path, name: str, deck: yisp.Deck, **studies: Any) -> Path:
    path = folder / f"{name}.html"
    path.write_text(document(page_of(deck, yisp.run(deck), **studies)), encoding="utf-8")
    return path


@pytest.fixture(scope="session")
def whole(folder: Path) -> Path:
    """A page with everything that a page can have."""
    deck = yisp.loads(DECK, "deck.yml")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(exchanges, "WORK", 300_000)  # what cards are worth need not be known well
        asked, _ = panels(deck, yisp.run(deck), ["why", "worth", "policies"])
    return saved(
        folder, "whole", deck,
        panels=asked,
        comparison=yisp.compare(deck, deck.with_counts({"lamp": 4}, filler="rest"), count=400),
        sweep=yisp.sweep(deck, {"lamp": [4, 5, 6], "gate": [3, 4]}, filler="rest"),
    )  # fmt: skip


@pytest.fixture(scope="session")
def policies(folder: Path) -> Path:
    deck = yisp.loads(DECK, "deck.yml")
    result = yisp.run(deck, topics="opening", policy=["greedy", "best"], count=40, method="sample")
    path = folder / "policies.html"
    swept = yisp.sweep(deck, {"lamp": [4, 5, 6]}, filler="rest", topics="hands")
    path.write_text(document(page_of(deck, result, sweep=swept)), encoding="utf-8")
    return path


@pytest.fixture(scope="session")
def hostile(folder: Path) -> Path:
    deck = yisp.load(
        {
            "deck": {
                "cards": {
                    HOSTILE: {"count": 3, "attribute": [HOSTILE], "description": HOSTILE},
                    "g" + HOSTILE: {"count": 3, "program": f'@;(# X B);(# D."{HOSTILE}".3 H)'},
                    "rest": {"count": 34},
                }
            },
            "simulate": {
                "seed": 7,
                "count": 50,
                "tests": {
                    HOSTILE: {
                        "method": "sample",
                        "exec-program": True,
                        "combos": {HOSTILE: {"hand": [HOSTILE]}},
                        "watch": {"w" + HOSTILE: {"hand": ["rest"]}},
                        "stats": {"s" + HOSTILE: "|B|"},
                    }
                },
            },
        }
    )
    return saved(folder, "hostile", deck)


@pytest.fixture(scope="session")
def packaged(folder: Path) -> dict[str, Path]:
    """Pages of decks of many kinds: cards, tiles, seats, turns and a policy that looks ahead."""
    names = ("opening", "mahjong", "duel-hands", "worked-example")
    found = {}
    for name in names:
        found[name] = folder / f"{name}.html"
        yisp.write_report(name, found[name], count=20, seed=1)
    return found


def everything_open(browser: Browser) -> None:
    """Open all that can be opened."""
    browser.js("for (const one of document.querySelectorAll('details')) one.open = true")
    browser.settle()


# Offline, and clean -----------------------------------------------------------------------------------------


def test_it_opens_from_a_file_asks_for_nothing_and_complains_of_nothing(
    browser: Browser, whole: Path, policies: Path, packaged: dict[str, Path]
) -> None:
    for path in (whole, policies, *packaged.values()):
        browser.open(path)
        everything_open(browser)
        assert browser.log() == []
        assert browser.requests() == [path.as_uri()]
        assert browser.js("return document.querySelectorAll('.plot').length") > 0, path


def test_what_the_policy_forbids_does_not_happen(browser: Browser, whole: Path) -> None:
    """A picture from elsewhere, a script, a style: none of them would do anything."""
    browser.open(whole)
    browser.js(
        "const image = new Image(); image.src = 'https://example.org/x.png'; document.body.append(image);"
        "const style = document.createElement('style'); style.textContent = 'body {color: red !important}';"
        "document.head.append(style);"
    )
    browser.settle()
    assert len([line for line in browser.log() if "Content Security Policy" in line]) == 2
    assert browser.requests() == [whole.as_uri()]
    assert browser.js("return getComputedStyle(document.body).color") != "rgb(255, 0, 0)"


def test_no_text_becomes_markup(browser: Browser, hostile: Path) -> None:
    browser.open(hostile)
    everything_open(browser)
    assert browser.js("return document.title") == "Yisp: <dict>"
    assert browser.js("return document.images.length") == 0
    assert browser.js("return document.scripts.length") == 2
    assert browser.log() == []
    assert browser.text("#topic-0 h2") == HOSTILE
    assert HOSTILE in browser.text("#deck")


# What it says -----------------------------------------------------------------------------------------------


def test_it_says_what_was_found(browser: Browser, packaged: dict[str, Path]) -> None:
    """Rates, intervals and fractions are those of the text report, with the same digits; where half the width
    would leave what rates can be, the ends of the interval."""
    for name in ("opening", "mahjong"):
        report = yisp.read_report(packaged[name])["report"]
        browser.open(packaged[name])
        for at, topic in enumerate(report["topics"]):
            shown = [row.translate(BRACKETS).split() for row in browser.texts(f"#topic-{at} .rates tbody tr")]
            for rate in (*topic["combos"], *topic["watch"]):
                told = " ".join(rate_texts(rate["rate"], rate["ci95"], rate["exact"]))
                if rate["ci95"] and not 0 <= rate["rate"] - half_width(rate["ci95"]) <= 1 - 2 * half_width(
                    rate["ci95"]
                ):
                    told = f"{rate['rate']:.2%} {rate['ci95'][0]:.2%}–{rate['ci95'][1]:.2%}"
                head, tail = rate["name"].split(), told.replace("+-", "±").translate(BRACKETS).split()
                rows = [row for row in shown if row[: len(head)] == head]
                assert any(row[-len(tail) :] == tail for row in rows), (name, rate["name"], tail, rows)


def test_the_answer_is_a_sentence_that_leads_to_its_topic(browser: Browser, whole: Path) -> None:
    data = yisp.read_report(whole)
    browser.open(whole)
    assert browser.text("h1") == data["asked"]
    assert browser.texts(".answer-sentence") == data["answers"]
    links = browser.js(
        "return [...document.querySelectorAll('.answer')].map((one) => one.getAttribute('href'))"
    )
    titles = [browser.text(f"{link} h2") for link in links]
    assert titles == ["opening", "hands", "numbers"]


def test_notices_show_the_decks_line(browser: Browser, whole: Path) -> None:
    (notice,) = yisp.read_report(whole)["notices"]
    browser.open(whole)
    assert browser.texts("#notices summary") == [notice["short"]]
    browser.click("#notices summary")
    shown = browser.text("#notices")
    for part in (notice["text"], notice["source"], notice["command"], f"deck.yml:{notice['line']}"):
        assert part in shown


def test_doubts_about_the_deck_come_before_notices(browser: Browser, folder: Path) -> None:
    deck = yisp.loads(DECK.replace("{hand: [gate]}", "{hand: ['a:gate']}"), "deck.yml")
    path = saved(folder, "doubted", deck)
    *_, warning = yisp.read_report(path)["warnings"]
    browser.open(path)
    *_, first, last = browser.texts("#notices .notice")
    for part in (warning["code"], warning["text"].replace("`", ""), f"deck.yml:{warning['line']}:"):
        assert part in first
    assert browser.texts("#notices mark") == ["down", "a:gate"]
    assert "a move found no card in " in last
    assert "#notices" in browser.js("return [...document.querySelectorAll('nav a')].map((one) => one.hash)")


def test_cards_of_which_there_are_none_are_no_kind_of_the_deck(browser: Browser, folder: Path) -> None:
    text = DECK.replace("    rest:", "    none: {count: 0}\n    rest:")
    browser.open(saved(folder, "none", yisp.loads(text, "deck.yml")))
    assert "40 of 4 kinds" in browser.text(".opening-facts")


def test_commands_say_what_is_to_be_done_before_them(
    browser: Browser, whole: Path, packaged: dict[str, Path]
) -> None:
    before = yisp.read_report(whole)["before_commands"]
    assert before is not None
    browser.open(whole)
    browser.js("for (const one of document.querySelectorAll('#notices details')) one.open = true")
    commands = browser.js("return document.querySelectorAll('.command').length")
    assert browser.texts(".before-command") == [before] * commands
    browser.open(packaged["opening"])
    assert browser.texts(".before-command") == []


def test_a_comparison_and_a_sweep_are_shown(browser: Browser, whole: Path) -> None:
    data = yisp.read_report(whole)
    browser.open(whole)
    shown = browser.text("#comparison")
    for topic in data["comparison"]["topics"]:
        for sentence in (*topic["remarks"], *topic["verdicts"]):
            assert sentence in shown
    assert any(topic["remarks"] for topic in data["comparison"]["topics"])
    assert browser.js("return document.querySelectorAll('#comparison .plot').length") >= 3
    shown = browser.text("#sweep")
    for one in data["sweep"]["shown"]:
        assert one["highest"] in shown
    assert browser.js("return document.querySelectorAll('#sweep .plot').length") == len(
        data["sweep"]["shown"]
    )


def test_panels_are_shown_topic_by_topic(browser: Browser, whole: Path) -> None:
    data = yisp.read_report(whole)
    browser.open(whole)
    titles = browser.js(
        "return [...document.querySelectorAll('#studies .panel h3')].map(one => one.innerText)"
    )
    assert len(titles) == len(set(titles)) == len(data["panels"])
    assert [title.rsplit(" ", 1)[1] for title in titles] == [panel["topic"] for panel in data["panels"]]
    ids = browser.js("return [...document.querySelectorAll('#studies .panel')].map(one => one.id)")
    assert len(ids) == len(set(ids))


def test_the_flow_from_the_hand_to_its_end_is_drawn(browser: Browser, whole: Path) -> None:
    """A box for each effect of a column, a stream for each way from one to another; a table says the same."""
    data = yisp.read_report(whole)
    content = data["panels"][0]["content"]
    flow, trials = content["flow"], content["study"]["trials"]
    browser.open(whole)
    found = browser.js(
        """
        const figure = document.querySelector("#panel-why figure.chart");
        figure.querySelector("details").open = true;
        const drawn = (name) => figure.querySelectorAll(`.plot g[aria-label="${name}"] > *`).length;
        const texts = (row) => [...row.children].map((one) => one.innerText);
        const rows = [...figure.querySelectorAll("tbody tr")].map(texts);
        return {boxes: drawn("rect"), streams: drawn("area"), rows};
        """
    )
    boxes = [box for column in flow["columns"] for box in column]
    assert (found["boxes"], found["streams"]) == (len(boxes), len(flow["streams"]))
    assert [row[0] for row in found["rows"]] == [box["name"] for box in boxes]
    for row, box in zip(found["rows"], boxes, strict=True):
        assert abs(float(row[2].split("%")[0]) - 100 * box["count"] / trials) < 1


def test_policies_stand_side_by_side(browser: Browser, policies: Path) -> None:
    browser.open(policies)
    assert browser.texts(".played-title") == ["Played by greedy", "Played by best"]
    assert "against greedy" in browser.text("#topic-0 table")


def test_it_speaks_the_language_of_its_catalogue(browser: Browser, folder: Path) -> None:
    deck = yisp.loads(DECK.replace("opening:", "起手:"), "牌组.yml")
    with speaking("zh"):
        made = page_of(deck, yisp.run(deck))
    made.data["messages"] = {
        "Success rate": "成功率",
        "Trial {trial}": "第 {trial} 次",
        "{number} more hands": "unused: the catalogue goes by the first form",
        "One more hand": "还有 {number} 手",
    }
    path = folder / "chinese.html"
    path.write_text(document(made), encoding="utf-8")
    browser.open(path)
    assert browser.js("return document.documentElement.lang") == "zh"
    assert browser.text("#topic-0 .figure-label") == "成功率"
    assert browser.text(".sample-trial").startswith("第 ")
    assert "还有 3 手" in browser.text(".sample-list summary")
    assert "起手" in browser.text("nav")
    assert browser.log() == []


def test_without_its_script_the_answer_is_still_there(browser: Browser, whole: Path) -> None:
    browser.open(whole, scripts=False)
    data = yisp.read_report(whole)
    source = browser.driver.page_source
    assert 'class="plain"' in source and 'class="sheet"' not in source
    for answer in data["answers"]:
        assert answer in source


# A trial, step by step --------------------------------------------------------------------------------------


def zones_shown(browser: Browser) -> dict[str, int]:
    """How many cards each zone of the first trace has, as it says itself."""
    rows = browser.js(
        "return [...document.querySelector('.trace').querySelectorAll('.zones tbody tr')].map((row) => ["
        "  row.querySelector('.zone-letter').innerText, Number(row.querySelector('.zone-count').innerText)])"
    )
    return dict(rows)


def first_trace(whole: Path) -> tuple[dict[str, Any], list[dict[str, int]]]:
    """The trial that is shown at first, and how many cards each zone has after each of its steps."""
    samples = yisp.read_report(whole)["played"][0]["samples"]
    trace = next(one["trace"] for one in samples if one["success"])
    tables = tables_of(trace)
    return trace, [dict(zip(trace["zones"], map(Counter.total, table), strict=True)) for table in tables]


def test_a_trial_is_stepped_through_by_buttons(browser: Browser, whole: Path) -> None:
    trace, tables = first_trace(whole)
    browser.open(whole)
    assert zones_shown(browser) == tables[0]
    for number, step in enumerate(trace["steps"], 1):
        browser.click(".trace button.primary")
        assert zones_shown(browser) == tables[number]
        assert browser.text(".trace-now") == step["text"].strip()
        assert browser.text(".trace-steps .current") == step["text"].strip()
        assert browser.text(".trace-place") == f"Step {number} of {len(trace['steps'])}"
    assert browser.js("return document.querySelector('.trace button.primary').disabled")
    for selector, place in (
        ("[aria-label='Step back']", len(trace["steps"]) - 1),
        ("[aria-label='First step']", 0),
        ("[aria-label='Last step']", len(trace["steps"])),
    ):
        browser.click(f".trace {selector}")
        assert zones_shown(browser) == tables[place]


def test_a_trial_is_stepped_through_by_keyboard(browser: Browser, whole: Path) -> None:
    from selenium.webdriver.common.keys import Keys

    trace, tables = first_trace(whole)
    last = len(trace["steps"])
    browser.open(whole)
    for selector in (".trace input", ".trace button.primary"):  # the slider's own keys, and ours elsewhere
        browser.js("document.querySelector(arguments[0]).focus()", selector)
        browser.press(Keys.HOME)
        assert zones_shown(browser) == tables[0]
        browser.press(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
        assert zones_shown(browser) == tables[2]
        assert browser.text(".trace-place") == f"Step 2 of {last}"
        browser.press(Keys.ARROW_LEFT)
        assert browser.text(".trace-place") == f"Step 1 of {last}"
        browser.press(Keys.END, Keys.ARROW_RIGHT)
        assert zones_shown(browser) == tables[last]


def test_another_hand_is_chosen_by_keyboard_and_its_trial_begins(browser: Browser, whole: Path) -> None:
    from selenium.webdriver.common.keys import Keys

    failed = next(one for one in yisp.read_report(whole)["played"][0]["samples"] if one["success"] is False)
    browser.open(whole)
    browser.click(".trace button.primary")
    browser.js("document.querySelectorAll('.sample-list')[1].querySelector('button').focus()")
    browser.press(Keys.ENTER)
    assert browser.text(".trace-title").startswith(f"Trial {failed['trial']}, step by step")
    assert browser.js("return document.activeElement.className") == "trace-title"
    assert browser.text(".trace-place") == f"Step 0 of {len(failed['trace']['steps'])}"
    pressed = browser.js(
        "return [...document.querySelectorAll('[aria-pressed=true]')].map((one) => one.innerText)"
    )
    assert len(pressed) == 1 and f"Trial {failed['trial']}" in pressed[0]


# Everybody --------------------------------------------------------------------------------------------------


needs_axe = pytest.mark.skipif(not AXE.exists(), reason="axe-core is not there: `npm ci` in web/")


def found_by_axe(browser: Browser, path: Path, size: tuple[int, int], dark: bool) -> list[str]:
    browser.open(path, size, dark=dark)
    browser.js("document.querySelector('.trace button.primary')?.click()")
    everything_open(browser)
    return browser.axe()


@needs_axe
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_axe_finds_nothing_serious(browser: Browser, whole: Path, dark: bool) -> None:
    assert found_by_axe(browser, whole, DESK, dark) == []


@needs_axe
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_axe_finds_nothing_serious_on_any_page(
    browser: Browser, whole: Path, policies: Path, packaged: dict[str, Path], dark: bool
) -> None:
    assert found_by_axe(browser, whole, PHONE, dark) == []
    for path in (policies, packaged["duel-hands"], packaged["opening"]):
        for size in (DESK, PHONE):
            assert found_by_axe(browser, path, size, dark) == [], (path.name, size)


@needs_axe
def test_axe_would_find_something(browser: Browser, whole: Path) -> None:
    browser.open(whole)
    browser.js("document.querySelector('.theme .visually-hidden').remove()")
    browser.js("document.querySelector('h1').style.color = '#eee'")
    assert {line.split(":")[0] for line in browser.axe()} == {"select-name", "color-contrast"}


@pytest.mark.parametrize("width", [320, 390, 768])
def test_nothing_scrolls_sideways(
    browser: Browser, whole: Path, policies: Path, hostile: Path, packaged: dict[str, Path], width: int
) -> None:
    for path in (whole, policies, hostile, *packaged.values()):
        browser.open(path, (width, 800))
        everything_open(browser)
        wide = browser.js("return [document.documentElement.scrollWidth, window.innerWidth]")
        assert wide[0] <= wide[1], (path.name, wide)


def test_on_a_phone_words_are_not_broken_into_letters(browser: Browser, whole: Path) -> None:
    browser.open(whole, PHONE)
    lines = (
        "const range = document.createRange(); range.selectNodeContents(arguments[0]);"
        "return new Set([...range.getClientRects()].map((one) => Math.round(one.top))).size"
    )
    for selector in (".command button span", ".compared tbody th .rate-name"):
        for element in browser.js("return [...document.querySelectorAll(arguments[0])]", selector):
            assert browser.js(lines, element) <= 2, element.text
    wide = browser.js(
        "return [...document.querySelectorAll('.scroll:has(> .compared)')]"
        ".map((one) => [one.scrollWidth - one.clientWidth, one.scrollHeight - one.clientHeight])"
    )
    assert wide and all(beyond <= 0 for one in wide for beyond in one), wide


NAMES = (
    "1m", "灰流丽", "屋敷わらし", "scout", "Ash Blossom & Joyous Spring",
    "Blackwing - Simoon the Poison Wind", "Number 39: Utopia the Lightning",
    "青眼の究極亜竜アルティメット・ドラゴン",
    "Supercalifragilisticexpialidocious", "a-very-long-name-of-a-card-that-goes-on",
)  # fmt: skip
"""Names as they are, and worse."""


@pytest.mark.parametrize("cards", [5, 6, 9])
def test_the_name_of_a_card_is_read_whole(browser: Browser, folder: Path, cards: int) -> None:
    """In hands of every size, on a desk and on a phone: no letter is cut off, none lies over another."""
    deck = {"deck": {"cards": {name: {"count": 4, "attribute": ["x"]} for name in NAMES}}}
    deck["deck"]["cards"]["scout"]["description"] = "侦察兵" * 9
    topic = {"start-card": cards, "combos": {"c": {"hand": ["scout"]}}}
    text = json.dumps({**deck, "simulate": {"seed": 3, "tests": {"t": topic}}})
    path = saved(folder, f"names{cards}", yisp.loads(text, "deck.yml"))
    cut = (
        "return [...document.querySelectorAll('.held .card')].filter((card) => {"
        "  const name = card.querySelector('.card-name'), about = card.querySelector('.card-about');"
        "  const within = card.getBoundingClientRect(), box = name.getBoundingClientRect();"
        "  const shown = about && about.getClientRects().length > 0;"
        "  const below = shown ? about.getBoundingClientRect().top : within.bottom;"
        "  return name.scrollHeight > name.clientHeight + 2 || name.scrollWidth > name.clientWidth + 1"
        "    || box.top < within.top - 1 || box.bottom > below + 1;"
        "}).map((card) => card.innerText)"
    )
    smallest = (
        "return Math.min(...[...document.querySelectorAll('.held .card-name')]"
        ".map((one) => parseFloat(getComputedStyle(one).fontSize)))"
    )
    for size in (DESK, PHONE):
        browser.open(path, size)
        everything_open(browser)
        assert browser.js("return document.querySelectorAll('.held .card').length") > cards
        assert browser.js(cut) == []
        assert browser.js(smallest) >= 8.4
        wide = browser.js("return [document.documentElement.scrollWidth, window.innerWidth]")
        assert wide[0] <= wide[1]


def test_pictures_of_cards_are_in_the_file(browser: Browser, folder: Path) -> None:
    cards = folder / "cards"
    cards.mkdir()
    (cards / "scout.png").write_bytes(png(30, 42))
    path = folder / "pictured.html"
    yisp.write_report(yisp.loads(DECK, "deck.yml"), path, pictures=cards)
    browser.open(path)
    drawn = browser.js("return [...document.querySelectorAll('img')].map((one) => one.naturalWidth)")
    assert drawn and set(drawn) == {30}
    assert {one.partition(":")[0] for one in browser.requests()} == {"file", "data"}
    assert browser.log() == []


def test_charts_follow_the_window(browser: Browser, whole: Path) -> None:
    browser.open(whole, (1280, 900))
    wide = browser.js("return document.querySelector('.plot').getAttribute('width')")
    browser.resize(PHONE)
    browser.settle()
    narrow = browser.js("return document.querySelector('.plot').getAttribute('width')")
    assert int(narrow) < int(wide)


def background(browser: Browser) -> tuple[int, ...]:
    colour = browser.js("return getComputedStyle(document.documentElement).backgroundColor")
    return tuple(map(int, re.findall(r"\d+", colour)[:3]))


def test_dark_and_light_follow_the_system_until_somebody_chooses(browser: Browser, whole: Path) -> None:
    browser.open(whole)
    assert min(background(browser)) > 200
    browser.open(whole, dark=True)
    assert max(background(browser)) < 60
    choose = "const s = document.querySelector('.theme select'); s.value = arguments[0];"
    choose += "s.dispatchEvent(new Event('change', {bubbles: true}))"
    browser.js(choose, "light")
    browser.settle()
    assert min(background(browser)) > 200
    browser.open(whole, dark=True)
    assert min(background(browser)) > 200, "it is remembered"
    browser.js(choose, "system")
    browser.settle()
    assert max(background(browser)) < 60


def test_on_paper_everything_is_unfolded(browser: Browser, whole: Path) -> None:
    """But for the numbers of charts; and after it everything is as it was."""
    browser.open(whole)
    folded = "return document.querySelectorAll('details:not([open], .numbers)').length"
    before = browser.js(folded)
    assert before > 0
    browser.js(f"addEventListener('beforeprint', () => {{ window.folded = (() => {{ {folded} }})() }})")
    assert browser.paper().startswith(b"%PDF")
    assert browser.js("return window.folded") == 0
    assert browser.js(folded) == before


def test_a_distribution_is_a_hundred_dots(browser: Browser, tmp_path: Path) -> None:
    """As many in the column of each value as games of a hundred have it, rounded."""
    deck = yisp.loads(
        "deck: {cards: {a: {count: 8}, b: {count: 32}}}\n"
        "simulate: {tests: {t: {combos: {one: {hand: [a]}, two: {score: 2, hand: [2x a]}}}}}",
        "deck.yml",
    )
    path = tmp_path / "report.html"
    result = yisp.write_report(deck, str(path), seed=7)
    browser.open(path)
    columns = browser.js(
        "return [...document.querySelector('.chart svg').querySelectorAll('circle')]"
        ".map((one) => one.cx.baseVal.value)"
    )
    width = browser.js("return document.querySelector('.chart svg').width.baseVal.value")
    shares = [float(share) for share in result.topics["t"].score.shares().values()]
    assert len(columns) == 100 and len(shares) == 3
    for at, share in enumerate(shares):
        there = sum(at <= 3 * x / width < at + 1 for x in columns)
        assert abs(there - 100 * share) < 1


def test_on_paper_it_is_light_and_has_no_controls(browser: Browser, whole: Path) -> None:
    browser.open(whole, dark=True, paper=True)
    assert background(browser) == (255, 255, 255)
    hidden = "return [...document.querySelectorAll(arguments[0])].every((one) => !one.checkVisibility())"
    for selector in (".bar", ".trace-controls", ".sample button", ".command button"):
        assert browser.js(hidden, selector), selector
    for selector in (
        "h1",
        ".answer",
        ".sample .card",
        ".zones",
        ".trace-steps",
        ".notice",
        "#comparison",
        "#sweep",
    ):
        assert not browser.js(hidden, selector), selector
    height = browser.js(
        "const s = document.querySelector('.trace-steps'); return [s.scrollHeight, s.clientHeight]"
    )
    assert height[0] == height[1], "all steps are printed"
    printed = browser.paper()
    assert printed.startswith(b"%PDF") and len(re.findall(rb"/Type\s*/Page\b", printed)) >= 3


def test_a_screen_reader_hears_the_step_and_reads_charts_as_tables(browser: Browser, whole: Path) -> None:
    browser.open(whole)
    assert browser.js("return document.querySelector('.trace-now').getAttribute('aria-live')") == "polite"
    assert browser.js(
        "return [...document.querySelectorAll('.picture')].every((one) => one.ariaHidden === 'true')"
    )
    charts = browser.js("return document.querySelectorAll('.chart').length")
    assert charts == browser.js("return document.querySelectorAll('.chart .numbers table').length") > 0
