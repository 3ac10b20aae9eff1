"""Loads the site of a project: settings, page settings and API documents, without hidden parts.

This reads only the front matter of pages. Rendering parses their bodies, so that one page can be
shown without reading all others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from octavo.content.front_matter import FrontMatter, read_front_matter
from octavo.content.javascript.imports import find_imports
from octavo.problems import ENDINGS, Code, Location, Problem, Severity, explain_fault
from octavo.project.discover import Project, load_settings_text
from octavo.project.files import SourceFile, load_text
from octavo.project.missing_settings import SETTINGS_NAME, note_other_name
from octavo.settings.json.lookup import build_place_lookup
from octavo.settings.json.places import Pointer, build_pointer_lookup
from octavo.settings.marks.reading import Mark, MarkKind
from octavo.settings.models.page_settings import PageSettings
from octavo.settings.models.site_settings import Settings
from octavo.settings.read import read_settings_file
from octavo.settings.read_page import read_page_settings
from octavo.site.api.bindings import PlaceInPage, place_unknown
from octavo.site.api.compared import Proof
from octavo.site.api.held_back import hold_back_api
from octavo.site.api.library import (
    ApiLibrary,
    ApiNeeds,
    list_internal_files,
    list_release_files,
    read_api_needs,
)
from octavo.site.model import (
    Site,
)
from octavo.site.navigation import (
    ListedPage,
    PlaceOf,
    check_listed_pages,
    list_pages,
)
from octavo.site.urls import (
    build_page_url,
)
from octavo.site.visibility.decision import Viewer
from octavo.site.visibility.gate import Gate
from octavo.site.visibility.report import report_marks
from octavo.values import Struct, replace

if TYPE_CHECKING:
    from octavo.site.api.load import LoadedApi


from octavo.site.build import build_site


def _locate_nowhere(_pointer: Pointer) -> Location:
    return Location(SETTINGS_NAME)


class LoadedSite(Struct, frozen=True):
    """A site, or None if the settings are unusable, and all problems so far."""

    site: Site | None
    problems: tuple[Problem, ...]
    place_of: PlaceOf = _locate_nowhere
    """Returns the locations of settings, for problems in later stages."""
    place_in_page: PlaceInPage = place_unknown
    """Returns the locations of keys in front matter."""
    api: LoadedApi | None = None
    """The API documents of the site."""
    days: tuple[str, str] = ("", "")
    """The first day with the current set of public pages, and the first day with another set."""

    def collect_api_problems(self) -> tuple[Problem, ...]:
        """Return the problems of the API documents, from the parts that pages have read."""
        return self.api.collect_problems() if self.api else ()

    def collect_api_failures(self) -> tuple[Problem, ...]:
        """Return why API documents can't be read or used."""
        return self.api.collect_failures() if self.api else ()


LoadPage = Callable[
    [Project, SourceFile, set[str]], tuple[PageSettings | None, tuple[Problem, ...]]
]
"""Reads the front matter of one page, like `load_page_settings`."""


LoadApi = Callable[[Project, ApiNeeds, PlaceOf], "LoadedApi"]
"""Loads the API documents of a site, like `load_api`."""


def load_site(
    project: Project,
    load_page: LoadPage | None = None,
    load_documents: LoadApi | None = None,
    viewer: Viewer | None = None,
) -> LoadedSite:
    """Read the settings, all page settings and the API documents of a project; build its site.

    Callers can pass loaders that remember earlier results. The site has the pages that `viewer` may
    see; by default, those that are public on every day.
    """
    text, problems = load_settings_text(project)
    if text is None:
        return LoadedSite(None, problems)
    name = project.settings_name
    gate = Gate(viewer)
    file = read_settings_file(text, name, gate.is_held_back)
    note = () if name == SETTINGS_NAME else (note_other_name(name),)
    settings, settings_problems = file.settings, (*note, *file.problems)
    if settings is None:
        return LoadedSite(None, settings_problems)
    gate.take_parts(file.marked)
    page_settings, held_back, page_problems = _load_page_settings(
        project, settings, load_page or load_page_settings, gate
    )
    files = frozenset(file.source for file in project.served)
    has_duplicates = any(p.code is Code.SETTINGS_DUPLICATE_KEY for p in file.problems)
    place_as_written = build_place_lookup(text, name, has_duplicates=has_duplicates)
    place_of = _join_lookups(place_as_written, build_pointer_lookup(file.left_out))
    needs = read_api_needs(settings, page_settings)
    api = _load_api(project, needs, place_of, load_documents)
    library = api.library if api else ApiLibrary()
    if held_back or gate.parts.documents:
        _hold_back_api(project, gate, held_back, load_documents)
    files -= list_internal_files(library.documents)
    files -= list_release_files(needs.changelog, files)
    proof, proof_problems = _load_proof(project, settings.api.proof, place_of, gate)
    files -= {proof.source}
    place_in_page = _build_page_lookup(project)
    site, site_problems = build_site(
        settings, page_settings, files, place_of, library, place_in_page, gate
    )
    unlisted = check_listed_pages(
        _list_held_back(gate), {**site.pages, **gate.pages}, place_as_written, site.lost_folders
    )
    marks = report_marks(gate, place_as_written, place_in_page)
    site = replace(site, proof=proof)
    problems = (*problems, *settings_problems, *page_problems, *site_problems, *unlisted, *marks)
    problems = (*problems, *proof_problems)
    return LoadedSite(site, problems, place_of, place_in_page, api, gate.days)


