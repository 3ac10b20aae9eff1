"""The keys that mark internal parts of API documents."""

from __future__ import annotations

import marshal
import re
from collections.abc import Iterable
from typing import Any

MARK = "x-internal"
"""The mark that Redocly, Stoplight, ReadMe, Scalar and GitBook read, too."""
_OF_OPERATIONS = ("x-scalar-ignore", "x-gitbook-ignore")
"""Additional marks of Scalar and GitBook; on schemas they mean less."""
_KINDS = frozenset({"operation", "path_item", "tag"})

_ACCESS = "x-rbac"
"""Redocly's access rule: parts with restricted access are internal."""
_EVERYBODY = ("anonymous", "*")
_NO = frozenset({"false", "no", "off", "n", "0", "none", ""})
_KEYS = re.compile("|".join((MARK, *_OF_OPERATIONS, _ACCESS)).encode())
_LEADS_OUT = re.compile(
    rb"u.\0\0\0\$(?:ref|dynamicRef)u.{4}[^#]"
    rb"|u\x07\0\0\0mapping\{[^{}\[\]]{0,4000}?\.(?:json|ya?ml)",
    re.DOTALL,
)
"""A reference to another file, in the bytes of `marshal`."""
_WRITTEN_OUT, _SHARED = 2, 4
"""Versions of `marshal`: one writes every value out, and one writes shared values once.

JSON has no shared values; YAML may share them too often to write them all out.
"""


def is_marked(value: Any, kind: str = "") -> bool:
    """Tell whether an object, perhaps of a known kind, has an internal mark."""
    if type(value) is not dict:
        return False
    if MARK in value and is_true(value[MARK]):
        return True
    if kind in _KINDS and any(is_true(value.get(key)) for key in _OF_OPERATIONS):
        return True
    return _ACCESS in value and not _may_everybody_read(value[_ACCESS])


def is_marked_container(value: Any) -> bool:
    """Tell whether a mapping of names has a mark; a name equal to a mark has an object."""
    if type(value) is not dict:
        return False
    return MARK in value and not isinstance(value[MARK], dict) and is_true(value[MARK])


def is_true(mark: Any) -> bool:
    """Tell whether a mark counts: any value that is not clearly negative does."""
    if isinstance(mark, str):
        return mark.strip().lower() not in _NO
    return mark is not None and mark is not False and mark != 0


def find_odd_mark(value: dict[str, Any]) -> str | None:
    """Return the key of a mark that counts but is not `true`."""
    keys = (MARK, *_OF_OPERATIONS)
    return next(
        (key for key in keys if value.get(key) is not True and is_true(value.get(key))), None
    )


def keep_marks(value: dict[str, Any]) -> dict[str, Any]:
    """Return the marks of an object for its converted form."""
    return {key: value[key] for key in (MARK, _ACCESS) if key in value}


def mark(value: Any) -> Any:
    """Return an object with an internal mark."""
    return {**value, MARK: True} if isinstance(value, dict) else value


def has_marks(data: bytes) -> bool:
    """Tell whether the text of a document that cannot be read has the word of a mark."""
    return _KEYS.search(data) is not None


def may_hold_marks(tree: Any, source: str) -> bool:
    """Quickly tell whether a document or its files may have marks; True is possible without any."""
    is_json = source.lower().endswith(".json")
    try:
        data = marshal.dumps(tree, _WRITTEN_OUT if is_json else _SHARED)
    except ValueError:  # The document is too deep, or has values that no file has.
        return True
    if _KEYS.search(data):
        return True
    return bool(_LEADS_OUT.search(data)) if is_json else _leads_out(tree)


def _leads_out(tree: Any) -> bool:
    """Tell whether a document refers to other files; shared YAML values are checked once."""
    seen, queue = {id(tree)}, [tree]
    while queue:
        each = queue.pop()
        if isinstance(each, dict):
            if any(_is_outside(each.get(key)) for key in ("$ref", "$dynamicRef")):
                return True
            mapping = each.get("mapping")
            if isinstance(mapping, dict) and any(map(_is_file, mapping.values())):
                return True
            children: Iterable[Any] = each.values()
        else:
            children = each if isinstance(each, list) else ()
        for child in children:
            if type(child) in (dict, list) and id(child) not in seen:
                seen.add(id(child))
                queue.append(child)
    return False


def _is_outside(reference: Any) -> bool:
    return isinstance(reference, str) and not reference.startswith("#")


def _is_file(name: Any) -> bool:
    return isinstance(name, str) and name.partition("#")[0].endswith((".json", ".yaml", ".yml"))


def _may_everybody_read(rule: Any) -> bool:
    if not isinstance(rule, dict):
        return False
    role = next((rule[name] for name in _EVERYBODY if name in rule), None)
    return isinstance(role, str) and role.strip().lower() not in _NO
