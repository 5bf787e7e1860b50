"""Playing: from a ``Program`` to a ``Result``, exactly or trial by trial.

``run`` is the way in: a ``request`` says what is asked, ``question`` decides how each topic is answered, an
``outcome`` holds whole numbers, a ``result`` makes rates of them. ``exact`` enumerates, ``sampling`` plays
trials of ``playing``, ``counting`` knows what counts mean. What takes several runs is a study
(``yisp.studies``).
"""
