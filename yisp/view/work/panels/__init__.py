"""The kinds of studies that a page may ask for, by name: what begins one (see ``study``).

A kind is a module here with a class that keeps ``study.Running``, a line below, and a panel in
``web/src/parts/panels`` that shows its content.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .advise import Advise
from .build import Build
from .compare import Compare
from .copies import Copies
from .policies import Policies
from .why import Why
from .worth import Worth

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..study import Options, Running, Setting

KINDS: dict[str, Callable[[Options, Setting], Running]] = {
    "worth": Worth,
    "copies": Copies,
    "why": Why,
    "build": Build,
    "advise": Advise,
    "policies": Policies,
    "compare": Compare,
}
