"""The author's fonts as styles: custom properties, own files, the public catalog, fallbacks."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from urllib.parse import quote_plus, urlsplit

from octavo.problems import Code, Problem, Severity
from octavo.project.web.font_faces import FontFace, WantedFont, WebFonts
from octavo.render.assets.theme_files import FOLDER
from octavo.render.styling.font_metrics import CATALOG, LOCAL_FONTS, CatalogFamily
from octavo.settings.models.site import Settings
from octavo.settings.models.styling import Font, Fonts
from octavo.settings.urls import is_web_address
from octavo.site.navigation import PlaceOf
from octavo.values import dataclass, field

FileHref = Callable[[str], str]
"""Gives the address of a file of the project."""

_TEXT_WEIGHTS = frozenset({400.0, 500.0, 600.0, 700.0})
"""What running text and its emphasis use."""

_GENERIC = frozenset(
    """serif sans-serif monospace cursive fantasy system-ui ui-serif ui-sans-serif ui-monospace
    ui-rounded""".split()
)
_SYSTEM = frozenset(
    """-apple-system|blinkmacsystemfont|arial|arial black|avenir|avenir next|calibri|cambria|
    candara|cascadia code|cascadia mono|charter|comic sans ms|consolas|constantia|corbel|courier|
    courier new|dejavu sans|dejavu sans mono|dejavu serif|futura|georgia|gill sans|helvetica|
    helvetica neue|impact|iowan old style|liberation mono|liberation sans|liberation serif|
    lucida console|lucida grande|menlo|monaco|optima|palatino|palatino linotype|san francisco|
    segoe ui|sf mono|sf pro|sf pro display|sf pro text|sfmono-regular|tahoma|times|
    times new roman|trebuchet ms|verdana""".replace("\n", "")
    .replace("    ", "")
    .split("|")
)
_STACKS = {
    "sans": 'ui-sans-serif,system-ui,-apple-system,"Segoe UI","Noto Sans",sans-serif',
    "serif": 'ui-serif,Georgia,Cambria,"Times New Roman",serif',
    "mono": 'ui-monospace,SFMono-Regular,"Cascadia Code",Menlo,Consolas,monospace',
}
_FORMATS = {"woff2": "woff2", "woff": "woff", "ttf": "truetype", "otf": "opentype"}
_VARIABLE_FILE = re.compile(r"variable|\[[^\]]*wght|%5b[^/]*wght|[.-]v[af]r?\.", re.IGNORECASE)
_NOT_PLAIN = re.compile(r"[^A-Za-z0-9 _./:?=&%+,~@-]")


@dataclass(frozen=True, slots=True)
class FontStyles:
    """What a page needs so that the author's fonts appear."""

    css: str = ""
    preloads: tuple[str, ...] = ()
    """Addresses of font files worth asking for before the styles are read."""
    files: Mapping[str, bytes] = field(default_factory=dict)
    """Font files that the site serves itself, by output."""


def plan_downloads(fonts: Fonts) -> tuple[WantedFont, ...]:
    """Return the fonts that the site must load before it can serve them itself."""
    used = _used_fonts(fonts)
    linked = (WantedFont(font.family, url=font.url) for font in used.values() if _is_copied(font))
    return (*_wanted_families(used).values(), *dict.fromkeys(linked))


def font_styles(fonts: Fonts, file_href: FileHref, loaded: WebFonts) -> FontStyles:
    """Return the styles of the chosen fonts; without any choice, nothing.

    Fonts of the catalog whose metrics are known get a fallback of the same size, so that text
    does not move when they arrive. The metrics of own files are not read, so these have none.
    """
    used = _used_fonts(fonts)
    if not used:
        return FontStyles()
    families = _wanted_families(used)
    files = {_output_of(face): face.data for faces in loaded.faces.values() for face in faces}
    own = _own_files(used.values(), file_href, loaded)
    css = "".join(_render_own(font, shared) for font, shared in own.items())
    hrefs = [file.href for file in own]
    for family, wanted in families.items():
        faces = loaded.faces.get(wanted, ())
        css += "".join(_render_loaded(family, face, file_href) for face in faces)
        first = _find_first(faces, used.values(), family)
        hrefs += [file_href(_output_of(first))] if first else []
    css += "".join(map(_render_fallback, families)) + _render_tokens(used)
    return FontStyles(css, tuple(dict.fromkeys(hrefs)), files)


