"""TODO bindings/layout.pxd."""
