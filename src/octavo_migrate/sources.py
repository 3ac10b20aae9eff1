"""The tools whose sites can be moved, and how a folder of theirs is known."""

from __future__ import annotations

import os
from collections.abc import Callable

from octavo.problems import Code, Location, Problem
from octavo.project.discover import load_project
from octavo.project.missing_settings import OTHER_SETTINGS_NAME, SETTINGS_NAME
from octavo.values import Struct
from octavo_migrate.docs.read import load_docs
from octavo_migrate.docusaurus.read import SETTINGS_NAMES as DOCUSAURUS_NAMES
from octavo_migrate.docusaurus.read import load_docusaurus
from octavo_migrate.mkdocs.read import load_mkdocs
from octavo_migrate.mkdocs.settings_file import NAMES as MKDOCS_NAMES
from octavo_migrate.moved_site import MovedFile, MovedSite, Note, Outcome, note_problem
from octavo_migrate.project_files import Reach, plan_copies


class Source(Struct, frozen=True):
    """A kind of project that can be moved."""

    name: str
    """What `--from` takes."""
    settings_names: tuple[str, ...]
    """The files at the root of a project, one of which it has."""
    load: Callable[[str, Reach], MovedSite]


def load_mint(folder: str, _reach: Reach) -> MovedSite:
    """Read a project with `mint.json`: its settings get another name, all else stays as it is."""
    project, problems = load_project(folder)
    settings = MovedFile(SETTINGS_NAME, project.settings)
    message = f"`{OTHER_SETTINGS_NAME}` is `{SETTINGS_NAME}` now, with the same keys"
    note = Note(Outcome.CARRIED, message, Location(OTHER_SETTINGS_NAME))
    notes = (note, *map(note_problem, problems))
    return MovedSite(project.root, (settings, *plan_copies(project)), notes=notes)


SOURCES = (
    Source("docs", ("docs.json",), load_docs),
    Source("mint", (OTHER_SETTINGS_NAME,), load_mint),
    Source("docusaurus", DOCUSAURUS_NAMES, load_docusaurus),
    Source("mkdocs", MKDOCS_NAMES, load_mkdocs),
)
"""In the order in which they are looked for."""


def find_source(folder: str, name: str = "auto") -> Source | Problem:
    """Return the source of a folder, or why there is none."""
    if os.path.lexists(os.path.join(folder, SETTINGS_NAME)):
        return Problem(
            Code.MIGRATION_NOTHING_TO_MOVE,
            "this is a project of Octavo already",
            Location(os.path.join(folder, SETTINGS_NAME)),
            hint=f"Look at it: octavo dev {folder}",
        )
    sources = [source for source in SOURCES if name in ("auto", source.name)]
    for source in sources:
        if any(os.path.isfile(os.path.join(folder, each)) for each in source.settings_names):
            return source
    names = [each for source in sources for each in source.settings_names]
    if not os.path.isdir(folder):
        message, hint = "there is no such folder", "Name the folder of the site to move."
    else:
        message = f"there is no site here that can be moved: no {_join(names)}"
        hint = f"Name the folder that holds {_join(names)}."
    return Problem(Code.MIGRATION_NOTHING_TO_MOVE, message, Location(folder), hint=hint)


def _join(names: list[str]) -> str:
    *most, last = names
    return f"{', '.join(most)} or {last}" if most else last
