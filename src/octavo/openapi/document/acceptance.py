"""Tells whether a tree is a usable API document, and its OpenAPI version."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from octavo.openapi.model import Pointer
from octavo.problems import Code
from octavo.values import Struct

_CONTAINERS = ("paths", "webhooks", "components")
_VERSION = re.compile(r"v?3(?:\.([0-9]{1,4}))?(?:[.-].*)?\Z", re.DOTALL)
_NEWEST_MINOR = 2
_WRITE_VERSION = 'Write it as in openapi: "3.1.0".'


class Objection(Struct, frozen=True):
    """A mistake in a document as a whole."""

    code: Code
    message: str
    pointer: Pointer = ()
    hint: str = ""


def refuse_tree(tree: object) -> Objection | None:
    """Return why a tree is unusable, or None."""
    if not isinstance(tree, dict):
        return Objection(Code.API_NOT_OPENAPI, "this is not an API document: it has no keys")
    return _refuse_version(tree) or _refuse_containers(tree)


def find_swagger(tree: object) -> Objection | None:
    """Return the note that a Swagger 2.0 tree is converted; None for other trees."""
    if not isinstance(tree, dict):
        return None
    key = "swagger" if tree.get("openapi") is None else "openapi"
    version = tree.get(key)
    if isinstance(version, bool) or not re.match(r"\s*v?2(?:\.|\s*\Z)", str(version)):
        return None
    message = "this Swagger 2.0 document is read as OpenAPI 3.0"
    hint = "You lose no content. New keys, such as `oneOf`, need OpenAPI 3."
    return Objection(Code.API_SWAGGER_2, message, (key,), hint)


def read_version(tree: dict[str, Any]) -> str:
    """Return `3.0`, `3.1` or `3.2` for a tree that was not refused."""
    return f"3.{min(_read_minor(tree), _NEWEST_MINOR)}"


def check_tree(tree: dict[str, Any]) -> Iterator[Objection]:
    """Return the mistakes of a usable tree."""
    version, minor = tree["openapi"], _read_minor(tree)
    if not isinstance(version, str):
        message, hint = "the version of OpenAPI is not text", f'Put it in quotes: "{version}".'
        yield Objection(Code.API_VERSION_DOUBTFUL, message, ("openapi",), hint)
    if minor > _NEWEST_MINOR:
        message = f"OpenAPI 3.{minor} is newer than 3.{_NEWEST_MINOR}, as which it is read"
        yield Objection(Code.API_VERSION_DOUBTFUL, message, ("openapi",))
    for key, section in (tree.get("components") or {}).items():
        if not key.startswith("x-") and not isinstance(section, dict | None):
            message = f"`components.{key}` must be an object with keys; it is left out"
            yield Objection(Code.API_WRONG_TYPE, message, ("components", key))


def _read_minor(tree: dict[str, Any]) -> int:
    match = _VERSION.match(str(tree["openapi"]).strip())
    return int(match[1]) if match and match[1] else 0


def _refuse_version(tree: dict[str, Any]) -> Objection | None:
    version = tree.get("openapi")
    if version is None:
        if "swagger" in tree:
            return _refuse_swagger(tree["swagger"])
        message = "this is not an API document: the key `openapi` is missing"
        hint = 'OpenAPI documents say their version, as in openapi: "3.1.0".'
        return Objection(Code.API_NOT_OPENAPI, message, hint=hint)
    if isinstance(version, bool) or not isinstance(version, str | int | float):
        message = "the version of OpenAPI must be text"
        return Objection(Code.API_VERSION_UNKNOWN, message, ("openapi",), _WRITE_VERSION)
    text = str(version).strip()
    if not _VERSION.match(text):
        message = f"the version {text[:40]} of OpenAPI is not known"
        hint = "Versions 3.0, 3.1 and 3.2 can be used."
        return Objection(Code.API_VERSION_UNKNOWN, message, ("openapi",), hint)
    return None


def _refuse_swagger(version: Any) -> Objection:
    message = f"the version {str(version)[:40]} of Swagger is not known"
    hint = "Version 2.0 of Swagger and versions 3.0, 3.1 and 3.2 of OpenAPI can be used."
    return Objection(Code.API_VERSION_UNKNOWN, message, ("swagger",), hint)


def _refuse_containers(tree: dict[str, Any]) -> Objection | None:
    for key in _CONTAINERS:
        if not isinstance(tree.get(key), dict | None):
            return Objection(Code.API_WRONG_TYPE, f"`{key}` must be an object with keys", (key,))
    if not any(key in tree for key in (*_CONTAINERS, "x-webhooks")):
        message = "this document describes nothing: it has no paths, webhooks or components"
        return Objection(Code.API_EMPTY, message)
    return None
