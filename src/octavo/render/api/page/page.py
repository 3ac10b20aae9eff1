"""Puts API pages together: the text of the author around what the API document says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from octavo.content.nodes import Document
from octavo.openapi.document.document import ApiDocument
from octavo.openapi.model import MediaType, Operation, Schema, Side
from octavo.openapi.operation.operation import read_operation
from octavo.openapi.request.request import has_no_host, report_no_host
from octavo.openapi.schema.reader import SchemaReader
from octavo.render.api.examples import ExampleRenderer, ShownSample
from octavo.render.api.fragments import Fragment
from octavo.render.api.markup import (
    COPY_SCRIPT,
    SWITCH_SCRIPT,
    Ids,
    render_head_row,
    render_section_heading,
)
from octavo.render.api.operation.bodies import Sections
from octavo.render.api.operation.endpoint import (
    Endpoint,
    build_endpoint,
    build_written_endpoint,
    render_endpoint,
    render_webhook,
)
from octavo.render.api.operation.operation import add_security
from octavo.render.api.page.fold import Folds
from octavo.render.api.page.parts import Parts, add_texts, build_parts
from octavo.render.api.page.room import ROOMS, fits
from octavo.render.api.playground.file import PlaygroundFile, Playgrounds
from octavo.render.api.playground.written import build_written_playground
from octavo.render.api.samples.samples import Samples
from octavo.render.api.schema.schema import SchemaRenderer
from octavo.render.api.schema.users import SchemaUsers
from octavo.render.api.texts import Texts
from octavo.render.api.untrusted import split_lead
from octavo.render.api.written.fields import read_endpoint_fields, read_security
from octavo.render.api.written.sections import PLACE
from octavo.render.content.components.code import SCRIPT as CODE_SCRIPT
from octavo.render.content.components.reference.examples import render_column
from octavo.render.content.page import ContentsEntry, RenderedContent
from octavo.render.html import escape_attribute, escape_text
from octavo.render.shell.policy import ANSWERS, CALLS, DIRECT_CALLS, Needs, join_needs
from octavo.render.twin.endpoints import write_written_endpoint
from octavo.render.twin.foreign import ForeignTexts
from octavo.render.twin.operations import write_users
from octavo.render.wording import ENGLISH, Wording
from octavo.settings.models.page import EndpointReference
from octavo.settings.models.site import Settings
from octavo.settings.urls import clean_url
from octavo.site.links import LinkResolver
from octavo.site.model import OperationBinding, Page, SchemaBinding, Site
from octavo.site.urls import build_file_href
from octavo.values import dataclass, replace

FIELDS_SCRIPT = "api/fields.js"
TRY_SCRIPT = "api/try-it.js"
STYLESHEET = "api.css"
_REMEMBERED = 1_000
"""After this many operations or further files of a document, what was worked out for them is
forgotten: memory has an end."""

_SCRIPTS = frozenset({CODE_SCRIPT, COPY_SCRIPT, SWITCH_SCRIPT, FIELDS_SCRIPT})


@dataclass(frozen=True, slots=True)
class ApiContent:
    """The content of an API page, and what stands above it."""

    content: RenderedContent
    lead: str = ""
    """HTML of the line below the title, where the page's settings have none."""


@dataclass(frozen=True, slots=True)
class _Fitted:
    """What is around the prose of a page, as much of it as there is room for."""

    bar: str
    sections: Sections
    aside: str


