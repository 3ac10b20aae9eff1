"""The wire table, second half: content parameters, addresses, credentials and bodies.

As in the first half, what is expected is written by hand, from the specifications.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from tests.samples.wire_cells import FILES, Body, Cell, Json, Part, parameter

FORM = "application/x-www-form-urlencoded"
FORM_DATA = "multipart/form-data"
NOTHING: dict[str, Any] = {"parameters": {}}


def list_request_cells() -> Iterator[Cell]:
    """Return the cells of whole requests."""
    yield from _list_content_cells()
    yield from _list_address_cells()
    yield from _list_credential_cells()
    yield from _list_text_cells()
    yield from _list_form_cells()
    yield from _list_part_cells()


# --- parameters with a media type ---------------------------------------------------------------


def _content(location: str, content_type: str, value: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    style = "form" if location in {"query", "querystring", "cookie"} else "simple"
    described = parameter(location, style, False, "coordinates", contentType=content_type)
    path = "/at/{coordinates}" if location == "path" else "/"
    values = {"parameters": {f"{location}:coordinates": value}}
    return {"parameters": [described], "path": path}, values


def _list_content_cells() -> Iterator[Cell]:
    place = {"lat": 10, "long": 60}
    written = "%7B%22lat%22%3A10%2C%22long%22%3A60%7D"
    json_type = "application/json"
    yield Cell("content query", *_content("query", json_type, place), f"/?coordinates={written}")
    yield Cell("content path", *_content("path", json_type, place), f"/at/{written}")
    as_text = '{"lat":10,"long":12345678901234567890}'
    exact = "/?coordinates=%7B%22lat%22%3A10%2C%22long%22%3A12345678901234567890%7D"
    yield Cell("content query, given as text", *_content("query", json_type, as_text), exact)
    header = {"coordinates": '{"lat":10,"long":60}'}
    yield Cell("content header", *_content("header", json_type, place), headers=header)
    vendor = "application/vnd.pets+json;version=2"
    accept = {"parameters": [parameter("header", "simple", False, "Accept")], "path": "/"}
    accepted = {"parameters": {"header:Accept": vendor}}
    yield Cell("accept of a vendor", accept, accepted, headers={"Accept": vendor})
    kind = {"parameters": [parameter("header", "simple", False, "Content-Type")], "path": "/"}
    sent = {"parameters": {"header:Content-Type": vendor}}
    yield Cell("content type without a body", kind, sent, headers={"Content-Type": vendor})
    yield Cell(
        "content cookie",
        *_content("cookie", "text/plain", "a b"),
        headers={"Cookie": "coordinates=a b"},
        without=frozenset({"chromium"}),
    )
    yield Cell(
        "querystring form",
        *_content("querystring", FORM, {"foo": "a + b", "bar": True}),
        "/?foo=a+%2B+b&bar=true",
    )
    yield Cell(
        "querystring JSON",
        *_content("querystring", json_type, {"numbers": [1, 2], "flag": None}),
        "/?%7B%22numbers%22%3A%5B1%2C2%5D%2C%22flag%22%3Anull%7D",
    )
    yield Cell(
        "querystring text",
        *_content("querystring", "application/jsonpath", "$.a.b[1:1]"),
        "/?%24.a.b%5B1%3A1%5D",
    )
    yield Cell(
        "querystring form with a list",
        *_content("querystring", FORM, {"foo": ["a", "b"], "none": None}),
        "/?foo=a&foo=b",
    )


# --- addresses ----------------------------------------------------------------------------------


def _list_address_cells() -> Iterator[Cell]:
    yield Cell("method and path", {"method": "DELETE", "path": "/pets"}, NOTHING, "/pets")
    for method in ("PUT", "POST", "PATCH", "OPTIONS", "HEAD", "QUERY", "PURGE"):
        # Some clients announce an empty body, others none: both are empty.
        yield Cell(f"method {method}", {"method": method, "path": "/pets"}, NOTHING, "/pets")
    yield Cell("slash after the server", {"path": "/pets"}, NOTHING, "/v1/pets", server_path="/v1/")
    yield Cell("slashes", {"path": "/pets/"}, NOTHING, "/v1/pets/", server_path="/v1//")
    yield Cell("root", {"path": "/"}, NOTHING, "/v1/", server_path="/v1")
    yield Cell("empty path", {"path": ""}, NOTHING, "/v1", server_path="/v1")
    yield Cell("no slash before the path", {"path": "pets"}, NOTHING, "/v1/pets", server_path="/v1")
    yield Cell("query in the path", {"path": "/pets?beta=true"}, NOTHING, "/pets?beta=true")
    page = {"parameters": [parameter("query", "form", True, "page")], "path": "/pets?beta=true"}
    paged = {"parameters": {"query:page": 2}}
    yield Cell("query in the path and more", page, paged, "/pets?beta=true&page=2")
    yield Cell(
        "query of the server", {"path": "/pets"}, NOTHING, "/v1/pets?key=1", server_path="/v1?key=1"
    )
    yield Cell("fragment", {"path": "/#X-Amz-Target=Service.Create"}, NOTHING, "/")
    yield Cell("fragment behind a query", {"path": "/a?b=1#c"}, NOTHING, "/a?b=1")
    verb = {
        "path": "/v1/{resource}:get",
        "parameters": [parameter("path", "simple", False, "resource")],
    }
    named = {"parameters": {"path:resource": "projects/1"}}
    yield Cell("parameter before a colon", verb, named, "/v1/projects%2F1:get")
    two = [parameter("path", "simple", False, "a"), parameter("path", "simple", False, "b")]
    both = {"parameters": {"path:a": "1", "path:b": "2"}}
    yield Cell("two in one part", {"path": "/x({a}).{b}", "parameters": two}, both, "/x(1).2")
    yield Cell("twice", {"path": "/{a}/{a}", "parameters": two}, both, "/1/1")
    yield Cell("letters of a path", {"path": "/users/@me/ü x"}, NOTHING, "/users/@me/%C3%BC%20x")
    yield Cell("brackets of a path", {"path": "/a[0]|b"}, NOTHING, "/a%5B0%5D%7Cb")
    yield Cell("encoded already", {"path": "/a%20b%zz"}, NOTHING, "/a%20b%25zz")
    variables = [{"name": "version", "default": "v2"}, {"name": "space", "default": "a b"}]
    served = {"path": "/pets", "variables": variables}
    template = "/{version}/{space}"
    yield Cell("variables", served, NOTHING, "/v2/a%20b/pets", server_path=template)
    chosen = {"parameters": {}, "variables": {"version": "v3"}}
    yield Cell("chosen variables", served, chosen, "/v3/a%20b/pets", server_path=template)
    order = {
        "parameters": [
            parameter("query", "form", True, "b"),
            parameter("header", "simple", False, "X-B"),
            parameter("query", "form", True, "a"),
        ]
    }
    given = {"parameters": {"query:a": 1, "query:b": 2, "header:X-B": "3"}}
    yield Cell("in the order of the document", order, given, "/?b=2&a=1", {"X-B": "3"})
    yield Cell("absent ones are not sent", order, NOTHING, "/", {"X-B": None})


# --- credentials --------------------------------------------------------------------------------


def _scheme(key: str, type_: str, **more: str) -> dict[str, str]:
    return {"key": key, "type": type_, **more}


_BEARER = _scheme("token", "http", scheme="bearer")
_BASIC = _scheme("login", "http", scheme="basic")
_KEY = _scheme("key", "apiKey", **{"in": "header", "name": "X-API-Key"})
_QUERY_KEY = _scheme("query", "apiKey", **{"in": "query", "name": "api key"})
_COOKIE_KEY = _scheme("cookie", "apiKey", **{"in": "cookie", "name": "session"})


def _list_credential_cells() -> Iterator[Cell]:
    def cell(name: str, schemes: list[dict[str, str]], **more: Any) -> Cell:
        credentials = more.pop("credentials", {})
        values = {"parameters": {}, "security": 1, "credentials": credentials}
        return Cell(name, {"security": [[], schemes]}, values, **more)

    def header(value: str) -> dict[str, str]:
        return {"Authorization": value}

    yield cell("bearer", [_BEARER], headers=header("Bearer <token>"))
    yield cell(
        "bearer given", [_BEARER], credentials={"token": "abc"}, headers=header("Bearer abc")
    )
    yield cell("basic", [_BASIC], headers=header("Basic <encoded-value>"))
    login = {"login": {"username": "Aladdin", "password": "open sesame"}}  # RFC 7617, 2
    yield cell(
        "basic given",
        [_BASIC],
        credentials=login,
        headers=header("Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="),
    )
    pound = {"login": {"username": "test", "password": "123£"}}  # RFC 7617, 2.1
    yield cell(
        "basic in UTF-8", [_BASIC], credentials=pound, headers=header("Basic dGVzdDoxMjPCow==")
    )
    yield cell("key in a header", [_KEY], headers={"X-API-Key": "<api-key>"})
    yield cell(
        "key in a query given",
        [_QUERY_KEY],
        credentials={"query": "a&b=c"},
        target="/?api%20key=a%26b%3Dc",
    )
    no_cookies = frozenset({"chromium"})
    cookie = {"Cookie": "session=<api-key>"}
    yield cell("key in a cookie", [_COOKIE_KEY], headers=cookie, without=no_cookies)
    yield cell("oauth2", [_scheme("o", "oauth2")], headers=header("Bearer <token>"))
    yield cell("openIdConnect", [_scheme("o", "openIdConnect")], headers=header("Bearer <token>"))
    digest = _scheme("d", "http", scheme="digest")
    yield cell("another http scheme", [digest], headers=header("Digest <credentials>"))
    yield cell("mutual TLS", [_scheme("m", "mutualTLS")], headers={"Authorization": None})
    together = [_BEARER, _KEY, _scheme("o", "oauth2")]
    both = {"Authorization": "Bearer <token>", "X-API-Key": "<api-key>"}
    yield cell("together, one header once", together, headers=both)
    described = {
        "security": [[_COOKIE_KEY, _BEARER]],
        "parameters": [
            parameter("cookie", "form", True, "theme"),
            parameter("header", "simple", False, "authorization"),
        ],
    }
    values = {"parameters": {"cookie:theme": "a b", "header:authorization": "x"}, "security": 0}
    joined = {"Cookie": "session=<api-key>; theme=a%20b", "Authorization": "Bearer <token>"}
    yield Cell("beside parameters", described, values, headers=joined, without=no_cookies)
    optional = {"security": [[_BEARER]]}
    yield Cell("not chosen", optional, NOTHING, headers={"Authorization": None})


# --- bodies that are text or a file -------------------------------------------------------------


def _text(
    name: str,
    content_type: str,
    text: str,
    expected: Body = None,
    method: str = "POST",
    **more: Any,
) -> Cell:
    described = {"method": method, "bodies": [{"contentType": content_type, "kind": "text"}]}
    values = {"parameters": {}, "body": {"contentType": content_type, "text": text}}
    sent = text if expected is None else expected
    headers = {"Content-Type": content_type}
    return Cell(name, described, values, headers=headers, body=sent, **more)


def _list_text_cells() -> Iterator[Cell]:
    json_type = "application/json"
    value: dict[str, Any] = {
        "name": 'It\'s "$HOME" `x` \\ \u2028 é 😀',
        "tags": [True, False, None, 1.5, {}],
        "o": [],
    }
    text = """{
  "name": "It's \\"$HOME\\" `x` \\\\ \u2028 é 😀",
  "tags": [
    true,
    false,
    null,
    1.5,
    {}
  ],
  "o": []
}"""
    yield _text("JSON", json_type, text, Json(value))
    yield _text("JSON, PUT", json_type, '{"a": 1}', Json({"a": 1}), "PUT")
    yield _text("JSON, PATCH", json_type, '{"a": 1}', Json({"a": 1}), "PATCH")
    yield _text("JSON, DELETE", json_type, '{"a": 1}', Json({"a": 1}), "DELETE")
    yield _text("JSON, QUERY", json_type, '{"a": 1}', Json({"a": 1}), "QUERY")
    no_fetch = frozenset({"javascript", "chromium"})  # fetch refuses a body with GET
    yield _text("JSON, GET", json_type, '{"a": 1}', Json({"a": 1}), "GET", without=no_fetch)
    yield _text("JSON list", json_type, "[\n  1,\n  2\n]", Json([1, 2]))
    yield _text("JSON text", json_type, '"a\\nb"', Json("a\nb"))
    yield _text("JSON null", json_type, "null", Json(None))
    yield _text("JSON false", json_type, "false", Json(False))
    yield _text("JSON {}", json_type, "{}", Json({}))
    large = {"id": 12345678901234567890, "n": -9007199254740993}
    yield _text(
        "JSON large numbers",
        json_type,
        '{\n  "id": 12345678901234567890,\n  "n": -9007199254740993\n}',
        Json(large),
    )
    yield _text(
        "JSON long digits in a text",
        json_type,
        '{"id": "12345678901234567890"}',
        Json({"id": "12345678901234567890"}),
    )
    odd = '{"__proto__": {"a": 1}, "constructor": "x", "e": 1e5, "s": "\\/ \\ud83d\\ude00 \\u0000"}'
    odd_value = {"__proto__": {"a": 1}, "constructor": "x", "e": 1e5, "s": "/ 😀 \0"}
    yield _text("JSON odd names and escapes", json_type, odd, Json(odd_value))
    yield _text("JSON of a vendor", "application/vnd.api+json", '{"a": 1}', Json({"a": 1}))
    charset = "application/json; charset=utf-8"
    yield _text("JSON with a charset", charset, '{"a": "é"}', Json({"a": "é"}))
    yield _text("JSON that is none", json_type, '{"a": 1,}')
    yield _text("XML", "application/xml", '<?xml version="1.0"?>\n<pet a="1">\n  <x>é</x>\n</pet>')
    yield _text("text", "text/plain", "one line")
    yield _text("text that looks like a file", "text/plain", "@example.pdf")
    yield _text("text of lines", "text/plain", '  a \n\n\tb\\n `${c}` """ %s \'\n')
    yield _text("text with returns", "text/plain", "a\r\nb\rc")
    yield _text("text with a zero", "text/plain", "a\0b%d\\n'\x07")
    yield _text("text of quotes", "text/plain", 'a\n"""" "')
    yield _text("text with a mark", "text/plain", "BODY\nBODY;\n  BODY")
    yield _text("lines of JSON", "application/x-ndjson", '{"a":1}\n{"a":2}\n')
    yield _text("empty text", "text/plain", "")
    for content_type, file in (
        ("image/png", "example.png"),
        ("application/octet-stream", "example.bin"),
    ):
        described = {"method": "PUT", "bodies": [{"contentType": content_type, "kind": "binary"}]}
        values = {"parameters": {}, "body": {"contentType": content_type, "file": file}}
        headers = {"Content-Type": content_type}
        yield Cell(f"binary {file}", described, values, headers=headers, body=FILES[file])
    none = {"method": "POST", "bodies": [{"contentType": "application/json", "kind": "text"}]}
    yield Cell("body not given", none, NOTHING, headers={"Content-Type": None})


