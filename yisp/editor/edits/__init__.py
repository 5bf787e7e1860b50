"""TODO yisp/editor/edits."""
