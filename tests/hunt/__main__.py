"""``python -m tests.hunt``, from the checkout's root."""

import sys
from pathlib import Path

# The tests' own modules are found as pytest finds them: by the folder ``tests``.
sys.path.insert(0, str(Path(__file__).parents[1]))

from hunt.command import main

sys.exit(main())
