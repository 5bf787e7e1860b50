"""The page: what a run found, in one HTML file.

A result comes in; data goes out (``data``), fitted into a page that is built beforehand from ``web/``
(``document``). ``hands`` and ``steps`` are the sample hands, ``panels`` the studies, ``sentences`` what is
said in words; ``reading`` reads a page back. The live page's server is ``yisp.view``.
"""
