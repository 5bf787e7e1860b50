"""A file as it is being written, and where in it somebody is.

Text comes in, broken as it may be; a :class:`~yisp.editor.text.document.Document` goes out, and what stands
at a place of it (``context``, ``target``). ``repair`` reads a file that lacks something, ``writing`` puts
text into one. What is answered about a place belongs to ``editor.answers``.
"""
