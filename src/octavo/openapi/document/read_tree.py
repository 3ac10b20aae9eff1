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
from octavo.openapi.internal.clean import remove_internal
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
    Overlays (each a source and a tree) are applied first.
    """
    overlaid = _apply_overlays(source, tree, overlays) if overlays else None
    tree = overlaid.tree if overlaid else tree
    swagger, restore = find_swagger(tree), None
    written: tuple[Finding, ...] = ()
    if swagger is not None and isinstance(tree, dict):
        from octavo.openapi.swagger.convert import convert_document  # noqa: PLC0415 (few need it)

        tree, load_file, restore, written = convert_document(source, tree, load_file)
    refusal = refuse_tree(tree)
    if refusal or not isinstance(tree, dict):
        finding = (_build_finding(refusal, source, Severity.ERROR),) if refusal else ()
        restored = map(overlaid.restore, finding) if overlaid else finding
        errors = _list_errors(overlaid.findings) if overlaid else ()
        return None, (*restored, *errors)
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


class _Overlaid(Struct, frozen=True):
    tree: Any
    findings: tuple[Finding, ...]
    restore: Restore


def _apply_overlays(source: str, tree: Any, overlays: Sequence[tuple[str, Any]]) -> _Overlaid:
    try:
        from octavo.openapi.document.overlay.apply import apply_overlays  # noqa: PLC0415 (its library is an extra)
    except ImportError:
        code, message = Code.OVERLAY_LIBRARY_MISSING, "this overlay is not applied"
        hint = "Install the extra: pip install 'octavo[overlays]'."
        why = f"{message}: jsonpath-rfc9535 is not installed"
        error = Severity.ERROR
        missing = tuple(Finding(code, why, each, (), error, hint) for each, _ in overlays)
        return _Overlaid(tree, missing, lambda finding: finding)
    overlaid = apply_overlays(source, tree, overlays)
    return _Overlaid(overlaid.changed.tree, overlaid.findings, overlaid.restore)


def _join(first: Restore | None, second: Restore) -> Restore:
    return second if first is None else lambda finding: second(first(finding))
