"""``--lang`` and the languages of the environment: who is spoken to in which."""

from __future__ import annotations

import pytest
from commanding import process, yispc

from yisp import messages
from yisp.cli import language
from yisp.messages import LANGUAGES


@pytest.fixture(autouse=True)
def as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a test settles is forgotten after it."""
    monkeypatch.setattr(language, "_user", ["en"])
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.setenv(name, "")


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({}, "en"),
        ({"LANG": "zh_CN.UTF-8"}, "zh"),
        ({"LANG": "zh-Hans"}, "zh"),
        ({"LANG": "ja_JP.UTF-8"}, "ja"),
        ({"LANG": "ja"}, "ja"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "POSIX"}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "ja_JP", "LC_ALL": "C"}, "en"),
        ({"LANG": "ja_JP", "LC_ALL": "", "LC_MESSAGES": "zh_CN"}, "zh"),
        ({"LANG": "en_GB", "LANGUAGE": "fr:ja:zh"}, "ja"),
        ({"LANG": "ja_JP", "LANGUAGE": "en:ja"}, "en"),
    ],
)
def test_the_language_of_the_environment(environment: dict[str, str], expected: str) -> None:
    assert messages.chosen(environment) == expected


@pytest.mark.parametrize(
    ("words", "rest", "user"),
    [
        (["deck.yml"], ["deck.yml"], "en"),
        (["--lang", "zh", "deck.yml"], ["deck.yml"], "zh"),
        (["check", "deck.yml", "--lang=ja"], ["check", "deck.yml"], "ja"),
        (["eval", "--", "--lang"], ["eval", "--", "--lang"], "en"),
        (["--lang", "zh", "--lang", "en", "x"], ["x"], "en"),
    ],
)
def test_the_option_is_taken_out_of_the_command_line(words: list[str], rest: list[str], user: str) -> None:
    with messages.speaking("en"):
        assert language.settle(words) == rest
        assert language.user_language() == user


def test_results_in_a_pipe_stay_english_unless_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "zh_CN.UTF-8")
    with messages.speaking("en"):
        language.settle(["deck.yml"])  # standard output is no terminal here
        assert messages.language() == "en"
        with language.beside_results():
            assert messages.language() == "zh"
        language.settle(["deck.yml", "--lang", "ja"])
        assert messages.language() == "ja"


@pytest.mark.parametrize("words", [["--lang", "fr"], ["--lang"], ["check", "--lang=tlh"]])
def test_a_language_that_there_is_not(words: list[str]) -> None:
    said = yispc(*words, "deck.yml") if len(words) > 1 or "=" in words[0] else yispc(*words)
    assert said.code == 2
    assert "Traceback" not in said.err
    assert said.err.startswith("yispc: --lang") and ", ".join(LANGUAGES) in said.err


@pytest.mark.parametrize("language", ["zh", "ja"])
def test_help_is_in_the_language_of_the_environment(language: str) -> None:
    said = process("run", "--help", LANG=f"{language}.UTF-8", LC_ALL="", LANGUAGE="", PYTHONUTF8="1")
    assert said.code == 0
    assert not said.out.startswith("Usage:")
    assert "Trials per topic" not in said.out
    assert "--count" in said.out
