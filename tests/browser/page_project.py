"""Small projects of pages."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any


def write_project(root: Path, pages: dict[str, str], **settings: Any) -> Path:
    """Write a project of pages by name; the navigation lists them all unless it is given."""
    root.mkdir(parents=True, exist_ok=True)
    for name, text in pages.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / f"{name}.mdx").write_text(text)
    whole = {"navigation": [{"group": "Start", "pages": list(pages)}], **settings}
    (root / "site.json").write_text(json.dumps({"name": "Site", **whole}))
    return root


def page_text(title: str, *headings: str, lines: int = 12, description: str = "") -> str:
    """Return a page with sections under headings."""
    about = f"description: {json.dumps(description)}\n" if description else ""
    parts = [f"## {heading}\n\n" + "Words to read.\n\n" * lines for heading in headings]
    return f"---\ntitle: {json.dumps(title)}\n{about}---\n\nHello.\n\n" + "".join(parts)


def write_versioned_project(root: Path) -> Path:
    """Write a project with a page of each of two versions, and one of both."""
    return write_project(
        root,
        {
            "v1/start": page_text("Start of one", "Obsolete valve"),
            "v2/start": page_text("Start of two"),
            "about": page_text("Start for all"),
        },
        versions=["v2", "v1"],
        navigation=[
            {"group": "Two", "version": "v2", "pages": ["v2/start"]},
            {"group": "One", "version": "v1", "pages": ["v1/start"]},
            {"group": "All", "pages": ["about"]},
        ],
    )
