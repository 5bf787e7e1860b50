"""From nodes to source text: a folder for each backend, with the same files in each.

==============  =========================================================================
expressions     an expression as text
statements      a statement as lines
module          functions, and what stands around them
==============  =========================================================================

``contract.py`` says what a backend is, ``calls.py`` prints what is one call of the runtime on both targets,
and ``tests/compile/test_backends.py`` walks every node and every operator through all of them.  ``python``
and ``cython`` print the two targets, ``inline`` prints a formula that needs no table (``yisp.function``).  A
backend decides nothing: what is done, and by which way, is in the nodes.
"""
