"""Where servers send readers on, and which addresses are none."""

from __future__ import annotations

import re
from urllib.parse import quote

from octavo.values import Struct

_IN_LOCATION = "/:@!$&'()*+,;=~?#[]%"
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")


class Redirect(Struct, frozen=True):
    """Where a path without a file leads; `location` is a path of the site or a whole address."""

    location: str
    permanent: bool


def has_controls(path: str) -> bool:
    """Tell whether a path holds what no address has."""
    return _CONTROL.search(path) is not None


def build_location(redirect: Redirect, query: bytes) -> str:
    """Return the value of the `Location` header; only a whole address leaves the site."""
    location = redirect.location
    if not location.lower().startswith(("http://", "https://", "mailto:", "tel:")):
        location = "/" + location.lstrip("/\\")
    if query and takes_query(location):
        location += "?" + query.decode("latin-1")
    return escape_location(location)


def takes_query(location: str) -> bool:
    """Tell whether the visitor's query goes on to a location: not where the author wrote one."""
    return "?" not in location and "#" not in location


def escape_location(text: str) -> str:
    """Escape what must not stand in a `Location` header as it is."""
    return quote(text, safe=_IN_LOCATION)
