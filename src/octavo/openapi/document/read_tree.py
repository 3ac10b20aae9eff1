"""Reads the tree of an API document: refuses what is none, converts older versions, cleans it."""

from __future__ import annotations

from octavo.openapi.document.acceptance import (
    Objection,
    check_tree,
    find_swagger,
    read_version,
    refuse_tree,
)
from octavo.openapi.document.document import ApiDocument, Finding, LoadFile, LoadText
from octavo.openapi.internal.clean import remove_internal
from octavo.problems import Severity


def read_document(
    source: str,
    name: str,
    tree: object,
    load_file: LoadFile,
    load_text: LoadText = lambda _source: None,
    *,
    show_internal: bool = False,
) -> tuple[ApiDocument | None, tuple[Finding, ...]]:
    """Return the document of a tree, or None with the reason why it cannot be used.

    It has nothing internal, unless that is shown. It keeps the findings, which later ones join.
    """
    swagger, restore = find_swagger(tree), None
    written: tuple[Finding, ...] = ()
    if swagger is not None and isinstance(tree, dict):
        from octavo.openapi.swagger.convert import convert_document  # noqa: PLC0415 (few need it)

        tree, load_file, restore, written = convert_document(source, tree, load_file)
    refusal = refuse_tree(tree)
    if refusal or not isinstance(tree, dict):
        return None, (_build_finding(refusal, source, Severity.ERROR),) if refusal else ()
    version = read_version(tree)
    document = ApiDocument(source, name, version, tree, load_file, load_text, restore=restore)
    if not show_internal:
        document = remove_internal(document)
    document.notes += written
    if swagger is not None:
        document.report(_build_finding(swagger, source, Severity.INFO))
    for objection in check_tree(document.tree):
        document.report(_build_finding(objection, source, Severity.WARNING))
    return document, tuple(document.findings)


def _build_finding(each: Objection, source: str, severity: Severity) -> Finding:
    return Finding(each.code, each.message, source, each.pointer, severity, each.hint)
