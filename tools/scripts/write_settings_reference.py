"""Writes the reference pages of settings and front matter from the models.

python tools/scripts/write_settings_reference.py           write the pages
python tools/scripts/write_settings_reference.py --check   exit 1 when a page is stale
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from octavo.content.headings import RESERVED_IDS, build_slug
from octavo.settings.schema import build_page_schema, build_settings_schema

Ways = dict[str, str]
"""The keys that lead to an object, such as `api.auth`, by the name of its model."""

DOCS = Path(__file__).resolve().parents[2] / "docs" / "reference"

SETTINGS_INTRO = """\
---
title: Settings
description: Every key of site.json, what it takes and what it does.
related: [reference/front-matter, write/navigation, design/look]
---

{/* Written by tools/scripts/write_settings_reference.py from the models: edit the models. */}

`site.json` in the root of the project holds all settings, as JSON. `octavo settings-schema`
prints its JSON Schema for editors. A wrong value is an error, and the site is built without it.
An unknown key is a warning.

## All keys

Only `name` and `navigation` are required.
"""

_FOLDED = "analytics."
_MOST_FOLDED = 2

PAGE_INTRO = """\
---
title: Front matter
description: Every key that a page can set about itself.
related: [reference/settings, write/writing-pages, grow/being-found]
---

{/* Written by tools/scripts/write_settings_reference.py from the models: edit the models. */}

Front matter is the YAML between two lines of `---` at the top of a page. All keys are optional.
Octavo leaves out wrong values with a warning. Put a `version` in quotes, because YAML reads
`1.10` as the number 1.1.
"""

PAGE_END = """\
## Meta tags

A key with a colon (`og:image`, `twitter:card`), or a well-known name such as `robots` or
`author`, becomes a meta tag. It wins over `metadata` in `site.json`. See [Being
found](/grow/being-found).

## Older names