# --- forms --------------------------------------------------------------------------------------


def _form(name: str, fields: list[list[Any]], expected: Body, *encoding: dict[str, Any]) -> Cell:
    body = {"contentType": FORM, "kind": "urlencoded", "fields": list(encoding)}
    values = {"parameters": {}, "body": {"contentType": FORM, "fields": fields}}
    headers = {"Content-Type": FORM if expected else None}
    described = {"method": "POST", "bodies": [body]}
    return Cell(name, described, values, headers=headers, body=expected)


def _deep(name: str) -> dict[str, Any]:
    return {"name": name, "style": "deepObject", "explode": True}


def _list_form_cells() -> Iterator[Cell]:
    yield _form("form", [["amount", 100], ["ok", True]], [("amount", "100"), ("ok", "true")])
    marks = "a b&c=d+e%f'g\"h$i\\j\nk/é😀*~!@"
    yield _form("form marks", [["note", marks]], [("note", marks)])
    names = "a b&c=d'e[f]@g"
    yield _form("form marks in names", [[names, "1"], ["@x", "2"]], [(names, "1"), ("@x", "2")])
    yield _form("form empty values", [["a", ""], ["b", None], ["c", 0]], [("a", ""), ("c", "0")])
    yield _form("form list", [["tag", ["a", "b"]]], [("tag", "a"), ("tag", "b")])
    # the example of the specification, 4.15.3
    address = {
        "streetAddress": "123 Example Dr.",
        "city": "Somewhere",
        "state": "CA",
        "zip": "99999+1234",
    }
    text = '{"streetAddress":"123 Example Dr.","city":"Somewhere","state":"CA","zip":"99999+1234"}'
    identifier = "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"
    yield _form(
        "form with an object",
        [["id", identifier], ["address", address]],
        [("id", identifier), ("address", text)],
    )
    as_json = {"name": "id", "contentType": "application/json"}
    yield _form("form with JSON", [["id", '"f81d"']], [("id", '"f81d"')], as_json)
    yield _form(
        "form deep",
        [["metadata", {"order": "6735", "nested": {"a": 1}}], ["expand", ["customer", "charge"]]],
        [
            ("metadata[order]", "6735"),
            ("metadata[nested][a]", "1"),
            ("expand[]", "customer"),
            ("expand[]", "charge"),
        ],
        _deep("metadata"),
        _deep("expand"),
    )
    yield _form(
        "form deep, objects in a list",
        [["items", [{"price": "p1", "tags": ["a", "b"]}, {"price": "p2"}]]],
        [
            ("items[0][price]", "p1"),
            ("items[0][tags][]", "a"),
            ("items[0][tags][]", "b"),
            ("items[1][price]", "p2"),
        ],
        _deep("items"),
    )
    styled = {"name": "c", "explode": False}
    for style, expected in (("form", "a,b"), ("spaceDelimited", "a b"), ("pipeDelimited", "a|b")):
        yield _form(
            f"form {style}", [["c", ["a", "b"]]], [("c", expected)], {**styled, "style": style}
        )
    spread = {"name": "c", "style": "form", "explode": True}
    yield _form("form object spread", [["c", {"R": 1, "G": 2}]], [("R", "1"), ("G", "2")], spread)
    flat = {**styled, "style": "form"}
    yield _form("form object flat", [["c", {"R": 1, "G": 2}]], [("c", "R,1,G,2")], flat)
    yield _form("form with a zero", [["a", "x\0y z"]], [("a", "x\0y z")])
    yield _form(
        "form odd names", [["__proto__", "1"], ["0", "2"]], [("__proto__", "1"), ("0", "2")]
    )
    yield _form("form without values", [["a", None]], None)


