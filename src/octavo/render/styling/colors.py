"""Color arithmetic: how readable text is on a color, and which shade is better."""

from __future__ import annotations

import math
from collections.abc import Callable

from octavo.problems import Location
from octavo.settings.json.places import Pointer
from octavo.settings.models.styling import Gradient

WHITE = "#ffffff"
BLACK = "#000000"

READABLE = 4.5
"""The lowest contrast of text in normal size (WCAG 2, level AA)."""

TINT = 0.1
"""The share of the accent in the background of current or selected items."""

PlaceOf = Callable[[Pointer], Location]
"""Returns the location of a key in the settings file."""

Channels = tuple[float, float, float]
"""Red, green and blue from 0 to 1, or the three coordinates of another color space."""


def parse_color(color: str) -> tuple[float, float, float, float]:
    """Return red, green, blue and opacity, from 0 to 1, of # and 3, 4, 6 or 8 hex digits."""
    digits = color.removeprefix("#")
    if len(digits) in (3, 4):
        digits = "".join(digit * 2 for digit in digits)
    if len(digits) not in (6, 8):
        raise ValueError(f"{color!r} is not a hex color")
    red, green, blue, *rest = (value / 255 for value in bytes.fromhex(digits))
    return red, green, blue, rest[0] if rest else 1.0


def compute_luminance(color: str) -> float:
    """Return the brightness of a color, from 0 (black) to 1 (white)."""
    red, green, blue = (_decode_channel(channel) for channel in parse_color(color)[:3])
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def compute_contrast(one: str, other: str) -> float:
    """Return the contrast of two opaque colors, from 1 to 21."""
    first, second = compute_luminance(one), compute_luminance(other)
    return (max(first, second) + 0.05) / (min(first, second) + 0.05)


def flatten(color: str, background: str) -> str:
    """Return the visible color of a transparent one on a background."""
    *channels, opacity = parse_color(color)
    below = parse_color(background)[:3]
    return _write_hex(
        [opacity * c + (1 - opacity) * b for c, b in zip(channels, below, strict=True)]
    )


def blend(color: str, background: str, share: float) -> str:
    """Return a mix in OKLab, like `color-mix` in the theme's styles."""
    top, below = _convert_to_oklab(color), _convert_to_oklab(background)
    mixed = (share * t + (1 - share) * b for t, b in zip(top, below, strict=True))
    return _write_hex(_convert_from_oklab(*mixed))


def choose_text_color(color: str) -> str:
    """Return the more readable text color on a color: white or black."""
    return max((WHITE, BLACK), key=lambda text: compute_contrast(text, color))


def find_readable_color(color: str, background: str) -> str:
    """Return the nearest color of the same hue that is readable on a background and its tint."""
    flat = flatten(color, background)
    return find_nearest_shade(
        flat, lambda shade: _compute_accent_contrast(shade, background) >= READABLE
    ) or (choose_text_color(background))


def render_gradient(color: str | Gradient) -> str:
    """Return a color or a gradient as the value of the CSS property `background`."""
    if isinstance(color, str):
        return _clean(color)
    stops = (stop for stop in (color.start, color.via, color.end) if stop)
    return f"linear-gradient(45deg,{','.join(_clean(stop) for stop in stops)})"


def _compute_accent_contrast(color: str, page: str) -> float:
    """Return the lower contrast of accent text: on the page, and on its own tint over the page."""
    return min(compute_contrast(color, page), compute_contrast(color, blend(color, page, TINT)))


def find_nearest_shade(color: str, is_readable: Callable[[str], bool]) -> str | None:
    """Return the readable color whose lightness in OKLCH is nearest."""
    if is_readable(color):
        return color
    lightness, a, b = _convert_to_oklab(color)
    for step in range(1, 201):
        for target in (lightness - step * 0.005, lightness + step * 0.005):
            if 0 <= target <= 1:
                shade = _build_shade(target, a, b)
                if is_readable(shade):
                    return shade
    return None


def find_tone(color: str, lightness: float, most: float) -> str:
    """Return the result of `oklch(from color lightness min(c, most) h)` on a screen."""
    _, a, b = _convert_to_oklab(color)
    share = min(1.0, most / (math.hypot(a, b) or 1.0))
    return _build_shade(lightness, a * share, b * share)


def limit_chroma(color: str, most: float) -> str:
    """Return a color with its chroma limited."""
    lightness, a, b = _convert_to_oklab(color)
    return find_tone(color, lightness, most) if math.hypot(a, b) > most else color


def _build_shade(lightness: float, a: float, b: float) -> str:
    """Return a color of the given lightness, with as much chroma as the screen can show."""
    low, high = 0.0, 1.0
    if _is_shown(_convert_from_oklab(lightness, a, b)):
        low = 1.0
    else:
        for _ in range(12):
            middle = (low + high) / 2
            if _is_shown(_convert_from_oklab(lightness, a * middle, b * middle)):
                low = middle
            else:
                high = middle
    return _write_hex(_convert_from_oklab(lightness, a * low, b * low))


def _is_shown(channels: Channels) -> bool:
    return all(-1e-6 <= channel <= 1 + 1e-6 for channel in channels)


def round_down(ratio: float) -> str:
    """Round down, so that a low contrast never looks sufficient."""
    return f"{math.floor(ratio * 100) / 100:.2f}"


def _clean(color: str) -> str:
    """Return a color in normalized form."""
    *channels, opacity = parse_color(color)
    return _write_hex(channels if opacity == 1 else [*channels, opacity])


def _write_hex(channels: Channels | list[float]) -> str:
    return "#" + "".join(f"{round(min(max(c, 0), 1) * 255):02x}" for c in channels)


# sRGB and OKLab (Björn Ottosson's color space, the one that CSS calls oklab)


def _decode_channel(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4


def _encode_channel(channel: float) -> float:
    if channel <= 0.0031308:
        return channel * 12.92
    return 1.055 * float(channel ** (1 / 2.4)) - 0.055


def _convert_to_oklab(color: str) -> Channels:
    red, green, blue = (_decode_channel(channel) for channel in parse_color(color)[:3])
    long = math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
    medium = math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
    short = math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
    return (
        0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short,
    )


def _convert_from_oklab(lightness: float, a: float, b: float) -> Channels:
    long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
    return (
        _encode_channel(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short),
        _encode_channel(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short),
        _encode_channel(-0.0041960863 * long - 0.7034186147 * medium + 1.7076147010 * short),
    )
