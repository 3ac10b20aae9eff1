"""Merges the words of pages: terms with their pages, in parts of similar size.

A posting is one number: that of the page times eight, plus the place of the term on it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate

from octavo.search.entry import HEADING, NAME, PROSE, TITLE, PlacedWords
from octavo.search.words import list_terms

Postings = list[int]

_SMALL_INDEX = 32_000
"""The size in bytes, compressed, up to which an index is a single part."""
_PART = 6_000
"""The size in bytes of a part of a larger index."""
_TERM = 5
"""The size in bytes of a term."""
_PLACE_OF_PARTS = {TITLE: HEADING, NAME: PROSE}
"""The places of word parts: a part of a name counts less than the name."""
_LESS = [place - _PLACE_OF_PARTS.get(place, place) for place in range(TITLE + 1)]
"""The lower score for parts of a word: a page named `LangGraph` isn't about graphs."""
_DEEPEST = 6
"""The most letters that distinguish parts."""


def join_words(pages: Sequence[PlacedWords]) -> dict[str, Postings]:
    """Return the postings of each term, from the words of pages in order."""
    # Merging lists of the same few objects is faster than merging lists of equal ones.
    numbers = list(range(len(pages) << 3))
    less = [numbers[number - _LESS[number & 7]] for number in numbers]
    page_of = [numbers[number >> 3] for number in numbers]
    lists: dict[str, list[Postings]] = {}
    for word, postings in _collect_words(pages, numbers).items():
        terms = list_terms(word)
        for whole in terms[:1]:
            lists.setdefault(whole, []).append(postings)
        if len(terms) > 1:
            postings_of_parts = [less[each] for each in postings] if word.isascii() else postings
            for part in terms[1:]:
                lists.setdefault(part, []).append(postings_of_parts)
    return {term: _merge(each, page_of) for term, each in lists.items()}


def _collect_words(pages: Iterable[PlacedWords], numbers: Sequence[int]) -> dict[str, Postings]:
    """Return the postings of each word."""
    postings_of_word: defaultdict[str, Postings] = defaultdict(list)
    texts = (text for words in pages for text in words)
    for posting, text in zip(numbers, texts, strict=True):
        for word in text.split("\n") if text else ():
            postings_of_word[word].append(posting)
    return postings_of_word


def _merge(lists: list[Postings], page_of: Sequence[int]) -> Postings:
    """Merge several lists into one, with the best place of a term on each page."""
    if len(lists) == 1:
        return lists[0]
    postings: Postings = []
    for each in lists:
        postings += each
    postings.sort()
    return list({page_of[posting]: posting for posting in postings}.values())


def cut_parts(postings: Mapping[str, Postings], page_count: int) -> Iterator[tuple[str, list[str]]]:
    """Return the parts of an index: the letters that each begins with, and its terms.

    The start of a part depends only on nearby postings, so a change in one place leaves other parts
    unchanged.
    """
    terms = sorted(postings)
    sums = [0, *accumulate(_guess_size(len(postings[term]), page_count) for term in terms)]
    if sums[-1] <= _SMALL_INDEX:
        ranges: Sequence[tuple[int, int, str]] = [(0, len(terms), "")]
    else:
        ranges = _cut(terms, sums, 0, len(terms), depth=1)
    for start, end, prefix in ranges:
        yield prefix, terms[start:end]


def _guess_size(count: int, page_count: int) -> int:
    """Return about how many compressed bytes a term with this many postings takes.

    The more pages have a term, the shorter are the distances between them. A posting of a term on
    every page takes a bit, and one of a rare term as many bits as page numbers.
    """
    bits = page_count.bit_length() - count.bit_length() + 1
    return _TERM + count * bits // 8


def _cut(
    terms: Sequence[str], sums: Sequence[int], start: int, end: int, depth: int
) -> list[tuple[int, int, str]]:
    """Return ranges of terms that `depth` letters distinguish, and the first letters of each."""
    ranges: list[tuple[int, int, str]] = []
    room = 0
    """The remaining space in the last range."""
    while start < end:
        letters = terms[start][:depth]
        stop = _find_end(terms, start, end, depth)
        size = sums[stop] - sums[start]
        if size > _PART and depth < _DEEPEST and stop - start > 1:
            ranges += _cut(terms, sums, start, stop, depth + 1)
            room = _PART - (sums[stop] - sums[ranges[-1][0]])
        elif size <= room:
            ranges[-1] = (ranges[-1][0], stop, ranges[-1][2])
            room -= size
        else:
            ranges.append((start, stop, letters))
            room = _PART - size
        start = stop
    return ranges


def _find_end(terms: Sequence[str], start: int, end: int, depth: int) -> int:
    """Return the end of the terms that begin with the same letters as the first one."""
    return bisect_right(terms, terms[start][:depth], start, end, key=lambda term: term[:depth])
