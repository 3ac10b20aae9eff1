"""Icons by name: Font Awesome Free first, then Lucide, as inline SVG or through a sprite.

Markup comes from the libraries' data and from the theme's drawings, never from an author's text.
"""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from importlib.util import find_spec
from itertools import chain
from typing import Any, Protocol, cast

from octavo.problems import Code, Location, Problem, Severity
from octavo.render.basis.html import escape_attribute
from octavo.render.icons.meanings import plan_stand_ins
from octavo.render.icons.names import DRAWINGS, SOCIAL_ICONS, STAND_INS, STYLES, THEME_ICONS
from octavo.settings.nearest import find_nearest
from octavo.values import Struct

CREDITS = "Icons: Font Awesome Free (CC BY 4.0, fontawesome.com) and Lucide (ISC, lucide.dev)"
"""The credits that the licenses require next to the drawings."""

_NAME = re.compile(r"[a-z0-9-]{1,64}\Z")
_LUCIDE_BOX = "0 0 24 24"
_STROKE = (
    '<g fill="none" stroke="currentColor" stroke-width="{width}" '
    'stroke-linecap="round" stroke-linejoin="round">{shapes}</g>'
)
_STROKE_WIDTHS = {"thin": "1", "sharp-thin": "1", "light": "1.5", "sharp-light": "1.5"}
_FREE_STYLES = frozenset({"brands", "regular", "solid"})
_STAND_IN = "icons that only paid sets have are drawn as their nearest free ones"
_FILLED_STYLES = frozenset({"solid", "duotone", "sharp-solid", "sharp-duotone-solid"})


class Icon(Struct, frozen=True):
    """A drawing in the color of the text around it."""

    name: str
    """Style and name, such as `solid-house`; unique, and the icon's id in a sprite."""
    view_box: str
    body: str
    """SVG markup that doesn't depend on the element around it."""


class Sprite(Struct, frozen=True):
    """Icons that many pages repeat, in a separate file."""

    icons: tuple[Icon, ...]

    def render(self) -> str:
        """Return the file: one symbol for each icon."""
        symbols = "".join(
            f'<symbol id="{icon.name}" viewBox="{icon.view_box}">{icon.body}</symbol>\n'
            for icon in self.icons
        )
        return f'<svg xmlns="http://www.w3.org/2000/svg">\n<!-- {CREDITS} -->\n{symbols}</svg>\n'


def build_sprite(icons: Iterable[Icon]) -> Sprite:
    """Return a sprite with each icon once, in an order that does not depend on their use."""
    return Sprite(tuple(sorted(set(icons), key=lambda icon: icon.name)))


def is_picture(icon: str) -> bool:
    """Tell whether an icon is a file, an address or code rather than a name."""
    return any(mark in icon for mark in "/.<")


def find_icon(name: str, style: str | None = None) -> Icon | None:
    """Return the icon for a name, or the nearest one, or None for an unknown name.

    The style may also precede the name, as in `duotone book`.
    """
    name_and_style = _read_name(name, style)
    return _find(*name_and_style) if name_and_style else None


def check_icon(name: str, style: str | None, place: Location) -> Iterator[Problem]:
    """Yield a problem for an unknown name, or a note on the replacement of a paid icon."""
    name_and_style = _read_name(name, style)
    actual_name = _find_actual_name(name_and_style[0]) if name_and_style else None
    if name_and_style is None or actual_name is None:
        yield explain_unknown_icon(name, place)
        return
    icon_name, icon_style = name_and_style
    changes = [] if actual_name == icon_name else [f"`{icon_name}` as `{actual_name}`"]
    if icon_style not in _FREE_STYLES:
        changes.append(f"the style `{icon_style}` as `{_list_free_styles(icon_style)[0]}`")
    for message in changes:
        yield Problem(Code.ICON_STAND_IN, message, place, Severity.INFO, topic=_STAND_IN)


def _read_name(name: str, style: str | None) -> tuple[str, str] | None:
    """Return the name and the style in a text, or None if it is no name."""
    before, _, last = name.strip().lower().rpartition(" ")
    prefix = before.strip().removeprefix("fa-")
    if before and prefix not in STYLES:
        return None
    icon_name = last.removeprefix("fa-")
    if not _NAME.match(icon_name):
        return None
    style = prefix or style
    return icon_name, style if style in STYLES else "regular"


def find_theme_icon(meaning: str) -> Icon:
    """Return the theme's icon for a meaning such as `search`."""
    return find_line_icon(THEME_ICONS[meaning])


