"""Do the tests bite? Small faults are put into the code one by one; a test should fail for each.

    python -m tests.mutants --seconds 600 --seed 1
    python -m tests.mutants --number 40 yisp/deck/load.py runtime/yisp_runtime/zones/zones.h:180

``places`` finds where a file can be changed and how, ``judge`` makes the change in a copy of the
checkout and runs the tests of that room, ``__main__`` draws and reports.  What survives is either a
hole in the tests or a change that makes no difference, for which somebody has to say why.
"""
