"""Turns the navigation tree of `docs.json` into lists of groups, tabs, anchors and versions.

Tabs stay tabs, and versions stay versions. Languages become versions with a `locale`. A version
inside a language gets a `label` that tells it from other versions. Anchors, dropdowns and products
become anchors if they contain tabs. Inside a tab, they and the entries of its menu become groups.
So every page stays in the navigation, under the same names.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from octavo.render.basis.wording import ENGLISH, load_wording
from octavo.settings.surface import is_external, join_marks, read_marks
from octavo.site.urls import build_page_url
from octavo.site.versions.languages import find_language_name, read_language
from octavo.values import Struct, field, replace
from octavo_migrate.data import Values, list_objects, load_table, read_list
from octavo_migrate.docs.operations import (
    ApiContext,
    OperationPages,
    is_operation,
    list_api_contexts,
    read_api_context,
)
from octavo_migrate.docs.settings_file import Notes, Pointer

_NAMES = {
    "languages": "language",
    "versions": "version",
    "products": "product",
    "dropdowns": "dropdown",
    "anchors": "anchor",
    "tabs": "tab",
    "menu": "item",
}
"""The lists of divisions from the outside in, with the key of an item's name."""
_READ = {*_NAMES, *_NAMES.values(), "global", "groups", "pages", "openapi", "href", "icon", "root"}
_READ |= {"iconType", "hidden", "group", "color", "default", "directory", "$schema", "asyncapi"}
_UNREAD: dict[str, list[str]] = load_table("docs")["lostInNavigation"]
"""Keys without an equivalent: the message, and what to do."""
_SIMPLIFIED = {"cn": "zh-Hans"}
"""Country codes that `docs.json` uses for a language in one of its scripts."""
_MOST_DEEP = 30
_NO_FILLED_GROUP = "a group cannot be filled by a document"
_NO_FILLED_PART = "only a tab or an anchor of the whole site can be filled by a document"
_HIDDEN_GROUP = (
    "A hidden group is not in the navigation; its pages are built and found by their addresses, "
    "as before"
)
_FOLDER_TAKEN = "documents of several tabs or anchors cannot fill the same folder"


class _Context(Struct, frozen=True):
    """The parts of the navigation that contain the current one."""

    language: str | None = None
    version: str | None = None
    tab: str | None = None
    anchor: str | None = None
    around: tuple[str, ...] = ()
    """The names of groups that replace divisions inside a tab."""
    api: ApiContext = ApiContext()
    marks: Values = field(default_factory=dict)
    """The front matter that hides all pages of this part."""


def read_navigation(settings: Values, operations: OperationPages, notes: Notes) -> dict[str, Any]:
    """Return the keys of `site.json` for a navigation."""
    reader = _Reader(operations, notes)
    api = settings.get("api")
    first = read_api_context(api.get("openapi") if isinstance(api, dict) else None, ApiContext())
    navigation = settings.get("navigation")
    if isinstance(navigation, list):  # Some projects write groups without anything around them.
        navigation = {"pages": navigation}
    if isinstance(navigation, dict):
        reader.read_part(navigation, ("navigation",), _Context(api=first))
    read = reader.build()
    counts = [
        f"{len(value)} {'groups' if key == 'navigation' else key}" for key, value in read.items()
    ]
    notes.carry(("navigation",), f"The navigation: {', '.join(counts)}")
    return read


def _find_locale(code: str) -> str:
    """Return the code of a language (BCP 47)."""
    return _SIMPLIFIED.get(code) or read_language(code) or code


def _find_name(code: str) -> str:
    return find_language_name(_find_locale(code))


