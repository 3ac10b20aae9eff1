"""Families of utility class names that end in a value: `mt-4`, `w-1/2`, `text-gray-500`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from octavo.render.utilities.tables import expand_words
from octavo.render.utilities.values import (
    ReadValue,
    color,
    columns,
    degrees,
    fraction,
    line_spacing,
    milliseconds,
    percent,
    pixels,
    spacing,
    text_size,
    whole,
    written,
    written_length,
)
from octavo.render.utilities.variants import BREAKPOINTS
from octavo.values import dataclass


@dataclass(frozen=True, slots=True)
class Family:
    """Names that share a beginning: what they declare, and how their values are read."""

    declarations: str
    """CSS with `$` where the value goes."""
    readers: tuple[ReadValue, ...]
    rank: int = 0
    """What sets one side stands below what sets all of them, whatever their names."""
    is_signed: bool = False
    preset: str = ""
    """Declarations that every other utility class wins over."""
    target: str = ""
    """Which elements are meant, seen from the one that has the class."""


def _choice(words: str) -> ReadValue:
    """Return a reader of words, each `name` or `name=value_of_it`; the name may be empty."""
    return dict(expand_words("$", "$", words)).get


_Entries = Iterator[tuple[str, Family]]

# The sides of a box: the end of the name, the end of the property, the rank.
_SIDES = (
    ("", "", 0),
    ("x", "-inline", 1),
    ("y", "-block", 1),
    ("t", "-top", 2),
    ("r", "-right", 2),
    ("b", "-bottom", 2),
    ("l", "-left", 2),
    ("s", "-inline-start", 2),
    ("e", "-inline-end", 2),
)
_BETWEEN = ">*+*"
_AUTO = _choice("auto")
_NAMED_WIDTHS = """xs=20rem sm=24rem md=28rem lg=32rem xl=36rem 2xl=42rem 3xl=48rem 4xl=56rem
    5xl=64rem 6xl=72rem 7xl=80rem"""
_SCREENS = " ".join(f"screen-{name}={rem}rem" for name, rem in BREAKPOINTS.items())
_CONTENT = "auto min=min-content max=max-content fit=fit-content"
_WIDTHS = (
    spacing,
    fraction,
    _choice(f"{_CONTENT} screen=100vw svw=100svw lvw=100lvw dvw=100dvw"),
    written,
)
_HEIGHTS = (
    spacing,
    fraction,
    _choice(f"{_CONTENT} screen=100vh svh=100svh lvh=100lvh dvh=100dvh"),
    written,
)
_MAX_WIDTHS = (*_WIDTHS, _choice(f"{_NAMED_WIDTHS} {_SCREENS} none prose=65ch"))
# Borders have no style and no color unless a rule gives them.
_LINE = "border:0 solid var(--hairline)"
_LINE_WIDTHS = (_choice("=1px"), pixels, written_length)
_SHADOWS = """=0_1px_3px_#0000001a,0_1px_2px_-1px_#0000001a sm=0_1px_2px_#0000000d
    md=0_4px_8px_-1px_#0000001a,0_2px_4px_-2px_#0000001a
    lg=0_10px_16px_-3px_#0000001a,0_4px_6px_-4px_#0000001a
    xl=0_20px_26px_-5px_#0000001a,0_8px_10px_-6px_#0000001a 2xl=0_24px_50px_-12px_#00000040
    inner=inset_0_2px_4px_#0000000d none=0_0_#0000"""
_NO_SHADOWS = (
    "--u-shadow:0 0 #0000;--u-ring:0 0 #0000;--u-inset: ;--u-offset:0px;"
    "--u-ring-color:color-mix(in oklab,var(--accent) 50%,transparent)"
)
_RING = (
    "var(--u-inset) 0 0 0 var(--u-offset) var(--page),"
    "var(--u-inset) 0 0 0 calc($ + var(--u-offset)) var(--u-ring-color)"
)
_BLURS = "=8px none=0 sm=4px md=12px lg=16px xl=24px 2xl=40px 3xl=64px"
_MOVED = "color,background-color,border-color,text-decoration-color,fill,stroke"
_MOTIONS = f"""={_MOVED},opacity,box-shadow,transform,translate,scale,rotate,filter,backdrop-filter
    all colors={_MOVED} opacity shadow=box-shadow transform=transform,translate,scale,rotate"""


