"""TODO yisp/editor/text."""
