"""Reads how callers of an operation authenticate."""

from __future__ import annotations

from collections.abc import Iterator

from octavo.openapi.document.document import ApiDocument
from octavo.openapi.document.shapes import (
    convert_to_text,
    follow_to_mapping,
    read_as_text,
    read_fields,
    read_items,
    read_list,
    read_mapping,
    read_text,
    report,
    report_wrong_type,
)
from octavo.openapi.model import (
    Node,
    OAuthFlow,
    SchemeUse,
    SecurityAlternative,
    SecurityScheme,
)
from octavo.problems import Code


def read_security(
    document: ApiDocument, operation: Node, *, of_document: bool = True
) -> tuple[SecurityAlternative, ...]:
    """Return the alternatives of an operation, or else those of the document."""
    if operation.value.get("security") is not None:
        return _list_alternatives(document, operation)
    if not of_document:
        return ()
    memory = document.memory
    if memory.security is None:
        memory.security = _list_alternatives(document, document.root)
    return memory.security


def _list_alternatives(document: ApiDocument, level: Node) -> tuple[SecurityAlternative, ...]:
    alternatives = (
        _read_alternative(document, node) for node in _read_requirements(document, level)
    )
    # The keys are names of schemes, because schemes may be long and repeat in many alternatives.
    by_names = {
        tuple((use.scheme.key, use.scopes) for use in each): each
        for each in alternatives
        if each is not None
    }
    return tuple(by_names.values())


def _read_requirements(document: ApiDocument, level: Node) -> Iterator[Node]:
    if isinstance(level.value.get("security"), dict):
        requirement = level.get_child("security")
        report_wrong_type(document, requirement, "a list of alternatives", "Write a list.")
        yield requirement
        return
    security_node = read_list(document, level, "security")
    yield from security_node.list_elements() if security_node else ()


def _read_alternative(document: ApiDocument, node: Node) -> SecurityAlternative | None:
    """Return the schemes of one alternative; None if it names only unknown ones."""
    if not isinstance(node.value, dict):
        report_wrong_type(document, node, "a mapping of security schemes to scopes")
        return None
    uses = []
    for key, scopes in node.items():
        scheme = find_scheme(document, key, scopes)
        if scheme is not None:
            uses.append(SchemeUse(scheme, _read_scopes(document, scopes)))
    return tuple(uses) if uses or not node.value else None


def _read_scopes(document: ApiDocument, node: Node) -> tuple[str, ...]:
    if isinstance(node.value, list):
        names = (convert_to_text(value) for value in node.value)
        return tuple(name for name in names if name is not None)
    if node.value is not None and node.value != {}:
        report_wrong_type(document, node, "a list of scopes")
    return ()


def find_scheme(document: ApiDocument, key: str, place: Node) -> SecurityScheme | None:
    """Return a scheme by its name. A missing one is reported at the place that names it."""
    memory = document.memory.schemes
    if key in memory:
        return memory[key]
    components = read_mapping(document, document.root, "components")
    schemes = read_mapping(document, components, "securitySchemes") if components else None
    node = schemes.get(key) if schemes else None
    is_named = node is not None
    if node is None and ("#" in key or "/" in key):
        node = document.find(key, place.source)  # OpenAPI 3.2 allows a scheme by its address.
    if node is None:
        message = f"there is no security scheme `{key}`"
        hint = "Describe it in `components.securitySchemes`."
        report(document, Code.API_SECURITY_UNKNOWN, message, place, hint, at_key=True)
        return None
    target = follow_to_mapping(document, node)
    if target is None:
        return None
    scheme = _read_scheme(document, key, target)
    if is_named:
        memory[key] = scheme
    return scheme


def _read_scheme(document: ApiDocument, key: str, node: Node) -> SecurityScheme:
    scheme = read_as_text(node, "scheme")
    return SecurityScheme(
        key=key,
        type=node.get_text("type") or "",
        description=read_text(document, node, "description"),
        name=read_as_text(node, "name"),
        location=node.get_text("in"),
        scheme=scheme.lower() if scheme else None,
        bearer_format=read_as_text(node, "bearerFormat"),
        flows=tuple(_read_flows(document, node)),
        openid_url=node.get_text("openIdConnectUrl"),
        deprecated=node.is_true("deprecated"),
    )


def _read_flows(document: ApiDocument, node: Node) -> Iterator[OAuthFlow]:
    for kind, flow in read_fields(document, node, "flows"):
        target = follow_to_mapping(document, flow)
        if target is None:
            continue
        scopes = (
            (name, convert_to_text(text.value) or "")
            for name, text in read_items(document, target, "scopes")
        )
        yield OAuthFlow(
            kind=kind,
            authorization_url=target.get_text("authorizationUrl"),
            token_url=target.get_text("tokenUrl"),
            refresh_url=target.get_text("refreshUrl"),
            device_url=target.get_text("deviceAuthorizationUrl"),
            scopes=tuple(scopes),
        )
