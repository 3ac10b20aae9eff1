"""API documents with random damage, and the expected problems of each."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator
from typing import Any

from octavo.openapi.document.document import ApiDocument
from octavo.openapi.document.locate import locate
from octavo.openapi.document.read_tree import read_document
from octavo.openapi.model import Node
from octavo.problems import Code, Problem, describe_problem, render_text
from octavo.project.documents.api_files import parse_data

SEED = """\
openapi: 3.1.0
info: {title: Pets, version: "1.0"}
servers:
  - url: https://{region}.example.com
    variables: {region: {default: eu, enum: [eu, us]}}
tags: [{name: pets, description: "All *pets*"}]
paths:
  /pets/{id}:
    parameters:
      - {name: id, in: path, required: true, schema: {type: integer, minimum: 1}}
    get:
      operationId: getPet
      tags: [pets]
      responses:
        "200":
          description: A pet
          content:
            application/json:
              schema: {$ref: '#/components/schemas/Pet'}
              examples: {one: {value: {name: Rex}}}
        default: {$ref: '#/components/responses/Error'}
    put:
      requestBody: {$ref: 'bodies.yaml#/pet'}
      security: [{key: []}, {}]
webhooks:
  born: {post: {summary: A pet was born}}
components:
  schemas:
    Pet:
      allOf:
        - $ref: '#/components/schemas/Named'
        - type: object
          properties:
            friends: {type: array, items: {$ref: '#/components/schemas/Pet'}}
            kind: {oneOf: [{const: cat}, {const: dog}], discriminator: {propertyName: k}}
    Named: {type: [object, 'null'], properties: {name: {type: string, maxLength: 20}}}
  responses:
    Error: {description: Wrong}
  securitySchemes:
    key: {type: apiKey, in: header, name: X-Key}
