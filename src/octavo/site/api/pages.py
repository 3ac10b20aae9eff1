"""Creates pages for the API documents of tabs and anchors: operations, tags, the document.

An author's page replaces a generated one in the navigation if it has the same URL, or the same
operation in the same tab or anchor.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial

from octavo.openapi.document.document import ApiDocument, Finding
from octavo.openapi.model import Node, OperationKey
from octavo.openapi.operation.listing import list_operations
from octavo.openapi.page_plan import (
    PageNames,
    PlannedGroup,
    PlannedOverview,
    PlannedPage,
    plan_groups,
    plan_overviews,
    plan_pages,
    plan_releases,
)
from octavo.problems import Code, Location, Problem, Severity
from octavo.project.names import is_device
from octavo.settings.json.places import Pointer
from octavo.settings.models.page_settings import PageSettings
from octavo.settings.models.site_settings import Settings
from octavo.settings.models.structure import Anchor, Tab
from octavo.settings.objects import replace as change_settings
from octavo.site.api.library import ApiLibrary
from octavo.site.api.page_facts import PageFacts, read_facts
from octavo.site.divisions import Divisions
from octavo.site.model import (
    Binding,
    Division,
    OperationBinding,
    OverviewBinding,
    Page,
    ReleaseBinding,
    SchemaBinding,
)
from octavo.site.navigation import MadeGroup, MadePages, PlaceOf
from octavo.site.redirects import build_redirects, list_written
from octavo.site.urls import build_page_output, is_inside, normalize_url, read_own_url
from octavo.site.versions.languages import find_language
from octavo.site.visibility.gate import Gate
from octavo.values import Struct, replace

_Operation = tuple[ApiDocument, OperationKey]


def make_api_pages(
    settings: Settings,
    divisions: Divisions,
    library: ApiLibrary,
    pages_of_author: WrittenPages,
    place_of: PlaceOf,
    gate: Gate,
) -> MadePages:
    """Create the pages of all anchors, then of all tabs, if the gate admits them."""
    maker = _Maker(settings, pages_of_author, gate)
    several: list[_OfDivision] = []
    problems: list[Problem] = []
    lost_folders: list[str] = []
    for pointer, division, names in _find_documents(settings, divisions):
        documents = [library.by_name.get(name) for name in names]
        if division.prefix is not None:
            several.append(maker.make(division, filter(None, documents)))
            lost_folders += [division.prefix] if None in documents else []
        elif documents:
            problems.append(_explain_no_folder(division, place_of(pointer)))
    # Pages of operations take their addresses first: these were there before overviews.
    groups = [group for each in several for group in maker.make_groups(each)]
    return MadePages(maker.pages, tuple(groups), tuple(problems), tuple(lost_folders))


def _find_documents(
    settings: Settings, divisions: Divisions
) -> Iterator[tuple[Pointer, Division, tuple[str, ...]]]:
    """Return the anchors and tabs that name documents, with the location and the names."""
    for index, (anchor, division) in enumerate(
        zip(settings.anchors, divisions.anchors, strict=True)
    ):
        yield ("anchors", index, "openapi"), division, _list_names(anchor)
    for index, (tab, division) in enumerate(zip(settings.tabs, divisions.tabs, strict=True)):
        yield ("tabs", index, "openapi"), division, _list_names(tab)


def _list_names(division: Anchor | Tab) -> tuple[str, ...]:
    return tuple(api.source for api in division.openapi)


class WrittenPages(Struct, frozen=True):
    """The author's pages, the urls that the author's navigation lists, and the files."""

    pages: Mapping[str, Page]
    listed: Container[str]
    files: Container[str] = ()

    def group_by_operation(self) -> dict[_Operation, list[Page]]:
        """Return the pages that show an operation, by document and key."""
        pages: dict[_Operation, list[Page]] = {}
        for page in self.pages.values():
            binding = page.binding
            if isinstance(binding, OperationBinding):
                pages.setdefault((binding.document, binding.entry.key), []).append(page)
        return pages


class _OfDivision(Struct, frozen=True):
    """The pages of the operations of a division, and the urls to list."""

    division: Division
    plans: tuple[tuple[ApiDocument, tuple[PlannedPage, ...]], ...]
    urls: dict[str, str | None]


class _Maker:
    def __init__(self, settings: Settings, pages_of_author: WrittenPages, gate: Gate) -> None:
        self._gate = gate
        self._language_of = cache(partial(find_language, settings))
        self.pages: dict[str, Page] = {}
        self._pages_of_author = pages_of_author
        self._by_operation = pages_of_author.group_by_operation()
        self._names = PageNames()
        self._no_settings = PageSettings()
        self._document_urls: set[tuple[ApiDocument, str]] = set()
        self._visible: set[str] = set()
        """The planned pages that readers see, by path."""
        self._redirects = build_redirects(list_written(settings))
        self._has_schemas = settings.api.schemas == "pages"

    def make(self, division: Division, documents: Iterable[ApiDocument]) -> _OfDivision:
        """Create the pages of the operations of a division."""
        prefix = division.prefix or "/"
        plans: list[tuple[ApiDocument, tuple[PlannedPage, ...]]] = []
        urls: dict[str, str | None] = {}
        for document in documents:
            if (document, prefix) in self._document_urls:
                continue
            self._document_urls.add((document, prefix))
            pages = plan_pages(document, prefix[1:], self._names)
            plans.append((document, pages))
            for plan in pages:
                urls[plan.path] = self._make_page(plan, document, division)
        return _OfDivision(division, tuple(plans), urls)

    def make_groups(self, own: _OfDivision) -> list[MadeGroup]:
        """Make the overviews of a division and return its groups."""
        division, urls = own.division, dict(own.urls)
        overviews: list[PlannedOverview] = []
        for document, pages in own.plans:
            for plan in self._plan_overviews(document, pages, own):
                is_one_of_several = len(own.plans) > 1 and plan.groups == ("",)
                overviews.append(replace(plan, label=plan.title) if is_one_of_several else plan)
                urls[plan.path] = self._make_overview(overviews[-1], document, division)
        plans = [page for _, pages in own.plans for page in pages]
        groups = (
            _build_group(group, urls, division.version) for group in plan_groups(plans, overviews)
        )
        return [group for group in groups if group is not None]

    def _plan_overviews(
        self, document: ApiDocument, pages: Sequence[PlannedPage], own: _OfDivision
    ) -> Iterator[PlannedOverview]:
        """Return the overviews of a document, as far as the site wants them.

        Where the author's navigation lists all pages of a document or of a tag, the site has only
        those overviews that it lists, too.
        """
        visible = [page for page in pages if page.path in self._visible]
        automatic = [page for page in visible if own.urls[page.path] is not None]
        left = {page.groups for page in visible} - {page.groups for page in automatic}
        is_bare = not (list_operations(document) or document.internal)
        is_automatic = bool(automatic) or is_bare
        folder = (own.division.prefix or "/")[1:]
        has_schemas = self._has_schemas
        for plan in plan_overviews(document, folder, visible, self._names, has_schemas=has_schemas):
            is_wanted = is_automatic and not (plan.tag and plan.groups in left)
            if is_wanted or normalize_url(plan.path) in self._pages_of_author.listed:
                yield plan
        if document.history is not None and is_automatic:
            yield from plan_releases(document.history, folder, self._names)

    def _make_overview(
        self, plan: PlannedOverview, document: ApiDocument, division: Division
    ) -> str | None:
        """Make a page, unless the author has anything at its url; return the url to list."""
        url, author = normalize_url(plan.path), self._pages_of_author
        page = author.pages.get(url)
        if page is None:
            page = self._build_overview(url, plan, document, division)
            if (
                url in self.pages
                or build_page_output(url) in author.files
                or self._redirects.find(url)
                or self._gate.hides_url(url)
                or not self._gate.admits(page.source, url, page.settings, page.version)
            ):
                return None
            self.pages[url] = replace(page, standing=self._gate.find_standing(page.source, url))
        elif plan.is_changelog and not page.is_api:
            page = self.pages[url] = self._add_release(page, plan, document, division)
        return None if url in author.listed or page.settings.hidden else url

    def _add_release(
        self, page: Page, plan: PlannedOverview, document: ApiDocument, division: Division
    ) -> Page:
        """Return the author's notes on a release, with what changed in it below them."""
        own = self._build_overview(page.url, plan, document, division)
        settings = page.settings
        if not (settings.title or settings.sidebar_title):
            settings = change_settings(settings, sidebar_title=plan.label)
        return replace(
            page,
            settings=settings,
            title=settings.title or own.title,
            binding=own.binding,
            listed=not page.settings.hidden,
        )

    def _build_overview(
        self, url: str, plan: PlannedOverview, document: ApiDocument, division: Division
    ) -> Page:
        binding: Binding
        if plan.is_changelog:
            binding = ReleaseBinding(document, division.prefix or "/", plan.release)
        elif plan.schema is None:
            binding = OverviewBinding(document, division.prefix or "/", plan.tag)
        else:
            binding = SchemaBinding(document, plan.schema, plan.title)
        label = plan.label if plan.label != plan.title else None
        facts = read_facts(PageSettings(title=plan.title, sidebar_title=label), binding, plan.title)
        return self._fill_page(url, facts, binding, division, is_listed=True)

    def _make_page(
        self, plan: PlannedPage, document: ApiDocument, division: Division
    ) -> str | None:
        """Create a page unless the author wrote one; return its URL if it isn't listed yet."""
        url = self._choose_url(plan, document)
        page = self._find_written(url, document, plan, division)
        if page is None:
            page = self._build(url, plan, document, division)
            if self._is_held_back(page, plan, document):
                self._gate.operations.add((document.source, plan.entry.key))
                return None
            self.pages[url] = replace(page, standing=self._gate.find_standing(page.source, url))
        if not (plan.hidden or page.settings.hidden):
            self._visible.add(plan.path)
        is_listed = page.url in self._pages_of_author.listed
        return None if is_listed or page.settings.hidden else page.url

    def _is_held_back(self, page: Page, plan: PlannedPage, document: ApiDocument) -> bool:
        """Tell whether a page is hidden, by itself or by a page of the same operation."""
        gate = self._gate
        return (
            (document.source, plan.entry.key) in gate.operations
            or gate.hides_url(page.url)
            or not gate.admits(page.source, page.url, page.settings, page.version)
        )

    def _find_written(
        self, url: str, document: ApiDocument, plan: PlannedPage, division: Division
    ) -> Page | None:
        if url in self._pages_of_author.pages:
            return self._pages_of_author.pages[url]
        same = self._by_operation.get((document, plan.entry.key), ())
        return next((page for page in same if is_inside(page.url, division.prefix or "/")), None)

    def _build(
        self, url: str, plan: PlannedPage, document: ApiDocument, division: Division
    ) -> Page:
        binding = OperationBinding(document, plan.entry)
        facts = read_facts(self._no_settings, binding, plan.title)
        is_listed = url in self._pages_of_author.listed or not (
            plan.hidden or facts.settings.hidden
        )
        return self._fill_page(url, facts, binding, division, is_listed=is_listed)

    def _fill_page(
        self, url: str, facts: PageFacts, binding: Binding, division: Division, *, is_listed: bool
    ) -> Page:
        return Page(
            source=f"{url[1:] or 'index'}.mdx",
            url=url,
            title=facts.title,
            settings=facts.settings,
            version=division.version,
            listed=is_listed,
            binding=binding,
            generated=True,
            beginning=facts.beginning,
            deprecated=facts.deprecated,
            badges=facts.badges,
            language=self._language_of(division.version),
        )

    def _choose_url(self, plan: PlannedPage, document: ApiDocument) -> str:
        extension = plan.entry.node.get("x-mint")
        wish = extension.get("href") if extension else None
        if wish is None or wish.value is None:
            return normalize_url(plan.path)
        url = read_own_url(wish.value)
        device = next(filter(is_device, url.split("/")), None) if url else None
        reason = ""
        if url is None:
            reason = "it must be a path of the site"
        elif device:
            reason = f"Windows has no files and folders of the name `{device}`"
        elif url in self.pages:
            reason = "another page is there"
        if url is None or reason:
            _refuse_own_url(document, wish, reason)
            return normalize_url(plan.path)
        return url


def _build_group(
    plan: PlannedGroup, urls: Mapping[str, str | None], version: str | None
) -> MadeGroup | None:
    """Return a group with its URLs; None if it has none."""
    entries: list[str | MadeGroup] = []
    for entry in plan.entries:
        if isinstance(entry, PlannedGroup):
            group = _build_group(entry, urls, version)
            if group is not None:
                entries.append(group)
        elif (url := urls[entry.path]) is not None:
            entries.append(url)
    return MadeGroup(plan.name, tuple(entries), version) if entries else None


def _refuse_own_url(document: ApiDocument, wish: Node, reason: str) -> None:
    message = f"`href` is left out: {reason}"
    document.report(Finding(Code.API_WRONG_VALUE, message, wish.source, wish.pointer))


def _explain_no_folder(division: Division, place: Location) -> Problem:
    return Problem(
        Code.API_PAGES_WITHOUT_FOLDER,
        f"no pages are made for the {division.kind} `{division.name}`: its `url` leads elsewhere",
        place,
        Severity.WARNING,
        "Its `url` must be the folder that the pages of the API document are put in.",
    )
