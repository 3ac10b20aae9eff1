"""Reads the tree of an API document: checks it, converts older versions, removes internal parts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from octavo.openapi.document.acceptance import (
    Objection,
    check_tree,
    find_swagger,
    read_version,
    refuse_tree,
)
from octavo.openapi.document.document import ApiDocument, Finding, LoadFile, LoadText
from octavo.openapi.internal.clean import remove_internal, withhold
from octavo.openapi.swagger.convert import convert_document
from octavo.problems import Code, Severity
from octavo.values import Struct

Restore = Callable[[Finding], Finding]


def read_document(
    source: str,
    name: str,
    tree: object,
    load_file: LoadFile,
    load_text: LoadText = lambda _source: None,
    *,
    show_internal: bool = False,
    overlays: Sequence[tuple[str, Any]] = (),
) -> tuple[ApiDocument | None, tuple[Finding, ...]]:
    """Return the document of a tree, or None with the reason why it is unusable.

    It has nothing internal, unless that is shown. It keeps the findings, which later ones join.
    Overlays (each a source and a tree) are applied first. An overlay may hide parts, so if one
    cannot be applied whole, the result is an empty document.
    """
    overlaid = _apply_overlays(source, tree, overlays) if overlays else None
    if overlaid and not overlaid.is_whole:
        whole = ApiDocument(source, name, "3.1", _read_keys(tree), load_file, load_text)
        return _withhold(whole, overlays, _list_errors(overlaid.findings))
    tree = overlaid.tree if overlaid else tree
    swagger, restore = find_swagger(tree), None
    written: tuple[Finding, ...] = ()
    if swagger is not None and isinstance(tree, dict):
        tree, load_file, restore, written = convert_document(source, tree, load_file)
    refusal = refuse_tree(tree)
    if refusal or not isinstance(tree, dict):
        finding = (_build_finding(refusal, source, Severity.ERROR),) if refusal else ()
        if overlaid:
            empty = ApiDocument(source, name, "3.1", {})
            return _withhold(empty, overlays, map(overlaid.restore, finding))
        return None, finding
    version = read_version(tree)
    if overlaid:
        restore = _join(restore, overlaid.restore)
    document = ApiDocument(source, name, version, tree, load_file, load_text, restore=restore)
    document.overlays = tuple(overlay for overlay, _ in overlays)
    if not show_internal:
        document = remove_internal(document)
    if overlaid:
        written = (*overlaid.findings, *map(overlaid.restore, written))
    document.notes += written
    if swagger is not None:
        document.report(_build_finding(swagger, source, Severity.INFO))
    for objection in check_tree(document.tree):
        document.report(_build_finding(objection, source, Severity.WARNING))
    return document, tuple(document.findings)


def _build_finding(each: Objection, source: str, severity: Severity) -> Finding:
    return Finding(each.code, each.message, source, each.pointer, severity, each.hint)


def _list_errors(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    return tuple(each for each in findings if each.severity is Severity.ERROR)


def _read_keys(tree: object) -> dict[str, Any]:
    is_readable = isinstance(tree, dict) and (find_swagger(tree) or not refuse_tree(tree))
    return tree if isinstance(tree, dict) and is_readable else {}


def _withhold(
    document: ApiDocument, overlays: Sequence[tuple[str, Any]], reasons: Iterable[Finding]
) -> tuple[ApiDocument, tuple[Finding, ...]]:
    code, source = Code.API_DOCUMENT_WITHHELD, document.source
    message = "this document is withheld, because its overlays cannot be applied to it"
    hint = "Overlays may hide parts. Correct the errors, or remove the overlay from the settings."
    empty = withhold(document)
    empty.overlays = tuple(overlay for overlay, _ in overlays)
    empty.notes = (*reasons, Finding(code, message, source, (), Severity.INFO, hint))
    return empty, ()


class _Overlaid(Struct, frozen=True):
    tree: Any
    findings: tuple[Finding, ...]
    restore: Restore
    is_whole: bool
    """Whether all overlays are applied, with all that they say."""


def _apply_overlays(source: str, tree: Any, overlays: Sequence[tuple[str, Any]]) -> _Overlaid:
    if not isinstance(tree, dict):
        refusal = None if tree is None else refuse_tree(tree)  # the problems of its file say why
        findings = (_build_finding(refusal, source, Severity.ERROR),) if refusal else ()
        return _Overlaid(tree, findings, lambda finding: finding, is_whole=False)
    try:
        from octavo.openapi.document.overlay.apply import apply_overlays  # noqa: PLC0415 (its library is an extra)
    except ImportError:
        code, message = Code.OVERLAY_LIBRARY_MISSING, "this overlay cannot be applied"
        hint = "Install the extra: pip install 'octavo[overlays]'."
        why = f"{message}: jsonpath-rfc9535 is not installed"
        error = Severity.ERROR
        missing = tuple(Finding(code, why, each, (), error, hint) for each, _ in overlays)
        return _Overlaid(tree, missing, lambda finding: finding, is_whole=False)
    overlaid = apply_overlays(source, tree, overlays)
    is_whole = not _list_errors(overlaid.findings) and all(each is not None for _, each in overlays)
    return _Overlaid(overlaid.changed.tree, overlaid.findings, overlaid.restore, is_whole)


def _join(first: Restore | None, second: Restore) -> Restore:
    return second if first is None else lambda finding: second(first(finding))
