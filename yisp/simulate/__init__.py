"""Playing: from a ``Program`` to a ``Result``, exactly or trial by trial; ``run`` is the way in."""
