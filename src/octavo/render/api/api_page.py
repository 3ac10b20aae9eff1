"""Combines the author's text of an API page with the content of the API document."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import chain, starmap

from octavo.content.nodes import Document
from octavo.openapi.changes.history import History
from octavo.openapi.document.document import ApiDocument
from octavo.openapi.document.shapes import report_fault
from octavo.openapi.info import list_schemes, read_info
from octavo.openapi.operation.operation import read_operation
from octavo.openapi.plain_text import strip_whole
from octavo.openapi.request.request import has_no_host, report_no_host
from octavo.openapi.schema.reader import SchemaReader
from octavo.problems import Location, attempt
from octavo.reference.endpoint import view_operation, view_written
from octavo.reference.examples import ShownSample
from octavo.reference.facts.since import MARK, number_releases
from octavo.reference.later import FragmentPlace, Fragments
from octavo.reference.life import Successors
from octavo.reference.overview.document_pages import DocumentPages
from octavo.reference.overview.releases import (
    build_anchor,
    introduce_release,
    list_for_feed,
    view_changelog,
    view_release,
)
from octavo.reference.overview.users import SchemaUsers
from octavo.reference.overview.views import (
    Overview,
    introduce_overview,
    introduce_tag,
    list_servers,
    view_overview,
    view_tag,
)
from octavo.reference.pages import (
    DocumentViews,
    Own,
    introduce,
    introduce_operation,
    view_written_page,
)
from octavo.reference.room import Room, fit, list_text_views
from octavo.reference.view import Endpoint, Ids, Part, Prose, Section, View
from octavo.render.api.document_links import DocumentLinks
from octavo.render.api.headings import add_heading_ids
from octavo.render.api.playground.file import PlaygroundFile, Playgrounds
from octavo.render.api.playground.written import build_written_playground
from octavo.render.api.samples.samples import Samples
from octavo.render.api.texts import Texts
from octavo.render.api.untrusted import split_lead
from octavo.render.api.view.found import FoundPrinter
from octavo.render.api.view.markdown import MarkdownPrinter
from octavo.render.api.view.parts import PartPrinter
from octavo.render.api.view.since import render_choice
from octavo.render.api.written import PLACE, read_endpoint_fields, read_security
from octavo.render.assets.theme_files import FOLDER, RELEASES_SHEET
from octavo.render.basis.names import shorten_name
from octavo.render.basis.policy import ANSWERS, CALLS, DIRECT_CALLS, join_needs
from octavo.render.basis.rendered import SEARCH_OF_PAGE, TEXT_OF_PAGE, TWIN_OF_PAGE, ApiPart
from octavo.render.basis.wording import ENGLISH, Wording
from octavo.render.content.components.code import COPY_SCRIPT
from octavo.render.content.components.code import SCRIPT as CODE_SCRIPT
from octavo.render.content.components.containers.updates import Update
from octavo.render.content.components.reference.examples import render_column
from octavo.render.content.page import ContentsEntry, RenderedContent
from octavo.render.shell.slots import build_failure
from octavo.render.twin.foreign import ForeignTexts
from octavo.settings.models.page_settings import EndpointReference
from octavo.settings.models.site_settings import Settings
from octavo.site.api.hidden import HiddenOperations
from octavo.site.links import LinkResolver
from octavo.site.model import (
    OperationBinding,
    OverviewBinding,
    Page,
    ReleaseBinding,
    SchemaBinding,
    Site,
)
from octavo.site.urls import build_file_href
from octavo.values import Struct, replace

SWITCH_SCRIPT = "api/switch.js"
FIELDS_SCRIPT = "api/fields.js"
COLUMN_SCRIPT = "api/column.js"
TRY_SCRIPT = "api/try-it.js"
SINCE_SCRIPT = "api/since.js"
STYLESHEET = "api.css"
_REMEMBERED = 1_000
"""The number of operations or fragments after which cached results are dropped."""

_SCRIPTS = frozenset({CODE_SCRIPT, COPY_SCRIPT, SWITCH_SCRIPT, FIELDS_SCRIPT, COLUMN_SCRIPT})


class ApiContent(Struct, frozen=True):
    """The content of an API page, and the parts above it."""

    content: RenderedContent
    lead: str = ""
    """HTML of the line below the title, if the page's settings have none."""


