"""Writes the styles of fonts: custom properties, own files, the public catalog, fallbacks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from urllib.parse import quote_plus, urlsplit

from octavo.problems import Code, Problem, Severity
from octavo.project.web.font_faces import FontFace, Measures, WantedFont, WebFonts
from octavo.project.web.font_weights import read_weights
from octavo.project.web.installed_fonts import NO_MAKER, name_package
from octavo.render.styling.font_metrics import CATALOG, CatalogFamily
from octavo.render.styling.font_rules import (
    FORMATS,
    FileHref,
    FontPart,
    build_output,
    find_first,
    list_fallback_names,
    list_files,
    quote_css,
    render_face,
    render_fallback,
    render_loaded,
    render_rule,
)
from octavo.render.styling.theme_fonts import has_typefaces, list_roles, render_theme_fonts
from octavo.settings.models.site_settings import Settings
from octavo.settings.models.styling import Font, Fonts
from octavo.settings.urls import is_web_address
from octavo.site.navigation import PlaceOf
from octavo.values import Struct, field, replace

_TEXT_WEIGHTS = frozenset({400.0, 500.0, 600.0, 700.0})
"""The weights of normal and emphasized text."""

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
_CODE_WEIGHT = "@layer octavo.parts{:is(pre,code,kbd,samp){font-weight:var(--font-weight-code)}}"
_VARIABLE_FILE = re.compile(r"variable|wght|[.-]v[af]r?\.", re.IGNORECASE)
"""A variable font by its name, because only the name of an external file is known."""


class FontStyles(Struct, frozen=True):
    """The styles and files for the author's fonts."""

    css: str = ""
    preloads: tuple[str, ...] = ()
    """The addresses of font files to preload."""
    files: Mapping[str, bytes] = field(default_factory=dict)
    """Font files that the site serves, by output."""


def plan_downloads(fonts: Fonts, languages: tuple[str, ...] = ()) -> tuple[WantedFont, ...]:
    """Return the fonts that the site must download before it can serve them."""
    fonts_by_role = _list_fonts(fonts)
    files = (
        WantedFont(font.family, url=font.url) for font in fonts_by_role.values() if _is_copied(font)
    )
    families = _plan_families(fonts_by_role).values()
    return (*(replace(each, languages=languages) for each in families), *dict.fromkeys(files))


def render_font_styles(
    theme: str, fonts: Fonts, file_href: FileHref, web_fonts: WebFonts, languages: Iterable[str]
) -> FontStyles:
    """Return the styles of the author's fonts, and of the theme's for all other roles."""
    fonts = _leave_out_failed(fonts, web_fonts)
    own = _render_own_fonts(fonts, file_href, web_fonts)
    roles = _list_theme_roles(theme, fonts) if has_typefaces() else {}
    of_theme = render_theme_fonts(roles, file_href, tuple(languages))
    tokens = {**of_theme.tokens, **own.tokens}
    css = own.css + of_theme.css
    if tokens:
        css += f"@layer octavo.tokens{{{render_rule(':root', tokens)}}}\n"
    hrefs = dict.fromkeys((*own.preloads, *of_theme.preloads))
    return FontStyles(css, tuple(hrefs), {**of_theme.files, **own.files})


def _leave_out_failed(fonts: Fonts, web_fonts: WebFonts) -> Fonts:
    """Return the fonts without failed ones, for which the theme has others."""
    failed = {(font.family, font.url) for font in web_fonts.failures}
    kept = (
        None if font is None or (font.family, font.url) in failed else font
        for font in (fonts.headings, fonts.body, fonts.code)
    )
    headings, body, code = kept
    return Fonts(headings=headings, body=body, code=code)


def _list_theme_roles(theme: str, fonts: Fonts) -> dict[str, str]:
    """Return the theme's families by role, for roles without a font of the author."""
    is_one = fonts.body is not None and fonts.body == fonts.headings
    replaced = set(_list_fonts(fonts))
    if is_one:
        replaced |= {"ui", "label"}
        if fonts.body and _build_key(fonts.body.family) in _GENERIC:
            replaced |= {"code"}
    roles = list_roles(theme).items()
    return {role: key for role, key in roles if role not in replaced}


