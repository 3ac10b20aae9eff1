"""Writes the files of a new project to a folder, without replacing existing ones."""

from __future__ import annotations

import os
from collections.abc import Mapping

from octavo.builder.publish.safe_folder import write_below
from octavo.problems import Code, LineLookup, Location, Problem
from octavo.project.missing_settings import OTHER_SETTINGS_NAME, OTHER_TOOLS, SETTINGS_NAME
from octavo.scaffold.starter.starter_files import StarterFiles, build_starter, load_document_starter
from octavo.values import Struct


class StarterReport(Struct, frozen=True):
    """The written files, or the problems that prevented them."""

    files: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()
    failed: bool = False
    """Whether the disk prevented a file from being written."""
    line_of: LineLookup = lambda _source, _line: None


def start_project(folder: str, document: str | None = None) -> StarterReport:
    """Start a project in a folder, with pages to replace or from an API document."""
    if problem := _refuse_folder(folder):
        return StarterReport(problems=(problem,))
    if document is None:
        starter = StarterFiles(build_starter(_find_name(folder)))
    else:
        starter = load_document_starter(document, folder)
    if starter.files is None:
        return StarterReport(problems=starter.problems, line_of=starter.line_of)
    if in_the_way := _find_in_the_way(folder, starter.files):
        return StarterReport(problems=in_the_way)
    return _write(folder, starter.files)


def _refuse_folder(folder: str) -> Problem | None:
    """Return why a project can't start in a folder."""
    if os.path.lexists(folder) and not os.path.isdir(folder):
        message, hint = "this is not a folder", "Name a new folder, or an empty one."
        return Problem(Code.STARTER_IN_THE_WAY, message, Location(folder), hint=hint)
    if os.path.lexists(os.path.join(folder, SETTINGS_NAME)):
        message = "there is a project in this folder already"
        hint = f"Look at it: octavo dev {folder}"
        place = Location(os.path.join(folder, SETTINGS_NAME))
        return Problem(Code.STARTER_IN_THE_WAY, message, place, hint=hint)
    for name in (OTHER_SETTINGS_NAME, *OTHER_TOOLS):
        if os.path.lexists(os.path.join(folder, name)):
            message = f"`{name}` is of another tool, whose site is in this folder"
            hint = f"Move that site to Octavo: octavo migrate {folder}"
            place = Location(os.path.join(folder, name))
            return Problem(Code.STARTER_OTHER_TOOL, message, place, hint=hint)
    return None


def _find_in_the_way(folder: str, files: Mapping[str, bytes]) -> tuple[Problem, ...]:
    return tuple(
        Problem(
            Code.STARTER_IN_THE_WAY,
            "this is in the way, and stays as it is",
            Location(os.path.join(folder, name)),
            hint="Start in a new folder, such as: octavo init docs",
        )
        for name in files
        if _is_taken(folder, name)
    )


def _is_taken(folder: str, name: str) -> bool:
    """Tell whether a path exists, or a file has the path of its parent folder."""
    path = os.path.join(folder, name)
    above = os.path.dirname(name)
    is_blocked = bool(above) and os.path.lexists(os.path.join(folder, above))
    return os.path.lexists(path) or (is_blocked and not os.path.isdir(os.path.join(folder, above)))


def _write(folder: str, files: Mapping[str, bytes]) -> StarterReport:
    names: list[str] = []
    for name, data in files.items():
        try:
            if write_below(folder, name, data):
                names.append(name)
        except OSError as error:
            problem = Problem(
                Code.STARTER_NOT_WRITTEN,
                f"cannot write this file: {error.strerror or error}",
                Location(os.path.join(folder, name)),
            )
            return StarterReport(tuple(names), (problem,), failed=True)
    return StarterReport(tuple(names))


def _find_name(folder: str) -> str:
    """Return a site's default name, from its folder."""
    name = os.path.basename(os.path.realpath(folder)).replace("-", " ").replace("_", " ").strip()
    is_plain = name.isprintable() and 0 < len(name) <= 30
    if not is_plain or name.lower() in {"docs", "doc", "documentation", "site", "website"}:
        return "Documentation"
    return name[0].upper() + name[1:]
