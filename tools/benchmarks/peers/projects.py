"""Writes the same pages, and the same API document, as a project of each tool.

Every tool gets its usual setup and nothing else: the theme that it comes with, colored code, and
its own search where it has one without a service.
"""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from generated_site import PAGES_IN_A_GROUP, page, page_name
from peers.install import NODE, Tool

Pages = Mapping[str, str]
"""Markdown by the name of the page, in the order of the navigation."""
Tools = Mapping[str, Tool]
OCTAVO = "Octavo"
NAME = "Depot"
ADDRESS = "https://depot.example"
MKDOCS = """site_name: {name}
site_url: {address}
theme:
  name: material
markdown_extensions:
  - pymdownx.highlight
  - pymdownx.superfences
"""
DOCUSAURUS = """export default {{
  title: "{name}",
  url: "{address}",
  baseUrl: "/",
  onBrokenLinks: "ignore",
  presets: [["classic", {{ docs: {{ routeBasePath: "/" }}, blog: false }}]],
}};
"""
STARLIGHT = """import starlight from "@astrojs/starlight";
import {{ defineConfig }} from "astro/config";
export default defineConfig({{
  site: "{address}",
  integrations: [starlight({{ title: "{name}" }})],
}});
"""
STARLIGHT_CONTENT = """import { defineCollection } from "astro:content";
import { docsLoader } from "@astrojs/starlight/loaders";
import { docsSchema } from "@astrojs/starlight/schema";
export const collections = {
  docs: defineCollection({ loader: docsLoader(), schema: docsSchema() }),
};
"""
CACHES = (".cache", ".astro", ".vite")
"""What tools keep in `node_modules` from one build to the next."""


@dataclass(frozen=True, slots=True)
class Project:
    """The files of a project, the command that builds it from its folder, and what that writes."""

    files: Mapping[str, str]
    command: Sequence[str]
    output: str


def make_pages(count: int) -> Pages:
    """Return so many generated pages of plain Markdown."""
    return {page_name(number): page(number, count) for number in range(count)}


def group_pages(pages: Pages) -> dict[str, list[str]]:
    """Return the names of pages by group."""
    names = list(pages)
    starts = range(0, len(names), PAGES_IN_A_GROUP)
    return {
        names[start].split("/")[0].capitalize(): names[start : start + PAGES_IN_A_GROUP]
        for start in starts
    }


def plan_octavo(pages: Pages, _tools: Tools) -> Project:
    """Return the pages as a project of Octavo."""
    groups = [{"group": name, "pages": names} for name, names in group_pages(pages).items()]
    settings = {"name": NAME, "seo": {"siteUrl": ADDRESS, "pictures": False}, "navigation": groups}
    return _octavo_project({"site.json": json.dumps(settings), **_files_of(pages, "")})


def plan_mkdocs(pages: Pages, tools: Tools) -> Project:
    """Return the pages as a project of MkDocs with Material."""
    settings = MKDOCS.format(name=NAME, address=ADDRESS)
    program = tools["MkDocs Material"].find_program("mkdocs")
    files = {"mkdocs.yml": settings, **_files_of(pages, "docs/")}
    return Project(files, (program, "build", "--quiet"), "site")


def plan_docusaurus(pages: Pages, tools: Tools) -> Project:
    """Return the pages as a project of Docusaurus."""
    settings = DOCUSAURUS.format(name=NAME, address=ADDRESS)
    files = {
        "package.json": _package_of(tools["Docusaurus"]),
        "docusaurus.config.mjs": settings,
        **_files_of(pages, "docs/"),
    }
    return Project(files, _node_command(tools, "Docusaurus", "docusaurus", "build"), "build")


def plan_starlight(pages: Pages, tools: Tools) -> Project:
    """Return the pages as a project of Astro with Starlight."""
    files = {
        "package.json": _package_of(tools["Starlight"]),
        "astro.config.mjs": STARLIGHT.format(name=NAME, address=ADDRESS),
        "src/content.config.ts": STARLIGHT_CONTENT,
        **_files_of(pages, "src/content/docs/"),
    }
    return Project(files, _node_command(tools, "Starlight", "astro", "build"), "dist")


