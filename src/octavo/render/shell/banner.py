"""The message across the top of every page."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from octavo.content.mdx import parse_mdx
from octavo.project.missing_settings import SETTINGS_NAME
from octavo.render.basis.policy import Needs
from octavo.render.content.page import render_content
from octavo.values import Struct

if TYPE_CHECKING:
    from octavo.settings.models.links import Banner
    from octavo.site.links import LinkResolver


class RenderedBanner(Struct, frozen=True):
    """A banner as pages show it."""

    html: str
    dismissible: bool
    key: str
    """A key that changes with the message, so that readers who closed the last one see the next."""
    needs: Needs
    """The banner's needs for the policies of all pages."""


def render_banner(banner: Banner, links: LinkResolver) -> RenderedBanner:
    """Render the message, which is Markdown."""
    content = render_content(SETTINGS_NAME, parse_mdx(banner.content, SETTINGS_NAME), links)
    key = hashlib.sha256(banner.content.encode()).hexdigest()[:12]
    return RenderedBanner(content.html, banner.dismissible, key, content.needs)
