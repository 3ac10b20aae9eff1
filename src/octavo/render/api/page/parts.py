"""What makes the pages of one API document: made once, and kept for all of its pages."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from octavo.openapi.document.document import ApiDocument
from octavo.openapi.document.shapes import report_fault
from octavo.openapi.plain_text import strip_marks
from octavo.openapi.schema.reader import SchemaReader
from octavo.problems import Location, attempt
from octavo.reference.fields import FieldLook
from octavo.reference.later import FragmentPlace, Fragments
from octavo.reference.pages import DocumentViews
from octavo.reference.users import SchemaUsers
from octavo.reference.view import View
from octavo.render.api.playground.file import Playgrounds
from octavo.render.api.view.found import FoundPrinter
from octavo.render.assets.theme_files import FOLDER
from octavo.render.content.page import RenderedContent
from octavo.render.rendered import SEARCH_OF_PAGE, TEXT_OF_PAGE, TWIN_OF_PAGE
from octavo.render.shell.slots import build_failure
from octavo.render.wording import Wording
from octavo.search.page_text import Section
from octavo.site.model import OperationBinding, SchemaBinding, Site
from octavo.values import Struct, replace


class Fragment(Struct, frozen=True):
    """A list of fields as a file of its own."""

    output: str
    title: str
    html: str


class Parts(Struct, frozen=True):
    """What makes the pages of one API document."""

    reader: SchemaReader
    views: DocumentViews
    playgrounds: Playgrounds
    search_texts: FoundPrinter
    users: SchemaUsers


def build_parts(
    document: ApiDocument, site: Site, say: Wording, before: Parts | None = None
) -> Parts:
    """Return new parts, which know of those before what pages are waiting for, and the schemas."""
    api = site.settings.api
    look = FieldLook(api.param_fields.expanded, api.maintain_order)
    reader = before.reader.renew() if before else SchemaReader(document)
    pages = {
        page.binding.name: page.url
        for page in site.pages.values()
        if isinstance(page.binding, SchemaBinding) and page.binding.document is document
    }
    fragments = before.views.fragments if before else None
    fragments = fragments or Fragments(document, f"{FOLDER}/api", say.table)
    playgrounds = Playgrounds(reader, api.auth, before.playgrounds.schemas if before else None)
    users = before.users if before else SchemaUsers(document, site)
    views = DocumentViews(reader, look, fragments, pages)
    search_texts = FoundPrinter(strip_marks, views.list_fragment)
    return Parts(reader, views, playgrounds, search_texts, users)


def make_fragment(
    output: str,
    place: FragmentPlace,
    document: ApiDocument,
    say: Wording,
    make: Callable[[], Fragment],
) -> Fragment:
    """Return what is inside of a schema, or that it could not be made."""
    return attempt(
        make,
        Fragment(output, say("Child attributes"), build_failure(say).html),
        "what is inside this schema",
        Location(document.source),
        partial(report_fault, document, place.node),
    )


def add_texts(
    content: RenderedContent,
    binding: OperationBinding | SchemaBinding,
    make_view: Callable[[], View],
    fitted: View,
    print_sections: Callable[[View], tuple[Section, ...]],
    write_twin: Callable[[View], str],
) -> RenderedContent:
    """Return what a page says, with what its view says for the search, and as Markdown.

    If a view for texts cannot be made, that of the page says enough.
    """
    place = Location(binding.document.source)
    tell = partial(report_fault, binding.document, binding.place)
    view = attempt(make_view, fitted, TEXT_OF_PAGE, place, tell)
    sections = attempt(partial(print_sections, view), (), SEARCH_OF_PAGE, place, tell)
    twin = attempt(partial(write_twin, view), content.twin, TWIN_OF_PAGE, place, tell)
    return replace(content, sections=(*sections, *content.sections), twin=twin)