"""
BODIES = "pet: {content: {application/json: {schema: {$ref: 'api.yaml#/components/schemas/Pet'}}}}"

# --- texts --------------------------------------------------------------------------------------


def damage_text(text: str, chance: random.Random) -> str:
    """Change some bytes, take some out, repeat some, and repeat whole lines with their keys."""
    data = bytearray(text.encode())
    for _ in range(chance.choice([1, 1, 2, 5, 20])):
        at = chance.randrange(len(data)) if data else 0
        kind = chance.randrange(5)
        if kind == 0 and data:
            data[at] = chance.randrange(256)
        elif kind == 1:
            del data[at : at + chance.choice([1, 10, 200])]
        elif kind == 2:
            data[at:at] = chance.choice(
                [b"{", b"[", b"&a ", b"*a", b"- ", b"\n", b"'", b": ", b"!"]
            )
        elif kind == 3:
            end = data.find(b"\n", at) + 1 or len(data)
            start = data.rfind(b"\n", 0, at) + 1
            data[end:end] = data[start:end]
        elif data:
            other = chance.randrange(len(data))
            data[at:at] = data[other : other + 40]
    return bytes(data).decode("utf-8", "replace")


# --- trees --------------------------------------------------------------------------------------

STRANGE: list[Any] = [
    *(None, True, 0, -1, 1e308, "", "x" * 1000, [], {}, [[]], {"": {}}, "#", "#/", "\ufffd"),
    *({"$ref": "#"}, {"$ref": 7}, {"$ref": "#/paths"}, {"$ref": "../../x"}, {"$ref": "file:///"}),
    *({"$ref": "#/components/schemas/Pet"}, {"$dynamicRef": "#x"}, {"$recursiveRef": "#"}),
    *({"$id": "#", "$anchor": "#"}, {"$ref": "#" + "/a" * 500}, {"$ref": "http://[::1"}),
]
NAMES = ("$ref", "$id", "$self", "type", "x", "")
LETTERS = "\0\x1b\u0301\u00ad\u200b\u202e\u2028\ufeff\ufffe\uff21\U0001f600\ud800\u0130\u1e9e"
Place = tuple[Any, Any, str]
"""What holds a value, its key, and the pointer to it."""
_DEEP = re.compile(r'"@(\d+)@"')


def damage_tree(tree: Any, chance: random.Random) -> str:
    """Change some values of a tree, and return it as JSON."""
    tree = json.loads(json.dumps(tree))
    for _ in range(chance.choice([1, 2, 5])):
        places = list(_list_places(tree))
        if places:
            chance.choice(_DAMAGES)(chance.choice(places), places, chance)
    # What nests so deep can be written, but not be written by `json`.
    return _DEEP.sub(lambda match: _nest(int(match[1])), json.dumps(tree, indent=1))


def _list_places(tree: Any) -> Iterator[Place]:
    waiting: list[tuple[Any, str]] = [(tree, "#")]
    while waiting:
        holder, pointer = waiting.pop()
        for key, value in list(holder.items() if isinstance(holder, dict) else enumerate(holder)):
            written = str(key).replace("~", "~0").replace("/", "~1")
            yield holder, key, f"{pointer}/{written}"
            if isinstance(value, dict | list):
                waiting.append((value, f"{pointer}/{written}"))


def _nest(depth: int) -> str:
    opened, closed = (('{"allOf": [', "]}"), ("[", "]"), ('{"a": ', "}"))[depth % 3]
    return opened * depth + "{}" + closed * depth


def _replace(place: Place, _places: list[Place], chance: random.Random) -> None:
    place[0][place[1]] = chance.choice(STRANGE)


def _rename(place: Place, _places: list[Place], chance: random.Random) -> None:
    if isinstance(place[0], dict):
        place[0][chance.choice(NAMES)] = place[0].pop(place[1])


def _copy(place: Place, places: list[Place], chance: random.Random) -> None:
    holder, key, _ = chance.choice(places)
    place[0][place[1]] = json.loads(json.dumps(holder[key]))


def _drop(place: Place, _places: list[Place], _chance: random.Random) -> None:
    del place[0][place[1]]


def _point(place: Place, places: list[Place], chance: random.Random) -> None:
    """Let a reference lead to another value; or a value become a reference."""
    references = [each for each in places if each[1] == "$ref"]
    target = chance.choice(places)[2]
    if references:
        holder, key, _ = chance.choice(references)
        holder[key] = target
    else:
        place[0][place[1]] = {"$ref": target}


def _deepen(place: Place, _places: list[Place], chance: random.Random) -> None:
    place[0][place[1]] = f"@{chance.choice([10, 100, 199, 500, 5_000])}@"


def _respell(place: Place, _places: list[Place], chance: random.Random) -> None:
    """Put letters into a word that people do not see, or that some systems take for others."""
    holder, key, _ = place
    letter = chance.choice(LETTERS)
    if isinstance(holder[key], str):
        at = chance.randint(0, len(holder[key]))
        holder[key] = holder[key][:at] + letter + holder[key][at:]
    elif isinstance(holder, dict):
        holder[f"{key}{letter}"] = holder.pop(key)


_DAMAGES: tuple[Callable[[Place, list[Place], random.Random], None], ...] = (
    _replace,
    _rename,
    _copy,
    _drop,
    _point,
    _deepen,
    _respell,
)

# --- problems -----------------------------------------------------------------------------------


def values(document: ApiDocument) -> Iterator[Node]:
    """Every value of a document, those that are shared once."""
    waiting, seen = [document.root], set[int]()
    while waiting:
        node = waiting.pop()
        if id(node.value) not in seen:
            seen.add(id(node.value))
            yield node
            children = [*(child for _, child in node.items()), *node.list_elements()]
            waiting += [child for child in children if isinstance(child.value, dict | list)]


def read_fully(text: str, name: str) -> list[Problem]:
    """Read a document, follow every reference in it, and return what there is to tell."""
    tree, problems = parse_data(text, name)
    if tree is None:
        return list(problems)
    load_file = {"bodies.yaml": parse_data(BODIES, "bodies.yaml")[0]}.get
    document, findings = read_document(name, "api", tree, load_file)
    if document:
        for node in values(document):
            document.resolve(node)
            document.resolve_chain(node)
        findings = tuple(document.findings)
    return [*problems, *locate(findings, {name: text.encode(), "bodies.yaml": BODIES.encode()}.get)]


def check_problems(problems: list[Problem], text: str, name: str) -> None:
    """Fail if a problem does not name its place, or cannot be printed."""
    lines = text.split("\n")
    for problem in problems:
        assert problem.message
        assert problem.location.source in (name, "bodies.yaml", "site.json"), problem
        assert problem.location.line or problem.code is Code.API_MORE_PROBLEMS, problem
        assert problem.location.line <= len(lines) + 1
        render_text(problem, lambda _source, line: "".join(lines[line - 1 : line])).encode()
        json.dumps(describe_problem(problem)).encode()
