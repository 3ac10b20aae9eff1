"""Where JavaScript ends."""

from __future__ import annotations

import pytest

from octavo.content.mdx.javascript import Lexer, find_end


@pytest.mark.parametrize(
    "code",
    [
        "a",
        "{b: [c, (d)]}",
        "'}' + \"}\"",
        "'it\\'s }'",
        "`} ${'}'} }`",
        "`${`${a}`}`",
        "/}/",
        "/[/}]/g.test(a)",
        "a / b / c",
        "/* } */ a",
        "a // }\n",
        "<p>Don't {a} }</p>",
        "a < b",
        "a => <B c={d}>it's</B>",
        "i++ <n",
        "return <A/>",
        "<>a'b</>",
        "<A b='}' {...c}>{/* } */}</A>",
        "a.map(b => <C key={b}>`</C>)",
        "() => { return /}/.test('}') }",
    ],
)
def test_the_closing_brace_is_found(code: str) -> None:
    text = "{" + code + "} tail }"
    assert find_end(text, 1, len(text), "}") == len(code) + 1


@pytest.mark.parametrize("code", ["a", "'a", "`a", "`${a`", "(a", "[a}", "/* a", "// a", "a)"])
def test_what_does_not_close_has_no_end(code: str) -> None:
    text = "{" + code
    assert find_end(text, 1, len(text), "}") == -1


def test_the_end_of_the_text_is_respected() -> None:
    assert find_end("{a} }", 1, 2, "}") == -1
    assert find_end("{a} }", 1, 3, "}") == 2


def test_other_brackets_can_be_looked_for() -> None:
    assert find_end("(a, [b], {c})", 1, 13, ")") == 12


@pytest.mark.parametrize(
    "element",
    ["<A/>", "<A></A>", "<A>it's <B/> {c}</A>", "<></>", "<A b={'>'} c='>' />", "<a.b />"],
)
def test_the_end_of_an_element_is_found(element: str) -> None:
    text = f"x = {element}; y"
    assert Lexer(text).skip_element(4) == 4 + len(element)


@pytest.mark.parametrize("element", ["<A>", "<A", "<A b=c />", "<A>{</A>", "< A/>"])
def test_an_element_that_does_not_end_has_no_end(element: str) -> None:
    assert Lexer(element).skip_element(0) == -1


def test_one_failure_is_remembered_for_every_bracket_in_it() -> None:
    lexer = Lexer("{a {b (c [d")
    assert lexer.find_end(1) == -1
    assert lexer.find_end(4) == -1
    assert lexer.find_end(7, ")") == -1


def test_a_bracket_inside_a_failure_may_still_close() -> None:
    lexer = Lexer("{a {b} (c")
    assert lexer.find_end(1) == -1
    assert lexer.find_end(4) == 5
