"""Writes the files for language models: `llms.txt` lists the twins, `llms-full.txt` joins them.

Both follow the navigation. A part of the second file is a twin with the address of its page.
`full_text` plans several files if it is too long.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from octavo.render.twin.text import escape_text, join_lines, write_address
from octavo.site.links import LinkResolver
from octavo.site.model import Division, Entry, Group, Page, Section, Site

_MARK = b"Source: "


def list_in_order(site: Site) -> list[str]:
    """Return the URLs of the pages with a twin, in the order of the navigation."""
    listed = (url for section in site.sections.values() for url in section.order)
    return [url for url in dict.fromkeys([*listed, *site.pages]) if url in site.twins]


def write_llms(site: Site, links: LinkResolver, full_text: Sequence[str] = ()) -> bytes:
    """Return the list of a site's twins, with their descriptions.

    `full_text` has links to the files with all texts, if there are several.
    """
    blocks = [f"# {escape_text(join_lines(site.settings.name))}"]
    description = site.settings.metadata.get("description")
    if description:
        blocks.append(f"> {escape_text(join_lines(description))}")
    lister = _Lister(site, links)
    for title, items in lister.list_groups():
        blocks += [f"## {escape_text(join_lines(title))}", "\n".join(items)]
    for title, items in (
        ("Full text", list(full_text)),
        ("OpenAPI", lister.list_documents()),
        ("Optional", lister.list_further()),
    ):
        if items:
            blocks += [f"## {title}", "\n".join(items)]
    return ("\n\n".join(blocks) + "\n").encode("utf-8", "replace")


def name_section(site: Site, section: Section) -> str:
    """Return the distinctive name of a section: its version, its tab or anchor."""
    division = section.anchor if section.anchor and section.anchor.prefix else section.tab
    has_others = len(site.tabs) + len(site.anchors) > 1
    names = [section.version or "", division.name if division and has_others else ""]
    return " ".join(filter(None, names))


class _Lister:
    """Lists the pages of one site at their first place in the navigation."""

    def __init__(self, site: Site, links: LinkResolver) -> None:
        self._site = site
        self._links = links
        self._listed: set[str] = set()
        self._further: dict[str, str] = {}

    def list_groups(self) -> Iterator[tuple[str, list[str]]]:
        """Yield the groups of all sections with their pages, then the pages outside of groups."""
        for section in self._site.sections.values():
            name = name_section(self._site, section)
            alone: list[str] = []
            groups: list[tuple[str, list[str]]] = []
            for entry in section.entries:
                items = list(self._list_entry(entry))
                if isinstance(entry, Group) and entry.name.strip():
                    title = f"{name}: {entry.name}" if name else entry.name
                    groups.append((title, items))
                else:
                    alone += items
            groups.insert(0, (name or "Pages", alone))
            yield from ((title, items) for title, items in groups if items)
        others = [url for url in list_in_order(self._site) if url not in self._listed]
        if others:
            yield "More pages", [self._write_page(self._site.pages[url]) for url in others]

    def list_documents(self) -> list[str]:
        """Return the API documents that readers can download."""
        if not self._site.api_documents:
            return []
        from octavo.render.listings.downloads import Downloads  # noqa: PLC0415 (many sites have none)

        return [
            f"- [{escape_text(each.label)}]({self._link(each.href)})"
            for each in Downloads(self._site, self._links).list_documents()
        ]

    def list_further(self) -> list[str]:
        """Return the external links of the navigation."""
        divisions: list[Division] = [*self._site.tabs, *self._site.anchors]
        for division in divisions:
            if division.external and not division.hidden:
                self._further.setdefault(division.target, division.name)
        return [
            f"- [{escape_text(join_lines(name))}]({write_address(address)})"
            for address, name in self._further.items()
        ]

    def _list_entry(self, entry: Entry) -> Iterator[str]:
        if isinstance(entry, Group):
            for each in entry.entries:
                yield from self._list_entry(each)
        elif entry.external:
            self._further.setdefault(entry.url, entry.label)
        elif entry.url in self._site.twins and entry.url not in self._listed:
            self._listed.add(entry.url)
            yield self._write_page(self._site.pages[entry.url])

    def _write_page(self, page: Page) -> str:
        address = self._link(self._links.link_twin(page.url))
        line = f"- [{escape_text(join_lines(page.title))}]({address})"
        description = page.description
        return f"{line}: {escape_text(join_lines(description))}" if description else line

    def _link(self, href: str) -> str:
        return write_address(self._links.build_absolute(href))


def build_part(twin: bytes, address: str) -> bytes:
    """Return the part of a page: its twin, with the address of the page below the title."""
    title, _, rest = twin.partition(b"\n")
    return b"".join([title, b"\n", _MARK, address.encode(), b"\n", rest, b"\n"])


def measure_part(twin_size: int, address: str) -> int:
    """Return the size of a page's part in bytes, for a twin of this size."""
    return twin_size + len(_MARK) + len(address.encode()) + 2
