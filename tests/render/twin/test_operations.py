"""What the Markdown twins of API pages say."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pyromark
import pytest

from octavo.builder.folder_build import build_folder
from octavo.render.twin.foreign import ForeignTexts
from octavo.settings.models.site_settings import Settings
from octavo.site.links import LinkResolver
from octavo.site.model import Site
from tests.settings_data import made_of

DOCUMENT: dict[str, Any] = {
    "openapi": "3.1.0",
    "info": {"title": "Shop", "version": "1"},
    "servers": [{"url": "https://api.shop.test/v1", "description": "Live"}],
    "security": [{"token": []}],
    "paths": {
        "/orders/{id}": {
            "get": {
                "summary": "Get an order",
                "description": "Returns one order.",
                "parameters": [
                    {
                        "name": "id",
                        "in": "path",
                        "required": True,
                        "schema": {"type": "string", "maxLength": 9},
                    },
                    {
                        "name": "view",
                        "in": "query",
                        "schema": {"enum": ["short", "long"], "default": "short"},
                    },
                ],
                "responses": {
                    "200": {
                        "description": "The order.",
                        "headers": {"X-Left": {"schema": {"type": "integer"}}},
                        "content": {
                            "application/json": {"schema": {"$ref": "#/components/schemas/Order"}}
                        },
                    },
                    "404": {"description": "Not Found"},
                },
            },
            "put": {
                "summary": "Change an order",
                "requestBody": {
                    "required": True,
                    "content": {
                        "application/json": {
                            "schema": {
                                "oneOf": [
                                    {"title": "By card", "properties": {"card": {}}},
                                    {"title": "By bill", "properties": {"bill": {}}},
                                ]
                            }
                        }
                    },
                },
                "responses": {},
                "callbacks": {
                    "paid": {
                        "{$request.body#/url}": {
                            "post": {"description": "Tells.", "responses": {"200": {}}}
                        }
                    }
                },
            },
        }
    },
    "webhooks": {"ready": {"post": {"summary": "Ready", "responses": {}}}},
    "components": {
        "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        "schemas": {
            "Order": {
                "type": "object",
                "required": ["total"],
                "properties": {
                    "total": {"type": "number", "description": "In euros.", "minimum": 0},
                    "parent": {"$ref": "#/components/schemas/Order"},
                    "lines": {
                        "type": "array",
                        "items": {"type": "object", "properties": {"sku": {"type": "string"}}},
                    },
                },
            }
        },
    },
}
SETTINGS = {
    "name": "Shop",
    "colors": {"primary": "#0D9373"},
    "navigation": [{"group": "Pages", "pages": ["hand"]}],
    "tabs": [{"name": "API", "url": "api", "openapi": "shop.json"}],
}
HAND = """---
title: Hand
api: POST https://api.shop.test/hand
authMethod: bearer
---

