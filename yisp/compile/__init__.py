"""The compiler: a checked deck to a ``Program``, plain data with the sources of both targets (see ``pipeline``)."""
