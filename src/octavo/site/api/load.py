"""Loads the API documents that a site needs: those in its settings and of its pages.

A file of the project is parsed only if a page may mean it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from octavo.openapi.document.document import ApiDocument, Finding
from octavo.openapi.document.locate import locate
from octavo.openapi.document.read_tree import read_document
from octavo.openapi.document.shapes import report_fault
from octavo.openapi.internal.clean import withhold
from octavo.openapi.internal.marks import has_marks
from octavo.openapi.operation.listing import list_operations
from octavo.openapi.rules.check import check_document
from octavo.openapi.rules.completeness import check_completeness
from octavo.openapi.schema.reader import SchemaReader
from octavo.problems import Code, Location, Problem, Severity, attempt
from octavo.project.discover import Project
from octavo.project.documents.api_sources import (
    ApiSource,
    ApiSources,
    NamedSource,
    load_api_sources,
)
from octavo.project.files import SourceFile
from octavo.site.api.library import (
    ApiLibrary,
    ApiNeeds,
    AskedApi,
    AskedDocument,
    list_release_files,
    match_sources,
)
from octavo.site.navigation import PlaceOf
from octavo.values import Struct, field, replace

if TYPE_CHECKING:
    from octavo.site.api.releases import Remember


class LoadedApi(Struct, frozen=True):
    """The API documents of a site, and all their problems."""

    library: ApiLibrary
    sources: ApiSources
    refusals: tuple[Finding, ...] = ()
    """The reasons why some documents are unusable."""
    notes: tuple[Problem, ...] = ()
    """Notes on how the settings name them."""

    def collect_problems(self) -> tuple[Problem, ...]:
        """Return the problems of the documents, from the parts read so far."""
        return (*self.sources.problems, *self.collect_findings())

    def collect_findings(self) -> tuple[Problem, ...]:
        """Return the same, without problems of the files themselves."""
        findings = list(self.refusals)
        for document in self.library.documents:
            further = _attempt_check(document, partial(check_document, document))
            findings += document.sort_findings(further)
        return (*self.notes, *locate(findings, self.sources.files.find_data))

    def collect_failures(self) -> tuple[Problem, ...]:
        """Return why documents can't be read or used, because no page would report it."""
        return (*self.sources.problems, *locate(self.refusals, self.sources.files.find_data))

    def collect_further(self) -> tuple[Problem, ...]:
        """Return the problems that only a check finds: invalid values, and missing texts."""
        from octavo.openapi.rules.consistency import check_consistency  # noqa: PLC0415 (only checks need it)
        from octavo.openapi.rules.given_values import check_given_values  # noqa: PLC0415 (the same)

        findings: list[Finding] = []
        for document in self.library.documents:
            entries = self.library.list_operations(document).entries
            reader = SchemaReader(document)
            checks = (
                partial(check_completeness, document, entries),
                partial(check_consistency, document, reader, entries),
                partial(check_given_values, document, reader, entries),
            )
            further = [each for check in checks for each in _attempt_check(document, check)]
            findings += map(document.restore, further) if document.restore else further
        return tuple(locate(findings, self.sources.files.find_data))


def load_api(
    project: Project,
    needs: ApiNeeds,
    place_of: PlaceOf,
    *,
    allow_local: bool = False,
    remember: Remember[Any] = lambda _name, _kind, make: make(),
) -> LoadedApi:
    """Load the documents in the settings and those that pages may mean.

    `allow_local` lets links name this computer. `remember` keeps comparisons of releases.
    """
    named_sources = [_locate(asked, place_of) for asked in needs.documents]
    # Without a page that asks there is no need to look into the project's data.
    data = _list_searched(project, needs) if needs.requests else ()
    search_project = replace(project, data=data)
    sources = load_api_sources(search_project, named_sources, allow_local=allow_local)
    reader = _Reader(needs.show_internal)
    by_name: dict[str, ApiDocument | None] = {each.name: None for each in needs.documents}
    by_name |= {name: reader.read(source) for name, source in sources.by_written.items()}
    for source in _select_sources(sources, needs.requests):
        reader.read(source)
    library = ApiLibrary(filter(None, reader.documents.values()), by_name)
    notes = tuple(_note_empty(library, needs, place_of))
    if needs.changelog is not None:  # Only then their code is imported.
        notes += _load_histories(project, needs, sources, library, place_of, remember)
    return LoadedApi(library, sources, tuple(reader.refusals), notes)


def _list_searched(project: Project, needs: ApiNeeds) -> tuple[SourceFile, ...]:
    """Return the files in which pages find documents: old releases are not among them."""
    left = list_release_files(needs.changelog, (file.source for file in project.data))
    return tuple(file for file in project.data if file.source not in left)


