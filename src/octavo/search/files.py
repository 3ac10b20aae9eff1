"""Writes and reads the files of the search index: one to load first, others on demand.

- `search.json` has the names of the other files, and a letter for each fact of each page that
  affects the order of results.
- Parts of the index: rows of a term and its postings, each as the distance from the last one.
- Lists of pages: their facts for results, 32 at a time, and the names of their texts. Small sites
  have several in a file, so that all of them load before they are needed.
- Texts of some pages: their sections, to find and cite the best one.
- The words of titles and headings, for typing mistakes.

All but the first are named by their content, so that browsers cache them.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import sub
from typing import Any

from octavo.search.entry import HEADING, NAME, TITLE, PageEntry, PageHead, write_json
from octavo.search.index import Postings, cut_parts, join_words
from octavo.search.words import list_terms, split_words
from octavo.values import Struct

MANIFEST = "_octavo/search.json"
"""The file to load first; any page changes it, so its name has no hash."""
FOLDER = "_octavo/search/"

_PAGES_IN_LIST = 32
_LISTS_IN_FILE = 8
_SMALL_LISTS = 150_000
"""The size of all lists in characters up to which files contain several, about 30 KB compressed."""
_TEXTS_IN_FILE = 8_000
"""The characters per file, so that the texts of one result are about 3 KB, compressed."""
_SMALL_SITE = 500
"""The number of pages up to which field names are also matched with typing mistakes."""
_FIRST_LETTER = 35
"""The letter code of the number 0."""
_MOST = 90

Load = Callable[[str], bytes]
"""Returns a file by its output."""


class SearchIndex(Struct, frozen=True):
    """All data in the files of an index."""

    heads: Sequence[PageHead]
    texts: Sequence[str]
    """The sections of each page as JSON."""
    lengths: Sequence[str]
    """A letter for the length of each page."""
    postings: Mapping[str, Postings]
    lists_in_file: int
    start: tuple[int, ...] = ()
    """The numbers of the pages that are shown before a query."""


def build_index(entries: Sequence[PageEntry], start: tuple[int, ...] = ()) -> SearchIndex:
    """Return the index of pages."""
    heads = [entry.head for entry in entries]
    return SearchIndex(
        heads,
        [entry.texts for entry in entries],
        [_write_length(entry.length) for entry in entries],
        join_words([entry.words for entry in entries]),
        _count_lists_in_file(heads),
        start,
    )


def _count_lists_in_file(heads: Iterable[PageHead]) -> int:
    letters = sum([sum(map(len, _write_head(head))) for head in heads])
    return _LISTS_IN_FILE if letters <= _SMALL_LISTS else 1


def read_heads(load: Load) -> list[PageHead]:
    """Return the facts about each page in an index, in reading order as far as known.

    Raises `KeyError` or `ValueError` for invalid files.
    """
    manifest = json.loads(load(MANIFEST))
    pages = (
        row for name in manifest["lists"] for each in _read(load, name) for row in each["pages"]
    )
    heads = [_read_head(row, manifest, at) for at, row in enumerate(pages)]
    first = dict.fromkeys(manifest["start"])
    return [heads[at] for at in (*first, *(at for at in range(len(heads)) if at not in first))]


def write_index(index: SearchIndex) -> dict[str, bytes]:
    """Return the files of an index by their outputs."""
    files = _Files()
    prefixes, parts = [], []
    heads = index.heads
    # An index is mostly numbers, often the same ones, so each is formatted once.
    numbers = list(map(str, range(len(heads) << 3)))
    for prefix, terms in cut_parts(index.postings, len(heads)):
        prefixes.append(prefix)
        parts.append(files.put(_write_part(terms, index.postings, numbers)))
    # The order is the reading order, as far as the first pages of each part show it.
    in_order = [*(heads[number] for number in index.start), *heads]
    tabs, versions = _list_values(in_order, "tab"), _list_values(in_order, "version")
    manifest = {
        "pages": len(heads),
        "prefixes": prefixes,
        "parts": parts,
        "words": files.put(_write_words(index)),
        "listsInFile": index.lists_in_file,
        "lists": _put_lists(files, index),
        "titles": "".join([_write_number(_count_title_words(head.title)) for head in heads]),
        "lengths": "".join(index.lengths),
        "kinds": "".join([head.kind for head in heads]),
        "tabs": tabs,
        "tabOf": _write_places(heads, "tab", tabs),
        "versions": versions,
        "versionOf": _write_places(heads, "version", versions),
        "boosts": {at: head.boost for at, head in enumerate(heads) if head.boost != 1},
        "start": index.start,
    }
    return {**files.new, MANIFEST: _dump(manifest)}


class _Files:
    """Files named by their content."""

    def __init__(self) -> None:
        self.new: dict[str, bytes] = {}

    def put(self, data: bytes) -> str:
        """Add a file and return its name."""
        name = hashlib.blake2b(data, digest_size=6).hexdigest()
        self.new[f"{FOLDER}{name}.json"] = data
        return name


def _read(load: Load, name: str) -> Any:
    return json.loads(load(f"{FOLDER}{name}.json"))


def _put_lists(files: _Files, index: SearchIndex) -> list[str]:
    """Add the lists of pages, and their texts; return the names of the files."""
    starts = range(0, len(index.heads), _PAGES_IN_LIST)
    lists = [_put_list(files, index, start) for start in starts]
    at_once = index.lists_in_file
    return [files.put(_dump(lists[at : at + at_once])) for at in range(0, len(lists), at_once)]


def _put_list(files: _Files, index: SearchIndex, start: int) -> dict[str, Any]:
    """Add the texts of a list, and return the list's content."""
    sections = index.texts[start : start + _PAGES_IN_LIST]
    # Files have equal numbers of pages, so that a changed text moves only nearby ones.
    count = min(len(sections), math.ceil(sum(map(len, sections)) / _TEXTS_IN_FILE)) or 1
    size = math.ceil(len(sections) / count)
    names = [
        files.put(f"[{','.join(sections[at : at + size])}]".encode("utf-8", "replace"))
        for at in range(0, len(sections), size)
    ]
    rows = [_write_head(head) for head in index.heads[start : start + _PAGES_IN_LIST]]
    return {"pages": rows, "size": size, "texts": names}


