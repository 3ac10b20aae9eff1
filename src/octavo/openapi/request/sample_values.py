"""The initial values of a sample: documented ones, or else placeholders."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any
from urllib.parse import unquote

from octavo.openapi.examples.examples import (
    choose_example,
    choose_value,
    list_examples,
)
from octavo.openapi.examples.stated_values import find_stated_value
from octavo.openapi.examples.text import (
    is_json,
    parse_json,
    render_compact_json,
    strip_media_type,
)
from octavo.openapi.model import Given, In, MediaType, Operation, Parameter, Side
from octavo.openapi.request.headers import is_chosen, list_sent_parameters
from octavo.openapi.request.request import URLENCODED, choose_concrete_type, list_form_properties
from octavo.openapi.request.sample_files import name_sample_file
from octavo.openapi.schema.reader import SchemaReader

_LARGEST_EXACT = 2**53
"""Larger integers are not exact in JavaScript, so they are sent as text."""
_FEW_FIELDS = 5


def build_initial_values(
    operation: Operation,
    reader: SchemaReader,
    description: dict[str, Any],
    *,
    show_optional: bool = False,
    content_type: str | None = None,
) -> dict[str, Any]:
    """Return the values in the sample of an operation, for its described request."""
    values: dict[str, Any] = {"parameters": {}}
    unfilled = []
    for parameter in list_sent_parameters(operation, reader):
        key = f"{parameter.location.value}:{parameter.name}"
        stated = _find_stated_value(parameter, reader)
        if parameter.location is In.PATH:
            if stated is None:
                continue
        elif not (
            parameter.required
            or (show_optional and not parameter.deprecated)
            or is_chosen(parameter, reader)
        ):
            continue
        value = choose_example(reader, parameter) if stated is None else stated.value
        is_stated = stated is not None
        says_form = is_stated or _says_form(parameter, reader)
        if parameter.location is In.QUERY and is_placeholder(value, is_stated=says_form):
            unfilled.append(key)
        elif is_stated or value is not None:
            values["parameters"][key] = _write_value(parameter, value)
    if unfilled:
        values["unfilled"] = unfilled
    security = next((at for at, each in enumerate(description["security"]) if each), None)
    if security is not None:
        values["security"] = security
    body = _build_body_value(operation, reader, description, show_optional, content_type)
    if body is not None:
        values["body"] = body
    return values


# --- parameters ---------------------------------------------------------------------------------


def _find_stated_value(parameter: Parameter, reader: SchemaReader) -> Given | None:
    """Return a value in the document, which may be null or empty."""
    for example in parameter.examples:
        if example.value is not None:
            return example.value
        if example.serialized is not None:
            return Given(strip_parameter_name(parameter, example.serialized))
    if parameter.schema is None:
        return None
    return find_stated_value(reader, reader.read(parameter.schema), Side.REQUEST)


def _says_form(parameter: Parameter, reader: SchemaReader) -> bool:
    """Tell whether a schema describes the form of a text, so that one can be generated."""
    schema = reader.read(parameter.schema) if parameter.schema is not None else None
    return schema is not None and bool(schema.format or schema.limits.pattern)


def strip_parameter_name(parameter: Parameter, text: str) -> str:
    """Return the value of an example in sent form, which may include the parameter's name."""
    _, has_name, value = text.partition(f"{parameter.name}=")
    text = value if has_name and text.startswith(f"{parameter.name}=") else text
    return text if parameter.location is In.HEADER else unquote(text)


def _write_value(parameter: Parameter, value: Any) -> Any:
    if parameter.content_type is None:
        return keep_exact(value)
    plain = strip_media_type(parameter.content_type)
    if plain == URLENCODED or not is_json(plain):
        return keep_exact(value)
    return render_json_value(value)


