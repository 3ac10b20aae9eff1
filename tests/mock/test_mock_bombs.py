"""Documents that ask the mock for more than any machine has: it ends, and says so."""

from __future__ import annotations

from typing import Any

import pytest

from octavo.mock.messages import MockRequest
from octavo.openapi.examples.budget import ANSWER, PAGE
from octavo.openapi.examples.value import build_example
from octavo.openapi.model import Node, Side
from octavo.openapi.schema.reader import SchemaReader
from tests.growth.steps import count_steps
from tests.mock.asking import ask, build_api, describe, header, list_faults, read
from tests.openapi.api_documents import make_document
from tests.recursive_schemas import build_doubling_chain
from tests.whole import first_of_each

MOST_STEPS = 10_000_000
MOST_BYTES = 2 * ANSWER.letters
HUGE = 10**15
LONG = {"type": "string", "minLength": HUGE}


def nest(levels: int, schema: Any) -> Any:
    """Return lists in lists, each with as many items as one list may have."""
    for _ in range(levels):
        schema = {"type": "array", "minItems": ANSWER.items, "items": schema}
    return schema


def require(properties: dict[str, Any]) -> Any:
    return {"type": "object", "required": list(properties), "properties": properties}


def refer(name: str) -> Any:
    return {"$ref": f"#/components/schemas/{name}"}


TOO_LARGE: dict[str, Any] = {
    "items": {"type": "array", "minItems": HUGE, "items": LONG},
    "letters": LONG,
    "letters of a pattern": {"type": "string", "pattern": "^[a-z]+$", "minLength": HUGE},
    "many long texts": require(
        {f"p{number}": {"type": "string", "minLength": 900_000} for number in range(50)}
    ),
    "lists in lists": nest(6, {"type": "integer"}),
    "texts in lists in lists": nest(3, {"type": "string", "minLength": 200_000}),
    "properties": {"type": "object", "minProperties": HUGE},
    "properties of a pattern": {
        "type": "object",
        "minProperties": HUGE,
        "patternProperties": {"^a{9}$": {"type": "integer"}},
    },
    "further properties": {
        "type": "object",
        "minProperties": HUGE,
        "additionalProperties": nest(4, LONG),
    },
    "different items": {
        "type": "array",
        "uniqueItems": True,
        "minItems": HUGE,
        "items": {"type": "integer"},
    },
    "contained items": {"type": "array", "contains": LONG, "minContains": HUGE},
    "first items": {"type": "array", "prefixItems": [LONG] * 1000, "minItems": HUGE},
    "parts of all": {"allOf": [{"type": "array", "minItems": HUGE}, {"items": LONG}]},
    "long names": nest(2, require({"n" * 100_000: {"type": "integer"}})),
}
HARD: dict[str, Any] = {
    "huge numbers": require(
        {
            "a": {"type": "number", "minimum": 1e308, "multipleOf": 1e-308},
            "b": {"type": "integer", "maximum": -(10**400)},
            "c": {"type": "integer", "minimum": 10**400, "multipleOf": 0.1},
            "d": {"type": "number", "minimum": 10**4000, "exclusiveMaximum": 10**4000},
            "e": {"type": "array", "uniqueItems": True, "minItems": 9, "items": {"const": 10**400}},
        }
    ),
    "a pattern of counts": {"type": "string", "pattern": "^(([a-z]{99}){99}){99}$"},
    "a set of many": {"type": "string", "minLength": 40, "pattern": f"^[^{'ab-c' * 200}]+x$"},
    "choices in circles": refer("Choice0"),
    "objects in circles": refer("Object0"),
    "alternatives of itself": refer("Alternatives"),
    "forms that break one another": {
        "oneOf": [
            {"properties": {f"p{form}_{number}": {"type": "string"} for number in range(50)}}
            for form in range(40)
        ]
    },
}
SCHEMAS = {
    f"Choice{number}": {
        "oneOf": [refer(f"Choice{other}") for other in range(14) if other != number]
    }
    for number in range(14)
} | {
    f"Object{number}": require(
        {f"to{by}": refer(f"Object{(number + by) % 30}") for by in (1, 7, 11)}
    )
    for number in range(30)
}
SCHEMAS["Alternatives"] = {"oneOf": [{"allOf": [refer("Alternatives")]} for _ in range(30)]}
TYPES = ("application/json", "application/xml", "application/x-www-form-urlencoded", "text/csv")


