"""What a script does, in a player's sentences.

What comes in: a checked tree.  What goes out: sentences of parts, each with the span of the script that it
speaks of (:func:`~yisp.explain.sentences.explain`).
"""
