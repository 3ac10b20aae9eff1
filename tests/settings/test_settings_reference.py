from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from octavo.settings.models.page_settings import PAGE_KEYS, PageSettings
from octavo.settings.models.site_settings import Settings
from octavo.settings.objects import list_fields
from octavo.settings.schema import build_page_schema, build_settings_schema
from tests.settings_data import list_classes, load_every_key

ROOT = Path(__file__).parent.parent.parent
KITCHEN_SINK = load_every_key()
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
        assert re.search(rf"\| `(?:\w+\.)?{re.escape(key)}(?:\.\w+)?` \|", settings), key
    page = (ROOT / "docs" / "reference" / "front-matter.mdx").read_text("utf-8")
    for key in PAGE_KEYS:
        assert f"| `{key}` |" in page


def test_the_reference_tables_have_four_columns() -> None:
    for name in ("settings.mdx", "front-matter.mdx"):
        for line in (ROOT / "docs" / "reference" / name).read_text("utf-8").splitlines():
            if line.startswith("|"):
                assert line.replace("\\|", "").count("|") == 5, line


FOR_NOTHING = {"$schema", "ultraLight", "ultraDark", "isWhiteLabeled", "asyncapi"}
"""Keys that are accepted and have no effect."""
UNTESTED = {"ultraDark", "inputPrefix", "searchable"}


def list_inner_classes(cls: type, seen: dict[type, None]) -> Iterable[type]:
    """Return a class of settings, and those of the objects in it."""
    if cls not in seen:
        seen[cls] = None
        for field in list_fields(cls):
            for inner in list_classes(field.kind.schema):
                list_inner_classes(inner, seen)
    return seen


def test_every_setting_is_read_somewhere_and_tested() -> None:
    classes = [*list_inner_classes(Settings, {}), *list_inner_classes(PageSettings, {})]
    fields = {field.key: field.name for cls in classes for field in list_fields(cls)}
    package, tests = ROOT / "src" / "octavo", ROOT / "tests"
    files = (path for path in package.rglob("*.py") if path.parent.name != "models")
    code = "\n".join(path.read_text("utf-8") for path in files)
    scripts = "\n".join(path.read_text("utf-8") for path in package.rglob("*.js"))
    names = {*re.findall(r'(?<=[."])\w+', code), *re.findall(r"\w+", scripts)}
    others = (path for path in tests.rglob("*.py") if path != Path(__file__))
    words = {*re.findall(r"[$\w-]+", "\n".join(path.read_text("utf-8") for path in others))}
    assert len(fields) > 150
    assert {key for key, name in fields.items() if not {key, name} & names} == FOR_NOTHING
    # Tests of services go through their table.
    services = set(re.findall(r'"(\w+)": \{', (package / "theme" / "services.json").read_text()))
    assert fields.keys() - words - services == UNTESTED
