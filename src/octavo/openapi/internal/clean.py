"""Returns an API document without the parts that its author marks as internal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from octavo.openapi.document.document import ApiDocument, Finding, LoadFile
from octavo.openapi.internal.edits import Edit
from octavo.openapi.internal.marks import find_odd_mark, may_hold_marks
from octavo.openapi.internal.reach import find_reached, list_components
from octavo.openapi.internal.walk import Walk
from octavo.openapi.model import Internal, Node, Pointer
from octavo.problems import Code, Severity
from octavo.values import replace

Restore = Callable[[Finding], Finding]
_OPERATION_KINDS = frozenset({"operation", "path_item"})


def remove_internal(document: ApiDocument) -> ApiDocument:
    """Return a document without its internal parts; the same one if it has no marks."""
    if not may_hold_marks(document.tree, document.source):
        return document
    walk = Walk(document)
    if walk.is_whole:
        message = "the whole document is marked as internal, so none of it is shown"
        empty = withhold(document)
        empty.notes = (_note(document, Node(None, document.source, ()), message),)
        return empty
    walk.run()
    trees = _Trees(document)
    if not walk.removed:
        return trees.build()  # No part of the new document was read yet.
    trees.remove(walk.removed)
    trees.rewrite(walk)
    dropped, sources = _find_unused(document, trees.build(), list(walk.removed))
    trees.remove_components(dropped)
    names = (node.pointer for node in walk.removed if node.source == document.source)
    clean = trees.build()
    clean.internal = Internal(
        operations=frozenset(walk.operations),
        schemas=frozenset(
            str(pointer[2])
            for pointer in (*names, *dropped)
            if len(pointer) == 3 and pointer[:2] == ("components", "schemas")
        ),
        sources=frozenset({*sources, *(node.source for node in walk.removed)}),
    )
    clean.notes = tuple(_list_notes(document, walk))
    return clean


def withhold(document: ApiDocument) -> ApiDocument:
    """Return an empty document, because all of it is internal; so are the files it refers to."""
    tree = {"openapi": "3.1.0", "info": {}, "paths": {}}
    clean = ApiDocument(document.source, document.name, document.version, tree)
    clean.overlays = document.overlays
    sources = find_reached(document, [document.root]).sources | {*document.loaded_texts}
    clean.internal = Internal(sources=frozenset(sources), is_whole=True)
    return clean


def _find_unused(
    document: ApiDocument, clean: ApiDocument, removed: list[Node]
) -> tuple[list[Pointer], set[str]]:
    """Return the components and the files that only internal parts use."""
    internal = find_reached(document, removed)
    others = [each for each in list_components(clean) if each.pointer not in internal.components]
    rest = Node(
        {key: value for key, value in clean.tree.items() if key != "components"},
        clean.source,
        (),
    )
    public = find_reached(clean, [rest, *others])
    unused = internal.components - public.components
    names = [each.pointer for each in list_components(clean) if each.pointer in unused]
    return names, internal.sources - public.sources


class _Trees:
    """The trees of a document during the removal."""

    def __init__(self, document: ApiDocument) -> None:
        self._document = document
        self._edits: dict[str, Edit] = {}
        self._trees: dict[str, Any] = {}

    def remove(self, nodes: dict[Node, None]) -> None:
        """Remove values from all files."""
        pointers: dict[str, list[Pointer]] = {}
        for node in nodes:
            pointers.setdefault(node.source, []).append(node.pointer)
        for source, places in pointers.items():
            root = self._document.find("", source)
            if root is not None:
                edit = self._edits[source] = Edit(root.value)
                edit.remove(places)
                self._trees[source] = edit.tree

    def rewrite(self, walk: Walk) -> None:
        """Update references into shortened lists."""
        rewritten: dict[str, Edit] = {}
        for node, target in walk.references:
            edit = self._edits.get(target.source)
            now = edit.find_now(target.pointer) if edit else target.pointer
            if now == target.pointer or "$ref" not in node.value:
                continue
            own = self._edits.get(node.source)
            if node.source not in rewritten:
                root = self._document.find("", node.source)
                rewritten[node.source] = Edit(
                    self._trees.get(node.source, root.value if root else None)
                )
            place = own.find_now(node.pointer) if own else node.pointer
            steps = (str(step).replace("~", "~0").replace("/", "~1") for step in now)
            address = node.value["$ref"].partition("#")[0]
            reference = f"{address}#/{'/'.join(steps)}"
            rewritten[node.source].write((*place, "$ref"), reference)
        self._trees |= {source: edit.tree for source, edit in rewritten.items()}

    def remove_components(self, pointers: list[Pointer]) -> None:
        """Remove components that become unused, and sections that become empty."""
        if not pointers:
            return
        source = self._document.source
        edit = Edit(self._trees.get(source, self._document.tree))
        sections: dict[str | int, int] = {}
        for pointer in pointers:
            sections[pointer[1]] = sections.get(pointer[1], 0) + 1
        components = edit.tree["components"]
        empty = [("components", key) for key, n in sections.items() if n == len(components[key])]
        edit.remove([*pointers, *empty])
        self._trees[source] = edit.tree

    def build(self) -> ApiDocument:
        """Return a document of the current trees."""
        old = self._document
        return ApiDocument(
            old.source,
            old.name,
            old.version,
            self._trees.get(old.source, old.tree),
            partial(_load, dict(self._trees), old.load_file),
            old.load_text,
            restore=partial(_restore, self._edits, old.restore) if self._edits else old.restore,
            overlays=old.overlays,
        )


def _load(trees: dict[str, Any], load_file: LoadFile, source: str) -> Any:
    return trees[source] if source in trees else load_file(source)


def _restore(edits: dict[str, Edit], restore: Restore | None, finding: Finding) -> Finding:
    """Convert a finding to the place of its value before the removal."""
    edit = edits.get(finding.source)
    if edit is not None and edit.lists:
        finding = replace(finding, pointer=edit.find_before(finding.pointer))
    return restore(finding) if restore else finding


# --- findings ---


def _list_notes(document: ApiDocument, walk: Walk) -> Iterator[Finding]:
    marked = walk.judge.marked
    others = sum(kind not in _OPERATION_KINDS for kind in marked.values())
    parts = []
    if walk.operations:
        count = len(walk.operations)
        parts.append("1 operation" if count == 1 else f"{count:,} operations")
    if others or not parts:
        count = max(others, 1)
        what = " other" if parts else ""
        parts.append(f"1{what} part" if count == 1 else f"{count:,}{what} parts")
    first = min(marked or walk.removed, key=lambda node: _build_key(document, node))
    message = f"{' and '.join(parts)} marked as internal: left out of everything"
    yield _note(document, first, message)
    for node in marked:
        key = find_odd_mark(node.value)
        if key is not None:
            text = f"`{key}` is {node.value[key]!r:.40}, which counts as `true`"
            place = Node(None, node.source, (*node.pointer, key))
            hint = f"Write `{key}: true`, or `{key}: false` to show it."
            yield _note(document, place, text, hint, Code.API_INTERNAL_VALUE)


def _build_key(document: ApiDocument, node: Node) -> tuple[bool, str, tuple[str, ...]]:
    return node.source != document.source, node.source, tuple(map(str, node.pointer))


def _note(
    document: ApiDocument,
    node: Node,
    message: str,
    hint: str = "Set `api.showInternal` in `site.json` to show it all the same.",
    code: Code = Code.API_INTERNAL,
) -> Finding:
    finding = Finding(
        code, message, node.source, node.pointer, Severity.INFO, hint, at_key=bool(node.pointer)
    )
    return document.restore(finding) if document.restore else finding
