"""Renders the foreign texts of a site, each once."""

from __future__ import annotations

import re
from functools import partial
from html import unescape

from octavo.render.api.document_links import Resolve, resolve_path
from octavo.render.api.untrusted import render_untrusted
from octavo.render.basis.html import escape_attribute
from octavo.render.basis.wording import ENGLISH, Wording
from octavo.site.links import LinkResolver
from octavo.values import Results

_LINK = re.compile(r'(<a href=")((?!https?:)[^"]*)"')
_WIDE = re.compile(r"[^\0-\xff]")
_FEW_WIDE = 10
"""The smallest ratio of other characters to wide ones."""


class Texts:
    """Renders texts of API documents for one site, and caches them, because they repeat a lot."""

    def __init__(self, links: LinkResolver, say: Wording = ENGLISH) -> None:
        self.say = say
        """The texts of the interface."""
        self.resolve: Resolve = partial(resolve_path, links)
        """Where links of the document lead whose texts are rendered now."""
        self._html: Results[tuple[str, int | None, object], str] = Results(self._render)

    def render(self, text: str, headings_from: int | None = None) -> str:
        """Return a text as HTML; links to pages of the site work below any base path."""
        # A text without links is the same in all documents.
        may_link = "](" in text or "]:" in text or "href" in text
        return self._html[text, headings_from, self.resolve if may_link else None]

    def _render(self, key: tuple[str, int | None, object]) -> str:
        html = render_untrusted(key[0], key[1], self.say)
        if '<a href="' in html:
            html = _LINK.sub(self._link, html)
        return html if html.isascii() else _refer_to_wide(html)

    def _link(self, match: re.Match[str]) -> str:
        target = self.resolve(unescape(match[2]))
        if target is None or not target.is_found:
            return match[0]
        return f'{match[1]}{escape_attribute(target.href)}"'


def _refer_to_wide(html: str) -> str:
    """Return HTML with character references for typographic quotes and similar, if there are few.

    A single wide character makes Python store a whole page with two bytes per character, which is
    slower to join and much slower to encode.
    """
    if len(_WIDE.findall(html)) * _FEW_WIDE > len(html):
        return html
    return _WIDE.sub(lambda match: f"&#{ord(match[0])};", html)