def check_fonts(loaded: WebFonts, settings: Settings, place_of: PlaceOf) -> Iterator[Problem]:
    """Tell, once for each reason, which fonts could not be loaded."""
    families: dict[str, list[str]] = {}
    for wanted, reason in loaded.failures.items():
        families.setdefault(reason, []).append(wanted.family)
    fonts = settings.font or Fonts()
    is_one = fonts.body is fonts.headings
    for reason, names in families.items():
        named = " and ".join(f"`{name}`" for name in names)
        role = "body" if fonts.body and fonts.body.family == names[0] else "headings"
        yield Problem(
            Code.FONT_NOT_LOADED,
            f"the font {named} could not be loaded: {reason}; a font of the reader's computer is "
            "shown instead",
            place_of(("font", "family") if is_one else ("font", role, "family")),
            Severity.WARNING,
            "Build again with a network: fonts are kept after that. Or put the file into the "
            "project and name it with `url`.",
        )


def css_string(text: str) -> str:
    """Return text as a quoted CSS string that can end neither itself nor a style element."""
    return '"' + _NOT_PLAIN.sub(lambda found: f"\\{ord(found[0]):x} ", text) + '"'


# what is downloaded


def _used_fonts(fonts: Fonts) -> dict[str, Font]:
    named = {"body": fonts.body, "heading": fonts.headings}
    return {role: font for role, font in named.items() if font is not None}


def _is_copied(font: Font) -> bool:
    """Tell whether a file elsewhere is to be served by the site itself."""
    return font.url is not None and font.download and is_web_address(font.url)


def _wanted_families(used: dict[str, Font]) -> dict[str, WantedFont]:
    """Return the families of the catalog, each in the weights that the theme draws it in."""
    weights: dict[str, frozenset[float]] = {}
    for role, font in used.items():
        if font.url is None and not _is_installed(font.family):
            wanted = frozenset({font.weight}) if font.weight else frozenset[float]()
            if role == "body" or not wanted:
                wanted |= _TEXT_WEIGHTS
            weights[font.family] = weights.get(font.family, frozenset()) | wanted
    return {family: WantedFont(family, tuple(_sheets(family, w))) for family, w in weights.items()}


def _sheets(family: str, weights: frozenset[float]) -> Iterator[str]:
    """Return style sheets of the catalog, by path and query.

    Its new address refuses everything when one weight is not there, so it is used where the
    weights are known, and for values that only variable fonts have; the old one leaves out what
    is not there, and 400 is nearly always there.
    """
    name = quote_plus(family)
    known = CATALOG.get(_key(family))
    if known:
        yield _address("css2", f"{name}:{_axes(known, weights)}")
        return
    steps = sorted({400, *(min(900, max(100, round(weight / 100) * 100)) for weight in weights)})
    styles = ",".join(f"{step},{step}i" for step in steps)
    yield _address("css", f"{name}:{styles}")
    for weight in sorted(weights - {float(step) for step in steps}):
        yield _address("css2", f"{name}:wght@{weight:g}")


def _address(version: str, family: str) -> str:
    return f"/{version}?family={family}&display=swap"


def _axes(known: CatalogFamily, weights: frozenset[float]) -> str:
    values = _available(known, weights)
    if not known.italic:
        return "wght@" + ";".join(values)
    upright = [f"0,{value}" for value in values]
    return "ital,wght@" + ";".join(upright + [f"1,{value}" for value in values])


def _available(known: CatalogFamily, weights: frozenset[float]) -> list[str]:
    """Return a range of a variable font, or those weights of another that are nearest."""
    if known.variable:
        low, high = known.weights[0], known.weights[-1]
        wanted = [min(max(weight, low), high) for weight in weights]
        first, last = min(wanted), max(wanted)
        return [f"{first:g}..{last:g}"] if first != last else [f"{first:g}"]
    nearest = {min(known.weights, key=lambda has: abs(has - weight)) for weight in weights}
    return [str(weight) for weight in sorted(nearest)]


# what is written


@dataclass(frozen=True, slots=True)
class _OwnFile:
    """A file of a family that the author names."""

    family: str
    url: str
    href: str
    ending: str


def _own_files(
    fonts: Iterable[Font], file_href: FileHref, loaded: WebFonts
) -> dict[_OwnFile, tuple[Font, ...]]:
    """Return the files that the author names, but for those that could not be loaded."""
    files: dict[_OwnFile, tuple[Font, ...]] = {}
    for font in fonts:
        href = None if font.url is None else _href_of(font, font.url, file_href, loaded)
        if font.url is not None and href is not None:
            ending = urlsplit(href).path.rpartition(".")[2].lower()
            file = _OwnFile(font.family, font.url, href, ending)
            files[file] = (*files.get(file, ()), font)
    return files


def _href_of(font: Font, url: str, file_href: FileHref, loaded: WebFonts) -> str | None:
    if _is_copied(font):
        faces = loaded.faces.get(WantedFont(font.family, url=url), ())
        return file_href(_output_of(faces[0])) if faces else None
    return url if is_web_address(url) else file_href(url.lstrip("/"))


