"""Writes the requests of an API document as a collection for a client."""

from __future__ import annotations

import os

from octavo.builder.publish.safe_folder import write_below
from octavo.problems import Code, Location, Problem
from octavo.render.api.collections.requests import build_collection
from octavo.render.api.collections.site_collections import WRITERS
from octavo.scaffold.page_files import read_named_document
from octavo.settings.models.api import Api
from octavo.values import Struct

CLIENTS = tuple(WRITERS)


class CollectionReport(Struct, frozen=True):
    """The result: how many requests, or problems."""

    problems: tuple[Problem, ...] = ()
    count: int = 0
    failed: bool = False
    """Whether the disk, not the document, is why nothing was written."""


def write_collection(
    document: str, client: str, output: str, *, force: bool = False
) -> CollectionReport:
    """Write the requests of a document (a path or an address); a file that is there is kept."""
    result, problems = read_named_document(document)
    if result is None:
        return CollectionReport(problems, failed=True)
    if result.document is None:
        return CollectionReport(result.collect_problems())
    collection = build_collection(result.document, Api())
    if not collection.requests:
        message = "this document describes no operations, so there is nothing to send"
        return CollectionReport((Problem(Code.API_NO_OPERATIONS, message, Location(document)),))
    path = os.path.abspath(output)
    folder, name = os.path.split(path)
    try:
        is_written = write_below(folder, name, WRITERS[client](collection), overwrite=force)
    except OSError as error:
        message = f"cannot write this file: {error.strerror or error}"
        problem = Problem(Code.OUTPUT_FAILED, message, Location(output))
        return CollectionReport((problem,), failed=True)
    if is_written:
        return CollectionReport(count=len(collection.requests))
    message, hint = "this file exists", "Name another file, or replace it with --force."
    problem = Problem(Code.OUTPUT_NOT_OURS, message, Location(output), hint=hint)
    return CollectionReport((problem,))
