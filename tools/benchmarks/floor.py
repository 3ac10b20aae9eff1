"""The least a site builder in Python can do: read, parse, fill a template, write.

python tools/benchmarks/floor.py PROJECT OUTPUT

No checks, no components, no colors in code, no contents, no search, no cache: what Octavo's build
costs above this is what its features cost.
"""

from __future__ import annotations

import json
import sys
from html import escape
from pathlib import Path

import pyromark

NEIGHBORS = 10
"""A page names its own group's pages, and so many groups before and after, as Octavo's do."""
OPTIONS = pyromark.Options.ENABLE_TABLES
SHELL = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title} - {site}</title>
<meta name="description" content="{description}">
<link rel="stylesheet" href="/site.css">
<script src="/site.js" defer></script>
</head>
<body>
<a class="skip-link" href="#content">Skip to the content</a>
<header class="topbar"><a href="/">{site}</a><button type="button">Search</button></header>
<nav class="sidebar" aria-label="Pages">{navigation}</nav>
<main id="content"><h1>{title}</h1><p class="description">{description}</p>{content}</main>
</body>
</html>
"""


def build(project: Path, output: Path) -> None:
    """Write a page for every page that the settings name."""
    settings = json.loads((project / "site.json").read_text("utf-8"))
    groups = [
        (group["group"], [(name, *load_page(project, name)) for name in group["pages"]])
        for group in settings["navigation"]
    ]
    titles = [f'<h2><a href="/{pages[0][0]}/">{escape(name)}</a></h2>' for name, pages in groups]
    for number, (_, pages) in enumerate(groups):
        start = max(0, number - NEIGHBORS)
        before = "".join(titles[start : number + 1])
        after = "".join(titles[number + 1 : number + 1 + NEIGHBORS])
        links = "".join(f'<li><a href="/{name}/">{facts["title"]}</a>' for name, facts, _ in pages)
        for name, facts, text in pages:
            current = links.replace(f'"/{name}/"', f'"/{name}/" aria-current="page"')
            html = SHELL.format(
                site=settings["name"],
                navigation=f"{before}<ul>{current}</ul>{after}",
                content=pyromark.html(text, options=OPTIONS),
                **facts,
            )
            folder = output / name
            folder.mkdir(parents=True)
            (folder / "index.html").write_text(html, "utf-8")


def load_page(project: Path, name: str) -> tuple[dict[str, str], str]:
    """Return title and description of a page, and its text."""
    _, front, text = (project / f"{name}.mdx").read_text("utf-8").split("---\n", 2)
    pairs = (line.partition(": ") for line in front.splitlines())
    return {key: escape(value.strip("'\"")) for key, _, value in pairs}, text


if __name__ == "__main__":
    build(Path(sys.argv[1]), Path(sys.argv[2]))
