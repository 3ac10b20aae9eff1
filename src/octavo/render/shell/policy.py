"""What a page may load and run: the value of its Content-Security-Policy.

Whoever writes something into a page that a browser would refuse, says so in the moment it is
written: these are the needs of a page. Nothing is ever looked for in finished HTML, where words of
others stand beside ours.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from octavo.values import dataclass, field

if TYPE_CHECKING:
    from octavo.settings.models.site import Settings

Needs = Mapping[str, Iterable[str]]
"""The sources that are needed, by directive."""

SCRIPTS, STYLES, FRAMES = "script-src", "style-src", "frame-src"

ANSWERS: Needs = dict.fromkeys(("img-src", "media-src", FRAMES), ("blob:",))
"""What a playground needs that shows pictures, films and documents that an API answers with."""
_SERVICES: Needs = {SCRIPTS: ("https:",)}
"""What scripts of other services need, which load further ones from wherever they like."""
_ALWAYS: Needs = {
    "default-src": ["'none'"],
    SCRIPTS: ["'self'"],
    STYLES: ["'self'"],
    "img-src": ["'self'", "data:", "https:"],
    "font-src": ["'self'", "data:", "https:"],
    "media-src": ["'self'", "https:"],
    "worker-src": ["'self'"],
    "manifest-src": ["'self'"],
    # The playground calls the API that the author documents, wherever it is.
    "connect-src": ["'self'", "https:", "http:"],
    FRAMES: ["'self'"],
    "object-src": ["'none'"],
    "base-uri": ["'none'"],
    "form-action": ["'self'"],
    "frame-ancestors": ["'self'"],
}
_ORIGIN = re.compile(r"(https?://[A-Za-z0-9.:\[\]-]+)(?:[/?#]|\Z)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class SitePolicy:
    """What all pages of a site need; a page may need more."""

    needs: Needs = field(default_factory=dict)

    def render(self, needs: Needs) -> str:
        """Return the policy of a page."""
        return render_policy(join_needs(self.needs, needs))


def build_site_policy(settings: Settings, script: str, further: Needs) -> SitePolicy:
    """Return the policy of a site whose pages hold a script."""
    calls_services = settings.analytics.as_data() or settings.integrations.as_data()
    own = {SCRIPTS: (text_source(script),)}
    return SitePolicy(join_needs(own, further, _SERVICES if calls_services else {}))


def render_policy(needs: Needs) -> str:
    """Return a policy that allows what is needed, and what every page may do."""
    return "; ".join(
        f"{directive} {' '.join([*sources, *needs.get(directive, ())])}"
        for directive, sources in _ALWAYS.items()
    )


def join_needs(*needs: Needs) -> dict[str, tuple[str, ...]]:
    """Return several needs as one, the sources of each directive in alphabetical order."""
    joined: dict[str, set[str]] = {}
    for each in needs:
        for directive, sources in each.items():
            joined.setdefault(directive, set()).update(sources)
    return {directive: tuple(sorted(sources)) for directive, sources in sorted(joined.items())}


def text_source(text: str) -> str:
    """Return the source of a script or style that stands in the page itself."""
    digest = hashlib.sha256(text.encode("utf-8", "replace")).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"


def origin_sources(*addresses: object) -> tuple[str, ...]:
    """Return the sources of addresses elsewhere; what is none, or could mean more, is left out."""
    found = (_ORIGIN.match(each) for each in addresses if isinstance(each, str))
    return tuple(match[1] for match in found if match)
