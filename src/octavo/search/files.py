"""The search index as files: what a browser loads first, and what it loads when it needs it.

- `search.json` says how the rest is called, and holds a letter for each fact of each page that
  the order of results depends on.
- Parts of the index: rows of a term and its postings, each as the distance from the one before.
- Lists of pages: what results show of them, 32 at a time, and how their texts are called. Small
  sites have several in a file, so that all of them can be loaded before they are needed.
- Texts of some pages: their sections, to find the best one and to cite it.
- The words of titles and headings, for readers who mistype.

All but the first are named by their content, so that browsers keep them.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import accumulate
from operator import sub
from typing import Any

from octavo.search.entry import HEADING, NAME, TITLE, PageEntry, PageHead, write_json
from octavo.search.index import Postings, cut_parts, join_words, replace_page
from octavo.search.words import list_terms, split_words
from octavo.values import dataclass, field, replace

MANIFEST = "_octavo/search.json"
"""What is loaded first; any page changes it, so its name has no hash."""
FOLDER = "_octavo/search/"

_PAGES_IN_LIST = 32
_LISTS_IN_FILE = 8
_SMALL_LISTS = 150_000
"""Letters of all lists up to which several are in a file: some 30 KB, compressed."""
_TEXTS_IN_FILE = 8_000
"""Letters, so that the texts of one result are some 3 KB, compressed."""
_SMALL_SITE = 500
"""Pages up to which names of fields are among the words for readers who mistype."""
_FIRST_LETTER = 35
"""What 0 is written as where a letter stands for a number."""
_MOST = 90

Load = Callable[[str], bytes]
"""Returns a file by its output."""


@dataclass(frozen=True, slots=True)
class PublishedPart:
    """A part of the index as it was published."""

    name: str
    postings: Mapping[str, Postings]


@dataclass(frozen=True, slots=True)
class PublishedList:
    """A list of pages as it was published."""

    name: str
    """The name of its file, in which others may be, too."""
    size: int
    """How many texts are in a file."""
    texts: Sequence[str]
    """The names of the files of texts."""


@dataclass(frozen=True, slots=True)
class SearchIndex:
    """Everything that the files of an index hold."""

    heads: Sequence[PageHead]
    texts: Sequence[str | None]
    """The sections of each page as JSON; None where a published file has them."""
    lengths: Sequence[str]
    """A letter for the length of each page."""
    postings: Mapping[str, Postings]
    lists_in_file: int
    start: tuple[int, ...] = ()
    """The numbers of pages that are shown before anything is typed."""
    parts: Mapping[str, PublishedPart] = field(default_factory=dict)
    """The parts that were published, by the letters they begin with."""
    lists: Sequence[PublishedList] = ()
    """The lists that were published."""


@dataclass(frozen=True, slots=True)
class IndexFiles:
    """The files of an index by their outputs, and those that stay as they were published."""

    new: Mapping[str, bytes]
    kept: frozenset[str] = frozenset()


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


def read_index(load: Load) -> SearchIndex:
    """Return the index that files hold, without texts; `load` returns a file by its output.

    Raises `KeyError` or `ValueError` where they are not as they were written.
    """
    manifest = json.loads(load(MANIFEST))
    parts = {
        prefix: PublishedPart(
            name, {row[0]: list(accumulate(row[1:])) for row in _read(load, name)}
        )
        for prefix, name in zip(manifest["prefixes"], manifest["parts"], strict=True)
    }
    heads, lists = _read_lists(load, manifest)
    return SearchIndex(
        heads,
        [None] * len(heads),
        list(manifest["lengths"]),
        {term: pages for part in parts.values() for term, pages in part.postings.items()},
        manifest["listsInFile"],
        tuple(manifest["start"]),
        parts,
        lists,
    )


def read_heads(load: Load) -> list[PageHead]:
    """Return what an index knows of each page, in the order of reading as far as it tells it.

    Raises as `read_index` does, and reads nothing of the texts and words.
    """
    manifest = json.loads(load(MANIFEST))
    heads, _ = _read_lists(load, manifest)
    first = dict.fromkeys(manifest["start"])
    return [heads[at] for at in (*first, *(at for at in range(len(heads)) if at not in first))]


def _read_lists(
    load: Load, manifest: Mapping[str, Any]
) -> tuple[list[PageHead], list[PublishedList]]:
    heads: list[PageHead] = []
    lists: list[PublishedList] = []
    for name in manifest["lists"]:
        for each in _read(load, name):
            heads += [
                _read_head(row, manifest, at) for at, row in enumerate(each["pages"], len(heads))
            ]
            lists.append(PublishedList(name, each["size"], each["texts"]))
    return heads, lists


def change_entries(index: SearchIndex, entries: Mapping[int, PageEntry], load: Load) -> SearchIndex:
    """Return a published index after the texts of some pages have changed, by their numbers."""
    texts, lengths, postings = list(index.texts), list(index.lengths), index.postings
    for at in {number // _PAGES_IN_LIST for number in entries}:
        start = at * _PAGES_IN_LIST
        texts[start : start + _PAGES_IN_LIST] = [
            write_json(page) for name in index.lists[at].texts for page in _read(load, name)
        ]
    for number, entry in entries.items():
        texts[number] = entry.texts
        lengths[number] = _write_length(entry.length)
        postings = replace_page(postings, number, entry.words)
    return replace(index, texts=texts, lengths=lengths, postings=postings)


def write_index(index: SearchIndex) -> IndexFiles:
    """Return the files of an index; what has not changed since it was published is kept."""
    files = _Files()
    prefixes, parts = [], []
    heads = index.heads
    # An index is mostly numbers, and they are often the same: each is written once.
    numbers = list(map(str, range(len(heads) << 3)))
    for prefix, terms in cut_parts(index.postings, len(heads)):
        prefixes.append(prefix)
        parts.append(_put_part(files, index, prefix, terms, numbers))
    # In the order of reading, as far as the first pages of each part tell it.
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
    return IndexFiles({**files.new, MANIFEST: _dump(manifest)}, frozenset(files.kept))


class _Files:
    """Files named by their content."""

    def __init__(self) -> None:
        self.new: dict[str, bytes] = {}
        self.kept: set[str] = set()

    def put(self, data: bytes) -> str:
        """Add a file and return its name."""
        name = hashlib.blake2b(data, digest_size=6).hexdigest()
        self.new[f"{FOLDER}{name}.json"] = data
        return name

    def keep(self, name: str) -> str:
        """Keep a file that was published; returns its name."""
        self.kept.add(f"{FOLDER}{name}.json")
        return name


def _read(load: Load, name: str) -> Any:
    return json.loads(load(f"{FOLDER}{name}.json"))


def _put_part(
    files: _Files, index: SearchIndex, prefix: str, terms: Sequence[str], numbers: Sequence[str]
) -> str:
    postings, published = index.postings, index.parts.get(prefix)
    # Postings that have not changed are the very same lists.
    if (
        published is not None
        and len(published.postings) == len(terms)
        and all(published.postings.get(term) is postings[term] for term in terms)
    ):
        return files.keep(published.name)
    return files.put(_write_part(terms, postings, numbers))


def _put_lists(files: _Files, index: SearchIndex) -> list[str]:
    """Add the lists of pages, and the texts that they name; returns the names of their files."""
    starts = range(0, len(index.heads), _PAGES_IN_LIST)
    lists = [_put_texts(files, index, start) for start in starts]
    return [
        _put_lists_of_file(files, index, at, lists[at : at + index.lists_in_file])
        for at in range(0, len(lists), index.lists_in_file)
    ]


def _put_texts(files: _Files, index: SearchIndex, start: int) -> PublishedList:
    """Add the texts of a list; it has no name yet where they have changed."""
    sections = [text for text in index.texts[start : start + _PAGES_IN_LIST] if text is not None]
    if not sections:
        published = index.lists[start // _PAGES_IN_LIST]
        for name in published.texts:
            files.keep(name)
        return published
    # In equal numbers, so that one changed text moves only those that are near.
    count = min(len(sections), math.ceil(sum(map(len, sections)) / _TEXTS_IN_FILE)) or 1
    size = math.ceil(len(sections) / count)
    names = [
        files.put(f"[{','.join(sections[at : at + size])}]".encode("utf-8", "replace"))
        for at in range(0, len(sections), size)
    ]
    return PublishedList("", size, names)


def _put_lists_of_file(
    files: _Files, index: SearchIndex, first: int, lists: Sequence[PublishedList]
) -> str:
    if all(each.name for each in lists):
        return files.keep(lists[0].name)
    return files.put(_dump([_write_list(index, at, each) for at, each in enumerate(lists, first)]))


def _write_list(index: SearchIndex, number: int, published: PublishedList) -> dict[str, Any]:
    heads = index.heads[number * _PAGES_IN_LIST : (number + 1) * _PAGES_IN_LIST]
    rows = [_write_head(head) for head in heads]
    return {"pages": rows, "size": published.size, "texts": published.texts}


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
    """The postings of titles and headings: to look for one is quicker than to look at each."""
    words = (
        term
        for term, pages in index.postings.items()
        if len(term) > 3 and "/" not in term and not good.isdisjoint(pages)
    )
    return _dump(" ".join(sorted(words)))


def _write_head(head: PageHead) -> list[str]:
    """Return what results show of a page, and its keywords; empty texts at the end are left out."""
    row = [
        head.href,
        head.title,
        head.description,
        head.breadcrumb,
        head.operation,
        head.keywords,
    ]
    while not row[-1]:
        row.pop()
    return row


def _read_head(row: Sequence[str], manifest: Mapping[str, Any], at: int) -> PageHead:
    href, title, description, breadcrumb, operation, keywords = (*row, *[""] * (6 - len(row)))
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
    )


def _count_title_words(title: str) -> int:
    """Return how many words a title has, as readers would type them."""
    words = split_words(title)
    return len(words) if title.isascii() else sum(len(_list_wholes(word)) for word in words)


def _list_wholes(word: str) -> list[str]:
    """Return a word, or each pair of letters where a script has no blanks between words."""
    terms = list_terms(word)
    return terms if len(terms) > 1 and all(len(term) == 2 for term in terms) else terms[:1]


def _write_length(letters: int) -> str:
    """Return a letter for a length, whose steps grow with it."""
    return _write_number(round(4 * math.log2(1 + letters / 64)))


def _write_number(number: int) -> str:
    """Return a letter for a number, without those for which JSON needs two."""
    code = _FIRST_LETTER + min(number, _MOST)
    return chr(code if code < ord("\\") else code + 1)


def _read_number(letter: str) -> int:
    return ord(letter) - _FIRST_LETTER - (letter > "\\")


def _list_values(heads: Iterable[PageHead], name: str) -> list[str]:
    return [each for each in dict.fromkeys(getattr(head, name) for head in heads) if each]


def _write_places(heads: Iterable[PageHead], name: str, values: Sequence[str]) -> str:
    """Return a letter a page: its place among the values, 0 for none; nothing without values."""
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
