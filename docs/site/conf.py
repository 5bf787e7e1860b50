"""Sphinx' configuration of the documentation site; ``build.py`` runs it, once for each language."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from pages import ENGLISH, pages

from yisp.messages import LANGUAGES
from yisp.version import VERSION

project = "Yisp"
version = release = VERSION
extensions = ["myst_parser", "lookup"]
myst_heading_anchors = 6
myst_heading_slug_func = "pages.slug"  # so that links lead to the same places as on a code host

html_theme = "furo"
html_title = f"Yisp {VERSION}"
html_show_copyright = html_show_sourcelink = html_copy_source = html_use_index = False
html_static_path = ["static"]
html_css_files = ["site.css"]
html_js_files = ["offline.js", "searched.js"]
templates_path = ["templates"]
html_sidebars = {
    "**": [
        "sidebar/brand.html",
        "sidebar/languages.html",
        "sidebar/search.html",
        "sidebar/scroll-start.html",
        "sidebar/navigation.html",
        "sidebar/scroll-end.html",
    ]
}
html_context = {
    "languages": LANGUAGES,
    "translated": {
        code: {page.name for page in pages(code).values() if code == ENGLISH or page.translated}
        for code in LANGUAGES
    },
}
