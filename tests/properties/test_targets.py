"""Both targets play the same trials: equal logs, records and final positions, trial by trial.

The decks are generated from the declarations of the language.  Building the native target takes a
second, so most decks hold a great many programs.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random

import pytest
from generated import few_of
from hunt.decks import ALIASES, large_deck, plain_topic, small_deck, with_start
from hunt.programs import FUNCTIONS, SEATED, WALLED, Programs
from running import compile_text, deck_text, load_text, notices, open_play, rows, zones

from yisp.compile.program import Program
from yisp.lang import tree
from yisp.lang.forms import FORMS, Kind
from yisp.lang.walk import walk
from yisp.simulate.playing.play import Play, python_functions
from yisp.simulate.worlds.worlds import Players

BUILT_AS_USERS_DO = True

SHAPES = {
    "plain": {},
    "a few cards": {"cards": (2, 2, 1, 1), "effects": 3},
    "many topics": {"topics": 12},
    "many effects": {"effects": 20, "topics": 2},
    "over 64 cards": {"cards": (30, 25, 1, 20), "topics": 3},
    "lit": {"lit": True, "topics": 4},
    "over 64 effects, over 128 cards": {"fillers": 70, "cards": (40, 1, 1, 20), "topics": 2},
}

SEEDS = (1, 2)

LARGE = [(name, seed) for name in SHAPES for seed in SEEDS]

each_large = pytest.mark.parametrize(
    ("name", "seed"),
    [pytest.param(*one, marks=[] if one == ("lit", 1) else [pytest.mark.slow]) for one in LARGE],
)


@cache
def large_program(name: str, seed: int) -> Program:
    return compile_text(large_deck(Random(f"{name} {seed}"), **SHAPES[name]))


def both(program: Program, topic: int) -> tuple[Play, Play]:
    return open_play(program, "python", topic), open_play(program, "native", topic)


@each_large
def test_both_targets_write_the_same_logs(name: str, seed: int) -> None:
    program = large_program(name, seed)
    for topic in range(len(program.topics)):
        python, native = both(program, topic)
        for trial in range(60):
            assert python.log(trial) == native.log(trial), f"topic {topic}, trial {trial}"
            assert python.table.position == native.table.position
            assert zones(python) == zones(native)
        assert vars_of(python) == vars_of(native)


@pytest.mark.slow
@each_large
def test_both_targets_give_the_same_records_and_counts(name: str, seed: int) -> None:
    program = large_program(name, seed)
    for topic in range(len(program.topics)):
        python, native = both(program, topic)
        assert python.records(0, 400) == native.records(0, 400)
        assert vars_of(python) == vars_of(native)


@pytest.mark.slow
@each_large
def test_both_targets_play_the_same_in_worlds(name: str, seed: int) -> None:
    """And greed alone plays what it plays where its stages are run one by one, as everybody's are."""
    program = large_program(name, seed)
    for topic in range(len(program.topics)):
        python, native = (open_play(program, target, topic) for target in ("worlds", "native worlds"))
        found = [python.records(trial, trial + 1) for trial in range(60)]
        for trial, one in enumerate(found):
            assert native.records(trial, trial + 1) == one, f"topic {topic}, trial {trial}"
        assert python.table.position == native.table.position
        assert vars_of(python) == vars_of(native)
        among = Players(
            program, topic, 7, [program.topics[topic].policy.but(kind="greedy")],
            functions=python_functions(program.python_source),
        )  # fmt: skip
        assert among.records(0, 60) == b"".join(found), f"topic {topic}"


def assert_same_positions(program: Program, trials: int) -> None:
    """Without a log, for which every card is looked at one by one, natives go their own ways."""
    for topic in range(len(program.topics)):
        python, native = both(program, topic)
        for trial in range(trials):
            assert python.records(trial, trial + 1) == native.records(trial, trial + 1)
            assert python.table.position == native.table.position, f"topic {topic}, trial {trial}"


@each_large
def test_both_targets_come_to_the_same_positions(name: str, seed: int) -> None:
    assert_same_positions(large_program(name, seed), 100)


@pytest.mark.slow
@pytest.mark.parametrize("seed", few_of(4, 1))
def test_both_targets_come_to_the_same_positions_by_the_quick_scan(seed: int) -> None:
    assert_same_positions(list(tidy_programs())[seed], 200)


