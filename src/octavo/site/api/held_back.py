"""Hides the parts of an API that only unpublished pages show."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from octavo.settings.models.page_settings import PageSettings
from octavo.settings.urls import is_web_address
from octavo.site.api.bindings import bind_page
from octavo.site.api.library import ApiLibrary, ApiNeeds, AskedApi
from octavo.site.model import OperationBinding

if TYPE_CHECKING:
    from octavo.site.visibility.gate import Gate


def hold_back_api(
    gate: Gate,
    pages: Mapping[str, PageSettings],
    load: Callable[[ApiNeeds], ApiLibrary],
) -> None:
    """Hide the operations and documents of unpublished `pages` in the gate."""
    asked = {
        source: page.openapi or page.openapi_schema
        for source, page in pages.items()
        if page.openapi or page.openapi_schema
    }
    named = tuple(
        AskedApi(pointer, name)
        for pointer, name, marks in gate.parts.documents
        if not is_web_address(name) and gate.is_held_back(marks)
    )
    if not asked and not named:
        return
    requests = ((reference.document, source) for source, reference in asked.items() if reference)
    library = load(ApiNeeds(named, tuple(requests)))
    sources: set[str] = set()
    for source in asked:
        binding, _ = bind_page(pages[source], source, library)
        if binding is not None:
            sources.add(binding.document.source)
        if isinstance(binding, OperationBinding):
            gate.operations.add((binding.document.source, binding.entry.key))
            sources.add(binding.entry.node.source)
    for asked_api in named:
        sources.add(posixpath.normpath(asked_api.name.lstrip("/")))  # an overlay is no document
        document = library.by_name.get(asked_api.name)
        if document is not None:
            entries = library.list_operations(document).entries
            sources.update((document.source, *(entry.node.source for entry in entries)))
    gate.documents = frozenset(sources)
