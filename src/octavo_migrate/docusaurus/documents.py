"""The documents of a version: their ids, addresses and labels, by the rules of Docusaurus.

Path patterns such as `**/*.{md,mdx}` choose the files.
"""

from __future__ import annotations

import posixpath
import re
from typing import Any

from octavo.content.surface import read_front_matter
from octavo.project.surface import Kind, find_kind, is_hidden_file
from octavo.site.urls import normalize_url
from octavo.values import Struct
from octavo_migrate.data import Values
from octavo_migrate.docusaurus.files import OldFiles
from octavo_migrate.docusaurus.instances import Version

_PREFIX = re.compile(r"(\d+)\s*[-_.]+\s*([^-_.\s].*)\Z", re.DOTALL)
_DATE_OR_VERSION = re.compile(r"(?:\d{2,4}[-_.]\d{2}(?:[-_.]\d{2,4})?)|\d+[-_.]\d+")
_HEADING = re.compile(r"#[ \t]++([^\n]++)(?:\n|\Z)|([^\n#<`:>|-][^\n]*+)\n=++[ \t]*+(?:\n|\Z)")
_HEADING_MARK = re.compile(r"\{#[\w-]+\}|\{/\*.*\*/\}")
_UNSEEN = r"\s+|<!--[\s\S]*?-->|\{/\*[\s\S]*?\*/\}|import\s[^\n]*(?:\n[^\n]+)*?(?=\n\s*\n|\n#)"
_BEFORE_HEADING = re.compile(rf"(?:{_UNSEEN})*")
_BEFORE_ONLY_HEADING = re.compile(rf"(?:{_UNSEEN}|&nbsp;(?=\s)|<br\s*/?>|<div\b[^<>\n]*>)*")
"""The text before a heading that is the page's only one, because the page hides its title."""
_HIDES_TITLE = re.compile(r"^hide_title:[ \t]*true\b", re.MULTILINE)
_SNIPPETS = re.compile(r"(\A/snippets|/_snippets)(?=/)")
"""Folders with reserved names in Octavo; in the old project they contain pages."""
_MARKS = re.compile(
    r"`([^`]*)`|\*\*|!?\[([^\][]*+)\]\((?>(?:[^()]|\([^()]*+\))*)\)|(?<!\\)<[^<>]*+>"
)


class Document(Struct, frozen=True):
    """A page of the old project."""

    source: str
    """The path of the file from the settings folder."""
    id: str
    url: str
    """The address, with a leading slash and no trailing slash."""
    path: str
    """The path of the file in the new project."""
    title: str
    label: str
    position: float | None
    front_matter: Values
    text: str
    old_url: str = ""
    """The old address, if a folder in it got another name."""


def split_prefix(name: str) -> tuple[float | None, str]:
    """Split off a number that orders files from a name such as `01-intro`."""
    match = None if _DATE_OR_VERSION.match(name) else _PREFIX.match(name)
    return (int(match[1]), match[2]) if match else (None, name)


def is_partial(path: str) -> bool:
    """Tell whether a file is part of other pages: a part of its path starts with `_`."""
    return any(part.startswith("_") for part in path.split("/"))


def build_document(
    files: OldFiles, version: Version, path: str, *, prefixes: bool = True
) -> Document | None:
    """Return the document of a file below the folder of a version."""
    source = posixpath.normpath(posixpath.join(version.folder, path))
    text = files.read(source)
    if text is None:
        files.lose("This file cannot be read", source)
        return None
    values = read_front_matter(text, source).values
    prefixes = prefixes and values.get("parse_number_prefixes") is not False
    stem, _ending = posixpath.splitext(path)
    number, name = split_prefix(posixpath.basename(stem)) if prefixes else (None, "")
    name = name or posixpath.basename(stem)
    folders = [part for part in posixpath.dirname(path).split("/") if part]
    clean = [split_prefix(part)[1] for part in folders] if prefixes else folders
    own = str(values.get("id") or name)
    slug = values.get("slug")
    old_url = _find_url(version.route, clean, own, posixpath.basename(stem), slug)
    url = _SNIPPETS.sub(r"\1-pages", old_url)
    title = str(values.get("title") or find_title(text) or own)
    position = values.get("sidebar_position", number)
    return Document(
        source,
        posixpath.join(*clean, own) if clean else own,
        url,
        place_page(url, source),
        title,
        str(values.get("sidebar_label") or title),
        position if isinstance(position, (int, float)) else None,
        values,
        text,
        old_url,
    )


