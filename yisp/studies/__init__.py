"""Questions that take more than one run: what comes of them is for ``report`` to show."""