def build_document(schema: Any, media_type: str = "application/json") -> dict[str, Any]:
    """Return a document whose one operation answers with a schema."""
    response = {"description": "fine", "content": {media_type: {"schema": schema}}}
    return {**describe(response=response), "components": {"schemas": SCHEMAS}}


@pytest.mark.scorecard("SR-32")
@pytest.mark.parametrize("name", TOO_LARGE)
def test_an_answer_that_would_be_too_large_is_shortened_and_says_so(name: str) -> None:
    api = build_api(build_document(TOO_LARGE[name]))
    answers = []
    count_steps(lambda: answers.append(ask(api)), MOST_STEPS)
    (answer,) = answers
    assert answer.status == 200
    assert header(answer, "Mock-Shortened") == "the schema asks for more than a mock makes"
    assert sum(map(len, answer.pieces)) <= MOST_BYTES


@pytest.mark.scorecard("SR-32")
@pytest.mark.parametrize("name", first_of_each(HARD, lambda name: name.split()[-1]))
def test_an_answer_that_is_hard_to_make_ends(name: str) -> None:
    api = build_api(build_document(HARD[name]))
    answers = []
    count_steps(lambda: answers.append(ask(api)), MOST_STEPS)
    assert answers[0].status == 200
    assert sum(map(len, answers[0].pieces)) <= MOST_BYTES


@pytest.mark.scorecard("SR-32")
@pytest.mark.parametrize("media_type", TYPES)
def test_other_forms_are_shortened_as_well(media_type: str) -> None:
    for name in ("items", "lists in lists", "many long texts", "long names"):
        answer = ask(build_api(build_document(TOO_LARGE[name], media_type)))
        assert header(answer, "Mock-Shortened")
        assert sum(map(len, answer.pieces)) <= MOST_BYTES


@pytest.mark.scorecard("SR-32")
@pytest.mark.parametrize("side", Side)
@pytest.mark.parametrize("name", [*TOO_LARGE, *HARD])
def test_what_pages_show_stays_small(name: str, side: Side) -> None:
    schema = (TOO_LARGE | HARD)[name]
    document = make_document({"components": {"schemas": {**SCHEMAS, "It": schema}}})
    node = Node(schema, document.source, ("components", "schemas", "It"))
    values = []
    reader = SchemaReader(document)
    count_steps(lambda: values.append(build_example(reader, node, side)), MOST_STEPS)
    assert len(str(values[0])) <= 4 * PAGE.letters


def test_an_answer_with_room_for_what_is_asked_is_not_shortened() -> None:
    text = {"type": "string", "minLength": 100_000}
    answer = ask(build_document({"type": "array", "minItems": 5, "items": text}))
    assert header(answer, "Mock-Shortened") is None
    assert [len(each) for each in read(answer)] == [100_000] * 5


def test_a_schema_that_nothing_can_follow_is_not_one_that_asks_for_too_much() -> None:
    answer = ask(build_document({"type": "integer", "minimum": 5, "maximum": 4}))
    assert header(answer, "Mock-Shortened") is None


def test_a_request_with_too_many_combinations_passes_and_the_answer_says_so() -> None:
    schemas = build_doubling_chain("oneOf", 60)
    content = {"application/json": {"schema": refer("S0")}}
    document = {**describe("post", body={"content": content}), "components": {"schemas": schemas}}
    api = build_api(document)
    answer = api.answer(MockRequest("POST", "/it", "", JSON_TYPE, b"1"))
    assert (answer.status, header(answer, "Mock-Unchecked") is not None) == (200, True)
    content["application/json"]["schema"] = refer("S57")
    answer = build_api(document).answer(MockRequest("POST", "/it", "", JSON_TYPE, b"1"))
    assert (answer.status, header(answer, "Mock-Unchecked")) == (400, None)


JSON_TYPE = {"content-type": "application/json"}


@pytest.mark.parametrize(
    ("name", "mistake"),
    [
        ("(" * 900, "is nested too deeply"),
        ('"' * 100_000, "has a part with a header of over 1,000 letters"),
        ("=;" * 50_000, "has a part with a header of over 1,000 letters"),
    ],
)
def test_a_part_of_a_form_whose_header_nobody_can_read_is_told(name: str, mistake: str) -> None:
    document = describe("post", body={"content": {"multipart/form-data": {"schema": {}}}})
    body = f"--a\r\nContent-Disposition: form-data; name={name}\r\n\r\n1\r\n--a--\r\n"
    answer = ask(document, "/it", "POST", body, content_type="multipart/form-data; boundary=a")
    assert list_faults(answer) == [f"body: {mistake}"]
