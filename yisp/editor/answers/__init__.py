"""TODO yisp/editor/answers."""
