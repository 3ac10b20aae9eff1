"""Joins modules, so that readers load a few files instead of fifty, and for the build's engine.

Octavo's modules have a simple form: imports of names on separate lines at the top, exports before
declarations, no cycles. The sources stay small and plain; only the output differs.

For readers, the file of the first entry contains all modules that it needs. Other entries load on
demand, with `import()`, after the first one. They import shared modules from it, and contain those
that they alone need. A module that several of them need, and the first one does not, stays a
separate file, so no module is duplicated. Modules in one file share its scope, so no two of them
may declare the same name.

The modules that nearly every page loads are joined by lists. Other modules import them from the
file that contains the whole list.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Collection, Iterable, Mapping, Sequence

# A lookbehind after a word is faster than a search in every line.
_IMPORT = re.compile(r'import(?<![^\n]import) (\{[\w, ]+\}) from "([./\w-]+)";\n')
_EXPORT = re.compile(r"export(?<![^\n]export) (?=(?:async )?(?:function\*?|const|class) (\w+))")
_ON_DEMAND = re.compile(r"""import(?<![{\w.]import)\((["`])([./\w-]+)(\$\{\w+\}\.js)?\1\)""")
"""A module, or one of a folder whose name is computed: `./printers/${name}.js`."""


def join_scripts(
    modules: Mapping[str, str], first: str, folders: tuple[str, ...]
) -> dict[str, str]:
    """Return the modules with those of the folders joined."""
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
    """Return the modules, with those in a list joined to one file, in order.

    All their exports can be imported from that file.
    """
    graph = _Graph(modules)
    homes = {name: file for file, names in lists.items() for name in names}
    parts = {**{name: (name,) for name in modules if name not in homes}, **lists}
    return {file: _write_joined(graph, file, names, homes) for file, names in parts.items()}


def join_in_scopes(modules: Mapping[str, str], entries: Iterable[str]) -> str:
    """Return entries and all their imports as one script, each module in a separate scope.

    The variable named by `build_scope_name` has the exports of a module.
    """
    graph = _Graph(modules)
    names = dict.fromkeys(name for entry in entries for name in graph.reach(entry))
    return "\n".join(_write_scope(graph, name) for name in names)


def register_modules(
    modules: Mapping[str, str], entries: Iterable[str], waiting: Collection[str]
) -> tuple[dict[str, str], dict[str, str]]:
    """Return each module as a statement that adds it to the table `octavoModules`.

    Those that the entries need come first, the others second. The exports of modules that are
    `waiting` at their top level are a promise.

    The entry is a function. Its first argument returns the exports of a module, the second one does
    so on demand. The others replace parts of the browser.
    """
    graph = _Graph(modules)
    needed = dict.fromkeys(name for entry in entries for name in graph.reach(entry))
    others = (name for name in modules if name not in needed)
    return (
        {name: _write_entry(graph, name, name in waiting) for name in needed},
        {name: _write_entry(graph, name, name in waiting) for name in others},
    )


def _write_entry(graph: _Graph, name: str, is_waiting: bool) -> str:
    text = graph.modules[name]
    imports = (f'const {names} = $need("{target}");' for names, target in graph.list_imports(name))
    body = _ON_DEMAND.sub(
        lambda match: _write_load(match, name), _EXPORT.sub("", _IMPORT.sub("", text))
    )
    kind = "async " if is_waiting else ""
    head = f'octavoModules["{name}"] = {kind}($need, $load, fetch, location, history) => {{'
    # In a block, a module may declare what is a parameter.
    exports = f"return {{ {', '.join(_EXPORT.findall(text))} }};"
    return "\n".join([head, '"use strict";', "{", *imports, body, exports, "}", "};\n"])


def _write_load(match: re.Match[str], name: str) -> str:
    quote, target, any_name = match.groups()
    path = resolve_module(name, target)
    return f"$load({quote}{path}{f'/{any_name}' if any_name else ''}{quote})"


def build_scope_name(module: str) -> str:
    """Return the name of the variable with a module's exports."""
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
    """Return the entry whose file contains each joined module."""
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
    """The imports of modules."""

    def __init__(self, modules: Mapping[str, str]) -> None:
        self.modules = modules
        self._imports: dict[str, list[tuple[str, str]]] = {}
        self._orders: dict[str, list[str]] = {}

    def list_imports(self, name: str) -> list[tuple[str, str]]:
        """Return the imported names of a module, with their modules."""
        imports = self._imports.get(name)
        if imports is None:
            imports = self._imports[name] = [
                (names, resolve_module(name, target))
                for names, target in _IMPORT.findall(self.modules[name])
            ]
        return imports

    def find_entries(self, first: str) -> list[str]:
        """Return an entry, and those that it loads on demand, directly or indirectly."""
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
        """Return an entry and all its imports, each after its own imports."""
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
    """Return an entry after the modules in its file."""
    parts = [name for name in graph.reach(file) if homes.get(name) == file]
    imports = _write_imports(graph, (*parts, file), file, homes)
    bodies = [_EXPORT.sub("", _write_body(graph, name, file, homes)) for name in parts]
    return "".join([*imports, *bodies, _write_body(graph, file, file, homes)])


def _write_joined(graph: _Graph, file: str, names: Sequence[str], homes: Mapping[str, str]) -> str:
    """Return modules in sequence, with their exports, for a common file."""
    bodies = (_write_body(graph, name, file, homes) for name in names)
    return "".join([*_write_imports(graph, names, file, homes), *bodies])


def _write_imports(
    graph: _Graph, modules: Iterable[str], file: str, homes: Mapping[str, str]
) -> list[str]:
    """Return the import lines for the modules in one file, each name once."""
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
    """Return a module without its imports, for a file in any folder."""
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
    """Return the names in the first entry's file that other files import."""
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
    """Return the module for an import path in another one."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(module), target))


def build_relative_path(module: str, target: str) -> str:
    """Return the import path of a module in another one."""
    path = posixpath.relpath(target, posixpath.dirname(module) or ".")
    return path if path.startswith(".") else f"./{path}"
