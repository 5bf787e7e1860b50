"""What tests of the page of ``yispc view`` need: without it, whoever imports this first is skipped.

Beside that, the marks of such tests: what decks have doubts about is not their business, and most take long.
"""

from __future__ import annotations

import pytest

pytest.importorskip("starlette", reason="starlette, which serves the page, is not installed")
pytest.importorskip("uvicorn", reason="uvicorn, which serves the page, is not installed")
pytest.importorskip("selenium", reason="selenium, which drives a browser, is not installed")

QUIET = pytest.mark.filterwarnings("ignore::yisp.PlayWarning", "ignore::yisp.DeckWarning")
SLOW = [pytest.mark.slow, QUIET]
