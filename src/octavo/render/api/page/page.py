"""Puts API pages together: the text of the author around what the API document says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from octavo.content.nodes import Document
from octavo.openapi.document.document import ApiDocument
from octavo.openapi.model import Operation
from octavo.openapi.operation.operation import read_operation
from octavo.openapi.request.request import has_no_host, report_no_host
from octavo.reference import weight
from octavo.reference.endpoint import view_operation, view_written
from octavo.reference.examples import ShownSample
from octavo.reference.later import FragmentPlace
from octavo.reference.pages import Own, view_written_page
from octavo.reference.room import TEXT_ROOMS, Room, fit
from octavo.reference.view import Endpoint, View
from octavo.render.api.page.parts import Fragment, Parts, add_texts, build_parts, make_fragment
from octavo.render.api.playground.file import PlaygroundFile, Playgrounds
from octavo.render.api.playground.written import build_written_playground
from octavo.render.api.samples.samples import Samples
from octavo.render.api.texts import Texts
from octavo.render.api.untrusted import split_lead
from octavo.render.api.view.endpoint import render_endpoint
from octavo.render.api.view.markdown import MarkdownPrinter
from octavo.render.api.view.parts import PartPrinter
from octavo.render.api.written.fields import read_endpoint_fields, read_security
from octavo.render.api.written.sections import PLACE
from octavo.render.content.components.code import COPY_SCRIPT
from octavo.render.content.components.code import SCRIPT as CODE_SCRIPT
from octavo.render.content.components.reference.examples import render_column
from octavo.render.content.page import ContentsEntry, RenderedContent
from octavo.render.html import escape_attribute, escape_text
from octavo.render.shell.names import shorten_name
from octavo.render.shell.policy import ANSWERS, CALLS, DIRECT_CALLS, Needs, join_needs
from octavo.render.twin.foreign import ForeignTexts
from octavo.render.twin.text import escape_text as escape_markdown
from octavo.render.twin.text import write_address
from octavo.render.wording import ENGLISH, Wording
from octavo.search.page_text import Section
from octavo.settings.models.page import EndpointReference
from octavo.settings.models.site import Settings
from octavo.settings.urls import clean_url
from octavo.site.links import LinkResolver
from octavo.site.model import OperationBinding, Page, SchemaBinding, Site
from octavo.site.urls import build_file_href
from octavo.values import Struct, replace

SWITCH_SCRIPT = "api/switch.js"
FIELDS_SCRIPT = "api/fields.js"
TRY_SCRIPT = "api/try-it.js"
STYLESHEET = "api.css"
_REMEMBERED = 1_000
"""After this many operations or further files of a document, what was worked out for them is
forgotten: memory has an end."""

_SCRIPTS = frozenset({CODE_SCRIPT, COPY_SCRIPT, SWITCH_SCRIPT, FIELDS_SCRIPT})


class ApiContent(Struct, frozen=True):
    """The content of an API page, and what stands above it."""

    content: RenderedContent
    lead: str = ""
    """HTML of the line below the title, where the page's settings have none."""


class _Frame(Struct, frozen=True):
    """What a page shows as HTML, without the text of its author."""

    bar: str
    sections: list[str]
    contents: tuple[ContentsEntry, ...]
    aside: str


