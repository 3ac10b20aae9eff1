"""What the mock says about requests that break the document."""

from __future__ import annotations

from typing import Any

import pytest

from tests.mock.asking import ask, build_api, describe, header, list_faults, read

COLORS = {"type": "array", "items": {"enum": ["red", "blue"]}}
POINT = {
    "type": "object",
    "properties": {"x": {"type": "integer"}, "y": {"type": "integer"}},
    "required": ["x"],
}
DEEP = {
    "type": "object",
    "properties": {
        "size": {"type": "integer"},
        "inner": {"type": "object", "properties": {"on": {"type": "boolean"}}},
        "tags": {"type": "array", "items": {"type": "integer"}},
    },
}


def build(where: str, name: str, schema: Any, **more: Any) -> dict[str, Any]:
    """Return a document whose one operation has one parameter."""
    path = f"/it/{{{name}}}" if where == "path" else "/it"
    parameter = {"name": name, "in": where, "schema": schema, **more}
    return describe(path=path, parameters=[parameter])


def test_every_mistake_is_told_with_its_place() -> None:
    document = describe(
        "post",
        parameters=[
            {"name": "limit", "in": "query", "schema": {"type": "integer", "maximum": 100}},
            {"name": "sort", "in": "query", "required": True, "schema": {"enum": ["up", "down"]}},
            {"name": "X-Id", "in": "header", "schema": {"type": "string", "format": "uuid"}},
            {"name": "day", "in": "cookie", "schema": {"type": "string", "format": "date"}},
        ],
        body={"content": {"application/json": {"schema": POINT}}},
    )
    answer = ask(document, "/it?limit=500", "POST", '{"x": "1"}', X_Id="7", Cookie="a=1; day=soon")
    assert answer.status == 400
    assert header(answer, "Content-Type") == "application/problem+json"
    assert list_faults(answer) == [
        "query.limit: must be at most 100",
        "query.sort: is missing",
        "header.X-Id: must be a UUID",
        "cookie.day: must be a date, such as 2023-12-25",
        "body.x: must be a whole number",
    ]
    assert read(answer)["detail"] == "the request has 5 mistakes"


