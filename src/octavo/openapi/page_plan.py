"""Plans the pages of an API document: their names, folders, groups and order.

Automatic pages and page files of `octavo openapi-file` use the same plan. A page's name comes from
the operation's summary, or else from its method and path; its folder from its first tag. Plain
names are those of common tools. Names differ if those would break: characters that some systems or
addresses can't represent are left out, and names are cut at 200 bytes. A name that is taken, or
reserved by a system, gets a number.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING
from unicodedata import category

from octavo.openapi.document.document import ApiDocument
from octavo.openapi.info import list_schemas, read_info
from octavo.openapi.internal.reach import find_reached, list_components
from octavo.openapi.model import Node, OperationEntry, OperationKey, Pointer, Tag
from octavo.openapi.operation.listing import list_operations, read_tag_groups, read_tags
from octavo.project.names import DEVICES, MAX_NAME_BYTES, fold_source
from octavo.values import Struct, replace

if TYPE_CHECKING:
    from octavo.openapi.changes.history import History, Release

UNTAGGED = "API Reference"
UNTAGGED_WEBHOOKS = "Webhooks"
OVERVIEW = "Overview"
SCHEMAS = "Schemas"
CHANGELOG = "Changelog"
NEXT_RELEASE = "Next release"
_SCHEMAS = "schemas"

MAX_GROUP_DEPTH = 16
_LONGEST_SENTENCE = 60
"""The longest name from a summary; a single word is never cut."""
_LONGEST_READ = 1_000
"""The most characters of a text to process, because names are cut much earlier."""

_PARAMETER = re.compile(r"\{.*?\}")
_WORD_ENDS = re.compile(r"[-_/:]+")
_LAST_PARAMETERS = re.compile(r"(?:/\{[^{}/]+\})+/?\Z")
_NAME_IN_BRACES = re.compile(r"\{([^{}/]+)\}")
_NEW_WORD = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|[-_.\s]+")
_DELETED = re.compile(r"""[{}(),.'/\n?:"*%<>|\\#&\x00-\x1f\x7f-\x9f\ud800-\udfff]""")
_SAFE = {"Cf": "", "Zl": "", "Zp": "", "Zs": "-"}
# Pages in folders of these names would be snippets, or be ignored.
_FOREIGN_FOLDERS = frozenset({"snippets", "_snippets", "node_modules", "__pycache__"})


class PlannedPage(Struct, frozen=True):
    """The page of an operation or webhook."""

    path: str
    """The path without extension, in the folder of the plan."""
    groups: tuple[str, ...]
    """The names of the groups around it, outermost first."""
    entry: OperationEntry
    title: str
    hidden: bool = False
    """Whether it is left out of the navigation."""


class PlannedOverview(Struct, frozen=True):
    """The page of a document as a whole, of one of its tags, or of one of its schemas."""

    path: str
    groups: tuple[str, ...]
    title: str
    label: str
    """Its name in the navigation."""
    tag: Tag | None = None
    schema: Node | None = None
    release: Release | None = None
    is_changelog: bool = False
    """Whether it is the page of a release, or lists all releases."""


class PlannedGroup(Struct, frozen=True):
    """A group of the navigation: pages and nested groups, in order."""

    name: str
    entries: tuple[PlannedPage | PlannedOverview | PlannedGroup, ...]


def plan_pages(
    document: ApiDocument, folder: str, names: PageNames | None = None
) -> tuple[PlannedPage, ...]:
    """Return a page for every operation and webhook, in document order.

    Plans for the same folder share `names`, so that no two pages have the same path.
    """
    tags = read_tags(document)
    tag_groups = read_tag_groups(document)
    names = names or PageNames()
    pages = [
        _plan_page(entry, folder, tags, tag_groups, names)
        for entry in list_operations(document)
        if not entry.excluded
    ]
    if tag_groups:  # they say in which order groups are
        ranks = {name: at for at, name in enumerate(tag_groups)}
        pages.sort(key=lambda page: ranks.get(choose_tag(page.entry, tags), len(ranks)))
    counts = Counter((page.groups, page.title) for page in pages)
    return tuple(
        replace(page, title=plan_title(page.entry, names_all=True))
        if counts[page.groups, page.title] > 1
        else page
        for page in pages
    )


def plan_groups(
    pages: Iterable[PlannedPage], overviews: Iterable[PlannedOverview] = ()
) -> tuple[PlannedGroup, ...]:
    """Return the navigation of planned pages; groups have the position of their first page.

    Overviews come before the pages of their group. Those of groups without pages are last,
    except those in the nameless group.
    """
    top = _OpenGroup("", [], {})
    waiting: dict[tuple[str, ...], list[PlannedOverview]] = {}
    for overview in overviews:
        waiting.setdefault(overview.groups, []).append(overview)
    for overview in waiting.pop(("",), ()):
        top.enter("").entries.append(overview)
    for page in pages:
        if not page.hidden:
            group = top
            for depth, name in enumerate(page.groups, 1):
                group = group.enter(name)
                group.entries += waiting.pop(page.groups[:depth], ())
            group.entries.append(page)
    for groups, rest in waiting.items():
        group = top
        for name in groups:
            group = group.enter(name)
        group.entries += rest
    return tuple(group.close() for group in top.inside.values())


def plan_overviews(
    document: ApiDocument,
    folder: str,
    pages: Sequence[PlannedPage],
    names: PageNames,
    *,
    has_schemas: bool = False,
) -> Iterator[PlannedOverview]:
    """Yield the page of a document, those of its tags, and those of its schemas if it has them.

    `pages` are those that readers see. The document's page is at the folder itself; that of a
    further document is inside it.
    """
    title = read_info(document).title
    path = names.claim_folder(folder) or names.claim(folder, _choose_first(title, "api"))
    yield PlannedOverview(path, ("",), title, OVERVIEW)
    tags, tag_groups = read_tags(document), read_tag_groups(document)
    names_of_tags = _list_shown(document, pages, tags)
    lines = {name: _list_groups(name, tags, tag_groups) for name in names_of_tags}
    inside = {line[:end] for page in pages for line in [page.groups] for end in _count(line)}
    inside |= {line[:end] for line in lines.values() for end in _count(line[:-1])}
    for name, line in lines.items():
        yield _plan_tag(tags.get(name) or Tag(name, name), line, inside, folder, names)
    for name, node in _list_schemas(document, pages) if has_schemas else ():
        path = names.claim(f"{folder}/{_SCHEMAS}".lstrip("/"), _choose_first(name, "schema"))
        yield PlannedOverview(path, (SCHEMAS,), name, name, schema=node)


def plan_releases(history: History, folder: str, names: PageNames) -> Iterator[PlannedOverview]:
    """Yield the page that lists the releases of a document, and the page of each release."""
    path = names.claim(folder, plan_name(CHANGELOG))
    yield PlannedOverview(path, (CHANGELOG,), CHANGELOG, OVERVIEW, is_changelog=True)
    for release in history.releases:
        name = release.name or NEXT_RELEASE
        own = names.claim(path, _choose_first(name.replace(".", "-"), "release"))
        title = f"Release {name}" if release.name else name
        yield PlannedOverview(own, (CHANGELOG,), title, name, release=release, is_changelog=True)


def _count(line: tuple[str, ...]) -> range:
    return range(1, len(line) + 1)


def _choose_first(*names: str) -> str:
    """Return the first of several names with usable characters."""
    return next(filter(lambda name: name.strip("-"), map(plan_name, names)))


def plan_name(text: str) -> str:
    """Return the name for a summary, tag or path, which may be empty."""
    name = text[:_LONGEST_READ].replace(" ", "-")
    name = _PARAMETER.sub("-", name)
    name = name.removeprefix("-").removesuffix("-")
    name = _remove_unsafe(_DELETED.sub("", name))
    return unicodedata.normalize("NFC", name.replace("--", "-").lower())


def plan_title(entry: OperationEntry, *, names_all: bool = False) -> str:
    """Return the title of a page: its summary, or else the words of method and path.

    `DELETE /v1/pets/{petId}` is "Delete v1 pets by pet id". It names the parameters at the end of a
    path, and others on request. Webhooks use POST, unless one has another method.
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
    """Tell whether a page's name is the planned one, with any number."""
    # Earlier versions did not cut sentences.
    own = (_choose_name(entry), plan_name(entry.summary or ""))
    numbers = (name.removeprefix(each) for each in own if each and name.startswith(each))
    return any(not number or (number[:1] == "-" and number[1:].isdigit()) for number in numbers)


def _join_words(names: list[str]) -> str:
    """Return the names of parameters as words: `petId` and `line_no` are "pet id and line no"."""
    *others, last = (" ".join(_NEW_WORD.sub(" ", name).lower().split()) for name in names)
    return f"{', '.join(others)} and {last}" if others else last


def _plan_page(
    entry: OperationEntry,
    folder: str,
    tags: Mapping[str, Tag],
    tag_groups: Mapping[str, str],
    names: PageNames,
) -> PlannedPage:
    tag = choose_tag(entry, tags)
    below = _choose_folder(tag) if tag else ""
    path = names.claim("/".join(part for part in (folder, below) if part), _choose_name(entry))
    groups = _list_groups(tag, tags, tag_groups) if tag else (_name_untagged(entry.key),)
    return PlannedPage(path, groups, entry, plan_title(entry), entry.hidden)


def _choose_name(entry: OperationEntry) -> str:
    """Return the name of a page, from the summary or else from method and path."""
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


def choose_tag(entry: OperationEntry, tags: Mapping[str, Tag]) -> str:
    """Return the first tag that is meant for navigation, or ""."""
    first = next((name for name in entry.tags if is_for_navigation(tags.get(name))), "")
    return first if first.strip() else ""


def is_for_navigation(tag: Tag | None) -> bool:
    """Tell whether a tag makes a group and has a page."""
    return tag is None or tag.kind in (None, "nav")


def has_text(tag: Tag) -> bool:
    """Tell whether a document says anything of a tag but its name."""
    return bool(tag.description or tag.external_docs)


def _name_untagged(key: OperationKey) -> str:
    return UNTAGGED_WEBHOOKS if key.is_webhook else UNTAGGED


def _list_groups(
    name: str, tags: Mapping[str, Tag], tag_groups: Mapping[str, str]
) -> tuple[str, ...]:
    """Return the names of the groups of a tag, outermost first: its own is the last."""
    line = list(list_line(name, tags))
    around = next((tag_groups[each] for each in line if each in tag_groups), None)
    titles = [tag.group if (tag := tags.get(each)) else each for each in line]
    return (*([around] if around else []), *reversed(titles))


def list_line(name: str | None, tags: Mapping[str, Tag]) -> Iterator[str]:
    """Return a tag and the tags around it that make groups, innermost first."""
    names: set[str] = set()
    while name is not None and name not in names and len(names) < MAX_GROUP_DEPTH:
        names.add(name)
        tag = tags.get(name)
        if is_for_navigation(tag):
            yield name
        name = tag.parent if tag and tag.parent in tags else None


def _list_shown(
    document: ApiDocument, pages: Iterable[PlannedPage], tags: Mapping[str, Tag]
) -> list[str]:
    """Return the tags with a page, in the order of the operations, then of the document.

    A tag with only hidden operations has no page. One without operations needs a text, or a
    child tag.
    """
    second = [name for page in pages for name in page.entry.tags]
    hidden = {name for entry in list_operations(document) for name in entry.tags}.difference(second)
    around_hidden = {each for name in hidden for each in list_line(name, tags)}
    used = [choose_tag(page.entry, tags) for page in pages]
    declared = [name for name in second if name in tags]
    texts = [name for name, tag in tags.items() if has_text(tag) and name not in around_hidden]
    lines = (reversed([*list_line(name, tags)]) for name in (*used, *declared, *texts))
    names = dict.fromkeys(name for line in lines for name in line)
    return [name for name in names if name.strip() and name not in hidden]


def _list_schemas(
    document: ApiDocument, pages: Iterable[PlannedPage]
) -> Iterator[tuple[str, Node]]:
    """Return the named schemas of a document but for those that only hidden operations use."""
    keys = {page.entry.key for page in pages}
    entries = list_operations(document)
    hidden = [entry.node for entry in entries if entry.key not in keys]
    lost: set[Pointer] = set()
    if hidden:
        visible = [entry.node for entry in entries if entry.key in keys]
        lost = find_reached(document, hidden).components
        others = [each for each in list_components(document) if each.pointer not in lost]
        lost -= find_reached(document, [*visible, *others]).components
    for name, node in list_schemas(document).items():
        if node.pointer not in lost:
            yield name, node


def _plan_tag(
    tag: Tag,
    line: tuple[str, ...],
    inside: Container[tuple[str, ...]],
    folder: str,
    names: PageNames,
) -> PlannedOverview:
    """Return the page of a tag: it opens its group, or is a page of the group around it."""
    path = names.claim(folder, _choose_folder(tag.name) or _choose_first(tag.group, "tag"))
    if line in inside:
        return PlannedOverview(path, line, tag.group, OVERVIEW, tag)
    return PlannedOverview(path, line[:-1] or ("",), tag.group, tag.group, tag)


class _OpenGroup(Struct):
    name: str
    entries: list[PlannedPage | PlannedOverview | _OpenGroup]
    inside: dict[str, _OpenGroup]

    def enter(self, name: str) -> _OpenGroup:
        """Return the group of a name inside this one, and create it if needed."""
        group = self.inside.get(name)
        if group is None:
            group = self.inside[name] = _OpenGroup(name, [], {})
            self.entries.append(group)
        return group

    def close(self) -> PlannedGroup:
        entries = (e.close() if isinstance(e, _OpenGroup) else e for e in self.entries)
        return PlannedGroup(self.name, tuple(entries))


class PageNames:
    """Gives every page a unique path, also on disks that ignore case."""

    def __init__(self) -> None:
        self._paths: set[str] = set()
        self._next: dict[str, int] = {}

    def claim_folder(self, folder: str) -> str:
        """Return the path of a folder's own page; nothing if it is taken."""
        path = folder or "index"
        if _fold(path) in self._paths:
            return ""
        self._paths.add(_fold(path))
        return path

    def claim(self, folder: str, name: str) -> str:
        """Return a page's path in a folder, with the first free number if it is taken."""
        start = f"{folder}/" if folder else ""
        number = self._next.get(start + name, int(name in DEVICES))
        while _fold(path := start + _add_number(name, number)) in self._paths:
            number += 1
        self._next[start + name] = number + 1
        self._paths.add(_fold(path))
        return path


def _choose_folder(tag: str) -> str:
    """Return the folder of a tag's pages; empty if the tag has no usable characters."""
    name = plan_name(tag)
    if not name.strip("-"):
        return ""
    return _add_number(name, int(name in DEVICES or name in _FOREIGN_FOLDERS))


def _add_number(name: str, number: int) -> str:
    """Return a name with a number (0 for none), cut to the limit of file systems."""
    end = f"-{number}" if number else ""
    room = MAX_NAME_BYTES - len(end)
    return name.encode()[:room].decode(errors="ignore") + end


def _fold(path: str) -> str:
    """Return a path in a form that is equal for paths with the same address or file name."""
    return fold_source(path).removesuffix("/index")


def _remove_unsafe(name: str) -> str:
    """Remove invisible characters (directions, joiners); unusual spaces become dashes."""
    return name if name.isascii() else "".join(_SAFE.get(category(c), c) for c in name)
