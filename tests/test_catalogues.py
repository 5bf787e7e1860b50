"""The catalogues: every text in every language, with the same names, and compiled."""

from __future__ import annotations

import pytest

catalogues = pytest.importorskip("catalogues", reason="babel, which reads the catalogues, is not installed")


@pytest.mark.parametrize("language", catalogues.TRANSLATED)
def test_nothing_is_untranslated(language: str) -> None:
    assert catalogues.untranslated(language) == []


@pytest.mark.parametrize("language", catalogues.TRANSLATED)
def test_every_placeholder_survives(language: str) -> None:
    assert catalogues.misplaced(language) == []


@pytest.mark.parametrize("language", catalogues.TRANSLATED)
def test_what_programs_read_is_what_translators_wrote(language: str) -> None:
    for path, data in catalogues.binaries(language).items():
        assert path.read_bytes() == data, f"{path.name}: python tests/catalogues.py --write"


@pytest.mark.parametrize("language", catalogues.TRANSLATED)
def test_no_text_is_left_over(language: str) -> None:
    """What the sources no longer say is not kept."""
    wanted = {text[0] for texts in catalogues.texts().values() for text in texts}
    for room, catalogue in catalogues.translations(language).items():
        for message in catalogue:
            if message.id:
                one = message.id if isinstance(message.id, str) else message.id[0]
                assert one in wanted, (room, one)
