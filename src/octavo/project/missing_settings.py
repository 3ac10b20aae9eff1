"""Says why a project has no settings, and what may help."""

from __future__ import annotations

import os

from octavo.problems import Code, Location, Problem

SETTINGS_NAME = "site.json"
OTHER_SETTINGS_NAME = "mint.json"
"""What settings are called that were not written for Octavo."""


def explain_missing_settings(root: str, folder: str) -> Problem:
    """Say why a folder has no settings that can be read, and where there are some."""
    real_path = os.path.join(root, SETTINGS_NAME)
    path = os.path.join(folder, SETTINGS_NAME)
    if os.path.isdir(real_path):
        message, hint = f"{path} is a folder", "Settings are one file: move the folder away."
    elif os.path.islink(real_path):
        message = f"{path} is a link that leads nowhere, or out of the project"
        hint = "Copy what it links to into the project."
    elif os.path.lexists(real_path):
        message, hint = f"{path} is not a file that can be read", "Put a text file in its place."
    else:
        message, hint = f"there is no {path}", _suggest_folder(root, folder)
    return Problem(Code.SETTINGS_MISSING, message, Location(SETTINGS_NAME), hint=hint)


def _suggest_folder(root: str, folder: str) -> str:
    if os.path.isfile(os.path.join(root, OTHER_SETTINGS_NAME)):
        return f"There is a {OTHER_SETTINGS_NAME}: rename it to {SETTINGS_NAME}."
    for nearby in _find_folders_nearby(root):
        if os.path.isfile(os.path.join(nearby, SETTINGS_NAME)):
            near = os.path.normpath(os.path.join(folder, os.path.relpath(nearby, root)))
            return f"There is one in {near}: name that folder instead."
    return f"Start a project there: octavo init {folder}"


def _find_folders_nearby(root: str) -> list[str]:
    try:
        names = sorted(name for name in os.listdir(root) if not name.startswith("."))
    except OSError:
        names = []
    return [os.path.dirname(root), *(os.path.join(root, name) for name in names[:1000])]
