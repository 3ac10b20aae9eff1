"""What the settings of a site let its pages load: scripts of other services, and their answers."""

from __future__ import annotations

from octavo.render.shell.policy import SCRIPTS, Needs, SitePolicy, join_needs
from octavo.settings.models.site import Settings

_SERVICES: Needs = {SCRIPTS: ("https:",)}
"""What scripts of other services need, which load further ones from wherever they like."""


def build_site_policy(settings: Settings, around: Needs) -> SitePolicy:
    """Return what all pages of a site may load, with what stands around each of them."""
    calls_services = settings.analytics.as_data() or settings.integrations.as_data()
    needs = join_needs(around, _SERVICES if calls_services else {})
    return SitePolicy(needs, not settings.api.playground.disable_proxy)