def find_line_icon(name: str) -> Icon:
    """Return an icon of the theme's components, as a line drawing if there is one."""
    return _find_lucide(name, "regular") or _find_existing(name)


def find_social_icon(platform: str) -> Icon:
    """Return the icon of a platform for the footer."""
    return _find_existing(SOCIAL_ICONS[platform])


def find_neutral_icon() -> Icon:
    """Return the neutral mark that replaces an unknown icon."""
    shapes = '<circle cx="12" cy="12" r="3.5"/>'
    return Icon("neutral", _LUCIDE_BOX, _STROKE.format(width="2", shapes=shapes))


def find_nearest_name(name: str) -> str | None:
    """Return the known name that is most similar to an unknown one."""
    last = name.strip().lower().rpartition(" ")[2].removeprefix("fa-")
    library = _load_font_awesome()
    names = [*library.places, *library.aliases, *_load_lucide().entries, *STAND_INS, *DRAWINGS]
    return find_nearest(last, names)


def explain_unknown_icon(name: str, place: Location) -> Problem:
    """Return the problem of an unknown icon."""
    label = name if len(name) <= 64 else f"{name[:64]}…"
    nearest = find_nearest_name(name)
    return Problem(
        Code.ICON_UNKNOWN,
        f"there is no icon named `{label}`",
        place,
        Severity.WARNING,
        f"Did you mean `{nearest}`?"
        if nearest
        else "Use a name of Font Awesome Free or Lucide, or the path of an SVG file.",
    )


def render_icon(
    icon: Icon, *, size: int | None = None, classes: str = "icon", label: str | None = None
) -> str:
    """Return the icon as inline SVG; without a label, screen readers ignore it."""
    attributes = _render_attributes(size, classes, label)
    return f'<svg{attributes} viewBox="{icon.view_box}">{icon.body}</svg>'


def use_icon(
    icon: Icon,
    sprite_href: str,
    *,
    size: int | None = None,
    classes: str = "icon",
    label: str | None = None,
) -> str:
    """Return a reference to an icon of a sprite, for icons on every page."""
    href = escape_attribute(f"{sprite_href}#{icon.name}")
    return f'<svg{_render_attributes(size, classes, label)}><use href="{href}"></use></svg>'


def _render_attributes(size: int | None, classes: str, label: str | None) -> str:
    text = f' class="{escape_attribute(classes)}"' if classes else ""
    if size is not None:
        text += f' width="{size:d}" height="{size:d}"'
    if label:
        return f'{text} role="img" aria-label="{escape_attribute(label)}"'
    return f'{text} aria-hidden="true"'


# finding


def _find(name: str, style: str) -> Icon | None:
    actual_name = _find_actual_name(name)
    return _find_exactly(actual_name, style) if actual_name else None


@lru_cache(maxsize=4096)
def _find_actual_name(name: str) -> str | None:
    """Return the name itself, or that of its replacement."""
    others = (STAND_INS.get(other, other) for other in chain((name,), plan_stand_ins(name)))
    return next(filter(_is_known, others), None)


def _is_known(name: str) -> bool:
    if name in DRAWINGS or name in _load_lucide().entries:
        return True
    library = _load_font_awesome()
    return name in library.places or name in library.aliases


@lru_cache(maxsize=4096)
def _find_exactly(name: str, style: str) -> Icon | None:
    return _find_drawn(name) or _find_font_awesome(name, style) or _find_lucide(name, style)


def _find_existing(name: str) -> Icon:
    return _find(name, "regular") or find_neutral_icon()


def _find_drawn(name: str) -> Icon | None:
    body = DRAWINGS.get(name)
    return Icon(f"drawn-{name}", _LUCIDE_BOX, body) if body else None


def _find_font_awesome(name: str, style: str) -> Icon | None:
    library = _load_font_awesome()
    name = library.aliases.get(name, name)
    at = library.places.get(name)
    if at is None:
        return None
    drawings = _read_drawings(library.data, at)
    for free_style in _list_free_styles(style):
        if free_style in drawings:
            drawing = drawings[free_style]
            box = " ".join(str(number) for number in drawing["viewBox"])
            body = f'<path fill="currentColor" d="{drawing["path"]}"/>'
            return Icon(f"{free_style}-{name}", box, body)
    return None


