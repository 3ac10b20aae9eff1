"""What the mock answers to requests that are wrong, or hardly so, is what the document promises."""

from __future__ import annotations

import json
from typing import Any

import pytest

from octavo.mock.messages import MockAnswer
from tests.mock.asking import ask, describe, list_faults

JSON = "application/json"
LIMIT = {"name": "limit", "in": "query", "schema": {"type": "integer", "maximum": 5}}
PROBLEM: dict[str, Any] = {
    "description": "No",
    "headers": {"X-Left": {"schema": {"type": "integer"}, "example": 7}},
    "content": {JSON: {"schema": {}, "example": {"why": "no"}}},
}


def header(answer: MockAnswer, name: str) -> str | None:
    return dict(answer.headers).get(name)


def with_errors(**errors: Any) -> dict[str, Any]:
    document = describe(parameters=[LIMIT])
    document["paths"]["/it"]["get"]["responses"].update(errors)
    return document


@pytest.mark.parametrize("status", ["400", "4XX", "default"])
def test_a_refusal_has_the_body_that_is_documented_for_its_status(status: str) -> None:
    answer = ask(with_errors(**{status: PROBLEM}), "/it?limit=9")
    assert answer.status == 400
    assert (header(answer, "Content-Type"), header(answer, "X-Left")) == (JSON, "7")
    assert json.loads(b"".join(answer.pieces)) == {"why": "no"}
    assert header(answer, "Mock-Refusal") == "query.limit: must be at most 5"


@pytest.mark.parametrize(
    "errors", [{}, {"404": PROBLEM}, {"400": {"description": "No"}}], ids=["none", "other", "bare"]
)
def test_a_refusal_without_a_documented_body_is_a_problem(errors: dict[str, Any]) -> None:
    answer = ask(with_errors(**errors), "/it?limit=9")
    assert header(answer, "Content-Type") == "application/problem+json"
    assert list_faults(answer) == ["query.limit: must be at most 5"]


def test_missing_credentials_and_media_types_have_their_documented_body() -> None:
    document = with_errors(**{"401": PROBLEM, "415": PROBLEM})
    document["paths"]["/it"]["get"]["requestBody"] = {"content": {JSON: {}}}
    answer = ask(document, body="x", content_type="a/b")
    assert (answer.status, header(answer, "Content-Type")) == (415, JSON)
    document["components"] = {"securitySchemes": {"key": {"type": "http", "scheme": "basic"}}}
    document["security"] = [{"key": []}]
    answer = ask(document)
    assert (answer.status, header(answer, "Content-Type")) == (401, JSON)
    assert header(answer, "WWW-Authenticate") == 'Basic realm="mock"'


@pytest.mark.parametrize("kind", ["apiKey", "APIKEY", "x-own", ""])
def test_keys_are_looked_for_whatever_their_type_is_called(kind: str) -> None:
    document = describe(security=[{"key": []}])
    scheme = {"type": kind, "in": "header", "name": "X-Key"}
    document["components"] = {"securitySchemes": {"key": scheme}}
    assert ask(document).status == 401
    assert ask(document, X_Key="any").status == 200


def test_a_line_end_in_a_request_is_none_in_the_header() -> None:
    names = {"name": "a\r\nX-Own: 1", "in": "query", "required": True, "schema": {}}
    document = describe(parameters=[names])
    document["paths"]["/it"]["get"]["responses"]["400"] = PROBLEM
    assert "\r" not in (header(ask(document), "Mock-Refusal") or "\r")


@pytest.mark.parametrize(
    ("accept", "status"),
    [
        ("application/vnd.own+json;version=2", 200),
        ("application/problem+json, */*;q=0", 200),
        ("application/xml", 406),
        ("application/vnd.own+json;q=0", 406),
    ],
)
def test_every_kind_of_json_is_json(accept: str, status: int) -> None:
    response = {"description": "", "content": {JSON: {"schema": {}}}}
    assert ask(describe(response=response), accept=accept).status == status


def test_what_the_document_says_that_callers_accept_is_accepted() -> None:
    response = {"description": "", "content": {JSON: {"schema": {}}}}
    accept = {"name": "Accept", "in": "header", "schema": {"enum": ["application/x-own"]}}
    assert (
        ask(describe(response=response, parameters=[accept]), accept="application/x-own").status
        == 200
    )


@pytest.mark.parametrize(
    ("schema", "value", "is_right"),
    [
        ({"type": "integer", "format": "int32"}, "2147483647", True),
        ({"type": "integer", "format": "int32"}, "2147483648", False),
        ({"type": "integer", "format": "int64"}, "-9223372036854775808", True),
        ({"type": "integer", "format": "int64"}, "-9223372036854775809", False),
        ({"type": "string", "format": "int64"}, "99999999999999999999", True),
        ({"type": "integer", "format": "int128"}, "99999999999999999999", True),
        ({"type": "string", "format": "uri"}, "https://a.test/", True),
        ({"type": "string", "format": "uri"}, "no address", False),
        ({"type": "string", "format": "time"}, "noon", False),
        ({"type": "string", "format": "duration"}, "P1D", True),
        ({"type": "string", "format": "own-format"}, "anything", True),
        ({"type": "string", "format": "hostname"}, "my_host", True),
    ],
)
def test_ranges_and_formats_are_looked_at(
    schema: dict[str, Any], value: str, is_right: bool
) -> None:
    parameter = {"name": "q", "in": "query", "schema": schema}
    assert (ask(describe(parameters=[parameter]), f"/it?q={value}").status == 200) is is_right


