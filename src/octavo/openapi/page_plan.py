"""The one rule for the pages of an API document: their names, folders, groups and order.

Automatic pages and page files written by `octavo openapi-file` come from the same plan. A page's
name comes from the operation's summary, else from its method and path; its folder from its first
tag. Plain names are those of the tools that authors come from. Names differ where those would
break: characters that some systems or addresses cannot take are left out, names are cut at 200
bytes, and a name that means something else to a system, or is taken, gets a number.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from unicodedata import category

from octavo.openapi.document.document import ApiDocument
from octavo.openapi.model import OperationEntry, OperationKey, Tag
from octavo.openapi.operation.listing import list_operations, read_tags
from octavo.project.names import DEVICES, fold_source
from octavo.values import Struct, replace

UNTAGGED = "API Reference"
UNTAGGED_WEBHOOKS = "Webhooks"

MAX_NAME_BYTES = 200
MAX_GROUP_DEPTH = 16
_LONGEST_SENTENCE = 60
"""Of a name that a summary makes; one word alone is not cut."""
_LONGEST_READ = 1_000
"""Of a longer text only the beginning is looked at: the name is cut much earlier."""

_PARAMETER = re.compile(r"\{.*?\}")
_WORD_ENDS = re.compile(r"[-_/:]+")
_LAST_PARAMETERS = re.compile(r"(?:/\{[^{}/]+\})+/?\Z")
_NAME_IN_BRACES = re.compile(r"\{([^{}/]+)\}")
_NEW_WORD = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|[-_.\s]+")
_DELETED = re.compile(r"""[{}(),.'/\n?:"*%<>|\\#&\x00-\x1f\x7f-\x9f\ud800-\udfff]""")
_SAFE = {"Cf": "", "Zl": "", "Zp": "", "Zs": "-"}
# Pages below a folder of these names would be snippets, or not be looked at.
_FOREIGN_FOLDERS = frozenset({"snippets", "_snippets", "node_modules", "__pycache__"})


class PlannedPage(Struct, frozen=True):
    """The page of an operation or webhook."""

    path: str
    """Its path without extension, below the folder of the plan."""
    groups: tuple[str, ...]
    """The names of the groups around it, outermost first."""
    entry: OperationEntry
    title: str
    hidden: bool = False
    """Whether the navigation leaves it out."""


class PlannedGroup(Struct, frozen=True):
    """A group of the navigation: pages and further groups, in order."""

    name: str
    entries: tuple[PlannedPage | PlannedGroup, ...]


def plan_pages(
    document: ApiDocument, folder: str, names: PageNames | None = None
) -> tuple[PlannedPage, ...]:
    """Return a page for every operation and webhook, in document order.

    Plans that fill the same folder share `names`, so that no two pages have the same path.
    """
    tags = read_tags(document)
    names = names or PageNames()
    pages = [
        _plan_page(entry, folder, tags, names)
        for entry in list_operations(document)
        if not entry.excluded
    ]
    counts = Counter((page.groups, page.title) for page in pages)
    return tuple(
        replace(page, title=plan_title(page.entry, names_all=True))
        if counts[page.groups, page.title] > 1
        else page
        for page in pages
    )


def plan_groups(pages: Iterable[PlannedPage]) -> tuple[PlannedGroup, ...]:
    """Return the navigation of planned pages; groups stand where their first page does."""
    top = _OpenGroup("", [], {})
    for page in pages:
        if not page.hidden:
            group = top
            for name in page.groups:
                group = group.enter(name)
            group.entries.append(page)
    return tuple(group.close() for group in top.inside.values())


def plan_name(text: str) -> str:
    """Return the name that a summary, tag or path makes, which may be empty."""
    name = text[:_LONGEST_READ].replace(" ", "-")
    name = _PARAMETER.sub("-", name)
    name = name.removeprefix("-").removesuffix("-")
    name = _remove_unsafe(_DELETED.sub("", name))
    return unicodedata.normalize("NFC", name.replace("--", "-").lower())


def plan_title(entry: OperationEntry, *, names_all: bool = False) -> str:
    """Return the title of a page: that of the summary, else the words of method and path.

    `DELETE /v1/pets/{petId}` is "Delete v1 pets by pet id": the parameters at the end of a path
    are named, and those within it where that is asked for. Webhooks are posted, unless one says
    otherwise.
    """
    if entry.title:
        return entry.title
    key = entry.key
    path = key.path[:_LONGEST_READ]
    is_posted = key.is_webhook and key.method == "POST"
    name = path if is_posted else f"{key.method.lower()} {path}"
    words = " ".join(_WORD_ENDS.sub(" ", _PARAMETER.sub(" ", name)).split())
    last = _LAST_PARAMETERS.search(path)
    parameters = _NAME_IN_BRACES.findall(path if names_all else last[0] if last else "")
    if parameters and not key.is_webhook:
        words = f"{words} by {_join_words(parameters)}"
    return words[:1].upper() + words[1:]


def is_planned_name(entry: OperationEntry, name: str) -> bool:
    """Tell whether a page's name is the one that it would be given, with any number."""
    own = (_choose_name(entry), plan_name(entry.summary or ""))  # once, sentences were not cut
    numbers = (name.removeprefix(each) for each in own if each and name.startswith(each))
    return any(not number or (number[:1] == "-" and number[1:].isdigit()) for number in numbers)


def _join_words(names: list[str]) -> str:
    """Return the names of parameters as words: `petId` and `line_no` are "pet id and line no"."""
    *others, last = (" ".join(_NEW_WORD.sub(" ", name).lower().split()) for name in names)
    return f"{', '.join(others)} and {last}" if others else last


def _plan_page(
    entry: OperationEntry, folder: str, tags: Mapping[str, Tag], names: PageNames
) -> PlannedPage:
    tag = _choose_tag(entry, tags)
    below = _choose_folder(tag) if tag else ""
    path = names.claim("/".join(part for part in (folder, below) if part), _choose_name(entry))
    groups = _list_groups(entry.key, tag, tags)
    return PlannedPage(path, groups, entry, plan_title(entry), entry.hidden)


def _choose_name(entry: OperationEntry) -> str:
    """Return the name of a page; the summary counts unless nothing of it can be used."""
    name = plan_name(entry.summary) if entry.summary else ""
    if name.strip("-"):
        return _cut_sentence(name)
    key = entry.key
    if key.is_webhook:
        return plan_name(key.path) or "webhook"
    return f"{plan_name(key.method)}-{plan_name(key.path)}"


def _cut_sentence(name: str) -> str:
    """Return the first words of a long name."""
    if len(name) <= _LONGEST_SENTENCE:
        return name
    words, dash, _ = name[: _LONGEST_SENTENCE + 1].rpartition("-")
    return words.rstrip("-") if dash and words.strip("-") else name


def _choose_tag(entry: OperationEntry, tags: Mapping[str, Tag]) -> str:
    """Return the first tag that is meant for navigation, or nothing."""
    first = next((name for name in entry.tags if _is_for_navigation(tags.get(name))), "")
    return first if first.strip() else ""


def _is_for_navigation(tag: Tag | None) -> bool:
    return tag is None or tag.kind in (None, "nav")


def _list_groups(key: OperationKey, tag: str, tags: Mapping[str, Tag]) -> tuple[str, ...]:
    if not tag:
        return (UNTAGGED_WEBHOOKS if key.is_webhook else UNTAGGED,)
    line = list(_list_with_parents(tag, tags))
    return tuple(reversed(line))


def _list_with_parents(name: str | None, tags: Mapping[str, Tag]) -> Iterator[str]:
    """Return the names that are shown for a tag and the tags around it, innermost first."""
    names: set[str] = set()
    while name is not None and name not in names and len(names) < MAX_GROUP_DEPTH:
        names.add(name)
        tag = tags.get(name)
        if _is_for_navigation(tag):
            yield tag.group if tag else name
        name = tag.parent if tag and tag.parent in tags else None


class _OpenGroup(Struct):
    name: str
    entries: list[PlannedPage | _OpenGroup]
    inside: dict[str, _OpenGroup]

    def enter(self, name: str) -> _OpenGroup:
        """Return the group of a name inside this one; it is made where it is not there."""
        group = self.inside.get(name)
        if group is None:
            group = self.inside[name] = _OpenGroup(name, [], {})
            self.entries.append(group)
        return group

    def close(self) -> PlannedGroup:
        entries = (e.close() if isinstance(e, _OpenGroup) else e for e in self.entries)
        return PlannedGroup(self.name, tuple(entries))


class PageNames:
    """Gives every page a path of its own, also on disks that know no capitals."""

    def __init__(self) -> None:
        self._paths: set[str] = set()
        self._next: dict[str, int] = {}

    def claim(self, folder: str, name: str) -> str:
        """Return a path for a page in a folder: its own, or with the first number that is free."""
        start = f"{folder}/" if folder else ""
        number = self._next.get(start + name, int(name in DEVICES))
        while _fold(path := start + _add_number(name, number)) in self._paths:
            number += 1
        self._next[start + name] = number + 1
        self._paths.add(_fold(path))
        return path


def _choose_folder(tag: str) -> str:
    """Return the folder of a tag's pages; none where nothing of the tag can be used."""
    name = plan_name(tag)
    if not name.strip("-"):
        return ""
    return _add_number(name, int(name in DEVICES or name in _FOREIGN_FOLDERS))


def _add_number(name: str, number: int) -> str:
    """Return a name with a number (0 for none), cut to what every file system takes."""
    end = f"-{number}" if number else ""
    room = MAX_NAME_BYTES - len(end)
    return name.encode()[:room].decode(errors="ignore") + end


def _fold(path: str) -> str:
    """Return a path such that two with one address, or one name on some disks, are equal."""
    return fold_source(path).removesuffix("/index")


def _remove_unsafe(name: str) -> str:
    """Leave out what nobody sees (directions, joiners); blanks of other kinds become dashes."""
    return name if name.isascii() else "".join(_SAFE.get(category(c), c) for c in name)
