"""Joins modules: for readers, who load a few files instead of fifty, and for the build's engine.

Ours have a simple form: imports of names on lines of their own at the top, exports in front of what
they name, no circles. They stay small and plain; only what is written differs.

For readers, whatever the first entry needs is in its file. Other entries are loaded on demand, with
`import()`, when the first one is there: they take what it has from it, and hold what they alone
need. What several of them need and the first one does not stays a file of its own: nothing is there
twice. Modules in one file share its scope, so that no two of them may declare the same name.

What nearly every page loads is joined by lists: whoever imports one of the modules in a list takes
it from the file that holds them all.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Mapping, Sequence

# Words at the start of a line: looking back from a word is faster than looking at every line.
_IMPORT = re.compile(r'import(?<![^\n]import) (\{[\w, ]+\}) from "([./\w-]+)";\n')
_EXPORT = re.compile(r"export(?<![^\n]export) (?=(?:async )?(?:function\*?|const|class) (\w+))")
_ON_DEMAND = re.compile(r"""import(?<![{\w.]import)\((["`])([./\w-]+)(\$\{\w+\}\.js)?\1\)""")
"""Of one module, or of that in a folder which has a name: `./printers/${name}.js`."""


def join_scripts(
    modules: Mapping[str, str], first: str, folders: tuple[str, ...]
) -> dict[str, str]:
    """Return the modules as they are written; only those of the folders are joined."""
    graph = _Graph(modules)
    entries = graph.find_entries(first)
    homes = _find_homes(graph, entries, folders)
    files = {name: text for name, text in modules.items() if name not in homes}
    modules_used = {name for entry in entries for name in graph.reach(entry)}
    for file in modules_used & files.keys():
        if file.startswith(folders):
            files[file] = _write_file(graph, file, homes)
    shared = _find_shared(graph, modules_used, homes, first)
    files[first] += f"export {{ {', '.join(shared)} }};\n" if shared else ""
    return files


def join_lists(modules: Mapping[str, str], lists: Mapping[str, tuple[str, ...]]) -> dict[str, str]:
    """Return the modules, of which those in a list stand in the file that it is for, in its order.

    All that they export can be imported from there.
    """
    graph = _Graph(modules)
    homes = {name: file for file, names in lists.items() for name in names}
    parts = {**{name: (name,) for name in modules if name not in homes}, **lists}
    return {file: _write_joined(graph, file, names, homes) for file, names in parts.items()}


def join_in_scopes(modules: Mapping[str, str], entries: Iterable[str]) -> str:
    """Return entries and all that they import as one script, each module in a scope of its own.

    What a module exports is in the variable that `build_scope_name` names.
    """
    graph = _Graph(modules)
    names = dict.fromkeys(name for entry in entries for name in graph.reach(entry))
    return "\n".join(_write_scope(graph, name) for name in names)


def build_scope_name(module: str) -> str:
    """Return the variable that holds what a module exports."""
    return "_" + re.sub(r"\W", "_", module)


def _write_scope(graph: _Graph, name: str) -> str:
    text = graph.modules[name]
    imports = (
        f"const {names} = {build_scope_name(target)};" for names, target in graph.list_imports(name)
    )
    body = _EXPORT.sub("", _IMPORT.sub("", text))
    exports = ", ".join(_EXPORT.findall(text))
    return "\n".join(
        [
            f"const {build_scope_name(name)} = (() => {{",
            *imports,
            body,
            f"return {{ {exports} }};",
            "})();",
        ]
    )


def _find_homes(graph: _Graph, entries: list[str], folders: tuple[str, ...]) -> dict[str, str]:
    """Return the entry whose file each joined module stands in."""
    users: dict[str, list[str]] = {}
    for entry in entries:
        for name in graph.reach(entry):
            users.setdefault(name, []).append(entry)
    return {
        name: entries_of_module[0]
        for name, entries_of_module in users.items()
        if (entries_of_module[0] == entries[0] or len(entries_of_module) == 1)
        and name not in entries
        and name.startswith(folders)
    }


class _Graph:
    """What modules import."""

    def __init__(self, modules: Mapping[str, str]) -> None:
        self.modules = modules
        self._imports: dict[str, list[tuple[str, str]]] = {}
        self._orders: dict[str, list[str]] = {}

    def list_imports(self, name: str) -> list[tuple[str, str]]:
        """Return the names that a module imports, and the modules they come from."""
        imports = self._imports.get(name)
        if imports is None:
            imports = self._imports[name] = [
                (names, resolve_module(name, target))
                for names, target in _IMPORT.findall(self.modules[name])
            ]
        return imports

    def find_entries(self, first: str) -> list[str]:
        """Return an entry, and those that are loaded on demand from it on."""
        entries = [first]
        for entry in entries:
            for module in self.reach(entry):
                for _, target, any_name in _ON_DEMAND.findall(self.modules[module]):
                    path = resolve_module(module, target)
                    names = self._list_folder(path) if any_name else [path]
                    entries += [
                        name for name in names if name in self.modules and name not in entries
                    ]
        return entries

    def _list_folder(self, folder: str) -> list[str]:
        return [name for name in self.modules if posixpath.dirname(name) == folder]

    def reach(self, entry: str) -> list[str]:
        """Return an entry and all that it imports, each after what it imports itself."""
        if entry not in self._orders:
            order: dict[str, None] = {}
            self._visit(entry, order, ())
            self._orders[entry] = list(order)
        return self._orders[entry]

    def _visit(self, name: str, order: dict[str, None], around: tuple[str, ...]) -> None:
        if name in around:
            raise ValueError(f"{name} imports itself, through {' and '.join(around)}")
        if name in order or name not in self.modules:
            return
        for _, target in self.list_imports(name):
            self._visit(target, order, (*around, name))
        order[name] = None


def _write_file(graph: _Graph, file: str, homes: Mapping[str, str]) -> str:
    """Return an entry behind the modules that stand in its file."""
    parts = [name for name in graph.reach(file) if homes.get(name) == file]
    imports = _write_imports(graph, (*parts, file), file, homes)
    bodies = [_EXPORT.sub("", _write_body(graph, name, file, homes)) for name in parts]
    return "".join([*imports, *bodies, _write_body(graph, file, file, homes)])


def _write_joined(graph: _Graph, file: str, names: Sequence[str], homes: Mapping[str, str]) -> str:
    """Return modules one after the other, with what they export, for a file that holds them."""
    bodies = (_write_body(graph, name, file, homes) for name in names)
    return "".join([*_write_imports(graph, names, file, homes), *bodies])


def _write_imports(
    graph: _Graph, modules: Iterable[str], file: str, homes: Mapping[str, str]
) -> list[str]:
    """Return the lines that import what modules in one file need of others, each name once."""
    names_by_home: dict[str, dict[str, None]] = {}
    for module in modules:
        for names, target in graph.list_imports(module):
            home = homes.get(target, target)
            if home != file:
                names_by_home.setdefault(home, {}).update(dict.fromkeys(_split_names(names)))
    return [
        f'import {{ {", ".join(names)} }} from "{build_relative_path(file, home)}";\n'
        for home, names in names_by_home.items()
    ]


def _write_body(graph: _Graph, name: str, file: str, homes: Mapping[str, str]) -> str:
    """Return a module without its imports, for a file that may stand in another folder."""
    text = _IMPORT.sub("", graph.modules[name])
    return _ON_DEMAND.sub(lambda match: _write_on_demand(match, name, file, homes), text)


def _write_on_demand(match: re.Match[str], name: str, file: str, homes: Mapping[str, str]) -> str:
    quote, target, any_name = match.groups()
    module = resolve_module(name, target)
    path = build_relative_path(file, homes.get(module, module))
    return f"import({quote}{path}{f'/{any_name}' if any_name else ''}{quote})"


def _find_shared(
    graph: _Graph, modules: Iterable[str], homes: Mapping[str, str], first: str
) -> list[str]:
    """Return the names in the first entry's file that other files take from it."""
    return sorted(
        {
            name
            for module in modules
            if homes.get(module, module) != first
            for names, target in graph.list_imports(module)
            if homes.get(target) == first
            for name in _split_names(names)
        }
    )


def _split_names(names: str) -> list[str]:
    """Return the names of an import, `{ a, b }`."""
    return names.strip("{ }").split(", ")


def resolve_module(module: str, target: str) -> str:
    """Return the module that another one calls so."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(module), target))


def build_relative_path(module: str, target: str) -> str:
    """Return what a module calls another one."""
    path = posixpath.relpath(target, posixpath.dirname(module) or ".")
    return path if path.startswith(".") else f"./{path}"
