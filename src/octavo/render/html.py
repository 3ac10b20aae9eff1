"""Escaping: the only two ways in which text becomes part of HTML."""

from __future__ import annotations

import json
import re
from typing import Any

_UNSAFE = re.compile(r'[&<>"]')
_ISLAND = {ord(character): f"\\u{ord(character):04x}" for character in "&<>\u2028\u2029"}


def escape_text(text: str) -> str:
    """Make text safe between tags."""
    if _UNSAFE.search(text) is None:
        return text
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def escape_attribute(text: str) -> str:
    """Make text safe inside a double-quoted attribute."""
    if _UNSAFE.search(text) is None:
        return text
    return escape_text(text).replace('"', "&quot;")


def json_island(value: Any) -> str:
    """Return JSON that is safe inside `<script type="application/json">`."""
    text = json.dumps(value, allow_nan=False, ensure_ascii=False, separators=(",", ":"))
    return text.translate(_ISLAND)
