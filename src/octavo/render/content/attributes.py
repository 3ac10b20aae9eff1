"""The attributes of HTML elements in JSX: names, styles, and removed attributes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from octavo.render.basis.html import escape_attribute

_RENAMED = {
    "className": "class",
    "htmlFor": "for",
    "acceptCharset": "accept-charset",
    "httpEquiv": "http-equiv",
    "xlinkHref": "xlink:href",
    "xmlnsXlink": "xmlns:xlink",
    "xmlLang": "xml:lang",
    "xmlSpace": "xml:space",
}
# SVG attributes that keep their capitals; all other names of HTML and SVG are lowercase.
_CAMEL_CASE = frozenset(
    """attributeName attributeType baseFrequency calcMode clipPathUnits diffuseConstant
    edgeMode filterUnits glyphRef gradientTransform gradientUnits kernelMatrix kernelUnitLength
    keyPoints keySplines keyTimes lengthAdjust limitingConeAngle markerHeight markerUnits
    markerWidth maskContentUnits maskUnits numOctaves pathLength patternContentUnits
    patternTransform patternUnits pointsAtX pointsAtY pointsAtZ preserveAlpha
    preserveAspectRatio primitiveUnits refX refY repeatCount repeatDur requiredExtensions
    specularConstant specularExponent spreadMethod startOffset stdDeviation stitchTiles
    surfaceScale systemLanguage tableValues targetX targetY textLength viewBox xChannelSelector
    yChannelSelector zoomAndPan""".split()
)
# SVG presentation attributes, which JSX writes in camel case and SVG with hyphens.
_HYPHENATED = frozenset(
    """accentHeight alignmentBaseline arabicForm baselineShift capHeight clipPath clipRule
    colorInterpolation colorInterpolationFilters colorProfile colorRendering dominantBaseline
    enableBackground fillOpacity fillRule floodColor floodOpacity fontFamily fontSize
    fontSizeAdjust fontStretch fontStyle fontVariant fontWeight glyphName
    glyphOrientationHorizontal glyphOrientationVertical imageRendering letterSpacing
    lightingColor markerEnd markerMid markerStart overlinePosition overlineThickness paintOrder
    panose1 pointerEvents renderingIntent shapeRendering stopColor stopOpacity
    strikethroughPosition strikethroughThickness strokeDasharray strokeDashoffset strokeLinecap
    strokeLinejoin strokeMiterlimit strokeOpacity strokeWidth textAnchor textDecoration
    textRendering transformOrigin underlinePosition underlineThickness unicodeBidi unicodeRange
    unitsPerEm vectorEffect wordSpacing writingMode""".split()
)
_UNITLESS = frozenset(
    """animationIterationCount aspectRatio borderImageOutset borderImageSlice borderImageWidth
    columnCount columns fillOpacity flex flexGrow flexShrink floodOpacity fontWeight gridArea
    gridColumn gridColumnEnd gridColumnStart gridRow gridRowEnd gridRowStart lineClamp
    lineHeight opacity order orphans scale stopOpacity strokeDasharray strokeDashoffset
    strokeMiterlimit strokeOpacity strokeWidth tabSize widows zIndex zoom""".split()
)
_NAME = re.compile(r"[A-Za-z_:][A-Za-z0-9_.:-]*\Z")
_CAPITAL = re.compile(r"[A-Z]")

Properties = Mapping[str, Any]


@lru_cache(maxsize=1024)
def find_attribute_name(name: str) -> str | None:
    """Return the HTML name of a JSX attribute, or None if HTML can't have it."""
    if name in _RENAMED:
        return _RENAMED[name]
    if name in _HYPHENATED:
        return _hyphenate(name)
    if _NAME.match(name) is None:
        return None
    if name in _CAMEL_CASE or name.startswith(("data-", "aria-")):
        return name
    return name.lower()


def is_event_handler(name: str) -> bool:
    """Tell whether an attribute is an event handler (`onClick`, `onclick`)."""
    return name[:1] in "oO" and len(name) > 2 and name[1] in "nN" and name[2:].isalpha()


def render_attributes(properties: Properties) -> str:
    """Return attributes in the form for a tag, each after a space."""
    parts = []
    for key, value in properties.items():
        name = find_attribute_name(key)
        if name is None or value is None or value is False or is_event_handler(key):
            continue
        if value is True:
            parts.append(f" {name}")
        elif isinstance(value, (str, int, float)):
            parts.append(f' {name}="{escape_attribute(str(value))}"')
    return "".join(parts)


def render_style(style: Mapping[str, Any]) -> str:
    """Return a style object as CSS: bare numbers are pixels for properties with lengths."""
    declarations = []
    for name, value in style.items():
        if value is None or isinstance(value, bool):
            continue
        is_own = name.startswith("--")
        is_number = isinstance(value, (int, float)) and value != 0
        is_length = is_number and not is_own and name not in _UNITLESS
        property_name = name if is_own else _hyphenate(name)
        declarations.append(f"{property_name}:{value}{'px' if is_length else ''}")
    return ";".join(declarations)


def _hyphenate(name: str) -> str:
    return _CAPITAL.sub(lambda match: "-" + match.group().lower(), name)
