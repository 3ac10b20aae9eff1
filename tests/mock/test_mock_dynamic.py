"""`Prefer: dynamic=true` makes new values, and the same ones for the same seed."""

from __future__ import annotations

import json
from typing import Any

from octavo.mock.api import MockApi
from octavo.mock.messages import MockAnswer
from octavo.openapi.model import Side
from octavo.openapi.schema.reader import SchemaReader
from octavo.openapi.validity.validity import Validity
from tests.mock.asking import ask, build_api, describe

FORM = {
    "type": "object",
    "required": ["kind", "size"],
    "properties": {"kind": {"type": "string"}, "size": {"type": "integer"}},
}
SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "name": {"type": "string", "maxLength": 8},
        "code": {"type": "string", "pattern": "^[A-Z]{3}$"},
        "state": {"enum": ["on", "off", "idle"]},
        "count": {"type": "integer", "minimum": 5, "maximum": 50, "multipleOf": 5},
        "share": {"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1},
        "born": {"type": "string", "format": "date"},
        "at": {"type": "string", "format": "date-time"},
        "id": {"type": "string", "format": "uuid"},
        "mail": {"type": "string", "format": "email"},
        "is_on": {"type": "boolean"},
        "fixed": {"const": 3},
        "nothing": {"type": "null"},
        "tags": {"type": "array", "items": {"type": "string"}, "uniqueItems": True, "maxItems": 2},
        "form": {
            "oneOf": [{"$ref": "#/components/schemas/Small"}, {"$ref": "#/components/schemas/Big"}],
            "discriminator": {"propertyName": "kind"},
        },
    },
}


def build() -> MockApi:
    response = {"description": "", "content": {"application/json": {"schema": SCHEMA}}}
    document = describe(response=response)
    return build_api({**document, "components": {"schemas": {"Small": FORM, "Big": FORM}}})


def read(answer: MockAnswer) -> Any:
    return json.loads(b"".join(answer.pieces))


def test_values_are_new_each_time_and_follow_their_schema() -> None:
    api = build()
    usual = read(ask(api))
    values = [read(ask(api, prefer="dynamic=true")) for _ in range(40)]
    assert read(ask(api)) == usual
    assert len({json.dumps(each) for each in values}) == 40
    for key in ("name", "state", "count", "share", "born", "at", "id", "mail", "is_on", "tags"):
        assert len({json.dumps(each[key]) for each in values}) > 1, key
    assert len({each["form"]["size"] for each in values}) > 1
    reader = SchemaReader(api._document)
    operation = api.read(api.entries[0])
    schema = operation.responses[0].contents[0].schema
    assert schema is not None
    validity = Validity(reader, Side.RESPONSE, checks_formats=True)
    assert [validity.find_mistakes(schema, each) for each in values] == [()] * 40


def test_the_same_seed_makes_the_same_values() -> None:
    answers = [ask(build(), prefer="dynamic=true, seed=7") for _ in range(2)]
    assert read(answers[0]) == read(answers[1]) != read(ask(build(), prefer="dynamic=true, seed=8"))
    assert dict(answers[0].headers)["Preference-Applied"] == "dynamic=true, seed=7"
    first = ask(build(), prefer="dynamic=true, seed=x")
    assert dict(first.headers)["Preference-Applied"] == "dynamic=true, seed=1"


def test_what_has_no_schema_stays() -> None:
    response = {"description": "", "content": {"text/plain": {"example": "as it is"}}}
    api = build_api(describe(response=response))
    assert ask(api, prefer="dynamic=true").pieces == (b"as it is",)
