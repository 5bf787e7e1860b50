"""One topic of a program, ready to be played.

A program and a topic come in; :class:`~yisp.simulate.playing.play.Play` goes out, which runs any range of
trials on either target, counts them, and gives their rows (``records``). ``strata`` are the groups of
opening hands that weighted trials are drawn from. Which trials to run is for ``simulate.sampling`` to say.
"""
