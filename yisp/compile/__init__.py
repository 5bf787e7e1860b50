"""The compiler: a checked deck in, a ``Program`` out: plain data with the sources of both targets.

``pipeline`` is the list of stages and the way in; ``front`` is the same by way of the cache. ``lowering``
turns trees into ``nodes``, ``analysis`` reads facts from them, each folder of ``backends`` prints them,
``builds`` keeps and builds what comes of it. Running a program is the business of ``yisp.simulate``.
"""
