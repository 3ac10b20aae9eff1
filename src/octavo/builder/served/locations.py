"""Builds the targets of redirects, and rejects invalid addresses."""

from __future__ import annotations

import re
from urllib.parse import quote

from octavo.values import Struct

_IN_LOCATION = "/:@!$&'()*+,;=~?#[]%"
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")


class Redirect(Struct, frozen=True):
    """The target of a path without a file; `location` is a path of the site or a full address."""

    location: str
    permanent: bool


def has_controls(path: str) -> bool:
    """Tell whether a path has characters that no address has."""
    return _CONTROL.search(path) is not None


def build_location(redirect: Redirect, query: bytes) -> str:
    """Return the value of the `Location` header; only a full address leaves the site."""
    location = redirect.location
    if not location.lower().startswith(("http://", "https://", "mailto:", "tel:")):
        location = "/" + location.lstrip("/\\")
    if query and takes_query(location):
        location += "?" + query.decode("latin-1")
    return escape_location(location)


def takes_query(location: str) -> bool:
    """Tell whether the visitor's query is added to a location; not if the author wrote one."""
    return "?" not in location and "#" not in location


def escape_location(text: str) -> str:
    """Escape characters that a `Location` header can't contain."""
    return quote(text, safe=_IN_LOCATION)
