"""How a study's many runs are done: here, on other cores, on other machines, and again after an end.

Tasks come in, their answers go out, the same whoever did them. ``work`` says what a task is, ``answers`` what
an answer; ``asking`` gets it, ``pools`` and ``cluster`` share tasks out, ``journal`` remembers what is done.
A ``worker`` does them, ``gradual`` and ``together`` bit by bit for whoever looks on, all with the programs of
``decks``. What tasks are for is the studies' business.
"""
