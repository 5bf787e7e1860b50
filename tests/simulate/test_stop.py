"""Why a run ends: what is noted up to the last moment counts."""

from __future__ import annotations

from typing import Any

import pytest
from running import compile_text, deck_text

from yisp.simulate import run, stop
from yisp.studies import compare, sensitivity

TEXT = deck_text(
    {"ash": {"count": 3}, "rest": {"count": 17}},
    {"t": {"method": "sample", "combos": {"one": {"hand": ["ash"]}}}},
)


class Late(stop.Stop):
    """One that is told to end when all trials are done, before it has left."""

    def __exit__(self, *error: Any) -> None:
        self.hear(stop.TIME)
        super().__exit__(*error)


@pytest.mark.parametrize("where", [run, compare, sensitivity], ids=["run", "compare", "sensitivity"])
def test_a_limit_that_comes_with_the_last_trial_is_not_lost(
    where: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever runs one deck after the other would go on for ever: the limit is announced once."""
    monkeypatch.setattr(where, "Stop", Late)
    program = compile_text(TEXT)
    if where is run:
        assert run.run_program(program, count=20, seed=7).ended == stop.TIME
    elif where is compare:
        builds = [("one", program), ("other", program)]
        assert compare.compare(builds, count=20, seed=7).ended == stop.TIME
    else:
        from running import load_text

        assert sensitivity.sensitivity(load_text(TEXT), count=20, seed=7).ended == stop.TIME
