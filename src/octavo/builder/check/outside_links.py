"""Collects a project's links to other sites, with their locations."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import urldefrag

from octavo.builder.pages.documents import DocumentLoader
from octavo.content.inspection import list_nodes
from octavo.content.nodes import Element, Tag, Value
from octavo.problems import Location
from octavo.project.discover import Project, load_settings_text
from octavo.project.documents.json import parse_json
from octavo.settings.urls import clean_url, is_web_address
from octavo.site.load import LoadedSite
from octavo.site.model import Site

_ATTRIBUTES = frozenset({"href", "src", "url", "img", "cta"})
_NOT_FOR_READERS = frozenset(
    {"$schema", "analytics", "api", "check", "integrations", "openapi", "seo"}
)
"""Settings whose addresses readers don't follow."""


def list_external_links(
    project: Project, loaded_site: LoadedSite, site: Site, documents: DocumentLoader
) -> dict[str, tuple[Location, ...]]:
    """Return the addresses of other sites in the project, without their fragments."""
    places: dict[str, dict[Location, None]] = {}
    for address, place in _list_all(project, loaded_site, site, documents):
        safe = clean_url(address)
        if safe is not None and is_web_address(safe):
            places.setdefault(urldefrag(safe).url, {})[place] = None
    return {address: tuple(several) for address, several in places.items()}


def _list_all(
    project: Project, loaded_site: LoadedSite, site: Site, documents: DocumentLoader
) -> Iterator[tuple[str, Location]]:
    text, _ = load_settings_text(project)
    for pointer, address in _list_settings(
        parse_json(text or "{}", project.settings_name).value, ()
    ):
        yield address, loaded_site.place_of(pointer)
    for page in site.pages.values():
        document = documents.load_page(page).document
        for node in list_nodes(document) if document else ():
            for address in _list_addresses(node):
                source = document.origins.get(node) or page.source if document else page.source
                yield address, Location(source, node.line, node.column)


def _list_settings(value: Any, pointer: tuple[Any, ...]) -> Iterator[tuple[tuple[Any, ...], str]]:
    if isinstance(value, str) and is_web_address(value):
        yield pointer, value
    elif isinstance(value, dict):
        for key, child in value.items():
            if key not in _NOT_FOR_READERS:
                yield from _list_settings(child, (*pointer, key))
    elif isinstance(value, list):
        for number, child in enumerate(value):
            yield from _list_settings(child, (*pointer, number))


def _list_addresses(node: Any) -> Iterator[str]:
    if type(node) is Element:
        properties = node.properties or {}
        yield from (str(properties[key]) for key in ("href", "src") if key in properties)
    elif type(node) is Tag:
        for attribute in node.attributes:
            value = attribute.value
            value = value.value if isinstance(value, Value) else value
            if attribute.name in _ATTRIBUTES and isinstance(value, str):
                yield value