def _find_url(route: str, folders: list[str], own: str, name: str, slug: Any) -> str:
    base = "/" + "/".join(folders)
    parent = folders[-1].lower() if folders else None
    if isinstance(slug, (str, int)) and str(slug):
        local = posixpath.join(base, str(slug))
    elif split_prefix(name)[1].lower() in ("index", "readme", parent):
        local = base
    else:
        local = posixpath.join(base, own)
    # A page named `index` is always the page of its folder here.
    return normalize_url(f"/{route}/{local.lstrip('/')}".replace("//", "/"))


def place_page(url: str, source: str) -> str:
    """Return the path of the page file for a URL, with the ending of the old file."""
    ending = posixpath.splitext(source)[1].lower()
    path = url.strip("/")
    if not path:
        return f"index{ending}"
    name = posixpath.basename(path) + ending
    is_hidden = is_hidden_file(name, at_root="/" not in path)
    is_page = not is_hidden and find_kind(path + ending, name) is Kind.PAGE
    return path + (ending if is_page else ".mdx")


def find_title(text: str) -> str:
    """Return the heading at the top of a page, without marks."""
    heading = find_heading(text)
    return heading[2] if heading else ""


def find_heading(text: str) -> tuple[int, int, str] | None:
    """Return the start, the end and the text of the heading at the top of a page."""
    start = find_body(text)
    is_only = _HIDES_TITLE.search(text, 0, start)
    before = (_BEFORE_ONLY_HEADING if is_only else _BEFORE_HEADING).match(text, start)
    heading = _HEADING.match(text, before.end() if before else start)
    if heading is None:
        return None
    title = heading[2]
    if heading[1]:  # The heading may end with an id, a comment or number signs.
        title = heading[1].rstrip(" \t")
        start = max(title.rfind("{#"), title.rfind("{/*"))
        if start > 0 and _HEADING_MARK.fullmatch(title, start):
            title = title[:start].rstrip(" \t")
        title = title.rstrip("#").rstrip(" \t") or title
    return heading.start(), heading.end(), strip_marks(title)


def strip_marks(text: str) -> str:
    """Return a heading without Markdown formatting."""
    words = _MARKS.sub(lambda mark: mark[1] or mark[2] or "", text)
    return re.sub(r"\\([^\w\s])", r"\1", words).strip()


def find_body(text: str) -> int:
    """Return the offset of the text of a page, after its front matter."""
    front = read_front_matter(text, "").text
    if front is None:
        return 0
    start = text.index("\n") + 1 + len(front)
    end = text.find("\n", text.index("---", start))
    return len(text) if end < 0 else end + 1


_TOKEN = re.compile(r"\*\*/|\*\*|\*|\?|\{[^{}]*\}|[^*?{]+|[{]")
_MEANINGS = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}
_PAGES = ("**/*.{md,mdx}",)
_NOT_PAGES = ("**/_*.{js,jsx,ts,tsx,md,mdx}", "**/_*/**", "**/*.test.*", "**/__tests__/**")


class PageFilter(Struct, frozen=True):
    """The rules that decide which files of a folder are pages."""

    include: tuple[re.Pattern[str], ...]
    exclude: tuple[re.Pattern[str], ...]

    def accepts(self, path: str) -> bool:
        """Tell whether the file at a path from the folder is a page."""
        is_in = any(each.fullmatch(path) for each in self.include)
        return is_in and not any(each.fullmatch(path) for each in self.exclude)


def build_page_filter(options: Values) -> PageFilter:
    """Return the rules of `include` and `exclude`, or the defaults of Docusaurus."""
    return PageFilter(
        _compile(options.get("include"), _PAGES), _compile(options.get("exclude"), _NOT_PAGES)
    )


def _compile(written: Any, usual: tuple[str, ...]) -> tuple[re.Pattern[str], ...]:
    is_data = isinstance(written, list) and all(isinstance(each, str) for each in written)
    patterns = written if is_data else usual
    return tuple(re.compile(_write_pattern(each.removeprefix("./"))) for each in patterns)


def _write_pattern(glob: str) -> str:
    pattern = ""
    for token in _TOKEN.findall(glob):
        if token in _MEANINGS:
            pattern += _MEANINGS[token]
        elif token.startswith("{") and token.endswith("}"):
            parts = token[1:-1].split(",")
            pattern += f"(?:{'|'.join(_write_pattern(part) for part in parts)})"
        else:
            pattern += re.escape(token)
    return pattern
