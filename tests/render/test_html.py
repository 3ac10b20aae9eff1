"""Tests of escaping: foreign text stays text, at every place in HTML."""

from __future__ import annotations

import json

import pytest

from octavo.render.basis.html import escape_attribute, escape_text, write_json


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        ("<script>", "&lt;script&gt;"),
        ("</script>", "&lt;/script&gt;"),
        ("&lt;", "&amp;lt;"),
        ("a\0b", "a\ufffdb"),
        ('say "hi"', 'say "hi"'),
    ],
)
def test_text_between_tags_is_text(text: str, escaped: str) -> None:
    assert escape_text(text) == escaped


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        ('" onclick="x', "&quot; onclick=&quot;x"),
        ('"><b>&', "&quot;&gt;&lt;b&gt;&amp;"),
        ("a\0b", "a\ufffdb"),
    ],
)
def test_text_in_an_attribute_stays_in_it(text: str, escaped: str) -> None:
    assert escape_attribute(text) == escaped


@pytest.mark.parametrize("text", ["</script>", "<!--", "&amp;", "]]>", "\u2028\u2029", '"\\'])
def test_json_in_a_page_ends_no_script_and_says_the_same(text: str) -> None:
    written = write_json({text: [text]})
    assert not set("&<>\u2028\u2029") & set(written)
    assert json.loads(written) == {text: [text]}
