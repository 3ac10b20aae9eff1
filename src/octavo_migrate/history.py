"""Gives pages the dates of their last changes in the old repository."""

from __future__ import annotations

import os
import re

from octavo.content.surface import read_front_matter
from octavo.problems import Location
from octavo.project.surface import load_bytes, load_commit_days, relate_path
from octavo.values import replace
from octavo_migrate.data import read_dict
from octavo_migrate.edits import Edit, apply_edits, write_front_matter
from octavo_migrate.moved_site import MovedFile, MovedSite, Note, Outcome
from octavo_migrate.project_files import find_repository

_KEY = "lastUpdatedDate"


def add_days(site: MovedSite) -> MovedSite:
    """Return a site whose files have dates; pages show them if the old pages did."""
    repository = find_repository(site.root)
    if repository is None:
        return site
    sources = {
        file.path: relate_path(file.original.path, repository).replace(os.sep, "/")
        for file in site.files
        if file.original
    }
    days = load_commit_days(repository, set(sources.values()))
    files = [replace(file, day=days.get(sources.get(file.path, "")) or "") for file in site.files]
    notes = list[Note]()
    if str(read_dict(site.settings, "metadata").get("timestamp")).lower() == "true":
        for at, file in enumerate(files):
            if file.is_page and file.original and file.day:
                files[at] = _write_day(site.root, file)
                notes.append(_note_day(file.original.source))
    return replace(site, files=tuple(files), notes=(*site.notes, *notes))


def _note_day(source: str) -> Note:
    message = f"The day of the last change, as the old history knows it, is `{_KEY}`"
    advice = "Remove the key from a page when you change it: then git knows the day."
    return Note(Outcome.CHANGED, message, Location(source), advice)


def _write_day(root: str, file: MovedFile) -> MovedFile:
    data = file.data
    if data is None and file.original:
        data = load_bytes(root, file.original)[0]
    try:
        text = _LINE_END.sub("\n", (data or b"").decode("utf-8-sig"))
    except UnicodeDecodeError:
        return file
    front = read_front_matter(text, file.path)
    if data is None or _KEY in front.values:
        return file
    day = {_KEY: file.day}
    at, new = 0, f"{write_front_matter(day)}\n"
    if front.text is not None and (opening := _OPENING.match(text)):
        at, new = opening.end(), write_front_matter(day)[4:-4]
    return replace(file, data=apply_edits(data, [Edit(at, at, new)]))


_LINE_END = re.compile(r"\r\n|\r")
_OPENING = re.compile(r"---[ \t]*\n")
