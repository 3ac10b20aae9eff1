"""The files of the theme: styles joined into one, scripts as modules, under one hashed folder."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

FOLDER = "_octavo"
"""Where everything that Octavo itself adds to a site is found."""

# Later files win over earlier ones of equal weight; the layers they name are ordered in the first.
_STYLES = (
    "layers",
    "reset",
    "tokens",
    "base",
    "layout",
    "topbar",
    "navigation",
    "content",
    "media",
    "parts",
    "backgrounds",
    "search",
    "print",
)


@dataclass(frozen=True, slots=True)
class Assets:
    """The theme's files by their path below the hashed folder."""

    folder: str
    contents: Mapping[str, bytes]

    def output(self, name: str) -> str:
        """Return the file that is written for an asset."""
        return f"{self.folder}/{name}"


def build_assets(site_styles: str, fragments: Mapping[str, str]) -> Assets:
    """Return the theme's files with the site's own styles, and its shared fragments."""
    contents = {"site.css": _join_styles(site_styles).encode()}
    for name, script in _scripts():
        contents[name] = script.read_bytes()
    for name, html in fragments.items():
        contents[name] = html.encode()
    digest = hashlib.sha256()
    for name in sorted(contents):
        digest.update(name.encode() + b"\0" + contents[name] + b"\0")
    return Assets(f"{FOLDER}/{digest.hexdigest()[:12]}", contents)


@cache
def template_sources() -> dict[str, str]:
    """Return the theme's templates by name."""
    return {file.name: file.read_text("utf-8") for file in _theme("templates").iterdir()}


def theme_text(*path: str) -> str:
    """Return a text file of the theme."""
    return files("octavo.theme").joinpath(*path).read_text("utf-8")


def inline_script(name: str) -> str:
    """Return a script that stands in every page, because it must run before the page is shown.

    Lines that are only a comment, and indentation, are left out: they would be sent every time.
    """
    lines = theme_text("js", "inline", name).splitlines()
    kept = (line.strip() for line in lines)
    return "\n".join(line for line in kept if line and not line.startswith(("//", "/**")))


def _join_styles(site_styles: str) -> str:
    parts = [theme_text("css", f"{name}.css") for name in _STYLES]
    components = [file.read_text("utf-8") for file in _files("css/components", ".css")]
    return "\n".join([*parts, *components, site_styles])


def _scripts() -> Iterator[tuple[str, Traversable]]:
    """Return the modules by their path below the folder of the assets."""
    for file in _files("js", ".js"):
        yield file.name, file
    for file in _files("js/components", ".js"):
        yield f"components/{file.name}", file


def _files(folder: str, suffix: str) -> list[Traversable]:
    found = (file for file in _theme(folder).iterdir() if file.name.endswith(suffix))
    return sorted(found, key=lambda file: file.name)


def _theme(folder: str) -> Traversable:
    return files("octavo.theme") / folder
