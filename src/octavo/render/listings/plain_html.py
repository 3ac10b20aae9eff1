"""Cleans HTML of pages for programs without Octavo's styles and scripts."""

from __future__ import annotations

import nh3

_TAGS = frozenset(
    """a abbr b blockquote br code dd del details div dl dt em figcaption figure h1 h2 h3 h4 h5 h6
    hr i img ins kbd li ol p pre s samp small span strong sub summary sup table tbody td th thead
    tr u ul""".split()
)
_ATTRIBUTES = {
    "a": {"href", "title"},
    "img": {"src", "alt", "title", "width", "height"},
    "td": {"colspan", "rowspan"},
    "th": {"colspan", "rowspan"},
    "ol": {"start"},
}
_WITHOUT_CONTENT = frozenset("script style button svg iframe form template math".split())


def clean_html(html: str, address: str) -> str:
    """Return HTML without scripts, and with full addresses; `address` is that of the page."""
    return nh3.clean(
        html,
        tags=_TAGS,
        attributes=_ATTRIBUTES,
        clean_content_tags=_WITHOUT_CONTENT,
        url_schemes={"http", "https", "mailto"},
        url_relative=("rewrite_with_base", address),
        link_rel=None,
    ).strip()
