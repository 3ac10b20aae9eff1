"""Reads `mkdocs.yml` and what it inherits. No tag in it is run: `!ENV` gives its default."""

from __future__ import annotations

import os
import re
from typing import Any

from octavo.problems import Code, Location, Problem, Severity
from octavo.project.documents.yaml import parse_yaml
from octavo.values import Struct
from octavo_migrate.mkdocs.files import load_within
from octavo_migrate.moved_site import Note, Outcome
from octavo_migrate.project_files import Reach

NAMES = ("mkdocs.yml", "mkdocs.yaml")
_DEEPEST = 5
_ENVIRONMENT = re.compile(r"!ENV[ \t]*(\[[^\]\n]*\]|[^\s,}\]#]*)")
_PYTHON = re.compile(r"!!python/\w+")


class SettingsFile(Struct, frozen=True):
    """What `mkdocs.yml` says."""

    folder: str
    name: str
    values: dict[str, Any]
    places: dict[str, Location]
    """Where the topmost keys stand."""
    notes: tuple[Note, ...] = ()
    problems: tuple[Problem, ...] = ()

    def locate(self, key: str) -> Location:
        """Return where a topmost key stands."""
        return self.places.get(key, Location(self.name))


def load_settings_file(folder: str, reach: Reach) -> SettingsFile:
    """Read the settings of a project."""
    name = next((each for each in NAMES if os.path.isfile(os.path.join(folder, each))), NAMES[0])
    return _load(os.path.realpath(folder), name, reach, 0)


def _load(folder: str, name: str, reach: Reach, depth: int) -> SettingsFile:
    path = os.path.realpath(os.path.join(folder, name))
    text = load_within(reach, path)
    if text is None or depth > _DEEPEST:
        note = Note(Outcome.LOST, f"the settings `{name}` cannot be read", Location(name))
        return SettingsFile(folder, name, {}, {}, (note,))
    document = parse_yaml(_resolve_environment(text, name), name)
    values = document.value if isinstance(document.value, dict) else {}
    notes = tuple(_note_tags(text, name))
    problems = tuple(each for each in document.problems if each.severity is Severity.ERROR)
    if not problems and not isinstance(document.value, dict):
        message = "the settings are not a mapping of names to values"
        problems = (Problem(Code.MIGRATION_NOTHING_TO_MOVE, message, Location(name)),)
    places = {key: Location(name, *place) for key, place in document.places.items()}
    parent = values.pop("INHERIT", None)
    if isinstance(parent, str):
        above = _load(os.path.dirname(path), parent, reach, depth + 1)
        notes += above.notes
        values = _merge(above.values, values)
        places = {**above.places, **places}
    return SettingsFile(folder, name, values, places, notes, problems)


def _merge(below: dict[str, Any], above: dict[str, Any]) -> dict[str, Any]:
    merged = dict(below)
    for key, value in above.items():
        old = merged.get(key)
        merged[key] = (
            _merge(old, value) if isinstance(old, dict) and isinstance(value, dict) else value
        )
    return merged


def _resolve_environment(text: str, name: str) -> str:
    """Return the text with defaults where `!ENV` stands, at the places where the parser saw it."""
    lines = text.split("\n")
    for problem in reversed(parse_yaml(text, name).problems):
        place = problem.location
        if problem.code is not Code.YAML_TAG_IGNORED or place.line is None:
            continue
        line = lines[place.line - 1]
        match = _ENVIRONMENT.search(line, max((place.column or 1) - 1, 0))
        if match:
            lines[place.line - 1] = (
                line[: match.start()] + _find_default(match[1]) + line[match.end() :]
            )
    return "\n".join(lines)


def _find_default(text: str) -> str:
    if not text.startswith("["):
        return "null"
    items = [each.strip() for each in text[1:-1].split(",")]
    return items[-1] if len(items) > 1 else "null"


def _note_tags(text: str, name: str) -> list[Note]:
    notes: list[Note] = []
    for problem in parse_yaml(text, name).problems:
        if problem.code is not Code.YAML_TAG_IGNORED:
            continue
        if "!ENV" in problem.message:
            message = "`!ENV` has its default: no variable of the environment is read"
        elif "python/" in problem.message:
            message = "`!!python/name:` names code of Python, which is not run"
        else:
            continue
        notes.append(Note(Outcome.CHANGED, message, problem.location))
    return notes


def list_named(value: Any) -> dict[str, Any]:
    """Return plugins or extensions by name: a list of names and of names with options."""
    if isinstance(value, dict):
        return {str(key): each for key, each in value.items()}
    options_by_name: dict[str, Any] = {}
    for each in value if isinstance(value, list) else ():
        if isinstance(each, str):
            options_by_name[each] = None
        elif isinstance(each, dict):
            options_by_name |= {str(key): options for key, options in each.items()}
    return options_by_name


def get_mapping(value: Any, *keys: str) -> dict[str, Any]:
    """Return a mapping inside of mappings; an empty one if there is none."""
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    return value if isinstance(value, dict) else {}
