"""The fonts of the themes: the family of each role, and its generated files.

They are generated when a checkout is installed or a wheel is built; `typefaces.json` lists their
sources.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from octavo import theme
from octavo.project.web.font_faces import FontFace, FontFamily, Measures
from octavo.project.web.installed_fonts import list_letter_sets
from octavo.render.styling.font_rules import (
    FileHref,
    FontPart,
    build_output,
    find_first,
    list_fallback_names,
    list_files,
    quote_css,
    render_fallback,
    render_loaded,
)
from octavo.values import Struct, replace

TABLE = "typefaces.json"
_FIRST_WEIGHTS = {"body": 400.0, "heading": 600.0, "ui": 400.0, "label": 500.0}
"""The first visible weight of each role when a page opens; code may load later."""
_MADE = "fonts/made.json"


class Typeface(Struct, frozen=True):
    """A family of a theme, with the files that a site needs."""

    about: FontFamily
    faces: tuple[FontFace, ...]


def list_roles(name: str) -> Mapping[str, str]:
    """Return the keys of a theme's families, by role; other roles use the font of the text."""
    roles: Mapping[str, str] = theme.load_table(TABLE)["themes"][name]
    return roles


def has_typefaces() -> bool:
    """Tell whether the fonts of the themes were generated."""
    return (theme.FOLDER / _MADE).exists()


def load_typeface(key: str, languages: Iterable[str]) -> Typeface:
    """Return a family with the letters of languages."""
    entry = theme.load_table(_MADE)["families"][key]
    sets = list_letter_sets(languages)
    measures, text = Measures(*entry["measures"]), theme.load_font_file(f"{key}.txt")
    about = FontFamily(key, entry["name"], measures, text)
    faces = (
        FontFace(
            theme.load_font_file(file["file"]),
            "woff2",
            file["style"],
            file["weight"],
            file["ranges"],
            file["file"].partition(".")[0],
            about,
        )
        for file in entry["files"]
        if file["letters"] in sets
    )
    return Typeface(about, tuple(faces))


def find_lender(key: str) -> tuple[str, str] | None:
    """Return the family that replaces missing letters of another, and their ranges."""
    lender = theme.load_table(TABLE)["lenders"].get(key)
    return (lender["family"], lender["ranges"]) if lender else None


def render_theme_fonts(
    roles: Mapping[str, str], file_href: FileHref, languages: tuple[str, ...]
) -> FontPart:
    """Return the styles of the theme's families, with preloads for the first visible ones."""
    typefaces = {key: load_typeface(key, languages) for key in roles.values()}
    css = "".join(_render_typeface(each, file_href) for each in typefaces.values())
    for key, typeface in typefaces.items():
        lender = find_lender(key)
        if lender:
            css += _render_lent(_name_lent(typeface.about.name), *lender, file_href)
    if any(face.style == "italic" for face in _list_faces(typefaces, roles, "body")):
        css += "@layer octavo.base{em,i{font-synthesis:none}}"
    hrefs = [
        file_href(build_output(face))
        for role, weight in _FIRST_WEIGHTS.items()
        if (face := find_first(_list_faces(typefaces, roles, role), weight))
    ]
    tokens = {
        f"--font-{role}": _build_theme_stack(typefaces[key].about) for role, key in roles.items()
    }
    if roles.get("heading") == roles.get("body"):
        tokens.pop("--font-heading", None)  # It has the font of the text.
    files = dict(list_files(face for each in typefaces.values() for face in each.faces))
    return FontPart(css, tuple(hrefs), files, tokens)


def _list_faces(
    typefaces: Mapping[str, Typeface], roles: Mapping[str, str], role: str
) -> tuple[FontFace, ...]:
    return typefaces[roles[role]].faces if role in roles else ()


def _render_typeface(typeface: Typeface, file_href: FileHref) -> str:
    about = typeface.about
    faces = (render_loaded(about.name, face, file_href) for face in typeface.faces)
    return "".join(faces) + render_fallback(about.name, about.measures)


def _name_lent(family: str) -> str:
    """Return a separate name, because the first existing face sets the height of a line."""
    return f"{family} lent"


def _render_lent(family: str, lender: str, ranges: str, file_href: FileHref) -> str:
    """Return a face of another family for missing letters."""
    first = find_first(load_typeface(lender, ()).faces, 400)
    return render_loaded(family, replace(first, ranges=ranges), file_href) if first else ""


def _build_theme_stack(about: FontFamily) -> str:
    lent = [_name_lent(about.name)] if find_lender(about.key) else []
    names = (about.name, *lent, *list_fallback_names(about.name, about.measures.kind))
    return ",".join([*map(quote_css, names), f"var(--{about.measures.kind}-others)"])