def _spaces() -> _Entries:
    lengths = (spacing, written)
    for side, end, rank in _SIDES:
        yield f"p{side}", Family(f"padding{end}:$", lengths, rank)
        yield f"m{side}", Family(f"margin{end}:$", (_AUTO, *lengths), rank, is_signed=True)
        yield f"scroll-p{side}", Family(f"scroll-padding{end}:$", lengths, rank)
        yield f"scroll-m{side}", Family(f"scroll-margin{end}:$", lengths, rank, is_signed=True)
    for name, property_name, rank in (("", "", 0), ("-x", "column-", 1), ("-y", "row-", 1)):
        yield f"gap{name}", Family(f"{property_name}gap:$", lengths, rank)
    for axis, direction in (("x", "inline"), ("y", "block")):
        declarations = f"margin-{direction}-start:$"
        yield f"space-{axis}", Family(declarations, lengths, is_signed=True, target=_BETWEEN)


def _places() -> _Entries:
    readers = (spacing, fraction, _AUTO, written)
    for name, property_name, rank in (
        ("inset", "inset", 0),
        ("inset-x", "inset-inline", 1),
        ("inset-y", "inset-block", 1),
        ("start", "inset-inline-start", 2),
        ("end", "inset-inline-end", 2),
        *((side, side, 2) for side in ("top", "right", "bottom", "left")),
    ):
        yield name, Family(f"{property_name}:$", readers, rank, is_signed=True)
    yield "z", Family("z-index:$", (whole, _AUTO, written), is_signed=True)
    order = (whole, _choice("first=-9999 last=9999 none=0"), written)
    yield "order", Family("order:$", order, is_signed=True)


def _sizes() -> _Entries:
    yield "w", Family("width:$", _WIDTHS, 1)
    yield "min-w", Family("min-width:$", _WIDTHS)
    yield "max-w", Family("max-width:$", _MAX_WIDTHS)
    yield "h", Family("height:$", _HEIGHTS, 1)
    yield "min-h", Family("min-height:$", _HEIGHTS)
    yield "max-h", Family("max-height:$", (*_HEIGHTS, _choice("none")))
    content = (spacing, fraction, _choice(_CONTENT), written)
    yield "size", Family("width:$;height:$", content)
    yield "basis", Family("flex-basis:$", content, 1)
    yield "columns", Family("columns:$", (whole, _choice(f"auto {_NAMED_WIDTHS}"), written))
    yield "aspect", Family("aspect-ratio:$", (_choice("auto square=1/1 video=16/9"), written))
    yield "object", Family("object-position:$", (written,))
    for name in ("overflow", "overflow-x", "overflow-y"):
        readers = (_choice("auto hidden clip visible scroll"),)
        yield name, Family(f"{name}:$", readers, int(name != "overflow"))
    for name in ("overscroll", "overscroll-x", "overscroll-y"):
        property_name = name.replace("overscroll", "overscroll-behavior")
        yield name, Family(f"{property_name}:$", (_choice("auto contain none"),))


def _grids() -> _Entries:
    yield "flex", Family("flex:$", (written,))
    for name in ("grow", "flex-grow"):
        yield name, Family("flex-grow:$", (_choice("=1"), whole, written), 1)
    for name in ("shrink", "flex-shrink"):
        yield name, Family("flex-shrink:$", (_choice("=1"), whole, written), 1)
    tracks = (columns, _choice("none subgrid"), written)
    auto = (_choice("auto min=min-content max=max-content fr=minmax(0,1fr)"), written)
    for name, axis, plural in (("col", "column", "cols"), ("row", "row", "rows")):
        yield f"grid-{plural}", Family(f"grid-template-{axis}s:$", tracks)
        yield f"auto-{plural}", Family(f"grid-auto-{axis}s:$", auto)
        yield name, Family(f"grid-{axis}:$", (_AUTO, written))
        yield f"{name}-span", Family(f"grid-{axis}:span $/span $", (whole, written))
        yield f"{name}-span", Family(f"grid-{axis}:$", (_choice("full=1/-1"),))
        for end in ("start", "end"):
            yield f"{name}-{end}", Family(f"grid-{axis}-{end}:$", (whole, _AUTO, written), 1, True)


