"""Callouts as other tools write them."""

from __future__ import annotations

from typing import Any

import pytest

from octavo.content.mdx import parse_mdx
from octavo.content.nodes import Element, Tag
from tests.content.mdx.tree_text import dump_document


def shape(nodes: list[Any]) -> list[Any]:
    """Return nodes as plain values: [name, title, …] for tags and elements, and their texts."""
    found: list[Any] = []
    for node in nodes:
        if isinstance(node, Tag):
            title = [a.value for a in node.attributes if a.name == "title"]
            found.append([node.name, *title, *shape(node.children)])
        elif isinstance(node, Element):
            is_text = node.tag == "p"
            found.extend(shape(node.children) if is_text else [[node.tag, *shape(node.children)]])
        else:
            found.append(node if isinstance(node, str) else type(node).__name__)
    return found


def read(body: str) -> list[Any]:
    document = parse_mdx(body)
    assert document.problems == ()
    return shape(document.nodes)


@pytest.mark.parametrize(
    ("word", "name"),
    [
        ("NOTE", "Note"),
        ("TIP", "Tip"),
        ("IMPORTANT", "Info"),
        ("WARNING", "Warning"),
        ("CAUTION", "Danger"),
        ("note", "Note"),
        ("success", "Check"),
    ],
)
def test_an_alert_is_a_callout(word: str, name: str) -> None:
    assert read(f"> [!{word}]\n> One *more*.\n>\n> Two.\n") == [
        [name, "One ", ["em", "more"], ".", "Two."]
    ]
    assert read(f"> [!{word}] Its title\n> One.\n") == [[name, "Its title", "One."]]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("> [!NOTE] All in one line.\n", [["Note", "All in one line."]]),
        ("> [!TIP]- Folded\n> x\n", [["Tip", "Folded", "x"]]),
        ("> [!NOTE]\n> lazy\nline\n", [["Note", "lazy\nline"]]),
        ("- > [!NOTE]\n  > x\n", [["ul", ["li", ["Note", "x"]]]]),
        ("> > [!NOTE]\n> > x\n", [["blockquote", ["Note", "x"]]]),
        (">[!NOTE]\n>```\n>x\n>```\n", [["Note", "CodeBlock"]]),
        ("> text\n> [!NOTE]\n", [["blockquote", "text\n[!NOTE]"]]),
    ],
)
def test_alerts_stand_where_quotes_do(body: str, expected: list[Any]) -> None:
    assert shape(parse_mdx(body).nodes) == expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (":::note\nx\n:::\n", [["Note", "x"]]),
        ("::: tip Its title\nx\n:::\n", [["Tip", "Its title", "x"]]),
        (":::caution[Its *title*]\n\nx\n\n:::\n", [["Warning", "Its *title*", "x"]]),
        (':::info{title="Its title"}\nx\n:::\n', [["Info", "Its title", "x"]]),
        (":::details\nx\n:::\n", [["Accordion", "Details", "x"]]),
        ("::: details More\nx\n:::\n", [["Accordion", "More", "x"]]),
        ("::::note\n:::tip\nx\n:::\n::::\n", [["Note", ["Tip", "x"]]]),
        (":::note\n:::tip\nx\n:::\ny\n:::\nz\n", [["Note", ["Tip", "x"], "y"], "z"]),
        (":::note\n::::tip\nx\n::::\ny\n:::\n", [["Note", ["Tip", "x"], "y"]]),
        (":::note\nx\n::::\n", [["Note", "x"]]),
        ("a\n:::note\nx\n:::\nb\n", ["a", ["Note", "x"], "b"]),
        (":::note\n```\n:::\n```\nx\n:::\n", [["Note", "CodeBlock", "x"]]),
        (
            "- a\n\n  :::note\n  x\n\n  - b\n  :::\n",
            [["ul", ["li", "a", ["Note", "x", ["ul", ["li", "b"]]]]]],
        ),
        ("> :::note\n> x\n> :::\n", [["blockquote", ["Note", "x"]]]),
        (
            "<Tabs>\n<Tab title='T'>\n:::note\nx\n:::\n</Tab>\n</Tabs>\n",
            [["Tabs", ["Tab", "T", ["Note", "x"]]]],
        ),
        (":::note\n<Card title='C'>\n\nx\n\n</Card>\n:::\n", [["Note", ["Card", "C", "x"]]]),
        (":::note\n:::\n", [["Note"]]),
    ],
)
def test_a_box_between_colons_is_a_callout(body: str, expected: list[Any]) -> None:
    assert read(body) == expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("!!! note\n    x\n\n    y\nz\n", [["Note", "x", "y"], "z"]),
        ('!!! warning "Its title"\n    x\n', [["Warning", "Its title", "x"]]),
        ("??? tip\n    x\n", [["Accordion", "Tip", "x"]]),
        ('???+ note "More"\n    - a\n', [["Accordion", "More", ["ul", ["li", "a"]]]]),
        ("!!! note\n\tx\n", [["Note", "x"]]),
        ("- a\n\n    !!! note\n        x\n", [["ul", ["li", "a", ["Note", "x"]]]]),
        ("!!! note\n    !!! tip\n        x\n    y\n", [["Note", ["Tip", "x"], "y"]]),
    ],
)
def test_a_box_over_indented_text_is_a_callout(body: str, expected: list[Any]) -> None:
    assert read(body) == expected


def test_what_is_in_a_box_has_its_place_in_the_file() -> None:
    tree = dump_document(parse_mdx("a\n\n> [!NOTE]\n> ![](x)\n\n:::tip\n  ![](y)\n:::\n"))
    assert "Note> @3:1" in tree
    assert "img @4:3" in tree
    assert "Tip> @6:1" in tree
    assert "img @7:3" in tree


@pytest.mark.parametrize(
    "body", [":::note\nx\n", ":::\n", "::: code-group\nx\n:::\n", "> [!FOO]\n> x\n"]
)
def test_what_is_no_box_is_text_with_a_note(body: str) -> None:
    document = parse_mdx(body)
    assert [problem.code for problem in document.problems] == ["mdx-foreign-mark"]
    assert not any(isinstance(node, Tag) for node in document.nodes)
