"""Families of utility class names that end in a value: `mt-4`, `w-1/2`, `text-gray-500`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from octavo.render.utilities.tables import expand_words
from octavo.render.utilities.values import (
    ReadValue,
    read_bracket_length,
    read_brackets,
    read_color,
    read_columns,
    read_degrees,
    read_fraction,
    read_line_spacing,
    read_milliseconds,
    read_percent,
    read_pixels,
    read_spacing,
    read_text_size,
    read_whole,
)
from octavo.render.utilities.variants import BREAKPOINTS
from octavo.values import Struct


class Family(Struct, frozen=True):
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


def _build_choice_reader(words: str) -> ReadValue:
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
_AUTO = _build_choice_reader("auto")
_NAMED_WIDTHS = """xs=20rem sm=24rem md=28rem lg=32rem xl=36rem 2xl=42rem 3xl=48rem 4xl=56rem
    5xl=64rem 6xl=72rem 7xl=80rem"""
_SCREENS = " ".join(f"screen-{name}={rem}rem" for name, rem in BREAKPOINTS.items())
_CONTENT = "auto min=min-content max=max-content fit=fit-content"
_WIDTHS = (
    read_spacing,
    read_fraction,
    _build_choice_reader(f"{_CONTENT} screen=100vw svw=100svw lvw=100lvw dvw=100dvw"),
    read_brackets,
)
_HEIGHTS = (
    read_spacing,
    read_fraction,
    _build_choice_reader(f"{_CONTENT} screen=100vh svh=100svh lvh=100lvh dvh=100dvh"),
    read_brackets,
)
_MAX_WIDTHS = (*_WIDTHS, _build_choice_reader(f"{_NAMED_WIDTHS} {_SCREENS} none prose=65ch"))
# Borders have no style and no color unless a rule gives them.
_LINE = "border:0 solid var(--hairline)"
_LINE_WIDTHS = (_build_choice_reader("=1px"), read_pixels, read_bracket_length)
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


def _list_spaces() -> _Entries:
    lengths = (read_spacing, read_brackets)
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


def _list_places() -> _Entries:
    readers = (read_spacing, read_fraction, _AUTO, read_brackets)
    for name, property_name, rank in (
        ("inset", "inset", 0),
        ("inset-x", "inset-inline", 1),
        ("inset-y", "inset-block", 1),
        ("start", "inset-inline-start", 2),
        ("end", "inset-inline-end", 2),
        *((side, side, 2) for side in ("top", "right", "bottom", "left")),
    ):
        yield name, Family(f"{property_name}:$", readers, rank, is_signed=True)
    yield "z", Family("z-index:$", (read_whole, _AUTO, read_brackets), is_signed=True)
    order = (read_whole, _build_choice_reader("first=-9999 last=9999 none=0"), read_brackets)
    yield "order", Family("order:$", order, is_signed=True)


def _list_sizes() -> _Entries:
    yield "w", Family("width:$", _WIDTHS, 1)
    yield "min-w", Family("min-width:$", _WIDTHS)
    yield "max-w", Family("max-width:$", _MAX_WIDTHS)
    yield "h", Family("height:$", _HEIGHTS, 1)
    yield "min-h", Family("min-height:$", _HEIGHTS)
    yield "max-h", Family("max-height:$", (*_HEIGHTS, _build_choice_reader("none")))
    content = (read_spacing, read_fraction, _build_choice_reader(_CONTENT), read_brackets)
    yield "size", Family("width:$;height:$", content)
    yield "basis", Family("flex-basis:$", content, 1)
    yield (
        "columns",
        Family(
            "columns:$", (read_whole, _build_choice_reader(f"auto {_NAMED_WIDTHS}"), read_brackets)
        ),
    )
    yield (
        "aspect",
        Family(
            "aspect-ratio:$", (_build_choice_reader("auto square=1/1 video=16/9"), read_brackets)
        ),
    )
    yield "object", Family("object-position:$", (read_brackets,))
    for name in ("overflow", "overflow-x", "overflow-y"):
        readers = (_build_choice_reader("auto hidden clip visible scroll"),)
        yield name, Family(f"{name}:$", readers, int(name != "overflow"))
    for name in ("overscroll", "overscroll-x", "overscroll-y"):
        property_name = name.replace("overscroll", "overscroll-behavior")
        yield name, Family(f"{property_name}:$", (_build_choice_reader("auto contain none"),))


def _list_grids() -> _Entries:
    yield "flex", Family("flex:$", (read_brackets,))
    for name in ("grow", "flex-grow"):
        yield (
            name,
            Family("flex-grow:$", (_build_choice_reader("=1"), read_whole, read_brackets), 1),
        )
    for name in ("shrink", "flex-shrink"):
        yield (
            name,
            Family("flex-shrink:$", (_build_choice_reader("=1"), read_whole, read_brackets), 1),
        )
    tracks = (read_columns, _build_choice_reader("none subgrid"), read_brackets)
    auto = (
        _build_choice_reader("auto min=min-content max=max-content fr=minmax(0,1fr)"),
        read_brackets,
    )
    for name, axis, plural in (("col", "column", "cols"), ("row", "row", "rows")):
        yield f"grid-{plural}", Family(f"grid-template-{axis}s:$", tracks)
        yield f"auto-{plural}", Family(f"grid-auto-{axis}s:$", auto)
        yield name, Family(f"grid-{axis}:$", (_AUTO, read_brackets))
        yield f"{name}-span", Family(f"grid-{axis}:span $/span $", (read_whole, read_brackets))
        yield f"{name}-span", Family(f"grid-{axis}:$", (_build_choice_reader("full=1/-1"),))
        for end in ("start", "end"):
            yield (
                f"{name}-{end}",
                Family(f"grid-{axis}-{end}:$", (read_whole, _AUTO, read_brackets), 1, True),
            )


def _list_text() -> _Entries:
    yield "text", Family("font-size:$", (read_text_size, read_bracket_length))
    yield "text", Family("color:$", (read_color,))
    yield "leading", Family("line-height:$", (read_line_spacing, read_brackets), 1)
    tracking = """tighter=-0.05em tight=-0.025em normal=0em wide=0.025em wider=0.05em
        widest=0.1em"""
    yield (
        "tracking",
        Family("letter-spacing:$", (_build_choice_reader(tracking), read_brackets), is_signed=True),
    )
    weights = """thin=100 extralight=200 light=300 normal=400 medium=500 semibold=600 bold=700
        extrabold=800 black=900"""
    yield "font", Family("font-weight:$", (_build_choice_reader(weights), read_brackets))
    yield "indent", Family("text-indent:$", (read_spacing, read_brackets), is_signed=True)
    yield "underline-offset", Family("text-underline-offset:$", (read_pixels, _AUTO, read_brackets))
    yield "decoration", Family("text-decoration-thickness:$", (read_pixels, read_bracket_length))
    yield "decoration", Family("text-decoration-color:$", (read_color,))
    box = "overflow:hidden;display:-webkit-box;-webkit-box-orient:vertical;"
    yield "line-clamp", Family(f"{box}-webkit-line-clamp:$", (read_whole, read_brackets))
    none = "overflow:visible;display:block;-webkit-box-orient:horizontal;"
    yield "line-clamp", Family(f"{none}-webkit-line-clamp:$", (_build_choice_reader("none"),))


def _list_colors() -> _Entries:
    for name, property_name in (
        ("bg", "background-color"),
        ("accent", "accent-color"),
        ("caret", "caret-color"),
        ("outline", "outline-color"),
    ):
        yield name, Family(f"{property_name}:$", (read_color,))
    for name in ("fill", "stroke"):
        yield name, Family(f"{name}:$", (_build_choice_reader("none"), read_color))
    yield "stroke", Family("stroke-width:$", (read_whole, read_bracket_length))
    yield "placeholder", Family("color:$", (read_color,), target="::placeholder")
    ends = ("var(--u-from,transparent)", "var(--u-to,transparent)")
    yield "from", Family(f"--u-from:$;--u-stops:{','.join(ends)}", (read_color,))
    yield "via", Family(f"--u-stops:{',$,'.join(ends)}", (read_color,), 1)
    yield "to", Family("--u-to:$", (read_color,))


def _list_borders() -> _Entries:
    for side, end, rank in _SIDES:
        name = f"border-{side}" if side else "border"
        yield name, Family(f"border{end}-width:$", _LINE_WIDTHS, rank, preset=_LINE)
        yield name, Family(f"border{end}-color:$", (read_color,), rank)
    styles = (_build_choice_reader("solid dashed dotted double hidden none"),)
    yield "border", Family("border-style:$", styles, preset=_LINE)
    yield "border-spacing", Family("border-spacing:$", (read_spacing, read_brackets))
    for axis, end in (("x", "inline"), ("y", "block")):
        line = f"border-{end}-start:$ solid var(--hairline)"
        yield f"divide-{axis}", Family(line, _LINE_WIDTHS, target=_BETWEEN)
    yield "divide", Family("border-color:$", (read_color,), 1, target=_BETWEEN)
    yield "divide", Family("border-style:$", styles, 1, target=_BETWEEN)
    yield "outline", Family("outline-width:$", (read_pixels, read_bracket_length))
    yield "outline-offset", Family("outline-offset:$", (read_pixels, read_brackets), is_signed=True)
    sizes = "=0.25rem none=0 sm=0.125rem md=0.375rem lg=0.5rem xl=0.75rem 2xl=1rem 3xl=1.5rem"
    radii = (_build_choice_reader(f"{sizes} full=9999px"), read_brackets)
    yield "rounded", Family("border-radius:$", radii)
    corners = {"tl": "top-left", "tr": "top-right", "br": "bottom-right", "bl": "bottom-left"}
    corners |= {"ss": "start-start", "se": "start-end", "ee": "end-end", "es": "end-start"}
    for name, corner in corners.items():
        yield f"rounded-{name}", Family(f"border-{corner}-radius:$", radii, 2)
    pairs = {"t": "tl tr", "r": "tr br", "b": "br bl", "l": "bl tl", "s": "ss es", "e": "se ee"}
    for name, pair in pairs.items():
        declarations = ";".join(f"border-{corners[corner]}-radius:$" for corner in pair.split())
        yield f"rounded-{name}", Family(declarations, radii, 1)


def _list_effects() -> _Entries:
    shadow = "box-shadow:var(--u-ring),var(--u-shadow)"
    yield (
        "shadow",
        Family(
            f"--u-shadow:$;{shadow}",
            (_build_choice_reader(_SHADOWS), read_bracket_length),
            preset=_NO_SHADOWS,
        ),
    )
    ring = (_build_choice_reader("=3px"), read_pixels, read_bracket_length)
    yield "ring", Family(f"--u-ring:{_RING};{shadow}", ring, preset=_NO_SHADOWS)
    yield "ring", Family("--u-ring-color:$", (read_color,))
    yield "ring-offset", Family("--u-offset:$", (read_pixels, read_bracket_length))
    yield "opacity", Family("opacity:$", (read_percent, read_brackets))
    filters = {
        "blur": ("blur($)", _build_choice_reader(_BLURS)),
        "brightness": ("brightness($)", read_percent),
        "contrast": ("contrast($)", read_percent),
        "grayscale": ("grayscale($)", _build_choice_reader("=1 0")),
        "hue-rotate": ("hue-rotate($)", read_degrees),
        "invert": ("invert($)", _build_choice_reader("=1 0")),
        "saturate": ("saturate($)", read_percent),
        "sepia": ("sepia($)", _build_choice_reader("=1 0")),
    }
    all_filters = "filter:" + " ".join(f"var(--u-{name})" for name in filters)
    preset = ";".join(f"--u-{name}: " for name in filters)
    for name, (css, reader) in filters.items():
        declarations = f"--u-{name}:{css};{all_filters}"
        yield name, Family(declarations, (reader, read_brackets), preset=preset)
    yield (
        "backdrop-blur",
        Family("backdrop-filter:blur($)", (_build_choice_reader(_BLURS), read_brackets)),
    )


def _list_motions() -> _Entries:
    lengths = (read_spacing, read_fraction, read_brackets)
    angles = (read_degrees, read_brackets)
    yield "rotate", Family("rotate:$", angles, is_signed=True)
    for axis in "XY":
        yield f"skew-{axis.lower()}", Family(f"transform:skew{axis}($)", angles, is_signed=True)
    for name, zero, readers in (
        ("translate", "0", lengths),
        ("scale", "1", (read_percent, read_brackets)),
    ):
        both = f"{name}:var(--u-{name}-x) var(--u-{name}-y)"
        preset = f"--u-{name}-x:{zero};--u-{name}-y:{zero}"
        for axis in "xy":
            declarations = f"--u-{name}-{axis}:$;{both}"
            yield f"{name}-{axis}", Family(declarations, readers, 1, True, preset)
        declarations = f"--u-{name}-x:$;--u-{name}-y:$;{both}"
        yield name, Family(declarations, readers, 0, True, preset)
    timing = "transition-timing-function:cubic-bezier(.4,0,.2,1);transition-duration:.15s"
    motion = f"transition-property:$;{timing}"
    yield "transition", Family(motion, (_build_choice_reader(_MOTIONS), read_brackets))
    yield "duration", Family("transition-duration:$", (read_milliseconds, read_brackets), 1)
    yield "delay", Family("transition-delay:$", (read_milliseconds, read_brackets), 1)
    curves = """linear in=cubic-bezier(.4,0,1,1) out=cubic-bezier(0,0,.2,1)
        in-out=cubic-bezier(.4,0,.2,1)"""
    yield (
        "ease",
        Family("transition-timing-function:$", (_build_choice_reader(curves), read_brackets), 1),
    )
    cursors = """auto default pointer wait text move help not-allowed none context-menu progress
        cell crosshair copy no-drop grab grabbing all-scroll col-resize row-resize zoom-in
        zoom-out"""
    yield "cursor", Family("cursor:$", (_build_choice_reader(cursors),))


def _group_by_name(*sources: _Entries) -> Mapping[str, tuple[Family, ...]]:
    families: dict[str, tuple[Family, ...]] = {}
    for source in sources:
        for name, family in source:
            families[name] = (*families.get(name, ()), family)
    return families


FAMILIES: Mapping[str, tuple[Family, ...]] = _group_by_name(
    _list_spaces(),
    _list_places(),
    _list_sizes(),
    _list_grids(),
    _list_text(),
    _list_colors(),
    _list_borders(),
    _list_effects(),
    _list_motions(),
)
"""The families of each beginning; the first one that can read the value is meant."""

LONGEST_BEGINNING = max(map(len, FAMILIES))
