"""One trial or one script at a time.

A program and a seed come in; a replay with everything that happened goes out (``trace``), a number that a
script works out (``evaluate``, ``session``), what is known of a position (``position``), or how long things
take (``timing``). Counting many trials is the business of ``simulate.sampling``.
"""
