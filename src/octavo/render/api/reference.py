"""The API pages of one site: what they say, and the files that they have in common."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from octavo.content.nodes import Document
from octavo.render.assets.theme_files import FOLDER
from octavo.render.content.page import ImageSize, render_content
from octavo.render.html import escape_attribute
from octavo.render.rendered import ApiPart, OutputFile
from octavo.render.shell.policy import SitePolicy
from octavo.render.shell.slots import EMPTY_MODES, PageContent, build_page_content
from octavo.render.shell.surroundings import Surroundings
from octavo.site.links import LinkResolver
from octavo.site.model import Page, Site

if TYPE_CHECKING:
    from octavo.render.api.page import ApiRenderer

SIGNED_IN = f"{FOLDER}/oauth/index.html"
"""The page to which providers send readers back who have signed in for the playground."""


class ApiReference:
    """Renders API pages one by one; what they refer to is known when they are rendered."""

    def __init__(
        self, site: Site, links: LinkResolver, surroundings: Surroundings, policy: SitePolicy
    ) -> None:
        self._site = site
        self._around = surroundings
        self._policy = policy
        self.links = links.split_off()
        """What resolves the links in texts of API documents, apart from all others."""
        self.has_pages = any(page.is_api for page in site.pages.values())
        """Whether any page shows something of an API."""

    def render_content(
        self, page: Page, document: Document, links: LinkResolver, image_size: ImageSize
    ) -> PageContent:
        """Render what an API page says."""
        from octavo.render.api.written.sections import arrange_page  # noqa: PLC0415 (many sites have none)

        document = arrange_page(page, document)
        expanded = self._site.settings.api.param_fields.expanded
        content = render_content(page.source, document, links, image_size, expanded)
        api = self._renderer.render(page, document, content)
        shows_lead = not page.settings.description and page.settings.mode not in EMPTY_MODES
        return build_page_content(document, api.content, api.lead if shows_lead else "")

    def render_parts(self) -> Iterator[ApiPart]:
        """Render what the API pages rendered so far have in common."""
        if not self.has_pages:
            return
        for output, data in self._renderer.files.items():
            yield ApiPart(output, data)
        for fragment in self._renderer.render_fragments():
            yield ApiPart(fragment.output, fragment.html.encode(), fragment.title)
        for output, data in self._renderer.render_schemas():
            yield ApiPart(output, data)

    def fill_part(self, part: ApiPart) -> OutputFile:
        """Return the file of something that API pages have in common."""
        if part.title is None:
            return OutputFile(part.output, part.data)
        before, between, above, below = self._fragment_shell
        title = escape_attribute(part.title).encode()
        data = b"".join((before, title, between, title, above, part.data, below))
        return OutputFile(part.output, data)

    def render_file(self, output: str) -> OutputFile | None:
        """Render one of the files that API pages shown so far refer to: it belongs to no page."""
        if not self.has_pages:
            return None
        data = self._renderer.files.get(output) or self._renderer.render_schema(output)
        if data is not None:
            return OutputFile(output, data)
        fragment = self._renderer.render_fragment(output)
        if fragment is None:
            return None
        return self.fill_part(ApiPart(output, fragment.html.encode(), fragment.title))

    def render_signed_in(self) -> OutputFile:
        """Render the page that takes over when a reader has signed in."""
        script = self._around.link_asset("playground/auth/oauth/return.js")
        html = self._around.templates.fill(
            "signed_in.html", script=script, policy=self._policy_element
        )
        return OutputFile(SIGNED_IN, html.encode())

    @property
    def _policy_element(self) -> str:
        return self._policy.build_page_policy({}).render_element()

    @cached_property
    def _renderer(self) -> ApiRenderer:
        from octavo.render.api.page import ApiRenderer  # noqa: PLC0415 (as above)

        return ApiRenderer(self._site, self.links)

    @cached_property
    def _fragment_shell(self) -> list[bytes]:
        """The page of a fragment without its title, which is there twice, and its fields."""
        slot = f"<!-- slot {os.urandom(8).hex()} -->"
        html = self._around.templates.fill(
            "fragment.html",
            root=self._around.render_root(None),
            policy=self._policy_element,
            sheets=[self._around.link_asset("site.css"), self._around.link_asset("api.css")],
            title=slot,
            html=slot,
        )
        return html.encode().split(slot.encode())
