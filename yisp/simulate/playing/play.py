"""One topic of a program, ready to run any range of its trials on either target.

What comes in: a :class:`~yisp.compile.program.Program`.  What goes out: :class:`Counts`, logs,
records.  The python target's functions are made here, once a program, from generated source that holds
nothing but indices and numbers.
"""

from __future__ import annotations

from functools import lru_cache
from math import prod

from yisp_runtime.bindings.table import PyTable
from yisp_runtime.codes import EVERY_SCRIPT, WORK_EFFECT, WORK_STAGE, WORK_TRY
from yisp_runtime.counts.accumulator import Accumulator

from ...compile.program import Program, evaluation_function, script_function
from ...compile.row import RowLayout
from ..counting.counts import Counts, Notice, Pairs, Tally, total
from .records import relation_places

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from ...compile.builds.native import Run
    from .strata import Strata

    Functions = dict[str, Callable[..., Any]]

HAND, CARD = 100, 2
"""So many cards of an opening hand come with the first stage; the work of each further one."""

COMBINATIONS = 24
"""So many combinations of worlds that a bargain goes through are a unit of work."""


@lru_cache(maxsize=8)
def python_functions(source: str) -> Functions:
    """The functions that a python target's source defines; decks of one family have one source."""
    namespace: dict[str, Any] = {}
    exec(compile(source, "<yisp deck>", "exec"), namespace)
    return namespace


