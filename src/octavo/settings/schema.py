"""The JSON Schema of the settings file, for editors."""

from __future__ import annotations

from typing import Any

from octavo.settings.models.page_settings import PageSettings
from octavo.settings.models.site_settings import Settings
from octavo.settings.objects import Setting, list_fields

_DRAFT = "https://json-schema.org/draft/2020-12/schema"
_Definitions = dict[str, dict[str, Any]]


def build_settings_schema() -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of the settings file."""
    return _build_schema(Settings, "Settings of a documentation site")


def build_page_schema() -> dict[str, Any]:
    """Return the JSON Schema of page settings."""
    return _build_schema(PageSettings, "Settings of a page")


def _build_schema(cls: type, title: str) -> dict[str, Any]:
    definitions: _Definitions = {}
    schema = {"$schema": _DRAFT, **_describe_object(cls, definitions), "title": title}
    if definitions:
        schema = {"$schema": _DRAFT, "$defs": dict(sorted(definitions.items())), **schema}
    return schema


def _describe_object(cls: type, definitions: _Definitions) -> dict[str, Any]:
    fields = list_fields(cls)
    properties = {field.key: _describe_setting(field, definitions) for field in fields}
    required = [field.key for field in fields if field.is_required]
    return {
        "additionalProperties": False,
        "description": cls.__doc__,
        "properties": properties,
        **({"required": required} if required else {}),
        "title": cls.__name__,
        "type": "object",
    }


def _describe_setting(field: Setting, definitions: _Definitions) -> dict[str, Any]:
    """Describe one key, without useless parts: null, and defaults without information."""
    schema = dict(_resolve(field.kind.schema, definitions))
    default = field.default if field.usual is None else field.usual
    if isinstance(default, str | bool):
        schema["default"] = default
    definition = definitions.get(schema.get("$ref", "").rpartition("/")[2], {})
    if definition.get("description") != field.description:
        schema["description"] = field.description
    return dict(sorted(schema.items()))


def _resolve(schema: Any, definitions: _Definitions) -> Any:
    """Return a schema with references to definitions instead of classes."""
    if isinstance(schema, list | tuple):
        return [_resolve(item, definitions) for item in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" not in schema:
        return {key: _resolve(item, definitions) for key, item in schema.items()}
    cls = schema["$ref"]()
    if cls.__name__ not in definitions:
        definitions[cls.__name__] = {}  # Objects may contain objects of the same class.
        definitions[cls.__name__] = _describe_object(cls, definitions)
    return {"$ref": f"#/$defs/{cls.__name__}"}
