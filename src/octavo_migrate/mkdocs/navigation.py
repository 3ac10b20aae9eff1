"""Builds the navigation from `nav`, `SUMMARY.md`, `.pages`, or the folders."""

from __future__ import annotations

import os
import posixpath
import re
from collections.abc import Iterable, Mapping
from fnmatch import fnmatch
from typing import Any

from octavo.problems import Location
from octavo.project.surface import parse_yaml
from octavo.values import Struct, field
from octavo_migrate.mkdocs.context import Line, Tree
from octavo_migrate.mkdocs.markdown.titles import strip_html, strip_markdown
from octavo_migrate.mkdocs.pages import find_title, split_front_matter
from octavo_migrate.mkdocs.settings_file import load_below
from octavo_migrate.moved_site import Note, Outcome

_ADDRESS = re.compile(r"[a-z][a-z0-9+.-]*:|//|/", re.IGNORECASE)
_DEEPEST = 30
_ENTRY = re.compile(r"(\s*)[*+-]\s+(?:\[([^\]]*)\]\(([^)]*)\)|(.*))")


class Navigation(Struct):
    """Groups of pages for `site.json`."""

    groups: list[Any] = field(default_factory=list)
    titles: dict[str, str] = field(default_factory=dict)
    """The titles of pages in the navigation, by their old paths."""
    links: dict[str, tuple[str, str]] = field(default_factory=dict)
    """Links to other sites: the path of a page for the link, with its title and address."""
    notes: list[Note] = field(default_factory=list)
    listed: set[str] = field(default_factory=set)
    paths: dict[str, str] = field(default_factory=dict)
    """The names of pages in `site.json`, by their old paths."""


def build_navigation(
    nav: Any, tree: Tree, place: Location, *, literate: str | None = None, prefix: str = ""
) -> Navigation:
    """Return the groups of a site; new pages go below `prefix`."""
    navigation = Navigation()
    builder = _Builder(tree, navigation, place, literate, prefix)
    is_list = isinstance(nav, list)
    groups = navigation.groups
    # Pages outside groups go to groups without a name.
    for entry in builder.list_entries(nav, "", 0) if is_list else builder.list_folder("", 0):
        if isinstance(entry, dict):
            groups.append(entry)
        elif groups and groups[-1].get("group") == "":
            groups[-1]["pages"].append(entry)
        else:
            groups.append({"group": "", "pages": [entry]})
    return navigation


