"""What `octavo check --app` finds in a FastAPI application whose document has planted mistakes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from octavo.cli.entry import main

APP = """\
from fastapi import FastAPI, Response
from pydantic import BaseModel

app = FastAPI()


class Pet(BaseModel):
    id: int
    name: str | None = None
    tags: list[str] = []


@app.get("/pets")
def list_pets(limit: int = 10) -> list[Pet]:
    return [Pet(id=1, name="Ada", tags=["a"])]


@app.get("/pets/{pet}")
def get_pet(pet: int, response: Response) -> Pet:
    response.headers["X-Left"] = "9"
    return Pet(id=pet, name=None)


@app.post("/pets", status_code=201)
def add_pet(pet: Pet) -> Pet:
    return pet


@app.get("/text")
def get_text() -> Response:
    return Response("hello", media_type="text/plain")
"""

PLANTED: list[tuple[str, tuple[Any, ...], Any, str]] = [
    # operation, place in the document, value that is planted, code that is expected
    ("GET /pets", ("responses", "200", "schema", "items", "required"), ["owner"], "body"),
    ("GET /pets", ("responses", "200", "schema", "maxItems"), 0, "body"),
    ("GET /pets/{pet}", ("responses", "200", "schema", "properties", "name"), "string", "body"),
    ("GET /pets/{pet}", ("responses", "200", "header", "X-Left"), "boolean", "header"),
    ("GET /pets/{pet}", ("responses", "200", "header", "X-Gone"), "integer", "header"),
    ("GET /pets/{pet}", ("parameter",), "string", "refused"),
    ("POST /pets", ("responses", "200"), None, "status"),
    ("POST /pets", ("body",), None, "refused"),
    ("GET /text", ("responses", "200", "type"), "text/html", "media-type"),
    ("GET /gone", (), None, "missing"),
]


def describe(schema: Any, media_type: str = "application/json") -> dict[str, Any]:
    return {"description": "Fine", "content": {media_type: {"schema": schema}}}


def build() -> dict[str, Any]:
    """Return a document that says what the application does."""
    pet: dict[str, Any] = {
        "type": "object",
        "required": ["id"],
        "properties": {"id": {"type": "integer"}, "name": {"type": ["string", "null"]}},
    }
    number = {"name": "pet", "in": "path", "required": True, "schema": {"type": "integer"}}
    body = {"required": True, "content": {"application/json": {"schema": pet}}}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Pets", "version": "1"},
        "paths": {
            "/pets": {
                "get": {"responses": {"200": describe({"type": "array", "items": dict(pet)})}},
                "post": {"requestBody": body, "responses": {"201": describe(pet)}},
            },
            "/pets/{pet}": {
                "get": {"parameters": [number], "responses": {"200": describe(dict(pet))}}
            },
            "/text": {"get": {"responses": {"200": describe({"type": "string"}, "text/plain")}}},
        },
    }


def plant(operation: str, place: tuple[Any, ...], value: Any) -> dict[str, Any]:
    """Return the document with one mistake."""
    tree = build()
    method, path = operation.lower().split(" ")
    own = (
        tree["paths"].setdefault(path, {}).setdefault(method, {"responses": {"200": describe({})}})
    )
    responses = own["responses"]
    content = next(iter(responses.values()))["content"]
    schema = next(iter(content.values()))["schema"]
    match place:
        case (_, _, "schema", "items", key):
            schema["items"][key] = value
        case (_, _, "schema", "properties", key):
            schema["properties"] = {**schema["properties"], key: {"type": value}}
        case (_, _, "schema", key):
            schema[key] = value
        case (_, _, "header", name):
            header = {"required": True, "schema": {"type": value}}
            responses["200"]["headers"] = {name: header}
        case ("parameter",):
            own["parameters"][0]["schema"] = {"type": value, "example": "ada"}
        case ("body",):
            own["requestBody"]["content"]["application/json"]["schema"] = {"type": "array"}
        case (_, _, "type"):
            responses["200"] = describe({"type": "string"}, value)
        case (_, status):
            own["responses"] = {status: responses["201"]}
    return tree


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    pytest.importorskip("fastapi")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "planted_app.py").write_text(APP, "utf-8")
    return tmp_path


def check(
    folder: Path, tree: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> list[dict[str, Any]]:
    (folder / "pets.json").write_text(json.dumps(tree), "utf-8")
    main(["check", "pets.json", "--app", "planted_app:app", "--unsafe", "--format", "json"])
    problems: list[dict[str, Any]] = json.loads(capsys.readouterr().out)["problems"]
    return problems


def test_a_true_document_has_no_differences(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert check(folder, build(), capsys) == []


@pytest.mark.parametrize(("operation", "place", "value", "code"), PLANTED)
def test_each_planted_mistake_is_found_at_its_operation(
    folder: Path,
    capsys: pytest.CaptureFixture[str],
    operation: str,
    place: tuple[Any, ...],
    value: Any,
    code: str,
) -> None:
    problems = check(folder, plant(operation, place, value), capsys)
    assert f"contract-{code}" in {each["code"] for each in problems}
    assert all(each["message"].startswith(operation) for each in problems)
