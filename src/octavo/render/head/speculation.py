"""Tells browsers which links to load just before a reader opens them: pages of this site.

Other browsers run `page/prefetch.js`.
"""

from __future__ import annotations

import json


def write_rules(base_path: str) -> str:
    """Return the rules as JSON for every page; links to files don't end with a slash."""
    rule = {"where": {"href_matches": f"{base_path}/*/"}, "eagerness": "moderate"}
    return json.dumps({"prefetch": [rule]}, separators=(",", ":")).replace("<", "\\u003c")
