"""Reads parameters and headers."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import partial

from octavo.openapi.document.document import ApiDocument
from octavo.openapi.document.shapes import (
    convert_to_text,
    find_schema,
    follow_to_mapping,
    read_as_text,
    read_items,
    read_list,
    read_target,
    read_text,
    report,
)
from octavo.openapi.examples.documented import read_examples
from octavo.openapi.examples.value_types import read_expected
from octavo.openapi.model import In, Node, OperationEntry, Parameter
from octavo.problems import Code

_LOCATIONS = {location.value: location for location in In}
STYLES = {
    In.PATH: ("simple", "label", "matrix"),
    In.QUERY: ("form", "spaceDelimited", "pipeDelimited", "deepObject"),
    In.QUERYSTRING: ("form",),
    In.HEADER: ("simple",),
    In.COOKIE: ("form", "cookie"),
}
"""The styles of each location, default first."""

_TEMPLATE = re.compile(r"\{([^{}]+)\}")
_SCHEMA_KEYS_OF_OLD = (
    "type",
    "format",
    "enum",
    "items",
    "default",
    "pattern",
    "minimum",
    "maximum",
)


def read_parameters(
    document: ApiDocument, entry: OperationEntry, levels: Iterable[Node]
) -> tuple[Parameter, ...]:
    """Return the parameters of the path item and the operation; later ones override."""
    parameters: dict[tuple[In, str], Parameter] = {}
    for level in levels:
        parameters |= _read_level(document, level)
    if not entry.key.is_webhook:
        _match_path(document, entry, parameters)
    return tuple(parameters.values())


def _read_level(document: ApiDocument, level: Node) -> dict[tuple[In, str], Parameter]:
    parameters: dict[tuple[In, str], Parameter] = {}
    parameters_node = read_list(document, level, "parameters")
    read = partial(_read_parameter, document)
    for node in parameters_node.list_elements() if parameters_node else ():
        parameter = read_target(document, node, document.memory.parameters, read)
        if parameter is None:
            continue
        key = (parameter.location, parameter.name)
        if key in parameters:
            message = f"the {parameter.location} parameter `{parameter.name}` is described twice"
            report(document, Code.API_PARAMETER_TWICE, message, node, "Remove one of the two.")
        else:
            parameters[key] = parameter
    return parameters


def _read_parameter(document: ApiDocument, node: Node) -> Parameter | None:
    name = read_as_text(node, "name")
    place = node.value.get("in")
    location = _LOCATIONS.get(place) if isinstance(place, str) else None
    if name is None or location is None:
        _report_unusable(document, node, name, place)
        return None
    required = location is In.PATH or node.is_true("required")
    return _read_described(document, node, name, location, required=required)


def _report_unusable(document: ApiDocument, node: Node, name: str | None, place: object) -> None:
    if name is None:
        message, hint = "a parameter has no name", "Give it a `name`."
    elif place in ("body", "formData"):
        message = f"the parameter `{name}` is in `{place}`, which OpenAPI 3 does not have"
        hint = "Describe it in `requestBody`."
    else:
        message = f"the parameter `{name}` does not say where it is sent"
        hint = "Set `in` to path, query, header or cookie."
    report(document, Code.API_PARAMETER_UNUSABLE, message, node, hint)


def read_headers(document: ApiDocument, node: Node) -> tuple[Parameter, ...]:
    """Return the headers of a response or of a part of a body."""
    headers = []
    for name, header in read_items(document, node, "headers"):
        target = follow_to_mapping(document, header)
        if target is not None and name.lower() != "content-type":
            required = target.is_true("required")
            headers.append(_read_described(document, target, name, In.HEADER, required=required))
    return tuple(headers)


def _read_described(
    document: ApiDocument, node: Node, name: str, location: In, *, required: bool
) -> Parameter:
    value = node.value
    style = _read_style(document, node, location)
    explode = value.get("explode")
    schema, content_type, owner = _read_content(document, node)
    # With a media type, examples may be in its syntax.
    own_schema = None if content_type else schema
    expected = read_expected(document, owner, own_schema, is_sent_as_text=True)
    return Parameter(
        name=name,
        location=location,
        node=node,
        required=required,
        deprecated=node.is_true("deprecated"),
        description=read_text(document, node, "description"),
        style=style,
        explode=explode if isinstance(explode, bool) else style in {"form", "cookie"},
        allow_reserved=node.is_true("allowReserved"),
        allow_empty=node.is_true("allowEmptyValue"),
        schema=schema,
        content_type=content_type,
        examples=read_examples(document, owner, expected),
    )


def _read_style(document: ApiDocument, node: Node, location: In) -> str:
    styles = STYLES[location]
    style = node.value.get("style")
    if style is None:
        return styles[0]
    if style in styles:
        return str(style)
    message = f"a {location} parameter cannot have the style `{convert_to_text(style) or style}`"
    hint = f"Use one of: {', '.join(styles)}."
    report(document, Code.API_WRONG_VALUE, message, node.get_child("style"), hint)
    return styles[0]


def _read_content(document: ApiDocument, node: Node) -> tuple[Node | None, str | None, Node]:
    """Return the schema, the media type, and the value with the examples."""
    schema = find_schema(node, "schema")
    if schema is not None:
        return schema, None, node
    for name, media in read_items(document, node, "content"):
        target = follow_to_mapping(document, media)
        if target is not None:
            own = "example" in node.value or "examples" in node.value
            return find_schema(target, "schema"), name, node if own else target
    return _convert_old_schema(document, node), None, node


def _convert_old_schema(document: ApiDocument, node: Node) -> Node | None:
    if "type" not in node.value:
        return None
    message = "the type stands outside the schema, as in Swagger 2"
    report(
        document, Code.API_WRONG_VALUE, message, node.get_child("type"), "Move it into `schema`."
    )
    keywords = {key: node.value[key] for key in _SCHEMA_KEYS_OF_OLD if key in node.value}
    return Node(keywords, node.source, node.pointer)


def _match_path(
    document: ApiDocument, entry: OperationEntry, parameters: dict[tuple[In, str], Parameter]
) -> None:
    names = dict.fromkeys(list_path_names(entry.key.path))
    for name in names:
        if (In.PATH, name) not in parameters:
            parameters[In.PATH, name] = _invent_parameter(document, entry, name)
    for location, name in list(parameters):
        if location is In.PATH and name not in names:
            message = f"the path `{entry.key.path}` has no `{{{name}}}`"
            node = parameters[location, name].node
            hint = "Write it into the path, or remove the parameter."
            report(document, Code.API_PARAMETER_NOT_IN_PATH, message, node, hint)


def list_path_names(path: str) -> tuple[str, ...]:
    """Return the unique names in the braces of a path."""
    return tuple(dict.fromkeys(_TEMPLATE.findall(path)))


def _invent_parameter(document: ApiDocument, entry: OperationEntry, name: str) -> Parameter:
    message = f"{entry.key.method} {entry.key.path} does not describe the `{name}` of its path"
    hint = "Add a parameter of that name with `in: path`; until then it is shown as a string."
    report(document, Code.API_PARAMETER_UNDECLARED, message, entry.node, hint, at_key=True)
    place = (*entry.node.pointer, "parameters", name)
    schema = Node({"type": "string"}, entry.node.source, place)
    return Parameter(
        name, In.PATH, entry.node, required=True, style="simple", explode=False, schema=schema
    )