`auth` is the same as `authMethod`, and `size: wide` as `mode: wide`. In `playground`,
`interactive` is `show`, and `none` is `hide`. Octavo ignores your own keys, and warns about
misspelled ones.
"""


def main() -> int:
    pages = {
        DOCS / "settings.mdx": settings_page(),
        DOCS / "front-matter.mdx": page_settings_page(),
    }
    stale = [path for path, text in pages.items() if _text_of(path) != text]
    if "--check" in sys.argv[1:]:
        for path in stale:
            print(
                f"{path.name} is stale: run tools/scripts/write_settings_reference.py",
                file=sys.stderr,
            )
        return 1 if stale else 0
    DOCS.mkdir(parents=True, exist_ok=True)
    for path in stale:
        path.write_text(pages[path], encoding="utf-8")
    return 0


def settings_page() -> str:
    schema = build_settings_schema()
    definitions = schema["$defs"]
    ways = _find_ways(schema)
    parts = [SETTINGS_INTRO, _table(schema, definitions, ways)]
    for name, way in ways.items():
        if _is_folded(definitions[name], way):
            continue
        others = [f"`{each}`" for each in _keys_of(name, schema) if each != way.rpartition(".")[2]]
        names = " and ".join(filter(None, [", ".join(others[:-1]), *others[-1:]]))
        same = f" Also for {names}." if others else ""
        about = _escape(definitions[name]["description"])
        parts.append(f"## `{way}`\n\n{about}{same}\n")
        parts.append(_table(definitions[name], definitions, ways))
    return "\n".join(parts)


def page_settings_page() -> str:
    return "\n".join([PAGE_INTRO, _table(build_page_schema(), {}, {}), PAGE_END])


def _text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.exists() else ""


def _table(schema: Mapping[str, Any], definitions: Mapping[str, Any], ways: Ways) -> str:
    rows = ["| Key | Value | Default | Meaning |", "|---|---|---|---|"]
    return "\n".join([*rows, *_list_rows(schema, definitions, ways)]) + "\n"


def _list_rows(
    schema: Mapping[str, Any], definitions: Mapping[str, Any], ways: Ways, before: str = ""
) -> Iterator[str]:
    """Yield the rows of an object; small objects inside it have no table, but rows here."""
    required = schema.get("required", [])
    for key, value in schema["properties"].items():
        name = value.get("$ref", "").rpartition("/")[2]
        if name and _is_folded(definitions[name], ways[name]):
            yield from _list_rows(definitions[name], definitions, ways, f"{before}{key}.")
            continue
        default = "required" if key in required else _code(value.get("default"))
        # The schema leaves out a description that only repeats the one of the object.
        meaning = value.get("description") or definitions[next(_references(value))]["description"]
        yield f"| `{before}{key}` | {_type(value, ways)} | {default} | {_escape(meaning)} |"


def _is_folded(definition: Mapping[str, Any], way: str) -> bool:
    """Return whether an object of a service, of one or two plain keys, needs no table."""
    return way.startswith(_FOLDED) and len(definition["properties"]) <= _MOST_FOLDED


def _heading_id(way: str) -> str:
    """Return the id that the page gives to the heading of a key."""
    wanted = build_slug(way)
    return f"{wanted}-2" if wanted in RESERVED_IDS else wanted


def _type(value: Mapping[str, Any], ways: Ways) -> str:
    """Return the type of a value in words."""
    if "$ref" in value:
        way = ways[value["$ref"].rpartition("/")[2]]
        return f"[object](#{_heading_id(way)})"
    if value.get("format") == "color-hex":
        return "hex color"
    if "enum" in value:
        return ", ".join(_code(word) for word in value["enum"])
    if "const" in value:
        return _code(value["const"])
    choices = value.get("anyOf") or value.get("oneOf")
    if choices:
        return " or ".join(dict.fromkeys(_type(choice, ways) for choice in choices))
    kind = value.get("type")
    if kind == "array":
        return f"list of {_type(value['items'], ways)}"
    if kind == "object":
        return f"object of {_type(value['additionalProperties'], ways)}"
    return {"string": "text", "boolean": "true or false", "integer": "number"}.get(
        str(kind), str(kind or "anything")
    )


def _find_ways(schema: Mapping[str, Any]) -> Ways:
    """Return the keys that lead to each object from the top, in the order of the file.

    Where a key takes one of two objects, such as one font or a font for each use, it heads the
    last; the other stands inside of it as well.
    """
    ways: Ways = {}

    def visit(parent: Mapping[str, Any], above: str) -> None:
        for key, value in parent["properties"].items():
            way = above + key
            for name in reversed(list(_references(value))):
                if name not in ways and way not in ways.values():
                    ways[name] = way
                    visit(schema["$defs"][name], f"{way}.")

    visit(schema, "")
    return ways


def _references(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        if "$ref" in value:
            yield value["$ref"].rpartition("/")[2]
        value = list(value.values())
    if isinstance(value, list):
        for item in value:
            yield from _references(item)


def _keys_of(name: str, schema: Mapping[str, Any]) -> list[str]:
    """Return the keys whose value is, or holds, the object of that name."""
    objects = [schema, *schema["$defs"].values()]
    properties = [item for o in objects for item in o.get("properties", {}).items()]
    return list(dict.fromkeys(key for key, value in properties if name in _references(value)))


def _code(value: Any) -> str:
    if value is None or value == {}:
        return ""
    text = json.dumps(value, ensure_ascii=False).replace("|", "\\|")
    return f"`{text}`"


def _escape(text: str) -> str:
    """Escape what tables and MDX would read as their own, outside of code."""
    parts = text.split("`")
    for index, part in enumerate(parts):
        parts[index] = part.replace("|", "\\|")
        if index % 2 == 0:
            parts[index] = re.sub(r"([{}<])", r"\\\1", parts[index])
    return "`".join(parts)


if __name__ == "__main__":
    sys.exit(main())
