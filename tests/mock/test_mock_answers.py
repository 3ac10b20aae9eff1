"""What the mock answers to requests that follow the document."""

from __future__ import annotations

import json
from typing import Any
from xml.etree import ElementTree as ET

from tests.mock.asking import ask, build_api, describe, header, read

POINT = {"type": "object", "properties": {"x": {"type": "integer", "minimum": 5}}}


def answer_with(content: Any, **more: Any) -> dict[str, Any]:
    """Return a document whose one operation answers with a content."""
    return describe(response={"description": "fine", "content": content, **more})


def test_the_example_of_the_document_comes_first() -> None:
    content = {"application/json": {"schema": POINT, "example": {"x": 77}}}
    answer = ask(answer_with(content))
    assert (answer.status, header(answer, "Content-Type")) == (200, "application/json")
    assert read(answer) == {"x": 77}
    assert read(ask(answer_with({"application/json": {"schema": POINT}}))) == {"x": 6}


def test_an_example_that_breaks_its_schema_is_not_used_and_mended_if_it_is_asked_for() -> None:
    examples = {"wrong": {"value": {"x": 1, "own": "kept"}}, "right": {"value": {"x": 9}}}
    api = build_api(answer_with({"application/json": {"schema": POINT, "examples": examples}}))
    assert read(ask(api)) == {"x": 9}
    assert read(ask(api, Prefer="example=wrong")) == {"x": 6, "own": "kept"}
    assert len(api.answers.unused_examples) == 1


def test_a_caller_may_prefer_a_status_and_an_example() -> None:
    document = answer_with({"application/json": {"schema": POINT}})
    errors = {"gone": {"value": {"why": "gone"}}, "lost": {"value": {"why": "lost"}}}
    responses = document["paths"]["/it"]["get"]["responses"]
    responses["404"] = {"description": "no", "content": {"application/json": {"examples": errors}}}
    responses["5XX"] = {"description": "down"}
    api = build_api(document)
    answer = ask(api, Prefer="code=404, example=lost")
    assert (answer.status, read(answer)) == (404, {"why": "lost"})
    assert header(answer, "Preference-Applied") == "code=404, example=lost"
    assert read(ask(api, Prefer='code="404"; foo')) == {"why": "gone"}
    assert ask(api, Prefer="code=503").status == 503
    refused = ask(api, Prefer="code=409")
    assert refused.status == 400
    assert "there is 200, 404, 5XX" in read(refused)["detail"]
    refused = ask(api, Prefer="code=404, example=other")
    assert refused.status == 400
    assert "there is gone, lost" in read(refused)["detail"]


def test_a_caller_gets_a_media_type_that_it_takes() -> None:
    content = {
        "application/json": {"schema": POINT},
        "text/csv": {"example": "x\n5"},
        "application/xml": {"schema": POINT},
    }
    api = build_api(answer_with(content))
    assert header(ask(api, Accept="*/*"), "Content-Type") == "application/json"
    assert header(ask(api, Accept="text/*"), "Content-Type") == "text/csv; charset=utf-8"
    best = ask(api, Accept="application/json;q=0.5, application/xml")
    assert header(best, "Content-Type") == "application/xml"
    refused = ask(api, Accept="image/png")
    assert refused.status == 406
    assert "application/json, text/csv, application/xml" in read(refused)["detail"]
    assert ask(api, Accept="application/json;q=0").status == 406


def test_xml_is_written_with_the_names_of_the_schema() -> None:
    schema = {**POINT, "xml": {"name": "point"}}
    answer = ask(answer_with({"application/xml": {"schema": schema}}))
    root = ET.fromstring(b"".join(answer.pieces))
    assert (root.tag, root.findtext("x")) == ("point", "6")


def test_streams_have_several_events() -> None:
    events = {"type": "object", "properties": {"data": {"type": "string"}}, "required": ["data"]}
    document = answer_with({"text/event-stream": {"itemSchema": events}})
    answer = ask({**document, "openapi": "3.2.0"})
    assert len(answer.pieces) == 3
    assert all(piece.startswith(b"data: ") and piece.endswith(b"\n\n") for piece in answer.pieces)
    lines = ask({**answer_with({"application/jsonl": {"itemSchema": POINT}}), "openapi": "3.2.0"})
    assert [json.loads(piece) for piece in lines.pieces] == [{"x": 6}] * 3
    records = ask(
        {**answer_with({"application/json-seq": {"itemSchema": POINT}}), "openapi": "3.2.0"}
    )
    assert [json.loads(piece.removeprefix(b"\x1e")) for piece in records.pieces] == [{"x": 6}] * 3
    assert all(piece.startswith(b"\x1e{") for piece in records.pieces)
    shown = {"example": [{"x": 5}, {"x": 6}], "schema": {"type": "array", "items": POINT}}
    assert len(ask(answer_with({"application/x-ndjson": shown})).pieces) == 2


def test_files_are_bytes_of_their_kind() -> None:
    binary = {"schema": {"type": "string", "format": "binary"}}
    assert ask(answer_with({"image/png": binary})).pieces[0].startswith(b"\x89PNG")
    assert ask(answer_with({"application/pdf": {}})).pieces[0].startswith(b"%PDF")
    assert ask(answer_with({"application/octet-stream": binary})).pieces[0]


def test_headers_of_the_response_are_sent() -> None:
    headers = {
        "X-Left": {"schema": {"type": "integer", "example": 3}},
        "X-List": {"schema": {"type": "array", "items": {"enum": ["a"]}, "minItems": 2}},
        "X-Bad": {"example": "a\r\nSet-Cookie: b=c\u2028"},
        "Content-Length": {"schema": {"const": 5}},
        "bad name": {"schema": {"const": 5}},
    }
    answer = ask(answer_with({"application/json": {"schema": POINT}}, headers=headers))
    assert header(answer, "X-Left") == "3"
    assert header(answer, "X-List") == "a,a"
    assert header(answer, "X-Bad") == "a  Set-Cookie: b=c"
    assert header(answer, "Content-Length") is None
    assert header(answer, "bad name") is None


def test_a_response_without_content_has_no_body() -> None:
    document = describe()
    document["paths"]["/it"]["get"]["responses"] = {"204": {"description": "none"}}
    answer = ask(document, Accept="image/png")
    assert (answer.status, answer.pieces) == (204, ())
    document["paths"]["/it"]["get"]["responses"] = {}
    assert ask(document).status == 200
    document["paths"]["/it"]["get"]["responses"] = {"default": {"description": "any"}}
    assert ask(document).status == 200


def test_two_mocks_of_one_document_answer_the_same() -> None:
    schema = {
        "type": "object",
        "properties": {"a": {"type": "string"}, "b": {"oneOf": [POINT, {}]}},
    }
    document = answer_with({"application/json": {"schema": schema}})
    assert ask(build_api(document)) == ask(build_api(document))


def test_write_only_properties_are_not_in_answers() -> None:
    schema = {
        "type": "object",
        "properties": {"name": {"type": "string"}, "secret": {"type": "string", "writeOnly": True}},
    }
    assert read(ask(answer_with({"application/json": {"schema": schema}}))).keys() == {"name"}
