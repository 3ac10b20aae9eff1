"""What the API pages of a site have in common: files, and what is wrong with the documents."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from octavo.project.files import seen_file
from octavo.values import dataclass, field

if TYPE_CHECKING:
    from octavo.openapi.document.document import Finding
    from octavo.outputs.build.site import Means
    from octavo.outputs.cache.api import KnownApi
    from octavo.outputs.cache.contents import Answers
    from octavo.problems import Problem
    from octavo.render.rendered import ApiPart
    from octavo.render.site import SiteRenderer
    from octavo.site.build import LoadedSite
    from octavo.site.links import Target
    from octavo.site.model import Site


@dataclass(frozen=True, slots=True)
class ApiReport:
    """What one process made and met while it rendered API pages."""

    parts: tuple[ApiPart, ...] = ()
    links: Mapping[str, Target] = field(default_factory=dict)
    findings: Mapping[str, tuple[Finding, ...]] | None = None
    """What is wrong with documents, by the document."""
    files: Mapping[str, tuple[str, ...]] | None = None
    """The further files that were loaded for each document."""
    texts: Mapping[str, tuple[str, ...]] | None = None
    """The files whose texts were loaded for each document."""


def report_api(renderer: SiteRenderer) -> ApiReport:
    """Return the report of this process."""
    if not renderer.api.has_pages:
        return ApiReport()
    parts = tuple(renderer.api.render_parts())  # may find something wrong, too
    documents = renderer.site.api_documents
    return ApiReport(
        parts,
        renderer.api.links.answers,
        {document.source: tuple(document.findings) for document in documents},
        {document.source: document.loaded_files for document in documents},
        {document.source: document.loaded_texts for document in documents},
    )


class ApiPages:
    """The API pages of one build: known from the build before, or all rendered."""

    def __init__(
        self,
        means: Means,
        loaded: LoadedSite,
        site: Site,
        renderer: SiteRenderer,
        answers: Answers,
    ) -> None:
        self._means = means
        self._loaded = loaded
        self._site = site
        self._answers = answers
        self._problem_count = len(loaded.api.sources.problems) if loaded.api else 0
        self.known = self._find_known() if renderer.api.has_pages else None

    def _find_known(self) -> KnownApi | None:
        means = self._means
        if means.cache is None:
            return None
        from octavo.outputs.cache.api import KnownApi, api_key  # noqa: PLC0415 (many sites have none)

        key = api_key(means.version, means.project, self._site, self._loaded, self._answers)
        known = KnownApi(means.cache, key, self._answers)
        known.find(page for page in self._site.pages.values() if page.is_api)
        return known

    def finish(
        self, reports: Iterable[ApiReport]
    ) -> tuple[tuple[ApiPart, ...], tuple[Problem, ...]]:
        """Return what the pages have in common, and what is wrong with the documents."""
        api = self._loaded.api
        if self.known is not None and self.known.unit is not None:
            unit = self.known.unit
            own = api.sources.problems[: self._problem_count] if api else ()
            return unit.parts, (*own, *unit.problems)
        parts: dict[str, ApiPart] = {}
        links: dict[str, Target] = {}
        for report in reports:
            parts.update({part.output: part for part in report.parts})
            links.update(report.links)
            self._take_findings(report)
        in_order = tuple(parts[output] for output in sorted(parts))
        self._keep(in_order, links)
        return in_order, self._loaded.collect_api_problems()

    def _take_findings(self, report: ApiReport) -> None:
        """Know of documents what another process found out."""
        for document in self._site.api_documents:
            for source in (report.files or {}).get(document.source, ()):
                document.load_file(source)
            for source in (report.texts or {}).get(document.source, ()):
                document.load_text(source)
            for finding in (report.findings or {}).get(document.source, ()):
                document.report(finding)

    def _keep(self, parts: tuple[ApiPart, ...], links: Mapping[str, Target]) -> None:
        if self.known is None:
            return
        from octavo.outputs.cache.api import ApiUnit  # noqa: PLC0415 (see _find_known)
        from octavo.outputs.cache.contents import link_as_data  # noqa: PLC0415 (the same)

        api = self._loaded.api
        files = self._other_files()
        if files is None or not self._is_undisturbed(files):
            return
        found = api.collect_findings() if api else ()
        late = api.sources.problems[self._problem_count :] if api else ()
        data = {path: link_as_data(target) for path, target in links.items()}
        self.known.keep(ApiUnit(data, files, (*late, *found), parts))

    def _other_files(self) -> dict[str, str | None] | None:
        """Return the digests of files that documents refer to and that are not data by name.

        None where a document from a link refers to others: whether those have changed cannot be
        told without loading them.
        """
        api = self._loaded.api
        if api is None:
            return {}
        from octavo.project.documents.api_files import is_link  # noqa: PLC0415 (see _find_known)

        named = {document.source for document in self._site.api_documents}
        data = {file.source for file in self._means.project.data}
        others = [source for source in api.sources.files.loaded if source not in data | named]
        if any(map(is_link, others)):
            return None
        return {source: self._answers.texts.digest(source) for source in others}

    def _is_undisturbed(self, others: Iterable[str]) -> bool:
        """Tell whether all files are as they were when the project was looked at.

        Documents are read without taking a digest: what changed meanwhile must not be remembered
        under the digest of another state.
        """
        project = self._means.project
        found = (project.find(source) for source in others)
        for file in (*project.data, *filter(None, found)):
            try:
                status = os.stat(file.path, follow_symlinks=False)
            except OSError:
                return False
            now = seen_file(file.source, file.kind, file.path, status)
            if now != file or not self._means.is_old(file):
                return False
        return True
