"""The exact messages to authors, and cases beyond the lists."""

from __future__ import annotations

from octavo.content.mdx import parse_mdx
from octavo.content.nodes import Element, Tag
from octavo.problems import Code, Severity


def test_a_problem_says_what_where_and_how_to_fix_it() -> None:
    (problem,) = parse_mdx("\n\ntext\n\n<Card>\n\nmore\n", "guides/start.mdx").problems
    assert problem.code is Code.MDX_UNCLOSED_TAG
    assert str(problem.location) == "guides/start.mdx:5:1"
    assert problem.severity is Severity.WARNING
    assert problem.message == "`<Card>` is not closed"
    assert "`</Card>`" in problem.hint


def test_problems_come_in_the_order_of_the_page() -> None:
    problems = parse_mdx("<A>\n\na <5\n\n{b\n\n</C>\n").problems
    assert [p.location.line for p in problems] == [1, 3, 5, 7]


def test_a_void_tag_is_only_a_note() -> None:
    (problem,) = parse_mdx("a<br>b").problems
    assert problem.severity is Severity.INFO


def test_a_closing_tag_is_not_reported_twice() -> None:
    assert len(parse_mdx("- <A>\n  x\n\n</A>\n").problems) == 1
    assert len(parse_mdx("<A>text\n</A>\n").problems) == 1


def test_the_rest_of_a_page_survives_a_tag_that_text_opened() -> None:
    document = parse_mdx("<Card>one\n\n## two\n\nthree\n")
    card, heading, paragraph = document.nodes
    assert isinstance(card, Tag)
    assert card.children == ["one"]
    assert isinstance(heading, Element)
    assert isinstance(paragraph, Element)
    assert (heading.tag, paragraph.tag) == ("h2", "p")


def test_prices_are_text_with_and_without_mathematics() -> None:
    for math in (True, False):
        (paragraph,) = parse_mdx("from $5 to $10 a month", math=math).nodes
        assert isinstance(paragraph, Element)
        assert paragraph.children == ["from $5 to $10 a month"]


def test_without_mathematics_dollars_are_text() -> None:
    document = parse_mdx("$$\nx\n$$\n\n$y$", math=False)
    assert len(document.nodes) == 2
    assert all(isinstance(node, Element) and node.tag == "p" for node in document.nodes)


def test_footnotes_come_in_the_order_of_their_definitions() -> None:
    document = parse_mdx("b[^b] a[^A]\n\n[^a]: one\n\n[^b]: two\n")
    assert list(document.footnotes) == ["a", "b"]
    (paragraph,) = document.nodes
    assert isinstance(paragraph, Element)
    assert [getattr(node, "label", None) for node in paragraph.children] == [None, "b", None, "a"]


def test_an_empty_page_has_no_nodes() -> None:
    assert parse_mdx("").nodes == []
    assert parse_mdx("\n\n  \n").nodes == []