class _Parts(Struct, frozen=True):
    """The printers for the pages of one API document."""

    reader: SchemaReader
    views: DocumentViews
    playgrounds: Playgrounds
    search_texts: FoundPrinter
    pages: DocumentPages
    links: DocumentLinks
    successors: Successors


class _Plan(Struct, frozen=True):
    """The parts of a page besides the author's text."""

    make: Callable[[Room], View]
    above: tuple[Part, ...] = ()
    """The document's text above the author's."""
    file: PlaygroundFile | None = None
    note: tuple[Part, ...] = ()
    """The note above the endpoint about the end of an operation."""


class ApiRenderer:
    """Renders the API pages of one site in one language; shared parts are rendered once."""

    def __init__(self, site: Site, links: LinkResolver, say: Wording = ENGLISH) -> None:
        self._site = site
        self._links = links
        self._say = say
        self._settings: Settings = site.settings
        self._texts, self._foreign = Texts(links, say), ForeignTexts(links)
        self._html = PartPrinter(self._texts, links)
        self._markdown = MarkdownPrinter(self._foreign, links, self._html.code.link_file)
        self._samples = Samples(site.settings.api)
        self._folded: dict[str, ApiPart] = {}
        """The parts that pages had no room for, by output path."""
        self._parts: dict[str, _Parts] = {}
        self._rendered: Counter[str] = Counter()
        """The number of rendered operations and fragments of each document."""

    def render(self, page: Page, document: Document, content: RenderedContent) -> ApiContent:
        """Return the content of a page with its API parts."""
        binding = page.binding
        own = Own(content.ids, content.aside_parts.keys(), bool(page.settings.description))
        if binding is not None:
            self._enter(self._find_parts(binding.document))
        if isinstance(binding, OperationBinding):
            plan = self._plan_operation(page, binding, own)
        elif isinstance(binding, SchemaBinding):
            parts = self._find_parts(binding.document)
            make = partial(parts.views.view_schema, binding, own)
            plan = _Plan(make, introduce(parts.reader.read(binding.node).description, own))
        elif isinstance(binding, ReleaseBinding):
            plan = self._plan_release(page, binding, own)
            if binding.release is None and self._links.origin:
                content = replace(content, updates=tuple(self._list_updates(page, binding)))
        elif binding is not None:
            plan = self._plan_overview(page, binding, own)
        elif page.endpoint is not None:
            plan = self._plan_endpoint(page, page.endpoint, document, own)
        else:
            return ApiContent(content)
        lead, *above = ["", *(self._html.render([part]) for part in plan.above)]
        for at, part in enumerate(plan.above):
            if isinstance(part, Prose) and part.kind == "lead":
                lead, above[at] = split_lead(above[at])
        html = "".join(above)
        if isinstance(binding, OverviewBinding):
            html, headings = add_heading_ids(html, self._say)
            content = replace(content, contents=(*headings, *content.contents))
        letters = sum(map(len, (page.title, content.html, lead, html)))
        fitted = fit(plan.make, letters)
        content = self._add_texts(page, content, plan, fitted)
        return ApiContent(self._add_html(page, content, fitted, html, plan), lead)

    def _plan_operation(self, page: Page, binding: OperationBinding, own: Own) -> _Plan:
        parts = self._renew_parts(binding.document)
        operation, key = read_operation(binding.document, binding.entry), binding.entry.key
        if not (key.is_webhook or _has_security(binding.document)):
            security = read_security(self._settings.api, page.settings.auth_method)
            operation = replace(operation, security=security) if security else operation
        request = self._samples.describe(operation, parts.reader)
        if has_no_host(request) and not key.is_webhook:
            report_no_host(binding.document)
        file = None
        if self._sends(page) and not key.is_webhook:
            file = parts.playgrounds.build(operation, request)
        samples: tuple[ShownSample, ...] = ()
        if not (key.is_webhook or own.has_request):
            samples = self._samples.of_operation(operation, parts.reader, request)
        servers = request["servers"]
        endpoint = view_operation(operation, self._settings.api.base_url, servers, parts.pages.tags)
        make = partial(parts.views.view_operation, operation, endpoint, samples, own)
        note = parts.successors.list_parts(binding.entry, operation.life)
        since = parts.views.since.list_of_operation(key)
        checked = self._site.proof.find_checked(binding)
        above = (*since, *introduce_operation(operation, own, checked))
        return _Plan(make, above, file, note)

    def _plan_overview(self, page: Page, binding: OverviewBinding, own: Own) -> _Plan:
        """Plan the page of a document, or of one of its tags."""
        document, tag = binding.document, binding.tag
        pages = self._find_parts(document).pages
        if tag is not None:
            return _Plan(lambda _: view_tag(page, pages, Ids(own.ids)), introduce_tag(tag))
        info = read_info(document)
        servers = list_servers(document, self._settings.api.base_url)
        schemes = list_schemes(document, self._hidden.list_operations(document))
        overview = Overview(servers, tuple(schemes))
        make = lambda _: view_overview(overview, page, pages, Ids(own.ids))  # noqa: E731
        return _Plan(make, introduce_overview(info))

    def _plan_release(self, page: Page, binding: ReleaseBinding, own: Own) -> _Plan:
        """Plan the page of a release, or the list of all."""
        document, release = binding.document, binding.release
        pages, ids = self._find_parts(document).pages, partial(Ids, own.ids)
        is_hidden = partial(self._hidden.hides, document)
        if release is not None:
            make = lambda _: view_release(release, pages, is_hidden, page, ids())  # noqa: E731
            return _Plan(make, introduce_release(release, is_hidden))
        history = document.history or History()
        return _Plan(lambda _: view_changelog(history, pages, is_hidden, page, ids()))

    def _list_updates(self, page: Page, binding: ReleaseBinding) -> Iterator[Update]:
        """Return the releases for feeds."""
        document = binding.document
        pages, is_hidden = self._find_parts(document).pages, partial(self._hidden.hides, document)
        own = pages.list_releases(page)
        for release in document.history.releases if document.history else ():
            if release.name and release.name in own:
                anchor = build_anchor(release.name)
                html = self._html.render(list_for_feed(release, pages, is_hidden, page))
                title = own[release.name].title
                yield Update(anchor, anchor, release.name, release.day, html, title)

    def _plan_endpoint(
        self, page: Page, endpoint: EndpointReference, document: Document, own: Own
    ) -> _Plan:
        """Plan a page that describes an endpoint by hand."""
        api = self._settings.api
        security = read_security(api, page.settings.auth_method)
        fields = read_endpoint_fields(document.nodes)
        request = self._samples.describe_endpoint(endpoint, fields, page.settings)
        bar = view_written(request, security)
        file = None
        if self._sends(page):
            file = build_written_playground(page.source, request, fields, security, api.auth)
        samples = () if own.has_request else self._samples.of_endpoint(request, fields)
        return _Plan(partial(view_written_page, bar, security, samples, own), file=file)

    def _add_html(
        self,
        page: Page,
        content: RenderedContent,
        fitted: View,
        above: str,
        plan: _Plan,
    ) -> RenderedContent:
        """Put the page's own text between the parts above it and the sections below.

        The first card follows the endpoint, the response card follows the responses; wide screens
        show both in a side column.
        """
        sections = list(map(self._html.render_section, fitted.sections))
        cards, file = dict(content.aside_parts), plan.file
        cards |= {card.kind: self._html.render_card(card) for card in fitted.cards}
        beside, answer, panel = self._place_cards(cards, content.aside_html)
        bar = self._render_bar(page, fitted.endpoint, file) if fitted.endpoint else ""
        for output, html in self._html.take_more():
            self._folded[output] = ApiPart(output, html.encode(), shorten_name(page.title))
        own = content.html.replace(content.aside_html, "", 1)
        contents = [content.contents, tuple(map(self._list_heading, fitted.sections))]
        if page.binding is None:
            # The text of the page itself comes before its own headings.
            own, sections = own.replace(PLACE, "".join(sections), 1), [answer]
            contents.reverse()
        else:
            sections.insert(_find_end_of_answer(fitted.sections), answer)
        changed = replace(
            content,
            html="".join([self._html.render(plan.note), bar, beside, above, own, *sections, panel]),
            contents=tuple(chain(*contents)),
            scripts=content.scripts | _SCRIPTS,
            aside_html=panel or beside,
            sheets=(STYLESHEET,),
        )
        if page.binding is not None and page.binding.document.history is not None:
            changed = self._add_choice(changed, page.binding.document.history)
        if file is None:
            return changed
        needs = {**ANSWERS, CALLS: file.calls.always, DIRECT_CALLS: file.calls.direct}
        return replace(
            changed,
            scripts=changed.scripts | {TRY_SCRIPT},
            files={**content.files, file.output: file.content},
            needs=join_needs(content.needs, needs),
        )

    def _add_choice(self, content: RenderedContent, history: History) -> RenderedContent:
        """Return a page with the styles of releases, and the choice of one if it has marks."""
        content = replace(content, sheets=(*content.sheets, RELEASES_SHEET))
        if f" {MARK}-" not in content.html:
            return content
        return replace(
            content,
            html=render_choice(number_releases(history), self._html.words) + content.html,
            scripts=content.scripts | {SINCE_SCRIPT},
        )

    def _place_cards(self, cards: Mapping[str, str], written: str) -> tuple[str, str, str]:
        """Return the parts after the endpoint and after the responses, and the author's panel."""
        if "panel" in cards:
            return "", "", written or render_column(cards, self._say("Examples"))
        request = {"request": cards.get("request", "")}
        return render_column(request, self._say("Examples")), cards.get("response", ""), ""

    def _list_heading(self, section: Section) -> ContentsEntry:
        title = self._html.words.render(section.heading.title)
        return ContentsEntry(section.heading.id, title, nested=False)

    def _render_bar(self, page: Page, endpoint: Endpoint, file: PlaygroundFile | None) -> str:
        mode = page.settings.playground or self._settings.api.playground.mode
        if mode == "hide" and not endpoint.sent.text:
            return ""
        data = build_file_href(file.output, self._links.base_path) if file else None
        prefills = self._settings.api.playground.prefill
        return self._html.render_endpoint(endpoint, data, prefills=prefills)

    def _add_texts(
        self, page: Page, content: RenderedContent, plan: _Plan, fitted: View
    ) -> RenderedContent:
        """Return a page with its Markdown and its text for the search.

        If the view for texts can't be built, the view of the page is enough.
        """
        binding, write = page.binding, self._markdown.write
        if binding is None:
            return replace(content, twin=write(fitted, [], [content.twin]))
        above = [*self._markdown.write_parts([*plan.note, *plan.above]), content.twin]
        views = list_text_views(plan.make, fitted)

        def write_twin() -> str:
            texts = ((write(each, above), most) for each, most in chain([first], views))
            return next(text for text, most in texts if len(text) <= most)

        find = self._find_parts(binding.document).search_texts.print
        place = Location(binding.document.source)
        tell = partial(report_fault, binding.document, binding.place)
        first = attempt(partial(next, views), (fitted, math.inf), TEXT_OF_PAGE, place, tell)
        sections = attempt(partial(find, first[0], plan.above), (), SEARCH_OF_PAGE, place, tell)
        twin = attempt(write_twin, content.twin, TWIN_OF_PAGE, place, tell)
        return replace(content, sections=(*sections, *content.sections), twin=twin)

    def _sends(self, page: Page) -> bool:
        """Tell whether a page has a request form."""
        return (page.settings.playground or self._settings.api.playground.mode) == "show"

    # --- parts that pages share ---

    @cached_property
    def _hidden(self) -> HiddenOperations:
        return HiddenOperations(self._site)

    def _enter(self, parts: _Parts) -> None:
        """Let links in texts lead where those of a document do."""
        self._texts.resolve = self._foreign.resolve = parts.links.resolve

    def _find_parts(self, document: ApiDocument) -> _Parts:
        parts = self._parts.get(document.source)
        if parts is None:
            parts = self._build_parts(document)
            self._parts[document.source] = parts
        return parts

    def _renew_parts(self, document: ApiDocument) -> _Parts:
        """Return the printers for another operation or fragment; sometimes drop their caches."""
        self._rendered[document.source] += 1
        parts = self._find_parts(document)
        if self._rendered[document.source] % _REMEMBERED == 0:
            self._html.forget()
            self._markdown.forget()
            document.forget()
            parts = self._parts[document.source] = self._build_parts(document, parts)
        return parts

    def _build_parts(self, document: ApiDocument, before: _Parts | None = None) -> _Parts:
        """Return new parts, which know what pages wait for since the others before, and schemas."""
        api = self._settings.api
        reader = before.reader.renew() if before else SchemaReader(document)
        users = before.views.users if before else SchemaUsers(document, self._site)
        pages = before.pages if before else DocumentPages(self._site, document, users, self._hidden)
        fragments = before.views.fragments if before else None
        fragments = fragments or Fragments(document, f"{FOLDER}/api", self._say.table)
        playgrounds = Playgrounds(reader, api.auth, before.playgrounds.schemas if before else None)
        views = DocumentViews(reader, api, fragments, pages.schema_urls, users)
        search_texts = FoundPrinter(strip_whole, views.list_fragment)
        links = before.links if before else DocumentLinks(pages, self._links)
        successors = before.successors if before else Successors(document, self._site)
        return _Parts(reader, views, playgrounds, search_texts, pages, links, successors)

    def render_parts(self) -> Iterator[ApiPart]:
        """Yield the parts that pages refer to: code, fields, and schemas of playgrounds."""
        yield from starmap(ApiPart, self._html.code.files.items())
        yield from self._folded.values()
        all_parts = tuple(self._parts.values())
        for parts in all_parts:
            for output, place in parts.views.fragments.walk_places():
                yield self._make_fragment(output, place, self._renew_parts(parts.reader.document))
        for parts in all_parts:
            for output, node in parts.playgrounds.schemas.walk_places():
                schemas = self._renew_parts(parts.reader.document).playgrounds.schemas
                yield ApiPart(output, schemas.write_file(node))

    def render_part(self, output: str) -> ApiPart | None:
        """Return one of these parts."""
        if output in self._html.code.files:
            return ApiPart(output, self._html.code.files[output])
        if output in self._folded:
            return self._folded[output]
        for parts in self._parts.values():
            schemas = parts.playgrounds.schemas
            if output in schemas.places:
                return ApiPart(output, schemas.write_file(schemas.places[output]))
            if output in parts.views.fragments.places:
                place = parts.views.fragments.places[output]
                return self._make_fragment(output, place, parts)
        return None

    def _make_fragment(self, output: str, place: FragmentPlace, parts: _Parts) -> ApiPart:
        """Return the fields of a schema, or a note that they can't be rendered."""
        title, document = self._say("Child attributes"), parts.reader.document
        self._enter(parts)

        def make() -> ApiPart:
            name, fields = parts.views.list_fragment(place)
            return ApiPart(output, self._html.render_fragment(fields).encode(), name or title)

        failure = ApiPart(output, build_failure(self._say).html.encode(), title)
        tell = partial(report_fault, document, place.node)
        return attempt(make, failure, "what is inside this schema", Location(document.source), tell)


def _find_end_of_answer(sections: Sequence[Section]) -> int:
    """Return the index of the section after the responses."""
    answers = (at for at, section in enumerate(sections, 1) if section.side == "response")
    return next(answers, len(sections))


def _has_security(document: ApiDocument) -> bool:
    """Tell whether a document itself has security requirements."""
    components = document.tree.get("components")
    return bool(isinstance(components, dict) and components.get("securitySchemes"))
