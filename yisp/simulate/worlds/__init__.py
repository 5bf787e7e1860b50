"""Several policies in the same futures, and the lines of play from one position.

A topic, a seed and policies come in; counts for each policy go out (``worlds``), and how they differ
(``comparison``); of one position, what each first move is worth (``firsts``), the lines that follow
(``lines``) and the routes of a search (``routes``). What a world is, the runtime's ``chance/worlds.h``
says.
"""