class ApiRenderer:
    """Renders the API pages of one site; what they share is made once."""

    def __init__(self, site: Site, links: LinkResolver, say: Wording = ENGLISH) -> None:
        self._site = site
        self._links = links
        self._say = say
        self._settings: Settings = site.settings
        self._texts = Texts(links, say)
        self._foreign = ForeignTexts(links)
        self._examples = ExampleRenderer(links.base_path, say)
        self._samples = Samples(site.settings.api)
        self._folds = Folds(links.base_path, say)
        self._parts: dict[str, Parts] = {}
        self._rendered: Counter[str] = Counter()
        """How many operations and files of each document."""
        self._users: dict[str, SchemaUsers] = {}

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

    # operations

    def _render_operation(
        self, page: Page, binding: OperationBinding, content: RenderedContent
    ) -> ApiContent:
        parts = self._renew_parts(binding.document)
        operation = read_operation(binding.document, binding.entry)
        if not _has_security(binding.document):
            operation = self._add_credentials(operation, page)
        request = self._samples.describe(operation, parts.reader)
        if has_no_host(request) and not binding.entry.key.is_webhook:
            report_no_host(binding.document)
        file = self._build_playground(page, parts.playgrounds, operation, request)
        samples = self._list_samples(operation, parts.reader, request, content)
        lead, text = self._describe(page, binding.entry.description)
        own = self._texts.render(operation.page_content, 2) if operation.page_content else ""
        prose = [text, own, _render_external_docs(operation, self._say)]

        def write(sections: Sections) -> str:
            parts.operations.render(operation, sections)
            return self._render_operation_aside(operation, parts.reader, samples, content, sections)

        endpoint = self._find_endpoint(operation, request)
        bar = self._render_operation_bar(page, operation, endpoint, file)
        fitted = self._fit(page, content, lead + "".join(prose), write, bar)
        above = [fitted.bar, *prose]

        def write_twin() -> str:
            return parts.twins.write_operation(
                operation,
                endpoint,
                None if page.settings.description else binding.entry.description,
                content.twin,
                samples,
                fitted.sections.places,
            )

        content = add_texts(
            content, binding, lambda: parts.search_texts.read_operation(operation), write_twin
        )
        return ApiContent(self._join(content, above, fitted.sections, fitted.aside, file), lead)

    def _fit(
        self,
        page: Page,
        content: RenderedContent,
        prose: str,
        write: Callable[[Sections], str],
        bar: str = "",
    ) -> _Fitted:
        """Return what is around the prose of a page, in the largest room in which both fit.

        `write` adds the sections, and returns the right column.
        """
        prose += page.title + content.html
        # What is too long alone stays, and the rest has a budget of its own.
        prose = prose if fits([prose]) else ""
        for room in ROOMS:
            sections = Sections(Ids(content.ids), room=room)
            aside = write(sections)
            if fits([prose, bar, *sections.html, aside]):
                return _Fitted(bar, sections, aside)
        bar, *sections.html, aside = self._folds.fold(
            [bar, *sections.html, aside], prose, page.title
        )
        return _Fitted(bar, sections, aside)

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

    def _add_credentials(self, operation: Operation, page: Page) -> Operation:
        """Return an operation with the credentials that the settings ask for."""
        if operation.entry.key.is_webhook:
            return operation
        security = read_security(self._settings.api, page.settings.auth_method)
        return replace(operation, security=security) if security else operation

    def _describe(self, page: Page, description: str | None) -> tuple[str, str]:
        """Return the first line of a description, and the rest; nothing where the page has one."""
        if page.settings.description or not description:
            return "", ""
        return split_lead(self._texts.render(description, 2))

    def _find_endpoint(self, operation: Operation, request: Mapping[str, Any]) -> Endpoint | None:
        if operation.entry.key.is_webhook:
            return None
        return build_endpoint(operation, self._settings.api.base_url, request["servers"])

    def _render_operation_bar(
        self,
        page: Page,
        operation: Operation,
        endpoint: Endpoint | None,
        file: PlaygroundFile | None,
    ) -> str:
        key = operation.entry.key
        if endpoint is None:
            return render_webhook(key.path, key.method, self._say)
        return self._render_bar(page, endpoint, file)

    def _render_bar(self, page: Page, endpoint: Endpoint, file: PlaygroundFile | None) -> str:
        mode = page.settings.playground or self._settings.api.playground.mode
        if mode == "hide":
            return ""
        data = build_file_href(file.output, self._links.base_path) if file else None
        bar_mode, prefills = "show" if file else "simple", self._settings.api.playground.prefill
        return render_endpoint(endpoint, self._texts, bar_mode, data, prefills=prefills)

    def _list_samples(
        self,
        operation: Operation,
        reader: SchemaReader,
        request: dict[str, Any],
        content: RenderedContent,
    ) -> tuple[ShownSample, ...]:
        """Return the samples of an operation, where its page has none of its own."""
        if operation.entry.key.is_webhook or content.aside_parts.keys() & {"panel", "request"}:
            return ()
        return self._samples.of_operation(operation, reader, request)

    def _render_operation_aside(
        self,
        operation: Operation,
        reader: SchemaReader,
        samples: tuple[ShownSample, ...],
        content: RenderedContent,
        sections: Sections,
    ) -> str:
        cards = dict(content.aside_parts)
        ids, room, is_webhook = sections.ids, sections.room, operation.entry.key.is_webhook
        if "panel" in cards:
            return content.aside_html
        if "request" not in cards and is_webhook:
            contents, side = operation.body.contents if operation.body else (), Side.REQUEST
            title = self._say("Payload")
            cards["request"] = self._examples.render_body(contents, reader, side, ids, title, room)
        elif "request" not in cards:
            cards["request"] = self._examples.render_samples(samples, ids, room)
        if "response" not in cards and not is_webhook:
            cards["response"] = self._examples.render_responses(
                operation.responses, reader, ids, room
            )
        return render_column(cards, self._say("Examples"))

    # endpoints that pages describe by hand

    def _render_endpoint(
        self,
        page: Page,
        endpoint: EndpointReference,
        document: Document,
        content: RenderedContent,
    ) -> ApiContent:
        api = self._settings.api
        security = read_security(api, page.settings.auth_method)
        fields = read_endpoint_fields(document.nodes)
        request = self._samples.describe_endpoint(endpoint, fields, page.settings)
        bar_endpoint = build_written_endpoint(
            endpoint.method, endpoint.url, request["servers"], security
        )
        file = None
        if self._sends(page):
            file = build_written_playground(page.source, request, fields, security, api.auth)
        has_own = bool(content.aside_parts.keys() & {"panel", "request"})
        samples = () if has_own else self._samples.of_endpoint(request, fields)

        def write(sections: Sections) -> str:
            add_security(security, sections, self._texts)
            cards = dict(content.aside_parts)
            if not has_own:
                cards["request"] = self._examples.render_samples(
                    samples, sections.ids, sections.room
                )
            return render_column(cards, self._say("Examples"))

        fitted = self._fit(page, content, "", write, self._render_bar(page, bar_endpoint, file))
        # What stands in the page itself is in front of its own headings.
        own = content.html.replace(PLACE, "".join(fitted.sections.html), 1)
        contents = (*fitted.sections.contents, *content.contents)
        twin = write_written_endpoint(bar_endpoint, security, content.twin, samples, self._foreign)
        content = replace(content, html=own, contents=contents, twin=twin)
        none = Sections(fitted.sections.ids)
        return ApiContent(self._join(content, [fitted.bar], none, fitted.aside, file))

    # schemas

    def _render_schema(
        self, page: Page, binding: SchemaBinding, content: RenderedContent
    ) -> ApiContent:
        parts = self._find_parts(binding.document)
        schema = parts.reader.read(binding.node)

        def write(sections: Sections) -> str:
            self._add_attributes(parts.schemas, schema, sections)
            self._add_users(binding, sections)
            return self._render_schema_aside(binding, parts.reader, content, sections)

        lead, text = self._describe(page, schema.description)
        fitted = self._fit(page, content, lead + text, write)

        def write_twin() -> str:
            return parts.twins.write_schema(
                schema,
                fitted.sections.room,
                None if page.settings.description else schema.description,
                content.twin,
                write_users(*self._find_users(binding).list_pages(binding.name), self._links),
            )

        content = add_texts(
            content, binding, lambda: parts.search_texts.read_schema(binding.node), write_twin
        )
        return ApiContent(self._join(content, [text], fitted.sections, fitted.aside), lead)

    def _render_schema_aside(
        self,
        binding: SchemaBinding,
        reader: SchemaReader,
        content: RenderedContent,
        sections: Sections,
    ) -> str:
        if content.aside_parts:
            return content.aside_html
        media = MediaType("application/json", binding.node, schema=binding.node)
        side, ids, room = Side.RESPONSE, sections.ids, sections.room
        title = self._say("Example")
        card = self._examples.render_body((media,), reader, side, ids, title, room)
        return render_column({"request": card}, self._say("Examples"))

    def _add_attributes(self, schemas: SchemaRenderer, schema: Schema, sections: Sections) -> None:
        id_ = sections.ids.make_unique("attributes")
        about = schemas.fields.render_about(schema)
        if not schema.properties:
            about = f'<p class="api-shape">{schemas.fields.render_type(schema)}</p>{about}'
        block = schemas.render_fields(schema, None, sections.room.level)
        title = self._say("Attributes")
        head = render_head_row(render_section_heading(id_, title, self._say))
        sections.add(id_, title, f"{head}{about}{block.place_below('attributes')}")

    def _find_users(self, binding: SchemaBinding) -> SchemaUsers:
        users = self._users.get(binding.document.source)
        if users is None:
            users = SchemaUsers(binding.document, self._site, self._links, self._say)
            self._users[binding.document.source] = users
        return users

    def _add_users(self, binding: SchemaBinding, sections: Sections) -> None:
        users_html = self._find_users(binding).render(binding.name)
        if users_html:
            id_, title = sections.ids.make_unique("used-by"), self._say("Used by")
            head = render_head_row(render_section_heading(id_, title, self._say))
            sections.add(id_, title, head + users_html)

    def _join(
        self,
        content: RenderedContent,
        above: list[str],
        sections: Sections,
        aside: str,
        file: PlaygroundFile | None = None,
    ) -> RenderedContent:
        """Put the page's own text between what stands above it and the sections below."""
        own = content.html
        if content.aside_html:
            own = own.replace(content.aside_html, "", 1)
        contents: list[ContentsEntry] = [*content.contents, *sections.contents]
        if aside:
            contents.append(
                ContentsEntry("content-side-layout", self._say("Examples"), nested=False)
            )
        return replace(
            content,
            html="".join([*above, own, *sections.html, aside]),
            contents=tuple(contents),
            scripts=content.scripts | _SCRIPTS | ({TRY_SCRIPT} if file else set()),
            files={**content.files, file.output: file.content} if file else content.files,
            aside_html=aside,
            sheets=(STYLESHEET,),
            needs=join_needs(content.needs, _list_playground_needs(file))
            if file
            else content.needs,
        )

    # what pages share

    def _find_parts(self, document: ApiDocument) -> Parts:
        parts = self._parts.get(document.source)
        if parts is None:
            parts = self._parts[document.source] = self._build_parts(document)
        return parts

    def _renew_parts(self, document: ApiDocument) -> Parts:
        """Return what renders one more operation or file; now and then it has forgotten others."""
        self._rendered[document.source] += 1
        parts = self._find_parts(document)
        if self._rendered[document.source] % _REMEMBERED == 0:
            self._examples.forget()
            document.forget_words()
            parts = self._parts[document.source] = self._build_parts(document, parts)
        return parts

    def _build_parts(self, document: ApiDocument, before: Parts | None = None) -> Parts:
        return build_parts(
            document, self._site, self._links, self._texts, self._foreign, self._examples, before
        )

    @property
    def files(self) -> Mapping[str, bytes]:
        """Examples that are too long for a page, by output path."""
        return self._examples.files

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
        yield from self._folds.fragments.values()
        for parts in tuple(self._parts.values()):
            for output, place in parts.fragments.walk_places():
                yield self._renew_parts(parts.reader.document).render_fragment(output, place)

    def render_fragment(self, output: str) -> Fragment | None:
        """Return one fragment that the pages so far refer to."""
        if output in self._folds.fragments:
            return self._folds.fragments[output]
        for parts in self._parts.values():
            place = parts.fragments.places.get(output)
            if place is not None:
                return parts.render_fragment(output, place)
        return None


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


def _list_playground_needs(file: PlaygroundFile) -> Needs:
    """Return what the policy of a page must allow for its playground."""
    return {**ANSWERS, CALLS: file.calls.always, DIRECT_CALLS: file.calls.direct}