@pytest.mark.parametrize(
    ("document", "fine", "wrong", "fault"),
    [
        (build("query", "a", COLORS), "/it?a=red&a=blue", "/it?a=red&a=x", "query.a[1]: "),
        (build("query", "a", COLORS), "/it?a[]=red&a[]=blue", "/it?a[]=x", "query.a[0]: "),
        (
            build("query", "a", COLORS, explode=False),
            "/it?a=red,blue",
            "/it?a=x,red",
            "query.a[0]: ",
        ),
        (build("query", "a", COLORS, explode=False), "/it?a=red%2Cblue", "/it?a=x", "query.a[0]: "),
        (
            build("query", "a", COLORS, style="spaceDelimited", explode=False),
            "/it?a=red%20blue",
            "/it?a=red%20x",
            "query.a[1]: ",
        ),
        (
            build("query", "a", COLORS, style="pipeDelimited", explode=False),
            "/it?a=red%7Cblue",
            "/it?a=red|x",
            "query.a[1]: ",
        ),
        (build("query", "d", DEEP), "/it?size=1&tags=[4]", "/it?tags=[x]", "query.d.tags: "),
        (build("query", "p", POINT), "/it?x=1&y=2", "/it?x=a", "query.p.x: must be a whole number"),
        (
            build("query", "p", POINT, explode=False),
            "/it?p=x,1,y,2",
            "/it?p=y,2",
            "query.p.x: is missing",
        ),
        (
            build("query", "d", DEEP, style="deepObject"),
            "/it?d[size]=1&d[inner][on]=true&d[tags][]=4&d[tags][]=5",
            "/it?d[inner][on]=x",
            "query.d.inner.on: must be true or false",
        ),
        (
            build("query", "d", DEEP, style="deepObject"),
            "/it?d%5Btags%5D%5B0%5D=4",
            "/it?d[tags][0]=x",
            "query.d.tags[0]: must be a whole number",
        ),
        (build("path", "a", COLORS), "/it/red,blue", "/it/red,x", "path.a[1]: "),
        (build("path", "p", POINT), "/it/x,1,y,2", "/it/y,1", "path.p.x: is missing"),
        (build("path", "p", POINT, explode=True), "/it/x=1,y=2", "/it/x=a", "path.p.x: "),
        (build("path", "a", COLORS, style="label"), "/it/.red,blue", "/it/.x", "path.a[0]: "),
        (
            build("path", "a", COLORS, style="label", explode=True),
            "/it/.red.blue",
            "/it/.x",
            "path.a[0]",
        ),
        (build("path", "a", COLORS, style="matrix"), "/it/;a=red,blue", "/it/;a=x", "path.a[0]: "),
        (
            build("path", "a", COLORS, style="matrix", explode=True),
            "/it/;a=red;a=blue",
            "/it/;a=red;a=x",
            "path.a[1]: ",
        ),
        (
            build("path", "p", POINT, style="matrix", explode=True),
            "/it/;x=1;y=2",
            "/it/;y=2",
            "path.p.x",
        ),
        (
            build("path", "n", {"type": "integer"}),
            "/it/7",
            "/it/seven",
            "path.n: must be a whole number",
        ),
        (
            build("query", "b", {"type": "boolean"}),
            "/it?b=true",
            "/it?b=1",
            "query.b: must be true or false",
        ),
        (
            build("query", "m", {"oneOf": [{"type": "integer"}, {"const": "all"}]}),
            "/it?m=all",
            "/it?m=some",
            "query.m: ",
        ),
        (
            build("query", "s", {"type": "string", "maxLength": 3}),
            "/it?s=a%20b",
            "/it?s=abcd",
            "query.s: ",
        ),
    ],
)
def test_parameters_are_read_in_every_style(
    document: dict[str, Any], fine: str, wrong: str, fault: str
) -> None:
    api = build_api(document)
    assert list_faults(ask(api, fine)) == []
    (told,) = list_faults(ask(api, wrong))
    assert told.startswith(fault)


def test_headers_and_cookies_are_read_as_they_are_written() -> None:
    api = build_api(build("header", "X-Colors", COLORS))
    assert list_faults(ask(api, X_Colors="red, blue")) == []
    assert len(list_faults(ask(api, X_Colors="red, x"))) == 1
    api = build_api(build("cookie", "n", {"type": "integer"}, required=True))
    assert list_faults(ask(api, Cookie="m=x; n=4")) == []
    assert list_faults(ask(api, Cookie="m=x")) == ["cookie.n: is missing"]


def test_headers_that_are_described_elsewhere_are_no_parameters() -> None:
    parameter = {
        "name": "Authorization",
        "in": "header",
        "required": True,
        "schema": {"const": "x"},
    }
    assert ask(describe(parameters=[parameter])).status == 200


def test_a_parameter_may_be_json() -> None:
    parameter = {"name": "q", "in": "query", "content": {"application/json": {"schema": POINT}}}
    api = build_api(describe(parameters=[parameter]))
    assert list_faults(ask(api, "/it?q=%7B%22x%22%3A1%7D")) == []
    assert list_faults(ask(api, "/it?q=%7B%7D")) == ["query.q.x: is missing"]


def test_a_parameter_may_be_the_whole_query() -> None:
    content = {"application/x-www-form-urlencoded": {"schema": POINT}}
    parameter = {"name": "all", "in": "querystring", "content": content}
    api = build_api({**describe(parameters=[parameter]), "openapi": "3.2.0"})
    assert list_faults(ask(api, "/it?x=1&y=2")) == []
    assert list_faults(ask(api, "/it?x=a")) == ["query.x: must be a whole number"]


# --- bodies


