"""Checks the new project like a build, and finds what its pages lose in Octavo."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable

from octavo.builder.check.folder_check import check_folder
from octavo.content.surface import read_front_matter
from octavo.problems import Code, Location, Problem, Severity
from octavo.project.surface import Project, load_bytes, load_project, load_settings_text, load_text
from octavo.settings.surface import Mark, MarkKind, find_places, read_marks, read_settings_file
from octavo.values import replace
from octavo_migrate.moved_site import Note, Outcome

_LOSSES = frozenset(
    {
        Code.COMPONENT_UNKNOWN,
        Code.EXPRESSION_FAILED,
        Code.EXPRESSION_NOT_EVALUATED,
        Code.EXPRESSION_NOT_SHOWN,
        Code.JAVASCRIPT_NOT_LIVE,
        Code.SNIPPET_MISSING,
        Code.SNIPPET_NO_EXPORT,
        Code.SNIPPET_NOT_IMPORTABLE,
        Code.DIAGRAM_NOT_DRAWN,
        Code.FORMULA_UNREADABLE,
        Code.ICON_UNKNOWN,
    }
)
"""Problems that are not errors, but that change what readers of a page see."""
_TOGETHER = {
    Code.LINK_TO_NOTHING: "Links that lead nowhere, because there is no such page or file",
    Code.IMAGE_MISSING: "Pictures whose file is missing",
    Code.LINK_UNSAFE: "Links that could run code or open another program, and lead nowhere",
}
"""Problems that become one note each, because old projects often have many of them."""


_NO_ACCESS = "Octavo does not ask readers who they are yet, so nothing protects such pages."
_BY_PLACE = re.compile(rb"""^(?:open)?api[\w-]*:|\bfrom\s+["'](?!/)""", re.MULTILINE)
"""Text whose meaning depends on the folder of the page: an API document, or an import."""


def find_problems(folder: str) -> tuple[Problem, ...]:
    """Return the problems that a check finds in the pages of the new project.

    Versions of a site share thousands of pages, so each different page is checked once.
    """
    copies = _find_copies(load_project(folder)[0])
    unread = frozenset(source for sources in copies.values() for source in sources)
    return tuple(
        replace(problem, location=replace(problem.location, source=source))
        for problem in check_folder(folder, unread=unread).problems
        for source in (problem.location.source, *copies.get(problem.location.source, ()))
    )


def find_losses(problems: Iterable[Problem]) -> tuple[Note, ...]:
    """Return the problems that a reader would notice."""
    return tuple(
        Note(
            Outcome.LOST,
            _TOGETHER.get(problem.code) or _start_sentence(problem.message),
            problem.location,
            "" if problem.code in _TOGETHER else problem.hint,
            problem.code is Code.INTERNAL_ERROR,
        )
        for problem in problems
        if problem.severity is Severity.ERROR or problem.code in _LOSSES | _TOGETHER.keys()
    )


def find_held_back(folder: str) -> tuple[Note, ...]:
    """Return the reasons why pages of the new project aren't published, with all locations."""
    project = load_project(folder)[0]
    notes = []
    for file in project.pages:
        text = load_text(project.root, file)[0] or ""
        front_matter = read_front_matter(text, file.source)
        for mark in read_marks(front_matter.values):
            place = Location(file.source, *front_matter.places.get(mark.key, (0, 0)))
            notes.append(_note_held_back(mark, "pages", place))
    text = load_settings_text(project)[0] or ""
    parts = read_settings_file(text).marked.parts
    places = find_places(text) if parts else None
    for part in parts:
        for mark in part.own:
            spot = places.of_key((*part.pointer, mark.key)) if places else (0, 0)
            place = Location(project.settings_name, *spot)
            notes.append(_note_held_back(mark, "a part of the navigation", place))
    return tuple(notes)


def _note_held_back(mark: Mark, what: str, place: Location) -> Note:
    advice = "`octavo dev` shows them." if mark.kind is not MarkKind.ACCESS else _NO_ACCESS
    message = f"`{mark.key}` keeps {what} out of the published site"
    return Note(Outcome.HELD_BACK, message, place, advice)


def _start_sentence(message: str) -> str:
    """Return a message as the start of a sentence; an address keeps its case."""
    is_address = "://" in message.partition(" ")[0]
    return message if is_address else message[:1].upper() + message[1:]


def _find_copies(project: Project) -> dict[str, list[str]]:
    """Return pages with the same bytes as an earlier page, keyed by the earlier one."""
    first_sources: dict[bytes, str] = {}
    copies: dict[str, list[str]] = {}
    for file in project.pages:
        data = load_bytes(project.root, file)[0]
        if data is None or _BY_PLACE.search(data):
            continue
        first = first_sources.setdefault(hashlib.sha256(data).digest(), file.source)
        if first != file.source:
            copies.setdefault(first, []).append(file.source)
    return copies
