"""The ``simulate`` section: settings, topics, what they judge and watch, stats.

What comes in: the section of the document, the scripts and conditions of the deck.  What goes
out: :class:`~yisp.deck.model.Settings` and :class:`~yisp.deck.model.Topic` objects.
"""

from __future__ import annotations

from yisp_runtime.codes import SCRIPTS

from ...lang.checking.zones import is_zone
from ...lang.remedy import Hint, Remedy, Setting, respelling, setting
from ...lang.suggest import Suggestions, nearest
from ...messages import Message, say, say_n
from ..cards.cards import Cards
from ..cards.conditions import Conditions
from ..model import Combo, Expectation, Limits, NumberText, Policy, Relation, Settings, Stat, Topic, Want
from ..observables import MOST_RELATIONS, relatable
from ..reading.document import Entry, Mapping, Scalar, Sequence
from ..reading.extends import TESTS
from ..reading.fields import CARD, NO_ZONE, Reading, Section, whole_number
from ..reading.source import shown
from ..schema import COMBO, KEYS, TOPIC, WATCH, ZONE_KEY, children
from ..scripts.scripts import Scripts
from .expectations import Names, read_expectation
from .start import Starts

EVALUATES = "staged-search"
"""The policy that evaluates positions in the middle of a trial."""

LOOKING_AHEAD = ("worlds", "solve", "budget")
"""Numbers of a policy that searches or imagines."""

ZONE_NAMES = {"hand": "H", "grave": "B"}
FEW = 2**31  # a score beyond is left to the parser of numbers, which knows the language's range


def read_settings(simulate: Section) -> Settings:
    """Read what ``simulate`` says beside its topics."""
    limits = simulate.section("limits")
    limits.check_keys()
    simulate.boolean("confidence-interval")  # says nothing any more, but may be written wrong
    return Settings(
        count=simulate.number("count"),
        debug=simulate.boolean("debug"),
        strict=simulate.boolean("strict"),
        seed=simulate.number("seed"),
        limits=Limits(
            **{
                name: number
                for name in children("simulate.limits")
                if (number := limits.number(name)) is not None
            }
        ),
    )


