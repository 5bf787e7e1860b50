"""Sampling a topic: how many trials, on which target, on how many cores.

A topic's play comes in; a :class:`~yisp.simulate.sampling.sample.Sampler` with counts goes out.
``precision`` goes on until a rate is known, ``effort`` says how many trials so much work is, ``targets``
chooses python or native, ``crew`` and ``workers`` are the processes. A seed gives the same counts whatever
is chosen.
"""
