"""A project with `docs.json`."""

from __future__ import annotations

from octavo.problems import Severity
from octavo.project.discover import load_project
from octavo.settings.marks.reading import read_marks
from octavo_migrate.docs.keys import translate_settings
from octavo_migrate.docs.navigation import read_navigation
from octavo_migrate.docs.operations import OperationPages
from octavo_migrate.docs.pages import fill_in_variables, name_pictures
from octavo_migrate.docs.settings_file import SETTINGS, Notes, load_docs_file
from octavo_migrate.moved_site import MovedFile, MovedSite, note_problem
from octavo_migrate.project_files import Reach, plan_copies


def load_docs(folder: str, _reach: Reach) -> MovedSite:
    """Read a project with `docs.json`."""
    project, problems = load_project(folder)
    file = load_docs_file(project)
    if any(problem.severity is Severity.ERROR for problem in file.problems):
        return MovedSite(project.root, problems=file.problems)
    notes = Notes(file.place_of)
    for pointer, reference in file.broken:
        notes.lose(
            pointer,
            f"`$ref` leads to `{reference}`, which cannot be read",
            f"Write what it should hold into `site.json`; {SETTINGS} names a file of the project.",
        )
    operations = OperationPages(project, notes)
    navigation = read_navigation(file.value, operations, notes)
    marks = {key: value for key, value in file.value.items() if read_marks({key: value})}
    others = {key: value for key, value in file.value.items() if key not in marks}
    settings = translate_settings(others, notes)
    documents = tuple(dict.fromkeys((*settings.pop("openapi", ()), *operations.documents)))
    if documents:
        settings["openapi"] = list(documents)
    settings = {**settings, **navigation, **marks}
    changed = fill_in_variables(project, file.value.get("variables"), notes)
    changed |= name_pictures(project, changed, notes)
    additions = (
        MovedFile(path, data=data, is_page=True)
        for path, data in operations.files.items()
        if project.find(path) is None
    )
    return MovedSite(
        project.root,
        (*plan_copies(project, changed), *additions),
        settings,
        notes=(*notes.all, *map(note_problem, problems)),
        problems=file.problems,
    )
