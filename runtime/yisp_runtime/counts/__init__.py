"""What is counted of trials, in whole numbers only.

``tally.h`` is a histogram that can be added up in any order, ``strata.h`` the groups of opening hands,
``accumulator`` owns a topic's counts for Python, ``pairs`` holds rows of the same trials against each
other. What the counts mean is the business of ``yisp.simulate.counting``.
"""
