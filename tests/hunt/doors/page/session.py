"""One session of `yispc view`: a text that is edited, pinned, broken and mended, and all that is said of it.

What comes in: a verdict to add to, a seed and a number.  What goes out: differences.  The work is done in
this process, a piece at a time, as a worker does it (``view.desk.Tab``), in shorter pieces.

Not handled: the socket, the server and its processes.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from random import Random
from typing import Any
from unittest import mock

import yaml

from yisp.lang.diagnostics import DeckError
from yisp.page.reading import page_data
from yisp.simulate.counting.probabilities import NoExactAnswer
from yisp.studies.comparison import exchanges
from yisp.studies.failures import why
from yisp.studies.tuning import search as looking
from yisp.view import protocol
from yisp.view.work import job, lanes
from yisp.view.work.desk import Tab
from yisp.view.work.job import Job
from yisp.view.work.panels import KINDS, compare, copies, policies
from yisp.view.work.questions import answered

from ...compare import Verdict
from . import decks
from .chips import hold_compared, hold_counts, hold_view
from .held import Held, hold_report
from .messages import hold_deck, hold_diagnostics
from .panels import hold_panel, hold_studied
from .reader import Element, opened_view
from .trials import hold_sampled, is_told, places_of
from .truth import Known, Trials, Truth, decimal

FILE = {"name": "deck.yml", "path": None, "alone": True, "seed": None, "fresh": 3, "pictures": None}

TRIALS = 150
WORK = 20_000
"""Trials of a topic after which a session is done with it."""

STUDY_STEPS = 60
"""Pieces of work for the studies of each text, beside what its results take."""

STEPS = 5
"""How often a session's text changes, or what it is compared with."""

SHORT = {"FIRST": 0.02, "PUT_OFF": 0.01, "FIRST_SLICES": 0.004, "ENOUGH": 20, "MOST_TRIALS": TRIALS}
SHORT_LANES = {"SLICE": 0.002, "MOST_TRIALS": TRIALS, "OFTEN": 0.0, "SLOWER": 0.0, "TELLING": 0}


SHORT_ADVICE = {"PIECE": 20_000, "EXACT_WORK": 200_000, "LATER_WORK": 20_000, "PLAYED_WORK": 200_000}


@mock.patch.multiple("yisp.studies.advice.advise", **SHORT_ADVICE)
@mock.patch.multiple("yisp.view.work.panels.advise", MOST_TRIALS=TRIALS)
def hold_session(verdict: Verdict, seed: int, number: int) -> None:
    with (
        mock.patch.multiple(job, **SHORT),
        mock.patch.multiple(lanes, **SHORT_LANES),
        mock.patch.object(exchanges, "WORK", WORK),
        mock.patch.object(why, "COUNT", TRIALS),
        mock.patch.object(looking, "FIRST", 20),
        mock.patch.object(compare, "MOST_TRIALS", TRIALS),
        mock.patch.multiple(policies, MOST_TRIALS=TRIALS, MOST_COSTS=30),
        mock.patch.multiple(copies, MOST_TRIALS=TRIALS, SIZES=(40, 43), AROUND=2),
    ):
        _Session(verdict, Random(f"session {seed} {number}")).play()


