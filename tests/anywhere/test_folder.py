"""The folder that ``yispc site`` writes: what is in it, and what it may overwrite."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from pathlib import Path

import pytest

from yisp.report.files.files import CannotWrite
from yisp.site import folder as module
from yisp.site.folder import ENTRY, MANIFEST, SERVICE, NotBuilt, folder
from yisp.site.writing import LIST, write


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Parts of an engine, none of which is one."""
    home = tmp_path / "built"
    home.mkdir()
    for name in ("python.bin", "library.bin", "sqlite.bin", "pyodide.js"):
        (home / name).write_text(f"this is {name}")
    (home / "parts.json").write_text(json.dumps({"versions": {"yisp": "1"}, "licences": {"Yisp": "MIT"}}))
    monkeypatch.setattr(module, "BUILT", str(home))
    return home


@pytest.mark.usefixtures("built")
@pytest.mark.parametrize("base", ["./", "/yisp/"])
def test_every_part_is_named_by_its_digest_and_checked_by_it(base: str) -> None:
    files = folder(base)
    page = files[ENTRY].decode()
    named = set(re.findall(rf'"?{re.escape(base)}(assets/[^"]+)"', page))
    assert named == {path for path in files if path.startswith("assets/")}
    site = json.loads(re.search(r'id="yisp-site">(.*?)</script>', page)[1])  # type: ignore[index]
    parts = [*site["parts"].values(), *site["words"].values(), *site["reading"].values()]
    assert len(parts) == 7
    for part in parts:
        data = files[part["path"].removeprefix(base)]
        digest = base64.b64encode(hashlib.sha384(data).digest()).decode()
        assert part["integrity"] == f"sha384-{digest}"
        assert hashlib.sha256(data).hexdigest()[:16] in part["path"]
    assert json.loads(files[MANIFEST])["scope"] == base


@pytest.mark.usefixtures("built")
def test_only_the_script_in_the_page_starts_anything() -> None:
    page = folder("./")[ENTRY].decode()
    policy = re.search(r'security-policy" content="([^"]*)"', page)[1]  # type: ignore[index]
    script = re.search(r'<script id="yisp-start"[^>]*>(.*?)</script>', page, re.DOTALL)[1]  # type: ignore[index]
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert policy.startswith("default-src 'none'; ")
    assert f"script-src 'sha256-{digest}' 'strict-dynamic' 'wasm-unsafe-eval'" in policy
    assert "unsafe-inline" not in policy
    assert "http" not in policy


@pytest.mark.usefixtures("built")
def test_the_service_worker_keeps_all_and_another_version_is_another() -> None:
    files = folder("./")
    listed = json.loads(re.match(rb"const FOLDER = (.*?);\n", files[SERVICE])[1])  # type: ignore[index]
    assert set(listed["files"]) | set(listed["later"]) == files.keys() - {SERVICE}
    assert not set(listed["files"]) & set(listed["later"])  # these are no part of the first download
    assert {path.split("/")[1].split(".")[0] for path in listed["later"]} == {"cards", "sqlite"}
    before = listed["version"]
    Path(module.BUILT, "library.bin").write_text("another")
    again = json.loads(re.match(rb"const FOLDER = (.*?);\n", folder("./")[SERVICE])[1])  # type: ignore[index]
    assert again["version"] != before


def test_where_nothing_was_built_a_sentence_says_so(built: Path) -> None:
    (built / "python.bin").unlink()
    with pytest.raises(NotBuilt, match=r"web\.wasm"):
        folder("./")


FILES = {ENTRY: b"page", "assets/a.1.js": b"one"}


def test_a_folder_is_written_and_written_anew(tmp_path: Path) -> None:
    place = tmp_path / "public"
    write(str(place), FILES)
    (place / "CNAME").write_text("cards.example")  # what a host wants
    write(str(place), {ENTRY: b"new", "assets/a.2.js": b"two"})
    there = {path.relative_to(place).as_posix() for path in place.rglob("*") if path.is_file()}
    assert there == {ENTRY, "assets/a.2.js", LIST, "CNAME"}
    assert (place / ENTRY).read_bytes() == b"new"


def test_the_page_is_written_last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Until then the one before it has all that it names."""
    written: list[str] = []

    def writing(path: str, content: bytes) -> None:
        written.append(Path(path).relative_to(tmp_path).as_posix())
        Path(path).write_bytes(content)

    monkeypatch.setattr("yisp.site.writing.write_file", writing)
    write(str(tmp_path), {ENTRY: b"", SERVICE: b"", MANIFEST: b"", "assets/z.js": b"", "assets/a.js": b""})
    assert written == ["assets/a.js", "assets/z.js", SERVICE, MANIFEST, ENTRY, LIST]
    assert json.loads((tmp_path / LIST).read_text()) == sorted(written[:-1])


def test_what_took_the_place_of_a_file_of_ours_stays(tmp_path: Path) -> None:
    place = tmp_path / "public"
    write(str(place), {**FILES, "assets/b.js": b"two", "assets/c.js": b"three"})
    (tmp_path / "secret").write_text("kept")
    (place / "assets/b.js").unlink()
    (place / "assets/b.js").symlink_to(tmp_path / "secret")
    (place / "assets/c.js").unlink()
    (place / "assets/c.js").mkdir()
    write(str(place), {ENTRY: b"new"})
    assert sorted(path.name for path in (place / "assets").iterdir()) == ["b.js", "c.js"]
    assert (tmp_path / "secret").read_text() == "kept"


def test_a_place_that_cannot_be_a_folder(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("kept")
    for place in (tmp_path / "file", tmp_path / "file" / "below"):
        with pytest.raises(CannotWrite):
            write(str(place), FILES)


@pytest.mark.parametrize(
    "listed",
    [None, "[]x", '["../secret"]', '["assets/../../secret"]', '{"a": 1}', "[1]", '["assets/a/b"]',
     '["other/x"]', '[""]', '["assets/"]', '["."]', '["thesis.txt", "/thesis.txt"]'],
)  # fmt: skip
def test_what_is_not_ours_is_left_alone(tmp_path: Path, listed: str | None) -> None:
    place = tmp_path / "public"
    place.mkdir()
    (tmp_path / "secret").write_text("kept")
    (place / "thesis.txt").write_text("kept")
    if listed is not None:
        (place / LIST).write_text(listed)
    with pytest.raises(CannotWrite, match="something else"):
        write(str(place), FILES)
    assert sorted(path.name for path in place.iterdir()) == sorted(
        ["thesis.txt", *([LIST] if listed is not None else [])]
    )
    assert (tmp_path / "secret").read_text() == "kept"
