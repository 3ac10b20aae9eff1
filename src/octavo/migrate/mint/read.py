"""A project with `mint.json`: the settings get another name, and all else stays as it is."""

from __future__ import annotations

from octavo.migrate.moved_site import MovedFile, MovedSite, Note, Outcome, note_problem
from octavo.migrate.project_files import Reach, plan_copies
from octavo.problems import Location
from octavo.project.discover import load_project
from octavo.project.missing_settings import OTHER_SETTINGS_NAME, SETTINGS_NAME


def load_mint(folder: str, _reach: Reach) -> MovedSite:
    """Read a project with `mint.json`."""
    project, problems = load_project(folder)
    settings = MovedFile(SETTINGS_NAME, project.settings)
    note = Note(
        Outcome.CARRIED,
        f"`{OTHER_SETTINGS_NAME}` is `{SETTINGS_NAME}` now, with the same keys",
        Location(OTHER_SETTINGS_NAME),
    )
    notes = (note, *map(note_problem, problems))
    return MovedSite(project.root, (settings, *plan_copies(project)), notes=notes)
