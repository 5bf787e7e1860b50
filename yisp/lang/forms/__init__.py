"""Every construct of the language, declared once (see ``declare``).

Importing this package fills :data:`FORMS`.
"""

from . import control, deal, moves, numbers  # noqa: F401  (they register their forms)
from .declare import FORMS, Argument, Engine, Form, Kind, Purity, Repeat, Scope, Type, form

__all__ = ["FORMS", "Argument", "Engine", "Form", "Kind", "Purity", "Repeat", "Scope", "Type", "form"]
