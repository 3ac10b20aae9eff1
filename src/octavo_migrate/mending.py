"""Repairs pages of the new project with links to the old site.

Links to pages that programs of the old site generate lead to the old site. Code that can't run in
Octavo appears as text. A check of the new project finds both, and the report lists them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from urllib.parse import urlsplit

from octavo.content.surface import Lexer
from octavo.problems import Code, Problem
from octavo.project.surface import Project, load_bytes
from octavo.site.urls import build_page_url, normalize_url, resolve_path, strip_page_suffix
from octavo.values import Struct
from octavo_migrate.edits import Edit, apply_edits, find_offset
from octavo_migrate.moved_site import MovedSite, Note, OldSite, Outcome

_TARGET = re.compile(
    r"\]\(\s*<?(?P<inline>[^\s()<>]+)|\bhref=\{?[\"'](?P<quoted>[^\"'\n]+)"
    r"|^[ \t>]*\[[^\]\n]+\]:[ \t]*<?(?P<defined>[^\s<>]+)",
    re.MULTILINE,
)
_WRITTEN = re.compile(r"the link to `(.*?)` (?:leads nowhere|finds nothing)")
_LONGEST_PART = 80
_LINKS = frozenset({Code.LINK_TO_NOTHING, Code.LINK_TO_NO_HEADING})
_CODE = frozenset({Code.EXPRESSION_FAILED, Code.EXPRESSION_NOT_EVALUATED})
_ATTRIBUTE = re.compile(r"\s[\w:-]+=\Z")
_TAG = re.compile(r"<([A-Za-z][\w.]*)")
_ADVICE = (
    "A program of the old site makes what they lead to, and is not moved. Keep it at the same "
    "addresses when you switch, or take these links out."
)


class Mended(Struct, frozen=True):
    """The bytes of repaired pages by path, with notes and the remaining problems."""

    pages: Mapping[str, bytes]
    notes: tuple[Note, ...]
    problems: tuple[Problem, ...]
    """The problems that remain, or that the report lists as lost."""


def mend_pages(
    site: MovedSite, problems: Iterable[Problem], load: Callable[[str], bytes | None]
) -> Mended:
    """Return the pages of a new project that Octavo can repair; `load` reads a page."""
    pages, notes, rest = dict[str, bytes](), list[Note](), list[Problem]()
    paths = {file.path for file in site.files}
    in_order = sorted(problems, key=attrgetter("location.source"))
    for path, group in groupby(in_order, key=attrgetter("location.source")):
        several = list(group)
        is_ours = path in paths and any(each.code in _LINKS | _CODE for each in several)
        data = load(path) if is_ours else None
        if data is None:
            rest += several
            continue
        page = _Page(path, data.decode("utf-8", "replace").replace("\r\n", "\n"), site.old)
        edits = [list(page.plan(each)) for each in several]
        if any(edits):
            pages[path] = apply_edits(
                data, _leave_out_inner(each for some in edits for each in some)
            )
        for problem, some in zip(several, edits, strict=True):
            if some and problem.code in _LINKS:
                message = f"Links to what only the old site has lead to `{site.old.address}`"
                notes.append(Note(Outcome.LOST, message, problem.location, _ADVICE))
            else:
                rest.append(problem)
    return Mended(pages, tuple(notes), tuple(rest))


def load_page(project: Project, path: str) -> bytes | None:
    """Return the bytes of a page of the new project."""
    file = project.files.get(path)
    return load_bytes(project.root, file)[0] if file else None


class _Page(Struct, frozen=True):
    path: str
    text: str
    old: OldSite

    def plan(self, problem: Problem) -> Iterator[Edit]:
        """Yield the edits that repair a problem; none if only the author can fix it."""
        place = problem.location
        if not place.line or place.line > self.text.count("\n") + 1:
            return
        at = find_offset(self.text, place.line, place.column)
        if problem.code in _CODE:
            yield from _show_code(self.text, at)
        elif problem.code in _LINKS and self.old.address:
            match = _WRITTEN.search(problem.message)
            for kind in [match[1]] if match else []:
                yield from self._lead_to_old_site(at, kind)

    def _lead_to_old_site(self, at: int, written: str) -> Iterator[Edit]:
        """Change the target of a link: the next matching one, or a definition."""
        matches = list(_TARGET.finditer(self.text))
        later = [match for match in matches if match.end() > at]
        for match in [*later, *(match for match in matches if match["defined"])]:
            kind = match.lastgroup or ""
            path, _, part = match[kind].partition("#")
            is_it = written in (match[kind], f"#{part[:_LONGEST_PART]}")
            if is_it and (new := self._find_old_address(path, part)):
                yield Edit(match.start(kind), match.end(kind), new)
                return

    def _find_old_address(self, path: str, part: str) -> str | None:
        url = normalize_url(strip_page_suffix(resolve_path(path, self.path)))
        url = url if path else build_page_url(self.path)
        if not self.old.has(url, part):
            return None
        base = urlsplit(self.old.address).path
        url = url.removeprefix(base) if base and url.startswith(f"{base}/") else url
        ends_in_slash = path.endswith("/") or self.old.ends_in_slash
        slash = "/" if ends_in_slash and "." not in url.rpartition("/")[2] else ""
        return f"{self.old.address}{url.rstrip('/')}{slash}" + (f"#{part}" if part else "")


def _show_code(text: str, at: int) -> Iterator[Edit]:
    """Show an expression that can't be evaluated as code, and keep a tag's content without it."""
    if text.startswith("{", at):
        end = Lexer(text).find_end(at + 1, "}")
        if attribute := _ATTRIBUTE.search(text, max(0, at - 60), at):
            yield Edit(attribute.start(), max(end + 1, at), "")
        elif end >= 0:
            code = " ".join(text[at : end + 1].split())
            yield Edit(at, end + 1, f"`` {code} ``" if "`" in code else f"`{code}`")
    elif match := _TAG.match(text, at):
        yield from _unwrap(text, at, match[1])


def _unwrap(text: str, at: int, name: str) -> Iterator[Edit]:
    lexer, end = Lexer(text), at
    while end < len(text) and text[end] != ">":
        close = lexer.find_end(end + 1, "}") if text[end] == "{" else end
        end = max(close, end) + 1
    yield Edit(at, min(end + 1, len(text)), "")
    closing = re.compile(rf"</\s*{re.escape(name)}\s*>").search(text, end)
    if closing and text[end - 1] != "/":
        yield Edit(closing.start(), closing.end(), "")


def _leave_out_inner(edits: Iterable[Edit]) -> Sequence[Edit]:
    kept: list[Edit] = []
    for edit in sorted(edits, key=attrgetter("start", "end")):
        if not kept or edit.start >= kept[-1].end:
            kept.append(edit)
    return kept
