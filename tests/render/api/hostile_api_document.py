"""An API document in which every text is the same: the one that a test wants to see harmless."""

from __future__ import annotations

from typing import Any


def hostile_document(text: str) -> dict[str, Any]:
    """Return a document with a text in every place that takes one."""
    return {
        "openapi": "3.2.0",
        "info": {
            "title": text,
            "summary": text,
            "description": text,
            "version": text,
            "termsOfService": text,
            "contact": {"name": text, "url": text, "email": text},
            "license": {"name": text, "url": text, "identifier": text},
        },
        "externalDocs": {"url": text, "description": text},
        "servers": [
            {
                "url": f"https://example.com/{{{text}}}/{text}",
                "name": text,
                "description": text,
                "variables": {text: {"default": text, "enum": [text], "description": text}},
            },
            {"url": text},
        ],
        "tags": [
            {"name": text, "summary": text, "description": text, "x-group": text},
            {"name": "plain", "parent": text, "externalDocs": {"url": text}},
        ],
        "security": [{text: [text]}, {"oauth": [text], "key": []}],
        "paths": {
            f"/{text}/{{{text}}}": {
                "get": operation(text, tags=[text]),
                "additionalOperations": {text: operation(text, tags=["plain"])},
            },
            "/plain": {"post": operation(text, tags=["plain"])},
            text: {"put": {"summary": "No slash", "responses": {}}},
        },
        "webhooks": {text: {"post": operation(text, tags=[])}},
        "components": {"schemas": schemas(text), "securitySchemes": security_schemes(text)},
    }


def operation(text: str, tags: list[str]) -> dict[str, Any]:
    """Return an operation that says nothing but the text."""
    media = {"schema": schema(text), "examples": examples(text)}
    built = {"schema": schema(text), "encoding": {text: {"contentType": text, "style": text}}}
    return {
        "operationId": text + "".join(tags),
        "summary": text,
        "description": text,
        "tags": tags,
        "deprecated": True,
        "externalDocs": {"url": text, "description": text},
        "parameters": [parameter(text, place) for place in ("path", "query", "header", "cookie")],
        "requestBody": {
            "description": text,
            "content": {
                "application/json": media,
                text: {"schema": schema(text)},
                "application/xml": built,
                "multipart/form-data": built,
                "application/x-www-form-urlencoded": built,
                "text/event-stream": {"itemSchema": schema(text)},
            },
        },
        "responses": {
            "200": {
                "description": text,
                "summary": text,
                "headers": {text: {"description": text, "schema": schema(text)}},
                "content": {"application/json": media, text: {"example": text}},
                "links": {
                    text: {
                        "operationId": text,
                        "description": text,
                        "parameters": {text: text},
                    }
                },
            },
            text: {"description": text},
        },
        "callbacks": {text: {text: {"post": {"summary": text, "responses": {}}}}},
        "x-codeSamples": [
            {"lang": text, "label": text, "source": text},
            {"lang": "python", "label": text, "source": text},
            {"lang": "bash", "source": text},
        ],
        "x-mint": {"content": text, "metadata": {"description": text, "icon": text, "tag": text}},
    }


def parameter(text: str, place: str) -> dict[str, Any]:
    """Return a parameter with the text in every field."""
    return {
        "name": text,
        "in": place,
        "description": text,
        "schema": {"type": "string", **facts(text)},
        "examples": examples(text),
    }


def examples(text: str) -> dict[str, Any]:
    """Return examples in all their forms."""
    return {
        text: {"summary": text, "description": text, "value": text},
        "object": {"value": {text: text, "list": [text]}},
        "link": {"externalValue": text},
        "sent": {"serializedValue": text, "summary": text},
    }


def facts(text: str) -> dict[str, Any]:
    """Return what a schema can say about a single value."""
    return {
        "title": text,
        "description": text,
        "format": text,
        "pattern": text,
        "default": text,
        "enum": [text, f"{text}2"],
        "examples": [text],
        "x-enumDescriptions": {text: text},
        "x-mint": {"pre": [text], "post": [text]},
    }


def schema(text: str) -> dict[str, Any]:
    """Return a schema in which names, values and words are the text."""
    return {
        "type": "object",
        "title": text,
        "description": text,
        "xml": {"name": text, "prefix": text, "namespace": text},
        "required": [text],
        "properties": {
            text: {"type": "string", **facts(text), "xml": {"name": text, "attribute": True}},
            "constant": {"const": text},
            "plain": {"type": "string", "xml": {"name": text}},
            "deep": {"properties": {text: {"properties": {text: {"properties": {text: {}}}}}}},
            "named": {"$ref": "#/components/schemas/Base"},
            "lost": {"$ref": text},
        },
        "patternProperties": {text: {"type": "string"}},
        "additionalProperties": {"type": "string", "description": text},
    }


def schemas(text: str) -> dict[str, Any]:
    """Return named schemas, the text among the names and in the choice between them."""
    return {
        text: {"type": "object", "properties": {text: {"type": "string"}}},
        "Plain": schema(text),
        "Base": {
            "oneOf": [
                {"$ref": "#/components/schemas/Plain"},
                {"title": text, "type": "object", "properties": {text: {"const": text}}},
            ],
            "discriminator": {
                "propertyName": text,
                "mapping": {text: "#/components/schemas/Plain", "other": text},
            },
        },
    }


def security_schemes(text: str) -> dict[str, Any]:
    """Return ways to prove who is calling."""
    flow = {
        "authorizationUrl": text,
        "tokenUrl": text,
        "refreshUrl": text,
        "scopes": {text: text},
    }
    return {
        text: {"type": "http", "scheme": text, "bearerFormat": text, "description": text},
        "oauth": {"type": "oauth2", "description": text, "flows": {"authorizationCode": flow}},
        "key": {"type": "apiKey", "in": "header", "name": text, "description": text},
        "connect": {"type": "openIdConnect", "openIdConnectUrl": text},
    }