def _render_own_fonts(fonts: Fonts, file_href: FileHref, web_fonts: WebFonts) -> FontPart:
    """Return the styles of the author's fonts; empty without any.

    Fonts with known measures get a fallback of the same size, so that text doesn't move when they
    load. Own files are measured if the extra is installed.
    """
    fonts_by_role = _list_fonts(fonts)
    families = _plan_families(fonts_by_role)
    faces_of = {font.family: faces for font, faces in web_fonts.faces.items() if not font.url}
    measures = {
        family: each
        for family in families
        if (each := _find_measures(family, faces_of.get(family, ())))
    }
    measures |= _list_own_measures(fonts_by_role.values(), web_fonts)
    files = dict(list_files(face for faces in web_fonts.faces.values() for face in faces))
    names = {
        font.family: _find_name(font.family, faces_of.get(font.family, ()))
        for font in fonts_by_role.values()
    }
    own = _list_own_files(fonts_by_role.values(), file_href, web_fonts)
    css = "".join(_render_own(font, shared) for font, shared in own.items())
    early = [font for role, font in fonts_by_role.items() if role != "code"]
    hrefs = [file.href for file, shared in own.items() if any(font in early for font in shared)]
    for family in families:
        faces = faces_of.get(family, ())
        css += "".join(render_loaded(names[family], face, file_href) for face in faces)
        named = [font.weight or 400 for font in early if font.family == family]
        first = find_first(faces, named[0]) if named else None
        hrefs += [file_href(build_output(first))] if first else []
    css += "".join(render_fallback(names[family], each) for family, each in measures.items())
    if fonts.code and fonts.code.weight:
        css += _CODE_WEIGHT
    return FontPart(css, tuple(hrefs), files, _list_tokens(fonts_by_role, names, measures))


def _list_own_measures(
    fonts: Iterable[Font], web_fonts: WebFonts
) -> dict[str, Measures | CatalogFamily]:
    """Return the measures of families with the author's files; the first file counts."""
    measures: dict[str, Measures | CatalogFamily] = {}
    for font in fonts:
        faces = web_fonts.faces.get(WantedFont(font.family, url=font.url), ())
        family = faces[0].family if faces else None
        own = family.measures if family else web_fonts.measures.get(font.url or "")
        if font.url and own:
            measures.setdefault(font.family, own)
    return measures


def _find_name(family: str, faces: tuple[FontFace, ...]) -> str:
    own = faces[0].family if faces else None
    return own.name if own else family


def check_fonts(web_fonts: WebFonts, settings: Settings, place_of: PlaceOf) -> Iterator[Problem]:
    """Report, once for each reason, which fonts couldn't be loaded."""
    fonts = settings.font or Fonts()
    roles = {"body": fonts.body, "headings": fonts.headings, "code": fonts.code}
    if not has_typefaces() and _list_theme_roles(settings.theme or "default", fonts):
        yield Problem(
            Code.FONT_NOT_LOADED,
            "the fonts of the themes are missing; readers see fonts of their computer",
            place_of(("theme",)),
            Severity.WARNING,
            "Run `pip install --editable .` in the checkout of Octavo: it makes them.",
        )
    families: dict[str, list[str]] = {}
    for font, reason in web_fonts.failures.items():
        families.setdefault(reason, []).append(font.family)
    is_one = fonts.body is fonts.headings
    with_files = {font.family for font in web_fonts.failures if font.url}
    for reason, names in families.items():
        labels = " and ".join(f"`{name}`" for name in names)
        role = next(role for role, font in roles.items() if font and font.family == names[0])
        yield Problem(
            Code.FONT_NOT_LOADED,
            f"the font {labels} could not be loaded: {reason}; the theme's own is shown instead",
            place_of(("font", "family") if is_one else ("font", role, "family")),
            Severity.WARNING,
            _write_hint(reason, [name for name in names if name not in with_files]),
        )


