"""The Content-Security-Policy of a page: the content that it may load and run.

Code that writes something into a page that a browser would refuse also records this need. Octavo
never searches finished HTML for needs, because it contains foreign texts.

Octavo's servers send the policy as a header; for other servers, it is in the page itself.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Collection, Mapping

from octavo.render.basis.html import escape_attribute
from octavo.values import Struct, field

Needs = Mapping[str, Collection[str]]
"""The required sources, by directive."""

SCRIPTS, STYLES, FRAMES, CALLS = "script-src", "style-src", "frame-src", "connect-src"
IMAGES, MEDIA, WORKERS = "img-src", "media-src", "worker-src"
CODE = (SCRIPTS, STYLES, FRAMES, CALLS)
"""The directives for the hosts that the author's own code names."""
DIRECT_CALLS = "connect-src without proxy"
"""Replaces `CALLS` if no proxy handles the calls of the playground."""

ANSWERS: Needs = dict.fromkeys((IMAGES, MEDIA, FRAMES), ("blob:",))
"""The needs of a playground that shows pictures, films and documents from an API."""
_ALWAYS: Needs = {
    "default-src": ["'none'"],
    SCRIPTS: ["'self'"],
    STYLES: ["'self'"],
    IMAGES: ["'self'", "data:", "https:"],
    "font-src": ["'self'", "data:", "https:"],
    MEDIA: ["'self'", "https:"],
    WORKERS: ["'self'"],
    "manifest-src": ["'self'"],
    CALLS: ["'self'"],
    FRAMES: ["'self'"],
    "object-src": ["'none'"],
    "base-uri": ["'none'"],
    "form-action": ["'self'"],
}
FRAME_POLICY = "frame-ancestors 'self'"
"""The rule for frames, which works only in a header."""
_ORIGIN = re.compile(r"(https?://[A-Za-z0-9.:\[\]-]+)(?:[/?#]|\Z)", re.IGNORECASE)


class PagePolicy(Struct, frozen=True):
    """The policy of one page."""

    header: str
    """The policy for a server with the proxy, if the site may have one."""
    in_page: str
    """The policy for other servers, where browsers call APIs directly."""

    def render_element(self) -> str:
        """Return the element of a page, which applies to everything after it."""
        content = escape_attribute(self.in_page)
        return f'\n<meta http-equiv="Content-Security-Policy" content="{content}">'


class SitePolicy(Struct, frozen=True):
    """The needs of all pages of a site; a page may need more."""

    needs: Needs = field(default_factory=dict)
    has_proxy: bool = True
    """Whether servers handle the calls of the playground."""
    _policies: dict[str, PagePolicy] = field(default_factory=dict)

    def __repr__(self) -> str:
        return f"SitePolicy({self.needs!r}, {self.has_proxy!r})"

    def build_page_policy(self, needs: Needs) -> PagePolicy:
        """Return the policy of a page; {} are the needs of a page without content of its author."""
        key = repr(needs) if needs else ""
        policy = self._policies.get(key)
        if policy is None:
            joined = join_needs(self.needs, needs)
            in_page = _render(_drop_proxy(joined))
            header = _render(joined) if self.has_proxy else in_page
            policy = self._policies[key] = PagePolicy(f"{header}; {FRAME_POLICY}", in_page)
        return policy


def allow_calls(header: str) -> str:
    """Return the header of a page for a server without a proxy.

    Then the policy inside the page, which also applies, limits the calls.
    """
    rules = (rule.split(" ") for rule in header.split("; "))
    return "; ".join(
        " ".join([*rule, "https:", "http:", "wss:"] if rule[0] == CALLS else rule) for rule in rules
    )


def _drop_proxy(needs: Needs) -> Needs:
    calls = {CALLS: (*needs.get(CALLS, ()), *needs.get(DIRECT_CALLS, ()))}
    return {**needs, **join_needs(calls)}


def _render(needs: Needs) -> str:
    """Return a policy that allows the needs, and those of every page."""
    return "; ".join(
        f"{directive} {' '.join([*sources, *needs.get(directive, ())])}"
        for directive, sources in _ALWAYS.items()
    )


def join_needs(*needs: Needs) -> dict[str, tuple[str, ...]]:
    """Return several needs as one, with the sources of each directive in alphabetical order."""
    sources_by_directive: dict[str, set[str]] = {}
    for each in needs:
        for directive, sources in each.items():
            sources_by_directive.setdefault(directive, set()).update(sources)
    return {
        directive: tuple(sorted(sources))
        for directive, sources in sorted(sources_by_directive.items())
    }


def build_text_source(text: str) -> str:
    """Return the source of an inline script or style."""
    digest = hashlib.sha256(text.encode("utf-8", "replace")).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"


def list_origins(*addresses: object) -> tuple[str, ...]:
    """Return the sources of external addresses, without invalid or ambiguous ones."""
    matches = (_ORIGIN.match(each) for each in addresses if isinstance(each, str))
    return tuple(match[1] for match in matches if match)
