"""The examples for pages: documented ones, or else generated from schemas."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from octavo.openapi.examples.leaves import build_text
from octavo.openapi.examples.stated_values import choose_kind, find_stated_value, fit_to_side
from octavo.openapi.examples.text import (
    JSON,
    TEXT,
    choose_language,
    describe_binary,
    is_binary,
    is_json,
    is_stream,
    is_xml,
    parse_json,
    render_json,
    render_value,
    strip_media_type,
)
from octavo.openapi.examples.value import build_example, build_option_example
from octavo.openapi.examples.xml import render_xml
from octavo.openapi.model import (
    NO_LIMITS,
    Choice,
    Example,
    Given,
    MediaType,
    Node,
    Parameter,
    Schema,
    Side,
)
from octavo.openapi.schema.reader import SchemaReader
from octavo.values import Struct

__all__ = [
    "ShownExample",
    "build_example",
    "choose_example",
    "choose_value",
    "list_examples",
    "read_value",
    "render_body",
]

_MAX_SCHEMA_EXAMPLES = 10
_MAX_OPTIONS = 5
_STREAMED_ITEMS = 2


class ShownExample(Struct, frozen=True):
    """An example for a page; a single one has the name ""."""

    name: str
    text: str
    language: str
    """`json`, `xml`, `text`, or another language for highlighting."""
    summary: str | None = None
    description: str | None = None
    link: str | None = None
    """The address of an external example, which has no text here."""
    is_built: bool = False
    """Whether Octavo generated it from the schema."""


def list_examples(reader: SchemaReader, media: MediaType, side: Side) -> tuple[ShownExample, ...]:
    """Return the examples of a body; empty if the document doesn't describe it."""
    key = (media.name, media.node, side)
    examples = reader.examples.bodies.get(key)
    if examples is None:
        examples = reader.examples.bodies[key] = tuple(_show_examples(reader, media, side))
    return examples


def choose_value(reader: SchemaReader, media: MediaType, side: Side) -> Given | None:
    """Return the first example of a body as data, for samples and forms."""
    for example in media.examples:
        if example.value is not None:
            return Given(read_value(reader, media, example.value.value))
        if example.serialized is not None:
            return Given(read_value(reader, media, example.serialized))
    if media.schema is not None:
        return Given(build_example(reader, media.schema, side))
    if media.item_schema is not None:
        return Given([build_example(reader, media.item_schema, side)])
    return None


def choose_example(reader: SchemaReader, parameter: Parameter, side: Side = Side.REQUEST) -> Any:
    """Return an example of a parameter or header as data."""
    for example in parameter.examples:
        if example.value is not None:
            return example.value.value
        if example.serialized is not None:
            return example.serialized
    if parameter.schema is not None:
        return build_example(reader, parameter.schema, side, parameter.name)
    return build_text(None, NO_LIMITS, name=parameter.name)


def _show_examples(reader: SchemaReader, media: MediaType, side: Side) -> Iterator[ShownExample]:
    documented = [
        example for each in media.examples for example in _show_documented(reader, media, each)
    ]
    if documented:
        yield from documented
    elif media.item_schema is not None and media.schema is None:
        items = [build_example(reader, media.item_schema, side)] * _STREAMED_ITEMS
        yield _show(reader, media, "", items, is_built=True)
    elif media.schema is not None:
        yield from _show_schema(reader, media, media.schema, side)
    elif is_binary(strip_media_type(media.name)):
        yield _show_binary(strip_media_type(media.name))


def _show_schema(
    reader: SchemaReader, media: MediaType, node: Node, side: Side
) -> Iterator[ShownExample]:
    schema = reader.read(node)
    if len(schema.examples) > 1 and schema.const is None:
        for number, value in enumerate(schema.examples[:_MAX_SCHEMA_EXAMPLES], 1):
            visible = fit_to_side(reader, schema, value, side)
            yield _show(reader, media, f"Example {number}", visible)
    elif _is_file(strip_media_type(media.name), schema):
        yield _show_binary(strip_media_type(media.name))
    elif schema.choice is not None and find_stated_value(reader, schema, side) is None:
        yield from _show_options(reader, media, node, schema.choice, side)
    else:
        value = build_example(reader, node, side)
        example = _show(reader, media, "", value, is_built=not schema.examples)
        if example.text:  # A form without fields is empty.
            yield example


