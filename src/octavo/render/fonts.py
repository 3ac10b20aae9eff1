"""The author's fonts as styles: custom properties, own files, the public catalog, fallbacks."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from urllib.parse import quote_plus, urlsplit

from octavo.render.font_metrics import CATALOG, LOCAL_FONTS, CatalogFamily
from octavo.settings import Font, Fonts, is_web_address
from octavo.values import dataclass

FileHref = Callable[[str], str]
"""Gives the address of a file of the project."""

_CATALOG_ORIGINS = ("https://fonts.googleapis.com", "https://fonts.gstatic.com")
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
    stylesheets: tuple[str, ...] = ()
    """Addresses of stylesheets of the public catalog."""
    preloads: tuple[str, ...] = ()
    """Addresses of font files worth asking for before the styles are read."""
    origins: tuple[str, ...] = ()
    """Other servers that are asked: for early connections and the page's security policy."""


def font_styles(fonts: Fonts, file_href: FileHref) -> FontStyles:
    """Return the styles of the chosen fonts; without any choice, nothing.

    Fonts of the catalog whose metrics are known get a fallback of the same size, so that text
    does not move when they arrive. The metrics of own files are not read, so these have none.
    """
    named = {"body": fonts.body, "heading": fonts.headings}
    used = {role: font for role, font in named.items() if font is not None}
    if not used:
        return FontStyles()
    files = _own_files(used.values(), file_href)
    downloads = _weights_by_family(used)
    sheets = tuple(sheet for item in downloads.items() for sheet in _sheets(*item))
    css = "".join(_render_face(*key, shared) for key, shared in files.items())
    css += "".join(_render_fallback(family) for family in downloads) + _render_tokens(used)
    hrefs = tuple(dict.fromkeys(href for _, href in files))
    return FontStyles(css, sheets, hrefs, tuple(_origins(sheets, hrefs)))


def css_string(text: str) -> str:
    """Return text as a quoted CSS string that can end neither itself nor a style element."""
    return '"' + _NOT_PLAIN.sub(lambda found: f"\\{ord(found[0]):x} ", text) + '"'


# what is downloaded


def _weights_by_family(used: dict[str, Font]) -> dict[str, frozenset[float]]:
    """Return the families of the catalog, each with the weights that the theme draws it in."""
    weights: dict[str, frozenset[float]] = {}
    for role, font in used.items():
        if font.url is None and not _is_installed(font.family):
            wanted = frozenset({font.weight}) if font.weight else frozenset[float]()
            if role == "body" or not wanted:
                wanted |= _TEXT_WEIGHTS
            weights[font.family] = weights.get(font.family, frozenset()) | wanted
    return weights


def _sheets(family: str, weights: frozenset[float]) -> Iterator[str]:
    """Return addresses of the catalog.

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
    return f"{_CATALOG_ORIGINS[0]}/{version}?family={family}&display=swap"


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


def _origins(sheets: tuple[str, ...], hrefs: tuple[str, ...]) -> Iterator[str]:
    if sheets:
        yield from _CATALOG_ORIGINS
    parts = (urlsplit(href) for href in hrefs if is_web_address(href))
    yield from dict.fromkeys(f"{part.scheme}://{part.netloc}" for part in parts)


# what is written


def _own_files(
    fonts: Iterable[Font], file_href: FileHref
) -> dict[tuple[str, str], tuple[Font, ...]]:
    """Return the fonts that have a file, by family and address."""
    files: dict[tuple[str, str], tuple[Font, ...]] = {}
    for font in fonts:
        if font.url is not None:
            is_web = is_web_address(font.url)
            key = font.family, font.url if is_web else file_href(font.url.lstrip("/"))
            files[key] = (*files.get(key, ()), font)
    return files


def _render_face(family: str, href: str, fonts: tuple[Font, ...]) -> str:
    ending = urlsplit(href).path.rpartition(".")[2].lower()
    kind = fonts[0].format or _FORMATS.get(ending)
    source = f"url({css_string(href)})" + (f" format({css_string(kind)})" if kind else "")
    weights = sorted({font.weight or 400 for font in fonts})
    if _VARIABLE_FILE.search(href):
        weights = [1, 1000]
    # One file asked for at two weights can only be a variable font, so both ends are named.
    span = " ".join(f"{weight:g}" for weight in dict.fromkeys((weights[0], weights[-1])))
    return _rule(
        "@font-face",
        {
            "font-family": css_string(family),
            "src": source,
            "font-weight": span,
            "font-display": "swap",
        },
    )


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
