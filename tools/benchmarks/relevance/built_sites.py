"""Builds the sites in which is searched."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

from octavo.builder.folder_build import build_folder

ROOT = Path(__file__).parents[3]
PROJECTS = {
    "garden": ROOT / "examples" / "garden",
    "docs": ROOT / "docs",
    "world": Path(__file__).parent / "sites" / "world",
}
ENDINGS = ("json", "yaml", "yml")


def build_site(name: str, folder: Path, documents: Path | None) -> Path | None:
    """Build a site below a folder and return where, or None if its API document is not there."""
    project = PROJECTS.get(name)
    if project is None:
        document = next(_find_documents(name, documents), None)
        if document is None:
            return None
        project = folder / f"{name}-project"
        write_api_project(project, document)
    output = folder / name
    report = build_folder(str(project), str(output))
    if report.output is None:
        raise RuntimeError(f"{project} was not built")
    return output


def _find_documents(name: str, documents: Path | None) -> Iterator[Path]:
    if documents is not None:
        candidates = (documents / f"{name}.{ending}" for ending in ENDINGS)
        yield from (path for path in candidates if path.is_file())


def write_api_project(project: Path, document: Path) -> None:
    """Make a project that has a page for each operation of a document, and one more."""
    project.mkdir(parents=True)
    shutil.copy(document, project)
    tab = {"name": "API", "url": "reference", "openapi": document.name}
    navigation = [{"group": "Start", "pages": ["index"]}]
    settings = {"name": document.stem, "navigation": navigation, "tabs": [tab]}
    (project / "site.json").write_text(json.dumps(settings))
    (project / "index.mdx").write_text(
        "---\ntitle: Start\n---\n\nAll operations are on the left.\n"
    )
