"""The author's fonts as styles: custom properties, own files, the public catalog, fallbacks."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from urllib.parse import quote_plus, urlsplit

from octavo.problems import Code, Problem, Severity
from octavo.project.web.font_faces import FontFace, Measures, WantedFont, WebFonts
from octavo.project.web.font_weights import read_weights
from octavo.project.web.installed_fonts import NO_MAKER, name_package
from octavo.render.assets.theme_files import FOLDER
from octavo.render.styling.font_metrics import CATALOG, LOCAL_FONTS, CatalogFamily
from octavo.settings.models.site_settings import Settings
from octavo.settings.models.styling import Font, Fonts
from octavo.settings.urls import is_web_address
from octavo.site.navigation import PlaceOf
from octavo.values import Struct, field, replace

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
_VARIABLE_FILE = re.compile(r"variable|wght|[.-]v[af]r?\.", re.IGNORECASE)
"""Of a file elsewhere, nothing but the name is known."""
_LATIN = ("U+0000-00FF", "U+0-10FFFF", "U+20-7E")
"""How the letters begin that a file of Latin text has."""
_NOT_PLAIN = re.compile(r"[^A-Za-z0-9 _./:?=&%+,~@-]")


class FontStyles(Struct, frozen=True):
    """What a page needs so that the author's fonts appear."""

    css: str = ""
    preloads: tuple[str, ...] = ()
    """Addresses of font files worth asking for before the styles are read."""
    files: Mapping[str, bytes] = field(default_factory=dict)
    """Font files that the site serves itself, by output."""


def plan_downloads(fonts: Fonts, languages: tuple[str, ...] = ()) -> tuple[WantedFont, ...]:
    """Return the fonts that the site must load before it can serve them itself."""
    fonts_by_role = _list_fonts(fonts)
    files = (
        WantedFont(font.family, url=font.url) for font in fonts_by_role.values() if _is_copied(font)
    )
    families = _plan_families(fonts_by_role).values()
    return (*(replace(each, languages=languages) for each in families), *dict.fromkeys(files))


def render_font_styles(fonts: Fonts, file_href: FileHref, web_fonts: WebFonts) -> FontStyles:
    """Return the styles of the chosen fonts; without any choice, nothing.

    Fonts of the catalog whose metrics are known get a fallback of the same size, so that text
    does not move when they arrive. The metrics of own files are not read, so these have none.
    """
    fonts_by_role = _list_fonts(fonts)
    if not fonts_by_role:
        return FontStyles()
    families = _plan_families(fonts_by_role)
    faces_of = {font.family: faces for font, faces in web_fonts.faces.items() if not font.url}
    measures = {
        family: each
        for family in families
        if (each := _find_measures(family, faces_of.get(family, ())))
    }
    files = {_build_output(face): face.data for faces in web_fonts.faces.values() for face in faces}
    own = _list_own_files(fonts_by_role.values(), file_href, web_fonts)
    css = "".join(_render_own(font, shared) for font, shared in own.items())
    hrefs = [file.href for file in own]
    for family in families:
        faces = faces_of.get(family, ())
        css += "".join(_render_loaded(family, face, file_href) for face in faces)
        first = _find_first(faces, fonts_by_role.values(), family)
        hrefs += [file_href(_build_output(first))] if first else []
    css += "".join(_render_fallback(*item) for item in measures.items())
    css += _render_tokens(fonts_by_role, measures)
    return FontStyles(css, tuple(dict.fromkeys(hrefs)), files)


def check_fonts(web_fonts: WebFonts, settings: Settings, place_of: PlaceOf) -> Iterator[Problem]:
    """Tell, once for each reason, which fonts could not be loaded."""
    families: dict[str, list[str]] = {}
    for font, reason in web_fonts.failures.items():
        families.setdefault(reason, []).append(font.family)
    fonts = settings.font or Fonts()
    is_one = fonts.body is fonts.headings
    for reason, names in families.items():
        labels = " and ".join(f"`{name}`" for name in names)
        role = "body" if fonts.body and fonts.body.family == names[0] else "headings"
        yield Problem(
            Code.FONT_NOT_LOADED,
            f"the font {labels} could not be loaded: {reason}; a font of the reader's computer is "
            "shown instead",
            place_of(("font", "family") if is_one else ("font", role, "family")),
            Severity.WARNING,
            _write_hint(reason, names),
        )


def _write_hint(reason: str, families: Iterable[str]) -> str:
    if reason == NO_MAKER:
        return "Run `pip install 'octavo[fonts]'`, and the site serves it itself."
    packages = " ".join(map(name_package, families))
    return (
        f"Run `pip install 'octavo[fonts]' {packages}`, and the site serves it itself. Or build "
        "again with a network, or name a file of the project with `url`."
    )


def quote_css(text: str) -> str:
    """Return text as a quoted CSS string that can end neither itself nor a style element."""
    return '"' + _NOT_PLAIN.sub(lambda match: f"\\{ord(match[0]):x} ", text) + '"'