# --- parts --------------------------------------------------------------------------------------


def _parts(
    name: str, fields: list[list[Any]], expected: list[Part], *encoding: dict[str, Any]
) -> Cell:
    body = {"contentType": FORM_DATA, "kind": "multipart", "fields": list(encoding)}
    values = {"parameters": {}, "body": {"contentType": FORM_DATA, "fields": fields}}
    return Cell(name, {"method": "POST", "bodies": [body]}, values, body=expected)


def _file(name: str, content_type: str | None = None) -> dict[str, Any]:
    described: dict[str, Any] = {"name": name, "file": True}
    return {**described, "contentType": content_type} if content_type else described


def _sent_file(name: str, file: str, content_type: str | None = None) -> Part:
    return Part(name, FILES[file], file, content_type)


def _other_parts(kind: str) -> Cell:
    fields: list[list[Any]] = [["meta", {"a": 1}], ["note", "x y"], ["file", "example.pdf"]]
    body = {"contentType": kind, "kind": "multipart", "fields": [_file("file", "application/pdf")]}
    values = {"parameters": {}, "body": {"contentType": kind, "fields": fields}}
    expected = [
        Part("meta", b'{"a":1}', None, "application/json"),
        Part("note", b"x y"),
        _sent_file("file", "example.pdf", "application/pdf"),
    ]
    return Cell(f"parts of {kind}", {"method": "POST", "bodies": [body]}, values, body=expected)


