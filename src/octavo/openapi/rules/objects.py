"""Rules of single objects that a table of keys cannot say."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from octavo.openapi.model import In, Pointer
from octavo.openapi.operation.parameters import STYLES
from octavo.openapi.schema.type_names import HINT_TYPES, TYPES, name_type_of_value
from octavo.problems import Code, Severity
from octavo.values import Struct

_MEDIA_TYPE = re.compile(r"[^\s/;]+/[^\s/;]+(?:\s*;.*)?", re.DOTALL)
_TOKEN = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_COMPONENT_NAME = re.compile(r"[A-Za-z0-9._-]+")
_TEMPLATE = re.compile(r"\{[^{}]*\}")
_SCHEME_KEYS = {
    "apiKey": ("name", "in"),
    "http": ("scheme",),
    "oauth2": ("flows",),
    "openIdConnect": ("openIdConnectUrl",),
    "mutualTLS": (),
}
_FLOW_KEYS = {
    "implicit": ("authorizationUrl",),
    "password": ("tokenUrl",),
    "clientCredentials": ("tokenUrl",),
    "authorizationCode": ("authorizationUrl", "tokenUrl"),
    "deviceAuthorization": ("deviceAuthorizationUrl", "tokenUrl"),
}
_MOST_VALUES = 1_000
"""Of an enumeration are compared; more are no mistake of a hand."""


class Fault(Struct, frozen=True):
    """Something against the rules, and the way to it from the object that has it."""

    message: str
    hint: str = ""
    way: Pointer = ()
    code: Code = Code.API_WRONG_VALUE
    severity: Severity = Severity.WARNING
    at_key: bool = False

    @staticmethod
    def of_key(key: str, message: str, hint: str, severity: Severity) -> Fault:
        """Return a fault of a key that should not be there."""
        return Fault(message, hint, (key,), Code.API_UNKNOWN_KEY, severity, at_key=True)


Faults = Iterator[Fault]
Mapping = dict[str, Any]


def _build_note(message: str, hint: str = "", way: Pointer = (), *, at_key: bool = False) -> Fault:
    return Fault(message, hint, way, severity=Severity.INFO, at_key=at_key)


def _explain_missing(message: str, key: str) -> Fault:
    return Fault(message, f"Give it a `{key}`.", (), Code.API_MISSING_KEY)


# --- the document and its parts ---


def _check_info(value: Mapping, _minor: int) -> Faults:
    contact = value.get("contact")
    email = contact.get("email") if isinstance(contact, dict) else None
    if isinstance(email, str) and not re.fullmatch(r"\s*[^\s@]+@[^\s@]+\s*", email):
        yield _build_note(f"`{email[:80]}` is no e-mail address", "", ("contact", "email"))


def _check_document(value: Mapping, _minor: int) -> Faults:
    names: set[str] = set()
    for index, tag in enumerate(_read_list(value, "tags")):
        name = tag.get("name") if isinstance(tag, dict) else None
        if isinstance(name, str):
            if name in names:
                yield _build_note(f"the tag `{name}` is described twice", "", ("tags", index))
            names.add(name)


def _check_components(value: Mapping, _minor: int) -> Faults:
    for section, parts in value.items():
        for name in parts if isinstance(parts, dict) and not section.startswith("x-") else ():
            if not _COMPONENT_NAME.fullmatch(name) and name != "$ref":
                hint = "Use letters, digits, `.`, `-` and `_`."
                message = f"`{name}` is no name for a component"
                yield _build_note(message, hint, (section, name), at_key=True)


def _check_paths(value: Mapping, _minor: int) -> Faults:
    shapes: dict[str, str] = {}
    for path in value:
        if "{" not in path:
            continue
        names = _TEMPLATE.findall(path)
        twice = next((name for name in names if names.count(name) > 1), None)
        if twice:
            yield Fault(f"`{twice}` stands in this path twice", "", (path,), at_key=True)
        first = shapes.setdefault(_TEMPLATE.sub("{}", path), path)
        if first != path:
            message = f"this path and `{first}` differ only in the names of their parameters"
            yield _build_note(message, "", (path,), at_key=True)


def _check_path_item(value: Mapping, minor: int) -> Faults:
    yield from _check_query_strings(value, minor)
    for method in value.get("additionalOperations") or ():
        if str(method).lower() in value or str(method).upper() in _FIXED_METHODS:
            message = f"`{method}` has a key of its own beside `additionalOperations`"
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
        message = "a parameter of the query stands beside one that describes the whole query"
        yield Fault(message, "", ("parameters",))


def _check_server_variable(value: Mapping, _minor: int) -> Faults:
    allowed, default = value.get("enum"), value.get("default")
    if not isinstance(allowed, list):
        return
    if not allowed:
        yield Fault("the list of allowed values is empty", "", ("enum",), Code.API_SERVER_VARIABLE)
    elif default is not None and str(default) not in map(str, allowed[:_MOST_VALUES]):
        message = f"the default `{default}` is not among the values of `enum`"
        yield Fault(message, "", ("default",), Code.API_SERVER_VARIABLE)


# --- what is sent and what comes back ---


def _check_parameter(value: Mapping, minor: int) -> Faults:
    location = value.get("in")
    name = value.get("name")
    if not isinstance(name, str) or not isinstance(location, str):
        return
    if location not in _PLACES:
        hint = f"Use one of: {', '.join(_PLACES)}."
        yield Fault(f"`{location}` is no place of a parameter", hint, ("in",))
        return
    if location == "path" and ("{" in name or "}" in name):
        yield Fault(f"`{name}` is no name for a parameter of the path", "", ("name",))
    elif location == "header" and not _TOKEN.fullmatch(name):
        yield Fault(f"`{name}` is no name for a header", "", ("name",))
    elif location == "querystring" and "content" not in value:
        yield Fault("a parameter for the whole query has no `content`")
    yield from _check_sending(value, In(location), minor)
    if not any(key in value for key in ("schema", "content", "type", "$ref")):
        yield _build_note(f"the parameter `{name}` has neither `schema` nor `content`")


_PLACES = tuple(place.value for place in In)


def _check_sending(value: Mapping, location: In, minor: int) -> Faults:
    style = value.get("style")
    if isinstance(style, str) and style not in STYLES[location]:
        hint = f"Use one of: {', '.join(STYLES[location])}."
        message = f"a {location} parameter cannot have the style `{style}`"
        yield Fault(message, hint, ("style",))
    if "allowReserved" in value and not _may_reserve(location, style, minor):
        message = "`allowReserved` has no meaning for a parameter in this place"
        yield _build_note(message, "", ("allowReserved",), at_key=True)


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


# --- schemas ---


def _check_schema(value: Mapping, minor: int) -> Faults | tuple[()]:
    """Look at few keys first: there are many schemas, and most are in order."""
    kind = value.get("type")
    if (
        (kind is None or (isinstance(kind, str) and kind in TYPES and kind != "array"))
        and "required" not in value
        and "enum" not in value
        and "pattern" not in value
    ):
        return ()
    return _check_keywords(value, minor)


def _check_keywords(value: Mapping, minor: int) -> Faults:
    kind = value.get("type")
    yield from _check_types(kind)
    if minor == 0 and kind == "array" and "items" not in value and "$ref" not in value:
        yield _build_note("an array does not say what its items are", "Give it `items`.")
    required = value.get("required")
    if isinstance(required, list):
        if len(set(map(str, required))) != len(required):
            yield _build_note("a name stands in `required` twice", "", ("required",))
    elif required is not None and not (isinstance(required, dict) and "$ref" in required):
        hint = "Name the properties that are required in a list, beside `properties`."
        message = "`required` of a schema must be a list of names"
        yield Fault(message, hint, ("required",), Code.API_WRONG_TYPE)
    yield from _check_enum(value, kind)
    pattern = value.get("pattern")
    if isinstance(pattern, str) and not _is_closed(pattern):
        message = "a bracket of this pattern is not closed"
        yield Fault(message, "", ("pattern",))


def _check_types(kind: Any) -> Faults:
    names = kind if isinstance(kind, list) else [kind]
    for name in names:
        if name is not None and not (isinstance(name, str) and name in TYPES):
            message = f"`{name}` is no type of a schema"
            yield Fault(message, HINT_TYPES, ("type",), Code.API_TYPE_UNKNOWN)
            return


def _check_enum(value: Mapping, kind: Any) -> Faults:
    values = value.get("enum")
    if not isinstance(values, list):
        return
    if not values:
        yield Fault("the list of allowed values is empty", "", ("enum",))
    types = {kind} if isinstance(kind, str) else {*filter(_is_text, kind or ())}
    if not types or not types.issubset(TYPES):
        return
    for index, each in enumerate(values[:_MOST_VALUES]):
        name = name_type_of_value(each)
        if name not in types and name != "null" and not (name == "integer" and "number" in types):
            message = (
                f"a value of `enum` is {_PLAIN.get(name, name)}, not {' or '.join(sorted(types))}"
            )
            yield _build_note(
                message, "Put it in quotes." if "string" in types else "", ("enum", index)
            )
            return


_PLAIN = {"integer": "a number", "number": "a number", "boolean": "true or false"}


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_closed(pattern: str) -> bool:
    """Tell whether the brackets of a regular expression are closed."""
    depth, in_class, escaped = 0, False, False
    for character in pattern:
        if escaped:
            escaped = False
        elif character == "\\":
            escaped = True
        elif in_class:
            in_class = character != "]"
        elif character == "[":
            in_class = True
        elif character == "(":
            depth += 1
        elif character == ")":
            depth -= 1
            if depth < 0:
                return False
    return not in_class and depth == 0


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
    "security_scheme": _check_security_scheme,
    "flows": _check_flows,
    "schema": _check_schema,
}
"""What else is looked at in an object, by its name."""