class _Reader:
    def __init__(self, operations: OperationPages, notes: Notes) -> None:
        self._operations = operations
        self._notes = notes
        self._groups: list[dict[str, Any]] = []
        self._tabs: dict[str, dict[str, Any]] = {}
        self._anchors: dict[str, dict[str, Any]] = {}
        self._versions: dict[str, dict[str, Any]] = {}
        self._filled_folders: set[str] = set()

    def build(self) -> dict[str, Any]:
        """Return the settings without empty lists."""
        settings = {
            "versions": list(self._versions.values()),
            "tabs": [each for each in self._tabs.values() if "url" in each],
            "anchors": [each for each in self._anchors.values() if "url" in each],
        }
        named = {key: value for key, value in settings.items() if value}
        return {**named, "navigation": self._groups}

    def read_part(self, part: dict[str, Any], pointer: Pointer, context: _Context) -> None:
        """Read a division, or the whole navigation."""
        if len(pointer) > _MOST_DEEP * 2:
            return
        self._tell_unread(part, pointer)
        context = _add_marks(self._read_api(part, pointer, context), part)
        everywhere = part.get("global")
        if isinstance(everywhere, dict):
            self._read_links(everywhere, (*pointer, "global"), context)
        is_empty = True
        for key in _NAMES:
            for index, item in list_objects(part.get(key)):
                is_empty = False
                self._read_division(key, item, (*pointer, key, index), context)
        if entries := [*_list(part, "groups", pointer), *_list(part, "pages", pointer)]:
            self._read_entries(entries, context)
        elif is_empty and "openapi" in part:
            self._read_filled(part, pointer, context)

    def _read_filled(self, part: dict[str, Any], pointer: Pointer, context: _Context) -> None:
        """Read a part that an API document fills; a tab or an anchor stays one if possible."""
        place = (*pointer, "openapi")
        # Only an empty tab or anchor that is the same in all versions can be filled as a whole.
        in_one = (context.tab is None) != (context.anchor is None)
        tab, anchor = context.tab, str(context.anchor)
        division = self._anchors.get(anchor) if tab is None else self._tabs.get(tab)
        if context.version is not None or context.around or not in_one or "url" in (division or {}):
            division = None
        contexts = list_api_contexts(part["openapi"], context.api)
        folders = {each.folder for each in contexts}
        is_free = len(folders) == 1 and not folders & self._filled_folders
        if division is None or not is_free:
            why = _FOLDER_TAKEN if division is not None else _NO_FILLED_PART
            for group in self._operations.make_all(part["openapi"], context.api, place, why):
                self._add_group(group, context)
            return
        self._filled_folders |= folders
        names = [each.document for each in contexts]
        division["url"] = f"/{folders.pop()}"
        division["openapi"] = names[0] if len(names) == 1 else names
        self._notes.carry(place, "The API document of a tab or an anchor, which it follows")

    def _read_division(
        self, key: str, item: dict[str, Any], pointer: Pointer, context: _Context
    ) -> None:
        name = str(item.get(_NAMES[key]) or "").strip()
        context = _add_marks(context, item)
        if _is_link(item):
            self._read_link(key, name, item, pointer, context)
        elif key == "languages":
            self._tell_language(name, pointer)
            context = replace(context, language=name)
            if not isinstance(item.get("versions"), list):
                self._add_version(_find_name(name), item, name)
                context = replace(context, version=_find_name(name))
            self.read_part(item, pointer, context)
        elif key == "versions":
            label = None
            if context.language is not None:
                name, label = f"{_find_name(context.language)} {name}", name
            self._add_version(name, item, context.language, label)
            self.read_part(item, pointer, replace(context, version=name))
        elif key == "tabs" and context.tab is None:
            self._tabs.setdefault(name, {**_describe_tab(name, item), **context.marks})
            if item.get("icon"):
                message = "The icon of a tab, which shows its name only"
                self._notes.lose((*pointer, "icon"), message)
            self.read_part(item, pointer, replace(context, tab=name))
        elif key not in ("tabs", "menu") and context.anchor is None and context.tab is None:
            self._anchors.setdefault(name, {**_describe_anchor(name, item), **context.marks})
            if key != "anchors":
                message = f"A {_NAMES[key]} is an anchor now, at the top of the sidebar"
                advice = "Readers see all of them at once instead of a menu."
                self._notes.change(pointer, message, advice)
            self.read_part(item, pointer, replace(context, anchor=name))
        else:
            kind = "entry of a menu" if key == "menu" else f"{_NAMES[key]} inside another division"
            self._notes.change(pointer, f"An {kind} is a group now".replace("An t", "A t"))
            self.read_part(item, pointer, replace(context, around=(*context.around, name)))

    def _add_version(
        self, name: str, item: dict[str, Any], code: str | None, label: str | None = None
    ) -> None:
        version: dict[str, Any] = {"name": name, **({"label": label} if label else {})}
        locale = _find_locale(code) if code is not None else None
        others = [each for each in self._versions.values() if each.get("locale") == locale]
        has_default = any(each.get("default") for each in others)
        if item.get("default") is True and not has_default:
            version["default"] = True
        if locale is not None:
            version["locale"] = locale
        self._versions.setdefault(name, version)

    def _read_links(self, everywhere: dict[str, Any], pointer: Pointer, context: _Context) -> None:
        around = _Context(version=context.version)
        for key, kind in _NAMES.items():
            for index, item in list_objects(everywhere.get(key)):
                name = str(item.get(kind) or "").strip()
                self._read_link(key, name, item, (*pointer, key, index), around)

    def _read_link(
        self, key: str, name: str, item: dict[str, Any], pointer: Pointer, context: _Context
    ) -> None:
        """Read a division that is a link without pages."""
        url = str(item.get("href") or "")
        if not name or not url:
            return
        if key in ("versions", "languages"):
            locale = {"locale": _find_locale(name)} if key == "languages" else {}
            label = _find_name(name) if key == "languages" else name
            self._versions.setdefault(label, {"name": label, "url": url, **locale})
        elif key == "tabs" and not context.around:
            self._tabs.setdefault(name, {**_describe_tab(name, item), "url": url})
        elif key == "menu":
            self._lose_link(f"{url}` in a menu", pointer)
        elif not any(
            # The link is the same for all readers who see it here.
            each.get("url") == url and each.get("version") in (None, context.version)
            for each in self._anchors.values()
        ):
            version = {"version": context.version} if context.version else {}
            anchor = {**_describe_anchor(name, item), "url": url, **version}
            self._anchors.setdefault(f"{name} {url} {context.version}", anchor)

    def _lose_link(self, link: str, pointer: Pointer) -> None:
        message = f"The link to `{link}, because a group holds only pages"
        self._notes.lose(pointer, message, "List a page that has `url` in its front matter.")

    def _read_entries(self, entries: list[tuple[Pointer, Any]], context: _Context) -> None:
        """Read groups and pages; consecutive pages become a group without a name."""
        pages: list[Any] = []
        for pointer, entry in [*entries, ((), None)]:
            page = self._read_page(entry, pointer, context) if isinstance(entry, str) else None
            if page is not None:
                pages.append(page)
                continue
            if pages:
                self._add_group({"group": "", "pages": pages}, context)
                pages = []
            if not isinstance(entry, dict):
                continue
            key = next((key for key, name in _NAMES.items() if name in entry), None)
            if "group" in entry:
                if group := self._read_group(entry, pointer, context):
                    self._add_group(group, context)
            elif key is not None:
                self._read_division(key, entry, pointer, context)
            else:
                self.read_part(entry, pointer, context)

    def _read_group(
        self, group: dict[str, Any], pointer: Pointer, context: _Context
    ) -> dict[str, Any] | None:
        if len(pointer) > _MOST_DEEP * 2:
            return None
        self._tell_unread(group, pointer)
        context = _add_marks(context, group)
        if group.get("hidden") is True and not context.marks:  # The group hides its pages.
            self._notes.change(pointer, _HIDDEN_GROUP)
            return None
        context = self._read_api(group, pointer, context)
        pages: list[Any] = []
        root = group.get("root")
        if isinstance(root, str):
            pages.append(self._read_page(root, (*pointer, "root"), context))
            message = "The page of a group is its first page now (`root`)"
            self._notes.change((*pointer, "root"), message)
        entries = [*_list(group, "pages", pointer), *_list(group, "groups", pointer)]
        for place, entry in entries:
            if isinstance(entry, str):
                pages.append(self._read_page(entry, place, context))
            elif isinstance(entry, dict) and ("group" in entry or "pages" in entry):
                pages.append(self._read_group(entry, place, context))
            else:
                self._notes.lose(place, "An entry of a group that is neither a page nor a group")
        if not entries and "openapi" in group:
            place = (*pointer, "openapi")
            pages += self._operations.make_all(
                group["openapi"], context.api, place, _NO_FILLED_GROUP
            )
        read = {"group": str(group.get("group") or ""), **_read_icon(group)}
        return {**read, **_find_marks(group), "pages": [page for page in pages if page is not None]}

    def _read_page(self, entry: str, pointer: Pointer, context: _Context) -> str | None:
        if is_operation(entry):
            return self._operations.make_page(entry, context.api, pointer)
        if is_external(entry):
            self._lose_link(f"{entry}`", pointer)
            return None
        return entry.strip().lstrip("/") or "index"

    def _read_api(self, part: dict[str, Any], pointer: Pointer, context: _Context) -> _Context:
        if part.get("asyncapi"):
            message = "Pages of AsyncAPI documents, which Octavo does not show"
            advice = "Describe the channels on pages that you write."
            self._notes.lose((*pointer, "asyncapi"), message, advice)
        if "openapi" not in part:
            return context
        value = part["openapi"]
        for each in value if isinstance(value, list) else [value]:
            if name := read_api_context(each, ApiContext()).document:
                self._operations.documents[name] = None
        return replace(context, api=read_api_context(value, context.api))

    def _add_group(self, group: dict[str, Any], context: _Context) -> None:
        """Add a group at the top, or inside the groups that replace divisions."""
        if not group["pages"]:
            return
        member = {"version": context.version, "tab": context.tab, "anchor": context.anchor}
        member = {key: value for key, value in member.items() if value is not None}
        target = self._groups
        if context.around:
            name, *others = context.around
            target = _enter_group(self._groups, name, member)
            for each in others:
                target = _enter_group(target, each, {})
        marks = _join_marks(_find_marks(group), context.marks)
        target.append({**group, **marks, **({} if context.around else member)})
        first = _find_first(group)
        for own, divisions in ((context.tab, self._tabs), (context.anchor, self._anchors)):
            if own is not None and first is not None:
                divisions[own].setdefault("url", build_page_url(first))

    def _tell_unread(self, part: dict[str, Any], pointer: Pointer) -> None:
        for key in part.keys() - _READ - _find_marks(part).keys():
            message, advice = _UNREAD.get(key, (f"`{key}` in the navigation", ""))
            self._notes.lose((*pointer, key), message, advice)

    def _tell_language(self, code: str, pointer: Pointer) -> None:
        advice = "Readers choose it in the menu of languages, which keeps the page."
        if load_wording(_find_locale(code)) is ENGLISH and _find_locale(code) != "en":
            advice += " The words of the interface are English: there are none in this language."
        self._notes.change(pointer, "A language is a version now, with its `locale`", advice)


