"""From the bytes of a deck file to values that know their place.

Paths or text come in; ``document`` nodes (scalars, sequences, mappings) go out, merged with the files that
are named (``extends``), each with the way back to its line and column. ``parse`` is the way in, ``fields``
reads values by the schema, ``files`` decides what may be read at all. What a section means is asked next
door.
"""
