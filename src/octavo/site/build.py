"""Builds the site from settings, page settings and API documents."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial

from octavo.problems import Code, Location, Problem, Severity
from octavo.settings.models.page_settings import PageSettings
from octavo.settings.models.site_settings import Settings
from octavo.site.api.bindings import (
    PlaceInPage,
    bind_page,
    check_auth,
    check_endpoints,
    place_unknown,
)
from octavo.site.api.library import (
    ApiLibrary,
    list_used_documents,
)
from octavo.site.api.logo import add_logo
from octavo.site.api.page_facts import read_facts
from octavo.site.api.sample_languages import check_sample_languages
from octavo.site.divisions import (
    Divisions,
    check_divisions,
    list_shown_divisions,
    read_divisions,
)
from octavo.site.model import (
    Binding,
    Division,
    DivisionKind,
    OperationBinding,
    Page,
    Section,
    Site,
    plan_twins,
)
from octavo.site.navigation import (
    ListedPage,
    MadePages,
    PlaceOf,
    build_sections,
    check_listed_pages,
    choose_source,
    list_pages,
    list_versions,
)
from octavo.site.redirects import read_redirects
from octavo.site.urls import (
    OutputNames,
    build_page_output,
    build_page_url,
    build_title,
    explain_clash,
)
from octavo.site.versions.languages import find_language
from octavo.site.visibility.gate import Gate
from octavo.values import replace


def build_site(
    settings: Settings,
    page_settings: Mapping[str, PageSettings],
    files: frozenset[str],
    place_of: PlaceOf,
    library: ApiLibrary | None = None,
    place_in_page: PlaceInPage = place_unknown,
    gate: Gate | None = None,
) -> tuple[Site, list[Problem]]:
    """Build the site from settings, page settings (by source) and API documents."""
    library = library or ApiLibrary()
    gate = gate or Gate()
    entries = list_pages(settings)
    language_of = cache(partial(find_language, settings))
    authored, problems = _build_pages(
        page_settings, entries, library, place_in_page, language_of, gate
    )
    lost_urls = set(map(build_page_url, page_settings)) - authored.keys()
    divisions = read_divisions(settings)
    api_pages = _make_api_pages(settings, divisions, library, authored, files, place_of, gate)
    pages, clashes = _drop_clashing_pages({**authored, **api_pages.pages})
    held_back = gate.collect_held_back(pages, list_used_documents(settings, pages, library))
    entries = tuple(entry for entry in entries if entry.url not in held_back.pages)
    problems += (*api_pages.problems, *clashes)
    problems += check_sample_languages(settings, library, place_of)
    problems += check_auth(settings, library, place_of)
    problems += check_endpoints(settings, authored.values(), place_in_page)
    problems += check_listed_pages(entries, pages, place_of, (*api_pages.lost, *lost_urls))
    sections = build_sections(settings, pages, divisions, api_pages.groups, held_back.pages)
    ordered_sections = _sort_sections(settings, sections.values())
    tabs = list_shown_divisions(divisions.implicit_tab, divisions.tabs, ordered_sections)
    anchors = list_shown_divisions(divisions.implicit_anchor, divisions.anchors, ordered_sections)
    problems += _check_divisions(divisions, tabs, anchors, place_of)
    folders = _plan_folders(pages, ordered_sections)
    redirects, lost = read_redirects(settings, pages, folders, files, place_of, held_back.pages)
    problems += lost
    redirect_sources = {redirect.source for redirect in redirects}
    pages = {url: page for url, page in pages.items() if url not in redirect_sources}
    folders = _plan_folders(pages, ordered_sections)
    folders = {url: first for url, first in folders.items() if url not in redirect_sources}
    site = Site(
        settings=add_logo(settings, library, files),
        pages=pages,
        sections=sections,
        section_of=_assign_sections(pages, divisions, ordered_sections),
        tabs=tabs,
        anchors=anchors,
        redirects=redirects,
        files=files,
        folders=folders,
        api_documents=library.documents,
        lost_folders=api_pages.lost,
        twins=plan_twins(pages, settings, pages.keys() | folders.keys() | redirect_sources),
        held_back=held_back,
    )
    return site, problems


def _check_divisions(
    divisions: Divisions,
    tabs: Sequence[Division],
    anchors: Sequence[Division],
    place_of: PlaceOf,
) -> Iterator[Problem]:
    for kind, all_divisions, reachable in (
        (DivisionKind.TAB, divisions.tabs, tabs),
        (DivisionKind.ANCHOR, divisions.anchors, anchors),
    ):
        places = [place_of((f"{kind}s", index, "url")) for index in range(len(all_divisions))]
        yield from check_divisions(all_divisions, reachable, places)


def _build_pages(
    page_settings: Mapping[str, PageSettings],
    listed: Iterable[ListedPage],
    library: ApiLibrary,
    place_in_page: PlaceInPage,
    language_of: Callable[[str | None], str],
    gate: Gate,
) -> tuple[dict[str, Page], list[Problem]]:
    versions: dict[str, set[str | None]] = {}
    names: set[str] = set()
    for entry in listed:
        versions.setdefault(entry.url, set()).add(entry.version)
        names.add(entry.name)
    pages: dict[str, Page] = {}
    problems: list[Problem] = []
    for source, settings in page_settings.items():
        url = build_page_url(source)
        if url in pages:
            winner, problem = choose_source(url, pages[url].source, source, names)
            problems.append(problem)
            if winner != source:
                continue
        binding, page_problems = bind_page(settings, source, library, place_in_page)
        problems.extend(page_problems)
        if any(problem.code is Code.API_INTERNAL_PAGE for problem in page_problems):
            continue
        own = versions.get(url, ())  # A page in several versions belongs to all of them.
        version = settings.version or (next(iter(own)) if len(own) == 1 else None)
        facts = read_facts(settings, binding, settings.title or _choose_title(url, binding))
        if facts.settings.marks != settings.marks and not gate.admits(
            source, url, facts.settings, version
        ):
            if isinstance(binding, OperationBinding):
                gate.operations.add((binding.document.source, binding.entry.key))
            continue
        pages[url] = Page(
            source=source,
            url=url,
            title=facts.title,
            settings=facts.settings,
            version=version,
            listed=url in versions and not facts.settings.hidden,
            binding=binding,
            beginning=facts.beginning,
            deprecated=facts.deprecated,
            badges=facts.badges,
            language=language_of(version),
            standing=gate.find_standing(source, url),
        )
    return pages, problems


def _drop_clashing_pages(pages: Mapping[str, Page]) -> tuple[dict[str, Page], list[Problem]]:
    """Return the pages whose files have distinct names on every system."""
    names, kept, problems = OutputNames(), dict[str, Page](), list[Problem]()
    for url, page in pages.items():
        output = build_page_output(url)
        other = names.claim(output)
        if other is None:
            kept[url] = page
        else:
            clash = explain_clash("this page", output, other, Location(page.source))
            problems.append(replace(clash, severity=Severity.ERROR))
    return kept, problems


def _choose_title(url: str, binding: Binding | None) -> str:
    """Return the title of a page without one, from its operation or its URL."""
    if isinstance(binding, OperationBinding):
        from octavo.openapi.page_plan import (  # noqa: PLC0415 (few sites need it)
            is_planned_name,
            plan_title,
        )

        if is_planned_name(binding.entry, url.rsplit("/", 1)[-1]):
            return plan_title(binding.entry)
    return build_title(url)


def _make_api_pages(
    settings: Settings,
    divisions: Divisions,
    library: ApiLibrary,
    pages: Mapping[str, Page],
    files: frozenset[str],
    place_of: PlaceOf,
    gate: Gate,
) -> MadePages:
    if not any(division.has_api for division in (*divisions.tabs, *divisions.anchors)):
        return MadePages()
    from octavo.site.api.pages import WrittenPages, make_api_pages  # noqa: PLC0415 (see _load_api)

    listed = frozenset(entry.url for entry in list_pages(settings))
    author = WrittenPages(pages, listed, files)
    return make_api_pages(settings, divisions, library, author, place_of, gate)


def _sort_sections(settings: Settings, sections: Iterable[Section]) -> tuple[Section, ...]:
    versions = {name: index for index, name in enumerate(list_versions(settings))}
    return tuple(sorted(sections, key=lambda section: versions.get(section.version or "", 0)))


def _assign_sections(
    pages: Iterable[str], divisions: Divisions, sections: Sequence[Section]
) -> dict[str, str]:
    """Return the section of each page: the first that lists it, or else that of its divisions."""
    assigned: dict[str, str] = {}
    for section in sections:
        for url in section.order:
            assigned.setdefault(url, section.key)
    for url in pages:
        if url not in assigned:
            place = (divisions.find_tab(url), divisions.find_anchor(url))
            beside = (s.key for s in sections if (s.tab, s.anchor) == place)
            key = next(beside, None)
            if key is not None:
                assigned[url] = key
    return assigned


def _plan_folders(pages: Mapping[str, Page], sections: Iterable[Section]) -> dict[str, str]:
    """Return the URLs of folders without a page, and the first page in each."""
    in_order = [url for section in sections for url in section.order]
    folders: dict[str, str] = {}
    for url in (*in_order, *pages):
        folder = url
        while folder != "/":
            folder = folder.rpartition("/")[0] or "/"
            if folder in folders:
                break
            if folder not in pages:
                folders[folder] = url
    return folders
