"""Writes an API document as one file, with its overlays applied."""

from __future__ import annotations

import os
from collections.abc import Sequence

from octavo.openapi.bundle.bundler import TooLargeError, bundle_document
from octavo.problems import Code, LineLookup, Location, Problem, Severity, count_by_severity
from octavo.project.documents.api_files import is_link
from octavo.scaffold.export.file import render_document, write_document
from octavo.scaffold.page_files import NamedDocument, read_named_document
from octavo.values import Struct, replace


class BundleReport(Struct, frozen=True):
    """The written document, and everything wrong with it."""

    problems: tuple[Problem, ...]
    text: str | None = None
    """The document; None if it cannot be used or written."""
    is_written: bool = False
    """Whether the file has changed."""
    failed: bool = False
    """Whether the disk, not the document, is why nothing was written."""
    line_of: LineLookup = lambda _source, _line: None


def bundle_file(
    name: str,
    overlays: Sequence[str] = (),
    output: str | None = None,
    *,
    is_public: bool = False,
    force: bool = False,
) -> BundleReport:
    """Join a document (a path or an address) with what it refers to, and write it.

    Errors of the document keep it from being written. A file is kept that is no API document,
    unless forced, and in any case one that the document is made of.
    """
    result, problems = read_named_document(name, overlays, show_internal=not is_public)
    if result is None:
        return BundleReport(problems)
    text = None
    try:
        if result.document is not None:
            form = output or ("yaml" if name.lower().endswith((".yaml", ".yml")) else "json")
            text = render_document(bundle_document(result.document), f".{form}")
    except TooLargeError:
        message = "this document is too large to be one file: references write it out many times"
        problems = (Problem(Code.API_JSON_TOO_LARGE, message, Location(name)),)
    problems = (*problems, *result.collect_problems())
    report = BundleReport(problems, line_of=result.build_line_lookup())
    if text is None or count_by_severity(problems)[Severity.ERROR]:
        return report
    if output is None:
        return replace(report, text=text)
    written = _explain_own(result, output) or write_document(text, output, force=force)
    if isinstance(written, Problem):
        failed = written.code is Code.OUTPUT_FAILED
        return replace(report, problems=(*problems, written), failed=failed)
    return replace(report, text=text, is_written=written)


def _explain_own(result: NamedDocument, output: str) -> Problem | None:
    """Return why a file is not written over: the document is made of it."""
    files = result.api.files
    own_files = (files.find(source) for source in files.loaded_sources if not is_link(source))
    paths = [file.path for file in own_files if file is not None]
    if not os.path.exists(output) or not any(os.path.samefile(output, path) for path in paths):
        return None
    message = "the document is made of this file; it is kept"
    return Problem(Code.OUTPUT_NOT_OURS, message, Location(output), hint="Name another file.")
