"""The examples that bodies and parameters show."""

from __future__ import annotations

import json
from typing import Any

from octavo.openapi.document.document import ApiDocument
from octavo.openapi.examples.examples import (
    ShownExample,
    choose_example,
    choose_value,
    list_examples,
)
from octavo.openapi.model import Encoding, Example, Given, In, MediaType, Node, Parameter, Side
from octavo.openapi.schema.reader import SchemaReader


def new_reader() -> SchemaReader:
    return SchemaReader(ApiDocument("api.yaml", "api", "3.1", {"openapi": "3.1.0"}))


def node_of(schema: Any) -> Node:
    return Node(schema, "api.yaml", ("paths", "/", "get", "schema"))


def shown(
    media_type: str,
    schema: Any = None,
    *examples: Example,
    item_schema: Any = None,
    encoding: dict[str, Encoding] | None = None,
    side: Side = Side.RESPONSE,
) -> tuple[ShownExample, ...]:
    media = body(media_type, schema, *examples, item_schema=item_schema, encoding=encoding)
    return list_examples(new_reader(), media, side)


def body(
    media_type: str,
    schema: Any = None,
    *examples: Example,
    item_schema: Any = None,
    encoding: dict[str, Encoding] | None = None,
) -> MediaType:
    return MediaType(
        media_type,
        Node({}, "api.yaml", ("content", media_type)),
        None if schema is None else node_of(schema),
        None if item_schema is None else node_of(item_schema),
        examples,
        encoding or {},
    )


PERSON = {"type": "object", "properties": {"name": {"type": "string"}}}


def test_named_examples_come_with_their_words() -> None:
    first = Example("ada", Given({"name": "Ada"}), summary="The first", description="Of all")
    second = Example("bob", Given({"name": "Bob"}))

    assert shown("application/json", PERSON, first, second) == (
        ShownExample("ada", '{\n  "name": "Ada"\n}', "json", "The first", "Of all"),
        ShownExample("bob", '{\n  "name": "Bob"\n}', "json"),
    )


def test_without_examples_the_schema_gives_one() -> None:
    (only,) = shown("application/json", PERSON)

    assert only == ShownExample("", '{\n  "name": "Example"\n}', "json", is_built=True)


def test_several_examples_of_a_schema_are_numbered() -> None:
    schema = {**PERSON, "examples": [{"name": "Ada"}, {"name": "Bob"}]}

    assert [each.name for each in shown("application/json", schema)] == ["Example 1", "Example 2"]


def test_a_choice_has_an_example_of_each_option() -> None:
    cat = {"title": "Cat", "type": "object", "properties": {"lives": {"type": "integer"}}}
    dog = {"title": "Dog", "type": "object", "properties": {"barks": {"type": "boolean"}}}
    schema = {"properties": {"name": {"const": "Io"}}, "oneOf": [cat, dog, {"type": "string"}]}
    examples = shown("application/json", schema)

    assert [(each.name, json.loads(each.text)) for each in examples] == [
        ("Cat", {"name": "Io", "lives": 123}),
        ("Dog", {"name": "Io", "barks": True}),
        ("string", "example"),
    ]


def test_of_many_options_a_few_are_shown_and_none_twice() -> None:
    many = {
        "oneOf": [{"title": str(n), "const": n, "type": "integer", "minimum": 0} for n in range(50)]
    }
    alike = {"anyOf": [{"title": title, "type": "string"} for title in ("a", "b")]}

    assert len(shown("application/json", many)) == 5
    assert [each.name for each in shown("application/json", alike)] == ["a"]


def test_an_example_elsewhere_is_a_link() -> None:
    (only,) = shown("image/png", None, Example("big", external="https://example.com/big.png"))

    assert (only.text, only.link) == ("", "https://example.com/big.png")


def test_an_example_that_says_nothing_gives_way_to_the_schema() -> None:
    (only,) = shown("application/json", {"type": "integer"}, Example("empty"))

    assert only.text == "123"


def test_an_example_as_it_is_sent_is_shown_so() -> None:
    sent = Example("csv", Given([["a"]]), serialized="a;b")
    as_json = Example("both", Given({"a": 1}), serialized='{"a":1}')

    assert shown("text/csv", None, sent)[0].text == "a;b"
    assert shown("application/json", None, as_json)[0].text == '{\n  "a": 1\n}'
    assert shown("application/json", None, Example("x", serialized='{"a":1}'))[0].text == '{"a":1}'


def test_a_text_of_json_is_shown_as_json() -> None:
    text = Example("", Given('{"a":[1,2]}'))

    assert shown("application/json", PERSON, text)[0].text == '{\n  "a": [\n    1,\n    2\n  ]\n}'
    assert shown("application/json", None, text)[0].text == '{\n  "a": [\n    1,\n    2\n  ]\n}'
    assert shown("application/json", {"type": "string"}, text)[0].text == r'"{\"a\":[1,2]}"'


def test_what_is_nearly_json_is_shown_as_it_is() -> None:
    nearly = Example("", Given('{"a": 1, ...}'))

    assert shown("application/json", PERSON, nearly)[0].text == '{"a": 1, ...}'
    assert shown("application/json", None, Example("", Given("OK")))[0].text == '"OK"'


