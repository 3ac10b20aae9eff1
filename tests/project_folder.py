"""Writes the files of a project."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any


def write_files(root: Path, files: Mapping[str, Any]) -> Path:
    """Write files into a folder, which is returned; what is no text is written as JSON."""
    for source, content in files.items():
        path = root / source
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, bytes):
            path.write_bytes(content)
        else:
            text = content if isinstance(content, str) else json.dumps(content, indent=2)
            path.write_text(text, encoding="utf-8")
    return root
