"""Loads fonts that the site serves, so that readers' browsers contact no other host.

A family from an installed Python package is made from its files, without a download.

Catalog fonts come only from the catalog's two hosts. Octavo follows no redirect, and a strict
parser reads only the faces of the wanted family. Files must start like fonts. All downloads are
stored in the user's cache. A file of the catalog never changes, and a style sheet is downloaded
again after a month. If the catalog is unreachable, the cache is used at any age.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from octavo.project.cache_folder import find_cache_folder
from octavo.project.files import MEBIBYTE
from octavo.project.web.font_faces import (
    FontFace,
    FontFamily,
    SheetFace,
    WantedFont,
    WebFonts,
    parse_font_sheet,
)
from octavo.project.web.font_weights import read_measures
from octavo.project.web.installed_fonts import NotMadeError, build_key, load_installed
from octavo.project.web.link_cache import load_copy
from octavo.values import Struct

if TYPE_CHECKING:
    from octavo.project.web.addresses import Network

MAX_FILES = 400
"""The most files of a family; those of East Asia have more than a hundred."""
MAX_FONT_BYTES = 4 * MEBIBYTE
MAX_FAMILY_BYTES = 24 * MEBIBYTE
_MAX_SHEET_BYTES = MEBIBYTE
_MONTH = 30 * 24 * 3600.0
_AT_ONCE = 6
_ENDINGS = {
    b"wOF2": "woff2",
    b"wOFF": "woff",
    b"\0\1\0\0": "ttf",
    b"true": "ttf",
    b"OTTO": "otf",
}
# The catalog offers small files for parts of Unicode only to browsers that it knows.
_BROWSER = (
    b"Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) "
    b"Chrome/126.0.0.0 Safari/537.36"
)
_HEADERS = (
    (b"User-Agent", _BROWSER),
    (b"Accept", b"text/css, font/woff2, */*;q=0.5"),
    (b"Accept-Encoding", b"gzip"),
    (b"Connection", b"close"),
)


class FontSource(Struct, frozen=True):
    """The source of fonts; only tests use another one."""

    sheets: str = "https://fonts.googleapis.com"
    files: str = "https://fonts.gstatic.com"
    allow_nets: tuple[Network, ...] = ()
    """Private networks that may be called."""
    cache_folder: str | None = None
    """The folder for copies; None for the user's cache."""


class _FontError(Exception):
    """Why a font can't be loaded."""


def load_web_fonts(
    fonts: Iterable[WantedFont], source: FontSource, *, may_ask: bool = True
) -> WebFonts:
    """Load fonts, or report why not; without `may_ask`, only from the cache."""
    loader = _Loader(source, may_ask)
    folder = source.cache_folder or find_cache_folder()
    faces, failures = {}, {}
    for font in fonts:
        try:
            faces[font] = (
                loader.load_url(font, font.url)
                if font.url
                else load_installed(font, folder, may_make=may_ask) or loader.load_family(font)
            )
        except (_FontError, NotMadeError) as error:
            failures[font] = str(error)
    return WebFonts(faces, failures)


class _Loader:
    def __init__(self, source: FontSource, may_ask: bool) -> None:
        self._source = source
        self._may_ask = may_ask

    def load_url(self, font: WantedFont, url: str) -> tuple[FontFace, ...]:
        """Return the font at an address of the author."""
        data = self._load(url, _is_font, MAX_FONT_BYTES, redirects=5)
        measures = read_measures(data)
        family = (
            FontFamily(build_key(font.family), font.family, measures, b"") if measures else None
        )
        return (FontFace(data, _ENDINGS[data[:4]], family=family),)

    def load_family(self, font: WantedFont) -> tuple[FontFace, ...]:
        """Return all faces of a family of the catalog."""
        sheet_faces = dict.fromkeys(self._load_sheets(font))
        if not sheet_faces:
            raise _FontError("the catalog names no file for it")
        addresses = tuple(dict.fromkeys(face.address for face in sheet_faces))
        if len(addresses) > MAX_FILES:
            raise _FontError(f"it has more than {MAX_FILES} files")
        with ThreadPoolExecutor(_AT_ONCE) as pool:
            files = dict(zip(addresses, pool.map(self._load_file, addresses), strict=True))
        if sum(map(len, files.values())) > MAX_FAMILY_BYTES:
            raise _FontError(f"it is larger than {MAX_FAMILY_BYTES // MEBIBYTE} MiB")
        return tuple(
            FontFace(files[face.address], "woff2", face.style, face.weight, face.ranges)
            for face in sheet_faces
        )

    def _load_sheets(self, font: WantedFont) -> Iterable[SheetFace]:
        for number, path in enumerate(font.sheets):
            try:
                body = self._load(
                    self._source.sheets + path, _is_sheet, _MAX_SHEET_BYTES, fresh=_MONTH
                )
            except _FontError:
                if number == 0:
                    raise
                continue
            yield from parse_font_sheet(body.decode(), font.family, self._source.files)

    def _load_file(self, address: str) -> bytes:
        return self._load(address, _is_woff2, MAX_FONT_BYTES, fresh=float("inf"))

    def _load(
        self,
        address: str,
        looks_right: Callable[[bytes], bool],
        max_bytes: int,
        *,
        fresh: float = _MONTH,
        redirects: int = 0,
    ) -> bytes:
        folder = self._source.cache_folder or find_cache_folder()
        copy = load_copy(folder, address)
        is_fresh = copy is not None and time.time() - copy.saved < fresh
        if copy and looks_right(copy.body) and (is_fresh or not self._may_ask):
            return copy.body
        if not self._may_ask:
            raise _FontError("it was not loaded yet")
        from octavo.project.web.download import (  # noqa: PLC0415 (not with a cache that is warm)
            DownloadError,
            DownloadRules,
            load_file,
        )

        rules = DownloadRules(
            allow_nets=self._source.allow_nets,
            allow_local=False,
            cache_folder=folder,
            max_bytes=max_bytes,
            max_redirects=redirects,
            headers=_HEADERS,
            expected="a font",
        )
        try:
            return load_file(address, rules, looks_right)
        except DownloadError as error:
            raise _FontError(str(error)) from error


def _is_font(data: bytes) -> bool:
    return data[:4] in _ENDINGS


def _is_woff2(data: bytes) -> bool:
    """Tell whether data is a complete file of the format, which states its length."""
    return data[:4] == b"wOF2" and int.from_bytes(data[8:12]) == len(data)


def _is_sheet(data: bytes) -> bool:
    try:
        return "@font-face" in data.decode()
    except UnicodeDecodeError:
        return False