def plan_zudoku(pages: Pages, tools: Tools) -> Project:
    """Return the pages as a project of Zudoku."""
    groups = group_pages(pages).items()
    navigation = [{"type": "category", "label": name, "items": names} for name, names in groups]
    settings = {"docs": {"files": "/pages/**/*.md"}, "navigation": navigation}
    return _zudoku_project(settings, _files_of(pages, "pages/"), tools)


def plan_octavo_api(document: str, _tools: Tools) -> Project:
    """Return an API document as a project of Octavo, with the one page that it needs."""
    settings = {
        "name": NAME,
        "seo": {"siteUrl": ADDRESS, "pictures": False},
        "navigation": [{"group": "Start", "pages": ["index"]}],
        "tabs": [{"name": "API", "url": "reference", "openapi": "openapi.json"}],
    }
    start = "---\ntitle: Start\n---\n\nA page.\n"
    files = {"site.json": json.dumps(settings), "openapi.json": document, "index.md": start}
    return _octavo_project(files)


def plan_redoc(document: str, tools: Tools) -> Project:
    """Return an API document for the command line of Redoc."""
    build = ("build-docs", "openapi.json", "--output", "site/index.html")
    return Project(
        {"openapi.json": document}, _node_command(tools, "Redoc", "redocly", *build), "site"
    )


def plan_zudoku_api(document: str, tools: Tools) -> Project:
    """Return an API document as a project of Zudoku."""
    settings = {
        "apis": [{"type": "file", "input": "./openapi.json", "path": "reference"}],
        "navigation": [{"type": "link", "label": "API", "to": "reference"}],
        "redirects": [{"from": "/", "to": "/reference"}],
    }
    return _zudoku_project(settings, {"openapi.json": document}, tools)


PAGE_TOOLS: Mapping[str, Callable[[Pages, Tools], Project]] = {
    OCTAVO: plan_octavo,
    "MkDocs Material": plan_mkdocs,
    "Docusaurus": plan_docusaurus,
    "Starlight": plan_starlight,
    "Zudoku": plan_zudoku,
}
API_TOOLS: Mapping[str, Callable[[str, Tools], Project]] = {
    OCTAVO: plan_octavo_api,
    "Redoc": plan_redoc,
    "Zudoku": plan_zudoku_api,
}


def write_project(folder: Path, project: Project) -> None:
    """Write a project without leftovers of earlier builds: no files, no caches."""
    shutil.rmtree(folder, ignore_errors=True)
    for cache in CACHES:
        shutil.rmtree(folder.parent / "node_modules" / cache, ignore_errors=True)
    for name, text in project.files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")


def _files_of(pages: Pages, folder: str) -> dict[str, str]:
    return {f"{folder}{name}.md": text for name, text in pages.items()}


def _octavo_project(files: Mapping[str, str]) -> Project:
    command = (sys.executable, "-m", "octavo", "build", ".", "-o", "dist", "--no-cache")
    return Project(files, command, "dist")


def _zudoku_project(settings: dict[str, Any], files: Mapping[str, str], tools: Tools) -> Project:
    common = {
        "site": {"title": NAME},
        "canonicalUrlOrigin": ADDRESS,
        "search": {"type": "pagefind"},
    }
    text = f"export default {json.dumps(common | settings, indent=2)};\n"
    files = {
        "package.json": _package_of(tools["Zudoku"]),
        "zudoku.config.ts": text,
        **files,
    }
    return Project(files, _node_command(tools, "Zudoku", "zudoku", "build"), "dist")


def _package_of(tool: Tool) -> str:
    """Return a package that names what it depends on: some tools look there for their plugins."""
    pairs = (package.rsplit("@", 1) for package in tool.packages)
    return json.dumps({"private": True, "type": "module", "dependencies": dict(pairs)})


def _node_command(tools: Tools, tool: str, program: str, *arguments: str) -> Sequence[str]:
    return (tools[NODE].find_program("node"), tools[tool].find_program(program), *arguments)
