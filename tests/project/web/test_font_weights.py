"""Which weights a font file has."""

from __future__ import annotations

import struct
import zlib
from importlib import resources
from pathlib import Path
from typing import Any

import brotli
import pytest
from fontTools.ttLib import TTFont

from octavo.project.discover import load_project
from octavo.project.web import font_making
from octavo.project.web.font_weights import load_own_files, read_measures, read_weights
from octavo.settings.models.styling import Font, Fonts
from tests.project.web.font_package import draw_font


def build_axes(*axes: tuple[bytes, float, float]) -> bytes:
    """Return a table `fvar` with axes, each with its least and its most."""
    rows = b"".join(
        struct.pack(">4s3iHH", tag, *(int(value * 65536) for value in (least, least, most)), 0, 256)
        for tag, least, most in axes
    )
    return struct.pack(">8H", 1, 0, 16, 2, len(axes), 20, 0, 8) + rows


def build_font(tables: dict[bytes, bytes]) -> bytes:
    offset = 12 + 16 * len(tables)
    head, body = struct.pack(">4s4H", b"\0\1\0\0", len(tables), 0, 0, 0), b""
    for tag, table in tables.items():
        head += struct.pack(">4s3I", tag, 0, offset + len(body), len(table))
        body += table
    return head + body


def build_woff(tables: dict[bytes, bytes]) -> bytes:
    offset = 44 + 20 * len(tables)
    head, body = b"wOFF" + bytes(8) + struct.pack(">H", len(tables)) + bytes(30), b""
    for tag, table in tables.items():
        packed = min(zlib.compress(table), table, key=len)
        head += struct.pack(">4s4I", tag, offset + len(body), len(packed), len(table), 0)
        body += packed
    return head + body


def build_woff2(*entries: bytes) -> bytes:
    return b"wOF2" + bytes(8) + struct.pack(">H", len(entries)) + bytes(34) + b"".join(entries)


WEIGHTS = build_axes((b"opsz", 14, 32), (b"wght", 200, 800))
OTHER = build_axes((b"wdth", 75, 100))
VARIABLE_FONT = build_font({b"cmap": b"x" * 40, b"fvar": WEIGHTS})
STATIC_FONT = build_font({b"cmap": b"x" * 40})
LONG = bytes([0x83, 0x90, 0x10])
"""A size of three bytes."""
GLYF, LOCA, NULL_GLYF = bytes([10]) + LONG * 2, bytes([11]) + LONG * 2, bytes([0xC0 | 10]) + LONG
CHANGED_HMTX, CMAP, FVAR = bytes([0x40 | 3]) + LONG * 2, bytes([0, 60]), bytes([47, 90])


@pytest.mark.parametrize(
    ("data", "weights"),
    [
        (VARIABLE_FONT, "200 800"),
        (STATIC_FONT, ""),
        (build_font({b"fvar": OTHER}), ""),
        (build_font({b"fvar": build_axes((b"wght", 0, 5000))}), "1 1000"),
        (build_woff({b"cmap": b"x" * 40, b"fvar": WEIGHTS}), "200 800"),
        (
            build_woff({b"fvar": build_axes(*[(b"wdth", 1, 1)] * 40, (b"wght", 1, 560.5))}),
            "1 560.5",
        ),
        (build_woff({b"cmap": b"x" * 40}), ""),
        (build_woff2(CMAP, FVAR, GLYF), "1 1000"),
        (build_woff2(GLYF, LOCA, CHANGED_HMTX, FVAR), "1 1000"),
        (build_woff2(NULL_GLYF, bytes([63]) + b"fvar" + LONG), "1 1000"),
        (build_woff2(CMAP, GLYF, LOCA), ""),
        (build_woff2(CMAP, bytes([63]) + b"FVAR" + bytes([47])), ""),
        (b"", None),
        (b"<html>", None),
        (b"ttcf" + bytes(40), None),
        (b"wOFF", None),
        (build_woff2(CMAP, GLYF)[:-2], None),
        (VARIABLE_FONT[:-30], None),
    ],
)
def test_the_table_of_axes_tells_the_weights(data: bytes, weights: str | None) -> None:
    assert read_weights(data) == weights


def test_a_real_font_is_read() -> None:
    folder = resources.files("font_manrope").joinpath("files")
    found = {name: read_weights(folder.joinpath(f"Manrope-{name}.ttf").read_bytes())
             for name in ("VariableFont_wght", "Bold")}  # fmt: skip
    assert found == {"VariableFont_wght": "200 800", "Bold": ""}


@pytest.mark.parametrize("flavor", [None, "woff2"])
def test_a_whole_font_is_measured(tmp_path: Path, flavor: str | None) -> None:
    draw_font(tmp_path / "a.ttf", is_variable=True)
    font = TTFont(tmp_path / "a.ttf")
    font.flavor = flavor
    font.save(tmp_path / "b")
    data = (tmp_path / "b").read_bytes()
    measures = read_measures(data)
    assert measures is not None
    assert (measures.kind, measures.ascent, measures.descent) == ("sans", 0.9, 0.3)
    assert [measures.width, measures.bold_width] == pytest.approx([0.5, 0.56])
    assert read_weights(data) == "300 900"


def test_a_font_that_unpacks_to_too_much_is_not_read() -> None:
    packed = brotli.compress(bytes(100 << 20), quality=5)
    data = b"wOF2" + bytes(16) + len(packed).to_bytes(4) + bytes(24) + packed
    assert len(data) < 1_000
    with pytest.raises(ValueError, match="too large"):
        font_making.read_facts(data, packed=48)
    assert read_measures(data) is None


def test_a_font_whose_tables_are_packed_one_by_one_is_not_unpacked(tmp_path: Path) -> None:
    draw_font(tmp_path / "a.ttf", is_variable=True, width=510)
    font = TTFont(tmp_path / "a.ttf")
    font.flavor = "woff"
    font.save(tmp_path / "b.woff")
    data = (tmp_path / "b.woff").read_bytes()
    assert read_measures(data) is None
    assert read_weights(data) == "300 900"


def test_only_files_of_the_project_are_read(write_project: Any) -> None:
    root: Path = write_project(
        {"fonts/own.ttf": VARIABLE_FONT, "bold.ttf": STATIC_FONT, "no.ttf": "x"}
    )
    project = load_project(str(root))[0]
    own = Font(family="A", url="/fonts/own.ttf")
    others = [
        Font(family="A", url=url) for url in ("bold.ttf", "no.ttf", "/lost.ttf", "https://a/b")
    ]
    found: dict[str, str] = {}
    for other in others:
        weights, measures = load_own_files(project, Fonts(body=own, headings=other))
        found |= weights
        assert measures == {}  # these are not whole
    assert found == {"/fonts/own.ttf": "200 800", "bold.ttf": ""}
