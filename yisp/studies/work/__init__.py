"""How a study's many runs are done: here, on other cores, on other machines, and again after an end.

Tasks come in, their answers go out, the same whoever did them. ``work`` says what a task is, ``asking``
gets it answered, ``pools`` and ``cluster`` share tasks out, ``journal`` remembers what is done, ``gradual``
answers one bit by bit for whoever looks on. What tasks are for is the studies' business.
"""
