"""What renders the pages of one API document: made once, and kept for all of its pages."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from octavo.openapi.document.document import ApiDocument
from octavo.openapi.document.shapes import report_fault
from octavo.openapi.schema.reader import SchemaReader
from octavo.problems import Location, attempt
from octavo.render.api.examples import ExampleRenderer
from octavo.render.api.fragments import Fragment, FragmentPlace, Fragments
from octavo.render.api.markup import PREFIX
from octavo.render.api.operation.bodies import BodyRenderer
from octavo.render.api.operation.operation import OperationRenderer
from octavo.render.api.playground.file import Playgrounds
from octavo.render.api.schema.field import FieldRenderer
from octavo.render.api.schema.schema import FieldLook, SchemaRenderer
from octavo.render.api.texts import Texts
from octavo.render.content.page import RenderedContent
from octavo.render.html import escape_attribute
from octavo.render.rendered import SEARCH_OF_PAGE, TWIN_OF_PAGE
from octavo.render.shell.slots import build_failure
from octavo.render.twin.fields import FieldWriter
from octavo.render.twin.foreign import ForeignTexts
from octavo.render.twin.operations import ApiTwins
from octavo.search.api_text import ApiTexts
from octavo.search.page_text import Section
from octavo.site.links import LinkResolver
from octavo.site.model import OperationBinding, SchemaBinding, Site
from octavo.values import dataclass, replace


@dataclass(frozen=True, slots=True)
class Parts:
    """What renders the pages of one API document."""

    reader: SchemaReader
    schemas: SchemaRenderer
    operations: OperationRenderer
    fragments: Fragments
    playgrounds: Playgrounds
    search_texts: ApiTexts
    twins: ApiTwins

    def render_fragment(self, output: str, place: FragmentPlace) -> Fragment:
        """Return what is inside a schema as a file of its own."""
        document, say = self.reader.document, self.schemas.fields.texts.say
        return attempt(
            lambda: self._render_fragment(output, place),
            Fragment(output, say("Child attributes"), build_failure(say).html),
            "what is inside this schema",
            Location(document.source),
            partial(report_fault, document, place.node),
        )

    def _render_fragment(self, output: str, place: FragmentPlace) -> Fragment:
        schema = self.reader.read(place.node)
        if place.first:
            html = "".join(self.schemas.render_rows(schema)[place.first :])
        else:
            html = self.schemas.render_fields(schema, None).html
        title = schema.name or schema.title or self.schemas.fields.texts.say("Child attributes")
        return Fragment(output, title, html.replace(PREFIX, ""))


def build_parts(
    document: ApiDocument,
    site: Site,
    links: LinkResolver,
    texts: Texts,
    foreign: ForeignTexts,
    examples: ExampleRenderer,
    before: Parts | None = None,
) -> Parts:
    """Return new parts, which know of those before what pages are waiting for, and the schemas."""
    api = site.settings.api
    look = FieldLook(api.param_fields.expanded, api.maintain_order)
    reader = before.reader.renew() if before else SchemaReader(document)
    pages = {
        page.binding.name: escape_attribute(links.link_page(page.url))
        for page in site.pages.values()
        if isinstance(page.binding, SchemaBinding) and page.binding.document is document
    }
    fragments = before.fragments if before else None
    fragments = fragments or Fragments(document, links.base_path, texts.say)
    schemas = SchemaRenderer(FieldRenderer(reader, texts, pages), look, fragments)
    bodies = BodyRenderer(schemas, keeps_order=look.keeps_order)
    playgrounds = Playgrounds(reader, api.auth, before.playgrounds.schemas if before else None)
    twins = ApiTwins(bodies, FieldWriter(schemas, foreign), examples, links)
    operations, search_texts = OperationRenderer(bodies), ApiTexts(reader)
    return Parts(reader, schemas, operations, fragments, playgrounds, search_texts, twins)


def add_texts(
    content: RenderedContent,
    binding: OperationBinding | SchemaBinding,
    read_sections: Callable[[], tuple[Section, ...]],
    write_twin: Callable[[], str],
) -> RenderedContent:
    """Return what a page says, with what its API document says for the search, and as Markdown."""
    place = Location(binding.document.source)
    tell = partial(report_fault, binding.document, binding.place)
    sections = attempt(read_sections, (), SEARCH_OF_PAGE, place, tell)
    twin = attempt(write_twin, content.twin, TWIN_OF_PAGE, place, tell)
    return replace(content, sections=(*sections, *content.sections), twin=twin)
