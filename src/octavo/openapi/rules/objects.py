"""Rules for objects beyond the table of keys."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from octavo.openapi.model import In
from octavo.openapi.operation.parameters import STYLES
from octavo.openapi.rules.faults import Fault, Faults, Mapping, build_note
from octavo.openapi.rules.schemas import MOST_VALUES, check_schema
from octavo.problems import Code

_MEDIA_TYPE = re.compile(r"[^\s/;]+/[^\s/;]+(?:\s*;.*)?", re.DOTALL)
_TOKEN = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_EXPRESSION_IN_BRACES = re.compile(r"\{([^{}]*)\}")
_EXPRESSION = re.compile(
    r"\$(?:url|method|statusCode|(?:request|response)\.(?:body(?:#(?:/.*)?)?|(?:query|path)\..+"
    r"|header\.[!#$%&'*+.^_`|~0-9A-Za-z-]+))"
)
_COMPONENT_NAME = re.compile(r"[A-Za-z0-9._-]+")
_TEMPLATE = re.compile(r"\{[^{}]*\}")
_SCHEME_KEYS = {
    "apiKey": ("name", "in"),
    "http": ("scheme",),
    "oauth2": ("flows",),
    "openIdConnect": ("openIdConnectUrl",),
    "mutualTLS": (),
}
_OF_ONE_SCHEME = frozenset(key for keys in _SCHEME_KEYS.values() for key in keys)
_FLOW_KEYS = {
    "implicit": ("authorizationUrl",),
    "password": ("tokenUrl",),
    "clientCredentials": ("tokenUrl",),
    "authorizationCode": ("authorizationUrl", "tokenUrl"),
    "deviceAuthorization": ("deviceAuthorizationUrl", "tokenUrl"),
}


def _explain_missing(message: str, key: str) -> Fault:
    return Fault(message, f"Give it a `{key}`.", (), Code.API_MISSING_KEY)


# --- the document and its parts ---


def _check_info(value: Mapping, _minor: int) -> Faults:
    contact = value.get("contact")
    email = contact.get("email") if isinstance(contact, dict) else None
    if isinstance(email, str) and not re.fullmatch(r"\s*[^\s@]+@[^\s@]+\s*", email):
        yield build_note(f"`{email[:80]}` is no e-mail address", "", ("contact", "email"))


def _check_document(value: Mapping, _minor: int) -> Faults:
    names: set[str] = set()
    for index, tag in enumerate(_read_list(value, "tags")):
        name = tag.get("name") if isinstance(tag, dict) else None
        if isinstance(name, str):
            if name in names:
                yield build_note(f"the tag `{name}` is described twice", "", ("tags", index))
            names.add(name)


def _check_components(value: Mapping, _minor: int) -> Faults:
    for section, parts in value.items():
        for name in parts if isinstance(parts, dict) and not section.startswith("x-") else ():
            if not _COMPONENT_NAME.fullmatch(name) and name != "$ref":
                hint = "Use letters, digits, `.`, `-` and `_`."
                message = f"`{name}` is no name for a component"
                yield build_note(message, hint, (section, name), at_key=True)


def _check_paths(value: Mapping, _minor: int) -> Faults:
    shapes: dict[str, str] = {}
    for path in value:
        if "{" not in path:
            continue
        names = _TEMPLATE.findall(path)
        twice = next((name for name in names if names.count(name) > 1), None)
        if twice:
            yield Fault(f"`{twice}` appears in this path twice", "", (path,), at_key=True)
        first = shapes.setdefault(_TEMPLATE.sub("{}", path), path)
        if first != path:
            message = f"this path and `{first}` differ only in the names of their parameters"
            yield build_note(message, "", (path,), at_key=True)


def _check_path_item(value: Mapping, minor: int) -> Faults:
    yield from _check_query_strings(value, minor)
    for method in value.get("additionalOperations") or ():
        if str(method).lower() in value or str(method).upper() in _FIXED_METHODS:
            message = f"`{method}` is a key of the path itself, not of `additionalOperations`"
            yield Fault(message, "", ("additionalOperations", method), at_key=True)


_FIXED_METHODS = frozenset(
    ("GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE", "QUERY")
)


def _check_query_strings(value: Mapping, _minor: int) -> Faults:
    places = [each.get("in") for each in _read_list(value, "parameters") if isinstance(each, dict)]
    if "querystring" not in places:
        return
    if places.count("querystring") > 1:
        yield Fault("two parameters describe the whole query", "", ("parameters",))
    if "query" in places:
        message = "one parameter describes the whole query, and another one a part of it"
        yield Fault(message, "", ("parameters",))


def _check_server_variable(value: Mapping, _minor: int) -> Faults:
    allowed, default = value.get("enum"), value.get("default")
    if not isinstance(allowed, list):
        return
    if not allowed:
        yield Fault("the list of allowed values is empty", "", ("enum",), Code.API_SERVER_VARIABLE)
    elif default is not None and str(default) not in map(str, allowed[:MOST_VALUES]):
        message = f"the default `{default}` is not among the values of `enum`"
        yield Fault(message, "", ("default",), Code.API_SERVER_VARIABLE)


# --- requests and responses ---


def _check_parameter(value: Mapping, minor: int) -> Faults:
    location = value.get("in")
    name = value.get("name")
    if not isinstance(name, str) or not isinstance(location, str):
        return
    if location not in _PLACES:
        hint = f"Use one of: {', '.join(_PLACES)}."
        yield Fault(f"`{location}` is no place of a parameter", hint, ("in",))
        return
    if location == "path" and value.get("required") is False:
        message = f"`{name}` is part of the path, which no caller can leave out"
        yield Fault(message, "Set `required` to true.", ("required",))
    elif location == "path" and "required" not in value:
        message = f"`{name}` is part of the path, and needs `required: true`"
        yield build_note(message, "Set `required` to true.", ())
    if location == "path" and ("{" in name or "}" in name):
        yield Fault(f"`{name}` is no name for a parameter of the path", "", ("name",))
    elif location == "header" and not _TOKEN.fullmatch(name):
        yield Fault(f"`{name}` is no name for a header", "", ("name",))
    elif location == "querystring" and "content" not in value:
        yield Fault("a parameter for the whole query has no `content`")
    yield from _check_sending(value, In(location), minor)
    if not any(key in value for key in ("schema", "content", "type", "$ref")):
        yield build_note(f"the parameter `{name}` has neither `schema` nor `content`")
    content = value.get("content")
    if "content" in value and (not isinstance(content, dict) or len(content) != 1):
        message = f"the `content` of the parameter `{name}` must name one media type"
        yield build_note(message, "Use `schema`, or name one.", ("content",), at_key=True)


_PLACES = tuple(place.value for place in In)


def _check_sending(value: Mapping, location: In, minor: int) -> Faults:
    style = value.get("style")
    if isinstance(style, str) and style not in STYLES[location]:
        hint = f"Use one of: {', '.join(STYLES[location])}."
        message = f"a {location} parameter cannot have the style `{style}`"
        yield Fault(message, hint, ("style",))
    if "allowReserved" in value and not _may_reserve(location, style, minor):
        message = "`allowReserved` has no meaning for a parameter in this place"
        yield build_note(message, "", ("allowReserved",), at_key=True)


def _may_reserve(location: In, style: Any, minor: int) -> bool:
    if location is In.QUERY:
        return True
    newer = minor >= 2 and location in (In.PATH, In.COOKIE)  # OpenAPI 3.2
    return newer and style != "cookie"


def _check_header(value: Mapping, _minor: int) -> Faults:
    style = value.get("style")
    if isinstance(style, str) and style != "simple":
        yield Fault(f"a header cannot have the style `{style}`", "Use simple.", ("style",))


def _check_content(value: Mapping, _minor: int) -> Faults:
    content = value.get("content")
    for name in content if isinstance(content, dict) else ():
        if not _MEDIA_TYPE.fullmatch(name) and name != "$ref":
            hint = "Write one such as `application/json`."
            if name in ("schema", "example", "examples"):
                hint = "Put it one level deeper, below a media type such as `application/json`."
            yield Fault(f"`{name}` is no media type", hint, ("content", name), at_key=True)


def _check_response(value: Mapping, minor: int) -> Faults:
    yield from _check_content(value, minor)
    headers = value.get("headers")
    for name in headers if isinstance(headers, dict) else ():
        if not _TOKEN.fullmatch(name) and name != "$ref":
            yield Fault(f"`{name}` is no name for a header", "", ("headers", name), at_key=True)


def _check_link(value: Mapping, _minor: int) -> Faults:
    if "operationId" not in value and "operationRef" not in value:
        hint = "Set `operationId` or `operationRef`."
        yield Fault("the link does not say which operation it leads to", hint)


def _check_callback(value: Mapping, _minor: int) -> Faults:
    for address in value:
        if address.startswith("x-") or address == "$ref":
            continue
        parts = [address] if address.startswith("$") else _EXPRESSION_IN_BRACES.findall(address)
        for part in parts:
            if not _EXPRESSION.fullmatch(part):
                message = f"`{part[:80]}` is no expression for a part of the request"
                hint = "Write one such as `{$request.body#/callbackUrl}` or `{$request.query.url}`."
                yield Fault(message, hint, (address,), at_key=True)


# --- security ---


def _check_security_scheme(value: Mapping, _minor: int) -> Faults:
    kind = value.get("type")
    if not isinstance(kind, str):
        return
    if kind not in _SCHEME_KEYS:
        hint = f"Use one of: {', '.join(_SCHEME_KEYS)}."
        yield Fault(f"`{kind}` is no type of a security scheme", hint, ("type",))
        return
    for key in _SCHEME_KEYS[kind]:
        if value.get(key) is None:
            yield _explain_missing(f"a security scheme of type `{kind}` has no `{key}`", key)
    if kind == "apiKey" and value.get("in") not in (None, "query", "header", "cookie"):
        hint = "Use one of: query, header, cookie."
        yield Fault(f"`{value['in']}` is no place of an API key", hint, ("in",))
    for other in _OF_ONE_SCHEME & value.keys() - set(_SCHEME_KEYS[kind]):
        message = f"`{other}` has no meaning for a security scheme of type `{kind}`"
        yield build_note(message, "", (other,), at_key=True)
    if value.get("flows") == {}:
        yield Fault(
            "`flows` describes no flow", "Describe one, such as `clientCredentials`.", ("flows",)
        )


def _check_flows(value: Mapping, _minor: int) -> Faults:
    for name, keys in _FLOW_KEYS.items():
        flow = value.get(name)
        if not isinstance(flow, dict) or "$ref" in flow:
            continue
        for key in keys:
            if flow.get(key) is None:
                hint = f"Give it a `{key}`."
                message = f"the flow `{name}` has no `{key}`"
                yield Fault(message, hint, (name,), Code.API_MISSING_KEY)


def _read_list(value: Mapping, key: str) -> list[Any]:
    items = value.get(key)
    return items if isinstance(items, list) else []


RULES: dict[str, Callable[[Mapping, int], Faults | tuple[()]]] = {
    "document": _check_document,
    "info": _check_info,
    "components": _check_components,
    "paths": _check_paths,
    "path_item": _check_path_item,
    "operation": _check_query_strings,
    "server_variable": _check_server_variable,
    "parameter": _check_parameter,
    "header": _check_header,
    "request_body": _check_content,
    "response": _check_response,
    "link": _check_link,
    "callback": _check_callback,
    "security_scheme": _check_security_scheme,
    "flows": _check_flows,
    "schema": check_schema,
}
"""The additional rules of objects, by name."""
