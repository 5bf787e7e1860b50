"""``yisp.import_deck`` and ``yisp.export_deck``."""

from __future__ import annotations

from pathlib import Path

import pytest

import yisp


def test_of_a_file_a_text_and_bytes(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_text("3 Ash\n37 Mountain\n")
    texts = [
        yisp.import_deck(path),
        yisp.import_deck(str(path)),
        yisp.import_deck("3 Ash\n37 Mountain\n"),
        yisp.import_deck(b"3 Ash\n37 Mountain"),
    ]
    assert len({text.partition("\ndeck:")[2] for text in texts}) == 1
    assert "list.txt" in texts[0] and "<text>" in texts[2]
    assert yisp.run(yisp.loads(texts[0])).topics["opening"].success.exact is not None


def test_what_is_left_out_is_warned_of(tmp_path: Path) -> None:
    names = tmp_path / "names.csv"
    names.write_text("id,name\n7,Ash\n")
    with pytest.warns(yisp.DeckWarning, match="the side deck is left out: 1 card"):
        text = yisp.import_deck("ydke://BwAAAA==!!BwAAAA==!", names=names)
    assert (
        yisp.export_deck(yisp.loads(text), "ydk", names=names)
        == "#created by yispc\n#main\n7\n#extra\n!side\n"
    )


def test_a_deck_may_be_anything_that_load_takes() -> None:
    assert yisp.export_deck("opening").startswith("Deck\n3 scout\n")
    assert yisp.export_deck(yisp.load("opening"), to="csv").startswith(
        "count,name,zone,attribute,description\n"
    )


def test_what_is_told_of_a_list_is_a_warning_at_the_callers_line() -> None:
    with pytest.warns(yisp.DeckWarning) as caught:
        yisp.import_deck("3 Ash\n1996 World Champion x4\n")
    assert {warning.filename for warning in caught} == {__file__}


def test_mistakes() -> None:
    with pytest.raises(yisp.DeckError, match=r"<text>:1:1: error\[Y018\]"):
        yisp.import_deck("Ash\n3 a\n")
    with pytest.raises(yisp.DeckError, match="cannot be read: there is no such file"):
        yisp.import_deck("none.ydk")
    with pytest.raises(yisp.DeckError, match="Y022"):
        yisp.export_deck("opening", to="ydk")
    with pytest.raises(ValueError, match="format must be one of 'ydke'"):
        yisp.import_deck("3 a\n", format="pdf")
    with pytest.raises(ValueError, match="to must be one of 'ydk'"):
        yisp.export_deck("opening", to="calc")
    with pytest.raises(TypeError, match="source is the path of a file, or its content"):
        yisp.import_deck(3)  # type: ignore[arg-type]
