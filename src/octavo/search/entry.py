"""The search entry of a page: its facts for result lists, its sections, and its words."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from octavo.search.page_text import Section
from octavo.search.paths import list_path_terms
from octavo.search.words import split_words

if TYPE_CHECKING:
    from octavo.site.model import Page, Site

CODE, PROSE, NAME, HEADING, DESCRIPTION, TITLE = 0, 1, 2, 3, 4, 7
"""The places of a word, from the least important to the best; a page stores the best for each word.

They must fit into three bits. `theme/js/search/engine/rank.js` has the score of each.
"""

_MOST_CODE = 8_000
"""The most characters of code on a page whose words are indexed, because more is data."""
_MOST_TEXT = 20_000
_MOST_SHOWN_CODE = 4_000
"""The most characters of a page, and of its code, that are stored for result lists."""
_MOST_DESCRIPTION = 200
_LONG_TEXT = 1_000
_MOST_DASHES = 2
_CHRONICLES = frozenset(
    "blog changelog changelogs change-log history news release-notes releases whats-new".split()
)
"""Folders and files with pages about past changes."""
_BOOST_OF_CHRONICLE = 0.6
"""These pages have the words of all others, and seldom what readers look for."""


write_json = json.JSONEncoder(
    ensure_ascii=False, check_circular=False, separators=(",", ":")
).encode


class PageHead(NamedTuple):
    """The facts about a page without its text."""

    href: str
    title: str
    description: str
    breadcrumb: str
    operation: str
    """The method and path of the page's operation."""
    keywords: str
    """Additional words that find the page: an operation's id, and the author's keywords."""
    kind: str
    """`g` for a guide, `a` for an API page."""
    tab: str
    version: str
    boost: float
    mark: str = ""
    """The label next to the title, such as `Deprecated` or `Beta`."""


PlacedWords = tuple[str, ...]
"""The words of a page at each place, from `CODE` to `TITLE`, separated by line ends.

They are texts, because a large site has millions of words, and processes exchange them.
"""


class PageEntry(NamedTuple):
    """The data of a page for the index."""

    head: PageHead
    texts: str
    """The sections as JSON, for result lists: id, title, text, code."""
    words: PlacedWords
    """Its words by the best place of each."""
    length: int
    """Its length in characters."""


def is_searchable(page: Page, site: Site) -> bool:
    """Tell whether the search may find a page; the settings can exclude it."""
    from octavo.site.model import is_public  # noqa: PLC0415 (not if nothing changed)

    return page.settings.searchable is not False and is_public(page, site.settings)


def build_head(page: Page, site: Site, href: str, mark: str = "") -> PageHead:
    """Return the facts about a page before rendering."""
    section = site.sections.get(site.section_of.get(page.url, ""))
    groups = section.groups.get(page.url, ()) if section else ()
    settings = page.settings
    return PageHead(
        href,
        page.title,
        (page.description or settings.description or "")[:_MOST_DESCRIPTION],
        " / ".join(group.name for group in groups if group.name.strip()),
        page.operation,
        " ".join([*settings.keywords, settings.sidebar_title or "", page.operation_id]).strip(),
        "a" if page.is_api else "g",
        section.tab.name if section and section.tab and len(site.tabs) > 1 else "",
        page.version or "",
        _choose_boost(page) if settings.boost is None else settings.boost,
        mark,
    )


def _choose_boost(page: Page) -> float:
    """Return the default weight of a page."""
    is_chronicle = not page.is_api and not _CHRONICLES.isdisjoint(page.url.lower().split("/"))
    return _BOOST_OF_CHRONICLE if is_chronicle else 1.0


def build_entry(head: PageHead, sections: Sequence[Section]) -> PageEntry:
    """Return the entry of a page."""
    code = "\n".join([section.code for section in sections if section.code])
    return PageEntry(
        head,
        _write_texts(sections),
        _place_words(head, sections, code[:_MOST_CODE]),
        sum([len(section.text) for section in sections]) + min(len(code), _MOST_CODE),
    )


def _place_words(head: PageHead, sections: Sequence[Section], code: str) -> PlacedWords:
    """Return the words of a page, each at its best place, in any order."""
    names = [section.names for section in sections if section.names]
    titles = " ".join([section.title for section in sections])
    texts = {
        TITLE: head.title,
        DESCRIPTION: f"{head.description} {head.keywords} {head.mark}",
        HEADING: f"{titles} {head.operation}",
        NAME: " ".join([head.breadcrumb, *_list_address(head.href), *names]),
    }
    words_at = {place: set(split_words(text)) for place, text in texts.items()}
    words_at[PROSE] = _collect_prose([section.text for section in sections])
    words_at[CODE] = set(split_words(code)) if code else set()
    better: list[set[str]] = []
    for words in filter(None, words_at.values()):
        words.difference_update(*better)
        better.append(words)
    for term, place in list_path_terms(head.operation).items() if head.operation else ():
        words_at[place].add(term)
    return tuple(["\n".join(words_at.get(place, ())) for place in range(TITLE + 1)])


def _list_address(href: str) -> list[str]:
    """Return the words of an address.

    Readers type `quickstart` for `quick-start`; an address with more dashes becomes single words.
    """
    parts = href.split("/")
    return [part.replace("-", " ") if part.count("-") > _MOST_DASHES else part for part in parts]


def _collect_prose(texts: Sequence[str]) -> set[str]:
    words: set[str] = set()
    short_texts = []
    for text in texts:
        if len(text) <= _LONG_TEXT:
            short_texts.append(text)
        else:
            # Responses with the same body differ in their first lines.
            first_line, _, rest = text.partition("\n")
            short_texts.append(first_line)
            words |= _collect_long(rest)
    words.update(split_words("\n".join(short_texts).lower()))
    return words


@lru_cache(maxsize=512)
def _collect_long(text: str) -> frozenset[str]:
    """Return the words of a long text; operations of an API share those of their bodies."""
    return frozenset(split_words(text.lower()))


def _write_texts(sections: Sequence[Section]) -> str:
    """Return the sections as JSON, up to the limit of size."""
    text_room, code_room = _MOST_TEXT, _MOST_SHOWN_CODE
    rows = []
    for section in sections:
        text, code = section.text[:text_room], section.code[:code_room]
        text_room -= len(text)
        code_room -= len(code)
        rows.append([section.id, section.title, text, code] if code else [*section[:2], text])
    return write_json(rows)
