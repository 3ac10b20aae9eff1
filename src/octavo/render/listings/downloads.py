"""Offers API documents as files: their paths, their content, and the links to them.

A document is offered in its original form, and as one file with all its references. If the settings
enable it, each operation has a separate file, too. These files never contain hidden parts, so an
original with hidden parts is not offered.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cached_property, partial
from typing import Any, NamedTuple

from octavo.openapi.bundle.bundler import TooLargeError, bundle_document
from octavo.openapi.bundle.part import PartCutter
from octavo.openapi.bundle.visible import leave_out
from octavo.openapi.document.document import ApiDocument
from octavo.openapi.document.shapes import report_fault
from octavo.openapi.model import Node
from octavo.problems import Location, attempt
from octavo.project.documents.api_files import is_link
from octavo.render.assets.theme_files import FOLDER as OWN_FOLDER
from octavo.render.basis.html import escape_attribute
from octavo.render.basis.rendered import ApiPart, OutputFile
from octavo.render.basis.wording import Wording, load_wording
from octavo.render.twin.text import write_address
from octavo.site.api.hidden import HiddenOperations
from octavo.site.links import LinkResolver
from octavo.site.model import OperationBinding, Page, Site

FOLDER = f"{OWN_FOLDER}/openapi/"
_BUNDLE = "bundled.json"
_NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9._-]+")
_LEADS_OUT = re.compile(
    rb'"\$(?:ref|dynamicRef)"\s*:\s*"(?!#/components/)'
    rb'|"mapping"\s*:\s*\{[^{}]*:\s*"[^"#]*(?:/|\.(?:json|ya?ml))'
)
"""A reference to another file, or to a place that is no component."""


class Download(NamedTuple):
    """A file for readers to download."""

    label: str
    href: str
    name: str = ""
    """Its name in the reader's downloads; empty for the name in its path."""