class ApiRenderer:
    """Renders the API pages of one site in one language; what they share is made once."""

    def __init__(self, site: Site, links: LinkResolver, say: Wording = ENGLISH) -> None:
        self._site = site
        self._links = links
        self._say = say
        self._settings: Settings = site.settings
        self._texts = Texts(links, say)
        self._html = PartPrinter(self._texts, links)
        self._foreign = ForeignTexts(links)
        self._markdown = MarkdownPrinter(self._foreign, links, self._html.code.link_file)
        self._samples = Samples(site.settings.api)
        self._folded: dict[str, Fragment] = {}
        """What pages had no room for, by output path."""
        self._parts: dict[str, Parts] = {}
        self._rendered: Counter[str] = Counter()
        """How many operations and files of each document."""

    def render(self, page: Page, document: Document, content: RenderedContent) -> ApiContent:
        """Return what a page says, with what it shows of an API."""
        binding = page.binding
        if isinstance(binding, OperationBinding):
            return self._render_operation(page, binding, content)
        if isinstance(binding, SchemaBinding):
            return self._render_schema(page, binding, content)
        if page.endpoint is not None:
            return self._render_endpoint(page, page.endpoint, document, content)
        return ApiContent(content)

    def _render_operation(
        self, page: Page, binding: OperationBinding, content: RenderedContent
    ) -> ApiContent:
        parts = self._renew_parts(binding.document)
        operation = read_operation(binding.document, binding.entry)
        key = binding.entry.key
        if not (key.is_webhook or _has_security(binding.document)):
            security = read_security(self._settings.api, page.settings.auth_method)
            operation = replace(operation, security=security) if security else operation
        request = self._samples.describe(operation, parts.reader)
        if has_no_host(request) and not key.is_webhook:
            report_no_host(binding.document)
        file = self._build_playground(page, parts.playgrounds, operation, request)
        samples: tuple[ShownSample, ...] = ()
        if not (key.is_webhook or content.aside_parts.keys() & {"panel", "request"}):
            samples = self._samples.of_operation(operation, parts.reader, request)
        endpoint = view_operation(operation, self._settings.api.base_url, request["servers"])
        own = Own(content.ids, content.aside_parts.keys())

        def view(room: Room) -> View:
            return parts.views.view_operation(operation, endpoint, samples, own, room)

        lead, text = self._describe(page, binding.entry.description)
        own_text = self._texts.render(operation.page_content, 2) if operation.page_content else ""
        prose = [text, own_text, _render_external_docs(operation, self._say)]
        fitted = fit(view, _count_prose(page, content, lead, *prose))
        above = [
            "" if page.settings.description else self._foreign.write(binding.entry.description),
            self._foreign.write(operation.page_content),
            _write_external_docs(operation),
            content.twin,
        ]
        frame = self._render_view(page, fitted, content, file)
        texts = (binding.entry.description, operation.page_content)
        content = self._add_texts(content, binding, view, fitted, above, texts)
        return ApiContent(self._join(content, frame, prose, file), lead)

    def _render_schema(
        self, page: Page, binding: SchemaBinding, content: RenderedContent
    ) -> ApiContent:
        parts = self._find_parts(binding.document)
        own = Own(content.ids, content.aside_parts.keys())
        description = parts.reader.read(binding.node).description

        def view(room: Room) -> View:
            return parts.views.view_schema(binding, parts.users, own, room)

        lead, text = self._describe(page, description)
        fitted = fit(view, _count_prose(page, content, lead, text))
        about = "" if page.settings.description else self._foreign.write(description)
        frame = self._render_view(page, fitted, content)
        above = [about, content.twin]
        content = self._add_texts(content, binding, view, fitted, above, [description])
        return ApiContent(self._join(content, frame, [text]), lead)

    def _render_endpoint(
        self,
        page: Page,
        endpoint: EndpointReference,
        document: Document,
        content: RenderedContent,
    ) -> ApiContent:
        """Return a page that describes an endpoint by hand."""
        api = self._settings.api
        security = read_security(api, page.settings.auth_method)
        fields = read_endpoint_fields(document.nodes)
        request = self._samples.describe_endpoint(endpoint, fields, page.settings)
        bar = view_written(endpoint.method, endpoint.url, request["servers"], security)
        file = None
        if self._sends(page):
            file = build_written_playground(page.source, request, fields, security, api.auth)
        has_own = bool(content.aside_parts.keys() & {"panel", "request"})
        samples = () if has_own else self._samples.of_endpoint(request, fields)
        own = Own(content.ids, content.aside_parts.keys())

        def view(room: Room) -> View:
            return view_written_page(bar, security, samples, own, room)

        fitted = fit(view, _count_prose(page, content))
        frame = self._render_view(page, fitted, content, file)
        # What stands in the page itself is in front of its own headings.
        html = content.html.replace(PLACE, "".join(frame.sections), 1)
        contents = (*frame.contents, *content.contents)
        twin = self._markdown.write(fitted, [], [content.twin])
        content = replace(content, html=html, contents=contents, twin=twin)
        frame = replace(frame, sections=[], contents=())
        return ApiContent(self._join(content, frame, [], file))

    # what stands around the text of the author

    def _describe(self, page: Page, description: str | None) -> tuple[str, str]:
        """Return the first line of a description, and the rest; nothing where the page has one."""
        if page.settings.description or not description:
            return "", ""
        return split_lead(self._texts.render(description, 2))

    def _render_view(
        self,
        page: Page,
        view: View,
        content: RenderedContent,
        file: PlaygroundFile | None = None,
    ) -> _Frame:
        cards = dict(content.aside_parts)
        cards |= {card.kind: self._html.render_card(card) for card in view.cards}
        aside = content.aside_html if "panel" in cards else ""
        frame = _Frame(
            self._render_bar(page, view.endpoint, file) if view.endpoint else "",
            [*map(self._html.render_section, view.sections)],
            tuple(
                ContentsEntry(each.id, self._html.words.render(each.title), nested=False)
                for each in (section.heading for section in view.sections)
            ),
            aside or render_column(cards, self._say("Examples")),
        )
        for output, html in self._html.take_more():
            self._folded[output] = Fragment(output, shorten_name(page.title), html)
        return frame

    def _render_bar(self, page: Page, endpoint: Endpoint, file: PlaygroundFile | None) -> str:
        mode = page.settings.playground or self._settings.api.playground.mode
        if mode == "hide" and not endpoint.is_webhook:
            return ""
        data = build_file_href(file.output, self._links.base_path) if file else None
        prefills = self._settings.api.playground.prefill
        return render_endpoint(endpoint, self._html, self._say, data, prefills=prefills)

    def _add_texts(
        self,
        content: RenderedContent,
        binding: OperationBinding | SchemaBinding,
        make: Callable[[Room], View],
        fitted: View,
        above: Sequence[str],
        texts: Sequence[str | None],
    ) -> RenderedContent:
        """Return a page with its Markdown, and what the search finds: `above` and `texts` begin it.

        Both have more inside of fields than the page, the Markdown if there is room.
        """
        is_whole = all(weight.is_whole(section.parts) for section in fitted.sections)

        def view(number: int) -> View:
            return fitted if is_whole else replace(make(TEXT_ROOMS[number][0]), cards=fitted.cards)

        def write_twin(full: View) -> str:
            for number, (_, most) in () if is_whole else enumerate(TEXT_ROOMS):
                text = self._markdown.write(view(number) if number else full, above)
                if len(text) <= most:
                    return text
            return self._markdown.write(fitted, above)

        def print_sections(full: View) -> tuple[Section, ...]:
            return self._find_parts(binding.document).search_texts.print(full, texts)

        return add_texts(content, binding, partial(view, 0), fitted, print_sections, write_twin)

    def _join(
        self,
        content: RenderedContent,
        frame: _Frame,
        prose: Sequence[str],
        file: PlaygroundFile | None = None,
    ) -> RenderedContent:
        """Put the page's own text between what stands above it and the sections below."""
        own = content.html
        if content.aside_html:
            own = own.replace(content.aside_html, "", 1)
        contents: list[ContentsEntry] = [*content.contents, *frame.contents]
        if frame.aside:
            title = self._say("Examples")
            contents.append(ContentsEntry("content-side-layout", title, nested=False))
        needs = _list_playground_needs(file) if file else {}
        return replace(
            content,
            html="".join([frame.bar, *prose, own, *frame.sections, frame.aside]),
            contents=tuple(contents),
            scripts=content.scripts | _SCRIPTS | ({TRY_SCRIPT} if file else set()),
            files={**content.files, file.output: file.content} if file else content.files,
            aside_html=frame.aside,
            sheets=(STYLESHEET,),
            needs=join_needs(content.needs, needs) if file else content.needs,
        )

    def _build_playground(
        self,
        page: Page,
        playgrounds: Playgrounds,
        operation: Operation,
        request: Mapping[str, Any],
    ) -> PlaygroundFile | None:
        """Return the file of an operation's playground, where the page has one."""
        if operation.entry.key.is_webhook or not self._sends(page):
            return None
        return playgrounds.build(operation, request)

    def _sends(self, page: Page) -> bool:
        """Tell whether a page has a form that sends."""
        return (page.settings.playground or self._settings.api.playground.mode) == "show"

    # what pages share

    def _find_parts(self, document: ApiDocument) -> Parts:
        parts = self._parts.get(document.source)
        if parts is None:
            parts = self._parts[document.source] = build_parts(document, self._site, self._say)
        return parts

    def _renew_parts(self, document: ApiDocument) -> Parts:
        """Return what makes one more operation or file; now and then it has forgotten others."""
        self._rendered[document.source] += 1
        parts = self._find_parts(document)
        if self._rendered[document.source] % _REMEMBERED == 0:
            self._html.forget()
            self._markdown.forget()
            document.forget()
            parts = build_parts(document, self._site, self._say, parts)
            self._parts[document.source] = parts
        return parts

    @property
    def files(self) -> Mapping[str, bytes]:
        """Code that is too long for a page, by output path."""
        return self._html.code.files

    def render_schemas(self) -> Iterator[tuple[str, bytes]]:
        """Return the schemas that the playgrounds so far refer to, by output path."""
        for parts in tuple(self._parts.values()):
            for output, node in parts.playgrounds.schemas.walk_places():
                schemas = self._renew_parts(parts.reader.document).playgrounds.schemas
                yield output, schemas.write_file(node)

    def render_schema(self, output: str) -> bytes | None:
        """Return one schema that the playgrounds so far refer to."""
        for parts in self._parts.values():
            node = parts.playgrounds.schemas.places.get(output)
            if node is not None:
                return parts.playgrounds.schemas.write_file(node)
        return None

    def render_fragments(self) -> Iterator[Fragment]:
        """Return the fragments that the pages so far refer to."""
        yield from self._folded.values()
        for parts in tuple(self._parts.values()):
            for output, place in parts.views.fragments.walk_places():
                yield self._make_fragment(output, place, self._renew_parts(parts.reader.document))

    def render_fragment(self, output: str) -> Fragment | None:
        """Return one fragment that the pages so far refer to."""
        if output in self._folded:
            return self._folded[output]
        for parts in self._parts.values():
            place = parts.views.fragments.places.get(output)
            if place is not None:
                return self._make_fragment(output, place, parts)
        return None

    def _make_fragment(self, output: str, place: FragmentPlace, parts: Parts) -> Fragment:
        def make() -> Fragment:
            title, fields = parts.views.list_fragment(place)
            html = self._html.render_fragment(fields)
            return Fragment(output, title or self._say("Child attributes"), html)

        return make_fragment(output, place, parts.reader.document, self._say, make)


