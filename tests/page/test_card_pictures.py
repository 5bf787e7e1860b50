"""Pictures of cards from a folder of the user's: which files are some, whose, and how many a page takes."""

from __future__ import annotations

import os
import struct
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from paging import PLAYED
from picturing import png

import yisp
from yisp.deck.reading.files import Unreadable
from yisp.page import pictures
from yisp.page.document import document
from yisp.page.pictures import LARGEST, MOST_PIXELS, Picture, Pictures, media_type, size_of
from yisp.page.reading import page_data

JPEG = (
    b"\xff\xd8\xff\xe0\x01\x03"
    + b"J" * 0x101
    + b"\xff\xdb\x00\x03q\xff\xff\xc2\x00\x0b\x08"
    + struct.pack(">HH", 40, 30)
    + b"\x03"
    b"\x01\x11\x00"
)
WEBP = {
    "lossy": b"VP8 " + bytes(4) + b"\0\0\0\x9d\x01\x2a" + struct.pack("<HH", 30, 40 | 0x4000),
    "lossless": b"VP8L" + bytes(4) + b"\x2f" + struct.pack("<I", 29 | 39 << 14),
    "extended": b"VP8X" + bytes(4) + bytes(4) + b"\x1d\0\0\x27\0\0",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    found = tmp_path / "cards"
    found.mkdir()
    return found


def test_what_a_picture_is_and_how_large() -> None:
    assert media_type(png()) == "image/png" and size_of("image/png", png(3, 4)) == (3, 4)
    assert media_type(JPEG) == "image/jpeg" and size_of("image/jpeg", JPEG) == (30, 40)
    large = JPEG.replace(struct.pack(">HH", 40, 30), struct.pack(">HH", 0x1234, 0x0567))
    assert size_of("image/jpeg", large) == (0x0567, 0x1234)
    for marker in (0xC4, 0xC8, 0xCC):
        tables = JPEG[:2] + bytes((0xFF, marker)) + b"\0\x0b" + bytes(range(9)) + JPEG[2:]
        assert size_of("image/jpeg", tables) == (30, 40)
    assert size_of("image/jpeg", JPEG[:2] + b"\0" + JPEG[3:]) == (0, 0)
    assert size_of("image/png", png(0x0567, 0x1234)) == (0x0567, 0x1234)
    for name, body in WEBP.items():
        data = b"RIFF" + bytes(4) + b"WEBP" + body
        assert (media_type(data), size_of("image/webp", data)) == ("image/webp", (30, 40)), name
    drawing = b"<svg xmlns='http://www.w3.org/2000/svg'/>"
    for other in (b"", drawing, b"GIF89a", b"RIFF1234WAVE", b"RIFX1234WEBP", b"\xff\xd8"):
        assert media_type(other) is None


@given(
    kind=st.sampled_from([b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"RIFF1234WEBP"]),
    rest=st.binary(max_size=60),
)
def test_whatever_is_in_a_file(kind: bytes, rest: bytes) -> None:
    data = kind + rest
    media = media_type(data)
    assert media is not None
    assert all(side >= 0 for side in size_of(media, data))


@pytest.mark.parametrize(
    ("file", "card"),
    [
        ("scout.png", "scout"),
        ("Scout.PNG", "scout"),
        ("scout.jpeg", "scout"),
        ("灰流丽.png", "灰流丽"),
        ("Number 39_ Utopia.png", "Number 39: Utopia"),
        ("a_b.png", "a/b"),
        ("cafe\u0301.png", "caf\u00e9"),
    ],
)
def test_whose_picture_a_file_is(folder: Path, file: str, card: str) -> None:
    (folder / file).write_bytes(png())
    pictures = Pictures(str(folder))
    assert pictures.has(card) and pictures.of(card) == Picture("image/png", png())
    assert not pictures.has(card + "x") and pictures.of(card + "x") is None


@pytest.mark.parametrize(
    "card",
    ["../secret", "..\\secret", "/etc/passwd", "cards/scout", "scout.png", "", "\0", "~", "%2e%2e/secret"],
)
def test_a_name_never_leads_out_of_the_folder(folder: Path, card: str) -> None:
    (folder.parent / "secret.png").write_bytes(png())
    (folder / "scout.png").write_bytes(png())
    assert Pictures(str(folder)).of(card) is None


def test_links_and_folders_are_no_pictures(folder: Path) -> None:
    (folder.parent / "secret.png").write_bytes(png())
    (folder / "link.png").symlink_to(folder.parent / "secret.png")
    (folder / "folder.png").mkdir()
    os.mkfifo(folder / "pipe.png")
    pictures = Pictures(str(folder))
    assert not any(map(pictures.has, ("link", "folder", "pipe")))
    (folder / "later.png").write_bytes(png())
    assert pictures.of("later") is not None
    (folder / "later.png").unlink()  # and the folder is as it was, as far as its list goes
    pictures._listed = os.stat(folder).st_mtime_ns, {"later": "later.png"}
    (folder / "later.png").symlink_to(folder.parent / "secret.png")
    pictures._listed = os.stat(folder).st_mtime_ns, {"later": "later.png"}
    assert pictures.has("later") and pictures.of("later") is None


@pytest.mark.parametrize(
    "data",
    [b"", b"no picture", png(0, 4), png(MOST_PIXELS + 1, 4), png(more=LARGEST), b"<svg onload='alert(1)'/>"],
    ids=["nothing", "text", "no width", "too wide", "too many bytes", "markup"],
)
def test_files_that_are_no_pictures(folder: Path, data: bytes) -> None:
    (folder / "scout.png").write_bytes(data)
    assert Pictures(str(folder)).of("scout") is None


def test_a_folder_that_is_not_there(folder: Path) -> None:
    with pytest.raises(Unreadable):
        Pictures(str(folder / "nothing"))
    pictures = Pictures(str(folder))
    folder.rmdir()
    assert not pictures.has("scout") and pictures.of("scout") is None


# In a page --------------------------------------------------------------------------------------


def test_pictures_become_part_of_the_page(folder: Path, tmp_path: Path) -> None:
    (folder / "scout.png").write_bytes(png())
    (folder / "nobody.png").write_bytes(png())
    path = tmp_path / "page.html"
    yisp.write_report(yisp.loads(PLAYED, "deck.yml"), path, pictures=folder)
    text = path.read_text("utf-8")
    data = page_data(text)
    drawn = {kind["name"]: kind["picture"] for kind in data["kinds"] if "picture" in kind}
    assert drawn == {"scout": Picture("image/png", png()).address}
    assert "img-src data:;" in text.partition("</head>")[0]
    assert f"--pictures {folder}" in data["command"]
    yisp.write_report(yisp.loads(PLAYED, "deck.yml"), path)
    assert "img-src" not in path.read_text("utf-8").partition("</head>")[0]


def test_there_is_room_for_so_many(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """First come the cards of sample hands; who is left out is known.  All else of the page stays."""
    from yisp.page import data as of_page
    from yisp.page.data import page_of

    deck = yisp.loads(PLAYED, "deck.yml")
    for kind in deck.kinds:
        (folder / f"{kind.name}.png").write_bytes(png(more=1000))
    result = yisp.run(deck)
    plain = page_of(deck, result)
    room = 2 * len(Picture("image/png", png(more=1000)).address) + 10
    monkeypatch.setattr(of_page, "MOST_PICTURES", room)
    page = page_of(deck, result, pictures=Pictures(str(folder)))
    assert len(page.unpictured) == len(deck.kinds) - 2 and 0 < page.pictures <= room
    first = page.data["played"][0]["samples"][0]["hands"][0]["cards"][0]
    assert "picture" in page.data["kinds"][first]
    shown = page_data(document(page))
    assert [one["trace"] for one in shown["played"][0]["samples"]] == [
        one["trace"] for one in page_data(document(plain))["played"][0]["samples"]
    ]


def test_where_there_is_no_such_folder(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="the folder cannot be read"):
        yisp.write_report(yisp.loads(PLAYED, "deck.yml"), tmp_path / "p.html", pictures=tmp_path / "nothing")
    with pytest.raises(TypeError, match="pictures must be the path"):
        yisp.write_report(yisp.loads(PLAYED, "deck.yml"), tmp_path / "p.html", pictures=7)  # type: ignore[arg-type]


def test_of_several_files_of_a_card_the_first_in_the_alphabet_is_shown(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In whatever order the folder names them; and of too many files the others are none."""
    entries = [SimpleNamespace(name=name, is_file=lambda **_: True) for name in ("b.PNG", "b.jpg", "b.JPEG")]
    for several, most, first in ((entries, 3, "b.JPEG"), (entries[::-1], 3, "b.JPEG"), (entries, 2, "b.PNG")):
        monkeypatch.setattr(pictures.os, "scandir", lambda _, several=several: nullcontext(several))
        monkeypatch.setattr(pictures, "MOST_FILES", most)
        assert Pictures(str(folder))._files() == {"b": first}