def test_a_body_that_is_not_json_is_told_with_the_place() -> None:
    api = build_api(describe("post", body={"content": {"application/json": {"schema": POINT}}}))
    assert list_faults(ask(api, method="POST", body='{"x": 1\n y}')) == [
        "body: is not JSON: line 2, column 2"
    ]
    assert list_faults(ask(api, method="POST", body=b"\xff")) == ["body: is not text in UTF-8"]
    assert list_faults(ask(api, method="POST", body="[" * 100_000)) == [
        "body: is nested too deeply"
    ]
    assert ask(api, method="POST").status == 200


def test_a_body_that_is_required_must_be_there() -> None:
    body = {"required": True, "content": {"application/json": {"schema": POINT}}}
    assert list_faults(ask(describe("post", body=body), method="POST")) == ["body: is missing"]


def test_read_only_properties_are_not_asked_for() -> None:
    schema = {
        "type": "object",
        "required": ["id", "name"],
        "properties": {"id": {"type": "integer", "readOnly": True}, "name": {"type": "string"}},
    }
    api = build_api(describe("post", body={"content": {"application/json": {"schema": schema}}}))
    assert ask(api, method="POST", body='{"name": "a"}').status == 200
    assert list_faults(ask(api, method="POST", body="{}")) == ["body.name: is missing"]


def test_another_media_type_is_refused_with_those_that_there_are() -> None:
    body = {"content": {"application/json": {"schema": POINT}, "text/*": {}}}
    api = build_api(describe("post", body=body))
    answer = ask(api, method="POST", body="x", Content_Type="application/xml")
    assert answer.status == 415
    assert read(answer)["detail"] == (
        "a body in application/xml is not documented; there is application/json, text/*"
    )
    assert ask(api, method="POST", body="x", Content_Type="text/csv").status == 200
    as_json = ask(
        api, method="POST", body='{"x":1}', Content_Type="Application/JSON; charset=utf-8"
    )
    assert as_json.status == 200


def test_forms_are_read_as_their_schema_says() -> None:
    schema = {
        "type": "object",
        "required": ["n"],
        "properties": {
            "n": {"type": "integer"},
            "tags": COLORS,
            "deep": DEEP,
            "on": {"type": "boolean"},
        },
        "additionalProperties": False,
    }
    kind = "application/x-www-form-urlencoded"
    api = build_api(describe("post", body={"content": {kind: {"schema": schema}}}))

    def send(text: str) -> list[str]:
        return list_faults(ask(api, method="POST", body=text, Content_Type=kind))

    assert send("n=1&tags=red&tags=blue&deep[inner][on]=true&on=false") == []
    assert send("n=1&deep=%7B%22size%22%3A4%7D&tags[]=red") == []
    assert sorted(send("n=a&tags=x&deep[size]=b&more=1")) == [
        "body.deep.size: must be a whole number",
        "body.more: is not known here",
        "body.n: must be a whole number",
        "body.tags[0]: must be one of red, blue",
    ]


def test_parts_of_a_body_are_read_with_their_types() -> None:
    schema = {
        "type": "object",
        "required": ["file", "meta"],
        "properties": {
            "file": {"type": "string", "format": "binary"},
            "meta": POINT,
            "n": {"type": "integer"},
        },
    }
    api = build_api(describe("post", body={"content": {"multipart/form-data": {"schema": schema}}}))

    def send(*parts: tuple[str, bytes]) -> list[str]:
        body = b"".join(
            b"--cut\r\nContent-Disposition: form-data; "
            + head.encode()
            + b"\r\n\r\n"
            + data
            + b"\r\n"
            for head, data in parts
        )
        kind = "multipart/form-data; boundary=cut"
        return list_faults(ask(api, method="POST", body=body + b"--cut--\r\n", Content_Type=kind))

    file = (
        'name="file"; filename="a.bin"\r\nContent-Type: application/octet-stream',
        b"\x00\xff\r\n",
    )
    meta = ('name="meta"\r\nContent-Type: application/json', b'{"x": 1}')
    assert send(file, meta, ('name="n"', b"5")) == []
    assert sorted(send(file, ('name="n"', b"five"))) == [
        "body.meta: is missing",
        "body.n: must be a whole number",
    ]
    answer = ask(api, method="POST", body=b"junk", Content_Type="multipart/form-data")
    assert list_faults(answer) == ["body: has no parts: does its `Content-Type` name the boundary?"]


