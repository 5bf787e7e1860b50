"""Who plays: policies that weigh what they can do, in worlds.

``play.h`` plays trials by a policy; ``imagine.h`` is ``best`` by trials, ``foresee.h`` hindsight and staged
search, ``costs.h`` what greedy's choices cost, ``advise.h`` what one first move is worth. ``playing`` is
what Python sees; begin with ``player.h``.
"""
