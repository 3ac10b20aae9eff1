"""Reads the files of the old project without following links out of its folders."""

from __future__ import annotations

import os
import posixpath
import stat
from collections.abc import Iterator
from typing import Any

from octavo.builder.javascript.engine import JavaScriptEngine
from octavo.problems import Location
from octavo.project.surface import (
    SourceFile,
    build_source_file,
    find_kind,
    load_bytes,
    load_text,
    normalize_source,
    parse_yaml,
    relate_path,
)
from octavo.values import Struct, field
from octavo_migrate.docusaurus.modules import DEFAULT, Code, evaluate_module
from octavo_migrate.moved_site import MovedFile, Note, Outcome
from octavo_migrate.project_files import Reach

_SKIPPED_FOLDERS = frozenset({"node_modules", "build", ".docusaurus", "__tests__"})
PAGE_ENDINGS = (".md", ".mdx")
_YAML_ENDINGS = (".yml", ".yaml", ".json")


class OldFiles(Struct, frozen=True):
    """The folder of `docusaurus.config.js`, and folders around it that may contain documents."""

    site: str
    """The real path of the settings folder."""
    reach: Reach
    notes: list[Note] = field(default_factory=list)
    engine: JavaScriptEngine = field(default_factory=JavaScriptEngine)
    """The engine that evaluates modules; callers must close it."""
    exports: dict[str, Any] = field(default_factory=dict)
    """The exports of evaluated modules, by path."""

    def evaluate(self, path: str, member: str = DEFAULT, *, calls: bool = False) -> Any:
        """Return a named export of a module; `Code` if it can't be evaluated."""
        if path not in self.exports:
            leaves = self.reach.may_leave
            self.exports[path] = evaluate_module(
                self.engine, self.read, path, calls=calls, leaves=leaves
            )
        exports = self.exports[path]
        return exports.get(member, Code(member)) if isinstance(exports, dict) else exports

    def find(self, path: str) -> SourceFile | None:
        """Return the file at a path from the settings folder, which may start with `..`."""
        full = os.path.normpath(os.path.join(self.site, path))
        real = os.path.realpath(full)
        if not self.reach.may_read(real):
            return None
        try:
            status = os.lstat(real)
        except (OSError, ValueError):
            return None
        if not stat.S_ISREG(status.st_mode):
            return None
        source = normalize_source(posixpath.normpath(path))
        return build_source_file(source, find_kind(source, os.path.basename(real)), real, status)

    def read(self, path: str) -> str | None:
        """Return the text of a file; None if it doesn't exist."""
        file = self.find(path)
        return load_text(os.path.dirname(file.path), file)[0] if file else None

    def read_data(self, path: str) -> Any:
        """Return the data of a YAML or JSON file; None if it doesn't exist."""
        text = self.read(path)
        return None if text is None else parse_yaml(text, path).value

    def read_any_data(self, path: str) -> Any:
        """Return the data of a file that may end as YAML or as JSON."""
        values = (self.read_data(path + ending) for ending in _YAML_ENDINGS)
        return next((value for value in values if value is not None), None)

    def list_below(self, folder: str) -> Iterator[str]:
        """Yield the paths of all files in a folder, relative to it, in order."""
        top = os.path.realpath(os.path.join(self.site, folder))
        if not self.reach.may_enter(top):
            return
        for parent, folders, names in os.walk(top):
            folders[:] = sorted(set(folders) - _SKIPPED_FOLDERS)
            for name in sorted(names):
                path = relate_path(os.path.join(parent, name), top)
                yield path.replace(os.sep, "/")

    def move(self, path: str, new: str, data: bytes | None = None) -> MovedFile | None:
        """Return a file under a new path; a file from outside the folder brings its bytes."""
        file = self.find(path)
        if file and data is None and path.startswith(".."):
            return MovedFile(new, file, self.load(file), is_same=True)
        return MovedFile(new, file, data) if file else None

    def load(self, file: SourceFile) -> bytes:
        """Return the bytes of a file."""
        data, problems = load_bytes(os.path.dirname(file.path), file)
        for problem in problems:
            self.lose(problem.message, file.source)
        return data or b""

    def lose(self, message: str, path: str, line: int = 0, advice: str = "") -> None:
        """Note something that has no equivalent."""
        place = Location(path, line, 1) if line else Location(path)
        self.notes.append(Note(Outcome.LOST, message, place, advice))

    def change(self, message: str, path: str, line: int = 0) -> None:
        """Note something that changed."""
        place = Location(path, line, 1) if line else Location(path)
        self.notes.append(Note(Outcome.CHANGED, message, place))