<ParamField body="note" type="string">Words</ParamField>
"""


@pytest.fixture(scope="module")
def twins(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    root = tmp_path_factory.mktemp("shop")
    (root / "site.json").write_text(json.dumps(SETTINGS))
    (root / "shop.json").write_text(json.dumps(DOCUMENT))
    (root / "hand.mdx").write_text(HAND)
    build_folder(str(root), str(root / "out"))
    paths = (root / "out").rglob("*.md")
    return {str(path.relative_to(root / "out")): path.read_text() for path in paths}


def find(twins: dict[str, str], title: str) -> str:
    return next(text for text in twins.values() if text.startswith(f"# {title}\n"))


def test_an_operation_is_told_with_everything_that_its_page_shows(twins: dict[str, str]) -> None:
    text = find(twins, "Get an order")
    for part in (
        "`GET /orders/{id}`",
        "`https://api.shop.test/v1`",
        "Returns one order.",
        "- `Authorization` (bearer token, header, required)",
        "- `id` (string, path, required). At most 9 characters",
        "- `view` (enum of strings, query)",
        "Default `short`",
        "One of `short`, `long`",
        "### 200 OK\n\n`application/json`\n\nThe order.",
        "- `total` (number, required): In euros. At least 0",
        "- `lines` (array of objects)\n  - `sku` (string)",
        "- `X-Left` (integer)",
        "### 404 Not Found\n\nNo body.",
        "```bash cURL\ncurl",
        '```json\n{\n  "total"',
    ):
        assert part in text


def test_a_schema_that_holds_itself_ends(twins: dict[str, str]) -> None:
    text = find(twins, "Get an order")
    assert "- `parent` (Order). Holds `Order` again." in text


def test_choices_callbacks_webhooks_and_pages_by_hand_have_twins(twins: dict[str, str]) -> None:
    change = find(twins, "Change an order")
    assert "- One of:\n  - **By card**\n    - `card` (any)" in change
    assert "### POST paid\n\nSent to `{$request.body#/url}`\n\nTells." in change
    assert "`WEBHOOK ready`" in find(twins, "Ready")
    hand = find(twins, "Hand")
    assert "`POST /hand`" in hand
    assert "## Authorizations" in hand
    assert "- `note` (string, body)\n\n  Words" in hand
    assert "```python" in hand


def test_a_large_document_makes_no_large_twin(tmp_path: Path) -> None:
    properties: dict[str, Any] = {f"field_{n}": {"type": "string"} for n in range(30)}
    schemas: dict[str, Any] = {}
    for depth in range(6):
        inner = {f"part_{n}": {"$ref": f"#/components/schemas/S{depth + 1}"} for n in range(10)}
        schemas[f"S{depth}"] = {"type": "object", "properties": {**properties, **inner}}
    schemas["S6"] = {"type": "object", "properties": properties}
    answer = {"application/json": {"schema": {"$ref": "#/components/schemas/S0"}}}
    operation = {"summary": "Deep", "responses": {"200": {"description": "", "content": answer}}}
    document = {
        **DOCUMENT,
        "paths": {"/deep": {"get": operation}},
        "components": {"schemas": schemas},
    }
    (tmp_path / "shop.json").write_text(json.dumps(document))
    (tmp_path / "site.json").write_text(json.dumps({**SETTINGS, "navigation": []}))
    build_folder(str(tmp_path), str(tmp_path / "out"))
    twin = next(p for p in (tmp_path / "out").rglob("*.md") if p.read_text().startswith("# Deep"))
    assert len(twin.read_text()) < 60_000
    assert "are not listed here." in twin.read_text()


FOREIGN = ForeignTexts(
    LinkResolver(
        Site(
            made_of(Settings, {"name": "Test", "navigation": ()}),
            *({}, {}, {}, (), (), (), frozenset(), {}),
        )
    )
)


@pytest.mark.parametrize(
    "text",
    ["```\nopen", "~~~\nopen", "<!-- open", "<script>open", "<style>open", "<pre>open", "<?open",
     "`open", "<orderId> and <b>bold", "# Title", "```json\n{}\n```\n```\nopen"],
)  # fmt: skip
def test_a_text_of_others_swallows_nothing_that_follows(text: str) -> None:
    rendered = pyromark.html(f"{FOREIGN.write(text)}\n\n## After\n")
    assert "<h2>After</h2>" in rendered


def test_words_that_look_like_elements_are_kept() -> None:
    assert "&lt;orderId&gt;" in pyromark.html(FOREIGN.write("The <orderId> of it"))
    rendered = pyromark.html(FOREIGN.write("<p>A total of <currency>100</currency>.</p>"))
    assert rendered == "<p>A total of &lt;currency>100&lt;/currency>.</p>"


def test_what_operations_say_of_a_shared_parameter_is_told_apart(tmp_path: Path) -> None:
    def build_operation(words: str) -> dict[str, Any]:
        shared = {"$ref": "#/components/parameters/Page", "description": words}
        return {"summary": words, "parameters": [shared], "responses": {}}

    page = {"name": "page", "in": "query", "schema": {"type": "integer"}}
    document = {
        **DOCUMENT,
        "paths": {
            "/a": {"get": build_operation("First")},
            "/b": {"get": build_operation("Second")},
        },
        "components": {"parameters": {"Page": page}},
    }
    (tmp_path / "shop.json").write_text(json.dumps({**document, "security": []}))
    (tmp_path / "site.json").write_text(json.dumps({**SETTINGS, "navigation": []}))
    build_folder(str(tmp_path), str(tmp_path / "out"))
    for name, words in (("first", "First"), ("second", "Second")):
        assert f"<p>{words}</p>" in (tmp_path / f"out/api/{name}/index.html").read_text()
        twin = (tmp_path / f"out/api/{name}.md").read_text()
        assert f"- `page` (integer, query): {words}" in twin
