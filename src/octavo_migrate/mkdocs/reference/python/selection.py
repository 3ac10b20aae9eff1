"""Chooses the members of an object that are shown, by the rules of mkdocstrings."""

from __future__ import annotations

import re
from collections.abc import Sequence

from griffe import Alias, GriffeError, Object

from octavo_migrate.mkdocs.reference.options import PUBLIC, Options

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
    else:
        kept = [
            each
            for each in candidates
            if _is_shown(each, parent, options, all_of_them=chosen is True)
        ]
    return _order(kept, parent, options, chosen)


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
    members: list[Object | Alias],
    parent: Object | Alias,
    options: Options,
    chosen: tuple[str, ...] | bool | None,
) -> list[Object | Alias]:
    if isinstance(chosen, tuple):
        members.sort(key=lambda each: chosen.index(each.name))
    elif options.members_order == "source":
        members.sort(key=lambda each: (each.lineno or 0) if not each.is_alias else 0)
    elif options.members_order == "__all__" and parent.is_module and parent.exports:
        names = [str(each) for each in parent.exports]
        members.sort(key=lambda each: names.index(each.name) if each.name in names else len(names))
    else:
        members.sort(key=lambda each: each.name)
    if options.group_by_category and not isinstance(chosen, tuple):
        members.sort(key=lambda each: _get_rank(each.kind.value, _KINDS))
    return members


def _get_rank(kind: str, kinds: Sequence[str]) -> int:
    return kinds.index(kind) if kind in kinds else len(kinds)
