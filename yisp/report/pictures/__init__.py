"""Pictures of results.

Results come in; panels go out (``panels``), which say what there is to draw, and files with the drawing
(``plot``, ``streams``). matplotlib is imported only when something is drawn.
"""
