"""Exact answers: everything that chance can do, with weights that are whole numbers.

A topic's play comes in; :class:`~yisp.simulate.counting.probabilities.ExactCounts` go out, or the reason
why not. ``exact`` is the way in, ``stages`` drives the runtime's search, ``policies`` decides for players,
``check`` and ``rehearsal`` hold each answer against trials before it is believed, ``kept`` remembers it.
"""
