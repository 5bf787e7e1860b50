"""The scripts and functions of a deck.

Scalars with Yisp in them come in; checked trees go out, each with its place. ``scripts`` parses them where
they stand and checks them once all names are known; ``functions`` orders and checks what ``define``
defines, ``include`` reads files of functions. The language itself is ``yisp.lang``.
"""
