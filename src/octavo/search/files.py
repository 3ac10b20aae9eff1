"""The search index as files: what a browser loads first, and what it loads when it needs it.

- `search.json` says how the rest is called, and holds a letter for each fact of each page that
  the order of results depends on.
- Parts of the index: rows of a term and its postings, each as the distance from the one before.
- Lists of pages: what results show of them, 32 at a time, and how their texts are called.
- Texts of some pages: their sections, to find the best one and to cite it.
- The words of titles and headings, for readers who mistype.

All but the first are named by their content, so that browsers keep them.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, chain
from operator import sub
from typing import Any

from octavo.search.entry import HEADING, NAME, PageEntry, PageHead
from octavo.search.index import Postings, cut_parts, join_words, replace_page
from octavo.search.words import list_terms, split_words
from octavo.values import dataclass, replace

MANIFEST = "_octavo/search.json"
"""What is loaded first; any page changes it, so its name has no hash."""
FOLDER = "_octavo/search/"

_PAGES_IN_LIST = 32
_TEXTS_IN_FILE = 8_000
"""Letters, so that the texts of one result are some 3 KB, compressed."""
_SMALL_SITE = 1_500
"""Pages up to which names of fields are among the words for readers who mistype."""
_FIRST_LETTER = 35
"""What 0 is written as where a letter stands for a number."""
_MOST = 90
_PLACE = 7
"""The bits of a posting that say where the term stands."""

Files = dict[str, bytes]


@dataclass(frozen=True, slots=True)
class SearchIndex:
    """Everything that the files of an index hold."""

    heads: Sequence[PageHead]
    texts: Sequence[str]
    lengths: Sequence[str]
    """A letter for the length of each page."""
    postings: Mapping[str, Postings]
    start: tuple[int, ...] = ()
    """The numbers of pages that are shown before anything is typed."""


def build_index(entries: Sequence[PageEntry], start: tuple[int, ...] = ()) -> SearchIndex:
    """Return the index of pages."""
    return SearchIndex(
        [entry.head for entry in entries],
        [entry.texts for entry in entries],
        [_write_length(entry.length) for entry in entries],
        join_words(entry.words for entry in entries),
        start,
    )


def change_entries(index: SearchIndex, entries: Mapping[int, PageEntry]) -> SearchIndex:
    """Return the index after the texts of some pages have changed, by their numbers."""
    texts, lengths, postings = list(index.texts), list(index.lengths), index.postings
    for number, entry in entries.items():
        texts[number] = entry.texts
        lengths[number] = _write_length(entry.length)
        postings = replace_page(postings, number, entry.words)
    return replace(index, texts=texts, lengths=lengths, postings=postings)


def write_index(index: SearchIndex) -> Files:
    """Return the files of an index by their outputs."""
    files: Files = {}

    def keep(data: bytes) -> str:
        name = hashlib.sha256(data).hexdigest()[:12]
        files[f"{FOLDER}{name}.json"] = data
        return name

    prefixes, parts = [], []
    for prefix, terms in cut_parts(index.postings):
        prefixes.append(prefix)
        parts.append(keep(_write_part(terms, index.postings)))
    heads = index.heads
    tabs, versions = _list_values(heads, "tab"), _list_values(heads, "version")
    manifest = {
        "pages": len(heads),
        "prefixes": prefixes,
        "parts": parts,
        "words": keep(_write_words(index)),
        "lists": [keep(data) for data in _write_lists(index, keep)],
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
    files[MANIFEST] = _dump(manifest)
    return files


def read_index(load: Callable[[str], bytes]) -> SearchIndex:
    """Return the index that files hold; `load` returns one of them.

    Raises `KeyError` or `ValueError` where they are not as they were written.
    """

    def read(name: str) -> Any:
        return json.loads(load(f"{FOLDER}{name}.json"))

    manifest = json.loads(load(MANIFEST))
    postings = {
        row[0]: list(accumulate(row[1:])) for name in manifest["parts"] for row in read(name)
    }
    heads: list[PageHead] = []
    texts: list[str] = []
    for name in manifest["lists"]:
        pages = read(name)
        for row in pages["pages"]:
            heads.append(_read_head(row, manifest, len(heads)))
        for text_name in pages["texts"]:
            texts += [_dump_text(page) for page in read(text_name)]
    return SearchIndex(heads, texts, list(manifest["lengths"]), postings, tuple(manifest["start"]))


def _write_part(terms: Iterable[str], postings: Mapping[str, Postings]) -> bytes:
    rows = []
    for term in terms:
        pages = postings[term]
        rows.append([term, *map(sub, pages, chain((0,), pages))])
    return _dump(rows)


def _write_lists(index: SearchIndex, keep: Callable[[bytes], str]) -> Iterator[bytes]:
    """Return the lists of pages, and keep the texts that they name."""
    for start in range(0, len(index.heads), _PAGES_IN_LIST):
        rows = [_write_head(head) for head in index.heads[start : start + _PAGES_IN_LIST]]
        texts = index.texts[start : start + _PAGES_IN_LIST]
        # In equal numbers, so that one changed text moves only those that are near.
        files = min(len(texts), math.ceil(sum(map(len, texts)) / _TEXTS_IN_FILE)) or 1
        size = math.ceil(len(texts) / files)
        names = [
            keep(f"[{','.join(texts[at : at + size])}]".encode("utf-8", "replace"))
            for at in range(0, len(texts), size)
        ]
        yield _dump({"pages": rows, "size": size, "texts": names})


def _write_words(index: SearchIndex) -> bytes:
    least = NAME if len(index.heads) <= _SMALL_SITE else HEADING
    words = (
        term
        for term, pages in index.postings.items()
        if len(term) > 3 and "/" not in term and max(map(_PLACE.__and__, pages)) >= least
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


def _dump_text(sections: object) -> str:
    return json.dumps(sections, ensure_ascii=False, separators=(",", ":"))


def _dump(value: object) -> bytes:
    return _dump_text(value).encode("utf-8", "replace")
