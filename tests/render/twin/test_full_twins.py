"""The twins of API pages that show too much of everything: all that a page shows is in its twin."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from octavo.builder.folder_build import build_folder
from scripts.compare_twins import Comparison, compare_site
from tests.heavy_api_documents import Words, heavy_document
from tests.whole import first_of_each

Json = dict[str, Any]
SETTINGS = {
    "name": "Shop",
    "colors": {"primary": "#0D9373"},
    "navigation": [],
    "tabs": [{"name": "API", "url": "api", "openapi": "api.json"}],
}


class Schemas:
    """Generates random schemas with a fixed seed; every text in them is unique."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self._number = 0

    def word(self, kind: str) -> str:
        self._number += 1
        return f"{kind}{self._number}x"

    def value(self, depth: int) -> Json:
        """Return the schema of a value, with so many levels inside at the most."""
        kinds = ["text", "text", "text", "text", "enum", "ref"]
        kinds += ["object", "list", "choice", "either"] * (depth > 0)
        kind = self.random.choice(kinds)
        if kind == "object":
            return self.object(depth)
        if kind == "list":
            return {"type": "array", "items": self.value(depth - 1)}
        if kind == "ref":
            return {"$ref": f"#/components/schemas/S{self.random.randrange(12)}"}
        if kind == "choice":
            options = [self.object(depth - 1) for _ in range(self.random.randint(2, 5))]
            return {"oneOf": [{**each, "title": self.word("Option")} for each in options]}
        if kind == "either":  # a choice whose options have no fields
            options = [self.value(0) for _ in range(self.random.randint(2, 4))]
            return {"anyOf": [{**each, "description": self.word("either")} for each in options]}
        text: Json = {"type": "string", "description": self.word("about")}
        if kind == "enum":
            text["enum"] = [self.word("value") for _ in range(self.random.choice((2, 5, 30)))]
            if self.random.random() < 0.5:
                text["x-enumDescriptions"] = {each: self.word("means") for each in text["enum"]}
        return text

    def object(self, depth: int, most: int = 14) -> Json:
        count = self.random.randint(1, most)
        properties = {self.word("field"): self.value(depth - 1) for _ in range(count)}
        return {"type": "object", "properties": properties}

    def operation(self, number: int) -> Json:
        """Return an operation; some have very much of one kind of content."""
        random = self.random

        def body(most: int) -> Json:
            return {"application/json": {"schema": self.object(3, most)}}

        return {
            "summary": f"Operation {number}",
            "parameters": [
                {"name": self.word("parameter"), "in": "query", "schema": self.value(2)}
                for _ in range(random.choice((0, 3, 30)))
            ],
            "requestBody": {"content": body(random.choice((3, 30, 300)))},
            "responses": {
                str(status): {"description": self.word("status"), "content": body(40)}
                for status in range(200, 200 + random.randint(1, 5))
            },
        }

    def document(self, operations: int) -> Json:
        return {
            "openapi": "3.1.0",
            "info": {"title": "Shop", "version": "1"},
            "servers": [{"url": "https://api.shop.test"}],
            "paths": {f"/o{n}": {"post": self.operation(n)} for n in range(operations)},
            "components": {"schemas": {f"S{number}": self.object(3) for number in range(12)}},
        }


def compare(root: Path, document: Json) -> Comparison:
    root.mkdir()
    (root / "api.json").write_text(json.dumps(document))
    (root / "site.json").write_text(json.dumps(SETTINGS))
    build_folder(str(root), str(root / "out"))
    comparison = Comparison()
    assert compare_site(root / "out", comparison) >= len(document["paths"])
    print(comparison)
    return comparison


@pytest.mark.parametrize("seed", first_of_each(range(2)))
def test_whatever_a_page_shows_is_in_its_twin(seed: int, tmp_path: Path) -> None:
    comparison = compare(tmp_path / "shop", Schemas(seed).document(5))
    assert comparison.all.total() > 2_000
    assert comparison.lost == []


@pytest.mark.whole
def test_whatever_a_page_with_far_too_much_shows_is_in_its_twin(tmp_path: Path) -> None:
    assert compare(tmp_path / "heavy", heavy_document(Words())).lost == []


def test_a_choice_without_fields_is_listed_where_its_page_lists_it(tmp_path: Path) -> None:
    wide = {f"w{n}": {"type": "string", "description": "word " * 40} for n in range(700)}
    either = {"anyOf": [{"type": "string", "enum": ["red", "blue"]}, {"type": "integer"}]}
    answer = {"type": "object", "properties": {"color": {**either, "description": "c"}, **wide}}
    content = {"application/json": {"schema": answer}}
    operation = {"summary": "Wide", "responses": {"200": {"description": "", "content": content}}}
    document = {**Schemas(0).document(0), "paths": {"/wide": {"get": operation}}}
    assert compare(tmp_path / "wide", document).lost == []
    twin = (tmp_path / "wide/out/api/wide.md").read_text()
    assert "One of `red`, `blue`" in twin
    assert "0 attributes" not in twin
