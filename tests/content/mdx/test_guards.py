"""Hostile pages: time grows with the text, whatever it is made of."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable

import pytest

from octavo.content.mdx import parse_mdx
from octavo.content.mdx.javascript import find_end
from octavo.content.mdx.mistakes import MAX_DEPTH
from octavo.content.nodes import Element, Node, Tag
from octavo.problems import Code
from tests.effort import effort
from tests.patience import HANGS_AFTER

LARGE = 10_000

Pattern = Callable[[int], str]


def _repeat(unit: str, *, before: str = "", after: str = "") -> Pattern:
    return lambda n: before + unit * n + after


def _root(unit: str, factor: int = 1) -> Pattern:
    """Repeat with numbers: pieces that grow, so that all of them together have n characters."""

    def build(n: int) -> str:
        pieces: list[str] = []
        size = 0
        while size < n:
            piece = unit * (len(pieces) + 1)
            pieces.append(piece)
            size += len(piece)
        return ("a".join(pieces)) * factor

    return build


PATTERNS: dict[str, Pattern] = {
    "nested brackets": lambda n: "[" * n + "a" + "]" * n,
    "open brackets": _repeat("["),
    "brackets before a link": lambda n: "[" * n + "[a](b)" * n,
    "link openers": _repeat("[a]("),
    "link openers with targets": _repeat("[a](b"),
    "link openers with titles": _repeat('[a](b "c'),
    "pointed targets": _repeat("[a](<b"),
    "reference links": _repeat("[a][", before="[x]: y\n\n"),
    "image openers": _repeat("!["),
    "nested images": lambda n: "![" * n + "a" + "](b)" * n,
    "images before links": lambda n: "![" * n + "[a](b)" * n,
    "emphasis openers": _repeat("*a **a "),
    "emphasis closers": lambda n: "a**b" + "c* " * n,
    "emphasis openers and closers": lambda n: "*a_ " * n + "*b_ " * n,
    "alternating emphasis": _repeat("_*"),
    "alternating spaced emphasis": _repeat("*a_ "),
    "long emphasis runs": lambda n: "*" * n + "a" + "*" * n,
    "emphasis soup": _repeat("*_~~**__~"),
    "nested strong": lambda n: "**a " * n + "b** " * n,
    "strikethrough": _repeat("~a ~~b "),
    "backtick runs that grow": _root("`"),
    "alternating backtick runs": _repeat("`a``b"),
    "backtick runs and single backticks": lambda n: _root("`")(n // 2) + " `b" * (n // 4),
    "nested quotes": lambda n: ">" * n + "a",
    "many nested quotes": lambda n: (">" * 50 + "a\n") * (n // 50),
    "quote lines": _repeat("> a\n"),
    "quoted fences": _repeat("> ```\n"),
    "nested list": lambda n: "- " * n + "a",
    "nested ordered list": lambda n: "1. " * n + "a",
    "indented list": lambda n: "".join(" " * i + "- a\n" for i in range(int(n**0.5) * 2)),
    "list items": _repeat("- a\n"),
    "empty list items": _repeat("-\n"),
    "loose list items": _repeat("- a\n\n"),
    "list and blank lines": lambda n: "- " * 90 + "a" + "\n" * n + "b",
    "unclosed braces": _repeat("{"),
    "unclosed braces on lines": _repeat("{a\n"),
    "unclosed braces in paragraphs": _repeat("{a\n\n"),
    "braces and strings": _repeat("{'{\""),
    "braces and templates": _repeat("{`"),
    "braces and nested templates": _repeat("{`${"),
    "braces and comments": _repeat("{/*"),
    "braces and line comments": _repeat("{//"),
    "braces and patterns": _repeat("{/["),
    "braces and tags": _repeat("{<a "),
    "braces and open tags": _repeat("{<a>"),
    "braces and attributes": _repeat("{<a b={"),
    "nested braces": lambda n: "{" * n + "}" * n,
    "mismatched brackets": _repeat("{(}"),
    "template literals": _repeat("{`a${b}`}"),
    "less-than signs": _repeat("<"),
    "less-than signs on lines": _repeat("<\n"),
    "tag openers": _repeat("<a "),
    "tag openers on lines": _repeat("<a\n"),
    "tags with unclosed values": _repeat('<a b="'),
    "tags with other unclosed values": _repeat("<a b='\" "),
    "tags with unclosed values on lines": _repeat('<a b="\n'),
    "tags with unclosed comments": _repeat("<a /*"),
    "tags with unclosed braces": _repeat("<a {"),
    "tags with spaces": lambda n: "<a" + " " * n + "<a" + "\t" * n,
    "one endless attribute list": _repeat(" b='c'", before="<a"),
    "nested tags": lambda n: "<A>" * n + "a" + "</A>" * n,
    "unclosed tags": _repeat("<A>"),
    "unclosed tags on lines": _repeat("<A>\n"),
    "unclosed tags in paragraphs": _repeat("<A>a\n\n"),
    "closing tags": _repeat("</A>"),
    "other closing tags": lambda n: "<A>" * n + "</B>" * n,
    "other closing tags on lines": lambda n: "<A>\n" * n + "</B>\n" * n,
    "crossing tags and emphasis": _repeat("**<b>a**</b> "),
    "tags on one line": _repeat("<a/>"),
    "void tags": _repeat("<br>"),
    "unclosed comments": _repeat("<!-- "),
    "unclosed comments on lines": _repeat("<!-- a\n"),
    "comments": _repeat("<!-- a -->\n"),
    "angle links": _repeat("<https://a.b"),
    "imports that do not balance": _repeat("import {\n\n"),
    "imports with sources that do not balance": _repeat("import a from 'b'; x({\n\n"),
    "exports that do not balance": _repeat("export const a = {\n\n"),
    "exports with open templates": _repeat("export const a = `\n\n"),
    "module words": _repeat("import a from b\n\n"),
    "dollars": _repeat("$"),
    "spaced dollars": _repeat("$a "),
    "dollar runs that grow": _root("$"),
    "prices": _repeat("$5 "),
    "formula fences": _repeat("$$\na\n"),
    "table with short rows": lambda n: "|a" * n + "|\n" + "|-" * n + "|\n" + "|a|\n" * n,
    "table heads": _repeat("|a|\n|-|\n"),
    "pipes": _repeat("|"),
    "pipes on lines": _repeat("a|b\n-\n"),
    "escaped pipes": lambda n: "|a|\n|-|\n|" + "\\|" * n + "|",
    "entities": _repeat("&amp;"),
    "ampersands": _repeat("&"),
    "entity openers": _repeat("&a"),
    "definitions": lambda n: "".join(f"[a{i}]: b\n" for i in range(n)),
    "definitions with titles": _repeat('[a]: b "c\n'),
    "definitions with titles below": _repeat("[a]: b\n'c\n"),
    "definitions with open titles": _repeat("c\n", before='[a]: b\n"'),
    "definition labels": _repeat("[a\n", after="]: b"),
    "footnotes": lambda n: "".join(f"[^a{i}]: b\n\n" for i in range(n // 2)) + "[^a1]" * (n // 2),
    "nested footnotes": lambda n: "[^a]: " * n + "b",
    "footnote openers": _repeat("[^a", before="[^a]: b\n\n"),
    "addresses": _repeat("www."),
    "addresses with underscores": _repeat("www._a.", after="_"),
    "addresses with protocols": _repeat("http://"),
    "addresses with trails": _repeat("http://a.b?!.,:*_~'\")"),
    "addresses with dots": lambda n: "http://a" + "." * n + "b" + "." * n,
    "addresses with parentheses": lambda n: "http://a.b/" + "(" * n + ")" * n,
    "at signs": _repeat("@"),
    "e-mail openers": _repeat("a@"),
    "e-mail domains": _repeat("a@b.c-"),
    "long local part": lambda n: "a" * n + "@" + "." * n,
    "headings with spaces": lambda n: "# a" + " " * n + "b" + " #" * n,
    "underlines": _repeat("a\n=\n"),
    "rules that are none": lambda n: "* " * n + "a",
    "fences that are none": lambda n: "`" * n + "a`",
    "unclosed fences": _repeat("```\na\n\n- "),
    "escapes": _repeat("\\"),
    "hard breaks": _repeat("a  \n"),
    "unclosed boxes": _repeat(":::note\n"),
    "nested boxes": lambda n: ":::note\n" * n + "a\n" + ":::\n" * n,
    "boxes of other lengths": lambda n: "::::note\n" * n + ":::\n" * n,
    "boxes with titles": _repeat(':::note{title="', after="}"),
    "boxes in lists": lambda n: "- a\n\n" + "  :::note\n" * n + ":::\n" * n,
    "alerts": _repeat("> [!NOTE]\n> a\n\n"),
    "nested alerts": lambda n: "> [!NOTE]\n" + "".join(f"{'>' * i} [!NOTE]\n" for i in range(60)),
    "marked boxes": _repeat("!!! note\n\n    a\n"),
    "nested marked boxes": lambda n: "".join(f"{'    ' * i}!!! note\n" for i in range(int(n**0.5))),
    "marks": _repeat("==a "),
    "emoji": _repeat(":a"),
    "wiki links": _repeat("[[a"),
    "keys": _repeat("++a+"),
    "spaces": lambda n: "a" + " " * n + "\n" + "\t" * n + "b",
    "tabs": _repeat("\t- a\n"),
    "blank lines": _repeat("\n", before="- a", after="b"),
    "one paragraph": _repeat("a b c\n"),
}


@pytest.mark.scorecard("SR-17")
@pytest.mark.parametrize("name", PATTERNS)
def test_no_pattern_hangs(name: str) -> None:
    """How time grows with the text is measured by `make scorecard`."""
    start = time.process_time()
    parse_mdx(PATTERNS[name](effort(LARGE // 4, scorecard=LARGE)))
    assert time.process_time() - start < HANGS_AFTER


def test_the_patterns_are_many() -> None:
    assert len(PATTERNS) >= 100


def _depth(nodes: list[Node]) -> int:
    deepest = 0
    rows = [(1, nodes)]
    while rows:
        depth, row = rows.pop()
        deepest = max(deepest, depth)
        rows.extend((depth + 1, node.children) for node in row if isinstance(node, Element | Tag))
    return deepest


@pytest.mark.parametrize(
    "text",
    [
        ">" * 5000 + "a",
        "- " * 5000 + "a",
        "> - " * 5000 + "a",
        "<A>" * 5000 + "a" + "</A>" * 5000,
        "<A>\n" * 5000 + "a\n" + "</A>\n" * 5000,
        "**a " * 5000 + "b** " * 5000,
        "*" * 5000 + "a" + "*" * 5000,
        "[^a]: " * 5000 + "b",
        "- <A>\n" + "  <A>\n" * 80 + "  - > " + "<b>" * 500 + "a" + "</b>" * 500,
    ],
    ids=["quotes", "lists", "both", "tags", "tag lines", "strong", "stars", "footnotes", "mixed"],
)
def test_nesting_has_a_limit_and_is_told_once(text: str) -> None:
    document = parse_mdx(text)
    deep = [p for p in document.problems if p.code is Code.MDX_NESTING_TOO_DEEP]
    assert len(deep) == 1
    assert _depth(document.nodes) <= 2 * MAX_DEPTH + 10
    for nodes in document.footnotes.values():
        assert _depth(nodes) <= 2 * MAX_DEPTH + 10


def test_what_lies_too_deep_is_still_there() -> None:
    document = parse_mdx("<A>\n" * 150 + "\ninnermost\n\n" + "</A>\n" * 150 + "\nafter\n")
    assert isinstance(document.nodes[1], Element)
    assert document.nodes[1].children == ["after"]
    assert "innermost" in str(document.nodes)


@pytest.mark.parametrize("unit", ["{`${", "{<a>{", "{<a b={", "{(["])
def test_the_lexer_survives_deep_nesting(unit: str) -> None:
    text = unit * 3000
    assert find_end(text, 1, len(text), "}") == -1


def test_a_parsed_page_leaves_nothing_for_the_garbage_collector() -> None:
    text = "[a]: /b\n\n# a\n\n- [a] <b>`c`</b>\n\n> d {e}\n\n<F>\n\n| g |\n| - |\n\n</F>\n"
    parse_mdx(text)
    # Servers that other tests have started may leave something now and then; pages would each time.
    assert any(_count_garbage(text) == 0 for _ in range(9))


def _count_garbage(text: str) -> int:
    gc.collect()
    gc.disable()
    document = parse_mdx(text)
    left = gc.collect()
    gc.enable()
    assert document.nodes
    return left
