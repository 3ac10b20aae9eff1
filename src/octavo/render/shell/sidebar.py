"""Renders the sidebar: once for each section, then marked for each page.

Each page of a small section contains the whole sidebar. In a large section, that would make every
page as long as the site. So a page contains its own branch (for a long one, the part around
itself), and links to the groups around it. The whole tree is a shared fragment that the browser
loads once. A huge one loads only for readers who use the sidebar.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from octavo.render.basis.html import escape_attribute, escape_text
from octavo.render.basis.names import LONGEST_NAME, render_badges, render_standing, shorten_name
from octavo.render.basis.wording import ENGLISH, Wording
from octavo.render.shell.icons import ChromeIcons
from octavo.site.links import LinkResolver
from octavo.site.model import Entry, Group, PageLink, Section
from octavo.site.navigation import walk_links
from octavo.values import Struct

_WHOLE_UP_TO = 80
"""The most entries of a section that is not divided."""
_LONG_FROM = 40
"""The number of entries from which a section has a filter."""
_AT_ONCE_UP_TO = 1_000
"""The most entries of a tree that loads at once; larger ones load on demand."""
_GROUPS_AROUND = 10
"""The number of linked groups before and after its own on a page of a large section."""
_ENTRIES_AROUND = 25
"""How many entries of its group a page shows before and after itself."""

_LETTERS_OF_GROUPS, _LETTERS_OF_ENTRIES = 6_000, 12_000
"""The most characters in the HTML of either."""
_LETTERS_OF_A_SMALL_ONE = 16_000
"""The most characters in the names and addresses of an undivided section."""

_BADGE = "nav-tag nav-badge"
_MOST_BADGES = 2

_SHORT_METHODS = {"DELETE": "DEL", "OPTIONS": "OPT", "WEBHOOK": "HOOK"}


class _Part(Struct, frozen=True):
    """A top-level entry as HTML: a group with its entries, or one link."""

    opening: str
    entries: tuple[str, ...]
    closing: str

    def render(self, at: int | None = None) -> str:
        """Return the whole entry, or the part around one of its entries."""
        entries = self.entries
        if at is not None:
            entries = entries[_find_around(entries, at, _ENTRIES_AROUND, _LETTERS_OF_ENTRIES)]
        return f"{self.opening}{''.join(entries)}{self.closing}"


def _find_around(entries: Sequence[str], at: int, most: int, most_letters: int) -> slice:
    """Return the range of entries around one: up to a number on each side, fewer if long."""
    first, last = max(0, at - most), min(len(entries), at + most + 1)
    letters = sum(map(len, entries[first:last]))
    while letters > most_letters and last - first > 1:
        if at - first >= last - 1 - at:
            letters -= len(entries[first])
            first += 1
        else:
            last -= 1
            letters -= len(entries[last])
    return slice(first, last)


class Branch(Struct, frozen=True):
    """The part of a large section's tree on a page, between links to others."""

    before: str
    part: _Part
    at: int
    after: str

    def render(self) -> str:
        """Return the HTML."""
        return f"{self.before}{self.part.render(self.at)}{self.after}"


class Sidebar(Struct, frozen=True):
    """A section's sidebar, ready to be marked for a page."""

    whole: str
    """The complete tree."""
    branches: Mapping[str, Branch]
    """For a large section, the part for each page by URL. Empty for a small one."""
    groups: Mapping[str, tuple[int, ...]]
    """The numbers of the collapsible groups around each page."""
    hrefs: Mapping[str, str]
    is_long: bool
    """Whether readers can filter it."""

    @property
    def is_large(self) -> bool:
        """Whether pages contain only a part of the tree."""
        return bool(self.branches)

    @property
    def is_huge(self) -> bool:
        """Whether pages are lighter without the tree, which then loads on demand."""
        return len(self.branches) > _AT_ONCE_UP_TO

    def render_for(self, url: str) -> str:
        """Return the sidebar of a page: its entry is marked, and the groups around it are open."""
        branch = self.branches.get(url)
        html = branch.render() if branch else self.whole
        for number in self.groups.get(url, ()):
            html = html.replace(
                f'<details data-group="{number}"', f'<details data-group="{number}" open', 1
            )
        href = self.hrefs.get(url)
        if href is None:
            return html
        return html.replace(f'href="{href}"', f'href="{href}" aria-current="page"', 1)


def render_sidebar(
    section: Section, links: LinkResolver, icons: ChromeIcons, say: Wording = ENGLISH
) -> Sidebar:
    """Render a section's sidebar."""
    writer = _Writer(links, icons, say)
    parts = [writer.write_top(entry) for entry in section.entries]
    branches = {}
    if writer.entries > _WHOLE_UP_TO or writer.letters > _LETTERS_OF_A_SMALL_ONE:
        branches = _plan_branches(section, parts, links)
    whole = "".join(part.render() for part in parts)
    is_long = writer.entries >= _LONG_FROM
    return Sidebar(whole, branches, writer.groups, writer.hrefs, is_long)


def _plan_branches(section: Section, parts: list[_Part], links: LinkResolver) -> dict[str, Branch]:
    """Return, for each page, its own top-level group between links to its neighbors."""
    heads = [_group_link(entry, links) for entry in section.entries]
    branches: dict[str, Branch] = {}
    for index, entry in enumerate(section.entries):
        around = _find_around(heads, index, _GROUPS_AROUND, _LETTERS_OF_GROUPS)
        before = "".join(heads[around.start : index])
        after = "".join(heads[index + 1 : around.stop])
        children = entry.entries if isinstance(entry, Group) else (entry,)
        for at, child in enumerate(children):
            for url in _list_urls(child):
                branches.setdefault(url, Branch(before, parts[index], at, after))
    return branches


