"""Explains why a project has no settings, or has them under another name."""

from __future__ import annotations

import os

from octavo.problems import Code, Location, Problem, Severity
from octavo.project.files import relate_path

SETTINGS_NAME = "site.json"
OTHER_SETTINGS_NAME = "mint.json"
"""The name of settings for a similar tool; they are read unchanged."""
OTHER_TOOLS = (
    "docs.json",
    *(f"{tool}.{ending}" for tool in ("mkdocs", "properdocs") for ending in ("yml", "yaml")),
    "zensical.toml",
    *(f"docusaurus.config.{ending}" for ending in ("js", "ts", "mjs", "cjs", "mts", "cts")),
)
"""The settings files of other tools, which identify their projects."""


def has_settings(folder: str) -> bool:
    """Tell whether a folder has settings, under either name."""
    names = (SETTINGS_NAME, OTHER_SETTINGS_NAME)
    return any(os.path.isfile(os.path.join(folder, name)) for name in names)


def explain_missing_settings(root: str, folder: str) -> Problem:
    """Return why a folder has no readable settings, and where there are some."""
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


def note_other_name(name: str) -> Problem:
    """Return a note that the settings come from a file with another tool's name."""
    message = f"the settings are read from {name}, because there is no {SETTINGS_NAME}"
    hint = f"Rename it to {SETTINGS_NAME} to make the project Octavo's own."
    return Problem(Code.SETTINGS_OTHER_NAME, message, Location(name), Severity.INFO, hint)


def _suggest_folder(root: str, folder: str) -> str:
    for name in OTHER_TOOLS:
        if os.path.isfile(os.path.join(root, name)):
            return f"There is a {name} of another tool: move its site with octavo migrate {folder}"
    for nearby in _find_folders_nearby(root):
        if has_settings(nearby):
            near = os.path.normpath(os.path.join(folder, relate_path(nearby, root)))
            return f"There is one in {near}: name that folder instead."
    return f"Start a project there: octavo init {folder}"


def _find_folders_nearby(root: str) -> list[str]:
    try:
        names = sorted(name for name in os.listdir(root) if not name.startswith("."))
    except OSError:
        names = []
    return [os.path.dirname(root), *(os.path.join(root, name) for name in names[:1000])]
