"""The paths of operations as terms: whole, with the method, and from each of their parts on."""

from __future__ import annotations

import re

_PLACEHOLDER = re.compile(r"\{[^{}/]*\}|<[^<>/]*>|(?<=/):[^/]+")
_ADDRESS = re.compile(r"^[a-z][a-z0-9+.-]*+://[^/]*")

_WHOLE, _END = 7, 3
"""How much a whole path, and the end of one, count: places as in `entry`."""

_MOST_ENDS = 32
"""How many ends of a path are terms: all of every real path. Those of a hostile one would add up to
its length squared."""


def list_path_terms(operation: str) -> dict[str, int]:
    """Return the terms of a method and a path; names of parameters do not matter."""
    method, _, path = operation.lower().partition(" ")
    path = normalize_path(path)
    terms: dict[str, int] = {}
    if "/" not in path:  # the name of a webhook
        return terms
    at = path.rfind("/")
    while at > 0 and len(terms) < _MOST_ENDS:
        terms[path[at:]] = _END
        at = path.rfind("/", 0, at)
    terms[path] = _WHOLE
    terms[f"{method} {path}"] = _WHOLE
    return terms


def normalize_path(path: str) -> str:
    """Return a path in small letters with `{}` for each parameter, as the search compares it."""
    plain = path.lower()
    if "://" in plain:
        plain = _ADDRESS.sub("", plain)
    return _PLACEHOLDER.sub("{}", plain.partition("?")[0].rstrip("/"))