def _load_proof(
    project: Project, name: str | None, place_of: PlaceOf, gate: Gate
) -> tuple[Proof, tuple[Problem, ...]]:
    if name is None:
        return Proof(), ()
    from octavo.site.api.proof import load_proof  # noqa: PLC0415 (few sites have one)

    proof, problems, end = load_proof(project, name, gate.today, place_of(("api", "proof")))
    gate.watch(end)
    return proof, problems


def _load_api(
    project: Project, needs: ApiNeeds, place_of: PlaceOf, load_documents: LoadApi | None
) -> LoadedApi | None:
    if not needs.documents and not needs.requests:
        return None
    if load_documents is not None:
        return load_documents(project, needs, place_of)
    from octavo.site.api.load import load_api  # noqa: PLC0415 (sites without need not wait for it)

    return load_api(project, needs, place_of)


def _load_page_settings(
    project: Project, settings: Settings, load_page: LoadPage, gate: Gate
) -> tuple[dict[str, PageSettings], dict[str, PageSettings], list[Problem]]:
    """Read the front matter of all pages, and separate hidden pages from the others.

    Snippets, and files that others import, are pages only if listed.
    """
    listed = {entry.url for entry in list_pages(settings)}
    listed.update(build_page_url(path.strip()) for path in gate.parts.pages)
    snippets = (file for file in project.snippets if build_page_url(file.source) in listed)
    pages: dict[str, PageSettings] = {}
    held_back: dict[str, PageSettings] = {}
    problems: list[Problem] = []
    imported: set[str] = set()
    for file in (*project.pages, *snippets):
        try:
            own_settings, page_problems = load_page(project, file, imported)
        except ENDINGS:
            raise
        except BaseException as error:
            fault = explain_fault(error, "the settings of this page", Location(file.source))
            unknown = Mark(MarkKind.ACCESS, "")  # An unreadable page may not be public.
            own_settings, page_problems = PageSettings(private=unknown), (fault,)
        problems.extend(page_problems)
        if own_settings is None:
            continue
        url = build_page_url(file.source)
        is_admitted = gate.admits(file.source, url, own_settings, own_settings.version)
        (pages if is_admitted else held_back)[file.source] = own_settings
    problems = _join_repeated_keys(problems)
    for source in imported & pages.keys():
        if build_page_url(source) not in listed:
            del pages[source]
    return pages, held_back, problems


def _list_held_back(gate: Gate) -> Iterator[ListedPage]:
    """Yield the hidden pages that parts of the navigation list."""
    for path, place in gate.parts.places.items():
        if gate.is_held_back(gate.parts.pages[path]):
            yield ListedPage(build_page_url(path.strip()), None, place)


def _hold_back_api(
    project: Project,
    gate: Gate,
    pages: Mapping[str, PageSettings],
    load_documents: LoadApi | None,
) -> None:
    def load(needs: ApiNeeds) -> ApiLibrary:
        api = _load_api(project, needs, _locate_nowhere, load_documents)
        return api.library if api else ApiLibrary()

    hold_back_api(gate, pages, load)


def _join_repeated_keys(problems: list[Problem]) -> list[Problem]:
    """Report a key that looks misspelled only once, as a note, if several pages have it.

    Then it probably belongs to another program.
    """
    unknown = (p for p in problems if p.code is Code.PAGE_SETTING_UNKNOWN)
    counts = Counter(p.message for p in unknown if p.severity is Severity.WARNING)
    notes: dict[str, Problem] = {}
    for problem in problems:
        count = counts[problem.message]
        if count > 1:
            more = "1 more page" if count == 2 else f"{count - 1} more pages"
            message = f"{problem.message}, here and on {more}"
            note = replace(problem, message=message, severity=Severity.INFO)
            notes.setdefault(problem.message, note)
    return [p for p in problems if counts[p.message] < 2] + list(notes.values())


def load_page_settings(
    project: Project, file: SourceFile, imported: set[str] | None = None
) -> tuple[PageSettings | None, tuple[Problem, ...]]:
    """Read the front matter of one page; None if the file can't be read.

    The sources that the page imports are added to `imported`.
    """
    text, problems = load_text(project.root, file)
    if text is None:
        return None, problems
    if imported is not None and (sources := find_imports(text, file.source)):
        imported |= sources - {file.source}
    settings, page_problems = read_settings_of(read_front_matter(text, file.source), file.source)
    return settings, (*problems, *page_problems)


def read_settings_of(
    front_matter: FrontMatter, source: str
) -> tuple[PageSettings, tuple[Problem, ...]]:
    """Return the settings in a page's front matter, and their problems."""
    settings, problems = read_page_settings(front_matter.values, {}, source)
    if problems:  # The locations are only needed for problems.
        settings, problems = read_page_settings(front_matter.values, front_matter.places, source)
    return settings, (*front_matter.problems, *problems)


def _join_lookups(place_as_written: PlaceOf, find_written: Callable[[Pointer], Pointer]) -> PlaceOf:
    return lambda pointer: place_as_written(find_written(pointer))


def _build_page_lookup(project: Project) -> PlaceInPage:
    """Return the lookup of keys in front matter; each call may read a page again."""

    def locate(source: str, key: str) -> Location:
        file = project.files.get(source)
        text = load_text(project.root, file)[0] if file else None
        places = read_front_matter(text or "", source).places
        return Location(source, *places.get(key, (0, 0)))

    return locate
