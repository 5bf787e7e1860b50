"""The card-collection runtime of Yisp: positions, what happens in a trial, and searches over them.

A plan comes in, plain data about a deck (``layout``); counts, rows, logs and exact weights go out. C
functions in headers do the work, without the GIL; modules built for one deck are compiled with them. In the
order in which they build on each other: ``numbers``, ``position``, ``chance``, ``zones``, ``counts``,
``play``, ``bindings`` (what Python sees: ``bindings.table.PyTable``), ``solving``, ``policies``.
``boundary`` states who checks what, ``codes`` names the numbers that both sides use. This package knows
neither the language nor deck files.
"""
