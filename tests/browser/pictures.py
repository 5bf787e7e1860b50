"""Pictures of the pages, for the documents.

    python tests/browser/pictures.py [FOLDER]

What comes in: a packaged deck, and a browser (``driving`` says what that takes).  What goes out:
``docs/pictures/report.png`` and the others, or the same in another folder.
"""

from __future__ import annotations

import sys
import tempfile
import warnings
from pathlib import Path

from driving import PHONE, ROOT, Browser, missing

import yisp
from yisp.messages import speaking

DECK, SEED = "pots", 7
"""What the pages are about: effects, combos, hands that fail, names in three languages."""

SIZE = (1280, 860)

PICTURES = {
    "report": ("en", SIZE, False, "#answers"),
    "report-hands": ("en", (1180, 480), False, ".samples"),
    "report-dark": ("en", SIZE, True, ".trace-title"),
    "report-phone": ("en", PHONE, False, "#answers"),
    "report-chinese": ("zh", SIZE, False, "#answers"),
}
"""By name: the language, the size of the window, whether it is dark, and what is at its top."""

STEPS = 12
"""Steps that were taken in the trial that is seen."""


def drawn(folder: Path) -> list[Path]:
    """Draw every picture into the folder; their files."""
    found = []
    with Browser() as browser, tempfile.TemporaryDirectory() as pages, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name, (language, size, dark, top) in PICTURES.items():
            page = Path(pages) / f"{language}.html"
            if not page.exists():
                with speaking(language):
                    yisp.write_report(DECK, page, seed=SEED)
            browser.open(page, size, dark=dark)
            for _ in range(STEPS):
                browser.js("document.querySelector('.trace button.primary').click()")
            browser.js("document.querySelector(arguments[0]).scrollIntoView({behavior: 'instant'})", top)
            browser.settle()
            found.append(folder / f"{name}.png")
            found[-1].write_bytes(browser.picture())
    return found


if __name__ == "__main__":
    lacking = missing()
    if lacking is not None:
        sys.exit(lacking)
    for path in drawn(Path(sys.argv[1]) if sys.argv[1:] else ROOT / "docs/pictures"):
        print(path, path.stat().st_size)
