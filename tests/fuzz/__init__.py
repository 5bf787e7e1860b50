"""The fuzz: inputs nobody would write, given to Yisp by the hundred thousand.

    python -m tests.fuzz --seconds 60               every part, for a minute in all
    python -m tests.fuzz --part yaml --inputs 100000 --seed 3
    python -m tests.fuzz --part yaml --seed 3 --at 4711    one input again: shown, and judged

==========  ==========================================================================  ============
part        what is drawn                                                               drawn in
==========  ==========================================================================  ============
``bytes``   deck files mutated byte by byte, token by token                             ``mutations``
``yaml``    deck files made from the schema: right, nearly right, and hostile values    ``structure``
``script``  scripts made from the forms, their tokens mutated                           ``scripts``
``wall``    decks with a wall, made hostile                                             ``walls``
``seats``   decks with seats, made hostile                                              ``seats``
``import``  card lists of other programs, right and nearly so                           ``imports``
``process`` any of these as a file, and a command line, for a whole process             ``processes``
``kill``    moments at which a process that builds and runs is killed                   ``kills``
==========  ==========================================================================  ============

What comes in: a seed; an input follows from seed, part and number, and from the corpus of decks
(``corpus``).  What goes out: every input that was answered by something else than diagnostics, a result
or a documented limit (``judge``), one of each sort, made small (``shrink``).  Inputs are judged in
children with little memory (``workers``), so that one that crashes or hangs is only one more finding.

Not handled: whether what comes out is right, which is the business of ``properties`` and ``hunt``.
"""

import sys
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
sys.path += [str(TESTS), str(TESTS / "cli")]  # helpers are found as pytest finds them, by their folder
