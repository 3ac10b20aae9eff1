"""What makes the pages of one API document: made once, and kept for all of its pages."""

from __future__ import annotations

from octavo.openapi.document.document import ApiDocument
from octavo.openapi.plain_text import strip_marks
from octavo.openapi.schema.reader import SchemaReader
from octavo.reference.fields import FieldLook
from octavo.reference.later import Fragments
from octavo.reference.pages import DocumentViews
from octavo.reference.users import SchemaUsers
from octavo.render.api.playground.file import Playgrounds
from octavo.render.api.view.found import FoundPrinter
from octavo.render.assets.theme_files import FOLDER
from octavo.render.wording import Wording
from octavo.site.model import SchemaBinding, Site
from octavo.values import Struct


class Parts(Struct, frozen=True):
    """What makes the pages of one API document."""

    reader: SchemaReader
    views: DocumentViews
    playgrounds: Playgrounds
    search_texts: FoundPrinter


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
    users = before.views.users if before else SchemaUsers(document, site)
    views = DocumentViews(reader, look, fragments, pages, users)
    search_texts = FoundPrinter(strip_marks, views.list_fragment)
    return Parts(reader, views, playgrounds, search_texts)
