"""An invented API document with far too much of everything, in texts that do not repeat.

Words are random with a fixed seed, so they compress as badly as texts can. Each text begins with a
unique word, by which a test finds it again.
"""

from __future__ import annotations

from random import Random
from string import ascii_letters, digits
from typing import Any

Json = dict[str, Any]


class Words:
    """Makes texts that do not repeat, and knows how each begins."""

    def __init__(self) -> None:
        self.marks: list[str] = []
        self._random = Random(1)

    def word(self, letters: int = 8) -> str:
        """Return a word that is no complete text."""
        return "".join(self._random.choices(ascii_letters + digits, k=letters))

    def text(self, letters: int) -> str:
        """Return a text of so many letters, which a test looks for."""
        mark = f"mark{len(self.marks)}x"
        self.marks.append(mark)
        words = [mark]
        left = letters - len(mark)
        while left > 0:
            words.append(self.word(min(left, 7)))
            left -= 8
        return " ".join(words)

    def markdown(self, letters: int) -> str:
        """Return paragraphs, a list and a heading, which a test looks for."""
        part = letters // 4
        return (
            f"{self.text(part)}\n\n## {self.text(40)}\n\n- {self.text(part)}\n- {self.text(part)}"
            f"\n\n**{self.text(part)}**"
        )


def _parameters(words: Words, count: int, letters: int, values: int) -> Json:
    return {
        "parameters": [
            {
                "name": f"p{number}",
                "in": "header" if number % 10 == 9 else "query",
                "description": words.markdown(letters),
                "schema": {"type": "string", "enum": [words.text(12) for _ in range(values)]},
            }
            for number in range(count)
        ]
    }


def _nested(words: Words, fields: int, depth: int, letters: int = 120) -> Json:
    """Return an object in which one field in ten has nested fields."""
    properties = {}
    for number in range(fields):
        goes_on = depth and number % 10 == 0
        inside = _nested(words, 10, depth - 1, letters) if goes_on else {"type": "string"}
        properties[f"f{number}"] = {**inside, "description": words.markdown(letters)}
    return {"type": "object", "properties": properties}


def _body(schema: Json, **more: Any) -> Json:
    return {"requestBody": {"content": {"application/json": {"schema": schema, **more}}}}


def _choice(words: Words, options: int, fields: int, letters: int = 60) -> Json:
    return {
        "oneOf": [
            {**_nested(words, fields, 0), "title": words.text(letters)} for _ in range(options)
        ]
    }


def _example(words: Words, letters: int) -> Json:
    return {f"k{number}": words.text(90) for number in range(letters // 100)}


def _responses(words: Words, statuses: int, headers: int, letters: int) -> Json:
    return {
        "responses": {
            str(status): {
                "description": words.markdown(200),
                "headers": {
                    f"H{number}": {"description": words.text(60), "schema": {"type": "string"}}
                    for number in range(headers)
                },
                "content": {
                    "application/json": {
                        "schema": _nested(words, 12, 1),
                        "examples": {
                            name: {"summary": words.text(30), "value": _example(words, letters)}
                            for name in ("one", "two")
                        },
                    }
                },
                "links": {
                    f"l{number}": {"operationId": words.text(20), "description": words.text(60)}
                    for number in range(10)
                },
            }
            for status in range(200, 200 + statuses)
        }
    }


def _servers(words: Words, count: int) -> Json:
    return {
        "servers": [
            {
                "url": f"https://{{v0}}.s{number}.example",
                "description": words.text(200),
                "variables": {
                    f"v{each}": {
                        "default": "a",
                        "enum": ["a", *(words.text(10) for _ in range(20))],
                        "description": words.text(80),
                    }
                    for each in range(5)
                },
            }
            for number in range(count)
        ]
    }


def _security(words: Words, count: int, scopes: int) -> tuple[Json, Json]:
    schemes, uses = {}, []
    for number in range(count):
        named = {f"s{each}:{words.word()}": words.text(60) for each in range(scopes)}
        flow = {"tokenUrl": "https://login.example/token", "scopes": named}
        schemes[f"scheme{number}"] = {
            "type": "oauth2",
            "description": words.markdown(200),
            "flows": {"clientCredentials": flow},
        }
        uses.append({f"scheme{number}": list(named)})
    return {"security": uses}, {"securitySchemes": schemes}


def _callbacks(words: Words, count: int) -> Json:
    return {
        "callbacks": {
            f"c{number}": {
                "{$request.body#/url}": {
                    "post": {
                        "description": words.markdown(200),
                        **_body(_nested(words, 10, 1)),
                        "responses": {"204": {"description": words.text(60)}},
                    }
                }
            }
            for number in range(count)
        }
    }


def _samples(words: Words, count: int, letters: int) -> Json:
    return {
        "x-codeSamples": [
            {
                "lang": "python",
                "label": words.text(30),
                "source": "\n".join(words.text(60) for _ in range(letters // 60)),
            }
            for _ in range(count)
        ]
    }


def heavy_operations(words: Words) -> dict[str, Json]:
    """Return operations by what they have too much of."""
    return {
        "parameters": _parameters(words, 200, 300, 6),
        "values": _parameters(words, 6, 80, 800),
        "one-parameter": _parameters(words, 1, 60_000, 3),
        "many-small": _parameters(words, 600, 40, 0),
        "body": _body(_nested(words, 400, 3)),
        "choice": _body(_choice(words, 80, 10)),
        "many-choices": _body(_choice(words, 400, 2)),
        "long-choices": _body(_choice(words, 20, 2, 2_000)),
        "example": _body({"type": "object"}, example=_example(words, 120_000)),
        "responses": _responses(words, 40, 20, 2_000),
        "servers": _servers(words, 40),
        "callbacks": _callbacks(words, 40),
        "samples": _samples(words, 100, 3_000),
        "medium": {**_parameters(words, 30, 300, 5), **_responses(words, 3, 4, 2_000)},
    }


def heavy_document(words: Words) -> Json:
    """Return a document with an operation for each, one with all of them, and schemas."""
    operations = heavy_operations(words)
    uses, schemes = _security(words, 25, 30)
    operations["security"] = uses
    everything: Json = {}
    for name in ("parameters", "choice", "responses", "servers", "callbacks", "samples"):
        everything |= operations[name]
    operations["everything"] = everything | uses
    paths = {
        f"/{name}": {
            "post": {
                "summary": name,
                "tags": [f"Tag {name}"],
                "responses": {"204": {"description": "Done"}},
                **operation,
            }
        }
        for name, operation in operations.items()
    }
    schemas = {"Wide": _nested(words, 400, 1), "Choice": _choice(words, 80, 10)}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Heavy", "version": "1"},
        "servers": [{"url": "https://heavy.example"}],
        "paths": paths,
        "components": {"schemas": schemas, **schemes},
    }
