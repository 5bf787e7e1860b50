"""What is counted, and what it means: counts, exact probabilities, and estimates with intervals.

Whole numbers come in, from trials (``counts``) or from an exact answer (``probabilities``); rates, means,
quantiles and their 95 % intervals go out (``estimates``), as figures and as rows (``tabular``). Begin with
``counts`` and ``estimates``. How trials are run, and how many, is decided elsewhere.
"""
