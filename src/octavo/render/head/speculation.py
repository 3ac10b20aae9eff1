"""What browsers load before a reader opens it: pages of this site, when their link is about to be
used. Other browsers run `page/prefetch.js`."""

from __future__ import annotations

import json


def write_rules(base_path: str) -> str:
    """Return the rules as JSON, which stands in every page; addresses of files end in no slash."""
    rule = {"where": {"href_matches": f"{base_path}/*/"}, "eagerness": "moderate"}
    return json.dumps({"prefetch": [rule]}, separators=(",", ":")).replace("<", "\\u003c")
