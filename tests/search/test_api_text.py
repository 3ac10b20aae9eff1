"""What the search knows of an API: all that its document says, also where pages load it later."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from octavo.builder.folder_build import build_folder
from tests.site_search import find_addresses, open_search

DOCUMENT: dict[str, Any] = {
    "openapi": "3.1.0",
    "info": {"title": "T", "version": "1"},
    "servers": [{"url": "https://api.example.com"}],
    "components": {
        "securitySchemes": {
            "key": {"type": "apiKey", "in": "header", "name": "Harbor-Signing-Key"},
        },
        "schemas": {
            "Vessel": {
                "type": "object",
                "properties": {
                    "keelDepth": {"type": "number", "description": "In fathomunits."},
                    "engine": {
                        "type": "object",
                        "properties": {
                            "horse_power": {"type": "integer"},
                            "cooling": {
                                "type": "object",
                                "properties": {"seacock_size_limit": {"type": "integer"}},
                            },
                        },
                    },
                    "state": {"enum": ["moored", "adriftness"]},
                    "grade": {"oneOf": [{"const": 1, "title": "SEAWORTHY", "description": "ok"}]},
                },
            },
            "Fault": {
                "type": "object",
                "properties": {"code": {"enum": ["BERTH_TAKEN"]}},
            },
        },
    },
    "security": [{"key": []}],
    "paths": {
        "/vessels": {
            "get": {
                "operationId": "listVesselsOfHarbor",
                "summary": "List vessels",
                "description": "Shows every **hullnumber**.",
                "parameters": [
                    {"name": "mooring_line", "in": "query", "schema": {"enum": ["bowsprit"]}}
                ],
                "responses": {
                    "200": {
                        "description": "ok",
                        "headers": {"X-Tide-Level": {"schema": {"type": "integer"}}},
                        "content": {
                            "application/json": {
                                "schema": {
                                    "type": "array",
                                    "items": {"$ref": "#/components/schemas/Vessel"},
                                }
                            }
                        },
                    }
                },
            },
            "post": {
                "summary": "Register one",
                "requestBody": {
                    "content": {
                        "application/json": {"schema": {"$ref": "#/components/schemas/Vessel"}}
                    }
                },
                "x-codeSamples": [{"lang": "go", "source": "client.RegisterDinghy()"}],
                "responses": {
                    "423": {
                        "description": "Berth taken",
                        "content": {
                            "application/json": {"schema": {"$ref": "#/components/schemas/Fault"}}
                        },
                    }
                },
            },
        },
        "/vessels/{vesselId}/crew": {"get": {"summary": "Show who is aboard", "responses": {}}},
    },
    "webhooks": {"vesselSunk": {"post": {"summary": "One went down", "responses": {}}}},
}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("api")
    settings = {
        "name": "S",
        "navigation": [{"group": "G", "pages": ["index"]}],
        "tabs": [{"name": "API", "url": "api", "openapi": "o.json"}],
    }
    (root / "site.json").write_text(json.dumps(settings))
    (root / "o.json").write_text(json.dumps(DOCUMENT))
    (root / "index.mdx").write_text("# Start\n")
    build_folder(str(root), str(root / "out"))
    return root / "out"


LIST, REGISTER, CREW, SUNK = (
    f"/api/{name}/"
    for name in ("list-vessels", "register-one", "show-who-is-aboard", "one-went-down")
)


@pytest.mark.parametrize(
    ("query", "page"),
    [
        ("listVesselsOfHarbor", LIST),
        ("vesselsofharbor", LIST),
        ("hullnumber", LIST),
        ("mooring_line", LIST),
        ("bowsprit", LIST),
        ("X-Tide-Level", LIST),
        ("GET /vessels", LIST),
        ("POST /vessels", REGISTER),
        ("https://api.example.com/vessels/7/crew", CREW),
        ("vessels/{id}/crew", CREW),
        ("vessels/titanic/crew", CREW),
        ("keelDepth", REGISTER),
        ("horse_power", REGISTER),
        ("adriftness", REGISTER),
        ("seaworthy", REGISTER),
        ("BERTH_TAKEN", REGISTER),
        ("423", REGISTER),
        ("RegisterDinghy", REGISTER),
        ("vesselSunk", SUNK),
    ],
)
def test_all_that_a_document_says_is_found(site: Path, query: str, page: str) -> None:
    assert find_addresses(site, query)[0] == page


def test_what_operations_share_is_found_with_each(site: Path) -> None:
    assert set(find_addresses(site, "fathomunits")) == {LIST, REGISTER}
    assert set(find_addresses(site, "seacock_size_limit")) == {LIST, REGISTER}
    assert set(find_addresses(site, "seacock_size")) == {LIST, REGISTER}
    assert {LIST, REGISTER, CREW} <= set(find_addresses(site, "Harbor-Signing-Key"))


def test_every_section_is_a_place_on_its_page(site: Path) -> None:
    results = open_search(site).find("vessel Harbor-Signing-Key berth mooring keelDepth")["results"]
    places = [(each["href"], section["id"]) for each in results for section in each["sections"]]
    assert len({id_ for _, id_ in places}) >= 4
    for href, id_ in places:
        assert f' id="{id_}"' in (site / href.strip("/") / "index.html").read_text(), (href, id_)


def test_guides_and_api_pages_can_be_searched_alone(site: Path) -> None:
    assert find_addresses(site, "start", kind="a") == []
    assert find_addresses(site, "start", kind="g") == ["/"]
