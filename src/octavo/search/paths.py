"""The paths of operations as terms: whole, with the method, and from each part on."""

from __future__ import annotations

import re

_PLACEHOLDER = re.compile(r"\{[^{}/]*\}|<[^<>/]*>|(?<=/):[^/]+")
_ADDRESS = re.compile(r"^[a-z][a-z0-9+.-]*+://[^/]*")

_WHOLE, _END = 7, 3
"""The places of a whole path, and of its end, as in `entry`."""

_MOST_ENDS = 32
"""The most ends of a path that become terms, enough for every real path.

Those of a hostile path would need quadratic space.
"""


def list_path_terms(operation: str) -> dict[str, int]:
    """Return the terms of a method and a path, without the names of parameters."""
    method, _, path = operation.lower().partition(" ")
    path = normalize_path(path)
    terms: dict[str, int] = {}
    if "/" not in path:  # This is the name of a webhook.
        return terms
    at = path.rfind("/")
    while at > 0 and len(terms) < _MOST_ENDS:
        terms[path[at:]] = _END
        at = path.rfind("/", 0, at)
    terms[path] = _WHOLE
    terms[f"{method} {path}"] = _WHOLE
    return terms


def normalize_path(path: str) -> str:
    """Return a path in lowercase with `{}` for each parameter, the form for comparisons."""
    plain = path.lower()
    if "://" in plain:
        plain = _ADDRESS.sub("", plain)
    return _PLACEHOLDER.sub("{}", plain.partition("?")[0].rstrip("/"))
