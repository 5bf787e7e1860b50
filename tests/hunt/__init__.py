"""Decks drawn at random, an interpreter of its own to judge them by, and the search for differences.

    python -m tests.hunt --seconds 60 --seed 7

What comes in: a seed.  What goes out: every way in which two of them disagree, of the interpreter that
walks through all orders, exact answers, sampled ones, and both targets; each shrunk to a small deck
and printed as a test.  The tests in ``tests/properties`` use the same generator and interpreter.

| module | what it does |
|---|---|
| ``programs``, ``decks`` | texts of scripts; decks of them, by seed and number |
| ``chance``, ``arithmetic``, ``scripts``, ``reference`` | the interpreter, from choices to trials |
| ``late`` | the same where cards are lit: nothing is decided before somebody looks |
| ``law`` | all ways a trial can go: what an exact answer says, and more |
| ``players`` | what policies are worth, by what a player knows |
| ``dilemmas``, ``richer`` | decks to decide in; such decks with more of the language |
| ``foreseen`` | what a staged search makes of a topic |
| ``doors`` | whatever shows figures to somebody |
| ``wanted`` | what wanted cards mean, read from the text |
| ``figures``, ``compare`` | what answers say; the comparisons of one deck |
| ``shrink`` | the smallest deck that still shows a difference |
| ``command`` | workers, the summary, the command line |
"""
