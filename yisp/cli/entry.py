"""Where a process of ``yispc`` begins: until it is ready to be interrupted, Ctrl-C just ends it.

Importing takes longer than it takes to press Ctrl-C after a mistake, and a ``KeyboardInterrupt`` in the
middle of an import would end in a traceback.  (What Python does before it gets here is not ours to change.)
"""

import gc
import os
import signal

INTERRUPTED = 130

_heard = signal.getsignal(signal.SIGINT) == signal.default_int_handler  # not where it is ignored (nohup)
if _heard:
    signal.signal(signal.SIGINT, lambda *_: os._exit(INTERRUPTED))

# Classes and trees are made in great numbers here, and live as long as the process: looking for garbage among
# them after every 700, as Python does, takes an eighth of a first run and finds next to nothing.
gc.set_threshold(100_000)

from . import start  # noqa: E402


def main() -> None:
    """Run the command line and exit with its code."""
    start.main(_listen, forks=True)


def _listen() -> None:
    if _heard:
        signal.signal(signal.SIGINT, signal.default_int_handler)
