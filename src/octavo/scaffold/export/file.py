"""Writes the API document of an application to a file."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from typing import Any

from octavo.builder.publish.safe_folder import write_below
from octavo.problems import Code, Location, Problem
from octavo.project.documents.api_files import looks_like_document
from octavo.scaffold.export.application import load_app_document
from octavo.values import Struct, replace

_YAML_ENDINGS = (".yaml", ".yml")


class ExportReport(Struct, frozen=True):
    """The result of an export."""

    problem: Problem | None = None
    text: str = ""
    """The text of the document."""
    is_written: bool = False
    """Whether the file has changed."""
    failed: bool = False
    """Whether the disk, not the application, prevented the export."""
    notes: tuple[str, ...] = ()
    """The last lines of the application's traceback."""
    files: tuple[str, ...] = ()
    """The Python files of the application."""


def export_document(
    target: str, output: str | None = None, *, force: bool = False, folder: str = "."
) -> ExportReport:
    """Read the document of an application, and write it to a file, if one is given.

    The file is only written if it changes. A file that is no API document stays, unless forced.
    """
    answer = load_app_document(target, folder)
    if answer.document is None:
        return ExportReport(answer.problem, notes=answer.notes, files=answer.files)
    text = render_document(answer.document, output or "")
    report = ExportReport(None, text, files=answer.files)
    if output is None:
        return report
    result = write_document(text, output, force=force)
    if isinstance(result, bool):
        return replace(report, is_written=result)
    return replace(report, problem=result, failed=result.code is Code.OUTPUT_FAILED)


def render_document(document: Mapping[str, Any], output: str) -> str:
    """Return a document as text, as the name of a file says."""
    if output.lower().endswith(_YAML_ENDINGS):
        from octavo.project.documents.yaml import render_yaml  # noqa: PLC0415 (JSON needs none)

        return render_yaml(document)
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def write_document(text: str, output: str, *, force: bool) -> bool | Problem:
    """Write a document unless it is there; return whether that was needed, or why it failed."""
    data = text.encode("utf-8", "replace")
    try:
        before = _load(output)
        if before == data:
            return False
        if before and before.strip() and not force and not looks_like_document(before):
            return _explain_foreign(output)
        path = os.path.abspath(output)
        write_below(os.path.dirname(path), os.path.basename(path), data, overwrite=True)
    except OSError as error:
        message = f"cannot write this file: {error.strerror or error}"
        return Problem(Code.OUTPUT_FAILED, message, Location(output))
    return True


def _load(path: str) -> bytes | None:
    try:
        with open(path, "rb") as file:
            return file.read()
    except FileNotFoundError:
        return None


def _explain_foreign(output: str) -> Problem:
    message = "this file is there, and is no API document; it is kept"
    hint = "Name another file, or write over it with --force."
    return Problem(Code.OUTPUT_NOT_OURS, message, Location(output), hint=hint)