def _list_free_styles(style: str) -> tuple[str, ...]:
    """Return the free styles, from the most similar to the least."""
    if style == "brands":
        return ("brands", "regular", "solid")
    if style in _FILLED_STYLES:
        return ("solid", "regular", "brands")
    return ("regular", "solid", "brands")


def _find_lucide(name: str, style: str) -> Icon | None:
    library = _load_lucide()
    entry = library.entries.get(name)
    if entry is None:
        return None
    svg = _unpack(library.data, *entry).decode()
    inner = svg[svg.index(">") + 1 : svg.rindex("</svg>")]
    shapes = " ".join(inner.split()).replace("> <", "><").replace(" />", "/>")
    width = _STROKE_WIDTHS.get(style, "2")
    prefix = "lucide" if width == "2" else f"lucide-{style.removeprefix('sharp-')}"
    return Icon(f"{prefix}-{name}", _LUCIDE_BOX, _STROKE.format(width=width, shapes=shapes))


# --- the libraries: importing the packages, or parsing all of their data, would take longer than
# all other work here, so the data is indexed and drawings are read one by one ---


class _FontAwesome(Struct, frozen=True):
    data: bytes
    places: dict[str, int]
    aliases: dict[str, str]


class _Lucide(Struct, frozen=True):
    data: bytes
    entries: dict[str, tuple[int, int]]
    """The offset and the size of each file in the archive."""


# An icon in the data is `"name": {"aliases": {"names": ["…"], …}, …, "svg": {…}, "free": […]}`.
_ICON_START = re.compile(rb'[^{]*?"([a-z0-9-]+)": \{(?:"aliases": \{"names": \[([^\]]*)\])?')
_ICON_END = b'"free": ['
_DRAWINGS = '"svg": '
_DECODER = json.JSONDecoder()

_ARCHIVED = re.compile(rb"PK\x01\x02.{16}(.{4}).{18}(.{4})([a-z0-9-]+)\.svg", re.DOTALL)


@cache
def _load_font_awesome() -> _FontAwesome:
    data = _load_library_file("faicons", "icons.json")
    library = _index_icons(data)
    return library if "house" in library.places else _index_icons(_normalize_data(data))


def _index_icons(data: bytes) -> _FontAwesome:
    places: dict[str, int] = {}
    aliases: dict[str, str] = {}
    start = _ICON_START.match(data, 1)
    while start:
        name = start[1].decode()
        places[name] = start.end()
        for alias in (start[2] or b"").split(b'"')[1::2]:
            aliases[alias.decode()] = name
        end = data.find(_ICON_END, start.end())
        start = _ICON_START.match(data, end + len(_ICON_END)) if end >= 0 else None
    return _FontAwesome(data, places, aliases)


def _normalize_data(data: bytes) -> bytes:
    """Return the data in the usual form, for library releases with another order or spacing."""
    icons = {
        name: {
            "aliases": {"names": icon.get("aliases", {}).get("names", [])},
            "svg": icon["svg"],
            "free": [],
        }
        for name, icon in json.loads(data).items()
    }
    return json.dumps(icons).encode()


def _read_drawings(data: bytes, at: int) -> dict[str, Any]:
    text = data[at : data.index(_ICON_END, at)].decode()
    drawings, _ = _DECODER.raw_decode(text, text.index(_DRAWINGS) + len(_DRAWINGS))
    return cast(dict[str, Any], drawings)


@cache
def _load_lucide() -> _Lucide:
    data = _load_library_file("lucide", "lucide.zip")
    directory = data.find(b"PK\x01\x02")
    entries = {
        match[3].decode(): (_read_number(match[2]), _read_number(match[1]))
        for match in _ARCHIVED.finditer(data, max(directory, 0))
    }
    return _Lucide(data, entries)


def _unpack(data: bytes, at: int, size: int) -> bytes:
    is_packed = _read_number(data[at + 8 : at + 10]) != 0
    start = at + 30 + _read_number(data[at + 26 : at + 28]) + _read_number(data[at + 28 : at + 30])
    content = data[start : start + size]
    return zlib.decompress(content, -zlib.MAX_WBITS) if is_packed else content


def _read_number(data: bytes) -> int:
    return int.from_bytes(data, "little")


class _DataLoader(Protocol):
    def get_data(self, path: str) -> bytes: ...


def _load_library_file(package: str, name: str) -> bytes:
    """Return a data file of an installed package without importing the package."""
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(f"the package {package} is not installed", name=package)
    loader = cast(_DataLoader, spec.loader)
    return loader.get_data(spec.origin.removesuffix("__init__.py") + name)