def _enter_group(groups: list[dict[str, Any]], name: str, member: dict[str, Any]) -> list[Any]:
    """Return the entries of a group that replaces a division, and create it if needed."""
    last = groups[-1] if groups else None
    own = {key: last[key] for key in ("version", "tab", "anchor") if key in last} if last else {}
    if not last or last["group"] != name or own != member:
        groups.append({"group": name, **member, "pages": []})
    entries: list[Any] = groups[-1]["pages"]
    return entries


def _find_first(group: dict[str, Any]) -> str | None:
    firsts: Iterator[str | None] = (
        each if isinstance(each, str) else _find_first(each) for each in group["pages"]
    )
    return next((first for first in firsts if first is not None), None)


def _is_link(item: dict[str, Any]) -> bool:
    has_content = any(item.get(key) for key in (*_NAMES, "groups", "pages", "openapi"))
    return isinstance(item.get("href"), str) and not has_content


def _describe_tab(name: str, item: dict[str, Any]) -> dict[str, Any]:
    hidden = {"isDefaultHidden": True} if item.get("hidden") is True else {}
    return {"name": name, **hidden}


def _describe_anchor(name: str, item: dict[str, Any]) -> dict[str, Any]:
    color = item.get("color")
    if isinstance(color, dict):
        color = color.get("light") or color.get("dark")
    looks = {**_read_icon(item), **({"color": color} if isinstance(color, str) else {})}
    return {**_describe_tab(name, item), **looks}


