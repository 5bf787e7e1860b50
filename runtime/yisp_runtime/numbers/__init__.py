"""Numbers of every sort, and nothing of cards.

Words as sets of bits (``bits.h``), checked arithmetic, whole numbers of any size and ratios (``whole.h``),
keys that are numbered (``index.h``), random numbers (``streams.h``). ``portable.h`` is what compilers
differ in; begin there. Which random number decides what is for ``chance`` to say.
"""
