"""TODO yisp/editor/server."""
