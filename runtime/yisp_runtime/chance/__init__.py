"""The one gate for chance: whatever a position does not determine is decided here.

A number of options comes in; one goes out, chosen by the streams of a trial, by an enumeration that takes
every option, or by a world that is known as a whole (``worlds.h``). Begin with ``gate.h``.
"""