class Topics:
    """Reads the topics of one deck."""

    def __init__(
        self,
        reading: Reading,
        cards: Cards,
        scripts: Scripts,
        conditions: Conditions,
        dealt: int | None = None,
    ) -> None:
        """``dealt`` is how many cards a deal fills each hand up to; None where nothing is dealt."""
        self.reading = reading
        self.cards = cards
        self.scripts = scripts
        self.conditions = conditions
        self.starts = Starts(cards, conditions.vocabulary, conditions.used)
        self.dealt = dealt

    def read(self, simulate: Section) -> list[Topic]:
        return [self._topic(entry) for entry in simulate.table("tests")]

    def _topic(self, entry: Entry) -> Topic:
        topic = Section(self.reading, TOPIC, entry.value, entry.key, entry.key.value)
        misplaced = self._misplaced_combos(topic)
        topic.check_keys(also=misplaced)
        start_card = topic.number("start-card")
        assert start_card is not None
        if self.dealt is not None:
            start_card = self.dealt
        elif self.cards.complete and start_card > self.cards.total:
            written = topic.entry("start-card")
            self.reading.error(
                "Y208",
                say(
                    "a hand of {start_card} cards cannot be drawn from a deck of {total}",
                    start_card=start_card,
                    total=self.cards.total,
                ),
                written.value if written else entry.key,
            )
        scripts = {key: script for key in SCRIPTS if (script := topic.scalar(key))}
        turns, draw = topic.number("turns"), topic.number("draw")
        assert turns is not None and draw is not None
        self._check_play(topic, "program" in scripts, turns)
        combos = tuple(self._combo(COMBO, "combo", combo) for combo in topic.table("combos"))
        watch = tuple(self._combo(WATCH, "watch", entry) for entry in topic.table("watch"))
        self._check_names(combos, watch)
        stats = topic.table("stats")
        # A stat that is broken has been reported, and is not unknown to an expectation.
        names = Names(
            [combo.name for combo in combos],
            [entry.name for entry in watch],
            [stat.key.value for stat in stats],
            unread=bool(misplaced) or any(map(topic.is_broken, ("combos", "watch", "stats"))),
        )
        plays = topic.boolean("exec-program") and "program" not in scripts
        key = "start-card" if self.dealt is None else "deal.hand"
        start = self.starts.read(topic, start_card, key) if topic.entry("start") else self.starts.unsaid
        return Topic(
            name=entry.key.value,
            start_card=start_card if self.dealt is None else len(start.hand),
            exec_program=topic.boolean("exec-program"),
            scripts={key: self.scripts.script(script, key) for key, script in scripts.items()},
            turns=turns,
            draw=draw,
            method=topic.choice("method"),
            match=topic.choice("match"),
            combos=combos,
            watch=watch,
            stats=tuple(stat for item in stats if (stat := self._stat(topic, item))),
            relations=tuple(self._relations(topic, names)),
            expect=self._expectations(topic, names),
            place=entry.key.place,
            start=start,
            policy=self._policy(topic, names, turns, plays=plays),
            joint=topic.choice("deal") == "joint",
        )

    def _policy(self, topic: Section, names: Names, turns: int, *, plays: bool) -> Policy:
        """A policy, written as a word or as a table of keys."""
        written = topic.entry("policy")
        if written is None or not isinstance(written.value, Mapping):
            policy = Policy(topic.choice("policy"), place=written.key.place if written else None)
        else:
            section = topic.section("policy")
            section.check_keys(strict=True)
            goal = section.scalar("goal")
            goals = ("score", "success", *names.stats)
            if goal is not None and goal.value not in goals and not names.unread:
                self.reading.error(
                    "Y230",
                    say("{name} is not `score`, `success` or a stat of the topic", name=shown(goal.value)),
                    goal,
                    respelling(nearest(goal.value, goals), (0, len(goal.value))),
                )
            policy = Policy(
                kind=section.choice("kind"),
                goal=goal.value if goal else "score",
                may_stop=section.choice("pass") == "always",
                stage=self._stage(topic, section, turns),
                evaluate=self._evaluation(section),
                **{name: number for name in LOOKING_AHEAD if (number := section.number(name)) is not None},
                table=section.boolean("table"),
                place=written.key.place,
            )
        if written is not None and policy.kind != "greedy" and not plays:
            self.reading.warning(
                "Y434",
                say("`{kind}` has no effect to activate: the topic runs none", kind=policy.kind),
                written.key,
                self._with(
                    topic,
                    "exec-program",
                    "true",
                    say("`exec-program: true` lets the cards' effects be activated"),
                ),
            )
        return policy

    def _stage(self, topic: Section, policy: Section, turns: int) -> int:
        """How many turns a stage has: no more than the topic."""
        stage, written = policy.number("stage"), policy.entry("stage")
        assert stage is not None
        if written is not None and stage > turns:
            message = say_n(
                "a stage of {stage} turns is longer than a trial, which has one turn",
                "a stage of {stage} turns is longer than a trial, which has {number} turns",
                turns,
                stage=stage,
            )
            hint = say("`turns: {stage}` gives the topic as many", stage=stage)
            self.reading.error("Y204", message, written.value, self._with(topic, "turns", str(stage), hint))
        return stage

    def _evaluation(self, policy: Section) -> NumberText | None:
        """What a position is worth to a policy that evaluates any."""
        scalar = policy.scalar("evaluate")
        if scalar is None:
            return None
        kind = policy.choice("kind")
        if kind != EVALUATES:
            message = say("`{kind}` evaluates no positions", kind=kind)
            self.reading.error(
                "Y231",
                message,
                scalar,
                say("`kind: {kind}` does; others have a `goal`", kind=EVALUATES),
            )
        return self.scripts.number(scalar, "evaluate")

    def _with(self, topic: Section, key: str, value: str, hint: Message) -> Hint:
        """The hint to give a topic a key."""
        return setting(hint, (*TESTS, topic.name, key), value)

    def _check_play(self, topic: Section, programmed: bool, turns: int) -> None:
        """Warn of keys that come to nothing beside the others."""
        hand = topic.entry("start-card")
        if self.dealt is not None and hand is not None and hand.key.place.file == self.reading.file:
            message = say("the deal fills the hands, so `start-card` draws nothing")
            meant = f"deal: {{hand: {topic.number('start-card')}}}"
            hint = say("`{meant}`, beside `deck`, says how many cards a hand has", meant=meant)
            self.reading.warning("Y428", message, hand.key, hint)
        runs = topic.entry("exec-program")
        if programmed and runs is not None and topic.boolean("exec-program"):
            self.reading.warning(
                "Y428",
                say("the topic has a `program`, which runs in place of the cards' effects"),
                runs.key,
                Remedy(
                    say("delete one of the two; effects that answer events run with either"),
                    tuple(Setting((*TESTS, topic.name, key), None) for key in ("exec-program", "program")),
                ),
            )
        drawn = topic.entry("draw")
        if drawn is not None and turns == 1:
            self.reading.warning(
                "Y428",
                say("`draw` is for the turns after the first, and this topic has one turn"),
                drawn.key,
                self._with(
                    topic,
                    "turns",
                    "2",
                    say("`turns: 2` gives it another; how many cards the opening hand has is `start-card`"),
                ),
            )

    def _expectations(self, topic: Section, names: Names) -> tuple[Expectation, ...]:
        read = (read_expectation(scalar, names, self.reading) for scalar in topic.scalars("expect"))
        return tuple(expectation for expectation in read if expectation is not None)

    def _misplaced_combos(self, topic: Section) -> frozenset[str]:
        """Entries beside ``combos`` that look like combos, as ygo-calc's own text shows them."""
        marks = children(COMBO).keys() - {ZONE_KEY}
        direct = marks - children(TOPIC).keys() if "combos" not in topic.entries else ()
        misplaced = [name for name in topic.entries if name in direct]
        for name in misplaced:
            self.reading.error(
                "Y206",
                say(
                    "{name} belongs to a combo, but is directly under the topic {topic}",
                    name=shown(name),
                    topic=shown(topic.name),
                ),
                topic.entries[name].key,
                say(
                    "write `combos:`, below it a name for the combo, and below that `{name}:`, each"
                    " indented once more",
                    name=name,
                ),
            )
        for name, entry in topic.entries.items():
            if name in children(TOPIC) or not isinstance(entry.value, Mapping):
                continue
            below = entry.value.entries
            if below and all(isinstance(one.value, Mapping) for one in below.values()):
                continue  # what a combo wants are lists: these are combos, under a key that is misspelt
            near = nearest(name, children(TOPIC))
            if near is not None and below.keys() <= children(f"{TOPIC}.{near}").keys():
                continue
            if any(key in marks or is_zone(key) for key in below):
                self.reading.error(
                    "Y206",
                    say("{name} looks like a combo, but combos go under `combos`", name=shown(name)),
                    entry.key,
                    say("write `combos:` above it (or `watch:`, to count it only), and indent it once more"),
                )
                misplaced.append(name)
        return frozenset(misplaced)

    def _check_names(self, combos: tuple[Combo, ...], watch: tuple[Combo, ...]) -> None:
        """What is watched has names of its own: ``NAME.rate`` would else mean two things."""
        taken = {combo.name for combo in combos}
        for entry in watch:
            if entry.name in taken:
                self.reading.error(
                    "Y215",
                    say("{name} is also a combo of this topic", name=shown(entry.name)),
                    entry.place,
                    say("give it another name; a combo's rate is counted without `watch`"),
                )

    def _combo(self, path: str, where: str, entry: Entry) -> Combo:
        combo = Section(self.reading, path, entry.value, entry.key, entry.key.value)
        combo.check_keys()
        condition = combo.scalar("condition")
        wants: dict[str, list[Want]] = {}
        for name, zone_entry in combo.entries.items():
            zone = ZONE_NAMES.get(name, name)
            if zone == CARD:
                self.reading.error("Y213", NO_ZONE, zone_entry.key)
            elif is_zone(zone):
                wants.setdefault(zone, []).extend(self.conditions.wants(combo.items(name)))
        return Combo(
            where=where,
            name=entry.key.value,
            score=self._score(combo),
            condition=self.scripts.number(condition, "condition") if condition else None,
            wants=tuple((zone, tuple(listed)) for zone, listed in wants.items() if listed),
            place=entry.key.place,
        )

    def _score(self, combo: Section) -> NumberText | int:
        scalar = combo.scalar("score")
        if scalar is None:
            return 1
        number = whole_number(scalar)
        if number is not None and abs(number) < FEW:
            return number
        return self.scripts.number(scalar, "score") or 1

    def _stat(self, topic: Section, entry: Entry) -> Stat | None:
        scalar = topic.section("stats").scalar(entry.key.value)
        if scalar is None:
            if isinstance(entry.value, Scalar):
                self.reading.wrong_kind(KEYS[f"{TOPIC}.stats.*"], entry.key.value, entry.value)
            return None
        number = self.scripts.number(scalar, "stat")
        return Stat(entry.key.value, number, entry.key.place) if number else None

    def _relations(self, topic: Section, names: Names) -> list[Relation]:
        """The pairs of ``relate``, each once."""
        known = Suggestions(relatable(names.combos, names.watch, names.stats))
        found: dict[Relation, None] = {}
        items = topic.items("relate")
        for item in items[:MOST_RELATIONS]:
            pair = item.items if isinstance(item, Sequence) else []
            x, y = pair if len(pair) == 2 else (None, None)
            if not isinstance(x, Scalar) or not isinstance(y, Scalar):
                hint = say("write each pair in brackets: `relate: [[weight, win]]`")
                self.reading.not_wanted("relate", KEYS[f"{TOPIC}.relate"].value.value, item, hint)
            elif names.unread:
                continue  # what it names may be in what could not be read
            elif self._observed(known, x) and self._observed(known, y):
                found[Relation(x.value, y.value)] = None
        if len(items) > MOST_RELATIONS:
            at = items[MOST_RELATIONS]
            self.reading.error(
                "Y209",
                say("a topic relates at most {most} pairs", most=MOST_RELATIONS),
                at,
            )
        return list(found)

    def _observed(self, known: Suggestions, name: Scalar) -> bool:
        if name.value in known:
            return True
        self.reading.error(
            "Y240",
            say("{name} is not a stat, a combo, a watched entry or `score`", name=shown(name.value)),
            name,
            respelling(known.nearest(name.value), (0, len(name.value))),
        )
        return False