def _text() -> _Entries:
    yield "text", Family("font-size:$", (text_size, written_length))
    yield "text", Family("color:$", (color,))
    yield "leading", Family("line-height:$", (line_spacing, written), 1)
    tracking = """tighter=-0.05em tight=-0.025em normal=0em wide=0.025em wider=0.05em
        widest=0.1em"""
    yield "tracking", Family("letter-spacing:$", (_choice(tracking), written), is_signed=True)
    weights = """thin=100 extralight=200 light=300 normal=400 medium=500 semibold=600 bold=700
        extrabold=800 black=900"""
    yield "font", Family("font-weight:$", (_choice(weights), written))
    yield "indent", Family("text-indent:$", (spacing, written), is_signed=True)
    yield "underline-offset", Family("text-underline-offset:$", (pixels, _AUTO, written))
    yield "decoration", Family("text-decoration-thickness:$", (pixels, written_length))
    yield "decoration", Family("text-decoration-color:$", (color,))
    box = "overflow:hidden;display:-webkit-box;-webkit-box-orient:vertical;"
    yield "line-clamp", Family(f"{box}-webkit-line-clamp:$", (whole, written))
    none = "overflow:visible;display:block;-webkit-box-orient:horizontal;"
    yield "line-clamp", Family(f"{none}-webkit-line-clamp:$", (_choice("none"),))


def _colors() -> _Entries:
    for name, property_name in (
        ("bg", "background-color"),
        ("accent", "accent-color"),
        ("caret", "caret-color"),
        ("outline", "outline-color"),
    ):
        yield name, Family(f"{property_name}:$", (color,))
    for name in ("fill", "stroke"):
        yield name, Family(f"{name}:$", (_choice("none"), color))
    yield "stroke", Family("stroke-width:$", (whole, written_length))
    yield "placeholder", Family("color:$", (color,), target="::placeholder")
    ends = ("var(--u-from,transparent)", "var(--u-to,transparent)")
    yield "from", Family(f"--u-from:$;--u-stops:{','.join(ends)}", (color,))
    yield "via", Family(f"--u-stops:{',$,'.join(ends)}", (color,), 1)
    yield "to", Family("--u-to:$", (color,))


def _borders() -> _Entries:
    for side, end, rank in _SIDES:
        name = f"border-{side}" if side else "border"
        yield name, Family(f"border{end}-width:$", _LINE_WIDTHS, rank, preset=_LINE)
        yield name, Family(f"border{end}-color:$", (color,), rank)
    styles = (_choice("solid dashed dotted double hidden none"),)
    yield "border", Family("border-style:$", styles, preset=_LINE)
    yield "border-spacing", Family("border-spacing:$", (spacing, written))
    for axis, end in (("x", "inline"), ("y", "block")):
        line = f"border-{end}-start:$ solid var(--hairline)"
        yield f"divide-{axis}", Family(line, _LINE_WIDTHS, target=_BETWEEN)
    yield "divide", Family("border-color:$", (color,), 1, target=_BETWEEN)
    yield "divide", Family("border-style:$", styles, 1, target=_BETWEEN)
    yield "outline", Family("outline-width:$", (pixels, written_length))
    yield "outline-offset", Family("outline-offset:$", (pixels, written), is_signed=True)
    sizes = "=0.25rem none=0 sm=0.125rem md=0.375rem lg=0.5rem xl=0.75rem 2xl=1rem 3xl=1.5rem"
    radii = (_choice(f"{sizes} full=9999px"), written)
    yield "rounded", Family("border-radius:$", radii)
    corners = {"tl": "top-left", "tr": "top-right", "br": "bottom-right", "bl": "bottom-left"}
    corners |= {"ss": "start-start", "se": "start-end", "ee": "end-end", "es": "end-start"}
    for name, corner in corners.items():
        yield f"rounded-{name}", Family(f"border-{corner}-radius:$", radii, 2)
    pairs = {"t": "tl tr", "r": "tr br", "b": "br bl", "l": "bl tl", "s": "ss es", "e": "se ee"}
    for name, pair in pairs.items():
        declarations = ";".join(f"border-{corners[corner]}-radius:$" for corner in pair.split())
        yield f"rounded-{name}", Family(declarations, radii, 1)


