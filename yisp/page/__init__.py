"""The page: what a run found, in one HTML file; its script and style sheet are built from ``web/``."""
