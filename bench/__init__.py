"""How fast Yisp is, beside hand-written C of the same tasks; see README.md."""
