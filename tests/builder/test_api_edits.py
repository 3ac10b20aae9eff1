"""After edits of an API document a site is that of a clean build, and few pages are made again."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from octavo.builder.pages.page_build import BuiltContent, Contents
from octavo.site.model import Page
from tests.builder.rich_project import put
from tests.builder.test_incremental import Bench
from tests.effort import effort
from tests.whole import first_of_each

EDITS = effort(10, whole=30, scorecard=150)
DOCUMENT = "pets.json"


def refer_to(name: str) -> dict[str, Any]:
    return {"$ref": f"#/components/schemas/{name}"}


def describe_answer(name: str) -> dict[str, Any]:
    content = {"application/json": {"schema": refer_to(name)}}
    return {"200": {"description": f"A {name}.", "content": content}}


def build_document() -> dict[str, Any]:
    """Return a document with circles, kinds, deep schemas, and things that are wrong."""
    deep: dict[str, Any] = {"type": "string"}
    for level in range(7):
        deep = {"type": "object", "properties": {f"level{level}": deep, "leaf": refer_to("Leaf")}}
    names = ("Pet", "Owner", "Deep", "Wrong", "Leaf", "Cat")
    return {
        "openapi": "3.1.0",
        "info": {"title": "Pets", "version": "1", "description": "All about pets."},
        "servers": [{"url": "https://pets.example.com"}],
        "tags": [{"name": "a"}, {"name": "b"}],
        "paths": {
            **{
                f"/{name.lower()}": {
                    "parameters": [{"name": "limit", "in": "query", "schema": {"type": "integer"}}],
                    "get": {
                        "summary": f"Get {name}",
                        "operationId": f"get{name}",
                        "tags": ["ab"[number % 2]],
                        "responses": describe_answer(name),
                    },
                    "post": {
                        "summary": f"Add {name}",
                        "tags": ["b"],
                        "requestBody": {
                            "content": {"application/json": {"schema": refer_to(name)}}
                        },
                        "responses": {"201": {"description": "Made."}},
                    },
                }
                for number, name in enumerate(names)
            },
            "/shared": {"$ref": "#/components/pathItems/Shared"},
        },
        "webhooks": {"born": {"post": {"summary": "Born", "responses": describe_answer("Pet")}}},
        "components": {
            "pathItems": {
                "Shared": {"get": {"summary": "Shared", "responses": describe_answer("Wrong")}}
            },
            "securitySchemes": {"key": {"type": "apiKey", "in": "header", "name": "X-Key"}},
            "schemas": {
                "Pet": {
                    "type": "object",
                    "discriminator": {"propertyName": "kind", "mapping": {"dog": "Dog"}},
                    "properties": {"kind": {"type": "string"}, "owner": refer_to("Owner")},
                },
                "Cat": {"allOf": [refer_to("Pet"), {"properties": {"lives": {"type": "integer"}}}]},
                "Dog": {"allOf": [refer_to("Pet"), {"properties": {"barks": {"type": "boolean"}}}]},
                "Owner": {"type": "object", "properties": {"pets": {"items": refer_to("Pet")}}},
                "Deep": deep,
                "Leaf": {"type": "object", "properties": {"name": {"type": "string"}}},
                "Wrong": {"type": "object", "properties": {"n": {"type": "integer"}, "example": 7}},
            },
        },
    }


PAGES = {
    "index.mdx": "---\ntitle: Start\n---\n\nSee [pets](/api/a/get-pet).\n",
    "written.mdx": "---\nopenapi: GET /deep\n---\n\nMore about it.\n",
    "schema.mdx": "---\ntitle: A leaf\nopenapi-schema: Leaf\n---\n\nWhere it is.\n",
}
SETTINGS: dict[str, Any] = {
    "name": "Pets",
    "navigation": [{"group": "Start", "pages": ["index", "written", "schema"]}],
    "tabs": [{"name": "API", "url": "api", "openapi": DOCUMENT}],
}


class DocumentEditor:
    """Edits the document at random; the same edits for the same seed."""

    def __init__(self, root: Path, seed: int) -> None:
        self.root = root
        self.tree = build_document()
        self.chance = random.Random(seed)
        self.count = 0
        self._edits: list[Callable[[], str]] = [
            *[self._describe_operation] * 4,
            *[self._describe_schema] * 4,
            *[self._add_property] * 2,
            *[self._make_wrong] * 3,
            *[self._refer_elsewhere] * 2,
            self._remove_operation,
            self._remove_schema,
            self._add_kind,
            self._change_tag,
            self._change_head,
            self._change_security,
            self._rename_again,
            self._change_page,
            self._change_settings,
            self._start_again,
        ]

    def edit(self) -> str:
        """Make one edit and say what it was."""
        self.count += 1
        told = self.chance.choice(self._edits)()
        self.write()
        return told

    def write(self) -> None:
        """Write the document."""
        put(self.root / DOCUMENT, json.dumps(self.tree, indent=self.chance.choice([None, 1])))

    def _choose_operation(self) -> dict[str, Any]:
        items = [item for item in self.tree["paths"].values() if "$ref" not in item]
        operations = [each for item in items for key, each in item.items() if key != "parameters"]
        operation: dict[str, Any] = self.chance.choice(operations)
        return operation

    def _choose_schema(self) -> tuple[str, dict[str, Any]]:
        name = self.chance.choice(sorted(self.tree["components"]["schemas"]))
        return name, self.tree["components"]["schemas"][name]

    def _describe_operation(self) -> str:
        operation = self._choose_operation()
        operation["description"] = f"Description {self.count}. See [it](/written)."
        return f"description of {operation['summary']}"

    def _describe_schema(self) -> str:
        name, schema = self._choose_schema()
        schema["description"] = f"Description {self.count} of a schema."
        return f"description of {name}"

    def _add_property(self) -> str:
        name, schema = self._choose_schema()
        properties = schema.setdefault("properties", {})
        properties[f"more{self.count}"] = refer_to(self._choose_schema()[0])
        return f"property of {name}"

    def _make_wrong(self) -> str:
        name, schema = self._choose_schema()
        mistakes: list[tuple[str, Any]] = [
            ("example", self.chance.choice([f"text {self.count}", 7, {"n": "text"}])),
            ("type", self.chance.choice(["object", "unknown", 5])),
            ("allOf", [refer_to(self.chance.choice(["Pet", "Missing", "Leaf"]))]),
            ("x-tagGroups", self.count),
            ("requird", ["name"]),
        ]
        key, value = self.chance.choice(mistakes)
        schema[key] = value
        return f"{key} of {name}"

    def _refer_elsewhere(self) -> str:
        operation = self._choose_operation()
        name = self.chance.choice([self._choose_schema()[0], "Missing"])
        operation["responses"] = describe_answer(name)
        return f"{operation['summary']} answers {name}"

    def _remove_operation(self) -> str:
        paths = [path for path, item in self.tree["paths"].items() if len(item) > 1]
        if len(paths) < 4:
            return "nothing to remove"
        path = self.chance.choice(paths)
        del self.tree["paths"][path]
        return f"remove {path}"

    def _remove_schema(self) -> str:
        if len(self.tree["components"]["schemas"]) < 4:
            return "nothing to remove"
        name = self._choose_schema()[0]
        del self.tree["components"]["schemas"][name]
        return f"remove {name}"

    def _add_kind(self) -> str:
        base = self._choose_schema()[0]
        kind = {"allOf": [refer_to(base), {"properties": {"own": {"type": "string"}}}]}
        self.tree["components"]["schemas"][f"Kind{self.count}"] = kind
        return f"a kind of {base}"

    def _change_tag(self) -> str:
        operation = self._choose_operation()
        operation["tags"] = [self.chance.choice("abc")]
        return f"tag of {operation['summary']}"

    def _change_head(self) -> str:
        self.tree["info"]["description"] = f"Pets {self.count}"
        self.tree["servers"] = self.chance.choice([[], [{"url": f"https://p{self.count}.example"}]])
        return "head"

    def _change_security(self) -> str:
        self._choose_operation()["security"] = [{self.chance.choice(["key", "lost"]): []}]
        return "security"

    def _rename_again(self) -> str:
        operation = self._choose_operation()
        operation["summary"] = f"Renamed {self.count}"
        return "summary"

    def _change_page(self) -> str:
        name = self.chance.choice(sorted(PAGES))
        put(self.root / name, PAGES[name] + f"\nWords {self.count}.\n")
        return name

    def _change_settings(self) -> str:
        api = {"paramFields": {"expanded": self.chance.choice(["all", "closed"])}}
        put(self.root / "site.json", json.dumps({**SETTINGS, "api": api}))
        return "settings"

    def _start_again(self) -> str:
        self.tree = build_document()
        return "start again"


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    bench = Bench(tmp_path, write_project)
    time.sleep(0.1)  # files that were just written may change again without a sign
    return bench


def write_project(root: Path) -> None:
    for source, text in PAGES.items():
        put(root / source, text)
    put(root / "site.json", json.dumps(SETTINGS))
    put(root / DOCUMENT, json.dumps(build_document()))


@pytest.mark.scorecard("SR-34")
@pytest.mark.parametrize("seed", first_of_each([1, 2]))
def test_after_each_of_many_edits_of_a_document_the_site_is_that_of_a_clean_build(
    bench: Bench, seed: int
) -> None:
    editor = DocumentEditor(bench.root, seed)
    bench.check()
    told = []
    made = pages = 0
    for number in range(EDITS):
        told.append(editor.edit())
        time.sleep(0.06)
        made += len(list_rendered(bench))
        pages += bench.check(f"edit {number} of seed {seed}: {told}").pages
    assert 0 < made < 0.8 * pages


def list_rendered(bench: Bench) -> list[str]:
    """Build, and return the pages that were rendered."""
    rendered: list[str] = []
    build = Contents.build

    def watch(self: Contents, page: Page) -> BuiltContent:
        rendered.append(page.url)
        return build(self, page)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Contents, "build", watch)
        bench.build()
    return rendered


def change_document(bench: Bench, change: Callable[[dict[str, Any]], object]) -> None:
    tree = build_document()
    change(tree)
    put(bench.root / DOCUMENT, json.dumps(tree))


def test_a_changed_description_changes_its_page_alone(bench: Bench) -> None:
    bench.check()
    change_document(
        bench, lambda tree: tree["paths"]["/owner"]["get"].update(description="Another.")
    )
    assert sorted(list_rendered(bench)) == ["/api/b", "/api/b/get-owner", "/schema"]
    bench.check()


def test_a_changed_schema_changes_the_pages_that_reach_it(bench: Bench) -> None:
    bench.check()

    def describe_leaf(tree: dict[str, Any]) -> None:
        tree["components"]["schemas"]["Leaf"]["description"] = "Another."

    change_document(bench, describe_leaf)
    assert sorted(list_rendered(bench)) == [
        "/api/a",
        "/api/a/get-deep",
        "/api/a/get-leaf",
        "/api/b",
        "/api/b/add-deep",
        "/api/b/add-leaf",
        "/schema",
        "/written",
    ]
    bench.check()


def test_a_problem_is_told_while_any_page_reaches_it(bench: Bench) -> None:
    def break_schema(tree: dict[str, Any]) -> None:
        tree["components"]["schemas"]["Wrong"]["properties"]["n"] = refer_to("Missing")

    def leave_it(tree: dict[str, Any]) -> None:
        break_schema(tree)
        tree["paths"]["/wrong"]["get"]["responses"] = describe_answer("Leaf")

    change_document(bench, break_schema)
    first = bench.check().problems
    time.sleep(0.1)
    change_document(bench, leave_it)
    assert len(bench.check().problems) == len(first)


def test_problems_in_the_files_of_a_document_are_told_again(bench: Bench) -> None:
    def split(tree: dict[str, Any]) -> None:
        tree["components"]["schemas"]["Leaf"] = {"$ref": "parts/leaf.json"}

    put(bench.root / "parts/leaf.json", json.dumps({"properties": {"a": {"$ref": "#/lost"}}}))
    by_hand = "---\ntitle: By hand\napi: POST https://pets.example.com/hand\n---\n\n"
    put(bench.root / "hand.mdx", by_hand)
    change_document(bench, split)
    time.sleep(0.1)
    assert any("parts/leaf.json" in str(each.location) for each in bench.check().problems)
    put(bench.root / "hand.mdx", f"{by_hand}More.\n")
    assert any("parts/leaf.json" in str(each.location) for each in bench.check().problems)
