// On a disk a page may not read other pages, so results of a search are shown without pieces of their text.
if (location.protocol === "file:") DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY = false;