class Downloads:
    """The API documents of one site as files."""

    def __init__(self, site: Site, links: LinkResolver) -> None:
        self._site = site
        self._links = links
        self.link_file = links.link_file
        self._wanted = site.settings.api.downloads
        self._whole: dict[tuple[str, str], tuple[Download, ...]] = {}
        self._bundles: dict[str, dict[str, Any] | None] = {}
        self.hidden = HiddenOperations(site)
        """The operations that no file contains."""
        self._cutters: dict[str, PartCutter | None] = {}

    def list_links(self, page: Page) -> tuple[Download, ...]:
        """Return the downloads of a page: its operation, the document in one file, the original."""
        binding = page.binding
        if binding is None or self._wanted == "none":
            return ()
        links = self._list_whole(binding.document, page.language)
        part = self._name_part(page)
        if part is None:
            return links
        say = load_wording(page.language)
        return (Download(say("This operation"), self.link_file(part)), *links)

    def _list_whole(self, document: ApiDocument, language: str) -> tuple[Download, ...]:
        """Return the downloads that all pages of a document share in a language, computed once."""
        key = document.source, language
        if key not in self._whole:
            self._whole[key] = tuple(self._find_whole(document, load_wording(language)))
        return self._whole[key]

    def _find_whole(self, document: ApiDocument, say: Wording) -> Iterator[Download]:
        name = self.names[document.source]
        bundle = self.link_file(self._name_bundle(document))
        yield Download(say("One file (JSON)"), bundle, f"{name}.json")
        href = self._find_given(document)
        if href:
            yield Download(say("As written ({format})", format=_name_format(document)), href)

    def list_documents(self) -> Iterator[Download]:
        """Return every offered document once: the original, or else in one file."""
        for document in self.documents:
            href = self._find_given(document)
            if href is not None:
                yield Download(document.source, href)
            else:
                output = self._name_bundle(document)
                yield Download(output.removeprefix(FOLDER), self.link_file(output))

    def render_links(self, page: Page) -> str:
        """Return the links of a page as HTML."""
        links = [
            f'<a href="{escape_attribute(link.href)}" '
            f'download="{escape_attribute(link.name)}">{link.label}</a>'
            for link in self.list_links(page)
        ]
        if not links:
            return ""
        label = load_wording(page.language)("Download OpenAPI")
        return f'<p class="api-downloads"><span>{label}</span> {" ".join(links)}</p>'

    def write_links(self, page: Page) -> str:
        """Return the links of a page as Markdown."""
        links = [
            f"[{link.label}]({write_address(self._links.build_absolute(link.href))})"
            for link in self.list_links(page)
        ]
        return f"Download OpenAPI: {', '.join(links)}"

    def render_documents(self) -> Iterator[ApiPart]:
        """Render each document as one file."""
        for document in self.documents:
            data = _attempt(partial(self._render_bundle, document), document, document.root)
            if data is not None:
                yield ApiPart(self._name_bundle(document), data)

    def render_operations(self) -> Iterator[OutputFile]:
        """Render the files of operations, if enabled; together they may be too large for memory."""
        for page in self._site.pages.values() if self._wanted == "operations" else ():
            output = self._name_part(page)
            if output is None or page.binding is None:
                continue
            document, place = page.binding.document, page.binding.place
            data = _attempt(partial(self._render_part, page), document, place)
            if data is not None:
                yield OutputFile(output, data)

    def render_file(self, output: str) -> bytes | None:
        """Render one of the files."""
        if self._wanted == "none" or not output.startswith(FOLDER):
            return None
        for document in self.documents:
            if self._name_bundle(document) == output:
                return self._render_bundle(document)
        for page in self._site.pages.values():
            if self._name_part(page) == output:
                return self._render_part(page)
        return None

    @property
    def documents(self) -> Iterator[ApiDocument]:
        """The offered documents, without internal and hidden ones."""
        held_back = self._site.held_back.documents
        for document in self._site.api_documents if self._wanted != "none" else ():
            if document.source in held_back:
                continue
            if document.internal is None or not document.internal.is_whole:
                yield document

    # --- names ---

    @cached_property
    def names(self) -> dict[str, str]:
        """The folder of each document, by its source."""
        sources: dict[str, str] = {}
        numbers: Counter[str] = Counter()
        for document in self._site.api_documents:
            name = base = _NOT_IN_NAMES.sub("-", document.name).strip("-.").lower() or "api"
            while name in sources:
                numbers[base] += 1
                name = f"{base}-{numbers[base] + 1}"
            sources[name] = document.source
        return {source: name for name, source in sources.items()}

    def _name_bundle(self, document: ApiDocument) -> str:
        return f"{FOLDER}{self.names[document.source]}/{_BUNDLE}"

    def _name_part(self, page: Page) -> str | None:
        """Return the file of a page's operation, if it has one."""
        binding = page.binding
        if self._wanted != "operations" or not isinstance(binding, OperationBinding):
            return None
        if self.hidden.hides(binding.document, binding.entry.key):
            return None
        return (
            f"{FOLDER}{self.names[binding.document.source]}/{page.url.strip('/') or 'index'}.json"
        )

    def _find_given(self, document: ApiDocument) -> str | None:
        """Return the address of a document as its author gave it, if readers may have it."""
        if self.hidden.list_operations(document) or document.internal or document.overlays:
            return None
        if is_link(document.source):
            return document.source if document.source.startswith("https:") else None
        is_served = document.source in self._site.files
        return self.link_file(document.source) if is_served else None

    # --- content ---

    def _render_bundle(self, document: ApiDocument) -> bytes | None:
        if not self.hidden.list_operations(document) and document.internal is None:
            data = _load_given_json(document) or _write_json(document.tree)
            if not _LEADS_OUT.search(data):  # It is already in one file.
                return data
        tree = self._bundle(document)
        return None if tree is None else _write_json(tree)

    def _render_part(self, page: Page) -> bytes | None:
        binding = page.binding
        assert isinstance(binding, OperationBinding)  # noqa: S101 (see _name_part)
        cutter = self._find_cutter(binding.document)
        part = cutter.cut(binding.entry.key) if cutter else None
        return None if part is None else _write_json(part)

    def _bundle(self, document: ApiDocument) -> dict[str, Any] | None:
        if document.source not in self._bundles:
            try:
                tree: dict[str, Any] | None = bundle_document(document)
            except TooLargeError:
                tree = None
            if tree is not None:
                hidden = self.hidden.list_operations(document)
                tree = leave_out(tree, hidden, is_cleaned=document.internal is not None)
            self._bundles[document.source] = tree
        return self._bundles[document.source]

    def _find_cutter(self, document: ApiDocument) -> PartCutter | None:
        if document.source not in self._cutters:
            tree = self._bundle(document)
            self._cutters[document.source] = PartCutter(tree) if tree is not None else None
        return self._cutters[document.source]


def _attempt(make: Callable[[], bytes | None], document: ApiDocument, node: Node) -> bytes | None:
    """Return a file of a document; an error in Octavo affects only this file."""
    tell = partial(report_fault, document, node)
    return attempt(make, None, "a file to load down", Location(document.source), tell)


def _name_format(document: ApiDocument) -> str:
    return "YAML" if document.source.lower().endswith((".yaml", ".yml")) else "JSON"


def _load_given_json(document: ApiDocument) -> bytes | None:
    """Return the original of a document, if it is JSON and needs no new file."""
    is_json = document.source.lower().endswith(".json") and not document.restore
    data = document.load_given() if is_json else None
    # A byte order mark or an escaped `$` could hide references.
    return data if data and data.startswith(b"{") and b"\\u0024" not in data else None


def _write_json(tree: dict[str, Any]) -> bytes:
    text = json.dumps(tree, ensure_ascii=False, separators=(",", ":"), default=str)
    return text.encode()
