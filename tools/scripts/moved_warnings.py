"""Whose a warning of a moved project is: the author's, or one that moving it caused.

- A link to a part of a page is the author's if the page has no such id, and no heading that any
  builder gives it.
- A link to a page, or a picture, is the author's if the old project holds no such file.
- A mistake in an API document is the author's: documents are copied as they are.
- Anything else is the author's if the old project says the same words that the warning names.

Errors never are. That a font cannot be loaded is nobody's fault: this machine may be offline.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path

from octavo.content.headings import build_other_slugs, build_slug
from octavo.problems import Code, Problem, Severity
from octavo.site.urls import build_page_url, normalize_url, resolve_path, strip_page_suffix
from octavo_migrate.docusaurus.documents import strip_marks

_TARGET = r"([^\s()<>\"'\[\]`]*)#{part}"
_HEADING = re.compile(r"^[ \t>]*#{1,6}[ \t]+(.*)", re.MULTILINE)
_ID = re.compile(r"(?:\bid=|\bname=|\{#)[\"'{]*([^\s\"'{}>]+)")
_QUOTED = re.compile(r"`([^`]+)`")
_TEXTS = (".md", ".mdx", ".js", ".ts", ".mjs", ".mts", ".yml", ".yaml", ".toml", ".html")
_SKIPPED = frozenset({"node_modules", ".git"})


class OldProject:
    """The files of an old project, and the pages of the new one."""

    def __init__(self, folder: Path, new: Path, urls: Iterable[tuple[str, str]]) -> None:
        self._folder = folder
        self._new = new
        self._sources = dict(urls)

    @cached_property
    def _files(self) -> list[str]:
        found: list[str] = []
        for folder, folders, names in os.walk(self._folder):
            folders[:] = [name for name in folders if name not in _SKIPPED]
            inner = Path(folder).relative_to(self._folder).as_posix()
            found += [f"/{inner}/{name}".replace("/./", "/") for name in names]
        return found

    @cached_property
    def _text(self) -> str:
        paths = (self._folder / path[1:] for path in self._files if path.endswith(_TEXTS))
        return "\n".join(path.read_text("utf-8", "replace") for path in paths if path.is_file())

    def list_of_ours(self, problems: Iterable[Problem]) -> Iterator[str]:
        """Yield the warnings and errors that the author did not cause."""
        for each in problems:
            is_told = each.severity is not Severity.INFO and each.code is not Code.FONT_NOT_LOADED
            if is_told and not self._is_of_author(each):
                yield f"{each.location}: {each.message[:160]} [{each.code.value}]"

    def _is_of_author(self, problem: Problem) -> bool:
        if problem.severity is Severity.ERROR:
            return False
        if problem.code.value.startswith("api-") and self._has_file(problem.location.source):
            return True
        named = _QUOTED.findall(problem.message)
        if problem.code is Code.LINK_TO_NO_HEADING:
            return not self._has_part(problem, named[0].lstrip("#"))
        if problem.code is Code.REDIRECT_TO_NOTHING and len(named) > 1:
            path, _, part = named[1].partition("#")
            return not (part and self._has_id(normalize_url(path), part))
        if problem.code in (Code.LINK_TO_NOTHING, Code.IMAGE_MISSING):
            return not self._has_file(named[0].partition("#")[0].partition("?")[0])
        return any(each in self._text or self._has_file(each) for each in named)

    def _has_part(self, problem: Problem, part: str) -> bool:
        source = problem.location.source
        path = self._new / source
        text = path.read_text("utf-8", "replace") if path.is_file() else ""
        lines = text.split("\n")[max(problem.location.line - 1, 0) :]
        pattern = re.compile(_TARGET.format(part=re.escape(part)))
        for match in (*pattern.finditer("\n".join(lines)), *pattern.finditer(text)):
            url = normalize_url(strip_page_suffix(resolve_path(match[1], source)))
            return self._has_id(url if match[1] else build_page_url(source), part)
        return False

    def _has_id(self, url: str, part: str) -> bool:
        path = self._new / self._sources.get(url, "-")
        text = path.read_text("utf-8", "replace") if path.is_file() else ""
        titles = (strip_marks(title) for title in _HEADING.findall(text))
        ids = (each for title in titles for each in (build_slug(title), *build_other_slugs(title)))
        return part in _ID.findall(text) or part in ids

    def _has_file(self, target: str) -> bool:
        tail = f"/{strip_page_suffix(target).strip('./')}"
        names = (name for path in self._files for name in (path, strip_page_suffix(path)))
        return any(name.endswith(tail) for name in names)
