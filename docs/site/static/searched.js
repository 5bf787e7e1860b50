// Sphinx' Japanese catalogue has no words for what a search has found, so that its page would show none.
if (Documentation.LOCALE === "ja")
  Documentation.TRANSLATIONS["Search finished, found one page matching the search query."] = [
    "検索が終わりました。${resultCount} ページが見つかりました。",
  ];