def test_a_list_of_one_is_written_like_its_item() -> None:
    states = {"type": "array", "items": {"enum": ["on", "off"]}}
    schema = {"type": "object", "properties": {"state": states, "at": {"type": "object"}}}
    parameter = {"name": "filter", "in": "query", "style": "deepObject", "schema": schema}
    document = describe(parameters=[parameter])
    assert ask(document, "/it?filter[state]=on").status == 200
    assert ask(document, "/it?filter[state]=what").status == 400
    assert ask(document, "/it?filter[at]=").status == 200


def test_what_is_sent_again_is_not_overlooked() -> None:
    states = {"type": "array", "items": {"enum": ["on", "off"]}}
    schema = {
        "type": "object",
        "properties": {"state": states, "size": {"type": "integer", "minimum": 1}},
    }
    filter_ = {"name": "filter", "in": "query", "style": "deepObject", "schema": schema}
    document = describe(parameters=[LIMIT, filter_])
    assert ask(document, "/it?filter[state]=on&filter[state]=off").status == 200
    for query in (
        "filter[state]=on&filter[state]=what",
        "filter[]=2&filter[size]=-7",
        "limit=1&limit=2",
    ):
        assert ask(document, f"/it?{query}").status == 400


def test_an_empty_text_and_an_empty_form_are_bodies() -> None:
    content = {"text/plain": {"schema": {"type": "string"}}, "multipart/form-data": {"schema": {}}}
    document = describe(method="post", body={"required": True, "content": content})
    for kind, sent in (("text/plain", ""), ("multipart/form-data; boundary=b", "--b--\r\n")):
        assert ask(document, method="POST", body=sent, content_type=kind).status == 200
    assert ask(document, method="POST").status == 400


def test_an_example_that_breaks_a_format_is_replaced() -> None:
    schema = {"type": "object", "properties": {"at": {"type": "string", "format": "date"}}}
    media = {"schema": schema, "example": {"at": "tomorrow"}}
    answer = ask(describe(response={"description": "", "content": {JSON: media}}))
    assert json.loads(b"".join(answer.pieces)) == {"at": "2026-03-14"}


# --- XML ------------------------------------------------------------------------------------------

PET: dict[str, Any] = {
    "type": "object",
    "required": ["name"],
    "properties": {
        "id": {"type": "integer", "format": "int32", "xml": {"attribute": True}},
        "name": {"type": "string", "maxLength": 4, "xml": {"name": "called"}},
        "born": {"type": "string", "format": "date"},
        "tags": {"type": "array", "items": {"type": "string", "xml": {"name": "tag"}}},
        "eggs": {"type": "array", "xml": {"wrapped": True}, "items": {"type": "integer"}},
        "home": {
            "oneOf": [{"properties": {"city": {}}, "required": ["city"]}, {"type": "integer"}]
        },
    },
}


def list_faults_of_xml(body: str, schema: Any = PET) -> list[str]:
    document = describe(method="post", body={"content": {"application/xml": {"schema": schema}}})
    return list_faults(ask(document, method="POST", body=body, content_type="application/xml"))


@pytest.mark.parametrize(
    "body",
    [
        "<pet id='3'><called>Rex</called><tag>a</tag><tag>b</tag><eggs><egg>1</egg></eggs></pet>",
        "<x:pet xmlns:x='u'><x:called>Rex</x:called><home><city>Graz</city></home></x:pet>",
        "<pet><called>Rex</called><home>3</home><born>2020-01-31</born><eggs/></pet>",
    ],
)
def test_xml_is_read_as_its_schema_describes_it(body: str) -> None:
    assert list_faults_of_xml(body) == []


@pytest.mark.parametrize("is_endless", [True, False])
def test_xml_with_too_many_combinations_is_not_looked_into(is_endless: bool) -> None:
    node = {"$ref": "#/components/schemas/Node"}
    form = {"type": "object", "required": ["x"], "properties": {"n": node}}
    options = [node, {"type": "integer"}] if is_endless else [form, {**form, "maxProperties": 9}]
    document = describe(method="post", body={"content": {"application/xml": {"schema": node}}})
    document["components"] = {"schemas": {"Node": {"anyOf": options}}}
    sent = "<n>" * 60 + "</n>" * 60
    answer = ask(document, method="POST", body=sent, content_type="application/xml")
    assert (answer.status, "Mock-Unchecked" in dict(answer.headers)) == (200, True)


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ("<pet/>", "body.name: is missing"),
        ("<pet id='9999999999'><called>Rex</called></pet>", "body.id: must be at most 2147483647"),
        ("<pet><called>Rexxx</called></pet>", "body.name: must have at most 4 characters"),
        (
            "<pet><called>Rex</called><born>x</born></pet>",
            "body.born: must be a date, such as 2023-12-25",
        ),
        (
            "<pet><called>Rex</called><eggs><egg>x</egg></eggs></pet>",
            "body.eggs[0]: must be a whole number",
        ),
        ("<pet>only text</pet>", "body: must be a mapping"),
        ("<pet>", "body: is not XML: line 1, column 6"),
        (" ", "body: is not XML: line 1, column 2"),
        (
            "<!DOCTYPE a [<!ENTITY b 'c'>]><pet><called>&b;</called></pet>",
            "body: has a document type, which is not read",
        ),
        ("<a>" * 200 + "</a>" * 200, "body: is nested too deeply"),
    ],
)
def test_what_is_wrong_in_xml_is_told(body: str, fault: str) -> None:
    assert list_faults_of_xml(body) == [fault]