@pytest.mark.slow
@pytest.mark.parametrize("seed", few_of(5, 2))
def test_both_targets_begin_with_what_is_known(seed: int) -> None:
    random = Random(f"known {seed}")
    program = compile_text(with_start(random, small_deck(random)))
    for topic in range(len(program.topics)):
        python, native = both(program, topic)
        for trial in range(60):
            assert python.log(trial) == native.log(trial), f"topic {topic}, trial {trial}"
            assert zones(python) == zones(native)
        assert python.records(0, 400) == native.records(0, 400)
        assert vars_of(python) == vars_of(native)


def vars_of(play: Play) -> object:
    """Everything counted, for comparison."""
    return [accumulator.read() for accumulator in play._accumulators]


@pytest.mark.slow
@pytest.mark.parametrize("seed", few_of(8, 3))
def test_small_decks_too(seed: int) -> None:
    program = compile_text(small_deck(Random(seed)))
    python, native = both(program, 0)
    for trial in range(200):
        assert python.log(trial) == native.log(trial), f"trial {trial}"
        assert python.table.position == native.table.position
    assert vars_of(python) == vars_of(native)


# The quick scan and the logged one ------------------------------------------------------------------


def tidy_programs() -> Iterator[Program]:
    """Decks whose every effect is pure up to its last guard before ``@``."""
    for seed in range(40):
        random = Random(f"tidy {seed}")
        programs = Programs(random, heads=set(FORMS) - {"shuffle"})

        def effect(programs: Programs = programs) -> str:
            text = programs.effect(4, 2)
            flags, script = re.match(r"(\[[^\]]*\])?(.*)", text, re.DOTALL).groups()
            _, at, after = script.partition("@")
            guards = "".join(guard(programs) for _ in range(programs.one_of((0, 1, 2))))
            return f"{(flags or '').replace('D', '')}{guards}@{after if at else ''}"

        cards = {
            name: {
                "count": count,
                "attribute": ["m"],
                "props": {"cost": count - 3},
                "program": [effect() for _ in range(2)],
            }
            for name, count in {"p": 3, "q": 4, "two words": 2, "蟲惑": 5}.items()
        }
        topics = {"t": plain_topic(programs, 6, 2, 3)}
        limits = {"activations": 12, "steps": programs.one_of((20, 60, 100000))}
        yield compile_text(deck_text(cards, topics, alias=ALIASES, define=ASKED, simulate={"limits": limits}))


ASKED = {
    "held(n)": "(- |H.a:m| n)",
    "share(n)": "(muldiv n |H| (- (held 2) |B|) up)",  # now and then a division by 0
    "many(n)": "/(> |H| 1);(+ " + " ".join(["(held n)"] * 60) + ")",
    "too_many()": "(+ (many 1) (many 2))",  # more steps than a look is given back
}


def guard(programs: Programs) -> str:
    """Most are plain; others compute, call what can fail, or take more steps than are free."""
    than = programs.one_of("1234")
    number = programs.one_of((
        *[f"|{zone}.a:m|" for zone in "HBFD" * 3], f"(held {than})", f"(share {than})", f"(many {than})",
        f"(* (+ |B| 5) (- |H| {than}))", "(sum H cost)", "(too_many)",
    ))  # fmt: skip
    return f"/({programs.one_of('><')} {number} {than});"


@pytest.mark.slow
def test_the_quick_scan_finds_what_the_full_one_finds() -> None:
    """A copy of a card just refused is not looked at again; while a log is kept it is."""
    tidy = 0
    for program in tidy_programs():
        tidy += program.plan["tidy"]
        quick, logged = open_play(program, "python"), open_play(program, "python")
        for trial in range(60):
            (row,) = rows(quick, trial, trial + 1)
            logged.log(trial)
            assert zones(quick) == zones(logged)
            assert row == next(rows(open_play(program, "python"), trial, trial + 1))
        assert vars_of(quick) == vars_of(logged)
    assert tidy >= 20, "hardly any of the generated decks is tidy"


# Blocks ---------------------------------------------------------------------------------------------


def test_how_trials_are_cut_into_blocks_changes_nothing(target: str) -> None:
    program = large_program("lit", 1)
    for topic in range(len(program.topics)):
        whole, halves, single = (open_play(program, target, topic) for _ in range(3))
        records = whole.records(0, 300)
        assert halves.records(0, 113) + halves.records(113, 300) == records
        assert b"".join(single.records(trial, trial + 1) for trial in range(300)) == records
        assert vars_of(whole) == vars_of(halves) == vars_of(single)


