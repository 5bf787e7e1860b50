"""From nodes to source text, one module a target."""
