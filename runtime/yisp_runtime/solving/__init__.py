"""Exact answers: every path of decisions, positions merged where nothing can tell them apart.

``stages.h`` runs a stage along every path, ``canonical.h`` says when two positions are one, ``forward.h``
follows weights from opening hands on, ``solve.h`` finds the best move backwards. ``enumeration`` and
``search`` are what Python sees. Begin with ``stages.h``.
"""
