"""Values that try to become code, in every place of a request that a document or reader fills.

What is expected is worked out with the standard library of Python, not with our own code.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

from tests.samples.wire_cells import Cell, Json, Part, parameter
from tests.samples.wire_requests import FORM, FORM_DATA

MARK = "zq7"
"""In all payloads: it must never stand outside of a literal."""

PAYLOADS = [
    f"</script><script>{MARK}",
    f'"><img src=x onerror={MARK}>',
    f"'onmouseover={MARK}",
    f"javascript:{MARK}",
    f"jav\tascript:{MARK}",
    f"&#x6a;avascript:{MARK}",
    f"data:text/html,<script>{MARK}",
    f"{{{{7*7}}}}${{{MARK}}}<%={MARK}%>{{{MARK}}}",
    f"`${{{MARK}}}`",
    f"*/{MARK}/*",
    f"'; {MARK} -rf x; '",
    f"\n---\nopenapi: {MARK}",
    f"../../{MARK}",
    f"__proto__{MARK}",
    f"a\u2028{MARK}\u2029",
    f"a\u202e{MARK}\u2066",
    f"a\0{MARK}\x1b[31mé\x85\u202e",
    f'"; {MARK}("x"); //',
    f"$({MARK} x) `{MARK} y` ${{{MARK}}} !{MARK}",
    f"%s%n%00%{MARK}",
    f"{MARK}\\",
    f"\\'\\\"{MARK}",
    f'"""{MARK}\'\'\'{MARK}""""',
    f"?>{MARK}<?php\nBODY;\n{MARK}();\nBODY",
    f"\\u0022{MARK}\\x27\\u{{27}}\\N{{QUOTATION MARK}}\\101\\",
    f"😀é\ufeff{MARK}\x7f\x85",
    f"@/etc/{MARK}",
    f"x\r\nX-Evil: {MARK}",
    f"-o x --data @/etc/{MARK}",
]


def list_hostile_cells() -> Iterator[Cell]:
    """Return cells for each payload: parameters with JSON, cookies, a form, parts, a text."""
    for number, payload in enumerate(PAYLOADS):
        yield _json_cell(f"{number} json", payload)
        yield _cookie_cell(f"{number} cookie", payload)
        yield _form_cell(f"{number} form", payload)
        yield _parts_cell(f"{number} parts", payload)
        yield _text_cell(f"{number} text", payload)


def strict(text: str) -> str:
    """Return a text as it stands in an address."""
    return quote(text, safe="")


def in_header(text: str) -> str:
    """Return a text as it stands in a header."""
    return "".join(c if c == "\t" or " " <= c <= "~" else strict(c) for c in text).strip()


def _json_cell(name: str, payload: str) -> Cell:
    json_type = "application/json"
    described = {
        "method": "POST",
        "path": "/x{id}/{unused}",
        "parameters": [
            parameter("path", "simple", False, "id"),
            parameter("path", "matrix", True, "unused"),
            parameter("query", "form", True, payload),
            parameter("query", "deepObject", True, "deep"),
            parameter("header", "simple", False, "X-Value"),
        ],
        "bodies": [{"contentType": json_type, "kind": "text"}],
    }
    data = {payload: payload, "list": [payload, True, None]}
    values: dict[str, Any] = {
        "parameters": {
            "path:id": payload,
            "path:unused": {payload: payload},
            f"query:{payload}": payload,
            "query:deep": {payload: payload},
            "header:X-Value": payload,
        },
        "body": {
            "contentType": json_type,
            "text": json.dumps(data, indent=2, ensure_ascii=False),
        },
    }
    word = strict(payload)
    target = f"/x{word}/;{word}={word}?{word}={word}&{strict(f'deep[{payload}]')}={word}"
    headers = {"X-Value": in_header(payload), "X-Evil": None}
    return Cell(name, described, values, target, headers, Json(data))


def _cookie_cell(name: str, payload: str) -> Cell:
    form, plain = parameter("cookie", "form", True, "a"), parameter("cookie", "cookie", True, "b")
    values = {"parameters": {"cookie:a": payload, "cookie:b": payload}}
    headers = {"Cookie": f"a={strict(payload)}; b={in_header(f'.{payload}')[1:]}", "X-Evil": None}
    # Browsers write this header themselves.
    browsers = frozenset({"chromium"})
    return Cell(name, {"parameters": [form, plain]}, values, headers=headers, without=browsers)


def _form_cell(name: str, payload: str) -> Cell:
    fields = [[payload, payload], ["deep", {payload: payload}]]
    deep = {"name": "deep", "style": "deepObject", "explode": True}
    body = {"contentType": FORM, "kind": "urlencoded", "fields": [deep]}
    values = {"parameters": {}, "body": {"contentType": FORM, "fields": fields}}
    expected = [(payload, payload), (f"deep[{payload}]", payload)]
    return Cell(name, {"method": "POST", "bodies": [body]}, values, body=expected)


def _parts_cell(name: str, payload: str) -> Cell:
    json_type = "application/json"
    text = json.dumps({payload: payload}, ensure_ascii=False)
    meta = {"name": "meta", "contentType": json_type}
    body = {"contentType": FORM_DATA, "kind": "multipart", "fields": [meta]}
    # In forms browsers write line ends in their own way: those are seen in other cells.
    value = payload.replace("\r", "").replace("\n", "")
    # Names are written in more than one way: curl has none for `=`, some encode, some do not.
    field = value.replace("=", "").replace("\0", "").replace("%", "")
    fields = [["value", value], ["meta", text], [field, "x"]]
    values = {"parameters": {}, "body": {"contentType": FORM_DATA, "fields": fields}}
    expected = [
        Part("value", value.encode()),
        Part("meta", text.encode(), None, json_type),
        Part(field, b"x"),
    ]
    return Cell(name, {"method": "POST", "bodies": [body]}, values, body=expected)


def _text_cell(name: str, payload: str) -> Cell:
    text = f"first {payload}\n  {payload}\n{payload}"
    body = {"contentType": "text/plain", "kind": "text"}
    values = {"parameters": {}, "body": {"contentType": "text/plain", "text": text}}
    headers = {"Content-Type": "text/plain"}
    described = {"method": "POST", "bodies": [body]}
    return Cell(name, described, values, headers=headers, body=text)


HOSTILE = {f"h{number}": cell for number, cell in enumerate(list_hostile_cells())}
"""The cells by what they are called in addresses."""
