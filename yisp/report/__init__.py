"""From results to what somebody reads: sentences, tables, files, pictures.

Results of ``yisp.simulate`` and findings of ``yisp.studies`` come in; nothing is worked out here but what
it looks like. ``sentences`` says what a result comes to, ``layout`` draws columns and ends digits where
knowledge ends; ``text``, ``files``, ``pictures`` and ``studies`` are the media. The page for a browser is
``yisp.page``.
"""
