"""Loads packages of a project and finds their objects."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress

from griffe import Alias, Class, Function, GriffeError, GriffeLoader, Module, Object

from octavo.project.files import is_inside
from octavo_migrate.mkdocs.reference.objects import PythonObject, Section
from octavo_migrate.mkdocs.reference.options import Options
from octavo_migrate.mkdocs.reference.python.docstrings import list_sections
from octavo_migrate.mkdocs.reference.python.expressions import build_annotation
from octavo_migrate.mkdocs.reference.python.selection import select_members
from octavo_migrate.mkdocs.reference.python.signatures import render_code

_DEEPEST = 8
_UNREADABLE = (GriffeError, ImportError, KeyError, RecursionError, SyntaxError, ValueError)


class Library:
    """The packages below some folders."""

    def __init__(self, folders: Sequence[str], root: str) -> None:
        # Without a handler, what griffe thinks of docstrings would be printed.
        logging.getLogger("griffe").addHandler(logging.NullHandler())
        self._loader = GriffeLoader(search_paths=list(folders), allow_inspection=False)
        self._root = os.path.realpath(root)
        self._is_loaded: dict[str, bool] = {}
        self._insides: dict[str, bool] = {}

    def find(self, path: str, options: Options) -> PythonObject | None:
        """Return an object with the members that are to be shown; None if there is none."""
        if not self._load(path.split(".", maxsplit=1)[0]):
            return None
        try:
            return self._build(self._loader.modules_collection[path], options, 0)
        except _UNREADABLE:
            return None

    def _load(self, name: str) -> bool:
        if name not in self._is_loaded:
            self._is_loaded[name] = False
            with suppress(*_UNREADABLE):
                module = self._loader.load(name, try_relative_path=False)
                self._loader.resolve_aliases()
                self._is_loaded[name] = self._is_inside(
                    module if isinstance(module, Module) else module.module
                )
        return self._is_loaded[name]

    def _is_inside(self, module: Module) -> bool:
        """Whether a module is part of the project, and no link to a file elsewhere."""
        if module.path not in self._insides:
            place = module.filepath
            paths = place if isinstance(place, list) else [place]
            self._insides[module.path] = all(
                is_inside(self._root, os.path.realpath(each)) for each in paths
            )
        return self._insides[module.path]

    def _build(self, member: Object | Alias, options: Options, depth: int) -> PythonObject:
        target = member.final_target if isinstance(member, Alias) else member
        if not self._is_inside(target if isinstance(target, Module) else target.module):
            raise KeyError(member.path)
        sections = list(list_sections(target, options))
        if isinstance(target, Class) and options.merge_init_into_class:
            sections += _list_init_sections(target, options)
        members = select_members(member, options, is_root=depth == 0) if depth < _DEEPEST else ()
        has_source = options.show_source and not isinstance(target, Module)
        return PythonObject(
            member.path,
            target.canonical_path,
            member.name,
            target.kind.value,
            render_code(target) if options.show_signature else "",
            tuple(map(build_annotation, target.bases)) if isinstance(target, Class) else (),
            tuple(each for each in sections if each.kind not in options.hidden_sections),
            tuple(self._build_members(members, options, depth)),
            target.source if has_source else "",
        )

    def _build_members(
        self, members: Iterable[Object | Alias], options: Options, depth: int
    ) -> Iterator[PythonObject]:
        for member in members:
            with suppress(*_UNREADABLE):
                yield self._build(member, options, depth + 1)


def _list_init_sections(target: Class, options: Options) -> Iterator[Section]:
    init = target.all_members.get("__init__")
    function = init.final_target if isinstance(init, Alias) else init
    if isinstance(function, Function):
        yield from list_sections(function, options)
