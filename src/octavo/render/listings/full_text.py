"""Plans the files with the whole text of a site: `llms-full.txt`, or several if it is too long.

Then each tab has a file. A tab that is too long has one for each group, and a group that is too
long has several. `llms-full.txt` lists them. The distribution depends only on the navigation and on
the sizes of twins, so that partial builds know the file of each page.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from octavo.project.names import is_device
from octavo.render.listings.llms import list_in_order, name_section
from octavo.render.twin.text import escape_text, join_lines, write_address
from octavo.site.links import LinkResolver
from octavo.site.model import Site
from octavo.site.urls import LLMS_FULL, build_file_href

FOLDER = "llms-full"
MOST_BYTES = 5_000_000
"""The most bytes of a file, because programs read it at once."""
_LONGEST_NAME = 100
OTHER_PAGES = "Pages"
"""The title for pages outside of tabs and groups."""


class TwinGroup(NamedTuple):
    """Consecutive pages of one group of a tab."""

    tab: str
    group: str
    urls: Sequence[str]


class FullFile(NamedTuple):
    """A file with the twins of some pages."""

    output: str
    title: str
    urls: Sequence[str]


def list_twin_groups(site: Site) -> list[TwinGroup]:
    """Return the pages with a twin, in the order of the navigation."""
    names: dict[str, tuple[str, str]] = {}
    for section in site.sections.values():
        tab = name_section(site, section)
        for url in section.order:
            around = section.groups[url]
            names.setdefault(url, (tab, around[0].name.strip() if around else ""))
    in_order = groupby(list_in_order(site), key=lambda url: names.get(url, ("", "")))
    return [TwinGroup(tab, group, tuple(urls)) for (tab, group), urls in in_order]


def plan_full_text(
    groups: Iterable[TwinGroup], sizes: Mapping[str, int], twins: Iterable[str]
) -> list[FullFile]:
    """Return the files for pages with parts of these sizes; one if it is not too long.

    `twins` are the URLs of all pages with a twin, whose file names are taken. Pages without a size
    have no part.
    """
    groups = [each._replace(urls=[url for url in each.urls if url in sizes]) for each in groups]
    if sum(sizes.values()) <= MOST_BYTES:
        return [FullFile(LLMS_FULL, "", [url for each in groups for url in each.urls])]
    from octavo.openapi.page_plan import PageNames  # noqa: PLC0415 (most sites are short)

    names = PageNames()
    for url in twins:
        if url.startswith(f"/{FOLDER}/"):
            folder, _, name = url[1:].rpartition("/")
            names.claim(folder, name)
    files = []
    for place, urls in _cut(groups, sizes):
        titles = [*filter(None, place)] or [OTHER_PAGES]
        *folders, name = map(_plan_name, titles)
        path = names.claim("/".join([FOLDER, *folders]), name)
        files.append(FullFile(f"{path}.md", ": ".join(titles), urls))
    return files


def _plan_name(title: str) -> str:
    """Return the name of a file or folder that every disk can store with any ending."""
    from octavo.openapi.page_plan import plan_name  # noqa: PLC0415 (see plan_full_text)

    name = plan_name(title).encode()[:_LONGEST_NAME].decode(errors="ignore").strip("-.")
    return f"{name}-pages".lstrip("-") if not name or is_device(name) else name


def _cut(
    groups: Sequence[TwinGroup], sizes: Mapping[str, int]
) -> Iterator[tuple[tuple[str, ...], list[str]]]:
    """Yield the pages of each file with its title: a tab, or a tab and a group."""
    for tab, of_tab in groupby(groups, key=lambda each: each.tab):
        members = list(of_tab)
        urls = [url for each in members for url in each.urls]
        if sum(sizes[url] for url in urls) <= MOST_BYTES:
            yield from [((tab,), urls)] if urls else []
            continue
        for each in members:
            yield from (((tab, each.group), piece) for piece in _cut_group(each.urls, sizes))


def _cut_group(urls: Iterable[str], sizes: Mapping[str, int]) -> Iterator[list[str]]:
    piece: list[str] = []
    room = MOST_BYTES
    for url in urls:
        if piece and sizes[url] > room:
            yield piece
            piece, room = [], MOST_BYTES
        piece.append(url)
        room -= sizes[url]
    if piece:
        yield piece


def list_full_files(files: Sequence[FullFile], links: LinkResolver) -> list[str]:
    """Return lines with links to the files; empty if there is only the standard one."""
    return [
        f"- [{escape_text(join_lines(file.title))}]({_link(file.output, links)}): "
        f"{len(file.urls):,} {'page' if len(file.urls) == 1 else 'pages'}"
        for file in files
        if file.output != LLMS_FULL
    ]


def write_full_index(site: Site, files: Sequence[FullFile], links: LinkResolver) -> bytes:
    """Return the text of `llms-full.txt` if the content is in several files."""
    blocks = [
        f"# {escape_text(join_lines(site.settings.name))}",
        "The text of all pages is in these files, in the order of the navigation.",
        "\n".join(list_full_files(files, links)),
    ]
    return ("\n\n".join(blocks) + "\n").encode("utf-8", "replace")


def _link(output: str, links: LinkResolver) -> str:
    return write_address(links.build_absolute(build_file_href(output, links.base_path)))
