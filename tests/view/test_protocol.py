"""What pages may say, what servers and their processes say to each other, and what fits into a line."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

from yisp.deck.reading.files import LARGEST
from yisp.view import protocol, wire

FITTING: dict[str, dict[str, Any]] = {
    "edit": {"revision": 0, "text": "deck:"},
    "pin": {"text": ""},
    "unpin": {},
    "topic": {"name": "opening"},
    "run": {},
    "trial": {"id": 1, "revision": 2, "topic": "t", "trial": 2**53 - 1},
    "complete": {"id": 1, "revision": 2, "line": 3, "column": 4},
    "hover": {"id": 1, "revision": 2, "line": 3, "column": 4},
    "save": {"id": 1, "text": "", "force": True},
    "share": {"id": 1, "revision": 2},
    "import": {"id": 1, "file": "d.ydk", "content": "IzE=", "names": {"texts": []}},
}
"""A message of some sorts, with all its fields."""

UNFIT: dict[type, list[Any]] = {
    int: [-1, 2**53, 1.0, True, "1", None], str: [1, None, ["a"], True], bool: [1, "true", None],
    dict: [[], "a", None],
}  # fmt: skip
"""By what a field is, what is none of it."""


def test_a_message_has_its_fields_and_no_others() -> None:
    for name, known in FITTING.items():
        said = {"type": name, **known}
        assert protocol.read(json.dumps({**said, "more": 1})) == said
        for field in known:
            left = {key: one for key, one in said.items() if key != field}
            if field in ("force", "names"):
                assert protocol.read(json.dumps(left)) == left
                continue
            with pytest.raises(protocol.Unfit, match=f"{name!a} has a {field!a}"):
                protocol.read(json.dumps(left))


@pytest.mark.parametrize("name", FITTING)
def test_a_field_of_another_kind_is_refused(name: str) -> None:
    said = {"type": name, **FITTING[name]}
    for field, fits in FITTING[name].items():
        for value in UNFIT[type(fits)]:
            with pytest.raises(protocol.Unfit, match=f"The {field!a} of a message {name!a} is of another"):
                protocol.read(json.dumps({**said, field: value}))


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ("{", "not JSON"),
        ("[" * 100_000, "not JSON"),
        ("3", "an object with a `type`"),
        ("[]", "an object with a `type`"),
        ("{}", "an object with a `type`"),
        ('{"type": 3}', "an object with a `type`"),
        (json.dumps({"type": "x" * 99}), f"{'x' * 40}'"),
    ],
)
def test_what_is_no_message(data: str, said: str) -> None:
    with pytest.raises(protocol.Unfit, match=said):
        protocol.read(data)


@pytest.mark.parametrize("name", sorted(protocol.LONGEST))
def test_messages_about_one_card_or_study_have_a_length(name: str) -> None:
    most = protocol.LONGEST[name]
    said: dict[str, Any] = {
        "id": 1,
        "revision": 2,
        "card": "",
        "place": 0,
        "kind": "",
        "options": {},
        "more": "",
    }
    said["more"] = "x" * (most - len(json.dumps({"type": name, **said})))
    assert protocol.read(json.dumps({"type": name, **said}))["type"] == name
    with pytest.raises(protocol.Unfit, match="may not be so long"):
        protocol.read(json.dumps({"type": name, **said, "more": said["more"] + "x"}))


def test_what_servers_say_is_json_for_any_text() -> None:
    said = protocol.reply(3, text="灰\ud800\u2028")
    assert json.loads(protocol.written(said)) == {"type": "reply", "id": 3, "text": "灰\ud800\u2028"}
    assert protocol.written(said).isascii()
    with pytest.raises(ValueError, match="JSON"):
        protocol.written({"mean": float("inf")})


def test_the_longest_deck_and_the_one_it_is_compared_with_fit_into_a_line() -> None:
    """Of characters that take the most room."""
    text = "\x01" * LARGEST
    message = {"is": "work", "text": text, "pinned": text}
    line = wire.line(message)
    assert line.count(b"\n") == 1 and wire.receive(io.BytesIO(line + b"{}")) == message


def test_the_end_of_a_line_ends_a_message() -> None:
    stream = io.BytesIO(wire.line({"is": "idle"}) + wire.line({"is": "ready"}) + b'{"is": "half')
    assert [wire.receive(stream) for _ in range(3)] == [{"is": "idle"}, {"is": "ready"}, None]
    for data in (b"[]\n", b"3\n", b"{\n"):
        with pytest.raises(ValueError):
            wire.read(data)
