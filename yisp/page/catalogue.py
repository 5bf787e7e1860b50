"""The page's own texts in the language in force.

What comes in: a language.  What goes out: translations by English text, from the gettext catalogue of the
domain ``page``, which is made of the calls of ``t`` in ``web/src``; none for English.
"""

from __future__ import annotations

from ..catalogue import Catalogue
from ..messages import ENGLISH, catalogue_path

DOMAIN = "page"


def page_messages(language: str) -> dict[str, str]:
    """Every translated text of the page, by the English one."""
    return {} if language == ENGLISH else dict(Catalogue(catalogue_path(language, DOMAIN)).items())