def _write_part(
    terms: Iterable[str], postings: Mapping[str, Postings], numbers: Sequence[str]
) -> bytes:
    """Return rows as JSON."""
    rows = []
    for term in terms:
        pages = postings[term]
        distances = map(sub, pages, [0, *pages])
        rows.append(f"[{write_json(term)},{','.join(map(numbers.__getitem__, distances))}]")
    return f"[{','.join(rows)}]".encode("utf-8", "replace")


def _write_words(index: SearchIndex) -> bytes:
    count = len(index.heads)
    least = NAME if count <= _SMALL_SITE else HEADING
    good = {page << 3 | place for page in range(count) for place in range(least, TITLE + 1)}
    """The postings of titles and headings, in a set for fast lookups."""
    words = (
        term
        for term, pages in index.postings.items()
        if len(term) > 3 and "/" not in term and not good.isdisjoint(pages)
    )
    return _dump(" ".join(sorted(words)))


def _write_head(head: PageHead) -> list[str]:
    """Return a page's facts for results and its keywords, without empty texts at the end."""
    row = [
        head.href,
        head.title,
        head.description,
        head.breadcrumb,
        head.operation,
        head.keywords,
        head.mark,
    ]
    while not row[-1]:
        row.pop()
    return row


def _read_head(row: Sequence[str], manifest: Mapping[str, Any], at: int) -> PageHead:
    href, title, description, breadcrumb, operation, keywords, mark = (*row, *[""] * (7 - len(row)))
    return PageHead(
        href,
        title,
        description,
        breadcrumb,
        operation,
        keywords,
        manifest["kinds"][at],
        _read_place(manifest, "tab", at),
        _read_place(manifest, "version", at),
        manifest["boosts"].get(str(at), 1.0),
        mark,
    )


def _count_title_words(title: str) -> int:
    """Return the number of words in a title, as readers would type them."""
    words = split_words(title)
    return len(words) if title.isascii() else sum(len(_list_wholes(word)) for word in words)


def _list_wholes(word: str) -> list[str]:
    """Return a word, or each pair of letters for a script without spaces."""
    terms = list_terms(word)
    return terms if len(terms) > 1 and all(len(term) == 2 for term in terms) else terms[:1]


def _write_length(letters: int) -> str:
    """Return a letter for a length, with larger steps for larger lengths."""
    return _write_number(round(4 * math.log2(1 + letters / 64)))


def _write_number(number: int) -> str:
    """Return a letter for a number, avoiding characters that JSON escapes."""
    code = _FIRST_LETTER + min(number, _MOST)
    return chr(code if code < ord("\\") else code + 1)


def _read_number(letter: str) -> int:
    return ord(letter) - _FIRST_LETTER - (letter > "\\")


def _list_values(heads: Iterable[PageHead], name: str) -> list[str]:
    return [each for each in dict.fromkeys(getattr(head, name) for head in heads) if each]


def _write_places(heads: Iterable[PageHead], name: str, values: Sequence[str]) -> str:
    """Return a letter per page: its index among the values, 0 for none; empty without values."""
    if not values:
        return ""
    letters = {value: _write_number(at) for at, value in enumerate(["", *values])}
    return "".join([letters[getattr(head, name)] for head in heads])


def _read_place(manifest: Mapping[str, Any], name: str, page: int) -> str:
    letters = manifest[f"{name}Of"]
    at = _read_number(letters[page]) if letters else 0
    values: Sequence[str] = manifest[f"{name}s"]
    return values[at - 1] if at else ""


def _dump(value: object) -> bytes:
    return write_json(value).encode("utf-8", "replace")
