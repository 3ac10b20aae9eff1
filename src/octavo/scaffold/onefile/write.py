"""Writes the reference of an API document as one HTML file."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from octavo.builder.folder_build import BuildOptions, build_folder
from octavo.builder.publish.safe_folder import write_below
from octavo.openapi.bundle.bundler import TooLargeError, bundle_document
from octavo.problems import Code, LineLookup, Location, Problem, Severity, count_by_severity
from octavo.scaffold.onefile.pack import MARK, pack_site
from octavo.scaffold.onefile.reference_site import write_reference_project
from octavo.scaffold.page_files import NamedDocument, read_named_document
from octavo.values import Struct, replace


class OneFileReport(Struct, frozen=True):
    """The result, and everything wrong with the document."""

    problems: tuple[Problem, ...]
    size: int = 0
    """The size of the file; 0 if there is none."""
    is_written: bool = False
    """Whether the file has changed."""
    failed: bool = False
    """Whether the disk, not the document, is why nothing was written."""
    line_of: LineLookup = lambda _source, _line: None


class Look(Struct, frozen=True):
    """How the file looks; None keeps the default."""

    title: str | None = None
    theme: str | None = None
    color: str | None = None


def write_one_file(
    name: str, output: str, overlays: Sequence[str], look: Look, *, force: bool = False
) -> OneFileReport:
    """Write the reference of a document (a path or an address) as one HTML file.

    A file stays that Octavo did not write, unless forced.
    """
    result, problems = read_named_document(name, overlays)
    if result is None:
        return OneFileReport(problems)
    report = OneFileReport(result.collect_problems(), line_of=result.build_line_lookup())
    if result.document is None or count_by_severity(report.problems)[Severity.ERROR]:
        return report
    foreign = None if force else _explain_foreign(output)
    if foreign is not None:
        return replace(report, problems=(*report.problems, foreign))
    html, why = _render(result, look)
    if html is None:
        return replace(report, problems=(*report.problems, *why))
    data = html.encode("utf-8", "replace")
    try:
        is_written = _write(data, output)
    except OSError as error:
        message = f"cannot write this file: {error.strerror or error}"
        problem = Problem(Code.OUTPUT_FAILED, message, Location(output))
        return replace(report, problems=(*report.problems, problem), failed=True)
    return replace(report, size=len(data), is_written=is_written)


def _render(result: NamedDocument, look: Look) -> tuple[str | None, tuple[Problem, ...]]:
    """Return the file, or why there is none."""
    assert result.document is not None  # noqa: S101 (see `write_one_file`)
    name = result.api.location.source
    try:
        document = bundle_document(result.document)
    except TooLargeError:
        message = "this document is too large to be one file: references write it out many times"
        return None, (Problem(Code.API_JSON_TOO_LARGE, message, Location(name)),)
    with tempfile.TemporaryDirectory(prefix="octavo-") as folder:
        project, site = os.path.join(folder, "project"), os.path.join(folder, "site")
        write_reference_project(project, document, _list_settings(look))
        report = build_folder(project, site, BuildOptions())
        if report.output is None or not os.path.exists(os.path.join(site, "index.html")):
            errors = (each for each in report.problems if each.severity is Severity.ERROR)
            why = tuple(replace(each, location=Location(name)) for each in errors)
            message = "this document describes no operations, so there is nothing to show"
            return None, why or (Problem(Code.API_NO_OPERATIONS, message, Location(name)),)
        return pack_site(Path(site)), ()


def _list_settings(look: Look) -> dict[str, Any]:
    settings: dict[str, Any] = {"contextual": {"options": []}, "api": {"downloads": "none"}}
    if look.title:
        settings["name"] = look.title
    if look.theme:
        settings["theme"] = look.theme
    if look.color:
        settings["colors"] = {"primary": look.color}
    return settings


def _explain_foreign(output: str) -> Problem | None:
    """Return why a file is kept: Octavo did not write it."""
    try:
        with open(output, "rb") as file:
            start = file.read(10_000)
    except FileNotFoundError:
        return None
    except OSError as error:
        message = f"cannot read this file: {error.strerror or error}"
        return Problem(Code.OUTPUT_FAILED, message, Location(output))
    if not start.strip() or MARK.encode() in start:
        return None
    message = "this file is there, and Octavo did not write it; it is kept"
    hint = "Name another file, or write over it with --force."
    return Problem(Code.OUTPUT_NOT_OURS, message, Location(output), hint=hint)


def _write(data: bytes, output: str) -> bool:
    path = os.path.abspath(output)
    if os.path.isfile(path) and Path(path).read_bytes() == data:
        return False
    write_below(os.path.dirname(path), os.path.basename(path), data, overwrite=True)
    return True
