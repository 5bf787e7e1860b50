"""What each piece of a script is, for colouring.

The forms' declarations and the spelling rules come in; grammars for editors and a Pygments lexer go out.
``highlight`` holds the one table that the others are made from, so begin there. Colours for one document,
by what its names mean, are worked out in ``editor.answers.tokens``.
"""
