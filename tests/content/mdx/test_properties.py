"""What holds for every text, however odd."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import example, given, settings
from hypothesis import strategies as st

from octavo.content.mdx import parse_mdx
from octavo.content.nodes import (
    Attribute,
    CodeBlock,
    Element,
    Expression,
    FootnoteReference,
    Math,
    ModuleCode,
    Node,
    Tag,
)
from octavo.problems import Code

_PIECES = [
    *"\\`*_[]<>{}&~$|#-+!()=:;\"'/.,0123 \t\n\n\nabé世",
    "\n\n", "\n- ", "\n1. ", "\n> ", "\n# ", "\n```\n", "\n~~~\n", "\n$$\n", "\n---\n", "\n===\n",
    "\n| a | b |\n|---|---|\n| c | d |\n", "\n    ", "**", "__", "~~", "``", "$$", "<A>", "</A>",
    "<B c={d} e='f'>", "</B>", "<C />", "<>", "</>", "<br>", "<!--", "-->", "{a}", "{/* b */}",
    "{`${", "}`}", "[a](b)", "![a](b)", "[a]", "[a]: /b\n", "[^a]", "\n[^a]: b\n", "https://a.b/c",
    "www.a.b", "a@b.cd", "&amp;", "\nimport a from 'b'\n", "\nexport const a = 1\n", "import ",
    "[ ] ", "\\|", "  \n", "\t",
]  # fmt: skip
_TEXTS = st.lists(st.sampled_from(_PIECES), max_size=60).map("".join)
_SETTINGS = settings(max_examples=400, derandomize=True, deadline=None, database=None)

_BLOCKS = {"p", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li", "blockquote", "table", "hr",
           "thead", "tbody", "tr", "th", "td", "a", "img"}  # fmt: skip


def _walk(nodes: list[Node]) -> list[Node]:
    found: list[Node] = []
    for node in nodes:
        found.append(node)
        if isinstance(node, Element | Tag):
            found.extend(_walk(node.children))
    return found


def _all_nodes(text: str) -> list[Node]:
    document = parse_mdx(text)
    rows = [document.nodes, *document.footnotes.values()]
    return [node for row in rows for node in _walk(row)]


def _character(text: str, line: int, column: int) -> str:
    rows = text.split("\n")
    assert 1 <= line <= len(rows)
    assert 1 <= column <= len(rows[line - 1]) + 1
    return rows[line - 1][column - 1 : column]


@_SETTINGS
@given(_TEXTS)
def test_every_problem_has_a_place_in_the_page(text: str) -> None:
    for problem in parse_mdx(text, "page.mdx").problems:
        character = _character(text, problem.location.line, problem.location.column)
        assert problem.location.source == "page.mdx"
        assert problem.hint.endswith(".")
        assert not problem.message.endswith(".")
        if problem.code in (Code.MDX_UNCLOSED_TAG, Code.MDX_UNEXPECTED_CLOSING_TAG,
                            Code.MDX_HTML_COMMENT, Code.MDX_VOID_TAG):  # fmt: skip
            assert character == "<"
        if problem.code is Code.MDX_UNCLOSED_BRACE:
            assert character == "{"


@_SETTINGS
@given(_TEXTS)
@example("\n- \n\n- [ ] </A>")
def test_every_place_points_at_what_it_names(text: str) -> None:
    for node in _all_nodes(text):
        match node:
            case Tag(_, attributes, _, line, column):
                assert _character(text, line, column) == "<"
                for attribute in attributes:
                    _check_attribute(text, attribute)
            case Expression(_, line, column):
                assert _character(text, line, column) == "{"
            case FootnoteReference(_, line, column):
                assert _character(text, line, column) == "["
            case CodeBlock(_, _, _, line, column):
                assert _character(text, line, column) in ("`", "~")
            case Math(_, _, line, column):
                assert _character(text, line, column) == "$"
            case ModuleCode(source, line, column):
                assert column == 1
                assert _character(text, line, column) == source[0]
            case Element(tag, _, properties, line, column):
                if tag in _BLOCKS:
                    _check_element(text, tag, line, column)
                assert properties is None or properties


def _check_attribute(text: str, attribute: Attribute) -> None:
    if isinstance(attribute.value, Expression):
        assert _character(text, attribute.value.line, attribute.value.column) == "{"


def _check_element(text: str, tag: str, line: int, column: int) -> None:
    character = _character(text, line, column)
    if tag == "blockquote":
        assert character == ">"
    elif tag == "img":
        assert character == "!"
    elif tag in ("ul", "ol", "li"):
        assert character in "-+*0123456789"
    elif tag in ("p", "table", "hr", "tr", "a"):
        assert character not in ("", " ", "\t")


@_SETTINGS
@given(_TEXTS)
def test_no_text_is_empty_and_no_two_texts_are_neighbors(text: str) -> None:
    document = parse_mdx(text)
    for node in _walk(document.nodes):
        children = node.children if isinstance(node, Element | Tag) else []
        texts = [isinstance(child, str) for child in children]
        if not (isinstance(node, Element) and node.tag == "li"):
            assert (True, True) not in pairwise(texts)
        assert "" not in children


@_SETTINGS
@given(st.text(max_size=200))
def test_any_text_is_a_page(text: str) -> None:
    body = text.replace("\r", "\n")
    assert parse_mdx(body) == parse_mdx(body)


@_SETTINGS
@given(_TEXTS)
def test_blank_lines_before_a_page_only_move_its_lines(text: str) -> None:
    before = [type(node) for node in _all_nodes(text)]
    after = [type(node) for node in _all_nodes("\n\n" + text)]
    assert before == after