def _write_hint(reason: str, families: Sequence[str]) -> str:
    """Return how to get a font; `families` are those with a package."""
    if reason == NO_MAKER:
        return "Run `pip install 'octavo[fonts]'`, and the site serves it itself."
    packages = " ".join(map(name_package, families))
    if not packages:
        return "Build again with a network, or put the file into the project."
    lacking = " and ".join(families) + (" are" if families[1:] else " is")
    return (
        f"{lacking} not installed. Run `pip install 'octavo[fonts]' {packages}`, and the site "
        "serves it itself. Or build again with a network, or name a file of the project with `url`."
    )


# --- downloads ---


def _list_fonts(fonts: Fonts) -> dict[str, Font]:
    by_role = {"body": fonts.body, "heading": fonts.headings, "code": fonts.code}
    return {role: font for role, font in by_role.items() if font is not None}


def _is_copied(font: Font) -> bool:
    """Tell whether the site serves a copy of an external file."""
    return font.url is not None and font.download and is_web_address(font.url)


def _plan_families(fonts_by_role: dict[str, Font]) -> dict[str, WantedFont]:
    """Return the families of the catalog, each in the weights that the theme uses."""
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
    """Yield style sheets of the catalog, by path and query.

    Its new address fails if one weight is missing. So it is used for known weights, and for values
    that only variable fonts have. The old address skips missing weights, and nearly every font has
    400.
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
    """Return a range of a variable font, or the nearest weights of another one."""
    if metrics.variable:
        low, high = metrics.weights[0], metrics.weights[-1]
        in_range = [min(max(weight, low), high) for weight in weights]
        first, last = min(in_range), max(in_range)
        return [f"{first:g}..{last:g}"] if first != last else [f"{first:g}"]
    nearest = {min(metrics.weights, key=lambda has: abs(has - weight)) for weight in weights}
    return [str(weight) for weight in sorted(nearest)]


# --- styles ---


class _OwnFile(Struct, frozen=True):
    """A file of a family that the author names."""

    family: str
    href: str
    ending: str
    weights: str
    """All its weights, if it is a variable font."""


def _list_own_files(
    fonts: Iterable[Font], file_href: FileHref, web_fonts: WebFonts
) -> dict[_OwnFile, tuple[Font, ...]]:
    """Return the author's files, except failed ones."""
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
        return file_href(build_output(faces[0])) if faces else None
    return url if is_web_address(url) else file_href(url.lstrip("/"))


def _render_own(file: _OwnFile, fonts: tuple[Font, ...]) -> str:
    kind = None if _is_copied(fonts[0]) else fonts[0].format
    weights = sorted({font.weight or 400 for font in fonts})
    # A file with two weights is used for both.
    span = " ".join(f"{weight:g}" for weight in dict.fromkeys((weights[0], weights[-1])))
    return render_face(
        file.family, file.href, kind or FORMATS.get(file.ending), file.weights or span
    )


def _find_measures(family: str, faces: tuple[FontFace, ...]) -> Measures | CatalogFamily | None:
    own = faces[0].family if faces else None
    return own.measures if own else CATALOG.get(_build_key(family))


def _list_tokens(
    fonts_by_role: dict[str, Font],
    names: Mapping[str, str],
    measures: Mapping[str, Measures | CatalogFamily],
) -> dict[str, str]:
    values = {
        f"--font-{role}": _build_stack(font.family, measures.get(font.family), names[font.family])
        for role, font in fonts_by_role.items()
    }
    for role, font in fonts_by_role.items():
        if font.weight is not None:
            values[f"--font-weight-{role}"] = f"{font.weight:g}"
    return values


def _build_stack(family: str, measures: Measures | CatalogFamily | None, name: str) -> str:
    """Return the font stack of text: a family by its name, then its fallbacks."""
    if _build_key(family) in _GENERIC:
        return _build_key(family)
    names = [name, *(list_fallback_names(name, measures.kind) if measures else ())]
    kind = measures.kind if measures else _find_kind(family)
    return ",".join([*map(quote_css, names), _STACKS[kind]])


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
