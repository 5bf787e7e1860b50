"""Which target trials run on, and when the native one is built.

What comes in: a program, the target asked for and, as soon as it can be foreseen, how many trials there
will be.  What goes out: :class:`Targets`, which opens a topic's ``Play`` on the
best target there is at that moment.  ``auto`` takes a cached native module; without one it starts at once in
python, and for a long run builds native in a child process meanwhile.

(On the warm start's path: imports nothing before there is something to run.)
"""

from __future__ import annotations

from ...messages import say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...compile.builds.native import Build, BuildError, Run
    from ...compile.program import Policy, Program
    from ..playing.play import Functions, Play
    from ..playing.strata import Strata
    from ..worlds.worlds import Players, Scanning

WORTH_BUILDING = 2.0
"""Seconds of playing in python that are still to come from which on building the native target pays."""


class Targets:
    """The targets of one program; ``remark`` is a sentence for the user where one could not be had.

    ``native`` is what trials run on; what that is built for, ``entry`` says (``Entry``): the stages of
    whoever plays in worlds, or the trials of ``greedy`` there.
    """

    def __init__(self, program: Program, target: str, *, entry: str = "trials") -> None:
        self.program = program
        self.target = target
        self.entry = entry
        self.native: Run | None = None
        self.stages: Run | None = None
        self.remark: str | None = None
        self.used: set[str] = set()
        self._functions: Functions | None = None
        self._build: Build | None = None
        self._begun = False

    def look_for_native(self) -> None:
        """There will be trials: take the native module that there is or, where it was asked for, build it."""
        self.native = self._module(self.entry, build=self.target == "native")

    def look_for_stages(self, *, build: bool) -> None:
        """Stages will be run one by one: take the native module for that, or ``build`` one."""
        if self.stages is None:
            self.stages = self._module("stages", build=build)

    def _module(self, entry: str, *, build: bool) -> Run | None:
        if self.target == "python":
            return None
        from ...compile.builds import native

        try:
            found = native.load_cached(self.program, native.Entry(entry))
            return native.build(self.program, native.Entry(entry)) if found is None and build else found
        except native.BuildError as error:
            self._give_up(error)
            return None

    def foresee(self, seconds: float) -> None:
        """So long will be played in python, as far as can be foreseen: where that is long, native is built
        meanwhile.  It is begun once."""
        if seconds <= WORTH_BUILDING or self.target != "auto" or self._begun or self.native is not None:
            return
        from ...compile.builds import native

        self._begun = True
        try:
            self._build = native.Build(self.program, native.Entry(self.entry))
        except native.BuildError as error:
            self._give_up(error)

    def _give_up(self, error: BuildError) -> None:
        reason = str(error)
        if error.details:
            reason = say("{reason} (`yispc compile` with this deck shows its full output)", reason=reason)
        self.remark = say("running in python, which is slower: {reason}", reason=reason)

    @property
    def building(self) -> bool:
        """Whether the native target may yet come; asking looks whether it has."""
        if self._build is None:
            return False
        if not self._build.over:
            return True
        from ...compile.builds import native

        build, self._build = self._build, None
        try:
            self.native = build.result()
        except native.BuildError as error:
            self._give_up(error)
        finally:
            build.close()
        return False

    def __enter__(self) -> Targets:
        return self

    def __exit__(self, *_: object) -> None:
        """Stop a build that nobody waits for any more."""
        if self._build is not None:
            self._build.close()
            self._build = None
            self._begun = False

    def open(self, topic: int, seed: int, strata: Strata | None = None) -> Play:
        """The topic, ready to run on the best target there is now, which counts as ``used``."""
        from ..playing.play import Play

        functions, native = self._best(), self.native
        return Play(
            self.program, topic, seed, functions=functions, native=native, stages=self.stages, strata=strata
        )

    def open_players(self, topic: int, seed: int, policies: Sequence[Policy]) -> Players:
        """The same for policies that play in worlds, whose stages are run one at a time."""
        from ..worlds.worlds import Players

        return Players(self.program, topic, seed, policies, functions=self._best(), stages=self.native)

    def open_in_worlds(self, topic: int, seed: int, policies: Sequence[Policy]) -> Players | Scanning:
        """The same for whoever they are: ``greedy`` alone needs no stages, on the targets for that."""
        from ..worlds.worlds import Scanning

        if self.entry != "worlds":
            return self.open_players(topic, seed, policies)
        (policy,) = policies
        return Scanning(self.program, topic, seed, policy, functions=self._best(), native=self.native)

    def open_python(self, topic: int, seed: int) -> Play:
        """The topic on the python target; its functions are made once for all topics."""
        from ..playing.play import Play

        return Play(self.program, topic, seed, functions=self._python_functions(), stages=self.stages)

    def _best(self) -> Functions | None:
        """Note which target is used, the best there is now; its functions, if it is python."""
        self.used.add("python" if self.native is None else "native")
        return self._python_functions() if self.native is None else None

    def _python_functions(self) -> Functions:
        from ..playing.play import python_functions

        if self._functions is None:
            self._functions = python_functions(self.program.python_source)
        return self._functions
