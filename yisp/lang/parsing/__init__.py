"""From the text of a script to its syntax tree.

Text comes in, with the way back to the file it stands in; a tree goes out, or the mistakes in sentences.
``scan`` cuts a script at its semicolons, ``parser`` reads each statement by ``grammar.lark``, and
``mistakes`` explains what stopped it. Begin with ``parser``. Whether a tree makes sense is asked in
``lang.checking``.
"""
