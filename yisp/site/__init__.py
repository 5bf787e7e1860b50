"""The page without a server: a folder of static files with the engine in it (``yispc site``)."""
