"""The index: parts of a fair size, found in one order, and few files for one changed page."""

from __future__ import annotations

import gzip
import json
import random
import string
from itertools import product
from operator import sub
from typing import Any

import pytest

from octavo.search.entry import PageEntry, PageHead, build_entry
from octavo.search.files import (
    FOLDER,
    MANIFEST,
    build_index,
    read_heads,
    write_index,
)
from octavo.search.index import cut_parts
from octavo.search.page_text import Section


def build_page(chance: random.Random, number: int, words: int = 300) -> PageEntry:
    """Return a page of invented words, some of them the same everywhere."""
    letters = string.ascii_lowercase
    text = " ".join("".join(chance.choices(letters, k=chance.randint(1, 7))) for _ in range(words))
    kind = "ag"[number % 2]
    version = ("", "v1", "v2")[number % 3]
    title = f"Page {number} of many"
    head = PageHead(f"/p{number}/", title, "", "", "", "", kind, "Tab", version, 1 + number % 2)
    return build_entry(head, [Section("one", "One", text, "name", "code_block = 1")])


@pytest.mark.parametrize("pages", [300, 8_000])
def test_lists_of_small_sites_are_few_files_and_those_of_large_ones_small(pages: int) -> None:
    entries = [build_page(random.Random(number), number, 2) for number in range(pages)]
    index = write_index(build_index(entries))
    manifest = json.loads(index[MANIFEST])
    files = [json.loads(index[f"{FOLDER}{name}.json"]) for name in manifest["lists"]]
    assert {len(lists) for lists in files[:-1]} == {8 if pages == 300 else 1}
    assert manifest["listsInFile"] == len(files[0])
    assert all(len(each["pages"]) == 32 for lists in files for each in lists[:-1])
    rows = [row for lists in files for each in lists for row in each["pages"]]
    assert [row[0] for row in rows] == [f"/p{number}/" for number in range(pages)]


def add_word(entry: PageEntry, word: str) -> PageEntry:
    """Return a page with one more word in its code."""
    code, *others = entry.words
    return entry._replace(words=(f"{code}\n{word}", *others))


def test_parts_are_small_in_order_and_without_a_gap() -> None:
    chance = random.Random(4)
    index = build_index([build_page(chance, number) for number in range(300)])
    parts = list(cut_parts(index.postings, len(index.heads)))
    assert len(parts) > 5
    assert [term for _, terms in parts for term in terms] == sorted(index.postings)
    assert [prefix for prefix, _ in parts] == sorted(prefix for prefix, _ in parts)
    for prefix, terms in parts:
        assert terms[0].startswith(prefix)
        assert weigh({term: index.postings[term] for term in terms}) < 10_000


LETTER_PAIRS = list(product("abcdefghij", repeat=2))


def test_words_that_are_everywhere_share_parts() -> None:
    postings = {f"{first}{second}": list(range(1, 16_000, 8)) for first, second in LETTER_PAIRS}
    parts = list(cut_parts(postings, 2_000))
    assert len(parts) < len(postings) / 10


def weigh(postings: dict[str, list[int]]) -> int:
    rows = [[term, *map(sub, pages, [0, *pages])] for term, pages in postings.items()]
    return len(gzip.compress(json.dumps(rows).encode()))


def test_a_change_leaves_most_parts_as_they_are() -> None:
    chance = random.Random(5)
    entries = [build_page(chance, number) for number in range(300)]
    before = write_index(build_index(entries))
    entries[9] = add_word(entries[9], "zebra")._replace(texts=entries[9].texts.swapcase())
    after = write_index(build_index(entries))
    changed = {name for name in before.keys() ^ after.keys() if name.startswith(FOLDER)}
    # One part, the list of pages, and the text: before and after.
    assert len(changed) <= 6
    assert before[MANIFEST] != after[MANIFEST]


def test_tabs_stand_in_the_order_of_reading() -> None:
    names = ["Zebra", "Ant", "Mole"]
    heads = [PageHead(f"/{n}/", n, "", "", "", "", "g", n, "", 1.0) for n in sorted(names)]
    entries = [build_entry(head, ()) for head in heads]
    manifest = json.loads(write_index(build_index(entries, (2, 0)))[MANIFEST])
    assert manifest["tabs"] == names
    assert find_tabs(manifest) == sorted(names)


def find_tabs(manifest: dict[str, Any]) -> list[str]:
    return [manifest["tabs"][ord(letter) - ord("$")] for letter in manifest["tabOf"]]


def test_a_short_part_of_an_address_is_a_word_and_a_long_one_is_many() -> None:
    head = PageHead("/quick-start/get-a-list-of-plots/", "", "", "", "", "", "g", "", "", 1.0)
    terms = build_index([build_entry(head, ())]).postings
    assert set(terms) == {"quickstart", "quick", "start", "get", "a", "list", "of", "plots"}


def test_small_sites_have_one_part_and_no_page_is_fine() -> None:
    entry = build_page(random.Random(6), 1)
    assert len(list(cut_parts(build_index([entry]).postings, 1))) == 1
    assert read_heads(write_index(build_index([])).__getitem__) == []


def test_halves_of_characters_do_not_stop_a_build() -> None:
    head = PageHead("/", "T \ud800", "", "", "", "", "g", "", "", 1.0)
    files = write_index(build_index([build_entry(head, [Section("", "", "\udfff x")])]))
    assert len(files) > 1
    assert all(data.decode() for data in files.values())
