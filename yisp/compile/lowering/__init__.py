"""From trees to nodes: what each construct does, step by step.

Checked trees come in; a ``nodes.Module`` goes out: a function for each effect, script, combo and stat.
``deck`` is the way in and ``builder`` the engine that the forms of ``lang.forms`` talk to; ``arithmetic``
and ``values`` keep an interval for every number. What the nodes come to as text is for ``backends`` to say.
"""
