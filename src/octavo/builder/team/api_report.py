"""The shared results of a site's API pages: files, and the problems of documents."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from octavo.values import Struct, field

if TYPE_CHECKING:
    from octavo.openapi.document.document import ApiDocument, Finding
    from octavo.render.basis.rendered import ApiPart
    from octavo.render.site import SiteRenderer
    from octavo.site.links import Target


class ApiReport(Struct, frozen=True):
    """The links and the findings of one process that rendered API pages."""

    links: Mapping[str, Target] = field(default_factory=dict)
    findings: Mapping[str, tuple[Finding, ...]] = field(default_factory=dict)
    """The findings of each document."""
    files: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The other files that were loaded for each document."""
    texts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The files whose texts were loaded for each document."""


def report_api(renderer: SiteRenderer, take: Callable[[ApiPart], object]) -> ApiReport:
    """Pass on the shared files of this process, one by one, and return its report."""
    if not renderer.api.has_pages:
        return ApiReport()
    for part in renderer.api.render_parts():  # Rendering may find problems, too.
        take(part)
    documents = renderer.site.api_documents
    return ApiReport(
        renderer.api.links.answers,
        {document.source: tuple(document.list_findings()) for document in documents},
        {document.source: document.loaded_files for document in documents},
        {document.source: document.loaded_texts for document in documents},
    )


def join_reports(
    reports: Iterable[ApiReport], documents: Sequence[ApiDocument]
) -> dict[str, Target]:
    """Return all links, and add the findings of every process to the documents."""
    links: dict[str, Target] = {}
    for report in reports:
        links.update(report.links)
        for document in documents:
            _add_report(document, report)
    return links


def _add_report(document: ApiDocument, report: ApiReport) -> None:
    """Add the files and findings of another process to a document."""
    for source in report.files.get(document.source, ()):
        document.load_file(source)
    for source in report.texts.get(document.source, ()):
        document.load_text(source)
    for finding in report.findings.get(document.source, ()):
        document.report(finding)
