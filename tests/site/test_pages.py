"""The pages of the documentation site: which there are, what is in their lists, where their links lead."""

from __future__ import annotations

import sys
from pathlib import Path

import documents
import pytest

from yisp.messages import ENGLISH, LANGUAGES

sys.path.insert(0, str(documents.ROOT / "docs" / "site"))

import pages
from pages import Page, Site

DOCS = documents.ROOT / "docs"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_document_is_a_page_and_on_the_start_page(language: str) -> None:
    site = Site(language, LANGUAGES)
    assert [page.original for page in site.pages.values()] == documents.ORIGINALS
    page = site.pages[pages.START]
    start = site.staged(page, page.path.read_text(encoding="utf-8"))
    for page in site.pages.values():
        if page.original != pages.START:
            assert f"({page.name}.md)" in start, page.name
            assert f" <{page.name}>\n" in start, page.name


def test_translated_pages_are_those_that_are_translated() -> None:
    shown = {page.path for language in LANGUAGES for page in pages.pages(language).values()}
    assert shown == set(documents.DOCUMENTS)


def staged(language: str, path: Path, text: str) -> str:
    """What becomes of a text that stands in a document, in a language."""
    site = Site(language, LANGUAGES)
    (page,) = [page for page in site.pages.values() if path in (page.original, page.path)]
    return site.staged(page, text)


@pytest.mark.parametrize(
    ("language", "path", "link", "meant"),
    [
        ("en", "docs/war.md", "(tutorial.md)", "(tutorial.md)"),
        ("en", "docs/war.md", "(../README.md)", "(readme.md)"),
        ("en", "docs/war.md", "(../CONTRIBUTING.md#a-form)", "(contributing.md#a-form)"),
        ("en", "README.md", "(docs/deck-file.md#keys)", "(deck-file.md#keys)"),
        ("zh", "docs/zh/language.md", "(../exact.md)", "(exact.md)"),
        ("zh", "docs/zh/language.md", "(../../README.zh.md)", "(readme.md)"),
        # An English page leads to the translation, and to the heading that stands at the same place there.
        ("zh", "docs/exact.md", "(language.md#numbers)", "(language.md#数)"),
        ("zh", "docs/exact.md", "(language.md#turns-)", "(language.md#回合-)"),
        ("ja", "docs/exact.md", "(language.md#numbers)", "(language.md#数)"),
        ("en", "docs/war.md", "(../LICENSE)", "(files/LICENSE)"),
        ("en", "docs/war.md", "(https://example.org/a#b)", "(https://example.org/a#b)"),
    ],
)
def test_links_lead_to_pages(language: str, path: str, link: str, meant: str) -> None:
    text = f"# Title\n\nSee [it]{link}, not `[it]{link}`.\n"
    page = staged(language, documents.ROOT / path, text)
    assert f"See [it]{meant}, not `[it]{link}`.\n" in page


def test_a_page_says_when_it_is_there_in_english_only() -> None:
    text = "# Title\n\nText.\n"
    assert staged(ENGLISH, DOCS / "exact.md", text) == text
    assert pages.UNTRANSLATED["zh"] in staged("zh", DOCS / "exact.md", text)
    assert staged("zh", DOCS / "zh" / "tutorial.md", text) == text
    assert set(pages.UNTRANSLATED) == set(LANGUAGES) - {ENGLISH}


def test_lines_are_joined_where_there_are_no_blanks_between_words() -> None:
    text = "# 标题\n\n一行，\n另一行\n`code`\n\n* 一项，\n  接着\n\n```text\n一行，\n另一行\n```\n"
    page = staged("zh", DOCS / "zh" / "tutorial.md", text)
    assert page == "# 标题\n\n一行，另一行\n`code`\n\n* 一项，接着\n\n```text\n一行，\n另一行\n```\n"


def test_the_row_of_languages_is_the_sites_own() -> None:
    text = "# Yisp\n\n[中文](README.zh.md) · [日本語](README.ja.md)\n\nText.\n"
    assert staged("en", documents.README, text) == "# Yisp\n\nText.\n"


def test_names_are_distinct() -> None:
    names = [page.name for page in pages.pages(ENGLISH).values()]
    assert len(set(names)) == len(names)
    assert isinstance(pages.pages(ENGLISH)[pages.START], Page)
