"""Playing by hand: a position to try things on, and functions to call, one script at a time.

A deck and scripts come in; what they do to a position goes out (``table``), with its dealer and its wall.
``prompt`` is the prompt of ``yispc repl`` without a terminal. Counting trials belongs to ``yisp.simulate``.
"""
