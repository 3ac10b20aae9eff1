"""The JSON Schema of the settings file, for editors."""

from __future__ import annotations

from typing import Any

from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core import core_schema

from octavo.settings.page import PageSettings
from octavo.settings.site import Settings

_DRAFT = "https://json-schema.org/draft/2020-12/schema"


def settings_schema() -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of the settings file."""
    return _schema_of(Settings, "Settings of a documentation site")


def page_settings_schema() -> dict[str, Any]:
    """Return the JSON Schema of page settings."""
    return _schema_of(PageSettings, "Settings of a page")


def _schema_of(model: Any, title: str) -> dict[str, Any]:
    schema = TypeAdapter(model).json_schema(by_alias=True, schema_generator=_EditorSchema)
    return {"$schema": _DRAFT, **schema, "title": title}


class _EditorSchema(GenerateJsonSchema):
    """Leaves out what does not help an author: null, titles, defaults that say nothing."""

    def nullable_schema(self, schema: core_schema.NullableSchema) -> JsonSchemaValue:
        return self.generate_inner(schema["schema"])

    def default_schema(self, schema: core_schema.WithDefaultSchema) -> JsonSchemaValue:
        inner = self.generate_inner(schema["schema"])
        default = schema.get("default")
        if default is None or default == () or "$ref" in inner:
            return inner
        return {**inner, "default": default}

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False