def test_lines_of_json_are_looked_at_one_by_one() -> None:
    content = {"application/jsonl": {"itemSchema": POINT}}
    api = build_api({**describe("post", body={"content": content}), "openapi": "3.2.0"})
    kind = "application/jsonl"
    assert ask(api, method="POST", body='{"x":1}\n{"x":2}\n', Content_Type=kind).status == 200
    assert list_faults(ask(api, method="POST", body='{"x":1}\n{}\n', Content_Type=kind)) == [
        "body[1].x: is missing"
    ]


def test_what_is_no_text_is_taken_as_it_is() -> None:
    content = {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}}
    api = build_api(describe("post", body={"content": content}))
    kind = "application/octet-stream"
    assert ask(api, method="POST", body=b"\x00\xff", Content_Type=kind).status == 200


def test_the_status_of_a_refusal_is_the_one_that_the_document_knows() -> None:
    document = describe(parameters=[{"name": "n", "in": "query", "schema": {"type": "integer"}}])
    document["paths"]["/it"]["get"]["responses"]["422"] = {"description": "wrong"}
    assert ask(document, "/it?n=x").status == 422


# --- credentials


@pytest.mark.parametrize(
    ("scheme", "headers", "target"),
    [
        ({"type": "http", "scheme": "bearer"}, {"Authorization": "Bearer abc"}, "/it"),
        ({"type": "http", "scheme": "basic"}, {"Authorization": "basic abc"}, "/it"),
        ({"type": "oauth2", "flows": {}}, {"Authorization": "Bearer abc"}, "/it"),
        ({"type": "apiKey", "in": "header", "name": "X-Key"}, {"X_Key": "k"}, "/it"),
        ({"type": "apiKey", "in": "query", "name": "key"}, {}, "/it?key=k"),
        ({"type": "apiKey", "in": "cookie", "name": "sid"}, {"Cookie": "sid=1"}, "/it"),
    ],
)
def test_credentials_are_looked_for_and_not_verified(
    scheme: dict[str, Any], headers: dict[str, str], target: str
) -> None:
    document = describe(security=[{"own": []}])
    document["components"] = {"securitySchemes": {"own": scheme}}
    api = build_api(document)
    answer = ask(api)
    assert answer.status == 401
    assert header(answer, "WWW-Authenticate")
    assert "is missing" in read(answer)["detail"]
    assert ask(api, target, **headers).status == 200


def test_one_of_several_ways_is_enough() -> None:
    document = describe(security=[{"a": [], "b": []}, {"c": []}])
    keys = {name: {"type": "apiKey", "in": "header", "name": f"X-{name}"} for name in "abc"}
    document["components"] = {"securitySchemes": keys}
    api = build_api(document)
    assert ask(api, X_a="1").status == 401
    assert ask(api, X_a="1", X_b="1").status == 200
    assert ask(api, X_c="1").status == 200
    document["paths"]["/it"]["get"]["security"].append({})
    assert ask(document).status == 200


@pytest.mark.parametrize(
    "target",
    [
        "/it?" + "a[" * 500,
        "/it?%FF=%",
        "/it?a=1" + "&a=1" * 5000,
        "/it?=&&=;",
        "/it?a" + "[x]" * 3000 + "=1",
    ],
)
def test_hostile_queries_are_answered(target: str) -> None:
    document = build("query", "a", DEEP, style="deepObject")
    assert ask(document, target).status in (200, 400)
