"""What the reports' tests share."""

from __future__ import annotations

import pytest
from known_results import compiled

from yisp.compile.program import Program


@pytest.fixture(scope="session")
def program() -> Program:
    return compiled()
