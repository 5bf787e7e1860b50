"""``python -m yisp`` is ``yispc``."""

from .cli.start import main

main()