class Play:
    """A topic's table and its counts so far.

    Without ``native`` trials run on the python target, whose ``functions`` may be shared by all
    topics of a program.  With ``strata`` trials are counted by stratum.  Whoever runs stages one by one does
    so with ``stages``, a native module built for that, where there is one.
    """

    def __init__(
        self,
        program: Program,
        topic: int,
        seed: int,
        *,
        functions: Functions | None = None,
        native: Run | None = None,
        stages: Run | None = None,
        strata: Strata | None = None,
    ) -> None:
        self.program = program
        self.index = topic
        self.topic = program.topics[topic]
        self.row = RowLayout.of(self.topic)
        self.functions = functions
        self.native = native
        self.stages = stages
        self.table = PyTable(program.plan)
        self._accumulators = [
            self.new_accumulator() for _ in range(1 if strata is None else len(strata.weights))
        ]
        self.table.open(
            seed,
            self.topic.key,
            self._accumulators[0],
            hand=self.topic.drawn,
            turns=self.topic.turns,
            draw=self.topic.draw,
            plays=self.topic.exec_program and "program" not in self.topic.scripts,
            answers=self.topic.plays,
            scoring=len(self.topic.combos),
            parts=self.topic.parts,
        )
        self.table.start(program.initial(topic), self.topic.known)
        if strata is not None:
            self.table.stratify(strata.questions, strata.masks, self._accumulators)
        if functions is not None:
            self._load(functions)

    def new_accumulator(self) -> Accumulator:
        """One for the counts of this topic, with nothing counted."""
        return Accumulator(
            combos=len(self.topic.judged),
            bests=len(self.topic.bests),
            stats=len(self.topic.stats),
            effects=len(self.program.effects),
            sites=len(self.program.sites),
            width=self.row.width,
            relations=relation_places(self.topic),
            dealt=self.topic.parts and self.topic.parts + len(self.program.plan["hand_zones"]) + 1,
            kinds=self.topic.parts and len(self.program.kinds),
        )

    @property
    def accumulator(self) -> Accumulator:
        """The one that the table counts into."""
        return self._accumulators[0]

    @property
    def tables(self) -> list[PyTable]:
        """Whatever has to be halted where a run is to end at once."""
        return [self.table]

    @property
    def halted(self) -> bool:
        """Whether it was: then the counts since ``mark`` are of no use."""
        return bool(self.table.halted)

    def again(self, seed: int) -> Play:
        """The same topic under another seed, on a table of its own: nothing has run on that one.

        A table that was enumerated or halted is spent, so whoever needs trials takes another.
        """
        return Play(
            self.program, self.index, seed, functions=self.functions, native=self.native, stages=self.stages
        )

    def _load(self, functions: Functions) -> None:
        topic, index = self.topic, self.index
        self.table.load(
            scripts=[functions.get(script_function(key, index)) for key in EVERY_SCRIPT],
            effects=[functions[f"effect_{number}"] for number in range(len(self.program.effects))],
            installed=[functions[f"installed_{number}"] for number in range(len(self.program.installed))],
            combos=[functions[f"combo_{index}_{number}"] for number in range(len(topic.judged))],
            bests=[functions[f"best_{index}_{number}"] for number in topic.bests],
            stats=[functions[f"stat_{index}_{number}"] for number in range(len(topic.stats))],
            evaluation=functions.get(evaluation_function(index)),
            probes=[functions.get(f"probe_{number}") for number in range(len(self.program.installed))],
        )

    def run(self, first: int, last: int) -> None:
        """Run the trials ``first`` … ``last - 1`` and count them."""
        if self.native is None:
            self.table.run(first, last)
        else:
            self.table.run_native(self.native, self.index, first, last)

    def mark(self) -> None:
        """Remember the counts so far, for ``go_back``."""
        for accumulator in self._accumulators:
            accumulator.mark()

    def go_back(self) -> None:
        """Forget what was counted since ``mark``: it was not all of what was asked for."""
        for accumulator in self._accumulators:
            accumulator.go_back()

    def records(self, first: int, last: int) -> bytes:
        """Run those trials and give their rows (``compile.row``), in the machine's order of bytes."""
        self.table.record_rows(last - first)
        self.run(first, last)
        return bytes(self.table.read_rows())

    def log(self, trial: int) -> list[int]:
        """Run one trial and give its log (see ``runtime/yisp_runtime/position/log.h``)."""
        self.table.record_log(True)
        try:
            self.run(trial, trial + 1)
            return list(self.table.read_log())
        finally:
            self.table.record_log(False)

    @property
    def work(self) -> int:
        """What the trials so far, on the python target, have taken, in the units of ``compile.work``.

        Each turn begins, passes in vain and ends; each activation is a pass more; then there is the judging.
        A step is taken for the longest that the deck has.
        """
        counts, plan = self.counts(), self.program.plan["work"]
        stages = counts.trials * (3 * self.topic.turns + 1)
        effects = sum(
            times * (WORK_EFFECT + work)
            for times, work in zip(counts.activations, plan["effects"], strict=True)
        )
        scripts = counts.trials * sum(plan["topics"][self.index])
        longest: int = max(plan["steps"], default=1)
        played: int = WORK_STAGE * stages + effects + scripts + self.table.steps * longest
        return played + self._dealing(counts)

    def _dealing(self, counts: Counts) -> int:
        """The work of what most trials have little of: large hands, hands that are made again, bargains."""
        work = counts.trials * CARD * max(self.topic.start_card - HAND, 0)
        if self.topic.parts:
            again: int = sum(tally.total - tally.count for tally in counts.dealt[: self.topic.parts])
            worlds = prod(max(brought, 1) for brought in self.program.plan["worlds"])
            work += again * WORK_TRY + counts.trials * (worlds // COMBINATIONS)
        return work

    def counts(self) -> Counts:
        """Everything counted so far."""
        return total(self.parts())

    def parts(self) -> list[Counts]:
        """The same by stratum; one where there are none."""
        return [self.counts_of(accumulator) for accumulator in self._accumulators]

    def counts_of(self, accumulator: Accumulator) -> Counts:
        """What an accumulator of this topic has counted."""
        data = accumulator.read()
        sites = self.program.sites
        data["score"] = Tally(*data["score"])
        data["stats"] = [Tally(*stat) for stat in data["stats"]]
        data["dealt"] = [Tally(*one) for one in data["dealt"]]
        data["relations"] = [Pairs(*pair) for pair in data["relations"]]
        data["notices"] = [
            Notice(sites[site].code, site, count, trials, trial)
            for site, count, trials, trial in data["notices"]
        ]
        return Counts(**data)
