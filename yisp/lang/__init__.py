"""The language: text to checked trees; ``parser`` and ``check`` are the ways in, ``tree`` what comes out."""