def test_counts_of_blocks_add_up(target: str) -> None:
    """Each tally of a block is the sum of those of its trials."""
    program = large_program("lit", 1)
    for topic in range(len(program.topics)):
        whole = open_play(program, target, topic)
        listed = list(rows(whole, 0, 300))
        counts = whole.counts()
        assert counts.trials == 300
        assert counts.successes == sum(row.score > 0 for row in listed)
        assert counts.combos == [sum(each) for each in zip(*(row.combos for row in listed), strict=True)]
        for index, tally in enumerate(counts.stats):
            values = [value for row in listed if (value := row.stats[index]) is not None]
            assert tally.count == len(values)
            assert tally.total == sum(values)
            assert tally.squares == sum(value * value for value in values)
            assert (tally.least, tally.greatest) == ((min(values), max(values)) if values else (None, None))
            if tally.exact:
                assert tally.histogram == dict(sorted(Counter(values).items()))


def test_any_trial_can_be_replayed_alone(target: str) -> None:
    program = large_program("lit", 1)
    play = open_play(program, target, 3)
    listed = list(rows(play, 0, 200))
    for trial in (199, 3, 77):
        assert next(rows(open_play(program, target, 3), trial, trial + 1)) == listed[trial]


@pytest.mark.slow
def test_another_seed_and_another_topic_are_other_trials(target: str) -> None:
    cards = {f"card {index}": {"count": 1} for index in range(40)}
    topic = {"combos": {"c": {}}}
    program = compile_text(deck_text(cards, {"one": topic, "two": topic}))
    logs = set()
    for seed in (1, 2, 2**53 - 1):
        for index in range(2):
            logs.add(tuple(open_play(program, target, index, seed).log(0)))
    assert len(logs) == 6


# What is generated ----------------------------------------------------------------------------------


def generated_nodes() -> Iterator[object]:
    for name, seed in LARGE[:: len(SEEDS)]:
        deck = load_text(large_deck(Random(f"{name} {seed}"), **SHAPES[name]))
        for kind in deck.kinds:
            for effect in kind.effects:
                yield from walk(effect.effect.script)
        for topic in deck.topics:
            for script in topic.scripts.values():
                yield from walk(script.script)
            for stat in topic.stats:
                yield from walk(stat.number.number)
            for combo in topic.judged:
                for number in (combo.condition, combo.score):
                    if not isinstance(number, int | None):
                        yield from walk(number.number)


def test_every_declared_form_and_filter_is_generated() -> None:
    nodes = list(generated_nodes())
    heads = Counter(node.head for node in nodes if isinstance(node, tree.Call))
    options = {option.name for form in FORMS.values() for option in form.options}
    forms = set(FORMS) - {*WALLED, *SEATED}
    assert set(heads) == forms | options | set(FUNCTIONS), f"never generated: {forms - set(heads)}"
    assert min(heads.values()) >= 3, heads
    sorts = {type(node) for node in nodes}
    assert set(tree.Filter.__args__) <= sorts
    assert set(tree.Statement.__args__) - sorts <= set(tree.Expression.__args__)
    assert {node.end for node in nodes if isinstance(node, tree.Limit)} == {
        "first",
        "last",
        "random",
        "choice",
    }


def test_every_kind_of_argument_has_a_generator() -> None:
    from yisp.lang.forms import Argument

    programs = Programs(Random(0))
    for kind in Kind:
        assert programs.argument(Argument("a", kind, choices=("up",)), 2, False)


@pytest.mark.slow
def test_generated_plays_are_worth_looking_at() -> None:
    """Most trials move cards and activate effects, some meet every sort of run-time error."""
    codes: Counter[str] = Counter()
    activations = trials = 0
    for name, seed in LARGE:
        program = large_program(name, seed)
        for topic in range(len(program.topics)):
            play = open_play(program, "python", topic)
            play.run(0, 50)
            codes.update(dict(notices(play)))
            activations += sum(play.counts().activations)
            trials += 50 * program.topics[topic].exec_program
    assert set(codes) >= {"Y301", "Y302", "Y303", "Y304", "Y305", "Y306"}
    assert activations > trials