def _show_options(
    reader: SchemaReader, media: MediaType, node: Node, choice: Choice, side: Side
) -> Iterator[ShownExample]:
    """Yield an example of each option, or of the first few."""
    texts: set[str] = set()
    for number, option in enumerate(choice.options[:_MAX_OPTIONS]):
        if number:
            value = build_option_example(reader, node, option, side)
        else:
            value = build_example(reader, node, side)
        example = _show(reader, media, option.label, value, is_built=True)
        if example.text not in texts:
            texts.add(example.text)
            yield example


def _show_documented(
    reader: SchemaReader, media: MediaType, example: Example
) -> Iterator[ShownExample]:
    """Yield a documented example, unless it is empty."""
    words = (example.summary, example.description)
    plain = strip_media_type(media.name)
    as_sent = example.serialized
    if example.value is not None and (as_sent is None or is_json(plain)):
        yield _show(reader, media, example.name, example.value.value, *words)
    elif as_sent is not None:
        yield ShownExample(example.name, as_sent, choose_language(plain), *words)
    elif example.external is not None:
        yield ShownExample(example.name, "", TEXT, *words, link=example.external)


def _show(
    reader: SchemaReader,
    media: MediaType,
    name: str,
    value: Any,
    summary: str | None = None,
    description: str | None = None,
    *,
    is_built: bool = False,
) -> ShownExample:
    plain = strip_media_type(media.name)
    value = read_value(reader, media, value)
    text = render_body(reader, media, value)
    language = choose_language(plain)
    if language == TEXT and isinstance(value, dict | list) and text.startswith(("{", "[")):
        language = JSON
    return ShownExample(name, text, language, summary, description, is_built=is_built)


def render_body(reader: SchemaReader, media: MediaType, value: Any) -> str:
    """Return a value in the form of a body."""
    plain = strip_media_type(media.name)
    if isinstance(value, str) and (is_stream(plain) or is_xml(plain)):
        return value
    if is_xml(plain):
        return render_xml(reader, media.schema, value)
    if is_json(plain):
        return _render_json(reader, media, value)
    return render_value(plain, value, media.encoding)


def _render_json(reader: SchemaReader, media: MediaType, value: Any) -> str:
    """Return the JSON of a value, cached because documents share large examples."""
    if isinstance(value, str):
        is_broken_json = value.lstrip().startswith(("{", "[")) and not _allows_text(reader, media)
        return value if is_broken_json else render_json(value)
    if not isinstance(value, dict | list):
        return render_json(value)
    text = reader.examples.texts.get(value)
    if text is None:
        text = reader.examples.texts[value] = render_json(value)
    return text


def read_value(reader: SchemaReader, media: MediaType, value: Any) -> Any:
    """Return an example as data; authors also write JSON as a text."""
    if not isinstance(value, str) or not is_json(strip_media_type(media.name)):
        return value
    if _allows_text(reader, media):
        return value
    data = parse_json(value)
    return data if isinstance(data, dict | list) or media.schema is not None else value


def _allows_text(reader: SchemaReader, media: MediaType) -> bool:
    """Tell whether the document allows a body that is only text."""
    if media.schema is None:
        return False
    schema = reader.read(media.schema)
    options = schema.choice.options if schema.choice is not None else ()
    return "string" in schema.types or any(
        "string" in reader.read(option.node).types for option in options
    )


def _is_file(plain: str, schema: Schema) -> bool:
    if is_json(plain) or schema.examples or choose_kind(schema) not in {"string", ""}:
        return False
    return schema.format == "binary" or is_binary(plain)


def _show_binary(plain: str) -> ShownExample:
    return ShownExample("", describe_binary(plain), TEXT, is_built=True)
