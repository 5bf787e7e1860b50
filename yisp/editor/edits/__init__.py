"""Changes to a deck file that an editor offers: fixes, renaming, layout, effects made of parts.

A document and what is wanted come in; edits go out that were made, read again and found to mean what they
should. ``fixes`` carries out the suggestions of diagnostics by way of ``remedies``.
"""
