"""Writes a page file for every operation of an API document, and suggests their navigation.

The names come from a document that may be foreign: `page_plan` makes them safe, and `safe_folder`
writes only inside the folder.
"""

from __future__ import annotations

import errno
import json
import os
import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from octavo.builder.publish.safe_folder import write_below
from octavo.openapi.document.document import ApiDocument, Finding
from octavo.openapi.document.locate import locate
from octavo.openapi.document.read_tree import read_document
from octavo.openapi.model import OperationEntry
from octavo.openapi.page_plan import PlannedGroup, PlannedPage, plan_groups, plan_pages
from octavo.problems import (
    Code,
    LineLookup,
    Location,
    Problem,
    Severity,
    count_by_severity,
)
from octavo.project.documents.api_sources import ApiSource, load_api_source
from octavo.project.files import find_line, split_lines
from octavo.values import Struct, replace

HEADING = "navigation object suggestion:"
"""The line before the navigation, which existing scripts expect."""

# Text that YAML would read as another type; values begin with a letter.
_NOT_PLAIN = re.compile(
    r":(?:\s|\Z)|\s#|\s\s|\s\Z|[^\x20-\x7e\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd]"
)


class PageFilesReport(Struct, frozen=True):
    """The number of written files, their navigation, and the problems."""

    problems: tuple[Problem, ...]
    navigation: str | None = None
    """The navigation; None if the document is unusable or a file couldn't be written."""
    written_count: int = 0
    failed: bool = False
    """Whether the disk, not the document, prevented a file from being written."""
    line_of: LineLookup = lambda _source, _line: None
    """Returns lines of the document, for excerpts."""


def write_page_files(
    document: str,
    folder: str = ".",
    *,
    overwrite: bool = False,
    write: bool = True,
    overlays: Sequence[str] = (),
) -> PageFilesReport:
    """Write a page file for every operation of a document (a path or an address).

    Existing files stay, unless they may be overwritten.
    """
    result, problems = read_named_document(document, overlays)
    if result is None:
        return PageFilesReport(problems)
    pages = plan_pages(result.document, "") if result.document else ()
    report = PageFilesReport(result.collect_problems(), line_of=result.build_line_lookup())
    mistakes = [each for each in report.problems if each.code is not Code.INTERNAL_ERROR]
    if result.document is None or count_by_severity(mistakes)[Severity.ERROR]:
        return report
    count = 0
    webhooks: set[str] = set()
    for page in pages if write else ():
        path, key = f"{page.path}.mdx", page.entry.key
        text = render_page_file(page.entry, names_method=key.path in webhooks)
        if key.is_webhook:
            webhooks.add(key.path)
        try:
            data = text.encode("utf-8", "replace")
            count += write_below(folder, path, data, overwrite=overwrite)
        except OSError as error:
            problem = _explain_failure(os.path.join(folder, path), error)
            return replace(report, problems=(*report.problems, problem), failed=True)
    return replace(report, navigation=render_navigation(pages, folder), written_count=count)


class NamedDocument(Struct, frozen=True):
    """The requested document, or why it is unusable."""

    api: ApiSource
    document: ApiDocument | None
    refusals: tuple[Finding, ...] = ()

    def collect_problems(self) -> tuple[Problem, ...]:
        """Return the problems, with the names that the author gave to the files."""
        findings = self.document.sort_findings() if self.document else self.refusals
        problems = (*self.api.files.problems, *locate(findings, self.api.files.find_data))
        return self.api.name_places(problems)

    def build_line_lookup(self) -> LineLookup:
        """Return a function that returns lines of the document for excerpts."""
        sources = {each.location.source: each.name for each in self.api.overlays}
        sources[self.api.location.source] = self.api.source

        @lru_cache(maxsize=8)
        def load_lines(source: str) -> list[bytes]:
            data = self.api.files.find_data(sources.get(source, source))
            return split_lines(data) if data else []

        return lambda source, line: find_line(load_lines(source), line)


def read_named_document(
    name: str, overlays: Sequence[str] = (), *, show_internal: bool = False
) -> tuple[NamedDocument | None, tuple[Problem, ...]]:
    """Read the document that somebody names, by a path or an address; None if there is no file."""
    api, problems = load_api_source(name, overlays=overlays)
    if api is None:
        return None, problems
    tree = api.load_tree()
    if tree is None:  # The problems of the files say why.
        return NamedDocument(api, None), ()
    result = read_document(
        api.source,
        api.name,
        tree,
        api.load_file,
        api.load_plain,
        show_internal=show_internal,
        overlays=api.load_overlays(),
    )
    return NamedDocument(api, *result), ()


def _explain_failure(path: str, error: OSError) -> Problem:
    is_link = error.errno in (errno.ELOOP, errno.ENOTDIR)
    reason = "a link or a file is in its way" if is_link else error.strerror or str(error)
    return Problem(
        Code.PAGE_FILE_NOT_WRITTEN,
        f"cannot write this page file: {reason}",
        Location(path),
        hint="Links inside the folder are not followed; name another folder with -o."
        if is_link
        else "",
    )


def render_page_file(entry: OperationEntry, *, names_method: bool = False) -> str:
    """Return the text of an operation's page file.

    For a webhook, it names the method only if that is not the webhook's first one.
    """
    key = entry.key
    binding = f"{key.method.lower()} {key.path}"
    if key.is_webhook:
        binding = f"webhook {binding if names_method else key.path}"
    deprecated = "deprecated: true\n" if entry.deprecated else ""
    return f"---\nopenapi: {_quote_yaml(binding)}\n{deprecated}---"


def render_front_matter(**values: str) -> str:
    """Return a page with only front matter; values begin with a letter or a path."""
    lines = (f"{name}: {_quote_yaml(value)}\n" for name, value in values.items())
    return f"---\n{''.join(lines)}---\n"


def render_navigation(pages: Sequence[PlannedPage], folder: str = ".") -> str:
    """Return the navigation of planned pages in the form for `site.json`."""
    start = os.path.normpath(folder).replace(os.sep, "/")
    start = "" if start == os.curdir else start.rstrip("/") + "/"
    pages = [replace(page, path=start + page.path) for page in pages]
    groups = [_describe_group(group) for group in plan_groups(pages)]
    return json.dumps(groups, indent=2, ensure_ascii=False)


def _describe_group(group: PlannedGroup) -> dict[str, Any]:
    pages = [
        _describe_group(entry) if isinstance(entry, PlannedGroup) else entry.path
        for entry in group.entries
    ]
    return {"group": group.name, "pages": pages}


def _quote_yaml(text: str) -> str:
    if not _NOT_PLAIN.search(text):
        return text
    return '"' + "".join(map(_escape_yaml, text)) + '"'


def _escape_yaml(character: str) -> str:
    if character in '"\\':
        return "\\" + character
    if character.isprintable():
        return character
    code = ord(character)
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
