"""The facts about a page, from its front matter or else from its API document."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from octavo.openapi.plain_text import cut_first_words
from octavo.problems import Code
from octavo.settings.models.page_settings import PageSettings
from octavo.settings.objects import list_own_values, replace
from octavo.settings.read_page import read_page_settings
from octavo.site.model import (
    Binding,
    OperationBinding,
    OverviewBinding,
    ReleaseBinding,
    SchemaBinding,
)
from octavo.values import Struct

if TYPE_CHECKING:
    from octavo.openapi.document.document import ApiDocument
    from octavo.openapi.model import Node, OperationEntry
    from octavo.openapi.operation.badges import Badge

# A foreign document must not set these, because they bind pages or redirect readers.
_NOT_FOR_DOCUMENTS = frozenset({"openapi", "openapi-schema", "api", "url", "version"})
_ICON_NAME = re.compile(r"[A-Za-z0-9-]+\Z")


class PageFacts(Struct, frozen=True):
    """The facts about a page for lists, navigation and search engines."""

    settings: PageSettings
    title: str
    beginning: str | None
    """The start of the API document's description, for pages without a description."""
    deprecated: bool
    badges: tuple[Badge, ...] = ()


def read_facts(
    settings: PageSettings,
    binding: Binding | None,
    fallback_title: str,
) -> PageFacts:
    """Return the facts of a page; front matter has priority over the API document."""
    if isinstance(binding, OperationBinding):
        return _build_operation_facts(settings, binding, fallback_title)
    title, beginning = settings.title, None
    if isinstance(binding, SchemaBinding):
        title = title or binding.name
    if binding is not None and not isinstance(binding, ReleaseBinding):
        beginning = None if settings.description else cut_first_words(_read_description(binding))
    return PageFacts(settings, title or fallback_title, beginning, bool(settings.deprecated))


def _read_description(binding: SchemaBinding | OverviewBinding) -> str | None:
    from octavo.openapi.document.shapes import read_text  # noqa: PLC0415 (see site.model)
    from octavo.openapi.info import read_info  # noqa: PLC0415 (as above)

    if isinstance(binding, OverviewBinding):
        if binding.tag is not None:
            return binding.tag.description
        info = read_info(binding.document)
        return info.summary or info.description
    node = binding.node
    return (
        read_text(binding.document, node, "description") if isinstance(node.value, dict) else None
    )


def _build_operation_facts(
    settings: PageSettings, binding: OperationBinding, fallback_title: str
) -> PageFacts:
    entry = binding.entry
    settings = _add_settings(settings, _read_document_settings(binding.document, entry))
    deprecated = entry.deprecated if settings.deprecated is None else settings.deprecated
    return PageFacts(
        settings,
        settings.title or entry.title or fallback_title,
        None if settings.description else cut_first_words(entry.description),
        deprecated,
        entry.badges,
    )


def _add_settings(page: PageSettings, document: PageSettings | None) -> PageSettings:
    if document is None:
        return page
    return replace(document, **list_own_values(page))


def _read_document_settings(document: ApiDocument, entry: OperationEntry) -> PageSettings | None:
    """Return the page settings of an operation (`x-mint.metadata`), if it has any."""
    extension = entry.node.get("x-mint")
    node = extension.get("metadata") if extension else None
    if node is None or not isinstance(node.value, dict):
        return None
    values = {str(key): value for key, value in node.value.items() if _may_say(key, value)}
    settings, problems = read_page_settings(values, {}, node.source)
    for problem in problems:
        _report(document, node, problem.message, problem.hint)
    return settings


def _may_say(key: Any, value: Any) -> bool:
    if key == "icon":  # An icon can also be code or an address, which only authors may write.
        return isinstance(value, str) and _ICON_NAME.match(value) is not None
    return isinstance(key, str) and key not in _NOT_FOR_DOCUMENTS


def _report(document: ApiDocument, node: Node, message: str, hint: str) -> None:
    from octavo.openapi.document.document import Finding  # noqa: PLC0415 (see site.model)

    document.report(Finding(Code.API_WRONG_VALUE, message, node.source, node.pointer, hint=hint))
