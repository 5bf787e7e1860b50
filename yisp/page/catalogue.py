"""The page's own texts in the language in force.

What comes in: a language.  What goes out: translations by English text, from the gettext catalogue of the
domain ``page``, which is made of the calls of ``t`` in ``web/src``; none for English.
"""

from __future__ import annotations

from gettext import GNUTranslations, find

from ..messages import ENGLISH, FOLDER

DOMAIN = "page"


def page_messages(language: str) -> dict[str, str]:
    """Every translated text of the page, by the English one."""
    path = None if language == ENGLISH else find(DOMAIN, FOLDER, [language])
    if path is None:
        return {}
    with open(path, "rb") as file:
        catalogue: dict[object, str] = vars(GNUTranslations(file))["_catalog"]
    # Of texts that count something the key is (text, form); our languages have one form.
    messages = {key[0] if isinstance(key, tuple) else key: text for key, text in catalogue.items()}
    return {key: text for key, text in messages.items() if isinstance(key, str) and key}