def test_numbers_stay_exact_and_letters_stay_letters() -> None:
    value = Given({"id": 12345678901234567890, "price": 1.10, "big": 1e22, "name": "Zoë €"})
    (only,) = shown("application/json", PERSON, Example("", value))

    assert json.loads(only.text) == value.value
    assert "12345678901234567890" in only.text
    assert "Zoë €" in only.text


def test_a_media_type_may_have_parameters_and_capitals() -> None:
    assert shown("Application/JSON; charset=utf-8", PERSON)[0].language == "json"
    assert shown("application/problem+json", PERSON)[0].language == "json"
    assert shown("*/*", PERSON)[0].language == "json"


def test_binary_data_is_a_sentence() -> None:
    schema = {"type": "string", "format": "binary"}

    assert shown("image/png", schema)[0].text == "Binary data (image/png)"
    assert shown("application/pdf")[0].text == "Binary data (application/pdf)"
    assert shown("application/x-thing", schema)[0].text == "Binary data (application/x-thing)"
    assert shown("application/octet-stream", {})[0].language == "text"


def test_a_body_of_which_nothing_is_known_has_no_example() -> None:
    assert shown("application/json") == ()
    assert shown("application/x-www-form-urlencoded", {"type": "object"}) == ()


def test_plain_text_is_shown_as_it_is() -> None:
    assert shown("text/plain", {"type": "string"})[0].text == "example"
    assert shown("text/csv", None, Example("", Given("a,b\n1,2")))[0].text == "a,b\n1,2"
    assert shown("text/html", None, Example("", Given("<b>")))[0].language == "html"


def test_a_table_is_made_of_objects() -> None:
    schema = {
        "type": "array",
        "items": {"type": "object", "properties": {"a": {"example": 'x,"y"'}, "b": {"const": 1}}},
    }

    assert shown("text/csv", schema)[0].text == 'a,b\n"x,""y""",1'


def test_a_form_is_lines_of_names_and_values() -> None:
    value = Given({"name": "Ada L", "tags": ["a", "b"], "at": {"x": [1, {"y": True}]}, "no": None})
    encoding = {"at": Encoding(style="deepObject", explode=True)}
    (only,) = shown(
        "application/x-www-form-urlencoded", PERSON, Example("", value), encoding=encoding
    )

    assert only.text == "name=Ada L\ntags=a\ntags=b\nat[x][0]=1\nat[x][1][y]=true\nno="
    assert shown("multipart/form-data", PERSON)[0].text == "name=Example"


def test_events_are_shown_as_they_are_sent() -> None:
    event = {
        "type": "object",
        "properties": {
            "event": {"const": "added"},
            "data": {"type": "object", "properties": {"id": {"type": "integer"}}},
        },
    }
    (only,) = shown("text/event-stream", item_schema=event)

    assert only.text == 'event: added\ndata: {"id":4242}\n\nevent: added\ndata: {"id":4242}\n'
    assert shown("text/event-stream", PERSON)[0].text == 'data: {"name":"Example"}\n'
    lines = Example("", Given([{"data": "one\ntwo", "id": 1}]))
    assert shown("text/event-stream", None, lines)[0].text == "id: 1\ndata: one\ndata: two\n"
    as_is = Example("", Given("data: x\n\n"))
    assert shown("text/event-stream", PERSON, as_is)[0].text == "data: x\n\n"


def test_lines_of_json_have_an_item_each() -> None:
    (lines,) = shown("application/x-ndjson", item_schema=PERSON)
    (sequence,) = shown("application/json-seq", item_schema=PERSON)

    assert lines.text == '{"name":"Example"}\n{"name":"Example"}'
    assert lines.language == "json"
    assert sequence.text == '␞{"name":"Example"}\n␞{"name":"Example"}'


def test_values_that_json_does_not_have_are_null() -> None:
    odd = Given({"a": float("nan"), "b": [float("-inf")], "c": 16**5000})

    text = shown("application/json", None, Example("", odd))[0].text
    assert json.loads(text) == {"a": None, "b": [None], "c": None}
    text = shown("application/jsonl", None, Example("", odd))[0].text
    assert json.loads(text) == {"a": None, "b": [None], "c": None}


def test_samples_get_the_first_example_as_data() -> None:
    reader = new_reader()
    named = body("application/json", PERSON, Example("a", Given('{"name": "Ada"}')))

    assert choose_value(reader, named, Side.REQUEST) == Given({"name": "Ada"})
    assert choose_value(reader, body("application/json", PERSON), Side.REQUEST) == Given(
        {"name": "Example"}
    )
    assert choose_value(reader, body("application/json"), Side.REQUEST) is None


# --- parameters ---------------------------------------------------------------------------------


def test_a_parameter_has_the_example_it_states_else_that_of_its_schema() -> None:
    reader = new_reader()
    place = Node({}, "api.yaml", ("parameters", 0))
    schema = node_of({"type": "integer"})

    named = (Example("none"), Example("two", Given(2)))
    stated = Parameter("page", In.QUERY, place, schema=schema, examples=named)
    assert choose_example(reader, stated) == 2
    sent = (Example("", serialized="a%20b"),)
    assert choose_example(reader, Parameter("q", In.QUERY, place, examples=sent)) == "a%20b"
    assert choose_example(reader, Parameter("page", In.QUERY, place, schema=schema)) == 1
    assert choose_example(reader, Parameter("page", In.QUERY, place)) == "2"
