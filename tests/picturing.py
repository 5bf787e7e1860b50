"""Pictures for tests: small files of one colour."""

from __future__ import annotations

import struct
import zlib


def png(width: int = 3, height: int = 4, more: int = 0) -> bytes:
    """A picture of one colour, with so many bytes that nobody needs."""
    rows = zlib.compress((b"\0" + b"\x80\x40\x20" * width) * height) if width * height < 10_000 else b""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    parts = [(b"IHDR", header), (b"teXt", b"x" * more), (b"IDAT", rows), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunk(*part) for part in parts)
