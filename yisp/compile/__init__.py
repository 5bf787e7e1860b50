"""The compiler: a checked deck to a ``Program``, plain data with both targets' sources (see ``pipeline``)."""
