"""Docs, messages and docstrings are in plain English."""

from __future__ import annotations

import pytest

from scripts.prose import (
    Passage,
    find_level,
    find_mistakes,
    list_mistakes,
    list_paragraphs,
    list_passages,
    list_strings,
)

LONG = "One sentence that says " + "very " * 27 + "much."
MODULE = '''
"""Return what is told of a page."""

MESSAGE = f"the page {name} stands in no tab"
KEY = "in-vain"
'''
PAGE = """---
title: What is told
related: [of-which/nothing-is]
---

Nobody reads
this `in vain`.

```bash
echo in vain
```

| See | [a page](/in-vain) | in vain |
|---|---|---|
"""


def test_prose_is_plain() -> None:
    passages = list(list_passages())
    assert {each.kind for each in passages} == {"docs", "messages", "docstrings"}
    some = {"README.md", "docs/index.mdx", "src/octavo/theme/texts.json"}
    assert some - {each.path for each in passages} == set()
    assert list_mistakes(passages) == []


@pytest.mark.parametrize("kind", ["docs", "messages", "docstrings"])
def test_phrases_and_long_sentences_are_found(kind: str) -> None:
    def find(text: str) -> list[str]:
        return [each.message for each in find_mistakes(Passage(kind, "a", 3, text))]

    assert find("All problems are told in one run.") == ["`are told`: is reported, shows, lists"]
    assert find("One run reports every problem.") == []
    assert [each.partition(":")[0] for each in find(f"{LONG} {LONG}")] == ["32 words"] * 2
    assert find("Short. " * 30) == []
    assert find("if else for while " * 10) == []


def test_pages_are_read_without_code_and_addresses() -> None:
    found = [
        (each.line, each.message.partition(":")[0])
        for passage in list_paragraphs("a.mdx", PAGE)
        for each in find_mistakes(passage)
    ]
    assert found == [(2, "`is told`"), (2, "`What is told`"), (6, "`Nobody`"), (13, "`in vain`")]


def test_modules_are_read_as_docstrings_and_messages() -> None:
    found = [
        (passage.kind, each.message.partition(":")[0])
        for passage in list_strings("a.py", MODULE)
        for each in find_mistakes(passage)
    ]
    assert found == [
        ("docstrings", "`is told`"),
        ("docstrings", "`what is told`"),
        ("messages", "`stands in`"),
    ]


def test_long_words_and_sentences_need_a_higher_reading_level() -> None:
    plain = "Octavo builds the page when you save. " * 40
    hard = (
        "Incremental regeneration necessitates comprehensive invalidation of intermediaries. " * 40
    )
    assert find_level([plain]) < 5
    assert find_level([hard]) > 12
    assert find_level(["Too few words."]) == 0.0