def _group_link(entry: Entry, links: LinkResolver) -> str:
    first = next(_list_urls(entry), None)
    if first is None:
        return ""
    name = entry.name if isinstance(entry, Group) else entry.label
    href = escape_attribute(links.link_page(first))
    count = _render_count(entry)
    return (
        f'<div class="sidebar-group{" is-folded" * bool(count)}"><p class="sidebar-title">'
        f'<a href="{href}">{escape_text(shorten_name(name))}{count}</a></p></div>'
    )


def _render_count(entry: Entry) -> str:
    """Return the number of entries in a group of operations that folds; empty for other groups."""
    links = [link for link, _ in walk_links([entry])]
    is_folded = isinstance(entry, Group) and any(link.method for link in links)
    return f' <span class="nav-count">{len(links)}</span>' if is_folded else ""


def _list_urls(entry: Entry) -> Iterator[str]:
    if not isinstance(entry, Group):
        return iter(() if entry.external else (entry.url,))
    return (link.url for link, _ in walk_links([entry]) if not link.external)


def _render_method(method: str) -> str:
    """Return the method before a label; long words are cut, but read out in full."""
    short = _SHORT_METHODS.get(method, method)
    kind = escape_attribute(method.lower())
    if short == method:
        return f'<span class="nav-method" data-method="{kind}">{escape_text(method)}</span> '
    return f'<abbr class="nav-method" data-method="{kind}" title="{method}">{short}</abbr> '


class _Writer:
    def __init__(self, links: LinkResolver, icons: ChromeIcons, say: Wording) -> None:
        self.say = say
        self.links = links
        self.icons = icons
        self.entries = 0
        self.letters = 0
        self.groups: dict[str, tuple[int, ...]] = {}
        self.hrefs: dict[str, str] = {}
        self._open: tuple[int, ...] = ()
        self._number = 0

    def write_top(self, entry: Entry) -> _Part:
        """Return a top-level entry: groups are titles with a list, those of operations fold."""
        if not isinstance(entry, Group):
            return _Part('<ul class="sidebar-list">', (self._write_entry(entry),), "</ul>")
        name = escape_text(shorten_name(entry.name))
        if entry.name.strip() and (count := _render_count(entry)):
            number, items = self._write_inside(entry)
            opening = (
                f'<details data-group="{number}" class="sidebar-group">'
                f'<summary class="sidebar-title">{name}{count}</summary><ul class="sidebar-list">'
            )
            return _Part(opening, items, "</ul></details>")
        title = f'<p class="sidebar-title">{name}</p>' if entry.name.strip() else ""
        items = tuple(map(self._write_entry, entry.entries))
        opening = f'<div class="sidebar-group">{title}<ul class="sidebar-list">'
        return _Part(opening, items, "</ul></div>")

    def _write_inside(self, group: Group) -> tuple[int, tuple[str, ...]]:
        """Return the number of a group that folds, and its entries."""
        self._number += 1
        number, outer = self._number, self._open
        self._open = (*outer, number)
        items = tuple(map(self._write_entry, group.entries))
        self._open = outer
        return number, items

    def _write_entry(self, entry: Entry) -> str:
        self.entries += 1
        return self._write_group(entry) if isinstance(entry, Group) else self._write_link(entry)

    def _write_group(self, group: Group) -> str:
        number, items = self._write_inside(group)
        name = self.icons.render(group.icon, group.icon_type) + escape_text(
            shorten_name(group.name)
        )
        return (
            f'<li><details data-group="{number}"><summary>{name}{_render_count(group)}</summary>'
            f'<ul class="sidebar-list">{"".join(items)}</ul></details></li>'
        )

    def _write_link(self, link: PageLink) -> str:
        label = self.icons.render(link.icon, link.icon_type) + escape_text(shorten_name(link.label))
        if link.deprecated:  # This is in the line of its title, which keeps its width.
            label += f' <span class="{_BADGE} badge-yellow">{self.say("deprecated")}</span>'
        if link.badges:
            badges = link.badges[: _MOST_BADGES - link.deprecated]
            label += f" {render_badges(badges, _BADGE, self.say)}"
        if link.path:  # This is below the label, which may be cut.
            path = f'<code class="nav-path">{escape_text(link.path)}</code>'
            label = f'<span class="nav-lines"><span>{label}</span> {path}</span>'
        elif link.method or link.deprecated or link.badges:
            label = f"<span>{label}</span>"
        if link.method:
            label = _render_method(link.method) + label
        if link.tag:
            label += f' <span class="nav-tag">{escape_text(link.tag)}</span>'
        if badge := render_standing(link.standing, self.say):
            label += f' <span class="nav-tag">{badge}</span>'
        if link.external:
            href = escape_attribute(link.url)
            return f'<li><a href="{href}" target="_blank" rel="noopener">{label}</a></li>'
        href = escape_attribute(self.links.link_page(link.url))
        self.letters += len(href) + min(len(link.label), LONGEST_NAME)
        self.groups.setdefault(link.url, self._open)
        self.hrefs.setdefault(link.url, href)
        return f'<li><a href="{href}">{label}</a></li>'
