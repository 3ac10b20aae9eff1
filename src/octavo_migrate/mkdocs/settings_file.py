"""Reads `mkdocs.yml` and the files it inherits from, or `zensical.toml`, its equivalent.

Tags never run: `!ENV` returns its default. Files outside the folder or the allowed reach stay
unread.
"""

from __future__ import annotations

import json
import os
import re
import tomllib
from typing import Any

from octavo.problems import Code, Location, Problem, Severity
from octavo.project.surface import (
    OTHER_TOOLS,
    Kind,
    OddValue,
    build_source_file,
    is_inside,
    load_text,
    parse_yaml,
    relate_path,
    rewrite_odd_values,
)
from octavo.values import Struct
from octavo_migrate.data import load_table, read_dict, read_list
from octavo_migrate.moved_site import Note, Outcome
from octavo_migrate.project_files import Reach

NAMES = tuple(name for name in OTHER_TOOLS if name.startswith(("mkdocs", "properdocs", "zensical")))
_DEEPEST = 5


class SettingsFile(Struct, frozen=True):
    """The settings of a project."""

    folder: str
    name: str
    values: dict[str, Any]
    places: dict[str, Location]
    """The locations of top-level keys."""
    notes: tuple[Note, ...] = ()
    problems: tuple[Problem, ...] = ()

    def locate(self, key: str) -> Location:
        """Return the location of a top-level key."""
        return self.places.get(key, Location(self.name))

    @property
    def plugins(self) -> dict[str, Any]:
        """The options of plugins, by their names."""
        return list_named(self.values.get("plugins"))

    @property
    def extensions(self) -> dict[str, Any]:
        """The options of Markdown extensions, by their names."""
        return list_named(self.values.get("markdown_extensions"))


def load_settings_file(folder: str, reach: Reach, name: str) -> SettingsFile:
    """Read the settings of a project from the file of this name."""
    return _load(os.path.realpath(folder), name, reach, 0)


def _load(folder: str, name: str, reach: Reach, depth: int) -> SettingsFile:
    path = os.path.realpath(os.path.join(folder, name))
    text = load_within(reach, path)
    if text is None or depth > _DEEPEST:
        note = Note(Outcome.LOST, f"the settings `{name}` cannot be read", Location(name))
        return SettingsFile(folder, name, {}, {}, (note,))
    file = (_read_toml if name.endswith(".toml") else _read_yaml)(folder, name, text)
    parent = file.values.pop("INHERIT", None)
    if isinstance(parent, str):
        above = _load(os.path.dirname(path), parent, reach, depth + 1)
        values, places = _merge(above.values, file.values), {**above.places, **file.places}
        return SettingsFile(
            folder, name, values, places, (*file.notes, *above.notes), file.problems
        )
    return file


def _read_yaml(folder: str, name: str, text: str) -> SettingsFile:
    notes: list[Note] = []

    def rewrite(value: OddValue) -> str | None:
        outcome, message, new = _explain_odd_value(value)
        notes.append(Note(outcome, message, Location(name, *value.place)))
        return new

    document = parse_yaml(rewrite_odd_values(text, rewrite), name)
    problems = tuple(each for each in document.problems if each.severity is Severity.ERROR)
    if not problems and not isinstance(document.value, dict):
        problems = (_refuse("the settings are not a mapping of names to values", name),)
    places = {key: Location(name, *place) for key, place in document.places.items()}
    return SettingsFile(folder, name, read_dict(document.value), places, tuple(notes), problems)


def _explain_odd_value(value: OddValue) -> tuple[Outcome, str, str | None]:
    """Return the replacement for a value with a tag, and an explanation."""
    if value.tag == "!ENV":
        default = value.items[-1] if len(value.items) > 1 else ""
        message = "`!ENV` has its default: no variable of the environment is read"
        return Outcome.CHANGED, message, default or ('""' if value.is_key else "null")
    whole = json.dumps(" ".join(value.text.split()), ensure_ascii=False)
    if value.is_key and value.items:
        return Outcome.LOST, "A key of the settings is not text; it is read unchanged", whole
    if value.tag.startswith("!!python/"):
        message = "`!!python/name:` names code of Python, which is not run"
        return Outcome.CHANGED, message, None
    if value.tag == "!relative":
        path = value.text.removeprefix(value.tag).strip().replace("$config_dir", ".")
        return Outcome.CARRIED, "`!relative` starts at the folder of the settings", path or "null"
    return (
        Outcome.LOST,
        f"The tag `{value.tag}` of the settings, whose value is read without it",
        None,
    )


def _read_toml(folder: str, name: str, text: str) -> SettingsFile:
    try:
        values = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        return SettingsFile(folder, name, {}, {}, problems=(_refuse(str(error), name),))
    values = read_dict(values.get("project", values))
    theme = values.get("theme")
    values["theme"] = {"name": "material", "variant": "modern", **read_dict(theme)}
    usual = load_table("mkdocs")["extensionsOfZensical"].split()
    values["markdown_extensions"] = _join_names(values.get("markdown_extensions", usual))
    places: dict[str, Location] = {}
    for number, line in enumerate(text.split("\n"), 1):
        if key := _TOML_KEY.match(line):
            places.setdefault(key[1] or key[2], Location(name, number, 1))
    return SettingsFile(folder, name, values, places)


_TOML_KEY = re.compile(r"\[+project\.([\w-]+)|([\w-]+)\s*=")
_NAME_SPACES = frozenset({"pymdownx", "markdown", "extensions", "zensical", "material"})


def _join_names(value: Any, start: str = "") -> Any:
    """Return options by the full names of extensions, such as `pymdownx.details`."""
    if not isinstance(value, dict):
        return value
    joined: dict[str, Any] = {}
    for key, options in value.items():
        if key in _NAME_SPACES and isinstance(options, dict):
            joined |= _join_names(options, f"{start}{key}.")
        else:
            joined[start + key] = options
    return joined


def _refuse(message: str, name: str) -> Problem:
    return Problem(Code.MIGRATION_NOTHING_TO_MOVE, message, Location(name))


def _merge(below: dict[str, Any], above: dict[str, Any]) -> dict[str, Any]:
    merged = dict(below)
    for key, value in above.items():
        old = merged.get(key)
        both = isinstance(old, dict) and isinstance(value, dict)
        merged[key] = _merge(old, value) if both and old is not None else value
    return merged


def list_named(value: Any) -> dict[str, Any]:
    """Return plugins or extensions by name, from a list of names and of names with options."""
    options_by_name: dict[str, Any] = {}
    for each in [value] if isinstance(value, dict) else read_list(value):
        if isinstance(each, str):
            options_by_name[each] = None
        elif isinstance(each, dict):
            options_by_name |= {str(key): options for key, options in each.items()}
    return options_by_name


_MOST_BYTES = 2_000_000


def load_below(folder: str, path: str) -> str | None:
    """Return the text of a file with LF line ends; None if it isn't inside the folder."""
    real = os.path.realpath(path)
    return _load_files(os.path.realpath(folder), real) if is_inside(folder, real) else None


def load_within(reach: Reach, path: str) -> str | None:
    """Return the text of a file that a project names; None if it is missing or not allowed."""
    real = os.path.realpath(path)
    return _load_files(reach.top, real) if reach.may_read(real) else None


def _load_files(folder: str, real: str) -> str | None:
    if not os.path.isfile(real):
        return None
    status = os.lstat(real)
    if status.st_size > _MOST_BYTES:
        return None
    source = relate_path(real, folder).replace(os.sep, "/")
    return load_text(folder, build_source_file(source, Kind.ASSET, real, status))[0]
