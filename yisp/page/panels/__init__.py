"""TODO yisp/page/panels."""