class _Session:
    """A tab, and who edits its text."""

    def __init__(self, verdict: Verdict, random: Random) -> None:
        self.verdict = verdict
        self.random = random
        self.data = decks.drawn(random)
        self.text = decks.text_of(self.data)
        self.held = Held(verdict, "")
        self.tab = Tab(1)
        self.told: list[dict[str, Any]] = []
        self.revision = 0
        self.pinned: str | None = None
        self.topic: str | None = None
        self.moved: str | None = None  # the card whose slider was moved last
        self.exchange: str | None = None  # the card that keeps the deck's size
        self.studies: dict[int, dict[str, Any]] = {}  # that are asked for
        self.opened: set[str] = set()  # panels
        self._known: dict[str, Known | None] = {}
        self.page = opened_view(
            {
                "type": "welcome", "file": FILE["name"], "text": self.text, "language": "en", "messages": {},
                "seed": FILE["fresh"], "confirm": False, "writable": False, "version": "", "tab": 1,
            }
        )  # fmt: skip

    def play(self) -> None:
        """Everything, from the first text to the last."""
        texts = [self.text]
        for kind in self.random.sample(list(KINDS), self.random.choice((0, 1, 1, 2))):
            self._fold(kind)
        self._choose()
        try:
            for step in range(STEPS):
                self._work(self.random.choice((1, 2, 4, 30)))
                if step < STEPS - 1:
                    self._do_something(texts)
                    texts.append(self.text)
        finally:
            self.tab.close()

    def known(self, text: str) -> Known | None:
        """What is known of that text; None where it is no deck."""
        if text not in self._known:
            try:
                self._known[text] = Known(text, FILE["fresh"])
            except DeckError:
                self._known[text] = None
        return self._known[text]

    # What is done ---------------------------------------------------------------------------------

    def _do_something(self, texts: list[str]) -> None:
        random = self.random
        match random.choice(
            (
                *("edit", "edit", "count", "count", "count", "pin", "unpin", "break", "back", "look"),
                *("panel", "panel", "panel", "choose", "hand", "hand"),
            )
        ):
            case "panel":
                self._fold(random.choice(list(KINDS)))
            case "choose":
                self._choose()
            case "pin":
                self._act("pin", None)
            case "unpin":
                self._act("unpin", None)
            case "hand":
                self._act("open", ["advise", True])
                self.opened.add("advise")
                self._act("choose", ["advise", _position(random, list(self.data["deck"]["cards"]))])
            case "look":
                self._act("look", random.choice([*self.data["simulate"]["tests"], "no such"]))
            case "count":
                cards = list(self.data["deck"]["cards"])
                if random.random() < 0.2:
                    self._act("exchange", random.choice(cards))
                self._act("count", [self._card(cards), random.randrange(5)])
            case "break":
                self._act("write", decks.broken(random, self.text))
            case "back":
                self._act("write", random.choice(texts))
            case _:
                self._act("write", decks.text_of(decks.edited(random, self.data)))

    def _fold(self, kind: str) -> None:
        """Open a panel, or fold one that is open."""
        self._act("open", [kind, kind not in self.opened])
        self.opened ^= {kind}

    def _choose(self) -> None:
        card = self.random.choice(list(self.data["deck"]["cards"]))
        self._act("choose", ["copies", {"card": card, "most": self.random.choice((1, 2, 4))}])
        self._act("choose", ["build", self._limits()])
        other = decks.text_of(decks.edited(self.random, self.data))
        self._act("choose", ["compare", {"name": "other.yml", "text": other}])

    def _limits(self) -> dict[str, Any]:
        """Within which limits a build is looked for."""
        cards = list(self.data["deck"]["cards"])
        ticked = self.random.sample(cards, self.random.randint(1, len(cards)))
        ends = {card: sorted(self.random.sample(range(5), 2)) for card in ticked}
        goal = self.random.choice(("rate", "rate", "score"))
        return {"ranges": ends, "goal": goal, "running": self.random.random() < 0.8}

    def _card(self, cards: list[str]) -> str:
        """Whose slider is moved: mostly that which was moved before."""
        stays = self.moved in cards and self.random.random() < 0.7
        return self.moved if stays and self.moved is not None else self.random.choice(cards)

    def _act(self, way: str, value: Any) -> None:
        """Do something on the page, and hear what that says to the server; or say it, if there is none."""
        if way == "count":
            self.moved = value[0]
        elif way == "exchange":
            self.exchange = value
        if self.page is not None:
            for data in self.page.act((way, value)):
                self._hear(protocol.read(data))
            self.held.same("view: text", "in the page", self.page.text, self.text)
        elif way == "write" and value != self.text:
            self._hear({"type": "edit", "revision": self.revision + 1, "text": value})
        elif way in ("pin", "unpin", "look"):
            kind = "topic" if way == "look" else way
            self._hear({"type": kind, "text": self.text, "name": value})

    def _hear(self, message: Mapping[str, Any]) -> None:
        """What the page says, as the server's session takes it."""
        match message["type"]:
            case "edit":
                self.held.holds("view: revision", "newer", message["revision"] > self.revision, "", "")
                self.revision, self.text = message["revision"], message["text"]
                if self.known(self.text) is not None:
                    self.data = yaml.safe_load(self.text)  # the page writes keys without quotation marks
            case "pin":
                self.pinned = message["text"]
            case "unpin":
                self.pinned = None
            case "topic":
                self.topic = message["name"]
            case "study":
                self.studies[message["id"]] = {name: message[name] for name in ("id", "kind", "options")}
            case "leave":
                self.studies.pop(message["id"], None)

    def _work(self, results: int) -> None:
        """Have the text worked on until so many results were told, and look at all that is said."""
        self.told.clear()
        work = {
            "tab": 1, "revision": self.revision, "text": self.text, "pinned": self.pinned,
            "topic": self.topic, "studies": list(self.studies.values()), "file": FILE,
        }  # fmt: skip
        self.tab.waiting = self.tab.newest = work
        self.tab.take_up(self._made)
        while self.tab.busy and sum(one["type"] == "result" for one in self.told) < results:
            self.tab.step()
        for _ in range(STUDY_STEPS if self.studies else 0):
            if self.tab.busy:
                self.tab.step()
        known = self.known(self.text)
        last: dict[str, dict[str, Any]] = {}
        sampled: dict[str, Truth] = {}
        for message in self.told:
            self.held.same("view: revision", message["type"], self.revision, message["revision"])
            if message["type"] == "studied":
                self._hold_studied(known, message)
                last[f"studied {message['id']}"] = message
                continue
            last[message["type"]] = message
            if message["type"] == "result" and known is not None:
                self._hold_result(known, message, sampled)
        hold_diagnostics(self.held, self.text, last.get("diagnostics"))
        self.held.holds("view: result", "of no deck", known is not None or "result" not in last, None, "one")
        if self.page is not None:
            sent = self.page.act(*(("hear", message) for message in last.values()))
            for data in sent:  # what panels ask once there is something to ask about
                self._hear(protocol.read(data))
        if known is not None:
            if "deck" in last:
                hold_deck(self.held, self.random, self.text, known, last["deck"], self.known)
            if "deck" in last and last.get("result", {"result": {"topics": ()}})["result"]["topics"]:
                self._hold_shown(known, last)
                self._hold_trial(known, work)
                self._hold_files(known, work)

    def _made(self, work: dict[str, Any]) -> Job:
        return Job(
            work, self.tab, tell=self.told.append, alive=lambda: None, urgent=lambda: False, seconds=2.0
        )

    # What is said ---------------------------------------------------------------------------------

    def _hold_studied(self, known: Known | None, said: dict[str, Any]) -> None:
        self.held.holds("view: panel", "of a deck", known is not None, "a deck", None)
        asked = self.studies.get(said["id"])
        self.held.holds("view: panel", "asked", asked is not None, "a study", said["id"])
        if known is not None and asked is not None:
            hold_studied(Held(self.verdict, ""), said, asked["options"], self.data, self.known, self._truth)

    def _hold_result(self, known: Known, said: dict[str, Any], sampled: dict[str, Truth]) -> None:
        topics = said["result"]["topics"]
        names = [topic["name"] for topic in topics]
        self.held.same("view: result", "topics", [one for one in _names(known) if one in names], names)
        trials = [topic["trials"] for topic in topics if topic["trials"] is not None]
        if len(names) == len(known.deck.topics):
            self.held.same("view: trials", "fewest", min(trials, default=None), said["trials"])
        if said["state"] == "exact":
            self.held.same("view: state", "exact", [], trials)
        for topic in topics:
            index = _names(known).index(topic["name"])
            held = Held(self.verdict, topic["name"])
            truth = self._truth(known, index, topic)
            if truth is None:
                continue
            hold_report(held, truth, topic)
            before = sampled.get(topic["name"])
            if truth.trials is not None:
                fewest = 0 if before is None else before.trials or 0
                held.holds("view: trials", "no fewer", truth.trials >= fewest, fewest, truth.trials)
                sampled[topic["name"]] = truth
            elif before is not None:
                fresh = Trials(known.deck, known.program, index, known.seed + 1)
                hold_sampled(held, before, truth, fresh)
            for told in said["notices"].get(topic["name"], ()):
                place = told["code"], told["line"], told["column"]
                fields = next((one for one in topic["notices"] if places_of(one) == place), None)
                is_so = fields is not None and is_told(told["often"], fields, topic["trials"])
                held.holds("view: notice told", place, is_so, fields, told["often"])
        for one in said["compared"] or ():
            pinned = None if self.pinned is None else self.known(self.pinned)
            self.held.holds("view: chip", "something pinned", pinned is not None, "a deck", None)
            if pinned is not None:
                hold_compared(Held(self.verdict, one["name"]), pinned, known, one, known.seed)

    def _truth(self, known: Known, index: int, said: Mapping[str, Any]) -> Truth | None:
        try:
            if said["method"] == "exact":
                return known.exactly(index)
        except NoExactAnswer as error:
            self.verdict.refused[f"exact: {type(error).__name__}"] += 1
            return None
        if known.program.topics[index].in_worlds([known.program.topics[index].policy.kind]):
            self.verdict.refused["played in worlds"] += 1
            return None
        return known.trials(index).first(said["trials"])

    def _hold_shown(self, known: Known, last: Mapping[str, Any]) -> None:
        """What the page draws of the newest messages."""
        pinned = None if self.pinned is None else self.known(self.pinned)
        topic = self.topic if self.topic in _names(known) else None
        said = next(
            (one for one in last["result"]["result"]["topics"] if topic in (None, one["name"])),
            last["result"]["result"]["topics"][0],
        )
        truth = self._truth(known, _names(known).index(said["name"]), said)
        if truth is None:
            return
        if self.page is None or self.page.shown is None:
            return
        held, shown = Held(self.verdict, said["name"]), self.page.shown
        hold_view(held, truth, said, last, shown)
        before = {} if pinned is None else {kind.name: kind.count for kind in pinned.deck.kinds}
        hold_counts(held, shown, last["deck"]["cards"], before)
        for tried in shown.every(".tried", "button"):
            self._hold_tried(held, tried)
        for one in last.values():
            if one["type"] == "studied" and one["id"] in self.studies:
                hold_panel(held, one, shown.by_id(f"panel-{one['kind']}"))

    def _hold_tried(self, held: Held, shown: Element) -> None:
        """An answer that stands beside a slider was told of a deck with so many copies."""
        count = int((shown.said(".tried-count") or "").split(" ")[0])
        data = json.loads(self.text)
        cards = data["deck"]["cards"]
        gives = cards.get(self.exchange, {"count": -1})["count"] >= 0  # the filler is no card to exchange
        if gives and self.exchange != self.moved:
            cards[self.exchange]["count"] += cards[self.moved]["count"] - count
        cards[self.moved]["count"] = count
        known = self.known(decks.text_of(data))
        index = -1 if known is None or held.topic not in _names(known) else _names(known).index(held.topic)
        held.holds("view: tried", count, index >= 0, "a deck", None)
        if known is None or index < 0 or shown.every(".tried-count")[1:]:
            return  # the others are estimates
        truth = self._truth(known, index, {"method": "exact"})
        if truth is not None:
            held.same("view: tried", count, f"{decimal(100 * truth.success)}%", shown.said(".tried-rate"))

    def _hold_files(self, known: Known, work: dict[str, Any]) -> None:
        """Now and then, the report that the page asks for, and the text to share."""
        if self.random.random() < 0.8:
            return
        document = self.tab.document(self.text, work["file"])
        version = None if self.tab.job is None else self.tab.job.version
        data = page_data(answered({"type": "report"}, work, document, version)["html"])
        for topic in data["report"]["topics"]:
            truth = self._truth(known, _names(known).index(topic["name"]), topic)
            if truth is not None:
                hold_report(Held(self.verdict, topic["name"]), truth, topic)
        shared = answered({"type": "share"}, work, document, version)
        there = self.known(shared["text"])
        counts = None if there is None else [(kind.name, kind.count) for kind in there.deck.kinds]
        self.held.same("view: share", "cards", [(kind.name, kind.count) for kind in known.deck.kinds], counts)
        self.held.same("view: share", "topics", _names(known), None if there is None else _names(there))

    def _hold_trial(self, known: Known, work: dict[str, Any]) -> None:
        """One hand, as the page asks for it."""
        index = self.random.randrange(len(known.deck.topics))
        topic, trial = known.deck.topics[index], self.random.randrange(50)
        if known.program.topics[index].policy.kind != "greedy":
            return
        ask = {"type": "trial", "topic": topic.name, "trial": trial}
        version = None if self.tab.job is None else self.tab.job.version
        said = answered(ask, work, self.tab.document(self.text, work["file"]), version)
        row = known.trials(index).row(trial)
        judged = [combo.name for combo, holds in zip(topic.judged, row.combos, strict=True) if holds]
        held = Held(self.verdict, topic.name)
        held.same("view: trial", trial, (row.trial, row.score), (said["trial"], said["score"]))
        held.same("view: trial", trial, judged, said["combos"] + said["watch"])
        held.same("view: trial", trial, row.score > 0 if topic.combos else None, said["success"])
        stats = dict(zip((stat.name for stat in topic.stats), row.stats, strict=True))
        held.same("view: trial", trial, stats, said["stats"])


def _names(known: Known) -> list[str]:
    return [topic.name for topic in known.deck.topics]


def _position(random: Random, cards: list[str]) -> dict[str, list[str]]:
    """Cards in some places, perhaps more copies than there are."""
    return {
        place: random.choices(cards, k=random.choice(sizes))
        for place, sizes in (("hand", (1, 2, 3)), ("graveyard", (0, 0, 1)), ("top", (0, 0, 1, 2)))
    }
