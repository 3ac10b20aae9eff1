"""The API pages of one site, and their shared files."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from octavo.content.nodes import Document
from octavo.render.assets.theme_files import FOLDER
from octavo.render.basis.html import escape_attribute
from octavo.render.basis.policy import SitePolicy
from octavo.render.basis.rendered import EMPTY_MODES, ApiPart, OutputFile
from octavo.render.basis.wording import Wording, load_wording
from octavo.render.content.page import ImageSize, RenderedContent, render_content
from octavo.render.shell.slots import PageContent, build_page_content
from octavo.render.shell.surroundings import Surroundings
from octavo.site.links import LinkResolver
from octavo.site.model import Page, Site
from octavo.values import replace

if TYPE_CHECKING:
    from octavo.render.api.api_page import ApiRenderer
    from octavo.render.api.collections.site_collections import CollectionFiles
    from octavo.render.listings.downloads import Downloads

SIGNED_IN = f"{FOLDER}/oauth/index.html"
"""The page for readers who return from a sign-in for the playground."""


class ApiReference:
    """Renders API pages one by one, and collects the files that they refer to."""

    def __init__(
        self, site: Site, links: LinkResolver, surroundings: Surroundings, policy: SitePolicy
    ) -> None:
        self._site = site
        self._around = surroundings
        self._policy = policy
        self.links = links.split_off()
        """A separate link resolver for texts of API documents."""
        self._renderers: dict[Wording, ApiRenderer] = {}
        self.has_pages = any(page.is_api for page in site.pages.values())
        """Whether any page shows a part of an API."""

    def render_content(
        self, page: Page, document: Document, links: LinkResolver, image_size: ImageSize
    ) -> PageContent:
        """Render the content of an API page."""
        from octavo.render.api.written import arrange_page  # noqa: PLC0415 (many sites have none)

        say = load_wording(page.language)
        document = arrange_page(page, document, say)
        expanded = self._site.settings.api.param_fields.expanded
        content = render_content(page.source, document, links, image_size, expanded, say)
        api = self._find_renderer(say).render(page, document, content)
        is_empty = page.settings.mode in EMPTY_MODES
        shows_lead = not page.settings.description and not is_empty
        rendered = api.content if is_empty else self._add_downloads(page, api.content)
        return build_page_content(document, rendered, api.lead if shows_lead else "")

    def _add_downloads(self, page: Page, content: RenderedContent) -> RenderedContent:
        """Add the links to files below the content of a page, and before its right column."""
        links = self.downloads.render_links(page)
        if not links:
            return content
        html = content.html.removesuffix(content.aside_html)
        return replace(
            content,
            html=html + links + content.html[len(html) :],
            twin=f"{content.twin}\n\n{self.downloads.write_links(page)}",
        )

    def render_parts(self) -> Iterator[ApiPart]:
        """Yield the shared parts of the API pages rendered so far."""
        if not self.has_pages:
            return
        outputs: set[str] = set()  # Pages in several languages may need the same file.
        for renderer in self._renderers.values():
            for part in renderer.render_parts():
                if part.output not in outputs:
                    outputs.add(part.output)
                    yield part

    def fill_part(self, part: ApiPart) -> OutputFile:
        """Return the file of a shared part."""
        if part.title is None:
            return OutputFile(part.output, part.data)
        before, between, above, below = self._fragment_shell
        title = escape_attribute(part.title).encode()
        data = b"".join((before, title, between, title, above, part.data, below))
        return OutputFile(part.output, data)

    def render_file(self, output: str) -> OutputFile | None:
        """Return one of the shared files that rendered API pages refer to."""
        if not self.has_pages:
            return None
        for renderer in self._renderers.values():
            part = renderer.render_part(output)
            if part is not None:
                return self.fill_part(part)
        data = self.downloads.render_file(output) or self.collections.render_file(output)
        return None if data is None else OutputFile(output, data)

    def render_signed_in(self) -> OutputFile:
        """Return the page after a reader's sign-in."""
        script = self._around.link_asset("playground/auth/oauth/return.js")
        html = self._around.templates.fill(
            "signed_in.html",
            self._around.find_wording(None),
            script=script,
            policy=self._policy_element,
            language=self._around.find_language(None),
        )
        return OutputFile(SIGNED_IN, html.encode())

    @property
    def _policy_element(self) -> str:
        return self._policy.build_page_policy({}).render_element()

    @cached_property
    def downloads(self) -> Downloads:
        """The API documents as files."""
        from octavo.render.listings.downloads import Downloads  # noqa: PLC0415 (as above)

        return Downloads(self._site, self.links)

    @cached_property
    def collections(self) -> CollectionFiles:
        """The requests of the API documents as files for clients."""
        from octavo.render.api.collections.site_collections import CollectionFiles  # noqa: PLC0415 (as above)
        from octavo.render.listings.collections import Collections  # noqa: PLC0415 (as above)

        return CollectionFiles(Collections(self._site, self.downloads))

    def _find_renderer(self, say: Wording) -> ApiRenderer:
        """Return the renderer of the pages in a language."""
        from octavo.render.api.api_page import ApiRenderer  # noqa: PLC0415 (as above)

        if say not in self._renderers:
            self._renderers[say] = ApiRenderer(self._site, self.links, say)
        return self._renderers[say]

    @cached_property
    def _fragment_shell(self) -> list[bytes]:
        """The page of a fragment without its title, which occurs twice, and its fields."""
        slot = f"<!-- slot {os.urandom(8).hex()} -->"
        html = self._around.templates.fill(
            "fragment.html",
            self._around.find_wording(None),
            root=self._around.render_root(None),
            policy=self._policy_element,
            sheets=[self._around.link_asset("site.css"), self._around.link_asset("api.css")],
            title=slot,
            html=slot,
        )
        return html.encode().split(slot.encode())
