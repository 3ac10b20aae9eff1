"""What the pages of whole API documents and of their tags say."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from octavo.builder.folder_build import build_folder
from octavo.problems import Severity
from octavo.server.search.folder_search import search_folder
from tests.html_tree import Element, parse_html
from tests.project_folder import write_files

FLOW = {
    "authorizationUrl": "https://id.example/authorize",
    "tokenUrl": "https://id.example/token",
    "scopes": {"pets:read": "Read pets", "pets:write": "Change pets"},
}
TEXT = """Pets for everybody.

# Usage

See [the operation](#operation/listPets), [its tag](#tag/Pets),
[another](#tag/Pets/operation/addPet), [the schema](#/components/schemas/Pet),
[a section](#section/Usage/Limits), [a guide](../guides/keys.md),
[Swagger UI](#/Pets/addPet), [Scalar](#tag/pets/POST/pets), [nowhere](#operation/none).

## Limits & rates

Zanzibar calls a minute. <script>alert(1)</script> [bad](javascript:alert(1))
"""
PETS: dict[str, Any] = {
    "openapi": "3.2.0",
    "info": {
        "title": "Pet API",
        "version": "2.1",
        "description": TEXT,
        "termsOfService": "https://pets.example/terms",
        "contact": {"name": "Support", "url": "javascript:alert(2)", "email": "pets@pets.example"},
        "license": {"name": "MIT", "identifier": "MIT"},
    },
    "externalDocs": {"url": "https://pets.example/more", "description": "The handbook"},
    "servers": [{"url": "https://{zone}.pets.example/", "description": "Quokka host",
                 "variables": {"zone": {"default": "eu", "enum": ["eu", "us"]}}}],
    "security": [{"key": []}],
    "tags": [
        {"name": "Pets", "description": "Wombats and others.\n\n## Names\n\nLong ones.",
         "externalDocs": {"url": "https://pets.example/pets"}},
        {"name": "beta", "kind": "badge", "description": "Not *stable* narwhals."},
    ],
    "paths": {
        "/pets": {
            "summary": "All about the axolotls",
            "description": "A path of pangolins.",
            "get": {"operationId": "listPets", "summary": "List pets", "tags": ["Pets"],
                    "description": "Lists.", "deprecated": True},
            "post": {"operationId": "addPet", "summary": "Add a pet", "tags": ["Pets"]},
        },
        "/secret": {"get": {"tags": ["Secret"], "summary": "Secret", "x-hidden": True,
                            "security": [{"hidden": []}]}},
        "/ping": {"get": {"summary": "Ping"}},
    },
    "webhooks": {"newPet": {"post": {"summary": "New pet", "tags": ["Pets"]}}},
    "components": {
        "schemas": {"Pet": {"type": "object", "x-tags": ["Pets"], "description": "A pet."}},
        "securitySchemes": {
            "key": {"type": "apiKey", "in": "header", "name": "X-Key", "description": "Ask us."},
            "login": {"type": "oauth2", "flows": {"authorizationCode": FLOW}},
            "discovered": {"type": "openIdConnect", "openIdConnectUrl": "https://id.example/oidc"},
            "hidden": {"type": "http", "scheme": "bearer"},
        },
    },
}  # fmt: skip
SETTINGS = {
    "name": "Pets",
    "navigation": [{"group": "Start", "pages": ["index", "guides/keys"]}],
    "tabs": [{"name": "API", "url": "api", "openapi": "specs/pets.json"}],
    "api": {"schemas": "pages"},
}
FILES = {"index.mdx": "Hello.", "guides/keys.mdx": "Keys."}
Build = Callable[..., Path]


@pytest.fixture(scope="module")
def build(tmp_path_factory: pytest.TempPathFactory) -> Build:
    """Builds a site of a document."""

    def build(document: dict[str, Any] = PETS, **settings: Any) -> Path:
        root = tmp_path_factory.mktemp("site")
        files = {**FILES, "site.json": {**SETTINGS, **settings}, "specs/pets.json": document}
        report = build_folder(str(write_files(root / "in", files)), str(root / "out"))
        errors = [each for each in report.problems if each.severity is Severity.ERROR]
        assert not errors, errors
        return root / "out"

    return build


@pytest.fixture(scope="module")
def site(build: Build) -> Path:
    return build()


def read(site: Path, url: str) -> Element:
    page = parse_html((site / url / "index.html").read_text("utf-8"))
    (main,) = page.find("main")
    return main


def list_links(site: Path, url: str) -> dict[str, str]:
    links = read(site, url).find("a")
    return {link.text.strip(): link.attributes.get("href") or "" for link in links}


def test_the_page_of_a_document_says_what_it_says_of_the_api(site: Path) -> None:
    twin = (site / "api.md").read_text("utf-8")
    start, rest = twin.split("Pets for everybody.")
    assert start.splitlines() == [
        "# Pet API",
        "",
        "- Version: 2.1",
        "- License: MIT",
        "- Contact: Support",
        "- Email: [pets@pets.example](mailto:pets@pets.example)",
        "- Terms of service: [pets.example/terms](https://pets.example/terms)",
        "- More documentation: [The handbook](https://pets.example/more)",
        "",
    ]
    for text in (
        "## Servers\n\n- `https://{zone}.pets.example`: Quokka host\n",
        "- `key` (API key): Ask us.",
        "Authorization code flow. Authorization `https://id.example/authorize`. Token",
        "  - `pets:write`: Change pets",
        "Discovery `https://id.example/oidc`",
        "- [Pets](/api/pets.md): Wombats and others.",
        "- beta: Not *stable* narwhals.",
        "- GET [Ping](/api/ping.md) `/ping`",
    ):
        assert text in rest
    assert "hidden" not in twin
    assert "Secret" not in twin


def test_the_page_of_a_tag_lists_its_operations_webhooks_and_schemas(site: Path) -> None:
    twin = (site / "api/pets.md").read_text("utf-8")
    for text in (
        "# Pets\n\nWombats and others.\n\n#### Names\n\nLong ones.",
        "\n\n[Read more](https://pets.example/pets)\n",
        "- GET [List pets](/api/pets/list-pets.md) `/pets` (deprecated)\n- POST [Add a pet]",
        "## Webhooks\n\n- WEBHOOK [New pet](/api/pets/new-pet.md) `newPet`",
        "## Schemas\n\n- [Pet](/api/schemas/pet.md): A pet.",
    ):
        assert text in twin
    row = next(each for each in read(site, "api/pets").find("li") if "List pets" in each.text)
    assert row.text.split() == ["GET", "List", "pets", "deprecated", "/pets"]


def test_links_for_other_tools_lead_to_the_pages(site: Path) -> None:
    links = list_links(site, "api")
    expected = {
        "the operation": "/api/pets/list-pets/",
        "its tag": "/api/pets/",
        "another": "/api/pets/add-a-pet/",
        "the schema": "/api/schemas/pet/",
        "a section": "/api/#section/Usage/Limits",
        "a guide": "/guides/keys/",
        "Swagger UI": "/api/pets/add-a-pet/",
        "Scalar": "/api/pets/add-a-pet/",
        "nowhere": "#operation/none",
    }
    assert {name: links[name] for name in expected} == expected
    assert "](/api/pets/list-pets.md)" in (site / "api.md").read_text("utf-8")


def test_headings_of_a_description_are_in_the_contents(site: Path) -> None:
    page = (site / "api/index.html").read_text("utf-8")
    assert 'id="section/Usage/Limits-rates"' in page
    assert 'href="#section/Usage/Limits-rates"' in page.partition("<main")[2]
    assert "Limits &amp;amp;" not in page


def test_nothing_in_a_description_does_harm(site: Path) -> None:
    page = (site / "api/index.html").read_text("utf-8")
    assert "alert(1)" not in page.replace("&lt;script&gt;alert(1)", "")
    assert "javascript:" not in page


def test_a_path_says_the_same_on_each_of_its_operations(site: Path) -> None:
    for url in ("api/pets/list-pets", "api/pets/add-a-pet"):
        assert "All about the axolotls" in read(site, url).text
        assert "A path of pangolins." in read(site, url).text
    assert "axolotls" not in read(site, "api/ping").text


@pytest.mark.parametrize(
    ("words", "url"),
    [
        ("zanzibar", "/api/"),
        ("quokka", "/api/"),
        ("narwhals", "/api/"),
        ("wombats", "/api/pets/"),
        ("pangolins", "/api/pets/list-pets/"),
    ],
)
def test_the_search_finds_all_of_it(words: str, url: str, site: Path) -> None:
    answer = search_folder(str(site), words, {}, 10).answer
    assert answer is not None
    assert url in [result["url"] for result in answer["results"]]


def test_lists_of_the_site_have_the_pages(site: Path) -> None:
    listed = (site / "llms.txt").read_text("utf-8")
    assert "- [Pet API](/api.md): Pets for everybody." in listed
    assert "- [Pets](/api/pets.md): Wombats and others." in listed
    assert "Secret" not in listed


def test_a_bare_document_has_a_page_all_the_same(build: Build) -> None:
    site = build({"openapi": "3.0.3", "paths": {"/a": {"get": {"summary": "A"}}}})
    assert [each.text for each in read(site, "api").find("h1")] == ["API"]


def test_wrong_types_are_left_out(build: Build) -> None:
    document = {
        "openapi": "3.1.0",
        "info": {"title": ["x"], "version": {}, "description": 5, "contact": "me", "license": []},
        "tags": [{"name": "t", "externalDocs": "no", "parent": "t", "kind": 5}, "odd", None],
        "x-tagGroups": {"name": 5},
        "servers": "none",
        "security": {"a": 1},
        "components": {"securitySchemes": {"a": 5, "b": {"type": "oauth2", "flows": {"x": {}}}}},
        "paths": {"/a": {"summary": 5, "get": {"summary": "A", "tags": ["t"], "security": 5}}},
    }
    assert "t" in read(build(document), "api").text
