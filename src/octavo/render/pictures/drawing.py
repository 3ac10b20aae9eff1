"""Draws share pictures.

A picture has a palette of colors, so that drawing is faster and its file is a third of the size.
The parts that all pictures of a site share are drawn once.
"""

from __future__ import annotations

import io
from collections.abc import Mapping
from functools import cached_property

from PIL import Image, ImageDraw

from octavo.render.pictures.fonts import find_own_font, list_system_fonts
from octavo.render.pictures.letters import break_lines, fit, is_cut, runs_from_right
from octavo.render.pictures.logo import HEIGHT as LOGO_HEIGHT
from octavo.render.pictures.logo import WIDTH as LOGO_WIDTH
from octavo.render.pictures.palette import Palette
from octavo.render.pictures.typeface import ENGINE, Typeface
from octavo.render.styling.colors import blend, compute_contrast
from octavo.values import Struct

SIZE = (1200, 630)
VERSION = 1
"""Changes whenever the same texts would look different."""

_EDGE = 80
_ROOM = SIZE[0] - 2 * _EDGE
_BOTTOM = 548
"""The bottom of the lowest line."""
_TITLE_SIZES = (88, 80, 68, 56)
"""The font sizes of titles with one, two, three, and four lines."""
_LINE = 1.16
_RINGS = ((190, 0.1), (124, 0.26), (58, 1.0))
"""The circles in the corner: their size, and their share of the accent."""
_BAND = 14
_SHADES = 24
_COMMON_COLORS = 96
_SEEN = 1.5
_LARGEST_LOGO = 16_000_000
"""The most pixels of a logo."""


class PictureTexts(Struct, frozen=True):
    """The cleaned texts of one picture."""

    title: str
    section: str = ""
    method: str = ""
    path: str = ""


