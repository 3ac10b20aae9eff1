"""Reads what a document says of the API as a whole."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from octavo.openapi.document.document import ApiDocument
from octavo.openapi.document.shapes import (
    read_as_text,
    read_external_docs,
    read_items,
    read_mapping,
    read_text,
)
from octavo.openapi.model import Node, OperationEntry, SecurityScheme
from octavo.openapi.operation.security import find_scheme
from octavo.values import Struct

NO_TITLE = "API"


class NamedAddress(Struct, frozen=True):
    """A name and where it leads; either may be missing."""

    name: str = ""
    url: str = ""


class ApiInfo(Struct, frozen=True):
    """What a document says of its API."""

    title: str = NO_TITLE
    version: str = ""
    summary: str = ""
    description: str = ""
    terms: str = ""
    """The address of the terms of service."""
    contact: NamedAddress = NamedAddress()
    email: str = ""
    license: NamedAddress = NamedAddress()
    """Its name may be an identifier of SPDX."""
    external_docs: NamedAddress = NamedAddress()


def read_info(document: ApiDocument) -> ApiInfo:
    """Return what a document says of its API."""
    docs = read_external_docs(document, document.root)
    external_docs = NamedAddress(docs[1], docs[0]) if docs else NamedAddress()
    info = read_mapping(document, document.root, "info")
    if info is None:
        return ApiInfo(external_docs=external_docs)
    contact = read_mapping(document, info, "contact")
    license_ = read_mapping(document, info, "license")
    identifier = (read_as_text(license_, "identifier") if license_ else "") or ""
    return ApiInfo(
        title=" ".join((read_as_text(info, "title") or "").split()) or NO_TITLE,
        version=read_as_text(info, "version") or "",
        summary=read_text(document, info, "summary") or "",
        description=read_text(document, info, "description") or "",
        terms=info.get_text("termsOfService") or "",
        contact=_read_named(contact),
        email=(contact.get_text("email") if contact else "") or "",
        license=_read_named(license_, identifier),
        external_docs=external_docs,
    )


def _read_named(node: Node | None, name: str = "") -> NamedAddress:
    if node is None:
        return NamedAddress()
    return NamedAddress(read_as_text(node, "name") or name, node.get_text("url") or "")


def list_schemes(
    document: ApiDocument, hidden: Collection[OperationEntry]
) -> Iterator[SecurityScheme]:
    """Return the ways to prove who calls, but for those that only hidden operations name."""
    of_hidden = {name for entry in hidden for name in _name_schemes(entry.node)}
    if of_hidden:
        keys = {entry.key for entry in hidden}
        entries = document.memory.operations or ()
        visible = [entry.node for entry in entries if entry.key not in keys]
        of_hidden -= {name for node in (document.root, *visible) for name in _name_schemes(node)}
    components = read_mapping(document, document.root, "components")
    for name, node in read_items(document, components, "securitySchemes") if components else ():
        scheme = None if name in of_hidden else find_scheme(document, name, node)
        if scheme is not None:
            yield scheme


def _name_schemes(level: Node) -> Iterator[str]:
    security = level.get("security")
    for requirement in security.list_elements() if security else ():
        yield from (name for name, _ in requirement.items())


def list_schemas(document: ApiDocument) -> dict[str, Node]:
    """Return the schemas that a document names."""
    components = read_mapping(document, document.root, "components")
    return dict(read_items(document, components, "schemas")) if components else {}
