"""Draws the one picture of the example service, without a library: a bed with rows of plants."""

from __future__ import annotations

import struct
import zlib


def draw_bed(width: int) -> bytes:
    """Return a PNG picture of a bed, three quarters as high as it is wide."""
    height = width * 3 // 4
    rows = b"".join(
        b"\0" + b"".join(_color(x / width, y / height) for x in range(width)) for y in range(height)
    )
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    parts = (
        _part(b"IHDR", head),
        _part(b"IDAT", zlib.compress(rows, 9)),
        _part(b"IEND", b""),
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


def _color(x: float, y: float) -> bytes:
    if y < 0.3:  # sky
        return bytes((150 + int(60 * y), 200, 235))
    row = (x * 6) % 1
    leaf = (row - 0.5) ** 2 + (((y - 0.3) * 5) % 1 - 0.5) ** 2
    if leaf < 0.06:  # plants
        return bytes((40, 120 + int(600 * leaf), 60))
    return bytes((110 - int(30 * row), 78, 52))  # soil


def _part(kind: bytes, content: bytes) -> bytes:
    checksum = zlib.crc32(kind + content)
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", checksum)
