"""Measures and draws lines of text, in fonts with all their letters."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence

import PIL
from PIL import Image, ImageDraw, ImageFont, features

from octavo.render.pictures.letters import is_letter, needs_shaping, runs_from_right

_CAN_SHAPE = bool(features.check("raqm"))
ENGINE = (PIL.__version__, _CAN_SHAPE)
"""The drawing library and its features, which affect the look of letters."""

_MOST_WIDTHS = 10_000
"""The most cached word widths, more than the titles of any site need."""
_NOWHERE = "\U0010ffff"
"""A character that no font has."""


class _Font:
    """One font file in one size."""

    def __init__(self, path: str, size: int) -> None:
        self.path = path
        self.face = ImageFont.truetype(path, size)
        self._has: dict[str, bool] = {}
        self._missing = bytes(self.face.getmask(_NOWHERE))

    def has(self, character: str) -> bool:
        """Tell whether the font has a character; a missing one looks like the placeholder."""
        has_glyph = self._has.get(character)
        if has_glyph is None:
            has_glyph = character.isspace() or bytes(self.face.getmask(character)) != self._missing
            self._has[character] = has_glyph
        return has_glyph


class Typeface:
    """One weight in one size: the package's font, and system fonts for missing letters."""

    def __init__(self, own: str, size: int, system: Callable[[], Sequence[str]]) -> None:
        self._own = _Font(own, size)
        self._size = size
        self._system = system
        self._opened: dict[str, _Font | None] = {}
        self._others: list[_Font] = []
        """System fonts that had a missing letter before."""
        self._lost: set[str] = set()
        self._widths: dict[str, float] = {}

    def find(self, character: str) -> _Font | None:
        """Return a font with a character."""
        if self._own.has(character):
            return self._own
        if character in self._lost:
            return None
        for font in self._others:
            if font.has(character):
                return font
        for font in self._open_system():
            if font.has(character):
                self._others.append(font)
                return font
        self._lost.add(character)
        return None

    def _open_system(self) -> Iterator[_Font]:
        for path in self._system():
            if path not in self._opened:
                try:
                    self._opened[path] = _Font(path, self._size)
                except (OSError, ValueError):
                    self._opened[path] = None
            font = self._opened[path]
            if font is not None:
                yield font

    def keep_drawable(self, text: str) -> str:
        """Return a text without characters that no font has; empty if a letter would be missing."""
        if needs_shaping(text) and not _CAN_SHAPE:
            return ""
        lost = [each for each in dict.fromkeys(text) if self.find(each) is None]
        if any(map(is_letter, lost)):
            return ""
        return " ".join(text.translate({ord(each): None for each in lost}).split())

    def name_files(self, text: str) -> tuple[str, ...]:
        """Return the names of the system fonts for a text."""
        fonts = dict.fromkeys(filter(None, map(self.find, text)))
        return tuple(os.path.basename(each.path) for each in fonts if each is not self._own)

    def measure(self, text: str) -> float:
        """Return the width of a text."""
        width = self._widths.get(text)
        if width is None:
            width = sum(font.face.getlength(run) for font, run in self._cut_runs(text))
            if len(self._widths) < _MOST_WIDTHS:
                self._widths[text] = width
        return width

    def draw(self, text: str) -> Image.Image:
        """Return a text as a mask; `ascent` is the position of its baseline."""
        runs = self._cut_runs(text)
        if runs_from_right(text):
            runs.reverse()
        mask = Image.new("L", (round(self.measure(text)) + self._size, 2 * self._size))
        pen, at = ImageDraw.Draw(mask), self._size / 4
        for font, run in runs:
            pen.text((at, self.ascent), run, 255, font.face, anchor="ls")
            at += font.face.getlength(run)
        return mask

    @property
    def ascent(self) -> int:
        """The distance of the baseline from the top of a mask."""
        return round(1.25 * self._size)

    def _cut_runs(self, text: str) -> list[tuple[_Font, str]]:
        """Return the parts of a text with the font of each; spaces belong to the part before."""
        runs: list[tuple[_Font, str]] = []
        for character in text:
            font = self.find(character) or self._own
            if runs and (font is runs[-1][0] or (character.isspace() and runs[-1][0].has(" "))):
                runs[-1] = (runs[-1][0], runs[-1][1] + character)
            else:
                runs.append((font, character))
        return runs
