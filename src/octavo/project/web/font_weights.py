"""Reads the weights of a font file.

A variable font has them in its table `fvar`. Fonts in WOFF2 are packed with Brotli, but the list of
their tables is not. Without the extra `fonts`, a font with `fvar` counts as a font of all weights,
and browsers draw the nearest existing one. With the extra, letters are measured, too.
"""

from __future__ import annotations

import struct
import zlib
from functools import lru_cache
from typing import TYPE_CHECKING

from octavo.project.files import MEBIBYTE, open_source
from octavo.project.web.font_faces import Measures
from octavo.project.web.installed_fonts import can_make
from octavo.settings.urls import is_web_address

if TYPE_CHECKING:
    from octavo.project.discover import Project
    from octavo.project.web.font_making import FontFacts
    from octavo.settings.models.styling import Fonts

_MOST_BYTES = 32 * MEBIBYTE
_LARGEST_TABLE = 100_000
_ALL = "1 1000"
_OWN_TAG, _FVAR, _GLYF, _LOCA = 63, 47, 10, 11
"""The numbers of common tables in WOFF2; 63 means that a name follows."""


def load_own_files(project: Project, fonts: Fonts) -> tuple[dict[str, str], dict[str, Measures]]:
    """Return the weights and the measures of the font files of a project, by `url`."""
    urls = {font.url for font in (fonts.body, fonts.headings, fonts.code) if font and font.url}
    files = {url: _load(project, url) for url in urls if not is_web_address(url)}
    weights = {url: read_weights(data) for url, data in files.items() if data}
    measures = {url: read_measures(data) for url, data in files.items() if data}
    return (
        {url: span for url, span in weights.items() if span is not None},
        {url: each for url, each in measures.items() if each},
    )


def _load(project: Project, url: str) -> bytes | None:
    file = project.find(url.lstrip("/"))
    if file is None or file.size > _MOST_BYTES:
        return None
    descriptor, _problems = open_source(project.root, file)
    if descriptor is None:  # The copy of the file reports it.
        return None
    with open(descriptor, "rb") as stream:
        return stream.read(_MOST_BYTES)


def read_weights(data: bytes) -> str | None:
    """Return the weights of a variable font such as `100 900`; empty for any other font.

    None if they can't be known.
    """
    try:
        if data.startswith(b"wOF2"):
            facts = _read_facts(data)
            if facts:
                return facts.weights
            return _ALL if b"fvar" in _list_packed_tables(data)[0] else ""
        table = _read_table(data, b"fvar")
        return table if table is None else _read_axes(table)
    except (struct.error, IndexError, zlib.error):
        return None


def read_measures(data: bytes) -> Measures | None:
    """Return the measures of a font, if the extra is installed."""
    facts = _read_facts(data)
    return Measures(facts.kind, *facts.figures) if facts else None


@lru_cache(maxsize=4)
def _read_facts(data: bytes) -> FontFacts | None:
    if data.startswith(b"wOFF") or not can_make():  # WOFF may unpack to any size.
        return None
    from octavo.project.web.font_making import read_facts  # noqa: PLC0415 (its library is an extra)

    try:
        packed = _list_packed_tables(data)[1] if data.startswith(b"wOF2") else None
        return read_facts(data, packed)
    except Exception:  # A foreign file may have any mistake.
        return None


def _read_table(data: bytes, wanted: bytes) -> bytes | None:
    """Return a table of a font; empty if it is missing, None for files that aren't fonts."""
    if data.startswith(b"wOFF"):
        (count,) = struct.unpack_from(">H", data, 12)
        for tag, offset, packed, size, _ in struct.iter_unpack(">4s4I", data[44 : 44 + 20 * count]):
            if tag == wanted:
                table = data[offset : offset + packed]
                is_packed = packed < size
                return (
                    zlib.decompressobj().decompress(table, _LARGEST_TABLE) if is_packed else table
                )
        return b""
    if not data.startswith((b"\0\1\0\0", b"true", b"OTTO")):
        return None
    (count,) = struct.unpack_from(">H", data, 4)
    for tag, _, offset, size in struct.iter_unpack(">4s3I", data[12 : 12 + 16 * count]):
        if tag == wanted:
            return data[offset : offset + size]
    return b""


def _read_axes(table: bytes) -> str:
    if not table:
        return ""
    start, _, count, size = struct.unpack_from(">4H", table, 4)
    for index in range(count):
        tag, least, _, most = struct.unpack_from(">4s3i", table, start + index * size)
        if tag == b"wght":
            return f"{max(1, least / 65536):g} {min(1000, most / 65536):g}"
    return ""


def _list_packed_tables(data: bytes) -> tuple[list[bytes], int]:
    """Return the names of unusual tables, and the start of all tables."""
    names: list[bytes] = []
    (count,) = struct.unpack_from(">H", data, 12)
    place = 48
    for _ in range(count):
        kind, version = data[place] & 63, data[place] >> 6
        place += 1
        if kind == _OWN_TAG:
            names.append(data[place : place + 4])
            place += 4
        elif kind == _FVAR:
            names.append(b"fvar")
        is_changed = (version == 0) == (kind in (_GLYF, _LOCA))
        for _ in range(1 + is_changed):  # These are its size, and the size of its transformed form.
            while data[place] & 128:
                place += 1
            place += 1
    return names, place
