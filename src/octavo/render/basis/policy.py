"""What a page may load and run: its Content-Security-Policy.

Whoever writes something into a page that a browser would refuse, says so in the moment it is
written: these are the needs of a page. Nothing is ever looked for in finished HTML, where words of
others stand beside ours.

A policy is sent as a header by servers that know it, and stands in the page itself for all others.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Collection, Mapping

from octavo.render.basis.html import escape_attribute
from octavo.values import Struct, field

Needs = Mapping[str, Collection[str]]
"""The sources that are needed, by directive."""

SCRIPTS, STYLES, FRAMES, CALLS = "script-src", "style-src", "frame-src", "connect-src"
IMAGES, MEDIA, WORKERS = "img-src", "media-src", "worker-src"
CODE = (SCRIPTS, STYLES, FRAMES, CALLS)
"""What the author's own code may do with the hosts that it names."""
DIRECT_CALLS = "connect-src without proxy"
"""Stands for `CALLS` where no proxy takes the calls of the playground."""

ANSWERS: Needs = dict.fromkeys((IMAGES, MEDIA, FRAMES), ("blob:",))
"""What a playground needs that shows pictures, films and documents that an API answers with."""
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
"""What browsers do not read in a page: only a header says who may show it in a frame."""
_ORIGIN = re.compile(r"(https?://[A-Za-z0-9.:\[\]-]+)(?:[/?#]|\Z)", re.IGNORECASE)


class PagePolicy(Struct, frozen=True):
    """The policy of one page."""

    header: str
    """For a server that has the proxy, if the site may have one."""
    in_page: str
    """For any other: what a page can say itself, where browsers call APIs on their own."""

    def render_element(self) -> str:
        """Return the element of a page; it holds for what follows it."""
        content = escape_attribute(self.in_page)
        return f'\n<meta http-equiv="Content-Security-Policy" content="{content}">'


class SitePolicy(Struct, frozen=True):
    """What all pages of a site need; a page may need more."""

    needs: Needs = field(default_factory=dict)
    has_proxy: bool = True
    """Whether servers take the calls of the playground."""
    _policies: dict[str, PagePolicy] = field(default_factory=dict)

    def __repr__(self) -> str:
        return f"SitePolicy({self.needs!r}, {self.has_proxy!r})"

    def build_page_policy(self, needs: Needs) -> PagePolicy:
        """Return the policy of a page; {} are the needs of one that shows no text of its own."""
        key = repr(needs) if needs else ""
        policy = self._policies.get(key)
        if policy is None:
            joined = join_needs(self.needs, needs)
            in_page = _render(_drop_proxy(joined))
            header = _render(joined) if self.has_proxy else in_page
            policy = self._policies[key] = PagePolicy(f"{header}; {FRAME_POLICY}", in_page)
        return policy


def allow_calls(header: str) -> str:
    """Return the header of a page for a server whose proxy is off.

    Then the policy in the page, which holds beside it, is the one that says what may be called.
    """
    rules = (rule.split(" ") for rule in header.split("; "))
    return "; ".join(
        " ".join([*rule, "https:", "http:", "wss:"] if rule[0] == CALLS else rule) for rule in rules
    )


def _drop_proxy(needs: Needs) -> Needs:
    calls = {CALLS: (*needs.get(CALLS, ()), *needs.get(DIRECT_CALLS, ()))}
    return {**needs, **join_needs(calls)}


def _render(needs: Needs) -> str:
    """Return a policy that allows what is needed, and what every page may do."""
    return "; ".join(
        f"{directive} {' '.join([*sources, *needs.get(directive, ())])}"
        for directive, sources in _ALWAYS.items()
    )


def join_needs(*needs: Needs) -> dict[str, tuple[str, ...]]:
    """Return several needs as one, the sources of each directive in alphabetical order."""
    sources_by_directive: dict[str, set[str]] = {}
    for each in needs:
        for directive, sources in each.items():
            sources_by_directive.setdefault(directive, set()).update(sources)
    return {
        directive: tuple(sorted(sources))
        for directive, sources in sorted(sources_by_directive.items())
    }


def build_text_source(text: str) -> str:
    """Return the source of a script or style that stands in the page itself."""
    digest = hashlib.sha256(text.encode("utf-8", "replace")).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"


def list_origins(*addresses: object) -> tuple[str, ...]:
    """Return the sources of addresses elsewhere; what is none, or could mean more, is left out."""
    matches = (_ORIGIN.match(each) for each in addresses if isinstance(each, str))
    return tuple(match[1] for match in matches if match)
