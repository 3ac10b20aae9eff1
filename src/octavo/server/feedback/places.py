"""Checks where the files of a server may be: not in a served site, and not in a project."""

from __future__ import annotations

import os

from octavo.project.files import is_inside
from octavo.project.missing_settings import OTHER_SETTINGS_NAME, SETTINGS_NAME


def check_place(path: str, site: str | None, what: str) -> str:
    """Return a warning about the place of a file with `what`; ValueError if it is in the site."""
    places = {os.path.abspath(path), os.path.realpath(path)}
    folders = {os.path.abspath(site), os.path.realpath(site)} if site else set()
    if any(
        is_inside(os.path.normcase(folder), os.path.normcase(place))
        for place in places
        for folder in folders
    ):
        raise ValueError(
            f"{what} must not be in the folder that is served: {path} is in {site}. "
            "Keep it outside, such as in ../octavo-data"
        )
    project = next(filter(None, map(_find_project, sorted(places))), None)
    if project is None:
        return ""
    return (
        f"{path} is in the project {project}: {what} should be outside, such as in ../octavo-data. "
        "Builds do not publish it, but other tools might."
    )


def _find_project(path: str) -> str | None:
    """Return the nearest project that contains a file."""
    folder = os.path.dirname(path)
    while not any(
        os.path.lexists(os.path.join(folder, name)) for name in (SETTINGS_NAME, OTHER_SETTINGS_NAME)
    ):
        parent = os.path.dirname(folder)
        if parent == folder:
            return None
        folder = parent
    return folder
