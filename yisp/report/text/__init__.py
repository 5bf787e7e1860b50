"""Results in words on a terminal or in a pipe.

Results, traces and timings come in; lines of text go out. ``text`` is the plain report, ``terminal`` the
same with bars and colours, ``notices`` says what went wrong in play, ``trace`` tells a trial. Columns and
digits are drawn by ``report.layout``; what studies found is told in ``report.studies``.
"""
