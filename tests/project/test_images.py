from __future__ import annotations

import struct
import zlib
from pathlib import Path

import pytest

from octavo.project.discover import load_project
from octavo.project.images import build_size_lookup


def png(width: int, height: int) -> bytes:
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunk = b"IHDR" + header
    return (
        b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + chunk + struct.pack(">I", zlib.crc32(chunk))
    )


def size_of(tmp_path: Path, name: str, data: bytes) -> tuple[int, int] | None:
    (tmp_path / name).write_bytes(data)
    project, _ = load_project(tmp_path)
    return build_size_lookup(project)(name)


def test_sizes_are_read_from_the_pictures(tmp_path: Path) -> None:
    assert size_of(tmp_path, "a.png", png(640, 480)) == (640, 480)
    svg = b'<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"></svg>'
    assert size_of(tmp_path, "b.svg", svg) == (30, 20)
    assert size_of(tmp_path, "c.gif", b"GIF89a" + struct.pack("<HH", 7, 9) + b"\0" * 10) == (7, 9)


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("empty.png", b""),
        ("text.png", b"this is no picture"),
        ("cut.jpg", b"\xff\xd8\xff\xe0\x00"),
        ("zero.png", png(0, 0)),
        ("huge.png", png(2**31 - 1, 2**31 - 1)),
        ("bad.svg", b"<svg width='a' height=''"),
        ("bomb.svg", b"<!DOCTYPE x [<!ENTITY a 'aaaa'>]><svg>" + b"<g>" * 100_000),
        ("file.pdf", b"%PDF"),
    ],
)
def test_what_is_no_picture_has_no_size(tmp_path: Path, name: str, data: bytes) -> None:
    assert size_of(tmp_path, name, data) is None


def test_a_missing_file_has_no_size(tmp_path: Path) -> None:
    project, _ = load_project(tmp_path)
    assert build_size_lookup(project)("nowhere.png") is None
