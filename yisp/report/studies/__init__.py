"""What studies found, as sentences, tables and panels.

A study's findings come in; text goes out, with the sentence first that answers the question (``verdicts``).
There is a module for each study, named like it. Working the findings out is ``yisp.studies``.
"""
