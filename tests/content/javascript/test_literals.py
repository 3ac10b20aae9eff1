from __future__ import annotations

from typing import Any

import pytest

from octavo.content.javascript.literals import NOT_LITERAL, evaluate_literal
from octavo.content.nodes import Attribute, Tag, Value


@pytest.mark.parametrize(
    ("source", "value"),
    [
        ('"text"', "text"),
        ("'it\\'s'", "it's"),
        ("`several\nlines`", "several\nlines"),
        ("`costs $5`", "costs $5"),
        ('"\\u00e9\\x41\\n\\u{1F680}"', "éA\n🚀"),
        ('"\\ud800"', "\ufffd"),
        ("42", 42),
        ("-1.5e2", -150.0),
        ("1_000", 1000),
        ("0xff", 255),
        (".5", 0.5),
        ("true", True),
        ("false", False),
        ("null", None),
        ("undefined", None),
        ("", None),
        (" /* only a comment */ ", None),
        ("// to the end", None),
        ("[1, 'two', [3],]", [1, "two", [3]]),
        ("{a: 1, 'b-c': {d: true}, 4: 'e',}", {"a": 1, "b-c": {"d": True}, "4": "e"}),
        ("{ width: 200, /* why */ maxWidth: '100%' }", {"width": 200, "maxWidth": "100%"}),
        ("(7)", 7),
    ],
)
def test_literals_have_a_value(source: str, value: Any) -> None:
    assert evaluate_literal(source) == value


@pytest.mark.parametrize(
    "source",
    [
        "name",
        "a.b",
        "1 + 1",
        "f()",
        "`${a}`",
        "[a]",
        "{a}",
        "{...a}",
        "() => 1",
        '"unclosed',
        "[1, 2",
        "{a: 1",
        "#custom-id",
        "<b>{name}</b>",
        "<b onClick={f} />",
        "<a><b></a></b>",
        "<a>",
        "[1,,2]",
        "1" * 400,
        "no one/a team",
    ],
)
def test_anything_else_is_not_a_literal(source: str) -> None:
    assert evaluate_literal(source) is NOT_LITERAL


def test_jsx_values_become_tags() -> None:
    value = evaluate_literal('<svg viewBox="0 0 1 1"><path d={"M0"} /></svg>')
    path = Tag("path", [Attribute("d", "M0")], [])
    assert value == Tag("svg", [Attribute("viewBox", "0 0 1 1")], [path])


def test_text_in_jsx_is_joined_by_the_rule_of_jsx() -> None:
    value = evaluate_literal("<p>\n  Don't  <b>stop</b>\n\n  me &amp; you{' '}\n  now\n</p>")
    assert isinstance(value, Tag)
    assert value.children == [
        "Don't  ",
        Tag("b", [], ["stop"]),
        "me & you",
        " ",
        "now",
    ]


@pytest.mark.parametrize("opening", ["[", "(", "{a:", "<a>", "<a b={["])
def test_deep_nesting_is_refused_quickly(opening: str) -> None:
    assert evaluate_literal(opening * 20_000) is NOT_LITERAL


SCOPE = {
    "name": "Ada",
    "count": 3,
    "ratio": 2.0,
    "yes": True,
    "plan": {"seats": [{"id": "a"}, {"id": "b"}], "empty": None},
}


@pytest.mark.parametrize(
    ("source", "value"),
    [
        ("name", "Ada"),
        ("plan.seats[1].id", "b"),
        ("plan['seats'].length", 2),
        ("plan.seats[7]", None),
        ("plan.missing", None),
        ("`Hello ${name}, ${ count } of ${ratio}`", "Hello Ada, 3 of 2"),
        ("{name, count, other: [name]}", {"name": "Ada", "count": 3, "other": ["Ada"]}),
        ("<b id={name}>{name}{yes}{count}</b>", Tag("b", [Attribute("id", "Ada")], ["Ada", "3"])),
        ("<b n={count} />", Tag("b", [Attribute("n", Value(3))], [])),
    ],
)
def test_names_of_the_scope_are_known(source: str, value: Any) -> None:
    assert evaluate_literal(source, SCOPE) == value


@pytest.mark.parametrize(
    "source",
    [
        "other",
        "name.length",
        "plan.seats.map",
        "plan.toString",
        "plan.missing.more",
        "plan[name]",
        "`${yes}`",
        "`${plan}`",
        "`${name",
        "`${name}",
        "name()",
        "name + name",
        "{true}",
        "{other}",
    ],
)
def test_what_a_scope_cannot_tell_is_not_a_literal(source: str) -> None:
    assert evaluate_literal(source, SCOPE) is NOT_LITERAL
