"""``yispc lsp``: the services for any editor that speaks the Language Server Protocol.

Messages come in and go out by pygls; ``server`` has a handler for each request, ``protocol`` and
``positions`` say the services' answers in the protocol's words. What is answered is decided in
``editor.services``.
"""
