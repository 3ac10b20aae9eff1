"""Writes the project of a site that has only the reference of an API document."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from typing import Any

_FILE = "openapi.json"
_LONGEST_NAME = 80


def write_reference_project(
    folder: str, document: Mapping[str, Any], settings: Mapping[str, Any] | None = None
) -> None:
    """Write a document, and settings that show only its reference, to a folder."""
    info = document.get("info")
    title = info.get("title") if isinstance(info, Mapping) else None
    name = title.strip()[:_LONGEST_NAME] if isinstance(title, str) else ""
    site = {
        "name": name or "API reference",
        "navigation": [],
        "tabs": [{"name": "API reference", "url": "/", "openapi": _FILE}],
        **(settings or {}),
    }
    os.makedirs(folder, exist_ok=True)
    # The settings come last: they say that all is there.
    for file, value in ((_FILE, document), ("site.json", site)):
        data = json.dumps(value, ensure_ascii=False, default=str).encode("utf-8", "replace")
        with open(os.path.join(folder, file), "wb") as stream:
            stream.write(data)
