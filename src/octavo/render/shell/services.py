"""The needs of settings for a site's policy: scripts of other services, and their responses.

The hosts are those that the services document for a policy, in `services.json` of the theme. On all
pages, pictures, films and fonts may come from any encrypted address. No service may run or style
inline content (`unsafe-inline`, `unsafe-eval`), even if it documents that.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from octavo.render.basis.policy import CALLS, SCRIPTS, Needs, SitePolicy, join_needs, list_origins
from octavo.settings.models.analytics import SERVICES
from octavo.settings.models.site_settings import Settings

_REPOSITORY: Needs = {CALLS: ("https://api.github.com",)}
"""The needs of the repository button, which counts stars and forks."""


def build_site_policy(settings: Settings, around: Needs) -> SitePolicy:
    """Return the policy of all pages of a site, including the parts around their content."""
    needs = join_needs(around, *_find_needs(settings))
    return SitePolicy(needs, not settings.api.playground.disable_proxy)


def _find_needs(settings: Settings) -> Iterator[Needs]:
    button = settings.topbar_cta_button
    if button is not None and button.type == "github":
        yield _REPOSITORY
    for name, values in settings.analytics.list_identifiers().items():
        row = SERVICES["analytics"][name]
        yield _read_sources(row)
        own = next((values.get(key, "") for key, each in row["keys"].items() if "host" in each), "")
        address = own if "://" in own else f"https://{own}"
        yield dict.fromkeys((SCRIPTS, CALLS), list_origins(address))
    for name in settings.integrations.list_identifiers():
        yield _read_sources(SERVICES["integrations"][name])


def _read_sources(service: Mapping[str, Any]) -> Needs:
    return {directive: listed.split() for directive, listed in service["loads"].items()}
