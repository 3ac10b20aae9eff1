"""Loads packages of a project, finds their objects, and chooses the members that are shown."""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress

from griffe import Alias, Class, Function, GriffeError, GriffeLoader, Module, Object

from octavo.project.files import is_inside
from octavo_migrate.mkdocs.reference.block import PUBLIC, Options
from octavo_migrate.mkdocs.reference.objects import PythonObject, Section
from octavo_migrate.mkdocs.reference.python.texts import (
    build_annotation,
    list_sections,
    render_code,
)

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


_KINDS = ("attribute", "type alias", "class", "function", "module")


def select_members(
    parent: Object | Alias, options: Options, *, is_root: bool
) -> list[Object | Alias]:
    """Return members in order; only those of the object that a block names are chosen by name."""
    members = dict(parent.members)
    if parent.is_class and options.inherited_members:
        wanted = options.inherited_members
        inherited = parent.inherited_members
        names = wanted if isinstance(wanted, tuple) else inherited
        members = {**{name: inherited[name] for name in names if name in inherited}, **members}
    chosen = options.members if is_root else None
    if chosen is False or chosen == ():
        return []
    candidates = [each for each in members.values() if _is_known(each)]
    if isinstance(chosen, tuple):
        kept = [each for each in candidates if each.name in chosen]
        return sorted(kept, key=lambda each: chosen.index(each.name))
    is_all = chosen is True
    shown = [each for each in candidates if _is_shown(each, parent, options, all_of_them=is_all)]
    return _order(shown, parent, options)


def _is_known(member: Object | Alias) -> bool:
    """Whether there is anything behind a name: imports from other packages are not loaded."""
    try:
        return not isinstance(member, Alias) or bool(member.final_target.path)
    except (GriffeError, KeyError, RecursionError):
        return False


def _is_shown(
    member: Object | Alias, parent: Object | Alias, options: Options, *, all_of_them: bool
) -> bool:
    if member.is_module:
        is_below = not member.is_alias and options.show_submodules
        return is_below and _passes(member, options)
    is_import = member.is_alias and not getattr(member, "inherited", False)
    if is_import and parent.is_module and member.name not in (parent.exports or ()):
        return False
    if all_of_them:
        return True
    if member.name == "__init__" and options.merge_init_into_class:
        return False
    return _passes(member, options) and (options.show_if_no_docstring or member.has_docstrings)


def _passes(member: Object | Alias, options: Options) -> bool:
    if options.filters == (PUBLIC,):
        return bool(member.is_public)
    keep = None
    for each in options.filters:
        if _search(each.removeprefix("!"), member.name):
            keep = not each.startswith("!")
    if keep is None:
        return any(each.startswith("!") for each in options.filters) or not options.filters
    return keep


def _search(pattern: str, name: str) -> bool:
    try:
        return re.search(pattern, name) is not None
    except re.error:
        return False


def _order(
    members: list[Object | Alias], parent: Object | Alias, options: Options
) -> list[Object | Alias]:
    if options.members_order == "source":
        members.sort(key=lambda each: (each.lineno or 0) if not each.is_alias else 0)
    elif options.members_order == "__all__" and parent.is_module and parent.exports:
        names = [str(each) for each in parent.exports]
        members.sort(key=lambda each: names.index(each.name) if each.name in names else len(names))
    else:
        members.sort(key=lambda each: each.name)
    if options.group_by_category:
        members.sort(key=lambda each: (*_KINDS, each.kind.value).index(each.kind.value))
    return members
