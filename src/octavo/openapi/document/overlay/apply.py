"""Applies overlays to a tree, one action after the other."""

from __future__ import annotations

import posixpath
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

from octavo.openapi.document.document import Finding
from octavo.openapi.document.overlay.overlay import Action, Overlay, read_overlay
from octavo.openapi.document.overlay.query import Budget, TooManyStepsError
from octavo.openapi.document.overlay.tree import ChangedTree, Place, TooLargeError
from octavo.openapi.document.references import join_source
from octavo.openapi.model import Pointer
from octavo.problems import Code, Severity
from octavo.project.documents.api_files import is_link
from octavo.values import Struct, replace


class Overlaid(Struct, frozen=True):
    """A tree with overlays."""

    changed: ChangedTree
    findings: tuple[Finding, ...]

    def restore(self, finding: Finding) -> Finding:
        """Tell a finding where the value is written that it is about."""
        if finding.source != self.changed.source:
            return finding
        place = self.changed.find_place(finding.pointer)
        return replace(finding, source=place.source, pointer=place.pointer)


def apply_overlays(source: str, tree: Any, overlays: Sequence[tuple[str, Any]]) -> Overlaid:
    """Return the tree of a file with overlays (each a source and a tree), in their order.

    One that cannot be used is left out.
    """
    findings: list[Finding] = []
    budget = Budget()
    changer = _Changer(ChangedTree(source, tree), findings)
    for overlay_source, overlay_tree in overlays:
        if overlay_tree is None:  # why is among the problems of the files
            continue
        overlay, problems = read_overlay(overlay_source, overlay_tree, budget)
        findings += problems
        if overlay is not None:
            findings += _check_extends(overlay, source)
            if not changer.apply(overlay):
                break
    return Overlaid(changer.changed, tuple(dict.fromkeys(findings)))


def _check_extends(overlay: Overlay, source: str) -> list[Finding]:
    """Return the warning that an overlay is made for another document."""
    extends = overlay.extends
    if extends is None:
        return []
    address = extends.partition("#")[0]
    if is_link(address) != is_link(source):  # the same document may be in both places
        is_same = _find_name(address) == _find_name(source)
    else:
        is_same = join_source(overlay.source, address) == source
    if is_same:
        return []
    message = f"this overlay is made for `{extends[:120]}`, and is applied to `{source}`"
    hint = "Name the document in `extends`, or leave `extends` out."
    code, place = Code.OVERLAY_OTHER_DOCUMENT, ("extends",)
    return [Finding(code, message, overlay.source, place, Severity.WARNING, hint)]


def _find_name(address: str) -> str:
    return posixpath.basename(urlsplit(address).path if is_link(address) else address)


class _Changer(Struct):
    changed: ChangedTree
    findings: list[Finding]
    source: str = ""
    """The overlay that is being applied."""

    def apply(self, overlay: Overlay) -> bool:
        """Carry out all actions; tell whether there is room and time for more."""
        self.source = overlay.source
        for action in overlay.actions:
            try:
                self._carry_out(action)
            except TooManyStepsError:
                message = "the targets of these overlays take too long; the rest is not applied"
                hint = "Write targets without `..`, and fewer filters inside of others."
                self._tell(Code.OVERLAY_TOO_LARGE, message, (*action.pointer, "target"), hint)
                return False
            except TooLargeError:
                message = "with this action the document is too large or too deep; the rest is not"
                self._tell(Code.OVERLAY_TOO_LARGE, f"{message} applied", action.pointer)
                return False
        return True

    def _carry_out(self, action: Action) -> None:
        changed = self.changed
        targets = action.target.select(changed.tree)
        if not targets:
            message = "this action matches nothing in the document"
            at = (*action.pointer, "target")
            self._tell(Code.OVERLAY_NO_MATCH, message, at, severity=Severity.WARNING)
        elif () in targets and action.kind == "remove":
            self._refuse("the whole document cannot be removed", (*action.pointer, "target"))
        elif action.kind == "remove":
            changed.remove(targets)
        elif len({_name_kind(changed.get(target)) for target in targets}) > 1:
            message = "the target selects values of several kinds"
            hint = "Select only objects, only lists or only single values."
            self._refuse(message, (*action.pointer, "target"), hint)
        elif action.kind == "update":
            place = Place(self.source, (*action.pointer, "update"))
            for target in targets:
                self._change(target, action.value, place, action)
        else:
            self._copy(action, targets)

    def _copy(self, action: Action, targets: list[Pointer]) -> None:
        assert action.origin is not None  # noqa: S101 (see `read_overlay`)
        origins = action.origin.select(self.changed.tree)
        if len(origins) != 1:
            count = f"{len(origins):,} values" if origins else "nothing"
            hint = "It must select the one value to copy."
            self._refuse(f"`copy` selects {count}", (*action.pointer, "copy"), hint)
            return
        # Taken before anything is put in: a target may be a part of what is copied.
        taken = [self.changed.take(origins[0]) for _ in targets]
        for target, (value, place) in zip(targets, taken, strict=True):
            self._change(target, value, place, action)

    def _change(self, target: Pointer, value: Any, origin: Place, action: Action) -> None:
        """Change what a target selects: a list also takes a single value at its end."""
        if isinstance(self.changed.get(target), list) and not isinstance(value, list):
            self.changed.append(target, value, origin)
        else:
            self._merge(target, value, origin, action)

    def _merge(self, target: Pointer, value: Any, origin: Place, action: Action) -> None:
        """Merge a value into another one; what does not fit stays, with a problem."""
        changed = self.changed
        old = changed.get(target)
        if isinstance(old, dict) and isinstance(value, dict):
            for key, each in value.items():
                place = changed.find_child(value, origin, key)
                if key in old:
                    self._merge((*target, key), each, place, action)
                else:
                    changed.put(target, key, each, place)
                old = changed.get(target)
        elif isinstance(old, list) and isinstance(value, list):
            for number, each in enumerate(value):
                changed.append(target, each, changed.find_child(value, origin, number))
        elif not isinstance(old, dict | list) and not isinstance(value, dict | list):
            changed.replace(target, value, origin)
        else:
            kinds = f"{_name_kind(value)}, and the document has {_name_kind(old)} there"
            at = origin.pointer if origin.source == self.source else (*action.pointer, "copy")
            self._refuse(f"this does not fit: it is {kinds}", at, "Remove the old value first.")

    def _refuse(self, message: str, pointer: Pointer, hint: str = "") -> None:
        self._tell(Code.OVERLAY_MISMATCH, message, pointer, hint)

    def _tell(
        self,
        code: Code,
        message: str,
        pointer: Pointer,
        hint: str = "",
        severity: Severity = Severity.ERROR,
    ) -> None:
        self.findings.append(Finding(code, message, self.source, pointer, severity, hint))


def _name_kind(value: Any) -> str:
    if isinstance(value, dict):
        return "an object"
    return "a list" if isinstance(value, list) else "a single value"
