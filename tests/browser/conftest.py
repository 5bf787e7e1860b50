"""A real browser without a window; where there is none, the tests say so and are skipped."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from driving import Browser, missing


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    reason = missing()
    if reason is not None:
        pytest.skip(reason)
    with Browser() as browser:
        yield browser
