"""An API document with a text in one place that takes one: a document for each such place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

SINKS = (
    "info.title",
    "info.description",
    "info.version",
    "info.contact",
    "info.license",
    "info.termsOfService",
    "externalDocs.url",
    "servers.url",
    "servers.description",
    "servers.variables",
    "tags.name",
    "path",
    "operationId",
    "operation",
    "parameter",
    "header",
    "media type",
    "schema",
    "property",
    "values",
    "discriminator",
    "security scheme",
    "x-codeSamples",
    "response code",
)
Say = Callable[[str], str]
"""Returns the text at a place."""


def injected_document(sink: str, text: str) -> dict[str, Any]:
    """Return a document with the text in one place, and words that do no harm in all others."""

    def say(place: str) -> str:
        assert place in SINKS
        return text if place == sink else f"plain{SINKS.index(place)}"

    return {
        "openapi": "3.1.0",
        "info": _info(say),
        "externalDocs": {"url": say("externalDocs.url"), "description": "More"},
        "servers": _servers(say),
        "tags": [{"name": say("tags.name"), "description": "All of them"}],
        "security": [{say("security scheme"): []}, {"oauth": [say("security scheme")]}],
        "paths": {
            f"/{say('path')}/{{{say('parameter')}}}": {"post": _operation(say)},
            "/second": {"get": _operation(say)},
        },
        "components": {
            "schemas": _schemas(say),
            "securitySchemes": _security_schemes(say("security scheme")),
        },
    }


def _info(say: Say) -> dict[str, Any]:
    contact, terms = say("info.contact"), say("info.license")
    return {
        "title": say("info.title"),
        "description": say("info.description"),
        "version": say("info.version"),
        "termsOfService": say("info.termsOfService"),
        "contact": {"name": contact, "url": contact, "email": contact},
        "license": {"name": terms, "url": terms},
    }


def _servers(say: Say) -> list[dict[str, Any]]:
    variable = say("servers.variables")
    return [
        {
            "url": f"https://example.com/{{{variable}}}",
            "description": say("servers.description"),
            "variables": {variable: {"default": variable, "enum": [variable]}},
        },
        {"url": say("servers.url")},
        {"url": f"https://example.com/{say('servers.url')}"},
    ]


def _operation(say: Say) -> dict[str, Any]:
    words, name = say("operation"), say("parameter")
    body = {"schema": {"$ref": "#/components/schemas/Choice"}, "example": say("values")}
    sample = say("x-codeSamples")
    return {
        "operationId": say("operationId"),
        "summary": words,
        "description": words,
        "tags": [say("tags.name")],
        "externalDocs": {"url": say("externalDocs.url")},
        "parameters": [
            {
                "name": name,
                "in": place,
                "required": True,
                "description": name,
                "example": name,
                "schema": {"type": "string"},
            }
            for place in ("path", "query", "cookie")
        ]
        + [{"name": say("header"), "in": "header", "schema": {"type": "string"}}],
        "requestBody": {"content": {"application/json": body, say("media type"): body}},
        "responses": {
            "200": {
                "description": words,
                "headers": {say("header"): {"schema": {"type": "string"}}},
                "content": {"application/json": body, say("media type"): body},
            },
            say("response code"): {"description": "Something else"},
        },
        "x-codeSamples": [{"lang": sample, "label": sample, "source": sample}],
    }


def _schemas(say: Say) -> dict[str, Any]:
    named, value, key = say("schema"), say("values"), say("property")
    pointer = named.replace("~", "~0").replace("/", "~1")
    values = {"enum": [value], "default": value, "example": value, "pattern": value}
    return {
        named: {"type": "object", "properties": {key: {"type": "string", **values}}},
        "Other": {"type": "object", "properties": {"constant": {"const": value}, key: {}}},
        "Choice": {
            "oneOf": [
                {"$ref": f"#/components/schemas/{pointer}"},
                {"$ref": "#/components/schemas/Other"},
            ],
            "discriminator": {
                "propertyName": "kind",
                "mapping": {say("discriminator"): "#/components/schemas/Other"},
            },
        },
    }


def _security_schemes(text: str) -> dict[str, Any]:
    flow = {"authorizationUrl": text, "tokenUrl": text, "refreshUrl": text, "scopes": {text: text}}
    return {
        text: {"type": "apiKey", "in": "header", "name": text, "description": text},
        "oauth": {"type": "oauth2", "description": text, "flows": {"authorizationCode": flow}},
    }
