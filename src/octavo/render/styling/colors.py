"""Color arithmetic: how well text can be read on a color, and which shade would do better."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from octavo.problems import Code, Location, Problem, Severity
from octavo.settings.json.places import Pointer
from octavo.settings.models.site_settings import Settings
from octavo.settings.models.styling import Gradient
from octavo.settings.objects import list_own_values
from octavo.values import replace

WHITE = "#ffffff"
NEAR_BLACK = "#0b0d10"
"""The darkest color of the theme: text on bright buttons, and the dark page."""

READABLE = 4.5
"""The least contrast of text of normal size (WCAG 2, level AA)."""

TINT = 0.1
"""How much of the accent is in the background of what is current or selected."""

PlaceOf = Callable[[Pointer], Location]
"""Gives the place of a key in the settings file."""

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
    """Return how bright a color is, from 0 (black) to 1 (white)."""
    red, green, blue = (_decode_channel(channel) for channel in parse_color(color)[:3])
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def compute_contrast(one: str, other: str) -> float:
    """Return the contrast of two opaque colors, from 1 to 21."""
    first, second = compute_luminance(one), compute_luminance(other)
    return (max(first, second) + 0.05) / (min(first, second) + 0.05)


def flatten(color: str, background: str) -> str:
    """Return the opaque color that is seen when a transparent one lies on a background."""
    *channels, opacity = parse_color(color)
    below = parse_color(background)[:3]
    return _write_hex(
        [opacity * c + (1 - opacity) * b for c, b in zip(channels, below, strict=True)]
    )


def blend(color: str, background: str, share: float) -> str:
    """Return a mix in OKLab, as `color-mix` makes it in the theme's styles."""
    top, below = _convert_to_oklab(color), _convert_to_oklab(background)
    mixed = (share * t + (1 - share) * b for t, b in zip(top, below, strict=True))
    return _write_hex(_convert_from_oklab(*mixed))


def choose_text_color(color: str) -> str:
    """Return the text color that is read best on a color: white or nearly black."""
    return max((WHITE, NEAR_BLACK), key=lambda text: compute_contrast(text, color))


def find_readable_color(color: str, background: str) -> str:
    """Return the nearest color of the same hue that can be read on a background and its tint."""
    flat = flatten(color, background)
    return _find_nearest_shade(
        flat, lambda shade: _compute_accent_contrast(shade, background) >= READABLE
    ) or (choose_text_color(background))


def render_gradient(color: str | Gradient) -> str:
    """Return a color or a gradient as the value of the CSS property `background`."""
    if isinstance(color, str):
        return _clean(color)
    stops = (stop for stop in (color.start, color.via, color.end) if stop)
    return f"linear-gradient(45deg,{','.join(_clean(stop) for stop in stops)})"


def check_contrast(settings: Settings, place_of: PlaceOf) -> Iterator[Problem]:
    """Tell, in one note, which of the author's colors make text that is hard to read."""
    notes = list(list_low_contrasts(settings, place_of))
    if notes:
        message = "; ".join(note.message for note in notes)
        hint = " ".join(dict.fromkeys(note.hint for note in notes))
        yield replace(notes[0], message=message, hint=hint)


def list_low_contrasts(settings: Settings, place_of: PlaceOf) -> Iterator[Problem]:
    """Yield a note on each of the author's colors that makes text that is hard to read."""
    colors = settings.colors
    if "colors" not in list_own_values(settings):
        return  # the theme answers for its own colors
    light_page = flatten(colors.background.light or WHITE, WHITE)
    dark_page = flatten(colors.background.dark or NEAR_BLACK, NEAR_BLACK)
    own_primary = list_own_values(colors).get("primary")  # a wrong one was told already
    if own_primary:
        yield from _check_accent("primary", "light", own_primary, light_page, place_of)
    if colors.light:
        yield from _check_accent("light", "dark", colors.light, dark_page, place_of)
    elif own_primary:
        yield from _check_accent("primary", "dark", own_primary, dark_page, place_of)
    if colors.dark:
        yield from _check_button("dark", flatten(colors.dark, light_page), place_of)
    elif own_primary:
        yield from _check_button("primary", flatten(own_primary, light_page), place_of)


def _check_accent(
    key: str, mode: str, color: str, page: str, place_of: PlaceOf
) -> Iterator[Problem]:
    flat = flatten(color, page)
    if _compute_accent_contrast(flat, page) >= READABLE:
        return
    on_page = _round_down(compute_contrast(flat, page))
    on_tint = _round_down(compute_contrast(flat, blend(flat, page, TINT)))
    better = _find_nearest_shade(
        flat, lambda shade: _compute_accent_contrast(shade, page) >= READABLE
    )
    yield Problem(
        Code.CONTRAST_LOW,
        f"`colors.{key}` ({color}) is hard to read in {mode} mode: {on_page}:1 on the page "
        f"({page}) and {on_tint}:1 where the page is tinted with it; text needs {READABLE}:1",
        place_of(("colors", key)),
        Severity.INFO,
        _suggest_accent(key, mode, better),
    )


def _suggest_accent(key: str, mode: str, better: str | None) -> str:
    if better is None:
        return f"Choose a lighter or darker `colors.background.{mode}`."
    if key == "primary" and mode == "dark":
        return f"Set `colors.light` to {better}, the nearest shade that can be read there."
    return f"The nearest shade of the same hue that can be read is {better}."


def _check_button(key: str, color: str, place_of: PlaceOf) -> Iterator[Problem]:
    text = choose_text_color(color)
    ratio = compute_contrast(text, color)
    if ratio >= READABLE:
        return
    better = _find_nearest_shade(
        color, lambda shade: compute_contrast(choose_text_color(shade), shade) >= READABLE
    )
    yield Problem(
        Code.CONTRAST_LOW,
        f"text on buttons is hard to read: {text} on `colors.{key}` ({color}) has "
        f"{_round_down(ratio)}:1, text needs {READABLE}:1",
        place_of(("colors", key)),
        Severity.INFO,
        f"Set `colors.dark` to {better}, the nearest shade of the same hue that is readable.",
    )


def _compute_accent_contrast(color: str, page: str) -> float:
    """Return the lower contrast of accent text: on the page, and on its own tint over the page."""
    return min(compute_contrast(color, page), compute_contrast(color, blend(color, page, TINT)))


def _find_nearest_shade(color: str, is_readable: Callable[[str], bool]) -> str | None:
    """Return the color whose lightness in OKLCH is nearest among those that can be read."""
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


def _round_down(ratio: float) -> str:
    """Round down, so that what falls short never looks as if it did not."""
    return f"{math.floor(ratio * 100) / 100:.2f}"


def _clean(color: str) -> str:
    """Return a color written anew from its numbers."""
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