def _count_prose(page: Page, content: RenderedContent, *texts: str) -> int:
    """Return how many letters stand above the sections of a page."""
    return len(page.title) + len(content.html) + sum(map(len, texts))


def _has_security(document: ApiDocument) -> bool:
    """Tell whether a document itself says how callers prove who they are."""
    components = document.tree.get("components")
    return bool(isinstance(components, dict) and components.get("securitySchemes"))


def _render_external_docs(operation: Operation, say: Wording) -> str:
    if operation.external_docs is None:
        return ""
    url, words = operation.external_docs
    safe = clean_url(url)
    if safe is None:
        return ""
    href, words = escape_attribute(safe), escape_text(words or say("Read more"))
    return f'<p><a href="{href}" rel="noopener noreferrer nofollow">{words}</a></p>'


def _write_external_docs(operation: Operation) -> str:
    if operation.external_docs is None:
        return ""
    url, words = operation.external_docs
    safe = clean_url(url)
    if safe is None:
        return ""
    return f"[{escape_markdown(words or 'Read more')}]({write_address(safe)})"


def _list_playground_needs(file: PlaygroundFile) -> Needs:
    """Return what the policy of a page must allow for its playground."""
    return {**ANSWERS, CALLS: file.calls.always, DIRECT_CALLS: file.calls.direct}
