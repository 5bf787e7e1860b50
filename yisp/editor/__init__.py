"""Help for whoever writes a deck: what editors show while one types.  It knows no editor.

A document and a place come in; completions, hovers, edits go out as plain data. ``services`` is all that
others import. ``text`` is the file that is being written, ``answers`` and ``edits`` are what is offered,
``server`` speaks the protocol of editors.
"""
