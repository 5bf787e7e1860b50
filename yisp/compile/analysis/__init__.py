"""What the compiler finds out about a deck from its nodes.

A module of nodes comes in; plain facts go out that the runtime's plan and the exact answers need: which
cards a topic can tell apart (``classes``), which looks decide nothing (``looks``, ``activation``), what
work an effect is (``work``); and ``specialise`` rewrites nodes for a module of one deck. Nothing is printed
or run here.
"""
