"""What browsers load before a reader opens it: pages of this site, when their link is about to be
used. Other browsers run `page/prefetch.js`."""

from __future__ import annotations

import json

_NO_PAGES = ("download", "target", "rel~=external", "rel~=nofollow")
"""Attributes of links that lead elsewhere, or to files."""


def write_rules(base_path: str) -> str:
    """Return the rules as JSON, which stands in every page."""
    links = ", ".join(f"[{each}]" for each in _NO_PAGES)
    where = [
        {"href_matches": f"{base_path}/*"},
        {"not": {"href_matches": "/*.:ending"}},
        {"not": {"selector_matches": links}},
    ]
    rules = {"prefetch": [{"where": {"and": where}, "eagerness": "moderate"}]}
    return json.dumps(rules, separators=(",", ":")).replace("<", "\\u003c")