def _effects() -> _Entries:
    shadow = "box-shadow:var(--u-ring),var(--u-shadow)"
    yield (
        "shadow",
        Family(f"--u-shadow:$;{shadow}", (_choice(_SHADOWS), written_length), preset=_NO_SHADOWS),
    )
    ring = (_choice("=3px"), pixels, written_length)
    yield "ring", Family(f"--u-ring:{_RING};{shadow}", ring, preset=_NO_SHADOWS)
    yield "ring", Family("--u-ring-color:$", (color,))
    yield "ring-offset", Family("--u-offset:$", (pixels, written_length))
    yield "opacity", Family("opacity:$", (percent, written))
    filters = {
        "blur": ("blur($)", _choice(_BLURS)),
        "brightness": ("brightness($)", percent),
        "contrast": ("contrast($)", percent),
        "grayscale": ("grayscale($)", _choice("=1 0")),
        "hue-rotate": ("hue-rotate($)", degrees),
        "invert": ("invert($)", _choice("=1 0")),
        "saturate": ("saturate($)", percent),
        "sepia": ("sepia($)", _choice("=1 0")),
    }
    all_filters = "filter:" + " ".join(f"var(--u-{name})" for name in filters)
    preset = ";".join(f"--u-{name}: " for name in filters)
    for name, (css, reader) in filters.items():
        declarations = f"--u-{name}:{css};{all_filters}"
        yield name, Family(declarations, (reader, written), preset=preset)
    yield "backdrop-blur", Family("backdrop-filter:blur($)", (_choice(_BLURS), written))


def _motions() -> _Entries:
    lengths = (spacing, fraction, written)
    angles = (degrees, written)
    yield "rotate", Family("rotate:$", angles, is_signed=True)
    for axis in "XY":
        yield f"skew-{axis.lower()}", Family(f"transform:skew{axis}($)", angles, is_signed=True)
    for name, zero, readers in (("translate", "0", lengths), ("scale", "1", (percent, written))):
        both = f"{name}:var(--u-{name}-x) var(--u-{name}-y)"
        preset = f"--u-{name}-x:{zero};--u-{name}-y:{zero}"
        for axis in "xy":
            declarations = f"--u-{name}-{axis}:$;{both}"
            yield f"{name}-{axis}", Family(declarations, readers, 1, True, preset)
        declarations = f"--u-{name}-x:$;--u-{name}-y:$;{both}"
        yield name, Family(declarations, readers, 0, True, preset)
    timing = "transition-timing-function:cubic-bezier(.4,0,.2,1);transition-duration:.15s"
    motion = f"transition-property:$;{timing}"
    yield "transition", Family(motion, (_choice(_MOTIONS), written))
    yield "duration", Family("transition-duration:$", (milliseconds, written), 1)
    yield "delay", Family("transition-delay:$", (milliseconds, written), 1)
    curves = """linear in=cubic-bezier(.4,0,1,1) out=cubic-bezier(0,0,.2,1)
        in-out=cubic-bezier(.4,0,.2,1)"""
    yield "ease", Family("transition-timing-function:$", (_choice(curves), written), 1)
    cursors = """auto default pointer wait text move help not-allowed none context-menu progress
        cell crosshair copy no-drop grab grabbing all-scroll col-resize row-resize zoom-in
        zoom-out"""
    yield "cursor", Family("cursor:$", (_choice(cursors),))


def _by_name(*sources: _Entries) -> Mapping[str, tuple[Family, ...]]:
    families: dict[str, tuple[Family, ...]] = {}
    for source in sources:
        for name, family in source:
            families[name] = (*families.get(name, ()), family)
    return families


FAMILIES: Mapping[str, tuple[Family, ...]] = _by_name(
    _spaces(),
    _places(),
    _sizes(),
    _grids(),
    _text(),
    _colors(),
    _borders(),
    _effects(),
    _motions(),
)
"""The families of each beginning; the first one that can read the value is meant."""

LONGEST_BEGINNING = max(map(len, FAMILIES))
