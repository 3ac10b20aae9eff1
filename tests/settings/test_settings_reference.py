from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from octavo.settings.models.page_settings import PAGE_KEYS
from octavo.settings.schema import build_page_schema, build_settings_schema

ROOT = Path(__file__).parent.parent.parent
KITCHEN_SINK = json.loads(
    (ROOT / "tests" / "cases" / "settings" / "kitchen-sink.json").read_text("utf-8")
)
WORDS = {"string": str, "boolean": bool, "object": dict, "array": list, "integer": int}


def fits(value: Any, schema: dict[str, Any], definitions: dict[str, Any]) -> bool:
    """A small validator: what our schema uses, and nothing more."""
    if "$ref" in schema:
        return fits(value, definitions[schema["$ref"].rpartition("/")[2]], definitions)
    if "anyOf" in schema:
        return any(fits(value, choice, definitions) for choice in schema["anyOf"])
    if "oneOf" in schema:
        return sum(fits(value, choice, definitions) for choice in schema["oneOf"]) == 1
    if "enum" in schema and value not in schema["enum"]:
        return False
    kind = schema.get("type")
    if kind == "number":
        return isinstance(value, int | float) and not isinstance(value, bool)
    if kind and not isinstance(value, WORDS[kind]):
        return False
    if isinstance(value, list):
        return all(fits(item, schema["items"], definitions) for item in value)
    return not isinstance(value, dict) or fits_object(value, schema, definitions)


def fits_object(value: dict[str, Any], schema: dict[str, Any], definitions: dict[str, Any]) -> bool:
    others = schema.get("additionalProperties")
    if not set(schema.get("required", [])) <= value.keys():
        return False
    for key, item in value.items():
        rule = schema.get("properties", {}).get(key, others)
        if not isinstance(rule, dict) or not fits(item, rule, definitions):
            return False
    return True


def properties(schema: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for part in (schema, *schema.get("$defs", {}).values()):
        yield from part["properties"].items()


def test_the_schema_accepts_a_file_with_every_key() -> None:
    schema = build_settings_schema()
    assert fits(KITCHEN_SINK, schema, schema["$defs"])
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"


def test_the_schema_accepts_the_short_forms() -> None:
    schema = build_settings_schema()
    short = {
        "name": "x",
        "navigation": [{"group": "", "pages": ["a"]}],
        "logo": "/a.svg",
        "search": "top",
        "font": {"family": "Inter"},
        "openapi": "/a.json",
        "api": {"baseUrl": "https://a.example"},
        "repository": "https://github.com/a/b",
        "footerSocials": {"x": "https://x.com"},
    }
    assert fits(short, schema, schema["$defs"])


def test_the_schema_refuses_what_is_wrong() -> None:
    schema = build_settings_schema()
    changes: list[dict[str, Any]] = [
        {"name": 1},
        {"layout": "top"},
        {"unknown": 1},
        {"tabs": {}},
        {"search": 1},
    ]
    for change in changes:
        assert not fits({**KITCHEN_SINK, **change}, schema, schema["$defs"])
    assert not fits({"name": "x"}, schema, schema["$defs"])


def test_the_schema_tells_defaults_and_choices() -> None:
    schema = build_settings_schema()
    assert schema["properties"]["layout"]["default"] == "topnav"
    assert schema["properties"]["theme"]["enum"] == ["venus", "quill", "prism"]
    assert schema["$defs"]["Logo"]["properties"]["href"]["default"] == "/"
    assert len(schema["$defs"]["Anchor"]["properties"]["iconType"]["enum"]) == 11
    assert schema["required"] == ["name", "navigation"]


def test_every_setting_is_described_and_no_schema_speaks_of_null() -> None:
    for schema in (build_settings_schema(), build_page_schema()):
        assert '"null"' not in json.dumps(schema)
        for key, rule in properties(schema):
            definition = schema.get("$defs", {}).get(rule.get("$ref", "").rpartition("/")[2], {})
            assert rule.get("description") or definition.get("description"), key


def test_the_file_with_every_key_has_every_key_of_every_object() -> None:
    written = json.dumps(KITCHEN_SINK)
    keys = {key for key, _ in properties(build_settings_schema())}
    assert len(keys) > 50
    assert {key for key in keys if f'"{key}":' not in written} == set()


def test_the_reference_pages_are_fresh() -> None:
    script = ROOT / "tools" / "scripts" / "write_settings_reference.py"
    done = subprocess.run(
        [sys.executable, str(script), "--check"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_the_reference_pages_name_every_key() -> None:
    settings = (ROOT / "docs" / "reference" / "settings.mdx").read_text("utf-8")
    for key, _ in properties(build_settings_schema()):
        assert f"| `{key}` |" in settings
    page = (ROOT / "docs" / "reference" / "front-matter.mdx").read_text("utf-8")
    for key in PAGE_KEYS:
        assert f"| `{key}` |" in page


def test_the_reference_tables_have_four_columns() -> None:
    for name in ("settings.mdx", "front-matter.mdx"):
        for line in (ROOT / "docs" / "reference" / name).read_text("utf-8").splitlines():
            if line.startswith("|"):
                assert line.replace("\\|", "").count("|") == 5, line