# what is downloaded


def _list_fonts(fonts: Fonts) -> dict[str, Font]:
    by_role = {"body": fonts.body, "heading": fonts.headings}
    return {role: font for role, font in by_role.items() if font is not None}


def _is_copied(font: Font) -> bool:
    """Tell whether a file elsewhere is to be served by the site itself."""
    return font.url is not None and font.download and is_web_address(font.url)


def _plan_families(fonts_by_role: dict[str, Font]) -> dict[str, WantedFont]:
    """Return the families of the catalog, each in the weights that the theme draws it in."""
    weights: dict[str, frozenset[float]] = {}
    for role, font in fonts_by_role.items():
        if font.url is None and not _is_installed(font.family):
            own_weights = frozenset({font.weight}) if font.weight else frozenset[float]()
            if role == "body" or not own_weights:
                own_weights |= _TEXT_WEIGHTS
            weights[font.family] = weights.get(font.family, frozenset()) | own_weights
    return {
        family: WantedFont(family, tuple(_list_sheets(family, own)), weights=tuple(sorted(own)))
        for family, own in weights.items()
    }


def _list_sheets(family: str, weights: frozenset[float]) -> Iterator[str]:
    """Return style sheets of the catalog, by path and query.

    Its new address refuses everything when one weight is not there, so it is used where the
    weights are known, and for values that only variable fonts have; the old one leaves out what
    is not there, and 400 is nearly always there.
    """
    name = quote_plus(family)
    metrics = CATALOG.get(_build_key(family))
    if metrics:
        yield _build_address("css2", f"{name}:{_build_axes(metrics, weights)}")
        return
    steps = sorted({400, *(min(900, max(100, round(weight / 100) * 100)) for weight in weights)})
    styles = ",".join(f"{step},{step}i" for step in steps)
    yield _build_address("css", f"{name}:{styles}")
    for weight in sorted(weights - {float(step) for step in steps}):
        yield _build_address("css2", f"{name}:wght@{weight:g}")


def _build_address(version: str, family: str) -> str:
    return f"/{version}?family={family}&display=swap"


def _build_axes(metrics: CatalogFamily, weights: frozenset[float]) -> str:
    values = _choose_weights(metrics, weights)
    if not metrics.italic:
        return "wght@" + ";".join(values)
    upright = [f"0,{value}" for value in values]
    return "ital,wght@" + ";".join(upright + [f"1,{value}" for value in values])


def _choose_weights(metrics: CatalogFamily, weights: frozenset[float]) -> list[str]:
    """Return a range of a variable font, or those weights of another that are nearest."""
    if metrics.variable:
        low, high = metrics.weights[0], metrics.weights[-1]
        in_range = [min(max(weight, low), high) for weight in weights]
        first, last = min(in_range), max(in_range)
        return [f"{first:g}..{last:g}"] if first != last else [f"{first:g}"]
    nearest = {min(metrics.weights, key=lambda has: abs(has - weight)) for weight in weights}
    return [str(weight) for weight in sorted(nearest)]


# what is written


class _OwnFile(Struct, frozen=True):
    """A file of a family that the author names."""

    family: str
    href: str
    ending: str
    weights: str
    """All that it has, if it is a variable font."""


def _list_own_files(
    fonts: Iterable[Font], file_href: FileHref, web_fonts: WebFonts
) -> dict[_OwnFile, tuple[Font, ...]]:
    """Return the files that the author names, but for those that could not be loaded."""
    files: dict[_OwnFile, tuple[Font, ...]] = {}
    for font in fonts:
        href = None if font.url is None else _find_href(font, font.url, file_href, web_fonts)
        if font.url is not None and href is not None:
            ending = urlsplit(href).path.rpartition(".")[2].lower()
            weights = _find_weights(font, font.url, web_fonts)
            file = _OwnFile(font.family, href, ending, weights)
            files[file] = (*files.get(file, ()), font)
    return files


def _find_weights(font: Font, url: str, web_fonts: WebFonts) -> str:
    weights = web_fonts.weights.get(url)
    if weights is None and _is_copied(font):
        faces = web_fonts.faces.get(WantedFont(font.family, url=url), ())
        weights = read_weights(faces[0].data) if faces else None
    if weights is None:
        weights = "1 1000" if _VARIABLE_FILE.search(url) else ""
    return weights


def _find_href(font: Font, url: str, file_href: FileHref, web_fonts: WebFonts) -> str | None:
    if _is_copied(font):
        faces = web_fonts.faces.get(WantedFont(font.family, url=url), ())
        return file_href(_build_output(faces[0])) if faces else None
    return url if is_web_address(url) else file_href(url.lstrip("/"))


