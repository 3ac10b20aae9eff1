"""Reads an overlay of version 1.0 or 1.1: its actions, and what is wrong with it.

What cannot be carried out makes the whole overlay unusable, so that it is applied as it is meant or
not at all. All else is a warning.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from octavo.openapi.document.document import Finding
from octavo.openapi.document.overlay.query import Budget, Query, QueryError, parse_query
from octavo.openapi.model import Pointer
from octavo.problems import Code, Severity
from octavo.settings.nearest import find_nearest
from octavo.values import Struct, field

_VERSION = re.compile(r"1\.([0-9]{1,4})\.[0-9]{1,4}(?:[-+].*)?\Z")
_NEWEST_MINOR = 1
_KEYS = ("overlay", "info", "extends", "actions")
_INFO_KEYS = ("title", "version", "description")
_ACTION_KEYS = ("target", "description", "update", "copy", "remove")


class Action(Struct, frozen=True):
    """One change of a document."""

    pointer: Pointer
    """Its place in the overlay."""
    target: Query
    kind: str
    """`update`, `copy` or `remove`."""
    value: Any = None
    """The value that an update puts in."""
    origin: Query | None = None
    """Selects the value that a copy puts in."""


class Overlay(Struct, frozen=True):
    """An overlay that can be applied."""

    source: str
    extends: str | None
    actions: tuple[Action, ...]


class _Reader(Struct):
    source: str
    budget: Budget
    minor: int = 0
    findings: list[Finding] = field(default_factory=list)

    def fail(self, message: str, *pointer: str | int, hint: str = "") -> None:
        self._tell(Severity.ERROR, message, pointer, hint)

    def warn(self, message: str, *pointer: str | int, hint: str = "") -> None:
        self._tell(Severity.WARNING, message, pointer, hint)

    def note(self, message: str, *pointer: str | int, hint: str = "") -> None:
        self._tell(Severity.INFO, message, pointer, hint)

    def _tell(self, severity: Severity, message: str, pointer: Pointer, hint: str) -> None:
        code = Code.OVERLAY_INVALID
        self.findings.append(Finding(code, message, self.source, pointer, severity, hint))


def read_overlay(
    source: str, tree: object, budget: Budget
) -> tuple[Overlay | None, tuple[Finding, ...]]:
    """Return the overlay that a tree is, or None; beside it, everything wrong with it."""
    reader = _Reader(source, budget)
    if not isinstance(tree, dict):
        reader.fail("this is not an overlay: it has no keys")
        return None, tuple(reader.findings)
    _read_version(tree, reader)
    _check_keys(tree, _KEYS, (), reader)
    _check_info(tree.get("info"), reader)
    extends = tree.get("extends")
    if not isinstance(extends, str | None):
        reader.warn("`extends` must be text", "extends")
    actions = tuple(_read_actions(tree.get("actions"), reader))
    is_usable = all(each.severity is not Severity.ERROR for each in reader.findings)
    overlay = Overlay(source, extends if isinstance(extends, str) else None, actions)
    return overlay if is_usable else None, tuple(reader.findings)


def _read_version(tree: dict[str, Any], reader: _Reader) -> None:
    version = tree.get("overlay")
    match = _VERSION.match(version) if isinstance(version, str) else None
    if version is None:
        message = "this is not an overlay: the key `overlay` is missing"
        reader.fail(message, hint="Overlays say their version, as in overlay: 1.1.0.")
    elif match is None:
        message = f"the version {str(version)[:40]} of overlays is not known"
        reader.fail(message, "overlay", hint="Write overlay: 1.0.0 or overlay: 1.1.0.")
    else:
        reader.minor = int(match[1])
        if reader.minor > _NEWEST_MINOR:
            message = f"version 1.{reader.minor} of overlays is newer than 1.{_NEWEST_MINOR}"
            reader.warn(message, "overlay", hint=f"It is read as version 1.{_NEWEST_MINOR}.")


def _check_info(info: Any, reader: _Reader) -> None:
    if not isinstance(info, dict):
        reader.warn("an overlay needs `info` with a title and a version", *_at("info", info))
        return
    _check_keys(info, _INFO_KEYS, ("info",), reader)
    for key in _INFO_KEYS:
        if key in info and not isinstance(info[key], str):
            reader.warn(f"`{key}` must be text", "info", key)
        elif key not in info and key != "description":
            reader.warn(f"`info` needs the key `{key}`", "info")


def _check_keys(
    value: dict[str, Any], names: tuple[str, ...], pointer: Pointer, reader: _Reader
) -> None:
    for key in value:
        if key not in names and not key.startswith("x-"):
            better = find_nearest(key, names)
            hint = f"Did you mean `{better}`?" if better else ""
            reader.warn(f"overlays know no key `{key[:80]}` here", *pointer, key, hint=hint)


def _read_actions(actions: Any, reader: _Reader) -> Iterator[Action]:
    if not isinstance(actions, list):
        reader.fail("`actions` must be a list", *_at("actions", actions))
        return
    if not actions:
        reader.warn("this overlay has no actions", "actions", hint="Add one, with a `target`.")
    seen: dict[str, int] = {}
    for number, action in enumerate(actions):
        if not isinstance(action, dict):
            reader.fail("an action must be an object with a `target`", "actions", number)
            continue
        _check_keys(action, _ACTION_KEYS, ("actions", number), reader)
        before = seen.setdefault(repr(action), number)
        if before != number:
            reader.warn(f"this action is the same as number {before + 1}", "actions", number)
        read_action = _read_action(action, ("actions", number), reader)
        if read_action is not None:
            yield read_action


def _read_action(action: dict[str, Any], pointer: Pointer, reader: _Reader) -> Action | None:
    target = _read_query(action, "target", pointer, reader)
    remove = action.get("remove", False)
    if not isinstance(remove, bool):
        reader.fail("`remove` must be true or false", *pointer, "remove")
    if not isinstance(action.get("description"), str | None):
        reader.warn("`description` must be text", *pointer, "description")
    has_copy = action.get("copy") is not None
    origin = _read_query(action, "copy", pointer, reader) if has_copy else None
    if target is None or not isinstance(remove, bool):
        return None
    if remove:
        return Action(pointer, target, "remove")
    if has_copy and reader.minor == 0:
        hint = "Write overlay: 1.1.0 at the top."
        reader.fail("version 1.0 of overlays has no `copy`", *pointer, "copy", hint=hint)
    elif has_copy and "update" in action:
        message = "an action with `update` and `copy` has no effect"
        reader.warn(message, *pointer, hint="Make two actions of it.")
    elif has_copy:
        return None if origin is None else Action(pointer, target, "copy", None, origin)
    elif "update" in action:
        return Action(pointer, target, "update", action["update"])
    else:
        hint = "Add `update`, `copy` or `remove: true`."
        reader.note("this action has no effect", *pointer, hint=hint)
    return None


def _read_query(
    action: dict[str, Any], key: str, pointer: Pointer, reader: _Reader
) -> Query | None:
    text = action.get(key)
    if text is None:
        hint = "Write what it changes, such as target: $.info."
        reader.fail("this action has no `target`", *pointer, hint=hint)
    elif not isinstance(text, str):
        reader.fail(f"`{key}` must be text", *pointer, key)
    else:
        try:
            return parse_query(text, reader.budget)
        except QueryError as error:
            message = f"`{text[:120]}` is not a JSONPath expression: {str(error)[:200]}"
            reader.fail(message, *pointer, key)
    return None


def _at(key: str, value: Any) -> tuple[str, ...]:
    return () if value is None else (key,)
