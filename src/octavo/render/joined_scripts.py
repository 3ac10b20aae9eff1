"""Joins the modules of the playground, so that readers load a few files instead of fifty.

The modules stay small and plain; only what is written differs. Whatever the first entry needs is in
its file, each module in a scope of its own. Other entries are loaded on demand, with `import()`,
when the first one is there: they take what it has from it, and hold what they alone need. What
several of them need and the first one does not stays a file of its own: nothing is there twice.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping
from dataclasses import field

from octavo.values import dataclass

_IMPORT = re.compile(r'^import (\{[\w, ]+\}) from "([./\w-]+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export ((?:async )?(?:function\*?|const|class) (\w+))", re.MULTILINE)
_ON_DEMAND = re.compile(r'import(?<![{\w.]import)\("([./\w-]+)"\)')


def join_scripts(
    modules: Mapping[str, str], first: str, folders: tuple[str, ...]
) -> dict[str, str]:
    """Return the modules as they are written; only those of the folders are joined."""
    graph = _Graph(modules)
    entries = graph.find_entries(first)
    homes = _find_homes(graph, entries, folders)
    written = {name: text for name, text in modules.items() if name not in homes}
    for file in {name for entry in entries for name in graph.reach(entry)} & written.keys():
        if file.startswith(folders):
            parts = [name for name in graph.reach(file) if homes.get(name) == file]
            written[file] = _File(graph, file, first, homes).write(parts)
    return written


def _find_homes(graph: _Graph, entries: list[str], folders: tuple[str, ...]) -> dict[str, str]:
    """Return the entry whose file each joined module stands in."""
    users: dict[str, list[str]] = {}
    for entry in entries:
        for name in graph.reach(entry):
            users.setdefault(name, []).append(entry)
    return {
        name: found[0]
        for name, found in users.items()
        if (found[0] == entries[0] or len(found) == 1)
        and name not in entries
        and name.startswith(folders)
    }


class _Graph:
    """What modules import."""

    def __init__(self, modules: Mapping[str, str]) -> None:
        self.modules = modules
        self._imports: dict[str, list[tuple[str, str]]] = {}
        self._scopes = {name: f"$m{number:x}" for number, name in enumerate(sorted(modules))}

    def scope(self, name: str) -> str:
        """Return what stands for a module in the file that it is joined into: readers load it."""
        return self._scopes[name]

    def imports(self, name: str) -> list[tuple[str, str]]:
        """Return the names that a module imports, and the modules they come from."""
        found = self._imports.get(name)
        if found is None:
            found = self._imports[name] = [
                (names, resolve_module(name, target))
                for names, target in _IMPORT.findall(self.modules[name])
            ]
        return found

    def find_entries(self, first: str) -> list[str]:
        """Return an entry, and those that are loaded on demand from it on."""
        entries = [first]
        for entry in entries:
            for module in self.reach(entry):
                for target in _ON_DEMAND.findall(self.modules[module]):
                    name = resolve_module(module, target)
                    if name in self.modules and name not in entries:
                        entries.append(name)
        return entries

    def reach(self, entry: str) -> list[str]:
        """Return an entry and all that it imports, each after what it imports itself."""
        found: dict[str, None] = {}
        self._visit(entry, found, ())
        return list(found)

    def _visit(self, name: str, found: dict[str, None], around: tuple[str, ...]) -> None:
        if name in around:
            raise ValueError(f"{name} imports itself, through {' and '.join(around)}")
        if name in found or name not in self.modules:
            return
        for _, target in self.imports(name):
            self._visit(target, found, (*around, name))
        found[name] = None


@dataclass(slots=True)
class _File:
    """The file of an entry, as it is written."""

    graph: _Graph
    entry: str
    first: str
    homes: Mapping[str, str]
    loaded: dict[str, str] = field(default_factory=dict)
    """What stands for other files, by their module."""

    def write(self, parts: list[str]) -> str:
        """Return the entry behind the modules that stand in its file."""
        scopes = [self._wrap(name) for name in parts]
        own = self._body(self.entry)
        imports = [
            f'import * as {name} from "{relative_module(self.entry, module)}";'
            for module, name in self.loaded.items()
        ]
        shared = (
            f"export {{ {', '.join(map(self.graph.scope, parts))} }};" if self._is_first else ""
        )
        return "\n".join([*imports, *scopes, own.rstrip("\n"), *filter(None, [shared]), ""])

    @property
    def _is_first(self) -> bool:
        return self.entry == self.first

    def _wrap(self, name: str) -> str:
        exported = ", ".join(each for _, each in _EXPORT.findall(self.graph.modules[name]))
        body = _EXPORT.sub(r"\1", self._body(name))
        return f"const {self.graph.scope(name)} = (() => {{\n{body}return {{ {exported} }};\n}})();"

    def _body(self, name: str) -> str:
        """Return a module with its imports taken from what is in this file, or from others."""
        lines = [
            f"const {names} = {self._place_of(target)};\n"
            for names, target in self.graph.imports(name)
        ]
        text = _IMPORT.sub("", self.graph.modules[name])
        return "".join(lines) + _ON_DEMAND.sub(lambda match: self._on_demand(name, match[1]), text)

    def _place_of(self, module: str) -> str:
        home = self.homes.get(module)
        if home == self.entry:
            return self.graph.scope(module)
        if home == self.first:
            return f"{self._file(self.first)}.{self.graph.scope(module)}"
        return self._file(module)

    def _file(self, module: str) -> str:
        return self.loaded.setdefault(module, f"$file{len(self.loaded)}")

    def _on_demand(self, name: str, target: str) -> str:
        return f'import("{relative_module(self.entry, resolve_module(name, target))}")'


def resolve_module(module: str, target: str) -> str:
    """Return the module that another one calls so."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(module), target))


def relative_module(module: str, target: str) -> str:
    """Return what a module calls another one."""
    path = posixpath.relpath(target, posixpath.dirname(module) or ".")
    return path if path.startswith(".") else f"./{path}"