def _render_own(file: _OwnFile, fonts: tuple[Font, ...]) -> str:
    kind = None if _is_copied(fonts[0]) else fonts[0].format
    weights = sorted({font.weight or 400 for font in fonts})
    # One file asked for at two weights is to be drawn as it is at both.
    span = " ".join(f"{weight:g}" for weight in dict.fromkeys((weights[0], weights[-1])))
    return _render_face(
        file.family, file.href, kind or _FORMATS.get(file.ending), file.weights or span
    )


def _render_loaded(family: str, face: FontFace, file_href: FileHref) -> str:
    further = {"font-style": face.style, "unicode-range": face.ranges}
    kind = _FORMATS[face.ending]
    return _render_face(family, file_href(_build_output(face)), kind, face.weight, further)


def _render_face(
    family: str, href: str, kind: str | None, weights: str, further: Mapping[str, str] | None = None
) -> str:
    source = f"url({quote_css(href)})" + (f" format({quote_css(kind)})" if kind else "")
    return _render_rule(
        "@font-face",
        {
            "font-family": quote_css(family),
            "src": source,
            "font-weight": weights,
            "font-display": "swap",
            **(further or {}),
        },
    )


def _build_output(face: FontFace) -> str:
    digest = hashlib.sha256(face.data).hexdigest()[:20]
    return f"{FOLDER}/fonts/{digest}.{face.ending}"


def _find_first(faces: Iterable[FontFace], fonts: Iterable[Font], family: str) -> FontFace | None:
    """Return the face that Latin text needs first, upright and in its usual weight."""
    weight = next((font.weight for font in fonts if font.family == family and font.weight), 400)
    for face in faces:
        low, _, high = face.weight.partition(" ")
        is_latin = face.ranges.upper().startswith(_LATIN)
        if is_latin and face.style == "normal" and int(low) <= weight <= int(high or low):
            return face
    return None


def _find_measures(family: str, faces: tuple[FontFace, ...]) -> Measures | CatalogFamily | None:
    own = faces[0].measures if faces else None
    return own or CATALOG.get(_build_key(family))


def _render_fallback(family: str, metrics: Measures | CatalogFamily) -> str:
    """Return a font of the reader's computer in two weights, resized to the measures of another."""
    local = LOCAL_FONTS[metrics.kind]
    regular = _describe_fallback(family, metrics, local.names, metrics.width / local.width)
    bold = _describe_fallback(
        family, metrics, local.bold_names, metrics.bold_width / local.bold_width
    )
    return _render_rule("@font-face", {**regular, "font-weight": "1 599"}) + _render_rule(
        "@font-face", {**bold, "font-weight": "600 1000"}
    )


def _describe_fallback(
    family: str, metrics: Measures | CatalogFamily, names: tuple[str, ...], size: float
) -> dict[str, str]:
    return {
        "font-family": quote_css(_build_fallback_name(family)),
        "src": ",".join(f"local({quote_css(name)})" for name in names),
        "size-adjust": _format_percent(size),
        "ascent-override": _format_percent(metrics.ascent / size),
        "descent-override": _format_percent(metrics.descent / size),
        "line-gap-override": _format_percent(metrics.line_gap / size),
    }


def _render_tokens(
    fonts_by_role: dict[str, Font], measures: Mapping[str, Measures | CatalogFamily]
) -> str:
    values = {
        f"--font-{role}": _build_stack(font, measures.get(font.family) if not font.url else None)
        for role, font in fonts_by_role.items()
    }
    for role, font in fonts_by_role.items():
        if font.weight is not None:
            values[f"--font-weight-{role}"] = f"{font.weight:g}"
    return f"@layer octavo.tokens{{{_render_rule(':root', values)}}}\n"


def _build_stack(font: Font, measures: Measures | CatalogFamily | None) -> str:
    if _build_key(font.family) in _GENERIC:
        return _build_key(font.family)
    names = [quote_css(font.family)]
    if measures:
        names.append(quote_css(_build_fallback_name(font.family)))
    return ",".join([*names, _STACKS[measures.kind if measures else _find_kind(font.family)]])


def _find_kind(family: str) -> str:
    name = _build_key(family)
    if name in CATALOG:
        return CATALOG[name].kind
    if re.search(r"\b(?:mono|code|console|consolas|menlo|courier)\b", name):
        return "mono"
    is_serif = re.search(r"\b(?:serif|slab|georgia|times|garamond|cambria)\b", name)
    return "serif" if is_serif and "sans" not in name else "sans"


def _is_installed(family: str) -> bool:
    return _build_key(family) in _GENERIC or _build_key(family) in _SYSTEM


def _build_key(family: str) -> str:
    return " ".join(family.lower().split())


def _build_fallback_name(family: str) -> str:
    return f"{family} fallback"


def _format_percent(part: float) -> str:
    return f"{part * 100:.2f}%"


def _render_rule(selector: str, declarations: dict[str, str]) -> str:
    inner = ";".join(f"{name}:{value}" for name, value in declarations.items())
    return f"{selector}{{{inner}}}"