def _list_part_cells() -> Iterator[Cell]:
    yield _other_parts("multipart/mixed")
    yield _other_parts("multipart/related; type=application/json")
    yield _parts("parts", [["a", "one two"], ["n", 5]], [Part("a", b"one two"), Part("n", b"5")])
    yield _parts(
        "parts with a file",
        [["purpose", "fine-tune"], ["file", "example.pdf"]],
        [Part("purpose", b"fine-tune"), _sent_file("file", "example.pdf")],
        _file("file"),
    )
    yield _parts(
        "parts, the file first, with its type",
        [["image", "example.png"], ["note", "x"]],
        [_sent_file("image", "example.png", "image/png"), Part("note", b"x")],
        _file("image", "image/png"),
    )
    yield _parts(
        "parts, several files",
        [["files", ["example.pdf", "example.bin"]], ["a", ["1", "2"]]],
        [
            _sent_file("files", "example.pdf"),
            _sent_file("files", "example.bin"),
            Part("a", b"1"),
            Part("a", b"2"),
        ],
        _file("files"),
    )
    json_type = "application/json"
    text = '{"name":"a; b","list":[1,2],"q":"\\"x\\""}'
    yield _parts(
        "parts, JSON",
        [["meta", text], ["file", "example.pdf"]],
        [Part("meta", text.encode(), None, json_type), _sent_file("file", "example.pdf")],
        {"name": "meta", "contentType": json_type},
        _file("file"),
    )
    yield _parts(
        "parts, an object is JSON",
        [["meta", {"a": [1, "é"]}]],
        [Part("meta", '{"a":[1,"é"]}'.encode(), None, json_type)],
    )
    yield _parts(
        "parts, objects of a list one by one",
        [["meta", [{"a": 1}, {"a": 2}]]],
        [Part("meta", b'{"a":1}', None, json_type), Part("meta", b'{"a":2}', None, json_type)],
        {"name": "meta", "contentType": json_type},
    )
    yield _parts(
        "parts, a text with its type",
        [["table", "a,b;c\n1,2\n"]],
        [Part("table", b"a,b;c\n1,2\n", None, "text/csv")],
        {"name": "table", "contentType": "text/csv"},
    )
    yield _parts(
        "parts with a charset",
        [["x", "<a>é</a>"]],
        [Part("x", "<a>é</a>".encode(), None, "application/xml; charset=utf-8")],
        {"name": "x", "contentType": "application/xml; charset=utf-8"},
    )
    marks = "@example.pdf;type=x <y \"z\" 'q' $HOME \\n é😀, ;"
    yield _parts(
        "parts marks",
        [["a", marks], ["b", "<example.pdf"], ["c", "(x"]],
        [Part("a", marks.encode()), Part("b", b"<example.pdf"), Part("c", b"(x")],
    )
    lines = "one\ntwo\r\n three "
    # FormData writes all line ends as browsers do in forms.
    no_fetch = frozenset({"javascript", "chromium"})
    yield replace(
        _parts("parts lines", [["a", lines]], [Part("a", lines.encode())]), without=no_fetch
    )
    yield _parts("parts deep", [["m", {"a": {"b": 1}}]], [Part("m[a][b]", b"1")], _deep("m"))
    yield _parts("parts with a zero", [["a", "x\0y%s\\n'"]], [Part("a", b"x\0y%s\\n'")])
    yield _parts("parts empty", [["a", ""], ["b", None]], [Part("a", b"")])
    evil = {"name": "a", "contentType": "text/plain;headers=@example.pdf"}
    yield _parts("parts, a type that is none", [["a", "x"]], [Part("a", b"x")], evil)
