"""Finds the imports of pages in their text, without parsing it."""

from __future__ import annotations

import posixpath
import re

SNIPPET_FOLDERS = ("snippets", "_snippets")
_ENDINGS = (".mdx", ".md", ".jsx", ".tsx", ".js")


def list_candidates(specifier: str, importer: str) -> list[str] | None:
    """Return the sources that an import may mean; None for a package."""
    path = re.split(r"[?#]", specifier, maxsplit=1)[0]
    beside = posixpath.normpath(posixpath.join(posixpath.dirname(importer), path))
    if path.startswith(("/", "@/", "~/")):
        bases = [posixpath.normpath(path.partition("/")[2])]
    elif path.startswith((".", "..")):
        bases = [beside]
    elif path.endswith(_ENDINGS) or path.startswith(tuple(f"{f}/" for f in SNIPPET_FOLDERS)):
        bases = [posixpath.normpath(path), beside]
    else:
        return None
    inside = (base for base in bases if not base.startswith(".."))
    return [candidate for base in inside for candidate in add_endings(base)]


def add_endings(path: str) -> list[str]:
    """Return the sources that a path without an ending may mean."""
    if path.endswith(_ENDINGS):
        return [path]
    return [path + ending for ending in _ENDINGS]


_IMPORTED_PAGE = re.compile(
    r"^import\s+(?:[\w$]+\s*,?\s*)?(?:\{[^{}\"'`;]{0,2000}\}\s*|\*\s*as\s+[\w$]+\s*)?"
    r"from\s*[\"']([^\"'\n]+)[\"']",
    re.MULTILINE,
)


def find_imports(text: str, source: str) -> set[str]:
    """Return the sources that a page's text seems to import, without parsing it."""
    if "\nimport" not in text and not text.startswith("import"):
        return set()  # Most pages import nothing, and the search below goes through every line.
    specifiers = _IMPORTED_PAGE.findall(text)
    return {path for each in specifiers for path in list_candidates(each, source) or ()}