def _load_histories(
    project: Project,
    needs: ApiNeeds,
    sources: ApiSources,
    library: ApiLibrary,
    place_of: PlaceOf,
    remember: Remember[Any],
) -> tuple[Problem, ...]:
    """Give the documents in the settings their releases, and return what is wrong with these."""
    from octavo.site.api.releases import ReleaseLoader  # noqa: PLC0415 (few sites need it)

    if needs.changelog is None:
        return ()
    place = place_of(("api", "changelog", "from"))
    loader = ReleaseLoader(
        project, needs.changelog, place, remember, show_internal=needs.show_internal
    )
    named = {document.source: name for name, document in library.by_name.items() if document}
    for document in library.documents:
        if document.source in named:
            api = sources.by_written[named[document.source]]
            document.history = loader.load(api, document, is_only=len(named) == 1)
    return tuple(loader.problems)


def _locate(asked: AskedApi, place_of: PlaceOf) -> NamedSource:
    overlays = (
        NamedSource(name, place_of((*asked.pointer, "overlays", number)))
        for number, name in enumerate(asked.overlays)
    )
    return NamedSource(asked.name, place_of(asked.pointer), tuple(overlays))


def _note_empty(library: ApiLibrary, needs: ApiNeeds, place_of: PlaceOf) -> Iterator[Problem]:
    """Return a note for each document that is named for its pages and has none."""
    for asked in needs.documents:
        name, document = asked.name, library.by_name.get(asked.name)
        is_internal = document is not None and document.internal is not None
        if document is None or is_internal:  # Then a note explains the missing pages.
            continue
        if not library.list_operations(document).entries:
            message = f"`{name}` describes no operations, so no pages are made of it"
            yield Problem(Code.API_NO_OPERATIONS, message, place_of(asked.pointer), Severity.INFO)


def _select_sources(sources: ApiSources, requests: Sequence[AskedDocument]) -> Iterator[ApiSource]:
    if any(name is None for name, _ in requests):
        yield from sources.by_source.values()
        return
    for name, page in dict.fromkeys(requests):
        for source in match_sources(sources.by_source, name or "", page):
            yield sources.by_source[source]


class _Reader(Struct):
    """Reads each document once."""

    show_internal: bool
    documents: dict[str, ApiDocument | None] = field(default_factory=dict)
    refusals: list[Finding] = field(default_factory=list)

    def read(self, api: ApiSource) -> ApiDocument | None:
        if api.source not in self.documents:
            self.documents[api.source] = self._load(api)
        return self.documents[api.source]

    def _load(self, api: ApiSource) -> ApiDocument | None:
        nothing: tuple[ApiDocument | None, tuple[Finding, ...]] = (None, ())
        place, tell = Location(api.source), partial(self._add_fault, api)
        what, load = "the pages of this document", partial(_read, api, self.show_internal)
        document, findings = attempt(load, nothing, what, place, tell)
        severity = Severity.ERROR if api.is_named else Severity.WARNING
        self.refusals += [replace(finding, severity=severity) for finding in findings]
        return document

    def _add_fault(self, api: ApiSource, problem: Problem) -> None:
        severity, hint = problem.severity, problem.hint
        self.refusals.append(Finding(problem.code, problem.message, api.source, (), severity, hint))


def _read(api: ApiSource, show_internal: bool) -> tuple[ApiDocument | None, tuple[Finding, ...]]:
    tree = api.load_tree()
    if tree is None and not api.overlays:  # The problems of the sources say why.
        return _keep_back(api, show_internal), ()
    document, findings = read_document(
        api.source,
        api.name,
        tree,
        api.load_file,
        api.load_plain,
        show_internal=show_internal,
        overlays=api.load_overlays(),
    )
    if document is None:
        return _keep_back(api, show_internal), findings
    document.load_given = api.load_given
    list_operations(document)
    return document, ()


def _keep_back(api: ApiSource, show_internal: bool) -> ApiDocument | None:
    """Return an empty document in place of a broken one with marks: its file is not published."""
    data = api.load_given()
    if show_internal or data is None or not has_marks(data):
        return None
    return withhold(ApiDocument(api.source, api.name, "3.1", {}))


def _attempt_check(
    document: ApiDocument, check: Callable[[], Iterable[Finding]]
) -> tuple[Finding, ...]:
    """Return the findings of a check; an error in Octavo stops only this check."""
    tell = partial(report_fault, document, document.root)
    what, place = "a check of this document", Location(document.source)
    return attempt(lambda: tuple(check()), (), what, place, tell)
