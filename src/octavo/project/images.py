"""Reads pictures and their sizes, so that pages can reserve their space."""

from __future__ import annotations

import struct
from collections.abc import Callable

from octavo.project.discover import Project
from octavo.project.files import MEBIBYTE, open_source

_SUFFIXES = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".svg", ".avif", ".bmp", ".apng", ".jfif")
_LARGEST = 100_000
_MOST_BYTES = 4 * MEBIBYTE
"""The most bytes of a picture that is drawn into others."""

ImageSize = tuple[int, int]


def build_size_lookup(project: Project) -> Callable[[str], ImageSize | None]:
    """Return a lookup of sizes by source; it reads each picture once, and never raises an error."""
    sizes: dict[str, ImageSize | None] = {}

    def find_size(source: str) -> ImageSize | None:
        if source not in sizes:
            sizes[source] = _load_size(project, source)
        return sizes[source]

    return find_size


def _load_size(project: Project, source: str) -> ImageSize | None:
    file = project.find(source)
    if file is None or not source.lower().endswith(_SUFFIXES):
        return None
    descriptor, _problems = open_source(project.root, file)
    if descriptor is None:
        return None
    import imagesize  # noqa: PLC0415  (only sites with pictures pay for it)

    with open(descriptor, "rb") as stream:
        try:
            width, height = imagesize.get(stream)
        except (OSError, ValueError, KeyError, IndexError, struct.error, SyntaxError):
            return None  # The file is no picture, despite its name.
    if not (0 < width <= _LARGEST and 0 < height <= _LARGEST):
        return None
    return round(width), round(height)


def load_image(project: Project, source: str) -> bytes | None:
    """Return a picture of the project unchanged; None if it is missing or very large."""
    file = project.find(source)
    if file is None or file.size > _MOST_BYTES or not source.lower().endswith(_SUFFIXES):
        return None
    descriptor, _problems = open_source(project.root, file)
    if descriptor is None:
        return None
    with open(descriptor, "rb") as stream:
        return stream.read(_MOST_BYTES)
