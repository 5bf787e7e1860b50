"""Search in Chinese and Japanese: texts without blanks between words, looked up by pairs of characters.

What comes in: the words of pages, and a reader's query.  What goes out: for a run of Chinese or Japanese
characters every character and every two neighbours in the index, and the pairs of a query's runs, all of
which a page must have.  So any piece of a sentence is found, without a dictionary that would have to know the
words of players (whoever looks for 诱发效果 or 誘発効果 would otherwise have to cut them as the dictionary
does).  Words in Latin letters are looked up as on the English pages.
"""

from __future__ import annotations

import re

from sphinx.application import Sphinx
from sphinx.search.en import SearchEnglish

_RUNS = "\u3005-\u3007\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_PIECE = re.compile(rf"[{_RUNS}]+|[^\W{_RUNS}]+")
_RUN = re.compile(rf"[{_RUNS}]")


class ByPairs(SearchEnglish):
    """How texts and queries are cut."""

    js_splitter_code = rf"""
function splitQuery(query) {{
  const found = [];
  for (const [piece] of query.matchAll(/[{_RUNS}]+|[^\s\p{{P}}\p{{S}}{_RUNS}]+/gu)) {{
    if (!/[{_RUNS}]/u.test(piece) || piece.length === 1) found.push(piece);
    else for (let i = 0; i + 1 < piece.length; i++) found.push(piece.slice(i, i + 2));
  }}
  return found;
}}
"""

    def split(self, input: str) -> list[str]:
        found = []
        for piece in _PIECE.findall(input):
            if _RUN.match(piece):
                found += [*piece, *(piece[index : index + 2] for index in range(len(piece) - 1))]
            else:
                found.append(piece)
        return found

    def word_filter(self, word: str) -> bool:
        return _RUN.match(word) is not None or super().word_filter(word)


class Chinese(ByPairs):
    lang = "zh"


class Japanese(ByPairs):
    lang = "ja"


def setup(app: Sphinx) -> dict[str, bool]:
    """Sphinx' own ways for these languages need dictionaries; ours take their place."""
    app.add_search_language(Chinese)
    app.add_search_language(Japanese)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
