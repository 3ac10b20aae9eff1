"""The keys by which authors mark parts of API documents as internal."""

from __future__ import annotations

import marshal
import re
from collections.abc import Iterable
from typing import Any

MARK = "x-internal"
"""Redocly, Stoplight, ReadMe, Scalar and GitBook read it, too."""
_OF_OPERATIONS = ("x-scalar-ignore", "x-gitbook-ignore")
"""What Scalar and GitBook call it as well; on schemas it means less."""
_KINDS = frozenset({"operation", "path_item", "tag"})

_ACCESS = "x-rbac"
"""Redocly's access rule: what not everybody may read is internal."""
_EVERYBODY = ("anonymous", "*")
_NO = frozenset({"false", "no", "off", "n", "0", "none", ""})
_KEYS = re.compile("|".join((MARK, *_OF_OPERATIONS, _ACCESS)).encode())
_LEADS_OUT = re.compile(
    rb"u.\0\0\0\$(?:ref|dynamicRef)u.{4}[^#]"
    rb"|u\x07\0\0\0mapping\{[^{}\[\]]{0,4000}?\.(?:json|ya?ml)",
    re.DOTALL,
)
"""A reference to another file, as `marshal` writes it."""
_WRITTEN_OUT, _SHARED = 2, 4
"""Versions of `marshal`: one that writes every value out, and one that writes it once.

JSON shares no values; YAML may, so often that nobody could write them all out.
"""


def is_marked(value: Any, kind: str = "") -> bool:
    """Tell whether an object, perhaps of a known kind, says of itself that it is internal."""
    if type(value) is not dict:
        return False
    if MARK in value and is_true(value[MARK]):
        return True
    if kind in _KINDS and any(is_true(value.get(key)) for key in _OF_OPERATIONS):
        return True
    return _ACCESS in value and not _may_everybody_read(value[_ACCESS])


def is_marked_container(value: Any) -> bool:
    """Tell whether a mapping of names says so; a name that is also a mark has an object."""
    if type(value) is not dict:
        return False
    return MARK in value and not isinstance(value[MARK], dict) and is_true(value[MARK])


def is_true(mark: Any) -> bool:
    """Tell whether a mark counts: anything does that is not clearly a no."""
    if isinstance(mark, str):
        return mark.strip().lower() not in _NO
    return mark is not None and mark is not False and mark != 0


def find_odd_mark(value: dict[str, Any]) -> str | None:
    """Return the key of a mark that counts though it is not `true`."""
    keys = (MARK, *_OF_OPERATIONS)
    return next(
        (key for key in keys if value.get(key) is not True and is_true(value.get(key))), None
    )


def keep_marks(value: dict[str, Any]) -> dict[str, Any]:
    """Return the marks of an object that is written in another form."""
    return {key: value[key] for key in (MARK, _ACCESS) if key in value}


def mark(value: Any) -> Any:
    """Return an object as one that is internal."""
    return {**value, MARK: True} if isinstance(value, dict) else value


def may_hold_marks(tree: Any, source: str) -> bool:
    """Tell whether a document or a file that it refers to may have marks: quick, and never no."""
    is_json = source.lower().endswith(".json")
    try:
        data = marshal.dumps(tree, _WRITTEN_OUT if is_json else _SHARED)
    except ValueError:  # too deep, or values that no file has
        return True
    if _KEYS.search(data):
        return True
    return bool(_LEADS_OUT.search(data)) if is_json else _leads_out(tree)


def _leads_out(tree: Any) -> bool:
    """Tell whether a document refers to other files; what aliases of YAML share is seen once."""
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
