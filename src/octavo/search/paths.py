"""The paths of operations as terms: whole, with the method, and from each of their parts on."""

from __future__ import annotations

import re

_PLACEHOLDER = re.compile(r"\{[^{}/]*\}|<[^<>/]*>|(?<=/):[^/]+")
_ADDRESS = re.compile(r"^[a-z][a-z0-9+.-]*+://[^/]*")

_WHOLE, _END = 7, 3
"""How much a whole path, and the end of one, count: places as in `entry`."""


def list_path_terms(operation: str) -> dict[str, int]:
    """Return the terms of a method and a path; names of parameters do not matter."""
    method, _, path = operation.lower().partition(" ")
    path = normalize_path(path)
    terms: dict[str, int] = {}
    if "/" not in path:  # the name of a webhook
        return terms
    at = path.find("/", 1)
    while at > 0:
        terms[path[at:]] = _END
        at = path.find("/", at + 1)
    terms[path] = _WHOLE
    terms[f"{method} {path}"] = _WHOLE
    return terms


def normalize_path(path: str) -> str:
    """Return a path in small letters with `{}` for each parameter, as the search compares it."""
    plain = _ADDRESS.sub("", path.lower()).partition("?")[0].rstrip("/")
    return _PLACEHOLDER.sub("{}", plain)