def _render_own(file: _OwnFile, fonts: tuple[Font, ...]) -> str:
    kind = None if _is_copied(fonts[0]) else fonts[0].format
    weights = sorted({font.weight or 400 for font in fonts})
    if _VARIABLE_FILE.search(file.url):
        weights = [1, 1000]
    # One file asked for at two weights can only be a variable font, so both ends are named.
    span = " ".join(f"{weight:g}" for weight in dict.fromkeys((weights[0], weights[-1])))
    return _render_face(file.family, file.href, kind or _FORMATS.get(file.ending), span)


def _render_loaded(family: str, face: FontFace, file_href: FileHref) -> str:
    further = {"font-style": face.style, "unicode-range": face.ranges}
    kind = _FORMATS[face.ending]
    return _render_face(family, file_href(_output_of(face)), kind, face.weight, further)


def _render_face(
    family: str, href: str, kind: str | None, weights: str, further: Mapping[str, str] | None = None
) -> str:
    source = f"url({css_string(href)})" + (f" format({css_string(kind)})" if kind else "")
    return _rule(
        "@font-face",
        {
            "font-family": css_string(family),
            "src": source,
            "font-weight": weights,
            "font-display": "swap",
            **(further or {}),
        },
    )


def _output_of(face: FontFace) -> str:
    digest = hashlib.sha256(face.data).hexdigest()[:20]
    return f"{FOLDER}/fonts/{digest}.{face.ending}"


def _find_first(faces: Iterable[FontFace], fonts: Iterable[Font], family: str) -> FontFace | None:
    """Return the face that Latin text needs first, upright and in its usual weight."""
    weight = next((font.weight for font in fonts if font.family == family and font.weight), 400)
    for face in faces:
        low, _, high = face.weight.partition(" ")
        is_latin = face.ranges.upper().startswith(("U+0000-00FF", "U+0-10FFFF"))
        if is_latin and face.style == "normal" and int(low) <= weight <= int(high or low):
            return face
    return None


def _render_fallback(family: str) -> str:
    """Return an installed font in two weights, resized to the measures of a catalog font."""
    known = CATALOG.get(_key(family))
    if known is None:
        return ""
    local = LOCAL_FONTS[known.kind]
    regular = _resized(family, known, local.names, known.width / local.width)
    bold = _resized(family, known, local.bold_names, known.bold_width / local.bold_width)
    return _rule("@font-face", {**regular, "font-weight": "1 599"}) + _rule(
        "@font-face", {**bold, "font-weight": "600 1000"}
    )


def _resized(
    family: str, known: CatalogFamily, names: tuple[str, ...], size: float
) -> dict[str, str]:
    return {
        "font-family": css_string(_fallback_name(family)),
        "src": ",".join(f"local({css_string(name)})" for name in names),
        "size-adjust": _percent(size),
        "ascent-override": _percent(known.ascent / size),
        "descent-override": _percent(known.descent / size),
        "line-gap-override": _percent(known.line_gap / size),
    }


def _render_tokens(used: dict[str, Font]) -> str:
    values = {f"--font-{role}": _stack(font) for role, font in used.items()}
    for role, font in used.items():
        if font.weight is not None:
            values[f"--font-weight-{role}"] = f"{font.weight:g}"
    return f"@layer octavo.tokens{{{_rule(':root', values)}}}\n"


def _stack(font: Font) -> str:
    if _key(font.family) in _GENERIC:
        return _key(font.family)
    names = [css_string(font.family)]
    if font.url is None and _key(font.family) in CATALOG:
        names.append(css_string(_fallback_name(font.family)))
    return ",".join([*names, _STACKS[_kind(font.family)]])


def _kind(family: str) -> str:
    name = _key(family)
    if name in CATALOG:
        return CATALOG[name].kind
    if re.search(r"\b(?:mono|code|console|consolas|menlo|courier)\b", name):
        return "mono"
    is_serif = re.search(r"\b(?:serif|slab|georgia|times|garamond|cambria)\b", name)
    return "serif" if is_serif and "sans" not in name else "sans"


def _is_installed(family: str) -> bool:
    return _key(family) in _GENERIC or _key(family) in _SYSTEM


def _key(family: str) -> str:
    return " ".join(family.lower().split())


def _fallback_name(family: str) -> str:
    return f"{family} fallback"


def _percent(part: float) -> str:
    return f"{part * 100:.2f}%"


def _rule(selector: str, declarations: dict[str, str]) -> str:
    inner = ";".join(f"{name}:{value}" for name, value in declarations.items())
    return f"{selector}{{{inner}}}"
