"""API documents that grow, made of pieces: things of every kind, at every place that holds many.

`shape.build(n)` has n things: each written out, all the same, marked, or behind references.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from tests.growth.shapes import Shape
from tests.recursive_schemas import DOUBLING, FORMS, refer

Json = dict[str, Any]
_MARKS: Json = {"x-internal": True, "x-hidden": True, "deprecated": True, "readOnly": True}
_DEEPEST = 30
"""Levels of schemas that are written inside of each other; a document may have two hundred."""

_KINDS: dict[str, tuple[str, Callable[[str], Any]]] = {
    "schema": ("schemas", lambda name: {"type": "object", "properties": {name: {}, "same": {}}}),
    "parameter": (
        "parameters",
        lambda name: {"name": name, "in": "query", "schema": {"enum": [name]}},
    ),
    "response": ("responses", lambda name: {"description": name}),
    "header": ("headers", lambda name: {"description": name, "schema": {"type": "string"}}),
    "example": ("examples", lambda name: {"summary": name, "value": {name: 1}}),
    "link": ("links", lambda name: {"operationId": name}),
    "callback": ("callbacks", lambda name: {name: {"post": {"operationId": name}}}),
    "item": (
        "pathItems",
        lambda name: {"get": {"operationId": name, "tags": [name], "summary": name}},
    ),
    "media": ("mediaTypes", lambda name: {"schema": {"title": name, "type": "string"}}),
    "scheme": ("securitySchemes", lambda name: {"type": "apiKey", "in": "header", "name": name}),
    "flow": (
        "",
        lambda name: {"tokenUrl": f"https://a/{name}", "scopes": {name: name, "same": ""}},
    ),
    "server": ("", lambda name: {"url": f"https://a/{name}/{{{name}}}"}),
    "variable": ("", lambda name: {"default": name, "enum": [name, "same"]}),
    "tag": ("", lambda name: {"name": name, "parent": name, "description": name}),
    "sample": ("", lambda name: {"lang": name, "source": name}),
    "encoding": ("", lambda name: {"contentType": name, "headers": {name: {}}}),
    "operation": ("", lambda name: {"summary": name, "operationId": name}),
    "alternative": ("", lambda name: {name: [name]}),
    "word": ("", lambda name: name),
    "words": ("", lambda name: ["same", name]),
}
"""Things by their kind: the section of `components` that holds them, and one by its name."""


def _answer(schema: Any) -> Json:
    return {"content": {"application/json": {"schema": schema}}}


def _work(**parts: Any) -> Json:
    """Return a document with an operation."""
    document = {key[1:]: parts.pop(key) for key in [*parts] if key.startswith("_")}
    return {"paths": {"/a": {"post": {"operationId": "a", **parts}}}, **document}


def _show(schema: Any) -> Json:
    return _work(requestBody=_answer(schema), responses={"200": {**_answer(schema)}})


def _reply(**parts: Any) -> Json:
    return _work(responses={"200": {"description": "", **parts}})


def _type(**parts: Any) -> Json:
    return _reply(content={"application/json": parts})


_LISTS: dict[str, tuple[str, Callable[[list[Any]], Json]]] = {
    **{
        word: ("schema", lambda each, word=word: _show({word: each}))  # type: ignore[misc]
        for word in ("allOf", "anyOf", "oneOf", "prefixItems")
    },
    "oneOf with a discriminator": (
        "schema",
        lambda each: _show({"oneOf": each, "discriminator": {"propertyName": "same"}}),
    ),
    "allOf of properties": (
        "schema",
        lambda each: _show({"properties": {"a": {"allOf": each}}, "required": ["a"]}),
    ),
    "parameters": ("parameter", lambda each: _work(parameters=each)),
    "parameters of a path": (
        "parameter",
        lambda each: {"paths": {"/a": {"parameters": each, "get": {}}}},
    ),
    "servers": ("server", lambda each: _work(_servers=each)),
    "servers of an operation": ("server", lambda each: _work(servers=each)),
    "alternatives": ("alternative", lambda each: _work(_security=each)),
    "alternatives of an operation": ("alternative", lambda each: _work(security=each)),
    "tags": ("tag", lambda each: _work(_tags=each)),
    "samples": ("sample", lambda each: _work(**{"x-codeSamples": each})),
    "names of tags": ("word", lambda each: _work(tags=each, _tags=[{"name": t} for t in each])),
    "enum": ("word", lambda each: _show({"enum": each, "type": "string"})),
    "examples of a schema": ("word", lambda each: _show({"examples": each})),
    "type": ("word", lambda each: _show({"type": each})),
    "required": ("word", lambda each: _show({"required": each, "properties": {"same": {}}})),
    "required and there": (
        "word",
        lambda each: _show({"required": each, "properties": {key: {} for key in map(str, each)}}),
    ),
    "rows of an example": ("words", lambda each: _type(example=each)),
    "rows of a value": ("words", lambda each: _show({"const": each})),
    "enum of a variable": (
        "word",
        lambda each: _work(servers=[{"url": "/{a}", "variables": {"a": {"enum": each}}}]),
    ),
    "segments": ("word", lambda each: {"paths": {"/" + "/".join(map(str, each)): {"get": {}}}}),
    "templates": (
        "word",
        lambda each: {"paths": {"".join(f"/{{{word}}}" for word in each): {"get": {}}}},
    ),
    "one segment of templates": (
        "word",
        lambda each: {"paths": {"/" + "-".join(f"{{{word}}}" for word in each): {"get": {}}}},
    ),
    "variables of an address": (
        "word",
        lambda each: _work(servers=[{"url": "/" + "-".join(f"{{{word}}}" for word in each)}]),
    ),
    "scopes": ("word", lambda each: _work(security=[{"same": each}])),
}
"""Places that hold a list: the kind of its things, and the document with one."""
_MAPS: dict[str, tuple[str, Callable[[Json], Json]]] = {
    **{
        word: ("schema", lambda each, word=word: _show({word: each}))  # type: ignore[misc]
        for word in ("properties", "patternProperties", "$defs", "dependentSchemas")
    },
    "components": ("schema", lambda each: {"components": {"schemas": each}}),
    "components of one base": (
        "schema",
        lambda each: {
            **_show(refer("Base")),
            "components": {
                "schemas": {
                    "Base": {"discriminator": {"propertyName": "same"}},
                    **{name: {"allOf": [refer("Base"), value]} for name, value in each.items()},
                }
            },
        },
    ),
    "mapping": (
        "word",
        lambda each: _show(
            {
                "oneOf": [refer("Base")],
                "discriminator": {"propertyName": "same", "mapping": each},
            }
        ),
    ),
    "dependentRequired": ("words", lambda each: _show({"dependentRequired": each})),
    "responses": ("response", lambda each: _work(responses=each)),
    "headers": ("header", lambda each: _reply(headers=each)),
    "links": ("link", lambda each: _reply(links=each)),
    "media types": ("media", lambda each: _reply(content=each)),
    "media types of a request": ("media", lambda each: _work(requestBody={"content": each})),
    "examples": ("example", lambda each: _type(examples=each)),
    "example": ("word", lambda each: _type(example=each)),
    "encoding": ("encoding", lambda each: _type(encoding=each)),
    "callbacks": ("callback", lambda each: _work(callbacks=each)),
    "expressions": ("item", lambda each: _work(callbacks={"a": each})),
    "paths": ("item", lambda each: {"paths": {f"/{name}": item for name, item in each.items()}}),
    "paths below a path": (
        "item",
        lambda each: {"paths": {f"/a/{{b}}/{name}/": item for name, item in each.items()}},
    ),
    "paths of templates": (
        "item",
        lambda each: {"paths": {f"/{{{name}}}": item for name, item in each.items()}},
    ),
    "paths that begin alike": (
        "item",
        lambda each: {"paths": {f"/{{a}}-{name}": item for name, item in each.items()}},
    ),
    "webhooks": ("item", lambda each: {"webhooks": each}),
    "methods": ("operation", lambda each: {"paths": {"/a": {"additionalOperations": each}}}),
    "keys of a path": ("operation", lambda each: {"paths": {"/a": each}}),
    "security schemes": (
        "scheme",
        lambda each: _work(
            _components={"securitySchemes": each}, security=[{name: []} for name in each]
        ),
    ),
    "security schemes at once": (
        "scheme",
        lambda each: _work(
            _components={"securitySchemes": each}, security=[{key: [] for key in each}]
        ),
    ),
    "flows": (
        "flow",
        lambda each: _work(
            _components={"securitySchemes": {"same": {"type": "oauth2", "flows": each}}},
            security=[{"same": ["same"]}],
        ),
    ),
    "variables": (
        "variable",
        lambda each: _work(_servers=[{"url": "/{a}", "variables": each}]),
    ),
    "operations with the same": (
        "schema",
        lambda each: {
            "components": {"schemas": {"Base": {"properties": {"a": refer("Base")}}}},
            "paths": {f"/{name}": _show(refer("Base"))["paths"]["/a"] for name in each},
        },
    ),
    "operations with their own": (
        "schema",
        lambda each: {
            "components": {"schemas": each},
            "security": [{"same": []}],
            "paths": {f"/{name}": _show(refer(name))["paths"]["/a"] for name in each},
        },
    ),
    "operations with tags": (
        "word",
        lambda each: {
            "tags": [{"name": name} for name in each],
            "paths": {f"/{name}": {"get": {"tags": [name]}} for name in each},
        },
    ),
}
"""Places that hold things by name."""


def list_products() -> list[Shape[Json]]:
    """Return documents of many things that lead to one which has as many parts itself.

    They are for those who read them: what shows each thing in full has that much to write.
    """
    return [Shape(name, partial(_write_product, write)) for name, write in _PRODUCTS.items()]


def _write_product(write: Callable[[list[str]], Json], n: int) -> Json:
    return _finish(write([f"N{at}" for at in range(n)]), "", {})


def _oauth(names: list[str]) -> Json:
    flow = {"tokenUrl": "https://a/", "scopes": dict.fromkeys(names, "")}
    return {"securitySchemes": {"same": {"type": "oauth2", "flows": {"clientCredentials": flow}}}}


def _repeat(names: list[str], **parts: Any) -> Json:
    """Return paths whose operations are alike."""
    return {f"/{name}": {"get": {"operationId": name, **parts}} for name in names}


_PRODUCTS: dict[str, Callable[[list[str]], Json]] = {
    "alternatives of one long scheme": lambda names: _work(
        security=[{"same": [name]} for name in names], _components=_oauth(names)
    ),
    "operations with one long scheme": lambda names: {
        "paths": _repeat(names, security=[{"same": []}]),
        "components": _oauth(names),
    },
    "operations with all servers": lambda names: {
        "paths": _repeat(names),
        "servers": [{"url": f"https://a/{name}", "description": name} for name in names],
    },
    "operations with all alternatives": lambda names: {
        "paths": _repeat(names),
        "security": [{"same": [name]} for name in names],
        "components": _oauth(names),
    },
    "operations with all tags": lambda names: {
        "paths": _repeat(names),
        "tags": [{"name": name} for name in names],
    },
    "described templates": lambda names: {
        "paths": {
            "".join(f"/{{{name}}}" for name in names): {
                "get": {"parameters": [{"name": name, "in": "path"} for name in names]}
            }
        }
    },
    "operations with one long answer": lambda names: {
        "paths": _repeat(names, responses={"200": {"$ref": "#/components/responses/same"}}),
        "components": {
            "responses": {"same": {"description": "", "headers": {name: {} for name in names}}}
        },
    },
    "operations with one long parameter": lambda names: {
        "paths": _repeat(names, parameters=[{"$ref": "#/components/parameters/same"}]),
        "components": {
            "parameters": {"same": {"name": "a", "in": "query", "examples": {
                name: {"value": name} for name in names}}}
        },
    },
}  # fmt: skip


def list_documents() -> list[Shape[Json]]:
    """Return all documents."""
    return [
        *(shape for place in _LISTS for shape in _list_of_list(place)),
        *(shape for place in _MAPS for shape in _list_of_map(place)),
        *_list_schemas(),
    ]


def write_swagger(document: Json) -> Json:
    """Return what is near enough to a document as Swagger 2.0 to be read as such."""
    schemas = document.get("components", {}).get("schemas", {})
    tree = {key: each for key, each in document.items() if key not in ("components", "openapi")}
    return _move({"swagger": "2.0", **tree, "definitions": schemas})  # type: ignore[no-any-return]


def _move(value: Any) -> Any:
    if isinstance(value, dict):
        if "content" in value:
            media: Any = next(iter(value["content"].values()), {})
            return {"in": "body", "name": "body", **_move(media or {})}
        moved = {key: _move(each) for key, each in value.items()}
        if isinstance(moved.get("requestBody"), dict):
            moved["parameters"] = [*moved.get("parameters", ()), moved.pop("requestBody")]
        return moved
    if isinstance(value, list):
        return [_move(each) for each in value]
    return value.replace("components/schemas", "definitions") if isinstance(value, str) else value


def _finish(document: Json, section: str, things: Json) -> Json:
    base: Json = {"openapi": "3.2.0", "info": {"title": "A", "version": "1"}, "paths": {}}
    components: Json = copy.copy(document.get("components", {}))
    if section and things:
        components[section] = {**things, **components.get(section, {})}
    components.setdefault("schemas", {}).setdefault("Base", {"type": "object"})
    components.setdefault("securitySchemes", {"same": {"type": "http", "scheme": "basic"}})
    return {**base, **document, "components": components}


def _mark(thing: Any) -> Any:
    """Return a thing, or the operation in it, with marks that leave it out of something."""
    if not isinstance(thing, dict):
        return thing
    inner = {name: {**each, **_MARKS} for name, each in thing.items() if name in ("get", "post")}
    return {**thing, **(inner or _MARKS)}


Growing = Callable[[int], tuple[list[Any], Json]]
"""Returns n things for a place, and the components that they refer to."""


def _list_things(kind: str) -> Iterator[tuple[str, Growing]]:
    section, make = _KINDS[kind]

    def each(n: int) -> list[Any]:
        return [make(f"N{at}") for at in range(n)]

    yield "each its own", lambda n: (each(n), {})
    yield "all the same", lambda n: ([make("same")] * n, {})
    yield "marked", lambda n: ([_mark(thing) for thing in each(n)], {})
    yield (
        "every other marked",
        lambda n: (
            [_mark(thing) if at % 2 else thing for at, thing in enumerate(each(n))],
            {},
        ),
    )
    yield "of no type", lambda n: ([*range(n)], {})
    if not section:
        return

    def point(at: Any) -> Json:
        return {"$ref": f"#/components/{section}/N{at}"}

    def keep(things: list[Any]) -> Json:
        return {f"N{at}": thing for at, thing in enumerate(things)}

    yield "references to their own", lambda n: ([point(at) for at in range(n)], keep(each(n)))
    yield "references to one", lambda n: ([point(0)] * n, keep(each(1)))
    yield (
        "references with words",
        lambda n: (
            [{**point(0), "description": f"N{at}"} for at in range(n)],
            keep(each(1)),
        ),
    )
    yield (
        "references to marked",
        lambda n: (
            [point(at) for at in range(n)],
            keep([_mark(thing) for thing in each(n)]),
        ),
    )
    yield "references to nothing", lambda n: ([point(f"{at}/a") for at in range(n)], keep(each(1)))
    yield (
        "references to references",
        lambda n: (
            [point(at) for at in range(0, n, 2)],
            keep([thing if at % 2 else point(at + 1) for at, thing in enumerate(each(n + 1))]),
        ),
    )
    yield (
        "references in a circle",
        lambda n: (
            [point(0)],
            keep([point((at + 1) % n) for at in range(n)]),
        ),
    )
    yield "references that nothing needs", lambda n: ([make("same")], keep(each(n)))


def _list_of_list(place: str) -> Iterator[Shape[Json]]:
    kind, write = _LISTS[place]
    for name, grow in _list_things(kind):

        def build(n: int, grow: Growing = grow) -> Json:
            things, components = grow(n)
            return _finish(write(things), _KINDS[kind][0], components)

        yield Shape(f"{place}: {name}", build)


def _list_of_map(place: str) -> Iterator[Shape[Json]]:
    kind, write = _MAPS[place]
    for name, grow in _list_things(kind):

        def build(n: int, grow: Growing = grow) -> Json:
            things, components = grow(n)
            by_name = {f"N{at}": thing for at, thing in enumerate(things)}
            return _finish(write(by_name), _KINDS[kind][0], components)

        yield Shape(f"{place}: {name}", build)


def _list_schemas() -> Iterator[Shape[Json]]:
    """Yield chains, circles and towers of schemas, by what holds the next one."""
    for name, form in {
        **FORMS,
        **{f"{name} twice": each for name, each in DOUBLING.items()},
    }.items():

        def chain(n: int, form: Callable[[Json], Json] = form) -> Json:
            things = {f"N{at}": form(refer(f"N{at + 1}")) for at in range(n)}
            return _finish(_show(refer("N0")), "schemas", {**things, f"N{n}": {"type": "string"}})

        def circle(n: int, form: Callable[[Json], Json] = form) -> Json:
            things = {f"N{at}": form(refer(f"N{(at + 1) % n}")) for at in range(n)}
            return _finish(_show(refer("N0")), "schemas", things)

        yield Shape(f"a chain of {name}", chain)
        yield Shape(f"a circle of {name}", circle)
    for name, form in FORMS.items():

        def towers(n: int, form: Callable[[Json], Json] = form) -> Json:
            things = {
                f"N{at}": _nest(form, refer(f"N{at}")) for at in range(1 + n // (2 * _DEEPEST))
            }
            return _finish(_show({"properties": things}), "schemas", things)

        yield Shape(f"towers of {name}", towers)


def _nest(form: Callable[[Json], Json], inner: Json) -> Json:
    for _ in range(_DEEPEST):
        inner = form(inner)
        if len(str(inner)) > 4_000:  # it holds what is inside of it twice
            break
    return inner