class _Builder(Struct):
    tree: Tree
    navigation: Navigation
    place: Location
    summary: str | None = None
    """The name of files that list the pages of their folder."""
    prefix: str = ""

    def list_entries(self, nav: Iterable[Any], folder: str, depth: int) -> list[Any]:
        """Return the entries of a list in `nav`; names are relative to a folder."""
        entries: list[Any] = []
        for each in nav if depth < _DEEPEST else ():
            if isinstance(each, str):
                entries += self.list_target(each, None, folder, depth)
            elif isinstance(each, Mapping):
                for title, value in each.items():
                    entries += self.list_titled(strip_html(str(title)), value, folder, depth)
        return entries

    def list_titled(self, title: str, value: Any, folder: str, depth: int) -> list[Any]:
        if not isinstance(value, (list, Mapping)):
            return self.list_target(str(value or ""), title, folder, depth)
        below = value if isinstance(value, list) else [value]
        pages = self.list_entries(below, folder, depth + 1)
        title = title or self.find_page_title(below)
        return [{"group": title, "pages": pages}] if pages else []

    def find_page_title(self, entries: list[Any]) -> str:
        """Return the title of the first page in a section without a name."""
        first = entries[0] if entries and isinstance(entries[0], str) else ""
        if first not in self.tree.pages:
            return ""
        text = load_below(self.tree.docs, os.path.join(self.tree.docs, first)) or ""
        values, body, _ = split_front_matter(text)
        heading = find_title([Line(line, 0) for line in body.split("\n")])
        own = re.sub(r"(?:(?<!\s)\s++)?\{[^{}]*+\}\Z", "", heading[0]) if heading else ""
        return strip_markdown(own if heading else str(values.get("title") or ""))

    def list_target(self, target: str, title: str | None, folder: str, depth: int) -> list[Any]:
        if _ADDRESS.match(target):
            return [self.add_link(title or target, target)]
        path = posixpath.join(folder, target.split("#", maxsplit=1)[0])
        name = posixpath.normpath(path).removeprefix("./")
        if name in self.tree.pages:
            return [self.add_page(name, title)]
        if "*" in name:
            pattern = re.escape(name).replace(r"\*\*", ".*").replace(r"\*", "[^/]*") + r"(\.md)?"
            matching = sorted(
                filter(re.compile(pattern).fullmatch, self.tree.pages), key=_get_order
            )
            new = [each for each in matching if each not in self.navigation.listed]
            return [self.add_page(each, None) for each in new]
        if target.endswith("/") or self.has_folder(name):
            pages = self.list_folder("" if name == "." else name, depth + 1)
            if title is None and not target.endswith("/"):
                title = build_title(posixpath.basename(name))
            return pages if not pages or title is None else [{"group": title, "pages": pages}]
        message = f"the navigation lists `{target}`, which is not there"
        self.navigation.notes.append(Note(Outcome.LOST, message, self.place))
        return []

    def add_page(self, name: str, title: str | None) -> str:
        if title:
            self.navigation.titles.setdefault(name, title)
        self.navigation.listed.add(name)
        path = self.navigation.paths[name] = posixpath.splitext(self.tree.pages[name])[0]
        return path

    def add_link(self, title: str, address: str) -> str:
        word = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-") or "link"
        path = posixpath.join(self.prefix, "links", word)
        while path in self.navigation.links and self.navigation.links[path] != (title, address):
            path += "-more"
        self.navigation.links[path] = (title, address)
        return path

    def has_folder(self, name: str) -> bool:
        return any(page.startswith(f"{name}/") for page in self.tree.pages)

    def list_folder(self, folder: str, depth: int) -> list[Any]:
        """Return the entries of a folder, in the order of names or of its `.pages`."""
        if depth >= _DEEPEST:
            return []
        if self.summary and (name := posixpath.join(folder, self.summary)) in self.tree.pages:
            return self.list_entries(self.read_summary(name), folder, depth)
        if (settings := self.load_pages_file(folder)) is not None:
            return self.list_ordered(settings, folder, depth)
        return self.list_children(folder, depth, set())

    def list_children(
        self, folder: str, depth: int, left_out: set[str], pattern: str = ""
    ) -> list[Any]:
        """Return pages and folders by name, or only those that match a pattern."""
        prefix = f"{folder}/" if folder else ""
        inside = [name for name in self.tree.pages if name.startswith(prefix)]
        files = [name for name in inside if "/" not in name[len(prefix) :]]
        folders = {name[len(prefix) :].split("/")[0] for name in inside if name not in files}
        entries: list[Any] = [
            self.add_page(name, None)
            for name in sorted(files, key=_get_order)
            if name[len(prefix) :] not in left_out and _matches(name[len(prefix) :], pattern)
        ]
        for name in sorted(folders):
            if name not in left_out and _matches(name, pattern):
                entries += self.list_subfolder(prefix + name, None, depth)
        return entries

    def list_subfolder(self, folder: str, title: str | None, depth: int) -> list[Any]:
        settings = self.load_pages_file(folder) or {}
        if settings.get("hide") is True:
            return []
        title = title or str(settings.get("title") or "") or build_title(posixpath.basename(folder))
        pages = self.list_folder(folder, depth + 1)
        return [{"group": title, "pages": pages}] if pages else []

    def load_pages_file(self, folder: str) -> dict[str, Any] | None:
        for name in (".pages", ".nav.yml"):
            text = load_below(self.tree.docs, os.path.join(self.tree.docs, folder, name))
            if text is not None:
                value = parse_yaml(text, name).value
                return value if isinstance(value, dict) else None
        return None

    def list_ordered(self, settings: dict[str, Any], folder: str, depth: int) -> list[Any]:
        """Return the entries of a `.pages` file; `...` includes all others."""
        nav = settings.get("nav", settings.get("arrange"))
        if not isinstance(nav, list):
            children = self.list_children(folder, depth, set())
            sort = settings.get("sort")
            order = sort.get("direction") if isinstance(sort, Mapping) else settings.get("order")
            return children[::-1] if order == "desc" else children
        named = {
            str(value).rstrip("/")
            for each in nav
            for value in (each.values() if isinstance(each, Mapping) else [each])
        }
        entries: list[Any] = []
        nav = [each.get("glob", each) if isinstance(each, Mapping) else each for each in nav]
        for each in nav:
            is_pattern = isinstance(each, str) and "*" in each and "/" not in each
            if is_pattern or (isinstance(each, str) and each.startswith("...")):
                pattern = each.removeprefix("...").strip(" |").removeprefix("flat").strip(" |")
                entries += self.list_children(folder, depth, named, pattern)
                continue
            title, value = None, each
            if isinstance(each, Mapping) and len(each) == 1:
                title, value = next(iter(each.items()))
            path = posixpath.join(folder, str(value))
            if not isinstance(value, (list, Mapping)) and self.has_folder(path):
                entries += self.list_subfolder(path, title and str(title), depth)
            else:
                entries += self.list_entries([each], folder, depth)
        return entries

    def read_summary(self, name: str) -> list[Any]:
        """Return the list of a `SUMMARY.md` in the form of `nav`."""
        text = load_below(self.tree.docs, os.path.join(self.tree.docs, name)) or ""
        top: list[Any] = []
        stack: list[tuple[int, list[Any]]] = [(-1, top)]
        for line in text.expandtabs(4).splitlines():
            match = _ENTRY.match(line)
            if not match:
                continue
            indent = len(match[1])
            while stack[-1][0] >= indent:
                stack.pop()
            children: list[Any] = []
            title = match[2] or (match[4] or "").strip()
            bare = match[3] is None and ("*" in title or title.endswith(("/", ".md")))
            stack[-1][1].append(title if bare else {title: match[3] or children})
            stack.append((indent, children))
        return top


def _matches(name: str, pattern: str) -> bool:
    if pattern.startswith("regex="):
        try:
            return re.search(pattern.removeprefix("regex="), name) is not None
        except re.error:
            return False
    return not pattern or fnmatch(name, pattern.removeprefix("glob="))


def _get_order(name: str) -> tuple[bool, str]:
    return posixpath.splitext(posixpath.basename(name))[0] not in ("index", "README"), name


def build_title(name: str) -> str:
    """Return the default title of a folder or file, by the rules of MkDocs."""
    title = name.replace("-", " ").replace("_", " ")
    return title.capitalize() if title.lower() == title else title
