"""Reads what a page says by hand about an endpoint: its ParamFields, and the settings' auth."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from octavo.content.attributes import read_properties
from octavo.content.nodes import Element, Node, Tag
from octavo.openapi.model import Given, SchemeUse, SecurityAlternative, SecurityScheme
from octavo.openapi.request.endpoint import EndpointField
from octavo.render.content.components.properties import ComponentTag
from octavo.render.content.components.reference.fields import find_field_place, is_parameter
from octavo.settings.models.api import Api

_EXAMPLES = ("initialValue", "placeholder", "default")


def read_endpoint_fields(nodes: Iterable[Node]) -> tuple[EndpointField, ...]:
    """Return the fields of a page, those inside of others in them."""
    return tuple(
        _read_field(ComponentTag(tag, read_properties(tag))) for tag in _find_fields(nodes)
    )


def read_security(api: Api, auth_method: str | None) -> tuple[SecurityAlternative, ...]:
    """Return what the settings of site and page say about credentials."""
    method = auth_method or api.auth.method
    scheme = None
    if method in {"bearer", "basic"}:
        scheme = SecurityScheme(method, "http", scheme=method)
    elif method == "key":
        name = api.auth.name or "Key"
        scheme = SecurityScheme(method, "apiKey", name=name, location="header")
    return ((SchemeUse(scheme),),) if scheme else ()


def _read_field(tag: ComponentTag) -> EndpointField:
    values = tag.values
    location, name = find_field_place(tag)
    is_whole = location == "body" and not tag.read_string("body")
    examples = (values[key] for key in _EXAMPLES if values.get(key) is not None)
    example = next(examples, None)
    enum = values.get("enum")
    return EndpointField(
        location,
        "" if is_whole else name,
        tag.read_string("type") or None,
        required=tag.read_flag("required"),
        example=None if example is None else Given(example),
        inner=read_endpoint_fields(tag.children),
        allowed=tuple(enum) if isinstance(enum, list) else (),
    )


def _find_fields(nodes: Iterable[Node]) -> Iterator[Tag]:
    """Return the fields among nodes and in what is around them, not those inside of fields."""
    for node in nodes:
        if isinstance(node, Tag) and is_parameter(node):
            yield node
        elif isinstance(node, Tag | Element):
            yield from _find_fields(node.children)
