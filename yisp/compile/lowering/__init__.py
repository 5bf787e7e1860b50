"""From trees to nodes: what each construct does, step by step; ``deck`` is the way in."""
