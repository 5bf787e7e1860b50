"""What an editor shows: completions, hovers, definitions, mistakes, colours.

A document and a place come in; plain data goes out, without any editor's protocol. Each module is one kind
of answer; ``deckfile`` completes keys and values, ``completion`` scripts. Edits are made in
``editor.edits``.
"""
