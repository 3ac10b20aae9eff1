"""Reads `mkdocs.yml` and what it inherits. No tag in it is run: `!ENV` gives its default.

No file is read outside of the folder, or of where the project may lead.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from typing import Any

from octavo.problems import Code, Location, Problem, Severity
from octavo.project.documents.yaml import parse_yaml
from octavo.project.files import Kind, build_source_file, is_inside, load_text
from octavo.project.missing_settings import OTHER_TOOLS
from octavo.values import Struct
from octavo_migrate.data import read_dict, read_list
from octavo_migrate.moved_site import Note, Outcome
from octavo_migrate.project_files import Reach

NAMES = tuple(name for name in OTHER_TOOLS if name.startswith("mkdocs."))
_DEEPEST = 5
_ENVIRONMENT = re.compile(r"!ENV[ \t]*(\[[^\]\n]*\]|[^\s,}\]#]*)")


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

    @property
    def plugins(self) -> dict[str, Any]:
        """The options of plugins, by their names."""
        return list_named(self.values.get("plugins"))

    @property
    def extensions(self) -> dict[str, Any]:
        """The options of extensions of Markdown, by their names."""
        return list_named(self.values.get("markdown_extensions"))


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
    notes = tuple(_note_tags(text, name))
    problems = tuple(each for each in document.problems if each.severity is Severity.ERROR)
    if not problems and not isinstance(document.value, dict):
        message = "the settings are not a mapping of names to values"
        problems = (Problem(Code.MIGRATION_NOTHING_TO_MOVE, message, Location(name)),)
    values = read_dict(document.value)
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
        both = isinstance(old, dict) and isinstance(value, dict)
        merged[key] = _merge(old, value) if both and old is not None else value
    return merged


def _resolve_environment(text: str, name: str) -> str:
    """Return the text with defaults where `!ENV` stands, at the places where the parser saw it."""
    lines = text.split("\n")
    for problem in reversed(parse_yaml(text, name).problems):
        place = problem.location
        if problem.code is not Code.YAML_TAG_IGNORED or place.line is None:
            continue
        line = lines[place.line - 1]
        if match := _ENVIRONMENT.search(line, max((place.column or 1) - 1, 0)):
            items = match[1][1:-1].split(",") if match[1].startswith("[") else []
            default = items[-1].strip() if len(items) > 1 else "null"
            lines[place.line - 1] = line[: match.start()] + default + line[match.end() :]
    return "\n".join(lines)


def _note_tags(text: str, name: str) -> Iterator[Note]:
    messages = {
        "!ENV": "`!ENV` has its default: no variable of the environment is read",
        "python/": "`!!python/name:` names code of Python, which is not run",
    }
    for problem in parse_yaml(text, name).problems:
        mark = next((each for each in messages if each in problem.message), None)
        if mark and problem.code is Code.YAML_TAG_IGNORED:
            yield Note(Outcome.CHANGED, messages[mark], problem.location)


def list_named(value: Any) -> dict[str, Any]:
    """Return plugins or extensions by name: a list of names and of names with options."""
    options_by_name: dict[str, Any] = {}
    for each in [value] if isinstance(value, dict) else read_list(value):
        if isinstance(each, str):
            options_by_name[each] = None
        elif isinstance(each, dict):
            options_by_name |= {str(key): options for key, options in each.items()}
    return options_by_name


_MOST_BYTES = 2_000_000


def load_below(folder: str, path: str) -> str | None:
    """Return the text of a file with LF line ends; None if there is none inside of the folder."""
    real = os.path.realpath(path)
    return _load_files(os.path.realpath(folder), real) if is_inside(folder, real) else None


def load_within(reach: Reach, path: str) -> str | None:
    """Return the text of a file that a project names; None if it may not be read, or is none."""
    real = os.path.realpath(path)
    return _load_files(reach.top, real) if reach.may_read(real) else None


def _load_files(folder: str, real: str) -> str | None:
    if not os.path.isfile(real):
        return None
    status = os.lstat(real)
    if status.st_size > _MOST_BYTES:
        return None
    source = os.path.relpath(real, folder).replace(os.sep, "/")
    return load_text(folder, build_source_file(source, Kind.ASSET, real, status))[0]