class Artist:
    """Draws the share pictures of one site."""

    def __init__(self, palette: Palette, name: str, logo: bytes | None) -> None:
        self._palette = palette
        self._name = name
        self._logo = logo
        self._faces: dict[tuple[str, int], Typeface] = {}

    @property
    def engine(self) -> tuple[object, ...]:
        """The parts besides the texts that affect the drawing."""
        return VERSION, *ENGINE

    def keep_drawable(self, texts: PictureTexts) -> PictureTexts:
        """Return the texts without parts that can't be drawn."""
        title = self._find_face("Bold", _TITLE_SIZES[0]).keep_drawable(texts.title)
        small = self._find_face("SemiBold", 32)
        return PictureTexts(
            title,
            small.keep_drawable(texts.section),
            small.keep_drawable(texts.method),
            small.keep_drawable(texts.path),
        )

    def name_fonts(self, texts: PictureTexts) -> tuple[str, ...]:
        """Return the names of the system fonts for some texts."""
        title = self._find_face("Bold", _TITLE_SIZES[0]).name_files(texts.title)
        others = texts.section + texts.method + texts.path
        return (*title, *self._find_face("SemiBold", 32).name_files(others))

    def draw(self, texts: PictureTexts) -> bytes:
        """Return the picture as a PNG file."""
        sheet = _Sheet(*self._common)
        palette = self._palette
        is_right = runs_from_right(texts.title)
        bottom = _BOTTOM
        if texts.path or texts.method:
            self._draw_endpoint(sheet, texts, bottom)
            bottom -= 96
        face, lines, step = self._break_title(texts.title, 3 if bottom < _BOTTOM else 4)
        top = bottom - step * len(lines)
        for number, line in enumerate(lines):
            baseline = top + round(step * (number + 0.82))
            sheet.write(face, line, palette.ink, palette.page, baseline, is_right=is_right)
        if texts.section:
            small = self._find_face("SemiBold", 32)
            line = fit(texts.section, small.measure, _ROOM)
            baseline = top - 16 if lines else bottom - 20
            is_right = runs_from_right(line)
            sheet.write(small, line, palette.accent_text, palette.page, baseline, is_right=is_right)
        return sheet.save()

    def _break_title(self, title: str, most: int) -> tuple[Typeface, list[str], int]:
        """Return a title in the largest size in which it fits."""
        widths = self._find_face("Bold", _TITLE_SIZES[0])
        for lines_at_most, size in enumerate(_TITLE_SIZES[:most], 1):
            room = _ROOM * _TITLE_SIZES[0] / size
            lines = break_lines(title, widths.measure, room, lines_at_most)
            if lines_at_most == most or not is_cut(title, lines):
                break
        return self._find_face("Bold", size), lines, round(size * _LINE)

    def _draw_endpoint(self, sheet: _Sheet, texts: PictureTexts, bottom: int) -> None:
        """Draw the badge of a method, and the path next to it."""
        small, at = self._find_face("Bold", 28), _EDGE
        if texts.method:
            color, behind = self._palette.choose_method(texts.method)
            method = fit(texts.method, small.measure, _ROOM / 3)
            width = round(small.measure(method)) + 40
            sheet.fill_pill((at, bottom - 56, at + width, bottom), behind, self._palette.page)
            sheet.write(small, method, color, behind, bottom - 18, left=at + 20)
            at += width + 22
        face = self._find_face("SemiBold", 32)
        path = fit(texts.path, face.measure, SIZE[0] - _EDGE - at)
        sheet.write(face, path, self._palette.muted, self._palette.page, bottom - 17, left=at)

    def _find_face(self, weight: str, size: int) -> Typeface:
        face = self._faces.get((weight, size))
        if face is None:
            path = find_own_font(weight)
            assert path is not None  # noqa: S101  (without the package there is no artist)
            face = self._faces[weight, size] = Typeface(path, size, lambda: self._system_fonts)
        return face

    @cached_property
    def _system_fonts(self) -> list[str]:
        return list_system_fonts()

    @cached_property
    def _common(self) -> tuple[Image.Image, list[int]]:
        """The shared part of all pictures, with its colors."""
        palette = self._palette
        image = Image.new("RGB", SIZE, palette.page)
        _draw_rings(image, palette)
        ImageDraw.Draw(image).rectangle((0, SIZE[1] - _BAND, *SIZE), palette.accent)
        logo = self._open_logo()
        if logo is not None:
            image.paste(logo, (_EDGE, 72 + (LOGO_HEIGHT - logo.height) // 2), logo)
        else:
            self._write_name(image)
        return _reduce_colors(
            image, {(_EDGE, _BOTTOM): palette.page, (0, SIZE[1] - 1): palette.accent}
        )

    def _write_name(self, image: Image.Image) -> None:
        face = self._find_face("Bold", 40)
        name = fit(face.keep_drawable(self._name), face.measure, SIZE[0] - 2 * _EDGE - 200)
        mask = face.draw(name)
        place = (_EDGE - 10, 116 - face.ascent)
        image.paste(Image.new("RGB", mask.size, self._palette.ink), place, mask)

    def _open_logo(self) -> Image.Image | None:
        """Return the logo in its size; None without a visible one."""
        if self._logo is None:
            return None
        try:
            file = Image.open(io.BytesIO(self._logo), formats=("PNG", "JPEG", "WEBP", "GIF"))
            if file.width * file.height > _LARGEST_LOGO:
                return None
            logo = file.convert("RGBA")
        except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
            return None
        logo.thumbnail((LOGO_WIDTH, LOGO_HEIGHT), Image.Resampling.LANCZOS)
        return logo if _is_seen(logo, self._palette.page) else None


def _is_seen(logo: Image.Image, page: str) -> bool:
    """Tell whether enough of a logo differs from the page behind it."""
    data = logo.tobytes()
    opaque = {data[at : at + 3] for at in range(0, len(data), 4) if data[at + 3] > 128}
    return any(compute_contrast(f"#{each.hex()}", page) >= _SEEN for each in opaque)


def _draw_rings(image: Image.Image, palette: Palette) -> None:
    """Draw the circles in the corner, with smooth edges."""
    largest, finer = _RINGS[0][0], 4
    corner = Image.new("RGB", (largest * finer, largest * finer), palette.page)
    pen = ImageDraw.Draw(corner)
    for radius, share in _RINGS:
        box = (
            (largest - radius) * finer,
            -radius * finer,
            (largest + radius) * finer,
            radius * finer,
        )
        pen.ellipse(box, palette.blend_accent(share))
    corner = corner.resize((largest, largest), Image.Resampling.BOX)
    image.paste(corner, (SIZE[0] - largest, 0))


def _reduce_colors(
    image: Image.Image, exact_colors: Mapping[tuple[int, int], str]
) -> tuple[Image.Image, list[int]]:
    """Return a palette image and its colors; those of some places stay exact."""
    small = image.quantize(_COMMON_COLORS, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    colors = list(small.getpalette() or ())[: 3 * _COMMON_COLORS]
    for place, color in exact_colors.items():
        number = small.crop((*place, place[0] + 1, place[1] + 1)).tobytes()[0]
        colors[3 * number : 3 * number + 3] = bytes.fromhex(color[1:])
    return small, colors


class _Sheet:
    """A picture in progress: color numbers, to which new colors are added."""

    def __init__(self, common: Image.Image, colors: list[int]) -> None:
        self._image = common.copy()
        self._colors = list(colors)
        self._ramps: dict[tuple[str, str], list[int]] = {}

    def write(
        self,
        face: Typeface,
        text: str,
        color: str,
        behind: str,
        baseline: int,
        *,
        left: int = _EDGE,
        is_right: bool = False,
    ) -> None:
        """Write a line of text on a plain color."""
        if not text:
            return
        mask = face.draw(text)
        box = mask.getbbox()
        if box is None:
            return
        ink = mask.crop(box)
        start = SIZE[0] - _EDGE - ink.width if is_right else left
        place = (start, baseline - face.ascent + box[1])
        shades = ink.point(self._build_ramp(color, behind))
        self._image.paste(_number(shades), place, ink.point(_SOME))

    def fill_pill(self, box: tuple[int, int, int, int], color: str, behind: str) -> None:
        """Fill a rounded rectangle."""
        left, top, right, bottom = box
        finer = 4
        mask = Image.new("L", ((right - left) * finer, (bottom - top) * finer))
        ImageDraw.Draw(mask).rounded_rectangle((0, 0, *mask.size), 14 * finer, 255)
        mask = mask.resize((right - left, bottom - top), Image.Resampling.BOX)
        shades = mask.point(self._build_ramp(color, behind))
        self._image.paste(_number(shades), (left, top), mask.point(_SOME))

    def save(self) -> bytes:
        """Return the picture as a PNG file."""
        self._image.putpalette(self._colors)
        stream = io.BytesIO()
        self._image.save(stream, "PNG", compress_level=6)
        return stream.getvalue()

    def _build_ramp(self, color: str, behind: str) -> list[int]:
        """Return the number of a color for each coverage of a pixel, from none to full."""
        ramp = self._ramps.get((color, behind))
        if ramp is None:
            first = len(self._colors) // 3
            for step in range(1, _SHADES + 1):
                self._colors += bytes.fromhex(blend(color, behind, step / _SHADES)[1:])
            ramp = [first + max(0, -(-_SHADES * cover // 255) - 1) for cover in range(256)]
            self._ramps[color, behind] = ramp
        return ramp


_SOME = [0 if cover < 6 else 255 for cover in range(256)]
"""The coverage above which a pixel of a mask counts as set."""


def _number(shades: Image.Image) -> Image.Image:
    """Return an image of color numbers for one of colors."""
    return Image.frombytes("P", shades.size, shades.tobytes())