def is_placeholder(value: Any, *, is_stated: bool) -> bool:
    """Tell whether a value is a placeholder: `<key>`, or a text that is not documented."""
    if isinstance(value, str):
        return not is_stated or (value[:1] == "<" and value[-1:] == ">")
    if isinstance(value, list) and value:
        return all(is_placeholder(each, is_stated=is_stated) for each in value)
    return not is_stated and (value is None or (isinstance(value, list | dict) and not value))


def keep_exact(value: Any) -> Any:
    """Return a value whose numbers JavaScript reads exactly."""
    if isinstance(value, dict):
        return {str(key): keep_exact(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [keep_exact(inner) for inner in value]
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) > _LARGEST_EXACT:
        return _write_digits(value)
    return str(value) if isinstance(value, float) and not math.isfinite(value) else value


def _write_digits(number: int) -> str:
    try:
        return str(number)
    except ValueError:  # The number has thousands of digits.
        return hex(number)


def render_json_value(value: Any) -> str:
    """Return the JSON text of a value; authors also write JSON as a text."""
    if isinstance(value, str) and isinstance(parse_json(value), dict | list):
        return value
    return render_compact_json(value)


# --- bodies -------------------------------------------------------------------------------------


def _build_body_value(
    operation: Operation,
    reader: SchemaReader,
    description: dict[str, Any],
    show_optional: bool,
    content_type: str | None,
) -> dict[str, Any] | None:
    body = operation.body
    if body is None or not body.contents:
        return None
    if not body.required and operation.entry.key.method in {"GET", "HEAD"}:
        return None
    matches = (media for media in body.contents if choose_concrete_type(media.name) == content_type)
    media = next(matches, body.contents[0])
    at = body.contents.index(media)
    return _build_media_value(
        media, reader, description["bodies"][at], description["path"], show_optional
    )


def _build_media_value(
    media: MediaType, reader: SchemaReader, body: dict[str, Any], path: str, show_optional: bool
) -> dict[str, Any] | None:
    content_type = body["contentType"]
    if body["kind"] == "binary":
        return {"contentType": content_type, "file": name_sample_file(content_type)}
    if body["kind"] == "text":
        examples = list_examples(reader, media, Side.REQUEST)
        text = examples[0].text if examples and examples[0].link is None else ""
        if not text and is_json(strip_media_type(content_type)):
            text = "{}"
        return {"contentType": content_type, "text": text} if text else None
    value = choose_value(reader, media, Side.REQUEST)
    if value is not None and isinstance(value.value, str) and media.examples:
        return {"contentType": content_type, "text": value.value}
    names = None if media.examples or show_optional else _list_needed_fields(media, reader)
    fields = list(_build_field_values(value, body["fields"], names, path))
    return {"contentType": content_type, "fields": fields} if fields else None


def _list_needed_fields(media: MediaType, reader: SchemaReader) -> set[str] | None:
    """Return the fields for a sample: required ones, or else the first few."""
    if media.schema is not None and reader.read(media.schema).examples:
        return None
    fields = list_form_properties(media, reader)
    required = {each.name for each in fields if each.required}
    return required or {each.name for each in fields[:_FEW_FIELDS]}


def _build_field_values(
    value: Given | None, fields: Iterable[dict[str, Any]], names: set[str] | None, path: str
) -> Iterable[list[Any]]:
    by_name = {field["name"]: field for field in fields}
    data = value.value if value is not None else None
    for name, inner in data.items() if isinstance(data, dict) else ():
        if (names is None or name in names) and inner is not None:
            yield [name, _build_field_value(by_name.get(name, {}), inner, name, path)]


def _build_field_value(field: dict[str, Any], value: Any, *hints: str) -> Any:
    content_type = field.get("contentType")
    if field.get("file"):
        file = name_sample_file(content_type, *hints)
        return [file] * min(len(value), 3) if isinstance(value, list) else file
    if "style" in field:
        return keep_exact(value)
    if content_type and is_json(strip_media_type(content_type)):
        return (
            [*map(render_json_value, value)]
            if isinstance(value, list)
            else render_json_value(value)
        )
    return keep_exact(value)
