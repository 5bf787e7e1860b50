"""The page without a server: a folder of static files with the engine in it (``yispc site``).

Files that ``python -m web.wasm`` has built come in; a folder that any host can serve goes out (``folder``,
``writing``), or a server of it for this machine. What the engine says to the page is ``view.inside``.
"""
