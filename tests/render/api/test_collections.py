"""Collections of requests: what is in them, what is not, and what the clients' tools send."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from octavo.builder.folder_build import build_folder
from octavo.cli.entry import main
from octavo.openapi.document.document import ApiDocument
from octavo.render.api.collections.bruno import list_bruno_files, write_bruno
from octavo.render.api.collections.insomnia import write_insomnia
from octavo.render.api.collections.postman import write_postman
from octavo.render.api.collections.requests import build_collection, cut_collection
from octavo.render.api.samples.printer import SamplePrinter
from octavo.settings.models.api import Api, Auth
from tests.builder.test_incremental import tree
from tests.project_folder import write_files
from tests.samples.collections import TOOLS, find_tool, run_collection
from tests.samples.echo_server import serve_echo

SCHEMES = {
    "key": {"type": "apiKey", "in": "header", "name": "X-Key"},
    "inQuery": {"type": "apiKey", "in": "query", "name": "api_key"},
    "token": {"type": "http", "scheme": "bearer"},
    "pair": {"type": "http", "scheme": "basic"},
}
HOSTILE = 'x}}{{secret}} {{{{vault:a}}}} {% file "/etc/passwd" %} @file(/etc/passwd)'
PATHS: dict[str, Any] = {
    "/pets/{id}": {
        "get": {
            "tags": ["A/B: {{c}}"],
            "summary": "Get a pet",
            "security": [{"key": [], "inQuery": []}],
            "parameters": [
                {"name": "id", "in": "path", "required": True, "schema": {"type": "string"}},
                {
                    "name": "q",
                    "in": "query",
                    "required": True,
                    "schema": {"type": "string"},
                    "example": HOSTILE,
                },
                {
                    "name": "X-Trace",
                    "in": "header",
                    "required": True,
                    "schema": {"type": "string"},
                    "example": HOSTILE,
                },
            ],
            "responses": {},
        },
        "delete": {"summary": "Delete", "security": [{"pair": []}], "responses": {}},
        "put": {"summary": "Hidden", "x-hidden": True, "responses": {}},
    },
    "/pets": {
        "post": {
            "summary": 'Add "a" {{pet}}\n}\nmeta {',
            "description": f"Text\n}}\nscript:pre-request {{\n{HOSTILE}",
            "security": [{"token": []}],
            "requestBody": {
                "content": {"application/json": {"example": {"name": HOSTILE, "tags": ["}"]}}}
            },
            "responses": {},
        },
        "patch": {
            "summary": "Send parts",
            "requestBody": {
                "content": {
                    "multipart/form-data": {
                        "schema": {
                            "type": "object",
                            "properties": {
                                "note": {"type": "string"},
                                "photo": {"type": "string", "format": "binary"},
                            },
                        },
                        "example": {"note": HOSTILE, "photo": "x"},
                    }
                }
            },
            "responses": {},
        },
    },
}


def make(url: str = "https://api.example.com/v1", **more: Any) -> ApiDocument:
    document = {
        "info": {"title": "Pets {{a}}", "version": "1"},
        "servers": [{"url": url}],
        "components": {"securitySchemes": SCHEMES},
        "webhooks": {"changed": {"post": {"responses": {}}}},
        "paths": PATHS,
        **more,
    }
    return ApiDocument("pets.json", "pets", "3.1", document)


def test_addresses_values_and_credentials_are_variables() -> None:
    collection = build_collection(make(), Api())
    assert dict(collection.variables) == {
        "baseUrl": "https://api.example.com/v1",
        "key": "",
        "inQuery": "",
        "id": "",
        "username": "",
        "password": "",
        "token": "",
    }
    items = json.loads(write_postman(collection))["item"]
    (folder, own) = items
    assert [folder["name"], own["name"]] == ["A/B: {{c}}", "API Reference"]
    (get,) = folder["item"]
    assert get["request"]["url"].startswith("{{baseUrl}}/pets/{{id}}?q=x%7D%7D%7B%7Bsecret")
    assert get["request"]["url"].endswith("&api_key={{inQuery}}")
    assert get["request"]["header"][0] == {"key": "X-Key", "value": "{{key}}"}
    delete, post, _ = (each["request"] for each in own["item"])
    assert delete["auth"]["basic"][1] == {
        "key": "password",
        "value": "{{password}}",
        "type": "string",
    }
    assert {"key": "Authorization", "value": "Bearer {{token}}"} in post["header"]


def test_hidden_operations_and_webhooks_are_left_out() -> None:
    document = make()
    names = [each.name for each in build_collection(document, Api()).requests]
    assert names == ["Get a pet", "Delete", 'Add "a" {{pet}} } meta {', "Send parts"]
    keys = {each.key for each in document.memory.operations or () if each.key.method == "DELETE"}
    assert len(build_collection(document, Api(), keys).requests) == 3


def test_the_settings_say_what_a_document_does_not() -> None:
    paths: Any = {"/a": {"get": {"responses": {}}}}
    document = make(paths=paths, components={})
    api = Api(base_url=("https://own.example.com",), auth=Auth(method="bearer"))
    collection = build_collection(document, api)
    assert dict(collection.variables) == {"baseUrl": "https://own.example.com", "bearer": ""}


def test_one_request_has_only_its_variables() -> None:
    whole = build_collection(make(), Api())
    one = cut_collection(whole, "DELETE /pets/{id}")
    assert one is not None
    assert [name for name, _ in one.variables] == ["baseUrl", "id", "username", "password"]
    assert cut_collection(whole, "GET /nothing") is None


def list_variables(text: str) -> set[str]:
    return {part.partition("}}")[0].strip() for part in text.split("{{")[1:]}


def test_no_text_of_the_document_becomes_a_variable() -> None:
    collection = build_collection(make(), Api())
    known = {name for name, _ in collection.variables}
    requests = []
    for item in json.loads(write_postman(collection))["item"]:
        for each in item["item"]:
            each["request"].pop("description", None)
            requests.append(json.dumps(each["request"]))
    assert list_variables(" ".join(requests)) <= known
    files = list_bruno_files(collection)
    blocks = [text.partition("docs {")[0] for name, text in files.items() if "/" in name]
    sent = [block.partition("\n}\n")[2] for block in blocks]  # behind the names
    assert list_variables(" ".join(sent)) <= known
    tree = json.loads(write_insomnia(collection))
    for each in tree["resources"]:
        if each["_type"] == "request":
            assert each.pop("settingDisableRenderRequestBody")
            each.pop("body")
            written = json.dumps(each)
            assert {name.removeprefix("_.") for name in list_variables(written)} <= known
            assert "{%" not in written


def test_a_hostile_document_adds_nothing_to_the_files_of_bruno() -> None:
    files = list_bruno_files(build_collection(make(), Api()))
    blocks = {
        line.partition(" {")[0]
        for text in files.values()
        for line in text.splitlines()
        if line.endswith(" {") and not line.startswith(" ")
    }
    assert blocks <= {
        *("meta", "get", "delete", "post", "patch", "headers", "settings", "docs"),
        *("body:json", "body:multipart-form", "auth:basic", "vars:pre-request"),
    }
    (parts,) = (text for text in files.values() if "body:multipart-form {" in text)
    assert "@file(/etc" not in parts
    names = zipfile.ZipFile(io.BytesIO(write_bruno(build_collection(make(), Api())))).namelist()
    assert all(".." not in name and not name.startswith("/") for name in names)
    assert len({name.lower() for name in names}) == len(names)


def test_collections_are_the_same_each_time() -> None:
    for write in (write_postman, write_bruno, write_insomnia):
        assert write(build_collection(make(), Api())) == write(build_collection(make(), Api()))


# --- in a site ----------------------------------------------------------------------------------


def build(root: Path, downloads: str, options: Any) -> tuple[dict[str, bytes], str]:
    write_files(
        root / "project",
        {
            "site.json": {
                "name": "Pets",
                "navigation": [],
                "contextual": {"options": options},
                "api": {"downloads": downloads},
                "tabs": [{"name": "API", "url": "api", "openapi": "pets.json"}],
            },
            "index.mdx": "---\ntitle: Start\n---\n",
            "pets.json": {"openapi": "3.1.0", **dict(make().tree)},
        },
    )
    build_folder(str(root / "project"), str(root / "site"))
    files = tree(root / "site")
    return files, files["api/delete/index.html"].decode()


def test_menus_offer_the_collections_that_their_settings_name(tmp_path: Path) -> None:
    files, page = build(tmp_path, "documents", ["copy", "postman", "bruno"])
    folder = "_octavo/collections/pets"
    assert sorted(name for name in files if "collections/" in name and "." in name) == [
        f"{folder}/pets.bruno.zip",
        f"{folder}/pets.postman.json",
    ]
    assert f'<a href="/{folder}/pets.postman.json" download class="page-menu-entry">' in page
    assert "postman" not in files["index.html"].decode()


def test_requests_have_files_of_their_own_where_operations_have(tmp_path: Path) -> None:
    files, page = build(tmp_path, "operations", ["insomnia", "postman:one"])
    one = "_octavo/collections/pets/one/api/delete.insomnia.json"
    assert f'href="/{one}" download' in page
    assert "postman" not in page
    names = [each.get("name") for each in json.loads(files[one])["resources"]]
    assert names == ["Pets {{a}}", "Base Environment", "Delete"]
    assert not any("hidden" in name for name in files if "collections/" in name)


@pytest.mark.parametrize(("downloads", "options"), [("none", ["postman"]), ("documents", ["view"])])
def test_there_are_no_collections_unless_they_are_asked_for(
    downloads: str, options: Any, tmp_path: Path
) -> None:
    files, page = build(tmp_path, downloads, options)
    assert not any("collections" in name for name in files)
    assert "Postman" not in page


# --- by the tools of the clients ----------------------------------------------------------------


@pytest.mark.whole
@pytest.mark.parametrize("client", TOOLS)
def test_a_client_sends_what_the_playground_sends(client: str, tmp_path: Path) -> None:
    find_tool(client)
    with serve_echo() as echo:
        collection = build_collection(make(f"{echo.origin}/run/all"), Api())
        values = {name: value or f"v-{name}" for name, value in collection.variables}
        told = run_collection(client, collection, tmp_path, values)
        received = {(each.method, each.target): each for each in echo.requests["run", "all"]}
        described = {
            "method": "GET",
            "path": "/pets/{id}",
            "servers": [{"url": f"{echo.origin}/run/all", "variables": []}],
            "parameters": [
                {"name": name, "in": place, "required": True, "style": style, "explode": False}
                for name, place, style in (("id", "path", "simple"), ("q", "query", "form"))
            ],
            "bodies": [],
            "bodyRequired": False,
            "security": [[{"key": each, **SCHEMES[each]} for each in ("key", "inQuery")]],
        }
        filled = {
            "parameters": {"path:id": "v-id", "query:q": HOSTILE},
            "security": 0,
            "credentials": {"key": "v-key", "inQuery": "v-inQuery"},
        }
        built = SamplePrinter().build_request(described, filled)
        assert built is not None
        get = received["GET", built["url"].removeprefix(echo.origin)]
    assert len(received) == 4, told
    assert get.headers["X-Key"] == "v-key"
    post = received["POST", "/run/all/pets"]
    assert post.headers["Authorization"] == "Bearer v-token"
    assert json.loads(post.body) == {"name": HOSTILE, "tags": ["}"]}
    delete = received["DELETE", "/run/all/pets/v-id"]
    assert delete.headers["Authorization"].startswith("Basic ")
    assert b"root:" not in received["PATCH", "/run/all/pets"].body


@pytest.mark.parametrize("client", ["postman", "bruno", "insomnia"])
def test_the_command_writes_a_file_and_keeps_those_of_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], client: str
) -> None:
    (tmp_path / "api.json").write_text(json.dumps({**make().tree, "openapi": "3.1.0"}), "utf-8")
    path, output = str(tmp_path / "api.json"), tmp_path / "collection"
    assert main(["openapi-collection", path, "--for", client, "-o", str(output)]) == 0
    assert "requests to" in capsys.readouterr().err
    written = output.read_bytes()
    assert written.startswith(b"PK" if client == "bruno" else b"{")
    output.write_bytes(b"my own notes")
    assert main(["openapi-collection", path, "--for", client, "-o", str(output)]) == 1
    assert output.read_bytes() == b"my own notes"
    assert main(["openapi-collection", path, "--for", client, "-o", str(output), "--force"]) == 0
    assert output.read_bytes() == written
