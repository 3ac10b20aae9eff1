"""The sites to check, each built once: the example, the documentation, the looks."""

from __future__ import annotations

import json
import shutil
import sys
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from octavo.builder.folder_build import build_folder
from quality.tools import ROOT, run_command
from tests.heavy_api_documents import Words, heavy_document

GARDEN = ROOT / "examples" / "garden"
DOCS = ROOT / "docs"
THEMES = ("default", "venus", "quill", "prism")
LAYOUTS = ("topnav", "sidenav", "solidSidenav")

CONTENT_PAGE = "/guides/write-a-watering-plan/"
"""A guide as authors write them: headings, lists, a table, code."""
API_PAGE = "/api-reference/beds/list-beds/"
"""An operation with a credential, parameters of several kinds, and answers."""
_SERVICE = "http://localhost:3100"
"""Where the example's own API is, as its document says."""

# Deleted when the program ends, or when it is no longer used.
_FOLDER = TemporaryDirectory(prefix="octavo-quality-")


def work_folder(name: str) -> Path:
    """Return a new folder for one check, which is gone when the checks are done."""
    folder = Path(_FOLDER.name) / name
    folder.mkdir(parents=True)
    return folder


@cache
def build_site(project: Path) -> Path:
    """Build a project and return the folder of the site."""
    output = Path(_FOLDER.name) / f"site-{project.name}"
    report = build_folder(str(project), str(output))
    if report.output is None:
        raise RuntimeError(f"{project} was not built: {report.problems}")
    return output


def build_look(theme: str, layout: str, api: str = _SERVICE) -> Path:
    """Build the example in one look, with its API at an address; return the site's folder."""
    return _build_changed(f"{theme}-{layout}", look_settings(theme, layout), api)


def build_garden(api: str) -> Path:
    """Build the example with its API at another address and return the folder of the site."""
    return _build_changed(f"garden-{api.rpartition(':')[2]}", {}, api)


def build_theme(theme: str, primary: str | None = None, background: str | None = None) -> Path:
    """Build the example in a theme, with the theme's defaults except for the given settings."""
    changes: dict[str, object] = {} if theme == "default" else {"theme": theme}
    if primary:
        changes["colors"] = {"primary": primary}
    if background:
        changes["background"] = {"style": background}
    return _build_changed(f"{theme}-{primary or ''}-{background or ''}", changes)


def _build_changed(name: str, changes: dict[str, object], api: str = _SERVICE) -> Path:
    """Build the example with other top-level keys in its site.json, and its API elsewhere."""
    project = Path(_FOLDER.name) / name
    if not project.exists():
        shutil.copytree(GARDEN, project)
        file = project / "site.json"
        settings = json.loads(file.read_text("utf-8"))
        file.write_text(json.dumps({**settings, **changes}), "utf-8")
        document = project / "openapi.yaml"
        document.write_text(document.read_text("utf-8").replace(_SERVICE, api), "utf-8")
    return build_site(project)


def build_operations(count: int) -> tuple[Path, str]:
    """Build the reference of a generated API; return the site's folder and the path of a page."""
    project = work_folder(f"operations-{count}")
    script = str(ROOT / "tools" / "benchmarks" / "generated_api.py")
    document = run_command(sys.executable, script, str(count)).stdout
    (project / "openapi.json").write_text(document, "utf-8")
    (project / "index.mdx").write_text("---\ntitle: Depot\n---\n\nStart here.\n", "utf-8")
    settings = {
        "name": "Depot",
        "colors": {"primary": "#1b7a43", "light": "#5fd08a", "dark": "#17603a"},
        "navigation": [{"group": "Depot", "pages": ["index"]}],
        "tabs": [{"name": "API", "url": "api", "openapi": "openapi.json"}],
    }
    (project / "site.json").write_text(json.dumps(settings), "utf-8")
    site = build_site(project)
    pages = sorted((site / "api").rglob("index.html"))
    page = pages[len(pages) // 2].parent.relative_to(site).as_posix()
    return site, f"/{page}/"


@cache
def build_heavy() -> Path:
    """Build the reference of an invented API that has too much of everything; return its folder."""
    project = work_folder("heavy")
    (project / "openapi.json").write_text(json.dumps(heavy_document(Words())), "utf-8")
    (project / "index.mdx").write_text("---\ntitle: Heavy\n---\n\nStart here.\n", "utf-8")
    settings = {
        "name": "Heavy",
        "navigation": [{"group": "Heavy", "pages": ["index"]}],
        "tabs": [{"name": "API", "url": "api", "openapi": "openapi.json"}],
    }
    (project / "site.json").write_text(json.dumps(settings), "utf-8")
    return build_site(project)


@cache
def build_versions(theme: str, layout: str) -> Path:
    """Build a small site with two versions in one look and return its folder."""
    project = work_folder(f"versions-{theme}-{layout}")
    for name in ("new", "old"):
        text = (
            f"---\ntitle: The {name} pump\ndescription: How it runs.\n---\n\n## Start\n\nPress.\n"
        )
        (project / f"{name}.mdx").write_text(text)
    settings = {
        "name": "Pump",
        **look_settings(theme, layout),
        "colors": {"primary": "#1b7a43", "light": "#5fd08a", "dark": "#17603a"},
        "versions": ["v2", "v1"],
        "banner": {"content": "Version 3 is near", "dismissible": True},
        "navigation": [
            {"group": "Pump", "version": "v2", "pages": ["new"]},
            {"group": "Pump", "version": "v1", "pages": ["old"]},
        ],
    }
    (project / "site.json").write_text(json.dumps(settings))
    return build_site(project)


def look_settings(theme: str, layout: str) -> dict[str, object]:
    """Return the settings of a look; the default theme is the one that is not named."""
    return {"layout": layout} if theme == "default" else {"theme": theme, "layout": layout}


def page_paths(site: Path) -> list[str]:
    """Return the paths of all pages of a built site, in order; pages that lead elsewhere not."""
    files = sorted(site.rglob("index.html"))
    pages = (file for file in files if 'http-equiv="refresh"' not in file.read_text("utf-8")[:1000])
    return [f"/{file.relative_to(site).as_posix().removesuffix('index.html')}" for file in pages]
