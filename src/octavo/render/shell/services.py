"""What the settings of a site let its pages load: scripts of other services, and their answers."""

from __future__ import annotations

from octavo.render.shell.policy import CALLS, SCRIPTS, Needs, SitePolicy, join_needs
from octavo.settings.models.site import Settings

_SERVICES: Needs = {SCRIPTS: ("https:",), CALLS: ("https:",)}
"""What scripts of other services need, which load further ones from wherever they like."""

_REPOSITORY: Needs = {CALLS: ("https://api.github.com",)}
"""What the button of a repository needs to count its stars and forks."""


def build_site_policy(settings: Settings, around: Needs) -> SitePolicy:
    """Return what all pages of a site may load, with what stands around each of them."""
    calls_services = settings.analytics.as_data() or settings.integrations.as_data()
    button = settings.topbar_cta_button
    counts = _REPOSITORY if button is not None and button.type == "github" else {}
    needs = join_needs(around, counts, _SERVICES if calls_services else {})
    return SitePolicy(needs, not settings.api.playground.disable_proxy)