def _read_icon(item: dict[str, Any]) -> dict[str, str]:
    icon = item.get("icon")
    if isinstance(icon, dict):
        read = {"icon": icon.get("name"), "iconType": icon.get("style")}
    else:
        read = {"icon": icon, "iconType": item.get("iconType")}
    return {key: value for key, value in read.items() if isinstance(value, str) and value}


def _find_marks(part: Values) -> dict[str, Any]:
    """Return the front matter that hides the pages of a part."""
    return {key: value for key, value in part.items() if read_marks({key: value})}


def _add_marks(context: _Context, part: Values) -> _Context:
    own = _find_marks(part)
    return replace(context, marks=_join_marks(context.marks, own)) if own else context


def _join_marks(one: Values, other: Values) -> dict[str, Any]:
    """Merge two sets of keys that hide pages; the stricter value wins."""
    joined = {**one, **other}
    for key in one.keys() & other.keys():
        first = read_marks({key: one[key]})
        if first == join_marks((*first, *read_marks({key: other[key]}))):
            joined[key] = one[key]
    return joined


def _list(part: dict[str, Any], key: str, pointer: Pointer) -> list[tuple[Pointer, Any]]:
    items = [] if key in _find_marks(part) else read_list(part.get(key))
    return [((*pointer, key, index), item) for index, item in enumerate(items)]
