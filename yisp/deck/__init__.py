"""The deck file: from YAML to a checked deck; ``load`` is the way in, ``model`` what comes out."""
