"""Checks the consistency of a document, only for `octavo check`.

It finds scopes without a flow, links to missing operations, encodings and required names without a
property, and discriminators without options.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from octavo.openapi.document.document import ApiDocument, Finding
from octavo.openapi.document.shapes import follow_to_mapping
from octavo.openapi.model import Node, OperationEntry
from octavo.openapi.rules.given_values import walk_schemas
from octavo.openapi.schema.places import list_forms
from octavo.openapi.schema.reader import SchemaReader
from octavo.openapi.schema.types import is_only_named
from octavo.problems import Code, Severity

_PARTS = ("allOf", "oneOf", "anyOf", "not", "if", "then", "else", "dependentSchemas")


def check_consistency(
    document: ApiDocument, reader: SchemaReader, entries: Iterable[OperationEntry]
) -> Iterator[Finding]:
    """Yield contradictions between parts of a document."""
    entries = tuple(entries)
    ids = frozenset(each.operation_id for each in entries if each.operation_id)
    if document.root.get("info") is None:
        message, hint = (
            "the document has no `info`",
            "Give it an `info` with `title` and `version`.",
        )
        where = document.source, ()
        yield Finding(Code.API_MISSING_KEY, message, *where, Severity.INFO, hint)
    yield from _check_scopes(document, document.root)
    schemas: list[Node] = []
    for entry in entries:
        yield from _check_scopes(document, entry.node)
        for _, response in _list_items(document, entry.node, "responses"):
            for name, link in _list_items(document, response, "links"):
                yield from _check_link(document, name, link, ids)
            schemas += _list_schemas(document, response)
        body = _follow(document, entry.node.get("requestBody"))
        for _, media in _list_items(document, body, "content"):
            yield from _check_encoding(reader, media)
        schemas += _list_schemas(document, body)
    components = _follow(document, document.root.get("components"))
    schemas += [node for _, node in _list_items(document, components, "schemas")]
    yield from _check_schemas(document, reader, schemas)


def _follow(document: ApiDocument, node: Node | None) -> Node | None:
    is_mapping = node is not None and isinstance(node.value, dict)
    return follow_to_mapping(document, node) if node is not None and is_mapping else None


def _list_items(document: ApiDocument, node: Node | None, key: str) -> Iterator[tuple[str, Node]]:
    """Return the items of a mapping of names that are mappings."""
    inner = _follow(document, node.get(key)) if node else None
    for name, each in inner.items() if inner else ():
        target = _follow(document, each)
        if target is not None:
            yield name, target


def _list_schemas(document: ApiDocument, node: Node | None) -> list[Node]:
    media = (each for _, each in _list_items(document, node, "content"))
    return [schema for each in media if (schema := each.get("schema")) is not None]


def _warn(node: Node, message: str, hint: str, *, at_key: bool = False) -> Finding:
    code, severity = Code.API_WRONG_VALUE, Severity.WARNING
    return Finding(code, message, node.source, node.pointer, severity, hint, at_key)


# --- operations -----------------------------------------------------------------------------------


def _check_scopes(document: ApiDocument, owner: Node) -> Iterator[Finding]:
    security = owner.get("security")
    schemes = dict(_list_items(document, document.root.get("components"), "securitySchemes"))
    for requirement in security.list_elements() if security else ():
        for key, scopes in requirement.items():
            scheme = schemes.get(key)
            if scheme is None or scheme.value.get("type") != "oauth2":
                continue
            flows = [flow for _, flow in _list_items(document, scheme, "flows")]
            names = {name for flow in flows for name in flow.value.get("scopes") or ()}
            for scope in scopes.list_elements():
                if isinstance(scope.value, str) and scope.value not in names:
                    message = f"no flow of `{key}` has the scope `{scope.value}`"
                    yield _warn(scope, message, "Describe it in `scopes` of a flow.")


def _check_link(
    document: ApiDocument, name: str, link: Node, ids: frozenset[str]
) -> Iterator[Finding]:
    target, address = link.value.get("operationId"), link.value.get("operationRef")
    if isinstance(target, str) and target not in ids:
        message = f"the link `{name}` leads to the operation `{target}`, which is not there"
        yield _warn(link.get_child("operationId"), message, "Name the operationId of an operation.")
    elif (
        isinstance(address, str)
        and address.startswith("#")
        and not document.find(address, link.source)
    ):
        message = f"the link `{name}` leads to `{address}`, which doesn't exist"
        yield _warn(link.get_child("operationRef"), message, "In paths, write `~1` for `/`.")


def _check_encoding(reader: SchemaReader, media: Node) -> Iterator[Finding]:
    schema, encoding = media.get("schema"), media.get("encoding")
    if schema is None or encoding is None:
        return
    names = _list_names(reader, schema)
    for name, node in encoding.items() if names else ():
        if name not in names:
            message = f"`{name}` has an encoding, but is no property of the body"
            yield _warn(node, message, "Name a property of the schema.", at_key=True)


def _list_names(reader: SchemaReader, node: Node) -> frozenset[str]:
    """Return the possible names of a value; empty if any name is possible."""
    names: set[str] = set()
    for form in list_forms(reader, node):
        if form.pattern_properties or isinstance(form.additional, Node) or form.additional is True:
            return frozenset()
        names.update(each.name for each in form.properties)
    return frozenset(names)


# --- schemas --------------------------------------------------------------------------------------


def _check_schemas(
    document: ApiDocument, reader: SchemaReader, schemas: Iterable[Node]
) -> Iterator[Finding]:
    nodes = [*walk_schemas(document, schemas)]
    parts = {reader.find_target(part) for node in nodes for part in _list_parts(node)}
    for node in nodes:
        if "discriminator" in node.value:
            yield from _check_discriminator(reader, node)
        if node not in parts and "required" in node.value and "properties" in node.value:
            yield from _check_required(reader, node)


def _list_parts(node: Node) -> Iterator[Node]:
    """Yield the parts of a combined schema, because one may satisfy the rules of another."""
    for key in _PARTS:
        each = node.get(key)
        if each is not None:
            yield each
            yield from each.list_elements()
            yield from (inner for _, inner in each.items())


def _check_required(reader: SchemaReader, node: Node) -> Iterator[Finding]:
    schema = reader.read(node)
    if (
        schema.choice is not None
        or schema.pattern_properties
        or isinstance(schema.additional, Node)
    ):
        return
    for each in schema.properties:
        if is_only_named(each) and each.node.pointer[:-2] == node.pointer:
            message = f"`{each.name}` is required, but is not among the properties"
            hint = "Describe it in `properties`, or correct its name."
            yield Finding(
                Code.API_WRONG_VALUE, message, node.source, each.node.pointer, Severity.INFO, hint
            )


def _check_discriminator(reader: SchemaReader, node: Node) -> Iterator[Finding]:
    place = node.get_child("discriminator")
    name = place.get_text("propertyName")
    if name is None:
        return
    forms = [*list_forms(reader, node)]
    is_open = any(form.node.value in (True, {}) for form in forms)
    if not is_open and not any(each.name == name for form in forms for each in form.properties):
        message = f"no form of this schema has the property `{name}`, which tells them apart"
        yield _warn(place.get_child("propertyName"), message, "Describe it in each of the forms.")
